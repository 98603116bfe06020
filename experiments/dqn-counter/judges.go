package dqncounter

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R16a", Decide: wholeCaseFaster},
		{Claim: "R16b", Capped: true, Decide: mrvPrunes},
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
// language. The document's sets hash; masks of bits are quoted as well.
func wholeCaseFaster(e *lab.Evidence) lab.Finding {
	v := func(name string) float64 { return e.Value(wholeCase, name) }
	naive := counter.NaiveConfig().String()
	var parts []string
	for _, name := range []string{hardest, middle} {
		bound := ""
		if v(name+" "+naive+" capped") > 0 {
			bound = "at least "
		}
		parts = append(parts, fmt.Sprintf("%s case %s%.1f × with hash sets, %s to %s (%s%.0f × with masks)",
			name, bound, v(name+" naive to "+hashForm.String()), lab.Seconds(v(name+" "+naive+" time")), lab.Seconds(v(name+" "+hashForm.String()+" time")),
			bound, v(name+" naive to "+bestForm.String())))
	}
	f := lab.Finding{Figure: strings.Join(parts, "; ")}
	ratio := stats.Interval{Low: v(hardest + " naive to " + hashForm.String() + " low"), High: v(hardest + " naive to " + hashForm.String() + " high")}
	if v(hardest+" "+naive+" capped") > 0 {
		ratio.High = math.Inf(1)
	}
	if f.Verdict, f.Because = e.Enough("cases", v("cases")); f.Verdict == "" {
		f.Verdict, f.Because = e.Band(ratio)
	}
	f.Because += fmt.Sprintf(", the hardest of %s cases found decides; its nodes fall from %s to %s, its checks from %s to %s", lab.Number(v("cases")),
		lab.Number(v(hardest+" "+naive+" nodes")), lab.Number(v(hardest+" "+hashForm.String()+" nodes")),
		lab.Number(v(hardest+" "+naive+" checks")), lab.Number(v(hardest+" "+hashForm.String()+" checks")))
	return f
}

func mrvPrunes(e *lab.Evidence) lab.Finding {
	var parts []string
	var ratios []stats.Interval
	set := e.Where(treeKind)
	fewer, compared := set.Sum("mrv fewer"), set.Sum("compared")
	for _, r := range set {
		ratios = append(ratios, lab.CutRatio(r, nodesRatio))
		parts = append(parts, r.Dim("set")+" "+lab.CutRatioOf(r, nodesRatio, short))
	}
	v, because := e.Ratios(ratios)
	return lab.Finding{
		Verdict: v,
		Figure:  "nodes in fixed order to nodes by MRV, median board: " + strings.Join(parts, ", "),
		Because: fmt.Sprintf("of the sets %s; MRV takes fewer nodes on %s of %s boards where either run ended", because, lab.Number(fewer), lab.Number(compared)),
	}
}

// short writes a factor with as many digits as matter.
func short(x float64) string {
	if x >= 20 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// spread is the ratios of an improvement over its pairs of forms and the timed sets.
type spread struct {
	least, most float64
	ratios      []stats.Interval
}

func spreadOf(e *lab.Evidence, improvement string) spread {
	s := spread{least: math.Inf(1)}
	for _, set := range priced {
		for _, p := range pairs() {
			if p.improvement != improvement {
				continue
			}
			v := func(part string) float64 { return e.Value(priceCase(set), p.metric()+part) }
			s.least, s.most = min(s.least, v("")), max(s.most, v(""))
			s.ratios = append(s.ratios, stats.Interval{Low: v(" low"), High: v(" high")})
		}
	}
	return s
}

func (s spread) String() string { return fmt.Sprintf("%.2f to %.2f ×", s.least, s.most) }

func setsAhead(e *lab.Evidence) lab.Finding {
	masks, maps := spreadOf(e, byMasks), spreadOf(e, byMaps)
	v, because := e.Ratios(maps.ratios)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("time by scans to time by hash sets, same trees: %s", maps),
		Because: fmt.Sprintf("of the comparisons %s; by masks it is %s", because, masks),
	}
}

func blanksListed(e *lab.Evidence) lab.Finding {
	s := spreadOf(e, byBlanks)
	var looks []string
	for _, mrv := range []bool{false, true} {
		without, with := counter.Config{MRV: mrv, Validity: counter.Masks}, counter.Config{MRV: mrv, Validity: counter.Masks, Blanks: true}
		var a, b, nodes float64
		for _, set := range priced {
			a += e.Value(priceCase(set), without.String()+" visited")
			b += e.Value(priceCase(set), with.String()+" visited")
			nodes += e.Value(priceCase(set), with.String()+" nodes")
		}
		tree := "in fixed order"
		if mrv {
			tree = "by MRV"
		}
		if nodes > 0 {
			looks = append(looks, fmt.Sprintf("%s %.1f to %.1f", tree, a/nodes, b/nodes))
		}
	}
	var t lab.Tally
	for _, x := range s.ratios {
		t.Above(x, 1+e.Limit("margin"))
	}
	v, because := e.Every(t)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("time without the list to time with it, same trees: %s", s),
		Because: fmt.Sprintf("of the comparisons %s; cells looked at for the next blank, per node: %s", because, strings.Join(looks, ", ")),
	}
}
