package gnnsteps

import (
	"slices"
	"testing"

	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestPlan(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full} {
		c := configOf(p)
		if len(c.Weights) != 1 || c.Weights[0].SHA256 == "" || len(c.Sets) != 1 {
			t.Fatalf("%s: %+v", p, c)
		}
		s := c.Sets[0]
		if s.Test == nil || s.Test.Side != 16 || slices.Max(s.Steps)%c.Segment != 0 || !slices.IsSorted(s.Steps) {
			t.Errorf("%s: %+v, looked at every %d steps", p, s, c.Segment)
		}
	}
}

// TestTables: the goal stands beside the share after the most steps, and is open where the interval holds it.
func TestTables(t *testing.T) {
	cfg := configOf(lab.Full)
	config, err := record.Encode(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		solved float64
		want   []string
	}{
		{280, []string{"16x16-63", "2,048 steps", "20 %", "1,000", "28.0 %", "25.3 to 30.9 %", "met"}},
		{205, []string{"16x16-63", "2,048 steps", "20 %", "1,000", "20.5 %", "18.1 to 23.1 %", "met, open"}},
		{100, []string{"16x16-63", "2,048 steps", "20 %", "1,000", "10.0 %", "8.3 to 12.0 %", "not met"}},
	} {
		r := record.Record{Case: record.Key(aloneKind, lab.OnSet(empty63)...), Status: record.OK, Config: config, Exact: map[string]record.Metric{
			"boards": {Value: 1000, Unit: "boards", N: 1},
		}}
		for i, n := range cfg.Sets[0].Steps {
			hits := tc.solved
			if i+1 < len(cfg.Sets[0].Steps) {
				hits = float64(i)
			}
			r.Exact[gnncard.SolvedBy(cfg.Weights[0].Name, n)] = record.Metric{Value: hits, Unit: "boards", N: 1}
		}
		set := record.Set{r}
		if rows := goalTable(set).Rows; len(rows) != 1 || !slices.Equal(rows[0], tc.want) {
			t.Errorf("goals: %q, want %q", rows, tc.want)
		}
		if rows := tables(set)[1].Rows; len(rows) != 7 || rows[1][3] != "0.1 %" || rows[6][3] != tc.want[4] {
			t.Errorf("boards: %q", rows)
		}
		if drawn, err := figures(set); err != nil || len(drawn) != 1 {
			t.Errorf("%d figures, %v", len(drawn), err)
		}
	}
	if tables(nil) != nil {
		t.Error("tables without a record")
	}
}
