package gnninference

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G07a", Decide: solves(single)},
		{Claim: "G07b", Decide: singlePass},
		{Claim: "G08a", Decide: solves(refine)},
		{Claim: "G08b", Decide: takes(refine)},
		{Claim: "G08c", Decide: adds(refine, single)},
		{Claim: "G09a", Decide: solves(beam)},
		{Claim: "G09b", Decide: takes(beam)},
		{Claim: "G09c", Decide: adds(beam, refine)},
		{Claim: "G10a", Decide: startSolves},
		{Claim: "G10b", Decide: takes(start)},
		{Claim: "G10c", Decide: adds(start, single)},
		{Claim: "G11a", Decide: hybridSolves},
		{Claim: "G11b", Decide: hybridRange},
		{Claim: "G11c", Decide: hybridUnder},
		{Claim: "G11d", Decide: hybridMean},
		{Claim: "G12a", Decide: answers(infer.Single)},
		{Claim: "G12b", Decide: answers(infer.Refine)},
		{Claim: "G12c", Decide: answers(infer.Beam)},
		{Claim: "G12d", Decide: answers(infer.Start)},
		{Claim: "G13", Decide: fasterSearch},
	}
}

// What decides the claims about the document's network that are pending.
const (
	onACard = "sudokulab results --only gnn-inference --profile gpu"
	decider = "weights of the documented training decide, on a GPU by " + onACard
)

// trainedLong reports whether there are weights of the document's network that were trained on
// as many boards as the limit says, and on how many they were.
func trainedLong(e *lab.Evidence) (long bool, boards float64) {
	least := e.Limit("boards")
	boards = e.Value(trainedCase, "boards trained on")
	return e.Value(trainedCase, "trained") > 0 && boards >= least, boards
}

// documentedSets returns the records of the document's network on the sets on which it ran with
// a method.
func documentedSets(e *lab.Evidence, method string) (out record.Set) {
	if e.Value(trainedCase, "trained") == 0 {
		return nil
	}
	for _, r := range e.Where(bandKind, of(literalNetwork)) {
		if _, ok := r.Metric("solved " + method); ok {
			out = append(out, r)
		}
	}
	return out
}

// products returns the records of the candidate network on the sets.
func products(e *lab.Evidence) record.Set {
	return e.Where(bandKind, of(candidateNetwork))
}

// shareOf writes hits of trials with both numbers.
func shareOf(hits, trials float64) string {
	return fmt.Sprintf("%s (%s of %s)", lab.Share(hits, trials), lab.Number(hits), lab.Number(trials))
}

// share is how many puzzles of a set met what is asked, and how many may have, for which a
// bound of ours that the document does not have leaves it open.
type share struct{ hits, open, of float64 }

func (s share) interval() stats.Interval {
	i := lab.ShareInterval(s.hits, s.of)
	i.High = lab.ShareInterval(s.hits+s.open, s.of).High
	return i
}

func (s share) String() string { return shareOf(s.hits, s.of) }

// onSets judges shares by the limit low, and a bound above which there is more than stated: over
// all sets together, and on the worst. It returns both, too.
func onSets(e *lab.Evidence, sets []share, high float64) (v lab.Verdict, because string, all, worst share) {
	for i, s := range sets {
		all = share{all.hits + s.hits, all.open + s.open, all.of + s.of}
		if i == 0 || s.hits*worst.of < worst.hits*s.of {
			worst = s
		}
	}
	low := e.Limit("low")
	whole, least := all.interval(), worst.interval()
	switch {
	case whole.High < low:
		return lab.Refuted, fmt.Sprintf("less than stated over all sets together, interval %s", whole), all, worst
	case whole.Low > high:
		return lab.Partly, fmt.Sprintf("more than stated over all sets together, interval %s", whole), all, worst
	case whole.Low >= low && least.High < low:
		return lab.Partly, fmt.Sprintf("over all sets together, interval %s, but not on the worst, %s", whole, least), all, worst
	case whole.Low >= low && whole.High <= high && least.Low >= low:
		return lab.Reproduced, fmt.Sprintf("over all sets together, interval %s, and on the worst, %s", whole, least), all, worst
	}
	return lab.Pending, fmt.Sprintf("an interval includes a limit, %s over all sets together and %s on the worst: more puzzles decide, as by %s", whole, least, onACard), all, worst
}

// solves judges the share of puzzles that a method solves with the document's network. A training
// shorter than the document's can show that the stated share is reached, and not that it is not.
func solves(method string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		long, boards := trainedLong(e)
		low, high := e.Limit("low"), e.Limit("high")
		other := products(e)
		beside := "the candidate network, for comparison: " + shareOf(other.Sum("solved "+method), other.Sum("boards"))
		var sets []share
		right, empty := 0.0, 0.0 // cells, in one pass
		for _, r := range documentedSets(e, method) {
			sets = append(sets, share{r.Value("solved " + method), r.Value("bounded " + method), r.Value("boards")})
			right, empty = right+r.Value("cells right"), empty+r.Value("cells")
		}
		if len(sets) == 0 {
			return lab.Finding{Verdict: lab.Pending, Figure: beside, Because: "the document's network was not run with this method; " + decider}
		}
		v, because, all, worst := onSets(e, sets, high)
		f := lab.Finding{Verdict: v, Figure: fmt.Sprintf("%s, worst set %s; %s of empty cells in one pass; %s", all, worst, lab.Share(right, empty), beside), Because: because}
		if short := fmt.Sprintf("trained on %s boards, fewer than the document's %s", lab.Number(boards), lab.Number(e.Limit("boards"))); !long {
			f.Because = because + "; " + short
			if v == lab.Refuted || v == lab.Partly && !(worst.interval().Low >= low) {
				f.Verdict, f.Because = lab.Pending, short+": falling short says nothing; "+decider
			}
		}
		return f
	}
}

// pass returns the record of single passes of the document's network, untrained, whose weights do
// not change the time; false if it was a smaller network.
func pass(e *lab.Evidence) (r record.Record, ok bool) {
	r, _ = e.Case(passCase)
	d := literal.Default()
	return r, e.Value(passCase, "rounds") == float64(d.Iterations) && e.Value(passCase, "hidden") == float64(d.Hidden)
}

// smaller says why a pass decides nothing.
const smaller = "a smaller network than the document's was timed"

// timesOf is the number of times of a name in a record.
func timesOf(r record.Record, name string) int {
	m, _ := r.Metric("under 50 ms " + name)
	return m.N
}

// medianOf is the interval of a median by the order of the times, from the kept percentiles next
// outside its ranks. Fewer than six times bound nothing.
func medianOf(r record.Record, name string) stats.Interval {
	n := timesOf(r, name)
	ranks := distuv.Binomial{N: float64(n), P: 0.5}
	k := 0 // the rank of the lower end, from 1
	for k < n/2 && ranks.CDF(float64(k)) <= (1-lab.Confidence)/2 {
		k++
	}
	if k == 0 {
		return lab.Unknown()
	}
	at := 100 * float64(k-1) / float64(n-1)
	i := stats.Interval{Low: r.Value("time.min " + name), High: r.Value("time." + percentile(100) + " " + name), Confidence: lab.Confidence}
	for _, p := range percentiles {
		if float64(p) <= at {
			i.Low = r.Value("time." + percentile(p) + " " + name)
		}
	}
	for _, p := range slices.Backward(percentiles) {
		if float64(p) >= 100-at {
			i.High = r.Value("time." + percentile(p) + " " + name)
		}
	}
	return i
}

// meanOf is the interval of a mean after Student. The deviation is not kept; no times between a
// least and a greatest with this mean have a greater one than is taken.
func meanOf(r record.Record, name string) stats.Interval {
	n := float64(timesOf(r, name))
	if n < 2 {
		return lab.Unknown()
	}
	mean := r.Value("time.mean " + name)
	spread := (r.Value("time."+percentile(100)+" "+name) - mean) * (mean - r.Value("time.min "+name))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile((1+lab.Confidence)/2) * math.Sqrt(max(0, spread)/(n-1))
	return stats.Interval{Low: mean - half, High: mean + half, Confidence: lab.Confidence}
}

// moreThan is what is known of a time that is longer than another.
func moreThan(x float64) stats.Interval {
	return stats.Interval{Low: x, High: math.Inf(1), Confidence: 1}
}

func singlePass(e *lab.Evidence) lab.Finding {
	r, ok := pass(e)
	backend := e.Text(r, "backend")
	v, because := e.Time(lab.Timing{Took: medianOf(r, string(literal.Fast)), On: lab.ClassOf(backend), Operations: e.Value(passCase, "products")})
	if !ok {
		v, because = lab.Pending, smaller
	} else if v == lab.Pending && lab.ClassOf(backend) != lab.Card {
		because += "; on a GPU decides: " + onACard
	}
	return lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("median %s per puzzle, edge by edge %s, on %s", lab.Seconds(e.Value(passCase, "time.p50 "+string(literal.Fast))),
			lab.Seconds(e.Value(passCase, "time.p50 "+string(literal.Plain))), backend),
		Because: because,
	}
}

// figure is a time of a set, or a difference, and its interval.
type figure struct {
	at     float64
	within stats.Interval
}

// order is that of verdicts of several sets, the one that decides first.
var order = []lab.Verdict{lab.Refuted, lab.Pending, lab.Reproduced}

// timedBy judges a time by what is known of it on each set; the worst decides. Where nothing is
// known of the document's network, trained as documented, every puzzle takes a pass at least, or
// as many as least says.
func timedBy(e *lab.Evidence, method string, least float64, known func(r record.Record) []figure, extra func(r record.Record) float64) lab.Finding {
	one, ok := pass(e)
	products := e.Value(passCase, "products")
	if !ok {
		return lab.Finding{Verdict: lab.Pending, Because: smaller}
	}
	f := lab.Finding{}
	take := func(name string, t lab.Timing) {
		v, because := e.Time(t)
		if f.Verdict == "" || slices.Index(order, v) < slices.Index(order, f.Verdict) {
			f.Verdict, f.Because = v, name+because
		}
	}
	long, boards := trainedLong(e)
	var found []string
	from, to := math.Inf(1), math.Inf(-1)
	for _, r := range documentedSets(e, method) {
		set := r.Dim("set")
		for _, took := range known(r) {
			if r.Value("bounded "+method) > 0 {
				took.within.High = math.Inf(1)
			}
			found = append(found, set+" "+lab.Seconds(took.at))
			from, to = min(from, took.at), max(to, took.at)
			if long {
				take(set+": ", lab.Timing{Took: took.within, On: lab.ClassOf(r.Texts["backend"]), Operations: products * extra(r)})
			}
		}
	}
	if long && len(found) > 0 {
		f.Figure = strings.Join(found, ", ")
		return f
	}
	shortest := min(e.Value(passCase, "time.min "+string(literal.Fast)), e.Value(passCase, "time.min "+string(literal.Plain)))
	backend := e.Text(one, "backend")
	take("", lab.Timing{Took: moreThan(least * shortest), On: lab.ClassOf(backend), Operations: least * products})
	f.Figure = fmt.Sprintf("one pass at least, the shortest %s on %s", lab.Seconds(shortest), backend)
	if len(found) > 0 {
		f.Figure += fmt.Sprintf("; with weights trained on %s boards, for comparison, %s to %s", lab.Number(boards), lab.Seconds(from), lab.Seconds(to))
	}
	if f.Verdict == lab.Pending {
		f.Because = "how often the network is asked depends on its weights; " + decider
	}
	return f
}

// asked is how often a puzzle of a set was put to the network by a method, on average.
func asked(r record.Record, method string) float64 {
	return r.Value("asked "+method) / r.Value("boards")
}

// takes judges the time of a method by the median puzzle of each set.
func takes(method string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		return timedBy(e, method, 1,
			func(r record.Record) []figure {
				return []figure{{r.Value("time.p50 " + method), medianOf(r, method)}}
			},
			func(r record.Record) float64 { return asked(r, method) })
	}
}

// adds judges what a method takes more than the one before it, on average over the puzzles of
// each set. Deviations of differences are at most the sum of both.
func adds(method, before string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		return timedBy(e, method, 0,
			func(r record.Record) []figure {
				a, b := meanOf(r, method), meanOf(r, before)
				return []figure{{
					r.Value("time.mean "+method) - r.Value("time.mean "+before),
					stats.Interval{Low: a.Low - b.High, High: a.High - b.Low, Confidence: lab.Confidence},
				}}
			},
			func(r record.Record) float64 { return asked(r, method) - asked(r, before) })
	}
}

// hybridRange judges the shortest and the longest time of all puzzles.
func hybridRange(e *lab.Evidence) lab.Finding {
	cases := 0.0
	f := timedBy(e, hybrid, 1,
		func(r record.Record) []figure {
			cases += r.Value("boards")
			least, most := r.Value("time.min "+hybrid), r.Value("time."+percentile(100)+" "+hybrid)
			return []figure{{least, lab.Exactly(least)}, {most, lab.Exactly(most)}}
		},
		func(record.Record) float64 { return 1 })
	if v, few := e.Enough("cases", cases); v != "" && f.Verdict == lab.Reproduced {
		f.Verdict, f.Because = v, few
	}
	return f
}

// hybridMean judges the mean time of each set.
func hybridMean(e *lab.Evidence) lab.Finding {
	return timedBy(e, hybrid, 1,
		func(r record.Record) []figure { return []figure{{r.Value("time.mean " + hybrid), meanOf(r, hybrid)}} },
		func(r record.Record) float64 { return asked(r, hybrid) })
}

// hybridUnder judges a bound that a share of the puzzles meets. As with every bound, a slower
// class of machine can meet it and not miss it.
func hybridUnder(e *lab.Evidence) lab.Finding {
	one, ok := pass(e)
	long, _ := trainedLong(e)
	under, fastest := e.Limit("under"), e.Limit("fastest")
	if !ok {
		return lab.Finding{Verdict: lab.Pending, Because: smaller}
	}
	on := lab.ClassOf(e.Text(one, "backend"))
	shortest := min(e.Value(passCase, "time.min "+string(literal.Fast)), e.Value(passCase, "time.min "+string(literal.Plain)))
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  fmt.Sprintf("one pass at least, the shortest %s on %s", lab.Seconds(shortest), e.Text(one, "backend")),
		Because: "how often the network is asked depends on its weights; " + decider,
	}
	var sets []share
	if long {
		for _, r := range documentedSets(e, hybrid) {
			if c := lab.ClassOf(r.Texts["backend"]); c != lab.Card {
				on = c
			}
			hits, open := r.Value("under 50 ms "+hybrid), r.Value("bounded "+hybrid)
			sets = append(sets, share{max(0, hits-open), min(hits, open), r.Value("boards")})
		}
	}
	switch operations := e.Value(passCase, "products"); {
	case operations*fastest >= under:
		f.Verdict, f.Because = lab.Refuted, "the operations of one pass alone take longer on any such GPU"
	case len(sets) == 0 && on == lab.Card && shortest >= under:
		f.Verdict, f.Because = lab.Refuted, "every puzzle takes at least one pass with any weights"
	case len(sets) > 0:
		v, because, all, worst := onSets(e, sets, math.Inf(1))
		f.Verdict, f.Figure, f.Because = v, fmt.Sprintf("%s under %s, worst set %s", all, lab.Seconds(under), worst), because
		if on != lab.Card && v != lab.Reproduced {
			f.Verdict, f.Because = lab.Pending, "taken on a slower class of machine than the claim is about"
		}
	}
	return f
}

// promised judges methods that promise an answer, whatever the network says.
func promised(e *lab.Evidence, solved, wrong, all float64, because string) lab.Finding {
	v, why := e.Always(solved, all)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s solved, %s wrong", shareOf(solved, all), lab.Number(wrong)),
		Because: why + "; " + because,
	}
}

// anyNetwork returns the records of the networks that know nothing.
func anyNetwork(e *lab.Evidence) record.Set {
	return e.Where(adviceKind)
}

func startSolves(e *lab.Evidence) lab.Finding {
	all := slices.Concat(products(e), e.Where(searchKind, of(candidateNetwork)), anyNetwork(e))
	return promised(e, all.Sum("solved "+start), all.Sum("wrong "+start), all.Sum("boards"),
		"each answer checked, with the candidate network, with digits drawn at random and with wrong digits given as certain")
}

func hybridSolves(e *lab.Evidence) lab.Finding {
	set := slices.Concat(products(e), anyNetwork(e))
	c := mixedCase(candidateNetwork)
	named, boards := e.Value(c, "right "+hybrid)+e.Value(c, "right "+cascade), 2*e.Value(c, "boards")
	wrong := set.Sum("wrong "+hybrid) + set.Sum("wrong "+cascade) + e.Value(c, "wrong "+hybrid) + e.Value(c, "wrong "+cascade)
	f := promised(e, min(set.Sum("solved "+hybrid), set.Sum("solved "+cascade)), wrong, set.Sum("boards"),
		fmt.Sprintf("in both orders, each answer checked, with the candidate network and two that know nothing; also, of boards with no or several solutions %s were named as such", shareOf(named, boards)))
	if named < boards {
		f.Verdict = lab.Refuted
	}
	return f
}

// answers judges the share of the hybrid's answers that a stage gives, begun with the single
// pass, with the document's network.
func answers(stage infer.Method) func(*lab.Evidence) lab.Finding {
	metric := byMetric(stage, cascade)
	return func(e *lab.Evidence) lab.Finding {
		long, _ := trainedLong(e)
		set := documentedSets(e, cascade)
		if !long || len(set) == 0 {
			other := products(e)
			return lab.Finding{
				Verdict: lab.Pending,
				Figure:  "the candidate network, for comparison: " + shareOf(other.Sum(metric), other.Sum("solved "+cascade)),
				Because: decider,
			}
		}
		hits, all := set.Sum(metric), set.Sum("solved "+cascade)
		v, because := e.Band(lab.ShareInterval(hits, all))
		f := lab.Finding{Verdict: v, Figure: shareOf(hits, all), Because: because + ", over all sets together"}
		if set.Sum("bounded "+cascade) > 0 {
			f.Verdict, f.Because = lab.Pending, "some beams were ended by a limit of rounds, which the document does not have"
		}
		return f
	}
}

// fasterSearch compares the time of the network and of the search from its digits with that of
// the same search alone, its guesses in ascending or in drawn order, whichever is faster. The
// network's own time is the shorter of what was measured and what the document states. Without
// weights of the documented training, its pass alone is a lower bound.
func fasterSearch(e *lab.Evidence) lab.Finding {
	long, _ := trainedLong(e)
	one, ok := pass(e)
	network := candidateNetwork
	if long {
		network = literalNetwork
	}
	plain, drawn, confidence := way{infer.Cover, infer.Ascending}.String(), way{infer.Cover, infer.Shuffled}.String(), way{infer.Cover, infer.Confidence}.String()
	set := e.Where(searchKind, of(network))
	stated := e.Limit("pass")
	shortest := min(stated, one.Value("time.min "+string(literal.Fast)), one.Value("time.min "+string(literal.Plain)))
	var ratios []float64
	worst, with, without := 0.0, 0.0, 0.0
	for _, r := range set {
		alone := min(r.Value("time "+plain), r.Value("time "+drawn))
		helped := shortest * r.Value("boards")
		if long {
			helped = min(stated*r.Value("boards"), r.Value("network time")) + r.Value("time "+fixed)
		}
		with, without, worst = with+helped, without+alone, max(worst, helped/alone)
		ratios = append(ratios, math.Log(helped/alone))
	}
	i := lab.MeanInterval(ratios, lab.Confidence)
	i.Low, i.High = math.Exp(i.Low), math.Exp(i.High)
	boards := set.Sum("boards")
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure: fmt.Sprintf("%s per puzzle with it, %s without; for comparison, guesses: %s by its confidence, %s with its digits put in, %s without", lab.Seconds(with/boards), lab.Seconds(without/boards),
			lab.Number(math.Round(set.Sum("guesses "+confidence))), lab.Number(math.Round(set.Sum("guesses "+fixed))),
			lab.Number(math.Round(min(set.Sum("guesses "+plain), set.Sum("guesses "+drawn))))),
		Because: fmt.Sprintf("an interval includes a limit: %s of the time over %d sets", i, len(set)),
	}
	least := "with it"
	if !long {
		least = "for its pass alone, the search from its answer not counted,"
	}
	high := e.Limit("high")
	switch v, few := e.Enough("sets", float64(len(set))); {
	case v != "":
		f.Verdict, f.Because = v, few
	case !ok:
		f.Because = smaller
	case i.Low > high:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("%s the time of the search without it is taken %s times, interval %s over %d sets", least, lab.Number(math.Exp(meanRatio(ratios))), i, len(set))
	case !long:
		f.Because = "the pass alone does not rule it out; " + decider
	case i.High <= high && worst <= high:
		f.Verdict, f.Because = lab.Reproduced, fmt.Sprintf("faster on each set, interval %s of the time", i)
	case i.High <= high:
		f.Verdict, f.Because = lab.Partly, fmt.Sprintf("faster on average, interval %s of the time, but not on each set", i)
	}
	return f
}

func meanRatio(logs []float64) float64 {
	m, err := stats.Mean(logs)
	if err != nil {
		return math.NaN()
	}
	return m
}
