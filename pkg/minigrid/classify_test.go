package minigrid_test

import (
	"context"
	"iter"
	"reflect"
	"slices"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// engine is Analyse as a solver.Solver, as thin as it can be.
type engine struct {
	name string
	cfg  minigrid.Config
}

func (e engine) Name() string { return e.name }

func (e engine) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	a, err := minigrid.Analyse(ctx, puzzle, e.cfg, limits)
	if err != nil {
		return solver.Result{}, err
	}
	return solver.Result{
		Status: a.Status, Grid: a.First, Solutions: int(a.Solutions),
		Stats: solver.Stats{Nodes: a.Extract.Nodes, Backtracks: a.Extract.DeadEnds},
	}, nil
}

func (e engine) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		fail := func(err error) bool {
			if err != nil {
				yield(board.Board{}, err)
			}
			return err != nil
		}
		m, err := minigrid.Mask(puzzle)
		if fail(err) {
			return
		}
		p, err := minigrid.Permute(ctx, m, e.cfg)
		if fail(err) {
			return
		}
		g, err := minigrid.Connect(ctx, p, e.cfg)
		if fail(err) || fail(g.PruneToFixedPoint(ctx)) {
			return
		}
		for solution, err := range g.Solutions(ctx, nil) {
			if !yield(solution, err) {
				return
			}
		}
	}
}

func TestConformance(t *testing.T) {
	for _, fill := range []minigrid.Fillings{minigrid.Lines, minigrid.Singles} {
		t.Run(string(fill), func(t *testing.T) {
			if fill == minigrid.Lines && testing.Short() {
				t.Skip("the other reading runs")
			}
			cfg := with(func(c *minigrid.Config) { c.Fillings = fill })
			// Full boards of fillings for each of many runs are too slow here; TestEmptyBoard has one.
			solvertest.Run(t, engine{"minigrid-" + string(fill), cfg}, solvertest.Options{
				Variants: true,
				Exclude:  []string{"9/empty", "9/one-given", "9/diagonal-empty"},
			})
		})
	}
}

// TestAnalyse compares the class with the number of solutions, and the status with what is proved.
func TestAnalyse(t *testing.T) {
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		if c.Name == "25/naked" || c.Solutions == solvertest.Many {
			continue
		}
		want := minigrid.Ambiguous
		switch c.Solutions {
		case 0:
			want = minigrid.Unsolvable
		case 1:
			want = minigrid.WellFormed
		}
		for _, rule := range []minigrid.Pruning{minigrid.Supported, minigrid.Unpruned} {
			a, err := minigrid.Analyse(t.Context(), c.Puzzle, with(func(c *minigrid.Config) { c.Pruning = rule }), solver.Limits{Solutions: 1000})
			if err != nil {
				t.Fatal(err)
			}
			if a.Class != want || a.Solutions != int64(c.Solutions) || a.AtLeast || a.Status != solver.Conclude(c.Solutions, 1000, true) {
				t.Errorf("%s: %s, %s, %d solutions (at least: %v), want %s and %d", c.Name, a.Class, a.Status, a.Solutions, a.AtLeast, want, c.Solutions)
			}
			if (a.FoundOut > 0) != (want == minigrid.Unsolvable) || a.First.IsZero() != (c.Solutions == 0) {
				t.Errorf("%s: found out by phase %d, first solution %v", c.Name, a.FoundOut, a.First)
			}
			if !a.First.IsZero() {
				if err := board.CheckSolution(c.Puzzle, a.First); err != nil {
					t.Errorf("%s: %v", c.Name, err)
				}
			}
		}
	}
}

// TestFoundOut has a board for each phase that may prove that there is no solution.
func TestFoundOut(t *testing.T) {
	boxOnly := with(func(c *minigrid.Config) { c.Fillings = minigrid.BoxOnly })
	for _, tc := range []struct {
		puzzle board.Board
		cfg    minigrid.Config
		phase  int
	}{
		{board.MustParse("1..1............"), minigrid.DefaultConfig(), 1},
		// r1c3 sees 1 and 2 in its row, 3 and 4 in its column. Seen from the boxes alone, the lower
		// right one leaves the upper right one no place for 3 and 4 in row 1.
		{board.MustParse("12........3...4."), minigrid.DefaultConfig(), 2},
		{board.MustParse("12........3...4."), boxOnly, 4},
		{board.MustParse("...1.3..2..4..1."), minigrid.DefaultConfig(), 3},
		{board.MustParse(".4232..1..3....2"), minigrid.DefaultConfig(), 4},
		{puzzleCase(t, "9/unsat-search"), minigrid.DefaultConfig(), 5},
	} {
		a, err := minigrid.Analyse(t.Context(), tc.puzzle, tc.cfg, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if a.FoundOut != tc.phase || a.Class != minigrid.Unsolvable || a.Status != solver.Unsat {
			t.Errorf("%s: %s, %s, by phase %d, want %d", tc.puzzle, a.Class, a.Status, a.FoundOut, tc.phase)
		}
		for i, p := range a.Phases {
			if (p.Elapsed > 0) != (i < tc.phase) {
				t.Errorf("%s: phase %d cost %+v, found out by %d", tc.puzzle, i+1, p, tc.phase)
			}
		}
	}
}

// TestAnalyseLimits: what each limit leaves undecided.
func TestAnalyseLimits(t *testing.T) {
	several := puzzleCase(t, "9/multiple-15")
	unique := puzzleCase(t, "9/search")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tc := range map[string]struct {
		ctx    context.Context //nolint:containedctx // of the case
		puzzle board.Board
		cfg    minigrid.Config
		limits solver.Limits
		class  minigrid.Class
		status solver.Status
		least  bool
	}{
		"two of 15":       {t.Context(), several, minigrid.DefaultConfig(), solver.Limits{}, minigrid.Ambiguous, solver.Multiple, true},
		"15 of 15":        {t.Context(), several, minigrid.DefaultConfig(), solver.Limits{Solutions: 15}, minigrid.Ambiguous, solver.Multiple, true},
		"16 of 15":        {t.Context(), several, minigrid.DefaultConfig(), solver.Limits{Solutions: 16}, minigrid.Ambiguous, solver.Multiple, false},
		"one":             {t.Context(), unique, minigrid.DefaultConfig(), solver.Limits{Solutions: 1}, minigrid.Undecided, solver.Found, true},
		"nodes":           {t.Context(), unique, minigrid.DefaultConfig(), solver.Limits{Nodes: 3}, minigrid.Undecided, solver.Capped, true},
		"nodes, several":  {t.Context(), several, minigrid.DefaultConfig(), solver.Limits{Nodes: 40, Solutions: 100}, minigrid.Undecided, solver.Capped, true},
		"vertices":        {t.Context(), unique, with(func(c *minigrid.Config) { c.MaxVertices = 50 }), solver.Limits{}, minigrid.Undecided, solver.Capped, true},
		"bytes":           {t.Context(), unique, with(func(c *minigrid.Config) { c.MaxBytes = 15000 }), solver.Limits{}, minigrid.Undecided, solver.Capped, true},
		"time":            {t.Context(), unique, minigrid.DefaultConfig(), solver.Limits{Time: time.Nanosecond}, minigrid.Undecided, solver.Capped, true},
		"cancelled":       {cancelled, unique, minigrid.DefaultConfig(), solver.Limits{}, minigrid.Undecided, solver.Cancelled, true},
		"cancelled, time": {cancelled, unique, minigrid.DefaultConfig(), solver.Limits{Time: time.Hour}, minigrid.Undecided, solver.Cancelled, true},
	} {
		a, err := minigrid.Analyse(tc.ctx, tc.puzzle, tc.cfg, tc.limits)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == "nodes, several" && a.Solutions > 1 {
			tc.class = minigrid.Ambiguous // as many as were found before
		}
		if a.Class != tc.class || a.Status != tc.status || a.AtLeast != tc.least {
			t.Errorf("%s: %s, %s, at least: %v, want %s, %s, %v", name, a.Class, a.Status, a.AtLeast, tc.class, tc.status, tc.least)
		}
		if tc.limits.Nodes > 0 && a.Extract.Nodes > tc.limits.Nodes {
			t.Errorf("%s: %d nodes", name, a.Extract.Nodes)
		}
	}
}

func TestAnalyseErrors(t *testing.T) {
	_, err := minigrid.Analyse(t.Context(), board.Board{}, minigrid.DefaultConfig(), solver.Limits{})
	wantError(t, err, "zero Board")
	_, err = minigrid.Analyse(t.Context(), board.New(board.Standard()), minigrid.Config{}, solver.Limits{})
	wantError(t, err, "fillings")
	_, err = minigrid.Analyse(t.Context(), puzzleCase(t, "9/jigsaw-naked"), minigrid.LiteralConfig(), solver.Limits{})
	wantError(t, err, "square boxes")
}

// TestLiteralVerdicts: the paper's letter calls every puzzle unsolvable; as a proof that is not
// passed on.
func TestLiteralVerdicts(t *testing.T) {
	for _, name := range []string{"4/naked", "9/naked", "9/search", "9/multiple-2"} {
		cfg := minigrid.LiteralConfig()
		cfg.Fillings = minigrid.Lines
		a, err := minigrid.Analyse(t.Context(), puzzleCase(t, name), cfg, solver.Limits{Nodes: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		if a.Class != minigrid.Unsolvable || a.Status != solver.Capped || a.FoundOut < 3 {
			t.Errorf("%s: %s, %s, by phase %d", name, a.Class, a.Status, a.FoundOut)
		}
	}
	a, err := minigrid.Analyse(t.Context(), board.MustParse("1..1............"), minigrid.LiteralConfig(), solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Status != solver.Unsat || a.FoundOut != 1 {
		t.Errorf("equal givens: %s by phase %d", a.Status, a.FoundOut)
	}
}

// TestWorkers: every figure but times is the same for one worker and for four, wherever a limit ends
// the run.
func TestWorkers(t *testing.T) {
	boxOnly := with(func(c *minigrid.Config) { c.Fillings = minigrid.BoxOnly })
	b := build(t, puzzleCase(t, "9/search"), boxOnly).Bytes()
	bytes := func(limit int64) minigrid.Config {
		c := boxOnly
		c.MaxBytes = limit
		return c
	}
	for _, tc := range []struct {
		name string
		cfg  minigrid.Config
	}{
		{"9/search", boxOnly},
		{"9/search", minigrid.LiteralConfig()},
		{"9/search", with(func(c *minigrid.Config) { c.Fillings, c.MaxVertices = minigrid.BoxOnly, 50_000 })},
		{"9/search", bytes(b.Fillings + b.Alive + b.Classes/2)},
		{"9/search", bytes(b.Fillings + b.Alive + b.Classes + b.Trees + b.Adjacency/2)},
		{"9/multiple-15", minigrid.DefaultConfig()},
		{"9/no-place", minigrid.DefaultConfig()},
		{"16/search", minigrid.DefaultConfig()},
		{"9/jigsaw-search", minigrid.DefaultConfig()},
	} {
		var got [2]figures
		for i, workers := range []int{1, 4} {
			tc.cfg.Workers = workers
			a, err := minigrid.Analyse(t.Context(), puzzleCase(t, tc.name), tc.cfg, solver.Limits{Solutions: 100, Nodes: 20000})
			if err != nil {
				t.Fatal(err)
			}
			got[i] = figuresOf(a)
		}
		if !reflect.DeepEqual(got[0], got[1]) {
			t.Errorf("%s: one worker\n%+v\nfour\n%+v", tc.name, got[0], got[1])
		}
	}
}

// figures are the numbers of an analysis without its times.
type figures struct {
	class      minigrid.Class
	status     solver.Status
	solutions  int64
	first      string
	phases     [5]minigrid.Phase
	extract    minigrid.ExtractStats
	counts     []int
	steps      []int64
	capped     [2]bool
	metrics    minigrid.Metrics
	bytes      minigrid.Bytes
	pairEdges  []int64
	aliveCount []int
}

func figuresOf(a *minigrid.Analysis) figures {
	f := figures{class: a.Class, status: a.Status, solutions: a.Solutions, phases: a.Phases, extract: a.Extract}
	if !a.First.IsZero() {
		f.first = a.First.String()
	}
	f.extract.Elapsed = 0
	for i := range f.phases {
		f.phases[i].Elapsed = 0
	}
	if a.Permutations != nil {
		f.capped[0] = a.Permutations.Capped()
		for box := range a.Masks.Puzzle().Shape().Side() {
			f.counts = append(f.counts, a.Permutations.Count(box))
			f.steps = append(f.steps, a.Permutations.Steps(box))
		}
	}
	if a.Graph != nil {
		f.capped[1] = a.Graph.Capped()
		f.metrics, f.bytes = a.Graph.Metrics(), a.Graph.Bytes()
		for pair := range a.Graph.Pairs() {
			all, alive := a.Graph.PairEdges(pair)
			f.pairEdges = append(f.pairEdges, all, alive)
		}
		for box := range f.counts {
			f.aliveCount = append(f.aliveCount, a.Graph.AliveCount(box))
		}
	}
	return f
}
