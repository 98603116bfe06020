package gnntools

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G16a", Decide: shares},
		{Claim: "G27", Decide: threeFigures},
		{Claim: "G28a", Decide: trainingCommand},
		{Claim: "G28b", Decide: evaluationCommand},
		{Claim: "G29", Decide: million},
		{Claim: "G30", Decide: emptyCellsOnly},
		{Claim: "G31", Decide: digitNames},
		{Claim: "G32", Decide: turnsKeep},
		{Claim: "G33", Decide: endsAbove},
	}
}

// enough leaves a claim pending that would hold, but on fewer observations than a limit says.
func enough(e *lab.Evidence, f *lab.Finding, limit string, n float64) {
	if v, few := e.Enough(limit, n); v != "" && f.Verdict != lab.Refuted {
		f.Verdict, f.Because = v, few
	}
}

// figuresOf are the three figures of an evaluation with what a case calls a disagreement.
var figuresOf = [...]struct{ metric, name string }{{"cells", "cell accuracy"}, {"grids", "grid accuracy"}, {"units", "constraint satisfaction"}}

func threeFigures(e *lab.Evidence) lab.Finding {
	networks := e.Where(metricsKind)
	constructed := e.Where(knownKind)
	runs := slices.Concat(e.Where(digitsKind), e.Where(oneStep), e.Where(candidateArm))
	f := lab.Finding{Verdict: lab.Reproduced}
	var lacking, off []string
	grids, recounted := 0.0, 0.0
	for _, r := range slices.Concat(networks, runs) {
		for _, m := range figuresOf {
			if _, ok := r.Metric(m.metric); !ok {
				lacking = append(lacking, m.name+" in "+r.Case)
			}
		}
	}
	for _, r := range slices.Concat(networks, constructed) {
		for _, m := range figuresOf {
			if v := r.Value("off." + m.metric); v != 0 {
				off = append(off, fmt.Sprintf("%s in %s (%s)", m.name, r.Case, lab.Number(v)))
			}
		}
	}
	for _, r := range constructed {
		grids += r.Value("grids")
		recounted += r.Value("off.recount")
	}
	f.Figure = fmt.Sprintf("3 figures in each of %d records of trained networks", len(networks)+len(runs))
	f.Because = fmt.Sprintf("counted again by other code for %d networks, and right on %s grids constructed so that all three are known", len(networks), lab.Number(grids))
	switch {
	case recounted > 0:
		f.Verdict, f.Because = lab.Pending, "the counts that the figures are compared with are themselves wrong on "+lab.Number(recounted)+" grids"
	case len(off) > 0:
		f.Verdict, f.Figure, f.Because = lab.Refuted, strings.Join(off, ", "), "what is reported is not what it is called"
	case len(lacking) > 0:
		f.Verdict, f.Figure, f.Because = lab.Refuted, "not reported: "+strings.Join(lacking, ", "), "the others are"
	}
	enough(e, &f, "networks", float64(len(networks)))
	enough(e, &f, "grids", grids)
	return f
}

// commandRuns are the records of the commands with the sum of each figure. Wrong command lines
// are run in one of them.
func commandRuns(e *lab.Evidence, kind string) (v func(string) float64, names, failed string) {
	all := e.Where(commandsKind)
	bad, refused := e.Value(commandsCase(candidateName).Key(), kind+".bad"), e.Value(commandsCase(candidateName).Key(), kind+".refused")
	var list []string
	for _, r := range all {
		list = append(list, r.Dim("network"))
		if text := r.Texts["failure"]; text != "" && failed == "" {
			failed = ": " + text
		}
	}
	return func(metric string) (total float64) {
		switch metric {
		case "bad":
			return bad
		case "refused":
			return refused
		}
		for _, r := range all {
			total += r.Value(kind + "." + metric)
		}
		return total
	}, strings.Join(list, ", "), failed
}

func trainingCommand(e *lab.Evidence) lab.Finding {
	v, names, failed := commandRuns(e, "train")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure: fmt.Sprintf("%s of %s training and export commands ran to the end asked for; %s of %s losses finite",
			lab.Number(v("reached")), lab.Number(v("runs")), lab.Number(v("finite")), lab.Number(v("losses"))),
		Because: fmt.Sprintf("small networks (%s) on 4×4: weights identical to the bit after two interruptions, %s of %s wrong command lines refused",
			names, lab.Number(v("refused")), lab.Number(v("bad"))),
	}
	switch {
	case v("ended") < v("runs") || v("reached") < v("runs") || v("finite") < v("losses"):
		f.Verdict, f.Because = lab.Refuted, "a command did not do what it should do"+failed
	case v("resumed") < float64(len(strings.Split(names, ", "))):
		f.Verdict, f.Because = lab.Partly, "it runs, but a training that was interrupted and resumed gives different weights"+failed
	case v("refused") < v("bad"):
		f.Verdict, f.Because = lab.Partly, "it runs, but accepts a wrong command line"+failed
	}
	enough(e, &f, "commands", v("runs"))
	return f
}

func evaluationCommand(e *lab.Evidence) lab.Finding {
	v, names, failed := commandRuns(e, "eval")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("%s of %s evaluations ran to the end, %s of %s answers as JSON have all three figures", lab.Number(v("ended")), lab.Number(v("runs")), lab.Number(v("three")), lab.Number(v("json"))),
		Because: fmt.Sprintf("weights of the training command (%s) and those that come with the program, on held-out 4×4 boards; %s of %s wrong command lines refused",
			names, lab.Number(v("refused")), lab.Number(v("bad"))),
	}
	switch {
	case v("ended") < v("runs"):
		f.Verdict, f.Because = lab.Refuted, "an evaluation did not run to its end"+failed
	case v("answered") < v("runs") || v("three") < v("json"):
		f.Verdict, f.Because = lab.Partly, "it runs, but an answer cannot be read or lacks figures"+failed
	case v("refused") < v("bad"):
		f.Verdict, f.Because = lab.Partly, "it runs, but accepts a wrong command line"+failed
	}
	enough(e, &f, "commands", v("runs"))
	return f
}

// shares judges what was done to batches, counted from the batches.
func shares(e *lab.Evidence) lab.Finding {
	all := e.Value(pipelineCase, "batches")
	var verdicts []lab.Verdict
	var found []string
	for _, kind := range []string{"digits", "geometry", "lines"} {
		i := lab.ShareInterval(e.Value(pipelineCase, kind), all)
		found = append(found, fmt.Sprintf("%s %s (%s to %s)", kind, lab.Share(e.Value(pipelineCase, kind), all), lab.Percent(i.Low), lab.Percent(i.High)))
		low, high := e.Limit(kind)*(1-e.Limit("width")), e.Limit(kind)*(1+e.Limit("width"))
		switch {
		case i.High < low || i.Low > high:
			verdicts = append(verdicts, lab.Refuted)
		case i.Low < low || i.High > high:
			verdicts = append(verdicts, lab.Pending)
		default:
			verdicts = append(verdicts, lab.Reproduced)
		}
	}
	f := lab.Finding{Verdict: lab.Worst(verdicts...)}
	f.Figure = strings.Join(found, ", ")
	f.Because = fmt.Sprintf("%s batches of 4×4 boards compared with the same ones left alone, by trying all moves; rows and columns are permuted inside bands and stacks, as described, not bands and stacks, as the name says", lab.Number(all))
	if open := e.Value(pipelineCase, "unexplained"); open > e.Limit("other") {
		f.Verdict, f.Because = lab.Refuted, lab.Number(open)+" batches were changed in another way"
	}
	if f.Verdict == lab.Pending {
		f.Because = "an interval includes a limit: more batches decide; " + f.Because
	}
	return f
}

func million(e *lab.Evidence) lab.Finding {
	v := func(m string) float64 { return e.Value(dataCase, m) }
	stated, made := e.Limit("puzzles"), v("made")
	bad := v("wrong") + v("several") + v("other")
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure:  fmt.Sprintf("%s puzzles made and checked, %s of them different, %s under symmetry; %s configured", lab.Number(made), lab.Number(v("boards")), lab.Number(v("classes")), lab.Number(v("asked"))),
		Because: "every solution keeps rules and givens and is the only one, by dancing links, which did not generate it",
	}
	switch {
	case bad > 0:
		f.Verdict, f.Because = lab.Refuted, lab.Number(bad)+" of them do not have their solution as the only one"
		if r, ok := e.Case(dataCase); ok && r.Texts["counterexample"] != "" {
			f.Because += ", such as " + r.Texts["counterexample"]
		}
	case v("asked") < stated:
		f.Verdict, f.Because = lab.Refuted, "the training as documented here is configured with fewer puzzles"
	case made < stated:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s puzzles of the training set, not %s: sudokulab results --profile full --only gnn-tools", lab.Number(made), lab.Number(stated))
	case v("boards") < e.Limit("partly_low")*stated:
		f.Verdict, f.Because = lab.Refuted, "most puzzles occur more than once"
	case v("boards") < stated:
		f.Verdict, f.Because = lab.Partly, "some puzzles occur more than once; "+f.Because
	}
	return f
}

func emptyCellsOnly(e *lab.Evidence) lab.Finding {
	both := e.Where(lossKind)
	var entropy, whole record.Set
	for _, r := range both {
		if r.Dim("lambda") == "0" {
			entropy = append(entropy, r)
		} else {
			whole = append(whole, r)
		}
	}
	sum := func(set record.Set, metric string) (total float64) {
		for _, r := range set {
			total += r.Value(metric)
		}
		return total
	}
	off := 0.0
	for _, r := range both {
		off = max(off, r.Value("off"))
	}
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure: fmt.Sprintf("gradient of the cross-entropy 0 at %s of %s givens, other than 0 at %s of %s empty cells",
			lab.Number(sum(entropy, "givens")-sum(entropy, "givens.moved")), lab.Number(sum(entropy, "givens")), lab.Number(sum(entropy, "empty")-sum(entropy, "empty.still")), lab.Number(sum(entropy, "empty"))),
		Because: fmt.Sprintf("with respect to the scores that a network gives, on 4×4 and 9×9; of the whole loss, violation term and all, at %s of %s givens",
			lab.Number(sum(whole, "givens")-sum(whole, "givens.moved")), lab.Number(sum(whole, "givens"))),
	}
	switch {
	case len(entropy) == 0 || len(whole) == 0:
		f.Verdict, f.Because = lab.Pending, "not measured with and without the violation term"
	case !(off <= e.Limit("off")):
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("the gradient is not the one that follows from the loss's formula: %.1e of the largest", off)
	case sum(entropy, "givens.moved") > 0:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("%s givens have a part in the cross-entropy", lab.Number(sum(entropy, "givens.moved")))
	case sum(entropy, "empty.still") > 0:
		f.Verdict, f.Because = lab.Partly, fmt.Sprintf("no given has a part in it, but neither have %s empty cells", lab.Number(sum(entropy, "empty.still")))
	}
	enough(e, &f, "cases", sum(entropy, "givens"))
	return f
}

// pairsOf returns, seed by seed, the difference of a metric that permuting the digits makes
// with a number of puzzles, and both sides.
func pairsOf(set record.Set, size int, metric string) (gains []float64, left, right record.Set) {
	a, b := dataArm(size, without), dataArm(size, with)
	return pairs.Gains(set, b, a, metric), pairs.Seeds(set, a), pairs.Seeds(set, b)
}

// sizesOf returns the numbers of puzzles of the pairs, rising, a stream without end (0) last.
func sizesOf(set record.Set) (out []int) {
	stream := false
	for _, r := range set.Measured().Where(digitsKind) {
		switch {
		case r.Dim("data") == endless:
			stream = true
		case !slices.Contains(out, r.Int("data")):
			out = append(out, r.Int("data"))
		}
	}
	slices.Sort(out)
	if stream {
		out = append(out, 0)
	}
	return out
}

// interval writes a mean of differences with its interval, in points.
func interval(x []float64) string {
	if len(x) < 2 {
		return fmt.Sprintf("%+.1f points with one seed", 100*pairs.MeanOf(x))
	}
	i := lab.MeanInterval(x, lab.Confidence)
	return fmt.Sprintf("%+.1f points (95 %% interval over %d seeds %+.1f to %+.1f)", 100*pairs.MeanOf(x), len(x), 100*i.Low, 100*i.High)
}

// collapsed reports the runs that ended no better than before their first step or than with one
// digit everywhere.
func collapsed(r record.Record) bool {
	return r.Value("cells") <= max(r.Value("constant"), r.Value("first"))
}

// digitNames takes the worst verdict over the numbers of puzzles trained on, and its reason.
func digitNames(e *lab.Evidence) lab.Finding {
	set := e.Where(digitsKind)
	var verdicts []lab.Verdict
	var figures []string
	reasons := map[lab.Verdict]string{}
	for _, size := range sizesOf(set) {
		f := namesOf(e, set, size)
		verdicts, figures = append(verdicts, f.Verdict), append(figures, f.Figure)
		reasons[f.Verdict] = cmp.Or(reasons[f.Verdict], f.Because)
	}
	worst := lab.Worst(verdicts...)
	return lab.Finding{Verdict: worst, Figure: strings.Join(figures, "; "), Because: reasons[worst]}
}

// namesOf judges one number of puzzles.
func namesOf(e *lab.Evidence, set record.Set, size int) lab.Finding {
	least := e.Limit("partly_low")
	gains, left, right := pairsOf(set, size, "agree")
	var kept, beyond []float64 // beyond the least share of what is missing without
	for _, p := range pairs.Of(set, dataArm(size, with), dataArm(size, without)) {
		b, a := p[0].Value("agree"), p[1].Value("agree")
		kept, beyond = append(kept, b), append(beyond, b-a-least*(1-a))
	}
	keeps, gain, part := lab.MeanInterval(kept, lab.Confidence), lab.MeanInterval(gains, lab.Confidence), lab.MeanInterval(beyond, lab.Confidence)
	named, tooMany := pairs.Lost(e, collapsed, left, right)
	network := ""
	if len(left) > 0 {
		network = left[0].Texts["network"]
	}
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure: fmt.Sprintf("with %s %s of the answers keep their digit under relabelling (%s) instead of %s, %s",
			puzzlesText(size), lab.Percent(pairs.MeanOf(kept)), pairs.Between(keeps, lab.Percent), lab.Percent(pairs.Mean(left, "agree")), interval(gains)),
		Because: fmt.Sprintf("%s, digits permuted in 20 %% of the batches or in none, held-out 4×4 boards; %s; %s", puzzlesText(size), named, network),
	}
	few, why := e.Enough("seeds", float64(len(gains)))
	holds, fails := keeps.Low >= e.Limit("low") && gain.Low > 0, keeps.High < e.Limit("low") || gain.High <= 0
	switch {
	case few != "":
		f.Because = why
	case tooMany:
		f.Because = "too many runs collapsed to compare the others; " + f.Because
	case holds:
		f.Verdict = lab.Reproduced
	case fails && part.High < 0:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("permuting closes less than %s of what is missing; %s", lab.Percent(least), f.Because)
	case fails && part.Low > 0:
		f.Verdict, f.Because = lab.Partly, fmt.Sprintf("permuting closes more than %s of what is missing; %s", lab.Percent(least), f.Because)
	default:
		f.Because = "an interval includes a limit: more seeds decide; " + f.Because
	}
	return f
}

func puzzlesText(size int) string {
	if size == 0 {
		return "a stream without end"
	}
	return lab.Number(float64(size)) + " puzzles"
}

func turnsKeep(e *lab.Evidence) lab.Finding {
	all := e.Where(turnsKind)
	sum := func(metric string) (total float64) {
		for _, r := range all {
			total += r.Value(metric)
		}
		return total
	}
	v, _ := e.Always(sum("valid")+sum("augmented.valid")+sum("unique"), sum("images")+sum("augmented")+sum("proved"))
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s boards keep all rules under a symmetry of the square", lab.Number(sum("valid")+sum("augmented.valid")), lab.Number(sum("images")+sum("augmented"))),
		Because: fmt.Sprintf("all eight ways, and what the augmentation made, at 4×4, 9×9 and 16×16; the solution stays the only one of %s of %s puzzles", lab.Number(sum("unique")), lab.Number(sum("proved"))),
	}
	switch {
	case sum("broken.caught") < sum("broken") || sum("agreed") < sum("images"):
		f.Verdict, f.Because = lab.Pending, "the check misses wrong digits, or another check disagrees"
	case f.Verdict == lab.Refuted:
		f.Because = "a counterexample"
		for _, r := range all {
			if text := r.Texts["counterexample"]; text != "" {
				f.Because = r.Case + ": " + text
			}
		}
	case f.Verdict == lab.Reproduced && sum("augmented.other") > 0:
		f.Verdict, f.Because = lab.Partly, fmt.Sprintf("boards stay valid, but the augmentation did something other than rotate by 90°, 180°, 270° or transpose with %s of them", lab.Number(sum("augmented.other")))
	}
	return f
}

// endsAbove is decided by the trainings as documented, one a seed.
func endsAbove(e *lab.Evidence) lab.Finding {
	var training, test []float64
	for _, r := range e.Where(documentedArm) {
		training, test = append(training, r.Value("training")), append(test, r.Value("test"))
	}
	v, because := e.Mean(training)
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of the empty cells of training puzzles, %s of held-out ones, mean of %d seeds", lab.Percent(pairs.MeanOf(training)), lab.Percent(pairs.MeanOf(test)), len(training)),
		Because: because + "; at the end of the documented training; no network of another size or training stands in for it",
	}
}
