package generate_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solvertest"
)

func Example() {
	cfg := generate.DefaultConfig()
	cfg.Level, cfg.Pattern, cfg.Seed = generate.Hard, generate.Rotational180, 7
	g, err := generate.New(cfg, generate.NakedSingles)
	if err != nil {
		fmt.Println(err)
		return
	}
	for p, err := range g.Items(context.Background(), 0, 3, 2) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(p.Board, p.Givens)
	}
	// Output:
	// .6.983.75.....16..97.6...18.1.4......36.2.84......8.3.65...2.81..78.....18.795.2. 35
	// .759.6..81.4.5.3.6..6......94.56.1.26.......38.3.17.49......2..5.1.9.8.77..1.295. 36
	// .94.36.12...82...7..89...4...7..1.5.51.....39.8.6..2...7...53..8...79...94.16.78. 34
}

// The test is an argument. This one wants puzzles that hidden singles solve and naked
// singles alone do not.
func ExampleNew() {
	notTooEasy := func() generate.Accept {
		naked, both := generate.NakedSingles(), generate.Singles()
		return func(b board.Board) bool {
			// Removals start from boards that are too easy, so those pass while they are full.
			return both(b) && (b.Filled() > 30 || !naked(b))
		}
	}
	cfg := generate.DefaultConfig()
	cfg.Level, cfg.Givens, cfg.Seed = "", generate.Range{Low: 26, High: 30}, 1
	g, err := generate.New(cfg, notTooEasy)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := g.Item(context.Background(), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Givens, generate.NakedSingles()(p.Board), generate.Singles()(p.Board))
	// Output:
	// 28 false true
}

// There is no puzzle of 16 givens: the generator says so instead of handing out another.
func ExampleExhaustedError() {
	cfg := generate.DefaultConfig()
	cfg.Level, cfg.Givens, cfg.Attempts = "", generate.Range{Low: 10, High: 16}, 5
	g, err := generate.New(cfg, generate.UniqueWithin(0))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = g.Item(context.Background(), 0)
	fmt.Println(err)
	// Output:
	// generate: puzzle 0: 5 attempts came down to 22 givens, want 10–16
}

func ExampleMinimal() {
	rng := rand.New(rand.NewPCG(2, 3))
	grid, err := generate.FullGrid(context.Background(), rng, generate.DefaultGrid(9))
	if err != nil {
		fmt.Println(err)
		return
	}
	plain := solvertest.NewPlain9()
	count := func(b board.Board, limit int) int {
		return plain.CountUpTo((*[81]uint8)(b.Cells()), limit)
	}
	puzzle, stats, err := generate.Minimal(context.Background(), rng, grid, generate.PatternNone, count)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(puzzle, puzzle.Filled(), "givens,", stats.Restores, "removals refused")
	// Output:
	// 8...5.....4....2....69...3...4.3..273..8.714...8...3.....5.......7.92...56..83.1. 27 givens, 27 removals refused
}
