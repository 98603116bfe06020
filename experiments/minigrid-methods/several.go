package minigridmethods

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// counted is a board with its number of solutions, known from elsewhere than the methods.
type counted struct {
	board.Board
	solutions int
}

// severalStated takes the boards for which the set states two solutions or more.
func severalStated(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var boards []counted
	for _, item := range items {
		if item.Count > 1 {
			boards = append(boards, counted{item.Board, item.Count})
		}
	}
	return enumerate(ctx, cfg, boards, r)
}

// severalThinned takes givens out of puzzles with one solution. The number of solutions is that
// of the conformance suite's oracle, which shares no code with an engine.
func severalThinned(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var boards []counted
	for _, item := range items {
		rng := rand.New(rand.NewPCG(r.Seed, uint64(item.Index)))
		b, err := thinned(ctx, rng, item.Board, cfg.MadeLow, cfg.MadeHigh)
		if err != nil {
			return err
		}
		if b.solutions > 1 {
			boards = append(boards, b)
		}
	}
	return enumerate(ctx, cfg, boards, r)
}

// thinned empties givens in random order, keeping those without which there would be more than
// high solutions, until there are low at least. It returns what it has when no given is left.
func thinned(ctx context.Context, rng *rand.Rand, puzzle board.Board, low, high int) (counted, error) {
	now := counted{puzzle.Clone(), 1}
	for _, cell := range rng.Perm(len(puzzle.Cells())) {
		if err := ctx.Err(); err != nil {
			return counted{}, err
		}
		digit := now.At(cell)
		if digit == 0 {
			continue
		}
		now.Set(cell, 0)
		count, _, _ := solvertest.Count(now.Board, high+1, 0)
		if count > high {
			now.Set(cell, digit)
			continue
		}
		if now.solutions = count; count >= low {
			break
		}
	}
	return now, nil
}

// enumerate asks each of the four methods for all solutions of the boards, once as it stands and
// once with the change that it needs. Every solution is checked and must differ from the others.
func enumerate(ctx context.Context, cfg Config, boards []counted, r *lab.Run) error {
	found, whole, asIs := map[string]int{}, map[string]int{}, map[string]int{}
	known, most, settled := 0, 0, 0
	search, exact, grids := methodOf(backtracking).make(cfg), methodOf(cover).make(cfg), methodOf(this).make(cfg)
	alone := methodOf(propagating).make(cfg)
	for i, b := range boards {
		known += b.solutions
		most = max(most, b.solutions)
		for name, s := range map[string]solver.Solver{backtracking: search, cover: exact, this: grids} {
			n, err := distinct(ctx, s, b.Board)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", name, b.Board, err)
			}
			found[name] += n
			if n == b.solutions {
				whole[name]++
			}
			if name != backtracking {
				asIs[name] += n
			}
		}
		first, err := search.Solve(ctx, b.Board, solver.Limits{Solutions: 1})
		if err != nil {
			return err
		}
		asIs[backtracking] += first.Solutions
		res, err := alone.Solve(ctx, b.Board, solver.Limits{})
		if err != nil {
			return err
		}
		asIs[propagating] += res.Solutions
		if res.Status != solver.Capped {
			settled++
		}
		r.Progress(i+1, len(boards))
	}
	// Propagation with a search around it is the backtracking measured here.
	found[propagating], whole[propagating] = found[backtracking], whole[backtracking]
	n := len(boards)
	r.Exact("boards", float64(n), "boards", n)
	r.Exact("known", float64(known), "solutions", n)
	r.Exact("known.max", float64(most), "solutions", n)
	r.Exact("propagation settled", float64(settled), "boards", n)
	for _, name := range four {
		r.Exact(name+" as-is", float64(asIs[name]), "solutions", n)
		r.Exact(name+" found", float64(found[name]), "solutions", n)
		r.Exact(name+" complete", float64(whole[name]), "boards", n)
	}
	return nil
}

// distinct counts the different right solutions that an engine lists.
func distinct(ctx context.Context, s solver.Solver, puzzle board.Board) (int, error) {
	e, ok := s.(solver.Enumerator)
	if !ok {
		return 0, fmt.Errorf("%s lists no solutions", s.Name())
	}
	seen := map[string]bool{}
	for grid, err := range e.Solutions(ctx, puzzle) {
		if err != nil {
			return 0, err
		}
		if err := board.CheckSolution(puzzle, grid); err != nil {
			return 0, err
		}
		seen[string(grid.Cells())] = true
	}
	return len(seen), nil
}
