package environment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
)

// Source is where an [Environment] has its puzzles from.
type Source interface {
	// Puzzle returns a puzzle that is drawn with rng and depends on nothing else. One goroutine at a time
	// calls it.
	Puzzle(rng *rand.Rand) (board.Board, error)
}

// List returns a source that draws from a list, each puzzle with equal chance.
func List(puzzles []board.Board) (Source, error) {
	if len(puzzles) == 0 {
		return nil, errors.New("environment: no puzzles, want one at least")
	}
	l := make(list, len(puzzles))
	for i, p := range puzzles {
		if p.IsZero() {
			return nil, fmt.Errorf("environment: puzzle %d is the zero Board", i)
		}
		l[i] = p.Clone()
	}
	return l, nil
}

type list []board.Board

func (l list) Puzzle(rng *rand.Rand) (board.Board, error) { return l[rng.IntN(len(l))].Clone(), nil }

// Generate returns a source that makes puzzles of a side with package generate; each number of givens in
// the range is wanted equally often.
func Generate(side int, givens generate.Range) (Source, error) {
	cfg := generate.DefaultConfig()
	cfg.Grid, cfg.Level, cfg.Givens = generate.DefaultGrid(side), "", givens
	g, err := generate.New(cfg, generate.UniqueWithin(proofGuesses))
	if err != nil {
		return nil, fmt.Errorf("environment: %w", err)
	}
	return &generated{make: g.Maker()}, nil
}

type generated struct {
	make func(ctx context.Context, index int) (generate.Puzzle, error)
}

func (g *generated) Puzzle(rng *rand.Rand) (board.Board, error) {
	p, err := g.make(context.Background(), rng.IntN(math.MaxInt))
	if err != nil {
		return board.Board{}, fmt.Errorf("environment: %w", err)
	}
	return p.Board, nil
}

// proofGuesses bounds the search that proves a puzzle to have one solution.
const proofGuesses = 100_000

// solve returns the only solution of a puzzle on the solver's shape.
func solve(s *wide.Solver, puzzle board.Board) (board.Board, error) {
	switch shape := puzzle.Shape(); {
	case puzzle.IsZero():
		return board.Board{}, errors.New("environment: no puzzle: the zero Board")
	case shape != s.Shape():
		return board.Board{}, fmt.Errorf("environment: a puzzle of %v, want %v", shape, s.Shape())
	case puzzle.Full():
		return board.Board{}, errors.New("environment: a puzzle without an empty cell")
	}
	if err := s.Begin(puzzle); err != nil {
		return board.Board{}, fmt.Errorf("environment: %w", err)
	}
	undecided := fmt.Errorf("environment: puzzle %v is not proved within %d guesses to have one solution", puzzle, proofGuesses)
	switch s.Next(proofGuesses) {
	case wide.Exhausted:
		return board.Board{}, fmt.Errorf("environment: puzzle %v has no solution", puzzle)
	case wide.Budget:
		return board.Board{}, undecided
	}
	solution := s.Solution().Clone()
	switch s.Next(proofGuesses) {
	case wide.Solution:
		return board.Board{}, fmt.Errorf("environment: puzzle %v has more than one solution", puzzle)
	case wide.Budget:
		return board.Board{}, undecided
	}
	return solution, nil
}
