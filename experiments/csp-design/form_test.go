package cspdesign

import (
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
)

func problems(t *testing.T, set string, n int) []problem {
	t.Helper()
	items, err := (&corpus.Store{}).Sample(t.Context(), set, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	out, err := take(Config{Short: 1000}, axis{}, 1, items)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestAgainstPackageCSP compares every way of every axis with package csp, which shares no
// code with this one: the answers always; the nodes where the order of branching is its own;
// arcs, strikes and peak where the queue is.
func TestAgainstPackageCSP(t *testing.T) {
	reference, err := csp.NewSolver(encode.Network(board.Standard()), csp.DocumentConfig())
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []string{"own-easy", "own-hard", "own-minimal"} {
		for _, p := range problems(t, set, 8) {
			res, err := reference.Solve(t.Context(), encode.Domains(nil, p.board), csp.Limits{Solutions: 1})
			if err != nil {
				t.Fatal(err)
			}
			want := res.Stats.Total()
			for _, a := range axes() {
				for _, w := range a.ways(1) {
					if w.broken {
						continue
					}
					free := w.order != nil
					if !free {
						w.order = mrv{}
					}
					s := &searcher{form: w.form, order: w.order}
					o := s.solve(p.index, &p.givens)
					if !o.solved {
						t.Fatalf("%s: %s: %v is not solved", a.kind, w.name, p.board)
					}
					if err := answer(p.board, o); err != nil {
						t.Fatalf("%s: %s: %v: %v", a.kind, w.name, p.board, err)
					}
					if free {
						continue
					}
					if o.nodes != want.Nodes {
						t.Errorf("%s: %s: %v: %d nodes, want %d", a.kind, w.name, p.board, o.nodes, want.Nodes)
					}
					c := s.form.counted()
					if w.name == "bits" {
						if c.arcs >= want.Arcs {
							t.Errorf("%s: %v: a queue without duplicates revises %d arcs, one with them %d", a.kind, p.board, c.arcs, want.Arcs)
						}
						continue
					}
					if c.arcs != want.Arcs || c.pushes != want.Pushes || c.strikes != want.Reductions || c.peak > want.QueuePeak {
						t.Errorf("%s: %s: %v: %+v, want %+v", a.kind, w.name, p.board, *c, want)
					}
				}
			}
		}
	}
}

// TestFormsReload shows that a form forgets the puzzle before.
func TestFormsReload(t *testing.T) {
	ps := problems(t, "own-minimal", 3)
	for _, a := range axes() {
		for _, w := range a.ways(1) {
			if w.order == nil {
				w.order = mrv{}
			}
			s := &searcher{form: w.form, order: w.order}
			first := *s.solve(0, &ps[0].givens)
			counted := *s.form.counted()
			for i := range ps {
				s.solve(i, &ps[i].givens)
			}
			if again := *s.solve(0, &ps[0].givens); again != first || *s.form.counted() != counted {
				t.Errorf("%s: %s: %+v %+v the second time, %+v %+v the first", a.kind, w.name, again, *s.form.counted(), first, counted)
			}
		}
	}
}

func TestPeers(t *testing.T) {
	for cell := range uint8(cells) {
		got := peersOf(cell)
		want := board.Standard().Peers(int(cell))
		for k, p := range got {
			if int(p) != want[k] {
				t.Fatalf("peers of %d: %v, want %v", cell, got, want)
			}
		}
	}
}

// TestShallowSpoils follows one branch by hand: what it strikes must be back after restore,
// and is not with a shallow copy.
func TestShallowSpoils(t *testing.T) {
	var givens [cells]uint8
	for _, tc := range []struct {
		name string
		form form
		want uint16
	}{
		{"deep", newBody[set](), all},
		{"shallow", newBody(withCopies(shallow)), all &^ 1},
		{"trail", newBody(onTrail[set]), all},
		{"lists on a trail", newBody(onTrail[list]), all},
		{"bitmasks on a trail", newBody(onTrail[mask]), all},
		{"array", newLean(), all},
		{"lean trail", newLeanTrail(), all},
	} {
		tc.form.load(&givens)
		tc.form.save()
		tc.form.assign(0, 1)
		if !tc.form.propagate(0) || tc.form.values(0) != 1 || tc.form.values(1) != all&^1 {
			t.Fatalf("%s: in the branch: %b %b", tc.name, tc.form.values(0), tc.form.values(1))
		}
		tc.form.restore()
		if got := tc.form.values(1); got != tc.want || tc.form.values(0) != all {
			t.Errorf("%s: after the branch: %b %b, want %b %b", tc.name, tc.form.values(0), got, all, tc.want)
		}
	}
}

// queues must give the arcs back in the order of the model, the bit queue each of them once.
func TestQueues(t *testing.T) {
	bits := newBitQueue(newPeerTable())
	for name, q := range map[string]arcQueue{"ring": &ring[arc]{}, "shifted": &shifted{}, "resliced": &resliced{}, "bits": &bits} {
		for range 3 {
			q.reset()
			var model []arc
			peers := newPeerTable()
			for step := range 200 {
				q.room(nPeers)
				cell := uint8(step * 7 % cells)
				for _, p := range peers[cell] {
					if a := (arc{p, cell}); name != "bits" || !slices.Contains(model, a) {
						model = append(model, a)
					}
					q.push(arc{p, cell})
				}
				if q.len() != len(model) {
					t.Fatalf("%s: %d wait, want %d", name, q.len(), len(model))
				}
				for range 15 {
					a := q.pop()
					at := slices.Index(model, a)
					if name != "bits" && at != 0 || at < 0 {
						t.Fatalf("%s: took %v, want %v", name, a, model[0])
					}
					model = slices.Delete(model, at, at+1)
				}
			}
			for !q.empty() {
				a := q.pop()
				if at := slices.Index(model, a); at < 0 {
					t.Fatalf("%s: %v was not queued", name, a)
				} else {
					model = slices.Delete(model, at, at+1)
				}
			}
			if len(model) != 0 {
				t.Errorf("%s: %d arcs lost", name, len(model))
			}
		}
	}
}

// domains of all three kinds do what the bitmask says they must.
func TestDomains(t *testing.T) {
	check(t, "set", func() *set { return new(set) })
	check(t, "list", func() *list { return new(list) })
	check(t, "bitmask", func() *mask { return new(mask) })
}

func check[E any, D domain[E]](t *testing.T, name string, fresh func() D) {
	t.Helper()
	for _, how := range []reading{asPrinted, byMember} {
		for _, mine := range []uint16{1, 0b101, all, 0b110011} {
			for _, theirs := range []uint16{1, 0b10, 0b101, all} {
				a, b, c := fresh(), fresh(), fresh()
				a.fill(mine)
				b.fill(theirs)
				c.clone((*E)(a))
				want := uint16(0)
				if size(theirs) == 1 {
					want = mine & theirs
				}
				if got := a.revise((*E)(b), how); got != want || a.digits() != mine&^want || a.size() != int(size(mine&^want)) || b.digits() != theirs {
					t.Fatalf("%s: %b revised by %b (%d): struck %b, left %b of %d, want struck %b", name, mine, theirs, how, got, a.digits(), a.size(), want)
				}
				a.strike(theirs)
				a.add(0b11)
				if got, want := a.digits(), mine&^want&^theirs|0b11; got != want || c.digits() != mine {
					t.Fatalf("%s: %b after strike %b and add 11, want %b; its clone is %b", name, got, theirs, want, c.digits())
				}
			}
		}
	}
}
