//go:build !(goexperiment.simd && amd64)

package triad

// Available reports whether a [Solver] uses vector instructions: not in this build. An [Engine] may.
func Available() bool { return false }

func (*Solver) propagateSIMD(st *state, first int) bool { return st.propagate(first) }

func (*Solver) openSIMD(*state) {}

func splitSIMD(rest, child *state, band, digit, config int) { split(rest, child, band, digit, config) }

func leaveSIMD() {}
