package tensorpictures

import (
	"bytes"
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/render"
	"sudokulab/pkg/tensornet/plain"
)

// comparison counts what frames show and whether it is what the trace has.
type comparison struct {
	frames, candidates, strikes, squares int // frames, and those that are right in each respect
	struck, square                       int // marks that the trace asks for, in all frames
	most                                 int // squares in one frame
	difference                           string
}

// all draws every frame, reads it and compares it.
func (c *comparison) all(ctx context.Context, cfg Config, t plain.Trace, frames []render.Frame, r *lab.Run) error {
	o := render.DefaultOptions()
	o.Cell = cfg.Cell
	if len(frames) != len(t.Frames) {
		return fmt.Errorf("%d frames of %d steps", len(frames), len(t.Frames))
	}
	chart, err := newChart(frames[0].Picture, o)
	if err != nil {
		return err
	}
	var drawing bytes.Buffer
	for i, f := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		drawing.Reset()
		if err := render.SVG(&drawing, f.Picture, o); err != nil {
			return err
		}
		seen, err := chart.read(drawing.Bytes())
		if err != nil {
			return fmt.Errorf("frame %d: %w", i, err)
		}
		c.frame(t, i, seen)
		r.Progress(i+1, len(frames))
	}
	return nil
}

// frame compares what was read of a frame with the trace.
func (c *comparison) frame(t plain.Trace, at int, seen sight) {
	shape := t.Puzzle.Shape()
	n, now := shape.Side(), t.Frames[at].Candidates(shape)
	before := now
	if at > 0 {
		before = t.Frames[at-1].Candidates(shape)
	}
	candidates, strikes, squares := true, true, true
	differ := func(right *bool, cell int, format string, args ...any) {
		*right = false
		if c.difference == "" {
			c.difference = fmt.Sprintf("frame %d, %s: ", at, shape.CellName(cell)) + fmt.Sprintf(format, args...)
		}
	}
	kept := 0
	for cell := range now {
		shown := seen.small[cell] &^ seen.struck[cell]
		if d := seen.large[cell]; d != 0 {
			shown |= board.DigitsOf(d)
		}
		if shown != now[cell] {
			differ(&candidates, cell, "shows %v, the step left %v", shown, now[cell])
		}
		lost := before[cell] &^ now[cell]
		c.struck += lost.Count()
		if seen.struck[cell] != lost {
			differ(&strikes, cell, "strikes %v out, the step struck %v", seen.struck[cell], lost)
		}
		for d := 1; d <= n; d++ {
			stamp := int(t.Frames[at].Stamps[cell*n+d-1])
			want := ""
			if stamp > 1 { // struck at a level above 0
				kept++
				want = look((stamp/2-1)%render.SquareColours, stamp%2 == 1)
			}
			if got := seen.squares[cell*n+d-1]; got != want {
				differ(&squares, cell, "the square for %d is %q, want %q", d, got, want)
			}
		}
	}
	c.frames++
	c.square += kept
	c.most = max(c.most, kept)
	for _, respect := range []struct {
		right bool
		count *int
	}{{candidates, &c.candidates}, {strikes, &c.strikes}, {squares, &c.squares}} {
		if respect.right {
			*respect.count++
		}
	}
}

// keep writes the counts into the record, with those of the trace.
func (c *comparison) keep(t plain.Trace, r *lab.Run) {
	guesses, returns, deepest := turns(t)
	count := func(name string, n int, unit string) { r.Count(name, int64(n), unit) }
	count("steps", len(t.Frames)-1, "steps")
	count("guesses", guesses, "guesses")
	count("returns", returns, "returns")
	count("deepest", deepest, "guesses")
	count("frames", c.frames, "frames")
	count("frames with the candidates", c.candidates, "frames")
	count("frames with the strikes", c.strikes, "frames")
	count("frames with the squares", c.squares, "frames")
	count("candidates struck", c.struck, "candidates")
	count("squares", c.square, "squares")
	count("most squares", c.most, "squares")
	if c.difference != "" {
		r.Text("difference", c.difference)
	}
}
