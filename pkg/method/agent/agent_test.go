package agent_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/weights/weightstest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/agent"
	"sudokulab/pkg/method/methodtest"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// The methods are tested with weights of the tests' own, so they are there whether any are embedded or not.
func init() { //nolint:gochecknoinits // as the package registers them
	if agent.DefaultWeights() != "" {
		return
	}
	for _, m := range agent.Methods() {
		method.Register(m)
	}
}

func ExampleMethods() {
	for _, m := range agent.Methods() {
		fmt.Println(m.Name, m.Proves)
	}
	// Output:
	// dqn finds
	// dqn-guided decides
}

func open(t *testing.T, name, file string) *method.Solver {
	t.Helper()
	s, err := method.Open(t.Context(), name, method.Options{Weights: file})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// plain hides what a solver has in addition to solver.Solver.
type plain struct{ solver.Solver }

// TestAgent: all that the methods promise, with one training for all.
func TestAgent(t *testing.T) {
	file := weightstest.Agent(t)
	t.Run("conformance", func(t *testing.T) {
		for _, m := range agent.Methods() {
			o := solvertest.Options{Sides: []int{4}, Exclude: []string{"4/multiple-6", "4/one-given"}}
			o.Incomplete, o.NoNodes = m.Proves == method.Finds, m.Proves == method.Finds
			t.Run(m.Name, func(t *testing.T) { solvertest.Run(t, plain{open(t, m.Name, file)}, o) })
		}
	})
	t.Run("games", func(t *testing.T) { games(t, file) })
	t.Run("options", func(t *testing.T) { options(t, file) })
	t.Run("forks", func(t *testing.T) {
		methodtest.Forks(t, "dqn-guided", method.Options{Weights: file}, board.MustParse("1....2....3....4"))
	})
	t.Run("limits", func(t *testing.T) { limits(t, file) })
}

// games: the agent alone finds what it finds in its games, and never says more than it knows; guided, every puzzle is
// decided as the engine alone decides it, with the agent's moves as far as a solution has them.
func games(t *testing.T, file string) {
	alone, guided := open(t, "dqn", file), open(t, "dqn-guided", file)
	exact := engine.Wide(engine.DefaultWide())
	var all []puzzles.Sample
	for _, at := range []struct{ side, blanks, count int }{{4, 6, 5}, {4, 12, 20}, {9, 12, 2}, {9, 45, 2}} {
		some, err := dqn.HeldOut(t.Context(), at.side, dqn.Row{Low: at.blanks, High: at.blanks}, at.count, 11)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	solved, failed := 0, 0
	for _, s := range all {
		b := s.Board()
		e, err := alone.Explain(t.Context(), b, solver.Limits{Solutions: 1})
		if err != nil {
			t.Fatal(err)
		}
		trace, ok := e.Told.(*agent.Trace)
		if !ok {
			t.Fatalf("told %T", e.Told)
		}
		right := follow(t, s, trace)
		switch e.Result.Status {
		case solver.Found:
			solved++
			if !e.Result.Grid.Equal(s.Grid()) || trace.End != agent.EndSolved || right != len(trace.Moves) {
				t.Errorf("%s: found %s by %d of %d moves", b, e.Result.Grid, right, len(trace.Moves))
			}
		case solver.Capped:
			failed++
			filled, broken := e.Result.Stats.Counter(infer.CounterFilled), e.Result.Stats.Counter(infer.CounterBroken)
			if !e.Result.Grid.IsZero() || trace.End != agent.EndBroken || filled != int64(len(trace.Moves)) || broken < 1 || right >= len(trace.Moves) {
				t.Errorf("%s: %+v after %d moves, %d right, that end %s", b, e.Result, len(trace.Moves), right, trace.End)
			}
		default:
			t.Errorf("%s: %s", b, e.Result.Status)
		}
		if res, err := alone.Solve(t.Context(), b, solver.Limits{}); err != nil || res.Status != solver.Capped || res.Solutions != e.Result.Solutions {
			t.Errorf("%s: asked for two solutions the agent says %+v, %v", b, res, err)
		}
		g, err := guided.Explain(t.Context(), b, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		told, ok := g.Told.(*agent.Trace)
		if !ok || g.Result.Status != solver.Unique || !g.Result.Grid.Equal(s.Grid()) || told.Kept != right {
			t.Errorf("%s: guided %+v, %d of %d right moves kept", b, g.Result, told.Kept, right)
		}
		for _, trace := range []*agent.Trace{trace, told} {
			var text bytes.Buffer
			if err := trace.WriteText(&text); err != nil || strings.Count(text.String(), "move ") < len(trace.Moves) || !strings.Contains(text.String(), "next best") {
				t.Errorf("%v:\n%s", err, text.String())
			}
			var again agent.Trace
			if data, err := json.Marshal(trace); err != nil || json.Unmarshal(data, &again) != nil || len(again.Moves) != len(trace.Moves) {
				t.Errorf("%s: %v", data, err)
			}
		}
	}
	if solved == 0 || failed == 0 {
		t.Errorf("%d puzzles solved and %d not: nothing is shown of one of them", solved, failed)
	}
	for _, line := range []string{"12..............", "1...............", "123.4...........", "11.............."} { // several solutions, or none
		b := board.MustParse(line)
		want, err := exact.Solve(t.Context(), b, solver.Limits{Solutions: 50})
		if err != nil {
			t.Fatal(err)
		}
		got, err := guided.Solve(t.Context(), b, solver.Limits{Solutions: 50})
		if err != nil || got.Status != want.Status || got.Solutions != want.Solutions {
			t.Errorf("%s: %+v, %v, want %+v", line, got, err, want)
		}
	}
}

// follow plays a trace's moves on, checks what it says of them, and returns how many are right from the first on.
func follow(t *testing.T, s puzzles.Sample, trace *agent.Trace) (right int) {
	t.Helper()
	b := s.Board().Clone()
	n := b.Shape().Side()
	for i, m := range trace.Moves {
		if b.At(m.Cell) != 0 || len(m.Values) != n*n*n || float64(m.Values[m.Cell*n+m.Digit-1]) != m.Value && m.Value-float64(m.Values[m.Cell*n+m.Digit-1]) > 1e-3 {
			t.Errorf("move %d: %d in cell %d, which holds %d, at %g", i+1, m.Digit, m.Cell, b.At(m.Cell), m.Value)
		}
		for action, v := range m.Values {
			if b.At(action/n) == 0 && float64(v) > m.Value+1e-3 {
				t.Errorf("move %d is valued at %g, action %d at %g", i+1, m.Value, action, v)
			}
		}
		if right == i && int(s.Solution[m.Cell]) == m.Digit {
			right++
		}
		b.Set(m.Cell, m.Digit)
	}
	return right
}

// options: what cannot be opened, and which boards are taken.
func options(t *testing.T, file string) {
	for _, o := range []method.Options{{Weights: "nobody"}, {Weights: "nowhere.safetensors"}} {
		_, err := method.Open(t.Context(), "dqn", o)
		if wrong, ok := errors.AsType[*method.ValueError](err); !ok || wrong.Option != method.Weights || wrong.Value != o.Weights {
			t.Errorf("%+v: %v", o, err)
		}
	}
	_, err := method.Open(t.Context(), "dqn-guided", method.Options{Steps: 8})
	if wrong, ok := errors.AsType[*method.OptionError](err); !ok || wrong.Option != method.Steps {
		t.Errorf("steps: %v", err)
	}
	s := open(t, "dqn", file)
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	large, err := board.ShapeOfSide(16)
	if err != nil {
		t.Fatal(err)
	}
	if s.Takes(board.Standard()) != nil || s.Takes(large) != nil || s.Takes(diagonal) == nil || s.Takes(nil) == nil {
		t.Error("the candidate network takes plain boards, and no others")
	}
	if _, err := s.Solve(t.Context(), board.New(diagonal), solver.Limits{}); err == nil {
		t.Error("a board with diagonals is solved")
	}
	for _, m := range agent.Methods() {
		text, err := json.Marshal(m.Config)
		if err != nil || !strings.HasPrefix(string(text), `{"name":"`+m.Name+`","guided":`) {
			t.Errorf("%s, %v", text, err)
		}
	}
	if by, ok := method.As[*agent.Solver](s); !ok || by.Backend() == nil {
		t.Error("no solver of this package behind dqn")
	}
}

// limits: time that is up is capped, and says that it was interrupted.
func limits(t *testing.T, file string) {
	b := board.MustParse("1...............")
	for _, name := range []string{"dqn", "dqn-guided"} {
		e, err := open(t, name, file).Explain(t.Context(), b, solver.Limits{Time: time.Nanosecond})
		if err != nil || e.Result.Status != solver.Capped {
			t.Errorf("%s: %+v, %v", name, e.Result, err)
		}
		if trace, ok := e.Told.(*agent.Trace); !ok || trace.End != agent.EndInterrupted {
			t.Errorf("%s: told %+v", name, e.Told)
		}
	}
}
