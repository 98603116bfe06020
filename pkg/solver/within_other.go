//go:build !js

package solver

const oneThread = false
