package tensornet

import "github.com/gomlx/gomlx/core/graph"

// apply is plain.Rules.Apply: the candidates after the rules, and a number [N, 1, R, C] that is more than
// 0 somewhere if the board has no solution. count is that of x.
func (f *literal) apply(l *layers, x, count *graph.Node) (after, afterCount, wrong *graph.Node) {
	y := l.eliminate(x, count)
	if f.rules.Locked {
		y = l.locked(y)
	}
	y, wrong = l.only(y)
	if f.rules.Doubles {
		y = l.doubles(y)
	}
	l.rule = "contradiction"
	afterCount = l.count(y)
	return y, afterCount, l.add("wrong", wrong, l.isZero("no candidate", afterCount))
}

// step computes pass, push and pop for every puzzle, and has lerp choose.
func (f *literal) step(state, c []*graph.Node) []*graph.Node {
	s, l := splitLiteral(state), f.layers(c)
	s.stamps.AssertDims(f.puzzles, f.n, f.n, f.n)
	s.guesses.AssertDims(f.puzzles, 1, 1, 1)

	l.rule = "candidates"
	before := l.isZero("possible", s.stamps)
	count := l.count(before)
	after, left, wrong := before, count, (*graph.Node)(nil)
	for range f.sweeps {
		var more *graph.Node
		after, left, more = f.apply(l, after, left)
		if wrong == nil {
			wrong = more
		} else {
			wrong = l.add("wrong", l.atMostOne("wrong", wrong), l.atMostOne("wrong", more))
		}
	}

	// What the rules did and what there is to do: flags [N, 1, 1, 1].
	l.rule = "control"
	contradiction := l.somewhere("contradiction", wrong)
	struck := l.somewhere("struck", l.sub("struck in a cell", count, left))
	single := l.not("single", l.somewhere("several", l.relu("several", l.less("several", count, 1))))
	deepest := l.relu("at the depth", l.less("at the depth", s.guesses, f.guesses-1)) // guesses ≤ f.guesses
	// An open search has found fewer than limit.
	last := l.relu("last wanted", l.plus("last wanted", l.sub("last wanted", s.found, s.limit), 2))

	back := l.multiply("back", s.open, l.atMostOne("back", l.add("back", s.resumed, contradiction)))
	rest := l.sub("rest", s.open, back)
	pass := l.multiply("pass", rest, struck)
	rest = l.sub("rest", rest, pass)
	solve := l.multiply("solve", rest, single)
	rest = l.sub("rest", rest, solve)
	tooDeep := l.multiply("too deep", rest, deepest)
	push := l.sub("push", rest, tooDeep)
	limited := l.multiply("limited", solve, last)
	pop := l.sub("pop", l.add("pop", back, solve), limited)
	unwind := l.multiply("unwind", pop, l.atMostOne("guesses", s.guesses))

	passed := f.pass(l, s, before, after)
	pushed := f.push(l, s, before, count)
	popped := f.pop(l, s, before)

	l.rule = "choice"
	kept := l.multiply("first solution", solve, l.isZero("none found", s.found))
	s.solution = l.lerp("solution", s.solution, before, l.everywhere(kept))
	s.stamps = l.lerp("pass", s.stamps, passed, l.everywhere(pass))
	s.stamps = l.lerp("push", s.stamps, pushed, l.everywhere(push))
	s.stamps = l.lerp("pop", s.stamps, popped, l.everywhere(unwind))

	l.rule = "weight"
	// The lesser of the most and one more: m − relu(m − w), for cells that the rules left empty.
	emptied := l.multiply("emptied", l.isZero("emptied", left), s.open)
	room := l.relu("room", l.from("room", maxWeight(f.k), l.add("weight", s.weight, emptied)))
	s.weight = l.from("weight", maxWeight(f.k), room)

	l.rule = "numbers"
	s.resumed = l.multiply("resumed", s.resumed, l.not("not open", s.open))
	s.steps = l.add("steps", s.steps, s.open)
	s.guessed = l.add("guessed", s.guessed, push)
	s.guesses = l.sub("guesses", l.add("guesses", s.guesses, push), unwind)
	// The greater of the two: a + relu(b − a).
	s.deepest = l.add("deepest", s.deepest, l.relu("deeper", l.sub("deeper", s.guesses, s.deepest)))
	s.found = l.add("found", s.found, solve)
	exhausted := l.sub("exhausted", pop, unwind)
	s.exhausted = l.add("exhausted", s.exhausted, exhausted)
	s.limited = l.add("limited", s.limited, limited)
	s.tooDeep = l.add("too deep", s.tooDeep, tooDeep)
	s.open = l.sub("open", s.open, l.add("ends", l.add("ends", exhausted, limited), tooDeep))
	return s.join()
}

// pass stamps what the rules struck: one more than level 2g, for g open guesses.
func (f *literal) pass(l *layers, s *literalState, before, after *graph.Node) *graph.Node {
	l.rule = "pass"
	stamp := l.plus("stamp", l.add("stamp", s.guesses, s.guesses), 1)
	struck := l.sub("struck", before, after)
	return l.add("stamps", s.stamps, l.multiply("struck", struck, l.everywhere(stamp)))
}

// push guesses a digit and stamps the cell's others: one more than level 2(g + 1) − 1.
func (f *literal) push(l *layers, s *literalState, before, count *graph.Node) *graph.Node {
	cell, digit := l.choose(before, count, s.weight)
	l.rule = "push"
	stamp := l.plus("stamp", l.add("stamp", s.guesses, s.guesses), 2)
	others := l.sub("others", l.inCells("in the cell", before, cell), digit)
	return l.add("stamps", s.stamps, l.multiply("others", others, l.everywhere(stamp)))
}

// pop takes back guess g, where there is one. No stamp is greater than 2g + 1, that of level 2g, so that
//
//	u = stamp − 2g     relu(u + 1) is 1 for level 2g − 1, 2 for level 2g, and 0 for what is older or possible
//
// The cell of the guess is the one with digits of level 2g − 1. Its other digit, possible or struck at
// level 2g, is what was guessed; its stamp becomes one more than level 2g − 2.
func (f *literal) pop(l *layers, s *literalState, before *graph.Node) *graph.Node {
	l.rule = "pop"
	twice := l.add("twice the guesses", s.guesses, s.guesses)
	u := l.sub("of the guess", s.stamps, l.everywhere(twice))
	even := l.relu("by the rules", u)
	top := l.relu("of the level", l.plus("of the level", u, 1)) // level 2g − 1: 1, 2g: 2
	cleared := l.sub("cleared", top, even)                      // both: 1
	odd := l.sub("by the guess", cleared, even)
	cell := l.atMostOne("cell of the guess", l.count(odd))
	failed := l.inCells("failed", l.add("not by the guess", before, even), cell)
	below := l.multiply("older", s.stamps, l.not("stays", cleared))
	return l.add("stamps", below, l.multiply("failed", failed, l.everywhere(l.less("stamp", twice, 1))))
}
