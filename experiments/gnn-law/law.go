package gnnlaw

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// law is a power law of errors by boards, fitted by least squares to logarithms: error = exp(a) · boards^b.
type law struct {
	a, b float64
	n    int     // trainings
	mean float64 // of the logarithms of their boards
	sxx  float64 // sum of the squared differences from it
	s    float64 // standard deviation of the residuals, of n-2 degrees of freedom
}

// point is a training: the boards it had, and the share of the empty cells that are wrong after it.
type point struct{ boards, wrong float64 }

// pointOf reads a training's point of a set; false where it is missing, or has nothing wrong, of which there is no logarithm.
func pointOf(r record.Record, set string) (point, bool) {
	m, ok := r.Metric(cellsIn(set))
	p := point{r.Value("boards"), 1 - m.Value}
	return p, ok && p.wrong > 0 && p.boards > 0
}

// fit fits a law. Three trainings of two lengths are the least of which residuals say anything.
func fit(points []point) (law, error) {
	x, y := make([]float64, len(points)), make([]float64, len(points))
	for i, p := range points {
		x[i], y[i] = math.Log(p.boards), math.Log(p.wrong)
	}
	l := law{n: len(points)}
	if l.n > 0 {
		l.mean = stat.Mean(x, nil)
	}
	for _, v := range x {
		l.sxx += (v - l.mean) * (v - l.mean)
	}
	if l.n < 3 || l.sxx == 0 {
		return law{}, errors.New("a law wants three trainings or more, of two lengths or more")
	}
	l.a, l.b = stat.LinearRegression(x, y, nil, false)
	sum := 0.0
	for i := range x {
		d := y[i] - l.a - l.b*x[i]
		sum += d * d
	}
	l.s = math.Sqrt(sum / float64(l.n-2))
	return l, nil
}

// t is the quantile of Student's distribution of a two-sided interval of 95 %.
func (l law) t() float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(l.n - 2)}.Quantile(0.975)
}

// slope is the exponent's interval.
func (l law) slope() stats.Interval {
	half := l.t() * l.s / math.Sqrt(l.sxx)
	return stats.Interval{Low: l.b - half, High: l.b + half}
}

// at is the error that the law expects of one more training of so many boards, and the interval in which it would lie with
// 95 % if the law held there. A share is never above 1.
func (l law) at(boards float64) (wrong float64, within stats.Interval) {
	x := math.Log(boards)
	y := l.a + l.b*x
	half := l.t() * l.s * math.Sqrt(1+1/float64(l.n)+(x-l.mean)*(x-l.mean)/l.sxx)
	share := func(y float64) float64 { return min(1, math.Exp(y)) }
	return share(y), stats.Interval{Low: share(y - half), High: share(y + half)}
}

// points are those of the trainings of a set of records, in their order.
func points(set record.Set, of string) (out []point) {
	for _, r := range set.Measured() {
		if p, ok := pointOf(r, of); ok && r.Kind() == trainedKind {
			out = append(out, p)
		}
	}
	return out
}
