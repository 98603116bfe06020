package explaineffort

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// families are what is correlated with what. Givens are beside people and graph.
var families = []struct {
	words    string
	of, with []string
}{
	{"people and search", ofPeople, ofSearch},
	{"graph and search", ofGraph, ofSearch},
	{"graph and people", ofGraph, ofPeople},
	{"givens and search", []string{givens}, ofSearch},
	{"givens and people", []string{givens}, ofPeople},
}

// pairOf names the correlation of two measures.
func pairOf(x, y string) string { return x + " ~ " + y }

// boxed are the efforts whose spread by hardest technique is kept, and fewest the puzzles of a technique that have one.
var boxed = []string{bitboardGuesses, macNodes}

const fewest = 5

// marks are the quantiles of a box.
var marks = []struct {
	name string
	at   float64
}{{"p05", 0.05}, {"p25", 0.25}, {"median", 0.5}, {"p75", 0.75}, {"p95", 0.95}}

// byTechnique names a figure of an effort over the puzzles with a hardest technique.
func byTechnique(t explain.Technique, effort, figure string) string {
	return t.String() + " " + effort + "." + figure
}

func puzzlesWith(t explain.Technique) string { return t.String() + " puzzles" }

// kept returns a figure that a record may lack, and perhaps all records: no puzzle needs the technique, no search
// reached its bound, or all puzzles are alike in a measure. That is why it is looked up as it stands.
func kept(r record.Record, name string) (float64, bool) {
	m, ok := r.Exact[name]
	return m.Value, ok
}

// keep writes what is known of the puzzles of a case.
func keep(cfg Config, r *lab.Run, samples []sample, leftOut int) error {
	n := len(samples)
	r.Exact("puzzles", float64(n), "puzzles", n)
	r.Exact("left-out", float64(leftOut), "puzzles", n+leftOut)
	if n == 0 {
		return nil
	}
	var capped []string
	columns := map[string][]float64{}
	for _, m := range measures {
		x := column(samples, m.name)
		columns[m.name] = x
		q, err := stats.Quantiles(x, 0.5, 1)
		if err != nil {
			return err
		}
		r.Exact(m.name+".median", q[0], m.unit, n)
		r.Exact(m.name+".max", q[1], m.unit, n)
		r.Exact(m.name+".varied", varied(x), "share", n)
		if c := count(samples, func(s sample) bool { return s.capped[m.name] }); c > 0 {
			r.Exact(m.name+".capped", float64(c), "puzzles", n)
			capped = append(capped, fmt.Sprintf("%d in %s", c, m.words))
		}
	}
	if capped != nil {
		r.Cap("puzzles that reached the bound on nodes: " + strings.Join(capped, ", "))
	}
	if err := correlate(cfg, r, columns); err != nil {
		return err
	}
	r.Text("points", points(samples[:min(cfg.Points, n)]))
	return keepTechniques(r, samples)
}

// correlate keeps the rank correlation of each pair of measures that both take more than one value.
func correlate(cfg Config, r *lab.Run, columns map[string][]float64) error {
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	for _, f := range families {
		for _, x := range f.of {
			for _, y := range f.with {
				switch e, err := stats.BootstrapSpearman(rng, columns[x], columns[y], cfg.Bootstrap); {
				case err == nil:
					r.Exact(pairOf(x, y), e.Value, "rank correlation", e.N)
					lab.KeepInterval(r.Exact, pairOf(x, y), "rank correlation", e.Interval, e.N)
				case !errors.Is(err, stats.ErrDegenerate) && !errors.Is(err, stats.ErrTooFew):
					return err
				}
			}
		}
	}
	return nil
}

// keepTechniques keeps the efforts of the puzzles by their hardest technique.
func keepTechniques(r *lab.Run, samples []sample) error {
	with := map[explain.Technique][]sample{}
	for _, s := range samples {
		with[s.hardest] = append(with[s.hardest], s)
	}
	for t, of := range with {
		r.Exact(puzzlesWith(t), float64(len(of)), "puzzles", len(samples))
		if len(of) < fewest {
			continue
		}
		for _, effort := range ofSearch {
			for _, m := range marks {
				if m.at != 0.5 && !slices.Contains(boxed, effort) {
					continue
				}
				q, err := stats.Quantile(column(of, effort), m.at)
				if err != nil {
					return err
				}
				r.Exact(byTechnique(t, effort, m.name), q, "units of effort", len(of))
			}
		}
	}
	return nil
}

func column(samples []sample, name string) (x []float64) {
	for _, s := range samples {
		x = append(x, s.of[name])
	}
	return x
}

func count(samples []sample, is func(sample) bool) (n int) {
	for _, s := range samples {
		n += stats.Indicator[int](is(s))
	}
	return n
}

// varied is the share of values that differ from the most frequent one.
func varied(x []float64) float64 {
	times, most := map[float64]int{}, 0
	for _, v := range x {
		times[v]++
		most = max(most, times[v])
	}
	return 1 - float64(most)/float64(len(x))
}

// What two measures have to do with each other.
const (
	little  = "little"
	some    = "some"
	much    = "much"
	open    = "open"
	nothing = "–" // there is nothing to order
)

// The bounds, and what there must be to order; see the package's documentation.
const (
	negligible  = 0.3
	high        = 0.7
	variedShare = 0.25
	enough      = 30
)

// conclude says what two measures have to do with each other by the puzzles of a record.
func conclude(r record.Record, x, y string) string {
	if _, ok := kept(r, pairOf(x, y)); !ok || r.Value("puzzles") < enough || min(r.Value(x+".varied"), r.Value(y+".varied")) <= variedShare {
		return nothing
	}
	a, b := r.Value(pairOf(x, y)+".low"), r.Value(pairOf(x, y)+".high")
	least, most := min(math.Abs(a), math.Abs(b)), max(math.Abs(a), math.Abs(b))
	if a < 0 && b > 0 {
		least = 0
	}
	switch {
	case most < negligible:
		return little
	case least >= high:
		return much
	case least >= negligible && most < high:
		return some
	}
	return open
}

// pointed are the measures of which the points tell, in their order.
var pointed = []string{technique, score, rating, bitboardGuesses, macNodes, fillings}

// points writes measures of puzzles, a line for each below a line of names.
func points(samples []sample) string {
	var b strings.Builder
	b.WriteString(strings.Join(pointed, "\t"))
	for _, s := range samples {
		b.WriteByte('\n')
		for i, name := range pointed {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(strconv.FormatFloat(s.of[name], 'g', -1, 64))
		}
	}
	return b.String()
}

// readPoints returns two measures of the puzzles of such a text.
func readPoints(text, x, y string) (xs, ys []float64, err error) {
	lines := strings.Split(text, "\n")
	names := strings.Split(lines[0], "\t")
	i, j := slices.Index(names, x), slices.Index(names, y)
	if i < 0 || j < 0 {
		return nil, nil, fmt.Errorf("explain-effort: points without %s or %s", x, y)
	}
	for k, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(names) {
			return nil, nil, fmt.Errorf("explain-effort: points: line %d has %d values, want %d", k+2, len(cells), len(names))
		}
		v, errX := strconv.ParseFloat(cells[i], 64)
		w, errY := strconv.ParseFloat(cells[j], 64)
		if err := cmp.Or(errX, errY); err != nil {
			return nil, nil, fmt.Errorf("explain-effort: points: line %d: %w", k+2, err)
		}
		xs, ys = append(xs, v), append(ys, w)
	}
	return xs, ys, nil
}
