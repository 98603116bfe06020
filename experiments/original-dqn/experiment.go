// Package originaldqn observes the program that the DQN document describes, at the document's commit and at five earlier ones of which the
// document states what changed: its networks and settings, its environment, what training stores and learns from, its generator and
// counter, its workers, its steps of learning, and short trainings. It decides no claim yet.
//
// The driver (driver.py) imports the program's modules from the folder that SUDOKULAB_ORIGINALS names (dqn, and dqn@5c3d73a and so on) and
// calls them as the program does. It wraps functions to count and to time, and reads local variables as they return; in memory and for one
// run. Where it asks what the generator asks of its counter, a counter of ours answers, and the program's own makes the same puzzles again. What
// training stores is observed with every move random, nothing learned and puzzles made when they are asked for, so that it is the same in every
// run. Trainings are the program's main function with its own command line and its workers: by default without a mask, or with
// --masking and --reward_shaping, as the author's list of runs has it. They are too short to say what the agent learns; and
// no two are the same, since Python seeds the workers anew.
//
// One thing is changed for a newer library: NumPy 2.4 counts empty cells in an integer that has no bit_length, so the count is
// cast. Transfers are counted with PyTorch's device that holds no numbers (meta) in the place of a card.
//
// Seeds are those of the cases. Exact are counts of the generator, the counter, the environment and what is stored; what rests on
// the arithmetic of networks or on the moment of a worker is not. Gradients are those of one thread, steps and trainings those of two.
// Times of the generator are those of the processor; all others those of a clock, with nothing else at work.
package originaldqn

import (
	_ "embed"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

//go:embed driver.py
var driverText []byte

var (
	driver = original.Driver{Text: driverText, Modules: []string{"gymnasium", "numpy", "torch"}}
	bounds = original.Bounds{Time: 4 * time.Hour, Memory: 24 << 30} // torch reserves much
)

// The document's commit, and others before changes that it tells of.
const (
	now     = "c45ab82"
	counted = "5c3d73a" // before the counter was improved
	single  = "28deb19" // before the generator took chunks
	loops   = "fa4e930" // before batches took the place of loops
	floats  = "d00d4bb" // before boards were integers all along; the mask is added
	inPlace = "c71d2a7" // before the mask was added and not written
)

// The cases' kinds, which are the driver's parts.
const (
	structures = "structure"
	values     = "settings"
	moves      = "environment"
	storage    = "stored"
	making     = "generator"
	densities  = "density"
	difficult  = "difficult"
	counting   = "counter"
	solving    = "solvers"
	workers    = "pipeline"
	steps      = "steps"
	slopes     = "gradients"
	training   = "train"
)

var commits = map[string]string{
	now:     "c45ab824a9c55b93a13564e42c67b592090ac6c2",
	counted: "5c3d73a85e086a24b54e2cabebe0da71b47ac6cf",
	single:  "28deb199bfbff6fb26ce867d961e638120733809",
	loops:   "fa4e93095a6a3cc53fadc95cdc32d7296c88f75d",
	floats:  "d00d4bb41c92002ffc4469a59ab663647b189b64",
	inPlace: "c71d2a7754d669e838c9a9e5730a73cb1f9adf64",
}

var networks = []string{"cnn1", "cnn2", "cnn3", "transformer1"}

// Config is everything that affects a figure of this experiment, beside the program.
type Config struct {
	Slices    int      `json:"slices"`    // of the generator's puzzles and of the environment's
	Puzzles   int      `json:"puzzles"`   // in each slice of either
	Givens    []int    `json:"givens"`    // asked of the generator
	Open      []int    `json:"open"`      // givens of the environment's puzzles
	Stored    []int    `json:"stored"`    // episodes with the mask, and without it
	Boards    int      `json:"boards"`    // for the counter and the solvers
	Blanks    []int    `json:"blanks"`    // of the counter's
	Rounds    int      `json:"rounds"`    // of the difficult case and the solvers
	Before    int      `json:"before"`    // rounds of the difficult case at the commit before, which take minutes each; 0 for none
	Delivered int      `json:"delivered"` // puzzles by the workers at each level, with the queue empty
	Workers   []int    `json:"workers"`   // how many
	Stepping  []string `json:"stepping"`  // networks whose steps are timed; tiny is one of ours
	Steps     int      `json:"steps"`     // of learning
	Sloped    []string `json:"sloped"`    // networks whose gradients are compared
	Batches   int      `json:"batches"`   // for the gradients
	Trained   []string `json:"trained"`   // networks
	Episodes  int      `json:"episodes"`  // with the mask
	Default   int      `json:"default"`   // episodes by default, without it; 0 for none
	Games     int      `json:"games"`     // in the test
	Held      int      `json:"held"`      // boards on which first moves are looked at
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "original-dqn",
		Title:    "The DQN document's program, as published",
		Question: "What does the program that the DQN document describes build, reward, store, make and take?",
		Plan:     plan,
		Tables:   tables,
	}
}

func config(p lab.Profile) Config {
	switch p {
	case lab.Smoke:
		return Config{Slices: 1, Puzzles: 2, Givens: []int{27}, Open: []int{71}, Rounds: 1, Trained: networks[:1], Episodes: 2, Games: 2, Held: 2}
	case lab.Full:
		return Config{
			Slices: 10, Puzzles: 100, Givens: []int{55, 45, 40, 36, 32, 30, 27, 25, 24}, Open: []int{71, 40}, Stored: []int{2000, 300},
			Boards: 100, Blanks: []int{30, 40, 50, 54}, Rounds: 31, Before: 3, Delivered: 200, Workers: []int{1, 2}, Stepping: append([]string{"tiny"}, networks...), Steps: 30,
			Sloped: networks, Batches: 100, Trained: networks, Episodes: 200, Default: 10, Games: 295, Held: 220,
		}
	case lab.Quick, lab.GPU:
	}
	return Config{
		Slices: 1, Puzzles: 4, Givens: []int{45, 27}, Open: []int{71, 40}, Stored: []int{60, 10}, Boards: 6, Blanks: []int{40, 50}, Rounds: 3,
		Delivered: 10, Workers: []int{1}, Stepping: []string{"tiny"}, Steps: 5, Sloped: networks[1:2], Batches: 1, Trained: networks, Episodes: 2, Default: 1, Games: 3, Held: 20,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 1}
	add := func(timed bool, commit, part string, dims ...record.Dim) {
		program := original.Program{Name: "dqn", Commit: commits[now]}
		if commit != "" {
			dims = append(dims, record.D("commit", commit))
			if commit != now {
				program = original.Program{Name: "dqn@" + commit, Commit: commits[commit]}
			}
		}
		pl.Cases = append(pl.Cases, lab.Observed(program, driver, bounds, timed, part, dims...))
	}
	whole := p != lab.Smoke
	if whole {
		add(false, "", values)
		for _, model := range networks {
			add(false, "", structures, record.D("model", model))
		}
	}
	for slice := range cfg.Slices {
		for _, givens := range cfg.Open {
			add(false, "", moves, record.D("givens", givens), record.D("slice", slice), record.D("puzzles", cfg.Puzzles))
		}
		for _, givens := range cfg.Givens {
			add(false, now, making, record.D("givens", givens), record.D("slice", slice), record.D("puzzles", cfg.Puzzles), record.D("counter", "own"))
		}
		if whole {
			add(false, single, making, record.D("givens", 27), record.D("slice", slice), record.D("puzzles", cfg.Puzzles), record.D("counter", "ours"))
			add(false, "", densities, record.D("slice", slice), record.D("puzzles", cfg.Puzzles))
		}
	}
	for i, episodes := range cfg.Stored {
		add(false, now, storage, record.D("masking", []string{"on", "off"}[i]), record.D("episodes", episodes))
		if i == 0 {
			add(false, floats, storage, record.D("masking", "on"), record.D("episodes", episodes))
		}
	}
	for _, model := range cfg.Sloped {
		for _, commit := range []string{inPlace, floats, now} {
			add(false, commit, slopes, record.D("model", model), record.D("batches", cfg.Batches))
		}
	}
	add(true, now, difficult, record.D("rounds", cfg.Rounds))
	if cfg.Before > 0 {
		add(true, counted, difficult, record.D("rounds", cfg.Before))
	}
	for _, blanks := range cfg.Blanks {
		for _, commit := range []string{counted, now} {
			add(true, commit, counting, record.D("blanks", blanks), record.D("puzzles", cfg.Boards))
		}
	}
	if whole {
		add(true, "", solving, record.D("rounds", cfg.Rounds), record.D("givens", 30), record.D("puzzles", cfg.Boards))
	}
	for _, n := range cfg.Workers {
		add(true, "", workers, record.D("workers", n), record.D("puzzles", cfg.Delivered))
	}
	for _, model := range cfg.Stepping {
		for _, commit := range []string{floats, loops, now} {
			add(true, commit, steps, record.D("model", model), record.D("rounds", cfg.Steps))
		}
	}
	train := func(model, masking string, episodes int) {
		add(true, "", training, record.D("model", model), record.D("masking", masking), record.D("episodes", episodes), record.D("seed", 42),
			record.D("games", cfg.Games), record.D("boards", cfg.Held))
	}
	for _, model := range cfg.Trained {
		train(model, "on", cfg.Episodes)
		if p == lab.Full {
			train(model, "on", 0) // the test alone, of a network that was not trained
		}
	}
	if cfg.Default > 0 {
		train("transformer1", "off", cfg.Default)
	}
	return pl
}
