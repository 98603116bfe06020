package weights_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
)

// thinkers have the embedded weights.
func thinkers(t *testing.T, p fused.Path) *candidate.Thinkers {
	t.Helper()
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	th, err := weights.Thinkers(m, p)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// mixed are boards that the network solves at once, after restarts, and not at all.
func mixed(t *testing.T) []board.Board {
	t.Helper()
	set, err := puzzles.TestSetOf("9x9-22-24")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := puzzles.HeldOut(t.Context(), set, 6, 0)
	if err != nil {
		t.Fatal(err)
	}
	return append(puzzles.Boards(samples), board.MustParse("12..34..2.4..3.1"),
		board.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
}

// TestTry: a first start is what Think does; what comes of a board does not depend on how many others there
// are before they are counted, and an answer that counts is the puzzle's solution.
func TestTry(t *testing.T) {
	boards := mixed(t)
	c := candidate.BreadthConfig{Depth: 16, Segment: 8, Breadth: 1, Scatter: 0.5, Seed: 3}
	for _, p := range fusedPaths() {
		th := thinkers(t, p)
		one, err := th.Try(t.Context(), c, boards, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := thoughts(t, p, candidate.ThinkConfig{Batch: 4, Segment: 8, Steps: 16}, boards, nil)
		for i := range boards {
			if one[i].Solved != want[i].Solved || one[i].Steps != want[i].Steps || !slices.Equal(one[i].Grid, want[i].Grid) {
				t.Errorf("%s: board %d: %+v, want %+v", p, i+1, one[i], want[i])
			}
		}
		broad := c
		broad.Breadth, broad.Jitter = 3, 0.05
		told := 0
		many, err := th.Try(t.Context(), broad, boards, func(done, _ int) { told = max(told, done) })
		if err != nil || told != len(boards) {
			t.Fatal(err, told)
		}
		again, err := th.Try(t.Context(), broad, boards[:3], nil)
		if err != nil || !reflect.DeepEqual(again, many[:3]) {
			t.Errorf("%s: fewer boards come out differently: %v", p, err)
		}
		for i, m := range many {
			full, err := board.FromCellsOn(boards[i].Shape(), m.Grid)
			if err != nil || m.Solved != (board.CheckSolution(boards[i], full) == nil) {
				t.Errorf("%s: board %d counts as solved: %v, %v", p, i+1, m.Solved, err)
			}
			if one[i].Solved && (!m.Solved || m.Starts != 1) || !m.Solved && (m.Starts != 3 || m.Steps != 3*16) {
				t.Errorf("%s: board %d has %+v, and %+v from one start", p, i+1, m, one[i])
			}
		}
	}
}

// TestBranch: nodes are bounded, more of them solve no fewer boards, answers are the engine's, and without a network no
// step is made.
func TestBranch(t *testing.T) {
	boards := mixed(t)
	th := thinkers(t, fused.Portable)
	by := bitboard.NewScalar()
	for _, guide := range candidate.Guides() {
		for _, broad := range []bool{false, true} {
			before := -1
			for _, nodes := range []int{0, 3, 40} {
				if guide != candidate.Unguided && nodes == 40 {
					continue
				}
				c := candidate.BranchConfig{Guide: guide, Nodes: nodes, Broad: broad, Depth: 8, Segment: 8, Starts: 1 + nodes%2, Scatter: 0.1, Seed: 2}
				got, err := th.Branch(t.Context(), c, boards, nil)
				if err != nil {
					t.Fatal(err)
				}
				solved := 0
				for i, b := range got {
					if b.Nodes > nodes || (guide == candidate.Unguided) != (b.Steps == 0) && !b.Solved {
						t.Errorf("%+v: board %d took %d nodes and %d steps", c, i+1, b.Nodes, b.Steps)
					}
					if !b.Solved {
						continue
					}
					solved++
					full, err := board.FromCellsOn(boards[i].Shape(), b.Grid)
					if err != nil || board.CheckSolution(boards[i], full) != nil {
						t.Errorf("%+v: board %d: no solution %v", c, i+1, full)
					}
					if boards[i].Shape() == board.Standard() {
						p := bitboard.Cells(boards[i].Cells())
						if by.CountUpTo(&p, 2) != 1 || !slices.Equal(by.First()[:], b.Grid) {
							t.Errorf("%+v: board %d: another solution than the engine's", c, i+1)
						}
					}
				}
				if solved < before {
					t.Errorf("%+v: %d boards, fewer nodes solve %d", c, solved, before)
				}
				before = solved
			}
			if guide == candidate.Unguided && before < len(boards)-1 {
				t.Errorf("40 nodes without a network solve %d of %d boards, want all but one at least", before, len(boards))
			}
		}
	}
}

// TestThinkersMisuse: what has no meaning is refused, and the end of a context is its error.
func TestThinkersMisuse(t *testing.T) {
	th := thinkers(t, fused.Portable)
	boards := mixed(t)[:1]
	for _, c := range []candidate.BreadthConfig{
		{Depth: 8, Segment: 0, Breadth: 1},
		{Depth: 9, Segment: 8, Breadth: 1},
		{Depth: 8, Segment: 8},
		{Depth: 8, Segment: 8, Breadth: 1, Scatter: -1},
	} {
		if _, err := th.Try(t.Context(), c, boards, nil); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	for _, c := range []candidate.BranchConfig{
		{Guide: "all"},
		{Guide: candidate.Unguided, Nodes: -1},
		{Guide: candidate.Ordering, Depth: 0, Segment: 8, Starts: 1},
		{Guide: candidate.Ordering, Depth: 8, Segment: 8},
	} {
		if _, err := th.Branch(t.Context(), c, boards, nil); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
	if _, err := th.Try(t.Context(), candidate.DefaultBreadth(), []board.Board{{}}, nil); err == nil {
		t.Error("the zero Board is taken")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := th.Try(ended, candidate.DefaultBreadth(), boards, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of an ended context", err)
	}
	if _, err := th.Branch(ended, candidate.BranchConfig{Guide: candidate.Finishing, Depth: 8, Segment: 8, Starts: 1}, boards, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of an ended context", err)
	}
	literal, err := weights.Load("literal")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := weights.Thinkers(literal, fused.Portable); err == nil {
		t.Error("the document's network thinks")
	}
}

// A hard puzzle, with up to eight starts, of which any that checks will do.
func ExampleThinkers() {
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		fmt.Println(err)
		return
	}
	thinkers, err := weights.Thinkers(m, fused.Portable)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := candidate.DefaultBreadth()
	c.Breadth = 8
	puzzle := board.MustParse("12..34..2.4..3.1")
	tries, err := thinkers.Try(context.Background(), c, []board.Board{puzzle}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%v %d %v\n", tries[0].Solved, tries[0].Starts, tries[0].Grid)
	// Output: true 1 [1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1]
}
