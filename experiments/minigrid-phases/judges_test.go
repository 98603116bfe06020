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

func caseOf(kind, id string) string { return record.Key(kind, lab.OnSet(id)...) }

func growthCase(n int) string { return record.Key(listingKind, record.D("n", n)) }

func base() record.Set {
	masks := map[string]float64{}
	for _, n := range []float64{4, 9, 16, 25, 36} {
		p := fmt.Sprintf("n=%g ", n)
		masks[p+"cells"], masks[p+"marks"] = n*n, 1.2*n*n
	}
	masks["n=36 growth"], masks["n=36 growth.low"], masks["n=36 growth.high"] = 1.9, 1.8, 2
	set := record.Set{labtest.Record(firstKind, masks, nil)}
	for _, n := range []int{4, 9, 16, 25} {
		m := map[string]float64{}
		for e := 1; e <= min(n, 7); e++ {
			p := fmt.Sprintf("e=%d ", e)
			m[p+"trials"], m[p+"time"] = 2*factorial(e), 1e-9*factorial(e)
		}
		set = append(set, labtest.Record(growthCase(n), m, nil))
	}
	set = append(set, labtest.Record(caseOf(listingKind, "own-easy"), map[string]float64{
		"boxes": 180, "all": 180, "box same": 180, "part": 180, "box fillings": 1000, "lines fillings": 50,
	}, nil))
	for _, id := range []string{"own-easy", "own-minimal"} {
		m := map[string]float64{}
		for _, p := range []string{letter, masked} {
			maps.Copy(m, map[string]float64{p + "boxes-1-20": 800, p + "boxes": 900, p + "puzzles": 100})
			for i, q := range whole {
				m[p+"sum"+q.suffix] = float64(20 * (i + 1))
			}
			m[p+"sum.max"] = 400
		}
		set = append(set, labtest.Record(caseOf(fillingsKind, id), m, nil))
	}
	// Boards with several solutions are not well-constrained.
	set = append(set, labtest.Record(caseOf(fillingsKind, mixed), map[string]float64{letter + "puzzles": 10, masked + "puzzles": 10}, nil))
	for _, id := range moderate {
		m := map[string]float64{
			"printed looped": 3, "printed lines rest.median": 0.2, "printed box phase2.min": 1e-4, "printed box phase2.max": 2,
			"printed box phase2.median": 0.003, "printed box phase2.median.low": 0.002, "printed box phase2.median.high": 0.004, "lines phase2.median": 1e-5,
		}
		for _, p := range []string{letter, masked} {
			maps.Copy(m, map[string]float64{p + "puzzles": 10, p + "phase2 longest": 10, p + "phase2 share.median": 0.6, p + "rest.min": 0.3, p + "rest.median": 0.5, p + "rest.max": 0.7})
		}
		set = append(set, labtest.Record(caseOf(timesKind, id), m, nil))
	}
	for i, id := range sizeSets {
		n := float64((i + 2) * (i + 2))
		set = append(set, labtest.Record(caseOf(graphKind, id), map[string]float64{
			"side": n, "puzzles": 10, "built": 10, "peak.min": n * n * n, "peak.median": n * n * n, "peak.max": 1.2 * n * n * n, "order2": n * n * 3, "order3": n * n * n * 3,
			"edges ratio.min": 0.4, "edges ratio.median": 0.5, "edges ratio.max": 0.8, "total ratio.median": 2,
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
		set = append(set, labtest.Record(caseOf(spaceKind, id), m, nil))
	}
	many := map[string]float64{}
	for i, level := range solutionLevels {
		p := fmt.Sprintf("level=%d ", level)
		many[p+"boards"], many[p+"size.median"], many[p+"ratio.median"], many[p+"library.median"] = 2, 2*float64(level), 1.3-0.01*float64(i), 5
	}
	set = append(set, labtest.Record(spaceSolutions, many, nil))
	return append(
		set,
		labtest.Record(caseOf(extractKind, mixed), map[string]float64{
			"puzzles": 130, "one boards": 100, "one beyond": 0, "one nodes": 900, "one nodes.max": 9, "one dead-ends": 0,
			"several boards": 10, "several beyond": 0, "several nodes": 900, "several nodes.max": 90, "several dead-ends": 0,
		}, nil),
		labtest.Record("extract/from=own-minimal", map[string]float64{"puzzles": 10, "none boards": 2, "none beyond": 0, "none nodes": 0, "none nodes.max": 0, "none dead-ends": 0}, nil),
		labtest.Record(caseOf(unsolvableKind, mixed), map[string]float64{masked + "boards": 60, masked + "phase2": 60, letter + "boards": 60, letter + "phase2": 60, masked + "conflicting": 2}, nil),
	)
}

func TestJudges(t *testing.T) {
	minimal := caseOf(fillingsKind, "own-minimal") + "/"
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	// growth sets the interval of phase 1's exponent.
	growth := func(low, high float64) map[string]float64 {
		return map[string]float64{firstKind + "/n=36 growth.low": low, firstKind + "/n=36 growth.high": high}
	}
	tried := func(n int, power float64) map[string]float64 {
		out := map[string]float64{}
		for e := 3; e <= 7; e++ {
			out[fmt.Sprintf("%s/e=%d trials", growthCase(n), e)] = 2 * math.Pow(factorial(e), power)
		}
		return out
	}
	peaks := func(power, spread float64) map[string]float64 {
		out := map[string]float64{}
		for i, id := range sizeSets {
			peak := math.Pow(float64((i+2)*(i+2)), power)
			out[caseOf(graphKind, id)+"/peak.min"], out[caseOf(graphKind, id)+"/peak.median"], out[caseOf(graphKind, id)+"/peak.max"] = peak/spread, peak, peak*spread
		}
		return out
	}
	own := caseOf(timesKind, "own-hard") + "/"
	slower := map[string]float64{own + letter + "rest.min": 1.2, own + letter + "rest.median": 1.3, own + letter + "rest.max": 1.7}
	half := map[string]float64{own + letter + "rest.median": 0.9, own + letter + "rest.max": 1.7}
	edges := set(caseOf(graphKind, "own-16x16")+"/edges ratio.max", 5)
	above := map[string]float64{caseOf(graphKind, "own-16x16") + "/edges ratio.max": 5, caseOf(graphKind, "own-16x16") + "/edges ratio.min": 2.5}
	together := map[string]float64{}
	for _, id := range moderate {
		together[caseOf(timesKind, id)+"/"+letter+"puzzles"], together[caseOf(timesKind, id)+"/"+letter+"phase2 longest"] = 3, 0
	}
	printed := caseOf(timesKind, "own-hard") + "/printed box phase2"
	many := minimal + letter + "sum"
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
			out[caseOf(spaceKind, id)+"/"+phase+" ratio.median"] = math.Pow(10, power*float64(i+1))
		}
		return out
	}
	storing := map[string]float64{}
	for _, level := range solutionLevels {
		storing[fmt.Sprintf("%s/level=%d ratio.median", spaceSolutions, level)] = math.Sqrt(float64(level))
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "M04", Want: lab.Reproduced},
		{Claim: "M04", Want: lab.Pending, Set: growth(2, 2.3)},
		{Claim: "M04", Want: lab.Refuted, Set: growth(2.8, 3.1)},
		{Claim: "M04", Want: lab.Reproduced, Set: growth(1.2, 1.5)},
		{Claim: "M04", Want: lab.Pending, Set: set(firstKind+"/n=36 cells", 36*36*36)},
		{Claim: "M05a", Want: lab.Reproduced},
		{Claim: "M05a", Want: lab.Refuted, Set: set(caseOf(listingKind, "own-easy")+"/all", 179)},
		{Claim: "M05a", Want: lab.Refuted, Set: set(caseOf(listingKind, "own-easy")+"/box same", 179)},
		{Claim: "M05b", Want: lab.Reproduced},
		{Claim: "M05b", Want: lab.Partly, Set: set(growthCase(4)+"/e=4 trials", 120)},
		{Claim: "M05b", Want: lab.Refuted, Set: tried(9, 1.3)},
		{Claim: "M05b", Want: lab.Pending, Set: set(growthCase(9)+"/e=7 trials", 4*factorial(7))},
		{Claim: "M13a", Want: lab.Reproduced},
		{Claim: "M13a", Want: lab.Pending, Set: set(minimal+letter+"boxes-1-20", 480)},
		{Claim: "M13a", Want: lab.Refuted, Set: set(minimal+letter+"boxes-1-20", 300)},
		{Claim: "M13a", Want: lab.Reproduced, Set: set(minimal+masked+"boxes-1-20", 300)},
		{Claim: "M13b", Want: lab.Reproduced},
		{Claim: "M13b", Want: lab.Pending, Set: map[string]float64{many + ".q3": 300, many + ".p95": 300}},
		{Claim: "M13b", Want: lab.Refuted, Set: map[string]float64{many + ".q1": 300, many + ".median": 300, many + ".q3": 300, many + ".p95": 300}},
		{Claim: "M14a", Want: lab.Reproduced},
		{Claim: "M14a", Want: lab.Pending, Set: set(own+letter+"phase2 longest", 5)},
		{Claim: "M14a", Want: lab.Refuted, Set: set(own+letter+"phase2 longest", 0)},
		{Claim: "M14a", Want: lab.Refuted, Set: together},
		{Claim: "M14a", Want: lab.Reproduced, Set: set(own+masked+"phase2 longest", 0)},
		{Claim: "M14b", Want: lab.Reproduced},
		{Claim: "M14b", Want: lab.Pending, Set: map[string]float64{printed + ".median.low": 0.0001, printed + ".median.high": 0.0002}},
		{Claim: "M14b", Want: lab.Pending, Set: map[string]float64{printed + ".median.high": 2}},
		{Claim: "M14b", Want: lab.Refuted, Set: map[string]float64{printed + ".median.low": 1, printed + ".median.high": 2}},
		{Claim: "M14c", Want: lab.Reproduced},
		{Claim: "M14c", Want: lab.Pending, Set: half},
		{Claim: "M14c", Want: lab.Refuted, Set: slower},
		{Claim: "M19a", Want: lab.Reproduced},
		{Claim: "M19a", Want: lab.Pending, Set: edges},
		{Claim: "M19a", Want: lab.Refuted, Set: above},
		{Claim: "M19b", Want: lab.Reproduced},
		{Claim: "M19b", Want: lab.Pending, Set: peaks(3, 3)},
		{Claim: "M19b", Want: lab.Pending, Set: set(caseOf(graphKind, "own-25x25")+"/built", 0)},
		{Claim: "M19b", Want: lab.Refuted, Set: peaks(7, 2)},
		{Claim: "M19b", Want: lab.Refuted, Set: peaks(1, 1.1)},
		{Claim: "M19c", Want: lab.Reproduced},
		{Claim: "M19c", Want: lab.Refuted, Set: squares},
		{Claim: "M19c", Want: lab.Reproduced, Set: masksAlone},
		{Claim: "M19d", Want: lab.Reproduced},
		{Claim: "M19d", Want: lab.Refuted, Set: masksAlone},
		{Claim: "M19e", Want: lab.Reproduced},
		{Claim: "M19e", Want: lab.Refuted, Set: rising(second, 0.3)},
		{Claim: "M19e", Want: lab.Reproduced, Set: rising(third, 0.3)},
		{Claim: "M19e", Want: lab.Pending, Set: set(caseOf(spaceKind, "17clue")+"/"+second+" ratio.median", 20)}, // the interval lies across
		{Claim: "M19f", Want: lab.Reproduced},
		{Claim: "M19f", Want: lab.Refuted, Set: rising(third, 0.3)},
		{Claim: "M19f", Want: lab.Reproduced, Set: set(caseOf(spaceKind, "own-25x25")+"/"+third+" ratio.median", 1e9)}, // not built
		{Claim: "M19g", Want: lab.Reproduced},
		{Claim: "M19g", Want: lab.Refuted, Set: rising(fourth, 0.3)},
		{Claim: "M19h", Want: lab.Reproduced},
		{Claim: "M19h", Want: lab.Refuted, Set: storing},
		{Claim: "M22", Want: lab.Reproduced},
		{Claim: "M22", Want: lab.Reproduced, Set: set(caseOf(graphKind, "own-medium")+"/beyond", 1)},
		{Claim: "M22", Want: lab.Refuted, Set: set(caseOf(graphKind, "own-medium")+"/looped same", 9)},
		{Claim: "M22", Want: lab.Refuted, Set: set(caseOf(graphKind, "own-medium")+"/looped pairs", 101)},
		{Claim: "M22", Want: lab.Refuted, Set: set(caseOf(graphKind, "own-medium")+"/looped positions", 901)},
		{Claim: "M24", Want: lab.Reproduced},
		{Claim: "M24", Want: lab.Reproduced, Set: set("extract/from=own-minimal/none beyond", 1)},
		{Claim: "M24", Want: lab.Refuted, Set: set(caseOf(extractKind, mixed)+"/several beyond", 1)},
		{Claim: "M24", Want: lab.Pending, Set: set(caseOf(extractKind, mixed)+"/several boards", 1)},
		{Claim: "M26", Want: lab.Reproduced},
		{Claim: "M26", Want: lab.Partly, Set: set(caseOf(unsolvableKind, mixed)+"/"+letter+"phase2", 50)},
		{Claim: "M26", Want: lab.Pending, Set: set(caseOf(unsolvableKind, mixed)+"/"+letter+"phase2", 30)},
		{Claim: "M26", Want: lab.Refuted, Set: set(caseOf(unsolvableKind, mixed)+"/"+letter+"phase2", 0)},
		{Claim: "M26", Want: lab.Reproduced, Set: set(caseOf(unsolvableKind, mixed)+"/"+masked+"phase2", 0)},
	})
}
