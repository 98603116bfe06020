package nbui

import (
	"fmt"
	"hash/fnv"
	"iter"
	"os"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

const progressStyle = ".ID{width:fit-content;padding:2px 8px;background:$page;color:$given;font:14px/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums}.ID progress{width:16em;vertical-align:middle}"

// Bar shows how far a computation is. While it moves, one display is replaced again and
// again and tells what time is left; its last form tells only what was done, so that it is
// the same after every run. Outside of a notebook only the last form is printed. A Bar may be
// used by several goroutines.
type Bar struct {
	mu      sync.Mutex
	label   string
	id      string
	total   int
	done    int
	ended   bool
	began   time.Time
	painted time.Time
	now     func() time.Time
	paint   func(b bundle, last bool) error
}

// Progress returns a bar for so many steps. Call [Bar.Done] at the end; for a loop, [Each] is
// shorter.
func Progress(label string, total int) *Bar {
	b := newBar(label, total, time.Now, nil)
	if !gonbui.IsNotebook {
		b.paint = func(bar bundle, last bool) error {
			if !last {
				return nil
			}
			_, err := fmt.Fprintln(os.Stdout, bar.text)
			return err
		}
		return b
	}
	// The kernel keeps an identifier beyond the cell, and a notebook's file does not hold it:
	// it has to be new each time, not the same. No two programs of a kernel share a pipe's name.
	hash := fnv.New64a()
	fmt.Fprint(hash, os.Getenv(protocol.GONB_PIPE_ENV), b.began.UnixNano(), label)
	b.id = fmt.Sprintf("nbui-bar-%016x", hash.Sum64())
	b.paint = func(bar bundle, last bool) error {
		return send(&protocol.DisplayData{Data: bar.data(), DisplayID: b.id}, last)
	}
	awaitPrinted()
	b.step(0)
	return b
}

func newBar(label string, total int, now func() time.Time, paint func(bundle, bool) error) *Bar {
	return &Bar{label: label, total: max(total, 0), began: now(), now: now, paint: paint}
}

// Each yields 0 to total−1 and moves a bar along; the bar ends with the loop.
func Each(label string, total int) iter.Seq[int] {
	return func(yield func(int) bool) {
		b := Progress(label, total)
		defer b.Done()
		for i := range total {
			if !yield(i) {
				return
			}
			b.Add(1)
		}
	}
}

// Add notes that n more steps are done.
func (b *Bar) Add(n int) { b.step(n) }

const repaint = 100 * time.Millisecond

func (b *Bar) step(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done += n
	now := b.now()
	if b.ended || now.Sub(b.painted) < repaint {
		return
	}
	b.painted = now
	_ = b.paint(b.form(now), false) // a bar that cannot be drawn must not end a computation; Done says so
}

// Done gives the bar its last form. Only the first call does anything.
func (b *Bar) Done() { end("progress", b.close()) }

func (b *Bar) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return nil
	}
	b.ended = true
	return b.paint(b.form(time.Time{}), true)
}

// form draws the bar, its last form at the zero time.
func (b *Bar) form(now time.Time) bundle {
	text := fmt.Sprintf("%s: %d of %d", b.label, b.done, b.total)
	spent := now.Sub(b.began)
	switch {
	case now.IsZero() && b.done < b.total:
		text += ", stopped"
	case now.IsZero():
	case b.done > 0 && b.done < b.total && spent > time.Second:
		left := time.Duration(float64(spent) * float64(b.total-b.done) / float64(b.done))
		text += fmt.Sprintf(", about %v left", left.Round(time.Second))
	}
	most, value := b.total, min(b.done, b.total)
	if most == 0 { // nothing to do is done
		most, value = 1, 1
	}
	html := fmt.Sprintf(`<progress max="%d" value="%d"`, most, value) + ` aria-label="` + escape(b.label) + `"></progress> ` + escape(text) + "\n"
	return bundle{html: element(progressStyle, html), text: text}
}
