package printed

import (
	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// Box is P_k, the fillings of one box.
type Box struct {
	Cells  []int   // rising
	Digits []uint8 // filling i at Digits[i·n:(i+1)·n], in the order of Cells
	Count  int
	Empty  int   // e_k
	Calls  int64 // of ENUMERATE
	Trials int64 // digits looked at
}

// Filling returns filling i.
func (b *Box) Filling(i int) []uint8 {
	n := len(b.Cells)
	return b.Digits[i*n : (i+1)*n]
}

// EmptyIn returns the number of empty cells in a box of a board.
func EmptyIn(b board.Board, box int) (empty int) {
	for _, cell := range b.Shape().Units()[2*b.Shape().Side()+box] {
		if b.At(cell) == 0 {
			empty++
		}
	}
	return empty
}

// enumeration is one run of ENUMERATE.
type enumeration struct {
	*Box
	n int
	// refused holds, for each cell of the box, the digits that the masks of phase 1 refuse there:
	// none where the listing is followed to the letter. Digit d is bit d.
	refused []uint64
}

// List runs the listing of section 3.2 for a box of a board. With masks it also asks whether a
// given of the cell's row or column holds the digit, which the printed listing does not.
func List(b board.Board, box int, masks bool) Box {
	shape := b.Shape()
	n := shape.Side()
	p := Box{Cells: shape.Units()[2*n+box]}
	filling := make([]uint8, n)
	e := enumeration{Box: &p, n: n, refused: make([]uint64, n)}
	var empty []int
	var used uint64
	for i, cell := range p.Cells {
		filling[i] = b.Cells()[cell]
		if filling[i] != 0 {
			used |= 1 << filling[i]
			continue
		}
		empty = append(empty, i)
		if masks {
			for _, peer := range shape.Peers(cell) {
				e.refused[i] |= 1 << b.At(peer)
			}
		}
	}
	p.Empty = len(empty)
	e.enumerate(filling, empty, used)
	return p
}

func (e *enumeration) enumerate(filling []uint8, empty []int, used uint64) {
	e.Calls++
	if len(empty) == 0 {
		e.Digits = append(e.Digits, filling...)
		e.Count++
		return
	}
	pos, remaining := empty[0], empty[1:]
	for digit := 1; digit <= e.n; digit++ {
		e.Trials++
		if (used|e.refused[pos])>>digit&1 == 0 {
			filling[pos] = uint8(digit)
			e.enumerate(filling, remaining, used|1<<digit)
			filling[pos] = 0
		}
	}
}

// Lists holds the fillings of every box of a board.
type Lists struct {
	Boxes []Box
	shape *board.Shape
}

// ListAll lists every box.
func ListAll(b board.Board, masks bool) *Lists {
	l := &Lists{shape: b.Shape(), Boxes: make([]Box, b.Shape().Side())}
	for box := range l.Boxes {
		l.Boxes[box] = List(b, box, masks)
	}
	return l
}

// Product returns Σ|P_i|·|P_j| over the dependent pairs, the pairs that Connect compares.
func (l *Lists) Product() (sum int64) {
	for _, pair := range minigrid.Dependent(l.shape) {
		sum += int64(l.Boxes[pair.A].Count) * int64(l.Boxes[pair.B].Count)
	}
	return sum
}
