package cspdesign

// An order chooses the cell to branch on: one of those with several digits left, −1 if there
// is none.
type order interface {
	// begin starts a puzzle. What an order does must depend on the puzzle's number alone.
	begin(puzzle int)
	pick(sizes *[cells]uint8) int
}

// mrv takes the first of the cells with the fewest digits left. Unlike the printed listing it
// passes over cells with a single digit: AC-3 has seen to them, and assigning them changes
// nothing.
type mrv struct{}

func (mrv) begin(int) {}

func (mrv) pick(sizes *[cells]uint8) int {
	best, least := -1, uint8(digits+1)
	for cell, n := range sizes {
		if n > 1 && n < least {
			best, least = cell, n
		}
	}
	return best
}
