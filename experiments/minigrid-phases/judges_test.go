package minigridphases

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	masks := map[string]float64{}
	for _, n := range []float64{4, 9, 16, 25, 36} {
		p := fmt.Sprintf("n=%g ", n)
		masks[p+"cells"], masks[p+"marks"] = n*n, 1.2*n*n
		masks[p+"read"], masks[p+"mask"] = 1e-9*n*n, 2e-9*n*n
	}
	set := record.Set{labtest.Record(maskCase, masks, nil)}
	for _, n := range []int{4, 9, 16, 25} {
		m := map[string]float64{}
		for e := 1; e <= min(n, 7); e++ {
			p := fmt.Sprintf("e=%d ", e)
			m[p+"trials"], m[p+"time"] = 2*factorial(e), 1e-9*factorial(e)
		}
		set = append(set, labtest.Record(growthCase(n), m, nil))
	}
	set = append(set, labtest.Record(listingPrefix+"own-easy", map[string]float64{
		"boxes": 90, "all": 90, "box same": 90, "lines same": 90, "part": 90, "box fillings": 1000, "lines fillings": 50,
		"factorials": 1000, "lines trials": 300,
	}, nil))
	for _, id := range []string{"own-easy", "own-minimal"} {
		set = append(set, labtest.Record(fillingsPrefix+id, map[string]float64{
			"lines boxes-1-20": 80, "lines boxes": 90, "box boxes-1-20": 10, "box boxes": 90,
			"lines far-under": 9, "lines puzzles": 10, "box far-under": 0, "box puzzles": 10,
			"lines box.median": 4, "box box.median": 24, "lines sum.median": 40, "box sum.median": 4000,
		}, nil))
	}
	// Boards with several solutions are not well-constrained.
	set = append(set, labtest.Record(fillingsPrefix+mixed, map[string]float64{"lines boxes-1-20": 0, "lines boxes": 90, "lines far-under": 0, "lines puzzles": 10}, nil))
	for _, id := range moderate {
		m := map[string]float64{"printed looped": 3, "printed lines rest.median": 0.2, "printed box phase2.median": 0.002}
		for _, p := range []string{"lines ", "box "} {
			maps.Copy(m, map[string]float64{p + "puzzles": 10, p + "phase2 longest": 8, p + "phase2 share.median": 0.6, p + "rest.median": 0.5, p + "phase2.median": 1e-5})
		}
		set = append(set, labtest.Record(timesPrefix+id, m, nil))
	}
	for i, id := range sizeSets {
		n := float64((i + 2) * (i + 2))
		set = append(set, labtest.Record(graphPrefix+id, map[string]float64{
			"side": n, "puzzles": 10, "built": 10, "within": 8, "formula.median": n * n * n, "formula-bits.median": n * n * n, "peak.median": n * n * n,
			"order2": n * n * 3, "order3": n * n * n * 3, "edges ratio.median": 0.5, "total ratio.median": 2,
			"looped": 10, "looped same": 10, "looped product": 100, "looped pairs": 100, "looped positions": 100, "product": 1000, "steps": 50, "beyond": 0,
		}, nil))
	}
	first := map[string]float64{}
	for _, n := range []float64{4, 9, 16, 25, 36} {
		p := fmt.Sprintf("n=%g ", n)
		// As if masks were of n log n bits.
		first[p+"board"], first[p+"masks"], first[p+"library"] = n*n*math.Log2(n), 6*n*math.Log2(n), 100*n
	}
	set = append(set, labtest.Record(spaceFirst, first, nil))
	for i, id := range []string{"own-4x4", "own-easy", "own-hard", "own-minimal", "17clue", "own-25x25"} {
		m := map[string]float64{"puzzles": 20, "built": 20}
		if i == 5 {
			m["built"] = 0
		}
		for _, phase := range []string{second, third, fourth} {
			size := math.Pow(10, float64(i+1))
			maps.Copy(m, map[string]float64{phase + " size.median": size, phase + " ratio.median": 2 + 0.01*float64(i%2), phase + " library.median": 9, phase + " given.median": 1})
		}
		set = append(set, labtest.Record(spacePrefix+id, m, nil))
	}
	many := map[string]float64{}
	for i, level := range solutionLevels {
		p := fmt.Sprintf("level=%d ", level)
		many[p+"boards"], many[p+"size.median"], many[p+"ratio.median"], many[p+"library.median"] = 2, 2*float64(level), 1.3-0.01*float64(i), 5
	}
	set = append(set, labtest.Record(spaceSolutions, many, nil))
	return append(
		set,
		labtest.Record(extractPrefix+mixed, map[string]float64{
			"puzzles": 30, "one boards": 10, "one beyond": 0, "one nodes": 90, "one nodes.max": 9, "one dead-ends": 0, "several boards": 10, "several beyond": 0, "several nodes": 900, "several bound": 8100,
		}, nil),
		labtest.Record("extract/from=own-minimal", map[string]float64{"puzzles": 10, "none boards": 2, "none beyond": 0, "none nodes.max": 0}, nil),
		labtest.Record(unsolvablePrefix+mixed, map[string]float64{"lines boards": 10, "lines phase2": 10, "box boards": 4, "box phase2": 4, "lines conflicting": 2}, nil),
	)
}

// timedAs changes every set and reading of the base alike.
func timedAs(metric string, v float64) map[string]float64 {
	out := map[string]float64{}
	for _, id := range moderate {
		for _, p := range []string{"lines ", "box "} {
			out[timesPrefix+id+"/"+p+metric] = v
		}
	}
	return out
}

func graphsAs(metric string, v float64) map[string]float64 {
	out := map[string]float64{}
	for _, id := range sizeSets {
		out[graphPrefix+id+"/"+metric] = v
	}
	return out
}

func TestJudges(t *testing.T) {
	easy, minimal := fillingsPrefix+"own-easy/", fillingsPrefix+"own-minimal/"
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	both := func(metric string, v float64) map[string]float64 {
		return map[string]float64{easy + metric: v, minimal + metric: v}
	}
	slow := map[string]float64{}
	for i, n := range []float64{4, 9, 16, 25, 36} {
		slow[fmt.Sprintf("%s/n=%g mask", maskCase, n)] = 1e-9 * n * n * n * float64(i+1)
	}
	flat := map[string]float64{}
	for e := 3; e <= 7; e++ {
		flat[fmt.Sprintf("%s/e=%d trials", growthCase(9), e)] = float64(e)
	}
	alike := map[string]float64{}
	for _, id := range sizeSets {
		alike[graphPrefix+id+"/peak.median"] = 1e6
	}
	squares := map[string]float64{} // masks of n² bits, boards of n³
	for _, n := range []float64{4, 9, 16, 25, 36} {
		squares[fmt.Sprintf("%s/n=%g masks", spaceFirst, n)] = 3 * n * n
		squares[fmt.Sprintf("%s/n=%g board", spaceFirst, n)] = n * n * n
	}
	masksAlone := maps.Clone(squares)
	for _, n := range []float64{4, 9, 16, 25, 36} {
		masksAlone[fmt.Sprintf("%s/n=%g board", spaceFirst, n)] = n * n * math.Log2(n)
	}
	rising := func(phase string, power float64) map[string]float64 { // as the size to a power
		out := map[string]float64{}
		for i, id := range []string{"own-4x4", "own-easy", "own-hard", "own-minimal", "17clue", "own-25x25"} {
			out[spacePrefix+id+"/"+phase+" ratio.median"] = math.Pow(10, power*float64(i+1))
		}
		return out
	}
	storing := map[string]float64{}
	for _, level := range solutionLevels {
		storing[fmt.Sprintf("%s/level=%d ratio.median", spaceSolutions, level)] = math.Sqrt(float64(level))
	}
	noneWithin := graphsAs("within", 0)
	maps.Copy(noneWithin, alike)
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M04", Want: lab.Reproduced},
		{Claim: "M04", Want: lab.Partly, Set: slow},
		{Claim: "M04", Want: lab.Refuted, Set: set(maskCase+"/n=36 cells", 36*36*36)},
		{Claim: "M05a", Want: lab.Reproduced},
		{Claim: "M05a", Want: lab.Refuted, Set: set(listingPrefix+"own-easy/all", 89)},
		{Claim: "M05a", Want: lab.Refuted, Set: set(listingPrefix+"own-easy/lines same", 89)},
		{Claim: "M05b", Want: lab.Reproduced},
		{Claim: "M05b", Want: lab.Partly, Set: set(growthCase(4)+"/e=4 trials", 12)},
		{Claim: "M05b", Want: lab.Refuted, Set: flat},
		{Claim: "M13a", Want: lab.Reproduced},
		{Claim: "M13a", Want: lab.Partly, Set: set(minimal+"lines boxes-1-20", 45)},
		{Claim: "M13a", Want: lab.Refuted, Set: both("lines boxes-1-20", 45)},
		{Claim: "M13b", Want: lab.Reproduced},
		{Claim: "M13b", Want: lab.Partly, Set: set(minimal+"lines far-under", 5)},
		{Claim: "M13b", Want: lab.Refuted, Set: both("lines far-under", 0)},
		{Claim: "M14a", Want: lab.Reproduced},
		{Claim: "M14a", Want: lab.Refuted, Set: timedAs("phase2 longest", 5)},
		{Claim: "M14a", Want: lab.Partly, Set: map[string]float64{
			timesPrefix + "own-hard/lines phase2 longest": 5, timesPrefix + "own-hard/box phase2 longest": 5,
		}},
		{Claim: "M14b", Want: lab.Reproduced},
		{Claim: "M14b", Want: lab.Partly, Set: set(timesPrefix+"own-hard/printed box phase2.median", 0.0001)},
		{Claim: "M14b", Want: lab.Refuted, Set: set(timesPrefix+"own-medium/printed box phase2.median", 2)},
		{Claim: "M14c", Want: lab.Reproduced},
		{Claim: "M14c", Want: lab.Refuted, Set: timedAs("rest.median", 1)},
		{Claim: "M19a", Want: lab.Reproduced},
		{Claim: "M19a", Want: lab.Partly, Set: set(graphPrefix+"own-16x16/edges ratio.median", 5)},
		{Claim: "M19a", Want: lab.Refuted, Set: graphsAs("edges ratio.median", 5)},
		{Claim: "M19b", Want: lab.Reproduced},
		{Claim: "M19b", Want: lab.Partly, Set: alike},
		{Claim: "M19b", Want: lab.Refuted, Set: noneWithin},
		{Claim: "M19c", Want: lab.Reproduced},
		{Claim: "M19c", Want: lab.Refuted, Set: squares},
		{Claim: "M19c", Want: lab.Reproduced, Set: masksAlone},
		{Claim: "M19d", Want: lab.Reproduced},
		{Claim: "M19d", Want: lab.Refuted, Set: masksAlone},
		{Claim: "M19e", Want: lab.Reproduced},
		{Claim: "M19e", Want: lab.Refuted, Set: rising(second, 0.3)},
		{Claim: "M19e", Want: lab.Reproduced, Set: rising(third, 0.3)},
		{Claim: "M19e", Want: lab.Pending, Set: set(spacePrefix+"17clue/"+second+" ratio.median", 20)}, // the interval lies across
		{Claim: "M19f", Want: lab.Reproduced},
		{Claim: "M19f", Want: lab.Refuted, Set: rising(third, 0.3)},
		{Claim: "M19f", Want: lab.Reproduced, Set: set(spacePrefix+"own-25x25/"+third+" ratio.median", 1e9)}, // not built
		{Claim: "M19g", Want: lab.Reproduced},
		{Claim: "M19g", Want: lab.Refuted, Set: rising(fourth, 0.3)},
		{Claim: "M19h", Want: lab.Reproduced},
		{Claim: "M19h", Want: lab.Refuted, Set: storing},
		{Claim: "M22", Want: lab.Reproduced},
		{Claim: "M22", Want: lab.Partly, Set: set(graphPrefix+"own-medium/beyond", 1)},
		{Claim: "M22", Want: lab.Refuted, Set: set(graphPrefix+"own-medium/looped same", 9)},
		{Claim: "M22", Want: lab.Refuted, Set: set(graphPrefix+"own-medium/looped pairs", 101)},
		{Claim: "M24", Want: lab.Reproduced},
		{Claim: "M24", Want: lab.Partly, Set: set("extract/from=own-minimal/none beyond", 1)},
		{Claim: "M24", Want: lab.Refuted, Set: set(extractPrefix+mixed+"/several beyond", 1)},
		{Claim: "M26", Want: lab.Reproduced},
		{Claim: "M26", Want: lab.Partly, Set: map[string]float64{unsolvablePrefix + mixed + "/lines phase2": 5, unsolvablePrefix + mixed + "/box phase2": 0}},
		{Claim: "M26", Want: lab.Refuted, Set: map[string]float64{unsolvablePrefix + mixed + "/lines phase2": 0, unsolvablePrefix + mixed + "/box phase2": 0}},
	})
}
