package explain

// lengthSE returns what Sudoku Explainer adds to the rating of a chain for its length, in tenths. nodes
// counts the candidates from the assumption to the contradiction, both of them included. A tenth is added
// beyond 4, 6, 8, 12, 16, 24, 32, … of those between.
func lengthSE(nodes int) (added int) {
	for end := 4; nodes-2 > end; added++ {
		if added%2 == 0 {
			end += end / 2
		} else {
			end += end / 3
		}
	}
	return added
}
