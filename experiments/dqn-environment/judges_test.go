package dqnenvironment

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	rewards := func(variant string, last, wrong, filled float64) record.Record {
		m := map[string]float64{"before": 13_500, "before.least": 10, "before.greatest": 10, "last": 1500, "last.least": last, "last.greatest": last}
		for kind, reward := range map[string]float64{matching: 10, broken: wrong, off: wrong, given: filled, played: filled} {
			m[kind], m[kind+".least"], m[kind+".greatest"] = 1500, reward, reward
		}
		return labtest.Record(at(rewardsKind, "variant", variant), m, nil)
	}
	mask := map[string]float64{
		"boards": 1200, "drawn": 12_000, "drawn illegal": 0, "chosen illegal": 0, "policy changed": 0, "target changed": 0,
		"policy": 6e5, "policy.least": -1e10, "policy.greatest": -1e10, "target": 6e5, "target.least": -1e10, "target.greatest": -1e10,
	}
	return record.Set{
		labtest.Record(at(actionsKind, "n", "9"), map[string]float64{"actions": 729, "triples": 729, "back": 729}, nil),
		labtest.Record(episodesCase, map[string]float64{"episodes": 1500, "held": 1500, "steps": 20_000, "done": 1400, "truncated": 100}, nil),
		rewards(bothVariant, 110, -5, -10), rewards(onceVariant, 100, -5, -10), rewards(phaseVariant, 110, -10, -1),
		labtest.Record(outcomesCase, map[string]float64{
			"boards": 1200, "empty": 10, "actions": 729, "pointless": 719 * 1200, "pointless.least": 719, "pointless.greatest": 719,
			"filled cell": 639 * 1200, "broken rule": 79 * 1200, "off the solution": 1200, "right": 12_000,
			"blank left": 90 * 1200, "blank pointless": 80 * 1200, "blank filled": 0, "strict left": 11 * 1200, "strict pointless": 1200, "strict filled": 0,
		}, nil),
		labtest.Record(astrayCase, map[string]float64{"puzzles": 200, "moves": 20_000, "unsolvable": 20_000}, nil),
		labtest.Record(at(maskKind, "mask", blankMask), mask, nil),
	}
}

func TestJudges(t *testing.T) {
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	nine, both, once, blank := at(actionsKind, "n", "9"), at(rewardsKind, "variant", bothVariant), at(rewardsKind, "variant", onceVariant), at(maskKind, "mask", blankMask)
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R01a", Want: lab.Reproduced},
		{Claim: "R01a", Want: lab.Refuted, Set: set(nine+"/actions", 730)},
		{Claim: "R01a", Want: lab.Refuted, Set: set(nine+"/triples", 728)},
		{Claim: "R01a", Want: lab.Refuted, Set: set(nine+"/back", 728)},
		{Claim: "R01b", Want: lab.Reproduced},
		{Claim: "R01b", Want: lab.Refuted, Set: set(episodesCase+"/held", 1499)},
		{Claim: "R01b", Want: lab.Pending, Set: map[string]float64{episodesCase + "/held": 999, episodesCase + "/episodes": 999}},
		{Claim: "R02a", Want: lab.Reproduced},
		{Claim: "R02a", Want: lab.Refuted, Set: set(both+"/last.least", 100)},
		{Claim: "R02a", Want: lab.Refuted, Set: set(once+"/last.greatest", 110)},
		{Claim: "R02a", Want: lab.Refuted, Set: set(both+"/before.greatest", 110)},
		{Claim: "R02a", Want: lab.Pending, Set: set(once+"/last", 999)},
		{Claim: "R02b", Want: lab.Reproduced},
		{Claim: "R02b", Want: lab.Refuted, Set: set(both+"/matching.least", 9)},
		{Claim: "R02b", Want: lab.Pending, Set: set(both+"/matching", 999)},
		{Claim: "R02c", Want: lab.Reproduced},
		{Claim: "R02c", Want: lab.Refuted, Set: set(both+"/off the solution.greatest", 0)},
		{Claim: "R02c", Want: lab.Refuted, Set: set(both+"/broken rule.least", -10)},
		{Claim: "R02c", Want: lab.Pending, Set: set(both+"/off the solution", 999)},
		{Claim: "R02d", Want: lab.Reproduced},
		{Claim: "R02d", Want: lab.Refuted, Set: set(both+"/played.greatest", -1)},
		{Claim: "R02d", Want: lab.Refuted, Set: set(both+"/given.least", -11)},
		{Claim: "R02d", Want: lab.Pending, Set: set(both+"/played", 999)},
		{Claim: "R06a", Want: lab.Reproduced},
		{Claim: "R06a", Want: lab.Refuted, Set: set(outcomesCase+"/pointless.least", 718)},
		{Claim: "R06a", Want: lab.Refuted, Set: set(outcomesCase+"/pointless.greatest", 720)},
		{Claim: "R06a", Want: lab.Pending, Set: set(outcomesCase+"/empty", 11)},
		{Claim: "R06a", Want: lab.Pending, Set: set(outcomesCase+"/boards", 999)},
		{Claim: "R06b", Want: lab.Partly},
		{Claim: "R06b", Want: lab.Reproduced, Set: set(outcomesCase+"/blank pointless", 0)},
		{Claim: "R06b", Want: lab.Refuted, Set: set(outcomesCase+"/blank pointless", 400*1200)},
		{Claim: "R06b", Want: lab.Refuted, Set: set(outcomesCase+"/blank filled", 1)},
		{Claim: "R06b", Want: lab.Pending, Set: set(outcomesCase+"/boards", 999)},
		{Claim: "R27", Want: lab.Reproduced},
		{Claim: "R27", Want: lab.Refuted, Set: set(astrayCase+"/unsolvable", 19_999)},
		{Claim: "R27", Want: lab.Pending, Set: map[string]float64{astrayCase + "/moves": 9999, astrayCase + "/unsolvable": 9999}},
		{Claim: "R07a", Want: lab.Reproduced},
		{Claim: "R07a", Want: lab.Refuted, Set: set(blank+"/drawn illegal", 1)},
		{Claim: "R07a", Want: lab.Refuted, Set: set(blank+"/chosen illegal", 1)},
		{Claim: "R07a", Want: lab.Refuted, Set: set(blank+"/policy.greatest", 0)},
		{Claim: "R07a", Want: lab.Refuted, Set: set(blank+"/target.least", -1e11)},
		{Claim: "R07a", Want: lab.Pending, Set: set(blank+"/boards", 999)},
	})
}
