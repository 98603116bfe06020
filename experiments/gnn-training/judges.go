package gnntraining

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G14a", Decide: stageEnd(1, "training")},
		{Claim: "G14b", Decide: stageEnd(2, "training")},
		{Claim: "G14c", Decide: stageEnd(3, "training")},
		{Claim: "G14d", Decide: stageEnd(3, "validation")},
		{Claim: "G16b", Decide: worthData},
		{Claim: "G17a", Decide: violationTerm},
		{Claim: "G18", Decide: optimisation},
		{Claim: "G19a", Decide: halfFaster},
		{Claim: "G19b", Decide: halfAccuracy},
		{Claim: "G20a", Decide: trainingTime("P100", "p100")},
		{Claim: "G20b", Decide: trainingTime("T4", "t4")},
		{Claim: "G20c", Decide: stageTimes},
		{Claim: "G23a", Decide: graphAccuracy},
		{Claim: "G23b", Decide: cnnAccuracy},
	}
}

func points(x float64) string { return fmt.Sprintf("%+.2f points", 100*x) }

// documented fetches the documented trainings.
func documented(e *lab.Evidence) record.Set {
	return pairs.Needed(e, documentedArm)
}

// each is a figure of each record.
func each(set record.Set, of func(record.Record) float64) (out []float64) {
	for _, r := range set {
		out = append(out, of(r))
	}
	return out
}

func values(set record.Set, metric string) []float64 {
	return each(set, func(r record.Record) float64 { return r.Value(metric) })
}

// accuracy writes a mean over seeds with its interval.
func accuracy(x []float64) string {
	i := lab.MeanInterval(x, lab.Confidence)
	return fmt.Sprintf("%s of the empty cells, %s over %d trainings", lab.Percent(pairs.MeanOf(x)), pairs.Between(i, lab.Percent), len(x))
}

// collapsed reports the runs that ended no better than before their first step or than with one
// digit everywhere.
func collapsed(r record.Record) bool {
	constant, _ := r.Metric(constantCells) // kept of the documented training only; judges that need it ask for it
	first, _ := r.Metric(pairs.FirstCells)
	return pairs.Last(r) <= max(constant.Value, first.Value)
}

// stageEnd judges a stage of the documented training.
func stageEnd(stage int, where string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		set := documented(e)
		x := values(set, stageMetric(stage, where))
		v, reason := e.Mean(x)
		return lab.Finding{
			Verdict: v,
			Figure:  accuracy(x),
			Because: fmt.Sprintf("%s; %s puzzles at the end of stage %d, validation on 17 to 45 givens %s", reason, where, stage, lab.Percent(pairs.Mean(set, stageMetric(stage, "validation")))),
		}
	}
}

// graphAccuracy judges the document's network, trained as documented.
func graphAccuracy(e *lab.Evidence) lab.Finding {
	x := values(documented(e), pairs.BestCells)
	v, reason := e.Mean(x)
	return lab.Finding{Verdict: v, Figure: accuracy(x), Because: reason + "; best validation of the documented training, 17 to 45 givens"}
}

// worthData holds the documented training against those with more puzzles and no augmentation.
func worthData(e *lab.Evidence) lab.Finding {
	with := documented(e)
	sides := []record.Set{with}
	against := map[string]stats.Interval{}
	pairsOf := math.Inf(1)
	var figures []string
	for _, limit := range []string{"partly_low", "low", "high"} {
		times := e.Limit(limit)
		arm := documentedPlain(int(math.Round(times * e.Limit("puzzles"))))
		plain := pairs.Needed(e, arm)
		sides = append(sides, plain)
		gains := pairs.Gains(append(append(record.Set{}, with...), plain...), documentedArm, arm, pairs.BestCells)
		pairsOf = min(pairsOf, float64(len(gains)))
		against[limit] = lab.MeanInterval(gains, lab.Confidence)
		figures = append(figures, fmt.Sprintf("%s against %s× the puzzles", points(pairs.MeanOf(gains)), lab.Number(times)))
	}
	named, tooMany := pairs.Lost(e, collapsed, sides...)
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  strings.Join(figures, ", ") + ", none of them augmented",
		Because: fmt.Sprintf("best validation after as many steps, mean over %s pairs; %s; %s", lab.Number(pairsOf), named, pairs.NetworkOf(with)),
	}
	less, low, high := against["partly_low"], against["low"], against["high"]
	few, why := e.Enough("seeds", pairsOf)
	switch {
	case few != "":
		f.Because = why
	case tooMany:
		f.Because = "too many runs collapsed to compare the others; " + f.Because
	case less.High < 0:
		f.Verdict = lab.Refuted
	case low.Low >= 0 && high.High <= 0:
		f.Verdict = lab.Reproduced
	case less.Low >= 0 && (low.High < 0 || high.Low > 0):
		f.Verdict = lab.Partly
	default:
		f.Because = "an interval includes 0: more seeds decide; " + f.Because
	}
	return f
}

func violationTerm(e *lab.Evidence) lab.Finding {
	v := func(m string) float64 { return e.Value(penaltyCase, m) }
	i := lab.ShareInterval(v("equal"), v("grids"))
	least := e.Limit("partly_low")
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure: fmt.Sprintf("λ %s; equal to the count on %s of %s grids (95 %% interval %s to %s), at most %s times it",
			lab.Number(v("lambda")), lab.Number(v("equal")), lab.Number(v("grids")), lab.Percent(i.Low), lab.Percent(i.High), lab.Number(v("ratio.max"))),
		Because: "a count has no gradient; the expected number of places of each digit is the count only where no digit occurs more than twice in a unit, and above it elsewhere",
	}
	few, why := e.Enough("cases", v("grids"))
	switch {
	case v("lambda") != e.Limit("lambda") || v("below") > 0:
		f.Verdict, f.Because = lab.Refuted, "what the task adds to its loss is not the term described"
	case few != "":
		f.Because = why
	case v("equal") == v("grids"):
		f.Verdict, f.Because = lab.Reproduced, "the differentiable form equals the count on every grid"
	case i.Low >= least && i.High <= 1:
		f.Verdict = lab.Partly
	case i.High < least:
		f.Verdict = lab.Refuted
	default:
		f.Because = "the interval includes a limit: more grids decide; " + f.Because
	}
	return f
}

func optimisation(e *lab.Evidence) lab.Finding {
	v := func(m string) float64 { return e.Value(recipeCase, m) }
	f := lab.Finding{
		Verdict: lab.Reproduced,
		Figure: fmt.Sprintf("AdamW %g, decay %g, batch %s, dropout %g and %g; in %s epochs the rate fell %s times, %s due; training ended after %s flat epochs",
			v("rate"), v("decay"), lab.Number(v("batch")), v("dropout"), v("dropout.decoder"), lab.Number(v("epochs")), lab.Number(v("halved")), lab.Number(v("halved.due")), lab.Number(v("flat.last"))),
		Because: "the configuration as run, and what the log's validations ask for, computed independently",
	}
	for metric, limit := range map[string]string{
		"rate": "rate", "decay": "decay", "batch": "batch", "plateau.factor": "factor", "plateau.patience": "patience",
		"stop.patience": "stop", "dropout": "dropout", "dropout.decoder": "decoder",
	} {
		if v(metric) != e.Limit(limit) {
			f.Verdict, f.Because = lab.Refuted, "the run is not configured as stated"
		}
	}
	seen := v("stopped") == 1 && v("flat.last") == v("stop.patience") && v("halved") >= e.Limit("falls")
	switch {
	case f.Verdict == lab.Refuted:
	case v("halved.amiss") > 0:
		f.Verdict, f.Because = lab.Refuted, "the learning rates are not those that the plateau rule asks for"
	case !seen:
		f.Verdict, f.Because = lab.Pending, "the run ended before both halving and stopping occurred"
	}
	return f
}

// formats fetches the runs in both number formats, which are planned on a graphics card only, and
// the ratio or difference of a metric by pair.
func formats(e *lab.Evidence) (single, half, both record.Set) {
	single = pairs.Needed(e, precisionArm(literal.Float32))
	half = pairs.Needed(e, precisionArm(literal.BFloat16))
	return single, half, append(append(record.Set{}, single...), half...)
}

func halfFaster(e *lab.Evidence) lab.Finding {
	const metric = "samples_per_s"
	_, half, both := formats(e)
	var logs []float64
	for _, p := range pairs.Of(both, precisionArm(literal.BFloat16), precisionArm(literal.Float32)) {
		if ratio := p[0].Value(metric) / p[1].Value(metric); ratio > 0 && !math.IsInf(ratio, 1) {
			logs = append(logs, math.Log(ratio))
		}
	}
	i := lab.MeanInterval(logs, lab.Confidence)
	ratio := stats.Interval{Low: math.Exp(i.Low), High: math.Exp(i.High), Confidence: lab.Confidence}
	v, reason := e.Band(ratio)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s times, %s over %d pairs", lab.Number(math.Exp(pairs.MeanOf(logs))), pairs.Between(ratio, lab.Number), len(logs)),
		Because: fmt.Sprintf("%s; boards per second in bfloat16 against float32, %s", reason, pairs.NetworkOf(half)),
	}
	if few, why := e.Enough("seeds", float64(len(logs))); few != "" {
		f.Verdict, f.Because = few, why
	}
	return f
}

func halfAccuracy(e *lab.Evidence) lab.Finding {
	single, half, both := formats(e)
	gains := pairs.Gains(both, precisionArm(literal.BFloat16), precisionArm(literal.Float32), pairs.BestCells)
	i := lab.MeanInterval(gains, lab.Confidence)
	v, reason := e.Mean(gains)
	named, tooMany := pairs.Lost(e, collapsed, single, half)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s, %s over %d pairs", points(pairs.MeanOf(gains)), pairs.Between(i, points), len(gains)),
		Because: fmt.Sprintf("%s; best validation in bfloat16 against float32; %s; %s", reason, named, pairs.NetworkOf(half)),
	}
	if tooMany {
		f.Verdict, f.Because = lab.Pending, "too many runs collapsed to compare the others; "+f.Because
	}
	return f
}

// trainingTime judges hours on a card that is not at hand.
func trainingTime(name, card string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		operations := e.Value(costCase, "fast.flops")
		nothing := stats.Interval{Low: math.NaN(), High: math.NaN()}
		bounds := fmt.Sprintf("at the published rates of a %s at least %s h in float16, edge by edge in float32 %s h", name,
			lab.Number(e.Value(costCase, "fast."+card+".float16.hours")), lab.Number(e.Value(costCase, "plain."+card+".float32.hours")))
		if v, reason := e.Time(lab.Timing{Took: nothing, On: lab.Card, Operations: operations}); v == lab.Refuted {
			return lab.Finding{Verdict: v, Figure: bounds, Because: reason}
		}
		peak := e.Value(costCase, card+".float32")
		set := documented(e)
		hours := func(r record.Record) (sum float64) {
			for stage := 1; stage <= 3; stage++ {
				sum += r.Value(stageMetric(stage, "hours"))
			}
			return sum
		}
		projected := each(set, func(r record.Record) float64 { return hours(r) * 3600 * r.Value("card.fp32") * 1e12 / peak })
		took := lab.MeanInterval(projected, lab.Confidence)
		v, reason := e.Time(lab.Timing{Took: took, On: lab.Card, Operations: operations})
		f := lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("%s h projected from %s h on the GPU used; %s", lab.Number(pairs.MeanOf(projected)/3600), lab.Number(pairs.MeanOf(each(set, hours))), bounds),
			Because: reason + ", by a projection over the two GPUs' published float32 rates",
		}
		few, why := e.Enough("seeds", float64(len(set)))
		switch {
		case few != "":
			f.Verdict, f.Because = few, why
		case peak <= 0 || least(values(set, "card.fp32")) <= 0:
			f.Verdict, f.Because = lab.Pending, "no time on a GPU whose published rate is known"
		}
		return f
	}
}

func stageTimes(e *lab.Evidence) lab.Finding {
	stated := []float64{e.Limit("stage1"), e.Limit("stage2"), e.Limit("stage3")}
	factor := e.Limit("factor")
	set := documented(e)
	// ratios of a training to what is stated, that of the stage which takes longest or shortest
	furthest := func(of func(x, y float64) float64) stats.Interval {
		return lab.MeanInterval(each(set, func(r record.Record) float64 {
			out := r.Value(stageMetric(1, "hours")) / stated[0]
			for i, hours := range stated {
				out = of(out, r.Value(stageMetric(i+1, "hours"))/hours)
			}
			return out
		}), lab.Confidence)
	}
	longest, shortest := furthest(math.Max), furthest(math.Min)
	mean := func(stage int) string { return lab.Number(pairs.Mean(set, stageMetric(stage, "hours"))) }
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  fmt.Sprintf("%s, %s and %s h over %d trainings", mean(1), mean(2), mean(3), len(set)),
		Because: "time of the three stages on the GPU used; the ratio 15 to 20 to 25 is that of their epochs, and the stated hours sum to 6, more than the 3 to 4 stated for the whole",
	}
	few, why := e.Enough("seeds", float64(len(set)))
	switch {
	case few != "":
		f.Because = why
	case least(values(set, "card.fp32")) <= 0:
		f.Because = "no time on a GPU"
	case longest.Low > factor:
		f.Verdict = lab.Refuted
	case longest.High <= factor && shortest.Low >= 1/factor:
		f.Verdict = lab.Reproduced
	case longest.High <= factor && shortest.High < 1/factor:
		f.Because = "shorter than stated, which another GPU explains as well; " + f.Because
	default:
		f.Because = "an interval includes a limit; " + f.Because
	}
	return f
}

// cnnAccuracy judges the pair of one budget.
func cnnAccuracy(e *lab.Evidence) lab.Finding {
	graph := pairs.Needed(e, gnnNineArm)
	convolutional := pairs.Needed(e, cnnNineArm)
	lead := pairs.Gains(append(append(record.Set{}, graph...), convolutional...), gnnNineArm, cnnNineArm, pairs.BestCells)
	a, b := values(graph, pairs.BestCells), values(convolutional, pairs.BestCells)
	ahead := lab.MeanInterval(lead, lab.Confidence)
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure:  fmt.Sprintf("CNN %s, graph %s of the empty cells, lead %s, %s over %d pairs", lab.Percent(pairs.MeanOf(b)), lab.Percent(pairs.MeanOf(a)), points(pairs.MeanOf(lead)), pairs.Between(ahead, points), len(lead)),
		Because: fmt.Sprintf("the same puzzles in the same order; %s against %s", pairs.NetworkOf(graph), pairs.NetworkOf(convolutional)),
	}
	band, reason := e.Band(lab.MeanInterval(b, lab.Confidence))
	few, why := e.Enough("seeds", float64(len(lead)))
	if weights := least(values(convolutional, "parameters")); weights < e.Limit("weights") {
		f.Because = fmt.Sprintf("a convolutional network of %s weights says nothing about the document's: sudokulab results --profile gpu --only gnn-training; %s", lab.Number(weights), f.Because)
		return f
	}
	for _, r := range append(append(record.Set{}, graph...), convolutional...) {
		e.Value(r.Case, pairs.FirstCells)
		e.Value(r.Case, constantCells)
	}
	named, tooMany := pairs.Lost(e, collapsed, graph, convolutional)
	f.Because += "; " + named
	switch {
	case few != "":
		f.Because = why
	case tooMany:
		f.Because = "too many runs collapsed to compare the others; " + f.Because
	case ahead.High < 0:
		f.Verdict, f.Because = lab.Refuted, "the graph network is behind; "+f.Because
	case band == lab.Refuted:
		f.Verdict, f.Because = band, reason+"; "+f.Because
	case ahead.Low <= 0:
		f.Because = "the interval of the lead includes 0: more seeds decide; " + f.Because
	default:
		f.Verdict, f.Because = band, reason+"; "+f.Because
	}
	return f
}
