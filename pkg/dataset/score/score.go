package score

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"iter"
	"slices"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/engine"
	baseline "sudokulab/pkg/learn/score"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// Config is all that affects a report besides the set and the predictions.
type Config struct {
	// Baselines is the greatest number of puzzles of a set for which the baselines are computed, 0 for none, negative for any number.
	Baselines int `json:"baselines"`
	// Guesses are the bounds of the search among the baselines, rising.
	Guesses []int64 `json:"guesses"`
	// Nodes bound the exact engine's search for a puzzle's solutions, 0 for no bound.
	Nodes     int64                 `json:"nodes"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
	Seed      uint64                `json:"seed"` // of the bootstrap
}

// DefaultConfig returns intervals of 95 % from 2,000 resamples, and the baselines for sets of at most 20,000 puzzles.
func DefaultConfig() Config {
	b := stats.DefaultBootstrap()
	b.Resamples = 2000
	return Config{Baselines: 20_000, Guesses: []int64{8, 16, 32, 64, 128}, Bootstrap: b, Seed: 1}
}

// Validate reports the first field that has no meaning.
func (c Config) Validate() error {
	if c.Nodes < 0 {
		return fmt.Errorf("score: %d nodes, want no negative number", c.Nodes)
	}
	if !slices.IsSorted(c.Guesses) || len(c.Guesses) > 0 && c.Guesses[0] < 1 {
		return fmt.Errorf("score: guesses %v, want rising numbers from 1", c.Guesses)
	}
	if err := c.Bootstrap.Validate(); err != nil {
		return fmt.Errorf("score: %w", err)
	}
	if c.Bootstrap.Method != stats.Percentile {
		return fmt.Errorf("score: bootstrap by %s, want %s", c.Bootstrap.Method, stats.Percentile)
	}
	return nil
}

// Entrant is a program with its predictions: one file or, as votes for the same puzzles, several.
type Entrant struct {
	Name  string
	Files []*predictions.Pairing
}

// Set is the puzzles that are scored on.
type Set struct {
	Name    string
	Puzzles iter.Seq2[format.Puzzle, error]
}

// task is a puzzle with the answers of all entrants.
type task struct {
	puzzle    format.Puzzle
	answers   [][]predictions.Answer // by entrant
	baselines bool
}

// result is what a worker makes of a task.
type result struct {
	task
	finding     audit.Finding
	outcomes    [][3]outcome // by entrant and way
	calibration []*calibration
	baselines   []outcome
}

// worker judges tasks. It serves one goroutine.
type worker struct {
	cfg    Config
	rates  *audit.Judge
	search solver.Solver
}

// searchConfig is that of the search among the baselines: depth first, both kinds of singles, the choice with the fewest options.
func searchConfig() engine.WideConfig {
	return engine.WideConfig{Name: "search", Config: wide.Config{Order: wide.Fewest}}
}

func (w *worker) work(ctx context.Context, t task) (result, error) {
	r := result{task: t}
	b := t.puzzle.Board
	finding, found, err := w.rates.Rate(ctx, b)
	if err != nil {
		return r, err
	}
	if finding.Status == solver.Cancelled {
		return r, context.Cause(ctx)
	}
	r.finding = finding
	solution := t.puzzle.Solution
	if solution.IsZero() {
		solution = found
	}
	for _, answers := range t.answers {
		all := judgeAll(b, solution, answers)
		r.outcomes = append(r.outcomes, all)
		var k *calibration
		if len(answers) > 0 && answers[0].P != nil && answers[0].Cells != nil {
			k = new(calibration)
			k.count(b, solution, &answers[0], all[0].solved)
		}
		r.calibration = append(r.calibration, k)
	}
	if !t.baselines {
		return r, nil
	}
	for _, rule := range baseline.Baselines() {
		r.baselines = append(r.baselines, judge(b, solution, baseline.Fill(rule, b).Cells()))
	}
	if len(w.cfg.Guesses) == 0 {
		return r, nil
	}
	res, err := w.search.Solve(ctx, b, solver.Limits{Solutions: 1, Nodes: w.cfg.Guesses[len(w.cfg.Guesses)-1]})
	switch {
	case err != nil:
		return r, fmt.Errorf("score: %w", err)
	case res.Status == solver.Cancelled:
		return r, context.Cause(ctx)
	}
	// A search with a lower bound is the beginning of this one.
	for _, most := range w.cfg.Guesses {
		var cells []uint8
		if res.Status == solver.Found && res.Stats.Nodes <= most {
			cells = res.Grid.Cells()
		}
		r.baselines = append(r.baselines, judge(b, solution, cells))
	}
	return r, nil
}

// Run scores entrants on a set, with an exact engine for each worker. Seen, if not nil, is called after each puzzle. Where ctx ends, so
// does scoring, with its error and without a report.
func Run(ctx context.Context, set Set, entrants []Entrant, engines []solver.Solver, cfg Config, seen func(puzzles int)) (*Report, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if len(entrants) == 0 || len(engines) == 0 || set.Puzzles == nil {
		return nil, errors.New("score: want a set, an entrant and an engine at least")
	}
	var workers []func(context.Context, task) (result, error)
	for _, by := range engines {
		rates, err := audit.NewJudge(by, cfg.Nodes)
		if err != nil {
			return nil, fmt.Errorf("score: %w", err)
		}
		w := &worker{cfg: cfg, rates: rates, search: engine.Wide(searchConfig())}
		workers = append(workers, w.work)
	}
	c := newCount(cfg, entrants)
	hash := sha256.New()
	for r, err := range pipeline.Map(ctx, tasks(ctx, set.Puzzles, entrants, cfg), workers, pipeline.Options{}) {
		if err != nil {
			return nil, err
		}
		writePuzzle(hash, r.puzzle.Board)
		c.add(&r)
		if seen != nil {
			seen(c.puzzles)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.puzzles == 0 {
		return nil, fmt.Errorf("score: %s holds no puzzle", set.Name)
	}
	for _, e := range entrants {
		for _, p := range e.Files {
			if err := p.Finish(ctx); err != nil {
				return nil, err
			}
		}
	}
	c.end()
	return c.report(set.Name, hex.EncodeToString(hash.Sum(nil)), entrants)
}

// writePuzzle writes what is hashed of a puzzle: its cells in the alphabet that is usual, whatever the form of the file.
func writePuzzle(h hash.Hash, b board.Board) {
	_, _ = h.Write(append(b.AppendText(nil, board.Numeric), '\n')) // a hash returns no error
}

// tasks pairs the puzzles with the answers to them.
func tasks(ctx context.Context, puzzles iter.Seq2[format.Puzzle, error], entrants []Entrant, cfg Config) iter.Seq2[task, error] {
	return func(yield func(task, error) bool) {
		n := 0
		for puzzle, err := range puzzles {
			if err != nil {
				yield(task{}, err)
				return
			}
			n++
			t := task{puzzle: puzzle, baselines: cfg.Baselines < 0 || n <= cfg.Baselines}
			for _, e := range entrants {
				var answers []predictions.Answer
				for _, p := range e.Files {
					row, err := p.Next(ctx, puzzle.Board)
					if err != nil {
						yield(task{}, err)
						return
					}
					if len(row.Answers) == 0 { // a vote that is missing stays in its place
						row.Answers = []predictions.Answer{{Fault: row.Fault}}
					}
					answers = append(answers, row.Answers...)
				}
				t.answers = append(t.answers, answers)
			}
			if !yield(t, nil) {
				return
			}
		}
	}
}
