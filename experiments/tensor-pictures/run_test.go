package tensorpictures

import (
	"testing"

	"sudokulab/pkg/lab/labtest"
)

// TestCommitted: the network's frames are those of the plain loops, from which the figures are drawn.
func TestCommitted(t *testing.T) {
	for _, r := range labtest.Committed(t, Experiment).Measured() {
		if r.Value("steps as in plain loops") != r.Value("steps") || r.Value("animation frames") != r.Value("frames") {
			t.Errorf("%s: %v of %v steps as in plain loops, %v of %v frames in the animation", r.Case,
				r.Value("steps as in plain loops"), r.Value("steps"), r.Value("animation frames"), r.Value("frames"))
		}
	}
}
