package cspdesign

// A domain is a set of digits held as an E: what the document calls a domain, with the
// representation left open.
type domain[E any] interface {
	*E
	// fill makes a new domain that shares nothing with the old one.
	fill(digits uint16)
	clone(of *E)
	size() int
	digits() uint16
	// revise strikes the digits that have no support in the domain of a peer, and returns
	// them.
	revise(by *E, how reading) uint16
	strike(digits uint16)
	add(digits uint16)
}

// reading is a way to read REVISE.
type reading int

const (
	// asPrinted looks for each digit of a domain through the other domain, until one differs.
	asPrinted reading = iota
	// byMember asks first whether the other domain has a single digit, and if so tests for
	// that one and removes it: the operations whose cost the document compares.
	byMember
)

// body is the solver as the document prints it, over a representation of domains. All
// representations share this one loop and pay the same for the calls through the type
// parameter and the two interfaces, a few nanoseconds an arc; next to a set or a list this is
// little, and the bitmask is measured a second time without it (lean).
type body[E any, D domain[E]] struct {
	levels [][]E // domains by depth; with a trail only the first
	copyOf func([]E) []E
	trail  *trail // in place of copies
	how    reading
	queue  arcQueue
	peers  peerSource
	counts
}

// option changes one part of a body.
type option[E any, D domain[E]] func(*body[E, D])

func newBody[E any, D domain[E]](options ...option[E, D]) *body[E, D] {
	s := &body[E, D]{copyOf: deep[E, D], queue: &ring[arc]{}, peers: newPeerTable()}
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *body[E, D]) dom() []E { return s.levels[len(s.levels)-1] }

func (s *body[E, D]) load(givens *[cells]uint8) {
	s.counts = counts{}
	dom := make([]E, cells)
	for cell, d := range givens {
		D(&dom[cell]).fill(start(d))
	}
	clear(s.levels)
	s.levels = append(s.levels[:0], dom)
	if s.trail != nil {
		s.trail.reset()
	}
}

func (s *body[E, D]) propagate(assigned int) bool {
	dom, q := s.dom(), s.queue
	q.reset()
	if assigned >= 0 {
		s.requests++
		q.room(nPeers)
		for _, k := range s.peers.of(uint8(assigned)) {
			q.push(arc{k, uint8(assigned)})
		}
	} else {
		s.requests += cells
		for i := range uint8(cells) {
			q.room(nPeers)
			for _, j := range s.peers.of(i) {
				q.push(arc{i, j})
			}
		}
	}
	s.pushes += int64(q.len())
	for !q.empty() {
		a := q.pop()
		s.arcs++
		struck := D(&dom[a.of]).revise(&dom[a.to], s.how)
		if struck == 0 {
			continue
		}
		s.strikes += int64(size(struck))
		if s.trail != nil {
			s.trail.note(a.of, struck)
		}
		if D(&dom[a.of]).size() == 0 {
			return false
		}
		s.requests++
		q.room(nPeers)
		for _, k := range s.peers.of(a.of) {
			if k != a.to {
				q.push(arc{k, a.of})
			}
		}
		s.pushes += nPeers - 1
		s.peak = max(s.peak, int64(q.len()))
	}
	return true
}

func (s *body[E, D]) sizes(into *[cells]uint8) {
	dom := s.dom()
	for cell := range dom {
		into[cell] = uint8(D(&dom[cell]).size())
	}
}

func (s *body[E, D]) values(cell int) uint16 { return D(&s.dom()[cell]).digits() }

func (s *body[E, D]) save() {
	if s.trail != nil {
		s.trail.mark()
		return
	}
	s.levels = append(s.levels, s.copyOf(s.dom()))
}

func (s *body[E, D]) assign(cell, digit int) {
	d := D(&s.dom()[cell])
	if s.trail == nil {
		d.fill(bit(digit)) // a new domain in its place, as in the document
		return
	}
	struck := d.digits() &^ bit(digit)
	d.strike(struck)
	s.trail.note(uint8(cell), struck)
}

func (s *body[E, D]) restore() {
	if s.trail != nil {
		dom := s.dom()
		s.trail.undo(func(cell uint8, struck uint16) { D(&dom[cell]).add(struck) })
		return
	}
	last := len(s.levels) - 1
	s.levels[last] = nil
	s.levels = s.levels[:last]
}

func readByMember[E any, D domain[E]](s *body[E, D]) { s.how = byMember }

func withQueue[E any, D domain[E]](q arcQueue) option[E, D] {
	return func(s *body[E, D]) { s.queue = q }
}

func withPeers[E any, D domain[E]](p peerSource) option[E, D] {
	return func(s *body[E, D]) { s.peers = p }
}

func withCopies[E any, D domain[E]](copyOf func([]E) []E) option[E, D] {
	return func(s *body[E, D]) { s.copyOf = copyOf }
}
