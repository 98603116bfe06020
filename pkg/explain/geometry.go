package explain

import "sudokulab/pkg/board"

// geometry is what finders ask of a shape, as sets. It is never written to after it is built.
type geometry struct {
	shape *board.Shape
	n     int // side
	words int // words of a set of cells
	all   board.Digits
	units [][]int
	// at says for each cell in which units it lies, and at which place of each: rows, columns, the
	// box or region, diagonals.
	at        [][]place
	peers     []Cells      // by cell
	unitCells []Cells      // by unit
	crossings [][]crossing // by the first unit of the pair
	// sees holds, for each cell and unit, the positions in the unit of the cell's peers; cell·units + unit.
	sees []uint64
	// order lists the units as people look at them: boxes or regions, rows, columns, diagonals.
	order []int
}

// place is a cell's place in a unit: unit u lists the cell at the position whose bit is set.
type place struct {
	unit int
	bit  uint64
}

// crossing is an ordered pair of units that share two cells or more. One of them is a box or region.
type crossing struct {
	from, to     int
	inFrom, inTo uint64 // the shared cells, by their positions in each
}

// newGeometry builds the tables of a shape.
func newGeometry(s *board.Shape) *geometry {
	g := &geometry{
		shape: s, n: s.Side(), words: (s.Cells() + 63) / 64, all: board.AllDigits(s.Side()), units: s.Units(),
		at: make([][]place, s.Cells()), peers: make([]Cells, s.Cells()), unitCells: make([]Cells, len(s.Units())),
	}
	for u, unit := range g.units {
		g.unitCells[u] = make(Cells, g.words)
		for i, c := range unit {
			g.unitCells[u].Add(c)
			g.at[c] = append(g.at[c], place{u, 1 << i})
		}
	}
	for c := range g.peers {
		g.peers[c] = make(Cells, g.words)
		for _, p := range s.Peers(c) {
			g.peers[c].Add(p)
		}
	}
	g.crossings = make([][]crossing, len(g.units))
	for u := range g.units {
		for v := range g.units {
			if u == v {
				continue
			}
			x := crossing{from: u, to: v}
			shared := 0
			for i, c := range g.units[u] {
				if g.unitCells[v].Has(c) {
					x.inFrom |= 1 << i
					x.inTo |= g.bitIn(c, v)
					shared++
				}
			}
			if shared > 1 {
				g.crossings[u] = append(g.crossings[u], x)
			}
		}
	}
	g.sees = make([]uint64, s.Cells()*len(g.units))
	for c := range s.Cells() {
		for u, unit := range g.units {
			for i, q := range unit {
				if g.peers[c].Has(q) {
					g.sees[c*len(g.units)+u] |= 1 << i
				}
			}
		}
	}
	for _, boxes := range [...]bool{true, false} {
		for u := range g.units {
			if g.isBox(u) == boxes {
				g.order = append(g.order, u)
			}
		}
	}
	return g
}

// isBox reports whether a unit is a box or a region.
func (g *geometry) isBox(unit int) bool { return unit/g.n == 2 }

// seen returns the positions in a unit of a cell's peers.
func (g *geometry) seen(cell, unit int) uint64 { return g.sees[cell*len(g.units)+unit] }

// bitIn returns the bit of a cell's position in a unit, 0 if it does not lie there.
func (g *geometry) bitIn(cell, unit int) uint64 {
	for _, p := range g.at[cell] {
		if p.unit == unit {
			return p.bit
		}
	}
	return 0
}
