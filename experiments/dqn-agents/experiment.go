// Package dqnagents measures the embedded agents: how many held-out puzzles the greedy policy solves by the number of empty
// cells, beside random moves and singles, and what the methods that play with an agent make of whole puzzles. It
// decides no claim: how the document's agents learn is measured by experiment dqn-models, which no embedded weights reach.
package dqnagents

import (
	"context"
	"fmt"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string    `json:"backend"` // that plays held-out puzzles
	Side    int       `json:"side"`    // of the boards
	Rows    []dqn.Row `json:"rows"`    // numbers of empty cells
	Boards  int       `json:"boards"`  // held-out puzzles of each row
	Weights []string  `json:"weights"` // embedded, of that side
	Methods []Asked   `json:"methods"`
	Seed    uint64    `json:"seed"` // of held-out puzzles
}

// Kinds of cases.
const (
	ruleKind    = "rule"    // by rule
	weightsKind = "weights" // by name
	methodKind  = "methods" // by weights and set
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-agents",
		Title:    "The embedded agents",
		Question: "How many puzzles do the embedded agents solve without any search, by the number of empty cells, and how long does it take?",
		Plan:     plan,
		Tables:   tables,
	}
}

func configOf(p lab.Profile) Config {
	cfg := Config{Backend: backend.Asked(), Side: 9, Rows: dqn.DefaultRows(9), Boards: 1000, Weights: weights.Names(), Methods: []Asked{{"own-minimal", 20}, {"17clue", 20}}, Seed: 19}
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Rows, cfg.Boards, cfg.Weights, cfg.Methods = accel.NameGo, cfg.Rows[:1], 8, nil, nil
	case lab.Quick:
		cfg.Rows, cfg.Boards, cfg.Methods = cfg.Rows[:2], 1, nil
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 18}
	tests := heldout.NewTests(cfg.Seed)
	for _, rule := range heldout.Rules() {
		pl.Cases = append(pl.Cases, lab.Case{Kind: ruleKind, Dims: []record.Dim{record.D("rule", rule)}, Run: func(ctx context.Context, r *lab.Run) error {
			return tests.KeepRule(ctx, cfg.Boards, cfg.Side, cfg.Rows, rule, r)
		}})
	}
	for _, name := range cfg.Weights {
		pl.Cases = append(pl.Cases, lab.Case{Kind: weightsKind, Dims: []record.Dim{record.D("name", name)}, Run: func(ctx context.Context, r *lab.Run) error {
			return play(ctx, cfg, name, tests, r)
		}})
	}
	pl.Cases = append(pl.Cases, methodCases(cfg.Methods)...)
	return pl
}

// play has embedded weights play the rows.
func play(ctx context.Context, cfg Config, name string, tests *heldout.Tests, r *lab.Run) error {
	m, err := weights.Named(name)
	if err != nil {
		return err
	}
	choice, err := backend.OpenSequential(ctx, cfg.Backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	m = m.Fused(fused.Best()) // as the command line plays where no backend is named
	r.Text("backend", backend.NameOf(choice, m.Path()))
	r.Text("title", m.Card.Title)
	r.Text("algorithm", m.Card.Recipe.Algorithm)
	r.Count("steps", int64(m.Card.Training.Steps), "training steps")
	r.Count("parameters", int64(m.Card.Weights), "parameters")
	shape, err := m.Card.Recipe.Shape()
	if err != nil {
		return err
	}
	if shape.Side() != cfg.Side {
		return fmt.Errorf("weights %s are of boards of side %d, want %d", name, shape.Side(), cfg.Side)
	}
	p, err := m.Player(choice.Backend, shape, min(64, cfg.Boards))
	if err != nil {
		return err
	}
	defer p.Close()
	return tests.Keep(ctx, cfg.Boards, cfg.Side, cfg.Rows, p, backend.KeeperOn(r, choice, m.Path()), "")
}
