package tensornet

import (
	"slices"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// Bits of the numbers in the state. Every bit is a mask, so a number is a list of masks, lowest bit
// first, and counting is the half adder's xor and and.
const (
	stampBits = 7 // stamps to 127
	depthBits = 6 // 63 guesses
	tallyBits = 7 // fewer than 127 steps of an entry
)

// packed is the form that holds the candidates of several puzzles in a word, a bit for each.
//
// A candidate's stamp is spread over seven words, one for each of its binary digits; it is possible if
// all seven are 0. State per puzzle at 9×9: 81·7 lanes for stamps, 81 for the solution and 43 for the
// numbers, each of 64/6 bits: 921 bytes.
type packed struct {
	k, n, words, perWord, width int
	rules                       plain.Rules
	sweeps, depth, maxWeight    int
}

func newPacked(k, slots int, cfg Config) *packed {
	n := k * k
	width := n + 1
	per := 64 / width
	return &packed{k: k, n: n, width: width, perWord: per, words: (slots + per - 1) / per, rules: cfg.Rules, sweeps: cfg.Sweeps, depth: cfg.Guesses, maxWeight: maxWeight(k)}
}

func maxWeight(k int) int {
	shape, err := board.ShapeOf(k)
	if err != nil {
		panic(err) // Config.Takes let it through
	}
	return int(plain.MaxWeight(shape))
}

func (p *packed) slots() int { return p.words * p.perWord }

// packedState names the parts of the state.
type packedState struct {
	stamps                                   [stampBits]places
	solution, weight                         places
	guesses, deepest                         []*graph.Node
	guessed, steps, found, limit, end, again []*graph.Node // again: the next step pops; end: see packed.read
}

// numbers lists the parts that are numbers, with their lengths in bits.
func (s *packedState) numbers() []struct {
	at   *[]*graph.Node
	bits int
} {
	return []struct {
		at   *[]*graph.Node
		bits int
	}{
		{&s.guesses, depthBits},
		{&s.deepest, depthBits},
		{&s.guessed, tallyBits},
		{&s.steps, tallyBits},
		{&s.found, tallyBits},
		{&s.limit, tallyBits},
		{&s.end, 2},
		{&s.again, 1},
	}
}

func (p *packed) split(s []*graph.Node) *packedState {
	s = slices.Clone(s) // its parts are written to
	var out packedState
	for b := range out.stamps {
		out.stamps[b], s = s[:p.n], s[p.n:]
	}
	out.solution, s = s[:p.n], s[p.n:]
	out.weight, s = s[:p.n], s[p.n:]
	for _, number := range out.numbers() {
		*number.at, s = s[:number.bits], s[number.bits:]
	}
	return &out
}

func (s *packedState) join() []*graph.Node {
	var out []*graph.Node
	for _, plane := range s.stamps {
		out = append(out, plane...)
	}
	out = append(out, s.solution...)
	out = append(out, s.weight...)
	for _, number := range s.numbers() {
		out = append(out, *number.at...)
	}
	return out
}

func (p *packed) board() shapes.Shape { return shapes.Make(dtypes.Uint64, p.k, p.k, p.words) }
func (p *packed) mask() shapes.Shape  { return shapes.Make(dtypes.Uint64, p.words) }

func repeated(shape shapes.Shape, times int) []shapes.Shape {
	out := make([]shapes.Shape, times)
	for i := range out {
		out[i] = shape
	}
	return out
}

func (p *packed) fields() []shapes.Shape {
	masks := 0
	for _, number := range new(packedState).numbers() {
		masks += number.bits
	}
	return append(repeated(p.board(), (stampBits+2)*p.n), repeated(p.mask(), masks)...)
}

func (p *packed) constants() []*tensors.Tensor {
	low := p.all(1)
	return []*tensors.Tensor{
		tensors.FromScalar(low << p.n), tensors.FromScalar(low), tensors.FromScalar(low<<p.n - low), tensors.FromScalar(uint64(p.n)),
		tensors.FromScalar(low * uint64(p.maxWeight)),
	}
}

// all puts the same bits into each lane.
func (p *packed) all(lane uint64) (word uint64) {
	for i := range p.perWord {
		word |= lane << (i * p.width)
	}
	return word
}

func (p *packed) lanes(c []*graph.Node) lanes {
	return lanes{k: p.k, guard: c[0], low: c[1], full: c[2], n: c[3], most: c[4]}
}

// The entry: candidates of placed puzzles, then masks of the placed and the resumed ones, then the limit.
func (p *packed) entry() []shapes.Shape {
	return append(repeated(p.board(), p.n), repeated(p.mask(), 2+tallyBits)...)
}

func (p *packed) enter(state, in, c []*graph.Node) []*graph.Node {
	l, s := p.lanes(c), p.split(state)
	candidates, placed, resumed, limit := places(in[:p.n]), in[p.n], in[p.n+1], in[p.n+2:]
	here := l.spread(placed)
	fresh := l.spread(or(placed, resumed))
	for i := range p.n {
		for b := range s.stamps {
			s.stamps[b][i] = without(s.stamps[b][i], here)
		}
		s.stamps[0][i] = or(s.stamps[0][i], without(here, candidates[i])) // stamp 1, level 0
		s.solution[i] = without(s.solution[i], fresh)
		s.weight[i] = without(s.weight[i], here)
	}
	anew := or(placed, resumed)
	erase := func(number []*graph.Node, where *graph.Node) {
		for b := range number {
			number[b] = without(number[b], where)
		}
	}
	erase(s.guesses, placed)
	erase(s.deepest, placed)
	erase(s.guessed, l.full)
	erase(s.steps, l.full)
	erase(s.found, anew)
	for b := range s.limit {
		s.limit[b] = or(without(s.limit[b], anew), and(limit[b], anew))
	}
	for b := range s.end {
		s.end[b] = or(s.end[b], anew)
	}
	s.again[0] = or(without(s.again[0], placed), resumed)
	return s.join()
}

func (p *packed) ended(state, c []*graph.Node) *graph.Node {
	l, s := p.lanes(c), p.split(state)
	idle := and(l.not(and(s.end[0], s.end[1])), l.low)
	return graph.ReduceSum(graph.ConvertDType(graph.BitCount(idle), dtypes.Int32))
}

func (p *packed) step(state, c []*graph.Node) []*graph.Node {
	l, s := p.lanes(c), p.split(state)

	// Candidates: what no bit of a stamp is set for.
	x := make(places, p.n)
	for i := range x {
		stamped := s.stamps[0][i]
		for _, plane := range s.stamps[1:] {
			stamped = or(stamped, plane[i])
		}
		x[i] = l.not(stamped)
	}

	// The rules.
	after, open, contradiction := p.rulesOf(l, x)
	changed, changes := make(places, p.n), make([]*graph.Node, p.n)
	for i := range x {
		changed[i] = xor(x[i], after[i])
		changes[i] = changed[i]
	}

	// Control: one outcome for each puzzle, all of them computed. The names are those of plain.State.Step.
	running := and(s.end[0], s.end[1])
	wrong := or(contradiction, s.again[0])
	struck, several := l.mask(l.some(fold(anyOf(changes)))), l.mask(l.some(fold(open)))
	pass := without(and(running, struck), wrong)
	still := without(without(running, wrong), struck)
	solve, guess := without(still, several), and(still, several)
	deep := and(guess, l.equals(s.guesses, p.depth))
	push := without(guess, deep)
	first := and(solve, l.equals(s.found, 0))
	s.found = l.plus(s.found, solve)
	limited := solve
	for b := range s.found {
		limited = without(limited, xor(s.found[b], s.limit[b]))
	}
	back := or(and(running, wrong), without(solve, limited))
	root := l.equals(s.guesses, 0)
	exhausted, pop := and(back, root), without(back, root)

	// What is struck now, and what comes back.
	before := s.guesses
	s.guesses = l.plus(l.minus(s.guesses, pop), push)
	top, stamp := make([]*graph.Node, depthBits), make([]*graph.Node, depthBits)
	for b := range top {
		top[b], stamp[b] = l.spread(before[b]), l.spread(s.guesses[b])
	}
	onPass, onPush, onPop, onFirst := l.spread(pass), l.spread(push), l.spread(pop), l.spread(first)
	chosen := l.choose(x, s.weight)
	onRunning := l.spread(l.some(running))
	for i := range x {
		// Stamps 2g and 2g+1 differ in their lowest bit only, the rest is g, the number of the last guess.
		last := onPop
		for b, plane := range s.stamps[1:] {
			last = without(last, xor(plane[i], top[b]))
		}
		byRules := and(last, s.stamps[0][i])
		byGuess := xor(last, byRules)
		failed := and(l.mask(l.some(byGuess)), or(x[i], byRules))
		rest := and(xor(x[i], l.lowest(x[i])), l.mask(chosen[i]))

		// Struck at level 2g by the rules or as failed, at 2g−1 by a guess, with g as it is from now on.
		even := or(and(changed[i], onPass), failed)
		odd := and(rest, onPush)
		now := or(even, odd)
		s.stamps[0][i] = or(xor(s.stamps[0][i], byRules), even)
		for b := range s.stamps[1:] {
			s.stamps[b+1][i] = or(without(s.stamps[b+1][i], last), and(now, stamp[b]))
		}
		s.solution[i] = or(s.solution[i], and(x[i], onFirst))
		s.weight[i] = l.countTo(s.weight[i], and(l.none(after[i]), onRunning))
	}

	s.deepest = l.plus(s.deepest, and(push, l.same(s.deepest, before)))
	s.guessed = l.plus(s.guessed, push)
	s.steps = l.plus(s.steps, running)
	s.end[0] = without(s.end[0], or(exhausted, deep))
	s.end[1] = without(s.end[1], or(exhausted, limited))
	s.again[0] = without(s.again[0], running)
	return s.join()
}

// rulesOf applies the rules as often as configured. open are the candidates at the start less one in
// each cell, contradiction the puzzles whose board was found to have no solution [W].
func (p *packed) rulesOf(l lanes, x places) (after places, open, contradiction *graph.Node) {
	for sweep := range p.sweeps {
		left, many := l.eliminate(x)
		if sweep == 0 {
			open = many
		}
		x = left
		if p.rules.Locked {
			x = l.locked(x)
		}
		var missing *graph.Node
		x, missing = l.only(x)
		if p.rules.Doubles {
			x = l.doubles(x)
		}
		contradiction = union(contradiction, l.some(fold(missing)))
	}
	empty := make([]*graph.Node, p.n)
	for i := range x {
		empty[i] = l.none(x[i])
	}
	return x, open, l.mask(or(contradiction, fold(anyOf(empty))))
}

// countTo adds 1 where a guard bit is set, to numbers that have not reached the most.
func (l lanes) countTo(number, flag *graph.Node) *graph.Node {
	reached := and(graph.Sub(or(number, l.guard), l.most), l.guard)
	return graph.Add(number, graph.BitwiseShiftRightLogical(without(flag, reached), l.n))
}

// equals marks the puzzles whose number has a value that is known when the graph is built.
func (l lanes) equals(number []*graph.Node, value int) *graph.Node {
	var differs *graph.Node
	for b, bit := range number {
		if value>>b&1 != 0 {
			bit = l.not(bit)
		}
		differs = union(differs, bit)
	}
	return l.not(differs)
}

// same marks the puzzles whose numbers are equal.
func (l lanes) same(a, b []*graph.Node) *graph.Node {
	var differs *graph.Node
	for i := range a {
		differs = union(differs, xor(a[i], b[i]))
	}
	return l.not(differs)
}

// plus and minus count by one where a mask is set.
func (l lanes) plus(number []*graph.Node, where *graph.Node) []*graph.Node {
	out := make([]*graph.Node, len(number))
	for b, bit := range number {
		out[b] = xor(bit, where)
		where = and(bit, where)
	}
	return out
}

func (l lanes) minus(number []*graph.Node, where *graph.Node) []*graph.Node {
	out := make([]*graph.Node, len(number))
	for b, bit := range number {
		out[b] = xor(bit, where)
		where = and(out[b], where)
	}
	return out
}
