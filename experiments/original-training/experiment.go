// Package originaltraining trains by the programs of two documents, as published and for longer than packages originaldqn and originalgnn: the
// DQN document's agent, and the graph network as it is built and less what the diagram leaves out. It decides no claim yet. Package
// dqnepisodes trains ours for as many episodes and looks at it in the same way.
//
// The agent has 90 minutes of two cores for each network (agent.py), in two trainings by the program's main function, side by side with a thread
// each: with the default command, and with --masking --reward_shaping, which all runs in the author's list have. Networks, schedule and number
// of episodes are the program's. Each is ended as a person ends it, by an interrupt, after which the program tests. It cannot go on where it
// was ended: what the program saves has neither the replay buffer nor the games that a level is judged by. What a network has learned is looked
// at after 0, 10, 20, 50, 100 episodes and so on, on held-out boards of ours with 2 to 56 empty cells: greedy games to the first mistake, with the
// program's mask (empty cells and digits that break no rule); and first moves, with that mask, among all digits of empty cells, and of all actions.
//
// The graph network (network.py) is trained by the program's trainer at its defaults but for the batch; with labels from 0, since it ends in an error
// otherwise. Its message layer adds a node's own state to the update (the residual path) and normalises the sum; the diagram has
// neither, so that either, both or none is left out, in memory, with the same first weights.
//
// Ends by a clock, threads and PyTorch make every figure of these programs noisy. The machine may do other work, at a higher priority: what
// the trainings had of the processors is a figure of theirs, and steps are what curves are compared by. No time here decides anything.
package originaltraining

import (
	_ "embed"
	"fmt"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

var (
	//go:embed agent.py
	agentText []byte
	//go:embed network.py
	networkText []byte

	agentDriver   = original.Driver{Text: agentText, Modules: []string{"gymnasium", "numpy", "torch"}}
	networkDriver = original.Driver{Text: networkText, Modules: []string{"numpy", "torch", "tqdm"}}

	bounds = original.Bounds{Time: 3 * time.Hour, Memory: 24 << 30} // torch reserves much

	agentProgram   = original.Program{Name: "dqn", Commit: "c45ab824a9c55b93a13564e42c67b592090ac6c2"}
	networkProgram = original.Program{Name: "gnn", Commit: "6ae9539b0dcba5a36577932fb3a5e696d32849c5"}
)

// The cases' kinds.
const (
	agentCase   = "agent"
	networkCase = "network"
)

// The agent's commands.
const (
	byDefault = "default"
	listed    = "listed" // as in the author's list of runs
)

// Form says what the graph network's message layer has.
type Form struct {
	Normalisation string `json:"normalisation"` // yes or no
	Residual      string `json:"residual"`
}

// Config is everything that affects a figure of this experiment, beside the programs.
type Config struct {
	Models   []string `json:"models"`
	Commands []string `json:"commands"`
	Minutes  float64  `json:"minutes"` // of each training of the agent
	Boards   int      `json:"boards"`  // held out
	Forms    []Form   `json:"forms"`
	Each     float64  `json:"each"`    // minutes of each training of the graph network
	Puzzles  int      `json:"puzzles"` // a tenth of them held out
	Givens   int      `json:"givens"`
	Batch    int      `json:"batch"`
}

func config(p lab.Profile) Config {
	forms := []Form{{"yes", "yes"}, {"no", "yes"}, {"yes", "no"}, {"no", "no"}}
	if p == lab.Full {
		return Config{
			Models: []string{"cnn1", "cnn2", "cnn3", "transformer1"}, Commands: []string{byDefault, listed}, Minutes: 90, Boards: 220,
			Forms: forms, Each: 20, Puzzles: 2000, Givens: 50, Batch: 16,
		}
	}
	return Config{
		Models: []string{"cnn1"}, Commands: []string{listed}, Minutes: 0.1, Boards: 11, Forms: forms[:1], Each: 0.1, Puzzles: 20, Givens: 60, Batch: 4,
	}
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "original-training",
		Title:    "Trainings by two documents' programs, as published",
		Question: "What does the DQN document's agent learn in so many minutes of two cores; and does the graph network learn as it is built, or as it is drawn?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.Smoke || p == lab.GPU {
		return lab.Plan{}
	}
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 1}
	for _, model := range cfg.Models {
		for _, command := range cfg.Commands {
			pl.Cases = append(pl.Cases, lab.Observed(agentProgram, agentDriver, bounds, false, agentCase, record.D("model", model), record.D("command", command),
				record.D("minutes", cfg.Minutes), record.D("boards", cfg.Boards), record.D("seed", 42)))
		}
	}
	for _, f := range cfg.Forms {
		pl.Cases = append(pl.Cases, lab.Observed(networkProgram, networkDriver, bounds, true, networkCase, record.D("normalisation", f.Normalisation), record.D("residual", f.Residual),
			record.D("minutes", cfg.Each), record.D("puzzles", cfg.Puzzles), record.D("givens", cfg.Givens), record.D("batch", cfg.Batch), record.D("seed", 1)))
	}
	return pl
}

// points are the numbers of episodes, or of steps, after which a network is looked at; the drivers have the same.
func points() []int { return lab.Points(500_000) }

// after begins the names of the figures of a network after so many episodes or steps.
func after(unit string, n int) string { return fmt.Sprintf("%s=%d", unit, n) }
