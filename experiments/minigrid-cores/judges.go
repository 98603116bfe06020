package minigridcores

import (
	"fmt"
	"slices"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
)

func judges() []lab.Judge { return []lab.Judge{{Claim: "M06", Decide: proportional}} }

// atBoxes is the number of cores for which the speed-up is counted: as many as a 9×9 board has boxes.
const atBoxes = 9

// number writes a speed-up.
var number = lab.Decimals(2)

// gained is a speed-up from low to high and what is said of it.
type gained struct {
	on        string
	cores     int
	low, high float64
	verdict   lab.Verdict
}

func (g gained) String() string {
	return fmt.Sprintf("%s to %s on %d cores (%s)", number(g.low), number(g.high), g.cores, g.on)
}

// inProportion decides a speed-up; a verdict is given only if it is the same at both ends.
func inProportion(e *lab.Evidence, on string, cores int, low, high float64) gained {
	at := func(x float64) lab.Verdict {
		switch c := float64(cores); {
		case x >= e.Limit("low")*c:
			return lab.Reproduced
		case x >= 1+e.Limit("gain")*(c-1):
			return lab.Partly
		}
		return lab.Refuted
	}
	g := gained{on, cores, low, high, at(low)}
	if at(high) != g.verdict {
		g.verdict = lab.Pending
	}
	return g
}

// measured returns the speed-ups of phase 2 on the cores at hand; busy are the boards during which
// the cores were not free.
func measured(e *lab.Evidence) (list []gained, busy []string) {
	for _, r := range append(e.Where(ordinary), e.Where(heavy)...) {
		for _, w := range severalWorkers(r) {
			if few, _ := e.Enough("rounds", r.Value(cores.QuietMetric(w))); few != "" {
				busy = append(busy, r.Case)
				continue
			}
			name := cores.GainMetric(listing, w)
			list = append(list, inProportion(e, r.Case, w, e.Value(r.Case, name+".low"), e.Value(r.Case, name+".high")))
		}
	}
	return list, busy
}

// counted returns the most that whole boxes allow on as many cores as a board has boxes.
func counted(e *lab.Evidence) (list []gained) {
	for _, r := range e.Where(projected) {
		for _, reading := range readings {
			name := fmt.Sprintf("%s cores=%d", reading, atBoxes)
			if _, ok := r.Metric(name + ".max"); ok {
				on := r.Dim("set") + " " + reading.Words()
				list = append(list, inProportion(e, on, atBoxes, e.Value(r.Case, name+".min"), e.Value(r.Case, name+".max")))
			}
		}
	}
	return list
}

// lowest returns the speed-up with the lowest high end for its cores.
func lowest(list []gained) (worst gained) {
	for i, g := range list {
		if i == 0 || g.high*float64(worst.cores) < worst.high*float64(g.cores) {
			worst = g
		}
	}
	return worst
}

// proportional judges M06.
func proportional(e *lab.Evidence) lab.Finding {
	timed, busy := measured(e)
	boxes := counted(e)
	verdicts := make([]lab.Verdict, 0, len(timed)+len(boxes)+1)
	held := 0
	for _, g := range slices.Concat(timed, boxes) {
		verdicts = append(verdicts, g.verdict)
		if g.verdict == lab.Reproduced {
			held++
		}
	}
	if len(timed) == 0 || len(boxes) == 0 || len(busy) > 0 {
		verdicts = append(verdicts, lab.Pending)
	}
	f := lab.Finding{
		Verdict: lab.Worst(verdicts...),
		Figure:  fmt.Sprintf("least: measured %s, allowed by whole boxes %s", lowest(timed), lowest(boxes)),
		Because: fmt.Sprintf("%d of %d speed-ups are in proportion with their whole interval", held, len(timed)+len(boxes)),
	}
	if len(busy) > 0 {
		f.Because += fmt.Sprintf("; during %d more the cores were busy with other work", len(busy))
	}
	if lowest(boxes).verdict == lab.Refuted {
		f.Because += "; the largest box holds most of the work"
	}
	return f
}
