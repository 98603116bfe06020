package gnnvariants

import (
	"cmp"
	"slices"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// confidence of every interval.
const confidence = 0.95

// run is the record of an arm with a seed.
type run struct {
	record.Record
	seed int
}

// runsOf returns the measured records of an arm by seed. Those whose training ended early, with
// nothing to measure, are not among them.
func runsOf(set record.Set, arm string) (out []run) {
	for _, r := range pairs.Seeds(set, arm) {
		if r.Status == record.OK {
			out = append(out, run{r, r.Int("seed")})
		}
	}
	slices.SortFunc(out, func(a, b run) int { return cmp.Compare(a.seed, b.seed) })
	return out
}

// endedEarly counts the seeds of an arm whose training came to no end.
func endedEarly(set record.Set, arm string) (n int) {
	for _, r := range pairs.Seeds(set, arm) {
		if r.Status == record.Capped {
			n++
		}
	}
	return n
}

// quantity is a share that arms are compared by, in percent: of boards that are solved, or of
// empty cells that are right.
type quantity struct {
	hits  string // metric of a run
	of    string // metric of the case of singles
	title string // in columns of tables
	label string // in legends
}

var (
	solved = quantity{"solved", "boards", "Solved", "boards solved"}
	right  = quantity{"right", "empty", "Cells", "empty cells right"}
)

// on is the share of a run on one set after a row of thinking.
func (q quantity) on(set record.Set, r run, name, row string) (percent float64, ok bool) {
	singles, _ := set.Case(singlesCase)
	of, _ := singles.Metric(name + "." + q.of)
	m, ok := r.Metric(setMetric(name, row, q.hits))
	if !ok || of.Value == 0 {
		return 0, false
	}
	return 100 * m.Value / of.Value, true
}

// mean is the mean of the shares on the sets that count, after the most steps.
func (q quantity) mean(set record.Set, cfg Config, r run) (percent float64, ok bool) {
	n := 0
	for _, s := range cfg.Sets {
		if !s.Counts {
			continue
		}
		v, ok := q.on(set, r, s.Test.Name, mostSteps(cfg))
		if !ok {
			return 0, false
		}
		percent += v
		n++
	}
	if n == 0 {
		return 0, false
	}
	return percent / float64(n), true
}

// mostSteps is the row of the most steps of one start.
func mostSteps(cfg Config) string {
	if len(cfg.Looks) == 0 {
		return ""
	}
	return afterSteps(cfg.Looks[len(cfg.Looks)-1])
}

// sample is a figure of each run of an arm.
type sample struct {
	seeds  []int
	values []float64
}

func sampleOf(runs []run, value func(run) (float64, bool)) (s sample) {
	for _, r := range runs {
		if v, ok := value(r); ok {
			s.seeds, s.values = append(s.seeds, r.seed), append(s.values, v)
		}
	}
	return s
}

// minus pairs two samples by seed and returns the differences.
func (s sample) minus(other sample) (d sample) {
	for i, seed := range s.seeds {
		if j := slices.Index(other.seeds, seed); j >= 0 {
			d.seeds, d.values = append(d.seeds, seed), append(d.values, s.values[i]-other.values[j])
		}
	}
	return d
}

// mean is the mean of the values; false if there are none.
func (s sample) mean() (float64, bool) {
	m, err := stats.Mean(s.values)
	return m, err == nil
}

// interval is the interval of the mean after Student, which takes the values as normally
// spread; false for fewer than two.
func (s sample) interval() (stats.Interval, bool) {
	return lab.MeanInterval(s.values, confidence), len(s.values) > 1
}

// What an interval of differences shows of an arm.
const (
	won      = "won"
	lost     = "lost"
	notSeen  = "no difference seen"
	notKnown = "–" // of fewer than two pairs
)

// seen says what the interval of the differences from the base shows.
func (s sample) seen() string {
	switch i, ok := s.interval(); {
	case !ok:
		return notKnown
	case i.Low > 0:
		return won
	case i.High < 0:
		return lost
	}
	return notSeen
}
