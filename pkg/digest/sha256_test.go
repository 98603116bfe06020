package digest_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/digest"
)

func Example() {
	fmt.Printf("%x\n", digest.SHA256([]byte("abc")))
	// Output: ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
}

// TestLikeTheStandardLibrary: every length up to four blocks, and some long ones.
func TestLikeTheStandardLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lengths := []int{1000, 4095, 4096, 100_001}
	for n := range 4*64 + 1 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		if got, want := digest.SHA256(data), sha256.Sum256(data); got != want {
			t.Errorf("%d bytes: %x, want %x", n, got, want)
		}
	}
}

func FuzzSHA256(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, want := digest.SHA256(data), sha256.Sum256(data); got != want {
			t.Errorf("%q: %x, want %x", data, got, want)
		}
	})
}
