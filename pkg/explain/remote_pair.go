package explain

import (
	"slices"

	"sudokulab/pkg/board"
)

var remotePair = row{
	technique: RemotePair,
	Info: Info{
		Name: "remote pair", Score: 110, Level: Hard, SE: 72, // a forcing chain of eight candidates
		Definition: "A chain of four cells or more, each seeing the next, has the same two candidates in all its cells. These alternate, so of two cells three steps apart, or five, seven and so on, one has each digit, and a cell that sees both has neither.",
		Source:     "HoDoKu manual, Chains and Loops",
		Example:    Example{Board: ".6.12.7.5.1.756.29725.39...25136.97..7.592.616...7125..3..85..7187.4359.5...178..", Struck: "r1c1-8 r1c3-8 r3c7-4 r3c9-8 r6c3-8 r7c3-49 r7c7-4 r9c3-49"},
	},
	find: func(p *Position, f *found) {
		// Chains with the same ends prove the same of them, so the shortest will do; of all chains the
		// shortest come first.
		two, losers, all := f.cells(), f.cells(), f.cells()
		for c, m := range p.marks {
			if m.Count() == 2 {
				two.Add(c)
			}
		}
		var chain remoteChain
		for steps, more := 3, true; more; steps += 2 {
			more = false
			for c := two.Next(0); c >= 0; c = two.Next(c + 1) {
				chain.from(p, two, c, steps)
				more = more || chain.deepest > steps+1
				for i := range chain.n {
					end := int(chain.queue[i])
					if int(chain.depth[end]) != steps || end > c {
						continue
					}
					if p.emitRemote(f, &chain, end, losers, all) {
						return
					}
				}
			}
		}
	},
	why: func(s *Step) string {
		cells := s.cellsOf(RoleSet)
		both := s.digitWords(s.Digits, "and")
		text := s.cellWords(cells) + " have only " + both + " and each sees the next, so " + both + " alternate along them. "
		x := s.Digits.First()
		y := s.Digits.Without(x).First()
		if len(cells) == 4 {
			return text + "One of " + s.cellWords([]int{cells[0], cells[3]}) + " is " + s.digit(x) + " and the other " + s.digit(y) + ", " + s.so()
		}
		var losers []int
		for _, z := range s.Strikes {
			if !slices.Contains(losers, z.Cell) {
				losers = append(losers, z.Cell)
			}
		}
		each := " sees two such cells"
		if len(losers) > 1 {
			each = " each see two such cells"
		}
		return text + "Of any two with an even number of these cells between them, one is " + s.digit(x) + " and the other " + s.digit(y) + ". " +
			s.cellWords(losers) + each + ", " + s.so()
	},
}

// remoteChain is a breadth-first search over cells with one pair of candidates.
type remoteChain struct {
	queue   [board.MaxSide * board.MaxSide]int16
	depth   [board.MaxSide * board.MaxSide]int16 // by cell: steps from the start, −1 where it did not come
	before  [board.MaxSide * board.MaxSide]int16 // by cell: the one before it
	n       int                                  // cells in the queue
	deepest int
}

// from searches from a cell, to a depth of two more than steps.
func (r *remoteChain) from(p *Position, two Cells, start, steps int) {
	for c := two.Next(0); c >= 0; c = two.Next(c + 1) {
		r.depth[c] = -1
	}
	r.queue[0], r.depth[start], r.n, r.deepest = int16(start), 0, 1, 0
	for i := 0; i < r.n; i++ {
		c := int(r.queue[i])
		r.deepest = int(r.depth[c])
		if r.deepest == steps+2 {
			return
		}
		peers := p.geo.peers[c]
		for q := two.Next(0); q >= 0; q = two.Next(q + 1) {
			if r.depth[q] < 0 && p.marks[q] == p.marks[start] && peers.Has(q) {
				r.depth[q], r.before[q] = r.depth[c]+1, int16(c)
				r.queue[r.n] = int16(q)
				r.n++
			}
		}
	}
}

// emitRemote emits the chain to a cell, if a candidate sees both ends. It strikes what any two of its
// cells strike. The chain is told from that cell. losers and all are scratch.
func (p *Position) emitRemote(f *found, r *remoteChain, end int, losers, all Cells) bool {
	start, pair := int(r.queue[0]), p.marks[end]
	if !p.remoteLosers(losers, end, start) {
		return false
	}
	s := f.begin()
	s.SE = 70 + lengthSE(2*int(r.depth[end])+2)
	s.Digits = pair
	on := pair.First()
	off := pair.Without(on).First()
	for c := end; ; c = int(r.before[c]) {
		s.cell(c, RoleSet)
		s.candidate(c, on, RoleOn)
		s.candidate(c, off, RoleOff)
		s.link(Candidate{c, on}, Candidate{c, off}, true)
		if c == start {
			break
		}
		s.link(Candidate{c, off}, Candidate{int(r.before[c]), off}, false)
		on, off = off, on
	}
	all.Clear()
	for i := range s.Cells {
		for j := i + 3; j < len(s.Cells); j += 2 {
			if p.remoteLosers(losers, s.Cells[i].Cell, s.Cells[j].Cell) {
				all.Or(losers)
			}
		}
	}
	for c := all.Next(0); c >= 0; c = all.Next(c + 1) {
		s.strikeAll(c, p.marks[c]&pair)
	}
	return f.emit()
}

// remoteLosers sets losers to the cells that see two cells of a chain and have a candidate of theirs,
// and reports whether there are any. No cell of the chain sees two that are three steps apart or more:
// the chain is the shortest.
func (p *Position) remoteLosers(losers Cells, a, b int) bool {
	x := p.marks[a].First()
	losers.Set(p.cells[x-1])
	losers.Or(p.cells[p.marks[a].Without(x).First()-1])
	losers.And(p.geo.peers[a])
	losers.And(p.geo.peers[b])
	return !losers.Empty()
}
