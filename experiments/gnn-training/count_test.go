package gnntraining

import (
	"math"
	"math/rand/v2"
	"testing"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/gnn/puzzles"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/train"
)

// TestExplain applies each set of kinds to batches and finds it again; an exchange of bands is
// none of them.
func TestExplain(t *testing.T) {
	cfg := puzzles.DefaultConfig(4)
	cfg.Seed = 3
	s, err := puzzles.New(t.Context(), cfg, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	moves := movesOf(4)
	rng := rand.New(rand.NewPCG(1, 2))
	clone := func(batch []puzzles.Sample) (out []puzzles.Sample) {
		for _, x := range batch {
			x.Puzzle = append([]uint8(nil), x.Puzzle...)
			x.Solution = append([]uint8(nil), x.Solution...)
			out = append(out, x)
		}
		return out
	}
	chance := func(set, kind int) float64 {
		if set&kind != 0 {
			return 1
		}
		return 0
	}
	for set := range allKinds + 1 {
		plain, err := s.Batch(t.Context(), 16)
		if err != nil {
			t.Fatal(err)
		}
		changed := clone(plain)
		puzzles.Augment{Digits: chance(set, digitsKind), Geometry: chance(set, geometryKind), Lines: chance(set, linesKind)}.Apply(rng, changed)
		if got, sure := explain(plain, changed, moves); got != set || !sure {
			t.Errorf("batch with kinds %b explained by %b, %v", set, got, sure)
		}
	}
	plain, err := s.Batch(t.Context(), 16)
	if err != nil {
		t.Fatal(err)
	}
	bands := clone(plain)
	for _, x := range bands {
		for _, cells := range [][]uint8{x.Puzzle, x.Solution} {
			for c := range 8 {
				cells[c], cells[c+8] = cells[c+8], cells[c]
			}
		}
	}
	if set, sure := explain(plain, bands, moves); sure && set == 0 {
		t.Error("an exchange of bands passed for no change")
	} else if sure {
		t.Errorf("an exchange of bands explained by %b", set)
	}
}

// TestFollow reads a log that keeps the rules and one that does not.
func TestFollow(t *testing.T) {
	p, e := *train.DefaultPlateau(), *train.DefaultEarlyStop()
	log := func(rates, losses []float64) (out []train.Record) {
		for i := range losses {
			out = append(out, train.Record{Kind: train.KindTrain, Step: i + 1, Rate: rates[i]},
				train.Record{Kind: train.KindValidate, Step: i + 1, Metrics: train.Metrics{"loss": losses[i]}})
		}
		return out
	}
	flat := []float64{2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	right := []float64{8, 8, 8, 8, 8, 8, 8, 8, 4, 4, 4, 4} // the sixth flat validation is the eighth
	if f := follow(log(right, flat), p, e); f != (followed{epochs: 12, halved: 1, due: 1, flat: 10}) {
		t.Errorf("a log that keeps the rules gave %+v", f)
	}
	early := []float64{8, 8, 8, 8, 8, 8, 8, 4, 4, 4, 4, 4}
	if f := follow(log(early, flat), p, e); f.amiss != 1 {
		t.Errorf("a rate that falls too soon gave %+v", f)
	}
}

// TestStages scales the document's ranges to 4×4 and its epochs to another number.
func TestStages(t *testing.T) {
	want := []puzzles.Stage{{UntilEpoch: 5, Low: 6, High: 8}, {UntilEpoch: 12, Low: 4, High: 7}, {UntilEpoch: 20, Low: 4, High: 9}}
	for i, s := range pairs.Curriculum(4, 20).Stages {
		if s != want[i] {
			t.Errorf("stage %d is %+v, want %+v", i+1, s, want[i])
		}
	}
	for i, s := range pairs.Curriculum(9, 60).Stages {
		if s != puzzles.Documented().Stages[i] {
			t.Errorf("stage %d at side 9 is %+v, want the document's", i+1, s)
		}
	}
}

// TestConfidence holds the interval against one worked out by hand: 1, 2, 3 have mean 2 and
// deviation 1, so ± 4.303/√3.
func TestConfidence(t *testing.T) {
	if from, to := confidence([]float64{1, 2, 3}); math.Abs(from+0.4843) > 1e-3 || math.Abs(to-4.4843) > 1e-3 {
		t.Errorf("interval %g to %g, want -0.484 to 4.484", from, to)
	}
	if from, to := confidence([]float64{1}); !math.IsInf(from, -1) || !math.IsInf(to, 1) {
		t.Errorf("interval %g to %g of one value", from, to)
	}
}

// TestDecide gives each verdict.
func TestDecide(t *testing.T) {
	for _, c := range []struct {
		x    []float64
		want lab.Verdict
	}{
		{[]float64{0.24, 0.25, 0.26}, lab.Reproduced},
		{[]float64{0.50, 0.51, 0.52}, lab.Partly},
		{[]float64{0.05, 0.06, 0.07}, lab.Partly},
		{[]float64{-0.01, 0, 0.01}, lab.Refuted},
		{[]float64{-0.3, 0, 0.5}, lab.Pending},
	} {
		if f := decide(lab.Finding{}, c.x, 0.2, 0.3); f.Verdict != c.want {
			t.Errorf("%v: %s, want %s", c.x, f.Verdict, c.want)
		}
	}
}
