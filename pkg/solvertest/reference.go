package solvertest

import (
	"math"
	"math/bits"

	"sudokulab/pkg/board"
)

// Count is the oracle of the suite: it counts the solutions of b up to limit by a separate
// search, on boards of any shape. It shares no code with an engine, nor with package board's
// tables of units and peers: cells are row and column numbers, each row, column, box or
// region and diagonal has a mask of the digits it uses, and of the shape only the side and
// the variant are asked.
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
	r := &reference{
		n:     n,
		units: memberships(n, b.Shape().Variant()),
		all:   1<<n - 1,
		cells: append([]uint8(nil), b.Cells()...),
		used:  make([]uint64, 3*n, 3*n+2),
		limit: limit,
		nodes: maxNodes,
	}
	if b.Shape().Variant().Diagonals {
		r.used = r.used[:3*n+2]
	}
	for cell, d := range r.cells {
		if d == 0 {
			continue
		}
		bit := uint64(1) << (d - 1)
		for _, u := range r.units[cell] {
			if r.used[u]&bit != 0 {
				return 0, board.Board{}, true
			}
			r.used[u] |= bit
		}
	}
	r.search()
	if r.first != nil {
		// The cells come from a valid board, so the error cannot occur.
		first, _ = board.FromCellsOn(b.Shape(), r.first)
	}
	return r.count, first, !r.capped
}

// reference is the state of one count. used holds the digits of rows at 0…n−1, of columns
// at n…2n−1, of boxes or regions at 2n…3n−1, and of the diagonals at 3n and 3n+1 if they
// count, digit d as bit d−1. units holds the indices of each cell's.
type reference struct {
	n      int
	units  [][]int
	all    uint64
	cells  []uint8
	used   []uint64
	limit  int
	nodes  int64 // left
	count  int
	first  []uint8
	capped bool
}

// memberships returns, for each cell of a board of side n, the indices of what it belongs to.
func memberships(n int, v board.Variant) [][]int {
	k := 1
	for k*k < n {
		k++
	}
	all := make([]int, 0, 5*n*n)
	units := make([][]int, n*n)
	for cell := range units {
		from := len(all)
		row, col := cell/n, cell%n
		box := row/k*k + col/k
		if v.Regions != nil {
			box = v.Regions[cell]
		}
		all = append(all, row, n+col, 2*n+box)
		if v.Diagonals && row == col {
			all = append(all, 3*n)
		}
		if v.Diagonals && row == n-1-col {
			all = append(all, 3*n+1)
		}
		units[cell] = all[from:]
	}
	return units
}

// admits returns the digits that no unit of an empty cell uses.
func (r *reference) admits(cell int) uint64 {
	used := uint64(0)
	for _, u := range r.units[cell] {
		used |= r.used[u]
	}
	return r.all &^ used
}

func (r *reference) put(cell int, bit uint64) {
	r.cells[cell] = uint8(bits.TrailingZeros64(bit)) + 1
	for _, u := range r.units[cell] {
		r.used[u] |= bit
	}
}

func (r *reference) take(cell int, bit uint64) {
	r.cells[cell] = 0
	for _, u := range r.units[cell] {
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
	once, twice := make([]uint64, len(r.used)), make([]uint64, len(r.used))
	best, fewest, choice := -1, r.n+1, r.all
	for c, d := range r.cells {
		if d != 0 {
			continue
		}
		admits := r.admits(c)
		if admits == 0 {
			return -1, 0
		}
		for _, u := range r.units[c] {
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
		admits := r.admits(c)
		for _, u := range r.units[c] {
			// Two digits with their only place in one cell: taking one leaves the other's unit
			// without a place, which the next call finds.
			if only := admits & once[u] &^ twice[u]; only != 0 {
				return c, only & -only
			}
		}
	}
	return best, choice
}
