package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/solver"
)

// The counters of the csp engines. Those named root_ count the arc consistency before the
// search, the others the whole run; see csp.Counters for what each counts.
const (
	CounterArcs           = "arcs"
	CounterPushes         = "pushes"
	CounterQueuePeak      = "queue_peak"
	CounterEffective      = "effective"
	CounterReductions     = "reductions"
	CounterSingletons     = "singletons"
	CounterWipeouts       = "wipeouts"
	CounterMaxDepth       = "max_depth"
	CounterRootArcs       = "root_arcs"
	CounterRootPushes     = "root_pushes"
	CounterRootQueuePeak  = "root_queue_peak"
	CounterRootEffective  = "root_effective"
	CounterRootReductions = "root_reductions"
	CounterRootSingletons = "root_singletons"
	CounterRootWipeouts   = "root_wipeouts"
	// CounterRootOpen is the number of cells with more than one candidate when the search
	// began.
	CounterRootOpen = "root_open"
)

// CSPConfig configures an engine of package csp.
type CSPConfig struct {
	Name string `json:"name"` // of the engine; empty means "csp"
	csp.Config
}

// DefaultCSP returns the configuration of the engine "csp".
func DefaultCSP() CSPConfig { return CSPConfig{Name: "csp", Config: csp.DefaultConfig()} }

// CSPSolver is the engine of package csp for boards of every shape. It implements
// solver.Solver and solver.Enumerator and serves one goroutine at a time.
type CSPSolver struct {
	cfg   CSPConfig
	err   error
	spare spare[workspace]
}

type workspace struct {
	csp     *csp.Solver
	domains []csp.Set
}

// CSP returns an engine. If cfg is not valid, each of its calls returns the error of
// cfg.Validate.
func CSP(cfg CSPConfig) *CSPSolver {
	if cfg.Name == "" {
		cfg.Name = "csp"
	}
	return &CSPSolver{cfg: cfg, err: cfg.Validate()}
}

// Name returns the configured name.
func (e *CSPSolver) Name() string { return e.cfg.Name }

// Config returns the configuration.
func (e *CSPSolver) Config() CSPConfig { return e.cfg }

// take returns a workspace loaded with the puzzle's domains.
func (e *CSPSolver) take(puzzle board.Board) (*workspace, error) {
	if err := usable(e.cfg.Name, e.err, puzzle); err != nil {
		return nil, err
	}
	w := e.spare.take(puzzle.Shape())
	if w == nil {
		s, err := csp.NewSolver(encode.Network(puzzle.Shape()), e.cfg.Config)
		if err != nil {
			return nil, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
		w = &workspace{csp: s}
	}
	w.domains = encode.Domains(w.domains, puzzle)
	return w, nil
}

func (e *CSPSolver) put(puzzle board.Board, w *workspace) {
	w.csp.SetTrace(csp.Trace{})
	e.spare.put(puzzle.Shape(), w)
}

// Solve implements solver.Solver for boards of every shape.
func (e *CSPSolver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := noContext(ctx, e.cfg.Name); err != nil {
		return solver.Result{}, err
	}
	w, err := e.take(puzzle)
	if err != nil {
		return solver.Result{}, err
	}
	defer e.put(puzzle, w)
	return e.solve(ctx, w, puzzle, limits)
}

func (e *CSPSolver) solve(ctx context.Context, w *workspace, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	start := time.Now()
	bounded, cancel := limits.Within(ctx)
	defer cancel()
	limit := limits.MaxSolutions()
	found, err := w.csp.Solve(bounded, w.domains, csp.Limits{Solutions: limit, Nodes: max(limits.Nodes, 0)})
	if err != nil {
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	res := solver.Result{
		Status:    solver.Conclude(found.Solutions, limit, found.Stop == csp.Exhausted),
		Solutions: found.Solutions,
		Stats:     statsOf(found.Stats),
	}
	// The time bound and the caller's context end the search alike; they are told apart
	// here.
	if found.Stop == csp.Cancelled && ctx.Err() != nil {
		res.Status = solver.Cancelled
	}
	if found.First != nil {
		if res.Grid, err = encode.FromValues(puzzle.Shape(), found.First); err != nil {
			return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// Solutions implements solver.Enumerator, in the order of the configured search.
func (e *CSPSolver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if err := noContext(ctx, e.cfg.Name); err != nil {
			yield(board.Board{}, err)
			return
		}
		w, err := e.take(puzzle)
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		defer e.put(puzzle, w)
		for values, err := range w.csp.Solutions(ctx, w.domains) {
			if err != nil {
				yield(board.Board{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err))
				return
			}
			grid, err := encode.FromValues(puzzle.Shape(), values)
			if !yield(grid, err) || err != nil {
				return
			}
		}
	}
}

func statsOf(s csp.Stats) solver.Stats {
	all, root := s.Total(), s.Root
	return solver.Stats{
		Nodes:      all.Nodes,
		Backtracks: all.Backtracks,
		Counters: []solver.Counter{
			{Name: CounterArcs, Value: all.Arcs},
			{Name: CounterPushes, Value: all.Pushes},
			{Name: CounterQueuePeak, Value: all.QueuePeak},
			{Name: CounterEffective, Value: all.Effective},
			{Name: CounterReductions, Value: all.Reductions},
			{Name: CounterSingletons, Value: all.Singletons},
			{Name: CounterWipeouts, Value: all.Wipeouts},
			{Name: CounterMaxDepth, Value: all.MaxDepth},
			{Name: CounterRootArcs, Value: root.Arcs},
			{Name: CounterRootPushes, Value: root.Pushes},
			{Name: CounterRootQueuePeak, Value: root.QueuePeak},
			{Name: CounterRootEffective, Value: root.Effective},
			{Name: CounterRootReductions, Value: root.Reductions},
			{Name: CounterRootSingletons, Value: root.Singletons},
			{Name: CounterRootWipeouts, Value: root.Wipeouts},
			{Name: CounterRootOpen, Value: int64(s.RootOpen)},
		},
	}
}

// TraceOptions bounds a trace.
type TraceOptions struct {
	Events int  // events kept, 0 for all; a search can send millions
	Arcs   bool // keep the revisions without effect too
	// PropagateOnly stops after the arc consistency at the root.
	PropagateOnly bool
}

// CSPTrace is a run step by step.
type CSPTrace struct {
	Result  solver.Result // with PropagateOnly: Unsat, Unique (every cell solved) or Capped
	Events  []csp.Event
	Dropped int64     // events beyond TraceOptions.Events
	Tree    *csp.Tree // of the events kept
	Names   csp.Names // cells as r1c3 and digits, for Tree.WriteText and Tree.WriteSVG
	Domains []csp.Set // the domains that the puzzle began with
}

// stoppedEvents is how many events the tree of a stopped run has.
const stoppedEvents = 20_000

// Trace solves the puzzle and keeps what happened on the way. If ctx ends, the search is
// Cancelled as with Solve and keeps what there is, the tree of its first 20,000 events; propagation alone returns an error.
func (e *CSPSolver) Trace(ctx context.Context, puzzle board.Board, limits solver.Limits, o TraceOptions) (CSPTrace, error) {
	if o.Events < 0 {
		return CSPTrace{}, errors.New("engine: trace: negative number of events")
	}
	w, err := e.take(puzzle)
	if err != nil {
		return CSPTrace{}, err
	}
	defer e.put(puzzle, w)
	rec := csp.Recorder{Max: o.Events}
	w.csp.SetTrace(csp.Trace{Hook: rec.Record, Arcs: o.Arcs})

	t := CSPTrace{Names: CellNames(puzzle.Shape()), Domains: slices.Clone(w.domains)}
	if o.PropagateOnly {
		t.Result, err = e.propagate(ctx, w, puzzle)
	} else {
		t.Result, err = e.solve(ctx, w, puzzle, limits)
	}
	if err != nil {
		return CSPTrace{}, err
	}
	t.Events, t.Dropped = rec.Events, rec.Dropped
	grown := rec.Events
	if ctx.Err() != nil {
		grown = grown[:min(len(grown), stoppedEvents)] // the tree of all would take a while
	}
	if t.Tree, err = csp.NewTree(w.domains, grown); err != nil {
		return CSPTrace{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	return t, nil
}

// propagate is solve without the search.
func (e *CSPSolver) propagate(ctx context.Context, w *workspace, puzzle board.Board) (solver.Result, error) {
	start := time.Now()
	p, err := w.csp.Propagate(ctx, w.domains)
	if err != nil {
		return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
	}
	res := solver.Result{Stats: statsOf(csp.Stats{Root: p.Counters, RootOpen: p.Open})}
	switch {
	case !p.Consistent:
		res.Status = solver.Unsat
	case p.Open == 0:
		res.Status, res.Solutions = solver.Unique, 1
		if res.Grid, err = encode.FromDomains(puzzle.Shape(), p.Domains); err != nil {
			return solver.Result{}, fmt.Errorf("engine: %s: %w", e.cfg.Name, err)
		}
	default:
		res.Status = solver.Capped
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// CellNames names the variables and values of encode.Network as users read them: cells as
// r1c3, digits as numbers.
func CellNames(s *board.Shape) csp.Names {
	return csp.Names{
		Variable: s.CellName,
		Value:    func(v int) string { return strconv.Itoa(v + 1) },
	}
}
