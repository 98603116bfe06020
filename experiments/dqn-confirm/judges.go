package dqnconfirm

import (
	"fmt"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R07b", Decide: maskSpeedsUp},
		{Claim: "R08a", Decide: stagesRobust},
		{Claim: "R08b", Decide: steadier(study.LastStage, study.Base, "without stages")},
		{Claim: "R21", Decide: steadier(study.Squared, study.Unscaled, "by squared error, rewards as they are,")},
		{Claim: "R23", Decide: replaySteadies},
	}
}

func maskSpeedsUp(e *lab.Evidence) lab.Finding {
	pairs := runs.Paired(e, study.Unmasked, study.Base)
	r := runs.ReachOf(e, pairs, runs.Steps, e.Limit("solved"))
	f := lab.Finding{
		Figure:  "steps without the mask to steps with it: " + r.String(),
		Because: fmt.Sprintf("%s; first stage solved without and with the mask: %s", runs.Boards(), runs.Ends(pairs, runs.Row(runs.Solved, runs.First(runs.Deciding())))),
	}
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(r.Ratio) })
}

func stagesRobust(e *lab.Evidence) lab.Finding {
	pairs := runs.Paired(e, study.Base, study.LastStage)
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
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return runs.Every(e, t, "of the ranges ") })
}

// steadier judges whether training changes more without what the document says steadies it.
func steadier(arm, base, without string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		return runs.SteadierThan(e, runs.Paired(e, arm, base), without)
	}
}

func replaySteadies(e *lab.Evidence) lab.Finding {
	pairs := runs.Paired(e, study.Latest, study.Base)
	f, i := runs.Changed(pairs, "from the latest transitions")
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return e.Band(i) })
}
