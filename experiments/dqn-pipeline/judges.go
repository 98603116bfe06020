package dqnpipeline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R13a", Decide: efficient},
		{Claim: "R13b", Decide: cleaner},
		{Claim: "R14a", Needs: []string{"steps/backend=xla"}, Decide: vectorized},
		{Claim: "R14b", Needs: []string{"steps/backend=xla"}, Decide: detour},
		{Claim: "R15a", Decide: stalls},
		{Claim: "R15b", Decide: live},
	}
}

// perCore returns the metric of a race with a worker for each core.
func perCore(r record.Record, metric string) string {
	return byWorkers(int(r.Value("cores"))).name + " " + metric
}

// waits describes the races of one trainer: the loads at which it is kept from waiting, those at
// which it is not, and those at which the rounds differ.
type waits struct {
	all                 record.Set // by load
	free, stalled, open record.Set
}

// split sorts the races of a trainer by their measured loads and by whether it was kept from waiting
// by a worker for each core: if it waits for puzzles next to never, and is about as fast as with its
// puzzles at hand. The second counts too: where workers hold every core, a trainer is late to ask.
// The interval of a median goes from the least to the greatest of its rounds; too few rounds leave a race open.
func split(e *lab.Evidence, trainer string) (w waits) {
	races := e.Where(raceKind, record.D("trainer", trainer))
	slices.SortStableFunc(races, func(a, b record.Record) int { return cmp.Compare(a.Value("load"), b.Value("load")) })
	w.all = races
	never, fast := e.Limit("waiting"), e.Limit("speed")
	for _, r := range races {
		v := func(metric string) float64 { return r.Value(perCore(r, metric)) }
		switch {
		case stats.RangeConfidence(roundsOf(r)) < lab.Confidence:
			w.open = append(w.open, r)
		case v("waiting.high") < never && v("speed.low") >= fast:
			w.free = append(w.free, r)
		case v("waiting.low") >= never || v("speed.high") < fast:
			w.stalled = append(w.stalled, r)
		default:
			w.open = append(w.open, r)
		}
	}
	return w
}

// roundsOf is the number of rounds of a race.
func roundsOf(r record.Record) int {
	m, _ := r.Metric(perCore(r, "waiting"))
	return m.N
}

// at tells whether any of the races was, in all its rounds, under a load, and whether any was above.
func at(set record.Set, load float64) (under, above bool) {
	for _, r := range set {
		under = under || r.Value("load.high") < load
		above = above || r.Value("load.low") > load
	}
	return under, above
}

// says lists the loads with the share of the time that the trainer waited and its speed.
func (w waits) says() string {
	var parts []string
	for _, r := range w.all {
		parts = append(parts, fmt.Sprintf("load %s waiting %s, speed %s", decimals(r.Value("load")), share(r.Value(perCore(r, "waiting"))), decimals(r.Value(perCore(r, "speed")))))
	}
	return strings.Join(parts, "; ")
}

func share(x float64) string    { return lab.Share(x, 1) }
func decimals(x float64) string { return fmt.Sprintf("%.2f", x) }

// stalls judges the document's trainer, which leaves the cores to the workers. Both sides of the
// boundary must have been measured: a demand that the cores can meet, and one that they cannot.
func stalls(e *lab.Evidence) lab.Finding {
	w := split(e, apart)
	load := e.Limit("load")
	under, above := at(w.all, load)
	openUnder, openAbove := at(w.open, load)
	stalledUnder, stalledAbove := at(w.stalled, load)
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  fmt.Sprintf("with a worker for each of %s cores: %s", lab.Number(first(w.all, "cores")), w.says()),
	}
	fewest := math.MaxInt
	for _, r := range w.all {
		fewest = min(fewest, roundsOf(r))
	}
	switch {
	case stalledUnder:
		f.Verdict, f.Because = lab.Refuted, "it stalls where the cores could make what it asks for"
	case !under || !above:
		f.Because = "loads on both sides of what the cores make decide, and only one side was measured"
	case openUnder || openAbove && !stalledAbove:
		f.Because = "the rounds differ at a load that decides"
	case stalledAbove:
		f.Verdict, f.Because = lab.Partly, "it stalls only where it asks for more than the cores make"
	case len(w.open)+len(w.stalled) == 0:
		f.Verdict, f.Because = lab.Reproduced, "it stalls at no load"
	default:
		f.Because = "what decides is a load that cannot be told from what the cores make"
	}
	if len(w.all) > 0 {
		f.Because += fmt.Sprintf("; medians of %d rounds or more, which their least and greatest hold at %s confidence", fewest, share(stats.RangeConfidence(fewest)))
	}
	f.Because += boundary(e)
	return f
}

// boundary says up to which load the trainer is kept from waiting by the projection on the fewest
// and the most cores, which no other work on the machine disturbs.
func boundary(e *lab.Evidence) string {
	r, ok := e.Case(projectedCase)
	if !ok {
		return ""
	}
	cfg := lab.ConfigOf[Config](r)
	var parts []string
	for i, c := range cfg.Cores {
		if i > 0 && i < len(cfg.Cores)-1 {
			continue
		}
		for j, load := range cfg.ProjectedLoads {
			if r.Value(projectedMetric(c, load)) < e.Limit("waiting") {
				continue
			}
			last := "none"
			if j > 0 {
				last = decimals(cfg.ProjectedLoads[j-1])
			}
			parts = append(parts, fmt.Sprintf("%s up to %s", coresSays(c), last))
			break
		}
	}
	return "; projected by counts of tests, loads without waiting: " + strings.Join(parts, ", ")
}

func first(set record.Set, metric string) float64 {
	if len(set) == 0 {
		return 0
	}
	return set[0].Value(metric)
}

// live judges the two arrangements in which older puzzles are still handed out: by lookahead, and
// the document's queue.
func live(e *lab.Evidence) lab.Finding {
	var inRange, puzzles, switches, changes float64
	var longest stats.Interval
	var old, gaps, dropped []string
	for _, r := range e.Where(changeKind) {
		rule := r.Dim("rule")
		gap := fmt.Sprintf("%s (%s to %s)", decimals(r.Value("gaps")), decimals(r.Value("gaps.low")), decimals(r.Value("gaps.high")))
		inRange += r.Value("in-range")
		puzzles += r.Value("puzzles")
		switch rule {
		case now:
			dropped = append(dropped, gap)
			continue
		case letter:
			old = append(old, oldPuzzles(r))
		case lag:
			switches += r.Value("switches")
			changes += r.Value("changes")
		}
		longest.Low, longest.High = max(longest.Low, r.Value("gaps.low")), max(longest.High, r.Value("gaps.high"))
		gaps = append(gaps, fmt.Sprintf("%s %s %s", r.Dim("stages"), rule, gap))
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("%s of %s puzzles in the range of their order, %s of %s changes at the index foretold; longest gap after a change to that before: %s",
			lab.Number(inRange), lab.Number(puzzles), lab.Number(switches), lab.Number(changes), strings.Join(gaps, ", ")),
	}
	if f.Verdict, f.Because = e.Always(min(inRange, puzzles)+min(switches, changes), puzzles+changes); f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = e.Band(longest)
	}
	f.Because += fmt.Sprintf("; the document's queue still hands out %s old puzzles after a change, and changing at once makes gaps of %s", strings.Join(old, " and "), strings.Join(dropped, ", "))
	return f
}

// efficient judges the conversions of a training step: their time and their bytes.
func efficient(e *lab.Evidence) lab.Finding {
	ratio := e.Interval(typesCase, "ratio")
	keptApart, switching := e.Value(typesCase, parted+" bytes"), e.Value(typesCase, mixed+" bytes")
	var t lab.Tally
	t.Above(ratio, 1+e.Limit("margin"))
	t.Met(switching > keptApart)
	f := lab.Finding{Figure: fmt.Sprintf("types that switch take %s times as long (%s to %s) and move %s bytes a step, split ones %s",
		decimals(e.Value(typesCase, "ratio")), decimals(ratio.Low), decimals(ratio.High), lab.Number(switching), lab.Number(keptApart))}
	f.Verdict, f.Because = e.Every(t)
	f.Because += "; conversions alone, on the host in Go"
	return f
}

// cleaner judges the conversions on the path, and the check by sets. Values brought to 0…1 are no form of the document, and
// stand beside.
func cleaner(e *lab.Evidence) lab.Finding {
	keptApart, switching := e.Value(typesCase, parted+" conversions"), e.Value(typesCase, mixed+" conversions")
	boards, integers, wrong := e.Value(checksCase, "boards"), e.Value(checksCase, "integers wrong"), 0.0
	for _, form := range floatForms {
		if form.name != scaledForm {
			wrong = max(wrong, e.Value(checksCase, form.name+" wrong"))
		}
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("%s conversions a step, %s where types switch; the check by sets is wrong on %s of %s boards of floats and on %s of integers",
			lab.Number(keptApart), lab.Number(switching), lab.Number(wrong), lab.Number(boards), lab.Number(integers)),
		Because: fmt.Sprintf("; floats as the document's inputs hold them, whole numbers; brought to 0…1 and back they are wrong on %s boards", lab.Number(e.Value(checksCase, scaledForm+" wrong"))),
	}
	if v, reason := e.Enough("cases", boards); v != "" {
		f.Verdict, f.Because = v, reason+f.Because
		return f
	}
	var t lab.Tally
	t.Met(keptApart < switching)
	t.Met(wrong >= e.Limit("errors") && integers == 0)
	v, reason := e.Every(t)
	f.Verdict, f.Because = v, reason+f.Because
	return f
}

// onACard returns the record of steps on a graphics card, else any other.
func onACard(e *lab.Evidence) (r record.Record, card bool) {
	for _, r = range e.Where(stepsKind) {
		if lab.ClassOf(e.Text(r, "backend")) == lab.Card {
			return r, true
		}
	}
	return r, false
}

// noCard is why a claim that needs a card is pending.
const noCard = "decided on a graphics card alone"

func vectorized(e *lab.Evidence) lab.Finding {
	r, card := onACard(e)
	if r.Case == "" {
		return lab.Finding{Verdict: lab.Pending, Because: noCard}
	}
	ratio := e.Interval(r.Case, "ratio")
	f := lab.Finding{Figure: fmt.Sprintf("%s times as fast with batched helpers (%s to %s) on %s", decimals(e.Value(r.Case, "ratio")), decimals(ratio.Low), decimals(ratio.High), r.Texts["backend"])}
	f.Cases = []string{r.Case}
	f.Verdict, f.Because = e.Band(ratio)
	if !card {
		f.Verdict, f.Because = lab.Pending, noCard
	}
	return f
}

func detour(e *lab.Evidence) lab.Finding {
	r, card := onACard(e)
	if r.Case == "" {
		return lab.Finding{Verdict: lab.Pending, Because: noCard}
	}
	v := func(name string) float64 { return e.Value(r.Case, name) }
	moved, counted := v(dqn.Batched+" transfers"), v(dqn.Batched+" steps")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s transfers in a step at most, over %s steps on %s", lab.Number(moved), lab.Number(counted), r.Texts["backend"]),
		Cases:   []string{r.Case},
		Because: fmt.Sprintf("from the draws of the buffer to the loss; with loops over items %s tensors of %s bytes in each step", lab.Number(v(dqn.Looped+" transfers")), lab.Number(v(dqn.Looped+" bytes"))),
	}
	few, reason := e.Enough("cases", counted)
	switch {
	case !card:
		f.Verdict, f.Because = lab.Pending, noCard+"; "+f.Because
	case moved > e.Limit("transfers"):
	case few != "":
		f.Verdict, f.Because = few, reason+"; "+f.Because
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}
