package tensorbackends

import (
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func key(kind, backend, form string, more ...record.Dim) string {
	return record.Key(kind, append([]record.Dim{record.D("backend", backend), record.D("form", form)}, more...)...)
}

var (
	sized  = key(answersKind, "go", "literal", record.D("set", mixedSet))
	small  = key(answersKind, "go", "literal", record.D("set", easySet))
	bits   = key(answersKind, "go", "packed", record.D("set", mixedSet))
	onCPU  = key(equalKind, "go", "literal")
	onCard = key(equalKind, "xla", "literal")
)

// base is of a card.
func base() record.Set {
	sizes := func(n float64) map[string]float64 {
		return map[string]float64{"sizes asked": n, "sizes": n, "shaped": n, "largest": 4096, "answers": 4000, "same": 4000}
	}
	on := func() map[string]float64 {
		return map[string]float64{"taken": 1, "answers": 1500, "same": 1500, "kinds": 8, "native": 8}
	}
	return record.Set{
		labtest.Record(sized, sizes(13), nil), labtest.Record(small, sizes(9), nil), labtest.Record(bits, sizes(13), nil),
		labtest.Record(onCPU, on(), map[string]string{"backend": pureGo}),
		labtest.Record(onCard, on(), map[string]string{"backend": "XLA, CUDA"}),
	}
}

func TestJudges(t *testing.T) {
	set := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	noCard := map[string]string{onCard + "/backend": "XLA, CPU"}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "T01", Want: lab.Reproduced},
		{Claim: "T01", Want: lab.Refuted, Set: set(small+"/same", 3999)},
		{Claim: "T01", Want: lab.Refuted, Set: set(sized+"/sizes", 12)},
		{Claim: "T01", Want: lab.Refuted, Set: set(sized+"/shaped", 12)},
		{Claim: "T01", Want: lab.Reproduced, Set: set(bits+"/shaped", 0)}, // not the document's form
		{Claim: "T01", Want: lab.Reproduced, Set: set(small+"/largest", 64)},
		{Claim: "T01", Want: lab.Pending, Set: map[string]float64{small + "/largest": 64, sized + "/largest": 64}},
		{Claim: "T01", Want: lab.Pending, Set: map[string]float64{
			small + "/answers": 30, small + "/same": 30, sized + "/answers": 30, sized + "/same": 30,
		}},
		{Claim: "T09", Want: lab.Reproduced},
		{Claim: "T09", Want: lab.Pending, Texts: noCard},
		{Claim: "T09", Want: lab.Refuted, Set: set(onCard+"/same", 1499)},
		{Claim: "T09", Want: lab.Refuted, Set: set(onCard+"/taken", 0)},
		{Claim: "T09", Want: lab.Pending, Set: map[string]float64{onCard + "/answers": 100, onCard + "/same": 100}},
		{Claim: "T09", Want: lab.Reproduced, Set: set(onCPU+"/same", 7)}, // stands beside
		{Claim: "T12", Want: lab.Reproduced},
		{Claim: "T12", Want: lab.Pending, Texts: noCard},
		{Claim: "T12", Want: lab.Partly, Set: set(onCard+"/native", 7)},
		{Claim: "T12", Want: lab.Partly, Set: set(onCard+"/taken", 0)},
		{Claim: "T12", Want: lab.Refuted, Set: set(onCard+"/native", 5)},
	})
}
