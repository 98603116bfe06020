package cspdesign

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// setCase is the key of the case of an axis on a set.
func setCase(about subject, id string) string { return record.Key(about.kind, about.on(id)...) }

// base holds a record of every case in which the document's choice is twice as fast as every
// alternative, and shallow copies lose half of the answers.
func base() record.Set {
	var set record.Set
	metrics := func(sides []side) map[string]float64 {
		m := map[string]float64{"puzzles": 40}
		for _, en := range sides {
			name := en.name
			m[name+" right"], m[name+" wrong"], m[name+" missing"] = 40, 0, 0
			m[name+" nodes"], m[name+" branches"], m[name+" width"] = 200, 100, 250
			m[name+" requests.median"], m[name+" requests.median.low"], m[name+" requests.median.high"] = 1500, 1400, 1600
			m[name+" nodes-ratio"], m[name+" nodes-ratio.low"], m[name+" nodes-ratio.high"] = 2, 1.5, 2.5
			m[name+" ratio"], m[name+" ratio.low"], m[name+" ratio.high"] = 2, 1.9, 2.1
		}
		return m
	}
	for _, a := range axes() {
		for _, id := range a.sets {
			m := metrics(a.sides())
			switch a.subject {
			case storeAxis:
				m["sets shallow right"], m["sets shallow missing"] = 5, 35
			case orderAxis, orderShuffled:
				m["mrv nodes"] = 100
			}
			set = append(set, labtest.Record(setCase(a.subject, id), m, nil))
		}
	}
	for _, o := range operations() {
		set = append(set, labtest.Record(record.Key(o.kind), metrics(o.sides()), nil))
	}
	return set
}

// ratios sets what one alternative takes in the cases of a subject.
func ratios(out map[string]float64, about subject, low, high float64, names ...string) map[string]float64 {
	for _, a := range axes() {
		for _, id := range a.sets {
			for _, name := range names {
				if a.subject == about {
					out[setCase(about, id)+"/"+name+" ratio.low"], out[setCase(about, id)+"/"+name+" ratio.high"] = low, high
				}
			}
		}
	}
	for _, o := range operations() {
		for _, name := range names {
			if o.subject == about {
				out[o.kind+"/"+name+" ratio.low"], out[o.kind+"/"+name+" ratio.high"] = low, high
			}
		}
	}
	return out
}

func TestJudges(t *testing.T) {
	fresh := func() map[string]float64 { return map[string]float64{} }
	access := []string{"random rows-array", "random rows-slices", "sweep rows-array", "sweep rows-slices"}
	store := func(id string) string { return setCase(storeAxis, id) + "/" }
	fixedLoses := fresh()
	for _, r := range base() {
		if r.Kind() == orderKind {
			fixedLoses[r.Case+"/fixed nodes-ratio.low"], fixedLoses[r.Case+"/fixed nodes-ratio.high"] = 0.2, 0.3
			fixedLoses[r.Case+"/fixed ratio.low"], fixedLoses[r.Case+"/fixed ratio.high"] = 0.5, 0.6
		}
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "C15a", Want: lab.Reproduced},
		{Claim: "C15a", Want: lab.Pending, Set: ratios(fresh(), accessOperation, 0.99, 1.08, access...)},
		{Claim: "C15a", Want: lab.Partly, Set: ratios(fresh(), accessOperation, 1.01, 1.02, access...)}, // narrow, and still within what placement does
		{Claim: "C15a", Want: lab.Refuted, Set: ratios(ratios(fresh(), accessOperation, 1.5, 1.6, access...), layoutAxis, 0.9, 1.01, "rows-array", "rows-slices")},
		{Claim: "C15b", Want: lab.Reproduced},
		{Claim: "C15b", Want: lab.Partly, Set: ratios(fresh(), memberOperation, 0.5, 0.6, "member list")},
		{Claim: "C15b", Want: lab.Refuted, Set: ratios(ratios(fresh(), memberOperation, 0.5, 0.6, "member list", "remove list"), domainsAxis, 0.5, 0.6, "list", "list by member")},
		{Claim: "C15c", Want: lab.Reproduced},
		{Claim: "C15c", Want: lab.Pending, Set: ratios(fresh(), queueOnSets, 0.95, 1.2, "shifted")},
		{Claim: "C15c", Want: lab.Partly, Set: ratios(fresh(), queueOnSets, 0.95, 1, "shifted")},
		{Claim: "C15c", Want: lab.Refuted, Set: ratios(ratios(fresh(), queueOnSets, 0.95, 1, "shifted"), queueOnLean, 0.8, 0.9, "shifted")},
		{Claim: "C15d", Want: lab.Reproduced},
		{Claim: "C15d", Want: lab.Partly, Set: ratios(fresh(), peersOnSets, 0.99, 1.02, "computed")},
		{Claim: "C15d", Want: lab.Partly, Set: map[string]float64{setCase(peersOnLean, "own-easy") + "/stored requests.median.low": 300, setCase(peersOnLean, "own-easy") + "/stored requests.median.high": 400}},
		{Claim: "C15d", Want: lab.Pending, Set: map[string]float64{setCase(peersOnLean, "own-easy") + "/stored requests.median.low": 900}},
		{Claim: "C15d", Want: lab.Refuted, Set: ratios(ratios(fresh(), peersOnSets, 0.99, 1.02, "computed"), peersOnLean, 0.8, 0.9, "computed")},
		{Claim: "C15e", Want: lab.Reproduced},
		{Claim: "C15e", Want: lab.Reproduced, Set: map[string]float64{store("magictour") + "sets trail right": 9}},
		{Claim: "C15e", Want: lab.Refuted, Set: map[string]float64{store("magictour") + "sets deep right": 39}},
		{Claim: "C15e", Want: lab.Refuted, Set: map[string]float64{store("magictour") + "sets shallow right": 40, store("own-minimal") + "sets shallow right": 40}},
		{Claim: "C15f", Want: lab.Reproduced},
		{Claim: "C15f", Want: lab.Partly, Set: map[string]float64{setCase(orderAxis, "forum-1106") + "/fixed nodes-ratio.low": 0.3, setCase(orderAxis, "forum-1106") + "/fixed nodes-ratio.high": 0.5}},
		{Claim: "C15f", Want: lab.Refuted, Set: fixedLoses},
	})
}
