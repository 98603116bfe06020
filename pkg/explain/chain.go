package explain

import (
	"strings"
)

// An alternating chain begins and ends with a strong link: read from its first node on, if that is
// false, its last one is true. So one of its ends is true, and a candidate with weak links to both is
// false. The other way round, from a candidate on that is to go: if it is true, the first node is
// false, so the last is true, so the candidate is false. The search goes this way: from each candidate,
// breadth first, for the shortest chain.
//
// If the ends have a weak link to each other as well, the chain is a loop: exactly one of two
// neighbours is true, all around it, and every weak link strikes as the ends do.

// longest is the number of strong links of the longest X-chain and XY-chain: HoDoKu's default limit of
// 20 nodes. Alternating inference chains have no limit.
const longest = 10

// findChains emits the chains of a web, the shortest first, among these by the candidate struck: digit
// by digit, cell by cell. A candidate that one chain strikes is told once. loops says that the weak
// links of a loop strike; grouped, that the chain has to have a group.
func findChains(p *Position, f *found, kind webKind, limit int, loops bool) {
	w := &f.web
	if !w.build(p, kind) {
		return
	}
	if limit == 0 {
		limit = len(w.nodes)
	}
	w.done = sized(w.done, w.words)
	clear(w.done)
	if f.one {
		// A longer chain than the best so far is not followed to its end.
		best, at := limit+1, -1
		for x := 0; x < w.first && best > 2; x++ {
			if f.stopped() {
				return
			}
			if k := w.seek(x, best-1); k > 0 && w.tellable(kind) {
				best, at = k, x
			}
		}
		if at >= 0 {
			w.seek(at, best)
			w.tell(f, loops)
			f.emit()
		}
		return
	}
	w.lengths = sized(w.lengths, w.first)
	most := 0
	for x := range w.first {
		if f.stopped() {
			return
		}
		w.lengths[x] = 0
		if k := w.seek(x, limit); k > 0 && w.tellable(kind) {
			w.lengths[x] = k
			most = max(most, k)
		}
	}
	for k := 2; k <= most; k++ {
		for x, length := range w.lengths {
			if length != k || has(w.done, x) {
				continue
			}
			w.seek(x, k)
			w.tell(f, loops)
			if f.emit() {
				return
			}
		}
	}
}

// tellable reports whether the chain in path is one of its kind: no node twice, and a group if the web
// has them.
func (w *web) tellable(kind webKind) bool {
	if !w.proper() {
		return false
	}
	if !kind.groups {
		return true
	}
	for _, i := range w.path {
		if w.nodes[i].mask != 0 {
			return true
		}
	}
	return false
}

// tell builds the step of the chain in path.
func (w *web) tell(f *found, loops bool) {
	s := f.begin()
	first, last := w.path[0], w.path[len(w.path)-1]
	loop := first != last && has(w.row(int(first)), int(last))
	w.victims = sized(w.victims, w.words)
	clear(w.victims)
	w.reap(first, last)
	for i, v := range w.path {
		role := RoleOff
		switch {
		case i == 0:
			role = RoleStart
		case i == len(w.path)-1:
			role = RoleEnd
		case i&1 != 0:
			role = RoleOn
		}
		w.role(s, v, role)
		if i == 0 {
			continue
		}
		s.link(w.candidate(w.path[i-1]), w.candidate(v), i&1 != 0)
		if i&1 != 0 {
			s.linkUnit(w.viaUnit[v])
		} else if loop && loops {
			w.reap(w.path[i-1], v)
		}
	}
	if loop && loops {
		s.link(w.candidate(last), w.candidate(first), false)
	}
	w.strikeVictims(s)
	// Sudoku Explainer rates a chain on one digit 6.5 if it closes and 6.6 if not. Of chains of cells with
	// two candidates it knows those that close, at 6.5; one that does not it finds among the chains of all
	// kinds of links, at 7.0.
	switch {
	case s.Technique == XChain && !loop:
		s.SE++
	case s.Technique == XYChain && loop:
		s.SE -= 5
	}
	s.SE += lengthSE(len(w.path))
}

// reap adds the candidates that a weak link strikes if one of its nodes is true.
func (w *web) reap(a, b int32) {
	for k, v := range w.row(int(a)) {
		w.victims[k] |= v & w.row(int(b))[k]
	}
}

// strikeVictims strikes what has been reaped, in the order of cells.
func (w *web) strikeVictims(s *Step) {
	for x := range w.first {
		if has(w.victims, x) {
			s.strike(w.nodes[x].cell, w.nodes[x].digit)
			add(w.done, x)
		}
	}
}

// nodes returns the nodes of the chains of a step, each with its candidates: the first, and then the
// one to which each link leads. A group's candidates follow each other in the step's.
func (s *Step) nodes(links []Link) [][]Candidate {
	firsts := []Candidate{links[0].From}
	for _, l := range links {
		firsts = append(firsts, l.To)
	}
	nodes := make([][]Candidate, len(firsts))
	at := 0
	for i := range firsts {
		from := at
		for at < len(s.Candidates) && (at == from || i+1 == len(firsts) || s.Candidates[at].Candidate != firsts[i+1]) {
			nodes[i] = append(nodes[i], s.Candidates[at].Candidate)
			at++
		}
	}
	return nodes
}

// says says that a node is true or false: "r1c3 is 7", "r1c3 is not 7", "r1c3 or r1c5 is 7", "neither
// r1c3 nor r1c5 is 7".
func (s *Step) says(node []Candidate, on bool) string {
	names := make([]string, len(node))
	for i, x := range node {
		names[i] = s.shape.CellName(x.Cell)
	}
	digit := s.digit(node[0].Digit)
	switch {
	case on:
		return list(names, "or") + " is " + digit
	case len(node) == 1:
		return names[0] + " is not " + digit
	}
	return "neither " + strings.Join(names, " nor ") + " is " + digit
}

// whyChain tells a chain or a loop.
func whyChain(s *Step) string {
	links := s.Links
	loop := len(links)&1 == 0
	if loop {
		links = links[:len(links)-1]
	}
	nodes := s.nodes(links)
	end := len(nodes) - 1
	var b strings.Builder
	b.WriteString("If " + s.says(nodes[0], false))
	for i, n := range nodes[1:] {
		before := nodes[i]
		on := i&1 == 0
		inside := len(n) == 1 && len(before) == 1 && n[0].Cell == before[0].Cell // not 5 but 7
		switch {
		case on && inside && i == 0:
			b.WriteString(", it is " + s.digit(n[0].Digit))
		case on && inside:
			b.WriteString(" but " + s.digit(n[0].Digit))
		case on && i == 0:
			b.WriteString(", then " + s.says(n, on))
		case on && len(n)+len(before) > 2:
			b.WriteString(", and " + s.says(n, on)) // a group has an or of its own
		case on:
			b.WriteString(" and " + s.says(n, on))
		default:
			b.WriteString("; so " + s.says(n, on))
		}
	}
	if loop {
		return b.String() + "; so " + s.says(nodes[0], false) +
			" again, and the loop closes. Of every two neighbours in it exactly one is true, " + s.so()
	}
	one := s.says(nodes[0], true) + " or " + s.says(nodes[end], true)
	switch groups := len(nodes[0])+len(nodes[end]) > 2; {
	case groups:
		one = s.says(nodes[0], true) + ", or " + s.says(nodes[end], true)
	case nodes[0][0].Digit == nodes[end][0].Digit:
		one = s.says([]Candidate{nodes[0][0], nodes[end][0]}, true)
	}
	return b.String() + ". So " + one + ", and either way " + s.follows() + "."
}
