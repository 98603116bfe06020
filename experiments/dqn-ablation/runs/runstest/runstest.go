// Package runstest makes records of runs for the tests of judges: figures and texts of every seed of an arm.
//
//	const five = runstest.Seeds(5)
//	set := five.Figure(study.Raw, networks.Conv, runs.Solved, 0.1, 0.2) // for labtest.Flip
package runstest

import (
	"maps"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/record"
)

// Seeds is the number of runs of an arm, with the seeds from 1.
type Seeds int

// Name is the name of a run's case in the deciding setting.
func Name(arm, network string, seed int) string {
	return record.Key(runs.Kind, runs.Dims(runs.Deciding(), arm, network, seed)...)
}

// Figure sets a figure of every run of an arm, to the values in turn.
func (n Seeds) Figure(arm, network, figure string, v ...float64) map[string]float64 {
	out := map[string]float64{}
	for seed := 1; seed <= int(n); seed++ {
		out[Name(arm, network, seed)+"/"+figure] = v[seed%len(v)]
	}
	return out
}

// Text sets a text of every run of an arm.
func (n Seeds) Text(arm, network, name, text string) map[string]string {
	out := map[string]string{}
	for seed := 1; seed <= int(n); seed++ {
		out[Name(arm, network, seed)+"/"+name] = text
	}
	return out
}

// Join puts maps together; of the same keys the last counts.
func Join[V any](all ...map[string]V) map[string]V {
	out := map[string]V{}
	for _, m := range all {
		maps.Copy(out, m)
	}
	return out
}
