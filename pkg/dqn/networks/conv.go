package networks

import "fmt"

// conv is the network that the document draws (dqn.md, "Network Model (Q-Network)"): several 3×3 convolutions
// with ReLU, flattened, dense layers, and an output without activation for each action.
//
//	board [9, 9]                                 side 9, as Default has it
//	  │ one plane for the empty cell and one for each digit
//	[9, 9, 10]
//	  │ 3×3, ReLU            9·10·24 + 24                2,184
//	[9, 9, 24]
//	  │ 3×3, ReLU            9·24·24 + 24                5,208
//	[9, 9, 24]
//	  │ 3×3, ReLU                                        5,208
//	[9, 9, 24] ───────────── Features
//	  │ flatten
//	[1944]
//	  │ dense, ReLU          1944·192 + 192            373,440
//	[192]
//	  │ dense, ReLU          192·192 + 192              37,056
//	[192]
//	  │ dense                192·729 + 729             140,697
//	[729] values                                       563,793 parameters
func newConv(c Config) *plan {
	p := &plan{side: c.Side}
	from := c.board(p)
	for i := range c.Depth {
		from = c.convolution(p, fmt.Sprintf("convolution-%d", i+1), from, "")
	}
	p.features = from
	c.head(p, from)
	return p
}
