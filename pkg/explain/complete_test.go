package explain

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
)

// plain finds steps by their definitions, in plain loops over the marks and the shape's units. What it
// finds is written as text, one line for what each step places and strikes.
type plain struct {
	s     *board.Shape
	marks []board.Digits
	empty func(c int) bool
}

func newPlain(p *Position) *plain {
	return &plain{s: p.Shape(), marks: p.Candidates(), empty: func(c int) bool { return p.At(c) == 0 }}
}

func (x *plain) isBox(u int) bool { return u >= 2*x.s.Side() && u < 3*x.s.Side() }

// places returns the cells of a list that have a digit as a candidate.
func (x *plain) places(cells []int, d int) (out []int) {
	for _, c := range cells {
		if x.marks[c].Has(d) {
			out = append(out, c)
		}
	}
	return out
}

// sees reports whether a cell sees all of some cells.
func (x *plain) sees(c int, all []int) bool {
	for _, y := range all {
		if !slices.Contains(x.s.Peers(c), y) {
			return false
		}
	}
	return true
}

// choices returns all choices of k of the numbers below n.
func choices(n, k int) (out [][]int) {
	if k == 0 {
		return [][]int{nil}
	}
	for _, c := range choices(n, k-1) {
		from := 0
		if len(c) > 0 {
			from = c[len(c)-1] + 1
		}
		for i := from; i < n; i++ {
			out = append(out, append(slices.Clone(c), i))
		}
	}
	return out
}

// doings collects what steps place and strike, as "place r1c1=3" and "strike r1c1=3".
type doings map[string]bool

func (x *plain) note(out doings, what string, c, d int) {
	out[fmt.Sprintf("%s %s=%d", what, x.s.CellName(c), d)] = true
}

// tight reports that no proper part of the sets, j of them, has j elements or fewer between them.
func tight(sets [][]int) bool {
	for k := 1; k < len(sets); k++ {
		for _, part := range choices(len(sets), k) {
			between := map[int]bool{}
			for _, i := range part {
				for _, e := range sets[i] {
					between[e] = true
				}
			}
			if len(between) <= k {
				return false
			}
		}
	}
	return true
}

func union(sets [][]int) (out []int) {
	for _, set := range sets {
		out = append(out, set...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// find does what a technique does on the position, all of it.
func (x *plain) find(technique Technique) doings {
	out := doings{}
	switch technique {
	case FullHouse:
		for _, unit := range x.s.Units() {
			var open []int
			for _, c := range unit {
				if x.empty(c) {
					open = append(open, c)
				}
			}
			if len(open) == 1 && x.marks[open[0]] != 0 {
				x.note(out, "place", open[0], x.marks[open[0]].First())
			}
		}
	case NakedSingle:
		for c, m := range x.marks {
			if x.empty(c) && m.Count() == 1 {
				x.note(out, "place", c, m.First())
			}
		}
	case HiddenSingle:
		for _, unit := range x.s.Units() {
			for d := 1; d <= x.s.Side(); d++ {
				if at := x.places(unit, d); len(at) == 1 {
					x.note(out, "place", at[0], d)
				}
			}
		}
	case Pointing, Claiming:
		x.locked(out, technique == Pointing)
	case LockedPair, LockedTriple:
		x.naked(out, 2+int(technique-LockedPair), true)
	case NakedPair, NakedTriple:
		x.naked(out, 2+int(technique-NakedPair), false)
	case NakedQuad:
		x.naked(out, 4, false)
	case HiddenPair, HiddenTriple:
		x.hidden(out, 2+int(technique-HiddenPair))
	case HiddenQuad:
		x.hidden(out, 4)
	case XWing, Swordfish, Jellyfish:
		x.fish(out, 2+int(technique-XWing))
	default:
		return nil
	}
	return out
}

func (x *plain) locked(out doings, pointing bool) {
	for u, from := range x.s.Units() {
		for v, to := range x.s.Units() {
			if u == v || x.isBox(u) != pointing {
				continue
			}
			for d := 1; d <= x.s.Side(); d++ {
				at := x.places(from, d)
				if len(at) < 2 || len(x.places(at, d)) != len(slices.DeleteFunc(slices.Clone(at), func(c int) bool { return !slices.Contains(to, c) })) {
					continue
				}
				for _, c := range x.places(to, d) {
					if !slices.Contains(from, c) {
						x.note(out, "strike", c, d)
					}
				}
			}
		}
	}
}

func (x *plain) naked(out doings, size int, locked bool) {
	for _, unit := range x.s.Units() {
		for _, choice := range choices(len(unit), size) {
			var cells []int
			var sets [][]int
			for _, i := range choice {
				if m := x.marks[unit[i]]; m.Count() > 1 {
					cells = append(cells, unit[i])
					sets = append(sets, slices.Collect(m.All()))
				}
			}
			digits := union(sets)
			if len(cells) < size || len(digits) != size || !tight(sets) {
				continue
			}
			var strikes []Candidate
			for c := range x.marks {
				for _, d := range digits {
					if x.marks[c].Has(d) && x.sees(c, cells) {
						strikes = append(strikes, Candidate{c, d})
					}
				}
			}
			// Locked: in a box, with strikes there and elsewhere.
			is := false
			for u, box := range x.s.Units() {
				if !x.isBox(u) || slices.ContainsFunc(cells, func(c int) bool { return !slices.Contains(box, c) }) {
					continue
				}
				in := 0
				for _, y := range strikes {
					if slices.Contains(box, y.Cell) {
						in++
					}
				}
				is = in > 0 && in < len(strikes) && size < 4
			}
			if is == locked {
				for _, y := range strikes {
					x.note(out, "strike", y.Cell, y.Digit)
				}
			}
		}
	}
}

func (x *plain) hidden(out doings, size int) {
	for _, unit := range x.s.Units() {
		for _, choice := range choices(x.s.Side(), size) {
			var sets [][]int
			var digits board.Digits
			for _, i := range choice {
				if at := x.places(unit, i+1); len(at) > 1 {
					sets = append(sets, at)
					digits = digits.With(i + 1)
				}
			}
			cells := union(sets)
			if len(sets) < size || len(cells) != size || !tight(sets) {
				continue
			}
			for _, c := range cells {
				for d := range (x.marks[c] &^ digits).All() {
					x.note(out, "strike", c, d)
				}
			}
		}
	}
}

// lays yields the choices of base lines of a size, both ways, with the lines across.
func (x *plain) lays(size int, yield func(base, across [][]int)) {
	n := x.s.Side()
	rows, cols := x.s.Units()[:n], x.s.Units()[n:2*n]
	for _, choice := range choices(n, size) {
		var r, c [][]int
		for _, i := range choice {
			r, c = append(r, rows[i]), append(c, cols[i])
		}
		yield(r, cols)
		yield(c, rows)
	}
}

func (x *plain) fish(out doings, size int) {
	x.lays(size, func(base, across [][]int) {
		for d := 1; d <= x.s.Side(); d++ {
			var sets [][]int
			for _, line := range base {
				var at []int
				for i, l := range across {
					if len(x.places(l, d)) > 0 && slices.ContainsFunc(x.places(l, d), func(c int) bool { return slices.Contains(line, c) }) {
						at = append(at, i)
					}
				}
				if len(at) > 1 {
					sets = append(sets, at)
				}
			}
			cover := union(sets)
			if len(sets) < size || len(cover) != size || !tight(sets) {
				continue
			}
			for _, i := range cover {
				for _, c := range x.places(across[i], d) {
					if !slices.ContainsFunc(base, func(l []int) bool { return slices.Contains(l, c) }) {
						x.note(out, "strike", c, d)
					}
				}
			}
		}
	})
}

// finned finds what fish with or without fins strike, by every choice of base and cover lines, however
// many fins there are and whether or not fewer lines would do.
func (x *plain) finned(out doings, size int) {
	x.lays(size, func(base, across [][]int) {
		for d := 1; d <= x.s.Side(); d++ {
			var all []int
			lack := 0
			for _, line := range base {
				at := x.places(line, d)
				all = append(all, at...)
				if len(at) == 0 {
					lack++
				}
			}
			if lack > 0 {
				continue // the line has its digit
			}
			for _, choice := range choices(len(across), size) {
				var cover, fins []int
				for _, i := range choice {
					cover = append(cover, x.places(across[i], d)...)
				}
				for _, c := range all {
					if !slices.Contains(cover, c) {
						fins = append(fins, c)
					}
				}
				for _, c := range cover {
					if !slices.Contains(all, c) && x.sees(c, fins) {
						x.note(out, "strike", c, d)
					}
				}
			}
		}
	})
}

// doingsOf collects what the finders of some techniques do.
func doingsOf(e *Explainer, p *Position, of ...Technique) doings {
	x, out := newPlain(p), doings{}
	for _, technique := range of {
		e.found.all = nil
		e.found.run(table[technique], p, false)
		for _, s := range e.found.all {
			for _, y := range s.Places {
				x.note(out, "place", y.Cell, y.Digit)
			}
			for _, y := range s.Strikes {
				x.note(out, "strike", y.Cell, y.Digit)
			}
		}
	}
	return out
}

// differ returns a line that one has and the other lacks.
func differ(a, b doings) (string, bool) {
	for line := range a {
		if !b[line] {
			return line, true
		}
	}
	return "", false
}

// TestComplete: the finders do what the definitions do, no less and no more.
func TestComplete(t *testing.T) {
	seen := map[Technique]int{}
	for i, s := range boards(t) {
		if s.Side() > 9 {
			continue
		}
		o := newOracle(t, s)
		rounds := 60
		if testing.Short() {
			rounds = 6
		}
		for round := range rounds {
			rng := rand.New(rand.NewPCG(uint64(i), uint64(1000+round)))
			p, _ := o.position(t, rng)
			x := newPlain(p)
			for _, technique := range Techniques() {
				want := x.find(technique)
				if want == nil {
					continue
				}
				o.compare(t, p, technique, want)
				if len(want) > 0 {
					seen[technique]++
				}
			}
		}
	}
	for technique := FullHouse; technique <= Jellyfish; technique++ {
		t.Logf("%v: on %d positions", technique, seen[technique])
		if seen[technique] == 0 && !testing.Short() {
			t.Errorf("no position has a step of %v", technique)
		}
	}
}

// TestCompleteFinned: what fish of a size strike with fins or without, the finders of that size and of
// smaller ones strike too, but for what a single line shows: all its places see the candidate.
func TestCompleteFinned(t *testing.T) {
	for i, s := range boards(t) {
		if s.Side() > 9 {
			continue
		}
		o := newOracle(t, s)
		rounds, sizes := 30, 3
		if s.Side() < 9 {
			sizes = 4
		}
		if testing.Short() {
			rounds = 2
		}
		tried, struck := 0, 0
		for round := 0; round < 40*rounds && tried < rounds; round++ {
			p, _ := o.position(t, rand.New(rand.NewPCG(uint64(i), uint64(2000+round))))
			// A fish with a line of one place is a single and a smaller fish.
			for next := o.e.next(p); next != nil && next.Technique <= HiddenSingle; next = o.e.next(p) {
				p.Apply(next)
			}
			if p.left == 0 {
				continue
			}
			tried++
			x := newPlain(p)
			finders := doings{}
			for size := 2; size <= sizes; size++ {
				basic, finned, sashimi := XWing+Technique(size-2), FinnedXWing+2*Technique(size-2), SashimiXWing+2*Technique(size-2)
				want := doings{}
				x.finned(want, size)
				withFins := doingsOf(o.e, p, finned, sashimi)
				if line, yes := differ(withFins, want); yes {
					t.Fatalf("%v %v %s: size %d does %s, which no fish does", s, p.Board(), p.Struck(), size, line)
				}
				for line := range doingsOf(o.e, p, basic, finned, sashimi) {
					finders[line] = true
				}
				x.single(finders)
				if line, yes := differ(want, finders); yes {
					t.Fatalf("%v %v %s: fish up to size %d miss %s", s, p.Board(), p.Struck(), size, line)
				}
				struck += len(withFins)
			}
		}
		t.Logf("%v: %d positions, %d strikes of fish with fins", s, tried, struck)
		if tried < rounds && s.Side() > 4 || struck == 0 && s.Side() > 6 {
			t.Errorf("%v: %d positions, on which %d strikes are of fish with fins", s, tried, struck)
		}
	}
}

// single notes what the places of one row or column strike.
func (x *plain) single(out doings) {
	x.lays(1, func(base, _ [][]int) {
		for d := 1; d <= x.s.Side(); d++ {
			at := x.places(base[0], d)
			for c := range x.marks {
				if len(at) > 0 && x.marks[c].Has(d) && x.sees(c, at) {
					x.note(out, "strike", c, d)
				}
			}
		}
	})
}
