package pipeline

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"
)

const (
	// batchTime is how long a batch should take a worker, and mostItems what it may hold: many quick
	// items, because handing over has its price, and few slow ones, because workers would wait for
	// the last batch otherwise.
	batchTime = 500 * time.Microsecond
	mostItems = 256
)

// batch is a run of neighbouring items on its way through a worker.
type batch[T, R any] struct {
	items   []T
	size    int // of items when it is full
	results []R
	err     error // of the item behind the results
	done    bool
}

// line is a pipeline at work.
type line[T, R any] struct {
	Options
	// early says that a batch is handed out before it is done, and holds one item.
	early bool

	mu    sync.Mutex
	room  sync.Cond // on mu, for the reader: there is room, or the run is over
	job   sync.Cond // on mu, for the workers: there may be a batch, or no more will come
	ready sync.Cond // on mu, for the consumer: the first batch may be done, or no more will come

	order ring[*batch[T, R]] // not handed out yet
	queue ring[*batch[T, R]] // what no worker has taken yet; a part of the order unless early
	open  *batch[T, R]       // being filled; the reader's alone unless Live
	spare ring[*batch[T, R]] // to be filled again
	size  int                // of the next batch
	ended bool               // there are no more items
	err   error              // that ended them
	over  bool               // ctx has ended, or the consumer has left
}

// newLine makes a line for so many batches between the reader and the consumer.
func newLine[T, R any](batches int, o Options) *line[T, R] {
	l := &line[T, R]{Options: o, size: 1}
	for _, r := range []*ring[*batch[T, R]]{&l.order, &l.queue, &l.spare} {
		r.all = make([]*batch[T, R], batches)
	}
	for _, c := range []*sync.Cond{&l.room, &l.job, &l.ready} {
		c.L = &l.mu
	}
	return l
}

// run takes the items in, has the workers do each batch, and gives the batches to the consumer in
// their order until that returns false. It returns what ended the items, or ctx.Err().
func (l *line[T, R]) run(
	ctx context.Context, items iter.Seq2[T, error], workers []func(context.Context, *batch[T, R]), give func(*batch[T, R]) bool,
) error {
	inner, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer l.leave()
	defer cancel()
	unwatch := context.AfterFunc(ctx, l.leave)
	defer unwatch()

	if l.Live {
		go l.read(items)
	} else {
		all.Go(func() { l.read(items) })
	}
	for _, f := range workers {
		all.Go(func() { l.serve(inner, f) })
	}
	for {
		b, err := l.next()
		if err != nil {
			return err
		}
		if b == nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return l.err
		}
		if !give(b) {
			return nil
		}
		if !l.early {
			l.reuse(b)
		}
	}
}

// leave ends the run: nothing more is read, and what is in the order is still done.
func (l *line[T, R]) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	l.room.Broadcast()
	l.job.Broadcast()
	l.ready.Broadcast()
}

// read takes the items in.
func (l *line[T, R]) read(items iter.Seq2[T, error]) {
	add := l.add
	if l.Live {
		add = l.addLive
	}
	var failed error
	for item, err := range items {
		if failed = err; err != nil || !add(item) {
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open != nil {
		l.push(l.open)
	}
	l.ended, l.err = true, failed
	l.job.Broadcast()
	l.ready.Broadcast()
}

// add takes an item in, and returns false if the run is over.
func (l *line[T, R]) add(item T) bool {
	b := l.open
	if b == nil {
		l.mu.Lock()
		b = l.fresh()
		l.mu.Unlock()
	}
	if b.items = append(b.items, item); len(b.items) < b.size {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.push(b)
}

// addLive does so where a worker with nothing to do takes the batch that is being filled.
func (l *line[T, R]) addLive(item T) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.open
	if b == nil {
		b = l.fresh()
	}
	if b.items = append(b.items, item); len(b.items) < b.size {
		l.job.Signal()
		return !l.over
	}
	return l.push(b)
}

// fresh opens an empty batch.
func (l *line[T, R]) fresh() *batch[T, R] {
	if l.open = l.spare.pop(); l.open == nil {
		l.open = &batch[T, R]{}
	}
	l.open.size = l.size
	l.open.items = slices.Grow(l.open.items, l.size)
	return l.open
}

// push hands the open batch to the workers when there is room, unless one takes it meanwhile.
// It returns false if the run is over.
func (l *line[T, R]) push(b *batch[T, R]) bool {
	for l.open == b && (l.order.full() || l.queue.full()) && !l.over {
		l.room.Wait()
	}
	if l.open == b && !l.over {
		l.enter()
		l.queue.push(b)
		l.job.Signal()
	}
	return !l.over
}

// enter puts the open batch into the order.
func (l *line[T, R]) enter() {
	l.order.push(l.open)
	l.open = nil
	if l.early {
		l.ready.Signal()
	}
}

// serve has a worker do one batch after another.
func (l *line[T, R]) serve(ctx context.Context, f func(context.Context, *batch[T, R])) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for b := l.take(); b != nil; b = l.take() {
		l.mu.Unlock()
		begin := time.Now()
		f(ctx, b)
		took := time.Since(begin)
		l.mu.Lock()
		b.done = true
		if !l.early {
			each := max(took/time.Duration(len(b.items)), 1)
			l.size = int(min(max(batchTime/each, 1), mostItems))
		}
		if l.order.first() == b {
			l.ready.Signal()
		}
	}
}

// take returns the next batch for a worker, nil when no more will come.
func (l *line[T, R]) take() *batch[T, R] {
	for {
		if b := l.queue.pop(); b != nil {
			if l.early {
				l.room.Signal()
			}
			return b
		}
		if l.over || l.ended {
			return nil
		}
		if b := l.open; l.Live && b != nil && len(b.items) > 0 && !l.order.full() {
			l.enter()
			return b
		}
		l.job.Wait()
	}
}

// next returns the next batch for the consumer, nil when no more will come.
func (l *line[T, R]) next() (*batch[T, R], error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for idle := l.Idle; ; {
		b := l.order.first()
		switch {
		case b != nil && (b.done || l.early):
			l.order.pop()
			l.room.Signal()
			if l.Live {
				l.job.Signal() // the batch that is being filled has room now
			}
			return b, nil
		case b == nil && (l.ended || l.over):
			return nil, nil //nolint:nilnil // no batch is the end
		case idle != nil:
			l.mu.Unlock()
			err := idle()
			l.mu.Lock()
			if idle = nil; err != nil {
				return nil, err
			}
		default:
			l.ready.Wait()
		}
	}
}

// reuse takes a batch back that the consumer is done with.
func (l *line[T, R]) reuse(b *batch[T, R]) {
	clear(b.items) // what they point to may go
	clear(b.results)
	*b = batch[T, R]{items: b.items[:0], results: b.results[:0]}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.spare.full() {
		l.spare.push(b)
	}
}

// ring is a queue of bounded length.
type ring[P any] struct {
	all     []P
	head, n int
}

func (r *ring[P]) full() bool { return r.n == len(r.all) }

func (r *ring[P]) push(p P) {
	r.all[(r.head+r.n)%len(r.all)] = p
	r.n++
}

// first returns the first, none if the ring is empty.
func (r *ring[P]) first() (p P) {
	if r.n > 0 {
		p = r.all[r.head]
	}
	return p
}

// pop takes the first out.
func (r *ring[P]) pop() P {
	p := r.first()
	if r.n > 0 {
		var none P
		r.all[r.head] = none
		r.head = (r.head + 1) % len(r.all)
		r.n--
	}
	return p
}
