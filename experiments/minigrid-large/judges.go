package minigridlarge

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M16", Capped: true, Decide: feasible},
		{Claim: "M17", Capped: true, Decide: sparser},
	}
}

// reach counts boards of a reading.
type reach struct{ boards, beyond, done float64 }

// listable are the boards that something could be expected to list.
func (r reach) listable() float64 { return r.boards - r.beyond }

func (r reach) String() string { return lab.Number(r.done) + " of " + lab.Number(r.listable()) }

// reached adds up a reading over records, of the fills from low to high.
func reached(set record.Set, reading minigrid.Fillings, low, high int) (s reach) {
	for _, r := range set {
		for _, fill := range fillsOf(r, reading) {
			if fill < low || fill > high {
				continue
			}
			v := func(metric string) float64 { return r.Value(key(reading, fill, metric)) }
			s.boards += v(boards)
			s.beyond += v(outOfReach)
			s.done += v(string(complete)) - v(late)
		}
	}
	return s
}

// fillsOf returns the fills of which a record has boards, ascending.
func fillsOf(r record.Record, reading minigrid.Fillings) []int {
	return r.Numbers(string(reading)+" ", "% "+boards)
}

// pick returns the measured records of the listings whose boards are told by these dimensions.
func pick(set record.Set, boards ...record.Dim) (out record.Set) {
	for _, of := range boards {
		out = append(out, set.Measured().Where("", of)...)
	}
	return out
}

// The 16×16 boards: puzzles as they are made for people, puzzles with as few givens as can be
// dug out, and boards of which some have several solutions.
var (
	sets16    = []record.Dim{record.D("set", "own-16x16"), record.D("set", "own-16x16-search")}
	unique16  = append(sets16[:2:2], dug)
	several16 = []record.Dim{record.D("set", "acs-16x16-half"), thinned}
)

// feasibleOf is the interval of the share of one kind of boards that is listed. Boards that limits smaller than the rule's kept
// from being listed say nothing against it: the share may then be anything from there up.
func feasibleOf(e *lab.Evidence, set record.Set) stats.Interval {
	s := reached(set, minigrid.Lines, 0, 100)
	share := lab.ShareInterval(s.done, s.listable())
	for _, r := range set {
		if e.Value(r.Case, "limit seconds") != e.Limit("seconds") {
			return lab.Unknown()
		}
		if e.Value(r.Case, "limit bytes") < e.Limit("bytes") {
			share.High = 1
		}
	}
	return share
}

// feasible judges M16.
func feasible(e *lab.Evidence) lab.Finding {
	all := e.Where("")
	kinds := []struct {
		name string
		set  record.Set
	}{
		{"puzzles of the sets", pick(all, sets16...)},
		{"puzzles with hardly a given to spare", pick(all, dug)},
		{"boards of any number of solutions", pick(all, several16...)},
	}
	var shares []stats.Interval
	var figures, says []string
	for _, kind := range kinds {
		share := feasibleOf(e, kind.set)
		shares = append(shares, share)
		v, _ := e.Band(share)
		of := func(reading minigrid.Fillings) reach { return reached(kind.set, reading, 0, 100) }
		figures = append(figures, fmt.Sprintf("%s %s (with singles %s, by the box alone %s)", of(minigrid.Lines), kind.name, of(minigrid.Singles), of(minigrid.BoxOnly)))
		says = append(says, fmt.Sprintf("%s %s", kind.name, v))
	}
	verdict, _ := e.Band(lab.Least(shares...))
	f := lab.Finding{
		Verdict: verdict,
		Figure:  "listed completely: " + strings.Join(figures, ", "),
		Because: "the least share decides; each kind by itself: " + strings.Join(says, ", "),
	}
	if f.Verdict == lab.Pending {
		f.Because += "; more boards and memory decide: make results PROFILE=full ONLY=minigrid-large"
	}
	return f
}

// sides are the boards that the density is compared over.
var sides = []int{4, 9, 16, 25}

// trend is how a measure changes with the size of the board.
type trend struct {
	verdict   lab.Verdict
	fills     int
	low, high float64 // the greatest side's median over that of the smallest, extremes
}

// follow compares a measure from side to side by the intervals of its medians, at each fill that
// all sizes have: reproduced if it falls at every step, refuted if it rises at one.
func follow(e *lab.Evidence, set record.Set, measure string) (t trend) {
	var steps []lab.Verdict
	if len(set) < len(sides) {
		return trend{verdict: lab.Pending}
	}
	for _, fill := range densityFills {
		k := densityKey(fill, stages[0], measure)
		if slices.ContainsFunc(set, func(r record.Record) bool { _, ok := r.Metric(k); return !ok }) {
			continue
		}
		for i, r := range set[1:] {
			if _, ok := r.Metric(k + ".low"); !ok {
				e.Value(r.Case, k+".low") // an older record
				return trend{verdict: lab.Pending}
			}
			v := lab.Pending
			switch before := set[i]; {
			case e.Value(r.Case, k+".high") < e.Value(before.Case, k+".low"):
				v = lab.Reproduced
			case e.Value(r.Case, k+".low") > e.Value(before.Case, k+".high"):
				v = lab.Refuted
			}
			steps = append(steps, v)
		}
		x := ratio(set[len(set)-1].Value(k), set[0].Value(k))
		if t.fills == 0 {
			t.low, t.high = x, x
		}
		t.fills++
		t.low, t.high = min(t.low, x), max(t.high, x)
	}
	t.verdict = lab.Worst(steps...)
	return t
}

// sparser judges M17 both ways to set edges in relation to vertices: over all pairs of vertices, and
// for each vertex.
func sparser(e *lab.Evidence) lab.Finding {
	set := e.Where(densityKind)
	slices.SortFunc(set, func(a, b record.Record) int { return int(a.Value("side")) - int(b.Value("side")) })
	share, perVertex := follow(e, set, "all"), follow(e, set, "per-vertex")
	f := lab.Finding{
		Verdict: lab.Pending,
		Figure: fmt.Sprintf("from side 4 to 25, over %d fills: edges over all pairs of vertices ×%s to ×%s, edges per vertex ×%s to ×%s",
			share.fills, lab.Number(share.low), lab.Number(share.high), lab.Number(perVertex.low), lab.Number(perVertex.high)),
		Because: fmt.Sprintf("that the share of pairs falls is %s, that the number per vertex falls is %s", share.verdict, perVertex.verdict),
	}
	if few, why := e.Enough("fills", float64(share.fills)); few != "" {
		f.Because = why
		return f
	}
	switch pair := []lab.Verdict{share.verdict, perVertex.verdict}; {
	case slices.Contains(pair, lab.Pending):
	case share.verdict == perVertex.verdict:
		f.Verdict = share.verdict
	default:
		f.Verdict = lab.Partly
	}
	return f
}

// sideOf returns the side of the boards of a case.
func sideOf(r record.Record) string {
	side := side16
	if r.Corpus != nil {
		set, err := corpus.ByID(r.Corpus.ID)
		if err != nil {
			return "–"
		}
		side = set.Side
	}
	return strconv.Itoa(side)
}
