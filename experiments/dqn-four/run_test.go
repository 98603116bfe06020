package dqnfour

import (
	"testing"

	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestPlanned: the full profile trains every network with both seeds, and none with a seed of dqn-models.
func TestPlanned(t *testing.T) {
	n := map[string]int{}
	for _, c := range plan(lab.Full).Cases {
		r := labtest.Record(c.Key(), nil, nil)
		if c.Kind != "run" {
			continue
		}
		if r.Int("seed") < first {
			t.Errorf("%s has a seed of the pilot", c.Key())
		}
		n[r.Dim("network")]++
	}
	for _, network := range networks.Names() {
		if n[network] != 2 {
			t.Errorf("%s is trained %d times", network, n[network])
		}
	}
}

// TestSmoke measures the smoke profile and shows it: methods by rules, and a network before and after.
func TestSmoke(t *testing.T) {
	set := labtest.MeasureAll(t, plan(lab.Smoke))
	trained := set.Where("run")
	if len(trained) != 1 || trained[0].Value("steps") != 8 {
		t.Fatalf("%d trainings, want one of 8 steps", len(trained))
	}
	for _, table := range Experiment().Tables(set) {
		if _, err := table.Markdown(); err != nil || len(table.Rows) == 0 {
			t.Errorf("%s: %d rows, %v", table.Name, len(table.Rows), err)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
