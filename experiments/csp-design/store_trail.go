package cspdesign

// trail notes what was struck, so that giving up a branch puts it back: nothing is copied,
// and the domains exist once.
type trail struct {
	entries []entry
	marks   []int // lengths of entries at the open saves
}

type entry struct {
	cell   uint8
	struck uint16
}

func (t *trail) reset() { t.entries, t.marks = t.entries[:0], t.marks[:0] }

func (t *trail) mark() { t.marks = append(t.marks, len(t.entries)) }

func (t *trail) note(cell uint8, struck uint16) { t.entries = append(t.entries, entry{cell, struck}) }

// undo hands back the entries since the last mark, latest first, and forgets them.
func (t *trail) undo(add func(cell uint8, struck uint16)) {
	last := len(t.marks) - 1
	for i := len(t.entries) - 1; i >= t.marks[last]; i-- {
		add(t.entries[i].cell, t.entries[i].struck)
	}
	t.entries, t.marks = t.entries[:t.marks[last]], t.marks[:last]
}

// onTrail makes a body keep a trail.
func onTrail[E any, D domain[E]](s *body[E, D]) { s.trail = &trail{} }

// leanTrail is lean with a trail in place of an array of domains for each depth.
type leanTrail struct {
	lean
	trail trail
}

func newLeanTrail() *leanTrail { return &leanTrail{lean: *newLean()} }

func (s *leanTrail) load(givens *[cells]uint8) {
	s.lean.load(givens)
	s.trail.reset()
}

func (s *leanTrail) propagate(assigned int) bool {
	dom, q := &s.levels[0], &s.queue
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
		s.trail.note(a.of, dj)
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

func (s *leanTrail) save() { s.trail.mark() }

func (s *leanTrail) assign(cell, digit int) {
	dom := &s.levels[0]
	s.trail.note(uint8(cell), dom[cell]&^bit(digit))
	dom[cell] = bit(digit)
}

func (s *leanTrail) restore() {
	dom := &s.levels[0]
	s.trail.undo(func(cell uint8, struck uint16) { dom[cell] |= struck })
}
