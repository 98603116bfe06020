package minigrid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
)

func graphOf(t *testing.T, name string, cfg Config) *Graph {
	t.Helper()
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		if c.Name != name {
			continue
		}
		m, err := Mask(c.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Permute(t.Context(), m, cfg)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Connect(t.Context(), p, cfg)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	t.Fatalf("the suite has no case %s", name)
	return nil
}

// TestCountingWays: by the table and by listing, the numbers of fillings are the same.
func TestCountingWays(t *testing.T) {
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		if c.Puzzle.Shape().Side() > 16 || c.Puzzle.Filled() < c.Puzzle.Shape().Cells()/5 {
			continue
		}
		m, err := Mask(c.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		const limit = 100_000
		boxes, _, _ := m.blanks(Lines)
		table := counter{reading: Lines, limit: limit, most: tableCells}
		listing := counter{reading: Lines, limit: limit}
		for i := range boxes {
			want, err := table.count(t.Context(), &boxes[i])
			if err != nil {
				t.Fatal(err)
			}
			got, err := listing.count(t.Context(), &boxes[i])
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case got.exact && got.size != want.size:
				t.Errorf("%s: box %d: %d by listing, %d by the table", c.Name, i, got.size, want.size)
			case !got.exact && (got.size > want.size || got.size <= limit):
				t.Errorf("%s: box %d: at least %d by listing, %d by the table", c.Name, i, got.size, want.size)
			case got.exact != (want.size <= limit):
				t.Errorf("%s: box %d: exact %v with %d fillings", c.Name, i, got.exact, want.size)
			}
			if want.size > 0 && boxes[i].hall() > want.size {
				t.Errorf("%s: box %d: Hall's bound is %d, the number %d", c.Name, i, boxes[i].hall(), want.size)
			}
		}
	}
}

func TestFactorial(t *testing.T) {
	for e, want := range map[int]uint64{0: 1, 1: 1, 9: 362880, 20: 2432902008176640000} {
		if f, ok := factorial(e); f != want || !ok {
			t.Errorf("%d! = %d, %v", e, f, ok)
		}
	}
	if _, ok := factorial(21); ok {
		t.Error("21! fits into 64 bits")
	}
}

// TestRelationForms: the same relation as bits and as lists.
func TestRelationForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, density := range []float64{0, 0.01, 0.3, 1} {
		from, to := 70, 130
		asBits := newBits(from, to)
		var joined int64
		for c := range from {
			for x := range to {
				if rng.Float64() < density {
					asBits.bits[c*asBits.words+x>>6] |= 1 << (x & 63)
					joined++
				}
			}
		}
		asList := toList(&asBits, from, joined)
		if asBits.isList() || !asList.isList() {
			t.Fatal("forms confused")
		}
		if asBits.bytes() != bitBytes(from, to) || asList.bytes() != listBytes(from, joined) {
			t.Errorf("%d and %d bytes, want %d and %d", asBits.bytes(), asList.bytes(), bitBytes(from, to), listBytes(from, joined))
		}
		ones := make([]int32, to)
		for x := range ones {
			ones[x] = int32(x)
		}
		for c := range int32(from) {
			if !slices.Equal(slices.Collect(asBits.row(c)), slices.Collect(asList.row(c))) {
				t.Fatalf("row %d differs", c)
			}
			if asBits.neighbours(c, ones) != asList.neighbours(c, ones) {
				t.Fatalf("neighbours of %d differ", c)
			}
			for x := range int32(to) {
				if asBits.has(c, x) != asList.has(c, x) {
					t.Fatalf("%d, %d: %v as bits, %v as list", c, x, asBits.has(c, x), asList.has(c, x))
				}
			}
		}
	}
}

// TestJoiningWays: through bits, and by counting first, the links are the same, in the same form.
func TestJoiningWays(t *testing.T) {
	granted := func(int64) bool { return true }
	forms := map[bool]int{}
	for _, name := range []string{"9/search", "9/diagonal-search", "9/jigsaw-search", "16/search", "9/naked"} {
		for _, reading := range []Compatibility{Disjoint, Identical} {
			cfg := DefaultConfig()
			cfg.Compatibility = reading
			g := graphOf(t, "9/search", DefaultConfig())
			if reading == Disjoint || g.perms.shape().Box() != 0 {
				g = graphOf(t, name, DefaultConfig())
			}
			g.cfg = cfg
			tt := classifier{reading: reading}
			for f := range g.faces {
				if err := tt.classify(t.Context(), g.perms, &g.faces[f], granted); err != nil {
					t.Fatal(err)
				}
			}
			for i := range g.links {
				small, large := link{faces: g.links[i].faces}, link{faces: g.links[i].faces}
				if err := g.joinPair(t.Context(), &small, 1<<40, granted); err != nil {
					t.Fatal(err)
				}
				if err := g.joinPair(t.Context(), &large, -1, granted); err != nil {
					t.Fatal(err)
				}
				if small.edges != large.edges || large.compare != 2*small.compare {
					t.Errorf("%s: pair %d: %d edges by %d comparisons, counted first %d by %d",
						name, i, small.edges, small.compare, large.edges, large.compare)
				}
				for side := range small.rows {
					a, b := &small.rows[side], &large.rows[side]
					forms[a.isList()]++
					if a.isList() != b.isList() || !slices.Equal(a.bits, b.bits) || !slices.Equal(a.start, b.start) || !slices.Equal(a.list, b.list) {
						t.Fatalf("%s: pair %d side %d: the rows differ", name, i, side)
					}
				}
			}
		}
	}
	if forms[true] == 0 || forms[false] == 0 {
		t.Errorf("%d relations as lists, %d as bits: one form is not tested", forms[true], forms[false])
	}
}

// TestFaceClasses: two fillings are in one class if they show the same, classes are in the order of
// their looks, sizes add up.
func TestFaceClasses(t *testing.T) {
	for _, name := range []string{"4/empty", "9/search", "9/diagonal-search", "9/jigsaw-search", "16/search", "25/naked"} {
		cfg := DefaultConfig()
		if name == "25/naked" {
			cfg.Fillings = Singles
		}
		g := graphOf(t, name, cfg)
		units := g.perms.shape().Units()
		for _, reading := range []Compatibility{Disjoint, Identical} {
			tt := classifier{reading: reading}
			for _, f := range g.faces {
				if reading == Identical && g.perms.shape().Box() == 0 {
					continue
				}
				if err := tt.classify(t.Context(), g.perms, &f, func(int64) bool { return true }); err != nil {
					t.Fatal(err)
				}
				sizes := make([]int32, len(f.size))
				looks := make([][]uint64, len(f.size))
				for i, c := range f.class {
					sizes[c]++
					look := plainLook(g.perms, units, &f, i, reading)
					if looks[c] == nil {
						looks[c] = look
					} else if !slices.Equal(looks[c], look) {
						t.Fatalf("%s: class %d of box %d shows %v and %v", name, c, f.box, looks[c], look)
					}
				}
				if !slices.Equal(sizes, f.size) {
					t.Errorf("%s: box %d: sizes %v, want %v", name, f.box, f.size, sizes)
				}
				for c := 1; c < len(looks); c++ {
					if slices.Compare(looks[c-1], looks[c]) >= 0 {
						t.Fatalf("%s: box %d: classes %d and %d out of order", name, f.box, c-1, c)
					}
				}
			}
		}
	}
}

// plainLook returns the digits of each unit of a face, as a set or as a number to base 64.
func plainLook(p *Permutations, units [][]int, f *face, filling int, reading Compatibility) []uint64 {
	var out []uint64
	for _, u := range f.units {
		var set board.Digits
		var sequence uint64
		for i, c := range p.Cells(f.box) {
			if slices.Contains(units[u], c) {
				d := p.Filling(f.box, filling)[i]
				set = set.With(int(d))
				sequence = sequence<<6 | uint64(d)
			}
		}
		if reading == Identical {
			out = append(out, sequence)
		} else {
			out = append(out, uint64(set))
		}
	}
	return out
}

// TestDomainForms: with bit rows and with lists, the search goes the same way.
func TestDomainForms(t *testing.T) {
	for i, name := range []string{"4/empty", "9/search", "9/multiple-15", "9/unsat-search", "9/diagonal-search", "6/jigsaw-multiple-2", "16/multiple-9", "9/search"} {
		g := graphOf(t, name, DefaultConfig())
		if g.perms.refuted {
			t.Fatalf("%s has no graph", name)
		}
		if i > 4 {
			if err := g.PruneToFixedPoint(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		var found [2][]string
		var stats [2]ExtractStats
		for form := range 2 {
			s := newSearch(g, &stats[form])
			if form == 0 {
				s.dom = newBitDomains(g, s.class)
			} else {
				s.dom = newListDomains(g, s.class)
			}
			err := s.run(t.Context(), func() bool {
				found[form] = append(found[form], string(s.board))
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			stats[form].Phase = Phase{Steps: stats[form].Steps}
		}
		if !slices.Equal(found[0], found[1]) || stats[0] != stats[1] {
			t.Errorf("%s: bit rows %d solutions, %+v, lists %d, %+v", name, len(found[0]), stats[0], len(found[1]), stats[1])
		}
	}
}

// TestDomainChoice: rows beyond the limit are not made.
func TestDomainChoice(t *testing.T) {
	g := graphOf(t, "9/search", DefaultConfig())
	if _, ok := newSearch(g, &ExtractStats{}).dom.(*bitDomains); !ok || rowBytes(g) > matrixLimit {
		t.Errorf("rows of %d bytes: not as bits", rowBytes(g))
	}
	g = graphOf(t, "9/empty", DefaultConfig())
	if _, ok := newSearch(g, &ExtractStats{}).dom.(*listDomains); !ok || rowBytes(g) <= matrixLimit {
		t.Errorf("rows of %d bytes: not as lists", rowBytes(g))
	}
}

// TestSmallWorkStaysHere: no goroutines where they would cost more than they save.
func TestSmallWorkStaysHere(t *testing.T) {
	cfg := Config{Workers: 8}
	if cfg.workersFor(10) != 1 || cfg.workersFor(smallWork) != 8 {
		t.Errorf("%d and %d workers", cfg.workersFor(10), cfg.workersFor(smallWork))
	}
}
