package explain

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// wings are the techniques that this file defines a second time, in plain loops.
var wings = []Technique{RemotePair, Skyscraper, TwoStringKite, TurbotFish, EmptyRectangle, WWing, XYWing, XYZWing}

// plainLink is a unit with two places of a digit.
type plainLink struct{ unit, a, b int }

// links returns the units with two places of a digit, each both ways round.
func (x *plain) links(d int) (out []plainLink) {
	for u, unit := range x.s.Units() {
		if at := x.places(unit, d); len(at) == 2 {
			out = append(out, plainLink{u, at[0], at[1]}, plainLink{u, at[1], at[0]})
		}
	}
	return out
}

func (x *plain) isRow(u int) bool { return u < x.s.Side() }
func (x *plain) isCol(u int) bool { return u >= x.s.Side() && u < 2*x.s.Side() }

// share reports whether some cells lie in one unit of a kind.
func (x *plain) share(kind func(u int) bool, cells ...int) bool {
	for u, unit := range x.s.Units() {
		if kind(u) && !slices.ContainsFunc(cells, func(c int) bool { return !slices.Contains(unit, c) }) {
			return true
		}
	}
	return false
}

// strikeSeeing notes that a digit leaves the cells that see all of some cells.
func (x *plain) strikeSeeing(out doings, d int, cells ...int) {
	for c, m := range x.marks {
		if m.Has(d) && x.sees(c, cells) {
			x.note(out, "strike", c, d)
		}
	}
}

// joined finds the pairs of strong links that are joined at a and end at b, told as technique.
func (x *plain) joined(out doings, technique Technique) {
	anyUnit := func(int) bool { return true }
	for d := 1; d <= x.s.Side(); d++ {
		// kind names the pair by its units, None if the definitions of skyscraper and kite do not fit.
		kind := func(k, l plainLink) Technique {
			across := x.isCol
			switch {
			case x.isRow(k.unit) && x.isCol(l.unit):
				if x.share(x.isBox, k.a, l.a) {
					return TwoStringKite
				}
				return None
			case x.isCol(k.unit) && x.isCol(l.unit):
				across = x.isRow
			case !x.isRow(k.unit) || !x.isRow(l.unit):
				return None
			}
			switch {
			case !x.share(across, k.a, l.a):
				return None
			case x.share(across, k.b, l.b):
				return XWing
			}
			return Skyscraper
		}
		all := x.links(d)
		for _, k := range all {
			for _, l := range all {
				if k.unit == l.unit || k.a == l.a || k.a == l.b || k.b == l.a || k.b == l.b {
					continue
				}
				is := kind(k, l) == technique
				if technique == TurbotFish && x.share(anyUnit, k.a, l.a) {
					// None of the units that have the two links gives the pair another name.
					is = true
					for _, k2 := range all {
						for _, l2 := range all {
							if k2.a == k.a && k2.b == k.b && l2.a == l.a && l2.b == l.b && (kind(k2, l2) != None || kind(l2, k2) != None) {
								is = false
							}
						}
					}
				}
				if is {
					x.strikeSeeing(out, d, k.b, l.b)
				}
			}
		}
	}
}

func (x *plain) emptyRectangle(out doings) {
	n, units := x.s.Side(), x.s.Units()
	for d := 1; d <= n; d++ {
		for u, box := range units {
			at := x.places(box, d)
			if !x.isBox(u) || len(at) < 3 {
				continue
			}
			for r := range units {
				for c := range units {
					if !x.isRow(r) || !x.isCol(c) {
						continue
					}
					inRow := func(q int) bool { return slices.Contains(units[r], q) }
					inCol := func(q int) bool { return slices.Contains(units[c], q) }
					onlyRow, onlyCol, other := 0, 0, 0
					for _, q := range at {
						switch {
						case inRow(q) && !inCol(q):
							onlyRow++
						case inCol(q) && !inRow(q):
							onlyCol++
						case !inRow(q):
							other++
						}
					}
					if other > 0 || onlyRow == 0 || onlyCol == 0 {
						continue
					}
					for _, l := range x.links(d) {
						if slices.Contains(box, l.a) {
							continue
						}
						loser := -1
						switch {
						case x.isCol(l.unit) && inRow(l.a):
							loser = x.s.Cell(x.s.Row(l.b), c-n)
						case x.isRow(l.unit) && inCol(l.a):
							loser = x.s.Cell(r, x.s.Col(l.b))
						}
						if loser >= 0 && !slices.Contains(box, loser) && x.marks[loser].Has(d) {
							x.note(out, "strike", loser, d)
						}
					}
				}
			}
		}
	}
}

func (x *plain) wWing(out doings) {
	for a, m := range x.marks {
		for b := range x.marks {
			if a == b || m.Count() != 2 || x.marks[b] != m || x.sees(a, []int{b}) {
				continue
			}
			for y := range m.All() {
				for _, l := range x.links(y) {
					if l.a != b && l.b != a && x.sees(l.a, []int{a}) && x.sees(l.b, []int{b}) && !x.sees(l.a, []int{b}) && !x.sees(l.b, []int{a}) {
						x.strikeSeeing(out, m.Without(y).First(), a, b)
					}
				}
			}
		}
	}
}

// wing finds XY-wings and XYZ-wings: three cells with three digits, of which the wings share z.
func (x *plain) wing(out doings, size int) {
	for pivot, m := range x.marks {
		for a, ma := range x.marks {
			for b, mb := range x.marks {
				if m.Count() != size || ma.Count() != 2 || mb.Count() != 2 || ma == mb || !x.sees(pivot, []int{a, b}) ||
					x.share(func(int) bool { return true }, pivot, a, b) {
					continue
				}
				z := ma & mb
				switch {
				case size == 2 && z.Count() == 1 && m == (ma|mb)&^z:
					x.strikeSeeing(out, z.First(), a, b)
				case size == 3 && z.Count() == 1 && m == ma|mb:
					x.strikeSeeing(out, z.First(), pivot, a, b)
				}
			}
		}
	}
}

// remotePair goes along every path of cells with one pair of candidates. The ends of a path of four
// cells or more, an even number, that do not see each other have a digit each.
func (x *plain) remotePair(out doings) {
	var path []int
	var walk func(c int)
	walk = func(c int) {
		path = append(path, c)
		if len(path) >= 4 && len(path)%2 == 0 && !x.sees(c, path[:1]) {
			for d := range x.marks[c].All() {
				x.strikeSeeing(out, d, path[0], c)
			}
		}
		for q, m := range x.marks {
			if m == x.marks[c] && x.sees(q, []int{c}) && !slices.Contains(path, q) {
				walk(q)
			}
		}
		path = path[:len(path)-1]
	}
	for c, m := range x.marks {
		if m.Count() == 2 {
			walk(c)
		}
	}
}

func (x *plain) findWing(technique Technique) doings {
	out := doings{}
	switch technique {
	case RemotePair:
		x.remotePair(out)
	case EmptyRectangle:
		x.emptyRectangle(out)
	case WWing:
		x.wWing(out)
	case XYWing:
		x.wing(out, 2)
	case XYZWing:
		x.wing(out, 3)
	default:
		x.joined(out, technique)
	}
	return out
}

// TestCompleteWings: the finders do what the definitions do, no less and no more, on random positions
// as they are and after all that techniques up to jellyfish find.
func TestCompleteWings(t *testing.T) {
	seen := map[Technique]int{}
	for i, s := range boards(t) {
		rounds := 100
		if s.Side() > 9 {
			rounds = 4
		}
		if testing.Short() {
			rounds = min(rounds, 6)
		}
		o := newOracle(t, s)
		var below []Technique
		for technique := FullHouse; technique <= Jellyfish; technique++ {
			below = append(below, technique)
		}
		e, err := New(s, Options{Techniques: below})
		if err != nil {
			t.Fatal(err)
		}
		for round := range rounds {
			p, _ := o.position(t, rand.New(rand.NewPCG(uint64(i), uint64(3000+round))))
			for _, reduced := range [...]bool{false, true} {
				if reduced {
					if _, err := e.climb(p, nil); err != nil {
						t.Fatal(err)
					}
				}
				x := newPlain(p)
				for _, technique := range wings {
					want, got := x.findWing(technique), doingsOf(o.e, p, technique)
					if line, yes := differ(got, want); yes {
						t.Fatalf("%v %v %s: %v does %s, which it must not", s, p.Board(), p.Struck(), technique, line)
					}
					if line, yes := differ(want, got); yes {
						t.Fatalf("%v %v %s: %v misses %s", s, p.Board(), p.Struck(), technique, line)
					}
					if len(want) > 0 {
						seen[technique]++
					}
				}
			}
		}
	}
	for _, technique := range wings {
		t.Logf("%v: on %d positions", technique, seen[technique])
		if seen[technique] == 0 && !testing.Short() {
			t.Errorf("no position has a step of %v", technique)
		}
	}
}

// TestWingLinks: the links of a step go from candidate to candidate of its reason, strong and weak in
// turn where they are a chain, and each holds: a strong link is a cell or a unit with two candidates, or
// an empty rectangle; a weak one joins candidates that exclude each other.
func TestWingLinks(t *testing.T) {
	seen := map[Technique]int{}
	for i, s := range boards(t) {
		o := newOracle(t, s)
		for round := range 10 {
			p, _ := o.position(t, rand.New(rand.NewPCG(uint64(i), uint64(4000+round))))
			for _, technique := range wings {
				o.e.found.all = nil
				o.e.found.run(table[technique], p, false)
				for _, step := range o.e.found.all {
					seen[technique]++
					roles := map[Candidate]bool{}
					for _, x := range step.Candidates {
						roles[x.Candidate] = true
					}
					if len(step.Links) < 3 || technique == XYZWing && len(step.Links) != 4 {
						t.Errorf("%v has the links %v", technique, step.Links)
					}
					for k, l := range step.Links {
						if !roles[l.From] || !roles[l.To] {
							t.Errorf("%v: link %v joins candidates without a role", technique, l)
						}
						if k > 0 && technique != XYZWing && (step.Links[k-1].To != l.From || step.Links[k-1].Strong == l.Strong) {
							t.Errorf("%v: the links are no chain: %v", technique, step.Links)
						}
						if !linkHolds(p, l) && (technique != EmptyRectangle || !l.Strong) {
							t.Errorf("%v %s: %v: link %v does not hold", p.Board(), p.Struck(), technique, l)
						}
					}
				}
			}
		}
	}
	t.Log(seen)
}

// linkHolds reports whether a link between two candidates holds by a cell or a unit.
func linkHolds(p *Position, l Link) bool {
	x := newPlain(p)
	if l.From.Cell == l.To.Cell {
		return l.From.Digit != l.To.Digit && (!l.Strong || x.marks[l.From.Cell].Count() == 2)
	}
	for _, unit := range x.s.Units() {
		if slices.Contains(unit, l.From.Cell) && slices.Contains(unit, l.To.Cell) && (!l.Strong || len(x.places(unit, l.From.Digit)) == 2) {
			return l.From.Digit == l.To.Digit
		}
	}
	return false
}

// TestLengthSE: the ratings that Sudoku Explainer publishes for chains go up by a tenth at these lengths.
func TestLengthSE(t *testing.T) {
	for length, want := range map[int]int{2: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 12: 3, 13: 4, 16: 4, 17: 5, 24: 5, 25: 6, 32: 6, 33: 7} {
		if got := lengthSE(length); got != want {
			t.Errorf("a chain of %d candidates adds %d, want %d", length, got, want)
		}
	}
}

// TestWingSentences: what a person reads of the examples.
func TestWingSentences(t *testing.T) {
	for technique, want := range map[Technique]string{
		RemotePair:     "r3c4, r1c6, r4c6 and r4c9 have only 4 and 8 and each sees the next, so 4 and 8 alternate along them. One of r3c4 and r4c9 is 4 and the other 8, so r3c9 cannot be 4.",
		Skyscraper:     "Rows 5 and 7 have two places each for 8. r5c2 and r7c2 share column 2, so they are not both 8. At least one of the other ends, r5c6 and r7c4, is then 8. r4c4 and r9c6 see both and cannot be 8.",
		TwoStringKite:  "Row 9 and column 8 have two places each for 2. r9c7 and r7c8 share box 9, so they are not both 2. At least one of the other ends, r9c2 and r2c8, is then 2. r2c2 sees both and cannot be 2.",
		TurbotFish:     "Row 9 and box 4 have two places each for 6. r9c1 and r6c1 share column 1, so they are not both 6. At least one of the other ends, r9c9 and r4c3, is then 6. r4c9 sees both and cannot be 6.",
		EmptyRectangle: "In box 9 the 7 can only go in row 9 or column 8. If it is in row 9, r9c5 is not 7, so the 7 of column 5 is in r2c5, and r2c8 sees it. If it is in column 8, r2c8 sees it there. Either way r2c8 cannot be 7.",
		WWing:          "r4c6 and r7c4 have only 6 and 9. In column 5 the 9 can only go in r4c5, which sees r4c6, or in r9c5, which sees r7c4. So r4c6 and r7c4 are not both 9: one of them is 6. r4c4 sees both and cannot be 6.",
		XYWing:         "r4c3 is 1 or 8. If it is 1, r4c4 is 7; if it is 8, r5c1 is 7. Either way one of r4c4 and r5c1 is 7. r4c1 and r5c4 see both and cannot be 7.",
		XYZWing:        "r2c6 is 2, 4 or 8. If it is 2, r2c7 is 8; if it is 4, r3c6 is 8; otherwise it is 8 itself. So one of r2c6, r2c7 and r3c6 is 8. r2c4 sees all three and cannot be 8.",
	} {
		e := explainer(t, Options{Techniques: []Technique{technique}})
		example := technique.Info().Example
		p, err := e.Parse(example.Board, example.Struck)
		if err != nil {
			t.Fatal(err)
		}
		if step, err := e.Next(p); err != nil || step.Sentence() != want {
			t.Errorf("%v (%v):\n%s\nwant\n%s", technique, err, step.Sentence(), want)
		}
	}
}
