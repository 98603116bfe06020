package cspdesign

// resliced is what a Go programmer makes of a list: the first arc is cut off without moving
// the others. The room in front is lost until append finds no more behind and takes a new
// array, so that taking an arc costs constant time on average.
type resliced struct{ whole, buf []arc }

func (q *resliced) reset() {
	if cap(q.buf) > cap(q.whole) {
		q.whole = q.buf
	}
	q.buf = q.whole[:0]
}

func (q *resliced) empty() bool { return len(q.buf) == 0 }

func (q *resliced) len() int { return len(q.buf) }

func (q *resliced) room(int) {}

func (q *resliced) push(a arc) { q.buf = append(q.buf, a) }

func (q *resliced) pop() arc {
	a := q.buf[0]
	q.buf = q.buf[1:]
	return a
}

// leanResliced is lean with this queue.
type leanResliced struct {
	lean
	queue resliced
}

func newLeanResliced() *leanResliced { return &leanResliced{lean: *newLean()} }

func (s *leanResliced) propagate(assigned int) bool {
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
