package explaineffort

import (
	"context"
	"fmt"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
)

// The measures of a puzzle.
const (
	technique = "technique" // place of the hardest one in HoDoKu's order
	score     = "score"
	rating    = "rating" // Sudoku Explainer's
	steps     = "steps"
	ladder    = "ladder" // package rate's

	bitboardGuesses = "bitboard-guesses"
	dlxGuesses      = "dlx-guesses"
	macNodes        = "mac-nodes"
	macArcs         = "mac-arcs"
	plainNodes      = "plain-nodes"

	fillings = "fillings"
	left     = "left"
	edges    = "edges"
	density  = "density"

	givens = "givens"
)

var (
	ofPeople = []string{technique, score, rating, steps, ladder}
	ofSearch = []string{bitboardGuesses, dlxGuesses, macNodes, macArcs, plainNodes}
	ofGraph  = []string{fillings, left, edges, density}
)

// measures lists all, with what a table calls them and their unit.
var measures = []struct{ name, words, unit string }{
	{technique, "hardest technique, its place", "place in HoDoKu's order"},
	{score, "HoDoKu's score", "points"},
	{rating, "rating by Sudoku Explainer", "points"},
	{steps, "steps of the path", "steps"},
	{ladder, "technique of package rate, its place", "place on the ladder"},
	{bitboardGuesses, "guesses, bitboard", "guesses"},
	{dlxGuesses, "guesses, dancing links", "guesses"},
	{macNodes, "nodes, MAC", "nodes"},
	{macArcs, "arcs revised, MAC", "arcs"},
	{plainNodes, "nodes, plain backtracking", "nodes"},
	{fillings, "fillings of all boxes", "fillings"},
	{left, "fillings left by pruning", "fillings"},
	{edges, "edges left by pruning", "edges"},
	{density, "density of the graph left", "share of the pairs"},
	{givens, "givens", "givens"},
}

// words returns what tables call a measure.
func words(name string) string {
	for _, m := range measures {
		if m.name == name {
			return m.words
		}
	}
	return name
}

// sample is a puzzle's value of each measure.
type sample struct {
	hardest explain.Technique
	of      map[string]float64
	capped  map[string]bool // searches that reached their bound
}

// gauge measures puzzles.
type gauge struct {
	cfg         Config
	path, bySE  *explain.Explainer
	rater       *rate.Rater
	fast        *bitboard.Solver
	cover       solver.Solver
	mac, simple solver.Solver
}

func newGauge(cfg Config) (*gauge, error) {
	g := &gauge{
		cfg: cfg, rater: rate.New(board.Standard()),
		fast:  bitboard.NewScalar(), // its guesses are the same in every build
		cover: engine.DLX(engine.DLXConfig{Config: cfg.Cover}), mac: engine.CSP(engine.CSPConfig{Config: cfg.Search}), simple: engine.CSP(engine.CSPConfig{Config: cfg.Plain}),
	}
	var err error
	if g.path, err = explain.New(board.Standard(), explain.Options{Unique: true}); err != nil {
		return nil, err
	}
	g.bySE, err = explain.New(board.Standard(), explain.Options{Unique: true, Order: explain.BySE})
	return g, err
}

// measure returns false for a puzzle that has not exactly one solution, or that has no path to it.
func (g *gauge) measure(ctx context.Context, b board.Board) (s sample, ok bool, err error) {
	puzzle, err := bitboard.FromBoard(b)
	if err != nil {
		return s, false, err
	}
	if g.fast.CountUpTo(&puzzle, 2) != 1 {
		return s, false, ctx.Err()
	}
	s = sample{of: map[string]float64{givens: float64(b.Filled()), bitboardGuesses: float64(g.fast.Guesses())}, capped: map[string]bool{}}
	if err := g.searches(ctx, b, &s); err != nil {
		return s, false, err
	}
	if err := g.graph(ctx, b, &s); err != nil {
		return s, false, err
	}
	ok, err = g.people(b, &s)
	return s, ok, err
}

func (g *gauge) people(b board.Board, s *sample) (ok bool, err error) {
	r, err := g.path.Rate(b)
	if err != nil {
		return false, err
	}
	se, err := g.bySE.Rate(b)
	if err != nil {
		return false, err
	}
	l, err := g.rater.Rate(b, nil)
	if err != nil {
		return false, err
	}
	s.hardest = r.Hardest
	s.of[technique], s.of[score], s.of[steps] = float64(r.Hardest), float64(r.Score), float64(r.Count)
	s.of[rating], s.of[ladder] = float64(se.SE)/10, float64(l.Technique)
	return r.Open == 0 && se.Open == 0, nil
}

// searches has each engine prove that there is one solution.
func (g *gauge) searches(ctx context.Context, b board.Board, s *sample) error {
	for _, e := range []struct {
		solver        solver.Solver
		nodes         int64
		effort, extra string // its nodes, or a counter where it has that; another counter
	}{
		{g.cover, 0, dlxGuesses, ""},
		{g.mac, g.cfg.Nodes, macNodes, macArcs},
		{g.simple, g.cfg.PlainNodes, plainNodes, ""},
	} {
		res, err := e.solver.Solve(ctx, b, solver.Limits{Solutions: 2, Nodes: e.nodes})
		if err != nil {
			return err
		}
		switch {
		case res.Status == solver.Cancelled:
			return ctx.Err()
		case res.Status == solver.Capped && e.nodes > 0:
			s.capped[e.effort] = true
		case res.Status != solver.Unique:
			return fmt.Errorf("explain-effort: %s says %s of %s, which has one solution", e.effort, res.Status, b)
		}
		s.of[e.effort] = float64(res.Stats.Nodes)
		if e.effort == dlxGuesses {
			s.of[e.effort] = float64(res.Stats.Counter(engine.CounterGuesses))
		}
		if e.extra != "" {
			s.of[e.extra] = float64(res.Stats.Counter(engine.CounterArcs))
		}
	}
	return nil
}

// graph runs the phases of the minigrid method that come before its search.
func (g *gauge) graph(ctx context.Context, b board.Board, s *sample) error {
	a, err := minigrid.Analyse(ctx, b, g.cfg.Graph, solver.Limits{})
	if err != nil {
		return err
	}
	if a.Graph == nil || a.Status != solver.Unique {
		return fmt.Errorf("explain-effort: minigrid says %s of %s, which has one solution", a.Status, b)
	}
	m := a.Graph.Metrics()
	s.of[fillings], s.of[left], s.of[edges], s.of[density] = float64(m.Vertices), float64(m.Alive), float64(m.AliveEdges), m.AliveDensity
	return nil
}
