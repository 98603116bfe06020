package gnnvariants

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestSmoke(t *testing.T) {
	for _, r := range labtest.Smoke(t, Experiment) {
		if r.Status != "ok" {
			t.Errorf("%s is %s", r.Case, r.Status)
		}
	}
}
