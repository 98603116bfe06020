package gnnpaths

import (
	"math"
	"testing"

	"sudokulab/pkg/gnn/weights"
)

// TestRounded holds each weight to the nearest number of its format: half a step of its output's scale of int8, and half of the
// last of eight bits of bfloat16.
func TestRounded(t *testing.T) {
	of, shape := []float32{1, -50, 0.5, 100, -0.003, 0}, []int{3, 2}
	got, err := rounded(int8s, of, shape)
	if err != nil {
		t.Fatal(err)
	}
	for i, scale := range []float64{1. / 127, 100. / 127, 1. / 127, 100. / 127, 1. / 127, 100. / 127} {
		steps := float64(got[i]) / scale
		if d := math.Abs(float64(of[i] - got[i])); d > scale/2*1.0001 || math.Abs(steps-math.Round(steps)) > 1e-3 {
			t.Errorf("%g became %g, want the nearest multiple of %g", of[i], got[i], scale)
		}
	}
	if got, err = rounded(bfloat16, of, shape); err != nil {
		t.Fatal(err)
	}
	for i, v := range of {
		if math.Float32bits(got[i])&0xffff != 0 || math.Abs(float64(v-got[i])) > math.Abs(float64(v))/256 {
			t.Errorf("%g became %g in bfloat16", v, got[i])
		}
	}
	if _, err := rounded("int3", of, shape); err == nil {
		t.Error("no error of a format that there is not")
	}
	if got, err = rounded(int8s, []float32{0, 0}, []int{1, 2}); err != nil || got[0] != 0 || got[1] != 0 {
		t.Errorf("zeros became %v (%v)", got, err)
	}
}

// TestRoundedModel leaves the embedded weights as they are.
func TestRoundedModel(t *testing.T) {
	m, err := weights.Load(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	before, err := m.Tensors[0].Float32()
	if err != nil {
		t.Fatal(err)
	}
	for format, most := range map[string]float64{bfloat16: 1. / 256, int8s: 1. / 254 * 1.0001} {
		other, change, err := roundedTo(format, m)
		if err != nil {
			t.Fatal(err)
		}
		if change == 0 || change > most {
			t.Errorf("%s changes a weight by %g of the largest, want more than 0 and at most %g", format, change, most)
		}
		if len(other.Tensors) != len(m.Tensors) || other.Tensors[0].Name != m.Tensors[0].Name {
			t.Errorf("%s has other tensors", format)
		}
	}
	after, err := m.Tensors[0].Float32()
	if err != nil {
		t.Fatal(err)
	}
	for i := range before {
		if before[i] != after[i] {
			t.Fatal("rounding changed the embedded weights")
		}
	}
}
