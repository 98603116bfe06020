package infer_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/solver"
)

// TestTrace: what is told agrees with what was asked and answered, on every shape, and telling
// changes nothing.
func TestTrace(t *testing.T) {
	puzzles := slices.Concat(own(t, "own-minimal", 6), own(t, "own-4x4", 6), own(t, "own-16x16", 1))
	failures := 0
	for _, e := range entries() {
		for i, b := range puzzles {
			model := oracle([]float64{0, 0.05, 0.4}[i%3], 0.8, uint64(i))
			r := runner(t, model, e.Config, nil)
			a, trace, err := r.Explain(t.Context(), b, solver.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			plain, err := r.Solve(t.Context(), []board.Board{b}, solver.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := untimed(a), untimed(plain[0]); !sameAnswer(got, want) {
				t.Errorf("%s: explained %+v, else %+v", e.Name, got, want)
			}
			paths := map[infer.Method]int{}
			for k, round := range trace.Rounds {
				paths[round.Method]++
				now, err := trace.BoardOf(round)
				if err != nil {
					t.Fatal(err)
				}
				want := ask(t, model, now)
				if e.Config.Beam.Ask != infer.AskOnce && !slices.Equal(round.P, want.P) {
					t.Errorf("%s: round %d: not what the model says of %v", e.Name, k+1, now)
				}
				if len(round.Model) != len(empties(now)) {
					t.Errorf("%s: round %d has %d cells, want %d", e.Name, k+1, len(round.Model), len(empties(now)))
				}
				n := b.Shape().Side()
				for _, f := range slices.Concat(round.Model, round.Filled, round.Refused, round.Branches) {
					if p := want.P[f.Cell*n+f.Digit-1]; now.At(f.Cell) != 0 || math.Abs(float64(f.P-p)) > 1e-5 {
						t.Errorf("%s: round %d: %+v in %v, the model says %v", e.Name, k+1, f, now, p)
					}
				}
			}
			if len(trace.Ends) == 0 || trace.Ends[len(trace.Ends)-1].Solved == a.Grid.IsZero() {
				t.Errorf("%s: ends %+v, answer %+v", e.Name, trace.Ends, a)
			}
			for _, end := range trace.Ends {
				if !end.Solved {
					failures++
					if end.Why == "" || !slices.IsSortedFunc(end.Weakest, func(a, b infer.Fill) int { return cmp.Compare(a.P, b.P) }) {
						t.Errorf("%s: end %+v", e.Name, end)
					}
				}
			}
			data, err := json.Marshal(trace)
			if err != nil {
				t.Fatal(err)
			}
			back := infer.Trace{Shape: trace.Shape}
			if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(&back, trace) {
				t.Errorf("%s: the trace does not come back from JSON (%v)", e.Name, err)
			}
			var text bytes.Buffer
			if err := trace.WriteText(&text); err != nil {
				t.Fatal(err)
			}
			for _, end := range trace.Ends {
				if !end.Solved && !strings.Contains(text.String(), strings.TrimPrefix(end.Why, "infer: ")) {
					t.Errorf("%s: %q is not in the text", e.Name, end.Why)
				}
			}
			if rows := strings.Count(text.String(), "round "); rows < len(trace.Rounds) {
				t.Errorf("%s: %d rounds in the text, want %d", e.Name, rows, len(trace.Rounds))
			}
		}
	}
	if failures == 0 {
		t.Error("no stage failed")
	}
}

func TestAnswerJSON(t *testing.T) {
	r := runner(t, oracle(0.05, 0.9, 2), infer.DefaultConfig(), nil)
	a, err := r.Solve(t.Context(), own(t, "own-minimal", 1), solver.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(a[0])
	if err != nil {
		t.Fatal(err)
	}
	var back infer.Answer
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	back.Grid = a[0].Grid
	if !reflect.DeepEqual(back, a[0]) {
		t.Errorf("%+v came back as %+v", a[0], back)
	}
	cfg, err := json.Marshal(infer.CorrectedConfig())
	if err != nil {
		t.Fatal(err)
	}
	var c infer.Config
	if err := json.Unmarshal(cfg, &c); err != nil || !reflect.DeepEqual(c, infer.CorrectedConfig()) {
		t.Errorf("the configuration came back as %+v (%v)", c, err)
	}
}
