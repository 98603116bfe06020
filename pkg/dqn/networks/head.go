package networks

import "fmt"

// head adds what makes values of maps [n, n, F], or of tokens [N, F]: dense layers with ReLU, and n³ outputs
// without.
//
//	flatten                                          cells
//	maps [n, n, F] → flatten [N·F]                   maps [n, n, F] → list [N, F]
//	Dense × (→ H, ReLU)                              Dense × (→ [N, H], ReLU)
//	→ A                                              → [N, n] → A
//
// With Dueling there are two of it, for which the cells' mean stands at the start of the stream that values
// the board:
//
//	[N·F] → … → 1  value       ┐                     [F] → … → 1      value      ┐
//	[N·F] → … → A  advantages  ┴ → A                 [N, F] → … → A   advantages ┴ → A
func (c Config) head(p *plan, from string) {
	stream, outputs := from, c.Side
	switch {
	case c.Head == Flatten:
		stream, outputs = p.add(Layer{Name: "flatten", Kind: Flattened, From: []string{from}}), c.Side*c.Side*c.Side
	case len(p.out(from)) == 3:
		stream = p.add(Layer{Name: "cells", Kind: Listed, From: []string{from}})
	}
	if !c.Dueling {
		c.actions(p, c.dense(p, "dense", "outputs", stream, outputs))
		return
	}
	advantages := c.actions(p, c.dense(p, "advantage-dense", "advantages", stream, outputs))
	if c.Head == Cells {
		stream = p.add(Layer{Name: "mean", Kind: Mean, From: []string{stream}})
	}
	value := c.dense(p, "value-dense", "value", stream, 1)
	p.add(Layer{Name: "duel", Kind: Duel, From: []string{value, advantages}})
}

// dense adds the hidden layers of a stream and its outputs.
func (c Config) dense(p *plan, hidden, last, from string, outputs int) string {
	for i := range c.Dense {
		from = p.add(Layer{
			Name: fmt.Sprintf("%s-%d", hidden, i+1), Kind: Dense, From: []string{from}, Out: []int{c.Hidden},
			Norm: c.LayerNorm, Activation: ReLU,
		})
	}
	return p.add(Layer{Name: last, Kind: Dense, From: []string{from}, Out: []int{outputs}})
}

// actions makes one row of the digits of all cells; it is one already if the head is flat.
func (c Config) actions(p *plan, from string) string {
	if len(p.out(from)) == 1 {
		return from
	}
	return p.add(Layer{Name: "actions", Kind: Flattened, From: []string{from}})
}
