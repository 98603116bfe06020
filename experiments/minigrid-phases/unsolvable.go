package minigridphases

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// unsolvable asks in which phase each board of a set without solution is found out.
func unsolvable(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var boards []board.Board
	for _, it := range items {
		if it.Count == 0 {
			boards = append(boards, it.Board)
		}
	}
	return foundOut(ctx, cfg, boards, r)
}

// spoiled asks the same of unique puzzles in which one given is exchanged for a digit that
// stands against no other given and leaves no solution.
func spoiled(ctx context.Context, cfg Config, r *lab.Run) error {
	boards, err := spoilSet(ctx, cfg, r)
	if err != nil {
		return err
	}
	return foundOut(ctx, cfg, boards, r)
}

// spoilSet spoils the puzzles of the case. Those that withstand are left out.
func spoilSet(ctx context.Context, cfg Config, r *lab.Run) ([]board.Board, error) {
	items, err := r.Puzzles(ctx)
	if err != nil || len(items) == 0 {
		return nil, err
	}
	counter, err := dlx.NewSolver(encode.ExactCover(items[0].Board.Shape()), dlx.DefaultConfig())
	if err != nil {
		return nil, err
	}
	var boards []board.Board
	for _, it := range items {
		rng := rand.New(rand.NewPCG(r.Seed, uint64(it.Index)))
		b, err := spoil(ctx, rng, it.Board, cfg.SpoilTry, counter)
		if err != nil {
			return nil, err
		}
		if !b.IsZero() {
			boards = append(boards, b)
		}
	}
	return boards, nil
}

// spoil exchanges one given. It returns the zero Board if no try leaves a board without solution.
func spoil(ctx context.Context, rng *rand.Rand, puzzle board.Board, tries int, counter *dlx.Solver) (board.Board, error) {
	var givens []int
	for cell, d := range puzzle.Cells() {
		if d != 0 {
			givens = append(givens, cell)
		}
	}
	for range tries {
		b := puzzle.Clone()
		cell := givens[rng.IntN(len(givens))]
		b.Set(cell, 0)
		d := 1 + rng.IntN(b.Shape().Side())
		if d == puzzle.At(cell) || board.Candidates(b)[cell]&board.DigitsOf(d) == 0 {
			continue
		}
		b.Set(cell, d)
		res, err := counter.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: 1})
		if err != nil {
			return board.Board{}, err
		}
		if err := ctx.Err(); err != nil {
			return board.Board{}, err
		}
		if res.Solutions == 0 {
			return b, nil
		}
	}
	return board.Board{}, nil
}

// foundOut counts the boards by the phase that shows them to be unsolvable, those with two equal
// givens in a unit apart, in both readings of phase 2.
func foundOut(ctx context.Context, cfg Config, boards []board.Board, r *lab.Run) error {
	r.Exact("boards", float64(len(boards)), "boards", len(boards))
	for k, reading := range []minigrid.Fillings{minigrid.Lines, minigrid.BoxOnly} {
		some := boards
		if reading == minigrid.BoxOnly {
			some = boards[:min(cfg.SpoilBox, len(boards))]
		}
		var by [nPhases + 1]int
		var conflicting, open, capped, trials int64
		example := ""
		for i, b := range some {
			a, err := minigrid.Analyse(ctx, b, cfg.under(reading), solver.Limits{})
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if a.Status == solver.Capped {
				capped++
				continue
			}
			if a.Class != minigrid.Unsolvable {
				return fmt.Errorf("minigrid-phases: %s, want unsolvable: %s", a.Class, b)
			}
			if a.Masks.Conflict() {
				conflicting++
				continue
			}
			open++
			by[a.FoundOut]++
			trials += a.Phases[1].Steps
			if a.FoundOut > 2 && example == "" {
				example = fmt.Sprintf("%s\nfound out in phase %d", b, a.FoundOut)
			}
			r.Progress(k*len(boards)+i+1, 2*len(boards))
		}
		name := string(reading) + " "
		r.Exact(name+"boards", float64(open), "boards", len(some))
		for phase := 1; phase <= nPhases; phase++ {
			r.Exact(fmt.Sprintf("%sphase%d", name, phase), float64(by[phase]), "boards", int(open))
		}
		r.Exact(name+"conflicting", float64(conflicting), "boards", len(some))
		r.Exact(name+"trials", float64(trials), "digits", int(open))
		if capped > 0 {
			r.Cap(fmt.Sprintf("%d of %d graphs of the reading %q exceed the limits", capped, len(some), reading))
		}
		if example != "" {
			r.Text(name+"later", example)
		}
	}
	return nil
}
