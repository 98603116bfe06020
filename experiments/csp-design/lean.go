package cspdesign

// lean is the solver as one would write it in Go: a flat array of bitmasks, a ring of arcs,
// stored peers, one array of domains for each depth. It is the ground on which layouts,
// queues, peers and orders are compared, because little else costs time here.
//
// The forms that change one part of it have their own AC-3 loop, the same line by line
// but for that part. One loop with a type parameter would be shorter, but a method called
// through a type parameter is called through a table, as one of an interface is, and is not
// inlined: it costs about as much as revising an arc (layout/access measures it).
type lean struct {
	levels [cells + 1][cells]uint16 // domains by depth
	depth  int
	peers  *peerTable
	queue  ring[arc]
	counts
}

func newLean() *lean { return &lean{peers: newPeerTable()} }

func (s *lean) load(givens *[cells]uint8) {
	s.depth, s.counts = 0, counts{}
	for cell, d := range givens {
		s.levels[0][cell] = start(d)
	}
}

func (s *lean) propagate(assigned int) bool {
	dom, q := &s.levels[s.depth], &s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		q.room(nPeers)
		for _, k := range &s.peers[assigned] {
			q.push(arc{k, uint8(assigned)})
		}
	} else {
		s.requests += cells
		for i := range s.peers {
			q.room(nPeers)
			for _, j := range &s.peers[i] {
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
		for _, k := range &s.peers[a.of] {
			if k != a.to {
				q.push(arc{k, a.of})
			}
		}
		s.pushes += nPeers - 1
		s.peak = max(s.peak, int64(q.len()))
	}
	return true
}

func (s *lean) sizes(into *[cells]uint8) {
	for cell, d := range &s.levels[s.depth] {
		into[cell] = size(d)
	}
}

func (s *lean) values(cell int) uint16 { return s.levels[s.depth][cell] }

func (s *lean) save() {
	s.levels[s.depth+1] = s.levels[s.depth]
	s.depth++
}

func (s *lean) assign(cell, digit int) { s.levels[s.depth][cell] = bit(digit) }

func (s *lean) restore() { s.depth-- }
