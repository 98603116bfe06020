package minigridphases

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/minigrid"
)

const small = "1......1.....2.."

func TestCompleteAndAllowed(t *testing.T) {
	b := board.MustParse(small)
	full := printed.List(b, 0, false)
	if !complete(b, &full) {
		t.Error("the whole listing is not complete")
	}
	for name, spoilt := range map[string]func(l *printed.Box){
		"one missing": func(l *printed.Box) { l.Count--; l.Digits = l.Digits[:len(l.Digits)-4] },
		"one twice":   func(l *printed.Box) { copy(l.Digits[4:], l.Digits[:4]) },
		"no given":    func(l *printed.Box) { copy(l.Digits[20:], []uint8{4, 3, 2, 1}) },
		"digit twice": func(l *printed.Box) { l.Digits[22] = 2 },
	} {
		l := full
		l.Digits = slices.Clone(full.Digits)
		spoilt(&l)
		if complete(b, &l) {
			t.Errorf("%s: complete", name)
		}
	}
	if got, masks := allowed(b, &full), printed.List(b, 0, true); !slices.Equal(got, masks.Digits) {
		t.Errorf("allowed %v, listed %v", got, masks.Digits)
	}
}

func TestEqualSeesDifferences(t *testing.T) {
	b := board.MustParse(small)
	cfg := minigrid.DefaultConfig()
	p, err := minigrid.PermuteBoard(t.Context(), b, cfg)
	if err != nil {
		t.Fatal(err)
	}
	same, other := printed.List(b, 0, true), printed.List(b, 0, false)
	if err := equal(p, 0, &same); err != nil {
		t.Error(err)
	}
	if equal(p, 0, &other) == nil {
		t.Error("another listing passes for equal")
	}
	same.Digits[2], same.Digits[3] = same.Digits[3], same.Digits[2]
	if equal(p, 0, &same) == nil {
		t.Error("another filling passes for equal")
	}
}

const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func TestSpoilLeavesNoSolution(t *testing.T) {
	b := board.MustParse(puzzle)
	s, err := dlx.NewSolver(encode.ExactCover(b.Shape()), dlx.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	spoilt, err := spoil(t.Context(), rand.New(rand.NewPCG(1, 2)), b, 100, s)
	if err != nil || spoilt.IsZero() {
		t.Fatalf("%v, %v", spoilt, err)
	}
	changed := 0
	for cell := range b.Cells() {
		if b.At(cell) != spoilt.At(cell) {
			changed++
		}
	}
	res, err := s.Solve(t.Context(), encode.Options(nil, spoilt), dlx.Limits{})
	if err != nil || changed != 1 || len(board.Conflicts(spoilt)) > 0 || res.Solutions != 0 {
		t.Errorf("%d cells changed, %d solutions, conflicts %v, %v", changed, res.Solutions, board.Conflicts(spoilt), err)
	}
}

func TestAmbiguousCountsInRange(t *testing.T) {
	b := board.MustParse(puzzle)
	many, count, err := ambiguous(t.Context(), rand.New(rand.NewPCG(1, 2)), b, 100, 1000)
	if err != nil || count < 100 || count > 1000 {
		t.Fatalf("%d solutions, %v", count, err)
	}
	g, err := pruned(t.Context(), Config{Method: minigrid.DefaultConfig()}, many)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]*extraction{}
	if err := extract(t.Context(), by, many, g, count); err != nil {
		t.Error(err)
	}
	if by[severalClass] == nil || by[severalClass].solutions != count {
		t.Errorf("%+v", by)
	}
	if extract(t.Context(), by, many, g, count+1) == nil {
		t.Error("a wrong number of solutions is accepted")
	}
}
