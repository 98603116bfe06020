//go:build race

package engine

const interrupts = false
