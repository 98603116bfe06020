package dqnpipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// never is what "never" is read as: waiting for less than this share of the trainer's time. The
// shortest call counts as waiting, so nothing is ever at zero.
const never = 0.01

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R15a", Decide: stalls},
		{Claim: "R15b", Decide: live},
	}
}

// perCore returns the metric of a race with a worker for each core.
func perCore(r record.Record, metric string) string {
	return workersSource(int(r.Value("cores"))) + " " + metric
}

// waits describes the races of one trainer: the loads at which it is kept from waiting, and the
// others.
type waits struct {
	free, stalled record.Set
}

// split sorts the races of a trainer by their measured loads and by whether it was kept from waiting
// by a worker for each core: if it waits for puzzles next to never, and is about as fast as with its
// puzzles at hand. The second counts too: where workers hold every core, a trainer is late to ask.
func split(e *lab.Evidence, trainer string) (w waits) {
	races := e.Cases(racePrefix+trainer+"/", "load", "cores", onDemand+" waiting", onDemand+" speed")
	slices.SortStableFunc(races, func(a, b record.Record) int { return cmp.Compare(a.Value("load"), b.Value("load")) })
	for _, r := range races {
		waiting, speed := e.Value(r.Case, perCore(r, "waiting")), e.Value(r.Case, perCore(r, "speed"))
		if waiting < never && lab.About(1, min(1, speed)) == lab.Reproduced {
			w.free = append(w.free, r)
		} else {
			w.stalled = append(w.stalled, r)
		}
	}
	return w
}

// says lists the loads with the share of the time that the trainer waited, with workers and on
// demand.
func (w waits) says() string {
	var parts []string
	for _, r := range append(slices.Clone(w.free), w.stalled...) {
		parts = append(parts, fmt.Sprintf("load %s waiting %s, speed %s (on demand %s, %s)", decimals(r.Value("load")),
			share(r.Value(perCore(r, "waiting"))), decimals(r.Value(perCore(r, "speed"))), share(r.Value(onDemand+" waiting")), decimals(r.Value(onDemand+" speed"))))
	}
	return strings.Join(parts, "; ")
}

func share(x float64) string    { return lab.Share(x, 1) }
func decimals(x float64) string { return fmt.Sprintf("%.2f", x) }

// stalls judges the document's trainer, which leaves the cores to the workers. Both sides of the
// boundary must have been measured: a demand that the cores can meet, and one that they cannot.
func stalls(e *lab.Evidence) lab.Finding {
	w := split(e, apart)
	all := append(slices.Clone(w.free), w.stalled...)
	low, high := 0.0, 0.0
	for i, r := range all {
		load := r.Value("load")
		if i == 0 || load < low {
			low = load
		}
		high = max(high, load)
	}
	f := lab.Finding{
		Figure: fmt.Sprintf("with a worker for each of %s cores: %s", lab.Number(first(all, "cores")), w.says()),
		Because: fmt.Sprintf("never stalls is read as waiting less than %s of the time at a speed within 10 %% of that with puzzles at hand; load is the puzzles asked for over what all cores make. ",
			share(never)),
	}
	switch {
	case len(all) > 0 && (low >= 1 || high <= 1):
		f.Verdict = lab.Pending
		f.Because = fmt.Sprintf("measured at loads from %s to %s only: both sides of 1 decide", decimals(low), decimals(high))
		return f
	case len(w.stalled) == 0:
		f.Verdict = lab.Reproduced
		f.Because += "It held at every load, even beyond what the cores make"
	case len(w.free) == 0:
		f.Verdict = lab.Refuted
		f.Because += "The trainer waited at every load"
	default:
		f.Verdict = lab.Partly
		r := counterexample(w.stalled)
		f.Because += fmt.Sprintf("Counterexample: at load %s the trainer waits %s of its time and has speed %s; it holds at load %s. Workers multiply what one core makes by the cores, and no more",
			decimals(r.Value("load")), share(r.Value(perCore(r, "waiting"))), decimals(r.Value(perCore(r, "speed"))), loads(w.free))
	}
	f.Because += ". " + boundary(e) + ". " + busy(e)
	return f
}

// counterexample returns the lowest load beyond what the cores make, else the lowest there is.
func counterexample(stalled record.Set) record.Record {
	for _, r := range stalled {
		if r.Value("load") > 1 {
			return r
		}
	}
	return stalled[0]
}

// boundary says up to which load the trainer is kept from waiting by the projection, which no
// other work on the machine disturbs.
func boundary(e *lab.Evidence) string {
	r, ok := e.Case(projectedCase)
	if !ok {
		return ""
	}
	cores, loads := projections(r)
	var parts []string
	for _, c := range cores {
		for i, load := range loads {
			if waiting := r.Value(projectedMetric(c, load)); waiting >= never {
				last := "none"
				if i > 0 {
					last = decimals(loads[i-1])
				}
				parts = append(parts, fmt.Sprintf("%s up to %s (%s at %s)", coresSays(c), last, share(waiting), decimals(load)))
				break
			}
		}
	}
	return "Projected by counts of tests, the load without waiting: " + strings.Join(parts, ", ")
}

func loads(set record.Set) string {
	var parts []string
	for _, r := range set {
		parts = append(parts, decimals(r.Value("load")))
	}
	return strings.Join(parts, ", ")
}

func first(set record.Set, metric string) float64 {
	if len(set) == 0 {
		return 0
	}
	return set[0].Value(metric)
}

// busy says how a trainer fares that needs a core itself.
func busy(e *lab.Evidence) string {
	return "A trainer that needs a core itself shares it with the workers: " + split(e, onCore).says()
}

// live judges the two arrangements in which older puzzles are still handed out: by lookahead, and
// the document's queue.
func live(e *lab.Evidence) lab.Finding {
	var inRange, puzzles, switches, changes, longest, cores float64
	var old, gaps, dropped []string
	for _, r := range e.Cases(changePrefix, "in-range", "puzzles", "switches", "changes", "old.min", "old.max", "gaps", "gaps.low", "gaps.high", "dropped", "cores") {
		rest, rule, _ := strings.Cut(strings.TrimPrefix(r.Case, changePrefix), "/rule=")
		gap := fmt.Sprintf("%s (%s to %s)", decimals(r.Value("gaps")), decimals(r.Value("gaps.low")), decimals(r.Value("gaps.high")))
		inRange += r.Value("in-range")
		puzzles += r.Value("puzzles")
		cores = r.Value("cores")
		switch rule {
		case now:
			dropped = append(dropped, fmt.Sprintf("%s times with stages %s, %s puzzles thrown away", gap, rest, lab.Number(r.Value("dropped"))))
			continue
		case letter:
			old = append(old, oldPuzzles(r))
		case lag:
			switches += r.Value("switches")
			changes += r.Value("changes")
		}
		longest = max(longest, r.Value("gaps"))
		gaps = append(gaps, fmt.Sprintf("%s %s %s", rest, rule, gap))
	}
	f := lab.Finding{
		Verdict: lab.About(1, max(1, longest)),
		Figure: fmt.Sprintf("%s of %s puzzles in the range of their order, %s of %s changes at the index foretold; longest gap after a change to that before, paired medians: %s",
			lab.Number(inRange), lab.Number(puzzles), lab.Number(switches), lab.Number(changes), strings.Join(gaps, ", ")),
		Because: fmt.Sprintf("on %s cores; no break is read as gaps within 10 %% of those before, partly within a factor of two. After a change the document's queue still hands out %s puzzles of the old range, as many as it and the workers hold; the supply a number fixed beforehand. Changing at once costs gaps of %s",
			lab.Number(cores), strings.Join(old, " and "), strings.Join(dropped, ", ")),
	}
	if inRange != puzzles || switches != changes {
		f.Verdict = lab.Refuted
		f.Because = "a puzzle had givens outside the range in force. " + f.Because
	}
	return f
}
