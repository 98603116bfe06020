package draw_test

import (
	"fmt"
	"os"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/render"
)

func Example() {
	shape, err := board.ShapeOf(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := explain.New(shape, explain.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := e.Parse("12..34..2...4..1", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := e.Next(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	pic, err := draw.Step(p, &s)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := render.Text(os.Stdout, pic, render.TextOptions{Wide: true}); err != nil {
		fmt.Println(err)
	}
	// Output:
	//     1      2      3      4
	//   ┏━━━━━━┯━━━━━━┳━━━━━━┯━━━━━━┓
	// 1 ┃  1   │  2   ┃ . .  │ . .  ┃
	//   ┃      │      ┃ 3 4  │ 3 4  ┃
	//   ┠──────┼──────╂──────┼──────┨
	// 2 ┃  3   │  4   ┃ 1 2  │>. 2s ┃
	//   ┃      │      ┃ . .  │ . .  ┃
	//   ┣━━━━━━┿━━━━━━╋━━━━━━┿━━━━━━┫
	// 3 ┃  2   │ 1 .  ┃ . .  │ . .  ┃
	//   ┃      │ 3 .  ┃ 3 4  │ 3 4  ┃
	//   ┠──────┼──────╂──────┼──────┨
	// 4 ┃  4   │ . .  ┃ . 2  │  1   ┃
	//   ┃      │ 3 .  ┃ 3 .  │      ┃
	//   ┗━━━━━━┷━━━━━━┻━━━━━━┷━━━━━━┛
	//   > focus   s of the set
	// naked single: Every digit but 2 is ruled out in r2c4, so r2c4 is 2.
}
