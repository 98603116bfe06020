package cspmemory

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"time"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// shownPoints is the number of points of a curve that a record keeps.
const shownPoints = 20

// along generates and solves puzzles of a level in two passes: the first as a program would,
// for the peaks; the second with forced collections in between, for the live heap.
func along(ctx context.Context, cfg Config, level generate.Level, r *lab.Run) error {
	m, err := newMaker(cfg.Solver, level, r.Seed)
	if err != nil {
		return err
	}
	var t toll
	if _, err := m.make(ctx, 0); err != nil { // tables that are built once and shared
		return err
	}
	if err := peaks(ctx, cfg, m, &t, r); err != nil {
		return err
	}
	if err := growth(ctx, cfg, m, &t, r); err != nil {
		return err
	}
	r.Count("puzzles", t.puzzles, "puzzles")
	r.Count("failures", t.failures, "puzzles")
	r.Count("nodes", t.nodes, "nodes")
	r.Count("givens", t.givens, "cells")
	if t.first != "" {
		r.Text("first failure", t.first)
	}
	return nil
}

// toll counts what became of the puzzles.
type toll struct {
	puzzles, failures, nodes, givens int64
	first                            string // failure
}

// take counts a puzzle. An error is returned only if it ends the run.
func (t *toll) take(ctx context.Context, j *job, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	t.puzzles++
	if err != nil {
		t.failures++
		if t.first == "" {
			t.first = err.Error()
		}
		return nil
	}
	t.nodes += j.nodes
	t.givens += int64(j.puzzle.Givens)
	return nil
}

// peaks runs a pass without forced collections and keeps the peaks. What earlier work left to
// the process is given back to the system first. What it left alive stays, and has an
// influence: with GOGC at 100 the collector lets garbage grow to the size of what is live.
func peaks(ctx context.Context, cfg Config, m *maker, t *toll, r *lab.Run) error {
	debug.FreeOSMemory()
	base := lab.LiveHeap()
	meter := newHeapMeter()
	m.look = meter.look
	defer func() { m.look = nil }()
	known := resetPeakRSS()
	resident, _ := peakRSS()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	for i := range cfg.Puzzles {
		j, err := m.make(ctx, i)
		if err := t.take(ctx, j, err); err != nil {
			return err
		}
	}
	elapsed := time.Since(begin)
	runtime.ReadMemStats(&after)
	n := cfg.Puzzles
	r.Noisy("base", base, "B", 1)
	r.Noisy("heap.peak", max(0, meter.objects-base), "B", n)
	r.Noisy("inuse.peak", meter.used, "B", n)
	r.Noisy("held.peak", meter.held, "B", n)
	if peak, ok := peakRSS(); ok && known {
		r.Noisy("rss.base", resident, "B", 1)
		r.Noisy("rss.peak", peak, "B", n)
	}
	r.Noisy("allocated", float64(after.TotalAlloc-before.TotalAlloc)/float64(n), "B a puzzle", n)
	r.Noisy("collections", float64(after.NumGC-before.NumGC), "collections", n)
	r.Noisy("time", elapsed.Seconds()/float64(n), "s", n)
	return nil
}

// growth runs a pass with looks at the live heap and keeps how it went.
func growth(ctx context.Context, cfg Config, m *maker, t *toll, r *lab.Run) error {
	n := cfg.Puzzles / cfg.Every
	x, y := make([]float64, 0, n), make([]float64, 0, n)
	base := lab.LiveHeap()
	for i := range n * cfg.Every {
		j, err := m.make(ctx, cfg.Puzzles+i)
		if err := t.take(ctx, j, err); err != nil {
			return err
		}
		if (i+1)%cfg.Every == 0 {
			x, y = append(x, float64(i+1)), append(y, lab.LiveHeap()-base)
			r.Progress(i+1, cfg.Puzzles)
		}
	}
	return curve(cfg, "", x, y, r)
}

// curve keeps a course of the live heap: the points that are drawn, the slope, the means of both halves,
// the highest point.
func curve(cfg Config, name string, x, y []float64, r *lab.Run) error {
	rise, err := slope(rand.New(rand.NewPCG(r.Seed, 0)), x, y, cfg.Bootstrap)
	if err != nil {
		return err
	}
	r.Noisy(name+"slope", rise.Value, "B a puzzle", rise.N)
	lab.KeepInterval(r.Noisy, name+"slope", "B a puzzle", rise.Interval, rise.N)
	half := len(y) / 2
	for part, values := range map[string][]float64{"live.first-half": y[:half], "live.second-half": y[half:]} {
		mean, err := stats.Mean(values)
		if err != nil {
			return err
		}
		r.Noisy(name+part, mean, "B", len(values))
	}
	q, err := stats.Quantiles(y, 1)
	if err != nil {
		return err
	}
	r.Noisy(name+"live.max", q[0], "B", len(y))
	step := max(1, len(x)/shownPoints)
	for i := step - 1; i < len(x); i += step {
		r.Noisy(pointName(name, int(x[i])), y[i], "B", 1)
	}
	return nil
}

// pointBegin begins the metrics of the points of a curve, behind its name.
const pointBegin = "live after "

// pointName is the metric of a point of a curve.
func pointName(name string, puzzles int) string {
	return fmt.Sprintf("%s%s%06d", name, pointBegin, puzzles)
}
