package cspdesign

// A 2-D board is indexed by row and column. Here both are packed into one byte, row in the
// high half, so that arcs and peers are as small as those of the flat board and nothing but
// the layout differs; layout_pairs.go has them as two numbers.

// packedPeers holds the peers of each place, in the order of peerTable.
type packedPeers [9][9][nPeers]uint8

func newPackedPeers() *packedPeers {
	var t packedPeers
	for cell, peers := range newPeerTable() {
		for k, p := range peers {
			t[cell/9][cell%9][k] = packed(int(p)/9, int(p)%9)
		}
	}
	return &t
}

func packed(row, col int) uint8 { return uint8(row<<4 | col) }

// rows is lean with the domains in nine arrays of nine. Go lays those out one after the
// other, so only the arithmetic of an index differs from the flat array.
type rows struct {
	levels [cells + 1][9][9]uint16
	depth  int
	peers  *packedPeers
	queue  ring[arc]
	counts
}

func newRows() *rows { return &rows{peers: newPackedPeers()} }

func (s *rows) load(givens *[cells]uint8) {
	s.depth, s.counts = 0, counts{}
	for cell, d := range givens {
		s.levels[0][cell/9][cell%9] = start(d)
	}
}

func (s *rows) propagate(assigned int) bool {
	dom, q := &s.levels[s.depth], &s.queue
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

func (s *rows) sizes(into *[cells]uint8) {
	dom := &s.levels[s.depth]
	for r := range dom {
		for c, d := range &dom[r] {
			into[r*9+c] = size(d)
		}
	}
}

func (s *rows) values(cell int) uint16 { return s.levels[s.depth][cell/9][cell%9] }

func (s *rows) save() {
	s.levels[s.depth+1] = s.levels[s.depth]
	s.depth++
}

func (s *rows) assign(cell, digit int) { s.levels[s.depth][cell/9][cell%9] = bit(digit) }

func (s *rows) restore() { s.depth-- }
