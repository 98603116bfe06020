package dqn

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/gomlx/compute"

	"sudokulab/pkg/train"
)

// Point is a validation of a run, after so many training steps and moves of the environment.
type Point struct {
	Step    int           `json:"step"`
	Moves   int64         `json:"moves"`
	Metrics train.Metrics `json:"metrics"`
}

// Curve is what a run showed.
type Curve struct {
	Points []Point `json:"points"` // validations; for that before the first step see [Untrained]
	Steps  []Point `json:"steps"`  // means of the training steps' metrics between two lines of the log
	// Seconds is the time of training alone; it is the only part that differs from run to run on the Go backend.
	Seconds float64 `json:"seconds"`
	// Diverged tells that a loss or a gradient was no longer finite, which ended the run.
	Diverged bool `json:"diverged,omitempty"`
}

// Train makes a whole run of a recipe in memory and returns what it showed. workers make puzzles, 0 for one a core.
// folder keeps a checkpoint, from which a run that was cut off goes on; empty for none.
func Train(ctx context.Context, backend compute.Backend, r Recipe, workers int, folder string) (*Curve, error) {
	return trainWith(ctx, backend, r, workers, train.Options{Folder: folder, Resume: folder != ""}, Watch{}, nil)
}

// TrainWatched is Train without a folder, and with w told on the way. Kept and Episode are told of deep Q-learning alone.
func TrainWatched(ctx context.Context, backend compute.Backend, r Recipe, workers int, w Watch) (*Curve, error) {
	return trainWith(ctx, backend, r, workers, train.Options{}, w, nil)
}

// Untrained measures a recipe's network before its first training step, on the puzzles of its validations.
func Untrained(ctx context.Context, backend compute.Backend, r Recipe, workers int) (train.Metrics, error) {
	r.Train.Steps, r.Train.ValidateEvery, r.Train.LogEvery = 1, 1, 0
	r.Train.Optimizer.LearningRate, r.Train.Optimizer.WeightDecay, r.Train.Schedule = 1e-30, 0, train.Schedule{Kind: train.ScheduleConstant}
	if r.DQN != nil {
		d := *r.DQN
		d.Begin = 1
		r.DQN = &d
	}
	curve, err := trainWith(ctx, backend, r, workers, train.Options{}, Watch{}, nil)
	if err != nil {
		return nil, err
	}
	if len(curve.Points) == 0 {
		return nil, errors.New("dqn: the network's first loss is not finite")
	}
	return curve.Points[0].Metrics, nil
}

// errPlayed ends a run after [Recipe.Moves].
var errPlayed = errors.New("dqn: all moves are made")

// trainWith calls after, if it is not nil, with the trainer of a run that did not diverge.
func trainWith(ctx context.Context, backend compute.Backend, r Recipe, workers int, options train.Options, w Watch, after func(*train.Trainer) error) (*Curve, error) {
	task, err := r.NewTask(ctx, backend, workers)
	if err != nil {
		return nil, err
	}
	defer task.Close()
	if t, ok := task.(*TaskDQN); ok {
		t.Watch(w)
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var records []train.Record
	options.Record = func(rec train.Record) {
		records = append(records, rec)
		if w.Progress != nil {
			w.Progress(rec.Step, r.Train.Steps)
		}
		if r.Moves > 0 && rec.Kind == train.KindValidate && rec.Samples >= r.Moves {
			end(errPlayed)
		}
	}
	trainer, err := train.New(backend, task, r.Train, options)
	if err != nil {
		return nil, err
	}
	defer trainer.Close()
	if log := filepath.Join(options.Folder, train.LogName); options.Folder != "" {
		if _, err := os.Stat(log); err == nil {
			if records, err = train.ReadLog(log); err != nil {
				return nil, fmt.Errorf("dqn: %w", err)
			}
		}
	}
	report, err := trainer.Run(ctx)
	curve := curveOf(records)
	curve.Seconds, curve.Diverged = report.Seconds, errors.Is(err, train.ErrNotFinite)
	if err != nil && !curve.Diverged && !errors.Is(err, errPlayed) {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	if after != nil && !curve.Diverged {
		if err := after(trainer); err != nil {
			return nil, err
		}
	}
	return curve, nil
}

// curveOf sorts the lines of a log.
func curveOf(records []train.Record) *Curve {
	curve := &Curve{}
	for _, r := range records {
		p := Point{Step: r.Step, Moves: r.Samples, Metrics: maps.Clone(r.Metrics)}
		switch r.Kind {
		case train.KindValidate:
			curve.Points = append(curve.Points, p)
		case train.KindTrain:
			p.Metrics["loss"], p.Metrics["norm"] = float64(r.Loss), float64(r.Norm)
			curve.Steps = append(curve.Steps, p)
		}
	}
	return curve
}
