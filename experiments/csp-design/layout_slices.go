package cspdesign

// sliced is lean with the domains in a slice of nine slices, the nearest to a list of lists:
// each access reads where the row lies before it reads the domain, and a copy goes row by row.
type sliced struct {
	levels [][][]uint16 // depth, row, column
	depth  int
	peers  *packedPeers
	queue  ring[arc]
	counts
}

func newSliced() *sliced {
	s := &sliced{peers: newPackedPeers(), levels: make([][][]uint16, cells+1)}
	for depth := range s.levels {
		s.levels[depth] = make([][]uint16, 9)
		for row := range s.levels[depth] {
			s.levels[depth][row] = make([]uint16, 9)
		}
	}
	return s
}

func (s *sliced) load(givens *[cells]uint8) {
	s.depth, s.counts = 0, counts{}
	for cell, d := range givens {
		s.levels[0][cell/9][cell%9] = start(d)
	}
}

func (s *sliced) propagate(assigned int) bool {
	dom, q := s.levels[s.depth], &s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		p := packed(assigned/9, assigned%9)
		q.room(nPeers)
		for _, k := range &s.peers[p>>4][p&15] {
			q.push(arc{k, p})
		}
	} else {
		s.requests += cells
		for r := range s.peers {
			for c := range s.peers[r] {
				q.room(nPeers)
				for _, j := range &s.peers[r][c] {
					q.push(arc{packed(r, c), j})
				}
			}
		}
	}
	s.pushes += int64(q.len())
	for !q.empty() {
		a := q.pop()
		s.arcs++
		di, dj := &dom[a.of>>4][a.of&15], dom[a.to>>4][a.to&15]
		if dj&(dj-1) != 0 || *di&dj == 0 {
			continue
		}
		s.strikes++
		if *di &^= dj; *di == 0 {
			return false
		}
		s.requests++
		q.room(nPeers)
		for _, k := range &s.peers[a.of>>4][a.of&15] {
			if k != a.to {
				q.push(arc{k, a.of})
			}
		}
		s.pushes += nPeers - 1
		s.peak = max(s.peak, int64(q.len()))
	}
	return true
}

func (s *sliced) sizes(into *[cells]uint8) {
	for r, row := range s.levels[s.depth] {
		for c, d := range row {
			into[r*9+c] = size(d)
		}
	}
}

func (s *sliced) values(cell int) uint16 { return s.levels[s.depth][cell/9][cell%9] }

func (s *sliced) save() {
	for r, row := range s.levels[s.depth] {
		copy(s.levels[s.depth+1][r], row)
	}
	s.depth++
}

func (s *sliced) assign(cell, digit int) { s.levels[s.depth][cell/9][cell%9] = bit(digit) }

func (s *sliced) restore() { s.depth-- }
