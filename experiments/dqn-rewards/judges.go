package dqnrewards

import (
	"fmt"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R03a", Decide: rulesGetStuck},
		{Claim: "R03b", Decide: hybridLearns},
	}
}

func rulesGetStuck(e *lab.Evidence) lab.Finding {
	set := runs.Needed(e, study.RulesOnly)
	invalid, solved := runs.Values(set, runs.Invalid), runs.Values(set, runs.LastSolved())
	other := runs.Needed(e, study.Unmasked)
	f := lab.Finding{
		Figure: fmt.Sprintf("invalid in the last tenth of training %s; solved of the last stage %s", runs.MeanOf(invalid, lab.Percent), runs.MeanOf(solved, lab.Percent)),
		Because: fmt.Sprintf("%s; with the hybrid reward and no mask either %s of the moves are invalid and %s of the puzzles solved", runs.Boards(),
			lab.Percent(runs.Mean(runs.Values(other, runs.Invalid))), lab.Percent(runs.Mean(runs.Values(other, runs.LastSolved())))),
	}
	var t lab.Tally
	t.Above(lab.MeanInterval(invalid, lab.Confidence), e.Limit("invalid"))
	at := lab.MeanInterval(solved, lab.Confidence)
	t.Above(stats.Interval{Low: -at.High, High: -at.Low}, -e.Limit("solved")) // at most so many
	return runs.Decide(e, len(set), f, func() (lab.Verdict, string) { return runs.Every(e, t, "of the two things ") })
}

func hybridLearns(e *lab.Evidence) lab.Finding {
	hybrid := runs.Needed(e, study.Unmasked)
	pairs := runs.Pairs(hybrid, runs.Needed(e, study.RulesOnly))
	more := runs.Differences(pairs, runs.LastSolved())
	var learned []float64
	for _, r := range hybrid {
		learned = append(learned, r.Value(runs.LastSolved())-r.Value(runs.Untrained+" "+runs.LastSolved()))
	}
	masked := runs.Differences(runs.Pairs(runs.Needed(e, study.Base), runs.Needed(e, study.RulesMasked)), runs.LastSolved())
	least := e.Limit("least")
	var t lab.Tally
	t.Above(lab.MeanInterval(more, lab.Confidence), least)
	t.Above(lab.MeanInterval(learned, lab.Confidence), least)
	f := lab.Finding{
		Figure:  fmt.Sprintf("solved of the last stage, hybrid less rules only: %s; trained less untrained: %s", runs.MeanOf(more, runs.Points), runs.MeanOf(learned, runs.Points)),
		Because: fmt.Sprintf("%s, no mask in either; with the mask in both hybrid less rules only is %s", runs.Boards(), runs.MeanOf(masked, runs.Points)),
	}
	return runs.Decide(e, len(pairs), f, func() (lab.Verdict, string) { return runs.Every(e, t, "of the two comparisons ") })
}
