package networks

import "fmt"

// unit-conv has kernels of the shape of the board's units: along a row, along a column, over a box, and a cell by itself.
// What a unit's kernel finds is laid over all cells of the unit, and the four are joined. The document names
// a second network and no more; the kernels are what "rows, columns, 3×3 boxes" (dqn.md, "Network Model (Q-Network)")
// suggests of it. Dense layers then read each cell, which by then knows of its units.
//
//	board [9, 9]                                 side 9, as Default has it
//	  │ one plane for the empty cell and one for each digit
//	[9, 9, 10]                                                                 a block
//	  ├ cell    1×1, ReLU    10·18 + 18              198    [9, 9, 18] ┐
//	  ├ row     1×9, ReLU    9·10·18 + 18          1,638    [9, 1, 18] ┤
//	  ├ column  9×1, ReLU                          1,638    [1, 9, 18] ┤
//	  └ box     3×3, ReLU    stride 3              1,638    [3, 3, 18] ┤
//	[9, 9, 72] ─────────────────────────────────────────────────── join ┘
//	  │ block                72·18 + 18 + 3·(9·72·18 + 18)    36,360
//	[9, 9, 72]
//	  │ block                                                 36,360
//	[9, 9, 72] ───────────── Features
//	  │ list of cells
//	[81, 72]
//	  │ dense, ReLU          72·72 + 72                        5,256
//	[81, 72]
//	  │ dense                72·9 + 9                            657
//	[81, 9]
//	  │ flatten
//	[729] values                                              83,745 parameters
func newUnitConv(c Config) *plan {
	p := &plan{side: c.Side}
	from := c.board(p)
	k := 1
	for k*k < c.Side {
		k++
	}
	for i := range c.Depth {
		var joined []string
		for _, of := range []struct {
			unit   string
			filter [2]int
		}{{"cell", [2]int{1, 1}}, {"row", [2]int{1, c.Side}}, {"column", [2]int{c.Side, 1}}, {"box", [2]int{k, k}}} {
			joined = append(joined, p.add(Layer{
				Name: fmt.Sprintf("%s-%d", of.unit, i+1), Kind: Convolution, From: []string{from}, Filter: of.filter, Stride: of.filter,
				Out: []int{c.Width}, Norm: c.LayerNorm, Activation: ReLU,
			}))
		}
		from = p.add(Layer{Name: fmt.Sprintf("join-%d", i+1), Kind: Join, From: joined})
	}
	p.features = from
	c.head(p, from)
	return p
}
