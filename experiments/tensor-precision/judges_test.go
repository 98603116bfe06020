package tensorprecision

import (
	"encoding/json"
	"fmt"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

var (
	easy  = record.Key(setKind, record.D("set", "own-easy"))
	mixed = record.Key(setKind, record.D("set", "own-mixed"))
	types = record.Key(typeKind, record.D("set", "own-mixed"))
)

// text lists so many intermediates of two values, within int4 and up to most, and one more of these.
func text(truths, small, rest, most int) string {
	var list []result
	add := func(n, most, values int) {
		for range n {
			list = append(list, result{Op: "add", Name: fmt.Sprintf("rule: %d", len(list)), Size: 1, Most: most, Values: values})
		}
	}
	add(truths, 1, 2)
	add(small, 7, 3)
	add(rest+1, most, 3)
	out, err := json.Marshal(list)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// base has 40 intermediates of two values, 55 more within int4 and 5 within int8.
func base() record.Set {
	counts := func() map[string]float64 {
		m := map[string]float64{"puzzles": 600, "intermediates": 100}
		for _, precision := range append([]string{inInt8}, roundings...) {
			m[precision+" compared"], m[precision+" same"] = 600, 600
		}
		return m
	}
	of := func() map[string]string { return map[string]string{"intermediates": text(40, 55, 4, 120)} }
	typed := map[string]float64{}
	for _, unpool := range unpools {
		for _, number := range []string{"float32", toInt16, toInt8} {
			typed[unpool+" "+number+" compared"], typed[unpool+" "+number+" same"] = 12, 12
		}
	}
	return record.Set{
		labtest.Record(easy, counts(), of()), labtest.Record(mixed, counts(), of()),
		labtest.Record(types, typed, map[string]string{"intermediates": text(0, 0, 0, 9000), "backend": "pure Go"}),
	}
}

func TestJudges(t *testing.T) {
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	lists := func(one, other string) map[string]string {
		return map[string]string{easy + "/intermediates": one, mixed + "/intermediates": other}
	}
	both := func(list string) map[string]string { return lists(list, list) }
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "T08a", Want: lab.Reproduced},
		{Claim: "T08a", Want: lab.Partly, Texts: lists(text(40, 55, 4, 128), text(40, 55, 4, 5))},
		{Claim: "T08a", Want: lab.Refuted, Texts: both(text(40, 40, 19, 128))},
		{Claim: "T08a", Want: lab.Pending, Texts: both("")},
		{Claim: "T08a", Want: lab.Pending, Set: set(mixed+"/puzzles", 300)},
		{Claim: "T08a", Want: lab.Pending, Set: set(mixed+"/"+inInt8+" compared", 300)},
		{Claim: "T08a", Want: lab.Refuted, Set: set(mixed+"/"+inInt8+" same", 599)},
		{Claim: "T08a", Want: lab.Refuted, Set: set(mixed+"/int8 same", 599)},
		{Claim: "T08a", Want: lab.Reproduced, Set: set(mixed+"/int4 same", 599)},
		{Claim: "T08a", Want: lab.Pending, Texts: lists(text(40, 55, 4, 120), text(40, 55, 3, 120))}, // not of the same operations
		{Claim: "T08b", Want: lab.Reproduced},
		{Claim: "T08b", Want: lab.Refuted, Set: set(easy+"/int4 same", 599)},
		{Claim: "T08b", Want: lab.Partly, Texts: lists(text(40, 55, 4, 120), text(40, 15, 44, 120))},
		{Claim: "T08b", Want: lab.Refuted, Texts: both(text(10, 15, 74, 120))},
		{Claim: "T08c", Want: lab.Reproduced},
		{Claim: "T08c", Want: lab.Partly, Texts: lists(text(40, 55, 4, 120), text(30, 65, 4, 120))},
		{Claim: "T08c", Want: lab.Refuted, Texts: both(text(10, 85, 4, 120))},
		{Claim: "T08c", Want: lab.Refuted, Set: set(mixed+"/int1 same", 0)},
	})
}

func TestUnion(t *testing.T) {
	one := []result{{Op: "add", Name: "x", Least: 0, Most: 1, Values: 2}}
	for _, c := range []struct {
		with result
		want result
	}{
		{result{Op: "add", Name: "x", Least: 1, Most: 1, Values: 1}, one[0]},
		{result{Op: "add", Name: "x", Least: 0, Most: 2, Values: 2}, result{Op: "add", Name: "x", Least: 0, Most: 2, Values: 3}},
		{result{Op: "add", Name: "x", Least: -9, Most: 0, Values: 3}, result{Op: "add", Name: "x", Least: -9, Most: 1, Values: 3}},
	} {
		if got := union(one, []result{c.with}); len(got) != 1 || got[0] != c.want {
			t.Errorf("with %+v: %+v, want %+v", c.with, got, c.want)
		}
	}
	if got := union(one, []result{{Op: "sub", Name: "x"}}); len(got) != 0 {
		t.Errorf("of another operation: %+v", got)
	}
}
