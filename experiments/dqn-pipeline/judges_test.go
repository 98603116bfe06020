package dqnpipeline

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	set := record.Set{labtest.Record(projectedCase, map[string]float64{
		projectedMetric(2, 0.5): 0, projectedMetric(2, 1.5): 0.3, projectedMetric(16, 0.5): 0.02, projectedMetric(16, 1.5): 0.4,
	}, nil)}
	for _, t := range trainers {
		set = append(set,
			labtest.Record(raceCase(t, 0.5), map[string]float64{
				"cores": 2, "load": 0.5, onDemand + " waiting": 0.5, onDemand + " speed": 0.5, workersSource(2) + " waiting": 0.001, workersSource(2) + " speed": 0.99,
			}, nil),
			labtest.Record(raceCase(t, 2), map[string]float64{
				"cores": 2, "load": 2, onDemand + " waiting": 0.8, onDemand + " speed": 0.2, workersSource(2) + " waiting": 0.5, workersSource(2) + " speed": 0.5,
			}, nil))
	}
	for _, rule := range rules {
		set = append(set, labtest.Record(changeCase("apart", rule), map[string]float64{
			"cores": 2, "changes": 24, "puzzles": 1000, "in-range": 1000, "switches": 24, "old.min": 64, "old.max": 64,
			"gaps": 1, "gaps.low": 0.9, "gaps.high": 1.1, "dropped": 0,
		}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	low, high := raceCase(apart, 0.5)+"/", raceCase(apart, 2)+"/"
	all, fast := workersSource(2)+" waiting", workersSource(2)+" speed"
	set, once, queue := changeCase("apart", lag)+"/", changeCase("apart", now)+"/", changeCase("apart", letter)+"/"
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R15a", Want: lab.Partly},
		{Claim: "R15a", Want: lab.Reproduced, Set: map[string]float64{high + all: 0, high + fast: 0.95}},
		{Claim: "R15a", Want: lab.Refuted, Set: map[string]float64{low + all: 0.02}},
		{Claim: "R15a", Want: lab.Partly, Set: map[string]float64{low + all: 0.02, high + all: 0, high + fast: 1}},
		// No waiting for puzzles, but slow: the workers hold the cores.
		{Claim: "R15a", Want: lab.Refuted, Set: map[string]float64{low + fast: 0.7}},
		{Claim: "R15a", Want: lab.Partly, Set: map[string]float64{high + all: 0}},
		{Claim: "R15a", Want: lab.Partly, Set: map[string]float64{low + fast: 1.2}},
		// A load that turned out on the other side of what the cores make decides nothing.
		{Claim: "R15a", Want: lab.Pending, Set: map[string]float64{high + "load": 0.9}},
		{Claim: "R15a", Want: lab.Pending, Set: map[string]float64{low + "load": 1.1}},
		// One worker for two cores is not what the claim is about.
		{Claim: "R15a", Want: lab.Partly, Set: map[string]float64{low + workersSource(1) + " waiting": 0.9}},
		// A trainer that needs a core does not decide.
		{Claim: "R15a", Want: lab.Partly, Set: map[string]float64{raceCase(onCore, 0.5) + "/" + all: 0.9}},

		{Claim: "R15b", Want: lab.Reproduced},
		{Claim: "R15b", Want: lab.Partly, Set: map[string]float64{set + "gaps": 1.5}},
		{Claim: "R15b", Want: lab.Partly, Set: map[string]float64{queue + "gaps": 1.2}},
		{Claim: "R15b", Want: lab.Refuted, Set: map[string]float64{set + "gaps": 2.5}},
		{Claim: "R15b", Want: lab.Reproduced, Set: map[string]float64{set + "gaps": 0.5}}, // shorter is no break
		{Claim: "R15b", Want: lab.Reproduced, Set: map[string]float64{once + "gaps": 3}},  // reported, not judged
		{Claim: "R15b", Want: lab.Refuted, Set: map[string]float64{queue + "in-range": 999}},
		{Claim: "R15b", Want: lab.Refuted, Set: map[string]float64{set + "switches": 23}},
		{Claim: "R15b", Want: lab.Reproduced, Set: map[string]float64{queue + "switches": 20}}, // chance, not foretold
	})
}
