package csplevels

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "C06a", Decide: solveTime("easy")},
		{Claim: "C06b", Decide: solveTime("medium")},
		{Claim: "C06c", Decide: solveTime("hard")},
		{Claim: "C06d", Decide: veryHard},
		{Claim: "C06f", Decide: rising},
		{Claim: "C10", Decide: validation},
		{Claim: "C19a", Decide: meanDomain},
		{Claim: "C19b", Decide: threeWaves},
		{Claim: "C19c", Decide: allSettled},
	}
}

// timing returns the median of a time with its interval.
func timing(e *lab.Evidence, metric string) lab.Timing {
	return lab.Timing{Took: e.Interval(timesCase, metric+".median"), On: lab.CPU}
}

// median writes the median of a time.
func median(e *lab.Evidence, metric string) string {
	return lab.Seconds(e.Value(timesCase, metric+".median"))
}

// inside reports whether all of the interval lies between low and high, and whether none does.
func inside(i stats.Interval, low, high float64) (all, none bool) {
	return i.Low >= low && i.High <= high, i.High < low || i.Low > high
}

func solveTime(kind string) func(*lab.Evidence) lab.Finding {
	return func(e *lab.Evidence) lab.Finding {
		nodes := e.Value(timesCase, kind+" nodes")
		v, reason := e.Time(timing(e, kind+" solve"))
		f := lab.Finding{
			Verdict: v,
			Figure:  fmt.Sprintf("%s (median), %s nodes of search", median(e, kind+" solve"), lab.Number(nodes)),
			Because: reason,
		}
		if nodes > 0 {
			f.Verdict, f.Because = lab.Refuted, "not all of it in AC-3"
		}
		return f
	}
}

// veryHard judges the total as a time, and the part of the first run of AC-3 as a share of it.
func veryHard(e *lab.Evidence) lab.Finding {
	v, reason := e.Time(timing(e, "very hard solve"))
	share, least := e.Interval(timesCase, "very hard first-share"), e.Limit("share")
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("%s, first AC-3 %s (medians), a share of %s", median(e, "very hard solve"), median(e, "very hard root"),
			lab.Number(e.Value(timesCase, "very hard first-share"))),
		Because: "total: " + reason,
	}
	switch {
	case share.High < least:
		f.Verdict, f.Because = lab.Refuted, "the first run of AC-3 takes less of the total than stated, by more than rounding explains"
	case v != lab.Refuted && !(share.Low >= least):
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("the interval %s of the share lies across its limit", share)
	}
	return f
}

// rising judges the ratios of the times to that of easy puzzles, and that they rise.
func rising(e *lab.Evidence) lab.Finding {
	share, rounding := e.Limit("share"), e.Limit("rounding")
	medium, hard := e.Limit("medium"), e.Limit("hard")
	lowest, highest := e.Limit("very_hard_low"), e.Limit("very_hard_high")
	met, part, missed, short := true, true, false, false
	before := lab.Exactly(1)
	ratios := []string{"1"}
	for _, step := range []struct {
		kind              string
		stated, low, high float64
	}{
		{"medium", medium, medium - rounding, medium + rounding},
		{"hard", hard, hard - rounding, hard + rounding},
		{"very hard", lowest, lowest, highest},
	} {
		ratio := e.Interval(timesCase, step.kind+" to-easy")
		ratios = append(ratios, fmt.Sprintf("%.2f", e.Value(timesCase, step.kind+" to-easy")))
		least := 1 + share*(step.stated-1)
		all, none := inside(ratio, step.low, step.high)
		met, missed = met && all, missed || none
		part = part && ratio.Low >= least && ratio.Low > before.High
		short = short || ratio.High < least || ratio.High < before.Low
		before = ratio
	}
	f := lab.Finding{Figure: strings.Join(ratios, " : ") + " (medians of puzzles taken in turn)"}
	switch {
	case short:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("a level rises by less than %s %% of what is stated, or not at all", lab.Number(100*share))
	case met:
		f.Verdict, f.Because = lab.Reproduced, "each ratio is the stated one"
	case part && missed:
		f.Verdict, f.Because = lab.Partly, "the times rise from level to level, by other ratios"
	default:
		f.Verdict, f.Because = lab.Pending, "the interval of a ratio lies across a limit: more puzzles decide"
	}
	return f
}

// validation judges the slowest run of AC-3 as written; the figure also quotes the project's own queue.
func validation(e *lab.Evidence) lab.Finding {
	var worst, own float64
	for _, k := range kinds {
		worst = max(worst, e.Value(timesCase, k+" root.max"))
		own = max(own, e.Value(timesCase, k+" validate.max"))
	}
	v, reason := e.Time(lab.Timing{Took: lab.Exactly(worst), On: lab.CPU})
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("slowest %s (with the project's own queue %s)", lab.Seconds(worst), lab.Seconds(own)),
		Because: "over all levels: " + reason,
	}
}

func meanDomain(e *lab.Evidence) lab.Finding {
	v, reason := e.Band(e.Interval(wavesCase, "mean-domain"))
	return lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%.2f values (%.2f to %.2f by puzzle)", e.Value(wavesCase, "mean-domain"), e.Value(wavesCase, "mean-domain.min"), e.Value(wavesCase, "mean-domain.max")),
		Because: fmt.Sprintf("mean over %s puzzles: %s", lab.Number(e.Value(wavesCase, "puzzles")), reason),
	}
}

// threeWaves judges the number of waves and the cells of each, by their medians.
func threeWaves(e *lab.Evidence) lab.Finding {
	width := e.Limit("width")
	number := e.Limit("waves")
	three, other := inside(e.Interval(wavesCase, "waves.median"), number*(1-width), number*(1+width))
	sizes, missed := true, false
	var cells []string
	for i, name := range waveNames {
		stated := e.Limit([]string{"first", "second", "third"}[i])
		all, none := inside(e.Interval(wavesCase, name+".median"), stated*(1-width), stated*(1+width))
		sizes, missed = sizes && all, missed || none
		cells = append(cells, lab.Number(e.Value(wavesCase, name+".median")))
	}
	late, small := e.Value(wavesCase, "after-two-waves"), e.Value(wavesCase, "after-two-waves.two-or-three")
	sizes, missed = sizes && small == late, missed || small != late
	f := lab.Finding{Figure: fmt.Sprintf("%s waves (%s to %s), the first three of %s cells (medians over %s puzzles); %s of the cells left after two have two or three values", lab.Number(e.Value(wavesCase, "waves.median")),
		lab.Number(e.Value(wavesCase, "waves.min")), lab.Number(e.Value(wavesCase, "waves.max")), strings.Join(cells, ", "), lab.Number(e.Value(wavesCase, "puzzles")), lab.Share(small, late))}
	switch {
	case other:
		f.Verdict, f.Because = lab.Refuted, "the median puzzle takes another number of waves"
	case three && sizes:
		f.Verdict, f.Because = lab.Reproduced, "waves, cells and values are as stated"
	case three && missed:
		f.Verdict, f.Because = lab.Partly, "as many waves as stated, but other cells or values"
	default:
		f.Verdict, f.Because = lab.Pending, "an interval lies across a limit: more puzzles decide"
	}
	return f
}

// allSettled judges the cells first: the time speaks only where none is left open.
func allSettled(e *lab.Evidence) lab.Finding {
	open, n := e.Value(wavesCase, "open-cells"), e.Value(wavesCase, "puzzles")
	v, reason := e.Time(timing(e, "medium solve"))
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s cells left in %s puzzles, %s", lab.Number(open), lab.Number(n), median(e, "medium solve")),
		Because: "no cell is left; time: " + reason,
	}
	few, why := e.Enough("cases", n)
	switch {
	case open > 0:
		f.Verdict, f.Because = lab.Refuted, "propagation leaves cells open"
	case few != "":
		f.Verdict, f.Because = few, why
	case v == lab.Refuted:
		f.Verdict = lab.Partly
	}
	return f
}
