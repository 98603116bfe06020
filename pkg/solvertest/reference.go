package solvertest

import (
	"math"
	"math/bits"

	"sudokulab/pkg/board"
)

// Count is the oracle of the suite: it counts the solutions of b up to limit by a search of
// its own, on boards of any size. It shares no code with an engine, nor with package board's
// tables of units and peers: cells are row and column numbers and each row, column and box
// has a mask of the digits it uses.
//
// A limit of 0 or less means all solutions. maxNodes bounds the assignments tried where
// more than one was possible, 0 or less for no bound. complete reports that the bound did
// not end the search: count is then the smaller of the limit and the number of solutions.
// first is the first solution found, the zero Board if there is none.
func Count(b board.Board, limit int, maxNodes int64) (count int, first board.Board, complete bool) {
	if b.IsZero() {
		return 0, board.Board{}, true
	}
	if limit <= 0 {
		limit = math.MaxInt
	}
	if maxNodes <= 0 {
		maxNodes = math.MaxInt64
	}
	n := b.Shape().Side()
	k := b.Shape().Box()
	r := &reference{
		n: n, k: k,
		all:   1<<n - 1,
		cells: append([]uint8(nil), b.Cells()...),
		used:  make([]uint64, 3*n),
		limit: limit,
		nodes: maxNodes,
	}
	for cell, d := range r.cells {
		if d == 0 {
			continue
		}
		bit := uint64(1) << (d - 1)
		for _, u := range r.unitsOf(cell) {
			if r.used[u]&bit != 0 {
				return 0, board.Board{}, true
			}
			r.used[u] |= bit
		}
	}
	r.search()
	if r.first != nil {
		// The cells come from a valid board, so the error cannot occur.
		first, _ = board.FromCells(r.first)
	}
	return r.count, first, !r.capped
}

// reference is the state of one count. used holds the digits of rows at 0…n−1, of columns
// at n…2n−1, of boxes at 2n…3n−1, digit d as bit d−1.
type reference struct {
	n, k   int
	all    uint64
	cells  []uint8
	used   []uint64
	limit  int
	nodes  int64 // left
	count  int
	first  []uint8
	capped bool
}

func (r *reference) unitsOf(cell int) [3]int {
	row, col := cell/r.n, cell%r.n
	return [3]int{row, r.n + col, 2*r.n + row/r.k*r.k + col/r.k}
}

func (r *reference) put(cell int, bit uint64) {
	r.cells[cell] = uint8(bits.TrailingZeros64(bit)) + 1
	for _, u := range r.unitsOf(cell) {
		r.used[u] |= bit
	}
}

func (r *reference) take(cell int, bit uint64) {
	r.cells[cell] = 0
	for _, u := range r.unitsOf(cell) {
		r.used[u] &^= bit
	}
}

// search fills forced cells for as long as there are any, then tries the digits of a cell
// with the fewest, and takes all of it back before it returns.
func (r *reference) search() {
	var trail []int
	defer func() {
		for _, cell := range trail {
			r.take(cell, 1<<(r.cells[cell]-1))
		}
	}()
	for {
		cell, digits := r.next()
		switch {
		case cell < 0 && digits == 0:
			return
		case cell < 0:
			r.count++
			if r.first == nil {
				r.first = append([]uint8(nil), r.cells...)
			}
			return
		case digits&(digits-1) == 0:
			r.put(cell, digits)
			trail = append(trail, cell)
			continue
		}
		for ; digits != 0 && r.count < r.limit && !r.capped; digits &= digits - 1 {
			if r.nodes == 0 {
				r.capped = true
				return
			}
			r.nodes--
			bit := digits & -digits
			r.put(cell, bit)
			r.search()
			r.take(cell, bit)
		}
		return
	}
}

// next returns the cell to fill and the digits to try there: one digit if it is forced,
// because the cell admits no other or because a unit admits it nowhere else. It returns
// cell −1 and digits 0 if a cell admits none or a unit lacks a place for a digit, and cell
// −1 with all digits if the board is full.
func (r *reference) next() (cell int, digits uint64) {
	// once and twice hold, for each unit, the digits that at least one and at least two of
	// its empty cells admit.
	once, twice := make([]uint64, 3*r.n), make([]uint64, 3*r.n)
	best, fewest, choice := -1, r.n+1, r.all
	for c, d := range r.cells {
		if d != 0 {
			continue
		}
		units := r.unitsOf(c)
		admits := r.all &^ (r.used[units[0]] | r.used[units[1]] | r.used[units[2]])
		if admits == 0 {
			return -1, 0
		}
		for _, u := range units {
			twice[u] |= once[u] & admits
			once[u] |= admits
		}
		if count := bits.OnesCount64(admits); count < fewest {
			best, fewest, choice = c, count, admits
		}
	}
	if best < 0 {
		return -1, r.all
	}
	for u := range once {
		if once[u]|r.used[u] != r.all {
			return -1, 0
		}
	}
	if fewest == 1 {
		return best, choice
	}
	for c, d := range r.cells {
		if d != 0 {
			continue
		}
		units := r.unitsOf(c)
		admits := r.all &^ (r.used[units[0]] | r.used[units[1]] | r.used[units[2]])
		for _, u := range units {
			// Two digits with their only place in one cell: taking one leaves the other's unit
			// without a place, which the next call finds.
			if only := admits & once[u] &^ twice[u]; only != 0 {
				return c, only & -only
			}
		}
	}
	return best, choice
}
