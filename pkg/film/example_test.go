package film_test

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/film"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet/plain"
)

func ExamplePropagation() {
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	by := engine.CSP(engine.CSPConfig{Name: "film", Config: csp.DocumentConfig()})
	trace, err := by.Trace(context.Background(), puzzle, solver.Limits{Solutions: 1}, engine.TraceOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	frames, err := film.Propagation(puzzle, trace, film.Options{Density: film.Decisions})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range frames {
		fmt.Println(f.Picture.Caption)
	}
	// Output:
	// The start: 7 givens, and 9 empty cells with every digit from 1 to 4.
	// r3c1 is 2: it loses 1 to r1c1, 3 to r2c1, 4 to r3c3. On the way, other cells lose 8 candidates.
	// r3c2 is 1: it loses 2 to r3c1, 4 to r3c3, 3 to r4c2.
	// r3c4 is 3: it loses 2 to r3c1, 1 to r3c2, 4 to r3c3.
	// r4c1 is 4: it loses 1 to r1c1, 3 to r2c1, 2 to r3c1.
	// r4c3 is 2: it loses 3 to r1c3, 1 to r2c3, 4 to r3c3.
	// Guess 1 (depth 1): r1c2 is 2, of 2 or 4.
	// r1c4 is 4: it loses 2 to r1c2.
	// r2c2 is 4: it loses 2 to r1c2.
	// r2c4 is 2: it loses 4 to r1c4.
	// Every cell has one digit and no two peers are equal: a solution.
}

func ExampleWaves() {
	pictures, err := film.Waves(board.MustParse("1.3.3.1...4..3.1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range pictures {
		fmt.Println(p.Caption)
	}
	// Output:
	// Wave 1: 7 cells strike 20 candidates and decide 2 cells: r3c1, r4c3.
	// Wave 2: 2 cells strike 3 candidates and decide 3 cells: r3c2, r3c4, r4c1.
}

func ExampleSearch() {
	trace, err := plain.Follow(board.MustParse("1..............."), plain.Search{Limit: 1}, plain.Rules{Locked: true}, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	frames, err := film.Search(trace, film.Options{Density: film.Guesses})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range frames {
		step, _, _ := strings.Cut(f.Picture.Caption, "\n")
		fmt.Println(len(f.Picture.Squares), step)
	}
	// Output:
	// 0 The board before the first step: 1 given, and 15 cells in which every digit is possible.
	// 0 Step 1. The rules strike 7 candidates; 15 cells have several left.
	// 2 Step 2. The rules strike nothing more. Guess 1: r1c2 is 2, not 3 or 4. A square keeps a digit in mind that comes back if the guess fails: filled if the guess struck it, an outline if the rules do after it.
	// 12 Step 3. The rules strike 10 candidates; 14 cells have several left.
	// 13 Step 4. The rules strike nothing more. Guess 2: r2c3 is 1, not 2.
	// 18 Step 5. The rules strike 5 candidates and decide 1 cell; 12 cells have several left.
	// 19 Step 6. The rules strike nothing more. Guess 3: r1c3 is 3, not 4.
	// 24 Step 7. The rules strike 5 candidates and decide 1 cell; 10 cells have several left.
	// 25 Step 8. The rules strike nothing more. Guess 4: r3c3 is 2, not 4.
	// 30 Step 9. The rules strike 5 candidates and decide 2 cells; 7 cells have several left.
	// 31 Step 10. The rules strike nothing more. Guess 5: r3c1 is 3, not 4.
	// 38 Step 11. The rules strike 7 candidates and decide 6 cells. Every cell has one candidate left.
	// 38 Step 12. Every cell has one candidate and the rules strike none: solution 1. No more were asked for.
}

func ExampleEpisode() {
	puzzle, solution := board.MustParse("12343412214343.."), board.MustParse("1234341221434321")
	move := film.Move{Values: make([]float64, 64), Right: 103.5, Wrong: -5}
	move.Action = 14*4 + 1 - 1 // a 1 in r4c3, where 2 belongs
	move.Values[move.Action], move.Values[14*4+2-1] = 60, 40
	frames, err := film.Episode(puzzle, solution, []film.Move{move})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range frames {
		fmt.Println(f.Picture.Caption)
	}
	// Output:
	// Move 1 of 2: 1 in r4c3, valued 60.0. A right move is worth 103.5, a wrong one -5.0.
	// Wrong: r4c3 is 2. The agent valued its 1 at 60.0 and the 2 at 40.0.
}
