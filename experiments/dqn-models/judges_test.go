package dqnmodels

import (
	"encoding/json"
	"testing"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn"
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
	set := record.Set{labtest.Record(record.Key(layersKind, record.D("network", networks.CNN1)), map[string]float64{
		"convolutions": 3, "filter": 3, "rectified": 3, "dense": 3, "outputs": 729, "outputs.linear": 1, "in.order": 1,
	}, nil)}
	set = append(set, labtest.Record(record.Key(baselineKind, record.D("setting", documented), record.D("rule", heldout.Random)), map[string]float64{
		heldout.Metric(last, "solved"): 1, heldout.Metric(last, "games"): 1000,
	}, nil))
	for seed := 1; seed <= 3; seed++ {
		squared := record.Key(runKind, runDims(documented, Arm{networks.CNN1, squaredArm}, seed)...)
		set = append(set, with9(labtest.Record(squared, map[string]float64{before + "right": 10, "right": 500, "boards": 1000}, nil)))
		for _, network := range networks.DocumentedNames() {
			set = append(set, with9(labtest.Record(runCase(network, seed), map[string]float64{
				before + "right": 10, "right": 600, "boards": 1000, "diverged": 0,
				"copy": 1000, "gamma": 0.99, "replay": 100_000, "rate": 3e-4, "batch": 64, "epsilon.from": 1, "epsilon.to": 0.05,
				"probe.boards": 2000, "probe.hits": 1900, before + "probe.hits": 1200,
				heldout.Metric(last, "solved"): 700, heldout.Metric(last, "games"): 1000,
			}, map[string]string{"loss": dqn.SmoothL1})))
		}
		for _, depth := range []int{2, 16} {
			for _, residual := range []bool{true, false} {
				m := map[string]float64{"diverged": 0}
				for _, row := range cfg.Depths.Rows {
					m[heldout.Metric(row, "solved")], m[heldout.Metric(row, "games")] = 500, 1000
					if !residual && depth == 16 {
						m[heldout.Metric(row, "solved")] = 100
					}
				}
				set = append(set, with9(labtest.Record(record.Key(depthKind, depthDims(depth, residual, seed)...), m, nil)))
			}
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
	one, all := []string{networks.CNN1}, networks.DocumentedNames()
	deepest := func(residual bool, solved float64) map[string]float64 {
		out := map[string]float64{}
		for seed := 1; seed <= 3; seed++ {
			for _, row := range cfg.Depths.Rows {
				out[record.Key(depthKind, depthDims(16, residual, seed)...)+"/"+heldout.Metric(row, "solved")] = solved
			}
		}
		return out
	}
	solved := heldout.Metric(cfg.Settings[0].Last, "solved")
	layersAt := record.Key(layersKind, record.D("network", networks.CNN1)) + "/"
	flips := []labtest.Flip{
		{Claim: "R04", Want: lab.Reproduced},
		{Claim: "R04", Want: lab.Refuted, Set: each(one, "right", 5)},
		{Claim: "R04", Want: lab.Pending, Set: each(one, "right", 500, 1, 10)},
		{Claim: "R04", Want: lab.Pending, Texts: map[string]string{runCase(networks.CNN1, 2) + "/loss": dqn.Squared}},
		{Claim: "R11", Want: lab.Reproduced},
		{Claim: "R11", Want: lab.Partly, Set: deepest(false, 500)},
		{Claim: "R11", Want: lab.Partly, Set: deepest(true, 300)},
		{Claim: "R11", Want: lab.Refuted, Set: deepest(true, 50)},
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
	for metric, other := range map[string]float64{"copy": 100, "gamma": 0.9, "replay": 500, "rate": 0.1, "batch": 8, "epsilon.to": 1} {
		flips = append(flips, labtest.Flip{Claim: "R04", Want: lab.Pending, Set: map[string]float64{runCase(networks.CNN1, 1) + "/" + metric: other}})
	}
	for metric, other := range map[string]float64{"convolutions": 1, "filter": 5, "rectified": 2, "outputs": 81, "outputs.linear": 0, "in.order": 0, "dense": 1} {
		flips = append(flips, labtest.Flip{Claim: "R25", Want: lab.Refuted, Set: map[string]float64{layersAt + metric: other}})
	}
	for i, network := range all {
		claim := "R18" + string(rune('a'+i))
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: each([]string{network}, "right", 4)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: each([]string{network}, "right", 0, 200, 20)})
	}
	labtest.Flips(t, Experiment(), base, flips)
}
