package csp_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/csp"
)

// sudoku returns the network of an empty board of side k² and the domains of a puzzle in
// the one-line form, '.' for an empty cell.
func sudoku(tb testing.TB, k int, puzzle string) (*csp.Network, []csp.Set) {
	tb.Helper()
	n := k * k
	var b csp.Builder
	b.Variables(n*n, csp.Range(n))
	for i := range n {
		var row, column, box []int
		for j := range n {
			row = append(row, i*n+j)
			column = append(column, j*n+i)
			box = append(box, (i/k*k+j/k)*n+i%k*k+j%k)
		}
		b.AllDifferent(row...)
		b.AllDifferent(column...)
		b.AllDifferent(box...)
	}
	domains := make([]csp.Set, n*n)
	for i := range domains {
		domains[i] = csp.Range(n)
		if c := puzzle[i]; c != '.' {
			domains[i] = csp.SetOf(int(c - '1'))
		}
	}
	return build(tb, &b), domains
}

func build(tb testing.TB, b *csp.Builder) *csp.Network {
	tb.Helper()
	net, err := b.Build()
	if err != nil {
		tb.Fatal(err)
	}
	return net
}

func newSolver(tb testing.TB, net *csp.Network, cfg csp.Config) *csp.Solver {
	tb.Helper()
	s, err := csp.NewSolver(net, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func solve(tb testing.TB, s *csp.Solver, domains []csp.Set, limits csp.Limits) csp.Result {
	tb.Helper()
	res, err := s.Solve(context.Background(), domains, limits)
	if err != nil {
		tb.Fatal(err)
	}
	return res
}

// configs returns every combination of the switches.
func configs() []csp.Config {
	var out []csp.Config
	for _, p := range []csp.Propagation{csp.MAC, csp.ForwardChecking, csp.Plain} {
		for _, root := range []bool{true, false} {
			for _, x := range []csp.VariableOrder{csp.MRV, csp.MRVDegree, csp.First} {
				for _, v := range []csp.ValueOrder{csp.Ascending, csp.Descending, csp.LeastConstraining, csp.Random} {
					for _, q := range queues {
						for _, st := range []csp.Store{csp.Copy, csp.Trail} {
							out = append(out, csp.Config{Propagation: p, RootAC3: root, VariableOrder: x, ValueOrder: v, Queue: q, Store: st, Seed: 7})
						}
					}
				}
			}
		}
	}
	return out
}

var queues = []csp.Queue{csp.FIFO, csp.LIFO, csp.FIFOSet, csp.Events}

func name(c csp.Config) string {
	return fmt.Sprintf("%s/%v/%s/%s/%s/%s", c.Propagation, c.RootAC3, c.VariableOrder, c.ValueOrder, c.Queue, c.Store)
}

// count counts solutions by trying every combination of values, knowing of the network only
// which pairs it allows.
func count(net *csp.Network, domains []csp.Set) int {
	values := make([]int, len(domains))
	var extend func(i int) int
	extend = func(i int) int {
		if i == len(domains) {
			return 1
		}
		n := 0
	next:
		for v := range domains[i].All() {
			for j := range i {
				if !net.Allowed(j, values[j], i, v) {
					continue next
				}
			}
			values[i] = v
			n += extend(i + 1)
		}
		return n
	}
	return extend(0)
}

// fixedPoint removes values without support until a whole pass removes none.
func fixedPoint(net *csp.Network, domains []csp.Set) (left []csp.Set, consistent bool) {
	left = append(left, domains...)
	for changed := true; changed; {
		changed = false
		for i := range left {
			for j := range net.Neighbours(i) {
				for v := range left[i].All() {
					supported := false
					for w := range left[j].All() {
						supported = supported || net.Allowed(i, v, j, w)
					}
					if !supported {
						left[i] &^= 1 << v
						changed = true
					}
				}
			}
		}
	}
	return left, !slices.Contains(left, 0)
}

// network draws a small network with constraints of both kinds, some pairs with two, and
// domains for it.
func network(t *rapid.T) (*csp.Network, []csp.Set) {
	var b csp.Builder
	n := rapid.IntRange(1, 6).Draw(t, "variables")
	own := make([]csp.Set, n)
	for i := range n {
		own[i] = csp.Set(rapid.Uint64Range(1, 31).Draw(t, "domain")) << rapid.SampledFrom([]int{0, 0, 0, 1, 59}).Draw(t, "shift")
		b.Variable(own[i])
	}
	general := rapid.Bool().Draw(t, "general")
	for range rapid.IntRange(0, n*n).Draw(t, "constraints") {
		i := rapid.IntRange(0, n-1).Draw(t, "i")
		j := rapid.IntRange(0, n-1).Draw(t, "j")
		switch {
		case i == j:
		case general && rapid.Bool().Draw(t, "relation"):
			bits := rapid.Uint64().Draw(t, "pairs") | rapid.Uint64().Draw(t, "more pairs")
			b.AddRelation(i, j, func(v, w int) bool { return bits>>((7*v+w)%64)&1 != 0 })
		default:
			b.NotEqual(i, j)
		}
	}
	net, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	domains := make([]csp.Set, n)
	for i := range domains {
		domains[i] = own[i] & csp.Set(rapid.Uint64().Draw(t, "keep")|rapid.Uint64().Draw(t, "keep more"))
	}
	return net, domains
}
