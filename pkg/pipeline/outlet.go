package pipeline

import (
	"bufio"
	"context"
	"sync"
	"time"
)

// Outlet carries text from the goroutine that makes it, piece by piece and without a known
// end, to the one that writes it. It holds 64 KiB and the last piece at most, so
// the memory does not grow with what passes through. [NewOutlet] makes one.
type Outlet struct {
	mu     sync.Mutex
	text   []byte
	pieces int  // in text
	ended  bool // nothing more will come
	hungry bool // the writer has nothing to do
	ready  chan struct{}
	room   chan struct{}
}

// How much an outlet holds, how much wakes the writer at once, and how long text waits at
// most if there is less: waking it for each of a million short lines would cost more than
// making them.
const (
	outletSize  = 64 << 10
	outletBulk  = 8 << 10
	outletPause = 5 * time.Millisecond
)

// NewOutlet returns an empty outlet.
func NewOutlet() *Outlet {
	return &Outlet{ready: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// Put hands over text that counts as so many pieces. It copies the text, and waits while the
// outlet is full, no longer than ctx.
func (o *Outlet) Put(ctx context.Context, text []byte, pieces int) error {
	for {
		o.mu.Lock()
		if len(o.text) < outletSize {
			break
		}
		o.mu.Unlock()
		select {
		case <-o.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	o.text = append(o.text, text...)
	o.pieces += pieces
	due := o.hungry || len(o.text) >= outletBulk
	o.mu.Unlock()
	if due {
		wake(o.ready)
	}
	return nil
}

// End says that no more will follow.
func (o *Outlet) End() {
	o.mu.Lock()
	o.ended = true
	o.mu.Unlock()
	wake(o.ready)
}

// take returns the text that is there in exchange for the room of earlier text.
func (o *Outlet) take(spare []byte) (text []byte, pieces int, ended bool) {
	o.mu.Lock()
	text, pieces, ended = o.text, o.pieces, o.ended
	o.text, o.pieces = spare[:0], 0
	o.hungry = len(text) == 0
	o.mu.Unlock()
	wake(o.room)
	return text, pieces, ended
}

func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is signalled already
	}
}

// Drain writes what comes out of the outlet until its end. wrote is told how many pieces were
// written. Text reaches the writer beneath w within outletPause, or when w is full. Drain waits for End, so
// that the goroutine that makes the text has to heed the end of its context.
func (o *Outlet) Drain(w *bufio.Writer, wrote func(pieces int)) error {
	var text []byte
	pause := time.NewTimer(outletPause)
	defer pause.Stop()
	for {
		var pieces int
		var ended bool
		text, pieces, ended = o.take(text)
		if _, err := w.Write(text); err != nil {
			return err
		}
		if pieces > 0 {
			wrote(pieces)
		}
		switch {
		case ended:
			return nil
		case len(text) == 0:
			if err := w.Flush(); err != nil {
				return err
			}
			<-o.ready
		default:
			pause.Reset(outletPause)
			select {
			case <-o.ready:
			case <-pause.C:
				if err := w.Flush(); err != nil {
					return err
				}
			}
		}
	}
}
