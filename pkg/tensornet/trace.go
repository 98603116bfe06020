package tensornet

import (
	"context"
	"fmt"
	"iter"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// Frame is the state of a search after a step, as read from the network's tensors.
type Frame struct {
	Step    int           // from 1; 0 is the board before the first
	Outcome plain.Outcome // of the step
	// Stamps hold, for cell c and digit d, at c·n + d−1: 0 if the candidate is possible, else one more than
	// the level at which it was struck; see package plain.
	Stamps  []int8
	Guesses int // open ones
	Found   int // solutions up to here
	End     plain.End
}

// Candidates returns what is possible in each cell.
func (f Frame) Candidates(shape *board.Shape) []board.Digits {
	n, out := shape.Side(), make([]board.Digits, shape.Cells())
	for i, stamp := range f.Stamps {
		if stamp == 0 {
			out[i/n] = out[i/n].With(i%n + 1)
		}
	}
	return out
}

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
