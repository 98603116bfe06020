package dqnrewards

import (
	"fmt"
	"math"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R03a", Decide: rulesGetStuck},
		{Claim: "R03b", Decide: hybridLearns},
		{Claim: "R20", Decide: penaltyEfficient},
	}
}

// boards names the setting that decides.
func boards() string { return "on " + runs.Deciding().Name + " boards" }

func lastSolved() string { return runs.Row(runs.Solved, runs.Last(runs.Deciding())) }

func rulesGetStuck(e *lab.Evidence) lab.Finding {
	set := runs.Needed(e, study.RulesOnly)
	invalid, solved := runs.Values(set, runs.Invalid), runs.Values(set, lastSolved())
	other := runs.Needed(e, study.Unmasked)
	f := lab.Finding{
		Figure: fmt.Sprintf("invalid in the last tenth of training %s; solved of the last stage %s", runs.MeanOf(invalid, lab.Percent), runs.MeanOf(solved, lab.Percent)),
		Because: fmt.Sprintf("%s; with the hybrid reward and no mask either %s of the moves are invalid and %s of the puzzles solved", boards(),
			lab.Percent(runs.Mean(runs.Values(other, runs.Invalid))), lab.Percent(runs.Mean(runs.Values(other, lastSolved())))),
	}
	var t lab.Tally
	t.Above(lab.MeanInterval(invalid, lab.Confidence), e.Limit("invalid"))
	at := lab.MeanInterval(solved, lab.Confidence)
	t.Above(stats.Interval{Low: -at.High, High: -at.Low}, -e.Limit("solved")) // at most so many
	return tallied(e, len(set), t, f, "of the two things ")
}

// tallied completes a finding by what holds, unless there are too few seeds.
func tallied(e *lab.Evidence, seeds int, t lab.Tally, f lab.Finding, of string) lab.Finding {
	v, why := e.Enough("seeds", float64(seeds))
	if v == "" {
		v, why = e.Every(t)
		why = of + why
	}
	f.Verdict, f.Because = v, why+"; "+f.Because
	return f
}

func hybridLearns(e *lab.Evidence) lab.Finding {
	hybrid := runs.Needed(e, study.Unmasked)
	pairs := runs.Pairs(hybrid, runs.Needed(e, study.RulesOnly))
	more := runs.Differences(pairs, lastSolved())
	var learned []float64
	for _, r := range hybrid {
		learned = append(learned, r.Value(lastSolved())-r.Value(runs.Untrained+" "+lastSolved()))
	}
	masked := runs.Differences(runs.Pairs(runs.Needed(e, study.Base), runs.Needed(e, study.RulesMasked)), lastSolved())
	least := e.Limit("least")
	var t lab.Tally
	t.Above(lab.MeanInterval(more, lab.Confidence), least)
	t.Above(lab.MeanInterval(learned, lab.Confidence), least)
	f := lab.Finding{
		Figure:  fmt.Sprintf("solved of the last stage, hybrid less rules only: %s; trained less untrained: %s", runs.MeanOf(more, runs.Points), runs.MeanOf(learned, runs.Points)),
		Because: fmt.Sprintf("%s, no mask in either; with the mask in both hybrid less rules only is %s", boards(), runs.MeanOf(masked, runs.Points)),
	}
	return tallied(e, len(pairs), t, f, "of the two comparisons ")
}

// extra is the number of moves beyond the empty cells in a game that was solved, over the last tenth of training; half of
// one of that tenth's moves is added, so that a run without any has a ratio to others. It is false of a run that solved nothing.
func extra(r record.Record) (float64, bool) {
	won := r.Value(runs.Won)
	if !(won > 0) {
		return 0, false
	}
	return (r.Value(runs.Extra) + 5/r.Value(runs.Moves)) / won, true
}

func penaltyEfficient(e *lab.Evidence) lab.Finding {
	var logs, without, with []float64
	for _, p := range runs.Pairs(runs.Needed(e, study.PlayOn), runs.Needed(e, study.StepPenalty)) {
		a, ok := extra(p.One)
		b, also := extra(p.Other)
		if ok && also {
			logs, without, with = append(logs, math.Log(a/b)), append(without, a), append(with, b)
		}
	}
	i := runs.OfLogs(logs)
	f := lab.Finding{
		Figure:  fmt.Sprintf("moves beyond the empty cells per solved puzzle, without the penalty to with it: %.2f times as many, %s over %d seeds", math.Exp(runs.Mean(logs)), runs.Between(i, runs.Two), len(logs)),
		Because: fmt.Sprintf("%s, games that go on after a mistake, last tenth of training; %s and %s moves", boards(), runs.Two(runs.Mean(without)), runs.Two(runs.Mean(with))),
	}
	var t lab.Tally
	t.Above(i, e.Limit("factor"))
	return tallied(e, len(logs), t, f, "")
}
