package gnntraining

import (
	"testing"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

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
