package weights_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/weights"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
)

// TestEmbedded: every set of weights loads, is small, and tells an easy puzzle's digits: the
// candidate network all of them, a network of the document most.
func TestEmbedded(t *testing.T) {
	choice := acceltest.Choose(t)
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
		if written, err := os.ReadFile(filepath.Join("embedded", name+learned.TextEnding)); err != nil || string(written) != text {
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

// TestUnknown: the error of an unknown name lists the embedded ones, and that of a card of
// another network says what does not fit.
func TestUnknown(t *testing.T) {
	if _, err := weights.Load("nobody"); err == nil || !strings.Contains(err.Error(), weights.Names()[0]) {
		t.Errorf("an unknown name: error %v, want one that lists the names", err)
	}
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	m.Card.Recipe.Network.Hidden++
	stem := filepath.Join(t.TempDir(), "w")
	if err := learned.Write(stem, m.Card, m.Tensors, safetensors.BF16); err == nil || !strings.Contains(err.Error(), "has shape") {
		t.Errorf("a wider network: %v", err)
	}
	m.Card.Recipe.Network.Hidden = 0
	if err := learned.Write(stem, m.Card, m.Tensors, safetensors.BF16); err == nil || !strings.Contains(err.Error(), "hidden") {
		t.Errorf("a network that cannot be: %v", err)
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
