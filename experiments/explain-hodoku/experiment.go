// Package explainhodoku holds the solve paths of package explain against those of hodoku-py, a port of B. Hobiger's HoDoKu to
// Python that says of itself that it has the paths and scores of HoDoKu 2.2.0: the hardest technique, the score, how many
// puzzles are solved with no forcing, and how many a second. It decides no claim.
//
// # Puzzles
//
// They are drawn by seed from package generate, in four draws that neither program has a say in: minimal puzzles from
// uniform grids as they come; puzzles with 26 to 35 givens in turn, mostly not minimal; minimal puzzles that singles,
// locked candidates and pairs (package rate) do not solve; and minimal puzzles that the bitboard engine does not prove
// unique without 10 guesses or more. See [Config.Shares].
//
// # What agrees
//
// Which technique of HoDoKu is which of ours stands in ladder.go. A path has a hardest technique: of the highest level, and
// within a level the last in HoDoKu's default order. Two paths of a puzzle are within the shared list if both solve it and
// both consist of techniques that both programs have; brute force is no technique. They agree if their hardest
// techniques are the same. The field is held to agreement on 99 % of the puzzles within the shared list, and to a rank
// correlation (Spearman's, equal scores sharing a rank) of 0.95 between the scores of all puzzles that both solve without
// forcing chains, forcing nets or brute force. Both thresholds were set before anything was measured.
//
// There are two arms. In arm shared the program leaves out the techniques that package explain lacks, so nearly all
// puzzles count; in arm default it uses all of HoDoKu's default settings. Package explain uses all its techniques in
// both, those that rest on uniqueness included, as every puzzle drawn has one solution.
//
// # Differences
//
// Where two paths within the shared list differ in their hardest technique, the position is looked up in which the harder path
// takes it for the first time, and the other program is asked for its next step there. The class of the difference is
//
//	lower  the other program has a lower step there: it finds an instance that the first does not, or has it defined
//	       more widely
//	order  it has none: other steps were taken before, and led elsewhere
//	wrong  a step on HoDoKu's path, the harder one, places a wrong digit or strikes a right one
//
// Other puzzles whose hardest techniques differ are of class lacks if HoDoKu's path uses a technique that package explain
// lacks, and else of class guess: one path ends in brute force.
//
// # The program
//
// hodoku-py takes part as a program hodoku in the folder of peers (SUDOKULAB_PEERS):
//
//	hodoku TECHNIQUE …
//
// The arguments are techniques that it leaves out, by the names of hodoku-py's SolutionType. On standard input it reads
// puzzles, one per line, 81 characters, row by row, 1–9 for givens and . for blanks. A position has its digits so, and after
// a space the candidates struck, such as "r1c3-27 r4c5-8"; of such a line only the next step is asked. For each line it
// writes one line of JSON: hardest (the technique of the hardest step, by level and then by order; empty without a step), score,
// solved, seconds (of this line, on a clock that starts after reading it; the first line may be solved twice to warm up, and the second
// time counts), library (name and version), and steps, each with technique, places and strikes (cells and digits, as
// above).
package explainhodoku

import (
	"context"
	"time"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Shares  map[draw]int   `json:"shares"`  // puzzles of each draw
	Givens  generate.Range `json:"givens"`  // of fuller puzzles
	Guesses int64          `json:"guesses"` // of the hardest draw, at least
	// Timed are the puzzles of each draw that both programs are timed on.
	Timed     map[draw]int          `json:"timed"`
	Rounds    int                   `json:"rounds"`
	Batch     int                   `json:"batch"`       // lines that the program is handed at once
	Patience  time.Duration         `json:"patience_ns"` // for them
	Peer      bool                  `json:"peer"`        // whether the program is asked at all
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Arms of the comparison.
const (
	sharedArm  = "shared"
	defaultArm = "default"
)

// Kinds of cases.
const (
	ownKind   = "own"   // our half, which needs no program
	pathsKind = "paths" // by arm
	speedKind = "speed"
)

// without are the techniques that the program leaves out, by arm.
func without(arm string) []string {
	if arm == sharedArm {
		return foreign()
	}
	return nil
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "explain-hodoku",
		Title:    "Solve paths and scores compared with HoDoKu's",
		Question: "Do package explain and HoDoKu find the same hardest technique and like scores for a puzzle, how many does each solve with no forcing, and how fast?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Shares: map[draw]int{minimalDraw: 12, fullerDraw: 8, beyondDraw: 9, guessesDraw: 1},
		Givens: generate.Range{Low: 26, High: 35}, Guesses: 10,
		Timed:  map[draw]int{minimalDraw: 2, fullerDraw: 1, beyondDraw: 1},
		Rounds: 3, Batch: 30, Patience: 5 * time.Minute, Peer: true, Bootstrap: stats.DefaultBootstrap(),
	}
	switch p {
	case lab.Smoke:
		cfg.Peer = false // programs of other people are no matter for continuous integration
		cfg.Shares = map[draw]int{minimalDraw: 8, fullerDraw: 5, beyondDraw: 6, guessesDraw: 1}
		cfg.Bootstrap.Resamples = 500
	case lab.Full:
		cfg.Shares = map[draw]int{minimalDraw: 4000, fullerDraw: 2000, beyondDraw: 3000, guessesDraw: 1000}
		cfg.Timed = map[draw]int{minimalDraw: 40, fullerDraw: 20, beyondDraw: 30, guessesDraw: 10}
		cfg.Rounds, cfg.Batch, cfg.Patience = 11, 100, time.Hour
	}
	pl := lab.Plan{Config: cfg, Seed: 19}
	pl.Cases = append(pl.Cases, lab.Case{Kind: ownKind, Run: func(ctx context.Context, r *lab.Run) error { return own(ctx, cfg, r) }})
	if !cfg.Peer {
		return pl
	}
	for _, arm := range []string{sharedArm, defaultArm} {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: pathsKind, Dims: []record.Dim{record.D("arm", arm)}, Peer: peerName,
			Run: func(ctx context.Context, r *lab.Run) error { return ending(r, beside(ctx, cfg, arm, r)) },
		})
	}
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: speedKind, Peer: peerName, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return ending(r, speed(ctx, cfg, r)) },
	})
	return pl
}
