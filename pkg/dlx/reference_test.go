package dlx_test

import (
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"sudokulab/pkg/dlx"
)

// bruteForce returns every solution that contains the given options, each with rising
// option numbers, in lexical order. It looks at all subsets of the options, and shares
// nothing with the solver.
func bruteForce(p *dlx.Problem, given []int) [][]int {
	var out [][]int
	var mask uint
	for _, o := range given {
		mask |= 1 << o
	}
	for subset := range uint(1) << p.Options() {
		if subset&mask != mask {
			continue
		}
		var chosen []int
		for o := range p.Options() {
			if subset>>o&1 == 1 {
				chosen = append(chosen, o)
			}
		}
		if isCover(p, chosen) {
			out = append(out, chosen)
		}
	}
	slices.SortFunc(out, slices.Compare[[]int])
	return out
}

// isCover reports whether the options make a solution, from the definition.
func isCover(p *dlx.Problem, chosen []int) bool {
	times := make([]int, p.Items())
	color := make([]int, p.Items())
	for _, o := range chosen {
		for _, e := range p.Option(o) {
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

// draw draws a problem that is small enough for bruteForce; with colors about half the time.
func draw(t *rapid.T) *dlx.Problem {
	colors := rapid.SampledFrom([]int{0, 0, 1, 2, 3}).Draw(t, "colors")
	return drawWith(t, rapid.IntRange(1, 6).Draw(t, "primaries"), rapid.IntRange(0, 4).Draw(t, "secondaries"), 11, colors)
}

func drawWith(t *rapid.T, primaries, secondaries, options, colors int) *dlx.Problem {
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
	items := make([]int, primaries+secondaries)
	for i := range items {
		items[i] = i
	}
	for range rapid.IntRange(0, options).Draw(t, "options") {
		order := rapid.Permutation(items).Draw(t, "items")
		size := rapid.IntRange(1, min(5, len(items))).Draw(t, "size")
		var option []dlx.Element
		for _, i := range order {
			if len(option) == size {
				break
			}
			e := dlx.Element{Item: i}
			if i >= primaries && colors > 0 {
				e.Color = rapid.IntRange(0, colors).Draw(t, "color")
			}
			option = append(option, e)
		}
		if !slices.ContainsFunc(option, func(e dlx.Element) bool { return e.Item < primaries }) {
			at := slices.IndexFunc(order, func(i int) bool { return i < primaries })
			option = append(option, dlx.Element{Item: order[at]})
		}
		b.Option(option...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
