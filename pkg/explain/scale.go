package explain

// lengthSE returns what Sudoku Explainer adds to the rating of a chain for its length, in tenths. The
// length counts the candidates of the chain without the one that it strikes. A tenth is added beyond 4,
// 6, 8, 12, 16, 24, 32, …
func lengthSE(length int) (added int) {
	for end := 4; length > end; added++ {
		if added%2 == 0 {
			end += end / 2
		} else {
			end += end / 3
		}
	}
	return added
}
