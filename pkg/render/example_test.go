package render_test

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
)

func Example() {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	pic := render.Picture{Board: puzzle, Title: "A puzzle", Rulers: true}
	if err := render.Text(os.Stdout, pic, render.TextOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// A puzzle
	//     1 2 3   4 5 6   7 8 9
	//   ┌───────┬───────┬───────┐
	// 1 │ 5 3 . │ . 7 . │ . . . │
	// 2 │ 6 . . │ 1 9 5 │ . . . │
	// 3 │ . 9 8 │ . . . │ . 6 . │
	//   ├───────┼───────┼───────┤
	// 4 │ 8 . . │ . 6 . │ . . 3 │
	// 5 │ 4 . . │ 8 . 3 │ . . 1 │
	// 6 │ 7 . . │ . 2 . │ . . 6 │
	//   ├───────┼───────┼───────┤
	// 7 │ . 6 . │ . . . │ 2 8 . │
	// 8 │ . . . │ 4 1 9 │ . . 5 │
	// 9 │ . . . │ . 8 . │ . 7 9 │
	//   └───────┴───────┴───────┘
}

func ExampleText_candidates() {
	b := board.MustParse("12...3.....1.4.2")
	pic := render.Picture{Board: b, Candidates: board.Candidates(b)}
	if err := render.Text(os.Stdout, pic, render.TextOptions{Wide: true}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
	// ┃  1  │  2  ┃ . . │ . . ┃
	// ┃     │     ┃ 3 4 │ 3 4 ┃
	// ┠─────┼─────╂─────┼─────┨
	// ┃ . .+│  3  ┃ 1 2 │ . .+┃
	// ┃ . 4 │     ┃ . 4 │ . 4 ┃
	// ┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
	// ┃ . 2 │ . .!┃ . . │  1  ┃
	// ┃ 3 . │ . . ┃ 3 4 │     ┃
	// ┠─────┼─────╂─────┼─────┨
	// ┃ . .+│  4  ┃ . .+│  2  ┃
	// ┃ 3 . │     ┃ 3 . │     ┃
	// ┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
	// ! conflict   + single
}

func ExampleSVG() {
	b := board.MustParse("12...3.....1.4.2")
	b.Set(3, 2)
	pic := render.Picture{Board: b, Marks: render.ConflictMarks(b), Title: "Two twos"}
	var svg bytes.Buffer
	if err := render.SVG(&svg, pic, render.DefaultOptions()); err != nil {
		fmt.Println(err)
		return
	}
	for line := range bytes.Lines(svg.Bytes()) {
		if _, title, ok := bytes.Cut(line, []byte("-title\">")); ok {
			fmt.Printf("%s", title)
		}
	}
	// Output:
	// Two twos</title>
}

func ExampleHTML() {
	b := board.MustParse("12...3.....1.4.2")
	dark := render.DarkTheme()
	options := render.DefaultOptions()
	options.Dark = &dark
	var html bytes.Buffer
	if err := render.HTML(&html, render.Picture{Board: b, Candidates: board.Candidates(b)}, options); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(bytes.Contains(html.Bytes(), []byte(`<img src="data:image/svg+xml;base64,`)))
	_, alt, _ := bytes.Cut(html.Bytes(), []byte(`alt="`))
	alt, _, _ = bytes.Cut(alt, []byte(`"`))
	fmt.Printf("%s\n", alt)
	// Output:
	// true
	// Sudoku 4×4. 4×4 board: 6 given, 0 filled, 10 empty. Conflict: r3c2. Single: r2c1, r2c4, r4c1, r4c3. Row 1: 1 2 _ _. Row 2: _ 3 _ _. Row 3: _ _ _ 1. Row 4: _ 4 _ 2.
}

func ExampleHTMLFilm() {
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	grid := puzzle.Clone()
	frames := []render.Frame{{Picture: render.Picture{Board: puzzle}, Delay: time.Second}}
	for _, step := range []struct{ cell, digit int }{{8, 2}, {9, 1}} {
		grid.Set(step.cell, step.digit)
		frames = append(frames, render.Frame{Picture: render.Picture{Board: grid.Clone(), Givens: puzzle}, Delay: time.Second})
	}
	var html bytes.Buffer
	if err := render.HTMLFilm(&html, frames, render.DefaultOptions()); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("stills:", bytes.Count(html.Bytes(), []byte("<img ")))
	for step := range bytes.SplitSeq(html.Bytes(), []byte(`\x3cli>`)) { // in the player, a text of the script
		if words, _, ok := bytes.Cut(step, []byte(`\x3c/li>`)); ok {
			fmt.Printf("%s\n", words)
		}
	}
	// Output:
	// stills: 3
	// The board at the start.
	// r3c1=2.
	// r3c2=1.
}

func ExampleConflictMarks() {
	b := board.MustParse("12.2.3.....1.4.2")
	for cell, mark := range render.ConflictMarks(b) {
		if mark != 0 {
			fmt.Println(b.Shape().CellName(cell), mark)
		}
	}
	// Output:
	// r1c2 conflict
	// r1c4 conflict
	// r4c4 conflict
}
