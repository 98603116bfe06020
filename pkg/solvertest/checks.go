package solvertest

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// checkOptions: the options name sides and cases that exist, and leave something to test.
func (x *suite) checkOptions(r reporter) {
	all := slices.Concat(Cases(), VariantCases())
	for _, name := range x.o.Exclude {
		if !slices.ContainsFunc(all, func(c Case) bool { return c.Name == name }) {
			r.Errorf("excluded case %q does not exist", name)
		}
	}
	for _, side := range x.o.sides() {
		if !slices.ContainsFunc(all, func(c Case) bool { return c.Puzzle.Shape().Side() == side && c.Puzzle.Shape().Plain() }) {
			r.Errorf("no case of side %d", side)
		}
	}
	if len(x.cases) == 0 {
		r.Errorf("no case is left to test")
	}
}

// checkName: the name is a key in records, so it must exist and stay.
func (x *suite) checkName(r reporter) {
	if name := x.s.Name(); name == "" || name != x.s.Name() {
		r.Errorf("name %q, then %q", name, x.s.Name())
	}
}

// checkVerdicts: without limits, which asks for a proof of uniqueness.
func (x *suite) checkVerdicts(r reporter) {
	for _, c := range x.cases {
		x.expect(r, c, solver.Limits{})
	}
}

// checkFirstSolution: asked for one solution, an engine does not look for others.
func (x *suite) checkFirstSolution(r reporter) {
	for _, c := range x.cases {
		x.expect(r, c, solver.Limits{Solutions: 1})
	}
}

// checkSolutionLimits: limits below, at and above the number of solutions.
func (x *suite) checkSolutionLimits(r reporter) {
	for _, c := range x.cases {
		limits := []int{3, 50}
		if c.Solutions > 2 {
			limits = append(limits, c.Solutions-1, c.Solutions, c.Solutions+1)
		}
		for _, limit := range limits {
			x.expect(r, c, solver.Limits{Solutions: limit})
		}
	}
}

// checkPuzzleUnchanged: Solve reads its puzzle only.
func (x *suite) checkPuzzleUnchanged(r reporter) {
	for _, c := range x.cases {
		puzzle := c.Puzzle.Clone()
		if _, err := x.s.Solve(context.Background(), puzzle, solver.Limits{}); err != nil {
			r.Errorf("%s: error: %v", c.Name, err)
		}
		if !puzzle.Equal(c.Puzzle) {
			r.Errorf("%s: the puzzle is now %v", c.Name, puzzle)
		}
	}
}

// checkGridKept: a grid belongs to the caller. A later run does not write to it, and the
// caller may.
func (x *suite) checkGridKept(r reporter) {
	type kept struct {
		name       string
		grid, copy board.Board
	}
	var grids []kept
	for _, c := range x.cases {
		if res, ok := x.solve(r, c.Name, c.Puzzle, solver.Limits{}); ok && !res.Grid.IsZero() {
			grids = append(grids, kept{c.Name, res.Grid, res.Grid.Clone()})
		}
	}
	for _, k := range grids {
		if !k.grid.Equal(k.copy) {
			r.Errorf("%s: a later run changed the grid to %v", k.name, k.grid)
		}
	}
	for _, k := range grids {
		clear(k.grid.Cells())
	}
	for _, c := range x.cases {
		x.expect(r, c, solver.Limits{})
	}
}

// checkRepeat: the same puzzle, with other work between, gives the same result to the last
// counter.
func (x *suite) checkRepeat(r reporter) {
	first := make([]solver.Result, len(x.cases))
	for i, c := range x.cases {
		first[i], _ = x.solve(r, c.Name, c.Puzzle, solver.Limits{})
	}
	for i, c := range slices.Backward(x.cases) {
		second, _ := x.solve(r, c.Name, c.Puzzle, solver.Limits{})
		if fault := differ(first[i], second); fault {
			r.Errorf("%s: first %+v, then %+v", c.Name, first[i], second)
		}
	}
}

// differ compares all of two results but the time they took.
func differ(a, b solver.Result) bool {
	a.Stats.Elapsed, b.Stats.Elapsed = 0, 0
	return !reflect.DeepEqual(a, b)
}

// checkNodeLimit: with exactly the nodes that a run needed, it ends as before; with fewer,
// it is capped and has used no more than allowed.
func (x *suite) checkNodeLimit(r reporter) {
	if x.o.NoNodes {
		return
	}
	tried := 0
	for _, c := range x.cases {
		free, ok := x.solve(r, c.Name, c.Puzzle, solver.Limits{})
		n := free.Stats.Nodes
		if !ok || n < 2 || free.Status == solver.Capped {
			continue
		}
		tried++
		exact, ok := x.solve(r, c.Name, c.Puzzle, solver.Limits{Nodes: n})
		if ok && differ(free, exact) {
			r.Errorf("%s: %+v, but with the %d nodes that it took as the limit %+v", c.Name, free, n, exact)
		}
		for _, limit := range []int64{1, n / 2, n - 1} {
			res, ok := x.solve(r, c.Name, c.Puzzle, solver.Limits{Nodes: limit})
			if !ok {
				continue
			}
			if res.Stats.Nodes > limit {
				r.Errorf("%s: %d nodes, limit %d", c.Name, res.Stats.Nodes, limit)
			}
			if res.Status != solver.Capped {
				r.Errorf("%s: status %v after %d of %d nodes", c.Name, res.Status, res.Stats.Nodes, n)
			}
		}
	}
	if tried == 0 {
		r.Errorf("no case took two nodes or more: does the engine count them?")
	}
}

// checkOtherBoards: boards that the engine does not take are errors. The zero Board is for
// all engines; for boards of other sides and variants a right answer will do too.
func (x *suite) checkOtherBoards(r reporter) {
	if res, err := x.s.Solve(context.Background(), board.Board{}, solver.Limits{}); err == nil {
		r.Errorf("the zero Board: %+v and no error", res)
	}
	for _, c := range slices.Concat(Cases(), VariantCases()) {
		// Full grids only: an engine that does take them needs no search for these.
		if x.o.takes(c.Puzzle.Shape()) || !c.Puzzle.Full() {
			continue
		}
		res, err := x.s.Solve(context.Background(), c.Puzzle.Clone(), solver.Limits{})
		if err != nil {
			continue
		}
		fault := consistent(c.Puzzle, 2, res)
		if fault == "" {
			fault = x.o.verdict(c.Solutions, 2, res)
		}
		if fault != "" {
			r.Errorf("%s, a shape that the options leave out: %s", c.Name, fault)
		}
	}
}

// checkSymmetry: two images of each board, the same on every run.
func (x *suite) checkSymmetry(r reporter) {
	rng := rand.New(rand.NewPCG(4, 5))
	for range 2 {
		x.metamorphic(r, rng)
	}
}
