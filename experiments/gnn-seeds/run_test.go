package gnnseeds

import (
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set {
		if r.Status != "ok" {
			t.Errorf("%s is %s", r.Case, r.Status)
		}
	}
}

// TestAnswers answers a 4×4 board without a naked single.
func TestAnswers(t *testing.T) {
	b := board.MustParse("12..............")
	for name, want := range map[string]string{constant: "1244444444444444", naked: b.String()} {
		if got := answers(4)[name](b).String(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	full := answers(4)[frequent](b)
	for c, candidates := range board.Candidates(b) {
		if b.At(c) != 0 && full.At(c) != b.At(c) || b.At(c) == 0 && !candidates.Has(full.At(c)) {
			t.Errorf("cell %d holds %d", c, full.At(c))
		}
	}
}
