package runs

import (
	"fmt"
	"math"

	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Paired joins the runs of two arms of the deciding setting by seed.
func Paired(e *lab.Evidence, one, other string) []Pair {
	return Pairs(Needed(e, one), Needed(e, other))
}

// LastSolved names the solve rate of the last stage.
func LastSolved() string { return Row(Solved, Last(Deciding())) }

// Boards names the setting that decides.
func Boards() string { return "on " + Deciding().Name + " boards" }

// Ends says what both arms of pairs solve in the end.
func Ends(pairs []Pair, figure string) string {
	var one, other []float64
	for _, p := range pairs {
		one, other = append(one, p.One.Value(figure)), append(other, p.Other.Value(figure))
	}
	return fmt.Sprintf("%s and %s in the end", lab.Percent(Mean(one)), lab.Percent(Mean(other)))
}

// Decide completes a finding unless there are too few seeds.
func Decide(e *lab.Evidence, seeds int, f lab.Finding, verdict func() (lab.Verdict, string)) lab.Finding {
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

// Every is [lab.Evidence.Every] that says of what.
func Every(e *lab.Evidence, t lab.Tally, of string) (lab.Verdict, string) {
	v, why := e.Every(t)
	return v, of + why
}

// unseen is half of the least change of a solve rate that a run can show: one puzzle of one row in one evaluation of the
// last half.
func unseen(r record.Record) float64 {
	row := r.Exact[Solved].N
	if row == 0 {
		return 0
	}
	return 0.5 / float64(row) / (study.Points / 2)
}

// changes compares how the solve rate changes from one evaluation to the next.
func changes(pairs []Pair) []float64 {
	offset := 0.0
	for _, p := range pairs {
		offset = max(offset, unseen(p.One), unseen(p.Other))
	}
	return Ratios(pairs, offset, func(r record.Record) float64 { return r.Value(Changes) })
}

// Changed writes such a comparison as a finding, without a verdict.
func Changed(pairs []Pair, without string) (lab.Finding, stats.Interval) {
	logs := changes(pairs)
	i := OfLogs(logs)
	return lab.Finding{
		Figure:  fmt.Sprintf("%s the solve rate changes %.2f times as much, %s over %d seeds", without, math.Exp(Mean(logs)), Between(i, Two), len(logs)),
		Because: fmt.Sprintf("%s; solved %s and else: %s", Boards(), without, Ends(pairs, Solved)),
	}, i
}

// SteadierThan judges whether the solve rate changes more in the first runs of pairs, which are without what steadies it.
func SteadierThan(e *lab.Evidence, pairs []Pair, without string) lab.Finding {
	f, i := Changed(pairs, without)
	var t lab.Tally
	t.Above(i, e.Limit("factor"))
	return Decide(e, len(pairs), f, func() (lab.Verdict, string) { return Every(e, t, "") })
}

// ExtraOf is the number of moves beyond the empty cells in a game that was solved, over the last tenth of training; half of
// one of that tenth's moves is added, so that a run without any has a ratio to others. It is false of a run that solved nothing.
func ExtraOf(r record.Record) (float64, bool) {
	won := r.Value(Won)
	if !(won > 0) {
		return 0, false
	}
	return (r.Value(Extra) + 5/r.Value(Moves)) / won, true
}
