package infer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sudokulab/pkg/solver"
)

// start is method 4. What it starts from is what the model says of the puzzle alone.
func (x *run) start(ctx context.Context, jobs []*job) error {
	for _, j := range jobs {
		if ctx.Err() != nil {
			return errStopped
		}
		begun := time.Now()
		err := x.startOne(ctx, j)
		j.work(begun)
		if err != nil {
			return err
		}
	}
	return nil
}

func (x *run) startOne(ctx context.Context, j *job) error {
	j.stage().Rounds = 1
	j.explain(Round{Method: Start, Round: 1}, j.puzzle, j.root)
	if x.r.cfg.Start.Mode == Guide {
		return x.guide(ctx, j)
	}
	return x.fix(ctx, j)
}

// fix puts all the model's digits into the board and gives up the least confident ones until
// the exact engine completes it. Whether a number of digits can be kept is monotone: those that
// a solution contains are a solution's for every smaller number too. So DropOne ends with the
// most that can be kept.
func (x *run) fix(ctx context.Context, j *job) error {
	fills := firsts(j.puzzle, j.root, all)
	slices.SortStableFunc(fills, moreConfident)
	start := j.puzzle.Clone()
	for _, f := range fills {
		start.Set(f.Cell, f.Digit)
	}
	for keep := len(fills); keep > 0; {
		res, err := x.exact(ctx, j, start, 1)
		switch {
		case err != nil:
			return err
		case res.Status == solver.Cancelled:
			return errStopped
		case res.Solutions > 0:
			j.stage().Kept = keep
			if err := x.accept(j, res.Grid, len(fills)-keep); err != nil {
				return err
			}
			j.explainEnd(Start, nil, start, j.root)
			return nil
		case res.Status != solver.Unsat:
			j.explainEnd(Start, errNodes, start, j.root)
			return nil
		}
		left := keep - 1
		if x.r.cfg.Start.Drop == DropHalf {
			left = keep / 2
		}
		for _, f := range fills[left:keep] {
			start.Set(f.Cell, 0)
		}
		keep = left
	}
	return x.whole(ctx, j)
}

// guide searches the puzzle with the guesses in the order of the model's confidence.
func (x *run) guide(ctx context.Context, j *job) error {
	own := x.r.cfg.Start.Nodes
	res, err := x.spend(j, x.limits.MaxSolutions(), own, func(l solver.Limits) (solver.Result, error) {
		res, err := x.r.guided.Solve(ctx, j.puzzle, j.root, l)
		return res.Result, err
	})
	if err != nil {
		return fmt.Errorf("infer: board %d: %w", j.index, err)
	}
	if err := x.take(j, res); err != nil {
		return err
	}
	if !j.decided {
		return x.whole(ctx, j)
	}
	j.explainEnd(Start, x.unanswered(j), j.puzzle, j.root)
	return nil
}

// whole has the exact engine answer the puzzle.
func (x *run) whole(ctx context.Context, j *job) error {
	res, err := x.exact(ctx, j, j.puzzle, x.limits.MaxSolutions())
	if err != nil {
		return err
	}
	if err := x.take(j, res); err != nil {
		return err
	}
	j.explainEnd(Start, x.unanswered(j), j.puzzle, j.root)
	return nil
}
