package format_test

import (
	"fmt"
	"os"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// A file may mix the forms that need no header.
func Example() {
	text := `# two forms, two sizes
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79;1.2;first

1 2 | . .
3 4 | . .
----+----
2 . | . 4
. 3 | . 1
`
	for p, err := range format.Read(strings.NewReader(text), format.Options{File: "mixed.txt"}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("line %d: %d givens on a board of side %d, rated %q, named %q\n",
			p.Line, p.Board.Filled(), p.Board.Shape().Side(), p.Rating, p.Name)
	}
	// Output:
	// line 2: 30 givens on a board of side 9, rated "1.2", named "first"
	// line 4: 8 givens on a board of side 4, rated "", named ""
}

func ExampleRead_keepGoing() {
	text := "puzzle,solution\n" +
		"12..34..2..4.3.1,1243341221344321\n" +
		"12..34..2..4.3.1,1243341221344312\n" +
		"12..34..2..4.3,\n"
	skipped := 0
	o := format.Options{
		File:      "small.csv",
		KeepGoing: true,
		OnError:   func(err error) { fmt.Println(err) },
		Skipped:   &skipped,
	}
	for p, err := range format.Read(strings.NewReader(text), o) {
		if err != nil { // not about one puzzle: reading itself failed
			fmt.Println(err)
			return
		}
		fmt.Println(p.Board, "has the solution", p.Solution)
	}
	fmt.Println(skipped, "skipped")
	// Output:
	// 12..34..2..4.3.1 has the solution 1243341221344321
	// small.csv:3:33: solution has 2 at r4c4, want the given 1
	// small.csv:4:1: 14 cells, want 16
	// 2 skipped
}

func ExampleParseOne() {
	p, err := format.ParseOne("AB.. CD.. B..D .C.A", format.Options{Side: 4})
	fmt.Println(p.Board, err)
	_, err = format.ParseOne("AB..CD..B..D.C.E", format.Options{Side: 4})
	fmt.Println(err)
	// Output:
	// 12..34..2..4.3.1 <nil>
	// <input>:1:16: found 'E', want a digit A to D or a blank
}

func ExampleNewWriter() {
	p := format.Puzzle{Board: board.MustParse("12..34..2..4.3.1"), Count: 1}
	w := format.NewWriter(os.Stdout, format.Grid, format.WithRules())
	if err := w.Write(p); err != nil {
		fmt.Println(err)
	}
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 2 | . .
	// 3 4 | . .
	// ----+----
	// 2 . | . 4
	// . 3 | . 1
}

func ExampleOptions_shape() {
	diagonal, err := board.ShapeWith(4, board.Variant{Diagonals: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{"12.4..12.32.2...", "12..34..2..4.3.1:1:1243341221344321"} {
		p, err := format.ParseOne(line, format.Options{Shape: diagonal})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p.Board.Shape(), p.Board)
	}
	// Output:
	// 4×4 diagonal 12.4..12.32.2...
	// <input>:1:20: solution is wrong: diagonal 1 holds 1 twice
}
