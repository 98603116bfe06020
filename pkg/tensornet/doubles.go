package tensornet

import "github.com/gomlx/gomlx/core/graph"

// Doubles are looked for among all P pairs of digits at once, one channel each: a 1×1 convolution makes
// the pairs of the digits, another one digits of the pairs.
//
//	pairs    1 1 0 0 …     the two digits of a pair, D → P
//	         1 0 1 0 …
//	ofPairs  the same on its side, P → D
//	all      1 everywhere, P → 1

// both is 1 for each pair and cell where x has the two digits: relu(pairs(x) − 1), [N, P, R, C].
func (l *layers) both(x *graph.Node) *graph.Node {
	x.AssertDims(-1, l.n, l.n, l.n)
	return l.relu("both", l.less("both", l.convolve("both", x, "pairs", 1, 1), 1))
}

// doubles strikes what naked and hidden doubles rule out, both seen in the same candidates.
func (l *layers) doubles(x *graph.Node) *graph.Node {
	l.rule = "doubles"
	both := l.both(x)
	return l.without(x, l.nakedDoubles(x, both), l.hiddenDoubles(x, both))
}

// withoutNaked and withoutHidden strike what one kind of double rules out.
func (l *layers) withoutNaked(x *graph.Node) *graph.Node {
	naked := l.nakedDoubles(x, l.both(x))
	return l.without(x, naked, l.sub("no hidden ones", naked, naked))
}

func (l *layers) withoutHidden(x *graph.Node) *graph.Node {
	hidden := l.hiddenDoubles(x, l.both(x))
	return l.without(x, l.sub("no naked ones", hidden, hidden), hidden)
}

// without strikes from x the digits of pairs marked in naked, and those beside pairs marked in hidden, both
// [N, P, R, C] of 0 and 1. The digits beside a pair are all but its own:
//
//	x · relu(1 − (ofPairs(naked) + all(hidden) − ofPairs(hidden)))
func (l *layers) without(x, naked, hidden *graph.Node) *graph.Node {
	l.rule = "doubles"
	own := l.convolve("strikes", l.sub("strikes", naked, hidden), "ofPairs", 1, 1) // [N, D, R, C]
	all := l.convolve("hidden", hidden, "all", 1, 1)                               // [N, 1, R, C]
	strikes := l.add("strikes", own, like(repeat(l.planes(all), 1, l.n), x))
	return l.multiply("left", x, l.isZero("stays", strikes))
}

// nakedDoubles marks pairs in the cells from which they are struck: those of a unit where two or more cells
// hold the pair and nothing else, but for these cells themselves.
//
//	p = both in cells of two candidates     twice = the lesser of 1 and relu(Σ p over the unit − 1)
//	the lesser of 1 and relu(twice of row, column and box − 3p)
func (l *layers) nakedDoubles(x, both *graph.Node) *graph.Node {
	l.rule = "naked doubles"
	pair := l.inCells("pair", both, l.equals("two candidates", l.count(x), 2))
	twice := l.sums("pairs", pair).each(func(sum *graph.Node) *graph.Node {
		return l.atMostOne("twice", l.relu("twice", l.less("twice", sum, 1)))
	})
	seen := l.total("twice", twice, pair.Shape().Dimensions...)
	others := l.relu("others", l.sub("others", seen, l.multiply("itself", pair, l.number(3))))
	return l.atMostOne("strikes", others)
}

// hiddenDoubles marks pairs in the cells that keep no other digit: those of a unit that has the same two
// cells as the only places of both.
//
//	shared = Σ both over the unit     counted = places of the one and of the other digit, at least 2·shared
//	both · the lesser of 1 and (1 where shared is 2 and counted 4, of row, column and box)
func (l *layers) hiddenDoubles(x, both *graph.Node) *graph.Node {
	l.rule = "hidden doubles"
	n, k := l.n, l.k
	puzzles, pairs := both.Shape().Dim(0), both.Shape().Dim(1)
	shared, places := l.sums("shared places", both), l.sums("places", x)
	hidden := func(shared, places *graph.Node, h, w int) *graph.Node {
		counted := l.convolve("places of a pair", reshape(places, puzzles, n, h, w), "pairs", 1, 1) // [N, P, h, w]
		shared = like(shared, counted)
		apart := l.sub("places not shared", counted, l.add("shared twice", shared, shared))
		found := l.multiply("hidden", l.equals("two shared", shared, 2), l.isZero("no other", apart))
		return reshape(found, puzzles*pairs, 1, h, w)
	}
	seen := l.total("hidden", perUnit{
		row:    hidden(shared.row, places.row, n, 1),
		column: hidden(shared.column, places.column, 1, n),
		box:    hidden(shared.box, places.box, k, k),
	}, puzzles, pairs, n, n)
	return l.multiply("strikes", both, l.atMostOne("hidden in a unit", seen))
}
