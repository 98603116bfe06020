package cspgenerator

import (
	"testing"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func base() record.Set {
	var set record.Set
	for i, l := range generate.Levels() {
		low, high := []float64{42, 36, 32}[i], []float64{45, 40, 36}[i]
		m := map[string]float64{
			"puzzles": 1000, "unique": 1000, "by-ac3-alone": 1000, "givens.min": low, "givens.max": high,
			"attempts.max": 1, "time.median": 3, "time.max": 4,
		}
		set = append(set, labtest.Record(levelCase(l), m, nil), labtest.Record(uniqueCase(l), m, nil))
	}
	return append(set,
		labtest.Record(literal, map[string]float64{
			"runs": 1000, "attempts": 1000, "fallbacks": 0, "puzzles": 1000, "unique": 1000, "givens.min": 43, "givens.max": 44,
		}, nil),
		labtest.Record("diagonal", map[string]float64{
			"diagonal.starts": 1000, "diagonal.completed": 1000, "diagonal.capped": 0, "diagonal.nodes.median": 30, "empty.nodes.median": 50,
		}, nil),
		labtest.Record("exhausted", map[string]float64{"attempts": 100, "best-givens": 23, "errors": 1}, nil))
}

func TestJudges(t *testing.T) {
	easy, hard, loop := "level=easy/", "level=hard/", literal+"/"
	one := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	between := func(least, most float64) map[string]float64 {
		return map[string]float64{loop + "givens.min": least, loop + "givens.max": most}
	}
	slow := func(median, worst float64) map[string]float64 {
		set := map[string]float64{}
		for _, l := range generate.Levels() {
			set[levelCase(l)+"/time.median"], set[levelCase(l)+"/time.max"] = median, worst
		}
		return set
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C04a", Want: lab.Reproduced},
		{Claim: "C04a", Want: lab.Refuted, Set: one(loop+"givens.min", 41)},
		{Claim: "C04a", Want: lab.Reproduced, Set: one(easy+"givens.min", 41)}, // only quoted
		{Claim: "C04a", Want: lab.Pending, Set: one(loop+"puzzles", 999)},
		{Claim: "C04a", Want: lab.Refuted, Set: map[string]float64{loop + "puzzles": 1, loop + "givens.min": 41}},
		{Claim: "C04b", Want: lab.Reproduced, Set: one(loop+"givens.min", 36)},
		{Claim: "C04b", Want: lab.Refuted, Set: one(loop+"givens.min", 35)},
		{Claim: "C04c", Want: lab.Reproduced, Set: one(loop+"givens.min", 32)},
		{Claim: "C04c", Want: lab.Refuted, Set: one(loop+"givens.min", 31)},
		{Claim: "C04d", Want: lab.Reproduced},
		{Claim: "C04d", Want: lab.Refuted, Set: one(hard+"unique", 999)},
		{Claim: "C04d", Want: lab.Refuted, Set: one(loop+"unique", 999)},
		{Claim: "C04d", Want: lab.Pending, Set: map[string]float64{hard + "puzzles": 999, hard + "unique": 999}},
		{Claim: "C05", Want: lab.Reproduced},
		{Claim: "C05", Want: lab.Refuted, Set: one("level=medium/by-ac3-alone", 999)},
		{Claim: "C05", Want: lab.Reproduced, Set: one("unique-only/level=medium/by-ac3-alone", 10)},
		{Claim: "C06e", Want: lab.Reproduced},
		{Claim: "C06e", Want: lab.Pending, Set: slow(0.1, 0.2)}, // shorter: another language explains it
		{Claim: "C06e", Want: lab.Pending, Set: one(hard+"time.max", 11)},
		{Claim: "C06e", Want: lab.Refuted, Set: slow(11, 12)},
		{Claim: "C18a", Want: lab.Reproduced},
		{Claim: "C18a", Want: lab.Refuted, Set: one(hard+"time.max", 5.1)},
		{Claim: "C20", Want: lab.Reproduced},
		{Claim: "C20", Want: lab.Refuted, Set: one("diagonal/diagonal.completed", 999)},
		{Claim: "C20", Want: lab.Pending, Set: map[string]float64{"diagonal/diagonal.completed": 1000, "diagonal/diagonal.starts": 1001, "diagonal/diagonal.capped": 1}},
		{Claim: "C21", Want: lab.Refuted},
		{Claim: "C21", Want: lab.Reproduced, Set: one(loop+"fallbacks", 1)},
		{Claim: "C21", Want: lab.Pending, Set: one(loop+"runs", 99)},
		{Claim: "C23a", Want: lab.Reproduced},
		{Claim: "C23a", Want: lab.Refuted, Set: between(41, 44)},
		{Claim: "C23a", Want: lab.Refuted, Set: between(43, 46)},
		{Claim: "C23a", Want: lab.Reproduced, Set: one(easy+"givens.max", 46)}, // only quoted
		{Claim: "C23b", Want: lab.Reproduced, Set: between(36, 40)},
		{Claim: "C23b", Want: lab.Refuted, Set: between(36, 41)},
		{Claim: "C23c", Want: lab.Reproduced, Set: between(32, 36)},
		{Claim: "C23c", Want: lab.Refuted, Set: between(32, 37)},
		{Claim: "C23c", Want: lab.Pending, Set: map[string]float64{loop + "givens.min": 32, loop + "givens.max": 36, loop + "puzzles": 999}},
	})
}
