package dlx

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// boxes packs dominoes and squares into an n×n board without its corner: a problem with
// long lists whose search soon is deep.
func boxes(n int) (*Problem, error) {
	var b Builder
	for c := 1; c < n*n; c++ {
		b.Primary(strconv.Itoa(c))
	}
	at := func(r, c int) Element { return Element{Item: r*n + c - 1} }
	for r := range n {
		for c := range n {
			if r+c > 0 && r+1 < n {
				b.Option(at(r, c), at(r+1, c))
			}
			if r+c > 0 && c+1 < n {
				b.Option(at(r, c), at(r, c+1))
			}
			if r+c > 0 && r+1 < n && c+1 < n {
				b.Option(at(r, c), at(r, c+1), at(r+1, c), at(r+1, c+1))
			}
		}
	}
	return b.Build()
}

// TestReset forces options at random, with colors and without, and looks whether reset
// brings every link, size and mark back.
func TestReset(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		var b Builder
		for i := range 12 {
			if i < 6 {
				b.Primary(strconv.Itoa(i))
			} else {
				b.Secondary(strconv.Itoa(i))
			}
		}
		b.Color("a")
		b.Color("b")
		for range 30 {
			items := rng.Perm(12)[:1+rng.IntN(5)]
			items[0] %= 6
			slices.Sort(items)
			var option []Element
			for _, i := range slices.Compact(items) {
				e := Element{Item: i}
				if i >= 6 {
					e.Color = rng.IntN(3) * (round % 2)
				}
				option = append(option, e)
			}
			b.Option(option...)
		}
		p, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewSolver(p, DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		var fresh links
		fresh.init(p)
		for range 5 {
			if err := s.begin(t.Context(), []int{rng.IntN(30), rng.IntN(30), rng.IntN(30)}); err != nil {
				t.Fatal(err)
			}
			if s.force() {
				s.search(context.Background(), 0, int64(1+rng.IntN(20)), false)
			}
			s.end()
			clear(s.trail) // what it had is of no interest
			if diff := cmp.Diff(fresh, s.links, cmp.AllowUnexported(links{}, link{}, span{})); diff != "" {
				t.Fatalf("round %d (−fresh +reset):\n%s", round, diff)
			}
		}
	}
}

// BenchmarkRestore compares the ways to make a solver that stopped in mid-search as new. The
// time of going there is in both.
func BenchmarkRestore(b *testing.B) {
	for _, n := range []int{6, 20} {
		p, err := boxes(n)
		if err != nil {
			b.Fatal(err)
		}
		s, err := NewSolver(p, DefaultConfig())
		if err != nil {
			b.Fatal(err)
		}
		var fresh links
		fresh.init(p)
		search := func(b *testing.B) {
			if err := s.begin(b.Context(), nil); err != nil {
				b.Fatal(err)
			}
			s.search(b.Context(), 0, int64(p.Primaries()/3), false)
		}
		board := "/board=" + strconv.Itoa(n)
		b.Run("way=rewind"+board, func(b *testing.B) {
			for b.Loop() {
				search(b)
				s.end()
			}
		})
		b.Run("way=copy"+board, func(b *testing.B) {
			for b.Loop() {
				search(b)
				copy(s.link, fresh.link)
				copy(s.size, fresh.size)
				copy(s.active, fresh.active)
				s.top, s.zeros, s.busy = 0, fresh.zeros, false
			}
		})
	}
}
