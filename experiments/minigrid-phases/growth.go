package minigridphases

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// growth lists one box with 1, 2, 3, … empty cells by the box alone, as printed and by the
// library: the steps and the time of phase 2 over e!. The other boxes are full.
func growth(ctx context.Context, cfg Config, k int, r *lab.Run) error {
	shape, err := board.ShapeOf(k)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(k)))
	grid := thin(rng, generate.PatternGrid(shape), 1)
	order := rng.Perm(shape.Side())
	most := min(cfg.Cells, shape.Side())
	method := cfg.under(minigrid.BoxOnly)
	method.MaxVertices, method.MaxBytes = 0, 0 // the sizes are the configuration's
	for e := 1; e <= most; e++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := grid.Clone()
		for _, pos := range order[:e] {
			b.Set(shape.Units()[2*shape.Side()][pos], 0)
		}
		p, err := minigrid.PermuteBoard(ctx, b, method)
		if err != nil {
			return err
		}
		l := printed.List(b, 0, false)
		if err := equal(p, 0, &l); err != nil {
			return fmt.Errorf("%w, board %s", err, b)
		}
		name := fmt.Sprintf("e=%d ", e)
		r.Count(name+"fillings", int64(l.Count), "fillings")
		r.Count(name+"calls", l.Calls, "calls")
		r.Count(name+"trials", l.Trials, "digits")
		r.Count(name+"library", p.Steps(0), "digits")
		seconds, err := timed(cfg.Rounds, func() { printed.List(b, 0, false) })
		if err != nil {
			return err
		}
		r.Noisy(name+"time", seconds, "s", cfg.Rounds)
		r.Progress(e, most)
	}
	return nil
}

// timed returns the median time of a call over some rounds, each long enough for the clock.
func timed(rounds int, call func()) (float64, error) {
	begin := time.Now()
	call()
	reps := 1 + int(slot/max(time.Since(begin), 1))
	var seconds []float64
	for range rounds {
		runtime.GC()
		begin := time.Now()
		for range reps {
			call()
		}
		seconds = append(seconds, time.Since(begin).Seconds()/float64(reps))
	}
	return stats.Median(seconds)
}

// equal compares the fillings of a box, and their order.
func equal(p *minigrid.Permutations, box int, l *printed.Box) error {
	if p.Count(box) != l.Count {
		return fmt.Errorf("minigrid-phases: box %d: the library lists %d fillings, the printed listing %d", box+1, p.Count(box), l.Count)
	}
	for i := range l.Count {
		if !bytes.Equal(p.Filling(box, i), l.Filling(i)) {
			return fmt.Errorf("minigrid-phases: box %d: filling %d of the library differs from that of the printed listing", box+1, i)
		}
	}
	return nil
}
