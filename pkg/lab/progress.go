package lab

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"sudokulab/pkg/record"
)

// progress shows how far an experiment is: a bar on a terminal, else a line for each case.
type progress struct {
	mu     sync.Mutex
	w      io.Writer
	bar    *progressbar.ProgressBar
	id     string
	total  int
	done   int
	cached int
}

func newProgress(w io.Writer, terminal bool, id string, total int) *progress {
	if w == nil {
		w = io.Discard
	}
	p := &progress{w: w, id: id, total: total}
	if terminal {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(id),
			progressbar.OptionSetWidth(20),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionOnCompletion(func() { fmt.Fprintln(w) }),
		)
	}
	return p
}

func (p *progress) begin(name string) { p.describe(p.id + " " + name) }

func (p *progress) step(name string, done, total int) {
	if total > 0 {
		p.describe(fmt.Sprintf("%s %s %3d %%", p.id, name, 100*done/total))
	}
}

func (p *progress) describe(text string) {
	if p.bar == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	// The bar shares one line with the text; a cut text beats a wrapped line.
	if r := []rune(text); len(r) > 44 {
		text = string(r[:43]) + "…"
	}
	p.bar.Describe(text)
}

func (p *progress) finish(name string, r record.Record, cached bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	how := r.Provenance.Duration.Round(time.Millisecond).String()
	switch {
	case cached:
		p.cached++
		how = "cached"
	case r.Status == record.Missing:
		how = "missing: " + r.Note
	case r.Status == record.Capped:
		how += ", capped: " + r.Note
	}
	if p.bar != nil {
		if p.done == p.total {
			p.bar.Describe(p.id) // the finished bar stays on the screen
		}
		// A bar that cannot be drawn must not end a measurement.
		_ = p.bar.Add(1)
		return
	}
	fmt.Fprintf(p.w, "%s %d/%d %s: %s\n", p.id, p.done, p.total, name, how)
}

func (p *progress) close() {
	if p.bar != nil && p.done < p.total {
		_ = p.bar.Exit()
		fmt.Fprintln(p.w)
	}
}
