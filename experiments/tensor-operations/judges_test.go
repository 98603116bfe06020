package tensoroperations

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func at(rule tensornet.Rule, sums string) string {
	return record.Key(checkKind, record.D("form", tensornet.Literal), record.D("rule", rule), record.D("sums", sums))
}

func of(operation, number string) string {
	return record.Key(reduceKind, record.D("operation", operation), record.D("number", number))
}

func from(form tensornet.Form) string { return record.Key(inputKind, record.D("form", form)) }

func base() record.Set {
	var set record.Set
	for _, rule := range rules {
		set = append(set,
			labtest.Record(at(rule, bySums), map[string]float64{"others": 5}, nil),
			labtest.Record(at(rule, byConvolutions), map[string]float64{"others": 0, "computes": 20, "boards": 200, "same": 200}, nil))
	}
	for _, operation := range tensornet.Reductions() {
		for _, number := range numbers {
			set = append(set, labtest.Record(of(operation, number.name), map[string]float64{"tensors": 1500, "same": 1500, "others": 0, "fractions same": 0}, nil))
		}
	}
	for _, form := range []tensornet.Form{tensornet.Literal, tensornet.Packed} {
		set = append(set, labtest.Record(from(form), map[string]float64{"constant": 16, "derived": 16, "inner": 0, "other": 0, "weights": 800}, nil))
	}
	return set
}

func TestJudges(t *testing.T) {
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "T02a", Want: lab.Reproduced},
		{Claim: "T02a", Want: lab.Refuted, Set: set(at(tensornet.Doubles, byConvolutions)+"/others", 1)},
		{Claim: "T02a", Want: lab.Refuted, Set: set(at(tensornet.Only, byConvolutions)+"/same", 199)},
		{Claim: "T02b", Want: lab.Reproduced},
		{Claim: "T02b", Want: lab.Refuted, Set: set(of("sub", "int8")+"/same", 1499)},
		{Claim: "T02b", Want: lab.Reproduced, Set: set(of("clamp", "int8")+"/same", 1499)},
		{Claim: "T02b", Want: lab.Pending, Set: set(of("add", "float32")+"/others", 1)},
		{Claim: "T02b", Want: lab.Pending, Set: map[string]float64{of("add", "int8") + "/same": 900, of("add", "int8") + "/tensors": 900}},
		{Claim: "T02c", Want: lab.Reproduced},
		{Claim: "T02c", Want: lab.Refuted, Set: set(of("minimum", "float32")+"/same", 1499)},
		{Claim: "T11", Want: lab.Reproduced},
		{Claim: "T11", Want: lab.Refuted, Set: set(from(tensornet.Packed)+"/other", 1)},
		{Claim: "T11", Want: lab.Refuted, Set: set(from(tensornet.Literal)+"/derived", 15)},
		{Claim: "T11", Want: lab.Refuted, Set: set(from(tensornet.Literal)+"/inner", 1)},
	})
}
