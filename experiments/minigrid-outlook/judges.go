package minigridoutlook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M20a", Spares: []string{"sudoku-extreme-test"}, Decide: tellsDifficulty},
		{Claim: "M20b", Spares: []string{"kaggle", "unbiased"}, Capped: true, Decide: sharesKnown},
		{Claim: "M20c", Decide: carriesOver},
	}
}

// judgedBy returns the correlation of a measure with an effort in a direction, with its interval. A
// measure that is the same for all puzzles of a set has none: 0.
func judgedBy(t trial, feature string, sign float64) (rho float64, interval stats.Interval) {
	if _, ok := t.Metric(pairOf(t.effort, feature)); !ok {
		return 0, lab.Exactly(0)
	}
	rho, low, high := t.correlation(feature)
	low, high = sign*low, sign*high
	return sign * rho, stats.Interval{Low: min(low, high), High: max(low, high), Confidence: lab.Confidence}
}

// tellsDifficulty judges M20a: on each set by the measure that does best on the others.
func tellsDifficulty(e *lab.Evidence) lab.Finding {
	list := trials(e.Where(difficulty, record.Any("set")), e.Limit("puzzles"), e.Limit("varied"))
	own := make([]string, 0, len(measures))
	for _, m := range measures {
		own = append(own, featureOf(minigrid.Lines, m.name))
	}
	bySet := map[string][]trial{}
	for _, t := range list {
		bySet[t.Dim("set")] = append(bySet[t.Dim("set")], t)
	}
	var verdicts []lab.Verdict
	var short, by []string
	var all, plain []float64
	lowest := ""
	for _, set := range slices.Sorted(maps.Keys(bySet)) {
		others := slices.DeleteFunc(slices.Clone(list), func(t trial) bool { return t.Dim("set") == set })
		if len(others) == 0 {
			continue
		}
		feature := best(others, own).feature
		if !slices.Contains(by, feature) {
			by = append(by, feature)
		}
		for _, t := range bySet[set] {
			rho, interval := judgedBy(t, feature, direction(others, feature))
			v, _ := e.Band(interval)
			name := set + " " + t.effort
			if len(all) == 0 || rho < slices.Min(all) {
				lowest = fmt.Sprintf("%s %s", name, interval)
			}
			if v == lab.Refuted {
				short = append(short, name)
			}
			ofGivens, _ := judgedBy(t, givens, direction(others, givens))
			verdicts, all, plain = append(verdicts, v), append(all, rho), append(plain, ofGivens)
		}
	}
	f := lab.Finding{Verdict: lab.Worst(verdicts...)}
	if len(all) > 0 {
		f.Figure = fmt.Sprintf("ρ %.2f to %.2f by %s, lowest on %s; of the number of givens %.2f to %.2f",
			slices.Min(all), slices.Max(all), strings.Join(by, ", "), lowest, slices.Min(plain), slices.Max(plain))
		f.Because = fmt.Sprintf("each set is judged by the measure that does best on the others, %d pairs of a set and an effort", len(all))
	}
	if len(short) > 0 {
		f.Because += "; the whole interval is too low for " + strings.Join(short, ", ")
	}
	if few, why := e.Enough("sets", float64(len(bySet))); few != "" {
		f.Verdict, f.Because = few, why
	}
	return f
}

// sharesKnown judges M20b.
func sharesKnown(e *lab.Evidence) lab.Finding {
	decided, least := e.Limit("decided"), e.Limit("trials")
	var figures []string
	known, judged := 0, 0
	for _, r := range e.Where(share) {
		n := r.Value("puzzles")
		text := fmt.Sprintf("%s %s of %s", r.Dim("set"), lab.Number(r.Value(many)), lab.Number(n))
		if v := r.Value(undecided); v > 0 {
			text += fmt.Sprintf(" (undecided %s)", lab.Number(v))
		}
		figures = append(figures, text)
		if r.Value("side") != 9 || !(n >= least) {
			continue
		}
		judged++
		if n-r.Value(undecided) >= decided*n {
			known++
		}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  "ambiguous: " + strings.Join(figures, ", "),
		Because: fmt.Sprintf("the share is known for %d of %d collections of side 9 with so many puzzles read", known, judged),
	}
	if known == judged {
		f.Verdict = lab.Reproduced
	}
	if few, why := e.Enough("collections", float64(judged)); known == judged && few != "" {
		f.Verdict, f.Because = few, why
	}
	return f
}

// carriesOver judges M20c.
func carriesOver(e *lab.Evidence) lab.Finding {
	set := e.Where(variant)
	boards, equal, beyond, solutions := set.Sum("boards"), set.Sum("equal"), set.Sum("beyond-limits"), set.Sum("solutions")
	var literal string
	for _, r := range set {
		if text := e.Text(r, "literal"); strings.Contains(text, "square") && strings.HasPrefix(text, "minigrid:") {
			literal = text
		}
	}
	v, reason := e.Always(equal, boards-beyond)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s boards of %d variants answered as exact cover and backtracking do, %s solutions in all", lab.Number(equal), lab.Number(boards), len(set), lab.Number(solutions)),
		Because: "status, number and every solution are compared: " + reason,
	}
	if beyond > 0 {
		f.Because += fmt.Sprintf("; %s boards exceed the limits", lab.Number(beyond))
	}
	if literal != "" {
		f.Because += "; the rules to the paper's letter refuse regions (" + literal + ")"
	}
	if few, why := e.Enough("variants", float64(len(set))); v == lab.Reproduced && few != "" {
		f.Verdict, f.Because = few, why
	}
	return f
}
