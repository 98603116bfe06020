package dataset

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/solver"
)

// audits are reports on the set as it was made.
type audits struct {
	test       *audit.Report // test against training and validation; without a test, what the rest holds
	validation *audit.Report // validation against training; nil without one of them
}

// audit judges all puzzles of all splits. Copies of training puzzles are of their puzzles' classes, and left out.
func (f *folder) audit(ctx context.Context) (out audits, err error) {
	cfg := audit.DefaultConfig()
	cfg.Keys.Folder = f.o.Temp
	has := map[Split]bool{}
	var total, done int64
	for _, s := range f.sets {
		has[s.split] = true
		total += s.puzzles()
	}
	test, err := audit.New(cfg)
	if err != nil {
		return out, fmt.Errorf("dataset: %w", err)
	}
	defer func() { err = errors.Join(err, test.Close()) }()
	var validation *audit.Audit
	if has[Validation] && has[Train] {
		if validation, err = audit.New(cfg); err != nil {
			return out, fmt.Errorf("dataset: %w", err)
		}
		defer func() { err = errors.Join(err, validation.Close()) }()
	}
	workers := make([]func(context.Context, board.Board) (audit.Finding, error), f.o.Jobs)
	for i := range workers {
		j, err := audit.NewJudge(&proof{others: engine.Wide(engine.DefaultWide()), nine: bitboard.NewScalar()}, 0)
		if err != nil {
			return out, fmt.Errorf("dataset: %w", err)
		}
		workers[i] = j.Judge
	}
	for _, split := range Splits() {
		for _, s := range f.sets {
			if s.split != split {
				continue
			}
			for finding, err := range pipeline.Map(ctx, s.boards(), workers, pipeline.Options{}) {
				if err != nil {
					return out, err
				}
				to := audit.Training
				if split == Test && (has[Train] || has[Validation]) {
					to = audit.Test
				}
				err := test.Add(to, s.name(), finding)
				if err == nil && validation != nil && split != Test {
					to := audit.Training
					if split == Validation {
						to = audit.Test
					}
					err = validation.Add(to, s.name(), finding)
				}
				if err != nil {
					return out, fmt.Errorf("dataset: %w", err)
				}
				done++
				if done%1000 == 0 || done == total {
					f.o.Progress(Auditing, done, total)
				}
			}
		}
	}
	if out.test, err = f.report(ctx, test); err != nil {
		return out, err
	}
	if validation != nil {
		out.validation, err = f.report(ctx, validation)
	}
	return out, err
}

// boards are the set's puzzles, each with cells of its own.
func (s *set) boards() iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		for it, err := range s.from(0) {
			var b board.Board
			if err == nil {
				if b, err = board.FromCells(slices.Clone(it.cells)); err != nil {
					err = fmt.Errorf("dataset: %w", err)
				}
			}
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// report ends an audit. That a puzzle has not one solution, or that a class is in two splits, is an error: nothing may come of
// such a set.
func (f *folder) report(ctx context.Context, a *audit.Audit) (*audit.Report, error) {
	r, err := a.Report(ctx)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	for _, p := range []*audit.Part{r.Training, r.Test} {
		if p == nil {
			continue
		}
		if bad := p.Puzzles - p.Unique; bad > 0 {
			return nil, fmt.Errorf("dataset: %d puzzles were not proved to have one solution, such as those at %v %v: a fault of this program", bad, p.SeveralAt, p.NoneAt)
		}
		if twins := p.Identical + p.Twins; twins > 0 && f.r.Distinct {
			return nil, fmt.Errorf("dataset: %d twins in a split: a fault of this program", twins)
		}
	}
	if r.Leak != nil && r.Leak.Shared > 0 {
		return nil, fmt.Errorf("dataset: the split leaks, such as at %v: a fault of this program", r.Leak.Shown)
	}
	return r, nil
}

// proof solves boards of side 9 by package bitboard without vectors, whose guesses are the same in every build, and others by package
// wide.
type proof struct {
	others solver.Solver
	nine   *bitboard.Solver
}

// Name implements solver.Solver.
func (p *proof) Name() string { return "proof" }

// Solve implements solver.Solver. At side 9 the search is not bounded.
func (p *proof) Solve(ctx context.Context, b board.Board, limits solver.Limits) (solver.Result, error) {
	if b.Shape().Side() != 9 {
		return p.others.Solve(ctx, b, limits)
	}
	n := p.nine.CountUpTo((*bitboard.Cells)(b.Cells()), limits.MaxSolutions())
	res := solver.Result{Status: solver.Unsat, Solutions: n}
	switch n {
	case 0:
		return res, nil
	case 1:
		res.Status = solver.Unique
	default:
		res.Status = solver.Multiple
	}
	grid, err := board.FromCells(p.nine.First()[:])
	res.Grid = grid
	res.Stats.Counters = []solver.Counter{{Name: engine.CounterGuesses, Value: p.nine.Guesses()}}
	return res, err
}
