package supply

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Make makes one item from its order and from nothing else. It should return soon after ctx ends,
// which happens when the supply is closed or the item is no longer wanted. One goroutine
// at a time calls it, so it may hold a workspace. It may not call Close.
type Make[D comparable, T any] func(ctx context.Context, o Order[D]) (T, error)

// ErrClosed is what a closed supply answers.
var ErrClosed = errors.New("supply: closed")

// ItemError is an error of Make, in the place of the item.
type ItemError struct {
	Index int
	Err   error
}

// Error says which item failed and why.
func (e *ItemError) Error() string { return fmt.Sprintf("supply: item %d: %v", e.Index, e.Err) }

// Unwrap returns what Make returned.
func (e *ItemError) Unwrap() error { return e.Err }

// Stats counts what a supply did since it was started. Only Delivered and Failed do not depend on
// timing.
type Stats struct {
	Delivered int `json:"delivered"`  // items handed out, failed ones included
	Failed    int `json:"failed"`     // handed out as an error
	Made      int `json:"made"`       // items finished and kept
	Dropped   int `json:"dropped"`    // items begun or finished that a change threw away
	HighWater int `json:"high_water"` // most finished items that waited at once
	Waits     int `json:"waits"`      // calls for an item that was not there
	// Waited is the time that those calls took, Making the time inside Make, of all workers
	// together and with what was thrown away.
	Waited time.Duration `json:"waited_ns"`
	Making time.Duration `json:"making_ns"`
}

// slot holds one item between claim and delivery.
type slot[D comparable, T any] struct {
	claim      uint64 // number of the claim, 0 for an empty slot
	finished   bool
	difficulty D
	abandon    context.CancelFunc // ends Make's context
	value      T
	err        error
}

// Supply hands out items that its workers make ahead. All methods may be called by several
// goroutines at once; each item then goes to one of them.
type Supply[D comparable, T any] struct {
	cfg     Config
	ctx     context.Context // of the workers; ends with the supply
	cancel  context.CancelFunc
	unwatch func() bool // of the context given to New
	workers sync.WaitGroup
	// head holds a token when the next item may have been finished or the supply ended.
	// A consumer that takes it looks again, and puts it back if there is more to take.
	head chan struct{}

	mu    sync.Mutex
	room  *sync.Cond // on mu: an index may have become claimable, or the supply ended
	ended error
	plan  schedule[D]
	next  int // position: index of the next item to hand out
	// open ≤ every claimable index, and next ≤ open: what is handed out was claimed, and a claim
	// moves open behind it. The window of indices is next ≤ i < next+Lookahead.
	open     int
	claims   uint64
	finished int
	slots    []slot[D, T] // item i of the window lies at i mod Lookahead
	stats    Stats
}

// New starts a supply whose items have the given difficulty from item 0 on. newMake is called
// once for each worker. The supply ends when ctx does; [Supply.Close] also waits for the workers.
func New[D comparable, T any](ctx context.Context, cfg Config, difficulty D, newMake func() Make[D, T]) (*Supply[D, T], error) {
	state := State[D]{Seed: cfg.Seed, Lookahead: cfg.Lookahead, Changes: []Change[D]{{Difficulty: difficulty}}}
	return Resume(ctx, state, cfg.Workers, newMake)
}

// Resume starts a supply that goes on from a state, with any number of workers (0 for one per core).
func Resume[D comparable, T any](ctx context.Context, state State[D], workers int, newMake func() Make[D, T]) (*Supply[D, T], error) {
	cfg := Config{Seed: state.Seed, Lookahead: state.Lookahead, Workers: workers}
	if err := state.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	switch {
	case newMake == nil:
		return nil, errors.New("supply: nothing that makes items")
	case ctx == nil:
		return nil, errors.New("supply: the context is nil, want context.Background() at least")
	}
	s := &Supply[D, T]{
		cfg: cfg, head: make(chan struct{}, 1), plan: slices.Clone(state.Changes), next: state.Next, open: state.Next,
		slots: make([]slot[D, T], cfg.Lookahead),
	}
	s.room = sync.NewCond(&s.mu)
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.unwatch = context.AfterFunc(ctx, func() { s.end(context.Cause(ctx)) })
	for range cfg.workers() {
		item := newMake()
		s.workers.Go(func() { s.work(item) })
	}
	return s, nil
}

// Config returns the configuration.
func (s *Supply[D, T]) Config() Config { return s.cfg }

// Next hands out the next item, waiting for it if need be. An error is an [*ItemError], which
// stands in the place of an item and is followed by the next one; the context's, in which case
// nothing was taken; or the end of the supply: [ErrClosed], or the cause that ended the context
// given to [New].
func (s *Supply[D, T]) Next(ctx context.Context) (T, error) {
	var since time.Time // of waiting
	for {
		value, ok, err := s.take(ctx, &since)
		if ok || err != nil {
			return value, err
		}
		select {
		case <-s.head:
		case <-ctx.Done():
		}
	}
}

// take hands out the next item if it is there; ok says so. It keeps in since when the waiting
// began, and the time waited when it is over.
func (s *Supply[D, T]) take(ctx context.Context, since *time.Time) (value T, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := &s.slots[s.next%len(s.slots)]
	if err = s.ended; err == nil {
		err = ctx.Err()
	}
	switch {
	case err == nil && !at.finished:
		if since.IsZero() {
			*since = time.Now()
			s.stats.Waits++
		}
		return value, false, nil
	case !since.IsZero():
		s.stats.Waited += time.Since(*since)
	}
	if err != nil {
		s.wake() // of other consumers: this one may have taken their token
		return value, false, err
	}
	value, err = at.value, at.err
	*at = slot[D, T]{}
	s.finished--
	s.stats.Delivered++
	if err != nil {
		s.stats.Failed++
		err = &ItemError{Index: s.next, Err: err}
	}
	s.next++
	s.plan.forget(s.next)
	s.room.Signal()
	if s.slots[s.next%len(s.slots)].finished {
		s.wake()
	}
	return value, true, err
}

// wake lets one waiting consumer look at the next item.
func (s *Supply[D, T]) wake() {
	select {
	case s.head <- struct{}{}:
	default:
	}
}

// Batch hands out the next n items, which may be more than the lookahead. With an error come the
// items before it: after an [*ItemError] the next call goes on behind the failed one.
func (s *Supply[D, T]) Batch(ctx context.Context, n int) ([]T, error) {
	if n < 0 {
		return nil, fmt.Errorf("supply: batch of %d items, want 0 or more", n)
	}
	batch := make([]T, 0, n)
	for range n {
		item, err := s.Next(ctx)
		if err != nil {
			return batch, err
		}
		batch = append(batch, item)
	}
	return batch, nil
}

// All returns the items from the position on, without end. A failed item comes as its error, and
// the sequence goes on if its consumer does; any other error comes last. Leaving the loop closes
// nothing: the next call of any method goes on behind the last item taken.
func (s *Supply[D, T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			item, err := s.Next(ctx)
			var failed *ItemError
			if !yield(item, err) || err != nil && !errors.As(err, &failed) {
				return
			}
		}
	}
}

// Position returns the index of the next item that will be handed out.
func (s *Supply[D, T]) Position() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.next
}

// Set changes the difficulty from item position + lookahead on, and returns that index. No item is
// thrown away, since none so far ahead has been begun.
func (s *Supply[D, T]) Set(d D) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set(s.next+s.cfg.Lookahead, d)
}

// SetNow changes the difficulty from the next item on, and returns its index. Changes set before for
// later items are cancelled; items of another difficulty that are ready or being made are thrown
// away, so the consumer will wait.
func (s *Supply[D, T]) SetNow(d D) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set(s.next, d)
}

// SetFrom changes the difficulty from an index on, in place of all changes to come later. It
// refuses an index that has been handed out.
func (s *Supply[D, T]) SetFrom(index int, d D) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if index < s.next {
		return fmt.Errorf("supply: change from item %d on, but %d is the next: the items before are handed out", index, s.next)
	}
	s.set(index, d)
	return nil
}

// set changes the schedule and empties the slots that no longer follow it.
func (s *Supply[D, T]) set(from int, d D) int {
	s.plan.set(from, d)
	for i := from; i < s.next+s.cfg.Lookahead; i++ {
		at := &s.slots[i%len(s.slots)]
		if at.claim == 0 || at.difficulty == s.plan.at(i) {
			continue
		}
		if at.finished {
			s.finished--
		}
		at.abandon()
		*at = slot[D, T]{}
		s.open = min(s.open, i)
		s.stats.Dropped++
	}
	s.room.Broadcast()
	return from
}

// State returns the rest of the sequence, from the position on.
func (s *Supply[D, T]) State() State[D] {
	s.mu.Lock()
	defer s.mu.Unlock()
	return State[D]{Seed: s.cfg.Seed, Lookahead: s.cfg.Lookahead, Next: s.next, Changes: slices.Clone(s.plan)}
}

// Stats returns what was counted so far.
func (s *Supply[D, T]) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stats
}

// Close ends the supply and waits until all workers have returned. Consumers that wait for an item get
// [ErrClosed]. Closing again does nothing.
func (s *Supply[D, T]) Close() {
	s.unwatch()
	s.end(ErrClosed)
	s.workers.Wait()
}

// end stops the workers and wakes everyone; the first reason stays.
func (s *Supply[D, T]) end(reason error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == nil {
		s.ended = reason
	}
	s.cancel()
	s.room.Broadcast()
	s.wake()
}

// work makes items until the supply ends.
func (s *Supply[D, T]) work(item Make[D, T]) {
	for {
		ctx, o, claim := s.claim()
		if claim == 0 {
			return
		}
		begin := time.Now()
		value, err := item(ctx, o)
		s.finish(o.Index, claim, value, err, time.Since(begin))
		runtime.Gosched() // lets a consumer that was woken run now, not at the end of a time slice
	}
}

// claim takes the lowest index that no worker makes, waiting for room. Claim 0 says that the supply
// has ended.
func (s *Supply[D, T]) claim() (context.Context, Order[D], uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		if s.ended != nil {
			return nil, Order[D]{}, 0
		}
		for s.open < s.next+s.cfg.Lookahead && s.slots[s.open%len(s.slots)].claim != 0 {
			s.open++
		}
		if s.open < s.next+s.cfg.Lookahead {
			break
		}
		s.room.Wait()
	}
	o := Order[D]{Seed: s.cfg.Seed, Index: s.open, Difficulty: s.plan.at(s.open)}
	s.open++
	s.claims++
	ctx, abandon := context.WithCancel(s.ctx)
	s.slots[o.Index%len(s.slots)] = slot[D, T]{claim: s.claims, difficulty: o.Difficulty, abandon: abandon}
	return ctx, o, s.claims
}

// finish keeps what Make returned, unless the item was thrown away meanwhile.
func (s *Supply[D, T]) finish(index int, claim uint64, value T, err error, took time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Making += took
	at := &s.slots[index%len(s.slots)]
	if at.claim != claim || s.ended != nil {
		return
	}
	at.abandon() // frees the context
	at.finished, at.value, at.err = true, value, err
	s.finished++
	s.stats.Made++
	s.stats.HighWater = max(s.stats.HighWater, s.finished)
	if index == s.next {
		s.wake()
	}
}
