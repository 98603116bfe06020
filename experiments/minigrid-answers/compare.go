package minigridanswers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// comparer puts boards to both methods. It is copied for each case before its first use.
type comparer struct {
	cfg   minigrid.Config
	most  int64 // solutions, of both methods
	nodes int64 // of one extraction

	exact *dlx.Solver
	given []int
	want  solutions // by exact cover
	got   solutions // by the method
}

// outcome is what both methods said of a board.
type outcome struct {
	truth minigrid.Class // by exact cover
	said  minigrid.Class // by the method, Undecided if a limit ended it
	graph minigrid.Class // read off the pruned graph alone, Undecided if there was none
	want  int64          // solutions by exact cover, up to the cap
	got   int64          // by the method, up to the cap
	// unfinished: a limit kept the method from counting.
	unfinished bool
	invalid    int64 // boards produced that are no solution
	repeated   int64 // boards produced that had been produced before
	refused    int64 // boards with all edges that the extraction's last check kept back
	sameSet    bool  // both found the same boards; holds nothing if the cap was reached
	phase      int   // that showed the board to be unsolvable, 0 for none
	vertices   int64
	alive      int64
}

// compare puts a board to both methods.
func (c *comparer) compare(ctx context.Context, puzzle board.Board) (outcome, error) {
	var o outcome
	if err := c.enumerate(ctx, puzzle); err != nil {
		return o, err
	}
	o.want = c.want.count
	o.truth = classOf(o.want)
	if err := c.analyse(ctx, puzzle, &o); err != nil {
		return o, err
	}
	o.got = c.got.count
	o.repeated = c.got.sort()
	if again := c.want.sort(); again > 0 {
		return o, fmt.Errorf("exact cover gave %d solutions twice", again)
	}
	o.sameSet = bytes.Equal(c.want.sorted, c.got.sorted)
	return o, nil
}

func classOf(count int64) minigrid.Class {
	switch count {
	case 0:
		return minigrid.Unsolvable
	case 1:
		return minigrid.WellFormed
	}
	return minigrid.Ambiguous
}

// enumerate lists the solutions by exact cover.
func (c *comparer) enumerate(ctx context.Context, puzzle board.Board) error {
	shape := puzzle.Shape()
	c.want.reset(shape)
	if c.exact == nil || c.exact.Problem() != encode.ExactCover(shape) {
		s, err := dlx.NewSolver(encode.ExactCover(shape), dlx.DefaultConfig())
		if err != nil {
			return err
		}
		c.exact = s
	}
	c.given = encode.Options(c.given[:0], puzzle)
	for options, err := range c.exact.Solutions(ctx, c.given) {
		if err != nil {
			return err
		}
		grid, err := encode.FromOptions(shape, options)
		if err != nil {
			return err
		}
		if err := board.CheckSolution(puzzle, grid); err != nil {
			return fmt.Errorf("exact cover: %w", err)
		}
		c.want.add(grid)
		if c.want.count == c.most {
			break
		}
	}
	return nil
}

// analyse runs the method, checks every board that it produces and reads the class off the
// pruned graph.
func (c *comparer) analyse(ctx context.Context, puzzle board.Board, o *outcome) error {
	c.got.reset(puzzle.Shape())
	a, err := minigrid.Analyse(ctx, puzzle, c.cfg, solver.Limits{Nodes: c.nodes})
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	o.said, o.graph, o.phase = a.Class, minigrid.Undecided, a.FoundOut
	o.refused = a.Extract.Rejected
	take := func(grid board.Board) {
		if board.CheckSolution(puzzle, grid) != nil {
			o.invalid++
		}
		c.got.add(grid)
	}
	switch a.Class {
	case minigrid.WellFormed:
		take(a.First)
	case minigrid.Ambiguous:
		var all minigrid.ExtractStats
		for grid, err := range a.Graph.Extract(ctx, c.nodes, &all) {
			if errors.Is(err, minigrid.ErrNodes) {
				o.unfinished = true
				break
			}
			if err != nil {
				return err
			}
			take(grid)
			if c.got.count == c.most {
				break
			}
		}
		o.refused = all.Rejected
	case minigrid.Undecided:
		o.unfinished = true
	}
	return c.readGraph(ctx, a, o)
}

// readGraph reads the class off the pruned graph. Where phase 2 found a box without filling,
// nothing else is listed, but the graph has a box without vertex; where phase 3 found a
// pair of boxes without edge, pruning is still to come.
func (c *comparer) readGraph(ctx context.Context, a *minigrid.Analysis, o *outcome) error {
	switch {
	case a.Permutations == nil:
	case a.Permutations.Impossible():
		o.graph = minigrid.Unsolvable
	case a.Graph != nil && !a.Graph.Capped():
		if err := a.Graph.PruneToFixedPoint(ctx); err != nil {
			return err
		}
		o.graph = a.Graph.ClassOf()
		o.vertices = a.Permutations.Total()
		for box := range a.Masks.Puzzle().Shape().Side() {
			o.alive += int64(a.Graph.AliveCount(box))
		}
	}
	return nil
}

// solutions is a list of full boards, one behind the other.
type solutions struct {
	cells  int // of a board
	count  int64
	list   []byte
	order  []int
	sorted []byte
}

func (s *solutions) reset(shape *board.Shape) {
	s.cells, s.count, s.list = shape.Cells(), 0, s.list[:0]
}

func (s *solutions) add(grid board.Board) {
	s.list = append(s.list, grid.Cells()...)
	s.count++
}

// sort fills sorted and returns how many boards are there more than once, each time counted
// but the first.
func (s *solutions) sort() (repeated int64) {
	at := func(i int) []byte { return s.list[i*s.cells : (i+1)*s.cells] }
	s.order = s.order[:0]
	for i := range int(s.count) {
		s.order = append(s.order, i)
	}
	slices.SortFunc(s.order, func(i, j int) int { return bytes.Compare(at(i), at(j)) })
	s.sorted = s.sorted[:0]
	for k, i := range s.order {
		if k > 0 && bytes.Equal(at(i), at(s.order[k-1])) {
			repeated++
		}
		s.sorted = append(s.sorted, at(i)...)
	}
	return repeated
}
