package explain

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
)

// onUniqueness are the techniques that rest on the puzzle's having one solution.
var onUniqueness = []Technique{BUGPlusOne, UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4}

// deadly lists the rectangles of two rows and two columns in which two digits could change places, as
// the corners round the rectangle: each unit has of the first and third corner as many as of the others,
// and never two.
func deadly(shape *board.Shape) (all [][4]int) {
	n := shape.Side()
	for r1 := range n {
		for r2 := r1 + 1; r2 < n; r2++ {
			for c1 := range n {
				for c2 := c1 + 1; c2 < n; c2++ {
					q := [4]int{shape.Cell(r1, c1), shape.Cell(r1, c2), shape.Cell(r2, c2), shape.Cell(r2, c1)}
					swaps := true
					for _, unit := range shape.Units() {
						var in [2]int
						for i, c := range q {
							if slices.Contains(unit, c) {
								in[i%2]++
							}
						}
						swaps = swaps && in[0] == in[1] && in[0] < 2
					}
					if swaps {
						all = append(all, q)
					}
				}
			}
		}
	}
	return all
}

// blocked reports whether a digit of the pair is in a cell that sees the corner.
func (x *plain) blocked(p *Position, c int, pair board.Digits) bool {
	for _, q := range x.s.Peers(c) {
		if d := p.At(q); d != 0 && pair.Has(d) {
			return true
		}
	}
	return false
}

// unique does what a technique that rests on uniqueness does, by its definition.
func (x *plain) unique(p *Position, rectangles [][4]int, technique Technique) doings {
	out := doings{}
	if technique == BUGPlusOne {
		x.grave(out)
		return out
	}
	n := x.s.Side()
	for _, q := range rectangles {
		if slices.ContainsFunc(q[:], func(c int) bool { return !x.empty(c) }) {
			continue
		}
		for a := 1; a <= n; a++ {
			for b := a + 1; b <= n; b++ {
				pair := board.Digits(0).With(a).With(b)
				var floor, roof []int // indices of corners
				for i, c := range q {
					if x.marks[c] == pair {
						floor = append(floor, i)
					} else if x.marks[c]&^pair != 0 { // a corner with one digit of the pair is a single
						roof = append(roof, i)
					}
				}
				if len(floor) < 2 || len(floor)+len(roof) < 4 || len(roof) == 0 ||
					slices.ContainsFunc(q[:], func(c int) bool { return x.blocked(p, c, pair) }) {
					continue
				}
				if technique == UniqueRectangle1 && len(floor) == 3 {
					for d := range (x.marks[q[roof[0]]] & pair).All() {
						x.note(out, "strike", q[roof[0]], d)
					}
				}
				if len(floor) != 2 || (floor[1]-floor[0])%2 == 0 {
					continue
				}
				r, s := q[roof[0]], q[roof[1]]
				switch technique {
				case UniqueRectangle2:
					x.rectangle2(out, pair, r, s)
				case UniqueRectangle3:
					x.rectangle3(out, pair, r, s)
				case UniqueRectangle4:
					x.rectangle4(out, pair, r, s)
				}
			}
		}
	}
	return out
}

func (x *plain) rectangle2(out doings, pair board.Digits, r, s int) {
	more := (x.marks[r] | x.marks[s]) &^ pair
	if more.Count() != 1 {
		return
	}
	for c, m := range x.marks {
		if m.Has(more.First()) && x.sees(c, []int{r, s}) {
			x.note(out, "strike", c, more.First())
		}
	}
}

func (x *plain) rectangle3(out doings, pair board.Digits, r, s int) {
	more := slices.Collect(((x.marks[r] | x.marks[s]) &^ pair).All())
	for _, unit := range x.s.Units() {
		if !slices.Contains(unit, r) || !slices.Contains(unit, s) {
			continue
		}
		var pool []int
		for _, c := range unit {
			if c != r && c != s && x.empty(c) && x.marks[c]&pair == 0 {
				pool = append(pool, c)
			}
		}
		for size := 1; size <= min(6, len(pool)); size++ {
			for _, choice := range choices(len(pool), size) {
				sets, cells := [][]int{more}, []int{r, s}
				for _, i := range choice {
					cells = append(cells, pool[i])
					sets = append(sets, slices.Collect(x.marks[pool[i]].All()))
				}
				digits := union(sets)
				if len(digits) != size+1 || !tight(sets) {
					continue
				}
				for c := range x.marks {
					for _, d := range digits {
						if x.marks[c].Has(d) && x.sees(c, cells) {
							x.note(out, "strike", c, d)
						}
					}
				}
			}
		}
	}
}

func (x *plain) rectangle4(out doings, pair board.Digits, r, s int) {
	for d := range pair.All() {
		for _, unit := range x.s.Units() {
			if at := x.places(unit, d); len(at) != 2 || !slices.Contains(at, r) || !slices.Contains(at, s) {
				continue
			}
			for e := range pair.Without(d).All() {
				for _, c := range []int{r, s} {
					if x.marks[c].Has(e) {
						x.note(out, "strike", c, e)
					}
				}
			}
		}
	}
}

// grave takes each candidate away in turn and asks whether a bivalue universal grave is left.
func (x *plain) grave(out doings) {
	for c, m := range x.marks {
		for d := range m.All() {
			x.marks[c] = m.Without(d)
			if m.Count() == 3 && x.isGrave() {
				for e := range x.marks[c].All() {
					x.note(out, "strike", c, e)
				}
			}
			x.marks[c] = m
		}
	}
}

// isGrave reports that each empty cell has two candidates, and each digit two places in each unit or
// none.
func (x *plain) isGrave() bool {
	for c, m := range x.marks {
		if x.empty(c) && m.Count() != 2 {
			return false
		}
	}
	for _, unit := range x.s.Units() {
		for d := 1; d <= x.s.Side(); d++ {
			if at := len(x.places(unit, d)); at != 0 && at != 2 {
				return false
			}
		}
	}
	return true
}

// compare reports where the finders of the techniques that rest on uniqueness differ from the
// definitions, and counts in seen what they find.
func compare(t *testing.T, o *oracle, p *Position, rectangles [][4]int, seen map[Technique]int) {
	t.Helper()
	x := newPlain(p)
	for _, technique := range onUniqueness {
		want, got := x.unique(p, rectangles, technique), doingsOf(o.e, p, technique)
		if line, yes := differ(got, want); yes {
			t.Fatalf("%v %v %s: %v does %s, which it must not", p.Shape(), p.Board(), p.Struck(), technique, line)
		}
		if line, yes := differ(want, got); yes {
			t.Fatalf("%v %v %s: %v misses %s", p.Shape(), p.Board(), p.Struck(), technique, line)
		}
		if len(want) > 0 {
			seen[technique]++
		}
	}
}

// TestCompleteUnique: the finders do what the definitions do, no less and no more, on random positions
// and on those that singles and locked candidates reach from them.
func TestCompleteUnique(t *testing.T) {
	total := map[Technique]int{}
	for i, s := range boards(t) {
		if s.Side() > 9 {
			continue
		}
		o := newOracle(t, s)
		rounds := 300
		if testing.Short() {
			rounds = 15
		}
		rectangles, seen := deadly(s), map[Technique]int{}
		for round := range rounds {
			p, _ := o.position(t, rand.New(rand.NewPCG(uint64(i), uint64(3000+round))))
			compare(t, o, p, rectangles, seen)
			for next := o.e.next(p); next != nil && next.Technique <= HiddenQuad; next = o.e.next(p) {
				p.Apply(next)
			}
			if p.left > 0 && !p.broken {
				compare(t, o, p, rectangles, seen)
			}
		}
		t.Logf("%v: %v", s, seen)
		for technique, count := range seen {
			total[technique] += count
		}
	}
	for _, technique := range onUniqueness[1:] {
		if total[technique] == 0 && !testing.Short() {
			t.Errorf("no position has a step of %v", technique)
		}
	}
}

// TestGraves: of two solutions of a board, the cells in which they differ make a grave. It has a step
// with one more candidate, and none without or with two, by the definition.
func TestGraves(t *testing.T) {
	for i, s := range boards(t) {
		if s.Side() > 9 {
			continue
		}
		o := newOracle(t, s)
		rectangles, graves := deadly(s), 0
		for round := range 200 {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(4000+round)))
			_, sols := o.position(t, rng)
			if len(sols) < 2 {
				continue
			}
			b, both, marks := sols[0].Clone(), []int(nil), make([]board.Digits, s.Cells())
			for c := range s.Cells() {
				if d, e := sols[0].At(c), sols[1].At(c); d != e {
					b.Set(c, 0)
					both, marks[c] = append(both, c), board.Digits(0).With(d).With(e)
				}
			}
			p, err := o.e.Position(b, marks)
			if err != nil || p.broken {
				t.Fatalf("%v: %v is broken, or %v", s, b, err)
			}
			compare(t, o, p, rectangles, map[Technique]int{})
			if got := doingsOf(o.e, p, BUGPlusOne); len(got) > 0 {
				t.Fatalf("%v: %v: in a grave, %v", s, b, got)
			}
			// Up to three odd candidates; the first is all that the technique knows.
			all := board.Candidates(b)
			added := 0
			for range 20 {
				c := both[rng.IntN(len(both))]
				may := all[c] &^ marks[c]
				if may == 0 || added == 3 {
					continue
				}
				marks[c] = marks[c].With(may.First())
				added++
				if p, err = o.e.Position(b, marks); err != nil || p.broken {
					t.Fatalf("%v: %v is broken, or %v", s, b, err)
				}
				x, want := newPlain(p), doings{}
				x.grave(want)
				got := doingsOf(o.e, p, BUGPlusOne)
				if _, less := differ(want, got); less || len(got) != len(want) || (len(got) > 0) != (added == 1) {
					t.Fatalf("%v %v %s: with %d odd candidates %v, want %v", s, b, p.Struck(), added, got, want)
				}
				if len(got) > 0 {
					graves++
				}
			}
		}
		t.Logf("%v: %d graves with an odd candidate", s, graves)
		if graves == 0 && s == board.Standard() {
			t.Errorf("%v: no grave with an odd candidate", s)
		}
	}
}

// TestUniqueReasons: what a rectangle strikes follows from what the step names, and from a third digit
// in one of the corners.
func TestUniqueReasons(t *testing.T) {
	seen := map[Technique]int{}
	for i, s := range boards(t) {
		o := newOracle(t, s)
		rounds := 100
		if s.Side() > 9 || testing.Short() {
			rounds = 10
		}
		for round := range rounds {
			p, _ := o.position(t, rand.New(rand.NewPCG(uint64(i), uint64(5000+round))))
			for _, technique := range onUniqueness[1:] {
				o.e.found.all = nil
				o.e.found.run(table[technique], p, false)
				for _, step := range o.e.found.all {
					seen[technique]++
					third := thirds(p, &step)
					if x, yes := unproved(p, &step, third); yes {
						t.Fatalf("%v %v %s: %v %+v does not prove %+v", s, p.Board(), p.Struck(), technique, step, x)
					}
					if _, yes := unproved(p, &step); !yes && technique == UniqueRectangle1 {
						t.Fatalf("%v %v %s: %v %+v needs no rectangle", s, p.Board(), p.Struck(), technique, step)
					}
				}
			}
		}
	}
	for _, technique := range onUniqueness[1:] {
		if seen[technique] == 0 && !testing.Short() {
			t.Errorf("no position has a step of %v", technique)
		}
	}
}

// thirds returns the candidates of a rectangle's corners beyond its two digits.
func thirds(p *Position, s *Step) (all []Candidate) {
	for _, role := range []Role{RoleFloor, RoleRoof} {
		for _, c := range s.cellsOf(role) {
			for d := range (p.marks[c] &^ s.Digits).All() {
				all = append(all, Candidate{c, d})
			}
		}
	}
	return all
}

// TestUniquenessRefused: without proof of one solution, no such technique may be asked for or is
// used; with several solutions, each strikes what a solution has.
func TestUniquenessRefused(t *testing.T) {
	for _, technique := range onUniqueness {
		if !technique.Info().Unique {
			t.Errorf("%v is not said to rest on uniqueness", technique)
		}
		_, err := New(board.Standard(), Options{Techniques: []Technique{HiddenSingle, technique}})
		if !errors.Is(err, ErrUniqueness) || !strings.Contains(err.Error(), technique.String()) {
			t.Errorf("%v, uniqueness not proved: %v", technique, err)
		}
	}
	o := newOracle(t, board.Standard())
	if used := o.plain.Techniques(); slices.ContainsFunc(used, func(x Technique) bool { return x.Info().Unique }) {
		t.Errorf("uniqueness not proved, used: %v", used)
	}
	if used := o.e.Techniques(); slices.ContainsFunc(onUniqueness, func(x Technique) bool { return !slices.Contains(used, x) }) {
		t.Errorf("uniqueness proved, used: %v", used)
	}
	wrong := map[Technique]bool{}
	for round := range 200 {
		p, sols := o.position(t, rand.New(rand.NewPCG(9, uint64(round))))
		if len(sols) < 2 {
			continue
		}
		for _, technique := range onUniqueness[1:] {
			o.e.found.all = nil
			o.e.found.run(table[technique], p, false)
			for _, s := range o.e.found.all {
				for _, x := range s.Strikes {
					wrong[technique] = wrong[technique] || inAny(sols, x.Cell, x.Digit)
				}
			}
		}
	}
	for _, technique := range onUniqueness[1:] {
		if !wrong[technique] {
			t.Errorf("%v struck nothing that one of several solutions has", technique)
		}
	}
}

// minimal takes digits out of a random grid as long as it is the only solution.
func (o *oracle) minimal(t *testing.T, rng *rand.Rand) (puzzle, grid board.Board) {
	t.Helper()
	grid = o.shuffled(rng)
	puzzle = grid.Clone()
	for _, c := range rng.Perm(grid.Shape().Cells()) {
		puzzle.Set(c, 0)
		if o.solutions(t, puzzle, 1) == nil {
			puzzle.Set(c, grid.At(c))
		}
	}
	return puzzle, grid
}

// TestUniquePaths: on the paths of minimal puzzles no step that rests on uniqueness is wrong, and there
// are steps of each technique.
func TestUniquePaths(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	total := map[Technique]int{}
	for i, s := range boards(t) {
		if s.Side() > 9 {
			continue
		}
		o, rectangles, seen := newOracle(t, s), deadly(s), map[Technique]int{}
		for round := range rounds {
			puzzle, grid := o.minimal(t, rand.New(rand.NewPCG(uint64(i), uint64(6000+round))))
			p, err := o.e.Position(puzzle, nil)
			if err != nil {
				t.Fatal(err)
			}
			for {
				next, err := o.e.Next(p)
				if err != nil {
					break
				}
				if next.Technique > HiddenQuad {
					compare(t, o, p, rectangles, seen)
				}
				if next.Technique > HiddenSingle {
					for _, technique := range onUniqueness {
						o.e.found.all = nil
						o.e.found.run(table[technique], p, false)
						for _, step := range o.e.found.all {
							if err := wrong(p, &step, []board.Board{grid}); err != nil {
								t.Fatalf("%v %v %s: %v", s, p.Board(), p.Struck(), err)
							}
						}
					}
				}
				p.Apply(&next)
			}
		}
		t.Logf("%v: %v", s, seen)
		for technique, count := range seen {
			total[technique] += count
		}
	}
	for _, technique := range onUniqueness {
		if total[technique] == 0 && !testing.Short() {
			t.Errorf("no path has a step of %v", technique)
		}
	}
}

func BenchmarkUnique(b *testing.B) {
	e, err := New(board.Standard(), Options{Unique: true})
	if err != nil {
		b.Fatal(err)
	}
	for _, technique := range onUniqueness {
		p, err := e.Parse(XWing.Info().Example.Board, XWing.Info().Example.Struck)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(technique.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e.found.run(table[technique], p, true)
			}
		})
	}
}
