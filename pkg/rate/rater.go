package rate

import (
	"fmt"
	"math/bits"

	"sudokulab/pkg/board"
)

// Rater rates boards of one shape. It holds the workspace and serves one goroutine at a
// time.
type Rater struct {
	shape *board.Shape
	all   uint64
	// crossings are the ordered pairs of units with two cells or more in common.
	crossings []crossing

	may    []uint64 // by cell: its candidates, digit d as bit d−1
	filled []bool
	left   int   // cells not filled
	single []int // cells not filled that have one candidate
	batch  []int
	put    []uint64 // by cell: what a round puts there, or takes away
	places []uint64 // by digit: its places in a unit, by position
	used   []uint64 // by unit: the digits given in it
	broken bool     // a cell or a digit has nothing left
}

// crossing is a pair of units, the cells split into those of both and of one only.
type crossing struct{ both, first, second []int }

// New returns a Rater for boards of a shape. It panics without a shape.
func New(s *board.Shape) *Rater {
	if s == nil {
		panic("rate: the shape is nil")
	}
	r := &Rater{
		shape:  s,
		all:    uint64(board.AllDigits(s.Side())),
		may:    make([]uint64, s.Cells()),
		filled: make([]bool, s.Cells()),
		single: make([]int, 0, s.Cells()),
		batch:  make([]int, 0, s.Cells()),
		put:    make([]uint64, s.Cells()),
		places: make([]uint64, s.Side()),
		used:   make([]uint64, len(s.Units())),
	}
	in := make([]bool, s.Cells())
	for u, first := range s.Units() {
		clear(in)
		for _, c := range first {
			in[c] = true
		}
		for v, second := range s.Units() {
			var x crossing
			also := make([]bool, s.Cells())
			for _, c := range second {
				also[c] = true
				if in[c] {
					x.both = append(x.both, c)
				} else {
					x.second = append(x.second, c)
				}
			}
			if u == v || len(x.both) < 2 {
				continue
			}
			for _, c := range first {
				if !also[c] {
					x.first = append(x.first, c)
				}
			}
			r.crossings = append(r.crossings, x)
		}
	}
	return r
}

// Rate rates a puzzle. Where techniques get stuck, guesses counts the guesses of a search
// on the puzzle; it may be nil. The board is not changed. The error is [ErrUnsolvable], or
// says that the board has another shape.
func (r *Rater) Rate(b board.Board, guesses func(board.Board) int64) (Rating, error) {
	if b.Shape() != r.shape {
		return Rating{}, fmt.Errorf("rate: a board of shape %v, want %v", b.Shape(), r.shape)
	}
	rating := r.climb(b.Cells())
	if r.broken {
		return Rating{}, ErrUnsolvable
	}
	if rating.Open = r.left; r.left > 0 {
		rating.Technique = Guesses
		if guesses != nil {
			rating.Guesses = guesses(b)
		}
	}
	return rating, nil
}

// climb goes through the rounds until the board is full, broken or stuck.
func (r *Rater) climb(cells []uint8) (rating Rating) {
	r.load(cells)
	for !r.broken && r.left > 0 {
		t := None
		s := &rating.Steps
		if n := r.naked(); n > 0 {
			t = NakedSingles
			s.Naked += n
		} else if n := r.hidden(); n > 0 {
			t = HiddenSingles
			s.Hidden += n
		} else if n := r.locked(); n > 0 {
			t = LockedCandidates
			s.Locked += n
		} else if naked, hidden := r.pairs(); naked+hidden > 0 {
			t = Pairs
			s.NakedPairs += naked
			s.HiddenPairs += hidden
		}
		if t == None {
			break
		}
		rating.Rounds++
		rating.Technique = max(rating.Technique, t)
	}
	return rating
}

func (r *Rater) load(cells []uint8) {
	r.broken, r.left, r.single = false, 0, r.single[:0]
	clear(r.used)
	clear(r.put)
	for c, d := range cells {
		r.filled[c] = d != 0
		if d == 0 {
			r.left++
			continue
		}
		bit := uint64(1) << (d - 1)
		r.may[c] = bit
		for _, u := range r.shape.UnitsOf(c) {
			r.broken = r.broken || r.used[u]&bit != 0
			r.used[u] |= bit
		}
	}
	for c, d := range cells {
		if d != 0 {
			continue
		}
		m := r.all
		for _, u := range r.shape.UnitsOf(c) {
			m &^= r.used[u]
		}
		r.keep(c, m)
	}
}

// keep narrows the candidates of an empty cell.
func (r *Rater) keep(c int, m uint64) {
	r.may[c] = m
	switch {
	case m == 0:
		r.broken = true
	case m&(m-1) == 0:
		r.single = append(r.single, c)
	}
}

// fill puts a cell's only candidate into it.
func (r *Rater) fill(c int) {
	bit := r.may[c]
	if bit == 0 {
		return // broken is set
	}
	r.filled[c] = true
	r.left--
	for _, p := range r.shape.Peers(c) {
		if r.may[p]&bit == 0 {
			continue
		}
		if r.filled[p] {
			r.broken = true
			continue
		}
		r.keep(p, r.may[p]&^bit)
	}
}

// naked fills the cells that have one candidate and returns their number.
func (r *Rater) naked() int {
	r.batch, r.single = r.single, r.batch[:0]
	for _, c := range r.batch {
		r.fill(c)
	}
	return len(r.batch)
}

// hidden fills the cells that are the only place of a digit in a unit and returns their
// number.
func (r *Rater) hidden() int {
	r.batch = r.batch[:0]
	for _, unit := range r.shape.Units() {
		var once, twice uint64
		for _, c := range unit {
			twice |= once & r.may[c]
			once |= r.may[c]
		}
		if once != r.all {
			r.broken = true
			return 0
		}
		once &^= twice
		if once == 0 {
			continue
		}
		for _, c := range unit {
			if d := r.may[c] & once; d != 0 && !r.filled[c] {
				if r.put[c] == 0 {
					r.batch = append(r.batch, c)
				}
				r.put[c] |= d
			}
		}
	}
	for _, c := range r.batch {
		d := r.put[c]
		r.put[c] = 0
		if d&(d-1) != 0 {
			r.broken = true
		}
		r.may[c] &= d
	}
	for _, c := range r.batch {
		r.fill(c)
	}
	return len(r.batch)
}

// take takes away what the round has marked.
func (r *Rater) take() {
	for _, c := range r.batch {
		r.keep(c, r.may[c]&^r.put[c])
		r.put[c] = 0
	}
	r.batch = r.batch[:0]
}

// mark marks candidates of a cell for taking away and reports whether it has any of them.
func (r *Rater) mark(c int, m uint64) bool {
	if m &= r.may[c]; m == 0 {
		return false
	}
	if r.put[c] == 0 {
		r.batch = append(r.batch, c)
	}
	r.put[c] |= m
	return true
}

// union returns the candidates of some cells.
func (r *Rater) union(cells []int) (m uint64) {
	for _, c := range cells {
		m |= r.may[c]
	}
	return m
}

func (r *Rater) locked() (steps int) {
	r.batch = r.batch[:0]
	for i := range r.crossings {
		x := &r.crossings[i]
		digits := r.union(x.both)
		if digits &= r.union(x.second); digits == 0 {
			continue
		}
		if digits &^= r.union(x.first); digits == 0 {
			continue
		}
		steps += bits.OnesCount64(digits)
		for _, c := range x.second {
			r.mark(c, digits)
		}
	}
	r.take()
	return steps
}

func (r *Rater) pairs() (naked, hidden int) {
	r.batch = r.batch[:0]
	for _, unit := range r.shape.Units() {
		var twos, two uint64 // by position: cells of two candidates; by digit, below: digits of two places
		clear(r.places)
		for i, c := range unit {
			m := r.may[c]
			if bits.OnesCount64(m) == 2 {
				twos |= 1 << i
			}
			for ; m != 0; m &= m - 1 {
				r.places[bits.TrailingZeros64(m)] |= 1 << i
			}
		}
		for d, at := range r.places {
			if bits.OnesCount64(at) == 2 {
				two |= 1 << d
			}
		}
		for ; twos&(twos-1) != 0; twos &= twos - 1 {
			i := bits.TrailingZeros64(twos)
			m := r.may[unit[i]]
			for rest := twos & (twos - 1); rest != 0; rest &= rest - 1 {
				j := bits.TrailingZeros64(rest)
				if r.may[unit[j]] != m {
					continue
				}
				found := false
				for k, c := range unit {
					if k != i && k != j && r.mark(c, m) {
						found = true
					}
				}
				if found {
					naked++
				}
			}
		}
		for ; two&(two-1) != 0; two &= two - 1 {
			d := bits.TrailingZeros64(two)
			at := r.places[d]
			for rest := two & (two - 1); rest != 0; rest &= rest - 1 {
				e := bits.TrailingZeros64(rest)
				if r.places[e] != at {
					continue
				}
				other := r.all &^ (1<<d | 1<<e)
				first := r.mark(unit[bits.TrailingZeros64(at)], other)
				second := r.mark(unit[63-bits.LeadingZeros64(at)], other)
				if first || second {
					hidden++
				}
			}
		}
	}
	r.take()
	return naked, hidden
}
