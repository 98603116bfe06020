package gnnvariants

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) {
	for _, r := range labtest.Committed(t, Experiment) {
		if r.Status != "ok" {
			t.Errorf("%s is %s", r.Case, r.Status)
		}
	}
}
