//go:build !race

package engine

// interrupts says that a running solver of gophersat can be stopped; see formulaSearch.attempt.
const interrupts = true
