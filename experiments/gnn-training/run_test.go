package gnntraining

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set {
		if r.Status != "ok" {
			t.Errorf("%s is %s", r.Case, r.Status)
		}
	}
}
