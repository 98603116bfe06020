package minigrid

import "sudokulab/pkg/board"

// fillSingles fills naked singles (a cell with one candidate) and hidden singles (a digit with
// one place in a unit) until there are none, striking each digit from the candidates of its cell's
// peers. It changes candidates, returns the number of cells that hold a digit at the end, givens
// among them, and reports a cell without candidate or a digit without place. Unless that happens,
// the outcome does not depend on the order.
func fillSingles(shape *board.Shape, candidates []board.Digits) (settled int64, refuted bool) {
	all := board.AllDigits(shape.Side())
	struck := make([]bool, len(candidates)) // the cell's digit is gone from its peers
	queue := make([]int32, 0, 2*len(candidates))
	for cell, c := range candidates {
		if c == 0 {
			return 0, true
		}
		if c.Single() {
			queue = append(queue, int32(cell))
		}
	}
	for {
		for len(queue) > 0 {
			cell := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if struck[cell] {
				continue
			}
			struck[cell] = true
			settled++
			digit := candidates[cell]
			for _, p := range shape.Peers(int(cell)) {
				c := candidates[p]
				if c&digit == 0 {
					continue
				}
				c &^= digit
				candidates[p] = c
				if c == 0 {
					return settled, true
				}
				if c.Single() {
					queue = append(queue, int32(p))
				}
			}
		}
		for _, unit := range shape.Units() {
			var once, twice board.Digits
			for _, cell := range unit {
				twice |= once & candidates[cell]
				once |= candidates[cell]
			}
			if once != all {
				return settled, true
			}
			hidden := once &^ twice
			for _, cell := range unit {
				only := candidates[cell] & hidden
				if only == 0 || struck[cell] {
					continue
				}
				if !only.Single() {
					return settled, true
				}
				candidates[cell] = only
				queue = append(queue, int32(cell))
			}
		}
		if len(queue) == 0 {
			return settled, false
		}
	}
}
