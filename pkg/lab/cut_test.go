package lab

import (
	"math"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

func TestCutRatio(t *testing.T) {
	const name = "nodes-ratio"
	one, other := []float64{20, 30, 40, 50}, []float64{10, 10, 10, 10}
	keep := func(cut []bool) record.Record {
		r := &Run{rec: &record.Record{}}
		if err := KeepCutRatio(r, rand.New(rand.NewPCG(1, 2)), name, "×", one, other, cut, nil, stats.DefaultBootstrap()); err != nil {
			t.Fatal(err)
		}
		return *r.rec
	}
	r := keep(nil)
	if i := CutRatio(r, name); !(i.Low >= 2 && i.High <= 5 && i.Low < i.High) || r.Value(name) != 3.5 {
		t.Errorf("%v, median %v, want within 2 to 5 and 3.5", i, r.Value(name))
	}
	if got, want := CutRatioOf(r, name, Number), Number(3.5)+" × ("+Number(r.Value(name+".low"))+"–"+Number(r.Value(name+".high"))+")"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r = keep([]bool{true, true, true, true})
	if i := CutRatio(r, name); i.Low < 2 || !math.IsInf(i.High, 1) {
		t.Errorf("all cut off: %v, want no high end", i)
	}
	if got, want := CutRatioOf(r, name, Number), "≥ "+Number(r.Value(name+".low"))+" ×"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := CutRatioOf(record.Record{}, name, Number); got != "–" {
		t.Errorf("nothing kept: %q", got)
	}
	if err := KeepCutRatio(&Run{rec: &record.Record{}}, rand.New(rand.NewPCG(1, 2)), name, "×", nil, nil, nil, nil, stats.DefaultBootstrap()); err == nil {
		t.Error("a ratio of nothing")
	}
}
