package cores_test

import (
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"sudokulab/pkg/lab/cores"
)

func ExampleCounts() {
	fmt.Println(cores.Counts(1), cores.Counts(2), cores.Counts(10), cores.Counts(64))
	// Output: [1] [1 2] [1 2 3 4 6 8 10] [1 2 3 4 6 8 12 16 24 32 48 64]
}

func TestShareDoesEachPieceOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var done [100]atomic.Int32
		cores.Share(workers, len(done), func(i int) { done[i].Add(1) })
		for i := range done {
			if n := done[i].Load(); n != 1 {
				t.Errorf("%d workers did piece %d %d times", workers, i, n)
			}
		}
	}
	if cores.Busy(2) <= 0 {
		t.Error("loops took no time")
	}
}

// TestQuiet has seven rounds of which one is slow on one worker and another on two.
func TestQuiet(t *testing.T) {
	one := []float64{1, 1, 1.2, 1, 1, 1, 1}
	two := []float64{0.5, 0.6, 0.5, 0.51, 0.5, 0.5, 0.52}
	counts := []int{1, 2}
	if quiet, n := cores.Quiet([][]float64{one, two}, counts, 1); n != 5 || !slices.Equal(quiet, []int{0, 3, 4, 5, 6}) {
		t.Errorf("quiet rounds %v, %d", quiet, n)
	}
	two[6] = 1
	quiet, n := cores.Quiet([][]float64{one, two}, counts, 1)
	if n != 4 || quiet != nil {
		t.Errorf("of too few quiet rounds %v, %d are taken, want all", quiet, n)
	}
	if got := cores.Pick(two, quiet); len(got) != len(two) {
		t.Errorf("picked %v, want all", got)
	}
	if got := cores.Pick(two, []int{1, 6}); !slices.Equal(got, []float64{0.6, 1}) {
		t.Errorf("picked %v", got)
	}
}
