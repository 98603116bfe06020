package gnnstructure

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

const float32Bytes = 4

// countRows works out the document's table of memory again, row by row, and counts the same
// things in what is built.
func countRows(ctx context.Context, cfg Config, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := board.Standard()
	net, err := literal.New(cfg.Network)
	if err != nil {
		return err
	}
	f, err := inspect.Describe(choice.Backend, net, s, inspect.Options{Batch: cfg.Batch, Training: true})
	if err != nil {
		return err
	}
	d, err := net.Dims(choice.Backend, s)
	if err != nil {
		return err
	}
	g := literal.NewBipartite(s)
	batch, rounds := int64(cfg.Batch), int64(cfg.Network.Iterations)
	size := func(dims []int) int64 { return batch * int64(dims[0]) * int64(dims[1]) * float32Bytes }
	// The product of each row with the document's own factors, and the bytes of the thing.
	for _, row := range []struct {
		name           string
		product, built int64
	}{
		{"input", 128 * 9 * 9 * 4, f.InputBytes},
		{"graph", 108 * 486 * 8, 2 * int64(g.Directed()) * 8},
		{"features", 128 * 108 * 5 * 4, size(d.Features)},
		{"states", 128 * 108 * 96 * 4, size(d.Encoded)},
		{"states.all", 128 * 108 * 96 * 4 * 32, size(d.Encoded) * rounds},
		{"parameters", 2_000_000 * 4, f.ParameterBytes},
		{"gradients", 2_000_000 * 4, f.GradientBytes},
		{"optimiser", 2_000_000 * 4 * 2, f.OptimiserBytes},
	} {
		r.Count(row.name+".product", row.product, "B")
		r.Count(row.name+".built", row.built, "B")
	}
	// As the list is held here, with 4 bytes an index; above with 8, as PyTorch has them.
	r.Count("graph.int32", 2*int64(g.Directed())*4, "B")
	return nil
}

// countHeld counts what a training step of a form holds.
func countHeld(ctx context.Context, c literal.Config, batch int, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	net, err := literal.New(c)
	if err != nil {
		return err
	}
	f, err := inspect.Describe(choice.Backend, net, board.Standard(), inspect.Options{Batch: batch, Training: true})
	if err != nil {
		return err
	}
	r.Count("batch", int64(batch), "boards")
	r.Count("held", f.Held, "B")
	r.Count("peak", f.Peak, "B")
	return nil
}

// measureStep measures the heap during training steps of several batches.
func measureStep(ctx context.Context, c literal.Config, step Step, r *lab.Run) error {
	c.Iterations = step.Rounds
	r.Count("rounds", int64(step.Rounds), "rounds")
	for i, batch := range step.Batches {
		if err := measureBatch(ctx, c, batch, step.Repeats, r); err != nil {
			return err
		}
		r.Progress(i+1, len(step.Batches))
	}
	return nil
}

func measureBatch(ctx context.Context, c literal.Config, batch, repeats int, r *lab.Run) error {
	choice, err := goBackend(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := board.Standard()
	net, err := literal.New(c)
	if err != nil {
		return err
	}
	f, err := inspect.Describe(choice.Backend, net, s, inspect.Options{Batch: batch, Training: true})
	if err != nil {
		return err
	}
	puzzles, solutions := partial(s, batch, rand.New(rand.NewPCG(r.Seed, 4)))
	base := lab.LiveHeap()
	session, err := inspect.Open(choice.Backend, net, s)
	if err != nil {
		return err
	}
	defer session.Close()
	if _, err := session.Step(puzzles, solutions, 1e-3); err != nil { // compiles
		return err
	}
	var seconds []float64
	// The collector waits for the heap to double unless told otherwise, so that half of
	// what is seen would be garbage.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	watch := newHeapWatch()
	for range repeats {
		if err := ctx.Err(); err != nil {
			watch.stop()
			return err
		}
		begin := time.Now()
		if _, err := session.Step(puzzles, solutions, 1e-3); err != nil {
			watch.stop()
			return err
		}
		seconds = append(seconds, time.Since(begin).Seconds())
	}
	peak := watch.stop()
	median, err := stats.Median(seconds)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("batch=%d ", batch)
	r.Count(name+"counted", f.Peak, "B")
	r.Noisy(name+"heap", max(0, peak-base), "B", repeats)
	r.Noisy(name+"time", median, "s", repeats)
	return nil
}

// heapWatch looks at the heap once a millisecond while something runs.
type heapWatch struct {
	end  chan struct{}
	peak chan float64
}

const objectsMetric = "/memory/classes/heap/objects:bytes"

func newHeapWatch() *heapWatch {
	w := &heapWatch{end: make(chan struct{}), peak: make(chan float64)}
	go func() {
		sample := []metrics.Sample{{Name: objectsMetric}}
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		most := 0.0
		for {
			metrics.Read(sample)
			most = max(most, float64(sample[0].Value.Uint64()))
			select {
			case <-w.end:
				w.peak <- most
				return
			case <-tick.C:
			}
		}
	}()
	return w
}

// stop ends the watch and returns the most bytes of objects seen, garbage not yet collected
// included.
func (w *heapWatch) stop() float64 {
	close(w.end)
	return <-w.peak
}
