package agents

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/agent"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/watch"
)

var register = sync.OnceFunc(func() {
	watch.Register("dqn", watch.Family{Densities: []film.Density{film.Steps}, Film: moves})
})

// Register gives package watch the films of agents, for good. To call it again does nothing.
//
// It is a call, not the init function of an import: what a program imports for its effect is part of all that is
// measured of the program, and films are not.
func Register() { register() }

const last = 4 * time.Second // that the end stands

// moves shows those of an agent.
func moves(ctx context.Context, by *method.Solver, puzzle board.Board, o watch.Options, emit func(watch.Frame) error) (solver.Result, error) {
	s, ok := method.As[*agent.Solver](by)
	if !ok {
		return solver.Result{}, fmt.Errorf("agents: behind %s is no agent", by.Name())
	}
	e, err := by.Explain(ctx, puzzle, o.Limits)
	if err != nil {
		return solver.Result{}, err
	}
	t, ok := e.Told.(*agent.Trace)
	if !ok {
		return e.Result, fmt.Errorf("agents: an account %T of moves", e.Told)
	}
	frames, err := episode(ctx, s, puzzle, t)
	if err != nil {
		return e.Result, err
	}
	end := render.Picture{Board: puzzle.Clone(), Givens: puzzle.Clone(), Rulers: true, Caption: watch.Ending(e.Result)}
	if !e.Result.Grid.IsZero() {
		end.Board = e.Result.Grid.Clone()
	}
	if t.End != agent.EndSolved && !e.Result.Grid.IsZero() && len(t.Moves) > 0 {
		end.Caption = fmt.Sprintf("An exact search keeps %d of the %d moves and fills the rest. %s", t.Kept, len(t.Moves), end.Caption)
	}
	frames = append(frames, render.Frame{Picture: end, Delay: last})
	if left := len(frames) - o.Most; o.Most > 0 && left > 0 {
		frames = append(frames[:o.Most-1], frames[len(frames)-1])
		frames[o.Most-1].Picture.Caption += fmt.Sprintf(" (%d frames before it are not shown.)", left)
	}
	for i := range frames {
		frames[i].Picture.Title = o.Title
	}
	return e.Result, watch.Hand(frames, emit)
}

// episode shows the moves up to the first mistake.
func episode(ctx context.Context, s *agent.Solver, puzzle board.Board, t *agent.Trace) ([]render.Frame, error) {
	start := render.Picture{Board: puzzle.Clone(), Givens: puzzle.Clone(), Candidates: board.Candidates(puzzle), Rulers: true}
	empty := puzzle.Shape().Cells() - puzzle.Filled()
	start.Caption = fmt.Sprintf("The start: the agent has %d cells to fill, one after the other.", empty)
	if empty == 1 {
		start.Caption = "The start: the agent has one cell to fill."
	}
	frames := []render.Frame{{Picture: start, Delay: time.Second}}
	solution, kept, err := judge(ctx, puzzle, t.Moves)
	if err != nil || solution.IsZero() || len(t.Moves) == 0 {
		return frames, err
	}
	right, wrong := agent.Worth(s)
	shown := t.Moves[:min(kept+1, len(t.Moves))]
	told := make([]film.Move, len(shown))
	for i, m := range shown {
		told[i] = film.Move{Action: m.Cell*puzzle.Shape().Side() + m.Digit - 1, Right: right(empty - i), Wrong: wrong, Values: make([]float64, len(m.Values))}
		for k, v := range m.Values {
			told[i].Values[k] = float64(v)
		}
	}
	played, err := film.Episode(puzzle, solution, told)
	if err != nil {
		return nil, err
	}
	if after := len(t.Moves) - len(shown); after > 0 {
		played[len(played)-1].Picture.Caption += fmt.Sprintf(" Not told so, it goes on with %d more.", after)
	}
	return append(frames, played...), nil
}

// judge returns a solution that has as many of the moves, from the first on, as any has, and how many these are; the zero
// board if the puzzle has none. It halves: a solution with k moves has every shorter row of them.
func judge(ctx context.Context, puzzle board.Board, moves []agent.Move) (solution board.Board, kept int, err error) {
	exact := engine.Wide(engine.DefaultWide())
	try := func(k int) (board.Board, error) {
		b := puzzle.Clone()
		for _, m := range moves[:k] {
			b.Set(m.Cell, m.Digit)
		}
		r, err := exact.Solve(ctx, b, solver.Limits{Solutions: 1})
		if err == nil && r.Status == solver.Cancelled {
			err = ctx.Err()
		}
		return r.Grid, err
	}
	for low, high := 0, len(moves); low <= high; {
		k := (low + high + 1) / 2
		grid, err := try(k)
		if err != nil {
			return board.Board{}, 0, err
		}
		if grid.IsZero() {
			high = k - 1
			continue
		}
		solution, kept, low = grid, k, k+1
	}
	return solution, kept, nil
}
