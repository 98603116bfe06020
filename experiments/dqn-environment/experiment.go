// Package dqnenvironment counts what the document on the agent says of its game: the actions, the contract of reset and
// step, the rewards, what is pointless on a board with few empty cells, and what a mask leaves. It decides R01, R02,
// R06, R07a and R27.
//
// The game is played through its public interface, and each move is told apart by code of the experiment's own: from
// the board, the givens and the solution.
package dqnenvironment

import (
	"context"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Sides    []int          `json:"sides"`    // of the boards whose actions are counted
	Short    puzzles.Config `json:"short"`    // puzzles of the episodes, with few empty cells
	Episodes int            `json:"episodes"` // played by random moves
	Limit    int            `json:"limit"`    // of moves in a quarter of them; in the others it is that of the game
	Long     puzzles.Config `json:"long"`     // puzzles on the way to whose solution all other boards lie
	Puzzles  int            `json:"puzzles"`  // of these
	Moves    int            `json:"moves"`    // of each kind, and solved episodes
	Boards   int            `json:"boards"`   // whose actions are all tried, and that the agent is asked about
	Empty    int            `json:"empty"`    // cells on the boards whose actions are all tried
	Agent    Agent          `json:"agent"`
	Speed    Speed          `json:"speed"`
}

// Agent is the document's, with a small network: a mask is the same for all.
type Agent struct {
	Network string `json:"network"`
	Width   int    `json:"width"`
	Hidden  int    `json:"hidden"`
	Draws   int    `json:"draws"` // random moves on each board
}

// Kinds of cases.
const (
	actionsKind  = "actions"  // by n
	episodesCase = "episodes" // of random moves
	rewardsKind  = "rewards"  // by variant
	outcomesCase = "outcomes" // of all actions
	astrayCase   = "astray"   // moves off the solution
	maskKind     = "mask"     // by mask
	speedKind    = "speed"    // by n
)

// Variants of the rewards.
const (
	bothVariant  = "both"    // the document's, the last move paid for its digit and for solving
	onceVariant  = "once"    // the document's, the last move paid for solving alone
	phaseVariant = "phase-2" // those of the document's plan
)

// variants are the rewards by name.
var variants = []string{bothVariant, onceVariant, phaseVariant}

// rewardsOf returns the rewards of a variant.
func rewardsOf(variant string) environment.Rewards {
	switch r := environment.Documented(); variant {
	case onceVariant:
		r.LastOnce = true
		return r
	case phaseVariant:
		return environment.PhaseTwo()
	default:
		return r
	}
}

// Masks.
const (
	blankMask  = "blank"  // of actions on empty cells: the document's
	strictMask = "strict" // of those that break no rule
)

var masks = []string{blankMask, strictMask}

func at(kind, dim, value string) string { return record.Key(kind, record.D(dim, value)) }

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-environment",
		Title:    "The agent's game: actions, contract, rewards, masks",
		Question: "Is the game as built the one that the document describes, and does its mask take the pointless actions away?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

// puzzlesOf are the puzzles of a range of givens at side 9.
func puzzlesOf(low, high, count int) puzzles.Config {
	c := puzzles.DefaultConfig(9)
	c.Givens, c.Seed, c.Lookahead = puzzles.Mix{{Low: low, High: high, Weight: 1}}, 18, count
	return c
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Sides: []int{4, 9, 16}, Episodes: 1500, Limit: 8, Puzzles: 200, Moves: 1500, Boards: 1200, Empty: 10,
		Agent: Agent{Network: networks.Conv, Width: 4, Hidden: 16, Draws: 10},
		Speed: Speed{Games: 64, Steps: 1 << 18, Rounds: 11, Wrong: 0.1, Bootstrap: stats.DefaultBootstrap()},
	}
	switch p {
	case lab.Smoke:
		cfg.Episodes, cfg.Puzzles, cfg.Moves, cfg.Boards = 100, 20, 100, 60
		cfg.Speed.Steps, cfg.Speed.Rounds = 1<<12, 2
	case lab.Full:
		cfg.Episodes, cfg.Puzzles, cfg.Moves, cfg.Boards = 20_000, 2000, 20_000, 10_000
	}
	cfg.Short, cfg.Long = puzzlesOf(76, 80, cfg.Episodes), puzzlesOf(30, 45, cfg.Puzzles)
	pl := lab.Plan{Config: cfg, Seed: 18}
	add := func(kind string, run func(ctx context.Context, r *lab.Run) error, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Run: run})
	}
	for _, side := range cfg.Sides {
		add(actionsKind, func(_ context.Context, r *lab.Run) error { return countActions(side, r) }, record.D("n", side))
	}
	add(episodesCase, func(ctx context.Context, r *lab.Run) error { return playEpisodes(ctx, cfg, r) })
	for _, variant := range variants {
		add(rewardsKind, func(ctx context.Context, r *lab.Run) error { return earn(ctx, cfg, variant, r) }, record.D("variant", variant))
	}
	add(outcomesCase, func(ctx context.Context, r *lab.Run) error { return tryAll(ctx, cfg, r) })
	add(astrayCase, func(ctx context.Context, r *lab.Run) error { return goAstray(ctx, cfg, r) })
	for _, mask := range masks {
		add(maskKind, func(ctx context.Context, r *lab.Run) error { return askAgent(ctx, cfg, mask, r) }, record.D("mask", mask))
	}
	for _, side := range cfg.Sides {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: speedKind, Dims: []record.Dim{record.D("n", side)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return timeSteps(ctx, cfg, side, r) },
		})
	}
	return pl
}
