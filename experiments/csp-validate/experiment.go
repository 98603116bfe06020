// Package cspvalidate compares the CSP document's validation by AC-3 alone with exact counts,
// on boards with no, one and several solutions. It decides C09.
package cspvalidate

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solvertest"
)

// sets hold boards of all three kinds (own-mixed), unique puzzles that AC-3 solves and that
// it does not, and boards with many solutions (acs-9x9-half).
var sets = []string{
	"own-mixed", "own-easy", "own-medium", "own-hard", "own-minimal", "norvig-10k", "17clue", "magictour", "forum-1106", "acs-9x9-half",
}

// What AC-3 says of a board, and how many solutions it has: the two sides of the table.
var (
	answers = []string{"filled", "open", "contradictory"}
	truths  = []string{"none", "one", "several"}
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Solver csp.Config `json:"solver"`
	Boards int        `json:"boards"` // a set at most
	Nodes  int64      `json:"nodes"`  // of one exact count at most
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-validate",
		Title:    "Validation by AC-3 alone against exact counts",
		Question: "When AC-3 fills a board, leaves cells open or finds a contradiction, how many solutions does the board have?",
		Plan:     plan,
		Tables:   tables,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Solver: csp.DocumentConfig(), Boards: 2000, Nodes: 1_000_000}
	switch p {
	case lab.Smoke:
		cfg.Boards = 100
	case lab.Full:
		cfg.Boards = 0
	}
	pl := lab.Plan{Config: cfg, Seed: 9}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: []record.Dim{record.D("set", id)}, Corpus: id, Limit: cfg.Boards,
			Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg, r) },
		})
	}
	return pl
}

func cell(answer, truth string) string { return answer + ", " + truth }

// literal is the reading of the printed listing: the result of AC-3 is dropped, and a board
// passes as unique when no domain holds more than one value, emptied ones included.
func literal(truth string) string { return "literal unique, " + truth }

func measure(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	s, err := csp.NewSolver(encode.Network(board.Standard()), cfg.Solver)
	if err != nil {
		return err
	}
	counts := map[string]int{}
	examples := map[string]string{}
	note := func(key string, b board.Board) {
		counts[key]++
		if examples[key] == "" {
			examples[key] = b.String()
		}
	}
	capped := 0
	var domains []csp.Set
	for i, p := range puzzles {
		domains = encode.Domains(domains, p.Board)
		res, err := s.Propagate(ctx, domains)
		if err != nil {
			return err
		}
		n, _, complete := solvertest.Count(p.Board, 2, cfg.Nodes)
		if !complete && n < 2 {
			capped++
			continue
		}
		truth := truths[min(n, 2)]
		switch {
		case !res.Consistent:
			note(cell("contradictory", truth), p.Board)
		case res.Open == 0:
			note(cell("filled", truth), p.Board)
		default:
			note(cell("open", truth), p.Board)
		}
		if res.Open == 0 {
			note(literal(truth), p.Board)
		}
		r.Progress(i+1, len(puzzles))
	}
	n := len(puzzles)
	r.Exact("boards", float64(n-capped), "boards", n)
	for _, t := range truths {
		for _, a := range answers {
			r.Exact(cell(a, t), float64(counts[cell(a, t)]), "boards", n)
		}
		r.Exact(literal(t), float64(counts[literal(t)]), "boards", n)
	}
	// Counterexamples are kept where the answer and the truth part.
	for _, key := range []string{cell("filled", "none"), cell("filled", "several"), cell("contradictory", "one"), cell("contradictory", "several"), cell("open", "none"), literal("none")} {
		if examples[key] != "" {
			r.Text(key, examples[key])
		}
	}
	if capped > 0 {
		r.Cap(fmt.Sprintf("%d boards reached %d nodes and are left out", capped, cfg.Nodes))
	}
	return nil
}
