package making

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/digest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// Maker makes the puzzle with an index. It serves one goroutine. The error is a *generate.ExhaustedError if no attempt
// reached one, and an error of generate.ByDifficulty if none of the tries is as hard as wanted.
type Maker func(ctx context.Context, index int) (generate.Puzzle, error)

// Source makes makers of one kind of puzzle. It is safe for many goroutines.
type Source struct {
	cfg   Config
	shape *board.Shape
	next  func() Maker
}

// New returns the source of the puzzles that are wanted.
func New(cfg Config) (*Source, error) {
	cfg = cfg.Settled()
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Source{cfg: cfg}
	var err error
	if s.shape, err = board.ShapeOfSide(cfg.Side); err != nil {
		return nil, err
	}
	s.next, err = s.makers()
	return s, err
}

// Config returns the configuration, with what it implied.
func (s *Source) Config() Config { return s.cfg }

// Shape returns the shape of the puzzles.
func (s *Source) Shape() *board.Shape { return s.shape }

// Maker returns a maker.
func (s *Source) Maker() Maker { return s.maker(s.next()) }

// Watched is [Source.Maker] with a function that is told, from the goroutine that makes, how many puzzles the maker has made so
// far, those that it passes over included. It is called often, and should return soon.
func (s *Source) Watched(tell func(made int)) Maker {
	next, made := s.next(), 0
	return s.maker(func(ctx context.Context, index int) (generate.Puzzle, error) {
		p, err := next(ctx, index)
		made++
		tell(made)
		return p, err
	})
}

func (s *Source) maker(next Maker) Maker {
	if s.cfg.Want.Asks() {
		return s.choosing(next)
	}
	return next
}

// Puzzles makes count puzzles from an index on, in order, by some goroutines.
func (s *Source) Puzzles(ctx context.Context, from, count, workers int) iter.Seq2[generate.Puzzle, error] {
	return pipeline.Map(ctx, indices(from, count), s.workers(workers), pipeline.Options{})
}

// indices counts on from a number.
func indices(from, count int) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range count {
			if !yield(from+i, nil) {
				return
			}
		}
	}
}

// Distinct is [Source.Puzzles] without those that are an earlier one in disguise, whose places others take.
func (s *Source) Distinct(ctx context.Context, from, count, workers int) (iter.Seq2[generate.Puzzle, error], error) {
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		return nil, err
	}
	all := pipeline.Map(ctx, indices(from, math.MaxInt-from), s.workers(workers), pipeline.Options{})
	return first(count, generate.Distinct(all, func(p generate.Puzzle) board.Board { return p.Board }, seen)), nil
}

func (s *Source) workers(n int) []func(context.Context, int) (generate.Puzzle, error) {
	all := make([]func(context.Context, int) (generate.Puzzle, error), max(1, n))
	for i := range all {
		all[i] = s.Maker()
	}
	return all
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
func (s *Source) makers() (func() Maker, error) {
	grid := generate.DefaultGrid(s.cfg.Side)
	if s.cfg.Grids != "" {
		grid.Source = s.cfg.Grids
	}
	if s.cfg.Minimal {
		return s.minimalMakers(grid)
	}
	cfg := generate.DefaultConfig()
	cfg.Grid = grid
	cfg.Pattern, cfg.Attempts, cfg.Seed = s.cfg.Pattern, s.cfg.Attempts, s.cfg.Seed
	switch {
	case s.cfg.Givens != (generate.Range{}):
		cfg.Givens, cfg.Level = s.cfg.Givens, ""
	case s.cfg.Level != "":
		cfg.Level = s.cfg.Level
	}
	accept := func() generate.Accept { return engine.SolvedByAC3() }
	switch s.cfg.Accept {
	case Singles:
		accept = generate.Singles
	case Unique:
		accept = generate.UniqueWithin(s.cfg.Nodes)
		if few(cfg) && s.cfg.Grids == "" {
			return s.givensMakers(cfg.Givens.Low)
		}
	}
	g, err := generate.New(cfg, accept)
	if err != nil {
		return nil, err
	}
	return func() Maker { return g.Maker() }, nil
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
func (s *Source) givensMakers(givens int) (func() Maker, error) {
	cfg := generate.DefaultGivens(givens)
	cfg.Seed = s.cfg.Seed
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return func() Maker {
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
func (s *Source) minimalMakers(grid generate.GridConfig) (func() Maker, error) {
	if s.cfg.Side == 9 && s.cfg.Pattern == generate.PatternNone && (s.cfg.Grids == "" || s.cfg.Grids == generate.SourceUniform) {
		cfg := generate.DefaultMinimal9()
		if s.cfg.Families {
			cfg = generate.FastMinimal9()
		}
		cfg.Seed = s.cfg.Seed
		return func() Maker {
			m, err := generate.NewMinimal9(cfg, engine.NewRivals9())
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
	if _, err := s.cfg.Pattern.Orbits(s.shape); err != nil {
		return nil, err
	}
	return func() Maker {
		unique := generate.UniqueWithin(s.cfg.Nodes)()
		countUpTo := func(b board.Board, _ int) int {
			if unique(b) {
				return 1
			}
			return 2
		}
		return func(ctx context.Context, index int) (generate.Puzzle, error) {
			key := fmt.Sprintf("minimal %d %d %d %s %s", s.cfg.Seed, index, s.cfg.Side, s.cfg.Pattern, grid.Source)
			rng := rand.New(rand.NewChaCha8(digest.SHA256([]byte(key))))
			full, err := generate.FullGrid(ctx, rng, grid)
			if err != nil {
				return generate.Puzzle{}, err
			}
			puzzle, stats, err := generate.Minimal(ctx, rng, full, s.cfg.Pattern, countUpTo)
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
func (s *Source) choosing(next Maker) Maker {
	if s.cfg.Want.byPath() {
		o := explain.Options{Unique: true}
		if s.cfg.Want.byLevel() {
			o.Techniques = ladder(s.cfg.Want.Level)
		}
		e, err := explain.New(s.shape, o)
		return sought(s, next, func(b board.Board) (explain.Rating, error) {
			if err != nil {
				return explain.Rating{}, err
			}
			return e.Rate(b)
		}, s.cfg.Want.holdsPath)
	}
	rater := rate.New(s.shape)
	guesses := s.guesser()
	return sought(s, next, func(b board.Board) (rate.Rating, error) { return rater.Rate(b, guesses) }, s.cfg.Want.holds)
}

// sought is choosing by a rating and what is wanted of it.
func sought[R any](s *Source, next Maker, rate func(board.Board) (R, error), want func(R) bool) Maker {
	return func(ctx context.Context, index int) (generate.Puzzle, error) {
		if index > math.MaxInt/s.cfg.Tries-1 {
			return generate.Puzzle{}, fmt.Errorf("making: puzzle %d, with %d tries for each: too far", index, s.cfg.Tries)
		}
		var last generate.Puzzle
		_, err := generate.ByDifficulty(ctx, index*s.cfg.Tries, s.cfg.Tries,
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
func (s *Source) guesser() func(board.Board) int64 {
	if s.cfg.Side == 9 {
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
