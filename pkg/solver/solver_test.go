package solver_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"sudokulab/pkg/solver"
)

func TestConclude(t *testing.T) {
	for _, tc := range []struct {
		found, limit int
		complete     bool
		want         solver.Status
	}{
		{0, 2, true, solver.Unsat},
		{0, 2, false, solver.Capped},
		{1, 2, true, solver.Unique},
		{1, 1, true, solver.Unique},
		{1, 1, false, solver.Found},
		{1, 2, false, solver.Capped},
		{2, 2, false, solver.Multiple},
		{2, 10, true, solver.Multiple},
		{2, 10, false, solver.Capped}, // the number would not be exact
	} {
		if got := solver.Conclude(tc.found, tc.limit, tc.complete); got != tc.want {
			t.Errorf("Conclude(%d, %d, %v) = %s, want %s", tc.found, tc.limit, tc.complete, got, tc.want)
		}
	}
}

func TestStatusText(t *testing.T) {
	for s := solver.Capped; s <= solver.Found; s++ {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back solver.Status
		if err := json.Unmarshal(data, &back); err != nil || back != s {
			t.Errorf("%s came back as %s (%v)", s, back, err)
		}
	}
	var s solver.Status
	if err := json.Unmarshal([]byte(`"solved"`), &s); err == nil {
		t.Error("an unknown status was read")
	}
}

func TestLimitsDefault(t *testing.T) {
	if got := (solver.Limits{}).MaxSolutions(); got != 2 {
		t.Errorf("zero limits ask for %d solutions, want 2", got)
	}
	if got := (solver.Limits{Solutions: 7}).MaxSolutions(); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
}

func ExampleConclude() {
	fmt.Println(solver.Conclude(1, 1, false), solver.Conclude(1, 2, true), solver.Conclude(0, 2, false))
	// Output: found unique capped
}
