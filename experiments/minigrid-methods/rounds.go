package minigridmethods

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"sudokulab/pkg/csp"
)

// rounds makes a network of not-equal constraints arc consistent by rounds that a number of
// workers share: in a round each worker revises its part of the variables against all their
// neighbours, reading the domains that the round before left and writing new ones; all wait for
// each other before the next. It ends with the round that changes nothing or empties a domain.
//
// A value of a variable has no support in a neighbour only if it is the neighbour's one value, so
// a revision is a difference of words. Rounds make more revisions than a queue does, but no two
// of a round depend on each other, which is all that workers can share here. A variable of one
// value that was revised since it has one is done: a neighbour that comes to the same value later
// loses it to this one.
type rounds struct {
	neighbours [][]int32
	now, next  []csp.Set
	done       []bool
	// changed and emptied tell of round i at place i mod 3: while some workers still read what
	// round i brought, others may write of round i+1, and place i+2 is free to be cleared.
	changed, emptied [3]atomic.Bool
	barrier          barrier
}

func newRounds(net *csp.Network) *rounds {
	r := &rounds{neighbours: make([][]int32, net.Variables())}
	for v := range r.neighbours {
		for w := range net.Neighbours(v) {
			r.neighbours[v] = append(r.neighbours[v], int32(w))
		}
	}
	return r
}

// run reduces the domains and returns them, its own until the next call, and whether none is
// empty.
func (r *rounds) run(domains []csp.Set, workers int) ([]csp.Set, bool) {
	r.now = append(r.now[:0], domains...)
	r.next = append(r.next[:0], domains...)
	r.done = append(r.done[:0], make([]bool, len(domains))...)
	for i := range r.changed {
		r.changed[i].Store(false)
		r.emptied[i].Store(false)
	}
	r.barrier.parties = int32(workers)
	var group sync.WaitGroup
	for w := range workers - 1 {
		group.Go(func() { r.work(w+1, workers) })
	}
	last := r.work(0, workers)
	group.Wait()
	out := r.now
	if last%2 == 0 { // an even number of rounds before it: it wrote to next
		out = r.next
	}
	return out, !r.emptied[last%3].Load()
}

// work is one worker's part of every round. It returns the number of the last round.
func (r *rounds) work(w, workers int) (last int) {
	n := len(r.now)
	from, to := w*n/workers, (w+1)*n/workers
	now, next := r.now, r.next
	for i := 0; ; i++ {
		changed, emptied := false, false
		for v := from; v < to; v++ {
			d := now[v]
			if r.done[v] {
				next[v] = d
				continue
			}
			r.done[v] = d.Single()
			for _, u := range r.neighbours[v] {
				if e := uint64(now[u]); bits.OnesCount64(e) == 1 {
					d &^= csp.Set(e)
				}
			}
			changed = changed || d != now[v]
			emptied = emptied || d == 0
			next[v] = d
		}
		if changed {
			r.changed[i%3].Store(true)
		}
		if emptied {
			r.emptied[i%3].Store(true)
		}
		r.barrier.wait()
		if !r.changed[i%3].Load() || r.emptied[i%3].Load() {
			return i
		}
		if w == 0 {
			r.changed[(i+2)%3].Store(false)
		}
		now, next = next, now
	}
}

// barrier lets parties meet again and again. They wait by looking, not by sleeping: a round
// takes microseconds, as long as waking a worker would.
type barrier struct {
	parties int32
	arrived atomic.Int32
	passed  atomic.Uint32
}

// looks is how often a party looks before it offers its core to others.
const looks = 200

func (b *barrier) wait() {
	if b.parties == 1 {
		return
	}
	at := b.passed.Load()
	if b.arrived.Add(1) == b.parties {
		b.arrived.Store(0)
		b.passed.Add(1)
		return
	}
	for i := 1; b.passed.Load() == at; i++ {
		if i%looks == 0 {
			runtime.Gosched()
		}
	}
}
