package plain

import (
	"errors"
	"fmt"

	"sudokulab/pkg/board"
)

// MaxGuesses is the most guesses that can be open at once: the stamps of 63 guesses reach 127.
const MaxGuesses = 63

// Outcome is what a step did.
type Outcome uint8

// The outcomes, as the package's documentation explains them.
const (
	Idle  Outcome = iota // the search had ended
	Pass                 // the rules struck candidates
	Push                 // a guess
	Pop                  // a guess, or the board, was found to be wrong
	Solve                // a solution; the search stopped there or went on by a pop
)

func (o Outcome) String() string {
	if names := [...]string{"idle", "pass", "push", "pop", "solve"}; int(o) < len(names) {
		return names[o]
	}
	return fmt.Sprintf("outcome(%d)", uint8(o))
}

// MarshalText writes the outcome's name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// End says whether and why a search has ended.
type End uint8

// The ends.
const (
	Open      End = iota // it goes on
	Exhausted            // everything was searched: Found is the number of solutions
	Limited              // the limit of solutions was reached; Resume goes on
	TooDeep              // another guess would not fit the stamps
)

func (e End) String() string {
	if names := [...]string{"open", "exhausted", "limited", "too deep"}; int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("end(%d)", uint8(e))
}

// MarshalText writes the end's name.
func (e End) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// Search bounds a search.
type Search struct {
	Limit   int // of solutions, at least 1
	Guesses int // that may be open at once, at most [MaxGuesses]; 0 for that
}

// State is where the search for the solutions of one puzzle stands. The network's states are
// compared with it field by field.
type State struct {
	shape  *board.Shape
	search Search

	// Stamp holds, for cell c and digit d, at c·n + d−1: 0 if the candidate is possible, else one more than
	// the level at which it was struck.
	Stamp []int8
	// Weight counts, for each cell, how often the rules left it without a candidate, up to [MaxWeight].
	Weight   []int8
	Guesses  int     // open ones
	Deepest  int     // most that were open
	Guessed  int     // in all
	Steps    int     // taken
	Found    int     // solutions since the start or the last Resume
	Solution []uint8 // the first of these, a digit for each cell; nil if there is none
	End      End
	resumed  bool // the next step pops, whatever it sees
}

// New returns the state before the first step.
//
// Errors: a zero or variant board, a limit below 1, more than [MaxGuesses] guesses.
func New(puzzle board.Board, search Search) (*State, error) {
	shape := puzzle.Shape()
	switch {
	case shape == nil:
		return nil, errors.New("plain: a zero board, want one made by package board")
	case !shape.Plain():
		return nil, fmt.Errorf("plain: a board of %s, want one without extra rules", shape)
	case search.Limit < 1:
		return nil, fmt.Errorf("plain: a limit of %d solutions, want at least 1", search.Limit)
	case search.Guesses < 0 || search.Guesses > MaxGuesses:
		return nil, fmt.Errorf("plain: %d guesses deep, want at most %d", search.Guesses, MaxGuesses)
	}
	if search.Guesses == 0 {
		search.Guesses = MaxGuesses
	}
	n := shape.Side()
	s := &State{shape: shape, search: search, Stamp: make([]int8, n*n*n), Weight: make([]int8, n*n)}
	for cell, given := range puzzle.Cells() {
		for d := 1; d <= n; d++ {
			if given != 0 && int(given) != d {
				s.Stamp[cell*n+d-1] = 1 // level 0
			}
		}
	}
	return s, nil
}

// Running reports whether another step would do anything.
func (s *State) Running() bool { return s.End == Open }

// Candidates returns what is possible in a cell.
func (s *State) Candidates(cell int) board.Digits {
	n, digits := s.shape.Side(), board.Digits(0)
	for d := 1; d <= n; d++ {
		if s.Stamp[cell*n+d-1] == 0 {
			digits = digits.With(d)
		}
	}
	return digits
}

// Resume goes on from a solution at which the limit stopped the search: Found counts from 0 again.
func (s *State) Resume() {
	if s.End == Limited {
		s.End, s.Found, s.Solution, s.resumed = Open, 0, nil, true
	}
}

// Step takes one step and says what it was.
func (s *State) Step(rules Rules) Outcome {
	if s.End != Open {
		return Idle
	}
	s.Steps++
	before := make([]board.Digits, s.shape.Cells())
	for cell := range before {
		before[cell] = s.Candidates(cell)
	}
	after, contradiction := rules.Apply(s.shape, before)
	struck, single := false, true
	for cell := range before {
		struck = struck || after[cell] != before[cell]
		single = single && before[cell].Count() <= 1
		if after[cell] == 0 && s.Weight[cell] < MaxWeight(s.shape) {
			s.Weight[cell]++
		}
	}
	switch {
	case s.resumed || contradiction:
		s.resumed = false
		s.pop()
		return Pop
	case struck:
		for cell := range before {
			s.strike(cell, before[cell]&^after[cell], 2*s.Guesses)
		}
		return Pass
	case single:
		s.Found++
		if s.Found == 1 {
			s.Solution = make([]uint8, len(before))
			for cell, digits := range before {
				s.Solution[cell] = uint8(digits.First())
			}
		}
		if s.Found == s.search.Limit {
			s.End = Limited
		} else {
			s.pop()
		}
		return Solve
	case s.Guesses == s.search.Guesses:
		s.End = TooDeep
		return Idle
	}
	s.push(before)
	return Push
}

// strike stamps candidates as struck at a level.
func (s *State) strike(cell int, digits board.Digits, level int) {
	for d := range digits.All() {
		s.Stamp[cell*s.shape.Side()+d-1] = int8(level + 1)
	}
}

// push guesses the lowest candidate of the cell that [Choose] takes.
func (s *State) push(candidates []board.Digits) {
	cell := Choose(s.shape, candidates, s.Weight)
	digits := candidates[cell]
	s.Guesses++
	s.Guessed++
	s.Deepest = max(s.Deepest, s.Guesses)
	s.strike(cell, digits.Without(digits.First()), 2*s.Guesses-1)
}

// pop takes back the last guess, or ends the search if there is none.
func (s *State) pop() {
	if s.Guesses == 0 {
		s.End = Exhausted
		return
	}
	n, odd, even := s.shape.Side(), int8(2*s.Guesses), int8(2*s.Guesses+1) // stamps of levels 2g−1 and 2g
	for cell := range s.shape.Cells() {
		stamps := s.Stamp[cell*n : (cell+1)*n]
		guessed, failed := false, -1
		for i, stamp := range stamps {
			switch stamp {
			case odd:
				guessed = true
			case even, 0:
				failed = i // the only other one, if this is the cell of the guess
			}
			if stamp == odd || stamp == even {
				stamps[i] = 0
			}
		}
		if guessed {
			stamps[failed] = odd - 1 // level 2g−2
		}
	}
	s.Guesses--
}

// MaxWeight is the largest weight of a cell: 16, and 4 on boards of side 4, so that scores fit int8 at 9×9
// and a lane of the packed form at 4×4.
func MaxWeight(shape *board.Shape) int8 {
	if shape.Side() == 4 {
		return 4
	}
	return 16
}

// Choose returns the cell to guess in, or -1 if no cell has two candidates: the first of those with the
// highest [Score].
//
// Cells with two candidates come first, then with three, then with more; among equals the open peers
// and the weight count. Fewest candidates and then most open neighbours is the order of D. Brélaz
// (1979) for colouring graphs; weights that failures raise are those of F. Boussemart, F. Hemery,
// C. Lecoutre and L. Sais (ECAI 2004), here for cells. Without the two some puzzles take a hundred times
// the guesses.
func Choose(shape *board.Shape, candidates []board.Digits, weight []int8) int {
	best, score := -1, 0
	for cell := range candidates {
		if got := Score(shape, candidates, weight, cell); got > score {
			best, score = cell, got
		}
	}
	return best
}

// Score is what [Choose] takes a largest of, 0 for a cell with one candidate or none. With c candidates, p
// open peers of P, and w of the cell's weight of at most M, it is 1 + p + w + (4 − min(c, 4))·(P+M+2): at most
// 113 at 9×9.
func Score(shape *board.Shape, candidates []board.Digits, weight []int8, cell int) int {
	count := candidates[cell].Count()
	if count < 2 {
		return 0
	}
	peers, open := shape.Peers(cell), 0
	for _, peer := range peers {
		if candidates[peer].Count() > 1 {
			open++
		}
	}
	most := int(MaxWeight(shape))
	return 1 + open + int(weight[cell]) + (4-min(count, 4))*(len(peers)+most+2)
}
