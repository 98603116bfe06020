package explain_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
)

// rectangular returns the shape of a side with rectangular regions of so many rows.
func rectangular(t testing.TB, side, rows int, diagonals bool) *board.Shape {
	t.Helper()
	regions := make([]int, side*side)
	cols := side / rows
	for c := range regions {
		regions[c] = c/side/rows*rows + c%side/cols
	}
	return shapeWith(t, side, board.Variant{Regions: regions, Diagonals: diagonals})
}

func shapeWith(t testing.TB, side int, v board.Variant) *board.Shape {
	t.Helper()
	s, err := board.ShapeWith(side, v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func jigsaw(t testing.TB) *board.Shape {
	t.Helper()
	regions, err := board.ParseRegions("111222222111134442155333442153353442555553346778888846777798666797798866999999866")
	if err != nil {
		t.Fatal(err)
	}
	return shapeWith(t, 9, board.Variant{Regions: regions})
}

// engine lists solutions and makes puzzles on one shape.
type engine struct {
	shape  *board.Shape
	solver *wide.Solver
	seeded *wide.Solver // for grids
}

func newEngine(t testing.TB, s *board.Shape) *engine {
	t.Helper()
	x := &engine{shape: s}
	var err error
	if x.solver, err = wide.New(s, wide.DefaultConfig()); err != nil {
		t.Fatal(err)
	}
	return x
}

// budget bounds the engine's search for a solution, in nodes.
const budget = 2000

// solutions returns the solutions of a board, and whether these are all: no more than limit, and found
// within a bound.
func (x *engine) solutions(t testing.TB, b board.Board, limit int) (all []board.Board, complete bool) {
	t.Helper()
	if err := x.solver.Begin(b); err != nil {
		t.Fatal(err)
	}
	for {
		switch x.solver.Next(budget) {
		case wide.Exhausted:
			return all, true
		case wide.Budget:
			return all, false
		case wide.Solution:
			if len(all) == limit {
				return all, false
			}
			all = append(all, x.solver.Solution().Clone())
		}
	}
}

// grid returns a full board by a seed.
func (x *engine) grid(t testing.TB, rng *rand.Rand) board.Board {
	t.Helper()
	if x.shape == board.Standard() {
		b := board.New(x.shape)
		generate.UniformGrid9(rng, (*[81]uint8)(b.Cells()))
		return b
	}
	if x.seeded == nil {
		cfg := wide.DefaultConfig()
		cfg.Seed = rng.Uint64() | 1
		var err error
		if x.seeded, err = wide.New(x.shape, cfg); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.seeded.Begin(board.New(x.shape)); err != nil {
		t.Fatal(err)
	}
	if x.seeded.Next(1e6) != wide.Solution {
		t.Fatalf("%v: no grid", x.shape)
	}
	// The solver may come to one grid each time; relabelling the digits makes others.
	b, to := x.seeded.Solution().Clone(), rng.Perm(x.shape.Side())
	for c := range b.Cells() {
		b.Set(c, to[b.At(c)-1]+1)
	}
	return b
}

// puzzle takes digits out of a grid, in random order, as long as it stays the only solution and more
// than some givens are left.
func (x *engine) puzzle(t testing.TB, rng *rand.Rand, givens int) (puzzle, grid board.Board) {
	t.Helper()
	grid = x.grid(t, rng)
	puzzle = grid.Clone()
	for _, c := range rng.Perm(x.shape.Cells()) {
		if puzzle.Filled() <= givens {
			break
		}
		puzzle.Set(c, 0)
		if all, complete := x.solutions(t, puzzle, 1); !complete || len(all) != 1 {
			puzzle.Set(c, grid.At(c))
		}
	}
	return puzzle, grid
}

// start is a position to walk from, with its one solution.
type start struct {
	e        *explain.Explainer
	p        *explain.Position
	solution board.Board
}

// starts are puzzles of all levels on several shapes, and the example of each technique.
func starts(t *testing.T) (all []start) {
	t.Helper()
	share := func(n int) int {
		if testing.Short() {
			return (n + 9) / 10
		}
		return n
	}
	for i, k := range []struct {
		shape           *board.Shape
		puzzles, givens int
	}{
		{board.Standard(), share(150), 0},
		{shapeWith(t, 4, board.Variant{}), share(10), 0},
		{rectangular(t, 6, 2, false), share(20), 0},
		{shapeWith(t, 9, board.Variant{Diagonals: true}), share(30), 0},
		{jigsaw(t), share(30), 0},
		{rectangular(t, 12, 3, true), share(5), 70},
		{shapeWith(t, 16, board.Variant{}), share(5), 120},
	} {
		e, err := explain.New(k.shape, explain.Options{Unique: true})
		if err != nil {
			t.Fatal(err)
		}
		x := newEngine(t, k.shape)
		for n := range k.puzzles {
			puzzle, grid := x.puzzle(t, rand.New(rand.NewPCG(uint64(i), uint64(7000+n))), k.givens)
			p, err := e.Position(puzzle, nil)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, start{e, p, grid})
		}
		if i > 0 {
			continue
		}
		for _, technique := range explain.Techniques() {
			example := technique.Info().Example
			p, err := e.Parse(example.Board, example.Struck)
			if err != nil {
				t.Fatal(err)
			}
			sols, complete := x.solutions(t, p.Board(), 1)
			if !complete || len(sols) != 1 {
				t.Fatalf("%v: the example has %d solutions", technique, len(sols))
			}
			all = append(all, start{e, p, sols[0]})
		}
	}
	return all
}

// TestWalk walks puzzles of all levels step by step and has the checker judge each step, and all others
// that the position has where singles do not go on.
func TestWalk(t *testing.T) {
	seen, levels, puzzles, next := map[explain.Technique]int{}, map[explain.Level]int{}, 0, 0
	for _, a := range starts(t) {
		puzzles++
		p := a.p
		sols := []board.Board{a.solution}
		level := explain.NoLevel
		for {
			s, err := a.e.Next(p)
			if errors.Is(err, explain.ErrSolved) {
				break
			}
			if err != nil {
				t.Fatalf("%v %s: %v", p.Board(), p.Struck(), err)
			}
			next++
			level = max(level, s.Technique.Info().Level)
			steps := []explain.Step{s}
			if s.Technique > explain.HiddenSingle && p.Shape().Side() <= 9 {
				if steps, err = a.e.All(p); err != nil {
					t.Fatal(err)
				}
			}
			for i := range steps {
				if err := checkStep(p, &steps[i], sols); err != nil {
					t.Fatalf("%v %v %s: %v\n%+v", p.Shape(), p.Board(), p.Struck(), err, steps[i])
				}
				seen[steps[i].Technique]++
			}
			p.Apply(&s)
		}
		levels[level]++
		if p.Board().String() != a.solution.String() {
			t.Fatalf("solved as %v, want %v", p.Board(), a.solution)
		}
	}
	t.Logf("%d puzzles, hardest steps of %v, %d next steps", puzzles, levels, next)
	for _, technique := range explain.Techniques() {
		t.Logf("%v: %d steps", technique, seen[technique])
		if seen[technique] == 0 {
			t.Errorf("no step of %v", technique)
		}
	}
	for level := explain.Easy; level <= explain.Extreme; level++ {
		if levels[level] == 0 && !testing.Short() {
			t.Errorf("no puzzle of level %v", level)
		}
	}
}

// TestCheckerCatches: the checker rejects steps that have been tampered with, of every technique.
func TestCheckerCatches(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	seen := map[explain.Technique]map[string]int{}
	for i, a := range starts(t) {
		if a.p.Shape().Side() > 9 {
			continue
		}
		rounds := 1
		if i < 20 {
			rounds = 100
		}
		for range rounds {
			s, err := a.e.Next(a.p)
			if err != nil {
				break
			}
			steps := []explain.Step{s}
			if s.Technique > explain.HiddenSingle {
				steps, _ = a.e.All(a.p)
			}
			for j := range steps {
				of := seen[steps[j].Technique]
				if of == nil { // by the kind of fault: how many were caught
					of = map[string]int{}
					seen[steps[j].Technique] = of
				}
				for name, bad := range tampered(rng, a.p, &steps[j], a.solution) {
					if checkStep(a.p, bad, []board.Board{a.solution}) != nil {
						of[name]++
					} else {
						t.Errorf("%v %s: %v: with %s it passes:\n%+v\n%+v", a.p.Board(), a.p.Struck(), steps[j].Technique, name, steps[j], *bad)
					}
				}
			}
			a.p.Apply(&s)
		}
	}
	for _, technique := range explain.Techniques() {
		if len(seen[technique]) < 3 {
			t.Errorf("%v: %d kinds of faults tried", technique, len(seen[technique]))
		}
		for name, n := range seen[technique] {
			t.Logf("%v with %s: %d caught", technique, name, n)
		}
	}
}

// tampered returns copies of a step, each with one fault.
func tampered(rng *rand.Rand, p *explain.Position, s *explain.Step, solution board.Board) map[string]*explain.Step {
	bad := map[string]*explain.Step{}
	change := func(name string, f func(c *explain.Step)) {
		c := s.Clone()
		f(&c)
		bad[name] = &c
	}
	// A candidate that the step leaves, true or false.
	pick := func(isTrue bool) (all []explain.Candidate) {
		for c := range p.Shape().Cells() {
			for d := range p.Marks(c).All() {
				x := explain.Candidate{Cell: c, Digit: d}
				if (solution.At(c) == d) == isTrue && !slices.Contains(s.Strikes, x) {
					all = append(all, x)
				}
			}
		}
		return all
	}
	for isTrue, name := range map[bool]string{true: "a true candidate struck", false: "a candidate struck too many"} {
		if all := pick(isTrue); len(all) > 0 {
			change(name, func(c *explain.Step) { c.Strikes = append(c.Strikes, all[rng.IntN(len(all))]) })
		}
	}
	if n := len(s.Candidates); n > 0 {
		change("a candidate left out", func(c *explain.Step) { i := rng.IntN(n); c.Candidates = slices.Delete(c.Candidates, i, i+1) })
	}
	if n := len(s.Links); n > 0 && s.Technique != explain.EmptyRectangle && s.Technique != explain.XYZWing {
		change("a link turned", func(c *explain.Step) { i := rng.IntN(n); c.Links[i].Strong = !c.Links[i].Strong })
	}
	if n := len(s.Units); n > 0 && s.Technique >= explain.LockedPair && s.Technique <= explain.Jellyfish {
		change("a unit left out", func(c *explain.Step) { c.Units = nil })
	}
	return bad
}
