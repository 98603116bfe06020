package minigridmethods

import (
	"context"
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// method is a row of the comparison.
type method struct {
	name  string
	label string
	make  func(cfg Config) solver.Solver
	// bound returns the bound on nodes, 0 for none.
	bound func(cfg Config) int64
	// work is the counter shown beside the nodes, and what it counts.
	work, counts string
	// change is what the method needs to find several solutions.
	change string
	// holds is what the method keeps as data.
	holds string
}

// Names of the methods.
const (
	backtracking = "backtracking"
	plain        = "plain"
	cover        = "dlx"
	this         = "minigrid"
	propagating  = "propagation"
)

func unbounded(Config) int64 { return 0 }

// methods are the four that the paper compares, in its order, with backtracking in two forms:
// with propagation after each assignment, as is usual since the nineties, and without any.
var methods = []method{
	{
		name: backtracking, label: "Backtracking (MAC, MRV)", bound: unbounded,
		make: func(cfg Config) solver.Solver { return engine.CSP(engine.CSPConfig{Config: cfg.Search}) },
		work: engine.CounterArcs, counts: "arcs revised",
		change: "goes on after a solution, as after a dead end, where the textbook's form returns",
		holds:  "constraint network: cells as variables, an edge for each two that must differ",
	},
	{
		name: plain, label: "Backtracking, backward checks only", bound: func(cfg Config) int64 { return cfg.PlainNodes },
		make: func(cfg Config) solver.Solver {
			return engine.CSP(engine.CSPConfig{Name: "csp-plain", Config: cfg.Plain})
		},
		work: engine.CounterArcs, counts: "arcs revised",
		change: "as above",
		holds:  "as above; it could do with a mask of used digits for each unit",
	},
	{
		name: cover, label: "Dancing links", bound: unbounded,
		make: func(cfg Config) solver.Solver { return engine.DLX(engine.DLXConfig{Config: cfg.Cover}) },
		work: engine.CounterUpdates, counts: "updates",
		change: "none: the printed algorithm reports a solution and goes on",
		holds:  "sparse matrix: constraints as columns, placements as rows, an element where one meets the other",
	},
	{
		name: this, label: "Minigrid", bound: unbounded,
		make: func(cfg Config) solver.Solver { return engine.Minigrid(engine.MinigridConfig{Config: cfg.Minigrid}) },
		work: engine.CounterFillings, counts: "fillings listed",
		change: "none: phase 5 lists all configurations",
		holds:  "compatibility graph: fillings of boxes as vertices, an edge for each two that agree",
	},
	{
		name: propagating, label: "Propagation alone (AC-3)", bound: unbounded,
		make: func(cfg Config) solver.Solver { return &propagation{cfg: cfg.Search} },
		work: engine.CounterArcs, counts: "arcs revised",
		change: "a search around it, which makes it the first row",
		holds:  "the constraint network of the first row",
	},
}

// four are the methods that the paper compares.
var four = []string{backtracking, cover, this, propagating}

func methodOf(name string) method {
	for _, m := range methods {
		if m.name == name {
			return m
		}
	}
	panic(fmt.Sprintf("minigrid-methods: no method %q", name)) // names are constants of this package
}

// propagation makes the cells arc consistent and does not search. It proves a solution unique if
// every cell is left one digit, and a board unsolvable if one is left none; else it is Capped.
type propagation struct {
	cfg     csp.Config
	shape   *board.Shape
	csp     *csp.Solver
	domains []csp.Set
}

// Name returns the method's name.
func (p *propagation) Name() string { return propagating }

// Solve implements solver.Solver but for the limits: there is nothing to limit.
func (p *propagation) Solve(ctx context.Context, puzzle board.Board, _ solver.Limits) (solver.Result, error) {
	start := time.Now()
	if p.shape != puzzle.Shape() {
		s, err := csp.NewSolver(encode.Network(puzzle.Shape()), p.cfg)
		if err != nil {
			return solver.Result{}, err
		}
		p.shape, p.csp = puzzle.Shape(), s
	}
	p.domains = encode.Domains(p.domains, puzzle)
	found, err := p.csp.Propagate(ctx, p.domains)
	if err != nil {
		return solver.Result{}, err
	}
	res := solver.Result{Status: solver.Capped}
	switch {
	case !found.Consistent:
		res.Status = solver.Unsat
	case found.Open == 0:
		res.Status, res.Solutions = solver.Unique, 1
		if res.Grid, err = encode.FromDomains(puzzle.Shape(), found.Domains); err != nil {
			return solver.Result{}, err
		}
	}
	res.Stats.Counters = []solver.Counter{{Name: engine.CounterArcs, Value: found.Counters.Arcs}}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}
