package gnntools

import (
	"context"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/train"
)

// runDocumented trains the document's network on the document's data to the end and keeps the
// accuracy with which it ends. The seed sets initial weights, dropout and the order of the
// puzzles; the puzzles themselves are the same for every seed.
func runDocumented(ctx context.Context, asked string, s Setting, seed uint64, r *lab.Run) error {
	s.Network.Start.Seed, s.Task.Seed, s.Task.Data.Shuffle = seed, seed, seed
	network, err := literal.New(s.Network)
	if err != nil {
		return err
	}
	t, err := trainSupervised(ctx, asked, network, s.Task, 0, r)
	if err != nil {
		return err
	}
	defer t.close()
	training, test := 0.0, 0.0
	for _, rec := range t.records {
		switch rec.Kind {
		case train.KindTrain:
			training = rec.Metrics["cells"]
		case train.KindValidate:
			test = rec.Metrics["cells"]
		}
	}
	stopped := t.report.Step < s.Task.Train().Steps
	r.Count("puzzles", int64(s.Task.Data.Size), "puzzles")
	r.Noisy("epochs", float64(t.report.Step)/float64(s.Task.EpochSteps()), "epochs", 1)
	r.Noisy("stopped", stats.Indicator[float64](stopped), "trainings", 1)
	r.Noisy("training", training, "of empty cells", 1)
	r.Noisy("test", test, "of empty cells", s.Task.Validation.Count)
	r.Noisy("seconds", t.report.Seconds, "s", 1)
	r.Text("network", describe(s))
	return nil
}
