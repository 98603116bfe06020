// Package tensorsearch has the tensor network solve whole sets of puzzles to the proof that there is no other
// solution, asks what its rules do without the stack, and follows the stack through every return. It decides
// T06a–c and T07a–c.
//
// All cases run on the backend in Go, whose answers, steps and guesses are those of every other: the
// experiment tensor-backends compares them.
package tensorsearch

import (
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// Set is a set of puzzles of side 9 with the most of it that each kind of case takes, 0 for all.
type Set struct {
	ID     string `json:"id"`
	Solved int    `json:"solved"` // to the proof
	Rules  int    `json:"rules"`  // under each set of rules; −1 for none
	Traced int    `json:"traced"` // at most, and no more than the returns asked for need; −1 for none
}

// ruleSet is a set of rules by its name.
type ruleSet struct {
	Name  string      `json:"name"`
	Rules plain.Rules `json:"rules"`
}

// ruleSets are what the rules are compared by; the default is the second.
var ruleSets = []ruleSet{
	{"singles", plain.Rules{}},
	{"locked", plain.Rules{Locked: true}},
	{"doubles", plain.Rules{Doubles: true}},
	{"locked+doubles", plain.Rules{Locked: true, Doubles: true}},
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Tensor   tensornet.Config       `json:"tensor"` // the default step; Rules are varied
	RuleSets []ruleSet              `json:"rule_sets"`
	CSP      csp.Config             `json:"csp"` // whose guesses stand beside
	Sets     []Set                  `json:"sets"`
	Plain    int                    `json:"plain"`   // puzzles of a set that plain loops step too
	Beside   int                    `json:"beside"`  // puzzles of a set that package csp solves too
	Doubles  int                    `json:"doubles"` // puzzles of a set for what doubles in rows add
	Returns  map[tensornet.Form]int `json:"returns"` // traced of a set, at least, if its puzzles have so many
	Passes   [2]int                 `json:"passes"`  // of the public network without and with its stack, for comparison
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "tensor-search",
		Title:    "What the tensor network solves, and how it searches",
		Question: "Does a network without branches solve every puzzle and prove its solution unique, how many steps and guesses does that take, and what does its stack do on return?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// Kinds of cases.
const (
	setKind     = "set"      // by set
	rulesKind   = "rules"    // by set and rules
	doublesKind = "doubles"  // by set
	traceKind   = "trace"    // by set and form
	stepKind    = "branches" // by form
)

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Tensor: tensornet.DefaultConfig(), RuleSets: ruleSets, CSP: csp.DefaultConfig(),
		Plain: 10, Beside: 30, Doubles: 100, Returns: map[tensornet.Form]int{tensornet.Packed: 350, tensornet.Literal: 20}, Passes: [2]int{16, 50},
		Sets: []Set{
			{"own-easy", 0, -1, -1},
			{"own-minimal", 0, 300, 60},
			{"own-mixed", 0, -1, 20},
			{"kaggle", 10_000, 10_000, -1},
			{"norvig-10k", 1000, -1, -1},
			{"17clue", 3000, 800, 40},
			{"magictour", 0, 100, 60},
			{"forum-11-half", 200, -1, 10},
			{"forum-1106", 120, -1, 4},
		},
	}
	switch p {
	case lab.Smoke:
		cfg.Plain, cfg.Beside, cfg.Doubles = 5, 5, 20
		cfg.Returns = map[tensornet.Form]int{tensornet.Packed: 60, tensornet.Literal: 4}
		cfg.Sets = []Set{
			{"own-easy", 20, -1, -1},
			{"own-minimal", 60, 20, 20},
			{"own-mixed", 40, -1, -1},
			{"kaggle", 60, 20, -1},
			{"norvig-10k", 40, -1, -1},
			{"17clue", 60, 20, -1},
			{"magictour", 30, -1, 4},
			{"forum-11-half", 6, -1, -1},
			{"forum-1106", 3, -1, 1},
		}
	case lab.Full:
		cfg.Plain, cfg.Beside, cfg.Doubles = 1000, 500, 3000
		cfg.Returns = map[tensornet.Form]int{tensornet.Packed: 5000, tensornet.Literal: 1000}
		for i := range cfg.Sets {
			s := &cfg.Sets[i]
			s.Solved = 0
			switch {
			case s.ID == "forum-11-half": // long searches, and doubles take time
				s.Rules = 3000
			case s.Rules >= 0:
				s.Rules = 0
			}
			if s.Traced >= 0 {
				s.Traced = 1000
			}
		}
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	of := func(kind, id string, limit int, run func(ctx context.Context, r *lab.Run) error, more ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: append(lab.OnSet(id), more...), Corpus: id, Limit: limit, Run: run})
	}
	for _, s := range cfg.Sets {
		of(setKind, s.ID, s.Solved, func(ctx context.Context, r *lab.Run) error { return solve(ctx, cfg, r) })
	}
	for _, s := range cfg.Sets {
		if s.Rules < 0 {
			continue
		}
		for _, rules := range cfg.RuleSets {
			of(rulesKind, s.ID, s.Rules, func(ctx context.Context, r *lab.Run) error { return alone(ctx, cfg, rules.Rules, r) },
				record.D("rules", rules.Name))
		}
		of(doublesKind, s.ID, cfg.Doubles, doubles)
	}
	for _, form := range []tensornet.Form{tensornet.Packed, tensornet.Literal} {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: stepKind, Dims: []record.Dim{record.D("form", form)},
			Run: func(ctx context.Context, r *lab.Run) error { return branches(ctx, cfg, form, r) },
		})
		for _, s := range cfg.Sets {
			if s.Traced >= 0 {
				of(traceKind, s.ID, s.Traced, func(ctx context.Context, r *lab.Run) error { return trace(ctx, cfg, form, r) }, record.D("form", form))
			}
		}
	}
	return pl
}

// open opens the backend in Go for one case. Cases run side by side, so each takes one core.
func open(ctx context.Context) (*accel.Choice, error) {
	return accel.Choose(ctx, accel.Options{Backend: accel.NameGo, Sequential: true})
}
