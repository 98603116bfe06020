package lab

import (
	"testing"

	"sudokulab/pkg/record"
)

func TestWithInterval(t *testing.T) {
	r := record.Record{Noisy: map[string]record.Metric{"gain": {Value: 2}, "gain.low": {Value: 1.5}, "gain.high": {Value: 3}}}
	if got := WithInterval(r, "gain", Number); got != "2 (1.500 to 3)" {
		t.Errorf("%q", got)
	}
	if got := WithInterval(r, "loss", Number); got != "–" {
		t.Errorf("%q for what the record lacks", got)
	}
}
