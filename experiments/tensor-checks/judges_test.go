package tensorchecks

import (
	"fmt"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func on(form tensornet.Form) string {
	return record.Key(strikeKind, append(lab.OnSet("own-easy"), record.D("form", form))...)
}

func base() record.Set {
	m := map[string]float64{
		"positions": 3000, "several": 500, "arc consistency same": 3000,
		"naked singles": 900, "naked singles left": 0, "hidden singles": 700, "hidden singles left": 0,
	}
	for _, rule := range chain {
		m[string(rule)+" strikes"], m[string(rule)+" wrong"], m[string(rule)+" same"] = 4000, 0, 3000
	}
	for _, rule := range chain[3:] {
		m[string(rule)+" without reason"] = 0
		for _, kind := range kindsOfUnit {
			m[fmt.Sprintf("%s in %s", rule, kind)], m[fmt.Sprintf("%s missed in %s", rule, kind)] = 1200, 0
		}
	}
	set := record.Set{labtest.Record(on(tensornet.Literal), m, nil), labtest.Record(on(tensornet.Packed), m, nil)}
	for _, rule := range counted {
		v := map[string]float64{"operations": 100, "time": 1, "pairs": 0, "pairs cells": 0}
		if rule == tensornet.Doubles {
			v = map[string]float64{"operations": 400, "time": 1, "pairs": 36, "pairs cells": 81}
		}
		set = append(set, labtest.Record(key(rule), v, nil))
	}
	at := record.Key(iterateKind, record.D("unpool", tensornet.MaxUnpool))
	return append(set, labtest.Record(at, map[string]float64{"arrays": 2000, "held": 2000, "ties": 1000, "elements": 9000}, nil))
}

func TestJudges(t *testing.T) {
	literal, packed := on(tensornet.Literal), on(tensornet.Packed)
	iterated := record.Key(iterateKind, record.D("unpool", tensornet.MaxUnpool))
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "T03", Want: lab.Reproduced},
		{Claim: "T03", Want: lab.Refuted, Set: set(literal+"/locked wrong", 1)},
		{Claim: "T03", Want: lab.Refuted, Set: set(packed+"/naked-doubles wrong", 1)},
		{Claim: "T03", Want: lab.Refuted, Set: set(packed+"/hidden singles left", 1)},
		{Claim: "T03", Want: lab.Pending, Set: set(literal+"/hidden singles", 0)},
		{Claim: "T04a", Want: lab.Reproduced},
		{Claim: "T04a", Want: lab.Refuted, Set: set(key(tensornet.Doubles)+"/pairs", 35)},
		{Claim: "T04a", Want: lab.Refuted, Set: set(key(tensornet.Doubles)+"/pairs cells", 9)},
		{Claim: "T04b", Want: lab.Reproduced},
		{Claim: "T04b", Want: lab.Partly, Set: set(literal+"/naked-doubles missed in columns", 1)},
		{Claim: "T04b", Want: lab.Partly, Set: map[string]float64{literal + "/naked-doubles missed in columns": 1, packed + "/hidden-doubles missed in rows": 1}},
		{Claim: "T04b", Want: lab.Refuted, Set: map[string]float64{
			literal + "/naked-doubles missed in columns": 1, literal + "/naked-doubles missed in rows": 1, literal + "/hidden-doubles missed in boxes": 1,
		}},
		{Claim: "T04b", Want: lab.Refuted, Set: set(packed+"/hidden-doubles without reason", 1)},
		{Claim: "T04b", Want: lab.Pending, Set: set(literal+"/hidden-doubles in boxes", 999)},
		{Claim: "T04c", Want: lab.Reproduced},
		{Claim: "T04c", Want: lab.Partly, Set: set(key(tensornet.Doubles)+"/operations", 150)},
		{Claim: "T04c", Want: lab.Refuted, Set: set(key(tensornet.Doubles)+"/operations", 99)},
		{Claim: "T04c", Want: lab.Refuted, Set: set(key(tensornet.Locked)+"/operations", 401)},
		{Claim: "T05", Want: lab.Reproduced},
		{Claim: "T05", Want: lab.Refuted, Set: set(iterated+"/held", 1999)},
		{Claim: "T05", Want: lab.Pending, Set: set(iterated+"/ties", 999)},
		{Claim: "T05", Want: lab.Pending, Set: map[string]float64{iterated + "/held": 500, iterated + "/arrays": 500, iterated + "/ties": 250}},
	})
}
