package gnnseeds

import (
	"fmt"
	"math"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "G15", Decide: curriculumFaster},
		{Claim: "G17b", Decide: hardGain},
	}
}

// comparison is an arm against uniform givens with λ 0.1.
type comparison struct {
	uniform, other record.Set
	collapsed      func(record.Record) bool
	named          string // the collapsed runs
	why            string // the comparison decides nothing, if so
}

// compare fetches both sides of a pair and looks whether they can be compared: neither cut off
// while rising, nor with too many collapsed runs.
func compare(e *lab.Evidence, arm string) comparison {
	c := comparison{
		uniform: pairs.Needed(e, uniformArm), other: pairs.Needed(e, arm),
		collapsed: collapsedBelow(e.Value(baselineCase, "cells."+constant)),
	}
	var tooMany bool
	if c.named, tooMany = pairs.Lost(e, c.collapsed, c.uniform, c.other); tooMany {
		c.why = "too many runs collapsed to compare the others"
	}
	for _, side := range []record.Set{c.uniform, c.other} {
		if late := pairs.LateRise(side, 4); late > e.Limit("late") {
			c.why = fmt.Sprintf("cut off while rising, %s of what was learnt came in the last quarter of the steps", lab.Share(late, 1))
		}
	}
	return c
}

// collapsedBelow reports the runs that ended no better than one digit everywhere, which has a share of
// the cells right, or than before their first step.
func collapsedBelow(constant float64) func(record.Record) bool {
	return func(r record.Record) bool { return pairs.Last(r) <= max(constant, r.Value(pairs.FirstCells)) }
}

// all are the records of both sides.
func (c comparison) all() record.Set { return append(append(record.Set{}, c.uniform...), c.other...) }

func curriculumFaster(e *lab.Evidence) lab.Finding {
	c := compare(e, curriculumArm)
	var logs []float64
	for _, s := range pairs.SpeedUps(c.all(), curriculumArm, uniformArm, c.collapsed) {
		logs = append(logs, math.Log(s.First/s.Other))
	}
	i := lab.MeanInterval(logs, lab.Confidence)
	saved := stats.Interval{Low: 1 - math.Exp(i.High), High: 1 - math.Exp(i.Low), Confidence: lab.Confidence}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s of the steps saved, %s over %d pairs", lab.Percent(1-math.Exp(pairs.MeanOf(logs))), pairs.Between(saved, lab.Percent), len(logs)),
		Because: fmt.Sprintf("to the accuracy that both reach; %s; %s", c.named, pairs.NetworkOf(c.uniform)),
	}
	return c.decide(e, f, len(logs), saved, func(saved float64) float64 { return math.Log(1 - saved) }, i)
}

func hardGain(e *lab.Evidence) lab.Finding {
	c := compare(e, plainArm)
	gains := pairs.Gains(c.all(), uniformArm, plainArm, pairs.BestHardCells)
	i := lab.MeanInterval(gains, lab.Confidence)
	f := lab.Finding{
		Figure: fmt.Sprintf("%s, %s over %d pairs", points(pairs.MeanOf(gains)), pairs.Between(i, points), len(gains)),
		Because: fmt.Sprintf("best validation on the boards with the fewest givens, λ 0.1 against 0, %s of the accuracy without; %s; %s",
			lab.Percent(pairs.MeanOf(gains)/pairs.Mean(c.other, pairs.BestHardCells)), c.named, pairs.NetworkOf(c.uniform)),
	}
	return c.decide(e, f, len(gains), i, func(gain float64) float64 { return gain }, i)
}

// decide takes the verdict of the interval, unless the comparison decides nothing. scale takes a
// limit to where the figure is estimated, and on is its interval there.
func (c comparison) decide(e *lab.Evidence, f lab.Finding, seeds int, i stats.Interval, scale func(float64) float64, on stats.Interval) lab.Finding {
	v, reason := e.Band(i)
	if v == lab.Pending {
		reason = "the interval includes a limit" + more(e, seeds, scale, on)
	}
	f.Verdict, f.Because = v, reason+"; "+f.Because
	if few, why := e.Enough("seeds", float64(seeds)); few != "" {
		f.Verdict, f.Because = few, why
	} else if c.why != "" {
		f.Verdict, f.Because = lab.Pending, c.why+"; "+f.Because
	}
	return f
}

// more says how many pairs would have an interval that ends at the nearest limit, if their mean
// and spread were those of the pairs that there are.
func more(e *lab.Evidence, seeds int, scale func(float64) float64, on stats.Interval) string {
	middle, half := (on.Low+on.High)/2, (on.High-on.Low)/2
	nearest := math.Inf(1)
	for _, limit := range []string{"partly_low", "low", "high"} {
		nearest = min(nearest, math.Abs(scale(e.Limit(limit))-middle))
	}
	n := float64(seeds) * half * half / (nearest * nearest)
	if !(n < 1e6) {
		return ""
	}
	return fmt.Sprintf(", with this mean and spread about %s pairs would exclude it", lab.Number(math.Ceil(n)))
}

func points(x float64) string { return fmt.Sprintf("%+.1f points", 100*x) }
