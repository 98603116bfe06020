package dqnpenalty

import (
	"testing"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/experiments/dqn-ablation/runs/runstest"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

const seeds = runstest.Seeds(30)

// base has the claim reproduced.
func base() record.Set {
	var set record.Set
	for _, arm := range []string{study.PlayOn, study.StepPenalty} {
		for seed := 1; seed <= int(seeds); seed++ {
			m := map[string]float64{runs.Moves: 20_000, runs.Extra: 0.3 + 0.01*float64(seed%3), runs.Won: 0.1}
			if arm == study.StepPenalty {
				m[runs.Extra] -= 0.2
			}
			set = append(set, labtest.Record(runstest.Name(arm, runs.Deciding().Network, seed), m, nil))
		}
	}
	return set
}

func TestJudge(t *testing.T) {
	of := func(figure string, v ...float64) map[string]float64 {
		return seeds.Figure(study.PlayOn, runs.Deciding().Network, figure, v...)
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R20", Want: lab.Reproduced},
		{Claim: "R20", Want: lab.Refuted, Set: of(runs.Extra, 0.05)},
		{Claim: "R20", Want: lab.Refuted, Set: of(runs.Extra, 0.08, 0.11, 0.14)}, // as many with the penalty
		{Claim: "R20", Want: lab.Pending, Set: of(runs.Won, 0)},                  // nothing is solved
		{Claim: "R20", Want: lab.Pending, Set: of(runs.Won, 0, 0.1)},             // in too few runs
		{Claim: "R20", Want: lab.Pending, Set: of(runs.Extra, 0.005, 2)},
	})
}

// TestSmoke measures the smoke profile, and shows it.
func TestSmoke(t *testing.T) {
	set := labtest.MeasureAll(t, plan(lab.Smoke))
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil || table.Name == "arms" && len(table.Rows) != 2 {
			t.Errorf("%s: %d rows, %v", table.Name, len(table.Rows), err)
		}
	}
	if f, err := figures(set); err != nil || len(f) != 0 {
		t.Errorf("%d figures of a setting that does not decide, %v", len(f), err)
	}
}

// TestSpent: the table has the ratio that the judge reads, and none where a run solved nothing.
func TestSpent(t *testing.T) {
	of := func(arm string, won float64) record.Set {
		m := map[string]float64{runs.Moves: 20_000, runs.Extra: 0.3, runs.Won: won}
		return record.Set{labtest.Record(runstest.Name(arm, runs.Deciding().Network, 1), m, nil)}
	}
	for won, want := range map[float64]string{0: "–", 0.05: "0.50"} {
		rows := moves(runs.Pairs(of(study.PlayOn, 0.1), of(study.StepPenalty, won)))
		if len(rows) != 1 || rows[0][3] != want {
			t.Errorf("won %g: %v, want a ratio of %s", won, rows, want)
		}
	}
}

// TestPlanned: no seed of a pilot is among those of the full profile, and each arm has its runs.
func TestPlanned(t *testing.T) {
	n := map[string]int{}
	for _, c := range plan(lab.Full).Cases {
		r := labtest.Record(c.Key(), nil, nil)
		if r.Int("seed") < first {
			t.Errorf("%s has a seed of a pilot", c.Key())
		}
		n[r.Dim("arm")]++
	}
	if n[study.PlayOn] != 50 || n[study.StepPenalty] != 50 || len(n) != 2 {
		t.Errorf("runs by arm: %v", n)
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
