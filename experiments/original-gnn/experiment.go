// Package originalgnn observes the program that the graph network document describes, at the document's commit: its graphs and networks,
// what its trainer, its solver and its commands do, and what a pass, a training step and each way to solve take. It decides no claim yet.
//
// The driver (driver.py) imports the program's modules from the folder that SUDOKULAB_ORIGINALS names. No weights are published, so networks
// are untrained, from a seed; where a way to solve is to be seen at its best, the network runs in full and its scores give way to the answer
// ("told"). Puzzles are the program's four examples, six of the lore of Sudoku, and ours, from seeds, with one solution each.
//
// The program's training ends in an error at its first batch: it asks the library for the class 9 of 0 to 8. The cases "trainer" and
// "commands" observe that as published; to see more, they, "step" and "train" give the digits of solutions less one, at the data set, in memory.
// The command reads puzzles as text, as pandas before 3 does by itself. Nothing else is changed.
//
// Shapes, weights, counts and what a call does are exact; what rests on the floating point of PyTorch, on a limit of time or on its random
// numbers is not. Times are those of a clock with nothing else at work and two threads, memory the process's largest. The network of the commit
// before, a convolutional one, is observed in a checkout of its own.
package originalgnn

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
	driver = original.Driver{Text: driverText, Modules: []string{"numpy", "torch", "pandas", "tqdm"}}
	bounds = original.Bounds{Time: 2 * time.Hour, Memory: 24 << 30} // torch reserves much
)

// program is the document's at the document's commit, before at the one before it.
var (
	program = original.Program{Name: "gnn", Commit: "6ae9539b0dcba5a36577932fb3a5e696d32849c5"}
	before  = original.Program{Name: "gnn@adfad3f", Commit: "adfad3f94da4a3c2c2bb2b08d44d496bb453dd28"}
)

// The cases' kinds, which are the driver's parts.
const (
	graphCase    = "graph"
	layersCase   = "layers"
	trainerCase  = "trainer"
	commandsCase = "commands"
	faultyCase   = "faulty"
	toolsCase    = "tools"
	cnnCase      = "cnn"
	solverCase   = "solver"
	speedCase    = "speed"
	stepCase     = "step"
	trainCase    = "train"
)

// Method is a way to solve, on puzzles of a set, in slices.
type Method struct {
	Strategy string `json:"strategy"` // the program's word
	Network  string `json:"network"`  // untrained or told
	Set      string `json:"set"`      // easy: ours of 36 to 40 givens, minimal: ours, examples: the program's, lore
	Puzzles  int    `json:"puzzles"`  // of a slice
	Slices   int    `json:"slices"`
	Limit    int    `json:"limit"` // seconds, of a puzzle
}

// Training is a training by the program's trainer.
type Training struct {
	Puzzles int `json:"puzzles"` // of 30 to 40 givens, a tenth of them held out
	Steps   int `json:"steps"`
	Batch   int `json:"batch"`
	Seed    int `json:"seed"`
}

// Config is everything that affects a figure of this experiment, beside the program.
type Config struct {
	Sizes     []int      `json:"sizes"` // of boards
	Models    []string   `json:"models"`
	Batches   []int      `json:"batches"`   // of a pass and of a training step
	Rounds    int        `json:"rounds"`    // of a pass of one board; fewer of more
	Augmented int        `json:"augmented"` // boards
	Grids     int        `json:"grids"`     // that the metrics are tried on
	Methods   []Method   `json:"methods"`
	Trainings []Training `json:"trainings"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "original-gnn",
		Title:    "The graph network document's program, as published",
		Question: "What is the program that the graph network document describes, does it train and solve, and what does it take?",
		Plan:     plan,
		Tables:   tables,
	}
}

func config(p lab.Profile) Config {
	switch p {
	case lab.Smoke:
		return Config{Sizes: []int{9}, Models: []string{"standard"}, Methods: []Method{{"backtrack", "untrained", "examples", 4, 1, 10}}}
	case lab.Full:
		return Config{
			Sizes: []int{4, 9, 16, 25}, Models: []string{"standard", "lightweight", "hybrid", "attention", "candidates"},
			Batches: []int{1, 8, 32, 128}, Rounds: 200, Augmented: 10000, Grids: 300,
			Methods: []Method{
				{"backtrack", "untrained", "easy", 250, 4, 60},
				{"backtrack", "untrained", "minimal", 15, 4, 20},
				{"backtrack", "untrained", "examples", 4, 1, 60},
				{"backtrack", "untrained", "lore", 1, 6, 120},
				{"iterative", "untrained", "easy", 250, 1, 60},
				{"beam", "untrained", "easy", 250, 1, 60},
				{"auto", "untrained", "easy", 250, 4, 60},
				{"iterative", "told", "easy", 100, 1, 60},
				{"iterative", "told", "minimal", 100, 1, 60},
				{"beam", "told", "easy", 50, 1, 120},
				{"beam", "told", "minimal", 25, 1, 120},
			},
			Trainings: []Training{{1000, 100, 16, 1}},
		}
	case lab.Quick, lab.GPU:
	}
	return Config{
		Sizes: []int{9, 16}, Models: []string{"standard", "hybrid"}, Batches: []int{1, 8}, Rounds: 20, Augmented: 500, Grids: 40,
		Methods: []Method{
			{"backtrack", "untrained", "easy", 5, 1, 10},
			{"auto", "untrained", "easy", 3, 1, 20},
			{"iterative", "told", "easy", 2, 1, 10},
			{"beam", "told", "easy", 1, 1, 20},
		},
		Trainings: []Training{{40, 10, 4, 1}},
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 1}
	add := func(of original.Program, timed bool, part string, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Observed(of, driver, bounds, timed, part, dims...))
	}
	for _, size := range cfg.Sizes {
		add(program, false, graphCase, record.D("size", size))
	}
	for _, model := range cfg.Models {
		add(program, false, layersCase, record.D("model", model))
	}
	if p != lab.Smoke {
		add(program, false, trainerCase, record.D("augmented", cfg.Augmented))
		add(program, false, commandsCase)
		add(program, false, faultyCase, record.D("limit", 60))
		add(program, false, toolsCase, record.D("grids", cfg.Grids))
		add(before, false, cnnCase)
	}
	for _, m := range cfg.Methods {
		for slice := range m.Slices {
			add(program, true, solverCase, record.D("strategy", m.Strategy), record.D("network", m.Network), record.D("set", m.Set),
				record.D("puzzles", m.Puzzles), record.D("slice", slice), record.D("limit", m.Limit))
		}
	}
	passes := func(model string, size, batch int) {
		add(program, true, speedCase, record.D("model", model), record.D("size", size), record.D("batch", batch), record.D("rounds", max(5, cfg.Rounds/batch)))
	}
	for i, batch := range cfg.Batches {
		passes("standard", 9, batch)
		add(program, true, stepCase, record.D("batch", batch), record.D("rounds", max(3, cfg.Rounds/10/batch)))
		if i > 0 {
			continue
		}
		for _, size := range cfg.Sizes {
			if size != 9 {
				passes("standard", size, batch)
			}
		}
		for _, model := range cfg.Models {
			if model != "standard" && p == lab.Full {
				passes(model, 9, batch)
			}
		}
	}
	for _, t := range cfg.Trainings {
		add(program, true, trainCase, record.D("puzzles", t.Puzzles), record.D("steps", t.Steps), record.D("batch", t.Batch), record.D("seed", t.Seed))
	}
	return pl
}
