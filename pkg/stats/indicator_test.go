package stats_test

import (
	"testing"

	"sudokulab/pkg/stats"
)

func TestIndicator(t *testing.T) {
	if stats.Indicator[int](true) != 1 || stats.Indicator[int64](false) != 0 || stats.Indicator[float64](true) != 1 {
		t.Error("want 1 for what holds, 0 for what does not")
	}
}
