package cspsearch

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C03a", Decide: finds},
		{Claim: "C03b", Capped: true, Decide: worst},
		{Claim: "C12a", Decide: inside},
		{Claim: "C12b", Capped: true, Decide: prunes},
		{Claim: "C12c", Decide: inside},
		{Claim: "C22", Decide: included},
	}
}

func finds(e *lab.Evidence) lab.Finding {
	var puzzles, solved, capped float64
	for _, r := range e.Where(nodesKind, record.D("variant", base)) {
		n := r.Value("puzzles")
		if n == 0 { // AC-3 alone solves them all: there was nothing to search
			continue
		}
		puzzles += n
		solved += r.Value("solved")
		capped += r.Value("capped")
	}
	v, because := e.Always(solved, puzzles-capped)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s puzzles", lab.Number(solved), lab.Number(puzzles)),
		Because: because + "; each answer passed the checker",
	}
	if v == lab.Reproduced && capped > 0 {
		f.Verdict, f.Because = lab.Pending, lab.Number(capped)+" puzzles reached the bound on nodes, which decides nothing"
	}
	return f
}

// ratio is how many times the nodes of MAC + MRV a variant takes for the median puzzle of a set.
type ratio struct {
	set  string
	x    float64
	over stats.Interval
}

// ratios returns those of a variant, a set each. Without a high end the ratio is a lower bound.
func ratios(e *lab.Evidence, variant string) (out []ratio) {
	for _, r := range e.Where(nodesKind, record.D("variant", variant)) {
		if r.Value("puzzles") > 0 {
			out = append(out, ratio{r.Dim("set"), r.Value(nodesRatioMetric), lab.CutRatio(r, nodesRatioMetric)})
		}
	}
	return out
}

func list(rs []ratio) string {
	var parts []string
	for _, r := range rs {
		if math.IsInf(r.over.High, 1) {
			parts = append(parts, fmt.Sprintf("%s ≥ %s ×", r.set, lab.Number(r.over.Low)))
		} else {
			parts = append(parts, fmt.Sprintf("%s %s × (%s to %s)", r.set, lab.Number(r.x), lab.Number(r.over.Low), lab.Number(r.over.High)))
		}
	}
	return strings.Join(parts, ", ")
}

func intervals(rs []ratio) (out []stats.Interval) {
	for _, r := range rs {
		out = append(out, r.over)
	}
	return out
}

// worst judges that MRV and MAC together keep the work far under that of a search with
// neither.
func worst(e *lab.Evidence) lab.Finding {
	rs := ratios(e, "none+first")
	v, because := e.Ratios(intervals(rs))
	return lab.Finding{
		Verdict: v,
		Figure:  "nodes with neither to those with both, median puzzle: " + list(rs),
		Because: because + "; without MRV alone " + list(ratios(e, "mac+first")) + "; without MAC alone " + list(ratios(e, "none+mrv")),
	}
}

// prunes judges MAC against forward checking and against no look-ahead, MRV in all three.
func prunes(e *lab.Evidence) lab.Finding {
	fc, none := ratios(e, "fc+mrv"), ratios(e, "none+mrv")
	v, because := e.Ratios(intervals(append(slices.Clone(none), fc...)))
	return lab.Finding{
		Verdict: v,
		Figure:  "nodes to those with MAC, median puzzle: no look-ahead " + list(none) + "; forward checking " + list(fc),
		Because: because + ", MRV in all",
	}
}

// shares lists the share of time inside AC-3 on the document's own kinds of puzzle, the
// generated levels, and returns the interval of the least.
func shares(e *lab.Evidence) (text string, least stats.Interval) {
	var parts []string
	var levelShares []stats.Interval
	for _, id := range levels[:3] {
		name := record.Key(profileKind, record.D("set", id))
		levelShares = append(levelShares, e.Interval(name, "ac3-share"))
		parts = append(parts, id+" "+lab.Share(e.Value(name, "ac3-share"), 1))
	}
	return strings.Join(parts, ", "), lab.Least(levelShares...)
}

// inside judges the level with the least share.
func inside(e *lab.Evidence) lab.Finding {
	text, least := shares(e)
	v, because := e.Band(least)
	return lab.Finding{Verdict: v, Figure: "inside AC-3: " + text, Because: because + ", the level with the smallest share decides"}
}

func included(e *lab.Evidence) lab.Finding {
	set := e.Where(subsetKind)
	nodes, strikes, escaped := set.Sum("consistent-nodes"), set.Sum("fc-strikes"), set.Sum("fc-only")
	v, because := e.Always(strikes-escaped, strikes)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s values", lab.Number(strikes-escaped), lab.Number(strikes)),
		Because: fmt.Sprintf("%s: AC-3 struck them, too, at %s nodes", because, lab.Number(nodes)),
	}
}
