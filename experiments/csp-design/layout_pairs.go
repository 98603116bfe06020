package cspdesign

// place is a cell by row and column, as one would write it for a two-dimensional board.
type place struct{ row, col uint8 }

// placePeers holds the peers of each place, in the order of peerTable.
type placePeers [9][9][nPeers]place

func newPlacePeers() *placePeers {
	var t placePeers
	for cell, peers := range newPeerTable() {
		for k, p := range peers {
			t[cell/9][cell%9][k] = placeOf(int(p))
		}
	}
	return &t
}

func placeOf(cell int) place { return place{uint8(cell / 9), uint8(cell % 9)} }

// placeArc is an arc between places.
type placeArc struct{ of, to place }

// rowPairs is rows with places as pairs: its arcs and its table of peers take twice the memory.
type rowPairs struct {
	rows
	peers *placePeers
	queue ring[placeArc]
}

func newRowPairs() *rowPairs { return &rowPairs{peers: newPlacePeers()} }

func (s *rowPairs) propagate(assigned int) bool {
	dom, q := &s.levels[s.depth], &s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		p := placeOf(assigned)
		q.room(nPeers)
		for _, k := range &s.peers[p.row][p.col] {
			q.push(placeArc{k, p})
		}
	} else {
		s.requests += cells
		for r := range s.peers {
			for c := range s.peers[r] {
				q.room(nPeers)
				for _, j := range &s.peers[r][c] {
					q.push(placeArc{place{uint8(r), uint8(c)}, j})
				}
			}
		}
	}
	s.pushes += int64(q.len())
	for !q.empty() {
		a := q.pop()
		s.arcs++
		di, dj := &dom[a.of.row][a.of.col], dom[a.to.row][a.to.col]
		if dj&(dj-1) != 0 || *di&dj == 0 {
			continue
		}
		s.strikes++
		if *di &^= dj; *di == 0 {
			return false
		}
		s.requests++
		q.room(nPeers)
		for _, k := range &s.peers[a.of.row][a.of.col] {
			if k != a.to {
				q.push(placeArc{k, a.of})
			}
		}
		s.pushes += nPeers - 1
		s.peak = max(s.peak, int64(q.len()))
	}
	return true
}
