package gallop_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/generate/gallop"
)

func Example() {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 27))
	grid, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := counter.New(board.Standard(), counter.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	order := rng.Perm(81)
	for _, cfg := range []gallop.Config{gallop.OneByOne(), gallop.DefaultConfig()} {
		r, err := gallop.New(cfg, c.CountUpTo)
		if err != nil {
			fmt.Println(err)
			return
		}
		res, err := r.Remove(ctx, grid, order, 30)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(res.Puzzle, res.Givens, "givens,", len(res.Keys), "key cells,", res.Calls.Total(), "calls")
	}
	// Output:
	// 7....4.6.8..3..1...31.679.82......1.....8.5.2.5..2..4......86.71.86..2.33....5... 30 givens, 2 key cells, 53 calls
	// 7....4.6.8..3..1...31.679.82......1.....8.5.2.5..2..4......86.71.86..2.33....5... 30 givens, 2 key cells, 12 calls
}

// The trace tells how the chunks fared: places of the order, not cells.
func ExampleRemover_Remove() {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 27))
	grid, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := counter.New(board.Standard(), counter.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := gallop.New(gallop.DefaultConfig(), c.CountUpTo)
	if err != nil {
		fmt.Println(err)
		return
	}
	r.Trace = func(s gallop.Step) { fmt.Println(s) }
	if _, err := r.Remove(ctx, grid, rng.Perm(81), 30); err != nil {
		fmt.Println(err)
	}
	// Output:
	//   1 chunk   1–32  49 givens  unique
	//   2 chunk  33–48  33 givens  ambiguous
	//   3 search 33–40  41 givens  unique
	//   4 search 41–44  37 givens  ambiguous
	//   5 search 41–42  39 givens  unique
	//   6 search 43–43  38 givens  ambiguous, key cell 43
	//   7 chunk  44–52  30 givens  ambiguous
	//   8 search 44–47  35 givens  unique
	//   9 search 48–49  33 givens  unique
	//  10 search 50–50  32 givens  unique
	//  11 search 51–51  31 givens  unique, key cell 52
	//  12 single 53–53  30 givens  unique
}
