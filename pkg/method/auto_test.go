package method_test

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// general reports whether every command can use a method: its proofs hold, it lists solutions, and a
// bound on its nodes ends it.
func general(m method.Method) bool {
	return !m.Learned && m.Proves == method.Decides && m.Enumerates && m.Nodes != ""
}

// TestAutoShapes: the table answers for every shape, by a method that takes it and that every command
// can use, and Auto's answers are that method's, counters included.
func TestAutoShapes(t *testing.T) {
	auto := open(t, method.Auto, method.Options{})
	by := map[string]*method.Solver{}
	for _, name := range method.Choices() {
		m, err := method.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if !general(m) {
			t.Errorf("%s is a choice, and not every command can use it", name)
		}
		by[name] = open(t, name, method.Options{})
	}
	seen := map[string]bool{}
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		shape := c.Puzzle.Shape()
		name, err := method.Fastest(shape)
		if err != nil || name != auto.NameFor(shape) {
			t.Fatalf("%s: %s, %v; NameFor says %s", shape, name, err, auto.NameFor(shape))
		}
		seen[name] = true
		if err := by[name].Takes(shape); err != nil {
			t.Errorf("%s is chosen for %s: %v", name, shape, err)
		}
		for _, limits := range []solver.Limits{{}, {Solutions: 1}, {Nodes: 1}, {Solutions: 100, Nodes: 50}} {
			if limits.Nodes == 0 && !c.Puzzle.Full() && shape.Side() > 16 {
				continue
			}
			got, err := auto.Solve(t.Context(), c.Puzzle, limits)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			want, err := by[name].Solve(t.Context(), c.Puzzle, limits)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			if got.Status != want.Status || got.Solutions != want.Solutions || !sameGrid(got.Grid, want.Grid) ||
				got.Stats.Nodes != want.Stats.Nodes || !slices.Equal(got.Stats.Counters, want.Stats.Counters) {
				t.Errorf("%s, %+v: auto %+v, %s %+v", c.Name, limits, got, name, want)
			}
		}
	}
	for _, name := range method.Choices() {
		if !seen[name] {
			t.Errorf("no board of the suite goes to %s", name)
		}
	}
	if _, err := method.Fastest(nil); err == nil {
		t.Error("the fastest method for no shape was named")
	}
}

func sameGrid(a, b board.Board) bool {
	return a.IsZero() && b.IsZero() || !a.IsZero() && !b.IsZero() && a.Equal(b)
}

// measured is what the records say of the methods on the boards of a side: of each set of puzzles,
// how many a method settled and the mean seconds of those.
type measured struct {
	settled map[string]float64
	means   map[string]map[string]float64 // by method and set, NaN where it settled none
}

// result returns a method's figures in a record: puzzles settled and mean seconds of those. ok is
// false if the record has none of the method.
type result func(r record.Record, name string) (settled, mean float64, ok bool)

// inEngines reads a record of speed-engines.
func inEngines(r record.Record, name string) (settled, mean float64, ok bool) {
	s, ok := r.Metric(name + " settled")
	if m, timed := r.Metric(name + " mean"); timed {
		return s.Value, m.Value, ok
	}
	return s.Value, math.NaN(), ok
}

// inLarge reads a record of speed-large.
func inLarge(r record.Record, name string) (settled, mean float64, ok bool) {
	solved, ok := r.Metric(name + " solved")
	unsat, both := r.Metric(name + " unsat")
	settled = solved.Value + unsat.Value
	if total, timed := r.Metric(name + " time.total"); timed && settled > 0 {
		return settled, total.Value / settled, ok && both
	}
	return settled, math.NaN(), ok && both
}

// sideOf returns the side of a record's boards, 0 if it is not of a set of boards.
func sideOf(t *testing.T, r record.Record) int {
	t.Helper()
	if side, ok := r.Metric("side"); ok {
		return int(side.Value)
	}
	if r.Corpus != nil {
		set, err := corpus.ByID(r.Corpus.ID)
		if err != nil {
			t.Fatal(err)
		}
		return set.Side
	}
	var cfg struct {
		Made int `json:"made_side"`
	}
	if err := json.Unmarshal(r.Config, &cfg); err != nil {
		t.Fatal(err)
	}
	return cfg.Made
}

// bySide reads the committed records of an experiment. The smoke profile's are left out: its bounds
// end searches that a default has to do.
func bySide(t *testing.T, experiment string, of result) map[int]*measured {
	t.Helper()
	set, err := record.ReadFile(filepath.Join("..", "..", "results", experiment, "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	sides := map[int]*measured{}
	for _, r := range set {
		if r.Profile == "smoke" || r.Status == record.Missing {
			continue
		}
		names := slices.DeleteFunc(method.Which(general), func(name string) bool {
			_, _, ok := of(r, name)
			return !ok
		})
		if len(names) < 2 {
			continue
		}
		side := sideOf(t, r)
		if sides[side] == nil {
			sides[side] = &measured{settled: map[string]float64{}, means: map[string]map[string]float64{}}
		}
		for _, name := range names {
			settled, mean, _ := of(r, name)
			sides[side].settled[name] += settled
			if sides[side].means[name] == nil {
				sides[side].means[name] = map[string]float64{}
			}
			sides[side].means[name][r.Profile+" "+r.Case] = mean
		}
	}
	return sides
}

// ratio returns how many times as long as other a method takes: the geometric mean over the sets that
// both have settled puzzles of.
func (m measured) ratio(name, other string) float64 {
	sum, n := 0.0, 0
	for set, mean := range m.means[name] {
		if beside, ok := m.means[other][set]; ok && !math.IsNaN(mean) && !math.IsNaN(beside) {
			sum += math.Log(mean / beside)
			n++
		}
	}
	return math.Exp(sum / float64(n))
}

// mostOfTheFastest is how many times the fastest method's time a default may take: see choices.
const mostOfTheFastest = 2

// TestAutoIsFastest compares the table with the committed records: of the methods that every command
// can use, none may settle more puzzles of a side than the choice, and none that settles as many may
// be twice as fast. Those that are faster by less are named.
func TestAutoIsFastest(t *testing.T) {
	compared := map[string]bool{}
	for experiment, of := range map[string]result{"speed-engines": inEngines, "speed-large": inLarge} {
		for side, m := range bySide(t, experiment, of) {
			shape, err := board.ShapeOfSide(side)
			if err != nil {
				t.Fatalf("%s: %v", experiment, err)
			}
			choice, err := method.Fastest(shape)
			if err != nil {
				t.Fatal(err)
			}
			where := fmt.Sprintf("%s, side %d", experiment, side)
			if _, ok := m.settled[choice]; !ok {
				t.Logf("%s: no record of %s", where, choice)
				continue
			}
			compared[choice] = true
			for name, settled := range m.settled {
				switch ratio := m.ratio(choice, name); {
				case name == choice || settled < m.settled[choice]:
				case settled > m.settled[choice]:
					t.Errorf("%s: %s settles %v puzzles, %s, which auto chooses, %v", where, name, settled, choice, m.settled[choice])
				case ratio >= mostOfTheFastest:
					t.Errorf("%s: %s, which auto chooses, takes %.2f times as long as %s", where, choice, ratio, name)
				case ratio > 1:
					t.Logf("%s: %s, which auto chooses, takes %.2f times as long as %s", where, choice, ratio, name)
				}
			}
		}
	}
	for _, name := range method.Choices() {
		if !compared[name] {
			t.Errorf("no record says how fast %s is beside others", name)
		}
	}
}

// TestAutoCounts: what an enumeration by Auto lists is what it counts.
func TestAutoCounts(t *testing.T) {
	s := open(t, method.Auto, method.Options{})
	for _, line := range []string{four, strings.Repeat(".", 16), easy} {
		b := board.MustParse(line)
		n := 0
		for grid, err := range s.Solutions(t.Context(), b) {
			if err != nil {
				t.Fatal(err)
			}
			if err := board.CheckSolution(b, grid); err != nil {
				t.Fatal(err)
			}
			n++
		}
		res, err := s.Solve(t.Context(), b, solver.Limits{Solutions: 1000})
		if err != nil || res.Solutions != n {
			t.Errorf("%s: %d solutions listed, %d counted, %v", line, n, res.Solutions, err)
		}
	}
	if e, ok := method.As[*engine.WideSolver](s); ok {
		t.Errorf("%s is behind auto, which has several", e.Name())
	}
}
