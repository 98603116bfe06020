package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Slope is a power law y = Factor·x^Exponent fitted to points.
type Slope struct {
	N        int      `json:"n"`
	Exponent float64  `json:"exponent"` // the slope on log-log axes
	Interval Interval `json:"interval"` // of Exponent
	Factor   float64  `json:"factor"`
	R2       float64  `json:"r2"` // share of log y's variance that the line explains
}

// LogLogSlope fits log y = log Factor + Exponent·log x by least squares and gives the
// exponent's interval by Student's t with n − 2 degrees of freedom. It needs three points
// or more, all coordinates more than 0, two different x. The interval speaks of scatter
// about the line; it does not warn of a law that bends.
func LogLogSlope(x, y []float64, confidence float64) (Slope, error) {
	const what = "log-log slope"
	if err := checkPairs(what, x, y, 3); err != nil {
		return Slope{}, err
	}
	if err := checkPositive(what, x); err != nil {
		return Slope{}, err
	}
	if err := checkPositive(what, y); err != nil {
		return Slope{}, err
	}
	if err := checkConfidence(what, confidence); err != nil {
		return Slope{}, err
	}
	if constant(x) {
		return Slope{}, fmt.Errorf("stats: %s of points with one x: %w", what, ErrDegenerate)
	}
	n := len(x)
	lx, ly := make([]float64, n), make([]float64, n)
	for i := range x {
		lx[i], ly[i] = math.Log(x[i]), math.Log(y[i])
	}
	intercept, slope := stat.LinearRegression(lx, ly, nil, false)
	mx, my := stat.Mean(lx, nil), stat.Mean(ly, nil)
	var sxx, syy, residual float64
	for i := range lx {
		sxx += (lx[i] - mx) * (lx[i] - mx)
		syy += (ly[i] - my) * (ly[i] - my)
		e := ly[i] - intercept - slope*lx[i]
		residual += e * e
	}
	r2 := 1.0 // a constant y is a line that leaves nothing to explain
	if syy > 0 {
		r2 = max(0, 1-residual/syy)
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 2)}.Quantile((1 + confidence) / 2)
	half := t * math.Sqrt(residual/float64(n-2)/sxx)
	factor, err := checkResult(what+"'s factor", math.Exp(intercept))
	if err != nil {
		return Slope{}, err
	}
	return Slope{
		N:        n,
		Exponent: slope,
		Interval: Interval{Low: slope - half, High: slope + half, Confidence: confidence},
		Factor:   factor,
		R2:       r2,
	}, nil
}
