package cspsearch

import (
	"fmt"
	"math"
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
	var puzzles, solved float64
	for _, r := range e.Cases("nodes/", "puzzles") {
		if strings.HasSuffix(r.Case, "/mac+mrv") {
			puzzles += r.Value("puzzles")
			solved += r.Value("solved")
		}
	}
	return lab.Finding{
		Verdict: lab.Always(solved, puzzles),
		Figure:  fmt.Sprintf("%s of %s puzzles", lab.Number(solved), lab.Number(puzzles)),
		Because: "each answer passed the checker; the puzzles are those that AC-3 leaves open",
	}
}

// ratios returns, for each set, how many times the nodes of MAC + MRV a variant takes.
func ratios(e *lab.Evidence, variant string) (out map[string]float64, least float64) {
	out, least = map[string]float64{}, math.Inf(1)
	for _, r := range e.Cases("nodes/", "puzzles") {
		if !strings.HasSuffix(r.Case, "/"+variant) || r.Value("puzzles") == 0 {
			continue
		}
		set := strings.TrimSuffix(r.Case, variant)
		if base := e.Value(set+"mac+mrv", "nodes"); base > 0 {
			out[set] = r.Value("nodes") / base
			least = min(least, out[set])
		}
	}
	return out, least
}

// worst judges that pruning keeps the work far under that of a search without it.
func worst(e *lab.Evidence) lab.Finding {
	none, least := ratios(e, "none+first")
	_, mac := ratios(e, "mac+first")
	_, mrv := ratios(e, "none+mrv")
	f := lab.Finding{
		Figure: fmt.Sprintf("without either at least %s × the nodes; without MRV at least %s ×, without MAC at least %s ×", lab.Number(least), lab.Number(mac), lab.Number(mrv)),
		Because: fmt.Sprintf("least ratio to MAC + MRV over %d sets, bounded runs counted at their bound; exponential growth in the worst case is theory and not measured here",
			len(none)),
	}
	switch {
	case len(none) == 0:
		f.Verdict = lab.Pending
	case least >= dramatic:
		f.Verdict = lab.Reproduced
	case least > 1:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// prunes judges MAC against forward checking and against no look-ahead, MRV in all three.
func prunes(e *lab.Evidence) lab.Finding {
	_, fc := ratios(e, "fc+mrv")
	sets, none := ratios(e, "none+mrv")
	f := lab.Finding{
		Figure:  fmt.Sprintf("forward checking at least %s × the nodes, no look-ahead at least %s ×", lab.Number(fc), lab.Number(none)),
		Because: fmt.Sprintf("least ratio to MAC over %d sets; dramatic is read as tenfold or more", len(sets)),
	}
	switch {
	case len(sets) == 0:
		f.Verdict = lab.Pending
	case none >= dramatic && fc >= dramatic:
		f.Verdict = lab.Reproduced
	case none >= dramatic && fc > 1:
		f.Verdict, f.Because = lab.Partly, f.Because+": against no look-ahead it is, against forward checking it is not"
	case none > 1:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
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
