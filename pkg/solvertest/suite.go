package solvertest

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Options says what an engine does not claim, or claims beyond plain boards. The zero value is
// a complete search engine for plain boards of side 4, 9 and 16 (see [LargeVariable] for 16).
type Options struct {
	// Sides are the sides of the boards to test; nil means 4, 9 and 16. Boards of other
	// sides may be refused with an error, but not be answered wrongly.
	Sides []int
	// Variants adds the boards with diagonals, of the sides in Sides, and the jigsaws of
	// every side ([VariantCases]). Without it, such boards may be refused with an error, but
	// not be answered as if they were plain.
	Variants bool
	// Exclude names cases ([Case.Name]) that the engine cannot finish in reasonable time.
	Exclude []string
	// Incomplete is for engines that may answer Capped, or Found where a proof was asked
	// for. What they do claim has to be right all the same.
	Incomplete bool
	// NoNodes is for engines without a search tree: they leave Stats.Nodes at 0, and Nodes
	// limits do not concern them.
	NoNodes bool
	// Patience is how long an interrupted run may take to return; 0 means 10 seconds.
	Patience time.Duration
}

func (o Options) sides() []int {
	if o.Sides == nil {
		return []int{4, 9, 16}
	}
	return o.Sides
}

func (o Options) patience() time.Duration {
	if o.Patience <= 0 {
		return 10 * time.Second
	}
	return o.Patience
}

// reporter is the part of *testing.T that checks use, so that the suite's own tests can
// watch a check fail.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// suite is one engine under test.
type suite struct {
	s     solver.Solver
	o     Options
	cases []Case // of the engine's sides, without the excluded ones
	hung  bool   // a run did not return: the solver must not be called again
}

// check is one promise. Each can fail alone.
type check struct {
	name string
	run  func(x *suite, r reporter)
}

// checks returns all promises in the order in which they are tested: later ones make little
// sense if earlier ones fail.
func checks() []check {
	return []check{
		{"options", (*suite).checkOptions},
		{"name", (*suite).checkName},
		{"verdicts", (*suite).checkVerdicts},
		{"first solution", (*suite).checkFirstSolution},
		{"solution limits", (*suite).checkSolutionLimits},
		{"puzzle unchanged", (*suite).checkPuzzleUnchanged},
		{"grid kept", (*suite).checkGridKept},
		{"counters repeat", (*suite).checkRepeat},
		{"node limit", (*suite).checkNodeLimit},
		{"other boards", (*suite).checkOtherBoards},
		{"symmetry", (*suite).checkSymmetry},
		{"enumeration", (*suite).checkEnumeration},
		{"enumeration stops", (*suite).checkEnumerationStops},
		{"enumeration cancelled", (*suite).checkEnumerationCancelled},
		{"cancelled before", (*suite).checkCancelledBefore},
		{"cancelled midway", (*suite).checkCancelledMidway},
		{"time limit", (*suite).checkTimeLimit},
	}
}

// Run tests that an engine keeps the promises of package solver, each in a subtest: see
// checks in suite.go for the list. If the engine is a solver.Enumerator, that is tested as well.
func Run(t *testing.T, s solver.Solver, opts Options) {
	t.Helper()
	x := newSuite(s, opts)
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) { c.run(x, t) })
		if x.hung {
			t.Fatalf("a run did not return within %v: the remaining checks were left out", opts.patience())
		}
	}
}

func newSuite(s solver.Solver, opts Options) *suite {
	x := &suite{s: s, o: opts}
	for _, c := range slices.Concat(Cases(), VariantCases()) {
		switch shape := c.Puzzle.Shape(); {
		case !opts.takes(shape), slices.Contains(opts.Exclude, c.Name):
		case shape.Side() > usualSide && os.Getenv(LargeVariable) == "" && opts.usual():
		default:
			x.cases = append(x.cases, c)
		}
	}
	return x
}

// LargeVariable is the environment variable that, set to anything, has [Run] take the cases on
// boards beyond side 9 as well, which cost more than all others together; make large sets it. An
// engine that claims no smaller board is always tested on those it claims.
const LargeVariable = "SUDOKULAB_LARGE"

const usualSide = 9

// usual reports whether the engine claims boards of side 9 or smaller.
func (o Options) usual() bool { return slices.Min(o.sides()) <= usualSide }

// takes reports whether the engine claims boards of the shape.
func (o Options) takes(s *board.Shape) bool {
	if !s.Plain() && !o.Variants {
		return false
	}
	return s.Box() == 0 || slices.Contains(o.sides(), s.Side())
}

// solve runs the engine on a copy of the puzzle and reports errors and results that
// contradict themselves.
func (x *suite) solve(r reporter, name string, puzzle board.Board, limits solver.Limits) (solver.Result, bool) {
	r.Helper()
	res, err := x.s.Solve(context.Background(), puzzle.Clone(), limits)
	if err != nil {
		r.Errorf("%s: error: %v", name, err)
		return res, false
	}
	if fault := consistent(puzzle, limits.MaxSolutions(), res); fault != "" {
		r.Errorf("%s with limit %d: %s", name, limits.MaxSolutions(), fault)
		return res, false
	}
	if x.o.NoNodes && res.Stats.Nodes != 0 {
		r.Errorf("%s: %d nodes from an engine without nodes", name, res.Stats.Nodes)
		return res, false
	}
	return res, true
}

// consistent says what is wrong with a result regardless of the puzzle's solutions.
func consistent(puzzle board.Board, limit int, res solver.Result) string {
	switch {
	case res.Solutions < 0 || res.Solutions > limit:
		return fmt.Sprintf("%d solutions, want 0 to %d", res.Solutions, limit)
	case (res.Solutions == 0) != res.Grid.IsZero():
		return fmt.Sprintf("%d solutions with grid %v", res.Solutions, res.Grid)
	case res.Stats.Nodes < 0 || res.Stats.Backtracks < 0 || res.Stats.Elapsed < 0:
		return fmt.Sprintf("counts below zero: %+v", res.Stats)
	}
	if res.Solutions > 0 {
		if err := board.CheckSolution(puzzle, res.Grid); err != nil {
			return fmt.Sprintf("wrong grid %v: %v", res.Grid, err)
		}
	}
	low, high := 0, limit
	switch res.Status {
	case solver.Unsat:
		high = 0
	case solver.Unique:
		low, high = 1, 1
	case solver.Found:
		low = 1
	case solver.Multiple:
		low = 2
	case solver.Capped, solver.Cancelled:
	default:
		return fmt.Sprintf("unknown status %v", res.Status)
	}
	if res.Solutions < low || res.Solutions > high {
		return fmt.Sprintf("status %v with %d solutions", res.Status, res.Solutions)
	}
	return ""
}

// verdict says what is wrong with a consistent result of an unbounded run on a board with a
// known number of solutions.
func (o Options) verdict(solutions, limit int, res solver.Result) string {
	want := solutions
	if solutions == Many {
		want = limit
	}
	want = min(want, limit)
	wrong := fmt.Sprintf("status %v with %d solutions, the board has %s", res.Status, res.Solutions, countName(solutions))
	if res.Solutions > want {
		return wrong
	}
	switch {
	case res.Status == solver.Unsat && solutions != 0,
		res.Status == solver.Unique && solutions != 1,
		res.Status == solver.Multiple && (solutions == 0 || solutions == 1):
		return wrong
	case res.Status == solver.Cancelled:
		return "cancelled without reason"
	}
	if o.Incomplete {
		return ""
	}
	ok := res.Solutions == want
	switch {
	case want == 0:
		ok = ok && res.Status == solver.Unsat
	case want >= 2:
		ok = ok && res.Status == solver.Multiple
	case limit >= 2:
		ok = ok && res.Status == solver.Unique
	default:
		// One solution was asked for. An engine that saw more than it was asked may say so.
		ok = ok && (res.Status == solver.Found || res.Status == solver.Unique)
	}
	if !ok {
		return wrong
	}
	return ""
}

func countName(solutions int) string {
	if solutions == Many {
		return "many"
	}
	return strconv.Itoa(solutions)
}

// expect solves a case and reports a verdict that is wrong.
func (x *suite) expect(r reporter, c Case, limits solver.Limits) {
	r.Helper()
	res, ok := x.solve(r, c.Name, c.Puzzle, limits)
	if !ok {
		return
	}
	if fault := x.o.verdict(c.Solutions, limits.MaxSolutions(), res); fault != "" {
		r.Errorf("%s with limit %d: %s", c.Name, limits.MaxSolutions(), fault)
	}
}
