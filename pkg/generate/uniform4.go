package generate

import "math/rand/v2"

// UniformGrid4 fills grid, row by row, with a full 4×4 grid, each of the 288 with the same
// chance. It draws the first three rows of a try so that every valid choice is equally
// likely and starts over unless they leave a valid fourth row: 1 try in 8 does not. It panics if
// rng or grid is nil.
func UniformGrid4(rng *rand.Rand, grid *[16]uint8) {
	if rng == nil || grid == nil {
		panic("generate: no random source or no grid to write to")
	}
	for {
		var rows [4][4]uint8
		for _, r := range [2]int{0, 2} {
			rows[r] = [4]uint8{1, 2, 3, 4}
			u := rng.Uint32N(24)
			for i := uint32(3); i > 0; i-- {
				j := u % (i + 1)
				u /= i + 1
				rows[r][i], rows[r][j] = rows[r][j], rows[r][i]
			}
		}
		// The second row exchanges the pairs of the first and may turn each round.
		u := rng.Uint32N(4)
		a, b := u&1, u>>1
		rows[1] = [4]uint8{rows[0][2+a], rows[0][3-a], rows[0][b], rows[0][1-b]}
		for c := range 4 {
			rows[3][c] = 10 - rows[0][c] - rows[1][c] - rows[2][c]
		}
		for r, row := range rows {
			copy(grid[4*r:], row[:])
		}
		if fullGrid4(grid) {
			return
		}
	}
}

// fullGrid4 reports whether every row, column and box holds all digits.
func fullGrid4(grid *[16]uint8) bool {
	var units [12]uint8
	for c, d := range grid {
		if d < 1 || d > 4 {
			return false
		}
		bit := uint8(1) << (d - 1)
		units[c/4] |= bit
		units[4+c%4] |= bit
		units[8+c/8*2+c%4/2] |= bit
	}
	for _, u := range units {
		if u != 1<<4-1 {
			return false
		}
	}
	return true
}
