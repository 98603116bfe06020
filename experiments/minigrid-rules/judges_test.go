package minigridrules

import (
	"maps"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func dependentsCase(k int) string { return record.Key(dependentsKind, record.D("k", k)) }

func fourCase(class int) string { return record.Key(fourKind, record.D("class", class+1)) }

func loopCase(set string) string { return record.Key(loopKind, record.D("set", set)) }

func caseOf(kind, set string) string { return record.Key(kind, record.D("set", set), lines) }

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
	set = append(set, labtest.Record(caseOf(joinKind, "own-easy"), map[string]float64{
		"puzzles": 100, "pairs": 1800, "pairs.identical": 0, "pairs.disjoint": 1800, "found.identical": 0, "found.disjoint": 100,
	}, nil))
	for _, id := range []string{"own-easy", "own-minimal"} {
		p := map[string]float64{"puzzles": 600, "supported.left": 120}
		for _, rule := range rules {
			for name, v := range map[string]float64{
				"missed": 0, "wrong": 0, "with-strays": 2, "rounds.p90": 9, "rounds.max": 17, roundsWithin(10): 560, visitsWithin(0.1): 580,
				"visits.p90": 0.05, "visits.max": 0.2,
			} {
				p[string(rule)+"."+name] = v
			}
		}
		set = append(set, labtest.Record(caseOf(pruneKind, id), p, nil), labtest.Record(loopCase(id), map[string]float64{
			"products": 60, "products.all": 100, "others": 40, "others.fail": 0, "searched": 15, "equal-answers": 15, "visits.max": 0.3,
		}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	join, easy, minimal := caseOf(joinKind, "own-easy")+"/", caseOf(pruneKind, "own-easy")+"/", caseOf(pruneKind, "own-minimal")+"/"
	asStated, half := map[string]float64{}, map[string]float64{}
	for k := 2; k <= 5; k++ {
		asStated[dependentsCase(k)+"/boxes.as-stated"] = float64(k * k)
		half[dependentsCase(k)+"/boxes.as-stated"] = float64(k*k+1) / 2
	}
	with := func(m map[string]float64, key string, v float64) map[string]float64 {
		m = maps.Clone(m)
		m[key] = v
		return m
	}
	clean := map[string]float64{}
	for _, set := range []string{easy, minimal} {
		clean[set+"degree-boxes.with-strays"], clean[set+"degree-edges.with-strays"] = 0, 0
	}
	found := map[string]float64{join + "pairs.identical": 1800, join + "found.identical": 100}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M07", Want: lab.Refuted},
		{Claim: "M07", Want: lab.Refuted, Set: map[string]float64{join + "pairs.identical": 1800}},
		{Claim: "M07", Want: lab.Reproduced, Set: found},
		{Claim: "M07", Want: lab.Pending, Set: with(with(found, join+"puzzles", 50), join+"found.identical", 50)},
		{Claim: "M08", Want: lab.Refuted},
		{Claim: "M08", Want: lab.Partly, Set: half},
		{Claim: "M08", Want: lab.Reproduced, Set: asStated},
		{Claim: "M08", Want: lab.Partly, Set: with(asStated, easy+"degree-boxes.missed", 1)},
		{Claim: "M08", Want: lab.Refuted, Set: with(asStated, minimal+"degree-edges.wrong", 1)},
		{Claim: "M08", Want: lab.Refuted, Set: with(asStated, fourCase(1)+"/wrong", 1)},
		{Claim: "M09", Want: lab.Refuted},
		{Claim: "M09", Want: lab.Refuted, Set: with(clean, minimal+"degree-edges.with-strays", 1)},
		{Claim: "M09", Want: lab.Reproduced, Set: clean},
		{Claim: "M09", Want: lab.Pending, Set: with(clean, easy+"puzzles", 100)},
		{Claim: "M21", Want: lab.Reproduced},
		{Claim: "M21", Want: lab.Refuted, Set: map[string]float64{loopCase("own-easy") + "/others.fail": 1}},
		{Claim: "M21", Want: lab.Refuted, Set: map[string]float64{loopCase("own-easy") + "/equal-answers": 4}},
		{Claim: "M21", Want: lab.Partly, Set: map[string]float64{loopCase("own-easy") + "/products": 80}},
		{Claim: "M21", Want: lab.Refuted, Set: map[string]float64{loopCase("own-easy") + "/products": 90}},
		{Claim: "M23a", Want: lab.Reproduced},
		{Claim: "M23a", Want: lab.Pending, Set: map[string]float64{easy + "degree-boxes.visits.max": 1.1}},
		{Claim: "M23a", Want: lab.Refuted, Set: map[string]float64{loopCase("own-minimal") + "/visits.max": 3.1}},
		{Claim: "M23b", Want: lab.Reproduced},
		{Claim: "M23b", Want: lab.Pending, Set: map[string]float64{easy + "degree-edges." + roundsWithin(10): 450}},
		{Claim: "M23b", Want: lab.Partly, Set: map[string]float64{easy + "degree-edges." + roundsWithin(10): 300}},
		{Claim: "M23b", Want: lab.Pending, Set: map[string]float64{easy + "degree-edges." + roundsWithin(10): 300, minimal + "degree-edges." + visitsWithin(0.1): 450}},
		{Claim: "M23b", Want: lab.Refuted, Set: map[string]float64{minimal + "degree-edges." + visitsWithin(0.1): 300}},
	})
}
