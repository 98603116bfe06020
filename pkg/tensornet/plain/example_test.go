package plain_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

func ExampleState_Step() {
	s, err := plain.New(board.MustParse("1......2....3..."), plain.Search{Limit: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s.Running() {
		outcome := s.Step(plain.Rules{Locked: true})
		fmt.Println(s.Steps, outcome, s.Guesses, s.Found)
	}
	fmt.Println(s.End)
	// Output:
	// 1 pass 0 0
	// 2 pass 0 0
	// 3 push 1 0
	// 4 pass 1 0
	// 5 push 2 0
	// 6 pass 2 0
	// 7 solve 1 1
	// 8 pass 1 1
	// 9 solve 1 2
	// limited
}
