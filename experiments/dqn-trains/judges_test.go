package dqntrains

import (
	"strings"
	"testing"

	dqnmodels "sudokulab/experiments/dqn-models"
	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// base has every run of the full profile, in which the document is right.
func base() record.Set {
	p := plan(lab.Full)
	text, err := record.Encode(p.Config)
	if err != nil {
		panic(err)
	}
	var set record.Set
	for _, c := range p.Cases {
		m := map[string]float64{
			"untrained right": 10, "right": 600, "boards": 1000, "diverged": 0,
			"copy": 1000, "gamma": 0.99, "replay": 100_000, "rate": 3e-4, "batch": 64, "epsilon.from": 1, "epsilon.to": 0.05,
		}
		for _, row := range rows() {
			m[heldout.Metric(row, "solved")], m[heldout.Metric(row, "games")] = 500, 1000
		}
		r := labtest.Record(c.Key(), m, map[string]string{"loss": dqn.SmoothL1})
		if of(r, "residual", "without") {
			for _, row := range rows() {
				r.Exact[heldout.Metric(row, "solved")] = record.Metric{Value: 100, Unit: "games", N: 1}
			}
		}
		r.Config = text
		set = append(set, r)
	}
	return set
}

// of says whether a run has a value of a dimension, which others may not have.
func of(r record.Record, dim, value string) bool {
	return strings.Contains(r.Case+"/", "/"+dim+"="+value+"/")
}

// rows are those that depths are measured on.
func rows() []dqn.Row { return plan(lab.Full).Config.(dqnmodels.Config).Depths.Rows }

// each sets a metric of the runs that have a value of a dimension, over and over by seed.
func each(dim, value, metric string, values ...float64) map[string]float64 {
	out := map[string]float64{}
	for _, r := range base() {
		if of(r, dim, value) {
			out[r.Case+"/"+metric] = values[(r.Int("seed")-first)%len(values)]
		}
	}
	return out
}

// deepest sets what is solved at the greatest depth.
func deepest(residual string, values ...float64) map[string]float64 {
	out := map[string]float64{}
	for _, row := range rows() {
		for key, v := range each("residual", residual, heldout.Metric(row, "solved"), values...) {
			if strings.Contains(key, "depth=16") {
				out[key] = v
			}
		}
	}
	return out
}

func TestJudges(t *testing.T) {
	flips := []labtest.Flip{
		{Claim: "R04", Want: lab.Reproduced},
		{Claim: "R04", Want: lab.Refuted, Set: each("network", networks.Conv, "right", 5)},
		{Claim: "R04", Want: lab.Refuted, Set: each("network", networks.Conv, "right", 5, 10, 20)},    // none, or little
		{Claim: "R04", Want: lab.Reproduced, Set: each("network", networks.Conv, "right", 14, 15)},    // little, but surely some
		{Claim: "R04", Want: lab.Pending, Set: each("network", networks.Conv, "right", 300, 1, 5, 5)}, // some, none or much
		{Claim: "R11", Want: lab.Reproduced},
		{Claim: "R11", Want: lab.Partly, Set: deepest("without", 500)},
		{Claim: "R11", Want: lab.Partly, Set: deepest("without", 495, 505)}, // no more, or little
		{Claim: "R11", Want: lab.Partly, Set: deepest("with", 300)},
		{Claim: "R11", Want: lab.Refuted, Set: deepest("with", 50)},
		{Claim: "R11", Want: lab.Pending, Set: deepest("without", 100, 900)},
	}
	for metric, other := range map[string]float64{"copy": 100, "gamma": 0.9, "replay": 500, "rate": 0.1, "batch": 8, "epsilon.to": 1} {
		flips = append(flips, labtest.Flip{Claim: "R04", Want: lab.Pending, Set: each("network", networks.Conv, metric, other)})
	}
	texts := map[string]string{}
	for key := range each("network", networks.Conv, "loss", 0) {
		texts[key] = dqn.Squared
	}
	flips = append(flips, labtest.Flip{Claim: "R04", Want: lab.Pending, Texts: texts})
	for claim, network := range map[string]string{"R18a": networks.Conv, "R18c": networks.ResNet, "R18d": networks.Transformer} {
		flips = append(flips,
			labtest.Flip{Claim: claim, Want: lab.Reproduced},
			labtest.Flip{Claim: claim, Want: lab.Reproduced, Set: each("network", network, "right", 14, 15)},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: each("network", network, "right", 4)},
			labtest.Flip{Claim: claim, Want: lab.Refuted, Set: each("network", network, "right", 5, 10, 20)},
			labtest.Flip{Claim: claim, Want: lab.Pending, Set: each("network", network, "right", 300, 1, 5, 5)})
	}
	labtest.Flips(t, Experiment(), base, flips)
}
