package triad

// NewPortable returns an engine that leaves the vector instructions alone.
func NewPortable() *Engine {
	e := New()
	e.simd, e.assembly = false, false
	return e
}

// NewAVX2 returns an engine that leaves three-way logic alone; nil if New's does, too.
func NewAVX2() *Engine {
	e := New()
	if !e.ternary {
		return nil
	}
	e.ternary = false
	return e
}
