package gnntraining

import (
	"cmp"
	"fmt"
	"strings"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// enoughSeeds is the number of seeds on each side of a pair from which an effect is judged.
const enoughSeeds = 3

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G14a", Decide: stageEnd(1, "training", 0.85)},
		{Claim: "G14b", Decide: stageEnd(2, "training", 0.91)},
		{Claim: "G14c", Decide: stageEnd(3, "training", 0.95)},
		{Claim: "G14d", Decide: stageEnd(3, "validation", 0.93)},
		{Claim: "G15", Decide: curriculumFaster},
		{Claim: "G16a", Decide: shares},
		{Claim: "G16b", Decide: worthData},
		{Claim: "G17a", Decide: violationTerm},
		{Claim: "G17b", Decide: hardGain},
		{Claim: "G18", Decide: optimisation},
		{Claim: "G19a", Decide: halfFaster},
		{Claim: "G19b", Decide: halfAccuracy},
		{Claim: "G20a", Decide: trainingTime("P100", "p100", 3, 4)},
		{Claim: "G20b", Decide: trainingTime("T4", "t4", 4, 6)},
		{Claim: "G20c", Decide: stageTimes},
		{Claim: "G23a", Decide: graphAccuracy},
		{Claim: "G23b", Decide: cnnAccuracy},
	}
}

func number(x float64) string { return lab.Number(x) }

// decide judges an effect stated as low to high by its mean over seeds and the interval of
// that. What leaves both no effect and the stated one possible is pending.
func decide(f lab.Finding, x []float64, low, high float64) lab.Finding {
	m := mean(x)
	from, to := confidence(x)
	switch {
	case from > 0 && m >= low && m <= high:
		f.Verdict = lab.Reproduced
	case from > 0:
		f.Verdict, f.Because = lab.Partly, "the effect is there, of another size; "+f.Because
	case to < low || to <= 0:
		f.Verdict, f.Because = lab.Refuted, "the interval leaves no room for the effect stated; "+f.Because
	default:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("more seeds decide: %s, which holds no effect and the stated one; %s", f.Figure, f.Because)
	}
	return f
}

// interval writes the interval of a mean.
func interval(x []float64) string {
	if len(x) < 2 {
		return "one seed, which gives no interval"
	}
	from, to := confidence(x)
	return fmt.Sprintf("95 %% interval over %d seeds %+.1f to %+.1f", len(x), 100*from, 100*to)
}

func percent(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// reaches judges an accuracy stated as at least so much: partly within a tenth of it.
func reaches(stated, measured float64) lab.Verdict {
	switch {
	case measured >= stated:
		return lab.Reproduced
	case lab.About(stated, measured) == lab.Reproduced:
		return lab.Partly
	}
	return lab.Refuted
}

// size names the network of some records, for the reason of a verdict.
func size(set record.Set) string {
	if len(set) == 0 {
		return "no network"
	}
	return set[0].Texts["network"]
}

// compared fetches both arms of a pair and says why they decide nothing, if so: too few seeds,
// or a side that has not learnt.
func compared(e *lab.Evidence, side int, left, right string) (all record.Set, why string) {
	a := e.Cases(left+" seed=", pairs.BestCells)
	b := e.Cases(right+" seed=", pairs.BestCells)
	all = append(append(all, a...), b...)
	if n := len(pairs.Of(all, left, right)); n < enoughSeeds {
		return all, fmt.Sprintf("%d seeds are too few, %d decide", n, enoughSeeds)
	}
	for _, set := range []record.Set{a, b} {
		if late := pairs.LateRise(set, side); late > pairs.StillRising {
			return all, fmt.Sprintf("cut off while rising: %s of what was learnt came in the last quarter of the steps; %s", lab.Share(late, 1), size(set))
		}
		if m := pairs.Mean(set, pairs.BestCells); m < pairs.Learnt(side) {
			return all, fmt.Sprintf("too little was learnt to compare: %s of the empty cells right, %s are half way from guessing; %s", percent(m), percent(pairs.Learnt(side)), size(set))
		}
	}
	return all, ""
}

// stageEnd judges a stage of the documented training.
func stageEnd(stage int, where string, stated float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		if _, ok := e.Case(documentedCase); !ok {
			return lab.Finding{}
		}
		v := e.Value(documentedCase, stageMetric(stage, where))
		other := e.Value(documentedCase, stageMetric(stage, "validation"))
		return lab.Finding{
			Verdict: reaches(stated, v),
			Figure:  fmt.Sprintf("%s of the empty cells", percent(v)),
			Because: fmt.Sprintf("end of stage %d in the log of the documented training, %s puzzles; validation on 17 to 45 givens %s", stage, where, percent(other)),
		}
	}
}

func curriculumFaster(e *lab.Evidence) lab.Finding {
	all, why := compared(e, 4, curriculumArm, uniformArm)
	var shares, targets []float64
	for _, s := range pairs.SpeedUps(all, curriculumArm, uniformArm) {
		shares, targets = append(shares, s.Faster()), append(targets, s.Target)
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s fewer steps (%s; by seed %s)", percent(mean(shares)), interval(shares), list(shares)),
		Because: fmt.Sprintf("steps to the accuracy that both sides of a pair reach, %s in the median; %s", percent(median(targets)), size(all)),
	}
	if why != "" || len(shares) < enoughSeeds {
		f.Verdict, f.Because = lab.Pending, cmp.Or(why, "too few seeds")
		return f
	}
	return decide(f, shares, 0.2, 0.3)
}

func list(x []float64) string {
	out := make([]string, len(x))
	for i, v := range x {
		out[i] = percent(v)
	}
	return strings.Join(out, ", ")
}

func shares(e *lab.Evidence) lab.Finding {
	batches := e.Value(pipelineCase, "batches")
	f := lab.Finding{Verdict: lab.Reproduced}
	var found []string
	for _, k := range []struct {
		name   string
		stated float64
	}{{"digits", 0.20}, {"geometry", 0.25}, {"lines", 0.20}} {
		n := e.Value(pipelineCase, k.name)
		found = append(found, fmt.Sprintf("%s %s", k.name, lab.Share(n, batches)))
		p, err := stats.Wilson(int(n), int(batches), 0.99)
		if err != nil || k.stated < p.Interval.Low || k.stated > p.Interval.High {
			f.Verdict = lab.Refuted
		}
	}
	open := e.Value(pipelineCase, "unexplained")
	if open > 0 {
		f.Verdict = lab.Refuted
	}
	f.Figure = strings.Join(found, ", ")
	f.Because = fmt.Sprintf("%s batches of 4×4 boards compared with the same ones left alone, by trying all moves, each stated share held against the 99 %% interval of its count; rows and columns are permuted inside bands and stacks, as described, and none was found whose bands or stacks were exchanged, as the name would have it", number(batches))
	if open > 0 {
		f.Because = number(open) + " batches were changed in another way"
	}
	return f
}

func worthData(e *lab.Evidence) lab.Finding {
	all := e.Cases(dataPrefix, pairs.BestCells)
	sizes := sizesOf(all)
	f := lab.Finding{}
	for _, n := range sizes {
		if len(pairs.Of(all, dataArm(augmentedArm, n), dataArm(plainArm, n))) < enoughSeeds {
			f.Verdict, f.Because = lab.Pending, fmt.Sprintf("fewer than %d seeds at %d puzzles", enoughSeeds, n)
			return f
		}
	}
	var inside []float64
	beyond, short := 0, 0
	var found []string
	for _, x := range factors(all) {
		sign := ""
		switch {
		case x.above:
			beyond++
			sign = "> "
		case x.below:
			short++
			sign = "< "
		default:
			inside = append(inside, x.times)
		}
		found = append(found, fmt.Sprintf("%s puzzles %s%s×", number(float64(x.size)), sign, number(x.times)))
	}
	learntBy := 0.0
	if len(sizes) > 0 {
		learntBy = pairs.Mean(pairs.Seeds(all, dataArm(augmentedArm, sizes[len(sizes)-1])), pairs.BestCells)
	}
	f.Figure = strings.Join(found, ", ")
	f.Because = fmt.Sprintf("size of the data set without augmentation that gives the accuracy with it, between sizes by straight lines over the logarithm; judged by the median of the sizes where one was trained on; %s", size(all))
	m := median(inside)
	switch {
	case len(sizes) < 2:
		f.Verdict, f.Because = lab.Pending, "one size of data set does not tell"
	case learntBy < pairs.Learnt(4):
		f.Verdict, f.Because = lab.Pending, "too little was learnt to compare: "+percent(learntBy)
	case m >= 5 && m <= 10:
		f.Verdict = lab.Reproduced
	case m > 1 || len(inside) == 0 && beyond > short:
		f.Verdict, f.Because = lab.Partly, "worth more data, but by another factor than 5 to 10 or one out of reach of the sizes; "+f.Because
	default:
		f.Verdict, f.Because = lab.Refuted, "not worth more data; "+f.Because
	}
	return f
}

func violationTerm(e *lab.Evidence) lab.Finding {
	v := func(m string) float64 { return e.Value(penaltyCase, m) }
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  fmt.Sprintf("λ %s; equal to the count on %s of %s grids, at most %s times it", number(v("lambda")), number(v("equal")), number(v("grids")), number(v("ratio.max"))),
		Because: "a count of likeliest digits has no gradient, so as it stands the term cannot train; the expected number of places of each digit in each unit can: it equals the count where no digit stands more than twice in a unit, and is above it elsewhere",
	}
	switch {
	case v("lambda") != pairs.DocumentedLambda || v("below") > 0 || v("equal") < v("at-most-twice"):
		f.Verdict, f.Because = lab.Refuted, "what the task adds to its loss is not the term described"
	case v("equal") == v("grids"):
		f.Verdict, f.Because = lab.Reproduced, "the differentiable form equals the count on every grid"
	}
	return f
}

func hardGain(e *lab.Evidence) lab.Finding {
	without := lambdaArm(0)
	all, why := compared(e, 4, uniformArm, without)
	g := pairs.Gains(all, uniformArm, without, pairs.BestHardCells)
	f := lab.Finding{
		Figure:  fmt.Sprintf("%+.1f points (%s; by seed %s)", 100*mean(g), interval(g), list(g)),
		Because: fmt.Sprintf("share of empty cells that are right on the boards with the fewest givens, λ 0.1 against 0; %s", size(all)),
	}
	if why != "" {
		f.Verdict, f.Because = lab.Pending, why
		return f
	}
	return decide(f, g, 0.05, 0.10)
}

func optimisation(e *lab.Evidence) lab.Finding {
	v := func(m string) float64 { return e.Value(recipeCase, m) }
	f := lab.Finding{
		Figure: fmt.Sprintf("AdamW %g, decay %g, batch %s, dropout %g and %g; in the log of %s epochs the rate fell %s times, %s of them due, and after %s flat epochs training ended",
			v("rate"), v("decay"), number(v("batch")), v("dropout"), v("dropout.decoder"), number(v("epochs")), number(v("halved")), number(v("halved.due")), number(v("flat.last"))),
		Because: "configuration as run, and what the log's validations ask for worked out apart: the rate is halved after more than five epochs without a lower loss, the end comes after ten. What to watch the document leaves open: here the loss of the validation",
	}
	asStated := v("rate") == 1e-3 && v("decay") == 0.01 && v("batch") == 128 && v("plateau.factor") == 0.5 &&
		v("plateau.patience") == 5 && v("stop.patience") == 10 && v("dropout") == 0.3 && v("dropout.decoder") == 0.5
	inForce := v("stopped") == 1 && v("flat.last") == v("stop.patience") && v("halved.amiss") == 0 && v("halved") > 0
	switch {
	case asStated && inForce:
		f.Verdict = lab.Reproduced
	case asStated && v("halved.amiss") == 0:
		f.Verdict, f.Because = lab.Partly, "the configuration is as stated, but the run ended before halving and stopping were both seen"
	default:
		f.Verdict, f.Because = lab.Refuted, "the run is not configured as stated, or its rates are not what the plateau asks for"
	}
	return f
}

// formats fetches the runs in both number formats; they decide on a graphics card only, where
// alone the case is planned.
func formats(e *lab.Evidence, metric string) (single, half record.Set) {
	return e.Cases(precisionPrefix+string(literal.Float32)+" seed=", metric), e.Cases(precisionPrefix+string(literal.BFloat16)+" seed=", metric)
}

func halfFaster(e *lab.Evidence) lab.Finding {
	const metric = "samples_per_s"
	single, half := formats(e, metric)
	a, b := pairs.Mean(single, metric), pairs.Mean(half, metric)
	times := 0.0
	if a > 0 {
		times = b / a
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s times", number(times)),
		Because: fmt.Sprintf("boards a second in bfloat16 against float32 in %d paired runs, %s; the document has float16 with its loss scaled", len(half), size(half)),
	}
	switch {
	case times >= 2 && times <= 3:
		f.Verdict = lab.Reproduced
	case times > 1:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// noLoss is the difference of accuracy below which none is seen.
const noLoss = 0.005

func halfAccuracy(e *lab.Evidence) lab.Finding {
	single, half := formats(e, pairs.BestCells)
	d := pairs.Mean(half, pairs.BestCells) - pairs.Mean(single, pairs.BestCells)
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%+.2f points", 100*d),
		Because: fmt.Sprintf("best validation in bfloat16 against float32, mean of %d seeds; half a point counts as a loss; %s", len(half), size(half)),
	}
	switch {
	case len(half) < enoughSeeds || len(single) < enoughSeeds:
		f.Verdict, f.Because = lab.Pending, "too few seeds"
	case pairs.Mean(single, pairs.BestCells) < pairs.Learnt(9):
		f.Verdict, f.Because = lab.Pending, "too little was learnt to compare: "+percent(pairs.Mean(single, pairs.BestCells))
	case d > -noLoss:
		f.Verdict = lab.Reproduced
	}
	return f
}

// trainingTime judges hours on a card that is not at hand: refuted if even the sparing way to
// compute takes longer at the card's published rate than stated; else by the time on the card
// that was used, scaled by the two cards' published float32 rates.
func trainingTime(name, card string, low, high float64) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		bound := e.Value(costCase, "fast."+card+".float16.hours")
		drawn := e.Value(costCase, "plain."+card+".float32.hours")
		bounds := fmt.Sprintf("at the published rate of a %s at least %s h in float16, edge by edge in float32 %s h", name, number(bound), number(drawn))
		if bound > high {
			return lab.Finding{Verdict: lab.Refuted, Figure: bounds, Because: "operations of 60 epochs of a million puzzles counted: even at the card's peak they take longer than stated"}
		}
		if _, ok := e.Case(documentedCase); !ok {
			return lab.Finding{}
		}
		hours, own := 0.0, e.Value(documentedCase, "card.fp32")*1e12
		for stage := 1; stage <= 3; stage++ {
			hours += e.Value(documentedCase, stageMetric(stage, "hours"))
		}
		peak := e.Value(costCase, card+".float32")
		if own == 0 || peak == 0 {
			return lab.Finding{Verdict: lab.Pending, Because: "no time on a card whose published rate is known; " + bounds}
		}
		projected := hours * own / peak
		verdict, because := lab.AboutTime(low*3600, high*3600, projected*3600)
		return lab.Finding{
			Verdict: verdict,
			Figure:  fmt.Sprintf("%s h projected from %s h on the card used; %s", number(projected), number(hours), bounds),
			Because: because + ", by a projection over the two cards' published float32 rates",
		}
	}
}

func stageTimes(e *lab.Evidence) lab.Finding {
	if _, ok := e.Case(documentedCase); !ok {
		return lab.Finding{}
	}
	stated := []float64{1.5, 2, 2.5}
	var hours []float64
	sum := 0.0
	for i := range stated {
		hours = append(hours, e.Value(documentedCase, stageMetric(i+1, "hours")))
		sum += hours[i]
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s, %s and %s h", number(hours[0]), number(hours[1]), number(hours[2])),
		Because: "time of the three stages on the card used; the stated hours are in the ratio of the epochs, 15 to 20 to 25, and sum to 6, more than the 3 to 4 stated of the whole",
	}
	inRatio, inHours := sum > 0, true
	for i, h := range hours {
		inRatio = inRatio && lab.About(stated[i]/6, h/sum) == lab.Reproduced
		inHours = inHours && lab.About(stated[i], h) != lab.Refuted
	}
	switch {
	case inRatio && inHours:
		f.Verdict = lab.Reproduced
	case inRatio:
		f.Verdict, f.Because = lab.Partly, "the ratios hold, the hours do not; "+f.Because
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// graphAccuracy judges the document's network, trained as documented.
func graphAccuracy(e *lab.Evidence) lab.Finding {
	v := e.Value(documentedCase, pairs.BestCells)
	return lab.Finding{
		Verdict: reaches(0.95, v),
		Figure:  percent(v) + " of the empty cells",
		Because: "best validation of the documented training, 17 to 45 givens",
	}
}

// cnnAccuracy judges the pair of one budget.
func cnnAccuracy(e *lab.Evidence) lab.Finding {
	graph := e.Cases(gnnNineArm+" seed=", pairs.BestCells)
	convolutional := e.Cases(cnnNineArm+" seed=", pairs.BestCells)
	all := append(append(record.Set{}, graph...), convolutional...)
	g := pairs.Gains(all, gnnNineArm, cnnNineArm, pairs.BestCells)
	a, b := pairs.Mean(graph, pairs.BestCells), pairs.Mean(convolutional, pairs.BestCells)
	f := lab.Finding{
		Figure:  fmt.Sprintf("CNN %s, graph %s of the empty cells (mean of %d seeds)", percent(b), percent(a), len(g)),
		Because: fmt.Sprintf("the same puzzles in the same order; %s against %s", size(graph), size(convolutional)),
	}
	switch {
	case len(g) < enoughSeeds:
		f.Verdict, f.Because = lab.Pending, "too few seeds"
	case max(pairs.LateRise(graph, 9), pairs.LateRise(convolutional, 9)) > pairs.StillRising && max(a, b) >= pairs.Learnt(9):
		f.Verdict, f.Because = lab.Pending, "cut off while rising; "+f.Figure
	case max(a, b) < pairs.Learnt(9):
		four := pairs.Mean(e.Cases(cnnFourArm+" seed=", pairs.BestCells), pairs.BestCells)
		fourGraph := pairs.Mean(e.Cases(uniformArm+" seed=", pairs.BestCells), pairs.BestCells)
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("neither has learnt enough to compare at 9×9: CNN %s, graph %s, where %s are half way from guessing; at 4×4, which the claim is not about, CNN %s, graph %s on the same puzzles", percent(b), percent(a), percent(pairs.Learnt(9)), percent(four), percent(fourGraph))
	default:
		f = decide(f, g, 0, 1)
		if f.Verdict == lab.Reproduced && (b < 0.85 || b > 0.93) {
			f.Verdict, f.Because = lab.Partly, "behind the graph network, at another accuracy; "+f.Because
		}
	}
	return f
}
