package lab

import (
	"math"
	"testing"
)

// TestMeanInterval: 4.303 is the 97.5 % quantile of Student's t with two degrees of freedom, and
// 2.228 that with ten, in the published tables.
func TestMeanInterval(t *testing.T) {
	if i := MeanInterval([]float64{1, 2, 3}, 0.95); math.Abs(i.Low-(2-4.3027/math.Sqrt(3))) > 1e-4 || math.Abs(i.High-(2+4.3027/math.Sqrt(3))) > 1e-4 {
		t.Errorf("three values: %v", i)
	}
	eleven := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10} // their deviation is √11
	if i := MeanInterval(eleven, 0.95); math.Abs(i.High-(5+2.2281)) > 1e-3 {
		t.Errorf("eleven values: %v", i)
	}
	for _, few := range [][]float64{nil, {1}} {
		if i := MeanInterval(few, 0.95); !math.IsInf(i.Low, -1) || !math.IsInf(i.High, 1) {
			t.Errorf("%v: %v, want no bounds", few, i)
		}
	}
}
