package explain

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
)

// link kinds of the definitions below, as the techniques name them.
type plainKind struct{ units, pairs, inside, groups bool }

// plainNode is a set of cells that have a digit.
type plainNode struct {
	digit int
	cells []int
}

// plainWeb is the nodes and links of a position by their definitions.
type plainWeb struct {
	x            *plain
	nodes        []plainNode
	weak, strong [][]int
}

func newPlainWeb(x *plain, k plainKind) *plainWeb {
	w := &plainWeb{x: x}
	for c := range x.marks {
		for d := range x.marks[c].All() {
			w.nodes = append(w.nodes, plainNode{d, []int{c}})
		}
	}
	units := x.s.Units()
	if k.groups {
		for b, box := range units {
			for u, line := range units {
				if !x.isBox(b) || x.isBox(u) {
					continue
				}
				var shared []int
				for _, c := range box {
					if slices.Contains(line, c) {
						shared = append(shared, c)
					}
				}
				for d := 1; d <= x.s.Side(); d++ {
					if at := x.places(shared, d); len(at) > 1 {
						w.nodes = append(w.nodes, plainNode{d, at})
					}
				}
			}
		}
	}
	w.weak, w.strong = make([][]int, len(w.nodes)), make([][]int, len(w.nodes))
	for i, a := range w.nodes {
		for j, b := range w.nodes {
			if i != j && w.isWeak(a, b, k) {
				w.weak[i] = append(w.weak[i], j)
			}
			if i != j && w.isStrong(a, b, k) {
				w.strong[i] = append(w.strong[i], j)
			}
		}
	}
	return w
}

// isWeak: not both are true.
func (w *plainWeb) isWeak(a, b plainNode, k plainKind) bool {
	if a.digit != b.digit {
		return k.inside && len(a.cells) == 1 && len(b.cells) == 1 && a.cells[0] == b.cells[0]
	}
	for _, c := range a.cells {
		if !w.x.sees(c, b.cells) {
			return false
		}
	}
	return true
}

// isStrong: they are all candidates of a cell, or all places of a digit in a unit.
func (w *plainWeb) isStrong(a, b plainNode, k plainKind) bool {
	if a.digit != b.digit {
		c := a.cells[0]
		return k.pairs && len(a.cells) == 1 && len(b.cells) == 1 && c == b.cells[0] && w.x.marks[c].Count() == 2
	}
	both := append(slices.Clone(a.cells), b.cells...)
	slices.Sort(both)
	if len(slices.Compact(slices.Clone(both))) < len(both) {
		return false
	}
	for _, unit := range w.x.s.Units() {
		if !k.units || !slices.Contains(unit, both[0]) || !slices.Contains(unit, both[len(both)-1]) {
			continue
		}
		at := w.x.places(unit, a.digit)
		slices.Sort(at)
		if slices.Equal(at, both) {
			return true
		}
	}
	return false
}

// literal says that a node is true or false.
type literal struct {
	node int
	on   bool
}

// distances follows the links from a literal and returns how many lead to each that follows.
func (w *plainWeb) distances(from literal) map[literal]int {
	far := map[literal]int{from: 0}
	for wave := []literal{from}; len(wave) > 0; {
		var next []literal
		for _, l := range wave {
			to := w.strong
			if l.on {
				to = w.weak
			}
			for _, y := range to[l.node] {
				m := literal{y, !l.on}
				if _, old := far[m]; !old {
					far[m] = far[l] + 1
					next = append(next, m)
				}
			}
		}
		wave = next
	}
	return far
}

// struck returns the candidates whose truth leads to their falsehood, with the number of strong links
// between.
func (w *plainWeb) struck() map[Candidate]int {
	out := map[Candidate]int{}
	for i, x := range w.nodes {
		if len(x.cells) == 1 {
			if far, ok := w.distances(literal{i, true})[literal{i, false}]; ok {
				out[Candidate{x.cells[0], x.digit}] = far / 2
			}
		}
	}
	return out
}

// stepsOf returns the steps of one technique.
func stepsOf(e *Explainer, p *Position, technique Technique) []Step {
	e.found.all = nil
	e.found.run(table[technique], p, false)
	return e.found.all
}

// walk tries positions on which no technique below one applies, from the oracle's random ones and on
// plain 9×9 boards from minimal puzzles too, at most a few from each start.
func (o *oracle) walk(t *testing.T, seed uint64, positions int, below Technique, try func(p *Position)) {
	t.Helper()
	var puzzles []board.Board
	if o.grid.Shape() == board.Standard() {
		puzzles = minimalPuzzles(t, 30*positions)
	}
	tried := 0
	for round := 0; round < 100*positions && tried < positions; round++ {
		p, sols := o.position(t, rand.New(rand.NewPCG(seed, uint64(round))))
		e := o.plain
		if round < len(puzzles) {
			if p, _ = o.e.Position(puzzles[round], nil); tried > positions/2 {
				continue
			}
		}
		if round < len(puzzles) || len(sols) == 1 {
			e = o.e
		}
		for range 4 {
			s := e.next(p)
			for ; s != nil && s.Technique < below; s = e.next(p) {
				p.Apply(s)
			}
			if p.left == 0 {
				break
			}
			tried++
			if s == nil {
				try(p)
				break
			}
			c := s.Clone()
			try(p)
			p.Apply(&c)
		}
	}
}

// everywhere walks on all shapes up to side 9.
func everywhere(t *testing.T, seed uint64, below Technique, try func(o *oracle, p *Position)) {
	t.Helper()
	for i, s := range boards(t) {
		if s.Side() <= 9 {
			o := newOracle(t, s)
			o.walk(t, seed+uint64(i), walks(), below, func(p *Position) { try(o, p) })
		}
	}
}

// walks is the number of ways through positions of a shape.
func walks() int {
	if testing.Short() {
		return 10
	}
	return 100
}

// TestChainsComplete: where easier techniques are at an end, and a strong link with what sees both its
// ends is one, there is a chain of a kind if and only if
// some candidate's truth leads to its falsehood by the links of that kind, and the first chain found is
// one of the shortest. All that chains strike is struck by the definition.
func TestChainsComplete(t *testing.T) {
	kinds := []struct {
		technique Technique
		kind      plainKind
		longest   int
	}{
		{XChain, plainKind{units: true}, 10},
		{XYChain, plainKind{pairs: true}, 10},
		{AIC, plainKind{units: true, pairs: true, inside: true}, 1 << 30},
		{GroupedAIC, plainKind{units: true, pairs: true, inside: true, groups: true}, 1 << 30},
	}
	seen, musts, loops, positions := map[Technique]int{}, map[Technique]int{}, 0, 0
	for i, s := range boards(t) {
		if s.Side() > 9 {
			continue
		}
		o := newOracle(t, s)
		o.walk(t, uint64(3000+i), walks(), SimpleColouring, func(p *Position) {
			positions++
			x := newPlain(p)
			earlier := false // an easier chain strikes
			for _, k := range kinds {
				w := newPlainWeb(x, k.kind)
				struck := w.struck()
				shortest, single := 0, false
				for _, n := range struck {
					single = single || n == 1
					if n >= 2 && n <= k.longest && (shortest == 0 || n < shortest) {
						shortest = n
					}
				}
				steps := stepsOf(o.e, p, k.technique)
				for _, step := range steps {
					for _, y := range step.Strikes {
						if struck[y] == 0 {
							t.Fatalf("%v %v %s: %v strikes %+v, which the definition does not", s, p.Board(), p.Struck(), k.technique, y)
						}
					}
					if len(step.Links)&1 == 0 {
						loops++
						checkLoop(t, p, &step)
					}
				}
				// A grouped chain is told where there is a group in it. And where one strong link strikes
				// by itself, others may pass it.
				must := shortest > 0 && !single && (k.technique != GroupedAIC || !earlier)
				if must {
					musts[k.technique]++
				}
				if must && len(steps) == 0 {
					t.Fatalf("%v %v %s: no %v, but the definition strikes %v", s, p.Board(), p.Struck(), k.technique, struck)
				}
				if len(steps) > 0 {
					seen[k.technique]++
					if n := (len(steps[0].Links) + 1) / 2; must && n != shortest {
						t.Fatalf("%v %v %s: the first %v has %d strong links, the shortest %d", s, p.Board(), p.Struck(), k.technique, n, shortest)
					}
				}
				earlier = earlier || len(struck) > 0
			}
		})
	}
	t.Logf("%d positions, on which there are %v and must be %v; %d loops", positions, seen, musts, loops)
	for _, k := range kinds {
		if musts[k.technique] == 0 && !testing.Short() {
			t.Errorf("no position has a step of %v", k.technique)
		}
	}
	if loops == 0 && !testing.Short() {
		t.Error("no loops")
	}
}

// checkLoop: of the two nodes of each weak link of a loop exactly one is true, so what both rule out
// goes, and nothing else.
func checkLoop(t *testing.T, p *Position, s *Step) {
	t.Helper()
	nodes := s.nodes(s.Links[:len(s.Links)-1])
	x := newPlain(p)
	want := map[Candidate]bool{}
	for i := 1; i < len(nodes); i += 2 {
		a, b := nodes[i], nodes[(i+1)%len(nodes)]
		for c := range x.marks {
			for d := range x.marks[c].All() {
				out := func(y Candidate) bool {
					return y.Cell == c && y.Digit != d || y.Digit == d && x.sees(c, []int{y.Cell})
				}
				if !slices.ContainsFunc(append(slices.Clone(a), b...), func(y Candidate) bool { return !out(y) }) {
					want[Candidate{c, d}] = true
				}
			}
		}
	}
	for _, y := range s.Strikes {
		if !want[y] {
			t.Fatalf("%v %s: the loop %+v strikes %+v, which no weak link does", p.Board(), p.Struck(), s.Links, y)
		}
		delete(want, y)
	}
	if len(want) > 0 {
		t.Fatalf("%v %s: the loop %+v does not strike %v", p.Board(), p.Struck(), s.Links, want)
	}
}

// compare fails unless a technique does on a position what its definition says.
func (o *oracle) compare(t *testing.T, p *Position, technique Technique, want doings) {
	t.Helper()
	got := doingsOf(o.e, p, technique)
	if line, yes := differ(got, want); yes {
		t.Fatalf("%v %v %s: a step of %v does %s, which it must not", p.Shape(), p.Board(), p.Struck(), technique, line)
	}
	if line, yes := differ(want, got); yes {
		t.Fatalf("%v %v %s: no step of %v does %s", p.Shape(), p.Board(), p.Struck(), technique, line)
	}
}

// TestForcingComplete: there is a forcing chain if and only if what follows from some candidate's being
// true, or false, leaves nothing for a cell or for a digit in a unit; and it says that the contrary holds.
func TestForcingComplete(t *testing.T) {
	seen, positions := 0, 0
	everywhere(t, 4000, XYChain, func(o *oracle, p *Position) {
		positions++
		x := newPlain(p)
		w := newPlainWeb(x, plainKind{true, true, true, true})
		want := doings{}
		for n, y := range w.nodes {
			if len(y.cells) > 1 {
				continue
			}
			for _, on := range [...]bool{true, false} {
				far := w.distances(literal{n, on})
				out := map[Candidate]bool{}
				for l := range far {
					if z := w.nodes[l.node]; !l.on && len(z.cells) == 1 {
						out[Candidate{z.cells[0], z.digit}] = true
					}
				}
				if what := "place"; x.nothing(out) {
					if on {
						what = "strike"
					}
					x.note(want, what, y.cells[0], y.digit)
				}
			}
		}
		o.compare(t, p, ForcingChain, want)
		seen += min(1, len(want))
	})
	t.Logf("%d positions, forcing chains on %d", positions, seen)
	if seen == 0 {
		t.Error("no forcing chains")
	}
}

// TestNetsComplete: there is a forcing net if and only if all singles that follow from some candidate's being
// true, or false, one after another until nothing changes, leave nothing for a cell or for a digit in a unit.
func TestNetsComplete(t *testing.T) {
	seen, positions := 0, 0
	everywhere(t, 6000, ForcingChain, func(o *oracle, p *Position) {
		positions++
		x := newPlain(p)
		want := doings{}
		for c := range x.marks {
			for d := range x.marks[c].All() {
				for _, on := range [...]bool{true, false} {
					out := map[Candidate]bool{}
					if on {
						x.alone(c, d, out)
					} else {
						out[Candidate{c, d}] = true
					}
					for before := -1; before < len(out) && !x.nothing(out); {
						before = len(out)
						x.follow(out)
					}
					if what := "place"; x.nothing(out) {
						if on {
							what = "strike"
						}
						x.note(want, what, c, d)
					}
				}
			}
		}
		o.compare(t, p, ForcingNet, want)
		seen += min(1, len(want))
	})
	t.Logf("%d positions, forcing nets on %d", positions, seen)
	if seen == 0 {
		t.Error("no forcing nets")
	}
}

// alone takes out all candidates that a digit in a cell excludes.
func (x *plain) alone(c, d int, out map[Candidate]bool) {
	for e := range x.marks[c].All() {
		if e != d {
			out[Candidate{c, e}] = true
		}
	}
	for _, q := range x.s.Peers(c) {
		if x.marks[q].Has(d) {
			out[Candidate{q, d}] = true
		}
	}
}

// follow goes on from each cell and each digit in a unit that has one candidate left which is not out.
func (x *plain) follow(out map[Candidate]bool) {
	lone := func(all []Candidate) {
		var left []Candidate
		for _, y := range all {
			if !out[y] {
				left = append(left, y)
			}
		}
		if len(left) == 1 && len(all) > 1 {
			x.alone(left[0].Cell, left[0].Digit, out)
		}
	}
	for c := range x.marks {
		var all []Candidate
		for d := range x.marks[c].All() {
			all = append(all, Candidate{c, d})
		}
		lone(all)
	}
	for _, unit := range x.s.Units() {
		for d := 1; d <= x.s.Side(); d++ {
			var all []Candidate
			for _, c := range x.places(unit, d) {
				all = append(all, Candidate{c, d})
			}
			lone(all)
		}
	}
}

// nothing reports whether candidates that are out leave nothing for a cell or for a digit in a unit.
func (x *plain) nothing(out map[Candidate]bool) bool {
	left := func(c int, m board.Digits) (n int) {
		for d := range m.All() {
			if !out[Candidate{c, d}] {
				n++
			}
		}
		return n
	}
	for c, m := range x.marks {
		if m != 0 && left(c, m) == 0 {
			return true
		}
	}
	for _, unit := range x.s.Units() {
		for d := 1; d <= x.s.Side(); d++ {
			n, at := 0, x.places(unit, d)
			for _, c := range at {
				n += left(c, board.Digits(0).With(d))
			}
			if len(at) > 0 && n == 0 {
				return true
			}
		}
	}
	return false
}

// TestColouringComplete: simple colouring strikes what the definition does, with the colours found by
// giving every net of strong links all its colourings.
func TestColouringComplete(t *testing.T) {
	traps, wraps := 0, 0
	everywhere(t, 5000, XWing, func(o *oracle, p *Position) {
		x := newPlain(p)
		w := newPlainWeb(x, plainKind{units: true})
		want := doings{}
		for n, a := range w.nodes {
			// What has the colour of a node is true with it, what has the other is false with it.
			same, other := map[int]bool{n: true}, map[int]bool{}
			for again := true; again; {
				again = false
				for m := range w.nodes {
					for _, q := range w.strong[m] {
						if same[m] && !other[q] {
							other[q], again = true, true
						}
						if other[m] && !same[q] {
							same[q], again = true, true
						}
					}
				}
			}
			if len(other) == 0 {
				continue
			}
			sees := func(c int, colour map[int]bool) bool {
				for m := range colour {
					if x.sees(c, w.nodes[m].cells) && w.nodes[m].digit == a.digit {
						return true
					}
				}
				return false
			}
			wrap := false
			for m := range same {
				wrap = wrap || sees(w.nodes[m].cells[0], same)
			}
			if wrap {
				wraps++
				for m := range same {
					x.note(want, "strike", w.nodes[m].cells[0], a.digit)
				}
			}
			for m, b := range w.nodes {
				if b.digit == a.digit && !same[m] && !other[m] && sees(b.cells[0], same) && sees(b.cells[0], other) {
					traps++
					x.note(want, "strike", b.cells[0], a.digit)
				}
			}
		}
		o.compare(t, p, SimpleColouring, want)
	})
	t.Logf("%d traps, %d wraps", traps, wraps)
	if traps == 0 || wraps == 0 {
		t.Errorf("%d traps, %d wraps", traps, wraps)
	}
}

// TestBruteForce: it places a digit if and only if there is one solution, and the digit is of it.
func TestBruteForce(t *testing.T) {
	placed, none := 0, 0
	for i, s := range boards(t) {
		o := newOracle(t, s)
		rounds := 60
		if s.Side() > 9 {
			rounds = 5
		}
		for round := range rounds {
			p, sols := o.position(t, rand.New(rand.NewPCG(uint64(6000+i), uint64(round))))
			if p.left == 0 {
				continue
			}
			steps := stepsOf(o.e, p, BruteForce)
			switch {
			case len(sols) != 1 && len(steps) != 0 || len(sols) == 1 && len(steps) != 1:
				t.Fatalf("%v %v %s: %d steps, %d solutions", s, p.Board(), p.Struck(), len(steps), len(sols))
			case len(steps) == 0:
				none++
			default:
				placed++
				y := steps[0].Places[0]
				if sols[0].At(y.Cell) != y.Digit || len(steps[0].Strikes) > 0 || len(steps[0].Places) > 1 {
					t.Fatalf("%v %v %s: %+v", s, p.Board(), p.Struck(), steps[0])
				}
			}
		}
	}
	t.Logf("%d positions with one solution, %d with several", placed, none)
	if placed == 0 || none == 0 {
		t.Error("one kind is missing")
	}
	// A position without a solution has no digit to take: r1c1 and r1c2 both take 9 alone.
	o := newOracle(t, board.Standard())
	p, err := o.e.Parse(".......9.........................1.2345678..........................9............", "")
	if err != nil {
		t.Fatal(err)
	}
	if len(stepsOf(o.e, p, BruteForce)) != 0 {
		t.Error("a digit of no solution")
	}
}
