// Package originalcsp observes the program that the CSP document describes, at the document's commit: its constraint graph, what
// its generator makes, what its AC-3 does on the printed sample board, how long generating and solving take there, in its own
// language, what its choices of lists, sets and copies are worth, its memory, and its window. It decides no claim yet.
//
// The driver (driver.py) imports the program's modules from the folder that SUDOKULAB_ORIGINALS names and calls them as the program
// itself does; to count, to let its generator's attempts fail, and to exchange one of its choices for the one that the document
// rejects, it puts another function or type in the place of one of the program's, in memory and for one run, and changes nothing else. Random choices are those of
// Python's generator from the seeds of the case. Times of solving are those of a clock, with nothing else at work; of generating, of the
// processor.
//
// The window (window.py) is that of Tk on a screen in memory, Xvfb. Keys and buttons are those of a person; boxes with messages, which nobody
// could close there, are kept instead of shown. Sizes depend on the machine's fonts.
package originalcsp

import (
	_ "embed"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

var (
	//go:embed driver.py
	driverText []byte
	//go:embed window.py
	windowText []byte
)

// program is the document's at the document's commit.
var program = original.Program{Name: "csp", Commit: "25c18bcab5d631d96e62881e85d0cb634d8f8a41"}

// levels are the words by which the program asks for puzzles.
var levels = []string{"Easy", "Medium", "Hard"}

// The cases' kinds, which are the driver's parts.
const (
	structureCase = "structure"
	generatorCase = "generator"
	sampleCase    = "sample"
	timesCase     = "times"
	windowCase    = "window"
	designCase    = "design"
	memoryCase    = "memory"
	fallbackCase  = "fallback"
)

// Config is everything that affects a figure of this experiment, beside the program.
type Config struct {
	Levels  []string `json:"levels"`
	Slices  int      `json:"slices"`   // of each level
	Puzzles int      `json:"puzzles"`  // in each slice
	Timed   int      `json:"timed"`    // puzzles solved of each level, 0 for none
	Rounds  int      `json:"rounds"`   // in which the sample board is solved
	Choices int      `json:"choices"`  // rounds in which a choice of the program's is compared with another, 0 for none
	Search  int      `json:"search"`   // puzzles past AC-3 that are solved with each
	InARow  int      `json:"in_a_row"` // puzzles made and solved while the memory is looked at
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "original-csp",
		Title:    "The CSP document's program, as published",
		Question: "What does the program that the CSP document describes make, find and take?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Slices: 1, Puzzles: 3, Timed: 2, Rounds: 101, Choices: 11, Search: 5, InARow: 15, Levels: levels}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Timed, cfg.Rounds, cfg.Choices, cfg.Levels = 1, 0, 3, 0, levels[2:] // the sample board is solved, too
	case lab.Full:
		cfg.Slices, cfg.Puzzles, cfg.Timed, cfg.Rounds = 10, 100, 100, 1001
		cfg.Choices, cfg.Search, cfg.InARow = 101, 100, 110
	case lab.Quick, lab.GPU:
	}
	pl := lab.Plan{Config: cfg, Seed: 1}
	bounds := original.Bounds{Time: time.Hour, Memory: 2 << 30}
	add := func(timed bool, part string, dims ...record.Dim) {
		driver := original.Driver{Text: driverText}
		if part == windowCase {
			driver = original.Driver{Text: windowText, Modules: []string{"tkinter"}, Tools: []string{"Xvfb"}}
		}
		pl.Cases = append(pl.Cases, lab.Observed(program, driver, bounds, timed, part, dims...))
	}
	add(false, structureCase)
	if cfg.Choices > 0 {
		add(false, windowCase)
		add(false, fallbackCase)
		add(true, designCase, record.D("rounds", cfg.Choices), record.D("puzzles", cfg.Search))
		add(false, memoryCase, record.D("level", "Hard"), record.D("puzzles", cfg.InARow))
	}
	add(true, sampleCase, record.D("rounds", cfg.Rounds))
	for _, level := range cfg.Levels {
		if cfg.Timed == 0 {
			continue
		}
		add(true, timesCase, record.D("level", level), record.D("puzzles", cfg.Timed))
	}
	for slice := range cfg.Slices {
		for _, level := range cfg.Levels {
			add(false, generatorCase, record.D("level", level), record.D("slice", slice), record.D("puzzles", cfg.Puzzles))
		}
	}
	return pl
}
