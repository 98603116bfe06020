package lab

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"sudokulab/pkg/stats"
)

// The ways to decide that judges share, so that claims of one kind are judged alike whatever the
// experiment. research/README.md states them to readers; the numbers are limits of each claim's
// rule.

// Confidence is that of every interval that decides.
const Confidence = 0.95

// Exactly is the interval of a figure that was counted and not estimated.
func Exactly(x float64) stats.Interval { return stats.Interval{Low: x, High: x, Confidence: 1} }

// Unknown is the interval of a figure of which nothing is known.
func Unknown() stats.Interval {
	return stats.Interval{Low: math.Inf(-1), High: math.Inf(1), Confidence: Confidence}
}

// Least is the interval of the least of several figures, whichever it is, so that what is decided of it holds for each of them.
// That of none is [Unknown].
func Least(figures ...stats.Interval) stats.Interval {
	if len(figures) == 0 {
		return Unknown()
	}
	least := figures[0]
	for _, f := range figures[1:] {
		least.Low, least.High = min(least.Low, f.Low), min(least.High, f.High)
	}
	return least
}

// Band decides a figure by the limits low and high: reproduced between them. Between partly_low
// and partly_high, where the rule has them, it is partly so, else refuted; a limit that the rule
// does not have bounds nothing. A verdict is given only if it is the same wherever in its interval
// the figure lies, else the claim is pending. The reason is a part of a sentence.
func (e *Evidence) Band(figure stats.Interval) (v Verdict, reason string) {
	low, hasLow := e.limit("low")
	high, hasHigh := e.limit("high")
	if !hasLow && !hasHigh {
		e.Limit("low")
		return Pending, ""
	}
	if !hasLow {
		low = math.Inf(-1)
	}
	if !hasHigh {
		high = math.Inf(1)
	}
	partLow, hasPartLow := e.limit("partly_low")
	partHigh, hasPartHigh := e.limit("partly_high")
	if !hasPartLow {
		partLow = low
	}
	if !hasPartHigh {
		partHigh = high
	}
	at := func(x float64) Verdict {
		switch {
		case x >= low && x <= high:
			return Reproduced
		case (hasPartLow || hasPartHigh) && x >= partLow && x <= partHigh:
			return Partly
		}
		return Refuted
	}
	v = at(figure.Low)
	same := at(figure.High) == v
	// Both ends may lie outside, on either side of what is inside.
	for _, edge := range []float64{low, high, partLow, partHigh} {
		same = same && (edge <= figure.Low || edge >= figure.High || at(edge) == v)
	}
	if !same || math.IsNaN(figure.Low) || math.IsNaN(figure.High) {
		return Pending, fmt.Sprintf("the interval %s lies across a limit: more observations decide", span(figure))
	}
	switch {
	case figure.Low == figure.High:
		return v, "counted, not estimated"
	case v == Reproduced:
		return v, fmt.Sprintf("all of the interval %s meets what is asked", span(figure))
	}
	return v, fmt.Sprintf("no part of the interval %s meets what is asked", span(figure))
}

// span writes an interval, whose upper end may be open: of a bound.
func span(i stats.Interval) string {
	if math.IsInf(i.High, 1) {
		return fmt.Sprintf("from %.4g up", i.Low)
	}
	return i.String()
}

// Share decides a share of independent trials by its interval after Wilson, as [Evidence.Band]
// does. Fewer trials than the limit trials leave the claim pending, where the rule has one.
func (e *Evidence) Share(hits, trials float64) (Verdict, string) {
	if v, reason := e.Enough("trials", trials); v != "" {
		return v, reason
	}
	return e.Band(ShareInterval(hits, trials))
}

// ShareInterval is the interval of a share after Wilson; that of no trials, or of more hits than
// trials, bounds nothing.
func ShareInterval(hits, trials float64) stats.Interval {
	p, err := stats.Wilson(int(hits), int(trials), Confidence)
	if err != nil {
		return Unknown()
	}
	return p.Interval
}

// Mean decides the mean of a figure over seeds, or of its paired differences, as [Evidence.Band]
// does. Fewer seeds than the limit seeds leave the claim pending, where the rule has one.
func (e *Evidence) Mean(values []float64) (Verdict, string) {
	if v, reason := e.Enough("seeds", float64(len(values))); v != "" {
		return v, reason
	}
	return e.Band(MeanInterval(values, Confidence))
}

// Always decides a property that is stated of all cases: a single failure refutes it, whatever
// the number of cases; it is reproduced if it held in each of at least as many as the limit cases
// says, in one where the rule has no such limit.
func (e *Evidence) Always(held, of float64) (Verdict, string) {
	if held < of {
		return Refuted, fmt.Sprintf("%s of %s do not hold", Number(of-held), Number(of))
	}
	if v, reason := e.Enough("cases", of); v != "" {
		return v, reason
	}
	if of == 0 || held > of {
		return Pending, "there are no cases"
	}
	return Reproduced, "holds in each"
}

// Enough returns pending and why if there are fewer observations than the limit of that name
// says; no verdict if there are as many or the rule has no such limit.
func (e *Evidence) Enough(limit string, n float64) (Verdict, string) {
	if least, ok := e.limit(limit); ok && !(n >= least) {
		return Pending, fmt.Sprintf("%s %s are too few, %s decide", Number(n), limit, Number(least))
	}
	return "", ""
}

// Timing is a time to be judged.
type Timing struct {
	Took stats.Interval // seconds
	On   string         // the class of machine that took it, [CPU] or [Card]
	// Operations are those counted in what was timed; 0 if none were. They decide where the clock
	// of another machine, or of a program in another language, cannot.
	Operations float64
}

// Time decides a time stated in seconds, by the limits low and high, or high alone where it is
// stated as a bound. On the class of machine that the claim names it is reproduced from low over
// the limit factor to high times it (1 where the rule has no factor), and refuted if it is longer.
// A shorter time than stated says nothing of the document's program, which may be slower by its
// language: pending. On a slower class only a bound that is met all the same is reproduced, on a
// faster one only a time that is too long is refuted; the rest is pending. Counted operations
// refute where the rule has the limits that they need, in seconds: fastest is less than any
// machine of the class takes for one, slowest more than any program on it needs.
func (e *Evidence) Time(t Timing) (v Verdict, reason string) {
	high := e.Limit("high")
	low, figure := e.limit("low")
	factor, ok := e.limit("factor")
	if !ok {
		factor = 1
	}
	fastest, hasFastest := e.limit("fastest")
	slowest, hasSlowest := e.limit("slowest")
	named := e.rule.Machine
	if named == "" {
		e.lack("the class of machine in research/claims.yaml")
		return Pending, ""
	}
	slower := named == Card && t.On != Card
	faster := named == CPU && t.On == Card
	across := fmt.Sprintf("the interval %s to %s lies across a limit", Seconds(t.Took.Low), Seconds(t.Took.High))
	switch {
	case hasFastest && t.Operations > 0 && t.Operations*fastest > high*factor:
		return Refuted, fmt.Sprintf("%s counted operations take %s at %s each, which no such machine reaches: more than stated",
			Number(t.Operations), Seconds(t.Operations*fastest), Seconds(fastest))
	case figure && hasSlowest && t.Operations > 0 && t.Operations*slowest < low/factor:
		return Refuted, fmt.Sprintf("%s counted operations take no more than %s at %s each, more than any such program needs: less than stated",
			Number(t.Operations), Seconds(t.Operations*slowest), Seconds(slowest))
	case math.IsNaN(t.Took.Low) || math.IsNaN(t.Took.High):
		return Pending, "no time"
	case slower && !figure && t.Took.High <= high:
		return Reproduced, "the bound is met on a slower class of machine than the one named"
	case slower:
		return Pending, "taken on a slower class of machine than the claim is about, and the counted operations do not rule it out"
	case t.Took.Low > high*factor:
		return Refuted, fmt.Sprintf("longer than stated, by a factor of %s", Number(t.Took.Low/high))
	case t.Took.High > high*factor:
		return Pending, across
	case faster:
		return Pending, "taken on a faster class of machine than the claim is about"
	case !figure || t.Took.Low >= low/factor:
		return Reproduced, "within what is stated"
	case t.Took.High >= low/factor:
		return Pending, across
	}
	return Pending, fmt.Sprintf("shorter than stated by a factor of %s, which another language or machine explains as well: neither for nor against", Number(low/t.Took.High))
}

// MeanInterval is the interval of a mean after Student, by which differences of few seeds are
// judged; it takes the values as normally spread. Fewer than two values bound nothing.
func MeanInterval(values []float64, confidence float64) stats.Interval {
	sd, err := stats.StdDev(values)
	mean, meanErr := stats.Mean(values)
	if err != nil || meanErr != nil || len(values) < 2 {
		return stats.Interval{Low: math.Inf(-1), High: math.Inf(1), Confidence: confidence}
	}
	n := float64(len(values))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1+confidence)/2) * sd / math.Sqrt(n)
	return stats.Interval{Low: mean - half, High: mean + half, Confidence: confidence}
}
