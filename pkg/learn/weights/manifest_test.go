package weights_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
)

// TestManifest: what writes a set lists it, and whatever is altered afterwards, by itself or together with what else says it, is named.
func TestManifest(t *testing.T) {
	root := t.TempDir()
	manifest := filepath.Join(root, weights.ManifestName)
	if err := os.MkdirAll(filepath.Dir(manifest), 0o755); err != nil {
		t.Fatal(err)
	}
	if files, differences, err := weights.Verify(t.Context(), root); files != 0 || len(differences) != 0 || err != nil {
		t.Fatalf("a tree without weights: %d, %q, %v", files, differences, err)
	}
	const name = "pkg/net/embedded/mine"
	stem := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(stem), 0o755); err != nil {
		t.Fatal(err)
	}
	card, tensors := aLine()
	if err := weights.Write(stem, card, tensors, safetensors.F32); err != nil {
		t.Fatal(err)
	}
	if _, differences, err := weights.Verify(t.Context(), root); err != nil || len(differences) != 3 || !strings.Contains(differences[0], "not listed in "+weights.ManifestName) {
		t.Errorf("without a manifest: %q, %v", differences, err)
	}
	if err := os.WriteFile(manifest, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := weights.Write(stem, card, tensors, safetensors.F16); err != nil {
		t.Fatal(err)
	}
	if err := weights.Write(filepath.Join(root, "away"), card, tensors, safetensors.F16); err != nil { // no set of the tree's
		t.Fatal(err)
	}
	set, err := weights.Open[line](stem + weights.TensorsEnding)
	if err != nil {
		t.Fatal(err)
	}
	set.Card.Scores[0].Solved = 8
	if err := weights.WriteCard(stem, set.Card); err != nil { // as eval does
		t.Fatal(err)
	}
	if files, differences, err := weights.Verify(t.Context(), root); files != 3 || len(differences) != 0 || err != nil {
		t.Fatalf("as written: %d, %q, %v", files, differences, err)
	}

	sound := map[string][]byte{}
	for _, file := range []string{stem + weights.CardEnding, stem + weights.TextEnding, stem + weights.TensorsEnding, manifest} {
		if sound[file], err = os.ReadFile(file); err != nil {
			t.Fatal(err)
		}
	}
	swap := func(file, old, with string) {
		t.Helper()
		data := bytes.Replace(sound[file], []byte(old), []byte(with), 1)
		if bytes.Equal(data, sound[file]) {
			t.Fatalf("%s lacks %q", file, old)
		}
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := func() { // sound weights with a sound card, of another set
		all := tensors[:0:0]
		for _, tensor := range tensors {
			values := make([]float32, 2)
			if len(tensor.Shape) == 2 {
				values = make([]float32, 6)
			}
			zero, err := safetensors.New(tensor.Name, tensor.Shape, values)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, zero)
		}
		if err := os.Remove(manifest); err != nil {
			t.Fatal(err)
		}
		if err := weights.Write(stem, card, all, safetensors.F16); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(manifest, sound[manifest], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	digest := set.Card.SHA256
	for what, c := range map[string]struct {
		change func()
		want   []string // beginnings
	}{
		"a score":             {func() { swap(stem+weights.CardEnding, `"solved": 8`, `"solved": 9`) }, []string{name + ".json: altered: "}},
		"a note":              {func() { swap(stem+weights.CardEnding, `"one board"`, `"no board"`) }, []string{name + ".json: altered: "}},
		"a fact of training":  {func() { swap(stem+weights.CardEnding, `"steps": 7`, `"steps": 8`) }, []string{name + ".json: altered: "}},
		"the text":            {func() { swap(stem+weights.TextEnding, "7 steps", "8 steps") }, []string{name + ".md: altered: "}},
		"weights":             {func() { swap(stem+weights.TensorsEnding, "line/biases", "line/Biases") }, []string{name + ".safetensors: altered: ", name + ".json: the card of other weights: "}},
		"all of the set":      {other, []string{name + ".json: altered: ", name + ".md: altered: ", name + ".safetensors: altered: "}},
		"weights and list":    {func() { swap(manifest, digest, strings.Repeat("0", 64)) }, []string{name + ".safetensors: altered: "}},
		"a line of the list":  {func() { swap(manifest, name+".md", name+".mb") }, []string{name + ".mb: missing; ", name + ".md: not listed in "}},
		"a text that is gone": {func() { _ = os.Remove(stem + weights.TextEnding) }, []string{name + ".md: missing; "}},
		"a card that is gone": {func() { _ = os.Remove(stem + weights.CardEnding) }, []string{name + ".json: missing; "}},
		"weights gone":        {func() { _ = os.Remove(stem + weights.TensorsEnding) }, []string{name + ".safetensors: missing; "}},
	} {
		for file, data := range sound {
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c.change()
		_, differences, err := weights.Verify(t.Context(), root)
		if err != nil || len(differences) != len(c.want) {
			t.Errorf("%s: %q, %v, want %q", what, differences, err, c.want)
			continue
		}
		for i, want := range c.want {
			if !strings.HasPrefix(differences[i], want) {
				t.Errorf("%s: %q, want %q", what, differences, c.want)
			}
		}
		if strings.HasSuffix(what, "gone") || what == "a line of the list" {
			continue
		}
		if err := weights.WriteCard(stem, set.Card); err == nil || !strings.Contains(err.Error(), "is altered") {
			t.Errorf("%s: a card was written over it: %v", what, err)
		}
	}
}

// TestManifestRead: what is wrong with a manifest is said with its line.
func TestManifestRead(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, filepath.Dir(weights.ManifestName)), 0o755); err != nil {
		t.Fatal(err)
	}
	sum := strings.Repeat("a", 64)
	for text, want := range map[string]string{
		"x\n":                            weights.ManifestName + ":1: want a SHA-256",
		sum + " x\n":                     weights.ManifestName + ":1: want a SHA-256",
		sum + "  x\n" + sum + "  x\n":    weights.ManifestName + ":2: x is listed twice",
		sum + "  pkg/x.json\n\n" + "z\n": weights.ManifestName + ":2: want a SHA-256",
	} {
		if err := os.WriteFile(filepath.Join(root, weights.ManifestName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := weights.Verify(t.Context(), root); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestManifestOfTheTree: the sets of this tree are as its manifest lists them.
func TestManifestOfTheTree(t *testing.T) {
	files, differences, err := weights.Verify(t.Context(), filepath.Join("..", "..", ".."))
	if err != nil || files < 30 || len(differences) != 0 {
		t.Errorf("%d files, %v\n%s", files, err, strings.Join(differences, "\n"))
	}
}
