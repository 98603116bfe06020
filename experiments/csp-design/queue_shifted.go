package cspdesign

// shifted is the list that the document rejects: taking the first arc moves all others one
// place to the front, as list.pop(0) does in Python.
type shifted struct{ buf []arc }

func (q *shifted) reset() { q.buf = q.buf[:0] }

func (q *shifted) empty() bool { return len(q.buf) == 0 }

func (q *shifted) len() int { return len(q.buf) }

func (q *shifted) room(int) {}

func (q *shifted) push(a arc) { q.buf = append(q.buf, a) }

func (q *shifted) pop() arc {
	a := q.buf[0]
	q.buf = q.buf[:copy(q.buf, q.buf[1:])]
	return a
}

// leanShifted is lean with this queue.
type leanShifted struct {
	lean
	queue shifted
}

func newLeanShifted() *leanShifted { return &leanShifted{lean: *newLean()} }

func (s *leanShifted) propagate(assigned int) bool {
	dom, q := &s.levels[s.depth], &s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		for _, k := range &s.peers[assigned] {
			q.push(arc{k, uint8(assigned)})
		}
	} else {
		s.requests += cells
		for i := range s.peers {
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
