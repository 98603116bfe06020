package explain

import "slices"

// sortBy sorts by a cost of 0 or more, the least first and those of one cost in their order. Every type that package slices sorts by a
// function takes code of its own, 6 kB in the program for browsers; numbers share one.
func sortBy[T any](all []T, cost func(T) int) {
	n := len(all)
	keys := make([]int, n)
	for i, x := range all {
		keys[i] = cost(x)*n + i
	}
	slices.Sort(keys)
	sorted := make([]T, n)
	for i, key := range keys {
		sorted[i] = all[key%n]
	}
	copy(all, sorted)
}
