package dqnpipeline

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
)

// Helpers sizes the training steps whose helpers take one item at a time, or a batch.
type Helpers struct {
	Batch       int `json:"batch"`       // transitions in a step
	Transitions int `json:"transitions"` // in the buffer
	Steps       int `json:"steps"`       // in a turn of a form
	Rounds      int `json:"rounds"`
	Counted     int `json:"counted"` // steps of each form whose transfers are counted, at least
}

// helpersOf are the sizes where a configuration states none: as many steps and rounds as trainers make.
func helpersOf(cfg Config) Helpers {
	if cfg.Helpers != nil {
		return *cfg.Helpers
	}
	return Helpers{Batch: cfg.Batch, Transitions: 4 * cfg.Batch, Steps: max(2, cfg.Steps/12), Rounds: max(3, cfg.Rounds), Counted: cfg.Steps / 2}
}

// onCard are the sizes for a graphics card: the document's batch, and as many steps as its claim asks for.
func onCard() *Helpers {
	return &Helpers{Batch: 64, Transitions: 20_000, Steps: 50, Rounds: 15, Counted: 1000}
}

// recipe is the document's agent with the network conv.
func (h Helpers) recipe(givens generate.Range, seed uint64) (dqn.Recipe, error) {
	r, err := dqn.DocumentedRecipe(networks.Conv, 9, 1)
	if err != nil {
		return r, err
	}
	r.DQN.Batch, r.DQN.Begin, r.DQN.Replay = h.Batch, h.Transitions, h.Transitions
	r.Play.Stages, r.Play.Puzzles.Givens = nil, puzzles.Mix{{Low: givens.Low, High: givens.High, Weight: 1}}
	r.Play.Puzzles.Seed, r.Play.Seed, r.Network.Seed = seed, seed, seed
	return r, nil
}

// steps times training steps with helpers of both forms, the batched ones as the control, and counts what goes between
// host and device from the buffer to the loss.
func steps(ctx context.Context, cfg Config, asked string, r *lab.Run) error {
	h := helpersOf(cfg)
	recipe, err := h.recipe(cfg.Givens, r.Seed)
	if err != nil {
		return err
	}
	choice, err := backend.OpenNoted(ctx, asked, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	how := lab.Interleaving{Rounds: h.Rounds}
	forms := []string{dqn.Batched, dqn.Looped}
	pipelines := make([]*dqn.Pipeline, len(forms))
	defer func() {
		for _, p := range pipelines {
			if p != nil {
				p.Close()
			}
		}
	}()
	for i, form := range forms {
		p, err := dqn.NewPipeline(ctx, choice.Backend, recipe, form)
		if err != nil {
			return fmt.Errorf("%s: %w", form, err)
		}
		pipelines[i] = p
		how.Sides = append(how.Sides, lab.Timed(func(context.Context, int) (float64, error) {
			begin := time.Now()
			if err := made(p, h.Steps); err != nil {
				return 0, err
			}
			return time.Since(begin).Seconds() / float64(h.Steps), nil
		}))
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 14))
	for i, form := range forms {
		p := pipelines[i]
		for p.Transfers().Steps < h.Counted {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := made(p, h.Steps); err != nil {
				return err
			}
		}
		t := p.Transfers()
		// How often a round was repeated is in the number of steps.
		r.Noisy(form+" steps", float64(t.Steps), "training steps", 1)
		r.Count(form+" transfers", int64(t.Most), "tensors in a step, at most")
		r.Count(form+" bytes", t.Bytes/int64(t.Steps), "bytes a step")
		if err := lab.KeepMedian(r.Noisy, rng, form+" time", "s a step", readings[i][0]); err != nil {
			return err
		}
	}
	r.Count("batch", int64(h.Batch), "transitions")
	_, err = lab.KeepRatio(r, rng, "ratio", "of the speed with loops", readings[1][0], readings[0][0], cfg.Bootstrap)
	return err
}

// made makes steps and waits for the last.
func made(p *dqn.Pipeline, n int) error {
	for range n {
		if err := p.Step(); err != nil {
			return err
		}
	}
	_, err := p.Loss()
	return err
}
