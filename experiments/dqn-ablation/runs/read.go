package runs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Deciding is the setting that claims are judged in.
func Deciding() study.Setting { return study.Few() }

// First and Last are the rows of the first and of the last stage.
func First(s study.Setting) dqn.Row { return s.Rows()[0] }

// Last is the row of the last stage.
func Last(s study.Setting) dqn.Row { return s.Rows()[len(s.Stages)-1] }

// Arms returns the measured records of an arm with a network in a setting, by seed.
func Arms(set record.Set, s study.Setting, arm, network string) record.Set {
	return set.Measured().Where(Kind, record.D("setting", s.Name), record.D("arm", arm), record.D("network", network))
}

// Needed returns the records of an arm in the deciding setting, with its base network; none leaves the claim pending.
func Needed(e *lab.Evidence, arm string) record.Set { return NeededWith(e, arm, Deciding().Network) }

// NeededWith is [Needed] with another network.
func NeededWith(e *lab.Evidence, arm, network string) record.Set {
	return e.Where(Kind, record.D("setting", Deciding().Name), record.D("arm", arm), record.D("network", network))
}

// Pair is two runs with one seed.
type Pair struct{ One, Other record.Record }

// Pairs joins the runs of two arms by seed.
func Pairs(one, other record.Set) (out []Pair) {
	for _, a := range one {
		for _, b := range other {
			if a.Int("seed") == b.Int("seed") {
				out = append(out, Pair{a, b})
			}
		}
	}
	return out
}

// Values returns a figure of each run.
func Values(set record.Set, figure string) (out []float64) {
	for _, r := range set {
		out = append(out, r.Value(figure))
	}
	return out
}

// Differences returns by seed by how much a figure of one is more than that of the other.
func Differences(pairs []Pair, figure string) (out []float64) {
	for _, p := range pairs {
		out = append(out, p.One.Value(figure)-p.Other.Value(figure))
	}
	return out
}

// Lost returns by seed what the other lacks of the figure of one, as a share of the mean of one: a run in which one has
// nothing, too, counts.
func Lost(pairs []Pair, figure string) (out []float64) {
	sum := 0.0
	for _, p := range pairs {
		sum += p.One.Value(figure)
	}
	for _, d := range Differences(pairs, figure) {
		out = append(out, d*float64(len(pairs))/sum)
	}
	return out
}

// Ratios returns by seed the logarithm of how many times the figure of the other one has, both with an offset that keeps
// runs without any from deciding by themselves.
func Ratios(pairs []Pair, offset float64, figure func(record.Record) float64) (out []float64) {
	for _, p := range pairs {
		out = append(out, math.Log((figure(p.One)+offset)/(figure(p.Other)+offset)))
	}
	return out
}

// OfLogs is the interval of a geometric mean, given logarithms.
func OfLogs(logs []float64) stats.Interval {
	i := lab.MeanInterval(logs, lab.Confidence)
	return stats.Interval{Low: math.Exp(i.Low), High: math.Exp(i.High), Confidence: i.Confidence}
}

// Mean is the mean of values, not a number of none.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Curve reads the numbers of a text.
func Curve(text string) (out []float64) {
	for word := range strings.FieldsSeq(text) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil // not a curve
		}
		out = append(out, v)
	}
	return out
}

// FirstAt returns where a curve first is as a test asks, at the places of x; else the last place, and false.
func FirstAt(x, y []float64, is func(float64) bool) (at float64, ok bool) {
	for i := range min(len(x), len(y)) {
		if is(y[i]) {
			return x[i], true
		}
	}
	if len(x) == 0 {
		return math.NaN(), false
	}
	return x[len(x)-1], false
}

// Reach is by seed after how much of x runs reach a share of solved puzzles of the first stage, one against the other.
type Reach struct {
	Logs       []float64      // of how many times as much one takes as the other
	Never      int            // runs of one that never get there, and count with all they have
	OtherNever int            // of the other
	Ratio      stats.Interval // its end is open where such a run is
}

// ReachOf compares runs by the texts x, such as [Steps], and the solve rate of the first stage.
func ReachOf(e *lab.Evidence, pairs []Pair, x string, share float64) (out Reach) {
	row := Row(Solved, First(Deciding()))
	at := func(r record.Record, never *int) float64 {
		place, ok := FirstAt(Curve(e.Text(r, x)), Curve(e.Text(r, row)), func(v float64) bool { return v >= share })
		if !ok {
			*never++
		}
		return place
	}
	for _, p := range pairs {
		out.Logs = append(out.Logs, math.Log(at(p.One, &out.Never)/at(p.Other, &out.OtherNever)))
	}
	out.Ratio = OfLogs(out.Logs)
	if out.Never > 0 {
		out.Ratio.High = math.Inf(1)
	}
	if out.OtherNever > 0 {
		out.Ratio.Low = 0
	}
	return out
}

// String says how many times as much, and which runs never get there.
func (r Reach) String() string {
	s := fmt.Sprintf("%.2f times as many, %s over %d seeds", math.Exp(Mean(r.Logs)), Between(r.Ratio, Two), len(r.Logs))
	if r.Never+r.OtherNever > 0 {
		s += fmt.Sprintf("; %d and %d of the runs never get there and count with all their steps, as a bound", r.Never, r.OtherNever)
	}
	return s
}

// Between writes an interval, whose upper end may be open.
func Between(i stats.Interval, write func(float64) string) string {
	if math.IsInf(i.High, 1) {
		return "95 % interval from " + write(i.Low) + " up"
	}
	return fmt.Sprintf("95 %% interval %s to %s", write(i.Low), write(i.High))
}

// Two writes two decimals.
func Two(x float64) string {
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// Points writes a difference of shares in percentage points.
func Points(x float64) string { return fmt.Sprintf("%+.1f points", 100*x) }

// MeanOf writes a mean with its interval and the number of seeds.
func MeanOf(values []float64, write func(float64) string) string {
	return fmt.Sprintf("%s, %s over %d seeds", write(Mean(values)), Between(lab.MeanInterval(values, lab.Confidence), write), len(values))
}

// MeanAndIQM writes the mean of values, and their interquartile mean with its bootstrap interval, which is too narrow for few
// seeds.
func MeanAndIQM(values []float64, write func(float64) string) (mean, iqm string) {
	if len(values) == 0 {
		return "–", "–"
	}
	mean = write(Mean(values))
	cfg := stats.DefaultBootstrap()
	cfg.Resamples = 2000
	est, err := stats.Bootstrap(rand.New(rand.NewPCG(5, uint64(len(values)))), values, stats.IQM, cfg)
	if err != nil {
		return mean, "–"
	}
	return mean, fmt.Sprintf("%s (%s to %s)", write(est.Value), write(est.Interval.Low), write(est.Interval.High))
}
