// Package originalminigrid observes the program that the minigrid document describes, at the document's commit: which fillings it lists,
// which it joins, what its pruning leaves, what it answers for boards with no, one and several solutions, and how long its phases take and
// how much memory. It decides no claim yet.
//
// The program is a library in Rust with private modules and an empty README, so what runs is a binary that a person builds around it:
// target/release/solve in the checkout, where git does not look. It has the library's two modules unchanged, with the versions of Cargo.lock
// and the profile of Cargo.toml. It reads boards from standard input, one a line: the side, a space, the cells separated by commas, 0 for an
// empty one. For each it calls SudokuSolver::new(side, cells).solve() and then prints a line: "=== END", each solution's cells separated by
// commas, and the seconds of the call, all separated by spaces. Every other line is the library's own. A panic ends the process.
//
// The driver (driver.py) starts the binary with a pipe and reads its lines: the fillings of each box, vertices, edges, passes of pruning, the
// vertices left, the verdict. Fillings, edges, pruning and solutions are made again by code of ours, the graph for boards with at most 5,000
// edges; solutions are counted up to 100. Boards are known puzzles, the board of the library's test, or made by the driver from seeds: full
// grids by a random search, and of more than nine digits by shuffling a regular one, digits taken out while one solution is left. The
// library traces its work on box 2 on standard error, line by line; these lines are counted, and are the only count of its steps. All
// these counts are exact, but for boards that a limit of time may stop.
//
// A phase begins when the line that announces it arrives, by the driver's clock; phase 2 includes printing every filling, as the library does,
// and the arrival of the first count parts generating from printing. Shorter times than some tens of microseconds, those of a pipe, cannot be
// told apart. The trace goes to the null device then, and writing it stays part of phase 2. Memory is the peak resident memory of the process
// after its first round of a board, which Linux tells; a process solves a full 4×4 board before, to show what it takes without one. The
// seconds that the binary prints are kept beside. Timed cases run with nothing else at work; the library takes as many threads as there are
// cores, except where cores are compared.
package originalminigrid

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
	driver = original.Driver{Text: driverText, Binary: "target/release/solve"}
	bounds = original.Bounds{Time: time.Hour, Memory: 2 << 30}
)

// program is the document's at the document's commit.
var program = original.Program{Name: "minigrid", Commit: "4d00adec696b6098ce331d62041752faddd966b3"}

// The cases' kinds, which are the driver's parts.
const (
	structureCase = "structure"
	boardsCase    = "boards"
	timesCase     = "times"
	coresCase     = "cores"
	limitsCase    = "limits"
)

// Boards are boards of a kind: the side, and how many givens, none or several solutions; or known ones.
type Boards struct {
	Kind   string `json:"kind"`
	Boards int    `json:"boards"`           // in each slice
	Slices int    `json:"slices,omitempty"` // 0 for one that has no number
	Rounds int    `json:"rounds,omitempty"` // in which each is solved
}

// Config is everything that affects a figure of this experiment, beside the program.
type Config struct {
	Seen    []Boards `json:"seen"`
	Timed   []Boards `json:"timed"`
	Cores   []Boards `json:"cores"`
	Limited []Boards `json:"limited"`
	Threads int      `json:"threads"`   // that are compared with one
	Seconds int      `json:"seconds_s"` // until a limited board is stopped
}

func config(p lab.Profile) Config {
	each := func(boards, slices, rounds int, kinds ...string) (out []Boards) {
		for _, kind := range kinds {
			out = append(out, Boards{kind, boards, slices, rounds})
		}
		return out
	}
	join := func(all ...[]Boards) (out []Boards) {
		for _, b := range all {
			out = append(out, b...)
		}
		return out
	}
	sides := []string{"4x4-16", "9x9-81", "16x16-256", "25x25-625"} // full boards, of which phase 1 has all to do
	test, moderate := "lib.rs", []string{"9x9-40", "9x9-32", "9x9-26"}
	kinds := append([]string{"4x4-5", "4x4-several", "4x4-none", "9x9-several", "9x9-none"}, moderate...)
	fills := []string{
		"4x4-10", "9x9-53", "16x16-166", "25x25-406", // 65 %
		"4x4-12", "9x9-61", "16x16-192", "25x25-469", // 75 %
		"4x4-14", "9x9-69", "16x16-218", "25x25-531", // 85 %
	}
	switch p {
	case lab.Smoke:
		return Config{
			Seen:  join(each(1, 1, 0, test), each(3, 1, 0, "9x9-40", "9x9-several", "4x4-none", "16x16-192")),
			Timed: each(1, 0, 5, test), Cores: each(1, 0, 5, test), Limited: each(1, 1, 0, "9x9-0"), Threads: 2, Seconds: 1,
		}
	case lab.Full:
		return Config{
			Seen: join(each(1, 1, 0, test), each(250, 4, 0, kinds...), each(100, 1, 0, fills...), each(2, 3, 0, "9x9-hard"), each(2, 7, 0, "9x9-17")),
			Timed: join(each(1, 0, 1001, test), each(100, 0, 11, moderate...), each(6, 0, 11, "9x9-hard"), each(14, 0, 3, "9x9-17"),
				each(10, 0, 101, sides...), each(20, 0, 11, fills[:4]...)),
			Cores:   join(each(50, 0, 21, moderate...), each(6, 0, 11, "9x9-hard"), each(3, 0, 11, "9x9-17")),
			Limited: join(each(1, 1, 0, "9x9-0"), each(5, 4, 0, "16x16-128", "16x16-115"), each(5, 2, 0, "25x25-344")), Threads: 2, Seconds: 60,
		}
	case lab.Quick, lab.GPU:
	}
	return Config{
		Seen:  join(each(1, 1, 0, test, "9x9-17"), each(2, 1, 0, "9x9-hard"), each(10, 1, 0, kinds...), each(5, 1, 0, fills...)),
		Timed: join(each(1, 0, 101, test), each(10, 0, 5, moderate...), each(1, 0, 3, "9x9-17"), each(1, 0, 51, sides...), each(3, 0, 5, fills[:4]...)),
		Cores: each(5, 0, 5, moderate...), Limited: each(1, 1, 0, "9x9-0", "16x16-115"), Threads: 2, Seconds: 5,
	}
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "original-minigrid",
		Title:    "The minigrid document's program, as published",
		Question: "What does the program that the minigrid document describes list, join, prune, answer and take?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 1}
	add := func(timed bool, part string, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Observed(program, driver, bounds, timed, part, dims...))
	}
	add(false, structureCase)
	for _, b := range cfg.Timed {
		add(true, timesCase, record.D("kind", b.Kind), record.D("boards", b.Boards), record.D("rounds", b.Rounds))
	}
	for _, b := range cfg.Cores {
		add(true, coresCase, record.D("kind", b.Kind), record.D("boards", b.Boards), record.D("rounds", b.Rounds), record.D("threads", cfg.Threads))
	}
	for _, b := range cfg.Limited {
		for slice := range b.Slices {
			add(true, limitsCase, record.D("kind", b.Kind), record.D("slice", slice), record.D("boards", b.Boards), record.D("seconds", cfg.Seconds))
		}
	}
	for _, b := range cfg.Seen {
		for slice := range b.Slices {
			add(false, boardsCase, record.D("kind", b.Kind), record.D("slice", slice), record.D("boards", b.Boards))
		}
	}
	return pl
}
