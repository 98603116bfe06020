package gnntraining

import (
	"maps"
	"testing"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// runs returns records of an arm, one for each of three seeds.
func runs(arm string, metrics map[string]float64) (out record.Set) {
	for seed := 1; seed <= 3; seed++ {
		out = append(out, labtest.Record(pairs.Case(arm, seed).Key(), metrics, map[string]string{"network": "a small network"}))
	}
	return out
}

// steps are the steps of a run of the base.
const steps = 1000

// base has every claim reproduced that can be.
func base() record.Set {
	learnt := func(accuracy float64, more map[string]float64) map[string]float64 {
		out := map[string]float64{pairs.BestCells: accuracy, pairs.At("cells", steps): accuracy, pairs.FirstCells: 0.1, constantCells: 0.12}
		maps.Copy(out, more)
		return out
	}
	documented := map[string]float64{"card.fp32": 9.3}
	for i, v := range []float64{0.86, 0.92, 0.96} {
		documented[stageMetric(i+1, "training")] = v
		documented[stageMetric(i+1, "validation")] = v - 0.02
		documented[stageMetric(i+1, "hours")] = []float64{1.5, 2, 2.5}[i]
	}
	set := record.Set{
		labtest.Record(pipelineCase, map[string]float64{"batches": 1000, "digits": 205, "geometry": 245, "lines": 200, "unexplained": 0}, nil),
		labtest.Record(penaltyCase, map[string]float64{"lambda": 0.1, "grids": 2000, "equal": 2000, "below": 0, "at-most-twice": 1400, "ratio.max": 1}, nil),
		labtest.Record(costCase, map[string]float64{
			"fast.p100.float16.hours": 1, "plain.p100.float32.hours": 5, "fast.t4.float16.hours": 1, "plain.t4.float32.hours": 6,
			"fast.flops": 7e16, "p100.float32": 9.3e12, "t4.float32": 8.1e12,
		}, nil),
		labtest.Record(recipeCase, map[string]float64{
			"rate": 1e-3, "decay": 0.01, "batch": 128, "plateau.factor": 0.5, "plateau.patience": 5, "stop.patience": 10, "dropout": 0.3,
			"dropout.decoder": 0.5, "epochs": 40, "halved": 2, "halved.due": 2, "halved.amiss": 0, "flat.last": 10, "stopped": 1,
		}, nil),
	}
	set = append(set, runs(documentedArm, learnt(0.96, documented))...)
	for i, size := range []int{2_500_000, 5_000_000, 10_000_000} {
		set = append(set, runs(documentedPlain(size), learnt(0.94+0.015*float64(i), nil))...)
	}
	for i, size := range []int{100, 1000, 10_000} {
		set = append(set, runs(dataArm(plainKind, size), learnt(0.6+0.1*float64(i), nil))...)
		// 0.085 of 0.1 for a factor of ten: 10^0.85 = 7.1
		set = append(set, runs(dataArm(augmentedKind, size), learnt(0.685+0.1*float64(i), nil))...)
	}
	for _, lambda := range []float64{0, pairs.DocumentedLambda} {
		set = append(set, runs(lambdaArm(lambda), learnt(0.8, map[string]float64{pairs.At("cells", 500): 0.7, pairs.At("cells."+pairs.HardSet, 500): 0.6, pairs.At("cells."+pairs.HardSet, steps): 0.6}))...)
	}
	set = append(set, runs(curriculumArm, learnt(0.8, map[string]float64{pairs.At("cells", 500): 0.75}))...)
	for arm, v := range map[string]float64{gnnNineArm: 0.96, cnnNineArm: 0.9} {
		set = append(set, runs(arm, learnt(v, map[string]float64{"parameters": 7.5e6, pairs.At("cells", 500): 0.6}))...)
	}
	for _, format := range []literal.Compute{literal.Float32, literal.BFloat16} {
		set = append(set, runs(precisionArm(format), learnt(0.9, map[string]float64{
			"samples_per_s": map[literal.Compute]float64{literal.Float32: 100, literal.BFloat16: 250}[format],
		}))...)
	}
	return set
}

// all sets a metric of every seed of an arm, to the values in turn.
func all(arm, metric string, v ...float64) map[string]float64 {
	out := map[string]float64{}
	for seed := 1; seed <= 3; seed++ {
		out[pairs.Case(arm, seed).Key()+"/"+metric] = v[(seed-1)%len(v)]
	}
	return out
}

func both(a ...map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for _, m := range a {
		maps.Copy(out, m)
	}
	return out
}

func TestJudges(t *testing.T) {
	one := func(key string, v float64) map[string]float64 { return map[string]float64{key: v} }
	stage := func(n int, where string, v ...float64) map[string]float64 {
		return all(documentedArm, stageMetric(n, where), v...)
	}
	bfloat := precisionArm(literal.BFloat16)
	plain := func(times int, v ...float64) map[string]float64 {
		return all(documentedPlain(times*500_000), pairs.BestCells, v...)
	}
	lost := func(arm string) map[string]float64 { return all(arm, pairs.At("cells", steps), 0.11) }
	hours := func(times float64) map[string]float64 {
		return both(stage(1, "hours", 1.5*times), stage(2, "hours", 2*times), stage(3, "hours", 2.5*times))
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "G14a", Want: lab.Reproduced},
		{Claim: "G14a", Want: lab.Partly, Set: stage(1, "training", 0.8)},
		{Claim: "G14a", Want: lab.Refuted, Set: stage(1, "training", 0.7)},
		{Claim: "G14a", Want: lab.Pending, Set: stage(1, "training", 0.8, 0.86, 0.9)},
		{Claim: "G14b", Want: lab.Reproduced},
		{Claim: "G14b", Want: lab.Refuted, Set: stage(2, "training", 0.7)},
		{Claim: "G14c", Want: lab.Reproduced},
		{Claim: "G14c", Want: lab.Refuted, Set: stage(3, "training", 0.7)},
		{Claim: "G14d", Want: lab.Reproduced},
		{Claim: "G14d", Want: lab.Partly, Set: stage(3, "validation", 0.9)},
		{Claim: "G14d", Want: lab.Refuted, Set: stage(3, "validation", 0.5)},

		{Claim: "G16b", Want: lab.Reproduced},
		{Claim: "G16b", Want: lab.Partly, Set: plain(20, 0.955)},                         // worth more than ten times
		{Claim: "G16b", Want: lab.Partly, Set: both(plain(10, 0.965), plain(20, 0.975))}, // and less than five
		{Claim: "G16b", Want: lab.Refuted, Set: plain(5, 0.965)},
		{Claim: "G16b", Want: lab.Pending, Set: plain(10, 0.9, 0.96, 0.99)},
		{Claim: "G16b", Want: lab.Pending, Set: lost(documentedArm)},

		{Claim: "G17a", Want: lab.Reproduced},
		{Claim: "G17a", Want: lab.Partly, Set: one(penaltyCase+"/equal", 1400)},
		{Claim: "G17a", Want: lab.Pending, Set: one(penaltyCase+"/equal", 1000)},
		{Claim: "G17a", Want: lab.Refuted, Set: one(penaltyCase+"/equal", 600)},
		{Claim: "G17a", Want: lab.Refuted, Set: one(penaltyCase+"/below", 1)},
		{Claim: "G17a", Want: lab.Refuted, Set: one(penaltyCase+"/lambda", 0.2)},

		{Claim: "G18", Want: lab.Reproduced},
		{Claim: "G18", Want: lab.Pending, Set: one(recipeCase+"/stopped", 0)},
		{Claim: "G18", Want: lab.Pending, Set: one(recipeCase+"/halved", 0)},
		{Claim: "G18", Want: lab.Refuted, Set: one(recipeCase+"/batch", 64)},
		{Claim: "G18", Want: lab.Refuted, Set: one(recipeCase+"/halved.amiss", 1)},

		{Claim: "G19a", Want: lab.Reproduced},
		{Claim: "G19a", Want: lab.Partly, Set: all(bfloat, "samples_per_s", 160)},
		{Claim: "G19a", Want: lab.Partly, Set: all(bfloat, "samples_per_s", 400)},
		{Claim: "G19a", Want: lab.Refuted, Set: all(bfloat, "samples_per_s", 120)},
		{Claim: "G19a", Want: lab.Pending, Set: all(bfloat, "samples_per_s", 120, 200, 250)},
		{Claim: "G19b", Want: lab.Reproduced},
		{Claim: "G19b", Want: lab.Refuted, Set: all(bfloat, pairs.BestCells, 0.89)},
		{Claim: "G19b", Want: lab.Pending, Set: all(bfloat, pairs.BestCells, 0.89, 0.9, 0.91)},
		{Claim: "G19b", Want: lab.Pending, Set: lost(bfloat)},

		{Claim: "G20a", Want: lab.Reproduced},
		{Claim: "G20a", Want: lab.Refuted, Set: one(costCase+"/fast.flops", 7e17)},
		{Claim: "G20a", Want: lab.Refuted, Set: all(documentedArm, "card.fp32", 60)},
		{Claim: "G20a", Want: lab.Pending, Set: all(documentedArm, "card.fp32", 1)}, // shorter
		{Claim: "G20a", Want: lab.Pending, Set: all(documentedArm, "card.fp32", 0)},
		{Claim: "G20b", Want: lab.Reproduced},
		{Claim: "G20b", Want: lab.Refuted, Set: one(costCase+"/fast.flops", 7e18)},
		{Claim: "G20c", Want: lab.Reproduced},
		{Claim: "G20c", Want: lab.Refuted, Set: hours(10)},
		{Claim: "G20c", Want: lab.Refuted, Set: stage(1, "hours", 4)},
		{Claim: "G20c", Want: lab.Pending, Set: hours(0.1)},

		{Claim: "G23a", Want: lab.Reproduced},
		{Claim: "G23a", Want: lab.Partly, Set: all(documentedArm, pairs.BestCells, 0.9)},
		{Claim: "G23a", Want: lab.Refuted, Set: all(documentedArm, pairs.BestCells, 0.5)},
		{Claim: "G23b", Want: lab.Reproduced},
		{Claim: "G23b", Want: lab.Partly, Set: all(cnnNineArm, pairs.BestCells, 0.8)},
		{Claim: "G23b", Want: lab.Partly, Set: all(cnnNineArm, pairs.BestCells, 0.95)},
		{Claim: "G23b", Want: lab.Refuted, Set: all(cnnNineArm, pairs.BestCells, 0.6)},
		{Claim: "G23b", Want: lab.Refuted, Set: all(cnnNineArm, pairs.BestCells, 0.97)},
		{Claim: "G23b", Want: lab.Pending, Set: all(gnnNineArm, pairs.BestCells, 0.8, 0.9, 0.99)},
		{Claim: "G23b", Want: lab.Pending, Set: lost(gnnNineArm)},
		{Claim: "G23b", Want: lab.Pending, Set: all(cnnNineArm, "parameters", 1e6)},
	})
}

// TestFewSeeds leaves what differs from training to training pending with two seeds.
func TestFewSeeds(t *testing.T) {
	var set record.Set
	for _, r := range base() {
		if !r.Has("seed") || r.Int("seed") != 3 {
			set = append(set, r)
		}
	}
	rules := labtest.Rules(t)
	for _, j := range judges() {
		f := j.On(set, rules[j.Claim])
		if counted := j.Claim == "G17a" || j.Claim == "G18"; (f.Verdict == lab.Pending) == counted {
			t.Errorf("%s with two seeds: %s (%s)", j.Claim, f.Verdict, f.Because)
		}
	}
}

func TestEquivalent(t *testing.T) {
	sizes, plain := []int{10, 100, 1000}, []float64{0.5, 0.6, 0.8}
	for _, c := range []struct {
		size         int
		accuracy     float64
		times        float64
		above, below bool
	}{
		{10, 0.6, 10, false, false},
		{100, 0.7, 3.1623, false, false}, // half way from 100 to 1000 on a logarithmic scale
		{100, 0.9, 10, true, false},
		{10, 0.4, 1, false, true},
		{10, 0.5, 1, false, false},
		{1000, 0.55, 0.0316, false, false},
	} {
		f := equivalent(sizes, plain, c.size, c.accuracy)
		if f.above != c.above || f.below != c.below || f.times < c.times*0.999 || f.times > c.times*1.001 {
			t.Errorf("%+v gave %+v", c, f)
		}
	}
}

// TestFigures draws every pair of the base.
func TestFigures(t *testing.T) {
	figures, err := figures(base())
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, f := range figures {
		drawn[f.Name] = len(f.SVG) > 0
	}
	for _, name := range []string{"curriculum", "lambda", "cnn-9x9", "augmentation-sizes"} {
		if !drawn[name] {
			t.Errorf("no figure %s among %v", name, drawn)
		}
	}
}
