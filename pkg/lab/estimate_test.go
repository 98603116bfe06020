package lab

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/record"
)

// TestKeepMedian: what is kept can be read again; one value has no interval.
func TestKeepMedian(t *testing.T) {
	r := &Run{rec: &record.Record{Case: "c", Status: record.OK}}
	rng := rand.New(rand.NewPCG(1, 1))
	if err := KeepMedian(r.Exact, rng, "three", "cells", []float64{1, 5, 2}); err != nil {
		t.Fatal(err)
	}
	if err := KeepMedian(r.Exact, rng, "one", "cells", []float64{4}); err != nil {
		t.Fatal(err)
	}
	if err := KeepMedian(r.Exact, rng, "none", "cells", nil); err == nil {
		t.Error("the median of nothing is no error")
	}
	e := &Evidence{set: record.Set{*r.rec}}
	if i := e.Interval("c", "three"); i.Low != 1 || i.High != 5 || e.Value("c", "three") != 2 || len(e.absent) > 0 {
		t.Errorf("three values: %v, median %v, absent %v", i, e.Value("c", "three"), e.absent)
	}
	e.Interval("c", "one")
	if len(e.absent) != 2 {
		t.Errorf("one value: absent %v, want both ends", e.absent)
	}
}
