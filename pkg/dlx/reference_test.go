package dlx_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/dlx"
)

// tb is what *testing.T, *testing.B and *rapid.T have in common.
type tb interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Context() context.Context
}

// bruteForce returns every solution that contains the given options, each with rising
// option numbers, in lexical order. It looks at all subsets of the options, and shares
// nothing with the solver.
func bruteForce(p *dlx.Problem, given []int) [][]int {
	var out [][]int
	var mask uint
	options := make([][]dlx.Element, p.Options())
	for o := range options {
		options[o] = p.Option(o)
	}
	for _, o := range given {
		mask |= 1 << o
	}
	for subset := range uint(1) << p.Options() {
		if subset&mask != mask {
			continue
		}
		var chosen []int
		var elements [][]dlx.Element
		for o := range options {
			if subset>>o&1 == 1 {
				chosen = append(chosen, o)
				elements = append(elements, options[o])
			}
		}
		if isCover(p, elements) {
			out = append(out, chosen)
		}
	}
	slices.SortFunc(out, slices.Compare[[]int])
	return out
}

// isCover reports whether the options make a solution, from the definition.
func isCover(p *dlx.Problem, options [][]dlx.Element) bool {
	times := make([]int, p.Items())
	color := make([]int, p.Items())
	for _, option := range options {
		for _, e := range option {
			if times[e.Item] > 0 && (e.Color == 0 || color[e.Item] != e.Color) {
				return false
			}
			times[e.Item]++
			color[e.Item] = e.Color
		}
	}
	return !slices.Contains(times[:p.Primaries()], 0)
}

// book walks the tree as the book has it, on lists that it copies at every step, and counts
// as Knuth's programs count.
type book struct {
	p         *dlx.Problem
	mrv       bool
	c         dlx.Counters
	solutions [][]int
	path      []int
}

// state is a problem that is partly solved: the primary items still to cover, the lists of
// options, and the elements that have been cleansed.
type state struct {
	open   []int
	list   [][]int
	clean  map[[2]int]bool // option, item
	purged map[int]bool    // secondary items that were purified
}

func newState(p *dlx.Problem) state {
	st := state{list: make([][]int, p.Items()), clean: map[[2]int]bool{}, purged: map[int]bool{}}
	for i := range p.Primaries() {
		st.open = append(st.open, i)
	}
	for o := range p.Options() {
		for _, e := range p.Option(o) {
			st.list[e.Item] = append(st.list[e.Item], o)
		}
	}
	return st
}

func (st state) copy() state {
	out := state{open: slices.Clone(st.open), clean: map[[2]int]bool{}, purged: map[int]bool{}}
	for _, l := range st.list {
		out.list = append(out.list, slices.Clone(l))
	}
	for k := range st.clean {
		out.clean[k] = true
	}
	for k := range st.purged {
		out.purged[k] = true
	}
	return out
}

func (b *book) hide(st *state, option, from int) {
	for _, e := range b.p.Option(option) {
		if e.Item == from || st.clean[[2]int{option, e.Item}] {
			continue
		}
		i := slices.Index(st.list[e.Item], option)
		st.list[e.Item] = slices.Delete(st.list[e.Item], i, i+1)
		b.c.Updates++
	}
}

func (b *book) cover(st *state, item int) {
	b.c.Updates++
	if i := slices.Index(st.open, item); i >= 0 {
		st.open = slices.Delete(st.open, i, i+1)
	}
	for _, o := range st.list[item] {
		b.hide(st, o, item)
	}
}

func (b *book) purify(st *state, item, color int) {
	b.c.Cleansings++
	st.purged[item] = true
	for _, o := range st.list[item] {
		if slices.Contains(b.p.Option(o), dlx.Element{Item: item, Color: color}) {
			st.clean[[2]int{o, item}] = true
			b.c.Cleansings++
		} else {
			b.hide(st, o, item)
		}
	}
}

// choose covers what an option has, beginning after the item that it was chosen for.
func (b *book) choose(st *state, option, item int) {
	es := b.p.Option(option)
	at := slices.IndexFunc(es, func(e dlx.Element) bool { return e.Item == item })
	for k := 1; k < len(es); k++ {
		switch e := es[(at+k)%len(es)]; {
		case e.Color == 0:
			b.cover(st, e.Item)
		case !st.purged[e.Item]:
			b.purify(st, e.Item, e.Color)
		}
	}
}

func (b *book) search(st state) {
	b.c.Nodes++
	b.c.MaxDepth = max(b.c.MaxDepth, int64(len(b.path)))
	if len(st.open) == 0 {
		b.solutions = append(b.solutions, slices.Sorted(slices.Values(b.path)))
		return
	}
	item := st.open[0]
	for _, i := range st.open {
		if b.mrv && len(st.list[i]) < len(st.list[item]) {
			item = i
		}
	}
	b.cover(&st, item)
	for _, o := range st.list[item] {
		if len(st.list[item]) > 1 {
			b.c.Branches++
		}
		found := len(b.solutions)
		below := st.copy()
		b.choose(&below, o, item)
		b.path = append(b.path, o)
		b.search(below)
		b.path = b.path[:len(b.path)-1]
		if len(b.solutions) == found {
			b.c.Backtracks++
		}
	}
}

func byTheBook(p *dlx.Problem, cfg dlx.Config) *book {
	b := &book{p: p, mrv: cfg.Choice == dlx.MRV}
	b.search(newState(p))
	return b
}

// source is where a random problem comes from: rapid, which shrinks what fails but likes
// small numbers, or a generator, which gives all sizes alike.
type source interface {
	// upTo returns a number from low to high.
	upTo(low, high int) int
}

type rapidSource struct{ *rapid.T }

func (s rapidSource) upTo(low, high int) int { return rapid.IntRange(low, high).Draw(s.T, "n") }

type randSource struct{ *rand.Rand }

func (s randSource) upTo(low, high int) int { return low + s.IntN(high-low+1) }

// check runs a property on problems from both sources.
func check(t *testing.T, property func(t tb, from source)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) { property(t, rapidSource{t}) })
	rounds := uint64(2000)
	if testing.Short() {
		rounds = 200
	}
	for seed := range rounds {
		property(seeded{t, seed}, randSource{rand.New(rand.NewPCG(seed, 0))})
	}
}

// seeded tells the seed with a failure.
type seeded struct {
	*testing.T
	seed uint64
}

func (s seeded) Fatal(args ...any) {
	s.Helper()
	s.T.Fatal(append([]any{"seed ", s.seed, ": "}, args...)...)
}

func (s seeded) Fatalf(format string, args ...any) {
	s.Helper()
	s.T.Fatalf("seed %d: "+format, append([]any{s.seed}, args...)...)
}

// problem returns a random problem of at most so many primary and secondary items, options
// and colors. All limits but that of the primary items may be 0.
func problem(t tb, from source, primaries, secondaries, options, colors int) *dlx.Problem {
	t.Helper()
	primaries, secondaries, colors = from.upTo(1, primaries), from.upTo(0, secondaries), from.upTo(0, colors)
	var b dlx.Builder
	for i := range primaries {
		b.Primary("p" + strconv.Itoa(i))
	}
	for i := range secondaries {
		b.Secondary("s" + strconv.Itoa(i))
	}
	for i := range colors {
		b.Color(strconv.Itoa(i))
	}
	for range from.upTo(0, options) {
		// A primary item at a random place among other items.
		items := []int{from.upTo(0, primaries-1)}
		for range from.upTo(0, 3) {
			if i := from.upTo(0, primaries+secondaries-1); !slices.Contains(items, i) {
				items = slices.Insert(items, from.upTo(0, len(items)), i)
			}
		}
		var option []dlx.Element
		for _, i := range items {
			e := dlx.Element{Item: i}
			if i >= primaries {
				e.Color = from.upTo(0, colors)
			}
			option = append(option, e)
		}
		b.Option(option...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
