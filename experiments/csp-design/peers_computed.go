package cspdesign

// peersOf works out the peers of a cell, in rising order, in 20 steps: in its own row all
// other columns, in the two other rows of its band the three columns of its box, in the six
// rows outside the band its own column. It allocates nothing, unlike a list built at each
// use: it is the strongest form of what the document rejects.
func peersOf(cell uint8) (peers [nPeers]uint8) {
	row, col := cell/9, cell%9
	band, stack := row/3*3, col/3*3
	n := 0
	for r := range uint8(9) {
		switch {
		case r == row:
			for c := range uint8(9) {
				if c != col {
					peers[n] = r*9 + c
					n++
				}
			}
		case r-band < 3: // below the band the difference wraps to a large number
			peers[n], peers[n+1], peers[n+2] = r*9+stack, r*9+stack+1, r*9+stack+2
			n += 3
		default:
			peers[n] = r*9 + col
			n++
		}
	}
	return peers
}

// computed is a source of peers that remembers none.
type computed struct{ last [nPeers]uint8 }

func (c *computed) of(cell uint8) *[nPeers]uint8 {
	c.last = peersOf(cell)
	return &c.last
}

// leanComputed is lean that works out peers at each use.
type leanComputed struct{ lean }

func newLeanComputed() *leanComputed { return &leanComputed{} }

func (s *leanComputed) propagate(assigned int) bool {
	dom, q := &s.levels[s.depth], &s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		q.room(nPeers)
		for _, k := range peersOf(uint8(assigned)) {
			q.push(arc{k, uint8(assigned)})
		}
	} else {
		s.requests += cells
		for i := range cells {
			q.room(nPeers)
			for _, j := range peersOf(uint8(i)) {
				q.push(arc{uint8(i), j})
			}
		}
	}
	s.pushes += int64(q.len())
	for !q.empty() {
		a := q.pop()
		s.arcs++
		dj := dom[a.to]
		if dj&(dj-1) != 0 || dom[a.of]&dj == 0 {
			continue
		}
		s.strikes++
		if dom[a.of] &^= dj; dom[a.of] == 0 {
			return false
		}
		s.requests++
		q.room(nPeers)
		for _, k := range peersOf(a.of) {
			if k != a.to {
				q.push(arc{k, a.of})
			}
		}
		s.pushes += nPeers - 1
		s.peak = max(s.peak, int64(q.len()))
	}
	return true
}
