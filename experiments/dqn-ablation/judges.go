package dqnablation

import (
	"fmt"
	"math"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R05", Decide: oneHotSuperior},
		{Claim: "R07c", Decide: targetMaskEssential},
		{Claim: "R07d", Decide: mostStepsIllegal},
		{Claim: "R07e", Decide: thousandsWasted},
		{Claim: "R08c", Decide: sparseOverwhelms},
		{Claim: "R09", Decide: earlyEndHelps},
		{Claim: "R10a", Decide: episodeStepFaster},
		{Claim: "R10b", Decide: nothingRelabelled},
		{Claim: "R22", Decide: targetSteadies},
	}
}

func oneHotSuperior(e *lab.Evidence) lab.Finding {
	var t lab.Tally
	f := lab.Finding{Figure: "solve rate, one hot less raw"}
	seeds := math.MaxInt
	for i, network := range convolutional() {
		pairs := runs.Pairs(runs.NeededWith(e, study.Base, network), runs.NeededWith(e, study.Raw, network))
		d := runs.Differences(pairs, runs.LastSolved())
		t.Above(lab.MeanInterval(d, lab.Confidence), 0)
		seeds = min(seeds, len(pairs))
		f.Figure += []string{": ", "; "}[min(i, 1)] + network + " " + runs.MeanOf(d, runs.Points)
	}
	often := e.Limit("often")
	f.Because = "last stage, " + runs.Boards()
	return runs.Decide(e, seeds, f, func() (lab.Verdict, string) {
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

func targetMaskEssential(e *lab.Evidence) lab.Finding {
	pairs := runs.Paired(e, study.Base, study.TargetUnmasked)
	lost := runs.Lost(pairs, runs.LastSolved())
	f := lab.Finding{
		Figure: "lost without the target's mask: " + runs.MeanOf(lost, lab.Percent),
		Because: fmt.Sprintf("last stage, %s, with and without: %s; spread of Q-values %s and %s", runs.Boards(), runs.Ends(pairs, runs.LastSolved()),
			lab.Number(runs.Mean(runs.Values(runs.Needed(e, study.Base), runs.Spread))), lab.Number(runs.Mean(runs.Values(runs.Needed(e, study.TargetUnmasked), runs.Spread)))),
	}
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(lost, lab.Confidence)) })
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
		Because: fmt.Sprintf("%s; with the mask %s", runs.Boards(), lab.Percent(runs.Mean(with))),
	}
	return runs.Decide(e, len(without), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(without, lab.Confidence)) })
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
	return runs.Decide(e, len(set), f, func() (lab.Verdict, string) { return e.Band(i) })
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
	return runs.Decide(e, len(set), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(gains, lab.Confidence)) })
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
		Because: fmt.Sprintf("%s; without early end %s of %s boards cannot be finished; solved with and without: %s", runs.Boards(),
			lab.Number(other.Sum(runs.Unsound)), lab.Number(other.Sum(runs.Stored)), runs.Ends(pairs, runs.Solved)),
	}
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) {
		if v, why := e.Enough("cases", stored); v != "" {
			return v, why
		}
		return runs.Every(e, t, "of the two ")
	})
}

func episodeStepFaster(e *lab.Evidence) lab.Finding {
	share := e.Limit("solved")
	pairs := runs.Paired(e, study.Base, study.Episode)
	moves := runs.ReachOf(e, pairs, runs.Moves, share)
	updates := runs.ReachOf(e, pairs, runs.Steps, share)
	drawn := runs.ReachOf(e, runs.Paired(e, study.EpisodeDrawn, study.Episode), runs.Moves, share)
	f := lab.Finding{
		Figure: "steps of the environment without the extra step to those with it: " + moves.String(),
		Because: fmt.Sprintf("%s; at equal gradient steps: %s; with as many extra steps on random draws: %s; first stage solved without and with: %s", runs.Boards(), updates, drawn,
			runs.Ends(pairs, runs.Row(runs.Solved, runs.First(runs.Deciding())))),
	}
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(moves.Ratio) })
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
	return runs.SteadierThan(e, runs.Pairs(runs.Needed(e, study.Copy1), set), "with a target copied at every step")
}
