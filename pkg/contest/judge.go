package contest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// Puzzle is a puzzle with what is known of it.
type Puzzle struct {
	Board board.Board
	Place string // where it stands, for messages; may be empty
	// Status is Unsat, Unique or Multiple; any other says that the number of solutions is not known.
	Status solver.Status
	// Solution is one of its solutions, zero if none is known. It serves to recognise answers that stand in another's place.
	Solution board.Board
}

// Kind says what is wrong with an answer.
type Kind string

// The kinds.
const (
	Wrong      Kind = "wrong"      // a full grid that is no solution, or a claim that there is none where there is one
	Incomplete Kind = "incomplete" // a grid with empty cells
	GaveUp     Kind = "gave up"
	Malformed  Kind = "malformed"
	Missing    Kind = "missing"
	FalseClaim Kind = "false claim" // about the number of solutions; the grid may be right
)

// Flaw is an answer that is not right.
type Flaw struct {
	Puzzle int    `json:"puzzle"` // its number, from 1
	Place  string `json:"place,omitempty"`
	Kind   Kind   `json:"kind"`
	Says   string `json:"says"`
}

// Claims counts what a program said of numbers of solutions.
type Claims struct {
	Unique       int `json:"unique"` // puzzles said to have exactly one
	UniqueFalse  int `json:"unique_false"`
	Several      int `json:"several"`
	SeveralFalse int `json:"several_false"`
	None         int `json:"none"`
	NoneFalse    int `json:"none_false"`
	Open         int `json:"open"` // claims that could not be checked, since the number of solutions is not known
}

// Score is what the answers of one pass over the puzzles are worth. Each puzzle is counted once: Puzzles is the sum of Solved, Refuted,
// Wrong, Incomplete, GaveUp, Malformed and Missing.
type Score struct {
	Puzzles    int `json:"puzzles"`
	Solvable   int `json:"solvable"` // all but those known to have no solution
	Solved     int `json:"solved"`
	Refuted    int `json:"refuted"` // puzzles without solution of which the program says so
	Wrong      int `json:"wrong"`
	Incomplete int `json:"incomplete"`
	GaveUp     int `json:"gave_up"`
	Unproved   int `json:"unproved"` // of these, puzzles that have no solution
	Malformed  int `json:"malformed"`
	Missing    int `json:"missing"`
	// Rate is Solved among Solvable, with Wilson's interval; nil if none is solvable.
	Rate   *stats.Proportion `json:"rate,omitempty"`
	Claims Claims            `json:"claims"`
	// Extra is the number of answers beyond the last puzzle's.
	Extra int `json:"extra"`
	// Elsewhere is the number of wrong answers that solve another puzzle of the input. Shifted of them solve the one Shift places behind
	// (before, if negative) the puzzle that they stand for: the most frequent distance.
	Elsewhere int `json:"elsewhere"`
	Shift     int `json:"shift"`
	Shifted   int `json:"shifted"`
	// Guesses are those of Told answers that say how many they took.
	Guesses int64  `json:"guesses"`
	Told    int    `json:"told"`
	Flaws   []Flaw `json:"flaws"` // the first ones of each kind
}

// worse reports whether s is worth less than other.
func (s *Score) worse(other *Score) bool {
	if s.right() != other.right() {
		return s.right() < other.right()
	}
	return s.faults() > other.faults()
}

func (s *Score) right() int { return s.Solved + s.Refuted }

// flaws says which answers are missing or wrong, "" if none is. To give up a puzzle that has no solution is neither.
func (s *Score) flaws() string {
	c := &s.Claims
	return counts("", s.Wrong, "wrong", s.Incomplete, "incomplete", s.GaveUp-s.Unproved, "given up", s.Malformed, "malformed", s.Missing, "missing",
		s.Extra, "beyond the last puzzle", c.UniqueFalse+c.SeveralFalse, "with a solution and an untrue claim")
}

func (s *Score) faults() int {
	return s.Wrong + s.Malformed + s.Extra + s.Claims.UniqueFalse + s.Claims.SeveralFalse + s.Claims.NoneFalse
}

// judge checks the answers to one set of puzzles.
type judge struct {
	puzzles []Puzzle
	batch   int
	shown   int
	// of finds puzzles by their solution. It is made once it is needed.
	of map[string][]int
}

// pass returns the lines of the pass at the start of out and what follows. A last line without an end counts if whole is true or it can
// be read.
func (j *judge) pass(out []byte) (pass, rest []byte) {
	lines := len(j.puzzles)
	if j.batch > 0 {
		lines = (lines + j.batch - 1) / j.batch
	}
	at := 0
	for range lines {
		end := bytes.IndexByte(out[at:], '\n')
		if end < 0 {
			return out, nil
		}
		at += end + 1
	}
	return out[:at], out[at:]
}

// scoring is a score that grows.
type scoring struct {
	*judge
	Score
	named  map[Kind]int
	shifts map[int]int
}

// score judges the answers of a pass. Behind it come extra lines. cut says that the program was ended in the middle of a line.
func (j *judge) score(pass, extra []byte, cut bool) *Score {
	s := &scoring{judge: j, Score: Score{Flaws: []Flaw{}}, named: map[Kind]int{}, shifts: map[int]int{}}
	s.Puzzles = len(j.puzzles)
	at := 0
	for len(pass) > 0 {
		line, rest, ended := bytes.Cut(pass, []byte{'\n'})
		pass = rest
		if !ended && (cut || len(line) == 0) && !s.readable(at, line) {
			break
		}
		at = s.line(at, bytes.TrimSuffix(line, []byte{'\r'}))
	}
	if behind := len(j.puzzles) - at - 1; behind >= 0 {
		s.flaw(at, Missing, "no answer"+map[bool]string{true: fmt.Sprintf(", nor to the %d behind it", behind)}[behind > 0])
		s.Missing += behind
	}
	s.Extra += bytes.Count(extra, []byte{'\n'})
	if n := len(extra); n > 0 && extra[n-1] != '\n' {
		s.Extra++
	}
	for i := range j.puzzles {
		if j.puzzles[i].Status != solver.Unsat {
			s.Solvable++
		}
	}
	for shift, n := range s.shifts {
		if n > s.Shifted || n == s.Shifted && (abs(shift) < abs(s.Shift) || abs(shift) == abs(s.Shift) && shift < s.Shift) {
			s.Shift, s.Shifted = shift, n
		}
	}
	if s.Solvable > 0 {
		rate, err := stats.Wilson(s.Solved, s.Solvable, confidence)
		if err == nil {
			s.Rate = &rate
		}
	}
	return &s.Score
}

func abs(x int) int { return max(x, -x) }

// readable reports whether a line that was cut is an answer nevertheless.
func (s *scoring) readable(at int, line []byte) bool {
	if s.batch > 0 {
		return json.Valid(line)
	}
	if at >= len(s.puzzles) || len(line) == 0 {
		return false
	}
	_, err := ParseAnswer(s.puzzles[at].Board.Shape(), string(line))
	return err == nil
}

// line judges a line of output whose first answer is to the puzzle at, and returns the place of the next line's.
func (s *scoring) line(at int, line []byte) (next int) {
	if s.batch == 0 {
		s.answer(at, string(line))
		return at + 1
	}
	next = min(at+s.batch, len(s.puzzles))
	var r reply
	if err := json.Unmarshal(line, &r); err != nil || r.Answers == nil {
		what := `want {"answers": ["…", …]}`
		if err != nil {
			what = err.Error() + "; " + what
		}
		for ; at < next; at++ {
			s.flaw(at, Malformed, fmt.Sprintf("%q: %s", clip(string(line)), what))
		}
		return next
	}
	for k := range next - at {
		if k < len(r.Answers) {
			s.answer(at+k, r.Answers[k])
		} else {
			s.flaw(at+k, Missing, fmt.Sprintf("%d answers to a batch of %d", len(r.Answers), next-at))
		}
	}
	s.Extra += max(0, len(r.Answers)-(next-at))
	return next
}

// answer judges the answer to a puzzle.
func (s *scoring) answer(at int, line string) {
	p := &s.puzzles[at]
	a, err := ParseAnswer(p.Board.Shape(), line)
	if err != nil {
		s.flaw(at, Malformed, strings.TrimPrefix(strings.TrimPrefix(err.Error(), "contest: "), "board: "))
		return
	}
	if a.Guesses >= 0 {
		s.Guesses += a.Guesses
		s.Told++
	}
	right := s.claim(p, a.Solutions)
	switch {
	case a.Grid.IsZero() && a.Solutions == 0 && right:
		s.Refuted++
	case a.Grid.IsZero() && a.Solutions == 0 && p.Status != solver.Unsat && (p.Status == solver.Unique || p.Status == solver.Multiple):
		s.flaw(at, Wrong, "said to have no solution, and has one")
	case a.Grid.IsZero() && p.Status == solver.Unsat:
		s.GaveUp++ // rightly, though without a proof
		s.Unproved++
	case a.Grid.IsZero():
		s.flaw(at, GaveUp, "no grid")
	case !a.Grid.Full():
		s.flaw(at, Incomplete, fmt.Sprintf("%d of %d cells are filled", a.Grid.Filled(), p.Board.Shape().Cells()))
	case !board.Solves(p.Board, a.Grid):
		s.wrong(at, a.Grid)
	default:
		s.Solved++
		if !right {
			s.flaw(at, FalseClaim, map[bool]string{true: "said to have exactly one solution, and has several", false: "said to have several solutions, and has one"}[a.Solutions == 1])
		}
	}
}

// claim counts a claim about a number of solutions and reports whether it holds, as far as is known.
func (s *scoring) claim(p *Puzzle, n int) bool {
	c := &s.Claims
	var all, wrong *int
	var truth solver.Status
	switch n {
	case -1:
		return true
	case 0:
		all, wrong, truth = &c.None, &c.NoneFalse, solver.Unsat
	case 1:
		all, wrong, truth = &c.Unique, &c.UniqueFalse, solver.Unique
	default:
		all, wrong, truth = &c.Several, &c.SeveralFalse, solver.Multiple
	}
	*all++
	switch p.Status {
	case truth:
		return true
	case solver.Unsat, solver.Unique, solver.Multiple:
		*wrong++
		return false
	}
	c.Open++
	return n != 0
}

// wrong takes down a full grid that does not solve its puzzle.
func (s *scoring) wrong(at int, grid board.Board) {
	says := "no solution"
	if err := board.CheckSolution(s.puzzles[at].Board, grid); err != nil {
		says = strings.TrimPrefix(err.Error(), "board: ")
	}
	if other, ok := s.solves(at, grid); ok {
		s.Elsewhere++
		s.shifts[other-at]++
		says = fmt.Sprintf("solves puzzle %d of the input, but not this one: %s", other+1, says)
	}
	s.flaw(at, Wrong, says)
}

// near is how far from its place an answer is looked for among puzzles that it may solve beside their known solution.
const near = 8

// solves returns the puzzle nearest to a place that a grid solves.
func (s *scoring) solves(at int, grid board.Board) (other int, ok bool) {
	if s.of == nil {
		s.of = map[string][]int{}
		for i := range s.puzzles {
			if all := s.puzzles[i].Solution; !all.IsZero() {
				s.of[string(all.Cells())] = append(s.of[string(all.Cells())], i)
			}
		}
	}
	take := func(i int) {
		if i != at && (!ok || abs(i-at) < abs(other-at)) && board.Solves(s.puzzles[i].Board, grid) {
			other, ok = i, true
		}
	}
	for i := max(0, at-near); i < min(len(s.puzzles), at+near+1); i++ {
		take(i)
	}
	for _, i := range s.of[string(grid.Cells())] {
		take(i)
	}
	return other, ok
}

// flaw counts an answer that is not right, and names the first ones of each kind.
func (s *scoring) flaw(at int, kind Kind, says string) {
	switch kind {
	case Wrong:
		s.Wrong++
	case Incomplete:
		s.Incomplete++
	case GaveUp:
		s.GaveUp++
	case Malformed:
		s.Malformed++
	case Missing:
		s.Missing++
	case FalseClaim: // counted among the claims
	}
	s.named[kind]++
	if s.named[kind] <= s.shown {
		s.Flaws = append(s.Flaws, Flaw{at + 1, s.puzzles[at].Place, kind, says})
	}
}
