package fused

// A block of rows goes through a product together, so that each weight that is loaded serves six
// states; widths are multiples of lanes, the numbers of two vectors of 8.
const (
	block = 6
	lanes = 16
)

// round returns the least multiple of a number that is not smaller than n.
func round(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// matrix is a matrix [depth, width] of weights in panels of some columns, each row by row: what a
// product reads lies together.
//
//	panel 0: row 0 columns 0…p−1, row 1 columns 0…p−1, …
//	panel 1: row 0 columns p…2p−1, …
type matrix struct {
	depth, width int
	packed       []float32    // panels of lanes columns, for vectors
	pairs        [][2]float32 // panels of 2 columns, for Go
}

// pack returns the panels of a matrix [depth, width] given row by row.
func pack(rows []float32, depth, width int, inPairs bool) matrix {
	m := matrix{depth: depth, width: width}
	if inPairs {
		for from := 0; from < width; from += 2 {
			for i := range depth {
				m.pairs = append(m.pairs, [2]float32(rows[i*width+from:]))
			}
		}
		return m
	}
	for from := 0; from < width; from += lanes {
		for i := range depth {
			m.packed = append(m.packed, rows[i*width+from:][:lanes]...)
		}
	}
	return m
}
