package train

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"
)

const (
	rewritten = 200 * time.Millisecond // between two states of the line on a terminal
	lineEvery = 30 * time.Second       // between two lines elsewhere
	shown     = 4                      // metrics at most
	lineWidth = 79
)

// progress shows how far a run is: one line that is rewritten on a terminal, else a line
// now and then.
type progress struct {
	w        io.Writer
	terminal bool
	steps    int
	now      func() time.Time

	begin, last time.Time // of the run; of the last line
	from        int       // steps done before begin
	deadline    time.Time // zero: none
	drawn       int       // width of what stands on the terminal's line

	count, samples int // since the last line
	loss           float64
	metrics        map[string]average
}

func newProgress(w io.Writer, steps int) *progress {
	p := &progress{w: w, steps: steps, now: time.Now}
	if f, ok := w.(*os.File); ok {
		p.terminal = term.IsTerminal(int(f.Fd()))
	}
	return p
}

// start begins a run.
func (p *progress) start(from int, budget time.Duration) {
	p.begin, p.from, p.deadline = p.now(), from, time.Time{}
	p.last = p.begin
	if budget > 0 {
		p.deadline = p.begin.Add(budget)
	}
	p.count, p.samples, p.loss, p.metrics = 0, 0, 0, map[string]average{}
}

// step takes one step's figures and draws if it is time.
func (p *progress) step(done int, loss float64, metrics Metrics, samples int) {
	if p.w == nil {
		return
	}
	p.count++
	p.samples += samples
	p.loss += loss
	for name, v := range metrics {
		a := p.metrics[name]
		p.metrics[name] = average{a.Sum + Number(v), a.Count + 1}
	}
	now := p.now()
	pause := lineEvery
	if p.terminal {
		pause = rewritten
	}
	if now.Sub(p.last) < pause {
		return
	}
	line := p.line(done, now)
	if p.terminal {
		line = line[:min(len(line), lineWidth)]
		fmt.Fprintf(p.w, "\r%-*s", p.drawn, line)
		p.drawn = len(line)
	} else {
		fmt.Fprintln(p.w, line)
	}
	p.last, p.count, p.samples, p.loss = now, 0, 0, 0
	clear(p.metrics)
}

// line says where the run is. All of it is ASCII.
func (p *progress) line(done int, now time.Time) string {
	var b strings.Builder
	fmt.Fprintf(&b, "step %d/%d  loss %.4g", done, p.steps, p.loss/float64(p.count))
	for _, name := range slices.Sorted(maps.Keys(p.metrics))[:min(shown, len(p.metrics))] {
		fmt.Fprintf(&b, "  %s %.4g", name, p.metrics[name].mean())
	}
	fmt.Fprintf(&b, "  %.4g samples/s", float64(p.samples)/now.Sub(p.last).Seconds())
	left := time.Duration(float64(now.Sub(p.begin)) / float64(done-p.from) * float64(p.steps-done))
	what := "left"
	if !p.deadline.IsZero() && p.deadline.Before(now.Add(left)) {
		left, what = p.deadline.Sub(now), "of the budget left"
	}
	fmt.Fprintf(&b, "  %s %s", max(left, 0).Round(time.Second), what)
	return b.String()
}

// done ends the terminal's line.
func (p *progress) done() {
	if p.drawn > 0 {
		fmt.Fprintln(p.w)
		p.drawn = 0
	}
}
