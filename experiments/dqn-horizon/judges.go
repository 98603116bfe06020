package dqnhorizon

import (
	"fmt"
	"math"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func penaltyEfficient(e *lab.Evidence) lab.Finding {
	var logs, without, with []float64
	for _, p := range runs.Pairs(runs.Needed(e, study.PlayOn), runs.Needed(e, study.StepPenalty)) {
		a, ok := runs.ExtraOf(p.One)
		b, also := runs.ExtraOf(p.Other)
		if ok && also {
			logs, without, with = append(logs, math.Log(a/b)), append(without, a), append(with, b)
		}
	}
	i := runs.OfLogs(logs)
	f := lab.Finding{
		Figure:  fmt.Sprintf("moves beyond the empty cells per solved puzzle, without the penalty to with it: %.2f times as many, %s over %d seeds", math.Exp(runs.Mean(logs)), runs.Between(i, runs.Two), len(logs)),
		Because: fmt.Sprintf("%s, games that go on after a mistake, last tenth of training; %s and %s moves", runs.Boards(), runs.Two(runs.Mean(without)), runs.Two(runs.Mean(with))),
	}
	return runs.Decide(e, len(logs), f, func() (lab.Verdict, string) {
		switch {
		case i.Low > e.Limit("factor"):
			return lab.Reproduced, "the whole interval is above"
		case i.High < e.Limit("worth"):
			return lab.Refuted, fmt.Sprintf("the interval holds no factor of %g or more", e.Limit("worth"))
		}
		return lab.Pending, "the interval tells neither: more seeds decide"
	})
}

func discountNeeded(e *lab.Evidence) lab.Finding {
	near, far := e.Limit("near"), e.Limit("far")
	of := func(gamma float64) (set record.Set) {
		for _, arm := range []string{study.Gamma05, study.Base} {
			for _, r := range runs.Needed(e, arm) {
				if r.Value(runs.Gamma) == gamma {
					set = append(set, r)
				}
			}
		}
		return set
	}
	pairs := runs.Pairs(of(near), of(far))
	lost := runs.Lost(pairs, runs.LastSolved())
	f := lab.Finding{
		Figure:  fmt.Sprintf("lost at γ %g against γ %g: %s", far, near, runs.MeanOf(lost, lab.Percent)),
		Because: fmt.Sprintf("last stage, %s, near and far: %s", runs.Boards(), runs.Ends(pairs, runs.LastSolved())),
	}
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(lab.MeanInterval(lost, lab.Confidence)) })
}
