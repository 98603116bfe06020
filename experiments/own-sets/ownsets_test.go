package ownsets

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

var update = flag.Bool("update", false, "write the sets into pkg/corpus/own")

var ownDir = filepath.Join("..", "..", "pkg", "corpus", "own")

// TestOwnSets re-makes the first puzzles of each embedded set, all of them in a long run,
// and compares bytes.
func TestOwnSets(t *testing.T) {
	if *update {
		if err := Write(t.Context(), ownDir); err != nil {
			t.Fatal(err)
		}
	}
	list, err := os.Open(filepath.Join(ownDir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = list.Close() }()
	entries, err := corpus.ParseOwnManifest(list)
	if err != nil {
		t.Fatal(err)
	}
	recipes := Recipes()
	if len(entries) != len(recipes) {
		t.Fatalf("%d sets in the list, %d recipes; run with -update", len(entries), len(recipes))
	}
	for i, r := range recipes {
		t.Run(r.ID, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join(ownDir, r.ID+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			if got := r.entry(want); got != entries[i] {
				t.Errorf("list has %+v, the text and the recipe give %+v", entries[i], got)
			}
			n := r.Puzzles
			if testing.Short() {
				n = max(n/20, 2)
			}
			got, err := r.Text(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			if lines := bytes.Count(got, []byte("\n")); lines != n+2 {
				t.Errorf("%d lines for %d puzzles and two of comment", lines, n)
			}
			if !bytes.HasPrefix(want, got) || n == r.Puzzles && len(got) != len(want) {
				t.Errorf("the recipe no longer makes the embedded set; if that is meant, run with -update")
			}
		})
	}
}

func TestMakeRefuses(t *testing.T) {
	if _, err := Make(t.Context(), "own-nothing"); err == nil || !strings.Contains(err.Error(), "own-easy") {
		t.Errorf("unknown id: %v, want the ids listed", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, r := range Recipes() {
		if _, err := Make(ctx, r.ID); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want the cancellation", r.ID, err)
		}
		for _, n := range []int{0, r.Puzzles + 1} {
			if _, err := r.Text(t.Context(), n); err == nil {
				t.Errorf("%s: no error for %d puzzles", r.ID, n)
			}
		}
	}
}

// sample returns some of a set's puzzles: a few in a short run.
func sample(t *testing.T, id string, n int) []corpus.Item {
	t.Helper()
	if testing.Short() {
		n = max(n/10, 2)
	}
	items, err := new(corpus.Store).Sample(t.Context(), id, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// The oracle shares no code with what made the sets.
func TestCountsAgainstOracle(t *testing.T) {
	for _, r := range Recipes() {
		n := map[int]int{4: 100, 9: 100, 16: 10, 25: 2}[r.Side]
		for _, it := range sample(t, r.ID, n) {
			want := it.Count
			if r.Unique == corpus.UniqueYes {
				want = 1
			}
			got, first, complete := solvertest.Count(it.Board, maxCount+1, 20_000_000)
			if got != want || !complete {
				t.Errorf("%s: puzzle %d has %d solutions (search complete: %t), want %d", r.ID, it.Index, got, complete, want)
			}
			if want > 0 {
				if err := board.CheckSolution(it.Board, first); err != nil {
					t.Errorf("%s: puzzle %d: %v", r.ID, it.Index, err)
				}
			}
		}
	}
}

// What the descriptions say of techniques and givens.
func TestDescriptions(t *testing.T) {
	naked, both := generate.NakedSingles(), generate.Singles()
	for id, want := range map[string]struct {
		naked, both bool // solved by naked singles, by naked and hidden singles
		low, high   int
	}{
		"own-easy":         {true, true, 42, 45},
		"own-medium":       {true, true, 36, 40},
		"own-hard":         {true, true, 32, 36},
		"own-16x16":        {true, true, 114, 126},
		"own-16x16-search": {false, false, 110, 120},
		"own-25x25":        {true, true, 278, 308},
	} {
		for _, it := range sample(t, id, 1000) {
			if naked(it.Board) != want.naked || both(it.Board) != want.both {
				t.Errorf("%s: puzzle %d is of another difficulty", id, it.Index)
			}
			if g := it.Board.Filled(); g < want.low || g > want.high {
				t.Errorf("%s: puzzle %d has %d givens, want %d to %d", id, it.Index, g, want.low, want.high)
			}
		}
	}
	e := engine.CSP(engine.DefaultCSP())
	for _, it := range sample(t, "own-16x16-search", 20) {
		res, err := e.Solve(t.Context(), it.Board, solver.Limits{Nodes: searchNodes})
		if err != nil || res.Status != solver.Unique || res.Stats.Nodes == 0 {
			t.Errorf("own-16x16-search: puzzle %d is %v after %d nodes, %v", it.Index, res.Status, res.Stats.Nodes, err)
		}
	}
	for _, it := range sample(t, "own-4x4", 1000) {
		if g := it.Board.Filled(); g < 4 || g > 8 {
			t.Errorf("own-4x4: puzzle %d has %d givens", it.Index, g)
		}
	}
}

func TestMinimalPuzzles(t *testing.T) {
	naked, both := generate.NakedSingles(), generate.Singles()
	counter := solvertest.NewPlain9()
	items := sample(t, "own-minimal", 1000)
	nakedSolve, bothSolve := 0, 0
	for _, it := range items {
		for cell, d := range it.Board.Cells() {
			if d == 0 {
				continue
			}
			it.Board.Set(cell, 0)
			if count(counter, it.Board, 2) != 2 {
				t.Errorf("puzzle %d does not need its given at %s", it.Index, it.Board.Shape().CellName(cell))
			}
			it.Board.Set(cell, int(d))
		}
		if naked(it.Board) {
			nakedSolve++
		}
		if both(it.Board) {
			bothSolve++
		}
	}
	t.Logf("of %d, naked singles solve %d, naked and hidden singles %d", len(items), nakedSolve, bothSolve)
	if nakedSolve*20 > len(items) {
		t.Errorf("naked singles solve %d of %d, want at most one in twenty", nakedSolve, len(items))
	}
}

func TestMixedBoards(t *testing.T) {
	items, err := new(corpus.Store).Select(t.Context(), "own-mixed", corpus.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	counter := solvertest.NewPlain9()
	kinds, conflicts, sameKind := [3]int{}, 0, 0
	for i, it := range items {
		kind := min(it.Count, 2)
		kinds[kind]++
		if i > 0 && kind == min(items[i-1].Count, 2) {
			sameKind++
		}
		if got := count(counter, it.Board, maxCount+1); got != it.Count || got > maxCount {
			t.Errorf("board %d has %d solutions, the set says %d", it.Index, got, it.Count)
		}
		if clash := len(board.Conflicts(it.Board)) > 0; clash {
			conflicts++
			if it.Count > 0 {
				t.Errorf("board %d has conflicts and is said to have solutions", it.Index)
			}
		}
		if it.Solution.IsZero() != (it.Count == 0) {
			t.Errorf("board %d: a solution is stated of %d", it.Index, it.Count)
		}
	}
	if kinds != [3]int{200, 200, 200} {
		t.Errorf("kinds %v, want 200 each", kinds)
	}
	if conflicts == 0 || conflicts > 100 {
		t.Errorf("%d boards have visible conflicts, want about 50", conflicts)
	}
	// In random order a third of the neighbours are of one kind.
	if sameKind < 130 || sameKind > 270 {
		t.Errorf("%d neighbours of one kind, want about 200", sameKind)
	}
	t.Logf("kinds %v, %d with conflicts", kinds, conflicts)
}
