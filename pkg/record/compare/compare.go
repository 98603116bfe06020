package compare

import (
	"bytes"
	"cmp"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Side is one of the two that are compared.
type Side struct {
	Name    string
	Records record.Set // of any number of experiments and profiles
}

// Host is what a report says of a side: where its records come from.
type Host struct {
	Name     string   `json:"name"`
	Records  int      `json:"records"`  // measured ones
	Missing  int      `json:"missing"`  // not measured there
	Commits  []string `json:"commits"`  // of the code that made them, those of most records first
	Machines []string `json:"machines"` // with their toolchains, those of most records first
}

// Key names a case.
type Key struct {
	Experiment string `json:"experiment"`
	Profile    string `json:"profile"`
	Case       string `json:"case"`
}

// Otherwise is a case that asks another question on each side, so that none of its figures are compared.
type Otherwise struct {
	Key
	What []string `json:"what"` // of "configuration", "puzzles" and "seed"
}

// Difference is an exact figure or text, or the status of a case, that is not the same on both sides. What a side lacks is "".
type Difference struct {
	Key
	Figure string `json:"figure"`
	A      string `json:"a"`
	B      string `json:"b"`
}

// Timed is a noisy figure of an experiment on both sides.
type Timed struct {
	Experiment  string          `json:"experiment"`
	Profile     string          `json:"profile"`
	Figure      string          `json:"figure"`
	Unit        string          `json:"unit"`
	Cases       int             `json:"cases"` // that have the figure on both sides, more than 0
	Ratio       float64         `json:"ratio"` // of B to A, the median over the cases
	Interval    *stats.Interval `json:"interval,omitempty"`
	Least       float64         `json:"least"` // ratio of a case
	Most        float64         `json:"most"`
	SameMachine bool            `json:"same_machine"` // in every one of the cases
}

// Apart reports whether the interval of the ratio excludes 1.
func (t Timed) Apart() bool { return t.Interval != nil && !t.Interval.Contains(1) }

// Report is what two sides have in common, and what not.
type Report struct {
	A         Host         `json:"a"`
	B         Host         `json:"b"`
	Cases     int          `json:"cases"` // measured on both sides and asking the same
	Exact     int          `json:"exact"` // figures and texts compared
	Differing []Difference `json:"differing"`
	Otherwise []Otherwise  `json:"otherwise"`
	OnlyA     []Key        `json:"only_a"` // measured on this side only
	OnlyB     []Key        `json:"only_b"`
	Void      int          `json:"void"`     // cases whose noisy figures are left out, since a control was off
	NoRatio   int          `json:"no_ratio"` // noisy figures of cases on both sides without a ratio: one is not more than 0
	Timed     []Timed      `json:"timed"`    // those whose interval excludes 1 first, then by how far the ratio is from 1
}

func keyOf(r *record.Record) Key { return Key{r.Experiment, r.Profile, r.Case} }

func byKey(a, b Key) int {
	return cmp.Or(strings.Compare(a.Experiment, b.Experiment), strings.Compare(a.Profile, b.Profile), strings.Compare(a.Case, b.Case))
}

// hostOf says where the records of a side come from.
func hostOf(s Side) Host {
	h := Host{Name: s.Name, Commits: []string{}, Machines: []string{}}
	commits, machines := map[string]int{}, map[string]int{}
	for i := range s.Records {
		r := &s.Records[i]
		if r.Status == record.Missing {
			h.Missing++
			continue
		}
		h.Records++
		commit := r.Provenance.Commit[:min(12, len(r.Provenance.Commit))]
		if r.Provenance.Dirty {
			commit += ", changed"
		}
		commits[commit]++
		machines[r.Provenance.Hardware()+", "+r.Provenance.Go]++
	}
	most := func(of map[string]int) []string {
		return slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(of[b]-of[a], strings.Compare(a, b)) })
	}
	h.Commits, h.Machines = append(h.Commits, most(commits)...), append(h.Machines, most(machines)...)
	return h
}

// Sets compares two sides.
func Sets(a, b Side) *Report {
	rep := &Report{
		A: hostOf(a), B: hostOf(b),
		Differing: []Difference{}, Otherwise: []Otherwise{}, OnlyA: []Key{}, OnlyB: []Key{}, Timed: []Timed{},
	}
	index := func(set record.Set) map[Key]*record.Record {
		of := map[Key]*record.Record{}
		for i := range set {
			if set[i].Status != record.Missing {
				of[keyOf(&set[i])] = &set[i]
			}
		}
		return of
	}
	ofA, ofB := index(a.Records), index(b.Records)
	noisy := ratios{}
	for _, key := range slices.SortedFunc(maps.Keys(ofA), byKey) {
		one, other := ofA[key], ofB[key]
		if other == nil {
			rep.OnlyA = append(rep.OnlyA, key)
			continue
		}
		if what := otherwise(one, other); len(what) > 0 {
			rep.Otherwise = append(rep.Otherwise, Otherwise{key, what})
			continue
		}
		rep.Cases++
		rep.exact(key, one, other)
		if lab.Void(*one) || lab.Void(*other) {
			rep.Void++
			continue
		}
		rep.NoRatio += noisy.add(one, other)
	}
	for _, key := range slices.SortedFunc(maps.Keys(ofB), byKey) {
		if ofA[key] == nil {
			rep.OnlyB = append(rep.OnlyB, key)
		}
	}
	rep.Timed = append(rep.Timed, noisy.timed()...)
	return rep
}

// otherwise says in what the question differs.
func otherwise(a, b *record.Record) (what []string) {
	if a.ConfigHash != b.ConfigHash || !bytes.Equal(a.Config, b.Config) {
		what = append(what, "configuration")
	}
	if (a.Corpus == nil) != (b.Corpus == nil) || a.Corpus != nil && *a.Corpus != *b.Corpus {
		what = append(what, "puzzles")
	}
	if a.Seed != b.Seed {
		what = append(what, "seed")
	}
	return what
}

// exact compares the exact figures, the texts and the status of a case.
func (rep *Report) exact(key Key, a, b *record.Record) {
	differs := func(figure, a, b string) { rep.Differing = append(rep.Differing, Difference{key, figure, a, b}) }
	if a.Status != b.Status {
		differs("status", string(a.Status), string(b.Status))
	}
	for _, name := range either(a.Exact, b.Exact) {
		rep.Exact++
		x, inA := a.Exact[name]
		y, inB := b.Exact[name]
		if inA && inB && x == y {
			continue
		}
		counts := inA && inB && x.N != y.N
		differs(name, written(x, inA, counts), written(y, inB, counts))
	}
	for _, name := range either(a.Texts, b.Texts) {
		rep.Exact++
		x, inA := a.Texts[name]
		y, inB := b.Texts[name]
		if inA != inB || x != y {
			differs(name, x, y)
		}
	}
}

// either returns the names that at least one of the maps has, sorted.
func either[V any](a, b map[string]V) []string {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]V{}
	}
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

// written writes a figure such that different ones are written differently, and "" if it is not there.
func written(m record.Metric, there, count bool) string {
	if !there {
		return ""
	}
	text := strconv.FormatFloat(m.Value, 'g', -1, 64)
	if m.Value == math.Trunc(m.Value) && math.Abs(m.Value) < 1e15 {
		text = lab.Number(m.Value)
	}
	text += " " + m.Unit
	if count {
		text += " of " + lab.Number(float64(m.N))
	}
	return text
}

// Names of noisy figures that stand for no measurement of their own.
const (
	low, high = ".low", ".high"
	control   = "control."
)

// figure is a noisy figure of an experiment; ratios gathers its pairs over the cases.
type figure struct{ experiment, profile, name, unit string }

type pairs struct {
	a, b        []float64
	one         *stats.Interval // of the last case alone
	sameMachine bool
}

// logs returns the logarithms of the ratios of B to A.
func (p *pairs) logs() []float64 {
	out := make([]float64, len(p.a))
	for i := range out {
		out[i] = math.Log(p.b[i]) - math.Log(p.a[i])
	}
	return out
}

type ratios map[figure]*pairs

// add takes the figures of a case that both sides have, and returns of how many there is no ratio.
func (g ratios) add(a, b *record.Record) (none int) {
	for name, x := range a.Noisy {
		y, ok := b.Noisy[name]
		if !ok || x.Unit != y.Unit || strings.HasPrefix(name, control) || isEnd(a, name) {
			continue
		}
		if !(x.Value > 0 && y.Value > 0) {
			none++
			continue
		}
		f := figure{a.Experiment, a.Profile, name, x.Unit}
		p := g[f]
		if p == nil {
			p = &pairs{sameMachine: true}
			g[f] = p
		}
		p.a, p.b = append(p.a, x.Value), append(p.b, y.Value)
		p.sameMachine = p.sameMachine && a.Provenance.SameMachine(b.Provenance)
		p.one = independent(a, b, name)
	}
	return none
}

// isEnd reports whether a figure is an end of the interval of another one.
func isEnd(r *record.Record, name string) bool {
	for _, end := range []string{low, high} {
		if of, ok := strings.CutSuffix(name, end); ok {
			if _, ok := r.Noisy[of]; ok {
				return true
			}
		}
	}
	return false
}

// independent returns the interval of the ratio of B to A that follows from the intervals kept with both, nil if there are none.
func independent(a, b *record.Record, name string) *stats.Interval {
	of := func(r *record.Record) (float64, stats.Interval) {
		return r.Noisy[name].Value, stats.Interval{Low: r.Noisy[name+low].Value, High: r.Noisy[name+high].Value, Confidence: lab.Confidence}
	}
	x, ofX := of(a)
	y, ofY := of(b)
	if _, i, err := stats.IndependentRatio(y, x, ofY, ofX); err == nil {
		return &i
	}
	return nil
}

// resamples are enough for the interval of a median.
const resamples = 1000

// timed returns the figures with their ratios.
func (g ratios) timed() []Timed {
	cfg := stats.DefaultBootstrap()
	cfg.Resamples = resamples
	var out []Timed
	for f, p := range g {
		t := Timed{
			Experiment: f.experiment, Profile: f.profile, Figure: f.name, Unit: f.unit, Cases: len(p.a),
			Ratio: p.b[0] / p.a[0], Interval: p.one, SameMachine: p.sameMachine,
		}
		t.Least, t.Most = t.Ratio, t.Ratio
		for i := range p.a {
			t.Least, t.Most = min(t.Least, p.b[i]/p.a[i]), max(t.Most, p.b[i]/p.a[i])
		}
		if len(p.a) > 1 {
			// Over logarithms, so that swapping the sides inverts what comes out.
			est, err := stats.Bootstrap(rand.New(rand.NewPCG(seedOf(f), 1)), p.logs(), stats.Median, cfg)
			t.Interval = nil
			if err == nil { // else a ratio is beyond what a number holds
				t.Ratio = math.Exp(est.Value)
				t.Interval = &stats.Interval{Low: math.Exp(est.Interval.Low), High: math.Exp(est.Interval.High), Confidence: est.Interval.Confidence}
			}
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Timed) int {
		return cmp.Or(
			stats.Indicator[int](b.Apart())-stats.Indicator[int](a.Apart()),
			cmp.Compare(math.Abs(math.Log(b.Ratio)), math.Abs(math.Log(a.Ratio))),
			strings.Compare(a.Experiment, b.Experiment), strings.Compare(a.Profile, b.Profile), strings.Compare(a.Figure, b.Figure), strings.Compare(a.Unit, b.Unit),
		)
	})
	return out
}

// seedOf gives each figure a random source of its own, whatever others there are.
func seedOf(f figure) uint64 {
	h := fnv.New64a()
	for _, s := range []string{f.experiment, f.profile, f.name, f.unit} {
		_, _ = h.Write([]byte(s + "\x00")) // never fails
	}
	return h.Sum64()
}
