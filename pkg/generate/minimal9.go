package generate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Minimal 9×9 puzzles by removal in random order, with few questions to a solver.
//
// What is made is the puzzle of the plain procedure: take the cells in random order and
// remove each given that the solution stays unique without. Call the cells in which the
// solution differs from another full grid an unavoidable set: a puzzle has one solution
// exactly if it has a given in each of them (as in G. McGuire, B. Tugemann and G. Civario,
// "There is no 16-clue Sudoku", Experimental Mathematics 23(2), 2014,
// doi:10.1080/10586458.2013.870056). In these words, the plain procedure keeps a cell if
// and only if
//
//	some unavoidable set has the cell as its last in the order, and no kept cell.
//
// Applied to the sets known so far, the rule needs no solver and gives a puzzle that is
// right, and proved minimal by those sets, as soon as it has one solution: a removal that
// the unknown sets forbid would leave one of them without a given. While it has more, any
// second solution shows a new set, and the rule is applied again. The sets that a solution
// begins with are cheap to list: exchanges of two digits and of parts of two lines.
//
// A second solution of a board with few givens shows a large set, which says little, so the
// removals are confirmed in batches, the rest of the board still full: down to 31 and 28
// givens, and one by one from there. That takes 19.1 questions per puzzle, 13.5 of which are
// answered by a second solution. A third batch down to 26 givens takes 18.8, but more of
// them with second solutions, and more time.
//
// The sets that matter differ from order to order: four puzzles from one full grid spared
// each other 0.3 questions. But below 34 givens, few sets are left, and the orders of one
// puzzle's last removals share them; hence the families of [Minimal9Config].
//
// Roads not taken, by measurement: skipping the question where a hidden or naked single
// shows that a given can go (it spared half a question per puzzle, and cost as much); telling
// the solver that the cell of a single removal must change (as pencil marks, setting them
// took what they saved; inside a solver it saved little); building a puzzle up from nothing and
// minimising it, which makes puzzles of another distribution.

// Rival finds second solutions. The answers decide nothing but how many questions are
// needed: puzzles do not depend on which second solution is found.
type Rival interface {
	// Another returns a solution of the puzzle other than the one given, and whether there
	// is one. The puzzle's givens are part of solution; both arrays hold a board row by row,
	// digits 1–9 and 0 for an empty cell, and must be left as they are. What is returned
	// need hold until the next call only.
	Another(puzzle, solution *[81]uint8) (rival *[81]uint8, found bool)
}

// Puzzle9 is a 9×9 puzzle with its solution, row by row, 0 for an empty cell.
type Puzzle9 struct {
	Puzzle   [81]uint8
	Solution [81]uint8
	Givens   int
	Stats    MinimalStats
}

// MinimalStats counts what a minimal puzzle cost. It depends on the [Rival] as well.
type MinimalStats struct {
	Calls  int `json:"calls"`  // of Rival.Another
	Rivals int `json:"rivals"` // second solutions among the answers
	Sets   int `json:"sets"`   // unavoidable sets known in the end
}

// Add adds the counts of another puzzle.
func (s *MinimalStats) Add(t MinimalStats) {
	s.Calls += t.Calls
	s.Rivals += t.Rivals
	s.Sets += t.Sets
}

// Minimal9Config decides what puzzles a [Minimal9] makes.
type Minimal9Config struct {
	Seed uint64 `json:"seed"`
	// Family is the number of consecutive puzzles that share their full grid and the first
	// removals from it, down to Branch givens; 1 for puzzles with nothing in common. Each
	// puzzle by itself has the same distribution in a family, but two of one family have
	// most of their givens in common, and may be equal.
	Family int `json:"family"`
	Branch int `json:"branch,omitempty"`
}

// DefaultMinimal9 returns the configuration of puzzles with nothing in common.
func DefaultMinimal9() Minimal9Config { return Minimal9Config{Family: 1} }

// FastMinimal9 returns the configuration of families of 16 puzzles that branch at 34 givens,
// which take far less time (experiment generate-sets); a few of them are equal to another of
// their family.
func FastMinimal9() Minimal9Config { return Minimal9Config{Family: 16, Branch: 34} }

// Validate reports what is wrong with the configuration.
func (c Minimal9Config) Validate() error {
	switch {
	case c.Family < 1:
		return fmt.Errorf("generate: families of %d, want 1 or more", c.Family)
	case c.Family > 1 && (c.Branch < 17 || c.Branch > 81):
		return fmt.Errorf("generate: families that branch at %d givens, want 17 to 81", c.Branch)
	case c.Family == 1 && c.Branch != 0:
		return fmt.Errorf("generate: families of 1 that branch at %d givens, want 0", c.Branch)
	}
	return nil
}

// errSeveral reports a start that already has several solutions.
var errSeveral = errors.New("generate: the start has several solutions, want one")

// setWords bounds the sets held to 64 times as many. A puzzle that might exceed the bound
// is made by the plain procedure.
const setWords = 4

// sets is a set of numbers of unavoidable sets.
type sets [setWords]uint64

// Minimal9 makes minimal 9×9 puzzles, numbered from 0. It holds the workspace and serves one
// goroutine at a time; making a puzzle allocates nothing.
type Minimal9 struct {
	rival Rival
	cfg   Minimal9Config
	pcg   rand.PCG
	rng   *rand.Rand

	family int // the one that base belongs to, -1 for none
	base   [81]uint8

	solution [81]uint8
	holds    [81]sets // by cell: the known sets it is in
	listed   [81]sets // holds as it was before anything was learnt
	known    int
	nListed  int
	bound    int // of known before a second solution is learnt

	order []uint8   // the givens of the start, in the order of removal; over cells
	place [81]uint8 // of each cell: 1 + its place in order, 0 for no given
	cells [81]uint8
	ends  [81]sets // by place: the sets that end there, that is, have their last given there
}

// NewMinimal9 returns a maker of puzzles from uniformly random grids ([UniformGrid9]).
func NewMinimal9(cfg Minimal9Config, rival Rival) (*Minimal9, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if rival == nil {
		return nil, errors.New("generate: nobody to look for second solutions")
	}
	// A difference has at most 20 parts, since each part has 4 cells or more.
	m := &Minimal9{rival: rival, cfg: cfg, family: -1, bound: 64*setWords - 20}
	m.rng = rand.New(&m.pcg)
	return m, nil
}

// Streams of random numbers, apart from those of other makers with the same seed.
const (
	streamFamily = 0x6d696e696d616c39
	streamBranch = 0x6272616e63683939
)

var (
	errZeroMinimal9 = errors.New("generate: the zero Minimal9, want one of NewMinimal9")
	errNoPuzzle9    = errors.New("generate: a nil puzzle, want one to write to or to begin with")
)

// Item makes the puzzle with an index, 0 or more. It depends on the configuration and the
// index alone; its Stats depend on the [Rival] and, in families, on what was made before.
// An error means a negative index or an answer of the Rival that is no second solution.
func (m *Minimal9) Item(index int, p *Puzzle9) error {
	switch {
	case m.rival == nil:
		return errZeroMinimal9
	case p == nil:
		return errNoPuzzle9
	case index < 0:
		return fmt.Errorf("generate: puzzle %d, want an index of 0 or more", index)
	}
	p.Stats = MinimalStats{}
	family := index / m.cfg.Family
	if family != m.family {
		m.family = -1
		m.pcg.Seed(mix(m.cfg.Seed^streamFamily), mix(uint64(family)))
		UniformGrid9(m.rng, &m.solution)
		m.list()
		if err := m.remove(m.rng, &m.solution, m.cfg.Branch, p); err != nil {
			return itemError(index, err)
		}
		if m.cfg.Family == 1 {
			return nil
		}
		m.family, m.base = family, p.Puzzle
	}
	m.pcg.Seed(mix(m.cfg.Seed^streamBranch), mix(uint64(index)))
	if err := m.remove(m.rng, &m.base, 0, p); err != nil {
		return itemError(index, err)
	}
	return nil
}

// Reduce removes givens from a puzzle in random order while it keeps one solution: from a
// full grid, or from any puzzle with the solution given. Every order of the start's givens
// is equally likely. It errs if the start is not part of solution or has several solutions.
func (m *Minimal9) Reduce(rng *rand.Rand, start, solution *[81]uint8, p *Puzzle9) error {
	switch {
	case m.rival == nil:
		return errZeroMinimal9
	case rng == nil:
		return errors.New("generate: no random source")
	case start == nil || solution == nil || p == nil:
		return errNoPuzzle9
	}
	m.family = -1
	if *solution != m.solution || m.nListed == 0 {
		if !fullGrid9(solution) {
			return errors.New("generate: the solution of the start is no full grid")
		}
		m.solution = *solution
		m.list()
	}
	for c, d := range start {
		if d != 0 && d != solution[c] {
			return fmt.Errorf("generate: the start holds %d in r%dc%d, its solution %d", d, c/9+1, c%9+1, solution[c])
		}
	}
	p.Stats = MinimalStats{}
	return m.remove(rng, start, 0, p)
}

// fullGrid9 reports whether every row, column and box holds all digits.
func fullGrid9(grid *[81]uint8) bool {
	var units [27]uint16
	for c, d := range grid {
		u, bit := &unitsOf9[c], uint16(1)<<(d&15)
		units[u[0]] |= bit
		units[u[1]] |= bit
		units[u[2]] |= bit
	}
	for _, u := range units {
		if u != nineDigits<<1 {
			return false
		}
	}
	return true
}

// batch returns how many givens to remove before the next question. It looks at the number
// of givens only, so that the order of removal decides, and nothing else.
func batch(givens, floor int) int {
	for _, stop := range [2]int{31, 28} {
		if givens > stop {
			return givens - max(stop, floor)
		}
	}
	return 1
}

// remove applies the rule to a random order of the givens of start, a part of m.solution,
// down to a number of givens, 0 for as few as can be. It adds to p.Stats.
func (m *Minimal9) remove(rng *rand.Rand, start *[81]uint8, floor int, p *Puzzle9) error {
	m.begin(rng, start)
	n := len(m.order)
	p.Puzzle, p.Solution, p.Givens = *start, m.solution, n
	var met sets // the sets that hold a given kept before place from
	for from, proved := 0, false; !proved || from < n && p.Givens > floor; {
		// Up to from all is decided for good; on to the place to, by the sets known now.
		kept, left := met, batch(p.Givens, floor)
		givens, to := p.Givens, from
		for ; to < n; to++ {
			e, c := &m.ends[to], m.order[to]
			if e[0]&^kept[0]|e[1]&^kept[1]|e[2]&^kept[2]|e[3]&^kept[3] != 0 {
				h := &m.holds[c]
				kept = sets{kept[0] | h[0], kept[1] | h[1], kept[2] | h[2], kept[3] | h[3]}
				continue
			}
			if left == 0 {
				break
			}
			left--
			givens--
			p.Puzzle[c] = 0
		}
		if givens == p.Givens && proved {
			break
		}
		p.Stats.Calls++
		rival, found := m.rival.Another(&p.Puzzle, &m.solution)
		if !found {
			from, met, p.Givens, proved = to, kept, givens, true
			continue
		}
		p.Stats.Rivals++
		if m.known > m.bound {
			return m.oneByOne(floor, p)
		}
		if err := m.learn(rival, &p.Puzzle, p.Givens-givens); err != nil {
			return err
		}
		for _, c := range m.order[from:to] {
			p.Puzzle[c] = m.solution[c]
		}
	}
	p.Stats.Sets = m.known
	return nil
}

// begin draws an order of the start's givens and finds where each set ends in it. Sets
// without a given do not end anywhere: the start then has several solutions.
func (m *Minimal9) begin(rng *rand.Rand, start *[81]uint8) {
	if m.known > m.bound-64 { // room for what one puzzle teaches
		m.holds, m.known = m.listed, m.nListed
	}
	m.order = m.cells[:0]
	for c, d := range start {
		if d != 0 {
			m.order = append(m.order, uint8(c))
		}
	}
	for i := len(m.order) - 1; i > 0; i-- {
		j := rng.Uint32N(uint32(i + 1))
		m.order[i], m.order[j] = m.order[j], m.order[i]
	}
	var seen sets
	m.place = [81]uint8{}
	for i := len(m.order) - 1; i >= 0; i-- {
		c := m.order[i]
		m.place[c] = uint8(i + 1)
		h, e := &m.holds[c], &m.ends[i]
		for w := range seen {
			e[w] = h[w] &^ seen[w]
			seen[w] |= h[w]
		}
	}
}

// oneByOne is the plain procedure.
func (m *Minimal9) oneByOne(floor int, p *Puzzle9) error {
	for _, c := range m.order {
		p.Puzzle[c] = m.solution[c]
	}
	p.Givens = len(m.order)
	p.Stats.Calls++
	if _, found := m.rival.Another(&p.Puzzle, &m.solution); found {
		return errSeveral
	}
	for _, c := range m.order {
		if p.Givens <= floor {
			break
		}
		p.Puzzle[c] = 0
		p.Givens--
		p.Stats.Calls++
		if _, found := m.rival.Another(&p.Puzzle, &m.solution); found {
			p.Stats.Rivals++
			p.Puzzle[c] = m.solution[c]
			p.Givens++
		}
	}
	p.Stats.Sets = m.known
	return nil
}

// list finds the sets in which two digits, or two lines of a band or stack, can be
// exchanged: 81 on average.
func (m *Minimal9) list() {
	m.holds, m.known = [81]sets{}, 0
	m.listDigits()
	m.listLines()
	m.listed, m.nListed = m.holds, m.known
}

// next returns the word and bit of a new set.
func (m *Minimal9) next() (word int, bit uint64) {
	word, bit = m.known/64, 1<<(m.known%64)
	m.known++
	return word, bit
}

// listDigits lists, for each two digits, the smallest sets of cells that exchange them.
// Wherever a cell changes from a to b, the cells with b in its row, column and box change;
// so the rows fall into orbits of two permutations: from the row of an a to that of the b
// in its column, and to that of the b in its box.
func (m *Minimal9) listDigits() {
	var cell, column, box [10][9]uint8 // by digit: cell by row, row by column, row by box
	for c, d := range m.solution {
		r := uint8(c / 9)
		cell[d][r], column[d][c%9], box[d][r/3*3+uint8(c%9/3)] = uint8(c), r, r
	}
	for a := 1; a < 9; a++ {
		for b := a + 1; b <= 9; b++ {
			var to [9]uint16
			for r, c := range cell[a] {
				to[r] = 1<<column[b][c%9] | 1<<box[b][r/3*3+int(c%9/3)]
			}
			for left := uint16(nineDigits); left != 0; {
				orbit := left & -left
				for todo := orbit; todo != 0; {
					found := to[bits.TrailingZeros16(todo)] &^ orbit
					todo &= todo - 1
					orbit |= found
					todo |= found
				}
				left &^= orbit
				w, bit := m.next()
				for ; orbit != 0; orbit &= orbit - 1 {
					r := bits.TrailingZeros16(orbit)
					m.holds[cell[a][r]][w] |= bit
					m.holds[cell[b][r]][w] |= bit
				}
			}
		}
	}
}

// listLines lists, for each two lines of a band or stack, the cycles of the permutation
// that takes one to the other. Cycles of two are exchanges of two digits as well.
func (m *Minimal9) listLines() {
	for _, step := range [2][2]int{{9, 1}, {1, 9}} { // from line to line, and along a line
		for pair := range 9 {
			first := pair / 3 * 3
			x, y := first+pair%3, first+(pair+1)%3
			x, y = x*step[0], y*step[0]
			var at [10]uint8
			for i := range 9 {
				at[m.solution[x+i*step[1]]] = uint8(i)
			}
			for left := uint16(nineDigits); left != 0; {
				cycle := uint16(0)
				for i := bits.TrailingZeros16(left); cycle>>i&1 == 0; {
					cycle |= 1 << i
					i = int(at[m.solution[y+i*step[1]]])
				}
				left &^= cycle
				if bits.OnesCount16(cycle) == 2 {
					continue
				}
				w, bit := m.next()
				for ; cycle != 0; cycle &= cycle - 1 {
					i := bits.TrailingZeros16(cycle) * step[1]
					m.holds[x+i][w] |= bit
					m.holds[y+i][w] |= bit
				}
			}
		}
	}
}

// learn adds the sets in which a second solution differs, after a number of removals since
// the last proof. Each set has one of the removed cells, so one removal shows one set.
func (m *Minimal9) learn(rival, puzzle *[81]uint8, removals int) error {
	var changed [81]uint8
	n := 0
	for i := 0; i < 80; i += 8 {
		x := binary.LittleEndian.Uint64(rival[i:]) ^ binary.LittleEndian.Uint64(m.solution[i:])
		for x != 0 {
			k := bits.TrailingZeros64(x) / 8
			x &^= 0xff << (8 * k)
			changed[n] = uint8(i + k)
			n++
		}
	}
	if rival[80] != m.solution[80] {
		changed[n] = 80
		n++
	}
	if n == 0 {
		return errors.New("generate: the second solution found is the first one")
	}
	for _, c := range changed[:n] {
		if d := rival[c]; puzzle[c] != 0 || d == 0 || d > 9 {
			return fmt.Errorf("generate: the second solution found has %d in r%dc%d, the puzzle %d", d, c/9+1, c%9+1, puzzle[c])
		}
	}
	if removals == 1 {
		return m.add(changed[:n])
	}

	// Wherever a cell changes to digit d, the cells with d in its units change. Cells tied
	// so in a row make up whole sets, which can be exchanged without the others.
	var (
		at    [27][10]uint8 // by unit and digit of the solution: 1 + the cell that changes
		stack [81]uint8
	)
	for _, c := range changed[:n] {
		d, u := m.solution[c], &unitsOf9[c]
		at[u[0]][d], at[u[1]][d], at[u[2]][d] = c+1, c+1, c+1
	}
	for _, c := range changed[:n] {
		if at[unitsOf9[c][0]][m.solution[c]] == 0 {
			continue // in a set already
		}
		stack[0] = c
		at[unitsOf9[c][0]][m.solution[c]] = 0
		top := 1
		for i := 0; i < top; i++ {
			d, u := rival[stack[i]], &unitsOf9[stack[i]]
			for _, unit := range u {
				// A cell is in the stack as soon as its row has forgotten it.
				y := at[unit][d]
				if y == 0 {
					continue
				}
				if in := &at[unitsOf9[y-1][0]][d]; *in != 0 {
					*in = 0
					stack[top] = y - 1
					top++
				}
			}
		}
		if err := m.add(stack[:top]); err != nil {
			return err
		}
	}
	return nil
}

// add adds an unavoidable set.
func (m *Minimal9) add(set []uint8) error {
	w, bit := m.next()
	last := uint8(0)
	for _, c := range set {
		m.holds[c][w] |= bit
		last = max(last, m.place[c])
	}
	if last == 0 {
		return errSeveral
	}
	m.ends[last-1][w] |= bit
	return nil
}

// unitsOf9 are the row, column and box of each cell, numbered 0–8, 9–17 and 18–26.
var unitsOf9 = func() (units [81][3]uint8) {
	for c := range units {
		units[c] = [3]uint8{uint8(c / 9), uint8(9 + c%9), uint8(18 + c/27*3 + c%9/3)}
	}
	return units
}()
