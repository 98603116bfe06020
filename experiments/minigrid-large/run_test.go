package minigridlarge

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestSmoke(t *testing.T) { labtest.Smoke(t, Experiment) }
