package digest

import (
	"encoding/binary"
	"math/bits"
)

// The first 32 bits of the fractions of the square roots of the first 8 primes, and of the cube roots of the first 64.
var (
	start = [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
	steps = [64]uint32{
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
		0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
		0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
		0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
		0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
		0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
		0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	}
)

const block = 64 // bytes

// SHA256 returns the SHA-256 of data.
func SHA256(data []byte) (sum [32]byte) {
	state := start
	whole := len(data) &^ (block - 1)
	for at := 0; at < whole; at += block {
		mix(&state, data[at:at+block])
	}
	// A one bit, zeros up to 8 bytes before the end of a block, and the length in bits.
	var rest [2 * block]byte
	n := copy(rest[:], data[whole:])
	rest[n] = 0x80
	end := block
	if n >= block-8 {
		end = 2 * block
	}
	binary.BigEndian.PutUint64(rest[end-8:], uint64(len(data))*8)
	for at := 0; at < end; at += block {
		mix(&state, rest[at:at+block])
	}
	for i, word := range state {
		binary.BigEndian.PutUint32(sum[4*i:], word)
	}
	return sum
}

// mix takes one block in. The names are those of the standard.
func mix(state *[8]uint32, data []byte) {
	var w [64]uint32
	for t := range w {
		if t < 16 {
			w[t] = binary.BigEndian.Uint32(data[4*t:])
			continue
		}
		x, y := w[t-15], w[t-2]
		s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
		s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
		w[t] = s1 + w[t-7] + s0 + w[t-16]
	}
	v := *state
	for t := range w {
		a, e := v[0], v[4]
		sum0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
		sum1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
		choice := e&v[5] ^ ^e&v[6]
		majority := a&v[1] ^ a&v[2] ^ v[1]&v[2]
		t1 := v[7] + sum1 + choice + steps[t] + w[t]
		copy(v[1:], v[:7])
		v[4] += t1
		v[0] = t1 + sum0 + majority
	}
	for i := range state {
		state[i] += v[i]
	}
}
