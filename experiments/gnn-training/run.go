package gnntraining

import (
	"context"
	"fmt"
	"math"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/train"
)

// trained is what a run left behind.
type trained struct {
	report  train.Report
	records []train.Record
}

// manyPuzzles is the size of a data set that takes a core a minute and more to make.
const manyPuzzles = 300_000

// run trains a network. What is counted before is kept as exact figures.
func run(ctx context.Context, asked string, s Setting, convolutional bool, r *lab.Run) (trained, error) {
	var out trained
	choice, err := backend.Open(ctx, asked)
	if err != nil {
		return out, err
	}
	defer choice.Close()
	var network gnn.Network
	side := s.Task.Data.Puzzles.Side
	var parameters int
	var operations int64
	if convolutional {
		network, err = cnn.New(s.CNN)
		parameters, operations = s.CNN.Parameters(), s.CNN.FLOPs(side, 1)
	} else {
		network, err = literal.New(s.Network)
		parameters, operations = s.Network.Parameters(), s.Network.FLOPs(side, 1)
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
		out.records = append(out.records, rec)
		r.Progress(rec.Step, cfg.Steps)
	}})
	if err != nil {
		return out, err
	}
	defer trainer.Close()
	if out.report, err = trainer.Run(ctx); err != nil {
		return out, err
	}
	r.Count("parameters", int64(parameters), "weights")
	r.Count("flops", operations, "FLOP a board forward")
	r.Count("batch", int64(s.Task.Batch), "boards")
	r.Count("epoch.steps", int64(s.Task.EpochSteps()), "steps")
	r.Text("network", describe(s, convolutional))
	r.Noisy("seconds", out.report.Seconds, "s", 1)
	r.Noisy("steps", float64(out.report.Step), "steps", 1)
	r.Noisy("samples", float64(out.report.Samples), "boards", 1)
	r.Noisy("samples_per_s", rate(out.records), "boards/s", len(out.records))
	return out, nil
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

// runArm trains one side of a pair and keeps its validations.
func runArm(ctx context.Context, asked string, s Setting, convolutional bool, r *lab.Run) error {
	t, err := run(ctx, asked, s, convolutional, r)
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
	for _, rec := range t.records {
		epoch := rec.Step / s.Task.EpochSteps()
		if rec.Kind == train.KindTrain {
			if epoch%every == 0 {
				r.Noisy(at("training", rec.Step), rec.Metrics["cells"], "of empty cells", 1)
			}
			continue
		}
		for _, name := range names {
			if v, ok := rec.Metrics[name]; ok {
				best[name] = max(best[name], v)
			}
		}
		if epoch%every == 0 {
			for _, name := range []string{"cells", "cells/" + hardSet} {
				if v, ok := rec.Metrics[name]; ok {
					r.Noisy(at(dotted(name), rec.Step), v, "of empty cells", n)
				}
			}
		}
	}
	for _, name := range names {
		r.Noisy("best."+dotted(name), best[name], "of 1", n)
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

func at(name string, step int) string { return fmt.Sprintf("%s step=%d", name, step) }

// runRecipe trains by the document's optimisation until it stops itself, and counts what the
// log says of it: that each fall of the rate is to half and follows six validations in a row
// without a lower loss, the first one more than the patience of five, and that the end
// follows ten.
func runRecipe(ctx context.Context, cfg Config, r *lab.Run) error {
	s := seeded(cfg.Recipe, 1)
	t, err := run(ctx, cfg.Backend, s, false, r)
	if err != nil {
		return err
	}
	o := s.Task.Optimisation
	r.Exact("rate", o.AdamW.LearningRate, "of 1", 1)
	r.Exact("decay", o.AdamW.WeightDecay, "of 1", 1)
	r.Exact("plateau.factor", o.Plateau.Factor, "of 1", 1)
	r.Count("plateau.patience", int64(o.Plateau.Patience), "epochs")
	r.Count("stop.patience", int64(o.EarlyStop.Patience), "epochs")
	r.Exact("dropout", s.Network.Dropout, "of 1", 1)
	r.Exact("dropout.decoder", s.Network.DecoderDropout, "of 1", 1)
	f := follow(t.records, *o.Plateau, *o.EarlyStop)
	r.Noisy("epochs", float64(f.epochs), "epochs", 1)
	r.Noisy("halved", float64(f.halved), "times", 1)
	r.Noisy("halved.due", float64(f.due), "times", 1)
	r.Noisy("halved.amiss", float64(f.amiss), "times", 1)
	r.Noisy("flat.last", float64(f.flat), "epochs", 1)
	stopped := 0.0
	if t.report.Stop == train.StopEarly {
		stopped = 1
	}
	r.Noisy("stopped", stopped, "runs", 1)
	return nil
}

// followed is what a log shows of plateau and early stopping.
type followed struct {
	epochs, halved, due, amiss int
	flat                       int // validations in a row without a lower loss, at the end
}

// follow works out from the validations alone when the rate is to fall, and compares with the
// rates in the log.
func follow(records []train.Record, p train.Plateau, e train.EarlyStop) (f followed) {
	var rates []float64
	for _, rec := range records {
		if rec.Kind == train.KindTrain {
			rates = append(rates, rec.Rate)
		}
	}
	lowest, least := math.Inf(1), math.Inf(1)
	bad, want := 0, 0.0
	if len(rates) > 0 {
		want = rates[0]
	}
	for _, rec := range records {
		if rec.Kind != train.KindValidate {
			continue
		}
		loss := rec.Metrics["loss"]
		if f.epochs < len(rates) && math.Abs(rates[f.epochs]-want) > 1e-12 {
			f.amiss++ // the line of the log comes before the validation of its epoch
		}
		f.epochs++
		if loss < lowest-p.Threshold*math.Abs(lowest) || math.IsInf(lowest, 1) {
			lowest, bad = loss, 0
		} else {
			bad++
		}
		if bad > p.Patience {
			bad, want = 0, want*p.Factor
			f.due++
		}
		if loss < least-e.Threshold*math.Abs(least) || math.IsInf(least, 1) {
			least, f.flat = loss, 0
		} else {
			f.flat++
		}
	}
	for i := 1; i < len(rates); i++ {
		if rates[i] < rates[i-1] {
			f.halved++
		}
	}
	return f
}

// runDocumented trains the document's network on the document's data and keeps the ends of
// its stages.
func runDocumented(ctx context.Context, asked string, s Setting, r *lab.Run) error {
	t, err := run(ctx, asked, s, false, r)
	if err != nil {
		return err
	}
	cells, before := 0.0, 0.0
	for i, stage := range s.Task.Curriculum.Stages {
		last := stage.UntilEpoch * s.Task.EpochSteps()
		var training, validation, seconds float64
		for _, rec := range t.records {
			if rec.Step > last {
				break
			}
			if rec.Kind == train.KindTrain {
				training = rec.Metrics["cells"]
			} else {
				validation, seconds = rec.Metrics["cells"], rec.Seconds
				cells = max(cells, validation)
			}
		}
		r.Noisy(stageMetric(i+1, "training"), training, "of empty cells", 1)
		r.Noisy(stageMetric(i+1, "validation"), validation, "of empty cells", s.Task.Validation.Count)
		r.Noisy(stageMetric(i+1, "hours"), (seconds-before)/3600, "h", 1)
		before = seconds
	}
	r.Noisy("best.cells", cells, "of 1", s.Task.Validation.Count)
	card, err := cardPeak(ctx, asked)
	if err != nil {
		return err
	}
	r.Noisy("card.fp32", card, "TFLOP/s published", 1)
	return nil
}

// cardPeak is the published rate of the card that a backend runs on, in float32; 0 on anything
// but a card whose figures package accel knows.
func cardPeak(ctx context.Context, asked string) (float64, error) {
	choice, err := backend.Open(ctx, asked)
	if err != nil {
		return 0, err
	}
	defer choice.Close()
	if choice.Platform != accel.PlatformCUDA {
		return 0, nil
	}
	cfg := accel.DefaultProbe(choice.Platform)
	cfg.Budget = time.Second
	report, err := accel.Probe(ctx, choice, cfg)
	if err != nil || report.Card == nil {
		return 0, err
	}
	return report.Card.FP32, nil
}

func stageMetric(stage int, name string) string { return fmt.Sprintf("stage=%d.%s", stage, name) }
