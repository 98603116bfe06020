// Package gnnsteps asks how far more steps take the embedded weights of the candidate network on 16×16 boards with 63 % empty cells.
// Experiment gnn-candidate lets 100 of these boards have 2,048 steps, experiment gnn-card all 1,000 of them 512: this one gives the
// 1,000 the 2,048. It judges no claim.
package gnnsteps

import (
	"context"

	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/candidates/fused"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Weights []gnncard.Weights `json:"weights"` // the embedded ones alone
	Path    fused.Path        `json:"path"`    // of the steps
	Segment int               `json:"segment"` // steps between two looks at a board
	Sets    []gnncard.Set     `json:"sets"`
	Goals   []gnncard.Goal    `json:"goals"`
}

const (
	aloneKind = "alone" // the kind of the cases, by set
	empty63   = "16x16-63"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-steps",
		Title:    "The candidate network's embedded weights on 16×16 boards, with four times as many steps",
		Question: "How many 16×16 boards with 63 % empty cells do the embedded weights solve if they may think for 2,048 steps?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Path: fused.Portable, Segment: 8,
		Goals: []gnncard.Goal{{Set: empty63, CPU: 0.20}}, // as in gnn-candidate and gnn-card
	}
	w := gnncard.Weights{Name: weights.Candidate}
	// Weights that cannot be read are an error of every case, which reads them again.
	if m, err := weights.Load(w.Name); err == nil {
		w.SHA256 = m.Card.SHA256
	}
	cfg.Weights = []gnncard.Weights{w}
	switch p {
	case lab.Smoke:
		cfg.Segment = 4
		cfg.Sets = []gnncard.Set{gnncard.SetOf(empty63, 1, 4)}
	case lab.Quick:
		cfg.Sets = []gnncard.Set{gnncard.SetOf(empty63, 1, 16, 32)}
	default:
		cfg.Path = fused.Best()
		cfg.Sets = []gnncard.Set{gnncard.SetOf(empty63, 1000, 32, 64, 128, 256, 512, 1024, 2048)}
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 24} // as in gnn-card, so that the boards are its boards
	for _, s := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: aloneKind, Dims: lab.OnSet(s.Name),
			Run: func(ctx context.Context, r *lab.Run) error {
				return gnncard.MeasureAlone(ctx, gnncard.Config{Weights: cfg.Weights, Path: cfg.Path, Segment: cfg.Segment}, s, r)
			},
		})
	}
	return pl
}
