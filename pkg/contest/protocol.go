package contest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/solver"
)

// None is the answer of a program that has found no solution. An empty line means the same.
const None = "-"

// guessesWord begins the word of an answer that says how many guesses it took.
const guessesWord = "guesses="

// Answer is what a line says of a puzzle.
type Answer struct {
	Grid board.Board // zero if there is none
	// Solutions is the number of solutions that the program claims to have proved: 0 for none, 1 for exactly one, 2 or more for
	// several; −1 if it claims nothing.
	Solutions int
	Guesses   int64 // −1 if it does not say
}

// ParseAnswer reads an answer to a puzzle of the shape, without the end of its line: a grid or [None], behind it, if the program
// knows them, the number of solutions and guesses=N. Words of the form name=value that are not known are left out.
func ParseAnswer(shape *board.Shape, line string) (Answer, error) {
	a := Answer{Solutions: -1, Guesses: -1}
	words := strings.Fields(line)
	if len(words) == 0 {
		return a, nil
	}
	if words[0] != None {
		if len(words[0]) != shape.Cells() {
			return a, fmt.Errorf("contest: %q has %d characters, want %d, or %s for no grid", clip(words[0]), len(words[0]), shape.Cells(), None)
		}
		var err error
		if a.Grid, err = board.ParseOn(shape, words[0]); err != nil {
			return a, fmt.Errorf("contest: %w", err)
		}
	}
	for _, word := range words[1:] {
		text, guesses := strings.CutPrefix(word, guessesWord)
		n, err := strconv.ParseInt(text, 10, 64)
		switch {
		case guesses && err == nil && n >= 0:
			a.Guesses = n
		case !guesses && strings.Contains(word, "="):
		case !guesses && err == nil && n >= 0 && a.Solutions < 0 && (n > 0) != a.Grid.IsZero():
			a.Solutions = int(min(n, 2))
		default:
			return a, fmt.Errorf("contest: %q behind the grid, want a number of solutions, 1 or more, or %sN; behind %s the number 0", clip(word), guessesWord, None)
		}
	}
	return a, nil
}

// append writes the answer as [ParseAnswer] reads it.
func (a Answer) append(dst []byte) []byte {
	if a.Grid.IsZero() {
		dst = append(dst, None...)
	} else {
		dst = a.Grid.AppendText(dst, board.Numeric)
	}
	if a.Solutions >= 0 {
		dst = strconv.AppendInt(append(dst, ' '), int64(a.Solutions), 10)
	}
	if a.Guesses >= 0 {
		dst = strconv.AppendInt(append(dst, " "+guessesWord...), a.Guesses, 10)
	}
	return dst
}

// clip shortens what a program wrote for a message.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}

// question and reply are the lines of batches.
type (
	question struct {
		Puzzles []string `json:"puzzles"`
	}
	reply struct {
		Answers []string `json:"answers"`
	}
)

// input writes puzzles as a program reads them: a line each or, if batch is more than 0, a line of JSON for so many.
func input(puzzles []Puzzle, batch int) ([]byte, error) {
	var out []byte
	if batch == 0 {
		for i := range puzzles {
			out = append(puzzles[i].Board.AppendText(out, board.Numeric), '\n')
		}
		return out, nil
	}
	for len(puzzles) > 0 {
		n := min(batch, len(puzzles))
		q := question{make([]string, n)}
		for i := range q.Puzzles {
			q.Puzzles[i] = puzzles[i].Board.String()
		}
		line, err := json.Marshal(q)
		if err != nil {
			return nil, err
		}
		out = append(append(out, line...), '\n')
		puzzles = puzzles[n:]
	}
	return out, nil
}

// Serve answers puzzles by a solver as a program of the protocol does, until in ends: a line for a line, or a line of JSON for one.
// guesses says how many guesses a result took, or is nil. Answers wait in a buffer only while there is more to read.
func Serve(ctx context.Context, by solver.Solver, guesses func(*solver.Result) int64, in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(out, 1<<16)
	var puzzle puzzleLine
	answer := func(dst, text []byte) ([]byte, error) {
		b, err := puzzle.parse(text)
		if err != nil {
			return nil, err
		}
		res, err := by.Solve(ctx, b, solver.Limits{Solutions: 2})
		if err != nil {
			return nil, err
		}
		a := Answer{Grid: res.Grid, Solutions: -1, Guesses: -1}
		if res.Status == solver.Unsat || res.Status == solver.Unique || res.Status == solver.Multiple {
			a.Solutions = res.Solutions
		}
		if guesses != nil {
			a.Guesses = guesses(&res)
		}
		return a.append(dst), ctx.Err()
	}
	var text []byte
	for number := 1; ; number++ {
		line, readErr := r.ReadSlice('\n')
		if errors.Is(readErr, bufio.ErrBufferFull) {
			var rest []byte
			line = slices.Clone(line)
			rest, readErr = r.ReadBytes('\n')
			line = append(line, rest...)
		}
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF")) // what some editors put before text
		}
		line = bytes.TrimSpace(line)
		if len(line) > 0 {
			var err error
			if text, err = serveLine(answer, text[:0], line); err != nil {
				return errors.Join(fmt.Errorf("contest: line %d: %w", number, err), w.Flush())
			}
			text = append(text, '\n')
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
		if readErr != nil || r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// puzzleLine reads puzzles, a line each. One of side 9 is written over the last of that side: a new board for each takes longer than many of
// them take to solve.
type puzzleLine struct {
	nine   board.Board
	digits *[256]uint8 // of that side
}

func (p *puzzleLine) parse(text []byte) (board.Board, error) {
	if p.digits == nil {
		p.nine, p.digits = board.New(board.Standard()), format.DigitTable(board.Numeric, 9)
	}
	cells := p.nine.Cells()
	if len(text) != len(cells) {
		return board.Parse(string(text))
	}
	all := uint8(0)
	for i, c := range text {
		d := p.digits[c]
		all |= d
		cells[i] = d
	}
	if all == format.NoDigit {
		return board.Parse(string(text)) // which says what is wrong
	}
	return p.nine, nil
}

// serveLine appends the answer to a line, a puzzle or a batch.
func serveLine(answer func(dst, text []byte) ([]byte, error), text, line []byte) ([]byte, error) {
	if line[0] != '{' {
		return answer(text, line)
	}
	var q question
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, err
	}
	a := reply{make([]string, len(q.Puzzles))}
	for i, p := range q.Puzzles {
		one, err := answer(nil, []byte(p))
		if err != nil {
			return nil, err
		}
		a.Answers[i] = string(one)
	}
	all, err := json.Marshal(a)
	return append(text, all...), err
}
