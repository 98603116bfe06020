package triad

// NewPortable returns an engine that leaves the vector instructions alone.
func NewPortable() *Engine {
	e := New()
	e.simd, e.assembly = false, false
	return e
}
