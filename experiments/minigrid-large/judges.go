package minigridlarge

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M16", Decide: feasible},
		{Claim: "M17", Decide: sparser},
	}
}

// enough is the share of boards that "feasible" is read as.
const enough = 0.95

// reach counts boards of a reading.
type reach struct{ boards, beyond, done, several, most, slowest float64 }

// listable are the boards that something could be expected to list.
func (r reach) listable() float64 { return r.boards - r.beyond }

func (r reach) enough() bool { return r.listable() > 0 && r.done >= enough*r.listable() }

func (r reach) String() string { return lab.Number(r.done) + " of " + lab.Number(r.listable()) }

// reached adds up a reading over records, of the fills from low to high.
func reached(set record.Set, reading minigrid.Fillings, low, high int) (s reach) {
	for _, r := range set {
		for fill := low; fill <= high; fill += step {
			v := func(metric string) float64 { return r.Value(key(reading, fill, metric)) }
			s.boards += v(boards)
			s.beyond += v(outOfReach)
			s.done += v(string(complete)) - v(late)
			s.several += v(severalCount)
			s.most = max(s.most, v(solutionsMax))
			s.slowest = max(s.slowest, v(secondsMax))
		}
	}
	return s
}

// pick returns the records of the named cases.
func pick(set record.Set, names ...string) (out record.Set) {
	for _, name := range names {
		if r, ok := set.Case(name); ok && r.Status != record.Missing {
			out = append(out, r)
		}
	}
	return out
}

// The 16×16 boards: puzzles as they are made for people, puzzles with as few givens as can be
// dug out, and boards of which some have several solutions.
var (
	sets16    = []string{setCase("own-16x16"), setCase("own-16x16-search")}
	unique16  = append(sets16[:2:2], dugCase)
	several16 = []string{setCase("acs-16x16-half"), thinnedCase}
)

// feasible asks for 95 % of the boards of each kind that have no more solutions than the cap;
// partly, for 95 % of the puzzles of the sets.
func feasible(e *lab.Evidence) lab.Finding {
	set := append(e.Cases("set=", "limit vertices"), e.Cases("made=", "limit vertices")...)
	sets, dug, several := pick(set, sets16...), pick(set, dugCase), pick(set, several16...)
	of := func(s record.Set) reach { return reached(s, minigrid.Lines, 0, 100) }
	with := func(s record.Set) reach { return reached(s, minigrid.Singles, 0, 100) }
	others := of(several)
	f := lab.Finding{
		Figure: fmt.Sprintf("listed completely: %s puzzles of the sets, %s with hardly a given to spare, %s boards of any number of solutions (%s of these with several, up to %s); with singles filled in first %s, %s and %s",
			of(sets), of(dug), others, lab.Number(others.several), lab.Number(others.most), with(sets), with(dug), with(several)),
	}
	because := fmt.Sprintf("feasible is read as %.0f %% of the boards of each kind in %s each, with one solution within %s, others within %s, boards with more than %s solutions left out where that is known",
		100*enough, lab.Seconds(largest(set, "limit seconds")), limitsOf(slices.Concat(sets, dug)), limitsOf(several), lab.Number(largest(set, "limit solutions")))
	switch {
	case of(sets).boards == 0 || of(dug).boards == 0 || others.boards == 0:
		f.Verdict = lab.Pending
	case of(sets).enough() && of(dug).enough() && others.enough():
		f.Verdict = lab.Reproduced
	case of(sets).enough():
		f.Verdict = lab.Partly
		because += "; of puzzles with one solution so many are listed " + downTo(slices.Concat(sets, dug)) + ", of boards with any number " + downTo(several)
	case with(sets).enough():
		f.Verdict = lab.Partly
		because += "; the puzzles of the sets reach it only after singles have been filled in, which the paper does not do"
	default:
		f.Verdict = lab.Refuted
		because += "; even puzzles of the sets fall short"
	}
	all := slices.Concat(sets, dug, several)
	f.Because = because + fmt.Sprintf("; fillings by the box alone, as the listing is printed, reach %s boards; edges kept one by one would take up to %s MiB, those between classes of fillings make it %s",
		reached(all, minigrid.BoxOnly, 0, 100), mebibytes(all, edgeListMax), mebibytes(all, bytesMax))
	return f
}

// mebibytes writes the greatest value of a metric of the deciding reading over all fills.
func mebibytes(set record.Set, metric string) string {
	most := 0.0
	for fill := 0; fill <= 100; fill += step {
		most = max(most, largest(set, key(minigrid.Lines, fill, metric)))
	}
	return lab.Number(math.Ceil(most / (1 << 20)))
}

// limitsOf names the limits of a kind of boards.
func limitsOf(set record.Set) string {
	return fmt.Sprintf("%s vertices, %s MiB and %s search nodes", lab.Number(largest(set, "limit vertices")),
		lab.Number(largest(set, "limit bytes")/(1<<20)), lab.Number(largest(set, "limit nodes")))
}

// largest returns the greatest value of a metric.
func largest(set record.Set, metric string) (most float64) {
	for _, r := range set {
		most = max(most, r.Value(metric))
	}
	return most
}

// lowest returns the lowest fill down to which enough boards of every fill are listed, or
// false if there is none. Fills without a listable board are passed over.
func lowest(set record.Set, reading minigrid.Fillings) (fill int, ok bool) {
	for at := 100; at >= 0; at -= step {
		switch s := reached(set, reading, at, at); {
		case s.listable() == 0:
		case s.enough():
			fill, ok = at, true
		default:
			return fill, ok
		}
	}
	return fill, ok
}

func downTo(set record.Set) string {
	fill, ok := lowest(set, minigrid.Lines)
	if !ok {
		return "at no fill"
	}
	text := fmt.Sprintf("down to %d %% of the cells given", fill)
	if fewer, ok := lowest(set, minigrid.Singles); ok && fewer < fill {
		text += fmt.Sprintf(" (%d %% with singles)", fewer)
	}
	return text
}

// sides are the boards that the density is compared over.
var sides = []int{4, 9, 16, 25}

// trend is how a measure changes with the size of the board.
type trend struct {
	fills, fell, rose int
	low, high         float64 // the greatest side's value over that of the smallest, extremes
}

// follow compares a measure from side to side, at each fill that all sizes have. Falling means:
// nowhere up, and down from the smallest to the greatest side.
func follow(set record.Set, stage, measure string) (t trend) {
	t.low = math.Inf(1)
	for fill := 0; fill <= 100; fill += step {
		var values []float64
		for _, r := range set {
			m, ok := r.Metric(densityKey(fill, stage, measure))
			if !ok {
				break
			}
			values = append(values, m.Value)
		}
		if len(values) < len(sides) {
			continue
		}
		t.fills++
		fell, rose := true, true
		for i := 1; i < len(values); i++ {
			fell = fell && values[i] <= values[i-1]
			rose = rose && values[i] >= values[i-1]
		}
		first, last := values[0], values[len(values)-1]
		if fell && last < first {
			t.fell++
		}
		if rose && last > first {
			t.rose++
		}
		t.low, t.high = min(t.low, ratio(last, first)), max(t.high, ratio(last, first))
	}
	return t
}

// sparser judges both ways to set edges in relation to vertices: over the edges that there could
// be, and for each vertex.
func sparser(e *lab.Evidence) lab.Finding {
	set := e.Cases("density/", "side")
	share, perVertex := follow(set, stages[0], "dependent"), follow(set, stages[0], "per-vertex")
	all := follow(set, stages[0], "all")
	f := lab.Finding{
		Figure: fmt.Sprintf("from side 4 to 25, over %d fills: edges over possible edges ×%s to ×%s, edges over all pairs of vertices ×%s to ×%s, edges a vertex ×%s to ×%s",
			share.fills, lab.Number(share.low), lab.Number(share.high), lab.Number(all.low), lab.Number(all.high), lab.Number(perVertex.low), lab.Number(perVertex.high)),
	}
	f.Because = fmt.Sprintf("before pruning, at equal fill, the share of possible edges falls from size to size at %d of %d fills, the edges a vertex fall at %d and rise at %d",
		share.fell, share.fills, perVertex.fell, perVertex.rose)
	after := follow(set, stages[1], "per-vertex")
	if after.fills > 0 {
		f.Because += fmt.Sprintf("; after pruning the edges a vertex rise at %d", after.rose)
	}
	falls := func(t trend) bool { return t.fell == t.fills }
	switch {
	case len(set) < len(sides) || share.fills == 0:
		f.Verdict = lab.Pending
	case falls(share) && falls(perVertex):
		f.Verdict = lab.Reproduced
	case falls(share) || falls(perVertex) || 2*share.fell > share.fills:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// sideOf returns the side of the boards of a case.
func sideOf(name string) string {
	if strings.Contains(name, "25x25") {
		return "25"
	}
	return "16"
}
