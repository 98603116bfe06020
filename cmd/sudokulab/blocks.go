package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"sync"
	"sync/atomic"
	"time"
)

// What travels between goroutines are blocks of puzzles. One puzzle alone costs more to hand over than to
// solve: on lists of 17 givens, handing over single entries and copying their results took a third of the time.
const (
	// blockTime is how long a block should take a worker, and mostInBlock what it may hold: a block that turns out to be
	// hard has one worker. Blocks of 256 took the same time and 3 MB more.
	blockTime   = 500 * time.Microsecond
	mostInBlock = 64
	// slowBlock is a time that says that entries are slow, not that the machine has other work.
	slowBlock = 100 * time.Millisecond

	// mostAhead bounds, in bytes, how far the reader may be ahead of what is written. A puzzle that takes a
	// thousand times as long as the others stalls no worker before that is full: 1,300 puzzles. Four times as much room
	// took the same time and 7 MB more.
	mostAhead = 512 << 10
	// entryBytes is about what an entry and its result hold of it, texts apart.
	entryBytes = 400
)

// block is a run of neighbouring entries and what a worker made of them. It is used again.
type block[R any] struct {
	entries []entry
	results []R // of the first entries, up to the error if there is one
	err     error
	text    []byte // that says the results, one behind the other
	ends    []int  // of the texts
	bytes   int    // of window that it holds
	done    chan struct{}
}

// blocks makes blocks of the entries of an input and takes them back.
type blocks[R any] struct {
	in   *input
	each atomic.Int64 // nanoseconds that an entry takes, about; 0 if that is not known
	free chan *block[R]
	window
}

func newBlocks[R any](in *input, workers int) *blocks[R] {
	b := &blocks[R]{in: in, free: make(chan *block[R], 4*workers+2*mostAhead/entryBytes/mostInBlock), window: window{most: mostAhead}}
	b.room.L = &b.mu
	return b
}

// all yields the entries in blocks. A block is handed on when it is full, and before the input may wait: what has
// been typed is answered.
func (s *blocks[R]) all(ctx context.Context) iter.Seq2[*block[R], error] {
	return func(yield func(*block[R], error) bool) {
		var open *block[R]
		over := false
		push := func() bool {
			b := open
			if b == nil || over {
				return !over
			}
			open = nil
			b.bytes = len(b.entries) * entryBytes
			over = !s.enter(b.bytes) || !yield(b, nil)
			return !over
		}
		s.in.pause = push
		defer func() { s.in.pause = nil }()
		for e, err := range s.in.puzzles(ctx) {
			if err != nil {
				if push() {
					yield(nil, err)
				}
				return
			}
			if open == nil {
				open = s.fresh()
			}
			open.entries = append(open.entries, e)
			if over || len(open.entries) >= s.size() && !push() {
				return
			}
		}
		push()
	}
}

// fresh returns an empty block.
func (s *blocks[R]) fresh() *block[R] {
	select {
	case b := <-s.free:
		return b
	default:
		return &block[R]{done: make(chan struct{}, 1)}
	}
}

// reuse takes a block back.
func (s *blocks[R]) reuse(b *block[R]) {
	s.leave(b.bytes)
	clear(b.entries) // what they point to may go
	clear(b.results[:cap(b.results)])
	*b = block[R]{entries: b.entries[:0], results: b.results[:0], text: b.text[:0], ends: b.ends[:0], done: b.done}
	if cap(b.text) > mostAhead/16 {
		return // its texts were long
	}
	select {
	case s.free <- b:
	default:
	}
}

// work has f make the results of a block, up to the first error, or the end of ctx.
func (s *blocks[R]) work(ctx context.Context, b *block[R], text func(*R) *[]byte, f func(context.Context, *entry) (R, error)) {
	begin := time.Now()
	for i := range b.entries {
		if b.err = ctx.Err(); b.err != nil {
			break
		}
		e := &b.entries[i]
		var none R
		b.results = append(b.results, none)
		r := &b.results[i]
		if !e.bad() {
			*r, b.err = f(ctx, e)
			switch {
			case ctx.Err() != nil:
				b.err = ctx.Err() // what it may have cut short is no result
			case b.err != nil:
				if b.err = fmt.Errorf("%s: %w", e.place(), b.err); s.in.keepGoing {
					e.err, b.err = b.err, nil
				}
			}
		}
		if b.err != nil {
			b.results = b.results[:i]
			break
		}
		said := text(r)
		b.text = append(b.text, *said...)
		*said = nil // it is the worker's
		b.ends = append(b.ends, len(b.text))
	}
	s.add(len(b.text))
	b.bytes += len(b.text)
	s.took(time.Since(begin), len(b.entries))
	b.done <- struct{}{}
}

// size is that of the next block.
func (s *blocks[R]) size() int {
	each := time.Duration(s.each.Load())
	if each == 0 {
		return 1
	}
	return int(min(max(blockTime/each, 1), mostInBlock))
}

// took learns from a block how long an entry takes. Times that fall are believed sooner than times that rise, since
// other processes only make them longer: with the time of the last block alone, blocks held two or three entries
// on a busy machine.
func (s *blocks[R]) took(time time.Duration, entries int) {
	each := max(int64(time)/int64(entries), 1)
	switch known := s.each.Load(); {
	case known == 0 || time > slowBlock:
	case each < known:
		each = (each + known) / 2
	default:
		each = known + min(each-known, known)/8
	}
	s.each.Store(each)
}

// await waits for a worker to finish the block, after a call of idle if that takes time.
func (b *block[R]) await(idle func() error) error {
	select {
	case <-b.done:
		return nil
	default:
	}
	if err := idle(); err != nil {
		return err
	}
	<-b.done
	return nil
}

// give hands the results and their texts on.
func (b *block[R]) give(text func(*R) *[]byte, give func(*entry, R) error) error {
	from := 0
	for i := range b.results {
		if end := b.ends[i]; end > from {
			*text(&b.results[i]) = b.text[from:end:end]
			from = end
		}
		if err := give(&b.entries[i], b.results[i]); err != nil {
			return err
		}
	}
	return b.err
}

// window bounds the bytes that are between the reader and the writer.
type window struct {
	mu         sync.Mutex
	room       sync.Cond // on mu
	held, most int
	closed     bool
}

// enter waits until there is room for n bytes, or nothing in it. It returns false if the window is closed.
func (w *window) enter(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.held > 0 && w.held+n > w.most && !w.closed {
		w.room.Wait()
	}
	w.held += n
	return !w.closed
}

// add says that what has entered is larger by n.
func (w *window) add(n int) {
	w.mu.Lock()
	w.held += n
	w.mu.Unlock()
}

func (w *window) leave(n int) {
	w.mu.Lock()
	w.held -= n
	w.mu.Unlock()
	w.room.Signal()
}

// close has the reader wait no more.
func (w *window) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.room.Signal()
}

// pausingReader tells the input before it reads, which may take any time. After the end of what is made of the
// input it reads nothing.
type pausingReader struct {
	r  io.Reader
	in *input
}

func (p pausingReader) Read(b []byte) (int, error) {
	if p.in.pause != nil && !p.in.pause() {
		return 0, io.EOF
	}
	return p.r.Read(b)
}
