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
		{Claim: "M10", Decide: complete},
		{Claim: "M11", Decide: sound},
		{Claim: "M12a", Decide: sorted},
		{Claim: "M12b", Decide: counted},
		{Claim: "M12c", Decide: fromGraph},
	}
}

// literalPrefix starts the cases of the method to the paper's letter, which decide.
const literalPrefix = "rule=literal/"

// corrected returns the records of the corrected reading, which stand beside.
func corrected(e *lab.Evidence, metrics ...string) record.Set {
	return append(e.Cases("set=", metrics...), e.Cases("made=", metrics...)...)
}

// isCorrected reports whether a case belongs to the corrected reading.
func isCorrected(name string) bool { return !strings.HasPrefix(name, "rule=") }

// total adds up metrics over records.
func total(set record.Set, metrics ...string) (sum float64) {
	for _, r := range set {
		for _, m := range metrics {
			sum += r.Value(m)
		}
	}
	return sum
}

// sides returns the records that decide and those that stand beside, both with the given metrics.
func sides(e *lab.Evidence, metrics ...string) (literal, beside record.Set) {
	return e.Cases(literalPrefix, metrics...), corrected(e, metrics...)
}

// showing completes the reason of a refuted claim by a counterexample.
func showing(f *lab.Finding, set record.Set, kind, refuted string) {
	if f.Verdict == lab.Refuted {
		f.Because = refuted + "; counterexample " + first(set, kind)
	}
}

// complete judges M10. Without boards of several solutions half of it would not have been looked at.
func complete(e *lab.Evidence) lab.Finding {
	literal, beside := sides(e, compared, setsEqual, setsOfMany, exactly, foundOfThem)
	v, reason := e.Always(total(literal, setsEqual), total(literal, compared))
	if few, why := e.Enough("several", total(literal, setsOfMany)); v != lab.Refuted && few != "" {
		v, reason = few, why
	}
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("to the letter %s of %s solutions found, sets equal on %s of %s boards; corrected: %s of %s solutions, sets equal on %s of %s boards",
			lab.Number(total(literal, foundOfThem)), lab.Number(total(literal, exactly)), lab.Number(total(literal, setsEqual)), lab.Number(total(literal, compared)),
			lab.Number(total(beside, foundOfThem)), lab.Number(total(beside, exactly)), lab.Number(total(beside, setsEqual)), lab.Number(total(beside, compared))),
		Because: reason,
	}
	showing(&f, literal, exampleSet, "edges by identical sequences do not join the fillings of a solution")
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
	literal, beside := sides(e, produced, invalid, refused)
	offered := func(set record.Set) (valid, of float64) {
		of = total(set, produced, refused)
		return of - total(set, invalid, refused), of
	}
	valid, of := offered(literal)
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
			n := total(set, cell("class", truth, said))
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
	literal, beside := sides(e, boardsRead, unfinished)
	right, decided, fewest, there := sorting(literal)
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
	showing(&f, literal, exampleClass, "a graph with edges by identical sequences shows boards that have solutions as unsolvable")
	return f
}

// counted judges M12b.
func counted(e *lab.Evidence) lab.Finding {
	literal, beside := sides(e, compared, countsRight, capsCompared, capsRight)
	right, of := total(literal, countsRight, capsRight), total(literal, compared, capsCompared)
	v, reason := e.Always(right, of)
	f := lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("to the letter the number is right on %s of %s boards; corrected: %s of %s",
			lab.Number(right), lab.Number(of), lab.Number(total(beside, countsRight, capsRight)), lab.Number(total(beside, compared, capsCompared))),
		Because: reason,
	}
	showing(&f, literal, exampleCount, "with edges by identical sequences the method reports no solution")
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

// fromGraph judges M12c.
func fromGraph(e *lab.Evidence) lab.Finding {
	literal, beside := sides(e, boardsRead)
	s, c := see(literal), see(beside)
	v, reason := e.Always(s.held(), s.said())
	if few, why := e.Enough("each", min(s.emptied, s.single)); v != lab.Refuted && few != "" {
		v, reason = few, why
	}
	says := func(s seen) string {
		return fmt.Sprintf("emptied, %s of %s unsolvable; one vertex a box, %s of %s unique",
			lab.Number(s.emptiedRight), lab.Number(s.emptied), lab.Number(s.singleRight), lab.Number(s.single))
	}
	f := lab.Finding{Verdict: v, Figure: "to the letter: " + says(s) + "; corrected: " + says(c), Because: reason}
	if v == lab.Refuted {
		f.Because = "edges by identical sequences empty the graphs of boards that have solutions"
		if ex, ok := smallest(literal, cell("graph", minigrid.WellFormed, minigrid.Unsolvable)); ok {
			f.Because += ", such as " + ex.line
		}
		d := see(e.Cases("rule=degree-", boardsRead))
		f.Because += fmt.Sprintf("; with edges corrected and the degrees as stated %s of %s boards left with one vertex a box are not unique",
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
