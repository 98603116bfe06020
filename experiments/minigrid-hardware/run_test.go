package minigridhardware

import (
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/minigrid/tensorphase"
)

// TestCommitted: what the smoke profile found. No board differs there, whatever its time.
func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set {
		for _, reading := range readings {
			p := string(reading) + " "
			if r.Value(p+"boxes same") != r.Value(p+"boxes") || r.Value(p+"answers same") != r.Value(p+"answered") || r.Texts[p+"difference"] != "" {
				t.Errorf("%s, %s: %s", r.Case, reading, r.Texts[p+"difference"])
			}
		}
	}
}

const (
	puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	other  = "36.124..9....5..4181.6....2..7....636429357...8347.29543..8.1.7.7..615..2..7.3986"
)

// TestDifferencesAreSeen: the comparison is of fillings and answers, not of numbers alone.
func TestDifferencesAreSeen(t *testing.T) {
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("the plan has no Config")
	}
	choice, err := backend.Open(t.Context(), accel.NameGo)
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	lister, err := tensorphase.New(choice.Backend, cfg.Tensors)
	if err != nil {
		t.Fatal(err)
	}
	defer lister.Close()
	b := board.MustParse(puzzle)
	m, err := minigrid.Mask(b)
	if err != nil {
		t.Fatal(err)
	}
	p, err := minigrid.Permute(t.Context(), m, cfg.Method)
	if err != nil {
		t.Fatal(err)
	}
	out, err := lister.List(t.Context(), m, minigrid.Lines)
	if err != nil {
		t.Fatal(err)
	}
	for box := range 9 {
		if !sameBox(p, out, box) {
			t.Errorf("box %d differs", box+1)
		}
	}
	copy(out.Digits[0][:9], out.Digits[0][9:18]) // one filling twice, another missing
	out.Sizes[1]++
	out.Digits[2] = out.Digits[2][9:]
	for box := range 3 {
		if sameBox(p, out, box) {
			t.Errorf("box %d passes for the same", box+1)
		}
	}
	out.Digits = nil
	if sameBox(p, out, 4) {
		t.Error("an empty list passes for the same")
	}

	// Answers from lists of another board.
	m2, err := minigrid.Mask(board.MustParse(other))
	if err != nil {
		t.Fatal(err)
	}
	p2, err := minigrid.Permute(t.Context(), m2, cfg.Method)
	if err != nil {
		t.Fatal(err)
	}
	tl := &tally{cfg: cfg}
	if err := tl.goOn(t.Context(), b, p, p); err != nil || tl.right != 1 || tl.solutions != 1 {
		t.Errorf("the same list: %+v, %v", tl, err)
	}
	if err := tl.goOn(t.Context(), b, p, p2); err == nil && tl.right != 1 {
		t.Error("solutions of another board pass for the same")
	}
}
