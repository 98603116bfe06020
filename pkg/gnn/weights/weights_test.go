package weights_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/record"
	"sudokulab/pkg/safetensors"
)

// TestEmbedded: every set of weights loads, is small, and tells an easy puzzle's digits: the
// candidate network all of them, a network of the document most.
func TestEmbedded(t *testing.T) {
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	names := weights.Names()
	if len(names) == 0 {
		t.Fatal("no weights are embedded")
	}
	for _, name := range names {
		m, err := weights.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, tensor := range m.Tensors {
			size += len(tensor.Data)
		}
		if size > 4<<20 {
			t.Errorf("%s: %d bytes of numbers, want 4 MiB at most", name, size)
		}
		if m.Card.Name != name || m.Card.Weights != parameters(m.Card.Recipe) || m.Card.Training.Steps == 0 {
			t.Errorf("%s: card of %q with %d weights after %d steps, the network has %d", name, m.Card.Name, m.Card.Weights,
				m.Card.Training.Steps, parameters(m.Card.Recipe))
		}
		text, err := m.Card.Text()
		if err != nil {
			t.Fatal(err)
		}
		if written, err := os.ReadFile(filepath.Join("embedded", name+weights.TextEnding)); err != nil || string(written) != text {
			t.Errorf("%s: the card's text is not that of its JSON (%v)", name, err)
		}
		predictor, err := m.Predictor(choice.Backend, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
		grid := "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
		said, err := predictor.Predict(t.Context(), []board.Board{puzzle})
		predictor.Close()
		if err != nil {
			t.Fatal(err)
		}
		right, least := 0, 41 // of 51 empty cells
		if m.Card.Recipe.Model() == weights.Candidate {
			least = 51
		}
		for cell, d := range puzzle.Cells() {
			row := said[0].P[cell*9 : cell*9+9]
			if d == 0 && slices.Index(row, slices.Max(row))+1 == int(grid[cell]-'0') {
				right++
			}
		}
		if right < least {
			t.Errorf("%s: %d of 51 empty cells of an easy puzzle are right, want %d", name, right, least)
		}
	}
}

// TestWriteOpen: what is written is read again, and what does not fit together is refused.
func TestWriteOpen(t *testing.T) {
	m, err := weights.Load(weights.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	stem := filepath.Join(t.TempDir(), "w")
	if err := weights.Write(stem, m.Card, m.Tensors, safetensors.BF16); err != nil {
		t.Fatal(err)
	}
	again, err := weights.Open(stem + weights.TensorsEnding)
	if err != nil {
		t.Fatal(err)
	}
	if again.Card.Format != string(safetensors.BF16) || len(again.Tensors) != len(m.Tensors) {
		t.Errorf("format %s and %d tensors, want BF16 and %d", again.Card.Format, len(again.Tensors), len(m.Tensors))
	}
	for _, tensor := range m.Tensors {
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
		_, err := weights.Open(filepath.Join(dir, "w"+weights.TensorsEnding))
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
	refused("a flipped bit", "card of other weights", func(dir string) {
		edit(dir, weights.TensorsEnding, func(b []byte) []byte { b[len(b)-1] ^= 1; return b })
	})
	refused("a card cut short", "w.json", func(dir string) {
		edit(dir, weights.CardEnding, func(b []byte) []byte { return b[:len(b)/2] })
	})
	refused("a card of another network", "has shape", func(dir string) {
		edit(dir, weights.CardEnding, func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"hidden": `), []byte(`"hidden": 1`), 1)
		})
	})
	refused("no card", "no such file", func(dir string) {
		if err := os.Remove(filepath.Join(dir, "w"+weights.CardEnding)); err != nil {
			t.Fatal(err)
		}
	})
	if err := weights.Write(stem, m.Card, m.Tensors[1:], safetensors.F32); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("weights without a variable: error %v", err)
	}
	if _, err := weights.Load("nobody"); err == nil || !strings.Contains(err.Error(), weights.Names()[0]) {
		t.Errorf("an unknown name: error %v, want one that lists the names", err)
	}
}

// TestRuns: runs are listed in their order.
func TestRuns(t *testing.T) {
	dir := t.TempDir()
	if runs, err := weights.ReadRuns(dir); err != nil || runs != nil {
		t.Fatalf("%v and %v in an empty folder", runs, err)
	}
	for i := range 2 {
		if err := weights.AppendRun(dir, weights.Run{Provenance: record.Provenance{Commit: "c"}, From: 10 * i, To: 10*i + 10}); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := weights.ReadRuns(dir)
	if err != nil || len(runs) != 2 || runs[1].From != 10 {
		t.Fatalf("%+v and %v", runs, err)
	}
	if err := os.WriteFile(filepath.Join(dir, weights.RunsName), []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := weights.AppendRun(dir, weights.Run{}); err == nil {
		t.Error("a damaged list is overwritten")
	}
}

// parameters counts the values of a network's variables.
func parameters(r weights.Recipe) int {
	total := 0
	for _, shape := range r.Shapes() {
		n := 1
		for _, d := range shape {
			n *= d
		}
		total += n
	}
	return total
}

// TestOpenBounded: a file that is too large is refused before it is in memory.
func TestOpenBounded(t *testing.T) {
	m, err := weights.Load(weights.Names()[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, ending := range []string{weights.TensorsEnding, weights.CardEnding} {
		stem := filepath.Join(t.TempDir(), "w")
		if err := errors.Join(weights.Write(stem, m.Card, m.Tensors, safetensors.F16), os.Truncate(stem+ending, 30<<30)); err != nil {
			t.Fatal(err)
		}
		if _, err := weights.Open(stem + weights.TensorsEnding); err == nil || !strings.Contains(err.Error(), stem+ending+": it has 32212254720 bytes, want at most") {
			t.Errorf("%s: %v", ending, err)
		}
	}
}
