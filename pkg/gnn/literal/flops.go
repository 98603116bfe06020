package literal

// FLOPs is the number of floating-point operations of a forward pass in its matrix
// products, 2 for each multiplication with its addition, on a batch of boards of a side:
//
//	2·B·(V·encoder + T·(M·message + V·update) + N·decoder)
//
// where a drawing takes i·W + W·o multiplications for each row that it acts on (i·o in the
// reading Bare), T is the number of rounds, and the message acts on M = E = 6N rows if
// messages are passed as drawn, on M = V if they are passed fast. A training step takes
// about three times as much, and four with Recompute. Sums, means, ReLU and dropout are
// not counted.
func (c Config) FLOPs(side, batch int) int64 {
	cells := int64(side) * int64(side)
	nodes := cells + kinds*int64(side)
	messages := nodes
	if c.Passing == Plain {
		messages = blocks * cells
	}
	h := c.Hidden
	perBoard := nodes*c.multiplications(featureCount, h) +
		int64(c.Iterations)*(messages+nodes)*c.multiplications(2*h, h) +
		cells*c.multiplications(h, c.Side)
	return 2 * int64(batch) * perBoard
}

// multiplications of a drawing for one row.
func (c Config) multiplications(inputs, outputs int) int64 {
	w := c.width(inputs)
	m := w * outputs
	if c.Reading != Bare {
		m += inputs * w
	}
	return int64(m)
}
