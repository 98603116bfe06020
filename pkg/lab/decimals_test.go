package lab

import "testing"

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		n    int
		x    float64
		want string
	}{{2, 2, "2.00"}, {0, 1.6, "2"}, {3, -0.12349, "-0.123"}} {
		if got := Decimals(c.n)(c.x); got != c.want {
			t.Errorf("%g with %d decimals: %q, want %q", c.x, c.n, got, c.want)
		}
	}
}
