package method

import (
	"context"
	"fmt"
	"io"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// Explainer is a solver that can tell how it came to its answer.
type Explainer interface {
	Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (Explanation, error)
}

// Explanation is an answer and how it was come by.
type Explanation struct {
	Result solver.Result
	// Told is the account. Of [Rounds] it is an *infer.Trace, of [Stepwise] a plain.Trace, of [Moves] an
	// *agent.Trace, which can all be written as JSON, and of [Propagation] an [*Propagated].
	Told interface {
		WriteText(w io.Writer) error
	}
}

// Explain answers a puzzle as Solve does and tells how. A method that cannot tell gives an error,
// which names those that can.
func (s *Solver) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (Explanation, error) {
	if err := s.ready(ctx, puzzle); err != nil {
		return Explanation{}, err
	}
	if by, ok := s.by.(Explainer); ok && s.method.Explains != NoAccount {
		return by.Explain(ctx, puzzle, limits)
	}
	return Explanation{}, s.lacks("does not explain its answers", func(m Method) bool { return m.Explains != NoAccount })
}

// propagator is an engine of the csp family that explains by its trace.
type propagator struct{ *engine.CSPSolver }

// What is kept and written of a trace at most. A search can send millions of events.
const (
	maxEvents = 200_000
	maxLines  = 2000
)

// Explain solves the puzzle and keeps what was struck on the way.
func (p propagator) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (Explanation, error) {
	t, err := p.Trace(ctx, puzzle, limits, engine.TraceOptions{Events: maxEvents})
	if err != nil {
		return Explanation{}, err
	}
	return Explanation{Result: t.Result, Told: &Propagated{t}}, nil
}

// Propagated is the account of a csp method: its trace, of 200,000 events at most.
type Propagated struct{ engine.CSPTrace }

// WriteText writes the tree of what was struck, without the steps that leave a cell several
// candidates, in 2,000 lines at most.
func (p *Propagated) WriteText(w io.Writer) error {
	if err := p.Tree.Condense().WriteText(w, csp.TextOptions{Names: p.Names, MaxLines: maxLines}); err != nil {
		return err
	}
	if p.Dropped > 0 {
		_, err := fmt.Fprintf(w, "… %d more events are not shown\n", p.Dropped)
		return err
	}
	return nil
}
