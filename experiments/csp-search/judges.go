package cspsearch

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
)

// dramatic is the factor in nodes from which pruning is called dramatic. The document names
// none; one order of magnitude is the least that the word can mean.
const dramatic = 10

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C03a", Decide: finds},
		{Claim: "C03b", Decide: worst},
		{Claim: "C12a", Decide: dominates},
		{Claim: "C12b", Decide: prunes},
		{Claim: "C12c", Decide: overhead},
		{Claim: "C22", Decide: included},
	}
}

func finds(e *lab.Evidence) lab.Finding {
	var puzzles, solved, capped float64
	for _, r := range e.Cases("nodes/", "puzzles") {
		if strings.HasSuffix(r.Case, "/"+base) {
			puzzles += r.Value("puzzles")
			solved += r.Value("solved")
			capped += r.Value("capped")
		}
	}
	f := lab.Finding{
		Verdict: lab.Always(solved, puzzles-capped),
		Figure:  fmt.Sprintf("%s of %s puzzles", lab.Number(solved), lab.Number(puzzles)),
		Because: "each answer passed the checker; the puzzles are those that AC-3 leaves open",
	}
	if f.Verdict == lab.Reproduced && capped > 0 {
		f.Verdict, f.Because = lab.Pending, lab.Number(capped)+" puzzles reached the bound on nodes, which decides nothing"
	}
	return f
}

// ratio is how many times the nodes of MAC + MRV a variant takes on a set, every puzzle cut
// at the bound on nodes; open means that puzzles reached it, so that the ratio is a lower
// bound.
type ratio struct {
	set  string
	x    float64
	open bool
}

func ratios(e *lab.Evidence, variant string) (out []ratio) {
	for _, r := range e.Cases("nodes/", "puzzles") {
		if !strings.HasSuffix(r.Case, "/"+variant) || r.Value("puzzles") == 0 {
			continue
		}
		set := strings.TrimSuffix(strings.TrimPrefix(r.Case, "nodes/set="), "/"+variant)
		if b := e.Value(nodesCase(set, base), "nodes.cut"); b > 0 {
			out = append(out, ratio{set, e.Value(r.Case, "nodes.cut") / b, e.Value(r.Case, "capped") > 0})
		}
	}
	return out
}

func list(rs []ratio) string {
	var parts []string
	for _, r := range rs {
		bound := ""
		if r.open {
			bound = "≥ "
		}
		parts = append(parts, r.set+" "+bound+lab.Number(r.x)+" ×")
	}
	return strings.Join(parts, ", ")
}

// tenfold reports whether the ratios show a factor of ten or more, whether any set
// contradicts that, and whether any set shows less work than MAC + MRV. A lower bound under
// ten contradicts nothing.
func tenfold(rs []ratio) (shown, contradicted, reversed bool) {
	for _, r := range rs {
		shown = shown || r.x >= dramatic
		contradicted = contradicted || r.x < dramatic && !r.open
		reversed = reversed || r.x <= 1 && !r.open
	}
	return shown, contradicted, reversed
}

// worst judges that MRV and MAC together keep the work far under that of a search with
// neither.
func worst(e *lab.Evidence) lab.Finding {
	rs := ratios(e, "none+first")
	f := lab.Finding{
		Figure: "nodes with neither: " + list(rs),
		Because: "to MAC + MRV, puzzles cut at the bound; far under is read as tenfold. Without MRV alone: " + list(ratios(e, "mac+first")) +
			"; without MAC alone: " + list(ratios(e, "none+mrv")) + ". Exponential growth in the worst case is theory and not measured",
	}
	shown, contradicted, reversed := tenfold(rs)
	switch {
	case len(rs) == 0:
		f.Verdict = lab.Pending
	case shown && !contradicted:
		f.Verdict = lab.Reproduced
	case reversed:
		f.Verdict = lab.Refuted
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// prunes judges MAC against forward checking and against no look-ahead, MRV in all three.
func prunes(e *lab.Evidence) lab.Finding {
	fc, none := ratios(e, "fc+mrv"), ratios(e, "none+mrv")
	f := lab.Finding{
		Figure:  "nodes with forward checking: " + list(fc) + "; with no look-ahead: " + list(none),
		Because: "to MAC, MRV in all, puzzles cut at the bound; dramatic is read as tenfold",
	}
	shown, contradicted, reversed := tenfold(none)
	fcShown, fcContradicted, _ := tenfold(fc)
	switch {
	case len(none) == 0 || len(fc) == 0:
		f.Verdict = lab.Pending
	case reversed:
		f.Verdict = lab.Refuted
	case shown && !contradicted && fcShown && !fcContradicted:
		f.Verdict = lab.Reproduced
	case shown && !contradicted:
		f.Verdict, f.Because = lab.Partly, f.Because+": against no look-ahead it is, against forward checking it is not"
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// shares lists the share of time inside AC-3 on the document's own kinds of puzzle: the
// generated levels.
func shares(e *lab.Evidence) (text string, least float64) {
	least = 1
	var parts []string
	for _, id := range levels[:3] {
		s := e.Value("profile/set="+id, "ac3-share")
		least = min(least, s)
		parts = append(parts, id+" "+lab.Share(s, 1))
	}
	return strings.Join(parts, ", "), least
}

func dominates(e *lab.Evidence) lab.Finding {
	text, least := shares(e)
	f := lab.Finding{Verdict: lab.Refuted, Figure: text, Because: "share of the solving time inside AC-3, median of rounds; to dominate is read as more than half"}
	if least > 0.5 {
		f.Verdict = lab.Reproduced
	}
	return f
}

// overhead judges that search adds next to nothing: under a tenth of the time.
func overhead(e *lab.Evidence) lab.Finding {
	text, least := shares(e)
	f := lab.Finding{Figure: "inside AC-3: " + text, Because: "what is not inside AC-3 is search and set-up; next to nothing is read as under a tenth"}
	switch {
	case least >= 0.9:
		f.Verdict = lab.Reproduced
	case least > 0.5:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func included(e *lab.Evidence) lab.Finding {
	var nodes, strikes, escaped float64
	for _, r := range e.Cases("subset/", "fc-strikes", "fc-only", "consistent-nodes") {
		nodes += r.Value("consistent-nodes")
		strikes += r.Value("fc-strikes")
		escaped += r.Value("fc-only")
	}
	return lab.Finding{
		Verdict: lab.Always(strikes-escaped, strikes),
		Figure:  fmt.Sprintf("%s of %s values", lab.Number(strikes-escaped), lab.Number(strikes)),
		Because: fmt.Sprintf("of what forward checking would strike, so much AC-3 struck, at %s nodes", lab.Number(nodes)),
	}
}
