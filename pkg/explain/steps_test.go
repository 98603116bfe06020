package explain

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
)

// boards are the shapes that steps are tested on.
func boards(t testing.TB) []*board.Shape {
	t.Helper()
	shape := func(side int, v board.Variant) *board.Shape {
		s, err := board.ShapeWith(side, v)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	regions := func(text string) []int {
		r, err := board.ParseRegions(text)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	return []*board.Shape{
		board.Standard(),
		shape(4, board.Variant{}),
		shape(6, board.Variant{Regions: regions("111112312222332444534466533466555566")}),
		shape(9, board.Variant{Regions: regions("111222222111134442155333442153353442555553346778888846777798666797798866999999866")}),
		shape(9, board.Variant{Diagonals: true}),
		shape(16, board.Variant{}),
	}
}

// oracle lists solutions by an engine that shares no code with this package.
type oracle struct {
	e      *Explainer // knows techniques that rest on uniqueness
	plain  *Explainer // does not
	solver *wide.Solver
	grid   board.Board
}

func newOracle(t testing.TB, s *board.Shape) *oracle {
	t.Helper()
	e, err := New(s, Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	plain, err := New(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	plain.geo, plain.work = e.geo, e.work // so that one position serves both
	o := &oracle{e: e, plain: plain}
	cfg := wide.DefaultConfig()
	cfg.Seed = 1
	if o.solver, err = wide.New(s, cfg); err != nil {
		t.Fatal(err)
	}
	if err := o.solver.Begin(board.New(s)); err != nil {
		t.Fatal(err)
	}
	if o.solver.Next(1e6) != wide.Solution {
		t.Fatalf("%v: no grid", s)
	}
	o.grid = o.solver.Solution().Clone()
	return o
}

// solutions returns all solutions of a board, nil if there are more than limit.
func (o *oracle) solutions(t testing.TB, b board.Board, limit int) (all []board.Board) {
	t.Helper()
	if err := o.solver.Begin(b); err != nil {
		t.Fatal(err)
	}
	for {
		switch o.solver.Next(20000) {
		case wide.Exhausted:
			return all
		case wide.Budget:
			return nil
		case wide.Solution:
			if len(all) == limit {
				return nil
			}
			all = append(all, o.solver.Solution().Clone())
		}
	}
}

// shuffled returns a random grid: on a plain 9×9 board any, elsewhere the oracle's with its digits relabelled, and transposed or not where
// the shape has no regions.
func (o *oracle) shuffled(rng *rand.Rand) board.Board {
	s := o.grid.Shape()
	b := board.New(s)
	if s == board.Standard() {
		generate.UniformGrid9(rng, (*[81]uint8)(b.Cells()))
		return b
	}
	to := rng.Perm(s.Side())
	flip := s.Variant().Regions == nil && rng.IntN(2) == 0
	for c := range s.Cells() {
		from := c
		if flip {
			from = s.Cell(s.Col(c), s.Row(c))
		}
		b.Set(c, to[o.grid.At(from)-1]+1)
	}
	return b
}

// position makes a random position with at most 50 solutions and some candidates struck that none of
// them has.
func (o *oracle) position(t testing.TB, rng *rand.Rand) (*Position, []board.Board) {
	t.Helper()
	b := o.shuffled(rng)
	n := b.Shape().Cells()
	order := rng.Perm(n)
	target := n/4 + rng.IntN(n/3+1)
	if b.Shape().Side() > 9 {
		target = n/2 + rng.IntN(n/4)
	}
	sols := []board.Board{b.Clone()}
	filled := n
	for start := 0; filled > target && start < n; {
		// Take cells away by the eighth of the board, and fewer where solutions become too many.
		try := b.Clone()
		end := min(n, start+max(1, (filled-target)/2))
		for _, c := range order[start:end] {
			try.Set(c, 0)
		}
		more := o.solutions(t, try, 50)
		if more == nil {
			break
		}
		b, sols, start, filled = try, more, end, try.Filled()
	}
	p, err := o.e.Position(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if share := rng.IntN(4); share > 0 {
		for c := range n {
			for d := range p.marks[c].All() {
				if rng.IntN(8) < share && !inAny(sols, c, d) {
					p.strike(c, d)
				}
			}
		}
	}
	return p, sols
}

func inAny(sols []board.Board, c, d int) bool {
	for _, s := range sols {
		if s.At(c) == d {
			return true
		}
	}
	return false
}

// wrong says what is wrong with a step on a position with these solutions.
func wrong(p *Position, s *Step, sols []board.Board) error {
	if len(s.Places)+len(s.Strikes) == 0 {
		return fmt.Errorf("does nothing")
	}
	for _, x := range s.Places {
		if !p.marks[x.Cell].Has(x.Digit) {
			return fmt.Errorf("places %d at %d, which is no candidate", x.Digit, x.Cell)
		}
		for _, sol := range sols {
			if sol.At(x.Cell) != x.Digit {
				return fmt.Errorf("places %d at %d, against the solution %v", x.Digit, x.Cell, sol)
			}
		}
	}
	seen := map[Candidate]bool{}
	for _, x := range s.Strikes {
		if !p.marks[x.Cell].Has(x.Digit) || seen[x] {
			return fmt.Errorf("strikes %d at %d, which is no candidate, or twice", x.Digit, x.Cell)
		}
		seen[x] = true
		if inAny(sols, x.Cell, x.Digit) {
			return fmt.Errorf("strikes %d at %d, which a solution has", x.Digit, x.Cell)
		}
	}
	if len(s.Units)+len(s.Cells)+len(s.Candidates) == 0 {
		return fmt.Errorf("has no reason")
	}
	for _, x := range s.Candidates {
		if !p.marks[x.Cell].Has(x.Digit) || x.Role == RoleNone {
			return fmt.Errorf("its reason has %+v, which is no candidate or has no role", x)
		}
	}
	for _, x := range s.Cells {
		if p.digits[x.Cell] != 0 || x.Role == RoleNone {
			return fmt.Errorf("its reason has %+v, which is filled or has no role", x)
		}
	}
	if !s.Technique.Info().Unique && s.Technique != BruteForce {
		if x, ok := unproved(p, s); ok {
			return fmt.Errorf("its reason does not prove %+v", x)
		}
	}
	text := s.Sentence()
	named := false
	for _, x := range append(append([]Candidate(nil), s.Places...), s.Strikes...) {
		named = named || strings.Contains(text, p.geo.shape.CellName(x.Cell))
	}
	if !named || !strings.HasSuffix(text, ".") || strings.Contains(text, "  ") || text[0] == 's' && s.Technique != None && strings.HasPrefix(text, "so ") {
		return fmt.Errorf("says %q", text)
	}
	return nil
}

// unproved returns what a step does that its reason alone does not prove. Of the position, a reason is
// what it names: the cells, each of which takes one of its candidates, and the units but for the cover,
// each of which has the step's digits somewhere. With a strike taken as true, or a placement as false,
// these must contradict each other. also are facts beyond the reason: of each, one candidate is true.
func unproved(p *Position, s *Step, also ...[]Candidate) (Candidate, bool) {
	facts := also
	named := map[int]bool{}
	cell := func(c int) {
		if !named[c] {
			named[c] = true
			var fact []Candidate
			for d := range p.marks[c].All() {
				fact = append(fact, Candidate{c, d})
			}
			facts = append(facts, fact)
		}
	}
	for _, x := range s.Cells {
		cell(x.Cell)
	}
	for _, x := range s.Candidates {
		cell(x.Cell)
	}
	for _, u := range s.Units {
		if u.Role == RoleCover {
			continue
		}
		for d := range s.Digits.All() {
			if p.held[u.Unit].Has(d) {
				continue
			}
			var fact []Candidate
			for _, c := range p.geo.units[u.Unit] {
				if p.marks[c].Has(d) {
					fact = append(fact, Candidate{c, d})
				}
			}
			facts = append(facts, fact)
		}
	}
	for _, x := range s.Places {
		if consistent(p, facts, nil, x) {
			return x, true
		}
	}
	for _, x := range s.Strikes {
		if consistent(p, facts, []Candidate{x}, Candidate{}) {
			return x, true
		}
	}
	return Candidate{}, false
}

// consistent reports whether one candidate of each fact can be true together with those that are, and
// without the one that is not.
func consistent(p *Position, facts [][]Candidate, are []Candidate, not Candidate) bool {
	fits := func(x Candidate, y Candidate) bool {
		return x == y || x.Cell != y.Cell && (x.Digit != y.Digit || !slices.Contains(p.Shape().Peers(x.Cell), y.Cell))
	}
	left := make([][]Candidate, 0, len(facts))
	for _, fact := range facts {
		open := make([]Candidate, 0, len(fact))
		for _, x := range fact {
			if x != not && !slices.ContainsFunc(are, func(y Candidate) bool { return !fits(x, y) }) {
				open = append(open, x)
			}
		}
		left = append(left, open)
	}
	return choosable(left, fits)
}

// choosable reports whether one candidate of each fact can be true together. It begins with the fact
// that leaves the fewest choices.
func choosable(facts [][]Candidate, fits func(x, y Candidate) bool) bool {
	if len(facts) == 0 {
		return true
	}
	best := 0
	for i, fact := range facts {
		if len(fact) < len(facts[best]) {
			best = i
		}
	}
	rest := make([][]Candidate, 0, len(facts))
	for _, x := range facts[best] {
		rest = rest[:0]
		for i, fact := range facts {
			if i == best || slices.Contains(fact, x) {
				continue // chosen, or satisfied
			}
			if slices.ContainsFunc(fact, func(y Candidate) bool { return !fits(x, y) }) {
				fact = slices.DeleteFunc(slices.Clone(fact), func(y Candidate) bool { return !fits(x, y) })
			}
			rest = append(rest, fact)
		}
		if choosable(rest, fits) {
			return true
		}
	}
	return false
}

// tryPosition checks every step that applies to a random position, and those of the way from there.
func (o *oracle) tryPosition(t testing.TB, rng *rand.Rand, seen map[Technique]int) {
	t.Helper()
	p, sols := o.position(t, rng)
	e := o.plain
	if len(sols) == 1 {
		e = o.e
	}
	for p.left > 0 {
		board, struck := p.Board().String(), p.Struck()
		all, err := e.All(p)
		if errors.Is(err, ErrStuck) {
			return
		}
		if err != nil {
			t.Fatalf("%v: %s %s: %v", p.Shape(), board, struck, err)
		}
		for i := range all {
			if err := wrong(p, &all[i], sols); err != nil {
				t.Fatalf("%v: %s %s: %v (%+v): %v", p.Shape(), board, struck, all[i].Technique, all[i], err)
			}
			seen[all[i].Technique]++
		}
		next, err := e.Next(p)
		if err != nil || !reflect.DeepEqual(next, all[0]) {
			t.Fatalf("%v: %s %s: the next step is %+v, %v, the first of all %+v", p.Shape(), board, struck, next, err, all[0])
		}
		// Any step may come next, not the easiest alone.
		p.Apply(&all[rng.IntN(len(all))])
		if fresh := p.Clone(); !reflect.DeepEqual(fresh, p) && p.left > 0 {
			t.Fatalf("%v: %s %s: after %+v the tables differ from fresh ones", p.Shape(), board, struck, next)
		}
	}
}

// TestSteps: no step contradicts a solution of its position.
func TestSteps(t *testing.T) {
	seen := map[Technique]int{}
	for i, s := range boards(t) {
		o := newOracle(t, s)
		rounds := 40 // FuzzSteps goes on from there
		if s.Side() > 9 {
			rounds = 6
		}
		if testing.Short() {
			rounds /= 5
		}
		for round := range rounds {
			o.tryPosition(t, rand.New(rand.NewPCG(uint64(i), uint64(round))), seen)
		}
	}
	for _, technique := range Techniques() {
		t.Logf("%v: %d steps", technique, seen[technique])
		// Few of the positions have one solution; TestUniquePaths has more.
		if seen[technique] == 0 && !technique.Info().Unique {
			t.Errorf("no position has a step of %v", technique)
		}
	}
}

func FuzzSteps(f *testing.F) {
	var oracles []*oracle
	for i, s := range boards(f) {
		oracles = append(oracles, newOracle(f, s))
		f.Add(uint64(0), uint8(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, shape uint8) {
		o := oracles[int(shape)%len(oracles)]
		o.tryPosition(t, rand.New(rand.NewPCG(seed, 7)), map[Technique]int{})
	})
}

// FuzzHint: on any board with any marks a hint is an error with a name or a text, and nothing panics.
func FuzzHint(f *testing.F) {
	f.Add([]byte("\x05\x03\x00\x00\x07"), uint64(3))
	f.Add([]byte{}, uint64(0))
	var explainers []*Explainer
	for _, s := range boards(f) {
		e, err := New(s, Options{})
		if err != nil {
			f.Fatal(err)
		}
		explainers = append(explainers, e)
	}
	f.Fuzz(func(t *testing.T, cells []byte, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 3))
		e := explainers[rng.IntN(len(explainers))]
		b := board.New(e.Shape())
		for c := range min(len(cells), e.Shape().Cells()) {
			b.Set(c, int(cells[c])%(e.Shape().Side()+1))
		}
		var marks []board.Digits
		if seed%2 == 1 {
			marks = make([]board.Digits, e.Shape().Cells())
			for c := range marks {
				marks[c] = board.Digits(rng.Uint64()) & board.AllDigits(e.Shape().Side())
			}
		}
		p, err := e.Position(b, marks)
		if err != nil {
			t.Fatal(err)
		}
		for level := HintWhere; level <= HintWhy; level++ {
			h, err := e.Hint(p, level, Known{})
			switch {
			case err == nil && (h.Text == "" || !strings.HasSuffix(h.Text, ".")):
				t.Fatalf("%v %v: says %q", b, marks, h.Text)
			case err != nil && !errors.Is(err, ErrContradiction) && !errors.Is(err, ErrSolved) && !errors.Is(err, ErrStuck):
				t.Fatalf("%v %v: %v", b, marks, err)
			}
		}
		if _, err := e.PathFrom(p); err != nil && !errors.Is(err, ErrContradiction) {
			t.Fatalf("%v %v: %v", b, marks, err)
		}
	})
}
