package dqnepisodes

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
