package minigridrules

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func base() record.Set {
	var set record.Set
	for k := 2; k <= 5; k++ {
		n := float64(k * k)
		set = append(set, labtest.Record(dependentsCase(k), map[string]float64{
			"boxes": n, "boxes.as-stated": 1, "pairs": n * float64(k-1), "pairs.all": n * (n - 1) / 2,
			"corner.boxes": 4, "corner.dependents.min": float64(2 * (k - 1)),
		}, nil))
	}
	for class := range fourGrids {
		set = append(set, labtest.Record(fourCase(class), map[string]float64{
			"boards": 65536, "unique": 40000, "unique.with-strays": 0, "literal.found": 0, "wrong": 0,
		}, nil))
	}
	for _, name := range []string{"solved-grid", "stray-9x9-singles"} {
		set = append(set, labtest.Record(counterexampleCase(name), map[string]float64{"number": 3}, map[string]string{"board": "1234 3412 2143 4321"}))
	}
	set = append(set, labtest.Record(joinCase("own-easy", minigrid.Lines), map[string]float64{
		"puzzles": 10, "pairs": 180, "pairs.identical": 0, "pairs.disjoint": 180, "edges.identical": 0, "both": 0, "found.identical": 0, "found.disjoint": 10,
	}, nil))
	for _, id := range []string{"own-easy", "own-minimal"} {
		set = append(set, labtest.Record(pruneCase(id, minigrid.Lines), map[string]float64{
			"puzzles": 10, "supported.left": 120, "supported.strays": 30, "supported.with-strays": 2, "supported.wrong": 0,
			"degree-boxes.missed": 100, "degree-edges.missed": 200, "degree-boxes.wrong": 0, "degree-edges.wrong": 0,
			"supported.rounds.p90": 9, "supported.rounds.max": 17, "supported.visits.median": 0.01, "supported.visits.max": 0.2,
			"degree-boxes.visits.max": 0.2, "degree-edges.visits.max": 0.2,
		}, nil), labtest.Record(loopCase(id), map[string]float64{
			"products": 60, "products.all": 100, "others": 40, "others.fail": 0, "searched": 5, "equal-answers": 5, "visits.max": 0.3,
		}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	join, easy, minimal := joinCase("own-easy", minigrid.Lines)+"/", pruneCase("own-easy", minigrid.Lines)+"/", pruneCase("own-minimal", minigrid.Lines)+"/"
	asStated := map[string]float64{easy + "degree-boxes.missed": 0, minimal + "degree-boxes.missed": 0}
	for k := 2; k <= 5; k++ {
		asStated[dependentsCase(k)+"/boxes.as-stated"] = float64(k * k)
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M07", Want: lab.Refuted},
		{Claim: "M07", Want: lab.Refuted, Set: map[string]float64{join + "pairs.identical": 180}},
		{Claim: "M07", Want: lab.Reproduced, Set: map[string]float64{join + "pairs.identical": 180, join + "found.identical": 10}},
		{Claim: "M08", Want: lab.Partly},
		{Claim: "M08", Want: lab.Refuted, Set: map[string]float64{minimal + "degree-edges.wrong": 1}},
		{Claim: "M08", Want: lab.Refuted, Set: map[string]float64{fourCase(1) + "/wrong": 1}},
		{Claim: "M08", Want: lab.Reproduced, Set: asStated},
		{Claim: "M09", Want: lab.Refuted},
		{Claim: "M09", Want: lab.Reproduced, Set: map[string]float64{easy + "supported.with-strays": 0, minimal + "supported.with-strays": 0}},
		{Claim: "M21", Want: lab.Reproduced},
		{Claim: "M21", Want: lab.Refuted, Set: map[string]float64{loopCase("own-easy") + "/others.fail": 1}},
		{Claim: "M21", Want: lab.Refuted, Set: map[string]float64{loopCase("own-easy") + "/equal-answers": 4}},
		{Claim: "M21", Want: lab.Partly, Set: map[string]float64{loopCase("own-easy") + "/products": 80}},
		{Claim: "M23a", Want: lab.Reproduced},
		{Claim: "M23a", Want: lab.Refuted, Set: map[string]float64{easy + "degree-boxes.visits.max": 1.1}},
		{Claim: "M23a", Want: lab.Refuted, Set: map[string]float64{loopCase("own-minimal") + "/visits.max": 1.1}},
		{Claim: "M23b", Want: lab.Reproduced},
		{Claim: "M23b", Want: lab.Partly, Set: map[string]float64{easy + "supported.rounds.p90": 19}},
		{Claim: "M23b", Want: lab.Refuted, Set: map[string]float64{
			easy + "supported.rounds.p90": 19, minimal + "supported.rounds.p90": 30, easy + "supported.visits.median": 0.2, minimal + "supported.visits.median": 0.2,
		}},
	})
}
