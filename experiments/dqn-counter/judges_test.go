package dqncounter

import (
	"maps"
	"testing"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	whole := map[string]float64{"cases": 8}
	for _, name := range []string{hardest, middle} {
		whole[name+" scan capped"] = 0
		for _, form := range []string{"scan", bestForm.String(), hashForm.String()} {
			whole[name+" "+form+" time"] = 1
			whole[name+" "+form+" nodes"] = 1000
			whole[name+" "+form+" checks"] = 9000
		}
		whole[name+" naive to "+bestForm.String()] = 800
		whole[name+" naive to "+hashForm.String()] = 500
	}
	set := record.Set{labtest.Record(wholeCase, whole, nil)}
	for _, id := range counted {
		set = append(set, labtest.Record(treePrefix+id, map[string]float64{
			"fixed nodes.mean": 1000, "mrv nodes.mean": 50, "fixed capped": 0, "mrv fewer": 40, "compared": 40,
		}, nil))
	}
	for _, id := range priced {
		m := map[string]float64{}
		for _, p := range pairs() {
			m[p.metric()], m[p.metric()+" low"] = 3, 2
		}
		for _, f := range counter.Configs() {
			m[f.String()+" visited"], m[f.String()+" nodes"] = 3000, 100
		}
		set = append(set, labtest.Record(pricePrefix+id, m, nil))
	}
	return append(set, labtest.Record(growthCase(9), map[string]float64{"mrv+scan+blanks compared": 1000, "mrv+scan+blanks checks": 100}, nil))
}

// of sets the ratio and its lower end of all pairs of an improvement.
func of(improvement string, ratio float64) map[string]float64 {
	out := map[string]float64{}
	for _, id := range priced {
		for _, p := range pairs() {
			if p.improvement == improvement {
				out[pricePrefix+id+"/"+p.metric()], out[pricePrefix+id+"/"+p.metric()+" low"] = ratio, ratio
			}
		}
	}
	return out
}

func both(a, b map[string]float64) map[string]float64 {
	maps.Copy(a, b)
	return a
}

func TestJudges(t *testing.T) {
	one := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	withMasks, withMaps := wholeCase+"/"+hardest+" naive to "+bestForm.String(), wholeCase+"/"+hardest+" naive to "+hashForm.String()
	easy := treePrefix + "own-easy/"
	lower := map[string]float64{}
	for _, id := range counted {
		lower[treePrefix+id+"/fixed nodes.mean"], lower[treePrefix+id+"/fixed capped"] = 100, 40
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R16a", Want: lab.Reproduced},
		{Claim: "R16a", Want: lab.Partly, Set: one(withMasks, 300)},
		{Claim: "R16a", Want: lab.Partly, Set: one(withMaps, 4)},
		{Claim: "R16a", Want: lab.Refuted, Set: one(withMaps, 0.9)},
		{Claim: "R16a", Want: lab.Pending, Set: one(wholeCase+"/cases", 0)},
		{Claim: "R16b", Want: lab.Reproduced},
		{Claim: "R16b", Want: lab.Partly, Set: one(easy+"fixed nodes.mean", 200)},
		{Claim: "R16b", Want: lab.Refuted, Set: one(easy+"fixed nodes.mean", 50)},
		{Claim: "R16b", Want: lab.Reproduced, Set: both(one(easy+"fixed nodes.mean", 200), one(easy+"fixed capped", 3))},
		{Claim: "R16b", Want: lab.Pending, Set: lower},
		{Claim: "R16c", Want: lab.Reproduced},
		{Claim: "R16c", Want: lab.Partly, Set: of(byMaps, 0.4)},
		{Claim: "R16c", Want: lab.Partly, Set: both(of(byMaps, 1.5), of(byMasks, 1.5))},
		{Claim: "R16c", Want: lab.Refuted, Set: both(of(byMaps, 0.4), of(byMasks, 0.9))},
		{Claim: "R16d", Want: lab.Reproduced},
		{Claim: "R16d", Want: lab.Partly, Set: one(pricePrefix+askedSet+"/ratio maps to maps+blanks low", 0.9)},
		{Claim: "R16d", Want: lab.Refuted, Set: of(byBlanks, 0.99)},
	})
}
