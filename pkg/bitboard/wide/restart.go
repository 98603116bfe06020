package wide

import "math/bits"

// restarts says when a search begins again: M. Luby, A. Sinclair and D. Zuckerman, "Optimal
// speedup of Las Vegas algorithms" (1993), doi:10.1016/0020-0190(93)90029-9.
type restarts struct {
	unit int64 // 0: never
	next int64 // number of backtracks
	run  uint64
}

func (r *restarts) begin(unit int) {
	*r = restarts{unit: int64(unit), next: int64(unit), run: 1}
}

// due reports whether the search has used up its run, and grants it the next one.
func (r *restarts) due(backtracks int64) bool {
	if r.unit == 0 || backtracks < r.next {
		return false
	}
	r.run++
	r.next = backtracks + r.unit*luby(r.run)
	return true
}

// luby returns the i-th term, from 1, of 1, 1, 2, 1, 1, 2, 4, 1, …: 2^(k−1) at i = 2^k − 1,
// otherwise the sequence from its beginning.
func luby(i uint64) int64 {
	for {
		k := bits.Len64(i)
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}
