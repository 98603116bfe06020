package explainhodoku

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/rate"
)

// draw is a way in which puzzles are drawn.
type draw string

// The draws. Neither side of the comparison has a say in them.
const (
	// minimalDraw: minimal puzzles from uniform grids, as they come.
	minimalDraw draw = "minimal"
	// fullerDraw: puzzles with [Config.Givens], one number after the other, mostly not minimal.
	fullerDraw draw = "fuller"
	// beyondDraw: minimal puzzles that the ladder of package rate, which ends with pairs, does not solve.
	beyondDraw draw = "beyond-pairs"
	// guessesDraw: minimal puzzles that the bitboard engine does not prove unique with fewer than
	// [Config.Guesses] guesses.
	guessesDraw draw = "guesses"
)

// draws are all of them, in the order in which puzzles are drawn. Each has a seed of its own: that of the case and
// its place here.
var draws = []draw{minimalDraw, fullerDraw, beyondDraw, guessesDraw}

// puzzle is a puzzle with its solution.
type puzzle struct {
	draw     draw
	board    board.Board
	solution [81]uint8
}

// tries bounds the minimal puzzles that are looked at for one that a draw wants.
const tries = 100_000

// drawn returns the puzzles of a configuration: as many of each draw as it says. Puzzle i of a draw does not depend on how
// many are asked for.
func drawn(ctx context.Context, cfg Config, shares map[draw]int, seed uint64) (list []*puzzle, err error) {
	counter := engine.NewCounter9()
	for k, d := range draws {
		next, err := drawer(cfg, d, seed+uint64(k), counter)
		if err != nil {
			return nil, err
		}
		for i := range shares[d] {
			p, err := next(ctx, i)
			if err != nil {
				return nil, fmt.Errorf("explain-hodoku: puzzle %d of draw %s: %w", i, d, err)
			}
			p.draw = d
			list = append(list, p)
		}
	}
	return list, nil
}

// drawer returns what makes the puzzles of a draw, in the order of their numbers.
func drawer(cfg Config, d draw, seed uint64, counter *engine.Counter9) (func(ctx context.Context, i int) (*puzzle, error), error) {
	if d == fullerDraw {
		return fuller(cfg, seed, counter)
	}
	maker, err := generate.NewMinimal9(generate.Minimal9Config{Seed: seed, Family: 1}, counter)
	if err != nil {
		return nil, err
	}
	var p generate.Puzzle9
	made := func(_ context.Context, index int) (board.Board, error) {
		if err := maker.Item(index, &p); err != nil {
			return board.Board{}, err
		}
		return board.FromCells(p.Puzzle[:])
	}
	rater := rate.New(board.Standard())
	wanted := func(b board.Board) (bool, error) {
		switch d {
		case beyondDraw:
			r, err := rater.Rate(b, nil)
			return r.Technique == rate.Guesses, err
		case guessesDraw:
			counter.Count((*[81]uint8)(b.Cells()), 2)
			return counter.Guesses() >= cfg.Guesses, nil
		}
		return true, nil
	}
	from := 0
	return func(ctx context.Context, _ int) (*puzzle, error) {
		got, err := generate.ByDifficulty(ctx, from, tries, made, wanted, func(yes bool) bool { return yes })
		if err != nil {
			return nil, err
		}
		from = got.Index + 1
		return &puzzle{board: got.Board.Clone(), solution: p.Solution}, nil
	}, nil
}

// fuller returns what makes puzzles with the numbers of givens of the configuration in turn.
func fuller(cfg Config, seed uint64, counter *engine.Counter9) (func(ctx context.Context, i int) (*puzzle, error), error) {
	var makers []*generate.Givens9
	for n := cfg.Givens.Low; n <= cfg.Givens.High; n++ {
		asked := generate.DefaultGivens(n)
		asked.Seed = seed
		maker, err := generate.NewGivens9(asked, counter)
		if err != nil {
			return nil, err
		}
		makers = append(makers, maker)
	}
	return func(ctx context.Context, i int) (*puzzle, error) {
		var p generate.Puzzle9
		if _, err := makers[i%len(makers)].Item(ctx, i/len(makers), &p); err != nil {
			return nil, err
		}
		b, err := board.FromCells(p.Puzzle[:])
		return &puzzle{board: b, solution: p.Solution}, err
	}, nil
}
