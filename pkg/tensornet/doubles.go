package tensornet

import "github.com/gomlx/gomlx/core/graph"

// Doubles are looked for among all P pairs of digits at once, one channel each: a 1×1 convolution makes
// the pairs of the digits, another one digits of the pairs.
//
//	pairs        1 1 0 0 …     both digits of a pair, D → P
//	             1 0 1 0 …
//	ofPairs      the same on its side, P → D
//	besidePairs  its complement: digits that are not of the pair

// both is 1 for each pair and cell where x has both digits: relu(pairs(x) − 1), [N, D, …] → [N, P, …].
func (l *layers) both(name string, x *graph.Node) *graph.Node {
	return l.relu(name, l.less(name, l.convolve(name, x, "pairs", 1, 1), 1))
}

// doubles strikes what naked and hidden doubles rule out, both seen in the same candidates.
func (l *layers) doubles(x *graph.Node) *graph.Node {
	return l.multiply("left", l.multiply("left", x, l.nakedDoubles(x)), l.hiddenDoubles(x))
}

// nakedDoubles is 1 for digits that stay: those of no pair that two or more cells of a unit hold and
// nothing else, but for these cells themselves.
//
//	y = x in cells of two candidates      p = both(y)     twice = the lesser of 1 and relu(Σ p over the unit − 1)
//	relu(1 − ofPairs(relu(twice of row, column and box − 3p)))
func (l *layers) nakedDoubles(x *graph.Node) *graph.Node {
	l.rule = "naked doubles"
	x.AssertDims(-1, l.n, l.n, l.n)
	two := l.equals("two candidates", l.count(x), 2)
	pair := l.both("pair", l.inCells("of two", x, two)) // [N, P, R, C]
	twice := l.sums("pairs", pair).each(func(sum *graph.Node) *graph.Node {
		return l.atMostOne("twice", l.relu("twice", l.less("twice", sum, 1)))
	})
	seen := l.total("twice", twice, pair.Shape().Dimensions...)
	strikes := l.relu("strikes", l.sub("strikes", seen, l.multiply("itself", pair, l.number(3))))
	return l.isZero("kept", l.convolve("digits", strikes, "ofPairs", 1, 1)) // [N, D, R, C]
}

// hiddenDoubles is 1 for digits that stay: all but those beside a pair that has the same two cells of a
// unit as its only places.
//
//	b = both(x)     B = Σ b over the unit     S = both digits' places in the unit, counted apart: S ≥ 2B
//	hidden = 1 where B is 2 and S is 4        b · hidden of row, column and box
func (l *layers) hiddenDoubles(x *graph.Node) *graph.Node {
	l.rule = "hidden doubles"
	n, k := l.n, l.k
	puzzles := x.Shape().Dim(0)
	both := l.both("both", x) // [N, P, R, C]
	pairs := both.Shape().Dim(1)
	shared, places := l.sums("shared places", both), l.sums("places", x)
	hidden := func(shared, places *graph.Node, h, w int) *graph.Node {
		counted := l.convolve("places of a pair", reshape(places, puzzles, n, h, w), "pairs", 1, 1) // [N, P, h, w]
		apart := l.sub("places not shared", counted, l.multiply("shared twice", like(shared, counted), l.number(2)))
		found := l.multiply("hidden", l.equals("two shared", like(shared, counted), 2), l.isZero("no other", apart))
		return reshape(found, puzzles*pairs, 1, h, w)
	}
	seen := l.total("hidden", perUnit{
		row:    hidden(shared.row, places.row, n, 1),
		column: hidden(shared.column, places.column, 1, n),
		box:    hidden(shared.box, places.box, k, k),
	}, puzzles, pairs, n, n)
	cells := l.multiply("cells of the pair", both, l.atMostOne("hidden in a unit", seen))
	return l.isZero("kept", l.convolve("other digits", cells, "besidePairs", 1, 1))
}
