package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// maker makes the puzzle with an index, for one goroutine.
type maker func(ctx context.Context, index int) (generate.Puzzle, error)

// givenRange reads 30 or 24-28.
func givenRange(text string) (generate.Range, error) {
	r, err := numberRange(text)
	if err != nil || r.Low < 1 {
		return generate.Range{}, fmt.Errorf("--givens %s: want a number such as 30 or a range such as 24-28", text)
	}
	return r, nil
}

// fewestGivens is a bound below the givens of any puzzle with one solution: known for the small
// sides, where it is reached; on the others, all digits but one must be given.
func fewestGivens(side int) int {
	switch side {
	case 4:
		return 4
	case 9:
		return 17
	}
	return side - 1
}

func numberRange(text string) (generate.Range, error) {
	low, high, ranged := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	if !ranged {
		high = low
	}
	a, errA := strconv.Atoi(low)
	b, errB := strconv.Atoi(high)
	if err := errors.Join(errA, errB); err != nil {
		return generate.Range{}, err
	}
	if a < 0 || b < a {
		return generate.Range{}, errors.New("not a range")
	}
	return generate.Range{Low: a, High: b}, nil
}

// wish says how hard a puzzle must be.
type wish struct {
	technique rate.Technique // none: any
	guesses   generate.Range
	// hardest and score are those of a path of package explain.
	hardest explain.Technique // none: any
	score   generate.Range
	scored  bool
}

// difficulties are the words of --difficulty on the ladder of package rate; techniqueNames are the others.
func difficulties() []string {
	var words []string
	for _, t := range rate.Techniques() {
		if t != rate.None {
			words = append(words, t.String())
		}
	}
	return words
}

func newWish(s *generating) (w wish, err error) {
	switch {
	case s.practise != "":
		w.hardest, err = techniqueOf("practise", s.practise)
	case slices.Contains(techniqueNames(), s.difficulty):
		w.hardest, err = techniqueOf("difficulty", s.difficulty)
	case s.difficulty != "":
		err = w.technique.UnmarshalText([]byte(s.difficulty))
		w.guesses = generate.Range{High: math.MaxInt}
	}
	if err != nil {
		return w, err
	}
	if s.guesses != "" {
		w.technique = rate.Guesses
		if w.guesses, err = numberRange(s.guesses); err != nil {
			return w, fmt.Errorf("--guesses %s: want a number such as 5 or a range such as 10-100", s.guesses)
		}
	}
	if s.score != "" {
		w.scored = true
		if w.score, err = numberRange(s.score); err != nil {
			return w, fmt.Errorf("--score %s: want a number such as 600 or a range such as 500-900", s.score)
		}
		if w.technique != rate.None {
			return w, fmt.Errorf("--score: %s is of another scale; want a technique such as x-wing for --difficulty, or none", w.technique)
		}
	}
	return w, nil
}

func (w wish) asks() bool { return w.technique != rate.None || w.byPath() }

// byPath reports whether the wish is about the steps of package explain.
func (w wish) byPath() bool { return w.hardest != explain.None || w.scored }

// holdsPath reports whether a path is as hard as wished. One that is stuck never is: nothing is known of
// the steps that it lacks.
func (w wish) holdsPath(r explain.Rating) bool {
	return r.Open == 0 && (w.hardest == explain.None || r.Hardest == w.hardest) && (!w.scored || w.score.Contains(r.Score))
}

func (w wish) holds(r rate.Rating) bool {
	return r.Technique == w.technique && (r.Technique != rate.Guesses || w.guesses.Contains(int(r.Guesses)))
}

// puzzles returns the sequence that the flags ask for, s.count puzzles long.
func (s *generating) puzzles(ctx context.Context) (iter.Seq2[generate.Puzzle, error], error) {
	makers, err := s.makers()
	if err != nil {
		return nil, err
	}
	workers := workersOf(s.jobs, func() func(context.Context, int) (generate.Puzzle, error) {
		if s.want.asks() {
			return s.choosing(makers())
		}
		return makers()
	})
	indices := func(yield func(int, error) bool) {
		for i := s.from; s.distinct || i-s.from < s.count; i++ {
			if !yield(i, nil) {
				return
			}
		}
	}
	puzzles := pipeline.Map(ctx, indices, workers, pipeline.Options{})
	if !s.distinct {
		return puzzles, nil
	}
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		return nil, err
	}
	return first(s.count, generate.Distinct(puzzles, func(p generate.Puzzle) board.Board { return p.Board }, seen)), nil
}

// first cuts a sequence off after n items.
func first[T any](n int, items iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if n == 0 {
			return
		}
		i := 0
		for item, err := range items {
			i++
			if !yield(item, err) || i == n {
				return
			}
		}
	}
}

// makers returns what makes a maker for each worker.
func (s *generating) makers() (func() maker, error) {
	grid := generate.DefaultGrid(s.side)
	if s.grids != "" {
		grid.Source = s.grids
	}
	if s.minimal {
		return s.minimalMakers(grid)
	}
	cfg := generate.DefaultConfig()
	cfg.Grid = grid
	cfg.Pattern, cfg.Attempts, cfg.Seed = s.pattern, s.attempts, s.seed
	switch {
	case s.givens != "":
		cfg.Givens, cfg.Level = s.exact, ""
	case s.level != "":
		cfg.Level = s.level
	}
	accept := func() generate.Accept { return engine.SolvedByAC3() }
	switch s.accept {
	case acceptSingles:
		accept = generate.Singles
	case acceptUnique:
		accept = generate.UniqueWithin(s.nodes)
		if few(cfg) && s.grids == "" {
			return s.givensMakers(cfg.Givens.Low)
		}
	}
	g, err := generate.New(cfg, accept)
	if err != nil {
		return nil, err
	}
	return func() maker { return g.Maker() }, nil
}

// few reports whether the givens asked for are fewer than removal alone reaches often.
func few(cfg generate.Config) bool {
	return cfg.Grid.Side == 9 && cfg.Pattern == generate.PatternNone && cfg.Givens.Low == cfg.Givens.High && cfg.Givens.Low > 0 && cfg.Givens.Low < 24
}

// puzzle9 turns the generator's own form of a 9×9 puzzle into the general one.
func puzzle9(index int, p *generate.Puzzle9) (generate.Puzzle, error) {
	puzzle, solution := p.Puzzle, p.Solution // what p holds changes
	b, err := board.FromCells(puzzle[:])
	if err != nil {
		return generate.Puzzle{}, err
	}
	grid, err := board.FromCells(solution[:])
	if err != nil {
		return generate.Puzzle{}, err
	}
	return generate.Puzzle{
		Index: index, Board: b, Solution: grid, Givens: p.Givens, Target: p.Givens, Proved: true,
		Stats: generate.Stats{Attempts: 1, RemovalTests: p.Stats.Calls, Restores: p.Stats.Rivals},
	}, nil
}

// givensMakers makes puzzles of an exact small number of givens.
func (s *generating) givensMakers(givens int) (func() maker, error) {
	cfg := generate.DefaultGivens(givens)
	cfg.Seed = s.seed
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return func() maker {
		g, err := generate.NewGivens9(cfg, engine.NewCounter9())
		return func(ctx context.Context, index int) (generate.Puzzle, error) {
			if err != nil {
				return generate.Puzzle{}, err
			}
			var p generate.Puzzle9
			if _, err := g.Item(ctx, index, &p); err != nil {
				return generate.Puzzle{}, err
			}
			return puzzle9(index, &p)
		}
	}, nil
}

// minimalMakers makes minimal puzzles. Each has its own random source, seeded by a hash
// of all that shapes it.
func (s *generating) minimalMakers(grid generate.GridConfig) (func() maker, error) {
	if s.side == 9 && s.pattern == generate.PatternNone && (s.grids == "" || s.grids == generate.SourceUniform) {
		cfg := generate.DefaultMinimal9()
		if s.families {
			cfg = generate.FastMinimal9()
		}
		cfg.Seed = s.seed
		return func() maker {
			m, err := generate.NewMinimal9(cfg, engine.NewCounter9())
			return func(_ context.Context, index int) (generate.Puzzle, error) {
				if err != nil {
					return generate.Puzzle{}, err
				}
				var p generate.Puzzle9
				if err := m.Item(index, &p); err != nil {
					return generate.Puzzle{}, err
				}
				return puzzle9(index, &p)
			}
		}, nil
	}
	if err := grid.Validate(); err != nil {
		return nil, err
	}
	if _, err := s.pattern.Orbits(s.shape); err != nil {
		return nil, err
	}
	return func() maker {
		unique := generate.UniqueWithin(s.nodes)()
		countUpTo := func(b board.Board, _ int) int {
			if unique(b) {
				return 1
			}
			return 2
		}
		return func(ctx context.Context, index int) (generate.Puzzle, error) {
			key := fmt.Sprintf("minimal %d %d %d %s %s", s.seed, index, s.side, s.pattern, grid.Source)
			rng := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(key))))
			full, err := generate.FullGrid(ctx, rng, grid)
			if err != nil {
				return generate.Puzzle{}, err
			}
			puzzle, stats, err := generate.Minimal(ctx, rng, full, s.pattern, countUpTo)
			if err != nil {
				return generate.Puzzle{}, err
			}
			givens := puzzle.Filled()
			return generate.Puzzle{
				Index: index, Board: puzzle, Solution: full, Givens: givens, Target: givens, Proved: true, Stats: stats,
			}, nil
		}
	}, nil
}

// choosing passes over puzzles until one is as hard as asked for. Puzzle i is looked for
// among those with the indices from i·tries on, so that it does not depend on others.
func (s *generating) choosing(next maker) maker {
	if s.want.byPath() {
		e, err := s.explainer()
		return sought(s, next, func(b board.Board) (explain.Rating, error) {
			if err != nil {
				return explain.Rating{}, err
			}
			return e.Rate(b)
		}, s.want.holdsPath)
	}
	rater := rate.New(s.shape)
	guesses := s.guesser()
	return sought(s, next, func(b board.Board) (rate.Rating, error) { return rater.Rate(b, guesses) }, s.want.holds)
}

// sought is choosing by a rating and a wish.
func sought[R any](s *generating, next maker, rate func(board.Board) (R, error), want func(R) bool) maker {
	return func(ctx context.Context, index int) (generate.Puzzle, error) {
		if index > math.MaxInt/s.tries-1 {
			return generate.Puzzle{}, fmt.Errorf("--from and --count reach puzzle %d: too far for --tries %d", index, s.tries)
		}
		var last generate.Puzzle
		_, err := generate.ByDifficulty(ctx, index*s.tries, s.tries,
			func(ctx context.Context, i int) (board.Board, error) {
				var err error
				last, err = next(ctx, i)
				return last.Board, err
			},
			rate, want)
		last.Index = index
		return last, err
	}
}

// guesser returns what counts the guesses of the fastest engine for the side.
func (s *generating) guesser() func(board.Board) int64 {
	if s.side == 9 {
		c := engine.NewCounter9()
		return func(b board.Board) int64 {
			c.Count((*[81]uint8)(b.Cells()), 2)
			return c.Guesses()
		}
	}
	e := engine.DLX(engine.DefaultDLX())
	return func(b board.Board) int64 {
		res, err := e.Solve(context.Background(), b, solver.Limits{})
		if err != nil {
			return 0 // it takes every board
		}
		return res.Stats.Counter(engine.CounterGuesses)
	}
}
