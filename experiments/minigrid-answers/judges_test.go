package minigridanswers

import (
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

func base() record.Set {
	deciding := labtest.Record("set=own-mixed/as=given", map[string]float64{
		boardsRead: 32, compared: 30, countsRight: 30, setsEqual: 30, setsOfMany: 10, exactly: 500, foundOfThem: 500,
		capsCompared: 2, capsRight: 2, largestCount: 1000, capOfCase: 1000, produced: 2500, invalid: 0, unfinished: 0,
		cell("class", unsolvable, unsolvable): 10, cell("class", unique, unique): 10, cell("class", ambiguous, ambiguous): 12,
		cell("graph", unsolvable, unsolvable): 9, cell("graph", unsolvable, ambiguous): 1,
		cell("graph", unique, unique): 6, cell("graph", unique, ambiguous): 4, cell("graph", ambiguous, ambiguous): 12,
	}, nil)
	degrees := labtest.Record("rule=degree-boxes/made=kept", map[string]float64{
		boardsRead: 5, cell("graph", unique, unique): 5,
	}, map[string]string{graphExample + cell("graph", unsolvable, unique): "12.4 (9 vertices left in 9 boxes)"})
	literal := labtest.Record("rule=literal/made=kept", map[string]float64{exactly: 10, foundOfThem: 0}, nil)
	made := labtest.Record(made4, map[string]float64{
		boardsRead: 0, compared: 0, countsRight: 0, setsEqual: 0, setsOfMany: 0, exactly: 0,
		capsCompared: 0, capsRight: 0, largestCount: 0, produced: 0, invalid: 0, unfinished: 0,
	}, nil)
	identical := labtest.Record("rule=identical/made=kept", map[string]float64{
		boardsRead: 10, exactly: 10, foundOfThem: 0, cell("graph", unique, unsolvable): 10,
	}, nil)
	return record.Set{deciding, made, degrees, literal, identical}
}

func TestJudges(t *testing.T) {
	on := func(name string, v float64) map[string]float64 {
		return map[string]float64{"set=own-mixed/as=given/" + name: v}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M10", Want: lab.Reproduced},
		{Claim: "M10", Want: lab.Refuted, Set: on(setsEqual, 29)},
		{Claim: "M10", Want: lab.Pending, Set: on(setsOfMany, 0)},
		{Claim: "M11", Want: lab.Reproduced},
		{Claim: "M11", Want: lab.Refuted, Set: on(invalid, 1)},
		{Claim: "M12a", Want: lab.Reproduced},
		{Claim: "M12a", Want: lab.Refuted, Set: on(cell("class", unique, ambiguous), 1)},
		{Claim: "M12a", Want: lab.Reproduced, Set: on(cell("class", ambiguous, minigrid.Undecided), 1)},
		{Claim: "M12a", Want: lab.Pending, Set: on(cell("class", unsolvable, unsolvable), 0)},
		{Claim: "M12b", Want: lab.Reproduced},
		{Claim: "M12b", Want: lab.Refuted, Set: on(countsRight, 29)},
		{Claim: "M12b", Want: lab.Refuted, Set: on(capsRight, 1)},
		{Claim: "M12c", Want: lab.Reproduced},
		{Claim: "M12c", Want: lab.Partly, Set: map[string]float64{"rule=degree-boxes/made=kept/" + cell("graph", unsolvable, unique): 1}},
		{Claim: "M12c", Want: lab.Refuted, Set: on(cell("graph", unique, unsolvable), 1)},
		{Claim: "M12c", Want: lab.Pending, Set: on(cell("graph", unsolvable, unsolvable), 0)},
	})
}
