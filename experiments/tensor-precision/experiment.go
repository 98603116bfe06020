// Package tensorprecision asks how many bits the tensors of the literal tensor network need. It records every
// number that each operation gives, over whole searches, and has the network search again with the results
// rounded: to int8, int4 or truth values where they fit, and in other types throughout. The answers, with
// their steps and guesses, must stay the same. It decides T08a–c.
//
// Recording and rounding run on the backend in Go. SUDOKULAB_BACKEND names the one whose own types are tried.
package tensorprecision

import (
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// Set is a set of puzzles of side 9 with the most of it that is taken, 0 for all.
type Set struct {
	ID       string `json:"id"`
	Recorded int    `json:"recorded"`
	Typed    int    `json:"typed"` // searched in every type; −1 for none
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Network tensornet.Config `json:"network"` // but for type of number and unpool, which are varied
	Limit   int              `json:"limit"`   // of solutions: a second shows that the first is not the only one
	Backend string           `json:"backend"` // whose types are tried
	Sets    []Set            `json:"sets"`
	Rounded int              `json:"rounded"` // puzzles of those recorded that are searched again, rounded; 0 for all
	Types   []string         `json:"types"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "tensor-precision",
		Title:    "How many bits the tensor network needs",
		Question: "Which numbers does each operation of the literal network give over whole searches, and do answers stay the same at int8, int4 and truth values where these fit, and in every type of number?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

// Kinds of cases, both by set.
const (
	setKind  = "set"
	typeKind = "types"
)

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Network: tensornet.DefaultConfig(), Limit: 2, Backend: backend.Asked(), Rounded: 24,
		Types: []string{"float32", "float64", "float16", "bfloat16", "int32", "int16", "int8"},
		Sets: []Set{
			{"own-easy", 0, -1},
			{"own-hard", 0, -1},
			{"own-minimal", 200, 12},
			{"own-mixed", 200, 12},
			{"kaggle", 200, -1},
			{"17clue", 60, 8},
			{"magictour", 20, -1},
		},
	}
	cfg.Network.Form, cfg.Network.Batch = tensornet.Literal, 64
	cfg.Network.Rules = plain.Rules{Locked: true, Doubles: true} // all that the network has
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Rounded = accel.NameGo, 3
		cfg.Sets = []Set{{"own-easy", 20, -1}, {"own-minimal", 12, -1}, {"own-mixed", 12, 4}, {"kaggle", 10, -1}, {"17clue", 6, -1}}
	case lab.Full:
		cfg.Rounded = 0
		cfg.Sets = []Set{
			{"own-easy", 0, 100},
			{"own-medium", 0, 100},
			{"own-hard", 0, 100},
			{"own-minimal", 0, 100},
			{"own-mixed", 0, 100},
			{"kaggle", 2000, 100},
			{"17clue", 1000, 100},
			{"magictour", 300, 100},
			{"forum-11-half", 20, 2},
		}
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	for _, s := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: setKind, Dims: lab.OnSet(s.ID), Corpus: s.ID, Limit: s.Recorded,
			Run: func(ctx context.Context, r *lab.Run) error { return recorded(ctx, cfg, r) },
		})
	}
	for _, s := range cfg.Sets {
		if s.Typed >= 0 {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: typeKind, Dims: lab.OnSet(s.ID), Corpus: s.ID, Limit: s.Typed,
				Run: func(ctx context.Context, r *lab.Run) error { return typed(ctx, cfg, r) },
			})
		}
	}
	return pl
}
