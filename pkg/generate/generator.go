package generate

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/pipeline"
)

// Puzzle is a generated puzzle with its solution.
type Puzzle struct {
	Index    int
	Board    board.Board
	Solution board.Board
	Givens   int
	// Target is the number of givens at which removal would have stopped: drawn uniformly
	// from the range, Givens unless the test or the pattern stopped removal above it.
	Target int
	// Proved says that the package's own search, apart from the test, proved the solution
	// unique. False means that it gave up after proofNodes nodes, never that it found two.
	Proved bool
	Stats  Stats
}

// proofNodes bounds the search that looks for a second solution of a finished puzzle.
// Puzzles that singles solve need no node.
const proofNodes = 100_000

// ExhaustedError reports that no attempt at a puzzle reached its range of givens.
type ExhaustedError struct {
	Index      int
	Attempts   int
	BestGivens int   // the fewest givens that an attempt reached
	Want       Range // the range asked for
}

// Error says what was reached and what was asked for.
func (e *ExhaustedError) Error() string {
	attempts := "1 attempt"
	if e.Attempts != 1 {
		attempts = fmt.Sprintf("%d attempts", e.Attempts)
	}
	return fmt.Sprintf("generate: puzzle %d: %s came down to %d givens, want %v", e.Index, attempts, e.BestGivens, e.Want)
}

// NotUniqueError reports that the test accepted a board with more than one solution.
type NotUniqueError struct {
	Index int
	Board board.Board
}

// Error quotes the board.
func (e *NotUniqueError) Error() string {
	return fmt.Sprintf("generate: puzzle %d: the test accepted %v, which has several solutions", e.Index, e.Board)
}

// Generator makes the puzzles of a configuration, numbered from 0. It is not changed by
// use, so goroutines may share it.
type Generator struct {
	cfg       Config
	givens    Range
	orbits    [][]int
	shape     *board.Shape
	stream    uint64 // of random numbers, from the configuration
	newAccept func() Accept
}

// New returns a generator. newAccept is called once for each worker, so that tests need not
// be safe for several goroutines: [NakedSingles], [Singles], what [UniqueWithin] returns,
// or a function that wraps an engine.
func New(cfg Config, newAccept func() Accept) (*Generator, error) {
	givens, orbits, err := cfg.resolve()
	if err != nil {
		return nil, err
	}
	if newAccept == nil {
		return nil, errors.New("generate: no test of puzzles")
	}
	shape, err := board.ShapeOfSide(cfg.Grid.Side)
	if err != nil {
		return nil, err
	}
	return &Generator{
		cfg: cfg, givens: givens, orbits: orbits, shape: shape,
		stream: stream(cfg, givens), newAccept: newAccept,
	}, nil
}

var (
	errZeroGenerator = errors.New("generate: the zero Generator, want one of New")
	errNoContext     = errors.New("generate: the context is nil, want context.Background() at least")
)

// Config returns the configuration.
func (g *Generator) Config() Config { return g.cfg }

// Givens returns the range that the givens of its puzzles lie in.
func (g *Generator) Givens() Range { return g.givens }

// Item makes the puzzle with an index, 0 or more, alone.
func (g *Generator) Item(ctx context.Context, index int) (Puzzle, error) {
	if g.newAccept == nil {
		return Puzzle{}, errZeroGenerator
	}
	return g.worker().item(ctx, index)
}

// Maker returns what Item does, for one goroutine that makes many puzzles: it keeps its
// workspace.
func (g *Generator) Maker() func(ctx context.Context, index int) (Puzzle, error) {
	if g.newAccept == nil {
		return func(context.Context, int) (Puzzle, error) { return Puzzle{}, errZeroGenerator }
	}
	return g.worker().item
}

// Items makes count puzzles in the order of their indices, from first on, with a number of
// goroutines (at least one). The puzzles do not depend on that number. An error ends the
// sequence; it belongs to the first puzzle that failed, or is the context's. When the
// sequence ends, or its consumer stops early, all goroutines have returned.
func (g *Generator) Items(ctx context.Context, first, count, workers int) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		var err error
		switch {
		case g.newAccept == nil:
			err = errZeroGenerator
		case ctx == nil:
			err = errNoContext
		case first < 0 || count < 0:
			err = fmt.Errorf("generate: %d puzzles from index %d, want neither negative", count, first)
		}
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		indices := func(yield func(int, error) bool) {
			for i := range count {
				if !yield(first+i, nil) {
					return
				}
			}
		}
		makers := make([]func(context.Context, int) (Puzzle, error), max(1, min(workers, count)))
		for i := range makers {
			makers[i] = g.Maker()
		}
		pipeline.Map(ctx, indices, makers, pipeline.Options{})(yield)
	}
}

// worker is what one goroutine needs to make puzzles.
type worker struct {
	g      *Generator
	accept Accept
	search *search
}

func (g *Generator) worker() *worker {
	return &worker{g: g, accept: g.newAccept(), search: newSearch(g.shape)}
}

func (w *worker) item(ctx context.Context, index int) (Puzzle, error) {
	switch {
	case ctx == nil:
		return Puzzle{}, errNoContext
	case index < 0:
		return Puzzle{}, fmt.Errorf("generate: puzzle %d, want an index of 0 or more", index)
	case w.accept == nil:
		return Puzzle{}, errors.New("generate: no test of puzzles: newAccept returned nil")
	}
	g := w.g
	rng := itemSource(g.stream, index)
	p := Puzzle{Index: index, Target: g.givens.Low + rng.IntN(g.givens.High-g.givens.Low+1)}
	best := g.shape.Cells()
	for range g.cfg.Attempts {
		grid, err := w.search.grid(ctx, rng, g.cfg.Grid, &p.Stats)
		if err != nil {
			return Puzzle{}, itemError(index, err)
		}
		p.Stats.Attempts++
		b := grid.Clone()
		givens, err := removePass(ctx, rng, b, g.orbits, p.Target, w.accept, &p.Stats)
		if err != nil {
			return Puzzle{}, itemError(index, err)
		}
		if givens == g.shape.Cells() { // nothing was removed, so the test has not said yes yet
			p.Stats.RemovalTests++
			if !w.accept(b) {
				continue
			}
		}
		best = min(best, givens)
		if !g.givens.Contains(givens) {
			continue
		}
		found, sure := w.search.count(ctx, b, 2, proofNodes)
		switch {
		case found > 1:
			return Puzzle{}, &NotUniqueError{Index: index, Board: b}
		case w.search.err != nil:
			return Puzzle{}, itemError(index, w.search.err)
		}
		p.Board, p.Solution, p.Givens, p.Proved = b, grid, givens, sure
		return p, nil
	}
	return Puzzle{}, &ExhaustedError{Index: index, Attempts: g.cfg.Attempts, BestGivens: best, Want: g.givens}
}

func itemError(index int, err error) error {
	return fmt.Errorf("generate: puzzle %d: %w", index, err)
}

// stream folds the seed and what shapes the puzzles into one number. With the seed alone,
// the levels would empty the same grids in the same order: sets meant to be different, such
// as training and test puzzles, would share their solutions.
func stream(cfg Config, givens Range) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %d %d %s %s", cfg.Grid.Side, givens.Low, givens.High, cfg.Pattern, cfg.Grid.Source)
	return mix(cfg.Seed ^ h.Sum64())
}

// itemSource returns the random source of one puzzle. The index passes through a mixer,
// because generators with neighbouring states start with similar numbers.
func itemSource(stream uint64, index int) *rand.Rand {
	return rand.New(rand.NewPCG(stream, mix(uint64(index))))
}

// mix is the output function of SplitMix64, a bijection (Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014, doi:10.1145/2660193.2660195).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
