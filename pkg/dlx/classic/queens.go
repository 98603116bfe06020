package classic

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/dlx"
)

// Queens places n queens on an n×n board so that no two attack each other. The rows "r0" …
// and columns "c0" … are primary items; the diagonals of two cells or more are secondary:
// "a" + row + column, "b" + n−1−row + column. Rows and columns are named from the middle of
// the board outwards, where a queen attacks most, so that the search branches there first;
// option row·n + column is a queen on that cell. Solutions for n = 4 … 12: 2, 10, 4, 40,
// 92, 352, 724, 2680, 14200 (OEIS A000170).
func Queens(n int) (*dlx.Problem, error) {
	if n < 1 {
		return nil, fmt.Errorf("classic: %d queens, want 1 or more", n)
	}
	var b dlx.Builder
	row, column := make([]int, n), make([]int, n)
	for i := range n {
		middle := (n + i) / 2
		if i%2 == 1 {
			middle = (n - 1 - i) / 2
		}
		row[middle] = b.Primary("r" + strconv.Itoa(middle))
		column[middle] = b.Primary("c" + strconv.Itoa(middle))
	}
	falling, rising := make([]int, 2*n-1), make([]int, 2*n-1)
	for d := 1; d < 2*n-2; d++ {
		falling[d] = b.Secondary("a" + strconv.Itoa(d))
		rising[d] = b.Secondary("b" + strconv.Itoa(d))
	}
	var option []dlx.Element
	for r := range n {
		for c := range n {
			option = append(option[:0], dlx.Element{Item: row[r]}, dlx.Element{Item: column[c]})
			if d := r + c; d > 0 && d < 2*n-2 {
				option = append(option, dlx.Element{Item: falling[d]})
			}
			if d := n - 1 - r + c; d > 0 && d < 2*n-2 {
				option = append(option, dlx.Element{Item: rising[d]})
			}
			b.Option(option...)
		}
	}
	return b.Build()
}
