package nbui_test

import (
	"fmt"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/nbui"
	"sudokulab/pkg/render"
)

// Outside of a notebook the same code prints text.
func Example() {
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	nbui.Board(render.Picture{Board: puzzle, Title: "A puzzle"})
	// Output:
	// A puzzle
	// ┌─────┬─────┐
	// │ 1 . │ 3 . │
	// │ 3 . │ 1 . │
	// ├─────┼─────┤
	// │ . . │ 4 . │
	// │ . 3 │ . 1 │
	// └─────┴─────┘
}

func ExampleFilm() {
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	grid := puzzle.Clone()
	frames := []render.Frame{{Picture: render.Picture{Board: puzzle}, Delay: time.Second}}
	for _, step := range []struct{ cell, digit int }{{8, 2}, {9, 1}} {
		grid.Set(step.cell, step.digit)
		frames = append(frames, render.Frame{Picture: render.Picture{Board: grid.Clone(), Givens: puzzle}, Delay: time.Second})
	}
	nbui.Film(frames)
	// Output:
	// ┌─────┬─────┐
	// │ 1 . │ 3 . │
	// │ 3 . │ 1 . │
	// ├─────┼─────┤
	// │ . . │ 4 . │
	// │ . 3 │ . 1 │
	// └─────┴─────┘
	// Frame 1 of 3.
	//
	// ┌─────┬─────┐
	// │ 1 . │ 3 . │
	// │ 3 . │ 1 . │
	// ├─────┼─────┤
	// │ 2 1 │ 4 . │
	// │ . 3 │ . 1 │
	// └─────┴─────┘
	// Frame 3 of 3.
}

func ExampleTable() {
	t := lab.Table{Title: "Nodes by set", Columns: []string{"Set", "Nodes"}}
	t.Add("easy", "51")
	t.Add("17clue", "1,024")
	nbui.Table(t)
	// Output:
	// Nodes by set
	// ┌────────┬───────┐
	// │ Set    │ Nodes │
	// ├────────┼───────┤
	// │ easy   │    51 │
	// │ 17clue │ 1,024 │
	// └────────┴───────┘
}

func ExampleEach() {
	sum := 0
	for i := range nbui.Each("Adding", 5) {
		sum += i
	}
	fmt.Println(sum)
	// Output:
	// Adding: 5 of 5
	// 10
}

func ExampleSheets() {
	nbui.Sheets(render.Sheets{Title: "Places in each row", Row: []render.Sheet{
		{Values: [][]int{{0, 1, 1}, {1, 0, 0}, {1, 1, 1}}},
		{Sign: "∗", Values: [][]int{{1, 1, 1}}},
		{Sign: "=", Values: [][]int{{2}, {1}, {3}}},
	}})
	// Output:
	// Places in each row
	// 0 1 1           2
	// 1 0 0 ∗ 1 1 1 = 1
	// 1 1 1           3
}
