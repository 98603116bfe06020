// Package originaltensor observes the program that the tensor document describes, at the document's commit: its weights and what its
// modules compute, each check against loops of ours, its recursion against a stack of ours, what it solves of the sets that lie in its
// folder, and how long that takes. It decides no claim yet.
//
// The driver (driver.py) imports the program's modules from the folder that SUDOKULAB_ORIGINALS names and builds its networks with
// their own arguments, on the processor: the program's test of speed asks for a graphics card, and nothing here ran on one. The driver
// calls the networks pass by pass and hands on what the recursion remembers, and says how often that gives what one call of 16 passes
// gives. For the drawing of pictures it puts stand-ins in the place of Pillow and OpenCV, which note what they are asked to draw. One change
// is made in memory: numpy 2.4 has lost an argument of reshape (newshape), which the program names. The set puzzles0_kaggle is part of the
// repository, but so large that it was left out of the checkout; the five others are read. The program in C++ (cpp_sudoku_test), which a
// person builds, was not run.
//
// Counts are exact: all numbers of the network are small whole numbers. They were taken with one thread of torch. Answers are checked by ours: a
// full valid grid that keeps its givens; how many puzzles of a set have one solution says a search of ours. Times are those of a
// clock, with nothing else at work, and name the threads; the processor's time per puzzle beside the counts measures no speed.
package originaltensor

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
	driver = original.Driver{Text: driverText, Modules: []string{"numpy", "torch"}}
	bounds = original.Bounds{Time: time.Hour, Memory: 24 << 30} // torch reserves much more than it uses
)

// program is the document's at the document's commit.
var program = original.Program{Name: "tensor", Commit: "c8bf7f4586c16b3dfe2c4c5769b29c2a89fdd402"}

// The sets of the program's folder.
const (
	clue17    = "puzzles2_17_clue"
	magictour = "puzzles3_magictour_top1465"
	forum1905 = "puzzles5_forum_hardest_1905_11+"
	forum1106 = "puzzles6_forum_hardest_1106"
	serg      = "puzzles7_serg_benchmark"
)

// The cases' kinds, which are the driver's parts.
const (
	structureCase  = "structure"
	operationsCase = "operations"
	checksCase     = "checks"
	iterateCase    = "iterate"
	batchesCase    = "batches"
	formsCase      = "forms"
	precisionCase  = "precision"
	filesCase      = "files"
	solveCase      = "solve"
	stackCase      = "stack"
	picturesCase   = "pictures"
	speedCase      = "speed"
	costCase       = "cost"
)

// Set is how much is taken of a set.
type Set struct {
	Name    string `json:"name"`
	Puzzles int    `json:"puzzles"` // in each slice that is solved
	Slices  int    `json:"slices"`
}

// Network is the program's network as it is built for a case.
type Network struct {
	Set       string `json:"set"`
	Passes    int    `json:"passes"`
	Doubles   string `json:"doubles"` // yes or no
	Recursion string `json:"recursion"`
}

// Config is everything that affects a figure of this experiment, beside the program.
type Config struct {
	Sets     []Set     `json:"sets"`
	Solve    []Network `json:"solve"`    // of each set
	Checked  int       `json:"checked"`  // puzzles of each set whose boards are checked
	Followed int       `json:"followed"` // puzzles of each set whose recursion is followed
	Reduced  int       `json:"reduced"`  // puzzles of a run in fewer bits, and a fifth of it made of convolutions
	Arrays   int       `json:"arrays"`   // for Iterate2D
	Largest  int       `json:"largest"`  // puzzles side by side
	Single   int       `json:"single"`   // puzzles one at a time
	Drawn    []Set     `json:"drawn"`    // Puzzles is the place of the puzzle that is drawn
	Speed    []Network `json:"speed"`
	Batches  []int     `json:"batches"`
	Rounds   int       `json:"rounds"`  // at most; fewer of large batches
	Threads  []int     `json:"threads"` // of timed cases
	Author   int       `json:"author"`  // the batch of the program's own test of speed, for its own network; 0 for none
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "original-tensor",
		Title:    "The tensor document's program, as published",
		Question: "What do the hand-set networks of the tensor document's program compute, solve and take?",
		Plan:     plan,
		Tables:   tables,
	}
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Sets:    []Set{{clue17, 200, 1}, {magictour, 200, 1}, {forum1905, 200, 1}, {forum1106, 200, 1}, {serg, 200, 1}},
		Solve:   []Network{{Passes: 50, Doubles: "no", Recursion: "no"}, {Passes: 50, Doubles: "yes", Recursion: "no"}, {Passes: 50, Doubles: "yes", Recursion: "yes"}},
		Checked: 20, Followed: 20, Reduced: 20, Arrays: 1000, Largest: 64, Single: 20,
		Drawn: []Set{{Name: clue17, Puzzles: 19}, {Name: magictour, Puzzles: 30}}, // the document shows these two and one of the set that is not here
		// The program's own test of speed, and those beside it in comments but for the set that is not here.
		Speed:   []Network{{clue17, 50, "yes", "yes"}, {clue17, 32, "yes", "no"}, {clue17, 16, "yes", "no"}, {clue17, 4, "no", "no"}, {serg, 50, "yes", "yes"}},
		Batches: []int{100},
		Rounds:  3,
		Threads: []int{1},
	}
	switch p {
	case lab.Smoke:
		cfg.Sets, cfg.Solve = []Set{{magictour, 20, 1}}, cfg.Solve[2:]
		cfg.Checked, cfg.Followed, cfg.Reduced, cfg.Arrays, cfg.Largest, cfg.Drawn, cfg.Speed = 5, 5, 0, 0, 0, nil, nil
	case lab.Full:
		cfg.Sets = []Set{{clue17, 5000, 10}, {magictour, 1465, 1}, {forum1905, 1000, 4}, {forum1106, 375, 1}, {serg, 5000, 2}}
		cfg.Solve[2].Passes = 1000 // as many as its interactive mode takes
		cfg.Solve = append(cfg.Solve, Network{Passes: 50, Doubles: "no", Recursion: "yes"})
		cfg.Checked, cfg.Followed, cfg.Reduced, cfg.Arrays, cfg.Largest, cfg.Single = 1000, 500, 1000, 10_000, 4096, 1000
		cfg.Drawn = append(cfg.Drawn, Set{Name: serg, Puzzles: 8}) // the program's tests name it
		cfg.Batches, cfg.Rounds, cfg.Threads, cfg.Author = []int{1, 10, 100, 1000}, 30, []int{1, 2}, 10_000
	case lab.Quick, lab.GPU:
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 1}
	add := func(timed bool, part string, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Observed(program, driver, bounds, timed, part, dims...))
	}
	of := func(set string, puzzles int, more ...record.Dim) []record.Dim {
		return append([]record.Dim{record.D("set", set), record.D("puzzles", puzzles)}, more...)
	}
	network := func(n Network) []record.Dim {
		return []record.Dim{record.D("passes", n.Passes), record.D("doubles", n.Doubles), record.D("recursion", n.Recursion)}
	}
	add(false, structureCase)
	add(false, operationsCase, of(magictour, 1, record.D("passes", 40))...)
	if cfg.Arrays > 0 {
		add(false, iterateCase, record.D("arrays", cfg.Arrays))
		add(false, batchesCase, of(forum1905, cfg.Single, record.D("largest", cfg.Largest))...)
		add(false, formsCase, of(magictour, cfg.Reduced/5, record.D("passes", 16))...)
		for _, set := range []string{clue17, magictour} {
			add(false, precisionCase, of(set, cfg.Reduced, record.D("passes", 50))...)
		}
	}
	for _, s := range cfg.Drawn {
		add(false, picturesCase, record.D("set", s.Name), record.D("puzzle", s.Puzzles))
	}
	for _, s := range cfg.Sets {
		add(false, filesCase, of(s.Name, cfg.Checked)...)
		add(false, checksCase, of(s.Name, cfg.Checked)...)
		add(false, stackCase, of(s.Name, cfg.Followed, record.D("passes", 300))...)
		for _, n := range cfg.Solve {
			for slice := range s.Slices {
				add(false, solveCase, of(s.Name, s.Puzzles, append(network(n), record.D("slice", slice))...)...)
			}
		}
	}
	timed := func(n Network, batch, threads int) {
		rounds := max(2, min(cfg.Rounds, 3000/batch))
		add(true, speedCase, append(network(n), record.D("set", n.Set), record.D("batch", batch), record.D("rounds", rounds), record.D("threads", threads))...)
	}
	for k, n := range cfg.Speed {
		for _, threads := range cfg.Threads {
			for _, batch := range cfg.Batches {
				timed(n, batch, threads)
			}
			if k == 0 && cfg.Author > 0 {
				timed(n, cfg.Author, threads)
			}
		}
	}
	if len(cfg.Speed) > 0 {
		add(true, costCase, record.D("set", magictour), record.D("batch", 1000), record.D("rounds", 3*cfg.Rounds), record.D("threads", cfg.Threads[0]))
	}
	return pl
}
