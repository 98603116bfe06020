package cspdesign

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestSmoke(t *testing.T) {
	labtest.Smoke(t, Experiment, setCase(domainsAxis, "own-hard"), setCase(storeAxis, "own-minimal"), setCase(orderAxis, "own-minimal"), copyCase)
}
