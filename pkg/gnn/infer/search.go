package infer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

// Form says what an exact search branches on.
type Form string

// The forms.
const (
	// Cells branches on the empty cell with the fewest candidates, the first of equals, and
	// propagates nothing.
	Cells Form = "cells"
	// Cover is dancing links on the board's exact cover: it branches on the cell or the digit
	// of a unit with the fewest options left, the first of equals.
	Cover Form = "cover"
)

// Order says in which order a search tries what it branches on. It is all that the network
// changes: the choice of cell or item does not depend on it.
type Order string

// The orders.
const (
	Ascending  Order = "ascending"  // digits, or cells, by number
	Confidence Order = "confidence" // the model's most probable first, equals by number
	// Shuffled draws the order, for a comparison without the bias that collections in
	// a canonical form have towards low or high digits.
	Shuffled Order = "shuffled"
)

// SearchConfig is everything that affects the tree of a search.
type SearchConfig struct {
	Form  Form   `json:"form"`
	Order Order  `json:"order"`
	Seed  uint64 `json:"seed,omitempty"` // of Shuffled
}

// Validate reports the first field that has no meaning.
func (c SearchConfig) Validate() error {
	if err := oneOf("form", c.Form, Cells, Cover); err != nil {
		return err
	}
	return oneOf("order", c.Order, Ascending, Confidence, Shuffled)
}

// Search is an exact search in one of two forms and three orders. Two searches that differ in
// their order alone visit, to the end, the same tree in another order: so they cost the same
// wherever the whole tree has to be seen, which is for a proof that a solution is the only one
// and for a proof that there is none. Only the way to a first solution can become shorter.
//
// It serves one goroutine at a time and keeps the workspace of the last shape.
type Search struct {
	cfg    SearchConfig
	cells  *cellSearch
	covers coverSearch
	rank   []int32
	p      []float32
}

// NewSearch returns a search.
func NewSearch(cfg SearchConfig) (*Search, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Search{cfg: cfg}, nil
}

// Config returns the configuration.
func (s *Search) Config() SearchConfig { return s.cfg }

// SearchResult is what a search found. Its Nodes are the digits tried, forced ones included;
// CounterGuesses counts those that were a choice.
type SearchResult struct {
	solver.Result
	// Setup is the part of Stats.Elapsed before the first node: putting the candidates in
	// order and building the search.
	Setup time.Duration
}

// Solve searches a puzzle of any shape. The prediction is only looked at with [Confidence];
// otherwise the zero Prediction will do.
func (s *Search) Solve(ctx context.Context, puzzle board.Board, p learn.Prediction, limits solver.Limits) (SearchResult, error) {
	start := time.Now()
	if puzzle.IsZero() {
		return SearchResult{}, errors.New("infer: search of the zero Board")
	}
	n := puzzle.Shape().Side()
	if s.cfg.Order == Confidence {
		if err := checkPrediction(puzzle, p); err != nil {
			return SearchResult{}, fmt.Errorf("infer: search: %w", err)
		}
	}
	bounded, cancel := limits.Within(ctx)
	defer cancel()

	root, ok := newPartial(puzzle.Clone())
	if !ok {
		return SearchResult{Result: solver.Result{Status: solver.Unsat, Stats: solver.Stats{Elapsed: time.Since(start)}}}, nil
	}
	s.order(&root, p)
	limit := limits.MaxSolutions()
	nodes := int64(math.MaxInt64)
	if limits.Nodes > 0 {
		nodes = limits.Nodes
	}
	var out searched
	var err error
	if s.cfg.Form == Cells {
		if s.cells == nil || s.cells.shape != puzzle.Shape() {
			s.cells = newCellSearch(puzzle.Shape())
		}
		s.cells.load(&root, s.rank, n)
		out.setup = time.Since(start)
		s.cells.run(bounded, int64(limit), nodes, &out)
	} else if err = s.covers.run(bounded, &root, s.rank, int64(limit), nodes, start, &out); err != nil {
		return SearchResult{}, fmt.Errorf("infer: search: %w", err)
	}
	res := SearchResult{Setup: out.setup, Result: solver.Result{
		Status:    solver.Conclude(int(out.found), limit, out.complete),
		Grid:      out.first,
		Solutions: int(out.found),
		Stats: solver.Stats{
			Nodes: out.nodes, Backtracks: out.backtracks,
			Counters: []solver.Counter{
				{Name: CounterGuesses, Value: out.guesses},
				{Name: CounterMaxDepth, Value: out.depth},
			},
		},
	}}
	if out.cancelled && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// searched is what the run of a form found.
type searched struct {
	found                             int64
	nodes, guesses, backtracks, depth int64
	complete, cancelled               bool
	first                             board.Board
	setup                             time.Duration
}

// order writes over s.rank the candidates of the empty cells, each as cell·n + digit − 1, in the
// order in which a search tries them where it has a choice.
func (s *Search) order(root *partial, p learn.Prediction) {
	n := root.Shape().Side()
	s.rank = s.rank[:0]
	for cell, d := range root.Cells() {
		if d != 0 {
			continue
		}
		for d := range root.candidates(cell).All() {
			s.rank = append(s.rank, int32(cell*n+d-1))
		}
	}
	switch s.cfg.Order {
	case Confidence:
		s.p = p.P
		slices.SortFunc(s.rank, func(a, b int32) int {
			switch {
			case s.p[a] > s.p[b]:
				return -1
			case s.p[a] < s.p[b]:
				return 1
			}
			return int(a - b)
		})
		s.p = nil
	case Shuffled:
		rng := rand.New(rand.NewPCG(s.cfg.Seed, uint64(n)))
		rng.Shuffle(len(s.rank), func(i, j int) { s.rank[i], s.rank[j] = s.rank[j], s.rank[i] })
	}
}
