package wide

import (
	"slices"

	"sudokulab/pkg/board"
)

// geometry holds the tables of a shape. A cell has a slot for each unit that it is in: row,
// column, box or region, diagonals. On a plain shape there are 3 slots.
//
//	at[cell·slots + s]                 the cell's place in its unit of slot s
//	cellAt[unit·n + i]                 the i-th cell of a unit
//	shared[(cell·slots + s)·slots + t] the cells that its units of slots s and t share, as
//	                                   places of the former
type geometry struct {
	shape  *board.Shape
	n      int
	cells  int
	slots  int
	at     []place
	cellAt []uint16
	shared []uint64
}

// place says where a cell stands in a unit.
type place struct {
	unit   uint16 // the unit's number times n, where its digits begin; noUnit for an empty slot
	number uint8  // of the unit
	bit    uint8  // the cell is the bit-th of the unit
}

const noUnit = 1<<16 - 1 // beyond 110 units of 36 digits

func newGeometry(shape *board.Shape) geometry {
	g := geometry{shape: shape, n: shape.Side(), cells: shape.Cells()}
	for c := range g.cells {
		g.slots = max(g.slots, len(shape.UnitsOf(c)))
	}
	g.at = slices.Repeat([]place{{unit: noUnit}}, g.cells*g.slots)
	g.cellAt = make([]uint16, len(shape.Units())*g.n)
	g.shared = make([]uint64, g.cells*g.slots*g.slots)
	for u, cells := range shape.Units() {
		for i, c := range cells {
			g.cellAt[u*g.n+i] = uint16(c)
			s := slices.Index(shape.UnitsOf(c), u)
			g.at[c*g.slots+s] = place{unit: uint16(u * g.n), number: uint8(u), bit: uint8(i)}
		}
	}
	for c := range g.cells {
		for s, u := range shape.UnitsOf(c) {
			for t, v := range shape.UnitsOf(c) {
				mask := &g.shared[(c*g.slots+s)*g.slots+t]
				for i, other := range shape.Units()[u] {
					if slices.Contains(shape.UnitsOf(other), v) {
						*mask |= 1 << i
					}
				}
			}
		}
	}
	return g
}

// placesOf returns the slots of a cell.
func (g *geometry) placesOf(cell int) []place {
	return g.at[cell*g.slots : (cell+1)*g.slots]
}
