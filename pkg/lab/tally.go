package lab

import (
	"fmt"

	"sudokulab/pkg/stats"
)

// Tally counts the things of which a claim must hold, be they comparisons, sets or parts.
type Tally struct{ Held, Failed, Open int }

// Of returns the number of things.
func (t Tally) Of() int { return t.Held + t.Failed + t.Open }

// Above counts a figure that must be more than least: it is if all of its interval is, it is not
// if none is, and it is open else.
func (t *Tally) Above(figure stats.Interval, least float64) {
	switch {
	case figure.Low > least:
		t.Held++
	case figure.High <= least:
		t.Failed++
	default:
		t.Open++
	}
}

// Met counts a thing of which it is known whether it holds.
func (t *Tally) Met(holds bool) {
	if holds {
		t.Held++
	} else {
		t.Failed++
	}
}

// Plus returns the counts of both.
func (t Tally) Plus(other Tally) Tally {
	return Tally{t.Held + other.Held, t.Failed + other.Failed, t.Open + other.Open}
}

// String says of how many the claim holds.
func (t Tally) String() string {
	s := fmt.Sprintf("%d of %d hold", t.Held, t.Of())
	if t.Open > 0 {
		s += fmt.Sprintf(", %d are open", t.Open)
	}
	return s
}

// Every decides a claim that must hold of each of several things: reproduced if it does. Where the
// rule has the limit share, it is partly so if it holds of at least that share of them and fails of
// one, and refuted if it can hold of no such share; without the limit a single failure refutes. It
// is pending as long as what is open could change the verdict, and where there is nothing to count.
func (e *Evidence) Every(t Tally) (Verdict, string) {
	share, partly := e.limit("share")
	least := share * float64(t.Of())
	switch {
	case t.Of() == 0:
		return Pending, "there is nothing to compare"
	case t.Held == t.Of():
		return Reproduced, t.String()
	case !partly && t.Failed > 0 || partly && float64(t.Held+t.Open) < least:
		return Refuted, t.String()
	case partly && t.Failed > 0 && float64(t.Held) >= least:
		return Partly, t.String()
	}
	return Pending, t.String()
}

// Ratios decides ratios each of which must be more than the limit factor, as [Evidence.Every]
// does. One that is surely no more than 1 refutes, whatever the others, and a claim is not partly
// met while one may be.
func (e *Evidence) Ratios(ratios []stats.Interval) (Verdict, string) {
	var met, more Tally
	for _, r := range ratios {
		met.Above(r, e.Limit("factor"))
		more.Above(r, 1)
	}
	v, reason := e.Every(met)
	switch {
	case more.Failed > 0:
		return Refuted, fmt.Sprintf("%d of %d are no more than one", more.Failed, more.Of())
	case v == Partly && more.Open > 0:
		return Pending, fmt.Sprintf("%s, and %d may be no more than one", reason, more.Open)
	}
	return v, reason
}
