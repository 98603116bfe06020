package networks

import "fmt"

// transformer takes the cells for words: each becomes a token that knows its number, its row, its column and
// its box, and every token attends to all. The document names one and no more; the blocks are the usual ones
// (Vaswani and others 2017, arXiv:1706.03762) with the normalisation at their beginning, which needs no slow
// start (Xiong and others 2020, arXiv:2002.04745), and ReLU.
//
//	board [9, 9]                                 side 9, as Default has it
//	  │ one plane for the empty cell and one for each digit, as a list of cells
//	[81, 10]
//	  │ dense                10·32 + 32                    352
//	[81, 32]
//	  + row + column + box   3·9·32                        864
//	  │
//	[81, 32] ───────────┐                                         a block
//	  │ normalise       │    2·32                           64
//	  │ attention       │    4·32·32 + 3·32               4,192    4 heads of 8
//	  + ────────────────┤
//	  │ normalise       │                                   64
//	  │ dense, ReLU     │    32·64 + 64                  2,112
//	  │ dense           │    64·32 + 32                  2,080
//	  + ────────────────┘
//	  │ block                                            8,512
//	  │ normalise                                           64
//	[81, 32] ─────────────── Features
//	  │ dense                32·9 + 9                      297
//	[81, 9]
//	  │ flatten
//	[729] values                                        18,601 parameters
func newTransformer(c Config) *plan {
	p := &plan{side: c.Side}
	from := p.add(Layer{Name: "cells", Kind: Listed, From: []string{c.board(p)}})
	from = p.add(Layer{Name: "token", Kind: Dense, From: []string{from}, Out: []int{c.Width}})
	from = p.add(Layer{Name: "positions", Kind: Positions, From: []string{from}})
	normalised := func(name, from string) string {
		if !c.LayerNorm {
			return from
		}
		return p.add(Layer{Name: name, Kind: Normalised, From: []string{from}})
	}
	for i := range c.Depth {
		at := func(name string) string { return fmt.Sprintf("block-%d-%s", i+1, name) }
		from = p.add(Layer{
			Name: at("attention"), Kind: Attention, From: []string{normalised(at("attention-norm"), from)}, Heads: c.Heads, Skip: from,
		})
		hidden := p.add(Layer{
			Name: at("hidden"), Kind: Dense, From: []string{normalised(at("hidden-norm"), from)}, Out: []int{c.Hidden}, Activation: ReLU,
		})
		from = p.add(Layer{Name: at("last"), Kind: Dense, From: []string{hidden}, Out: []int{c.Width}, Skip: from})
	}
	from = normalised("norm", from)
	p.features = from
	c.head(p, from)
	return p
}
