package triad

import "golang.org/x/sys/cpu"

// assembled reports whether this processor can run the assembly: it has AVX2, and the system keeps
// the wide registers. Go's own switch holds: GODEBUG=cpu.avx2=off says no.
func assembled() bool { return cpu.X86.HasAVX2 }

// ternary reports whether this processor can run the assembly with the three-way logic of AVX-512, too.
// GODEBUG=cpu.avx512vl=off says no.
func ternary() bool { return assembled() && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512BW }

// propagateAVX2 is state.propagate. If the position is still possible it also writes what openSIMD
// would, which is not read otherwise.
//
//go:noescape
func propagateAVX2(st *state, first int, open *[2]quad) bool

// propagateAVX512 is propagateAVX2 with three-way logic.
//
//go:noescape
func propagateAVX512(st *state, first int, open *[2]quad) bool

// splitAVX2 is the function split. Vectors from and to point to the even vector of the band in rest and
// in child, behind which stands the odd one; in says where the configuration stands in them, and groups
// which groups are the band's.
//
//go:noescape
func splitAVX2(rest, child *state, from, to *quad, in *[2]quad, groups *quad, digit int)
