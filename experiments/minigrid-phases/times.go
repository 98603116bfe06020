package minigridphases

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// nPhases are those of section 3, extraction included.
const nPhases = 5

// times measures the five phases on one worker, with the masks of phase 1 and, on fewer
// puzzles, by the box alone; and phases 2 and 3 as printed.
func times(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil || len(items) == 0 {
		return err
	}
	if err := libraryTimes(ctx, cfg, minigrid.Lines, items, r); err != nil {
		return err
	}
	if items[0].Board.Shape().Side() <= 9 { // larger boxes have up to 16! fillings by the box alone
		if err := libraryTimes(ctx, cfg, minigrid.BoxOnly, items[:min(cfg.TimedBox, len(items))], r); err != nil {
			return err
		}
	}
	return printedTimes(ctx, cfg, items, r)
}

// libraryTimes keeps for each phase the median over the puzzles of its time and of its share,
// each puzzle's own being a median over the rounds, and of how many puzzles it is the longest.
func libraryTimes(ctx context.Context, cfg Config, reading minigrid.Fillings, items []corpus.Item, r *lab.Run) error {
	seconds := make([][nPhases][]float64, len(items))
	capped := make([]bool, len(items))
	for round := range cfg.Rounds + 1 {
		runtime.GC()
		for i, it := range items {
			if err := ctx.Err(); err != nil {
				return err
			}
			if capped[i] {
				continue
			}
			a, err := minigrid.Analyse(ctx, it.Board, cfg.under(reading), solver.Limits{})
			if err != nil {
				return err
			}
			if a.Status == solver.Capped {
				capped[i] = true
				continue
			}
			if err := unique(it.Board, a); err != nil {
				return fmt.Errorf("puzzle %d: %w", it.Index, err)
			}
			if round == 0 {
				continue // warm-up
			}
			for phase := range nPhases {
				seconds[i][phase] = append(seconds[i][phase], a.Phases[phase].Elapsed.Seconds())
			}
		}
		r.Progress(round+1, cfg.Rounds+1)
	}
	var per, shares [nPhases][]float64
	var longest [nPhases]int
	var wholes, rest []float64
	for i := range items {
		if capped[i] {
			continue
		}
		var median [nPhases]float64
		all := 0.0
		most := 0
		for phase := range nPhases {
			m, err := stats.Median(seconds[i][phase])
			if err != nil {
				return err
			}
			median[phase] = m
			all += m
			if m > median[most] {
				most = phase
			}
		}
		longest[most]++
		wholes = append(wholes, all)
		rest = append(rest, (median[2]+median[3]+median[4])/median[1])
		for phase, m := range median {
			per[phase] = append(per[phase], m)
			shares[phase] = append(shares[phase], m/all)
		}
	}
	name := string(reading) + " "
	r.Exact(name+"puzzles", float64(len(wholes)), "puzzles", len(items))
	if n := len(items) - len(wholes); n > 0 {
		r.Cap(fmt.Sprintf("%d of %d graphs exceed the limits and are not timed", n, len(items)))
	}
	for phase := range nPhases {
		p := fmt.Sprintf("%sphase%d", name, phase+1)
		if err := spread(r.Noisy, middle, p, "s", per[phase]); err != nil {
			return err
		}
		if err := spread(r.Noisy, middle, p+" share", "of time", shares[phase]); err != nil {
			return err
		}
		r.Noisy(p+" longest", float64(longest[phase]), "puzzles", len(wholes))
	}
	if err := spread(r.Noisy, ends, name+"rest", "× phase 2", rest); err != nil {
		return err
	}
	return spread(r.Noisy, ends, name+"whole", "s", wholes)
}

// unique checks the answer to a puzzle that has one solution.
func unique(puzzle board.Board, a *minigrid.Analysis) error {
	if a.Status != solver.Unique {
		return fmt.Errorf("minigrid-phases: %s, want unique: %s", a.Status, puzzle)
	}
	return board.CheckSolution(puzzle, a.First)
}

// printedTimes measures phase 2 as printed in both readings, and phase 3 as printed on its
// outcome with masks. Puzzles for which one of them would be too long are left out of it.
func printedTimes(ctx context.Context, cfg Config, items []corpus.Item, r *lab.Run) error {
	var byBox, byLines, loops, ratio []float64
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return err
		}
		sum := 0.0
		for box := range it.Board.Shape().Side() {
			sum += factorial(printed.EmptyIn(it.Board, box))
		}
		if sum <= float64(cfg.MaxSum) {
			seconds, err := median(cfg.Rounds, func() error { printed.ListAll(it.Board, false); return nil })
			if err != nil {
				return err
			}
			byBox = append(byBox, seconds)
		}
		method := cfg.under(minigrid.Lines)
		method.MaxVertices = 1 // count, do not list
		sizes, err := minigrid.PermuteBoard(ctx, it.Board, method)
		if err != nil {
			return err
		}
		sum = 0
		for box := range it.Board.Shape().Side() {
			size, _ := sizes.Size(box)
			sum += float64(size)
		}
		if sum > float64(cfg.MaxSum) {
			continue
		}
		var p *printed.Lists
		second, err := median(cfg.Rounds, func() error { p = printed.ListAll(it.Board, true); return nil })
		if err != nil {
			return err
		}
		byLines = append(byLines, second)
		if p.Product() > cfg.MaxPrinted {
			continue
		}
		third, err := median(cfg.Rounds, func() error { _, err := p.Connect(ctx, nil); return err })
		if err != nil {
			return err
		}
		loops = append(loops, third)
		ratio = append(ratio, third/second)
		r.Progress(i+1, len(items))
	}
	r.Exact("printed looped", float64(len(loops)), "puzzles", len(items))
	if err := spread(r.Noisy, ends, printedBox, "s", byBox); err != nil {
		return err
	}
	if len(byBox) > 0 {
		if err := lab.KeepMedianInterval(r.Noisy, printedBox+".median", "s", byBox); err != nil {
			return err
		}
	}
	if err := spread(r.Noisy, ends, "printed lines phase2", "s", byLines); err != nil {
		return err
	}
	if err := spread(r.Noisy, ends, "printed lines phase3", "s", loops); err != nil {
		return err
	}
	return spread(r.Noisy, ends, "printed lines rest", "× phase 2", ratio)
}

// median returns the median time of single calls after a first one.
func median(rounds int, call func() error) (float64, error) {
	var seconds []float64
	for round := range rounds + 1 {
		begin := time.Now()
		if err := call(); err != nil {
			return 0, err
		}
		if round > 0 {
			seconds = append(seconds, time.Since(begin).Seconds())
		}
	}
	return stats.Median(seconds)
}
