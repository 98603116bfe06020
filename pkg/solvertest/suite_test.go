package solvertest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

func TestHonest(t *testing.T) {
	Run(t, honest{}, Options{Sides: []int{4, 9, 16, 25}, Variants: true})
}

func TestPlain9Conforms(t *testing.T) {
	p := NewPlain9()
	Run(t, p, Options{Sides: []int{9}})
	Metamorphic(t, p, rand.New(rand.NewPCG(1, 1)), Options{Sides: []int{9}})
}

func FuzzHonest(f *testing.F) {
	FuzzCounts(f, honest{}, Options{Sides: []int{4, 9, 16, 25}, Variants: true})
}

func FuzzPlain9(f *testing.F) { FuzzCounts(f, NewPlain9(), Options{Sides: []int{9}}) }

// recorder keeps what a check reports.
type recorder struct {
	mu     sync.Mutex
	faults []string
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// runCheck runs one check by name and returns what it reported.
func runCheck(t *testing.T, name string, s solver.Solver, o Options) []string {
	t.Helper()
	all := checks()
	i := slices.IndexFunc(all, func(c check) bool { return c.name == name })
	if i < 0 {
		t.Fatalf("no check %q", name)
	}
	r := new(recorder)
	all[i].run(newSuite(s, o), r)
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.faults)
}

// broken is honest but for the functions that are set.
type broken struct {
	honest
	name      func() string
	solve     func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error)
	solutions func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error]
}

func (b *broken) Name() string {
	if b.name != nil {
		return b.name()
	}
	return b.honest.Name()
}

func (b *broken) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if b.solve != nil {
		return b.solve(ctx, puzzle, limits)
	}
	return b.honest.Solve(ctx, puzzle, limits)
}

func (b *broken) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	if b.solutions != nil {
		return b.solutions(ctx, puzzle)
	}
	return b.honest.Solutions(ctx, puzzle)
}

// after breaks an honest result.
func after(change func(puzzle board.Board, limits solver.Limits, res *solver.Result)) *broken {
	return &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
		res, err := honest{}.Solve(ctx, puzzle, limits)
		if err == nil {
			change(puzzle, limits, &res)
		}
		return res, err
	}}
}

// before breaks the limits that an honest solver is given.
func before(change func(limits *solver.Limits)) *broken {
	return &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
		change(&limits)
		return honest{}.Solve(ctx, puzzle, limits)
	}}
}

// each breaks an honest enumeration: change gets the index of a solution and yields what it
// likes in its place.
func each(change func(i int, b board.Board, yield func(board.Board, error) bool) bool) *broken {
	return &broken{solutions: func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
		return func(yield func(board.Board, error) bool) {
			i := 0
			for b, err := range (honest{}).Solutions(ctx, puzzle) {
				if err != nil {
					yield(b, err)
					return
				}
				if !change(i, b, yield) {
					return
				}
				i++
			}
		}
	}}
}

// asPlain answers boards of some variants as if they were plain, with a grid put on the shape
// that was asked about; it refuses them where no plain board has the side.
func asPlain(when func(board.Variant) bool) *broken {
	return &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
		if puzzle.IsZero() || !when(puzzle.Shape().Variant()) {
			return honest{}.Solve(ctx, puzzle, limits)
		}
		plain, err := board.FromCells(puzzle.Cells())
		if err != nil {
			return solver.Result{}, err
		}
		res, err := honest{}.Solve(ctx, plain, limits)
		if err == nil && !res.Grid.IsZero() {
			res.Grid, err = res.Grid.On(puzzle.Shape())
		}
		return res, err
	}}
}

// oneJigsaw solves every jigsaw with the regions of the first one of its side and kind, as an
// engine does that keeps its tables by the side alone.
func oneJigsaw() *broken {
	kept := map[string]*board.Shape{}
	return &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
		if puzzle.IsZero() || puzzle.Shape().Box() != 0 {
			return honest{}.Solve(ctx, puzzle, limits)
		}
		name := puzzle.Shape().String()
		if kept[name] == nil {
			kept[name] = puzzle.Shape()
		}
		first, err := puzzle.On(kept[name])
		if err != nil {
			return solver.Result{}, err
		}
		res, err := honest{}.Solve(ctx, first, limits)
		if err == nil && !res.Grid.IsZero() {
			res.Grid, err = res.Grid.On(puzzle.Shape())
		}
		return res, err
	}}
}

// TestChecksFail proves of each check that it can fail: every row is a solver that breaks
// one promise, and the check that must notice.
func TestChecksFail(t *testing.T) {
	type row struct {
		check, fault string
		s            solver.Solver
		o            Options
	}
	ignoreContext := &broken{
		solve: func(_ context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			return honest{}.Solve(context.Background(), puzzle, limits)
		},
		solutions: func(_ context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
			return honest{}.Solutions(context.Background(), puzzle)
		},
	}
	calls := int64(0)
	shared := map[*board.Shape]board.Board{}
	sharedGrid := func(b board.Board) board.Board {
		if shared[b.Shape()].IsZero() {
			shared[b.Shape()] = board.New(b.Shape())
		}
		copy(shared[b.Shape()].Cells(), b.Cells())
		return shared[b.Shape()]
	}
	cache := map[string]solver.Result{}
	known := map[string]bool{}
	for _, c := range slices.Concat(Cases(), VariantCases()) {
		known[c.Puzzle.String()] = true
		known[fmt.Sprint(c.Puzzle.Shape().Variant().Regions)] = true
	}
	rows := []row{
		{"options", "excludes a case that does not exist", honest{}, Options{Exclude: []string{"9/easy"}}},
		{"options", "asks for a side without cases", honest{}, Options{Sides: []int{4, 10}}},
		{"options", "leaves nothing", honest{}, Options{Sides: []int{}}},
		{"name", "has none", &broken{name: func() string { return "" }}, Options{}},
		{"name", "changes it", &broken{name: func() string { calls++; return fmt.Sprint(calls) }}, Options{}},

		{"verdicts", "returns an error", &broken{solve: func(context.Context, board.Board, solver.Limits) (solver.Result, error) {
			return solver.Result{}, errors.New("broken")
		}}, Options{}},
		{"verdicts", "exchanges two digits of the grid", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if !res.Grid.IsZero() {
				c := res.Grid.Cells()
				c[0], c[1] = c[1], c[0]
			}
		}), Options{}},
		{"verdicts", "solves another puzzle", after(func(puzzle board.Board, _ solver.Limits, res *solver.Result) {
			if !res.Grid.IsZero() && puzzle.Shape().Side() == 9 {
				copy(res.Grid.Cells(), findCase("9/full").Puzzle.Cells())
			}
		}), Options{}},
		{"verdicts", "returns a grid with holes", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if !res.Grid.IsZero() {
				clear(res.Grid.Cells()[:1])
			}
		}), Options{}},
		{"verdicts", "calls ambiguous puzzles unique", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Multiple {
				res.Status, res.Solutions = solver.Unique, 1
			}
		}), Options{}},
		{"verdicts", "calls unique puzzles ambiguous", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Unique {
				res.Status, res.Solutions = solver.Multiple, 2
			}
		}), Options{}},
		{"verdicts", "gives up on unsolvable ones as if proved unique", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Unsat {
				res.Status, res.Solutions, res.Grid = solver.Unique, 1, findCase("9/full").Puzzle
			}
		}), Options{}},
		{"verdicts", "calls what it cannot do without guessing unsolvable", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Stats.Nodes > 0 {
				*res = solver.Result{Status: solver.Unsat, Stats: res.Stats}
			}
		}), Options{}},
		{"verdicts", "does so although it may give up", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Stats.Nodes > 0 {
				*res = solver.Result{Status: solver.Unsat, Stats: res.Stats}
			}
		}), Options{Incomplete: true}},
		{"verdicts", "claims more solutions than there are although it may give up", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Unique {
				res.Status, res.Solutions = solver.Multiple, 2
			}
		}), Options{Incomplete: true}},
		{"verdicts", "does not prove uniqueness", before(func(l *solver.Limits) { l.Solutions = 1 }), Options{}},
		{"verdicts", "gives up", before(func(l *solver.Limits) { l.Nodes = 1 }), Options{}},
		{"verdicts", "says cancelled", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			res.Status = solver.Cancelled
		}), Options{}},
		{"verdicts", "invents a status", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			res.Status = solver.Found + 1
		}), Options{}},
		{"verdicts", "returns no grid", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			res.Grid = board.Board{}
		}), Options{}},
		{"verdicts", "returns a grid but counts no solution", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Found || res.Status == solver.Unique {
				res.Status, res.Solutions = solver.Capped, 0
			}
		}), Options{Incomplete: true}},
		{"verdicts", "counts below zero", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			res.Stats.Backtracks = -1
		}), Options{}},
		{"verdicts", "exceeds the default limit", before(func(l *solver.Limits) { l.Solutions = 3 }), Options{}},
		{"verdicts", "counts nodes although it said that it does not", honest{}, Options{NoNodes: true}},

		{"first solution", "looks for a second", before(func(l *solver.Limits) { l.Solutions = 2 }), Options{}},
		{"first solution", "claims a proof it has not made", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Found {
				res.Status = solver.Unique
			}
		}), Options{}},
		{"solution limits", "stops at two", before(func(l *solver.Limits) { l.Solutions = min(2, l.MaxSolutions()) }), Options{}},
		{"solution limits", "goes one too far", before(func(l *solver.Limits) { l.Solutions = l.MaxSolutions() + 1 }), Options{}},

		{"puzzle unchanged", "solves in place", after(func(puzzle board.Board, _ solver.Limits, res *solver.Result) {
			if !res.Grid.IsZero() {
				copy(puzzle.Cells(), res.Grid.Cells())
			}
		}), Options{}},
		{"puzzle unchanged", "returns an error", &broken{solve: func(context.Context, board.Board, solver.Limits) (solver.Result, error) {
			return solver.Result{}, errors.New("broken")
		}}, Options{}},
		{"grid kept", "returns the same grid each time", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if !res.Grid.IsZero() {
				res.Grid = sharedGrid(res.Grid)
			}
		}), Options{}},
		{"grid kept", "hands out what it remembers", &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			key := fmt.Sprint(puzzle, limits)
			if res, ok := cache[key]; ok {
				return res, nil
			}
			res, err := honest{}.Solve(ctx, puzzle, limits)
			cache[key] = res
			return res, err
		}}, Options{}},
		{"counters repeat", "counts on from the last run", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			calls++
			res.Stats.Nodes += calls
		}), Options{}},
		{"counters repeat", "has a random counter", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			res.Stats.Counters[0].Value = rand.Int64()
		}), Options{}},

		{"node limit", "knows none", before(func(l *solver.Limits) { l.Nodes = 0 }), Options{}},
		{"node limit", "goes one too far", before(func(l *solver.Limits) {
			if l.Nodes > 0 {
				l.Nodes++
			}
		}), Options{}},
		{"node limit", "stops one too early", before(func(l *solver.Limits) {
			if l.Nodes > 1 {
				l.Nodes--
			}
		}), Options{}},
		{"node limit", "takes the limit for a proof", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Capped && res.Solutions == 0 {
				res.Status = solver.Unsat
			}
		}), Options{}},
		{"node limit", "counts no nodes", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			res.Stats.Nodes = 0
		}), Options{}},

		{"other boards", "takes the zero Board", &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			if puzzle.IsZero() {
				return solver.Result{Status: solver.Unsat}, nil
			}
			return honest{}.Solve(ctx, puzzle, limits)
		}}, Options{}},
		{"other boards", "answers wrongly on sides it does not know", after(func(puzzle board.Board, _ solver.Limits, res *solver.Result) {
			if puzzle.Shape().Side() != 9 {
				*res = solver.Result{Status: solver.Unsat}
			}
		}), Options{Sides: []int{9}}},
		{"other boards", "answers inconsistently there", after(func(puzzle board.Board, _ solver.Limits, res *solver.Result) {
			if puzzle.Shape().Side() != 9 {
				res.Solutions = 7
			}
		}), Options{Sides: []int{9}}},

		{"other boards", "takes diagonal boards for plain ones", asPlain(func(v board.Variant) bool { return v.Diagonals }), Options{}},
		{"other boards", "takes jigsaws for plain boards", asPlain(func(v board.Variant) bool { return v.Regions != nil }), Options{}},
		{"verdicts", "takes diagonal boards for plain ones", asPlain(func(v board.Variant) bool { return v.Diagonals }), Options{Variants: true}},
		{"verdicts", "takes jigsaws for plain boards", asPlain(func(v board.Variant) bool { return v.Regions != nil }), Options{Variants: true}},
		{"verdicts", "keeps to one jigsaw of each side", oneJigsaw(), Options{Variants: true}},

		{"symmetry", "turns no jigsaws", asPlain(func(v board.Variant) bool { return v.Regions != nil && !known[fmt.Sprint(v.Regions)] }), Options{Variants: true}},
		{"symmetry", "knows the table by heart", &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			if !known[puzzle.String()] {
				return solver.Result{Status: solver.Unsat}, nil
			}
			return honest{}.Solve(ctx, puzzle, limits)
		}}, Options{}},

		{"enumeration", "yields a solution twice", each(func(_ int, b board.Board, yield func(board.Board, error) bool) bool {
			return yield(b, nil) && yield(b.Clone(), nil)
		}), Options{}},
		{"enumeration", "forgets the tenth", each(func(i int, b board.Board, yield func(board.Board, error) bool) bool {
			return i == 9 || yield(b, nil)
		}), Options{}},
		{"enumeration", "yields one grid over and over", each(func(_ int, b board.Board, yield func(board.Board, error) bool) bool {
			return yield(sharedGrid(b), nil)
		}), Options{}},
		{"enumeration", "yields wrong grids", each(func(_ int, b board.Board, yield func(board.Board, error) bool) bool {
			c := b.Cells()
			c[0], c[1] = c[1], c[0]
			return yield(b, nil)
		}), Options{}},
		{"enumeration", "yields no grids", each(func(_ int, _ board.Board, yield func(board.Board, error) bool) bool {
			return yield(board.Board{}, nil)
		}), Options{}},
		{"enumeration", "fails in the middle", each(func(i int, b board.Board, yield func(board.Board, error) bool) bool {
			if i == 5 {
				yield(board.Board{}, errors.New("broken"))
				return false
			}
			return yield(b, nil)
		}), Options{}},
		{"enumeration", "fills in the puzzle", &broken{solutions: func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
			return func(yield func(board.Board, error) bool) {
				for b, err := range (honest{}).Solutions(ctx, puzzle.Clone()) {
					if err == nil {
						copy(puzzle.Cells(), b.Cells())
					}
					if !yield(b, err) {
						return
					}
				}
			}
		}}, Options{}},
		{"enumeration", "goes through the solutions in another order each time", &broken{solutions: func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
			return func(yield func(board.Board, error) bool) {
				var all []board.Board
				for b, err := range (honest{}).Solutions(ctx, puzzle) {
					if all = append(all, b); err != nil || len(all) == maxEnumerated {
						break
					}
				}
				calls++
				for i := range all {
					if !yield(all[(i+int(calls))%len(all)], nil) {
						return
					}
				}
			}
		}}, Options{}},
		{"enumeration", "is shorter the second time", &broken{solutions: func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
			key := puzzle.String()
			return func(yield func(board.Board, error) bool) {
				if cache[key].Solutions == 0 {
					cache[key] = solver.Result{Solutions: 1}
					for b, err := range (honest{}).Solutions(ctx, puzzle) {
						if !yield(b, err) {
							return
						}
					}
				}
			}
		}}, Options{}},
		{"enumeration", "yields too many although it may give up", each(func(_ int, b board.Board, yield func(board.Board, error) bool) bool {
			return yield(b, nil) && yield(b.Clone(), nil)
		}), Options{Incomplete: true}},
		{"enumeration stops", "goes on after a break", each(func(_ int, b board.Board, yield func(board.Board, error) bool) bool {
			yield(b, nil)
			return true
		}), Options{}},
		{"enumeration stops", "fails", each(func(_ int, b board.Board, yield func(board.Board, error) bool) bool {
			return yield(b, errors.New("broken"))
		}), Options{}},
		{"enumeration cancelled", "does not look at the context", ignoreContext, Options{Sides: []int{4}}},
		{"enumeration cancelled", "ends silently", &broken{solutions: func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
			return func(yield func(board.Board, error) bool) {
				for b, err := range (honest{}).Solutions(ctx, puzzle) {
					if err != nil || !yield(b, nil) {
						return
					}
				}
			}
		}}, Options{}},
		{"cancelled before", "does not look at the context", ignoreContext, Options{}},
		{"cancelled before", "returns the context's error", &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			if err := ctx.Err(); err != nil {
				return solver.Result{}, err
			}
			return honest{}.Solve(ctx, puzzle, limits)
		}}, Options{}},
		{"cancelled before", "never recovers", func() solver.Solver {
			dead := false
			return &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
				if dead = dead || ctx.Err() != nil; dead {
					return solver.Result{Status: solver.Cancelled}, nil
				}
				return honest{}.Solve(ctx, puzzle, limits)
			}}
		}(), Options{}},
		{"cancelled midway", "says capped", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Cancelled {
				res.Status = solver.Capped
			}
		}), Options{}},
		{"cancelled midway", "loses the grid", after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
			if res.Status == solver.Cancelled {
				res.Grid = board.Board{}
			}
		}), Options{}},
		{"time limit", "says unique", after(func(_ board.Board, l solver.Limits, res *solver.Result) {
			if l.Time == delay {
				res.Status, res.Solutions = solver.Unique, 1
			}
		}), Options{}},
		{"time limit", "claims as many solutions as asked for", after(func(_ board.Board, l solver.Limits, res *solver.Result) {
			if l.Time == delay {
				res.Status, res.Solutions = solver.Multiple, l.Solutions
			}
		}), Options{}},
		{"time limit", "returns an error", &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			if limits.Time > 0 {
				return solver.Result{}, errors.New("broken")
			}
			return honest{}.Solve(ctx, puzzle, limits)
		}}, Options{}},
		{"time limit", "takes an hour for nothing", before(func(l *solver.Limits) {
			if l.Time == time.Hour {
				l.Time = time.Nanosecond
			}
		}), Options{}},
	}
	covered := map[string]bool{}
	for _, row := range rows {
		covered[row.check] = true
		t.Run(row.check+"/"+row.fault, func(t *testing.T) {
			faults := runCheck(t, row.check, row.s, row.o)
			if len(faults) == 0 {
				t.Error("the check passes")
			}
			for _, f := range faults[:min(1, len(faults))] {
				t.Logf("%d faults, the first: %.200s", len(faults), f)
			}
		})
	}
	for _, c := range checks() {
		if !covered[c.name] {
			t.Errorf("no broken solver for check %q", c.name)
		}
	}
}

// TestHangingRuns: a run that does not return is reported after Options.Patience, and the
// suite goes no further.
func TestHangingRuns(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	empty := findCase("9/empty").Puzzle
	hang := &broken{
		solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
			if puzzle.Equal(empty) && limits.Solutions == math.MaxInt {
				<-release
			}
			return honest{}.Solve(ctx, puzzle, limits)
		},
		solutions: func(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
			return func(yield func(board.Board, error) bool) {
				if puzzle.Equal(empty) && ctx.Err() == nil {
					<-release
				}
				for b, err := range (honest{}).Solutions(ctx, puzzle) {
					if !yield(b, err) {
						return
					}
				}
			}
		},
	}
	for _, name := range []string{"cancelled midway", "time limit", "enumeration cancelled"} {
		faults := runCheck(t, name, hang, Options{Sides: []int{9}, Patience: 50 * time.Millisecond})
		if len(faults) != 1 || !strings.Contains(faults[0], "no return after 50ms") {
			t.Errorf("%s: %q", name, faults)
		}
	}
}

// TestOptionsExcuse: what an engine declares is not held against it.
func TestOptionsExcuse(t *testing.T) {
	givesUp := after(func(puzzle board.Board, _ solver.Limits, res *solver.Result) {
		if res.Stats.Nodes > 0 || res.Status == solver.Unsat && len(board.Conflicts(puzzle)) == 0 {
			*res = solver.Result{Status: solver.Capped, Stats: res.Stats}
		}
		if res.Status == solver.Unique {
			res.Status = solver.Found
		}
	})
	for _, name := range []string{"verdicts", "first solution", "solution limits", "symmetry"} {
		if faults := runCheck(t, name, givesUp, Options{Incomplete: true}); len(faults) != 0 {
			t.Errorf("incomplete engine, %s: %q", name, faults)
		}
	}
	noNodes := after(func(_ board.Board, _ solver.Limits, res *solver.Result) { res.Stats.Nodes = 0 })
	for _, c := range checks() {
		if faults := runCheck(t, c.name, noNodes, Options{NoNodes: true}); len(faults) != 0 {
			t.Errorf("engine without nodes, %s: %q", c.name, faults)
		}
	}
	only4 := &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
		if puzzle.IsZero() || puzzle.Shape().Side() != 4 {
			return solver.Result{}, errors.New("4×4 only")
		}
		return honest{}.Solve(ctx, puzzle, limits)
	}}
	for _, c := range checks() {
		if faults := runCheck(t, c.name, only4, Options{Sides: []int{4}}); len(faults) != 0 {
			t.Errorf("engine for 4×4, %s: %q", c.name, faults)
		}
	}
	weak := &broken{solve: func(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
		if puzzle.Equal(findCase("9/search").Puzzle) {
			return solver.Result{}, errors.New("too hard")
		}
		return honest{}.Solve(ctx, puzzle, limits)
	}}
	if faults := runCheck(t, "verdicts", weak, Options{Exclude: []string{"9/search"}}); len(faults) != 0 {
		t.Errorf("excluded case: %q", faults)
	}
}

// TestFuzzHelperFails: comparison with the oracle notices a wrong count, a wrong proof and a
// wrong grid, and passes over boards that the oracle cannot decide.
func TestFuzzHelperFails(t *testing.T) {
	few := after(func(_ board.Board, _ solver.Limits, res *solver.Result) {
		if res.Solutions > 2 {
			res.Solutions--
		}
	})
	compare := func(s solver.Solver) int {
		r := new(recorder)
		x := newSuite(s, Options{})
		for seed := range uint64(60) {
			x.compare(r, randomOf(t, seed, findCase([]string{"4/full", "9/full"}[seed%2]), uint8(7*seed), uint8(seed)), 1+int(seed%20))
		}
		return len(r.faults)
	}
	if n := compare(honest{}); n != 0 {
		t.Errorf("honest solver: %d faults", n)
	}
	if n := compare(few); n == 0 {
		t.Error("one solution too few is not noticed")
	}
	if n := compare(before(func(l *solver.Limits) { l.Solutions = 1 })); n == 0 {
		t.Error("uniqueness without a proof is not noticed")
	}
	if grids := fullGrids(Options{Sides: []int{36}}); len(grids) != 0 {
		t.Error("a grid of side 36 from nowhere")
	}
}

// TestRandomBoards: the fuzzed boards hold all three verdicts, within the promised givens.
func TestRandomBoards(t *testing.T) {
	for _, grid := range fullGrids(Options{Variants: true}) {
		side := grid.Shape().Side()
		verdicts := map[int]int{}
		for seed := range uint64(120) {
			b, err := randomBoard(seed, grid, uint8(2*seed), uint8(seed))
			if err != nil {
				t.Fatal(err)
			}
			if b.Filled() < leastGivens(side) {
				t.Errorf("%v: %d givens", grid.Shape(), b.Filled())
			}
			if count, _, complete := Count(b, 2, oracleNodes); complete {
				verdicts[count]++
			}
		}
		if verdicts[0] < 5 || verdicts[1] < 5 || verdicts[2] < 5 {
			t.Errorf("%v: boards by solutions (2 for more): %v", grid.Shape(), verdicts)
		}
	}
}

// randomOf is randomBoard for tests.
func randomOf(t rapid.TB, seed uint64, full Case, keep, spoil uint8) board.Board {
	t.Helper()
	b, err := randomBoard(seed, full.Puzzle, keep, spoil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func findCase(name string) Case {
	all := slices.Concat(Cases(), VariantCases())
	return all[slices.IndexFunc(all, func(c Case) bool { return c.Name == name })]
}
