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
		labtest.Record("literal-loop", map[string]float64{"givens.min": 24}, nil),
		labtest.Record("diagonal", map[string]float64{
			"diagonal.starts": 100, "diagonal.completed": 100, "diagonal.nodes.median": 30, "empty.nodes.median": 50,
		}, nil),
		labtest.Record("exhausted", map[string]float64{"attempts": 100, "best-givens": 23, "errors": 1}, nil))
}

func TestJudges(t *testing.T) {
	easy, medium, hard := "level=easy/", "level=medium/", "level=hard/"
	one := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C04a", Want: lab.Reproduced},
		{Claim: "C04a", Want: lab.Refuted, Set: one(easy+"givens.min", 41)},
		{Claim: "C04a", Want: lab.Pending, Set: one(easy+"puzzles", 999)},
		{Claim: "C04b", Want: lab.Reproduced},
		{Claim: "C04b", Want: lab.Refuted, Set: one(medium+"givens.min", 35)},
		{Claim: "C04c", Want: lab.Reproduced},
		{Claim: "C04c", Want: lab.Refuted, Set: one(hard+"givens.min", 31)},
		{Claim: "C04d", Want: lab.Reproduced},
		{Claim: "C04d", Want: lab.Refuted, Set: one(hard+"unique", 999)},
		{Claim: "C05", Want: lab.Reproduced},
		{Claim: "C05", Want: lab.Refuted, Set: one(medium+"by-ac3-alone", 999)},
		{Claim: "C05", Want: lab.Reproduced, Set: one("unique-only/"+medium+"by-ac3-alone", 10)},
		{Claim: "C06e", Want: lab.Reproduced},
		{Claim: "C06e", Want: lab.Partly, Set: map[string]float64{easy + "time.median": 0.1, medium + "time.median": 0.1, hard + "time.median": 0.1}},
		{Claim: "C06e", Want: lab.Refuted, Set: one(hard+"time.median", 11)},
		{Claim: "C18a", Want: lab.Reproduced},
		{Claim: "C18a", Want: lab.Refuted, Set: one(hard+"time.max", 5)},
		{Claim: "C20", Want: lab.Reproduced},
		{Claim: "C20", Want: lab.Refuted, Set: one("diagonal/diagonal.completed", 99)},
		{Claim: "C21", Want: lab.Partly},
		{Claim: "C21", Want: lab.Refuted, Set: one("exhausted/errors", 0)},
		{Claim: "C23a", Want: lab.Reproduced},
		{Claim: "C23a", Want: lab.Refuted, Set: one(easy+"givens.max", 46)},
		{Claim: "C23b", Want: lab.Reproduced},
		{Claim: "C23b", Want: lab.Refuted, Set: one(medium+"givens.max", 41)},
		{Claim: "C23c", Want: lab.Reproduced},
		{Claim: "C23c", Want: lab.Refuted, Set: one(hard+"givens.max", 37)},
	})
}
