package dqncounter

import (
	"maps"
	"testing"

	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// treeCase is the key of the case of a counted set.
func treeCase(set string) string { return record.Key(treeKind, record.D("set", set)) }

func base() record.Set {
	whole := map[string]float64{"cases": 8}
	for _, name := range []string{hardest, middle} {
		whole[name+" scan capped"] = 0
		for _, form := range []string{"scan", bestForm.String(), hashForm.String()} {
			whole[name+" "+form+" time"] = 1
			whole[name+" "+form+" nodes"] = 1000
			whole[name+" "+form+" checks"] = 9000
		}
		for _, form := range []string{bestForm.String(), hashForm.String()} {
			to := name + " naive to " + form
			whole[to], whole[to+" low"], whole[to+" high"] = 800, 790, 810
		}
	}
	set := record.Set{labtest.Record(wholeCase, whole, nil)}
	for _, id := range counted {
		set = append(set, labtest.Record(treeCase(id), map[string]float64{
			"fixed nodes-ratio": 20, "fixed nodes-ratio.low": 15, "fixed nodes-ratio.high": 25, "mrv fewer": 40, "compared": 40,
		}, nil))
	}
	for _, id := range priced {
		m := map[string]float64{}
		for _, p := range pairs() {
			m[p.metric()], m[p.metric()+" low"], m[p.metric()+" high"] = 3, 2.5, 3.5
		}
		for _, f := range counter.Configs() {
			m[f.String()+" visited"], m[f.String()+" nodes"] = 3000, 100
		}
		set = append(set, labtest.Record(priceCase(id), m, nil))
	}
	return append(set, labtest.Record(record.Key(growthKind, record.D("side", 9)), map[string]float64{"mrv+scan+blanks compared": 1000, "mrv+scan+blanks checks": 100}, nil))
}

// of sets the interval of all pairs of an improvement on a set, on all for "".
func of(improvement, set string, low, high float64) map[string]float64 {
	out := map[string]float64{}
	for _, id := range priced {
		for _, p := range pairs() {
			if p.improvement == improvement && (set == "" || set == id) {
				out[priceCase(id)+"/"+p.metric()+" low"], out[priceCase(id)+"/"+p.metric()+" high"] = low, high
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
	taking := func(form string, low, high float64) map[string]float64 {
		to := wholeCase + "/" + hardest + " naive to " + form
		return map[string]float64{to + " low": low, to + " high": high}
	}
	nodes := func(low, high float64, sets ...string) map[string]float64 {
		out := map[string]float64{}
		for _, id := range sets {
			out[treeCase(id)+"/fixed nodes-ratio.low"], out[treeCase(id)+"/fixed nodes-ratio.high"] = low, high
		}
		return out
	}
	hashing, masks := hashForm.String(), bestForm.String()
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "R16a", Want: lab.Reproduced},
		{Claim: "R16a", Want: lab.Reproduced, Set: taking(masks, 8, 10)}, // only quoted
		{Claim: "R16a", Want: lab.Partly, Set: taking(hashing, 400, 500)},
		{Claim: "R16a", Want: lab.Pending, Set: taking(hashing, 300, 500)},
		{Claim: "R16a", Want: lab.Refuted, Set: taking(hashing, 8, 10)},
		{Claim: "R16a", Want: lab.Pending, Set: both(taking(hashing, 8, 10), map[string]float64{wholeCase + "/" + hardest + " scan capped": 1})},
		{Claim: "R16a", Want: lab.Pending, Set: map[string]float64{wholeCase + "/cases": 0}},
		{Claim: "R16b", Want: lab.Reproduced},
		{Claim: "R16b", Want: lab.Partly, Set: nodes(2, 4, "own-easy")},
		{Claim: "R16b", Want: lab.Pending, Set: nodes(5, 1e6, "own-easy")},
		{Claim: "R16b", Want: lab.Refuted, Set: nodes(0.8, 0.9, "own-easy")},
		{Claim: "R16b", Want: lab.Refuted, Set: nodes(2, 4, "own-easy", "own-hard", "17clue", askedSet)},
		{Claim: "R16c", Want: lab.Reproduced},
		{Claim: "R16c", Want: lab.Reproduced, Set: of(byMasks, "", 0.3, 0.4)}, // only quoted
		{Claim: "R16c", Want: lab.Partly, Set: of(byMaps, askedSet, 1.5, 1.6)},
		{Claim: "R16c", Want: lab.Refuted, Set: of(byMaps, askedSet, 0.3, 0.4)},
		{Claim: "R16c", Want: lab.Refuted, Set: of(byMaps, "", 1.5, 1.6)},
		{Claim: "R16d", Want: lab.Reproduced},
		{Claim: "R16d", Want: lab.Pending, Set: of(byBlanks, askedSet, 1.01, 1.1)},
		{Claim: "R16d", Want: lab.Partly, Set: of(byBlanks, askedSet, 1.01, 1.02)},
		{Claim: "R16d", Want: lab.Refuted, Set: of(byBlanks, "", 0.9, 0.99)},
	})
}
