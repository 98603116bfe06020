package lab

import "strconv"

// Decimals returns what writes figures with so many decimals.
func Decimals(n int) func(float64) string {
	return func(x float64) string { return strconv.FormatFloat(x, 'f', n, 64) }
}
