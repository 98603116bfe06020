package symmetry

import (
	"math/big"

	"sudokulab/pkg/board"
)

// GroupOrder returns the number of transforms of a plain shape, relabelling included:
// 2·(k!)^(2k+2)·n!, which is 1,218,998,108,160 at 9×9; 0 for any other shape.
func GroupOrder(s *board.Shape) *big.Int {
	return new(big.Int).Mul(GeometricOrder(s), factorial(s.Side()))
}

// GeometricOrder returns the number of transforms of a plain shape that leave the digits alone:
// 2·(k!)^(2k+2), which is 3,359,232 at 9×9. The factors are the transposition, the orders
// of bands and of stacks, and those of the rows in each of k bands and the columns in each
// of k stacks. For any other shape, whose group this package does not know, it returns 0.
func GeometricOrder(s *board.Shape) *big.Int {
	if !s.Plain() {
		return new(big.Int)
	}
	k := s.Box()
	order := new(big.Int).Exp(factorial(k), big.NewInt(int64(2*k+2)), nil)
	return order.Lsh(order, 1)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
