package tensornet

import (
	"context"
	"fmt"
	"iter"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet/plain"
)

// Frame is the state of a search after a step, as read from the network's tensors.
type Frame = plain.Frame

// Trace solves one puzzle and yields the state before the first step and after each. Outcomes are told
// from what the numbers of the state did. The frame is the caller's.
//
// Errors, the last of the sequence: ctx.Err(); a puzzle of another shape; a limit below 1 or above 127; what
// the backend reports.
func (n *Network) Trace(ctx context.Context, puzzle board.Board, limit int) iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		fail := func(err error) { yield(Frame{}, err) }
		if puzzle.Shape() != n.shape {
			fail(fmt.Errorf("tensornet: the puzzle is %s, this network is for %s", nameOf(puzzle), n.shape))
			return
		}
		if limit < 1 || limit > most {
			fail(fmt.Errorf("tensornet: a limit of %d solutions, want 1 to %d for a trace", limit, most))
			return
		}
		l, err := n.config.newLoop(n.backend, n.shape, 1, 0)
		if err != nil {
			fail(err)
			return
		}
		defer l.close()
		l.stage.clear()
		l.stage.place(0, puzzle.Cells(), limit)
		var last reading
		side := n.shape.Side()
		for step := 0; ; step++ {
			if err := ctx.Err(); err != nil {
				fail(err)
				return
			}
			if err := l.run(min(step, 1), l.form.slots()+1); err != nil { // first the entry alone
				fail(err)
				return
			}
			l.stage.clear()
			readings := make([]reading, l.form.slots())
			l.form.read(l.state, readings)
			now := readings[0]
			f := Frame{Step: step, Stamps: make([]int8, n.shape.Cells()*side), Guesses: now.guesses, Found: now.found, End: now.end}
			l.form.stamps(l.state, 0, f.Stamps)
			switch {
			case step == 0 || now.end == plain.TooDeep:
				f.Outcome = plain.Idle
			case now.found > last.found:
				f.Outcome = plain.Solve
			case now.guessed > 0:
				f.Outcome = plain.Push
			case now.guesses < last.guesses || now.end == plain.Exhausted:
				f.Outcome = plain.Pop
			default:
				f.Outcome = plain.Pass
			}
			last = now
			if !yield(f, nil) || now.end != plain.Open {
				return
			}
		}
	}
}

// maxTold is how many steps of a search [Solver.Explain] keeps at most.
const maxTold = 20_000

// Explain solves a puzzle as Solve does, alone and step by step, and returns the steps. A search of more than
// 20,000 steps ends there with status solver.Capped.
//
// Errors: those of Solve; a limit of more than 127 solutions.
func (s *Solver) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (t plain.Trace, res solver.Result, err error) {
	begin := time.Now()
	defer func() { res.Stats.Elapsed = time.Since(begin) }()
	n, err := s.network(puzzle)
	if err != nil {
		return t, res, err
	}
	timed, cancel := limits.Within(ctx)
	defer cancel()
	t = plain.Trace{Puzzle: puzzle, Rules: n.config.Rules, Sweeps: n.config.Sweeps}
	guessed, deepest, overdrawn := 0, 0, false
	for f, err := range n.Trace(timed, puzzle, limits.MaxSolutions()) {
		if err != nil && timed.Err() == nil {
			return t, res, err
		}
		if err != nil {
			break
		}
		if f.Outcome == plain.Push {
			guessed++
		}
		if overdrawn = limits.Nodes > 0 && int64(guessed) > limits.Nodes; overdrawn {
			guessed--
			break
		}
		if f.Outcome == plain.Solve && res.Grid.IsZero() {
			if res.Grid, err = t.Solution(len(t.Frames) - 1); err != nil {
				return t, res, err
			}
		}
		deepest = max(deepest, f.Guesses)
		t.Frames = append(t.Frames, f)
		if len(t.Frames) > maxTold {
			break
		}
	}
	var last Frame
	if len(t.Frames) > 0 {
		last = t.Frames[len(t.Frames)-1]
	}
	res.Solutions = last.Found
	res.Stats = solver.Stats{
		Nodes: int64(guessed), Backtracks: int64(guessed - last.Guesses),
		Counters: []solver.Counter{{Name: "steps", Value: int64(last.Step)}, {Name: "depth", Value: int64(deepest)}},
	}
	switch {
	case last.End == plain.TooDeep:
		return t, res, fmt.Errorf("tensornet: %s after %d guesses: %w (%d)", puzzle.Shape(), guessed, ErrDepth, n.config.Guesses)
	case last.End != plain.Open:
		res.Status = solver.Conclude(last.Found, limits.MaxSolutions(), last.End == plain.Exhausted)
	case ctx.Err() != nil:
		res.Status = solver.Cancelled
	default:
		res.Status = solver.Capped
	}
	return t, res, nil
}
