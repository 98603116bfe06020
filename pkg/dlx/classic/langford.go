package classic

import (
	"fmt"
	"strconv"

	"sudokulab/pkg/dlx"
)

// Langford puts the numbers 1 … n twice each into 2n places so that the two copies of i have
// i other numbers between them. The numbers "1" … and the places "s1" … are the items, all
// primary. Each arrangement and its reversal count apart: n = 3, 4, 7, 8, 11 give 2, 2, 52,
// 300, 35584 solutions, twice OEIS A014552, and there is none unless n mod 4 is 0 or 3.
func Langford(n int) (*dlx.Problem, error) {
	if n < 1 {
		return nil, fmt.Errorf("classic: Langford pairs of %d numbers, want 1 or more", n)
	}
	var b dlx.Builder
	number, place := make([]int, n+1), make([]int, 2*n+1)
	for i := 1; i <= n; i++ {
		number[i] = b.Primary(strconv.Itoa(i))
	}
	for j := 1; j <= 2*n; j++ {
		place[j] = b.Primary("s" + strconv.Itoa(j))
	}
	for i := 1; i <= n; i++ {
		for j := 1; j+i+1 <= 2*n; j++ {
			b.Option(dlx.Element{Item: number[i]}, dlx.Element{Item: place[j]}, dlx.Element{Item: place[j+i+1]})
		}
	}
	return b.Build()
}
