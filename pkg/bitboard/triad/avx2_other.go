//go:build !amd64

package triad

func assembled() bool { return false }

func ternary() bool { return false }

func propagateAVX512(*state, int, *[2]quad) bool { panic("triad: no assembly for this processor") }

func propagateAVX2(*state, int, *[2]quad) bool { panic("triad: no assembly for this processor") }

func splitAVX2(*state, *state, *quad, *quad, *[2]quad, *quad, int) {
	panic("triad: no assembly for this processor")
}
