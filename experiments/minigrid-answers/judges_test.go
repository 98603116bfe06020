package minigridanswers

import (
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

const (
	unsolvable = minigrid.Unsolvable
	unique     = minigrid.WellFormed
	ambiguous  = minigrid.Ambiguous
)

// answered are the metrics of a case on which all went well.
func answered() map[string]float64 {
	out := map[string]float64{}
	for _, truth := range classes {
		for _, said := range answers {
			out[cell("class", truth, said)], out[cell("graph", truth, said)] = 0, 0
		}
	}
	maps.Copy(out, map[string]float64{
		boardsRead: 360, compared: 350, countsRight: 350, setsEqual: 350, setsOfMany: 110, exactly: 500, foundOfThem: 500,
		capsCompared: 10, capsRight: 10, produced: 2500, invalid: 0, refused: 0, unfinished: 0,
		cell("class", unsolvable, unsolvable): 120, cell("class", unique, unique): 120, cell("class", ambiguous, ambiguous): 120,
		cell("graph", unsolvable, unsolvable): 110, cell("graph", unsolvable, ambiguous): 10,
		cell("graph", unique, unique): 115, cell("graph", unique, ambiguous): 5, cell("graph", ambiguous, ambiguous): 120,
	})
	return out
}

var (
	literalCase = record.Key(readingKind, under(literal, made(keptBefore))...)
	all4Case    = record.Key("", made(all4)...)
)

func base() record.Set {
	return record.Set{
		labtest.Record("set=own-mixed/as=given", answered(), nil),
		labtest.Record(all4Case, answered(), nil),
		labtest.Record(record.Key(readingKind, under(degreeBoxes, made(keptBefore))...), answered(), nil),
		labtest.Record(record.Key(readingKind, under(degreeEdges, made(keptBefore))...), answered(), nil),
		labtest.Record(literalCase, answered(), map[string]string{
			graphExample + cell("graph", unique, unsolvable): "12.4 (0 vertices left in 4 boxes)",
		}),
	}
}

func TestJudges(t *testing.T) {
	on := func(name string, v float64) map[string]float64 {
		return map[string]float64{literalCase + "/" + name: v}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M10", Want: lab.Reproduced},
		{Claim: "M10", Want: lab.Refuted, Set: on(setsEqual, 349)},
		{Claim: "M10", Want: lab.Pending, Set: on(setsOfMany, 0)},
		{Claim: "M11", Want: lab.Reproduced},
		{Claim: "M11", Want: lab.Refuted, Set: on(invalid, 1)},
		{Claim: "M11", Want: lab.Refuted, Set: on(refused, 1)},
		{Claim: "M11", Want: lab.Pending, Set: on(produced, 0)},
		{Claim: "M12a", Want: lab.Reproduced},
		{Claim: "M12a", Want: lab.Refuted, Set: on(cell("class", unique, ambiguous), 1)},
		{Claim: "M12a", Want: lab.Reproduced, Set: on(cell("class", ambiguous, minigrid.Undecided), 1)},
		{Claim: "M12a", Want: lab.Pending, Set: on(cell("class", unsolvable, unsolvable), 0)},
		{Claim: "M12b", Want: lab.Reproduced},
		{Claim: "M12b", Want: lab.Refuted, Set: on(countsRight, 349)},
		{Claim: "M12b", Want: lab.Refuted, Set: on(capsRight, 1)},
		{Claim: "M12c", Want: lab.Reproduced},
		{Claim: "M12c", Want: lab.Refuted, Set: on(cell("graph", unique, unsolvable), 1)},
		{Claim: "M12c", Want: lab.Pending, Set: on(cell("graph", unsolvable, unsolvable), 0)},
		// What the corrected reading finds changes no verdict.
		{Claim: "M10", Want: lab.Reproduced, Set: map[string]float64{all4Case + "/" + setsEqual: 0}},
		{Claim: "M12a", Want: lab.Reproduced, Set: map[string]float64{all4Case + "/" + cell("class", unique, ambiguous): 1}},
	})
}
