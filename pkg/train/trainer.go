package train

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/safetensors"
)

var (
	// ErrConfig is wrapped when a checkpoint was made with another configuration.
	ErrConfig = errors.New("the checkpoint was made with another configuration")
	// ErrNotFinite is wrapped when a step's loss or the norm of its gradients is not finite.
	ErrNotFinite = errors.New("not finite")
)

// Options say where a run reports to and how long it may take. They do not change its
// numbers, except Start and Change.
type Options struct {
	Folder string // of the checkpoint and the log, made if need be, one trainer's at a time; empty: neither
	Resume bool   // go on from the folder's checkpoint if there is one
	Change bool   // resume although the configuration differs; the new one holds from there

	// Budget bounds each call of Run by the clock; 0: no bound. It is looked at between
	// steps and is the deadline of a validation's context. A validation it cuts off is made
	// again after the resumption.
	Budget time.Duration

	Start    *model.Store // initial values of variables, by path, copied; nil: none
	Events   bool         // write TensorBoard's file beside the log
	Progress io.Writer    // a line that is rewritten on a terminal, elsewhere one now and then; nil: none
	Log      *slog.Logger // compilations, checkpoints, lowered rates; nil: none
	Record   func(Record) // called with every record, in the goroutine of Run; nil: none
}

// Why a run ended.
const (
	StopSteps  = "steps"     // all are done
	StopBudget = "budget"    // the time is used up
	StopEarly  = "early"     // no improvement, see [EarlyStop]
	StopCancel = "cancelled" // the context is done
	StopError  = "error"
)

// Report is how a run ended.
type Report struct {
	Stop       string  `json:"stop"`
	From       int     `json:"from"` // steps that were done when Run began
	Step       int     `json:"step"` // steps done
	Samples    int64   `json:"samples"`
	Seconds    float64 `json:"seconds"` // over all resumptions
	Loss       Number  `json:"loss"`    // of the last step; NaN if Run made none
	Validation Metrics `json:"validation,omitempty"`
	Best       *Best   `json:"best,omitempty"`
}

// Best is the best validation so far.
type Best struct {
	Step    int     `json:"step"`
	Value   Number  `json:"value"` // of the configuration's Watch
	Metrics Metrics `json:"metrics"`
}

// Trainer trains the weights of one task. It is for one goroutine.
type Trainer struct {
	backend compute.Backend
	task    Task
	config  Config
	options Options

	store    *model.Store // all variables
	weights  *model.Store // what validations are given, refilled for each
	stepper  *stepper
	state    state
	best     []safetensors.Tensor
	records  *recorder
	progress *progress
	broken   error // the variables are not those of state.Step
}

// New makes a trainer for a backend that stays open as long as it. With Options.Resume
// it loads the folder's checkpoint, and without it refuses a folder that has one. The error
// wraps [ErrConfig] if the checkpoint's configuration would give other numbers.
func New(backend compute.Backend, task Task, config Config, options Options) (*Trainer, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	t := &Trainer{
		backend: backend, task: task, config: config, options: options,
		store: model.NewStore(), weights: model.NewStore(),
		state: state{Plateau: plateauState{Scale: 1}},
	}
	if t.options.Log == nil {
		t.options.Log = slog.New(slog.DiscardHandler)
	}
	if err := guard(t.open); err != nil {
		t.Close()
		return nil, fmt.Errorf("train: %w", err)
	}
	return t, nil
}

func (t *Trainer) open() error {
	if err := t.store.SetRNGStateFromSeed(int64(t.config.Seed)); err != nil {
		return err
	}
	if folder := t.options.Folder; folder != "" {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if err := sweep(folder); err != nil {
			return err
		}
		switch has := HasCheckpoint(folder); {
		case has && !t.options.Resume:
			return fmt.Errorf("%s holds a checkpoint: resume it or take another folder", folder)
		case has:
			if err := t.load(); err != nil {
				return err
			}
			t.options.Log.Info("resumed", "folder", folder, "step", t.state.Step)
		}
	}
	if start := t.options.Start; start != nil && t.state.Step == 0 {
		if err := averaged(start, t.store); err != nil {
			return fmt.Errorf("initial weights: %w", err)
		}
	}
	var err error
	if t.records, err = openRecorder(t.options, t.state); err != nil {
		return err
	}
	t.progress = newProgress(t.options.Progress, t.config.Steps)
	t.stepper, err = newStepper(t.backend, t.store, t.task, t.config)
	return err
}

// Close frees the compiled steps and the variables, and closes the log. It writes nothing.
func (t *Trainer) Close() {
	if t.stepper != nil {
		t.stepper.close()
	}
	t.store.Finalize()
	t.weights.Finalize()
	t.records.close()
}

// Step returns how many steps are done, those before a resumption included.
func (t *Trainer) Step() int { return t.state.Step }

// Weights returns a copy of the averaged weights, or of the weights themselves if the
// configuration does not average, under [ScopePath]. Before the first step there are none
// but those of a checkpoint or Options.Start.
func (t *Trainer) Weights() (*model.Store, error) {
	store := model.NewStore()
	if err := guard(func() error { return averaged(t.store, store) }); err != nil {
		return nil, fmt.Errorf("train: weights: %w", err)
	}
	return store, nil
}

// Best returns the weights that were validated best, for [StoreOf] or a file, and the
// validation; false if there was none.
func (t *Trainer) Best() ([]safetensors.Tensor, Best, bool) {
	if t.state.Best == nil {
		return nil, Best{}, false
	}
	return t.best, *t.state.Best, true
}

// Run trains until all steps are done, the budget is used up, early stopping says so, or
// ctx is done; it can be called again after the second. In each of these cases it leaves a
// whole checkpoint of the last step in the folder, and only the last is an error, which
// wraps ctx's. After any other error the checkpoint is the one written before.
func (t *Trainer) Run(ctx context.Context) (Report, error) {
	report := Report{From: t.state.Step, Loss: Number(math.NaN())}
	t.progress.start(t.state.Step, t.options.Budget)
	stop, err := t.run(ctx, &report.Loss)
	t.progress.done()
	report.Stop, report.Step, report.Samples, report.Seconds = stop, t.state.Step, t.state.Samples, t.state.Seconds
	report.Validation, report.Best = t.state.Last, t.state.Best
	if err != nil {
		err = fmt.Errorf("train: %w", err)
	}
	return report, err
}

func (t *Trainer) run(ctx context.Context, loss *Number) (stop string, err error) {
	if t.broken != nil {
		return StopError, fmt.Errorf("an earlier step failed: %w", t.broken)
	}
	begin, before := time.Now(), t.state.Seconds
	clock := func() { t.state.Seconds = before + time.Since(begin).Seconds() }
	saved, savedStep := begin, t.state.Step
	if t.state.Step == 0 {
		savedStep = -1
	}
	save := func() error {
		if t.options.Folder == "" {
			return nil
		}
		if err := guard(t.save); err != nil {
			return fmt.Errorf("checkpoint of step %d: %w", t.state.Step, err)
		}
		saved, savedStep = time.Now(), t.state.Step
		t.options.Log.Debug("saved", "step", t.state.Step)
		return nil
	}
	timed := ctx
	if t.options.Budget > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithDeadline(ctx, begin.Add(t.options.Budget))
		defer cancel()
	}
	// Whatever is due at a step is made at the top of the loop and noted in the state, so
	// that a run resumed from any checkpoint of the step makes what is still missing.
	for {
		clock()
		if every := t.config.LogEvery; every > 0 && t.state.Step%every == 0 && t.state.Step > t.state.Logged {
			if err := t.log(); err != nil {
				return StopError, err
			}
		}
		last := t.state.Step >= t.config.Steps || t.state.Stopped
		if every := t.config.ValidateEvery; every > 0 && t.state.Step > t.state.Validated && timed.Err() == nil &&
			(t.state.Step%every == 0 || last) {
			if err := t.validate(timed); err != nil && timed.Err() == nil {
				return StopError, err
			}
			clock()
		}
		switch {
		case ctx.Err() != nil:
			stop, err = StopCancel, fmt.Errorf("stopped after step %d: %w", t.state.Step, context.Cause(ctx))
		case t.state.Stopped:
			stop = StopEarly
		case timed.Err() != nil:
			stop = StopBudget
		case t.state.Step >= t.config.Steps:
			stop = StopSteps
		}
		if stop != "" {
			if saveErr := save(); saveErr != nil {
				return StopError, errors.Join(err, saveErr)
			}
			return stop, err
		}
		bySteps := t.config.SaveEvery > 0 && t.state.Step > 0 && t.state.Step%t.config.SaveEvery == 0
		byTime := t.config.SaveSeconds > 0 && time.Since(saved).Seconds() >= t.config.SaveSeconds
		if (bySteps || byTime) && savedStep != t.state.Step {
			if err := save(); err != nil {
				return StopError, err
			}
		}
		value, err := t.step(ctx)
		if err != nil {
			if ctx.Err() != nil && t.broken == nil {
				continue // Next was interrupted before anything changed
			}
			return StopError, fmt.Errorf("step %d: %w", t.state.Step+1, err)
		}
		*loss = Number(value)
	}
}

// step makes one step. After an error that sets broken, the variables or the task are no
// longer those of the state.
func (t *Trainer) step(ctx context.Context) (loss float64, err error) {
	begin := time.Now()
	batch, err := t.task.Next(ctx)
	if err != nil {
		return 0, fmt.Errorf("batch: %w", err)
	}
	defer func() { t.broken = err }()
	compiling := time.Now()
	var compiled bool
	err = guard(func() (err error) {
		compiled, err = t.stepper.prepare(batch.Kind, batch.Inputs)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("building the step of kind %q: %w", batch.Kind, err)
	}
	if compiled {
		took := time.Since(compiling)
		begin = begin.Add(took) // the rate is that of steps
		t.options.Log.Info("compiled", "kind", batch.Kind, "seconds", took.Seconds())
	}
	var norm float64
	var outputs []*tensors.Tensor
	err = guard(func() (err error) {
		loss, norm, outputs, err = t.stepper.step(batch.Kind, batch.Inputs, t.rate())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("kind %q: %w", batch.Kind, err)
	}
	if !finite(loss) || !finite(norm) {
		for _, out := range outputs {
			_ = out.FinalizeAll() // the error below says more
		}
		return 0, fmt.Errorf("kind %q: loss %g, norm of the gradients %g: %w", batch.Kind, loss, norm, ErrNotFinite)
	}
	metrics, err := t.task.Observe(batch.Kind, outputs)
	if err != nil {
		return 0, fmt.Errorf("kind %q: outputs: %w", batch.Kind, err)
	}
	t.state.Step++
	t.state.Samples += int64(batch.Samples)
	t.state.Since.add(batch, loss, norm, metrics, time.Since(begin).Seconds())
	t.progress.step(t.state.Step, loss, metrics, batch.Samples)
	return loss, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// rate returns the learning rate of the next step.
func (t *Trainer) rate() float64 {
	return t.config.Optimizer.LearningRate * t.state.Plateau.Scale *
		t.config.Schedule.factor(t.state.Step, t.config.Steps)
}

// validate measures the averaged weights and lets plateau, early stopping and the best
// look at the result. After an error nothing has changed.
func (t *Trainer) validate(ctx context.Context) error {
	err := guard(func() error {
		// A network that draws random numbers draws the same in every validation.
		if err := t.weights.SetRNGStateFromSeed(int64(t.config.Seed)); err != nil {
			return err
		}
		return averaged(t.store, t.weights)
	})
	if err != nil {
		return fmt.Errorf("weights for the validation: %w", err)
	}
	begin := time.Now()
	var metrics Metrics
	err = guard(func() (err error) {
		metrics, err = t.task.Validate(ctx, t.weights)
		return err
	})
	if err == nil {
		err = ctx.Err() // a task may have stopped half way without saying so
	}
	if err != nil {
		return fmt.Errorf("validation at step %d: %w", t.state.Step, err)
	}
	c := t.config
	value, ok := metrics[c.Watch]
	if !ok {
		return fmt.Errorf("validation at step %d gives no %q", t.state.Step, c.Watch)
	}
	best := t.state.Best
	if best == nil || math.IsNaN(float64(best.Value)) || better(value, float64(best.Value), true, c.WatchHigher, 0) {
		weights, err := TensorsOf(t.weights, safetensors.F32)
		if err != nil {
			return err
		}
		t.best, t.state.Best = weights, &Best{Step: t.state.Step, Value: Number(value), Metrics: metrics}
	}
	// A last validation out of turn does not count for plateau and patience, for a
	// longer run would not have it.
	if t.state.Step%c.ValidateEvery == 0 {
		if c.Plateau != nil && t.state.Plateau.observe(*c.Plateau, value, c.WatchHigher, c.Optimizer.LearningRate) {
			t.options.Log.Info("lowered the learning rate", "step", t.state.Step, "factor", t.state.Plateau.Scale)
		}
		if c.EarlyStop != nil && c.EarlyStop.observe(&t.state.Stop, value, c.WatchHigher) {
			t.state.Stopped = true
		}
	}
	t.state.Validated, t.state.Last = t.state.Step, metrics
	return t.record(Record{Kind: KindValidate, Metrics: metrics, ValidationSeconds: time.Since(begin).Seconds()})
}
