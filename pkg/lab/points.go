package lab

// Points returns 0, 10, 20, 50, 100, 200, 500 and so on up to the most: where a curve over a logarithmic scale is looked at.
func Points(most int) []int {
	out := []int{0}
	for scale := 10; scale <= most; scale *= 10 {
		for _, n := range []int{scale, 2 * scale, 5 * scale} {
			if n <= most {
				out = append(out, n)
			}
		}
	}
	return out
}
