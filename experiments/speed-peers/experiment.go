// Package speedpeers measures the fast engine, package bitboard's Counter, against other people's
// solvers on the same puzzles in the same run: guesses, which are exact, first, then
// puzzles per second. It decides no claim.
//
// A solver takes part as a program in the folder of peers, under the name of a [Peer], that counts as package contest has it
// ([contest.Counting]): started as NAME FILE LIMIT SECONDS it times itself. Where both sides know how long they had a core these times are
// compared, and other programs on the machine disturb less. Folder cmd/peer holds such a program around package bitboard. Built with
// the lab's own settings, profile included, and named sudokulab it is the control in the rounds of every other program, which
// are not measured without it; under the name sudokulab-scalar it is the engine without vector instructions.
//
// Started without arguments some of them answer puzzles by the protocol of the command bench, and are measured as that measures
// programs, answers and all.
package speedpeers

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sudokulab/pkg/contest"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Peer is a solver in the form of a program.
type Peer struct {
	Name string `json:"name"` // of the program
	// Part is the fraction 1/Part of the puzzles that the program is given: slow ones get
	// few.
	Part int `json:"part"`
}

// Set is a set of puzzles to measure on.
type Set struct {
	Corpus string `json:"corpus"`
	// Less is the number of givens taken from each puzzle, by chance: of a minimal puzzle that
	// leaves several solutions.
	Less int `json:"less,omitempty"`
	// Limit of solutions, if it is not that of the experiment.
	Limit int `json:"limit,omitempty"`
	// Part is the fraction 1/Part of the puzzles that are taken, if not all are: many solutions take long.
	Part int `json:"part,omitempty"`
}

// ID names the set in cases and tables.
func (s Set) ID() string {
	id := s.Corpus
	switch {
	case s.Less == 1:
		id += "-less-one"
	case s.Less > 1:
		id += fmt.Sprintf("-less-%d", s.Less)
	}
	if s.Limit > 0 {
		id += fmt.Sprintf("-to-%d", s.Limit)
	}
	return id
}

// of returns how many of n puzzles are taken.
func (s Set) of(n int) int { return max(1, n/max(1, s.Part)) }

// Config is everything that affects a figure of this experiment.
type Config struct {
	Sets    []Set  `json:"sets"`
	Peers   []Peer `json:"peers,omitempty"`
	Limit   int    `json:"limit"`   // of solutions
	Puzzles int    `json:"puzzles"` // a set
	Rounds  int    `json:"rounds"`
	// Slow is the number of rounds for programs that get a part of the puzzles.
	Slow int `json:"slow_rounds"`
	// Slot is how long each side runs in a round, or a pass if that is longer.
	Slot time.Duration `json:"slot_ns"`
	// Patience ends a program that takes longer for a round.
	Patience  time.Duration         `json:"patience_ns"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
	// Answering programs are measured on these sets as the command bench measures them.
	Answering []string       `json:"answering,omitempty"`
	Answered  []string       `json:"answered,omitempty"`
	Answers   contest.Config `json:"answers"`
}

var sets = []Set{
	{Corpus: "own-easy"},
	{Corpus: "own-minimal"},
	{Corpus: "own-minimal", Less: 1},
	{Corpus: "own-mixed"},
	{Corpus: "norvig-10k"},
	{Corpus: "norvig-10k", Less: 1},
	{Corpus: "17clue"},
	{Corpus: "17clue", Less: 1},
	{Corpus: "17clue", Less: 3, Limit: 10_000, Part: 40},
	{Corpus: "magictour"},
	{Corpus: "forum-11-half"},
	{Corpus: "forum-1106"},
}

// This project's own engine in the form of [Peers]: as it is, which shows what the protocol itself costs and is the control
// in the rounds of every other program, and without vector instructions.
const (
	own    = "sudokulab"
	scalar = "sudokulab-scalar"
)

var peers = []Peer{
	{own, 1},
	{scalar, 1},
	{"tdoku", 1},
	{"tdoku-sse", 1},
	{"fastdoku", 1},
	{"rust-sudoku", 1},
	{"rust-sudoku-native", 1},
	{"jczsolve", 1},
	{"gzsudoku", 1},
	{"sk_bforce2", 1},
	{"fsss2", 1},
	{"fsss2_locked", 1},
	{"fast_solv_9r2", 8},
	{"go-lautrond", 4},
	{"go-eliben", 8},
	{"go-dimchansky-sudoku", 8},
	{"go-evjrob-sudoku", 20},
	{"go-rasmusoh", 80},
}

// answering are the peers that also answer puzzles, a line each, and answered the sets that they are given.
var (
	answering = []string{own, "tdoku", "rust-sudoku", "jczsolve"}
	answered  = []string{"own-mixed", "17clue", "forum-11-half"}
)

// goPeers are the peers written in Go.
var goPeers = []string{"go-lautrond", "go-eliben", "go-dimchansky-sudoku", "go-evjrob-sudoku", "go-rasmusoh"}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "speed-peers",
		Title:    "The fast engine compared with other people's solvers",
		Question: "How many guesses does the bitboard engine need per puzzle, and how fast does it prove uniqueness and count solutions compared with the fastest known solvers and with others in Go?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Control:  controlRow,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Sets: sets, Peers: peers, Limit: 2, Puzzles: 400, Rounds: 5, Slow: 3, Slot: 15 * time.Millisecond, Patience: 5 * time.Second,
		Bootstrap: stats.DefaultBootstrap(), Answering: answering, Answered: answered, Answers: contest.DefaultConfig(),
	}
	cfg.Answers.Rounds, cfg.Answers.Slot = 5, 100*time.Millisecond
	switch p {
	case lab.Smoke:
		cfg.Peers, cfg.Answering = nil, nil // programs of other people are no matter for continuous integration
		cfg.Puzzles, cfg.Rounds, cfg.Slot = 100, 2, time.Millisecond
		cfg.Bootstrap.Resamples = 500
	case lab.Full:
		cfg.Puzzles, cfg.Rounds, cfg.Slow, cfg.Slot, cfg.Patience = 10_000, 21, 7, 200*time.Millisecond, 3*time.Minute
		cfg.Answers.Rounds, cfg.Answers.Slot = 15, 500*time.Millisecond
	}
	pl := lab.Plan{Config: cfg, Seed: 30}
	for _, s := range cfg.Sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: aloneKind, Dims: []record.Dim{record.D("set", s.ID())}, Corpus: s.Corpus, Limit: s.of(cfg.Puzzles), Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return alone(ctx, cfg, s, r) },
		})
	}
	for _, s := range cfg.Sets {
		if s.Less != 1 || !slices.Contains(cfg.Sets, Set{Corpus: s.Corpus}) {
			continue
		}
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: lessKind, Dims: []record.Dim{record.D("set", s.Corpus)}, Corpus: s.Corpus, Limit: s.of(cfg.Puzzles), Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return withAndWithout(ctx, cfg, s, r) },
		})
	}
	for _, s := range cfg.Sets {
		for _, peer := range cfg.Peers {
			control := own
			if peer.Name == control {
				control = ""
			}
			pl.Cases = append(pl.Cases, lab.Case{
				Dims: pairOf(peer.Name, s.ID()), Peer: peer.Name, Control: control, Corpus: s.Corpus, Limit: s.of(max(1, cfg.Puzzles/peer.Part)), Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return beside(ctx, cfg, s, peer, r) },
			})
		}
	}
	for _, set := range cfg.Answered {
		for _, program := range cfg.Answering {
			control := own
			if program == control {
				control = ""
			}
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: answersKind, Dims: []record.Dim{record.D("program", program), record.D("set", set)},
				Peer: program, Control: control, Corpus: set, Limit: cfg.Puzzles, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return answers(ctx, cfg, program, r) },
			})
		}
	}
	return pl
}

// Kinds of cases; those of pairs of this engine and a program that count have none.
const (
	aloneKind   = "alone"
	lessKind    = "less"
	answersKind = "answers"
)

// pairOf names the pair of this engine and a program on a set.
func pairOf(peer, set string) []record.Dim {
	return []record.Dim{record.D("peer", peer), record.D("set", set)}
}

func pairCase(peer, set string) string { return record.Key("", pairOf(peer, set)...) }
