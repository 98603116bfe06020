package lab

import "testing"

func TestWorst(t *testing.T) {
	for _, tc := range []struct {
		of   []Verdict
		want Verdict
	}{
		{nil, Pending},
		{[]Verdict{Reproduced, Reproduced}, Reproduced},
		{[]Verdict{Reproduced, Partly}, Partly},
		{[]Verdict{Pending, Partly, Reproduced}, Pending},
		{[]Verdict{Reproduced, Pending, Refuted}, Refuted},
		{[]Verdict{"unheard of"}, Pending},
	} {
		if got := Worst(tc.of...); got != tc.want {
			t.Errorf("worst of %v: %s, want %s", tc.of, got, tc.want)
		}
	}
}
