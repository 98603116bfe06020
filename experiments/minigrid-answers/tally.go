package minigridanswers

import (
	"cmp"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// classes are what a board can be.
var classes = []minigrid.Class{minigrid.Unsolvable, minigrid.WellFormed, minigrid.Ambiguous}

// answers are what a method can say of it.
var answers = append(classes[:3:3], minigrid.Undecided)

// cell names the number of boards of a class that got an answer, from the method ("class")
// or from the pruned graph alone ("graph").
func cell(of string, truth, said minigrid.Class) string {
	return fmt.Sprintf("%s %s as %s", of, truth, said)
}

// Metric names. Counts and sets are compared where no limit of nodes or vertices stopped the
// method.
const (
	boardsRead   = "boards"
	compared     = "boards compared"  // exact cover came to an end below the cap
	countsRight  = "counts right"     // of these, the method has the same number
	setsEqual    = "sets equal"       // of these, the same boards
	setsOfMany   = "boards ambiguous" // of these, with several solutions
	exactly      = "solutions exact"  // of the compared boards, by exact cover
	foundOfThem  = "solutions found"  // of the same boards, by the method
	capsCompared = "caps compared"    // exact cover reached the cap
	capsRight    = "caps right"       // of these, the method reached it as well
	produced     = "solutions produced"
	invalid      = "solutions invalid"      // of those produced, no solution
	refused      = "configurations refused" // with all edges, by the last check
	repeated     = "solutions repeated"     // of those produced, produced before
	largestCount = "solutions most"         // on one board, by exact cover, up to the cap
	unfinished   = "unfinished"             // boards on which a limit stopped the method
	capOfCase    = "cap"                    // solutions after which both stopped
	mostVertices = "vertices most"          // on one board
	sumVertices  = "vertices"               // over boards with a graph
	sumAlive     = "vertices alive"         // of these, after pruning

	exampleCount = "example count"   // the first board whose count is wrong
	exampleSet   = "example set"     // whose set of solutions is wrong
	exampleClass = "example class"   // whose class is wrong
	exampleWrong = "example invalid" // for which a wrong board was produced
	graphExample = "example "        // and a cell: the smallest board in it

	phases = 5
)

// foundOutIn names the number of boards that a phase showed to be unsolvable.
func foundOutIn(phase int) string { return fmt.Sprintf("found out in phase %d", phase) }

// exampleFormat is how an example stands in a record.
const exampleFormat = "%s (%d vertices left in %d boxes)"

// example is a board for which the graph shows something else than there is, with what makes
// it small.
type example struct {
	line        string
	side, empty int
	alive       int64
}

func (e example) smaller(f example) bool {
	return cmp.Or(cmp.Compare(e.side, f.side), cmp.Compare(e.alive, f.alive), cmp.Compare(e.empty, f.empty)) < 0
}

func (e example) String() string {
	return fmt.Sprintf(exampleFormat, e.line, e.alive, e.side)
}

// tally adds up the outcomes of a case.
type tally struct {
	most     int64 // solutions at which both methods stopped
	sums     map[string]int64
	texts    map[string]string
	examples map[string]example
}

func newTally(most int64) *tally {
	return &tally{most: most, sums: map[string]int64{}, texts: map[string]string{}, examples: map[string]example{}}
}

func (t *tally) add(b board.Board, o outcome) {
	s := t.sums
	s[boardsRead]++
	s[cell("class", o.truth, o.said)]++
	s[cell("graph", o.truth, o.graph)]++
	s[produced] += o.got
	s[invalid] += o.invalid
	s[repeated] += o.repeated
	s[refused] += o.refused
	s[largestCount] = max(s[largestCount], o.want)
	s[mostVertices] = max(s[mostVertices], o.vertices)
	s[sumVertices] += o.vertices
	s[sumAlive] += o.alive
	if o.phase > 0 {
		s[foundOutIn(o.phase)]++
	}
	t.note(exampleWrong, b, o.invalid+o.repeated > 0)
	t.note(exampleClass, b, o.said != o.truth && o.said != minigrid.Undecided)
	if o.graph != o.truth && o.graph != minigrid.Undecided {
		t.illustrate(cell("graph", o.truth, o.graph), b, o.alive)
	}
	switch {
	case o.unfinished:
		s[unfinished]++
	case o.want == t.most:
		s[capsCompared]++
		s[capsRight] += stats.Indicator[int64](o.got == t.most)
		t.note(exampleCount, b, o.got != t.most)
	default:
		s[compared]++
		s[countsRight] += stats.Indicator[int64](o.got == o.want)
		s[setsEqual] += stats.Indicator[int64](o.sameSet)
		s[setsOfMany] += stats.Indicator[int64](o.truth == minigrid.Ambiguous)
		s[exactly] += o.want
		s[foundOfThem] += o.got - o.invalid - o.repeated
		t.note(exampleCount, b, o.got != o.want)
		t.note(exampleSet, b, !o.sameSet)
	}
}

// note keeps the first board of which something holds.
func (t *tally) note(key string, b board.Board, holds bool) {
	if _, seen := t.texts[key]; holds && !seen {
		t.texts[key] = b.String()
	}
}

// illustrate keeps the smallest board for which the graph shows something else than there is.
func (t *tally) illustrate(key string, b board.Board, alive int64) {
	e := example{line: b.String(), side: b.Shape().Side(), empty: len(b.Cells()) - b.Filled(), alive: alive}
	if was, ok := t.examples[key]; !ok || e.smaller(was) {
		t.examples[key] = e
	}
}

// keep writes the sums to the record of the case.
func (t *tally) keep(r *lab.Run) {
	n := int(t.sums[boardsRead])
	keep := func(unit string, names ...string) {
		for _, name := range names {
			r.Exact(name, float64(t.sums[name]), unit, n)
		}
	}
	keep("boards", boardsRead, compared, countsRight, setsEqual, setsOfMany, capsCompared, capsRight, unfinished)
	for _, of := range []string{"class", "graph"} {
		for _, truth := range classes {
			for _, said := range answers {
				keep("boards", cell(of, truth, said))
			}
		}
	}
	for phase := 1; phase <= phases; phase++ {
		keep("boards", foundOutIn(phase))
	}
	keep("solutions", exactly, foundOfThem, largestCount)
	keep("solutions", produced, invalid, repeated)
	keep("configurations", refused)
	keep("vertices", mostVertices, sumVertices, sumAlive)
	r.Count(capOfCase, t.most, "solutions")
	for name, text := range t.texts {
		r.Text(name, text)
	}
	for name, e := range t.examples {
		r.Text(graphExample+name, e.String())
	}
	if u := t.sums[unfinished]; u > 0 {
		r.Cap(fmt.Sprintf("a limit of vertices, bytes or nodes ended %d of %d boards", u, n))
	}
}
