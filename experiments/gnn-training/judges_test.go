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
		out = append(out, labtest.Record(pairs.Case(arm, seed), metrics, map[string]string{"network": "a small network"}))
	}
	return out
}

// straight is the curve of a run that reaches an accuracy after some steps, on a straight line,
// and stays there.
func straight(accuracy float64, steps int) map[string]float64 {
	return map[string]float64{
		pairs.At("cells", steps): accuracy, pairs.At("cells", 1000): accuracy, pairs.BestCells: accuracy, pairs.BestHardCells: accuracy / 2,
		pairs.At("cells."+pairs.HardSet, steps): accuracy / 2, pairs.At("cells."+pairs.HardSet, 1000): accuracy / 2,
	}
}

// base has every claim reproduced that can be.
func base() record.Set {
	documented := map[string]float64{pairs.BestCells: 0.96, "card.fp32": 9.3}
	for i, v := range []float64{0.86, 0.92, 0.96} {
		documented[stageMetric(i+1, "training")] = v
		documented[stageMetric(i+1, "validation")] = v - 0.02
		documented[stageMetric(i+1, "hours")] = []float64{1.5, 2, 2.5}[i]
	}
	set := record.Set{
		labtest.Record(documentedCase, documented, nil),
		labtest.Record(pipelineCase, map[string]float64{"batches": 1000, "digits": 205, "geometry": 245, "lines": 200, "unexplained": 0}, nil),
		labtest.Record(penaltyCase, map[string]float64{"lambda": 0.1, "grids": 1000, "equal": 700, "below": 0, "at-most-twice": 700, "ratio.max": 1.5}, nil),
		labtest.Record(costCase, map[string]float64{
			"fast.p100.float16.hours": 1, "plain.p100.float32.hours": 5, "fast.t4.float16.hours": 1, "plain.t4.float32.hours": 6,
			"p100.float32": 9.3e12, "t4.float32": 8.1e12,
		}, nil),
		labtest.Record(recipeCase, map[string]float64{
			"rate": 1e-3, "decay": 0.01, "batch": 128, "plateau.factor": 0.5, "plateau.patience": 5, "stop.patience": 10, "dropout": 0.3,
			"dropout.decoder": 0.5, "epochs": 40, "halved": 2, "halved.due": 2, "halved.amiss": 0, "flat.last": 10, "stopped": 1,
		}, nil),
	}
	hard := straight(0.8, 75)
	hard[pairs.BestHardCells] = 0.47
	with := straight(0.8, 100)
	with[pairs.BestHardCells] = 0.47
	set = append(set, runs(curriculumArm, hard)...)
	set = append(set, runs(uniformArm, with)...)
	set = append(set, runs(lambdaArm(0), straight(0.8, 100))...)
	for i, size := range []int{100, 1000, 10_000} {
		set = append(set, runs(dataArm(plainArm, size), map[string]float64{pairs.BestCells: 0.6 + 0.1*float64(i)})...)
		// 0.085 of 0.1 for a factor of ten: 10^0.85 = 7.1
		set = append(set, runs(dataArm(augmentedArm, size), map[string]float64{pairs.BestCells: 0.685 + 0.1*float64(i)})...)
	}
	set = append(set, runs(gnnNineArm, straight(0.96, 100))...)
	set = append(set, runs(cnnNineArm, straight(0.9, 100))...)
	for _, format := range []literal.Compute{literal.Float32, literal.BFloat16} {
		set = append(set, runs(precisionPrefix+string(format), map[string]float64{
			"samples_per_s": map[literal.Compute]float64{literal.Float32: 100, literal.BFloat16: 250}[format], pairs.BestCells: 0.9,
		})...)
	}
	return set
}

// each sets a metric of every seed of an arm.
func each(arm, metric string, v float64) map[string]float64 {
	out := map[string]float64{}
	for seed := 1; seed <= 3; seed++ {
		out[pairs.Case(arm, seed)+"/"+metric] = v
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
	stage := func(n int, where string, v float64) map[string]float64 {
		return one(documentedCase+"/"+stageMetric(n, where), v)
	}
	// Curves of the base get a second point, where an earlier accuracy is reached.
	curve := func(arm string, steps int, v float64) map[string]float64 {
		return each(arm, pairs.At("cells", steps), v)
	}
	bfloat := precisionPrefix + string(literal.BFloat16)
	single := precisionPrefix + string(literal.Float32)
	data := func(v float64) map[string]float64 {
		var all []map[string]float64
		for i, size := range []int{100, 1000, 10_000} {
			all = append(all, each(dataArm(augmentedArm, size), pairs.BestCells, 0.6+v+0.1*float64(i)))
		}
		return both(all...)
	}
	labtest.Flips(t, Experiment(), base, []labtest.Flip{
		{Claim: "G14a", Want: lab.Reproduced},
		{Claim: "G14a", Want: lab.Partly, Set: stage(1, "training", 0.8)},
		{Claim: "G14a", Want: lab.Refuted, Set: stage(1, "training", 0.7)},
		{Claim: "G14b", Want: lab.Reproduced},
		{Claim: "G14b", Want: lab.Refuted, Set: stage(2, "training", 0.7)},
		{Claim: "G14c", Want: lab.Reproduced},
		{Claim: "G14c", Want: lab.Refuted, Set: stage(3, "training", 0.7)},
		{Claim: "G14d", Want: lab.Reproduced},
		{Claim: "G14d", Want: lab.Partly, Set: stage(3, "validation", 0.9)},
		{Claim: "G14d", Want: lab.Refuted, Set: stage(3, "validation", 0.5)},

		{Claim: "G15", Want: lab.Reproduced},
		{Claim: "G15", Want: lab.Partly, Set: curve(curriculumArm, 40, 0.8)},
		{Claim: "G15", Want: lab.Partly, Set: curve(uniformArm, 80, 0.8)},
		{Claim: "G15", Want: lab.Refuted, Set: curve(uniformArm, 50, 0.8)},
		{Claim: "G15", Want: lab.Pending, Set: one(pairs.Case(uniformArm, 2)+"/"+pairs.At("cells", 50), 0.85)},
		{Claim: "G15", Want: lab.Pending, Set: each(uniformArm, pairs.BestCells, 0.5)},
		{Claim: "G15", Want: lab.Pending, Set: curve(uniformArm, 990, 0.9)},

		{Claim: "G16a", Want: lab.Reproduced},
		{Claim: "G16a", Want: lab.Refuted, Set: one(pipelineCase+"/lines", 300)},
		{Claim: "G16a", Want: lab.Refuted, Set: one(pipelineCase+"/unexplained", 1)},

		{Claim: "G16b", Want: lab.Reproduced},
		{Claim: "G16b", Want: lab.Partly, Set: data(0.02)},
		{Claim: "G16b", Want: lab.Partly, Set: data(0.5)},
		{Claim: "G16b", Want: lab.Refuted, Set: data(-0.05)},
		{Claim: "G16b", Want: lab.Pending, Set: data(-0.3)},

		{Claim: "G17a", Want: lab.Partly},
		{Claim: "G17a", Want: lab.Reproduced, Set: one(penaltyCase+"/equal", 1000)},
		{Claim: "G17a", Want: lab.Refuted, Set: one(penaltyCase+"/below", 1)},
		{Claim: "G17a", Want: lab.Refuted, Set: one(penaltyCase+"/lambda", 0.2)},

		{Claim: "G17b", Want: lab.Reproduced},
		{Claim: "G17b", Want: lab.Partly, Set: each(uniformArm, pairs.BestHardCells, 0.42)},
		{Claim: "G17b", Want: lab.Partly, Set: each(uniformArm, pairs.BestHardCells, 0.6)},
		{Claim: "G17b", Want: lab.Refuted, Set: each(uniformArm, pairs.BestHardCells, 0.39)},
		{Claim: "G17b", Want: lab.Pending, Set: one(pairs.Case(uniformArm, 2)+"/"+pairs.BestHardCells, 0.39)},
		{Claim: "G17b", Want: lab.Pending, Set: each(lambdaArm(0), pairs.BestCells, 0.3)},

		{Claim: "G18", Want: lab.Reproduced},
		{Claim: "G18", Want: lab.Partly, Set: one(recipeCase+"/stopped", 0)},
		{Claim: "G18", Want: lab.Partly, Set: one(recipeCase+"/halved", 0)},
		{Claim: "G18", Want: lab.Refuted, Set: one(recipeCase+"/batch", 64)},
		{Claim: "G18", Want: lab.Refuted, Set: one(recipeCase+"/halved.amiss", 1)},

		{Claim: "G19a", Want: lab.Reproduced},
		{Claim: "G19a", Want: lab.Partly, Set: each(bfloat, "samples_per_s", 150)},
		{Claim: "G19a", Want: lab.Partly, Set: each(bfloat, "samples_per_s", 400)},
		{Claim: "G19a", Want: lab.Refuted, Set: each(bfloat, "samples_per_s", 90)},
		{Claim: "G19b", Want: lab.Reproduced},
		{Claim: "G19b", Want: lab.Refuted, Set: each(bfloat, pairs.BestCells, 0.89)},
		{Claim: "G19b", Want: lab.Pending, Set: both(each(bfloat, pairs.BestCells, 0.2), each(single, pairs.BestCells, 0.2))},

		{Claim: "G20a", Want: lab.Reproduced},
		{Claim: "G20a", Want: lab.Refuted, Set: one(costCase+"/fast.p100.float16.hours", 5)},
		{Claim: "G20a", Want: lab.Refuted, Set: one(documentedCase+"/card.fp32", 60)},
		{Claim: "G20a", Want: lab.Partly, Set: one(documentedCase+"/card.fp32", 1)},
		{Claim: "G20a", Want: lab.Pending, Set: one(documentedCase+"/card.fp32", 0)},
		{Claim: "G20b", Want: lab.Reproduced},
		{Claim: "G20b", Want: lab.Refuted, Set: one(costCase+"/fast.t4.float16.hours", 7)},
		{Claim: "G20c", Want: lab.Reproduced},
		{Claim: "G20c", Want: lab.Partly, Set: both(stage(1, "hours", 15), stage(2, "hours", 20), stage(3, "hours", 25))},
		{Claim: "G20c", Want: lab.Refuted, Set: stage(1, "hours", 4)},

		{Claim: "G23a", Want: lab.Reproduced},
		{Claim: "G23a", Want: lab.Partly, Set: one(documentedCase+"/"+pairs.BestCells, 0.9)},
		{Claim: "G23a", Want: lab.Refuted, Set: one(documentedCase+"/"+pairs.BestCells, 0.5)},
		{Claim: "G23b", Want: lab.Reproduced},
		{Claim: "G23b", Want: lab.Partly, Set: each(cnnNineArm, pairs.BestCells, 0.7)},
		{Claim: "G23b", Want: lab.Pending, Set: curve(gnnNineArm, 990, 1.5)},
		{Claim: "G23b", Want: lab.Refuted, Set: each(cnnNineArm, pairs.BestCells, 0.97)},
		{Claim: "G23b", Want: lab.Pending, Set: one(pairs.Case(cnnNineArm, 2)+"/"+pairs.BestCells, 0.97)},
		{Claim: "G23b", Want: lab.Pending, Set: both(each(cnnNineArm, pairs.BestCells, 0.3), each(gnnNineArm, pairs.BestCells, 0.5))},
	})
}

// TestFewSeeds leaves a pair with two seeds pending.
func TestFewSeeds(t *testing.T) {
	var set record.Set
	for _, r := range base() {
		if seed := r.Case[len(r.Case)-1:]; seed != "3" {
			set = append(set, r)
		}
	}
	rules := labtest.Rules(t)
	for _, j := range judges() {
		f := j.On(set, rules[j.Claim])
		pending := map[string]bool{"G15": true, "G16b": true, "G17b": true, "G19b": true, "G23b": true}[j.Claim]
		if (f.Verdict == lab.Pending) != pending {
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
