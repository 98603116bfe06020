// Package datasetaudit looks into puzzle sets as `sudokulab dataset audit` does: what they hold, what solves their puzzles, and whether
// the puzzles of one are, under symmetry, among those of another. It decides no claim: the tables are for those who train on
// one of these sets and measure on another.
package datasetaudit

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// kindLeak is the kind of the cases with two sets.
const kindLeak = "leak"

// smokeSets and smokeLeak are what the smallest run looks at.
var (
	smokeSets = []string{"own-4x4", "own-mixed"}
	smokeLeak = pair{"own-easy", "own-minimal"}
)

// others are the sets that a person may have beside these.
var others = []string{
	"own-easy", "own-medium", "own-hard", "own-minimal", "own-16x16",
	"17clue", "magictour", "forum-11-half", "forum-1106", "norvig-10k", "norvig-hardest", "acs-9x9-half", "acs-16x16-half",
	"kaggle", "unbiased", "rrn-hard-train", "rrn-hard-valid", "rrn-hard-test", "sudoku-extreme-train", "sudoku-extreme-test",
}

// pair is a training and a test.
type pair struct{ training, test string }

// pairs are those whose figures people quote, and those of the sets that lie together most often.
var pairs = []pair{
	{"17clue", "own-minimal"},
	{"17clue", "magictour"},
	{"17clue", "norvig-10k"},
	{"17clue", "forum-1106"},
	{"magictour", "norvig-10k"},
	{"magictour", "forum-1106"},
	{"forum-11-half", "forum-1106"},
	{"forum-11-half", "norvig-hardest"},
	{"norvig-10k", "acs-9x9-half"},
	{"unbiased", "17clue"},
	{"kaggle", "norvig-10k"},
	{"rrn-hard-train", "rrn-hard-valid"},
	{"rrn-hard-train", "rrn-hard-test"},
	{"rrn-hard-train", "17clue"},
	{"sudoku-extreme-train", "sudoku-extreme-test"},
	{"sudoku-extreme-train", "17clue"},
	{"sudoku-extreme-train", "forum-11-half"},
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Puzzles int          `json:"puzzles"` // of a set looked into, at most; 0 for all. Leaks are of whole sets
	Nodes   int64        `json:"nodes"`   // of the search for a puzzle's solutions
	Audit   audit.Config `json:"audit"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dataset-audit",
		Title:    "What puzzle sets hold, and what they share",
		Question: "Which puzzles of the public sets have several solutions or none, repeat one another under symmetry, or are in another set, and what solves them?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Puzzles: 2000, Nodes: 1_000_000, Audit: audit.DefaultConfig()}
	sets, leaks := append(append([]string{}, smokeSets...), others...), append([]pair{smokeLeak}, pairs...)
	switch p {
	case lab.Smoke:
		cfg.Puzzles, sets, leaks = 40, smokeSets, []pair{smokeLeak}
	case lab.Full:
		cfg.Puzzles = 0
	}
	pl := lab.Plan{Config: cfg, Seed: 23}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Puzzles,
			Run: func(ctx context.Context, r *lab.Run) error { return one(ctx, cfg, id, r) },
		})
	}
	for _, two := range leaks {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: kindLeak, Dims: []record.Dim{record.D("training", two.training), record.D("test", two.test)}, Corpus: two.test,
			Run: func(ctx context.Context, r *lab.Run) error { return both(ctx, cfg, two, r) },
		})
	}
	return pl
}

// one looks into a set.
func one(ctx context.Context, cfg Config, id string, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	report, err := cfg.audited(ctx, r, []input{{audit.Training, id, puzzles}})
	if err != nil {
		return err
	}
	p := report.Training
	for name, n := range map[string]int64{
		"puzzles": p.Puzzles, "unique": p.Unique, "several": p.Several, "none": p.None, "undecided": p.Undecided,
		"identical": p.Identical, "twins": p.Twins, "unclassed": p.Unclassed,
	} {
		r.Exact(name, float64(n), "puzzles", len(puzzles))
	}
	for _, d := range p.Difficulty() {
		r.Exact(solvedBy(d.Value), float64(d.Count), "puzzles", len(puzzles))
	}
	least, most := 0, 0
	for _, item := range puzzles {
		n := item.Board.Filled()
		if least == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	r.Count("least givens", int64(least), "cells")
	r.Count("most givens", int64(most), "cells")
	return nil
}

// both looks for the puzzles of a test in a training.
func both(ctx context.Context, cfg Config, two pair, r *lab.Run) error {
	training, err := lab.PuzzlesOf(ctx, r, two.training)
	if err != nil {
		return err
	}
	test, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	report, err := cfg.audited(ctx, r, []input{{audit.Training, two.training, training}, {audit.Test, two.test, test}})
	if err != nil {
		return err
	}
	r.Count("training", report.Training.Puzzles, "puzzles")
	r.Count("classes", report.Leak.Classes, "puzzles")
	r.Count("shared", report.Leak.Shared, "puzzles")
	r.Count("identical", report.Leak.Identical, "puzzles")
	return nil
}

// solvedBy names the metric of the puzzles that something solves.
func solvedBy(what string) string { return "by " + what }

// input is one of an audit's sets.
type input struct {
	as      audit.Set
	id      string
	puzzles []corpus.Item
}

// audited audits sets, over all cores.
func (cfg Config) audited(ctx context.Context, r *lab.Run, of []input) (report *audit.Report, err error) {
	a, err := audit.New(cfg.Audit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	total, done := 0, 0
	for _, in := range of {
		total += len(in.puzzles)
	}
	for _, in := range of {
		if len(in.puzzles) == 0 {
			continue
		}
		work := make([]func(context.Context, corpus.Item) (audit.Finding, error), runtime.GOMAXPROCS(0))
		for i := range work {
			judge, err := audit.NewJudge(fastest(in.puzzles[0].Board), cfg.Nodes)
			if err != nil {
				return nil, err
			}
			work[i] = func(ctx context.Context, item corpus.Item) (audit.Finding, error) {
				f, err := judge.Judge(ctx, item.Board)
				if err != nil {
					return f, fmt.Errorf("%s, line %d: %w", in.id, item.Line, err)
				}
				return f, nil
			}
		}
		items := func(yield func(corpus.Item, error) bool) {
			for _, item := range in.puzzles {
				if !yield(item, nil) {
					return
				}
			}
		}
		for f, err := range pipeline.Map(ctx, items, work, pipeline.Options{}) {
			if err != nil {
				return nil, err
			}
			if err := a.Add(in.as, in.id, f); err != nil {
				return nil, err
			}
			done++
			if done%1000 == 0 {
				r.Progress(done, total)
			}
		}
	}
	return a.Report(ctx)
}

// fastest is the engine for boards of this side; a set has one side.
func fastest(b board.Board) solver.Solver {
	if b.Shape().Side() == 9 {
		return engine.Bitboard(engine.DefaultBitboard())
	}
	return engine.Wide(engine.DefaultWide())
}
