package pairs

import (
	"context"
	"fmt"

	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/train"
)

// Trained is what a run left behind.
type Trained struct {
	Report  train.Report
	Records []train.Record
}

// manyPuzzles is the size of a data set that takes a core a minute and more to make.
const manyPuzzles = 300_000

// Train trains a network. What is counted before is kept as exact figures.
func Train(ctx context.Context, asked string, s Setting, convolutional bool, r *lab.Run) (Trained, error) {
	out, err := fit(ctx, asked, s, convolutional, r.Progress)
	if err != nil {
		return out, err
	}
	side := s.Task.Data.Puzzles.Side
	parameters, operations := s.Network.Parameters(), s.Network.FLOPs(side, 1)
	if convolutional {
		parameters, operations = s.CNN.Parameters(), s.CNN.FLOPs(side, 1)
	}
	r.Count("parameters", int64(parameters), "weights")
	r.Count("flops", operations, "FLOP a board forward")
	r.Count("batch", int64(s.Task.Batch), "boards")
	r.Count("epoch.steps", int64(s.Task.EpochSteps()), "steps")
	r.Text("network", describe(s, convolutional))
	r.Noisy("seconds", out.Report.Seconds, "s", 1)
	r.Noisy("steps", float64(out.Report.Step), "steps", 1)
	r.Noisy("samples", float64(out.Report.Samples), "boards", 1)
	r.Noisy("samples_per_s", rate(out.Records), "boards/s", len(out.Records))
	return out, nil
}

// fit trains a network and tells progress the steps done.
func fit(ctx context.Context, asked string, s Setting, convolutional bool, progress func(done, total int)) (Trained, error) {
	var out Trained
	choice, err := backend.Open(ctx, asked)
	if err != nil {
		return out, err
	}
	defer choice.Close()
	var network gnn.Network
	if convolutional {
		network, err = cnn.New(s.CNN)
	} else {
		network, err = literal.New(s.Network)
	}
	if err != nil {
		return out, err
	}
	workers := 1 // other runs have the other cores
	if s.Task.Data.Size > manyPuzzles {
		workers = 0
	}
	task, err := supervised.NewTask(ctx, choice.Backend, network, s.Task, workers)
	if err != nil {
		return out, err
	}
	defer task.Close()
	cfg := s.Task.Train()
	trainer, err := train.New(choice.Backend, task, cfg, train.Options{Record: func(rec train.Record) {
		out.Records = append(out.Records, rec)
		progress(rec.Step, cfg.Steps)
	}})
	if err != nil {
		return out, err
	}
	defer trainer.Close()
	out.Report, err = trainer.Run(ctx)
	return out, err
}

// First returns the share of empty cells that a network has right before its first step, by a
// training of one step at a rate that moves no weight.
func First(ctx context.Context, asked string, s Setting, convolutional bool) (float64, error) {
	s.Task.Epochs, s.Task.Epoch, s.Task.Data.Size = 1, s.Task.Batch, 0
	s.Task.Optimisation.AdamW.LearningRate = 1e-30
	t, err := fit(ctx, asked, s, convolutional, func(int, int) {})
	if err != nil {
		return 0, err
	}
	return t.Records[len(t.Records)-1].Metrics["cells"], nil
}

// describe names a network with its size, as tables do.
func describe(s Setting, convolutional bool) string {
	side := s.Task.Data.Puzzles.Side
	if convolutional {
		return fmt.Sprintf("%d×%d, CNN, channels %v", side, side, s.CNN.Channels)
	}
	text := fmt.Sprintf("%d×%d, hidden %d, %d iterations", side, side, s.Network.Hidden, s.Network.Iterations)
	if s.Network.Dropout > 0 {
		text += fmt.Sprintf(", dropout %g and %g", s.Network.Dropout, s.Network.DecoderDropout)
	}
	return text
}

// rate is the number of samples a second of training, without validations, over the second
// half of the log.
func rate(records []train.Record) float64 {
	var rates []float64
	for _, rec := range records {
		if rec.Kind == train.KindTrain {
			rates = append(rates, rec.SamplesPerSecond)
		}
	}
	sum := 0.0
	late := rates[len(rates)/2:]
	for _, v := range late {
		sum += v
	}
	if len(late) == 0 {
		return 0
	}
	return sum / float64(len(late))
}

// points bounds the validations of a run that are kept as a curve.
const points = 60

// Keep keeps a figure: Run.Exact of package lab on a backend that is deterministic, else Run.Noisy.
type Keep func(name string, value float64, unit string, n int)

// Run trains one side of a pair and keeps its validations.
func Run(ctx context.Context, asked string, s Setting, convolutional bool, r *lab.Run, keep Keep) error {
	t, err := Train(ctx, asked, s, convolutional, r)
	if err != nil {
		return err
	}
	best := map[string]float64{}
	names := []string{"cells", "grids", "units"}
	for _, set := range s.Task.Validation.Sets {
		names = append(names, "cells/"+set.Name, "grids/"+set.Name)
	}
	every := max(1, s.Task.Epochs/points)
	n := s.Task.Validation.Count * len(s.Task.Validation.Sets)
	for _, rec := range t.Records {
		epoch := rec.Step / s.Task.EpochSteps()
		if rec.Kind == train.KindTrain {
			if epoch%every == 0 {
				keep(At("training", rec.Step), rec.Metrics["cells"], "of empty cells", 1)
			}
			continue
		}
		for _, name := range names {
			if v, ok := rec.Metrics[name]; ok {
				best[name] = max(best[name], v)
			}
		}
		if epoch%every == 0 {
			for _, name := range []string{"cells", "cells/" + HardSet} {
				if v, ok := rec.Metrics[name]; ok {
					keep(At(dotted(name), rec.Step), v, "of empty cells", n)
				}
			}
		}
	}
	untrained, err := First(ctx, asked, s, convolutional)
	if err != nil {
		return err
	}
	keep(FirstCells, untrained, "of empty cells", n)
	for _, name := range names {
		keep("best."+dotted(name), best[name], "of 1", n)
	}
	return nil
}

// dotted writes a metric's name without the slash that joins case and metric elsewhere.
func dotted(name string) string {
	out := []rune(name)
	for i, c := range out {
		if c == '/' {
			out[i] = '.'
		}
	}
	return string(out)
}

// At names the figure of a step.
func At(name string, step int) string { return fmt.Sprintf("%s step=%d", name, step) }
