package trial

import "math/bits"

// Rating is what trials do on a puzzle.
type Rating struct {
	// Open is the number of candidates beyond one in each cell after singles alone; 0 if they solve the puzzle.
	Open int
	// Failing is the number of candidates of which the first round of trials finds that they fail.
	Failing int
	// Rounds is the number of rounds that take something away.
	Rounds int
	// Left is the number of candidates beyond one in each cell when trials take no more away; 0 if they solve the puzzle.
	Left int
	// Broken is set if singles or trials come to a contradiction: the puzzle has no solution. The other numbers then say
	// nothing.
	Broken bool
}

// Depth is 0 if singles solve the puzzle, 1 if trials do, and 2 if they do not, or if there is no solution to come to.
func (r Rating) Depth() int {
	switch {
	case r.Broken || r.Left > 0:
		return 2
	case r.Open > 0:
		return 1
	}
	return 0
}

// Beyond is the least score of a puzzle that trials do not solve.
const Beyond = 10_000

// Score grows with what trials leave: of puzzles that they solve it is the number of candidates that survive the first
// round, of others Beyond and what is left in the end. So a search in the vicinity of puzzles climbs it from one that singles solve
// to those that trials do not. A broken puzzle has 0.
func (r Rating) Score() int64 {
	switch {
	case r.Broken:
		return 0
	case r.Left > 0:
		return Beyond + int64(r.Left)
	}
	return int64(r.Open - r.Failing)
}

// all is the set of the nine digits.
const all = 1<<9 - 1

// The cells of the 27 units, and the 20 cells that each cell sees.
var units, peers = board9()

func board9() (units [27][9]uint8, peers [81][20]uint8) {
	for i := range 9 {
		for j := range 9 {
			units[i][j] = uint8(9*i + j)
			units[9+i][j] = uint8(9*j + i)
			units[18+i][j] = uint8((i/3*3+j/3)*9 + i%3*3 + j%3)
		}
	}
	for c := range 81 {
		n := 0
		for d := range 81 {
			if d != c && (d/9 == c/9 || d%9 == c%9 || d/27 == c/27 && d%9/3 == c%9/3) {
				peers[c][n] = uint8(d)
				n++
			}
		}
	}
	return units, peers
}

// state is a board on which singles are followed. A cell with one candidate is in the queue, or has been taken from it.
type state struct {
	candidates [81]uint16
	queue      [81]uint8
	queued     int
	open       int // cells that are not settled yet: that have never left the queue
}

// keep leaves a cell some of its candidates, at least one.
func (s *state) keep(cell uint8, candidates uint16) {
	was := s.candidates[cell]
	s.candidates[cell] = candidates
	if candidates&(candidates-1) == 0 && was&(was-1) != 0 {
		s.queue[s.queued] = cell
		s.queued++
	}
}

// follow follows singles until there are no more, and reports whether there is no contradiction.
func (s *state) follow() bool {
	for {
		for s.queued > 0 {
			s.queued--
			cell := s.queue[s.queued]
			s.open--
			digit := s.candidates[cell]
			for _, p := range peers[cell] {
				if s.candidates[p]&digit == 0 {
					continue
				}
				rest := s.candidates[p] &^ digit
				if rest == 0 {
					return false
				}
				s.keep(p, rest)
			}
		}
		if s.open == 0 {
			return true
		}
		for u := range units {
			var once, twice uint16
			for _, c := range units[u] {
				m := s.candidates[c]
				twice |= once & m
				once |= m
			}
			if once != all {
				return false
			}
			for hidden := once &^ twice; hidden != 0; hidden &= hidden - 1 {
				digit := hidden & -hidden
				for _, c := range units[u] {
					if s.candidates[c]&digit != 0 {
						s.keep(c, digit)
						break
					}
				}
			}
			if s.queued > 0 {
				break
			}
		}
		if s.queued == 0 {
			return true
		}
	}
}

// beyond is the number of candidates beyond one in each cell.
func (s *state) beyond() int {
	n := -81
	for _, m := range s.candidates {
		n += bits.OnesCount16(m)
	}
	return n
}

// Trier rates puzzles. It serves one goroutine.
type Trier struct {
	board, trial state
	failing      [81]uint16 // of the round
}

// New returns a Trier.
func New() *Trier { return &Trier{} }

// Rate tries the candidates of a puzzle, whose digits are 0…9; a digit above is no puzzle's, and Rating.Broken.
func (t *Trier) Rate(puzzle *[81]uint8) (r Rating) {
	if !t.begin(puzzle) {
		return Rating{Broken: true}
	}
	r.Open = t.board.beyond()
	for t.board.open > 0 {
		failing := t.round()
		if r.Rounds == 0 {
			r.Failing = failing
		}
		if failing == 0 {
			break
		}
		r.Rounds++
		if !t.take() {
			return Rating{Broken: true}
		}
	}
	r.Left = t.board.beyond()
	return r
}

// begin puts the givens on the board and follows singles.
func (t *Trier) begin(puzzle *[81]uint8) bool {
	s := &t.board
	*s = state{open: 81}
	for c := range s.candidates {
		s.candidates[c] = all
	}
	for c, d := range puzzle {
		switch {
		case d == 0:
			continue
		case d > 9:
			return false
		}
		digit := uint16(1) << (d - 1)
		if s.candidates[c]&digit == 0 {
			return false
		}
		s.keep(uint8(c), digit)
		if !s.follow() {
			return false
		}
	}
	return s.follow()
}

// round tries every candidate of the board as it is, and returns how many fail.
func (t *Trier) round() (n int) {
	for c, m := range t.board.candidates {
		t.failing[c] = 0
		if m&(m-1) == 0 {
			continue
		}
		for rest := m; rest != 0; rest &= rest - 1 {
			digit := rest & -rest
			t.trial = t.board
			t.trial.keep(uint8(c), digit)
			if !t.trial.follow() {
				t.failing[c] |= digit
				n++
			}
		}
	}
	return n
}

// take takes what fails away and follows singles.
func (t *Trier) take() bool {
	for c, failing := range t.failing {
		rest := t.board.candidates[c] &^ failing
		if rest == 0 {
			return false
		}
		t.board.keep(uint8(c), rest)
	}
	return t.board.follow()
}
