//go:build !amd64

package fused

import "fmt"

// vectorised has nothing to return here: Best never names a path with vectors.
func vectorised() (*kernels, error) {
	return nil, fmt.Errorf("fused: %s is for amd64", AVX2)
}
