package dqntrains

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestSmoke measures the smoke profile, and shows it.
func TestSmoke(t *testing.T) {
	if testing.Short() {
		t.Skip("trains four networks for some steps")
	}
	p := plan(lab.Smoke)
	set := labtest.MeasureAll(t, p)
	for _, r := range set {
		if r.Int("seed") != first {
			t.Errorf("%s: want seed %d", r.Case, first)
		}
	}
	rows := 0
	for _, table := range Experiment().Tables(set) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
		rows += len(table.Rows)
	}
	if rows != 1+3 { // a training, and three depths
		t.Errorf("%d rows in tables, want 4", rows)
	}
}

// TestPlanned: no seed of the pilot is among those of the full profile, and everything has its runs.
func TestPlanned(t *testing.T) {
	n := map[string]int{}
	for _, c := range plan(lab.Full).Cases {
		r := labtest.Record(c.Key(), nil, nil)
		if r.Int("seed") < first {
			t.Errorf("%s has a seed of the pilot", c.Key())
		}
		what := c.Kind
		for _, d := range c.Dims[:len(c.Dims)-1] { // but the seed
			what += " " + d.Value
		}
		n[what]++
	}
	for what, want := range map[string]int{
		"run 9x9 conv unscaled": 12, "run 9x9 resnet unscaled": 12, "run 9x9 transformer unscaled": 12,
		"depth 16 with": 10, "depth 16 without": 10, "depth 2 with": 10,
	} {
		if n[what] != want {
			t.Errorf("%s: %d runs, want %d", what, n[what], want)
		}
	}
	if len(n) != 6 {
		t.Errorf("runs of %d kinds, want 6: %v", len(n), n)
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
