package record_test

import (
	"errors"
	"testing"

	"sudokulab/pkg/record"
)

func TestSum(t *testing.T) {
	set := record.Set{
		{Case: "n=1", Exact: map[string]record.Metric{"nodes": {Value: 2}, "guesses": {Value: 10}}},
		{Case: "n=2", Exact: map[string]record.Metric{"nodes": {Value: 3}}, Noisy: map[string]record.Metric{"guesses": {Value: 20}}},
	}
	if got := set.Sum("nodes"); got != 5 {
		t.Errorf("%v nodes, want 5", got)
	}
	if got := set.Sum("nodes", "guesses"); got != 35 {
		t.Errorf("%v in all, want 35", got)
	}
	defer func() {
		var absent *record.AbsentError
		if err, _ := recover().(error); !errors.As(err, &absent) {
			t.Errorf("%v for a metric that the records lack, want an AbsentError", err)
		}
	}()
	set.Sum("leaves")
}
