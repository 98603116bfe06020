package cspdesign

// arcQueue is the queue of the solver on sets. There a revision costs so much that the call
// through an interface does not show; the lean forms use the concrete queues.
type arcQueue interface {
	reset()
	room(n int) // for n pushes to come
	push(a arc)
	pop() arc
	empty() bool
	len() int
}

// ring is the double-ended queue of the document, of which it uses the two ends that a
// first-in-first-out queue needs.
//
//	buf  . . a b c . .     head and tail only grow and are cut to the length, a power of two
//	         ^head ^tail
type ring[A any] struct {
	buf        []A
	head, tail uint32
}

func (q *ring[A]) reset() { q.head, q.tail = 0, 0 }

func (q *ring[A]) empty() bool { return q.head == q.tail }

func (q *ring[A]) len() int { return int(q.tail - q.head) }

// room is asked once for all arcs that a change queues, so that push needs no check and is
// inlined.
func (q *ring[A]) room(n int) {
	if q.len()+n > len(q.buf) {
		q.grow()
	}
}

func (q *ring[A]) push(a A) {
	q.buf[q.tail&uint32(len(q.buf)-1)] = a
	q.tail++
}

func (q *ring[A]) pop() A {
	a := q.buf[q.head&uint32(len(q.buf)-1)]
	q.head++
	return a
}

func (q *ring[A]) grow() {
	bigger := make([]A, max(64, 2*len(q.buf)))
	n := uint32(0)
	for ; !q.empty(); n++ {
		bigger[n] = q.pop()
	}
	q.buf, q.head, q.tail = bigger, 0, n
}
