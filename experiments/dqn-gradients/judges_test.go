package dqngradients

import (
	"testing"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	of := func(key string, target float64) record.Record {
		return labtest.Record(key, map[string]float64{
			"batches": 150, "full": 160,
			"in place vanished": 0, "in place same": 150, "in place ulps": 0, "in place reached": 0,
			"added vanished": 0, "added infinite": 0, "added reached": 0, "added target.greatest": target,
		}, nil)
	}
	set := record.Set{of(at(beside, endless, dqn.SmoothL1), 9.9e9), of(at(beside, open, dqn.SmoothL1), 9.9e9), of(at(beside, documented, dqn.Squared), 110)}
	for _, network := range networks.DocumentedNames() {
		set = append(set, of(at(network, documented, dqn.SmoothL1), 110))
	}
	return set
}

func TestJudges(t *testing.T) {
	all := func(metric string, v float64) map[string]float64 {
		out := map[string]float64{}
		for _, network := range networks.DocumentedNames() {
			out[at(network, documented, dqn.SmoothL1)+"/"+metric] = v
		}
		return out
	}
	with := func(m map[string]float64, key string, v float64) map[string]float64 {
		m[key] = v
		return m
	}
	three := at(networks.ResNet, documented, dqn.SmoothL1)
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R12a", Want: lab.Refuted},
		{Claim: "R12a", Want: lab.Reproduced, Set: all("in place vanished", 150)},
		{Claim: "R12a", Want: lab.Refuted, Set: with(all("in place vanished", 150), three+"/in place vanished", 149)},
		{Claim: "R12a", Want: lab.Pending, Set: with(all("in place vanished", 150), three+"/added vanished", 1)},
		{Claim: "R12a", Want: lab.Pending, Set: with(with(all("in place vanished", 150), three+"/batches", 99), three+"/in place vanished", 99)},
		{Claim: "R12b", Want: lab.Reproduced},
		{Claim: "R12b", Want: lab.Refuted, Set: map[string]float64{three + "/added vanished": 1}},
		{Claim: "R12b", Want: lab.Refuted, Set: map[string]float64{three + "/added infinite": 1}},
		{Claim: "R12b", Want: lab.Refuted, Set: map[string]float64{three + "/added target.greatest": 10_001}},
		{Claim: "R12b", Want: lab.Reproduced, Set: map[string]float64{at(beside, documented, dqn.Squared) + "/added target.greatest": 10_001}},
		{Claim: "R12b", Want: lab.Pending, Set: map[string]float64{three + "/batches": 99}},
		{Claim: "R12b", Want: lab.Pending, Set: all("full", 0)},
	})
}
