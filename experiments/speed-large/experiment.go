// Package speedlarge puts the engines for large boards side by side: bit masks, SAT, the two
// together, and exact cover and constraint propagation as they come, on boards of sides 9 to 36.
// Runs are bounded by what they count, so what each engine solves is the same on every machine;
// only the times are not. It decides no claim.
package speedlarge

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// The engines, in the order of tables.
var engines = []string{"wide", "sat", "wide-sat", "dlx", "csp"}

// chosen are the engines that go through whole sets: the fast counter, and what is to be the
// default on hard boards.
var chosen = []string{"wide", "wide-sat"}

// Bounds end the runs of an engine at a board.
type Bounds struct {
	Guesses   int64 `json:"guesses"`   // of wide
	HandOver  int64 `json:"hand_over"` // guesses of wide-sat before SAT takes over
	Conflicts int64 `json:"conflicts"` // of sat and of the SAT part of wide-sat
	Nodes     int64 `json:"nodes"`     // of dlx and of csp
}

// puzzles is a set and how it is asked about.
type puzzles struct {
	Corpus    string `json:"corpus"`
	Solutions int    `json:"solutions"` // 1: is there one; 2: is it the only one
	Sample    int    `json:"sample"`    // for all engines
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Sets   []puzzles `json:"sets"`
	Beside Bounds    `json:"beside"` // for all engines side by side
	// Whole sets are those whose every board the chosen engines try, with separate bounds.
	Whole       []string `json:"whole"`
	WholeBounds Bounds   `json:"whole_bounds"`
	// Made boards of side 36 are parts of the shuffled pattern grid, nested: those of a smaller
	// fill are parts of those of a larger one.
	MadeSide int   `json:"made_side"`
	Made     int   `json:"made"`  // grids
	Fills    []int `json:"fills"` // per cent of the cells that are given
	// Dug puzzles are minimal ones, made with engines as counters.
	DugSide   int    `json:"dug_side"`
	Dug       int    `json:"dug"`
	DugBounds Bounds `json:"dug_bounds"`
	// The engines; what Bounds has replaces what stands here.
	Wide    engine.WideConfig    `json:"wide"`
	SAT     engine.SATConfig     `json:"sat"`
	WideSAT engine.WideSATConfig `json:"wide_sat"`
	DLX     engine.DLXConfig     `json:"dlx"`
	CSP     engine.CSPConfig     `json:"csp"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "speed-large",
		Title:    "Large boards: bit masks, SAT, and where both give up",
		Question: "Which engine solves boards of side 16, 25 and 36, with how many guesses or conflicts, and what happens at 36×36 with half the cells given?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Sets: []puzzles{
			{"own-16x16", 2, 4}, {"own-16x16-search", 2, 4}, {"own-25x25", 2, 2},
		},
		Beside:   Bounds{Guesses: 300, HandOver: 100, Conflicts: 200, Nodes: 500},
		MadeSide: 36, Made: 1, Fills: []int{50, 60},
		DugSide: 16, Dug: 1, DugBounds: Bounds{Guesses: 1000, Nodes: 1000},
		Wide: engine.DefaultWide(), SAT: engine.DefaultSAT(), WideSAT: engine.DefaultWideSAT(),
		DLX: engine.DefaultDLX(), CSP: engine.DefaultCSP(),
	}
	if p != lab.Smoke {
		cfg.Sets = []puzzles{
			{"acs-9x9-half", 1, 60},
			{"acs-16x16-half", 1, 60},
			{"acs-25x25-half", 1, 30},
			{"own-16x16", 2, 20},
			{"own-16x16-search", 2, 20},
			{"own-25x25", 2, 8},
		}
		cfg.Beside = Bounds{Guesses: 10_000, HandOver: 5000, Conflicts: 3000, Nodes: 10_000}
		cfg.Whole = []string{"acs-9x9-half", "acs-16x16-half", "acs-25x25-half"}
		cfg.WholeBounds = Bounds{Guesses: 200_000, HandOver: 5000, Conflicts: 100_000}
		cfg.Fills = []int{40, 45, 50, 55, 60}
		cfg.Dug, cfg.DugBounds = 5, Bounds{Guesses: 20_000, Nodes: 100_000}
	}
	if p == lab.Full {
		cfg.Dug = 100
		for i := range cfg.Sets {
			cfg.Sets[i].Sample = 0
		}
		cfg.Beside = Bounds{Guesses: 1_000_000, HandOver: 5000, Conflicts: 200_000, Nodes: 100_000}
		cfg.WholeBounds = Bounds{Guesses: 1_000_000, HandOver: 5000, Conflicts: 200_000}
		cfg.Made, cfg.Fills = 10, []int{30, 35, 40, 45, 50, 55, 60, 65, 70}
	}
	pl := lab.Plan{Config: cfg, Seed: 36}
	for _, s := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: beside, Dims: []record.Dim{record.D("set", s.Corpus)}, Corpus: s.Corpus, Limit: s.Sample, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				boards, err := boardsOf(ctx, r)
				if err != nil {
					return err
				}
				return inTurn(ctx, cfg, cfg.Beside, engines, s.Solutions, boards, r)
			},
		})
	}
	for _, fill := range cfg.Fills {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: beside, Dims: []record.Dim{record.D("made", fill)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				boards, err := made(cfg, fill, r.Seed)
				if err != nil {
					return err
				}
				return inTurn(ctx, cfg, cfg.Beside, engines, 1, boards, r)
			},
		})
	}
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: dug, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return digging(ctx, cfg, r) },
	})
	for _, set := range cfg.Whole {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: whole, Dims: []record.Dim{record.D("set", set)}, Corpus: set, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error {
				boards, err := boardsOf(ctx, r)
				if err != nil {
					return err
				}
				return inTurn(ctx, cfg, cfg.WholeBounds, chosen, 1, boards, r)
			},
		})
	}
	return pl
}

// Kinds of cases.
const (
	beside = "beside" // all engines
	whole  = "whole"  // a whole set, by the chosen engines
	dug    = "dug"    // engines as counters of a generator
)

func boardsOf(ctx context.Context, r *lab.Run) ([]board.Board, error) {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	return corpus.Boards(items), nil
}

// made returns the boards of a fill.
func made(cfg Config, fill int, seed uint64) ([]board.Board, error) {
	shape, err := board.ShapeOfSide(cfg.MadeSide)
	if err != nil {
		return nil, err
	}
	boards := make([]board.Board, cfg.Made)
	for i := range boards {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		b := symmetry.Random(rng, shape).MustApply(generate.PatternGrid(shape))
		order := rng.Perm(shape.Cells())
		for _, cell := range order[fill*len(order)/100:] {
			b.Set(cell, 0)
		}
		boards[i] = b
	}
	return boards, nil
}

// contestant is an engine under its bounds.
type contestant struct {
	name   string
	engine solver.Solver
	limits solver.Limits
}

func contestants(cfg Config, b Bounds, names []string) []contestant {
	cfg.SAT.Conflicts, cfg.WideSAT.SAT.Conflicts, cfg.WideSAT.Guesses = b.Conflicts, b.Conflicts, b.HandOver
	all := []contestant{
		{"wide", engine.Wide(cfg.Wide), solver.Limits{Nodes: b.Guesses}},
		{"sat", engine.SAT(cfg.SAT), solver.Limits{}},
		{"wide-sat", engine.WideSAT(cfg.WideSAT), solver.Limits{}},
		{"dlx", engine.DLX(cfg.DLX), solver.Limits{Nodes: b.Nodes}},
		{"csp", engine.CSP(cfg.CSP), solver.Limits{Nodes: b.Nodes}},
	}
	return slices.DeleteFunc(all, func(c contestant) bool { return !slices.Contains(names, c.name) })
}

// searches reports whether an engine counts nodes, learns whether it counts conflicts, and both whether it
// hands boards over from one kind of search to the other.
func searches(name string) bool { return name != "sat" }
func learns(name string) bool   { return name == "sat" || name == "wide-sat" }

// tally is what an engine did on a set.
type tally struct {
	solved, unsat, capped, handed int
	nodes, conflicts              []float64
	times                         []float64 // of solved and refuted boards
	all                           float64   // time of all boards, s
}

// within are the times, in seconds, for which the share of boards settled is kept.
var within = []float64{1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100}

// inTurn has each engine solve each board in turn, the engines changing places from board to
// board. It fails if a grid is wrong or two engines contradict each other.
func inTurn(ctx context.Context, cfg Config, bounds Bounds, names []string, solutions int, boards []board.Board, r *lab.Run) error {
	entered := contestants(cfg, bounds, names)
	for _, c := range entered {
		if c.name == "sat" {
			continue // it rebuilds everything for each board
		}
		// The first board of a shape makes tables.
		if _, err := c.engine.Solve(ctx, boards[0], solver.Limits{Solutions: 1, Nodes: 1}); err != nil {
			return err
		}
	}
	tallies := map[string]*tally{}
	for _, c := range entered {
		tallies[c.name] = &tally{}
	}
	spread := map[int][]float64{} // guesses of wide by givens, in steps of 5 %
	for i, b := range boards {
		verdicts := map[solver.Status]string{}
		for k := range entered {
			c := entered[(i+k)%len(entered)]
			limits := c.limits
			limits.Solutions = solutions
			res, err := c.engine.Solve(ctx, b, limits)
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if res.Solutions > 0 {
				if err := board.CheckSolution(b, res.Grid); err != nil {
					return fmt.Errorf("board %d: %s: %w", i, c.name, err)
				}
			}
			tallies[c.name].add(res)
			verdicts[res.Status] = c.name
			if c.name == "wide" {
				level := (40*b.Filled() + len(b.Cells())) / (2 * len(b.Cells())) * 5
				spread[level] = append(spread[level], float64(res.Stats.Nodes))
			}
		}
		if err := agree(verdicts); err != nil {
			return fmt.Errorf("board %d: %w", i, err)
		}
		r.Progress(i+1, len(boards))
	}
	r.Count("boards", int64(len(boards)), "boards")
	for _, c := range entered {
		if err := tallies[c.name].keep(r, c.name, len(boards)); err != nil {
			return err
		}
	}
	for level, guesses := range spread {
		mean, err := stats.Mean(guesses)
		if err != nil {
			return err
		}
		r.Exact(guessesAt(level), mean, "guesses", len(guesses))
	}
	return nil
}

// agree returns an error if one engine has refuted what another has solved, or one has found
// unique what another has found ambiguous.
func agree(verdicts map[solver.Status]string) error {
	clash := func(a, b solver.Status) error {
		if x, y := verdicts[a], verdicts[b]; x != "" && y != "" {
			return fmt.Errorf("%s says %s, %s says %s", x, a, y, b)
		}
		return nil
	}
	for _, pair := range [][2]solver.Status{
		{solver.Unsat, solver.Found},
		{solver.Unsat, solver.Unique},
		{solver.Unsat, solver.Multiple},
		{solver.Unique, solver.Multiple},
	} {
		if err := clash(pair[0], pair[1]); err != nil {
			return err
		}
	}
	return nil
}

func (t *tally) add(res solver.Result) {
	switch res.Status {
	case solver.Unsat:
		t.unsat++
	case solver.Capped, solver.Cancelled:
		t.capped++
	default:
		t.solved++
	}
	took := res.Stats.Elapsed.Seconds()
	t.all += took
	if res.Status != solver.Capped {
		t.times = append(t.times, took)
	}
	t.handed += int(res.Stats.Counter(engine.CounterHandedOver))
	t.nodes = append(t.nodes, float64(res.Stats.Nodes))
	t.conflicts = append(t.conflicts, float64(res.Stats.Counter(engine.CounterConflicts)))
}

func (t *tally) keep(r *lab.Run, name string, n int) error {
	r.Exact(name+" solved", float64(t.solved), "boards", n)
	r.Exact(name+" unsat", float64(t.unsat), "boards", n)
	r.Exact(name+" capped", float64(t.capped), "boards", n)
	work := func(what string, values []float64, unit string) error {
		median, err := stats.Median(values)
		if err != nil {
			return err
		}
		r.Exact(name+" "+what+".median", median, unit, n)
		r.Exact(name+" "+what+".max", slices.Max(values), unit, n)
		return nil
	}
	if searches(name) {
		if err := work("nodes", t.nodes, "nodes"); err != nil {
			return err
		}
	}
	if learns(name) {
		if err := work("conflicts", t.conflicts, "conflicts"); err != nil {
			return err
		}
	}
	if searches(name) && learns(name) {
		r.Exact(name+" handed over", float64(t.handed), "boards", n)
	}
	r.Noisy(name+" time.total", t.all, "s", n)
	for _, bound := range within {
		settled := 0
		for _, took := range t.times {
			if took <= bound {
				settled++
			}
		}
		r.Noisy(fmt.Sprintf("%s within=%g", name, bound), float64(settled)/float64(n), "of the boards", n)
	}
	if len(t.times) == 0 {
		return nil
	}
	median, err := stats.Median(t.times)
	if err != nil {
		return err
	}
	r.Noisy(name+" time.median", median, "s", len(t.times))
	r.Noisy(name+" time.max", slices.Max(t.times), "s", len(t.times))
	return nil
}

// label is what tables call the boards of a case.
func label(r record.Record) string {
	switch {
	case r.Has("made"):
		return "made 36×36, " + r.Dim("made") + " % given"
	case r.Has("set"):
		return r.Dim("set")
	}
	return r.Case
}

// guessesAt names the mean number of guesses of wide at a share of givens, in per cent.
func guessesAt(fill int) string { return fmt.Sprintf("wide fill=%d guesses.mean", fill) }

// guessesByFill returns the shares of givens at which a record has them.
func guessesByFill(r record.Record) []int { return r.Numbers("wide fill=", " guesses.mean") }
