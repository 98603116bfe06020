package symmetry

import (
	"math/bits"

	"sudokulab/pkg/board"
)

// The search for the smallest string places one image row after the other. At each level
// it holds every partial transform whose rows so far spell the smallest possible prefix,
// extends each by every source row that may come next, and keeps those that tie for the
// smallest next row. What is left after the last row are exactly the transforms that reach
// the canonical form.
//
// The point is what a partial transform leaves open. Choosing the order of columns as soon
// as a row is placed would split a full grid's first row into 6^4 cases, and an empty row
// too. So columns and stacks are ordered only as far as the string so far depends on it,
// and labels follow the columns:
//
//	source row   . . . | . . 7 | . 3 5        one of 18 candidates for image row 1
//	image row    0 0 0   0 0 1   0 2 3
//	classes     [a b c] [d e][f] [g][h i]     columns in one bracket may still be exchanged
//	groups      [ 1st ] [ 2nd ] [ 3rd ]       equal stacks would share a bracket
//	homes        7 → (row 1, f)   3 → (row 1, h)   5 → (row 1, i)
//
// Digits 3 and 5 are numbered, but which is 2 and which is 3 waits until h and i part: the
// label of a digit is what the image holds in the row of its first appearance at the place
// of the column it appeared in (its home). When a later cell wants such a digit, the
// smallest label it can get is that of the first free place of its home column, and making
// the cell as small as possible binds the column to that place. As every earlier cell is
// already decided and does not depend on the choice, this loses no minimal transform; if
// several columns offer the same smallest value, each is followed. Zeros and first
// appearances in one class never need a choice: they stay together in separate classes.
//
// Row and band choices that cannot differ are made once: among the empty rows of a band
// only the first is tried, and among the empty bands only the first.
//
// The rejected alternatives: depth first with the best full string as bound walks through
// poor prefixes before it meets a good one; ordering the columns at once costs 23,328
// partial transforms for a full grid's first row alone.

// state is a partial transform: a set of transforms that spell the same prefix. It holds
// one of them (rows, cols) and which exchanges of columns and stacks lead to the others.
type state struct {
	rows    [board.MaxSide]uint8    // image row → source row, as far as placed
	cols    [board.MaxSide]uint8    // place → source column
	at      [board.MaxSide]uint8    // source column → place
	home    [board.MaxSide + 1]home // digit → where it first appears
	used    uint64                  // source rows placed
	classes uint64                  // bit p: a class of columns begins at place p; bit n is set
	groups  uint8                   // bit q: a group of stacks begins at stack place q; bit k is set
	side    uint8                   // 1 if the source is the transpose
}

// home is the first appearance of a digit: the label is the image's value in that row at
// the place of that source column. row counts from 1; 0 means that the digit has not
// appeared.
type home struct{ row, col uint8 }

// unset exceeds every label.
const unset = 255

func (s *state) classStart(p int) int { return bits.Len64(s.classes&(2<<p-1)) - 1 }

func (s *state) classEnd(p int) int { return p + 1 + bits.TrailingZeros64(s.classes>>(p+1)) }

func (s *state) groupStart(q int) int { return bits.Len8(s.groups&(2<<q-1)) - 1 }

func (s *state) groupEnd(q int) int { return q + 1 + bits.TrailingZeros8(s.groups>>(q+1)) }

func (s *state) swapCols(p, r int) {
	if p == r {
		return
	}
	a, b := s.cols[p], s.cols[r]
	s.cols[p], s.cols[r] = b, a
	s.at[a], s.at[b] = uint8(r), uint8(p)
}

// swapStacks exchanges two stacks of one group. Their classes begin at the same offsets,
// so the masks stay as they are.
func (s *state) swapStacks(q, r, k int) {
	if q == r {
		return
	}
	for j := range k {
		s.swapCols(q*k+j, r*k+j)
	}
}

// minlex is the workspace of the search.
type minlex struct {
	k, n   int
	cells  [2][board.MaxCells]uint8 // the board and its transpose
	filled [2][board.MaxSide]uint64 // side, source row → columns that hold a digit
	empty  [2]uint64                // side → source rows without a digit
	stack  [board.MaxSide]uint8     // line → its band or stack

	image [board.MaxSide][board.MaxSide]uint8 // the canonical rows found so far
	ties  []state                             // the partial transforms that spell them
	next  []state                             // those that also spell best
	// frames[0] is the state being extended, frames[d] its d-th open alternative.
	frames []state

	// Of the extension in progress:
	level int                  // image row being placed
	best  [board.MaxSide]uint8 // smallest such row so far; unset from the first unknown place on
	row   []uint8              // the source row tried
	fill  uint64               // its columns that hold a digit

	work    int64 // extensions and alternatives tried
	maxTies int   // largest number of partial transforms held at a level
	limits  Limits
	capped  bool
}

// load prepares the workspace for a board of k⁴ cells. It reports the first row or column
// that holds a digit twice; the search relies on there being none.
func (m *minlex) load(k int, cells []uint8) (line string, number, digit int, ok bool) {
	n := k * k
	if m.k != k {
		m.k, m.n = k, n
		for i := range n {
			m.stack[i] = uint8(i / k)
		}
		// Each open alternative has fixed a stack or a column of the row.
		m.frames = make([]state, n+k+2)
	}
	m.empty = [2]uint64{}
	for r := range n {
		copy(m.cells[0][r*n:], cells[r*n:r*n+n])
		for c := range n {
			m.cells[1][r*n+c] = cells[c*n+r]
		}
	}
	for side := range 2 {
		for r := range n {
			var fill, digits uint64
			for c, d := range m.cells[side][r*n : r*n+n] {
				if d == 0 {
					continue
				}
				if digits>>d&1 != 0 {
					return [2]string{"row", "column"}[side], r + 1, int(d), false
				}
				digits |= 1 << d
				fill |= 1 << c
			}
			m.filled[side][r] = fill
			if fill == 0 {
				m.empty[side] |= 1 << r
			}
		}
	}
	return "", 0, 0, true
}

// search fills image and ties for the loaded board. It reports whether it came to the end
// within the limits.
func (m *minlex) search() bool {
	k, n := m.k, m.n
	m.work, m.maxTies, m.capped = 0, 0, false
	start := state{classes: 1 << n, groups: 1 | 1<<k}
	for i := range n {
		start.cols[i], start.at[i] = uint8(i), uint8(i)
		if i%k == 0 {
			start.classes |= 1 << i
		}
	}
	m.ties = append(m.ties[:0], start, start)
	m.ties[1].side = 1

	labels := uint8(0)
	for m.level = range n {
		m.next = m.next[:0]
		if !m.placeEmpty() {
			m.placeFilled(labels)
		}
		if m.capped {
			return false
		}
		for p, v := range m.best[:n] {
			m.image[m.level][p] = v
			labels = max(labels, v)
		}
		m.ties, m.next = m.next, m.ties
		m.maxTies = max(m.maxTies, len(m.ties))
	}
	return true
}

// placeEmpty extends the ties by empty rows, the smallest there are. It reports whether
// there was one.
func (m *minlex) placeEmpty() bool {
	for i := range m.ties {
		s := &m.ties[i]
		for rows := m.candidates(s) & m.empty[s.side]; rows != 0; rows &= rows - 1 {
			r := bits.TrailingZeros64(rows)
			m.next = append(m.next, *s)
			t := &m.next[len(m.next)-1]
			t.rows[m.level] = uint8(r)
			t.used |= 1 << r
			if !m.count() {
				return true
			}
		}
	}
	if len(m.next) == 0 {
		return false
	}
	clear(m.best[:m.n])
	return true
}

// placeFilled extends the ties by every row that may come next and keeps the smallest.
func (m *minlex) placeFilled(labels uint8) {
	for p := range m.n {
		m.best[p] = unset
	}
	for i := range m.ties {
		s := &m.ties[i]
		for rows := m.candidates(s); rows != 0; rows &= rows - 1 {
			r := bits.TrailingZeros64(rows)
			m.row = m.cells[s.side][r*m.n : r*m.n+m.n]
			m.fill = m.filled[s.side][r]
			m.frames[0] = *s
			m.frames[0].rows[m.level] = uint8(r)
			m.frames[0].used |= 1 << r
			m.extend(0, 0, labels)
			if m.capped {
				return
			}
		}
	}
}

// candidates returns the source rows that may come next: those left in the band begun, or
// all rows of the bands left. Of rows that are alike because they are empty it returns the
// first only.
func (m *minlex) candidates(s *state) uint64 {
	band := uint64(1)<<m.k - 1
	if m.level%m.k != 0 {
		rows := band << (int(m.stack[s.rows[m.level-1]]) * m.k) &^ s.used
		return m.withoutTwins(s.side, rows)
	}
	var rows uint64
	emptyBand := false
	for ; band < 1<<m.n; band <<= m.k {
		switch {
		case s.used&band != 0:
		case m.empty[s.side]&band != band:
			rows |= m.withoutTwins(s.side, band)
		case !emptyBand:
			emptyBand = true
			rows |= m.withoutTwins(s.side, band)
		}
	}
	return rows
}

// withoutTwins drops all empty rows but the first from rows of one band.
func (m *minlex) withoutTwins(side uint8, rows uint64) uint64 {
	e := rows & m.empty[side]
	return rows &^ (e & (e - 1))
}

// count adds a unit of work and reports whether the search may go on.
func (m *minlex) count() bool {
	m.work++
	// At 9×9 the states of a level are disjoint sets of 3,359,232 transforms, and the worst
	// boards that the tests know tie some thousands of them: an exact answer always comes.
	if m.k > 3 && (m.work > m.limits.MaxWork || len(m.next) > m.limits.MaxTies) {
		m.capped = true
	}
	return !m.capped
}

// extend decides the places from p on of the row in frames[depth], where labels digits are
// numbered, and adds what ties with the best row to next.
func (m *minlex) extend(depth, p int, labels uint8) {
	if !m.count() {
		return
	}
	s := &m.frames[depth]
	for p < m.n {
		var ok bool
		if q := int(m.stack[p]); p == q*m.k && s.groupEnd(q) > q+1 {
			p, labels, ok = m.group(depth, p, labels)
		} else {
			p, labels, ok = m.class(depth, p, labels)
		}
		if !ok {
			return
		}
	}
	m.next = append(m.next, *s)
}

// offer writes v at place p of the row. It reports false if the row is now larger than the
// best, and makes it the best if it is smaller.
func (m *minlex) offer(p int, v uint8) bool {
	if v == m.best[p] {
		return true
	}
	if v > m.best[p] {
		return false
	}
	m.best[p] = v
	for j := p + 1; j < m.n; j++ {
		m.best[j] = unset
	}
	m.next = m.next[:0]
	return true
}

// group decides which stacks of the group that begins at place p come first, and returns
// the place to go on from. Stacks without a digit in this row come first, and remain a
// group. Among the others, those whose digits all appear for the first time spell a pattern
// of zeros and new labels, and those with the smallest pattern remain a group; each stack
// with a digit already numbered is an alternative.
func (m *minlex) group(depth, p int, labels uint8) (int, uint8, bool) {
	s, k := &m.frames[depth], m.k
	q := p / k
	end := s.groupEnd(q)
	block := uint64(1)<<k - 1
	stackOf := func(j int) int { return int(m.stack[s.cols[j*k]]) }

	z := q
	for j := q; j < end; j++ {
		if m.fill>>(stackOf(j)*k)&block == 0 {
			s.swapStacks(j, z, k)
			z++
		}
	}
	if z > q {
		s.groups |= 1 << z
		for ; p < z*k; p++ {
			if !m.offer(p, 0) {
				return p, labels, false
			}
		}
		return p, labels, true
	}

	var known, fresh uint8 // stack places
	leastPattern := block + 1
	for j := q; j < end; j++ {
		pattern, isFresh := m.pattern(s, j)
		switch {
		case !isFresh:
			known |= 1 << j
		case pattern < leastPattern:
			leastPattern, fresh = pattern, 1<<j
		case pattern == leastPattern:
			fresh |= 1 << j
		}
	}
	for ; known != 0; known &= known - 1 {
		j := bits.TrailingZeros8(known)
		if fresh == 0 && known&(known-1) == 0 {
			s.swapStacks(q, j, k)
			s.groups |= 1 << (q + 1)
			return p, labels, true
		}
		t := &m.frames[depth+1]
		*t = *s
		t.swapStacks(q, j, k)
		t.groups |= 1 << (q + 1)
		m.extend(depth+1, p, labels)
	}
	for ; fresh != 0; fresh &= fresh - 1 {
		s.swapStacks(q, bits.TrailingZeros8(fresh), k)
		q++
	}
	s.groups |= 1 << q
	ok := true
	for p < q*k && ok {
		p, labels, ok = m.class(depth, p, labels)
	}
	return p, labels, ok
}

// pattern returns the smallest arrangement of zeros and digits that the stack at place j
// can show, first column in the highest bit, and whether none of its digits is numbered.
func (m *minlex) pattern(s *state, j int) (pattern uint64, fresh bool) {
	for p := j * m.k; p < (j+1)*m.k; {
		end, count := s.classEnd(p), 0
		pattern <<= end - p
		for ; p < end; p++ {
			if d := m.row[s.cols[p]]; d != 0 {
				if s.home[d].row != 0 {
					return 0, false
				}
				count++
			}
		}
		pattern |= 1<<count - 1
	}
	return pattern, true
}

// class decides the first place, or more, of the class of columns that begins at place p,
// and returns the place to go on from. Columns that are empty in this row come first, and
// remain a class; columns whose digits all appear for the first time do so too. Else the
// columns that offer the smallest label are the alternatives.
func (m *minlex) class(depth, p int, labels uint8) (int, uint8, bool) {
	s := &m.frames[depth]
	end := s.classEnd(p)
	z := p
	for j := p; j < end; j++ {
		if m.row[s.cols[j]] == 0 {
			s.swapCols(j, z)
			z++
		}
	}
	if z > p {
		s.classes |= 1 << z
		for ; p < z; p++ {
			if !m.offer(p, 0) {
				return p, labels, false
			}
		}
		return p, labels, true
	}

	least, ties := uint8(unset), 0
	for j := p; j < end; j++ {
		if v := m.value(s, p, j); v < least {
			least, ties = v, 1
		} else if v == least {
			ties++
		}
	}
	if least == unset {
		for ; p < end; p++ {
			labels++
			if !m.offer(p, labels) {
				return p, labels, false
			}
			s.home[m.row[s.cols[p]]] = home{row: uint8(m.level + 1), col: s.cols[p]}
		}
		return p, labels, true
	}
	if !m.offer(p, least) {
		return p, labels, false
	}
	for j := p; ; j++ {
		if m.value(s, p, j) != least {
			continue
		}
		ties--
		if ties == 0 {
			m.take(s, p, j)
			return p + 1, labels, true
		}
		m.frames[depth+1] = *s
		m.take(&m.frames[depth+1], p, j)
		m.extend(depth+1, p+1, labels)
	}
}

// value returns the smallest label that place p, where a class begins, can show if the
// column at place j of the class goes there; unset if its digit has not appeared.
func (m *minlex) value(s *state, p, j int) uint8 {
	h := s.home[m.row[s.cols[j]]]
	if h.row == 0 {
		return unset
	}
	at := int(s.at[h.col])
	first := s.classStart(at)
	if first == p && at != j {
		first++ // place p itself is taken by the column at j
	}
	q := int(m.stack[at])
	return m.image[h.row-1][first+(s.groupStart(q)-q)*m.k]
}

// take puts the column at place j into place p, where their class begins, and the home
// column of its digit into the first place free to that.
func (m *minlex) take(s *state, p, j int) {
	s.swapCols(p, j)
	s.classes |= 1 << (p + 1)
	col := s.home[m.row[s.cols[p]]].col
	q := int(m.stack[s.at[col]])
	first := s.groupStart(q)
	s.swapStacks(first, q, m.k)
	s.groups |= 1 << (first + 1)
	at := int(s.at[col])
	start := s.classStart(at)
	s.swapCols(start, at)
	s.classes |= 1 << (start + 1)
}
