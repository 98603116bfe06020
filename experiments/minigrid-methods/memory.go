package minigridmethods

import (
	"bytes"
	"context"
	"runtime"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// heapReadings of each method are taken; what is kept is their median.
const heapReadings = 3

// memory reads the live heap that each method holds after solving boards one after another: its
// problem, built again so that nothing shared is left out, and its workspace. The minigrid method
// has no workspace; it holds masks, fillings and graph of the board that takes the most.
func memory(ctx context.Context, cfg Config, boards []board.Board, r *lab.Run) error {
	boards = boards[:min(cfg.Held, len(boards))]
	for _, m := range []struct {
		name string
		hold func(context.Context, Config, []board.Board) (any, error)
	}{
		{backtracking, holdSearch},
		{cover, holdCover},
		{this, holdGraph},
		{propagating, holdPropagation},
	} {
		var sizes []float64
		for range heapReadings {
			before := lab.LiveHeap()
			held, err := m.hold(ctx, cfg, boards)
			if err != nil {
				return err
			}
			after := lab.LiveHeap()
			runtime.KeepAlive(held)
			sizes = append(sizes, max(0, after-before))
		}
		median, err := stats.Median(sizes)
		if err != nil {
			return err
		}
		r.Noisy(m.name+" heap", median, "bytes", len(sizes))
	}
	return nil
}

// network builds a new constraint network of a shape, the same as that of encode.Network.
func network(s *board.Shape) (*csp.Network, error) {
	var b csp.Builder
	b.Variables(s.Cells(), csp.Range(s.Side()))
	for _, unit := range s.Units() {
		b.AllDifferent(unit...)
	}
	return b.Build()
}

func holdSearch(ctx context.Context, cfg Config, boards []board.Board) (any, error) {
	net, err := network(boards[0].Shape())
	if err != nil {
		return nil, err
	}
	s, err := csp.NewSolver(net, cfg.Search)
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		if _, err := s.Solve(ctx, encode.Domains(nil, b), csp.Limits{Solutions: 2}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func holdPropagation(ctx context.Context, cfg Config, boards []board.Board) (any, error) {
	net, err := network(boards[0].Shape())
	if err != nil {
		return nil, err
	}
	s, err := csp.NewSolver(net, cfg.Search)
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		if _, err := s.Propagate(ctx, encode.Domains(nil, b)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func holdCover(ctx context.Context, cfg Config, boards []board.Board) (any, error) {
	var text bytes.Buffer
	if err := encode.ExactCover(boards[0].Shape()).Write(&text); err != nil {
		return nil, err
	}
	p, err := dlx.Read(&text, "exact cover")
	if err != nil {
		return nil, err
	}
	s, err := dlx.NewSolver(p, cfg.Cover)
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		if _, err := s.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: 2}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func holdGraph(ctx context.Context, cfg Config, boards []board.Board) (any, error) {
	var most *minigrid.Analysis
	for _, b := range boards {
		a, err := minigrid.Analyse(ctx, b, cfg.Minigrid, solver.Limits{Solutions: 2})
		if err != nil {
			return nil, err
		}
		if a.Graph != nil && (most == nil || a.Graph.Bytes().Total() > most.Graph.Bytes().Total()) {
			most = a
		}
	}
	return most, nil
}
