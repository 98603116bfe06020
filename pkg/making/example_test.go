package making_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/explain"
	"sudokulab/pkg/making"
)

// Puzzles whose hardest step is an X-wing, and the position before it.
func Example() {
	cfg := making.DefaultConfig(9)
	cfg.Seed = 8
	cfg.Want.Hardest = explain.XWing
	s, err := making.New(cfg)
	if err != nil {
		panic(err)
	}
	by, err := s.Practices("")
	if err != nil {
		panic(err)
	}
	for p, err := range s.Puzzles(context.Background(), 0, 1, 1) {
		if err != nil {
			panic(err)
		}
		at, err := by.Of(p.Board)
		if err != nil {
			panic(err)
		}
		fmt.Println(p.Board)
		fmt.Println(at.At.Board(), at.At.Struck())
		fmt.Println(at.Step.Sentence())
	}
	// Output:
	// 8......4......4..1..6...2.92.9...5....457.....5.2.19.8.9.3..7......1..6...2......
	// 8...9..479....4..1.46...2.92.9...5.4.84579.2665.2419.849.3..7.....91.46..624...9. r3c1-35 r3c4-8 r3c6-7 r4c2-3 r4c8-3 r7c3-5 r7c5-8 r7c6-8 r7c8-5 r8c3-5 r9c7-3
	// In rows 5 and 9 the 1 can only go where they cross columns 1 and 7. So these rows take the 1 of both columns, and r3c1 cannot be 1.
}
