package dqncounter

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
)

const (
	// dramatic is the factor in nodes from which pruning is called dramatic. The document names
	// none; one order of magnitude is the least that the word can mean.
	dramatic = 10
	// ahead is the factor in time from which one way is well ahead of another.
	ahead = 2
	// statedRatio is that of the stated times of the whole case: over ten minutes to about
	// 840 ms.
	statedRatio = 600 / 0.84
	// within is the factor by which a time called "about" may be off.
	within = 2
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R16a", Decide: wholeCaseFaster},
		{Claim: "R16b", Decide: mrvPrunes},
		{Claim: "R16c", Decide: setsAhead},
		{Claim: "R16d", Decide: blanksListed},
	}
}

// bestForm and hashForm are the finished counter with masks and, as the document has it, with
// hash sets.
var (
	bestForm = counter.DefaultConfig()
	hashForm = counter.Config{MRV: true, Validity: counter.Maps, Blanks: true}
)

// wholeCaseFaster judges the ratio of the times, since the stated ones are those of another
// language. The house's factor of two for times applies to it. Sets have two readings, so the
// claim is reproduced if both reach the ratio on the hardest case.
func wholeCaseFaster(e *lab.Evidence) lab.Finding {
	v := func(name string) float64 { return e.Value(wholeCase, name) }
	naive := counter.NaiveConfig().String()
	least := math.Inf(1)
	var parts []string
	for _, name := range []string{hardest, middle} {
		masks, maps := v(name+" naive to "+bestForm.String()), v(name+" naive to "+hashForm.String())
		least = min(least, masks, maps)
		bound := ""
		if v(name+" "+naive+" capped") > 0 {
			bound = "at least "
		}
		parts = append(parts, fmt.Sprintf("%s case %s%s naive, %s finished with masks (%s%.0f ×), %s with hash sets (%s%.1f ×)",
			name, bound, lab.Seconds(v(name+" "+naive+" time")), lab.Seconds(v(name+" "+bestForm.String()+" time")), bound, masks,
			lab.Seconds(v(name+" "+hashForm.String()+" time")), bound, maps))
	}
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  strings.Join(parts, "; "),
		Because: fmt.Sprintf("cases of 54 blanks, 64 calls and 24 key cells, the hardest and the median of %s found. The document's seconds are Python's, these are Go's, so the ratio decides: it states %.0f × or more. In the hardest case nodes fall from %s to %s and checks from %s to %s; the rest is what a check costs, and there masks and hash sets part",
			lab.Number(v("cases")), statedRatio, lab.Number(v(hardest+" "+naive+" nodes")), lab.Number(v(hardest+" "+bestForm.String()+" nodes")),
			lab.Number(v(hardest+" "+naive+" checks")), lab.Number(v(hardest+" "+bestForm.String()+" checks"))),
	}
	switch {
	case v("cases") == 0:
		f.Verdict = lab.Pending
	case min(v(hardest+" naive to "+bestForm.String()), v(hardest+" naive to "+hashForm.String())) >= statedRatio/within:
		f.Verdict = lab.Reproduced
	case least <= 1:
		f.Verdict = lab.Refuted
	}
	return f
}

func mrvPrunes(e *lab.Evidence) lab.Finding {
	var parts []string
	shown, contradicted, reversed := false, false, false
	var fewer, compared float64
	for _, r := range e.Cases(treePrefix, fixedTree+" nodes.mean", mrvTree+" nodes.mean") {
		fixed, mrv := r.Value(fixedTree+" nodes.mean"), r.Value(mrvTree+" nodes.mean")
		if mrv == 0 || r.Value(mrvTree+" capped") > 0 {
			continue // a bound on both sides leaves no ratio
		}
		x, open := fixed/mrv, r.Value(fixedTree+" capped") > 0
		shown = shown || x >= dramatic
		contradicted = contradicted || x < dramatic && !open
		reversed = reversed || x <= 1 && !open
		bound := ""
		if open {
			bound = "≥ "
		}
		parts = append(parts, fmt.Sprintf("%s %s%s ×", strings.TrimPrefix(r.Case, treePrefix), bound, short(x)))
		fewer += r.Value("mrv fewer")
		compared += r.Value("compared")
	}
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  "nodes in fixed order to nodes by MRV, same boards: " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("dramatic is read as tenfold; MRV takes fewer nodes on %s of %s boards where either run ended", lab.Number(fewer), lab.Number(compared)),
	}
	switch {
	case len(parts) == 0:
		f.Verdict = lab.Pending
	case reversed:
		f.Verdict = lab.Refuted
	case shown && !contradicted:
		f.Verdict = lab.Reproduced
	case !shown && !contradicted:
		f.Verdict, f.Because = lab.Pending, "lower bounds under ten decide nothing"
	}
	return f
}

// short writes a factor with as many digits as matter.
func short(x float64) string {
	if x >= 20 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// spread is the least and the greatest ratio of an improvement, and how many of its pairs show
// it with their whole interval.
type spread struct {
	least, most  float64
	pairs, clear int
}

// spreadOf collects the ratios of an improvement over the timed sets.
func spreadOf(e *lab.Evidence, improvement string) spread {
	s := spread{least: math.Inf(1)}
	for _, set := range priced {
		for _, p := range pairs() {
			if p.improvement != improvement {
				continue
			}
			x := e.Value(pricePrefix+set, p.metric())
			s.least, s.most = min(s.least, x), max(s.most, x)
			s.pairs++
			if e.Value(pricePrefix+set, p.metric()+" low") > 1 {
				s.clear++
			}
		}
	}
	return s
}

func (s spread) String() string { return fmt.Sprintf("%.2f to %.2f ×", s.least, s.most) }

func setsAhead(e *lab.Evidence) lab.Finding {
	masks, maps := spreadOf(e, byMasks), spreadOf(e, byMaps)
	var looks []string
	for _, r := range e.Cases("growth/", "mrv+scan+blanks compared", "mrv+scan+blanks checks") {
		if n := r.Value("mrv+scan+blanks checks"); n > 0 {
			looks = append(looks, fmt.Sprintf("%s %.1f", strings.TrimPrefix(r.Case, "growth/side="), r.Value("mrv+scan+blanks compared")/n))
		}
	}
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  fmt.Sprintf("time by scans to time by sets, same trees: masks %s, hash sets %s", masks, maps),
		Because: fmt.Sprintf("well ahead is read as twice as fast on every set and form; a mask also answers for all digits at once where the candidates of a cell are asked for. A scan ends at the first equal cell and looks at 3n cells at most: per check on average, by side, %s",
			strings.Join(looks, ", ")),
	}
	switch {
	case masks.least >= ahead && maps.least >= ahead:
		f.Verdict = lab.Reproduced
	case masks.least <= 1 && maps.least <= 1:
		f.Verdict = lab.Refuted
	}
	return f
}

func blanksListed(e *lab.Evidence) lab.Finding {
	s := spreadOf(e, byBlanks)
	var looks []string
	for _, mrv := range []bool{false, true} {
		without, with := counter.Config{MRV: mrv, Validity: counter.Masks}, counter.Config{MRV: mrv, Validity: counter.Masks, Blanks: true}
		var a, b, nodes float64
		for _, set := range priced {
			a += e.Value(pricePrefix+set, without.String()+" visited")
			b += e.Value(pricePrefix+set, with.String()+" visited")
			nodes += e.Value(pricePrefix+set, with.String()+" nodes")
		}
		tree := "in fixed order"
		if mrv {
			tree = "by MRV"
		}
		if nodes > 0 {
			looks = append(looks, fmt.Sprintf("%s %.1f to %.1f", tree, a/nodes, b/nodes))
		}
	}
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  fmt.Sprintf("time without the list to time with it, same trees: %s; cells looked at for the next blank, a node: %s", s, strings.Join(looks, ", ")),
		Because: fmt.Sprintf("with a 95 %% interval above one in %d of %d pairs of forms; where scans or hash sets take the time, there is little left for the list to save", s.clear, s.pairs),
	}
	switch s.clear {
	case s.pairs:
		f.Verdict = lab.Reproduced
	case 0:
		f.Verdict = lab.Refuted
	}
	return f
}
