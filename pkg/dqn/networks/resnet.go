package networks

import "fmt"

// resnet is conv made deep by residual blocks (dqn.md, "Residual Connections for Deeper Networks"; He and others
// 2016, doi:10.1109/CVPR.2016.90): two convolutions, whose result is added to what the block began with.
// Without Residual the same layers stand in a row.
//
//	board [9, 9]                                 side 9, as Default has it
//	  │ one plane for the empty cell and one for each digit
//	[9, 9, 10]
//	  │ 3×3, ReLU            9·10·24 + 24                2,184
//	[9, 9, 24] ─────┐
//	  │ 3×3, ReLU   │        9·24·24 + 24                5,208
//	  │ 3×3         │                                    5,208
//	  + ────────────┘ skip
//	  │ ReLU
//	[9, 9, 24] ─────┐
//	  │ 3×3, ReLU   │                                    5,208
//	  │ 3×3         │                                    5,208
//	  + ────────────┘ skip
//	  │ ReLU                 Depth is 4: two blocks
//	[9, 9, 24] ───────────── Features
//	  │ flatten
//	[1944]
//	  │ dense, ReLU          1944·192 + 192            373,440
//	[192]
//	  │ dense, ReLU          192·192 + 192              37,056
//	[192]
//	  │ dense                192·729 + 729             140,697
//	[729] values                                       574,209 parameters
func newResNet(c Config) *plan {
	p := &plan{side: c.Side}
	from := c.convolution(p, "stem", c.board(p), "")
	for i := range c.Depth / 2 {
		skip := ""
		if c.Residual {
			skip = from
		}
		from = c.convolution(p, fmt.Sprintf("block-%d-first", i+1), from, "")
		from = c.convolution(p, fmt.Sprintf("block-%d-second", i+1), from, skip)
	}
	p.features = from
	c.head(p, from)
	return p
}
