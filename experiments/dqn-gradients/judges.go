package dqngradients

import (
	"fmt"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "R12a", Decide: halts},
		{Claim: "R12b", Decide: mends},
	}
}

// deciding are the metrics of the networks in the document's game with its loss.
func deciding(e *lab.Evidence) (cases []string) {
	for _, r := range e.Where(batchesKind) {
		if r.Dim("game") == documented && r.Dim("loss") == dqn.SmoothL1 {
			cases = append(cases, r.Case)
		}
	}
	return cases
}

func halts(e *lab.Evidence) lab.Finding {
	var models, halted, batches, vanished, same, apart, lost, reached float64
	fewest := -1.0
	for _, c := range deciding(e) {
		n, gone := e.Value(c, "batches"), e.Value(c, string(dqn.InPlace)+" vanished")
		models, batches, vanished = models+1, batches+n, vanished+gone
		same += e.Value(c, string(dqn.InPlace)+" same")
		apart = max(apart, e.Value(c, string(dqn.InPlace)+" ulps"))
		lost += e.Value(c, string(dqn.Added)+" vanished")
		reached += e.Value(c, string(dqn.InPlace)+" reached") + e.Value(c, string(dqn.Added)+" reached")
		if gone == n {
			halted++
		}
		if fewest < 0 || n < fewest {
			fewest = n
		}
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("gradients of %s of %s models vanish", lab.Number(halted), lab.Number(models)),
		Because: fmt.Sprintf("with the mask in place they are gone on %s of %s batches, and equal to those with the mask added, to the bit, on %s; the target network, which by design is to have none, gets one on %s batches of both",
			lab.Number(vanished), lab.Number(batches), lab.Number(same), lab.Number(reached)),
	}
	if same < batches {
		f.Because += fmt.Sprintf("; they differ by up to %s units in the last place", lab.Number(apart))
	}
	enough, why := e.Enough("cases", fewest)
	switch {
	case models < e.Limit("models"):
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("%s models are too few, %s decide", lab.Number(models), lab.Number(e.Limit("models")))
	case halted < models:
	case lost > 0:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("with the mask added the gradients vanish as well, on %s batches", lab.Number(lost))
	case enough != "":
		f.Verdict, f.Because = enough, why
	default:
		f.Verdict, f.Because = lab.Reproduced, "with the mask added none does"
	}
	return f
}

func mends(e *lab.Evidence) lab.Finding {
	var batches, lost, infinite, greatest, full float64
	fewest := -1.0
	for _, c := range deciding(e) {
		v := func(metric string) float64 { return e.Value(c, metric) }
		n := v("batches")
		batches, lost, infinite = batches+n, lost+v(string(dqn.Added)+" vanished"), infinite+v(string(dqn.Added)+" infinite")
		greatest, full = max(greatest, v(string(dqn.Added)+" target.greatest")), full+v("full")
		if fewest < 0 || n < fewest {
			fewest = n
		}
	}
	endsTarget := e.Value(at(beside, endless, dqn.SmoothL1), string(dqn.Added)+" target.greatest")
	openTarget := e.Value(at(beside, open, dqn.SmoothL1), string(dqn.Added)+" target.greatest")
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s of %s batches without a gradient, %s with an infinite one; targets up to %s", lab.Number(lost), lab.Number(batches), lab.Number(infinite), lab.Number(greatest)),
		Because: fmt.Sprintf("in the document's game, where what follows counts unless the game has ended, with %s moves onto full boards; where it counts after the end as well, targets reach %s, and on full boards of a game that goes on after mistakes %s",
			lab.Number(full), short(endsTarget), short(openTarget)),
	}
	enough, why := e.Enough("cases", fewest)
	switch {
	case lost > 0 || infinite > 0 || greatest > e.Limit("bound"):
	case full == 0:
		f.Verdict, f.Because = lab.Pending, "no batch holds a full board"
	case enough != "":
		f.Verdict, f.Because = enough, why
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}
