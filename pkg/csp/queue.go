package csp

// queue is a first-in-first-out ring of arcs or variables. Its capacity is a power of two
// and grows; the solver keeps it, so growing stops after the first few problems.
//
//	buf  . . a b c d . .     head and tail count on without end and are cut by the mask,
//	         ^head   ^tail   so tail − head is the number of entries
type queue struct {
	buf        []int32
	mask       uint32 // len(buf) − 1
	head, tail uint32
	peak       uint32
}

func newQueue(capacity int) queue {
	size := 16
	for size < capacity {
		size *= 2
	}
	return queue{buf: make([]int32, size), mask: uint32(size - 1)}
}

func (q *queue) empty() bool { return q.head == q.tail }

func (q *queue) pop() int32 {
	x := q.buf[q.head&q.mask]
	q.head++
	return x
}

// popLast takes the entry that was pushed last.
func (q *queue) popLast() int32 {
	q.tail--
	return q.buf[q.tail&q.mask]
}

// push needs room: see reserve. It is small enough to be inlined, which a push that grows
// the ring is not.
func (q *queue) push(x int32) {
	q.buf[q.tail&q.mask] = x
	q.tail++
}

// reserve makes room for n more entries.
func (q *queue) reserve(n int) {
	for int(q.tail-q.head)+n > len(q.buf) {
		q.grow()
	}
}

// note keeps the peak. It is called after a run of pushes without a pop between them.
func (q *queue) note() { q.peak = max(q.peak, q.tail-q.head) }

func (q *queue) grow() {
	bigger := make([]int32, 2*len(q.buf))
	n := uint32(0)
	for ; q.head != q.tail; n++ {
		bigger[n] = q.pop()
	}
	q.buf, q.mask, q.head, q.tail = bigger, uint32(len(bigger)-1), 0, n
}
