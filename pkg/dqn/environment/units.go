package environment

// units are the peers of each cell: the cells of its row, column and box but itself.
type units struct {
	side  int
	peers [][]uint16
}

func newUnits(side int) units {
	k := 1
	for k*k < side {
		k++
	}
	u := units{side: side, peers: make([][]uint16, side*side)}
	for cell := range u.peers {
		r, c := cell/side, cell%side
		for other := range u.peers {
			or, oc := other/side, other%side
			if other != cell && (or == r || oc == c || (or/k == r/k && oc/k == c/k)) {
				u.peers[cell] = append(u.peers[cell], uint16(other))
			}
		}
	}
	return u
}

// clash reports whether a peer of the cell has the digit.
func (u units) clash(grid []uint8, cell int, digit uint8) bool {
	for _, p := range u.peers[cell] {
		if grid[p] == digit {
			return true
		}
	}
	return false
}

func (u units) legal(grid, givens []uint8, takeBack, strict bool, legal []bool) (count int) {
	n := u.side
	_ = legal[len(grid)*n-1]
	for cell, was := range grid {
		may := was == 0 || (takeBack && givens[cell] == 0)
		for d := range n {
			ok := may && (!strict || uint8(d+1) == was || !u.clash(grid, cell, uint8(d+1)))
			legal[cell*n+d] = ok
			if ok {
				count++
			}
		}
	}
	return count
}
