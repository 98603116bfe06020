package minigridlarge

import (
	"context"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// end says how the listing of a board's solutions ended.
type end string

const (
	complete end = "complete"
	many     end = "many"     // more solutions than the cap
	vertices end = "vertices" // phase 2: too many fillings
	space    end = "bytes"    // phase 3: too large a graph
	search   end = "nodes"    // phase 5: too many nodes
)

// ends lists them in the order of the tables.
var ends = []end{complete, many, vertices, space, search}

// outcome is what one reading gave on one board.
type outcome struct {
	end       end
	solutions int64
	fillings  float64 // of all boxes together, listed or not; a lower bound where there are boxes of more than 20 open cells
	bytes     int64   // of the structures of all phases, 0 if there was no graph
	edgeList  int64   // bytes that the edges would take one by one
	nodes     int64
	seconds   float64
	checked   bool // the number of solutions was compared with exact cover
	beyond    bool // the board has more solutions than the cap, by any method
}

// enumerate lists the solutions of a board and checks each against the rules.
func enumerate(ctx context.Context, b board.Board, cfg Config, limits Limits, fillings minigrid.Fillings) (outcome, error) {
	method := cfg.Method
	method.Fillings, method.MaxVertices, method.MaxBytes = fillings, limits.Vertices, limits.Bytes
	start := time.Now()
	a, err := minigrid.Analyse(ctx, b, method, solver.Limits{Nodes: limits.Nodes, Solutions: cfg.Solutions + 1})
	if err != nil {
		return outcome{}, err
	}
	if err := ctx.Err(); err != nil {
		return outcome{}, err
	}
	o := outcome{seconds: time.Since(start).Seconds(), solutions: a.Solutions, nodes: a.Extract.Nodes}
	switch {
	case a.Permutations != nil && a.Permutations.Capped():
		o.end = vertices
	case a.Graph != nil && a.Graph.Capped():
		o.end = space
	case !a.AtLeast:
		o.end = complete
	case a.Solutions > int64(cfg.Solutions):
		o.end = many
	default:
		o.end = search
	}
	if a.Permutations != nil {
		for box := range b.Shape().Side() {
			size, _ := a.Permutations.Size(box)
			o.fillings += float64(size)
		}
	}
	if a.Graph != nil && !a.Graph.Capped() {
		graph := a.Graph.Bytes()
		o.bytes = graph.Total() + max(a.Phases[3].Bytes, a.Phases[4].Bytes)
		o.edgeList = graph.EdgeList
	}
	if o.end == complete {
		err = check(ctx, b, a)
	}
	return o, err
}

// check lists the solutions once more, away from the clock.
func check(ctx context.Context, b board.Board, a *minigrid.Analysis) error {
	count := int64(0)
	if a.Solutions > 0 {
		for grid, err := range a.Graph.Solutions(ctx, nil) {
			if err != nil {
				return err
			}
			if err := board.CheckSolution(b, grid); err != nil {
				return fmt.Errorf("%s: %w", b, err)
			}
			count++
		}
	}
	if count != a.Solutions {
		return fmt.Errorf("%s: %d solutions, then %d", b, a.Solutions, count)
	}
	return nil
}
