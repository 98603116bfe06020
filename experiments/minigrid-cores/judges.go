package minigridcores

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// rising is the speed-up under which more cores are said to gain nothing, in proportion or
// not.
const rising = 1.2

func judges() []lab.Judge { return []lab.Judge{{Claim: "M06", Decide: proportional}} }

// group is what was measured of one kind of boards.
type group struct {
	counted, held int     // numbers of workers on boards, those with enough quiet rounds
	low, high     float64 // speed-ups with the most workers that have enough quiet rounds
}

func (g *group) add(r record.Record, cores int) {
	most := 0.0
	for w := 2; w <= cores; w++ {
		if r.Value(fmt.Sprintf("quiet workers=%d", w)) < quietEnough {
			continue
		}
		g.counted++
		x := r.Value(fmt.Sprintf("%s workers=%d", listing, w))
		if x >= linear*float64(w) {
			g.held++
		}
		most = x
	}
	if most > 0 {
		g.low, g.high = min(g.low, most), max(g.high, most)
	}
}

func (g *group) says(boards string) string {
	if g.counted == 0 {
		return "none counts on " + boards
	}
	return fmt.Sprintf("%s to %s times on %s", number(g.low), number(g.high), boards)
}

// number writes a speed-up with two decimals.
func number(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

func proportional(e *lab.Evidence) lab.Finding {
	ordinary, heavy := group{low: math.Inf(1)}, group{low: math.Inf(1)}
	cores := 0
	for _, r := range e.Cases(ordinaryPrefix, "cores") {
		cores = int(r.Value("cores"))
		ordinary.add(r, cores)
	}
	for _, r := range e.Cases("heavy/", "cores") {
		cores = max(cores, int(r.Value("cores")))
		heavy.add(r, int(r.Value("cores")))
	}
	counted, held := ordinary.counted+heavy.counted, ordinary.held+heavy.held
	f := lab.Finding{
		Verdict: lab.Partly,
		Figure:  fmt.Sprintf("on %d cores %s, %s", cores, heavy.says("boards with few givens"), ordinary.says("ordinary puzzles")),
		Because: fmt.Sprintf("in proportion is read as %g times the cores or more, at every number measured; it holds of %d of %d boards with few givens and of %d of %d sets of ordinary puzzles; under %g times on all of them it would be refuted. ",
			linear, heavy.held, heavy.counted, ordinary.held, ordinary.counted, rising) + projected(e),
	}
	switch {
	case cores < 2:
		f.Verdict, f.Because = lab.Pending, "measured on one core; "+projected(e)
	case counted == 0:
		f.Verdict = lab.Pending
		f.Because = fmt.Sprintf("the machine was busy: in fewer than %d rounds did loops that share nothing find all cores free. ", quietEnough) + projected(e)
	case held == counted:
		f.Verdict = lab.Reproduced
	case max(ordinary.high, heavy.high) < rising:
		f.Verdict = lab.Refuted
	}
	return f
}

// projected says what whole boxes allow at numbers of cores that were not measured.
func projected(e *lab.Evidence) string {
	var parts []string
	for _, cores := range []int{4, 8, 16} {
		var each []string
		for _, reading := range readings {
			low, high := math.Inf(1), 0.0
			for _, r := range e.Cases(projectedPrefix) {
				if m, ok := r.Metric(fmt.Sprintf("%s cores=%d.median", reading, cores)); ok {
					low, high = min(low, m.Value), max(high, m.Value)
				}
			}
			if high > 0 {
				each = append(each, fmt.Sprintf("%s to %s %s", number(low), number(high), says(reading)))
			}
		}
		if len(each) > 0 {
			parts = append(parts, fmt.Sprintf("%d cores %s", cores, strings.Join(each, ", ")))
		}
	}
	if len(parts) == 0 {
		return "Nothing was projected"
	}
	return "Projected, not measured, from the digits tried in each box, medians of the sets: " + strings.Join(parts, "; ") + " times: the largest box holds most of the work"
}

func says(reading minigrid.Fillings) string {
	if reading == minigrid.BoxOnly {
		return "by the box alone"
	}
	return "with masks"
}
