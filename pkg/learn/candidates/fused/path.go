package fused

import (
	"fmt"

	"golang.org/x/sys/cpu"
)

// Path names the code that computes a network's steps. Sums are rounded in another order on each,
// so a record of what a network said names its path.
type Path string

// The paths.
const (
	Portable Path = "portable" // Go alone, on every processor
	AVX2     Path = "AVX2+FMA" // assembly for amd64 with these instructions
)

// Best returns the fastest path of this processor. Go's own switch holds: GODEBUG=cpu.avx2=off leaves
// Portable.
func Best() Path {
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		return AVX2
	}
	return Portable
}

// kernels are the parts of a step that a path has its own code for. Widths are numbers of columns and
// multiples of lanes; buffers are row by row.
type kernels struct {
	inPairs bool // how matrices are packed
	// product adds to block [6, width] the product of the six rows of x [6, stride] with m [depth, width]; with
	// a bias [width] that is what it begins with, in place of what stands in block.
	product func(block, bias, x []float32, stride int, m *matrix)
	// exponents turns rows [half forces, half values] into e^force and e^force·value.
	exponents func(block []float32, rows, half int)
	// tangents takes the hyperbolic tangent of each number.
	tangents func(block []float32)
	// gather adds each row of block [rows, width] to four rows of sums, those that members [rows, 4] names.
	gather func(sums, block []float32, members []uint32, rows, width int)
	// features turns rows [half sums of e^force, half sums of e^force·value] into the logarithm of the first
	// and the mean of the values.
	features func(sums []float32, rows, half int)
	// hear sets each row of block [rows, width] to the sum of four rows of said, those that members names,
	// and of the row of base that kinds names.
	hear func(block, said, base []float32, members, kinds []uint32, rows, width int)
	// update moves states [rows, width] by block [rows, 2·width], whose halves are −2 times what the gate's
	// tangent is taken of and 2 times what the next state's is.
	update func(state, block []float32, rows, width int)
}

// kernelsOf returns the code of a path.
func kernelsOf(p Path) (*kernels, error) {
	switch {
	case p == Portable:
		return &portable, nil
	case p == AVX2 && Best() == AVX2:
		return vectorised()
	case p == AVX2:
		return nil, fmt.Errorf("fused: this processor does not have %s", AVX2)
	}
	return nil, fmt.Errorf("fused: path %q, want %s or %s", p, Portable, AVX2)
}
