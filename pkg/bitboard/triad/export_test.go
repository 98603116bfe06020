package triad

// NewPortable returns a solver that leaves the vector instructions alone.
func NewPortable() *Solver {
	s := New()
	s.simd = false
	return s
}
