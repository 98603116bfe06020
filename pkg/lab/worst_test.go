package lab

import (
	"testing"

	"sudokulab/pkg/stats"
)

func TestWorst(t *testing.T) {
	for _, tc := range []struct {
		of   []Verdict
		want Verdict
	}{
		{nil, Pending},
		{[]Verdict{Reproduced, Reproduced}, Reproduced},
		{[]Verdict{Reproduced, Partly}, Partly},
		{[]Verdict{Pending, Partly, Reproduced}, Pending},
		{[]Verdict{Reproduced, Pending, Refuted}, Refuted},
		{[]Verdict{"unheard of"}, Pending},
	} {
		if got := Worst(tc.of...); got != tc.want {
			t.Errorf("worst of %v: %s, want %s", tc.of, got, tc.want)
		}
	}
}

func TestLeast(t *testing.T) {
	if got := Least(); got != Unknown() {
		t.Errorf("least of none: %v", got)
	}
	// The least may be either: the low end is of one, the high end of the other.
	wide, narrow := stats.Interval{Low: 0.1, High: 0.9, Confidence: Confidence}, stats.Interval{Low: 0.4, High: 0.6, Confidence: Confidence}
	if got, want := Least(narrow, wide), (stats.Interval{Low: 0.1, High: 0.6, Confidence: Confidence}); got != want {
		t.Errorf("least: %v, want %v", got, want)
	}
	if got := Least(wide); got != wide {
		t.Errorf("least of one: %v", got)
	}
}
