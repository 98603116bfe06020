package minigridanswers

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M10", Capped: true, Decide: complete},
		{Claim: "M11", Capped: true, Decide: sound},
		{Claim: "M12a", Capped: true, Decide: sorted},
		{Claim: "M12b", Capped: true, Decide: counted},
		{Claim: "M12c", Capped: true, Decide: fromGraph},
	}
}

// sides returns the records of the reading to the paper's letter, which decide, and those of the corrected reading, which are only quoted.
func sides(e *lab.Evidence) (decide, beside record.Set) {
	return e.Where(readingKind, record.D("rule", literal)), e.Where("")
}

// showing completes the reason of a refuted claim by a counterexample.
func showing(f *lab.Finding, set record.Set, kind, refuted string) {
	if f.Verdict == lab.Refuted {
		f.Because = refuted + "; counterexample " + first(set, kind)
	}
}

// complete judges M10. Without boards of several solutions half of it would not have been looked at.
func complete(e *lab.Evidence) lab.Finding {
	letter, beside := sides(e)
	v, reason := e.Always(letter.Sum(setsEqual), letter.Sum(compared))
	if few, why := e.Enough("several", letter.Sum(setsOfMany)); v != lab.Refuted && few != "" {
		v, reason = few, why
	}
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("to the letter %s of %s solutions found, sets equal on %s of %s boards; corrected: %s of %s solutions, sets equal on %s of %s boards",
			lab.Number(letter.Sum(foundOfThem)), lab.Number(letter.Sum(exactly)), lab.Number(letter.Sum(setsEqual)), lab.Number(letter.Sum(compared)),
			lab.Number(beside.Sum(foundOfThem)), lab.Number(beside.Sum(exactly)), lab.Number(beside.Sum(setsEqual)), lab.Number(beside.Sum(compared))),
		Because: reason,
	}
	showing(&f, letter, exampleSet, "edges by identical sequences do not join the fillings of a solution")
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

// sound judges M11 by what the graph offers, before the last check of the extraction.
func sound(e *lab.Evidence) lab.Finding {
	letter, beside := sides(e)
	offered := func(set record.Set) (valid, of float64) {
		of = set.Sum(produced, refused)
		return of - set.Sum(invalid, refused), of
	}
	valid, of := offered(letter)
	also, ofAll := offered(beside)
	v, reason := e.Always(valid, of)
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("to the letter %s of %s boards with all edges are solutions; corrected: %s of %s",
			lab.Number(valid), lab.Number(of), lab.Number(also), lab.Number(ofAll)),
		Because: reason,
	}
	if v == lab.Refuted {
		f.Because = "fillings joined by identical sequences repeat digits; only the last check of the extraction keeps such boards back"
	}
	return f
}

// sorting counts boards by the class they have and the class they are given.
func sorting(set record.Set) (right, decided, fewest float64, there string) {
	fewest = math.Inf(1)
	var parts []string
	for _, truth := range classes {
		boards := 0.0
		for _, said := range answers {
			n := set.Sum(cell("class", truth, said))
			if said == minigrid.Undecided {
				continue
			}
			boards += n
			if said == truth {
				right += n
			}
		}
		decided += boards
		fewest = min(fewest, boards)
		parts = append(parts, fmt.Sprintf("%s %s", lab.Number(boards), truth))
	}
	return right, decided, fewest, strings.Join(parts, ", ")
}

// sorted judges M12a. All three classes must be there.
func sorted(e *lab.Evidence) lab.Finding {
	letter, beside := sides(e)
	right, decided, fewest, there := sorting(letter)
	also, ofAll, _, thereAll := sorting(beside)
	v, reason := e.Always(right, decided)
	if few, why := e.Enough("each", fewest); v != lab.Refuted && few != "" {
		v, reason = few, why
	}
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("to the letter the class is right on %s of %s boards (%s); corrected: %s of %s (%s)",
			lab.Number(right), lab.Number(decided), there, lab.Number(also), lab.Number(ofAll), thereAll),
		Because: reason,
	}
	showing(&f, letter, exampleClass, "a graph with edges by identical sequences shows boards that have solutions as unsolvable")
	return f
}

// counted judges M12b.
func counted(e *lab.Evidence) lab.Finding {
	letter, beside := sides(e)
	right, of := letter.Sum(countsRight, capsRight), letter.Sum(compared, capsCompared)
	v, reason := e.Always(right, of)
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("to the letter the number is right on %s of %s boards; corrected: %s of %s",
			lab.Number(right), lab.Number(of), lab.Number(beside.Sum(countsRight, capsRight)), lab.Number(beside.Sum(compared, capsCompared))),
		Because: reason,
	}
	showing(&f, letter, exampleCount, "with edges by identical sequences the method reports no solution")
	return f
}

// seen are the boards by their class and by what the graph shows, with the four rates.
type seen struct{ emptied, emptiedRight, single, singleRight, none, one float64 }

func see(set record.Set) seen {
	var s seen
	for _, truth := range classes {
		s.emptied += set.Sum(cell("graph", truth, minigrid.Unsolvable))
		s.single += set.Sum(cell("graph", truth, minigrid.WellFormed))
	}
	for _, graph := range classes {
		s.none += set.Sum(cell("graph", minigrid.Unsolvable, graph))
		s.one += set.Sum(cell("graph", minigrid.WellFormed, graph))
	}
	s.emptiedRight = set.Sum(cell("graph", minigrid.Unsolvable, minigrid.Unsolvable))
	s.singleRight = set.Sum(cell("graph", minigrid.WellFormed, minigrid.WellFormed))
	return s
}

func (s seen) held() float64 { return s.emptiedRight + s.singleRight }
func (s seen) said() float64 { return s.emptied + s.single }

// fromGraph judges M12c.
func fromGraph(e *lab.Evidence) lab.Finding {
	letter, beside := sides(e)
	s, c := see(letter), see(beside)
	v, reason := e.Always(s.held(), s.said())
	if few, why := e.Enough("each", min(s.emptied, s.single)); v != lab.Refuted && few != "" {
		v, reason = few, why
	}
	says := func(s seen) string {
		return fmt.Sprintf("emptied, %s of %s unsolvable; one vertex per box, %s of %s unique",
			lab.Number(s.emptiedRight), lab.Number(s.emptied), lab.Number(s.singleRight), lab.Number(s.single))
	}
	f := lab.Finding{Verdict: v, Figure: "to the letter: " + says(s) + "; corrected: " + says(c), Because: reason}
	if v == lab.Refuted {
		f.Because = "edges by identical sequences empty the graphs of boards that have solutions"
		if ex, ok := smallest(letter, cell("graph", minigrid.WellFormed, minigrid.Unsolvable)); ok {
			f.Because += ", such as " + ex.line
		}
		d := see(append(e.Where(readingKind, record.D("rule", degreeBoxes)), e.Where(readingKind, record.D("rule", degreeEdges))...))
		f.Because += fmt.Sprintf("; with edges corrected and the degrees as stated %s of %s boards left with one vertex per box are not unique",
			lab.Number(d.single-d.singleRight), lab.Number(d.single))
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
