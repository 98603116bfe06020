package weights_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/record"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// line is the recipe of a network y = x·W + b, as another system would write one.
type line struct {
	Kind    string       `json:"kind"`
	Inputs  int          `json:"inputs"`
	Outputs int          `json:"outputs"`
	Train   train.Config `json:"train"`
}

var _ weights.Recipe = line{}

func (r line) Model() string         { return r.Kind }
func (r line) Title() string         { return fmt.Sprintf("a line of %d inputs", r.Inputs) }
func (r line) FLOPs(s int) float64   { return 6 * float64(s*r.Inputs*r.Outputs) }
func (r line) Trainer() train.Config { return r.Train }
func (r line) Commands() string      { return "a test" }
func (r line) Shapes() map[string][]int {
	return map[string][]int{"line/weights": {r.Inputs, r.Outputs}, "line/biases": {r.Outputs}}
}

func (r line) Config() (any, error) {
	if r.Inputs < 1 || r.Outputs < 1 {
		return nil, fmt.Errorf("line of %d inputs and %d outputs", r.Inputs, r.Outputs)
	}
	return struct {
		Inputs, Outputs int
	}{r.Inputs, r.Outputs}, nil
}

func (r line) Sections(t weights.Training, extent string) string {
	return fmt.Sprintf("## Training\n\n- %d steps (%s).\n", t.Steps, extent)
}

// aLine is a set of weights of 3·2 + 2 numbers.
func aLine() (weights.Card[line], []safetensors.Tensor) {
	r := line{Kind: "line", Inputs: 3, Outputs: 2, Train: train.DefaultConfig()}
	rng := rand.New(rand.NewPCG(1, 2))
	var all []safetensors.Tensor
	for name, shape := range r.Shapes() {
		values := make([]float32, 1)
		for _, d := range shape {
			values = make([]float32, len(values)*d)
		}
		for i := range values {
			values[i] = float32(rng.NormFloat64())
		}
		t, err := safetensors.New(name, shape, values)
		if err != nil {
			panic(err)
		}
		all = append(all, t)
	}
	return weights.Card[line]{
		Name: "mine", Title: r.Title(), Recipe: r, Training: weights.Training{Steps: 7},
		Scores: []weights.Score{{Set: "4x4", Boards: 10, Solved: 9, Low: 0.5, High: 0.99, Cells: 0.95}}, Failures: []string{"one board"},
	}, all
}

// TestWriteOpen: what is written is read again, and what does not fit together is refused.
func TestWriteOpen(t *testing.T) {
	card, tensors := aLine()
	stem := filepath.Join(t.TempDir(), "w")
	if err := weights.Write(stem, card, tensors, safetensors.BF16); err != nil {
		t.Fatal(err)
	}
	again, err := weights.Open[line](stem + weights.TensorsEnding)
	if err != nil {
		t.Fatal(err)
	}
	if again.Card.Format != string(safetensors.BF16) || again.Card.Weights != 8 || len(again.Tensors) != len(tensors) {
		t.Errorf("format %s, %d weights in %d tensors, want BF16, 8 and %d", again.Card.Format, again.Card.Weights, len(again.Tensors), len(tensors))
	}
	completed := card
	completed.SHA256, completed.Format, completed.Weights = again.Card.SHA256, again.Card.Format, again.Card.Weights
	if !reflect.DeepEqual(again.Card, completed) {
		t.Errorf("card %+v, want %+v", again.Card, completed)
	}
	for _, tensor := range tensors {
		want, err := tensor.Float32()
		if err != nil {
			t.Fatal(err)
		}
		for _, other := range again.Tensors {
			if other.Name != tensor.Name {
				continue
			}
			got, err := other.Float32()
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if diff := got[i] - want[i]; diff*diff > want[i]*want[i]/(128*128) { // BF16 keeps 8 bits
					t.Fatalf("%s: %v became %v", tensor.Name, want[i], got[i])
				}
			}
		}
	}
	data, err := os.ReadFile(stem + weights.TensorsEnding)
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Parse(data)
	if err != nil || file.Metadata["network"] != "line" || file.Metadata["config"] != `{"Inputs":3,"Outputs":2}` {
		t.Errorf("metadata %v, %v", file.Metadata, err)
	}
	text, err := os.ReadFile(stem + weights.TextEnding)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# mine: a line of 3 inputs\n", "8 weights, BF16, SHA-256 `" + again.Card.SHA256 + "`. Written by a test.\n",
		"- 7 steps (of 10000 steps of the recipe).\n", "| 4x4 | 0 | 0 | 10 | 90.0 % | 50.0 to 99.0 % | 95.0 % |", "- one board.\n", `"inputs": 3,`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in the card\n%s", want, text)
		}
	}

	refused := func(what, want string, change func(dir string)) {
		t.Helper()
		dir := t.TempDir()
		for _, ending := range []string{weights.TensorsEnding, weights.CardEnding} {
			data, err := os.ReadFile(stem + ending)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "w"+ending), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		change(dir)
		_, err := weights.Open[line](filepath.Join(dir, "w"+weights.TensorsEnding))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", what, err, want)
		}
	}
	edit := func(dir, ending string, f func([]byte) []byte) {
		file := filepath.Join(dir, "w"+ending)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	inputs := func(of string) func(string) {
		return func(dir string) {
			edit(dir, weights.CardEnding, func(b []byte) []byte { return bytes.Replace(b, []byte(`"inputs": 3`), []byte(`"inputs": `+of), 1) })
		}
	}
	refused("a flipped bit", "card of other weights", func(dir string) {
		edit(dir, weights.TensorsEnding, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
	})
	refused("a card cut short", "w.json", func(dir string) {
		edit(dir, weights.CardEnding, func(b []byte) []byte { return b[:len(b)/2] })
	})
	refused("a card of another network", "line/weights has shape [3 2], want [13 2]", inputs("13"))
	refused("a card of no network", "line of 0 inputs", inputs("0"))
	refused("no card", "no such file", func(dir string) {
		if err := os.Remove(filepath.Join(dir, "w"+weights.CardEnding)); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := weights.Open[line](stem); err == nil || !strings.Contains(err.Error(), weights.TensorsEnding) {
		t.Errorf("a stem in place of a file: %v", err)
	}
}

// TestWriteRefuses: of what a load would refuse, no file is written.
func TestWriteRefuses(t *testing.T) {
	for want, change := range map[string]func(*weights.Card[line], *[]safetensors.Tensor){
		"is missing":          func(_ *weights.Card[line], all *[]safetensors.Tensor) { *all = (*all)[1:] },
		"is there twice":      func(_ *weights.Card[line], all *[]safetensors.Tensor) { *all = append(*all, (*all)[0]) },
		"is not the network":  func(_ *weights.Card[line], all *[]safetensors.Tensor) { (*all)[0].Name = "other" },
		"has shape":           func(c *weights.Card[line], _ *[]safetensors.Tensor) { c.Recipe.Inputs = 4 },
		"line of 3 inputs an": func(c *weights.Card[line], _ *[]safetensors.Tensor) { c.Recipe.Outputs = 0 },
	} {
		card, tensors := aLine()
		change(&card, &tensors)
		dir := t.TempDir()
		if err := weights.Write(filepath.Join(dir, "w"), card, tensors, safetensors.F32); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%s: left %v, %v", want, left, err)
		}
	}
}

// TestEmbedded: sets in a file system are named and loaded; others are refused.
func TestEmbedded(t *testing.T) {
	card, tensors := aLine()
	files := fstest.MapFS{}
	for _, name := range []string{"second", "first"} {
		stem := filepath.Join(t.TempDir(), name)
		if err := weights.Write(stem, card, tensors, safetensors.F32); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{weights.TensorsEnding, weights.CardEnding, weights.TextEnding} {
			data, err := os.ReadFile(stem + ending)
			if err != nil {
				t.Fatal(err)
			}
			files[name+ending] = &fstest.MapFile{Data: data}
		}
	}
	files["alone.json"] = files["first.json"]
	if names := weights.Names(files); !reflect.DeepEqual(names, []string{"first", "second"}) {
		t.Errorf("names %q", names)
	}
	if set, err := weights.Load[line](files, "second"); err != nil || set.Card.Weights != 8 {
		t.Errorf("%+v, %v", set, err)
	}
	for _, name := range []string{"third", "alone", "first.safetensors", "../first"} {
		if _, err := weights.Load[line](files, name); err == nil || !strings.Contains(err.Error(), "want one of first, second") {
			t.Errorf("an unknown name %q: error %v, want one that lists the names", name, err)
		}
	}
	delete(files, "second.json")
	if _, err := weights.Load[line](files, "second"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a set without a card: %v", err)
	}
}

// TestStoreFor: a training begins with weights of the same network and shapes only.
func TestStoreFor(t *testing.T) {
	card, tensors := aLine()
	set := &weights.Set[line]{Card: card, Tensors: tensors}
	store, err := set.StoreFor(card.Recipe)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Finalize()
	if v := store.GetVariable(train.ScopePath + "/line/weights"); v == nil || v.Shape().Size() != 6 {
		t.Errorf("variable %v", v)
	}
	other, wider := card.Recipe, card.Recipe
	other.Kind, wider.Inputs = "curve", 4
	if _, err := set.StoreFor(other); err == nil || !strings.Contains(err.Error(), "those of a network line, want curve") {
		t.Errorf("another network: %v", err)
	}
	if _, err := set.StoreFor(wider); err == nil || !strings.Contains(err.Error(), "other widths") {
		t.Errorf("another width: %v", err)
	}
}

// TestRuns: runs are listed in their order, those too that were killed.
func TestRuns(t *testing.T) {
	dir := t.TempDir()
	if runs, err := weights.ReadRuns(dir); err != nil || runs != nil {
		t.Fatalf("%v and %v in an empty folder", runs, err)
	}
	run := func(from, to int) weights.Run {
		return weights.Run{Provenance: record.Provenance{Commit: "c"}, From: from, To: to, Seconds: 1}
	}
	for _, err := range []error{
		weights.BeginRun(dir, run(0, 0)), weights.EndRun(dir, run(0, 10)),
		weights.BeginRun(dir, run(10, 10)), // killed after a checkpoint of step 15
		weights.BeginRun(dir, run(15, 15)), // killed before one
		weights.BeginRun(dir, run(15, 15)), weights.EndRun(dir, run(15, 20)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	runs, err := weights.ReadRuns(dir)
	if err != nil || len(runs) != 4 {
		t.Fatalf("%+v and %v", runs, err)
	}
	killed := func(from, to int) weights.Run { r := run(from, to); r.Seconds = 0; return r }
	for i, want := range []weights.Run{run(0, 10), killed(10, 15), killed(15, 15), run(15, 20)} {
		if !reflect.DeepEqual(runs[i], want) {
			t.Errorf("run %d: %+v, want %+v", i+1, runs[i], want)
		}
	}
	if err := weights.EndRun(dir, run(15, 30)); err == nil {
		t.Error("a run ends that does not go on")
	}
	if err := os.WriteFile(filepath.Join(dir, weights.RunsName), []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := weights.BeginRun(dir, weights.Run{}); err == nil {
		t.Error("a damaged list is overwritten")
	}
}

// TestOpenBounded: a file that is too large is refused before it is in memory.
func TestOpenBounded(t *testing.T) {
	card, tensors := aLine()
	for _, ending := range []string{weights.TensorsEnding, weights.CardEnding} {
		stem := filepath.Join(t.TempDir(), "w")
		if err := errors.Join(weights.Write(stem, card, tensors, safetensors.F16), os.Truncate(stem+ending, 30<<30)); err != nil {
			t.Fatal(err)
		}
		if _, err := weights.Open[line](stem + weights.TensorsEnding); err == nil || !strings.Contains(err.Error(), stem+ending+": it has 32212254720 bytes, want at most") {
			t.Errorf("%s: %v", ending, err)
		}
	}
}

// TestCardText: runs follow the recipe's words, and a card of nothing measured says so.
func TestCardText(t *testing.T) {
	card, _ := aLine()
	card.Scores, card.Failures, card.Training.Finished = nil, nil, true
	card.Training.Runs = []weights.Run{{Provenance: record.Provenance{CPU: "a processor", Backend: "go", Commit: "0123456789abcdef", Dirty: true}, From: 2, To: 7}}
	text, err := card.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"- 7 steps (all steps of the recipe).\n- Run from step 2 to 7: a processor, backend go, , commit 0123456789 with changes",
		"- The 2 steps before the first run in this list", "None was measured.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if data, err := json.Marshal(card); err != nil || !bytes.HasPrefix(data, []byte(`{"name":"mine","title":"a line of 3 inputs","sha256":"","format":"","weights":0,"recipe":{"kind"`)) ||
		!bytes.Contains(data, []byte(`"board_segments":0`)) {
		t.Errorf("%s, %v", data, err)
	}
}
