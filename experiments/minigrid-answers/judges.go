package minigridanswers

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M10", Decide: complete},
		{Claim: "M11", Decide: sound},
		{Claim: "M12a", Decide: sorted},
		{Claim: "M12b", Decide: counted},
		{Claim: "M12c", Decide: fromGraph},
	}
}

// deciding returns the records of the reading that decides.
func deciding(e *lab.Evidence, metrics ...string) record.Set {
	return append(e.Cases("set=", metrics...), e.Cases("made=", metrics...)...)
}

// isDeciding reports whether a case belongs to the reading that decides.
func isDeciding(name string) bool { return !strings.HasPrefix(name, "rule=") }

// total adds up metrics over records.
func total(set record.Set, metrics ...string) (sum float64) {
	for _, r := range set {
		for _, m := range metrics {
			sum += r.Value(m)
		}
	}
	return sum
}

const readAs = "Edges are read as no digit twice in a shared line, pruning as a supporter in every dependent box. "

// left says what the comparison had to leave out.
func left(set record.Set) string {
	var parts []string
	if n := total(set, capsCompared); n > 0 {
		parts = append(parts, lab.Number(n)+" boards reach the cap of solutions")
	}
	if n := total(set, unfinished); n > 0 {
		parts = append(parts, lab.Number(n)+" boards exceed the limit of vertices")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (not among them: " + strings.Join(parts, ", ") + ")"
}

// complete asks for the same sets of solutions. Without boards of several solutions half of
// the claim would not have been looked at.
func complete(e *lab.Evidence) lab.Finding {
	set := deciding(e, compared, setsEqual, setsOfMany, exactly)
	of, held := total(set, compared), total(set, setsEqual)
	f := lab.Finding{
		Verdict: lab.Always(held, of),
		Figure: fmt.Sprintf("sets of solutions equal on %s of %s boards, %s of them with several solutions, %s solutions together",
			lab.Number(held), lab.Number(of), lab.Number(total(set, setsOfMany)), lab.Number(total(set, exactly))),
		Because: readAs + "Each set was compared with that of exact cover" + left(set),
	}
	if total(set, setsOfMany) == 0 {
		f.Verdict = lab.Pending
	}
	if f.Verdict == lab.Refuted {
		f.Because += "; counterexample " + first(set, exampleSet)
	}
	for _, rule := range []string{"identical", "literal"} {
		if literal := e.Cases("rule="+rule+"/", exactly, foundOfThem); len(literal) > 0 {
			f.Because += fmt.Sprintf("; by reading %s the method finds %s of %s solutions", rule,
				lab.Number(total(literal, foundOfThem)), lab.Number(total(literal, exactly)))
		}
	}
	return f
}

// first returns the first example of a kind.
func first(set record.Set, name string) string {
	for _, r := range set {
		if text, ok := r.Texts[name]; ok {
			return text
		}
	}
	return "not kept"
}

func sound(e *lab.Evidence) lab.Finding {
	set := deciding(e, produced, invalid)
	of, wrong := total(set, produced), total(set, invalid)
	f := lab.Finding{
		Verdict: lab.Always(of-wrong, of),
		Figure:  fmt.Sprintf("%s of %s boards produced are solutions", lab.Number(of-wrong), lab.Number(of)),
		Because: readAs + "Each board produced went through a checker that shares no code with the method, givens included",
	}
	if f.Verdict == lab.Refuted {
		f.Because += "; counterexample " + first(set, exampleWrong)
	}
	return f
}

// sorted asks for the right class on each board that the method could decide. All three classes
// must be there.
func sorted(e *lab.Evidence) lab.Finding {
	set := deciding(e, boardsRead, unfinished)
	var right, decided, undecided float64
	var there []string
	missing := false
	for _, truth := range classes {
		boards := 0.0
		for _, said := range answers {
			n := total(set, cell("class", truth, said))
			boards += n
			switch said {
			case truth:
				right += n
				decided += n
			case minigrid.Undecided:
				undecided += n
			default:
				decided += n
			}
		}
		missing = missing || boards == 0
		there = append(there, fmt.Sprintf("%s %s", lab.Number(boards), truth))
	}
	f := lab.Finding{
		Verdict: lab.Always(right, decided),
		Figure:  fmt.Sprintf("class right on %s of %s boards", lab.Number(right), lab.Number(decided)),
		Because: fmt.Sprintf("%sBy exact cover the boards are %s; %s exceed the limit of vertices and got no class", readAs, strings.Join(there, ", "), lab.Number(undecided)),
	}
	if missing {
		f.Verdict = lab.Pending
	}
	if f.Verdict == lab.Refuted {
		f.Because += "; counterexample " + first(set, exampleClass)
	}
	return f
}

func counted(e *lab.Evidence) lab.Finding {
	set := deciding(e, compared, countsRight, capsCompared, capsRight, largestCount)
	of, right := total(set, compared), total(set, countsRight)
	ofCap, rightCap := total(set, capsCompared), total(set, capsRight)
	below, atCap := 0.0, 0.0
	for _, r := range set {
		if n := r.Value(largestCount); n < r.Value(capOfCase) {
			below = max(below, n)
		}
		atCap = max(atCap, r.Value(capOfCase))
	}
	f := lab.Finding{
		Verdict: lab.Always(right+rightCap, of+ofCap),
		Figure: fmt.Sprintf("number right on %s of %s boards, cap reached by both on %s of %s others",
			lab.Number(right), lab.Number(of), lab.Number(rightCap), lab.Number(ofCap)),
		Because: fmt.Sprintf("%sNumbers were compared with exact cover up to caps of at most %s solutions; %s boards exceed the limit of vertices",
			readAs, lab.Number(atCap), lab.Number(total(set, unfinished))),
	}
	if f.Verdict == lab.Refuted {
		f.Because += "; counterexample " + first(set, exampleCount)
	}
	return f
}

// seen are the boards by their class and by what the graph shows, with the four rates.
type seen struct{ emptied, emptiedRight, single, singleRight, none, one float64 }

func see(set record.Set) seen {
	var s seen
	for _, truth := range classes {
		s.emptied += total(set, cell("graph", truth, minigrid.Unsolvable))
		s.single += total(set, cell("graph", truth, minigrid.WellFormed))
	}
	for _, graph := range classes {
		s.none += total(set, cell("graph", minigrid.Unsolvable, graph))
		s.one += total(set, cell("graph", minigrid.WellFormed, graph))
	}
	s.emptiedRight = total(set, cell("graph", minigrid.Unsolvable, minigrid.Unsolvable))
	s.singleRight = total(set, cell("graph", minigrid.WellFormed, minigrid.WellFormed))
	return s
}

func (s seen) held() float64 { return s.emptiedRight + s.singleRight }
func (s seen) said() float64 { return s.emptied + s.single }

// fromGraph judges what is worded, that the graph's state means the class: under the deciding
// reading, and under the degrees that the paper asks for. The converses are shown, of boards of
// side 9, and decide nothing: nearly all 4×4 boards would hide what they tell.
func fromGraph(e *lab.Evidence) lab.Finding {
	set := deciding(e, boardsRead)
	s := see(set)
	var nine record.Set
	for _, r := range set {
		if !strings.Contains(r.Case, "4x4") {
			nine = append(nine, r)
		}
	}
	c := see(nine)
	degrees := e.Cases("rule=degree-", boardsRead)
	d := see(degrees)
	f := lab.Finding{
		Verdict: lab.Always(s.held(), s.said()),
		Figure: fmt.Sprintf("emptied: %s of %s unsolvable; one vertex a box: %s of %s unique; conversely at 9×9 %s of %s unsolvable boards empty the graph, %s of %s unique ones leave one vertex a box",
			lab.Number(s.emptiedRight), lab.Number(s.emptied), lab.Number(s.singleRight), lab.Number(s.single),
			lab.Number(c.emptiedRight), lab.Number(c.none), lab.Number(c.singleRight), lab.Number(c.one)),
		Because: "As worded, from the graph to the class, it holds throughout if a supporter is asked for in every dependent box",
	}
	switch {
	case s.emptied == 0 || s.single == 0:
		f.Verdict = lab.Pending
	case f.Verdict == lab.Refuted:
		f.Because = "The graph's state and the class disagree even if a supporter is asked for in every dependent box"
	case d.held() < d.said():
		f.Verdict = lab.Partly
		f.Because += fmt.Sprintf("; with the degrees 2, 3 and 4 that the paper asks for, %s of %s boards left with one vertex a box are not unique",
			lab.Number(d.single-d.singleRight), lab.Number(d.single))
		if ex, ok := smallest(degrees, cell("graph", minigrid.Unsolvable, minigrid.WellFormed)); ok {
			f.Because += ", such as the unsolvable " + ex.line
		}
	case d.said() > 0:
		f.Because += ", and with the degrees 2, 3 and 4 of the paper too"
	}
	if s := see(e.Cases("rule=identical/", boardsRead)); s.emptied > 0 {
		f.Because += fmt.Sprintf("; edges by identical sequences empty %s graphs, %s of boards that have solutions",
			lab.Number(s.emptied), lab.Number(s.emptied-s.emptiedRight))
	}
	return f
}

// smallest returns the smallest example of a cell over records.
func smallest(set record.Set, name string) (best example, ok bool) {
	for _, r := range set {
		text, there := r.Texts[graphExample+name]
		if !there {
			continue
		}
		var e example
		if _, err := fmt.Sscanf(text, exampleFormat, &e.line, &e.alive, &e.side); err != nil {
			continue
		}
		e.empty = strings.Count(e.line, ".")
		if !ok || e.smaller(best) {
			best, ok = e, true
		}
	}
	return best, ok
}
