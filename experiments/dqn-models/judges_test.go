package dqnmodels

import (
	"encoding/json"
	"testing"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// base are three seeds of everything that decides, in which the document is right.
func base() record.Set {
	cfg := configOf(lab.Full)
	text, err := json.Marshal(cfg)
	if err != nil {
		panic(err)
	}
	with9 := func(r record.Record) record.Record {
		r.Config = text
		return r
	}
	last := cfg.Settings[0].Last
	set := record.Set{labtest.Record(record.Key(layersKind, record.D("network", networks.Conv)), map[string]float64{
		"convolutions": 3, "filter": 3, "rectified": 3, "dense": 3, "outputs": 729, "outputs.linear": 1, "in.order": 1,
	}, nil)}
	set = append(set, labtest.Record(record.Key(baselineKind, record.D("setting", documented), record.D("rule", heldout.Random)), map[string]float64{
		heldout.Metric(last, "solved"): 1, heldout.Metric(last, "games"): 1000,
	}, nil))
	for seed := 1; seed <= 3; seed++ {
		for _, network := range networks.DocumentedNames() {
			set = append(set, with9(labtest.Record(runCase(network, seed), map[string]float64{
				before + "right": 10, "right": 600, "boards": 1000, "diverged": 0,
				"probe.boards": 2000, "probe.hits": 1900, before + "probe.hits": 1200,
				heldout.Metric(last, "solved"): 700, heldout.Metric(last, "games"): 1000,
			}, nil)))
		}
	}
	return set
}

func runCase(network string, seed int) string {
	return record.Key(runKind, runDims(documented, Arm{network, documentArm}, seed)...)
}

// each sets metrics of the runs of networks in all seeds; values go by seed, over and over.
func each(networks []string, metric string, values ...float64) map[string]float64 {
	out := map[string]float64{}
	for _, network := range networks {
		for seed := 1; seed <= 3; seed++ {
			out[runCase(network, seed)+"/"+metric] = values[(seed-1)%len(values)]
		}
	}
	return out
}

func TestJudges(t *testing.T) {
	cfg := configOf(lab.Full)
	one, all := []string{networks.Conv}, networks.DocumentedNames()
	solved := heldout.Metric(cfg.Settings[0].Last, "solved")
	layersAt := record.Key(layersKind, record.D("network", networks.Conv)) + "/"
	flips := []labtest.Flip{
		{Claim: "R19", Want: lab.Reproduced},
		{Claim: "R19", Want: lab.Reproduced, Set: each(all[1:], solved, 10)}, // the best decides
		{Claim: "R19", Want: lab.Partly, Set: each(all, solved, 300)},
		{Claim: "R19", Want: lab.Refuted, Set: each(all, solved, 3)},
		{Claim: "R19", Want: lab.Pending, Set: each(all, solved, 900, 100)},
		{Claim: "R25", Want: lab.Reproduced},
		{Claim: "R26", Want: lab.Reproduced},
		{Claim: "R26", Want: lab.Partly, Set: each(one, "probe.hits", 1600)},
		{Claim: "R26", Want: lab.Refuted, Set: each(one, "probe.hits", 1300)},
		{Claim: "R26", Want: lab.Refuted, Set: each(one, before+"probe.hits", 1950)},
	}
	for metric, other := range map[string]float64{"convolutions": 1, "filter": 5, "rectified": 2, "outputs": 81, "outputs.linear": 0, "in.order": 0, "dense": 1} {
		flips = append(flips, labtest.Flip{Claim: "R25", Want: lab.Refuted, Set: map[string]float64{layersAt + metric: other}})
	}
	flips = append(flips,
		labtest.Flip{Claim: "R18b", Want: lab.Reproduced},
		labtest.Flip{Claim: "R18b", Want: lab.Refuted, Set: each([]string{networks.UnitConv}, "right", 4)},
		labtest.Flip{Claim: "R18b", Want: lab.Refuted, Set: each([]string{networks.UnitConv}, "right", 8, 10, 13)},
		labtest.Flip{Claim: "R18b", Want: lab.Pending, Set: each([]string{networks.UnitConv}, "right", 0, 200, 20)})
	labtest.Flips(t, Experiment(), base, flips)
}
