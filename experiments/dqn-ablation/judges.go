package dqnablation

import (
	"fmt"
	"math"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R05", Decide: oneHotSuperior},
		{Claim: "R07b", Decide: maskSpeedsUp},
		{Claim: "R07c", Decide: targetMaskEssential},
		{Claim: "R07d", Decide: mostStepsIllegal},
		{Claim: "R07e", Decide: thousandsWasted},
		{Claim: "R08a", Decide: stagesRobust},
		{Claim: "R08b", Decide: steadier(study.LastStage, study.Base, "without stages")},
		{Claim: "R08c", Decide: sparseOverwhelms},
		{Claim: "R09", Decide: earlyEndHelps},
		{Claim: "R10a", Decide: episodeStepFaster},
		{Claim: "R10b", Decide: nothingRelabelled},
		{Claim: "R21", Decide: steadier(study.Squared, study.Unscaled, "by squared error, rewards as they are,")},
		{Claim: "R22", Decide: targetSteadies},
		{Claim: "R23", Decide: replaySteadies},
		{Claim: "R24", Decide: discountNeeded},
	}
}

// paired joins the runs of two arms of the deciding setting by seed.
func paired(e *lab.Evidence, one, other string) []runs.Pair {
	return runs.Pairs(runs.Needed(e, one), runs.Needed(e, other))
}

// rows of the deciding setting.
func lastSolved() string { return runs.Row(runs.Solved, runs.Last(runs.Deciding())) }

// boards names the setting that decides.
func boards() string { return "on " + runs.Deciding().Name + " boards" }

// ends says what both arms of pairs solve in the end.
func ends(pairs []runs.Pair, figure string) string {
	var one, other []float64
	for _, p := range pairs {
		one, other = append(one, p.One.Value(figure)), append(other, p.Other.Value(figure))
	}
	return fmt.Sprintf("%s and %s in the end", lab.Percent(runs.Mean(one)), lab.Percent(runs.Mean(other)))
}

// decide completes a finding unless there are too few seeds.
func decide(e *lab.Evidence, seeds int, f lab.Finding, verdict func() (lab.Verdict, string)) lab.Finding {
	v, why := e.Enough("seeds", float64(seeds))
	if v == "" {
		v, why = verdict()
	}
	f.Verdict = v
	if f.Because == "" {
		f.Because = why
	} else {
		f.Because = why + "; " + f.Because
	}
	return f
}

func oneHotSuperior(e *lab.Evidence) lab.Finding {
	var t lab.Tally
	f := lab.Finding{Figure: "solve rate, one hot less raw"}
	seeds := math.MaxInt
	for i, network := range convolutional() {
		pairs := runs.Pairs(runs.NeededWith(e, study.Base, network), runs.NeededWith(e, study.Raw, network))
		d := runs.Differences(pairs, lastSolved())
		t.Above(lab.MeanInterval(d, lab.Confidence), 0)
		seeds = min(seeds, len(pairs))
		f.Figure += []string{": ", "; "}[min(i, 1)] + network + " " + runs.MeanOf(d, runs.Points)
	}
	often := e.Limit("often")
	f.Because = "last stage, " + boards()
	return decide(e, seeds, f, func() (lab.Verdict, string) {
		least := often * float64(t.Of())
		switch {
		case float64(t.Held) >= least:
			return lab.Reproduced, "of the networks " + t.String()
		case float64(t.Held+t.Open) < least:
			return lab.Refuted, "of the networks " + t.String()
		}
		return lab.Pending, "of the networks " + t.String()
	})
}

func maskSpeedsUp(e *lab.Evidence) lab.Finding {
	pairs := paired(e, study.Unmasked, study.Base)
	r := runs.ReachOf(e, pairs, runs.Steps, e.Limit("solved"))
	f := lab.Finding{
		Figure:  "steps without the mask to steps with it: " + r.String(),
		Because: fmt.Sprintf("%s; first stage solved without and with the mask: %s", boards(), ends(pairs, runs.Row(runs.Solved, runs.First(runs.Deciding())))),
	}
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(r.Ratio) })
}

func targetMaskEssential(e *lab.Evidence) lab.Finding {
	pairs := paired(e, study.Base, study.TargetUnmasked)
	lost := runs.Lost(pairs, lastSolved())
	f := lab.Finding{
		Figure: "lost without the target's mask: " + runs.MeanOf(lost, lab.Percent),
		Because: fmt.Sprintf("last stage, %s, with and without: %s; spread of Q-values %s and %s", boards(), ends(pairs, lastSolved()),
			lab.Number(runs.Mean(runs.Values(runs.Needed(e, study.Base), runs.Spread))), lab.Number(runs.Mean(runs.Values(runs.Needed(e, study.TargetUnmasked), runs.Spread)))),
	}
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(lost, lab.Confidence)) })
}

func mostStepsIllegal(e *lab.Evidence) lab.Finding {
	share := func(set record.Set) (out []float64) {
		for _, r := range set {
			out = append(out, r.Value(runs.Illegal)/r.Value(runs.Played))
		}
		return out
	}
	without, with := share(runs.Needed(e, study.Unmasked)), share(runs.Needed(e, study.Base))
	f := lab.Finding{
		Figure:  "of all steps of training without the mask " + runs.MeanOf(without, lab.Percent),
		Because: fmt.Sprintf("%s; with the mask %s", boards(), lab.Percent(runs.Mean(with))),
	}
	return decide(e, len(without), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(without, lab.Confidence)) })
}

func thousandsWasted(e *lab.Evidence) lab.Finding {
	set := runs.Needed(e, study.TenEmpty)
	rare, never := e.Limit("rare"), 0
	var wasted []float64
	for _, r := range set {
		at, ok := runs.FirstAt(runs.Curve(e.Text(r, runs.Illegal)), runs.Curve(e.Text(r, runs.Row(runs.Filled, dqn.Row{Low: 10, High: 10}))), func(v float64) bool { return v < rare })
		if !ok {
			never++
		}
		wasted = append(wasted, at)
	}
	i := lab.MeanInterval(wasted, lab.Confidence)
	if never > 0 {
		i.High = math.Inf(1)
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s steps, %s over %d seeds", lab.Number(math.Round(runs.Mean(wasted))), runs.Between(i, func(x float64) string { return lab.Number(math.Round(x)) }), len(wasted)),
		Because: fmt.Sprintf("9×9 boards with 10 empty cells; %d of the runs never leave these cells alone and count with all such steps, as a bound", never),
	}
	return decide(e, len(set), f, func() (lab.Verdict, string) { return e.Band(i) })
}

func stagesRobust(e *lab.Evidence) lab.Finding {
	pairs := paired(e, study.Base, study.LastStage)
	rows := runs.Deciding().Rows()
	f := lab.Finding{Figure: "solve rate with stages less without"}
	var t lab.Tally
	for i, row := range rows {
		d := runs.Differences(pairs, runs.Row(runs.Solved, row))
		at := lab.MeanInterval(d, lab.Confidence)
		if i == len(rows)-1 {
			t.Above(at, e.Limit("least"))
		} else {
			t.Met(at.High >= 0) // not surely worse
		}
		f.Figure += []string{": ", "; "}[min(i, 1)] + row.Name() + " empty " + runs.MeanOf(d, runs.Points)
	}
	f.Because = "the setting's ranges stand for the document's, whose 25 givens a processor does not reach"
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return every(e, t, "of the ranges ") })
}

// every is [lab.Evidence.Every] that says of what.
func every(e *lab.Evidence, t lab.Tally, of string) (lab.Verdict, string) {
	v, why := e.Every(t)
	return v, of + why
}

// unseen is half of the least change of a solve rate that a run can show: one puzzle of one row in one evaluation of the
// last half.
func unseen(r record.Record) float64 {
	row := r.Exact[runs.Solved].N
	if row == 0 {
		return 0
	}
	return 0.5 / float64(row) / (study.Points / 2)
}

// changes compares how the solve rate changes from one evaluation to the next.
func changes(pairs []runs.Pair) []float64 {
	offset := 0.0
	for _, p := range pairs {
		offset = max(offset, unseen(p.One), unseen(p.Other))
	}
	return runs.Ratios(pairs, offset, func(r record.Record) float64 { return r.Value(runs.Changes) })
}

// changed writes such a comparison as a finding, without a verdict.
func changed(pairs []runs.Pair, without string) (lab.Finding, stats.Interval) {
	logs := changes(pairs)
	i := runs.OfLogs(logs)
	return lab.Finding{
		Figure:  fmt.Sprintf("%s the solve rate changes %.2f times as much, %s over %d seeds", without, math.Exp(runs.Mean(logs)), runs.Between(i, runs.Two), len(logs)),
		Because: fmt.Sprintf("%s; solved %s and else: %s", boards(), without, ends(pairs, runs.Solved)),
	}, i
}

// steadier judges whether training changes more without what the document says steadies it.
func steadier(arm, base, without string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		return steadierThan(e, paired(e, arm, base), without)
	}
}

func steadierThan(e *lab.Evidence, pairs []runs.Pair, without string) lab.Finding {
	f, i := changed(pairs, without)
	var t lab.Tally
	t.Above(i, e.Limit("factor"))
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return every(e, t, "") })
}

func sparseOverwhelms(e *lab.Evidence) lab.Finding {
	set := runs.Needed(e, study.Sparse)
	right := runs.Row(runs.Right, study.SparseRow(runs.Deciding().Side))
	var gains []float64
	for _, r := range set {
		gains = append(gains, r.Value(right)-r.Value(runs.Untrained+" "+right))
	}
	f := lab.Finding{
		Figure:  "right greedy moves at 25 givens, trained less untrained: " + runs.MeanOf(gains, runs.Points),
		Because: fmt.Sprintf("trained %s, untrained %s", lab.Percent(runs.Mean(runs.Values(set, right))), lab.Percent(runs.Mean(runs.Values(set, runs.Untrained+" "+right)))),
	}
	return decide(e, len(set), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(gains, lab.Confidence)) })
}

func earlyEndHelps(e *lab.Evidence) lab.Finding {
	base := runs.Needed(e, study.Base)
	pairs := runs.Pairs(base, runs.Needed(e, study.PlayOn))
	d := runs.Differences(pairs, runs.Solved)
	stored, unsound := base.Sum(runs.Stored), base.Sum(runs.Unsound)
	other := runs.Needed(e, study.PlayOn)
	var t lab.Tally
	t.Above(lab.MeanInterval(d, lab.Confidence), 0)
	t.Met(unsound == 0)
	f := lab.Finding{
		Figure: fmt.Sprintf("solve rate, early end less none: %s; %s of %s boards learned from cannot be finished", runs.MeanOf(d, runs.Points), lab.Number(unsound), lab.Number(stored)),
		Because: fmt.Sprintf("%s; without early end %s of %s boards cannot be finished; solved with and without: %s", boards(),
			lab.Number(other.Sum(runs.Unsound)), lab.Number(other.Sum(runs.Stored)), ends(pairs, runs.Solved)),
	}
	return decide(e, len(pairs), f, func() (lab.Verdict, string) {
		if v, why := e.Enough("cases", stored); v != "" {
			return v, why
		}
		return every(e, t, "of the two ")
	})
}

func episodeStepFaster(e *lab.Evidence) lab.Finding {
	share := e.Limit("solved")
	pairs := paired(e, study.Base, study.Episode)
	moves := runs.ReachOf(e, pairs, runs.Moves, share)
	updates := runs.ReachOf(e, pairs, runs.Steps, share)
	drawn := runs.ReachOf(e, paired(e, study.EpisodeDrawn, study.Episode), runs.Moves, share)
	f := lab.Finding{
		Figure: "steps of the environment without the extra step to those with it: " + moves.String(),
		Because: fmt.Sprintf("%s; at equal gradient steps: %s; with as many extra steps on random draws: %s; first stage solved without and with: %s", boards(), updates, drawn,
			ends(pairs, runs.Row(runs.Solved, runs.First(runs.Deciding())))),
	}
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(moves.Ratio) })
}

func nothingRelabelled(e *lab.Evidence) lab.Finding {
	set := runs.Needed(e, study.Episode)
	others, learned := set.Sum(runs.Relabeled), set.Sum(runs.Learned)
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s of %s transitions of the extra step have another board, action, reward or discount than the episode's", lab.Number(others), lab.Number(learned)),
		Because: "the step learns from the episode as it was; a goal in place of the one wanted has no meaning where the givens, which each state holds, determine it",
	}
	switch v, why := e.Enough("cases", learned); {
	case others > e.Limit("relabelled"):
		f.Verdict = lab.Reproduced
	case v != "":
		f.Verdict, f.Because = v, why
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func targetSteadies(e *lab.Evidence) lab.Finding {
	every := e.Limit("copies")
	var set record.Set
	for _, arm := range []string{study.Copy100, study.Base, study.Copy10000} {
		for _, r := range runs.Needed(e, arm) {
			if r.Value(runs.Copy) == every {
				set = append(set, r)
			}
		}
	}
	return steadierThan(e, runs.Pairs(runs.Needed(e, study.Copy1), set), "with a target copied at every step")
}

func replaySteadies(e *lab.Evidence) lab.Finding {
	pairs := paired(e, study.Latest, study.Base)
	f, i := changed(pairs, "from the latest transitions")
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(i) })
}

func discountNeeded(e *lab.Evidence) lab.Finding {
	near, far := e.Limit("near"), e.Limit("far")
	of := func(gamma float64) (set record.Set) {
		for _, arm := range []string{study.Gamma05, study.Gamma09, study.Base, study.Gamma1} {
			for _, r := range runs.Needed(e, arm) {
				if r.Value(runs.Gamma) == gamma {
					set = append(set, r)
				}
			}
		}
		return set
	}
	pairs := runs.Pairs(of(near), of(far))
	lost := runs.Lost(pairs, lastSolved())
	f := lab.Finding{
		Figure:  fmt.Sprintf("lost at γ %g against γ %g: %s", far, near, runs.MeanOf(lost, lab.Percent)),
		Because: fmt.Sprintf("last stage, %s, near and far: %s; at γ 0.9 %s, at γ 1 %s", boards(), ends(pairs, lastSolved()), solvedBy(e, study.Gamma09), solvedBy(e, study.Gamma1)),
	}
	return decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(lost, lab.Confidence)) })
}

func solvedBy(e *lab.Evidence, arm string) string {
	return lab.Percent(runs.Mean(runs.Values(runs.Needed(e, arm), lastSolved())))
}
