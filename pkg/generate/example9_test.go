package generate_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/symmetry"
)

func boardOf(cells [81]uint8) board.Board {
	b, err := board.FromCells(cells[:])
	if err != nil {
		panic(err)
	}
	return b
}

func ExampleMinimal9() {
	cfg := generate.DefaultMinimal9()
	cfg.Seed = 7
	m, err := generate.NewMinimal9(cfg, engine.NewCounter9())
	if err != nil {
		fmt.Println(err)
		return
	}
	var p generate.Puzzle9
	for i := range 3 {
		if err := m.Item(i, &p); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(boardOf(p.Puzzle), p.Givens)
	}
	// Output:
	// 3..84.......3..1..9.1....6.79.....8..462.....81...4..............8.5.2.32..6...5. 24
	// 57.9.21...8..7....9.3..5....6.5.32....7.2.63.................2...24.63.183......9 27
	// .7.5..2.35..2.6.....8....6...9.......6..7.5..4..63...13...67..48.2..9.........1.. 25
}

// Any of 6,670,903,752,021,072,936,960 grids, with equal chances.
func ExampleUniformGrid9() {
	var grid [81]uint8
	generate.UniformGrid9(rand.New(rand.NewPCG(1, 2)), &grid)
	fmt.Println(boardOf(grid))
	// Output:
	// 125786493369415872784239561598324716231867954476951328853692147942178635617543289
}

// The rating is an argument: here, a technique of package rate.
func ExampleByDifficulty() {
	m, err := generate.NewMinimal9(generate.DefaultMinimal9(), engine.NewCounter9())
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle := func(_ context.Context, index int) (board.Board, error) {
		var p generate.Puzzle9
		err := m.Item(index, &p)
		return boardOf(p.Puzzle), err
	}
	r := rate.New(board.Standard())
	found, err := generate.ByDifficulty(context.Background(), 0, 1000, puzzle,
		func(b board.Board) (rate.Rating, error) { return r.Rate(b, nil) },
		func(r rate.Rating) bool { return r.Technique == rate.Pairs })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Board, found.Rating.Technique, found.Tries, "tries")
	// Output:
	// ..3.7.......6..3..9.1..4..2...46.1.7.26..78.....5.......23.6..1.9....5.8..8...... pairs 26 tries
}

// A puzzle in disguise is dropped.
func ExampleDistinct() {
	puzzle, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var boards iter.Seq2[board.Board, error] = func(yield func(board.Board, error) bool) {
		_ = yield(puzzle, nil) && yield(symmetry.Random(rng, puzzle.Shape()).MustApply(puzzle), nil)
	}
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		fmt.Println(err)
		return
	}
	for b, err := range generate.Distinct(boards, func(b board.Board) board.Board { return b }, seen) {
		fmt.Println(b, err)
	}
	// Output:
	// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 <nil>
}

// A search that is written down and read back goes on where it was.
func ExampleVicinity() {
	start, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		fmt.Println(err)
		return
	}
	c := engine.NewCounter9()
	guesses := func(puzzle *[81]uint8) int64 {
		c.Count(puzzle, 2)
		return c.Guesses()
	}
	v, err := generate.NewVicinity(generate.DefaultVicinity(), []board.Board{start}, c, guesses)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := v.Run(context.Background(), 20); err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(v.State())
	if err != nil {
		fmt.Println(err)
		return
	}
	var state generate.VicinityState
	if err := json.Unmarshal(text, &state); err != nil {
		fmt.Println(err)
		return
	}
	again, err := generate.ResumeVicinity(state, c, guesses)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := again.Run(context.Background(), 20); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(again.State().Step, "steps,", again.Best().Rating > v.Best().Rating)
	// Output:
	// 40 steps, true
}
