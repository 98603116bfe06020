package plain

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
)

// Frame is the state of a search after a step.
type Frame struct {
	Step    int     `json:"step"` // from 1; 0 is the board before the first
	Outcome Outcome `json:"outcome"`
	// Stamps hold, for cell c and digit d, at c·n + d−1: 0 if the candidate is possible, else one more than
	// the level at which it was struck.
	Stamps  []int8 `json:"stamps"`
	Guesses int    `json:"guesses"` // open ones
	Found   int    `json:"found"`   // solutions up to here
	End     End    `json:"end"`
}

// Candidates returns what is possible in each cell.
func (f Frame) Candidates(shape *board.Shape) []board.Digits {
	n, out := shape.Side(), make([]board.Digits, shape.Cells())
	for i, stamp := range f.Stamps {
		if stamp == 0 {
			out[i/n] = out[i/n].With(i%n + 1)
		}
	}
	return out
}

// Guess is a digit guessed in a cell.
type Guess struct{ Cell, Digit int }

// Open returns the guesses that are open, the first one first, as the stamps tell them: a guess's cell is
// the one with a digit struck at an odd level, its digit the one there that was not struck before nor by
// the guess.
func (f Frame) Open(shape *board.Shape) []Guess {
	n, open := shape.Side(), make([]Guess, f.Guesses)
	for i, stamp := range f.Stamps {
		if stamp < 2 || stamp%2 != 0 {
			continue
		}
		cell := i / n
		for d, other := range f.Stamps[cell*n : (cell+1)*n] {
			if other == 0 {
				open[stamp/2-1] = Guess{cell, d + 1}
			}
		}
	}
	return open
}

// Trace is a search step by step, with the rules that it went by.
type Trace struct {
	Puzzle board.Board
	Rules  Rules
	Sweeps int // how often a step applies the rules; 0 stands for 1
	Frames []Frame
}

// Follow searches in plain loops and returns the trace, of so many steps at most.
//
// Errors: those of [New].
func Follow(puzzle board.Board, search Search, rules Rules, steps int) (Trace, error) {
	s, err := New(puzzle, search)
	if err != nil {
		return Trace{}, err
	}
	t := Trace{Puzzle: puzzle, Rules: rules, Sweeps: 1}
	outcome := Idle
	for {
		t.Frames = append(t.Frames, Frame{Step: s.Steps, Outcome: outcome, Stamps: slices.Clone(s.Stamp), Guesses: s.Guesses, Found: s.Found, End: s.End})
		if !s.Running() || s.Steps == steps {
			return t, nil
		}
		outcome = s.Step(rules)
	}
}

// Validate reports why the frames cannot be of the puzzle, from the board before the first step on.
func (t Trace) Validate() error {
	first, err := New(t.Puzzle, Search{Limit: 1})
	if err != nil {
		return err
	}
	if len(t.Frames) == 0 || !slices.Equal(t.Frames[0].Stamps, first.Stamp) {
		return fmt.Errorf("plain: the trace does not begin with the puzzle %v", t.Puzzle)
	}
	for i, f := range t.Frames {
		if f.Step != i || len(f.Stamps) != len(first.Stamp) || f.Guesses < 0 || f.Guesses > MaxGuesses {
			return fmt.Errorf("plain: frame %d has step %d, %d stamps and %d guesses", i, f.Step, len(f.Stamps), f.Guesses)
		}
		if i > 0 {
			want := t.Frames[i-1].Guesses
			switch {
			case f.Outcome == Push:
				want++
			case f.End == Open && (f.Outcome == Pop || f.Outcome == Solve):
				want--
			}
			if f.Guesses != want {
				return fmt.Errorf("plain: frame %d has %d guesses after a %s, want %d", i, f.Guesses, f.Outcome, want)
			}
		}
		for _, stamp := range f.Stamps {
			if stamp < 0 || int(stamp) > 2*f.Guesses+1 {
				return fmt.Errorf("plain: frame %d has a stamp of %d and %d guesses", i, stamp, f.Guesses)
			}
		}
	}
	return nil
}

// Failure returns what a contradiction in the step to a frame consists of: the cells that the rules left
// without a candidate or, if there are none, a unit and a digit that has no place in it; unit −1 if
// the step found no contradiction.
func (t Trace) Failure(frame int) (cells []int, unit, digit int) {
	if frame == 0 {
		return nil, -1, 0
	}
	shape := t.Puzzle.Shape()
	x, failed := t.Frames[frame-1].Candidates(shape), false
	for sweep := 0; sweep < max(1, t.Sweeps) && !failed; sweep++ {
		x, failed = t.Rules.Apply(shape, x)
	}
	if !failed {
		return nil, -1, 0
	}
	for cell, digits := range x {
		if digits == 0 {
			cells = append(cells, cell)
		}
	}
	if len(cells) > 0 {
		return cells, -1, 0
	}
	for u, members := range shape.Units() {
		missing := board.AllDigits(shape.Side())
		for _, cell := range members {
			missing &^= x[cell]
		}
		if missing != 0 {
			return nil, u, missing.First()
		}
	}
	return nil, -1, 0
}

// Solution returns the grid of a frame in which every cell has one candidate.
func (t Trace) Solution(frame int) (board.Board, error) {
	grid := make([]uint8, t.Puzzle.Shape().Cells())
	for cell, digits := range t.Frames[frame].Candidates(t.Puzzle.Shape()) {
		if !digits.Single() {
			return board.Board{}, fmt.Errorf("plain: %s has %d candidates in frame %d, want one", t.Puzzle.Shape().CellName(cell), digits.Count(), frame)
		}
		grid[cell] = uint8(digits.First())
	}
	return board.FromCellsOn(t.Puzzle.Shape(), grid)
}

// Struck returns what a frame's step struck from each cell, and what it gave back.
func (t Trace) Struck(frame int) (struck, back []board.Digits) {
	shape := t.Puzzle.Shape()
	now := t.Frames[frame].Candidates(shape)
	struck, back = make([]board.Digits, len(now)), make([]board.Digits, len(now))
	if frame > 0 {
		for cell, was := range t.Frames[frame-1].Candidates(shape) {
			struck[cell], back[cell] = was&^now[cell], now[cell]&^was
		}
	}
	return struck, back
}

// Tell says in a sentence or two what the step to a frame did.
func (t Trace) Tell(frame int) string {
	shape, f := t.Puzzle.Shape(), t.Frames[frame]
	if frame == 0 {
		givens := t.Puzzle.Filled()
		return fmt.Sprintf("The board before the first step: %s, and %s in which every digit is possible.",
			counted(givens, "given"), counted(shape.Cells()-givens, "cell"))
	}
	switch f.Outcome {
	case Pass:
		struck, _ := t.Struck(frame)
		strikes, decided, open := 0, 0, 0
		for cell, now := range f.Candidates(shape) {
			strikes += struck[cell].Count()
			if now.Count() > 1 {
				open++
			} else if struck[cell] != 0 {
				decided++
			}
		}
		say := "The rules strike " + counted(strikes, "candidate")
		if decided > 0 {
			say += " and decide " + counted(decided, "cell")
		}
		if open == 0 {
			return say + ". Every cell has one candidate left."
		}
		return fmt.Sprintf("%s; %s several left.", say, having(open))
	case Push:
		g := f.Open(shape)[f.Guesses-1]
		was := t.Frames[frame-1].Candidates(shape)[g.Cell].Without(g.Digit)
		return fmt.Sprintf("The rules strike nothing more. Guess %d: %s is %d, not %s.", f.Guesses, shape.CellName(g.Cell), g.Digit, either(was))
	case Solve:
		say := fmt.Sprintf("Every cell has one candidate and the rules strike none: solution %d.", f.Found)
		switch f.End {
		case Limited:
			return say + " No more were asked for."
		case Exhausted:
			return say + f.exhausted()
		}
		return say + " " + t.back(frame)
	case Pop:
		say := "A contradiction: " + t.why(frame)
		if f.End == Exhausted {
			return say + f.exhausted()
		}
		return say + " " + t.back(frame)
	}
	if f.End == TooDeep {
		return fmt.Sprintf("Another guess would not fit on the stack: %s are open.", counted(f.Guesses, "guess"))
	}
	return "Nothing happens: the search has ended."
}

// exhausted says what is known at the end of everything.
func (f Frame) exhausted() string {
	const say = " No guess is left to take back: "
	switch f.Found {
	case 0:
		return say + "there is no solution."
	case 1:
		return say + "the solution is the only one."
	}
	return say + fmt.Sprintf("there are %d solutions.", f.Found)
}

// back says which guess a frame's step took back.
func (t Trace) back(frame int) string {
	g := t.Frames[frame-1].Open(t.Puzzle.Shape())[t.Frames[frame].Guesses]
	return fmt.Sprintf("Back to before guess %d: %s is not %d.", t.Frames[frame].Guesses+1, t.Puzzle.Shape().CellName(g.Cell), g.Digit)
}

// why says what a contradiction consists of.
func (t Trace) why(frame int) string {
	shape := t.Puzzle.Shape()
	cells, unit, digit := t.Failure(frame)
	switch {
	case len(cells) > 1:
		return fmt.Sprintf("%s and %d more would be left without a candidate.", shape.CellName(cells[0]), len(cells)-1)
	case len(cells) == 1:
		return shape.CellName(cells[0]) + " would be left without a candidate."
	case unit < 0:
		return "the search goes on from here."
	}
	kind, n := "box", shape.Side()
	if unit < 2*n {
		kind = []string{"row", "column"}[unit/n]
	}
	return fmt.Sprintf("%s %d would have no place for %d.", kind, unit%n+1, digit)
}

// WriteText tells the steps, one a line, indented by the guesses that are open.
func (t Trace) WriteText(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, f := range t.Frames {
		fmt.Fprintf(b, "%4d  %s%s\n", f.Step, strings.Repeat("  ", f.Guesses), t.Tell(i))
	}
	return b.Flush()
}

// counted writes a number with its noun.
func counted(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "s"):
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// having writes a number of cells that have something.
func having(cells int) string {
	if cells == 1 {
		return "1 cell has"
	}
	return fmt.Sprintf("%d cells have", cells)
}

// either writes digits as "3", "3 or 7", "3, 5 or 7".
func either(digits board.Digits) string {
	var names []string
	for d := range digits.All() {
		names = append(names, strconv.Itoa(d))
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " or " + names[last]
	}
	return strings.Join(names, "")
}
