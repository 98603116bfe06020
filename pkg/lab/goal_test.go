package lab

import "testing"

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		hits, trials, goal float64
		want               string
	}{
		{900, 1000, 0.5, "met"},
		{510, 1000, 0.5, "met, open"},
		{490, 1000, 0.5, "not met, open"},
		{100, 1000, 0.5, "not met"},
		{100, 1000, 0, "–"},
	} {
		if got := Outcome(c.hits, c.trials, c.goal); got != c.want {
			t.Errorf("%g of %g for %g: %q, want %q", c.hits, c.trials, c.goal, got, c.want)
		}
	}
	for share, want := range map[float64]string{0: "–", 0.5: "50 %", 0.999: "99.9 %", 0.9995: "99.95 %"} {
		if got := Goal(share); got != want {
			t.Errorf("%g: %q, want %q", share, got, want)
		}
	}
}
