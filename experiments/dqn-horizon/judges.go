package dqnhorizon

import (
	"fmt"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

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
