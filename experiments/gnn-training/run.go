package gnntraining

import (
	"context"
	"fmt"
	"math"
	"time"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/train"
)

// runRecipe trains by the document's optimisation until it stops itself, and counts what the
// log says of it: that each fall of the rate is to half and follows six validations in a row
// without a lower loss, the first one more than the patience of five, and that the end
// follows ten.
func runRecipe(ctx context.Context, cfg Config, r *lab.Run) error {
	s := pairs.Seeded(cfg.Recipe, 1)
	t, err := pairs.Train(ctx, cfg.Backend, s, false, r)
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
	f := follow(t.Records, *o.Plateau, *o.EarlyStop)
	r.Noisy("epochs", float64(f.epochs), "epochs", 1)
	r.Noisy("halved", float64(f.halved), "times", 1)
	r.Noisy("halved.due", float64(f.due), "times", 1)
	r.Noisy("halved.amiss", float64(f.amiss), "times", 1)
	r.Noisy("flat.last", float64(f.flat), "epochs", 1)
	stopped := 0.0
	if t.Report.Stop == train.StopEarly {
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
func runDocumented(ctx context.Context, asked string, s pairs.Setting, r *lab.Run) error {
	t, err := pairs.Train(ctx, asked, s, false, r)
	if err != nil {
		return err
	}
	cells, before := 0.0, 0.0
	for i, stage := range s.Task.Curriculum.Stages {
		last := stage.UntilEpoch * s.Task.EpochSteps()
		var training, validation, seconds float64
		for _, rec := range t.Records {
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
	r.Noisy(pairs.BestCells, cells, "of 1", s.Task.Validation.Count)
	last := t.Records[len(t.Records)-1]
	r.Noisy(pairs.At("cells", last.Step), last.Metrics["cells"], "of empty cells", s.Task.Validation.Count)
	first, err := pairs.First(ctx, asked, s, false)
	if err != nil {
		return err
	}
	r.Noisy(pairs.FirstCells, first, "of empty cells", s.Task.Validation.Count)
	card, err := cardPeak(ctx, asked)
	if err != nil {
		return err
	}
	r.Noisy("card.fp32", card, "TFLOP/s published", 1)
	return keepConstant(ctx, s, r)
}

// runArm trains one side of a pair.
func runArm(ctx context.Context, asked string, s pairs.Setting, convolutional bool, r *lab.Run) error {
	if err := pairs.Run(ctx, asked, s, convolutional, r, r.Noisy); err != nil {
		return err
	}
	return keepConstant(ctx, s, r)
}

// constantCells is the share of the empty cells of a validation that have the most frequent digit.
const constantCells = "constant.cells"

func keepConstant(ctx context.Context, s pairs.Setting, r *lab.Run) error {
	share, cells, err := pairs.ConstantOf(ctx, s.Task.Validation)
	if err != nil {
		return err
	}
	r.Noisy(constantCells, share, "of empty cells", cells)
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
