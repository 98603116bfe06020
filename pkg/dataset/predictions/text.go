package predictions

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/jsonfile"
)

// What columns and keys are called, in lower case. Of those for answers the first that is there counts: a file may hold the set's
// solutions beside its own answers.
var (
	answerNames      = []string{"prediction", "predictions", "predicted", "answer", "answers", "solution", "solutions", "output"}
	puzzleNames      = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "board"}
	indexNames       = []string{"index", "idx"}
	probabilityNames = []string{"probabilities", "probability", "probs"}
	// puzzleKeys are what puzzles are called where a file holds puzzles: see Options.Puzzles.
	puzzleKeys = slices.Concat(puzzleNames, []string{"givens", "inputs", "input", "all__inputs", "x", "x_train", "x_test"})
)

// firstOf returns the place of the first name that is among words, −1 if none is.
func firstOf(names, words []string) int {
	for _, n := range names {
		if i := slices.Index(words, n); i >= 0 {
			return i
		}
	}
	return -1
}

// textRows yields a row for each line that holds one. Blank lines between others are rows without a grid: what follows must not move up.
func (f *File) textRows(parse func(line []byte, row *Row)) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		blank := int64(0)
		for {
			line, fault, err := f.lines.next()
			switch {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(Row{}, f.broken(f.lines.number, err))
				return
			case fault == "" && len(bytes.TrimSpace(line)) == 0:
				blank++
				continue
			case f.form == Lines && len(line) > 0 && line[0] == '#':
				continue
			}
			for ; blank > 0; blank-- {
				if !yield(Row{Line: f.lines.number - blank, Index: -1, Fault: "an empty line"}, nil) {
					return
				}
			}
			row := Row{Line: f.lines.number, Index: -1, Fault: fault}
			if fault == "" {
				parse(line, &row)
			}
			if row.Fault != "" {
				row.Answers = nil
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// line reads a grid, or a puzzle and a grid, and passes over what a solver says behind them.
func (f *File) line(line []byte, row *Row) {
	fields := bytes.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" ,;:|\t", r) })
	written := len(fields) > 1 && sideOf(len(fields[0])) > 1 // a character a cell
	if written {
		line = fields[0]
	}
	if written && len(fields[0]) == len(fields[1]) {
		if row.Puzzle, row.Fault = f.digits.forPuzzle(fields[0]).grid(fields[0]); row.Fault != "" {
			row.Fault = "the puzzle: " + row.Fault
			return
		}
		line = fields[1]
	}
	var a Answer
	if a.Cells, row.Fault = f.digits.grid(line); row.Fault == "" {
		row.Answers = []Answer{a}
	}
}

// columns of a CSV file.
type columns struct {
	separator             byte
	names                 []string
	answer, puzzle, index int
}

// newColumns reads a header; ok says that one of its columns holds answers.
func newColumns(header []byte) (c columns, ok bool) {
	c.separator = ','
	for _, s := range []byte{'\t', ';', ','} {
		if bytes.IndexByte(header, s) >= 0 {
			c.separator = s
			break
		}
	}
	fields, err := c.split(header)
	if err != nil {
		return c, false
	}
	for _, w := range fields {
		c.names = append(c.names, strings.ToLower(strings.TrimSpace(w)))
	}
	c.answer, c.puzzle, c.index = firstOf(answerNames, c.names), firstOf(puzzleNames, c.names), firstOf(indexNames, c.names)
	return c, c.answer >= 0
}

// split cuts a record into its fields.
func (c *columns) split(line []byte) ([]string, error) {
	if bytes.IndexByte(line, '"') < 0 {
		return strings.Split(string(line), string(c.separator)), nil
	}
	r := csv.NewReader(bytes.NewReader(line))
	r.Comma, r.FieldsPerRecord = rune(c.separator), -1
	fields, err := r.Read()
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return nil, fmt.Errorf("character %d: %w", e.Column, e.Err)
	}
	return fields, err
}

func (f *File) record(line []byte, row *Row) {
	c := &f.columns
	fields, err := c.split(line)
	switch {
	case err != nil:
		row.Fault = err.Error()
		return
	case len(fields) != len(c.names):
		row.Fault = fmt.Sprintf("%d fields, want %d as in the header", len(fields), len(c.names))
		return
	}
	if c.index >= 0 {
		word := strings.TrimSpace(fields[c.index])
		x, err := strconv.ParseFloat(word, 64)
		if row.Index, row.Fault = f.indexOf(x); err != nil {
			row.Fault = fmt.Sprintf("index %q, want a whole number", clip(word))
		}
		if row.Fault != "" {
			row.Index = -1
			return
		}
	}
	if c.puzzle >= 0 {
		puzzle := []byte(fields[c.puzzle])
		if row.Puzzle, row.Fault = f.digits.forPuzzle(puzzle).grid(puzzle); row.Fault != "" {
			row.Fault = "the puzzle: " + row.Fault
			return
		}
	}
	var a Answer
	if word := strings.TrimSpace(fields[c.answer]); word != "" {
		if a.Cells, row.Fault = f.digits.grid([]byte(word)); row.Fault != "" {
			a.Fault, row.Fault = row.Fault, "" // the row is known: its answer is bad
		}
	}
	row.Answers = []Answer{a}
}

// indexOf checks an index and counts it from 0.
func (f *File) indexOf(x float64) (int64, string) {
	const most = 1 << 52
	if x != math.Trunc(x) || !(math.Abs(x) < most) {
		return -1, fmt.Sprintf("index %g, want a whole number", x)
	}
	i := int64(x)
	if f.least == nil || i < *f.least {
		f.least = &i
	}
	if i < f.o.IndexBase {
		return -1, fmt.Sprintf("index %d, want %d or more", i, f.o.IndexBase)
	}
	return i - f.o.IndexBase, ""
}

// maxNest bounds how deep a line of JSON nests; each list is read again for those within it. The probabilities of several boards, as lists in
// lists, are five deep.
const maxNest = 8

// object reads a line of JSON.
func (f *File) object(line []byte, row *Row) {
	if err := jsonfile.Bounded(line, maxNest, len(line)); err != nil {
		row.Fault = fmt.Sprintf("lists and maps nest more than %d deep, want fewer", maxNest)
		return
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(line, &raw); err != nil {
		row.Fault = "no JSON object: " + err.Error()
		if other, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			row.Fault = "a JSON " + other.Value + ", want an object a line"
		}
		for _, word := range []string{"NaN", "Infinity"} {
			if bytes.Contains(line, []byte(word)) {
				row.Fault = "no JSON object: " + word + " is none of its numbers"
			}
		}
		return
	}
	of := make(map[string]json.RawMessage, len(raw))
	for k, v := range raw {
		of[strings.ToLower(k)] = v
	}
	f.fields(of, row)
}

// fields reads what an object of JSON has, by keys in lower case.
func (f *File) fields(of map[string]json.RawMessage, row *Row) {
	get := func(names []string) (string, json.RawMessage) {
		for _, n := range names {
			if v, ok := of[n]; ok {
				return n, v
			}
		}
		return "", nil
	}
	if f.o.Puzzles {
		if name, v := get(puzzleKeys); name == "" {
			row.Fault = fmt.Sprintf("no puzzle, want a key that is one of %q", puzzleKeys)
		} else {
			row.Puzzle, row.Fault = f.jsonGrid(f.digits.forPuzzle(v), v)
		}
		return
	}
	if _, v := get(indexNames); v != nil {
		var x float64
		if err := json.Unmarshal(v, &x); err != nil {
			row.Fault = fmt.Sprintf("index %s, want a whole number", clip(string(v)))
			return
		}
		if row.Index, row.Fault = f.indexOf(x); row.Fault != "" {
			return
		}
	}
	if _, v := get(puzzleNames); v != nil {
		if row.Puzzle, row.Fault = f.jsonGrid(f.digits.forPuzzle(v), v); row.Fault != "" {
			row.Fault = "the puzzle: " + row.Fault
			return
		}
	}
	if _, v := get(probabilityNames); v != nil {
		a := Answer{}
		if a.P, a.Cells, a.Fault = f.jsonProbabilities(v); a.Fault != "" {
			a.P = nil
		}
		row.Answers = []Answer{a}
		return
	}
	name, v := get(answerNames)
	switch {
	case name == "":
		row.Fault = `no answer, want a key "answer", "answers" or "probabilities"`
	case string(v) == "null":
		row.Answers = []Answer{{}}
	default:
		row.Answers = f.jsonAnswers(v)
	}
}

// jsonAnswers reads one grid, or a list of grids.
func (f *File) jsonAnswers(v json.RawMessage) []Answer {
	var list []json.RawMessage
	if err := json.Unmarshal(v, &list); err == nil && f.o.several(list) {
		answers := make([]Answer, len(list))
		for i, one := range list {
			if string(one) != "null" {
				answers[i].Cells, answers[i].Fault = f.jsonGrid(f.digits, one)
			}
		}
		return answers
	}
	var a Answer
	a.Cells, a.Fault = f.jsonGrid(f.digits, v)
	return []Answer{a}
}

// several tells a list of grids from a grid that is a list of its cells or of its rows.
func (o *Options) several(list []json.RawMessage) bool {
	if len(list) == 0 {
		return true
	}
	board := o.Side == 0 || len(list) == o.Side // the list may be the rows of one
	var text string
	if json.Unmarshal(list[0], &text) == nil { // a row has as many characters as there are rows
		return len(text) != len(list) || !board
	}
	var inner []json.RawMessage
	if json.Unmarshal(list[0], &inner) == nil {
		return len(inner) != len(list) || !board || len(inner) > 0 && inner[0][0] == '['
	}
	return string(list[0]) == "null"
}

// jsonGrid reads a grid: a text, a list of numbers, or a list of rows of either kind.
func (f *File) jsonGrid(d *digits, v json.RawMessage) ([]uint8, string) {
	var text string
	if json.Unmarshal(v, &text) == nil {
		return d.grid([]byte(text))
	}
	var rows []string
	if json.Unmarshal(v, &rows) == nil {
		return d.grid([]byte(strings.Join(rows, "")))
	}
	numbers, err := flatten(nil, v)
	if err != "" {
		return nil, err
	}
	side := sideOf(len(numbers))
	if side == 0 {
		return nil, fmt.Sprintf("%d cells, %s", len(numbers), f.o.wantCells())
	}
	cells := make([]uint8, len(numbers))
	for i, x := range numbers {
		var fault string
		if cells[i], fault = d.number(x, side, i); fault != "" {
			return nil, fault
		}
	}
	return cells, ""
}

func (f *File) jsonProbabilities(v json.RawMessage) (p []float32, cells []uint8, fault string) {
	numbers, fault := flatten(nil, v)
	if fault != "" {
		return nil, nil, fault
	}
	side := sideOfP(len(numbers))
	if side == 0 {
		return nil, nil, fmt.Sprintf("%d probabilities, want one for each digit of each cell", len(numbers))
	}
	p = make([]float32, len(numbers))
	for i, x := range numbers {
		p[i] = float32(x)
	}
	cells, fault = likeliest(p, side)
	return p, cells, fault
}

// sideOfP returns n where n³ probabilities are those of a plain board, 0 for any other number.
func sideOfP(n int) int {
	if side := int(math.Round(math.Cbrt(float64(n)))); side*side*side == n && sideOf(side*side) > 0 {
		return side
	}
	return 0
}

// flatten appends the numbers of nested lists.
func flatten(to []float64, v json.RawMessage) ([]float64, string) {
	var flat []float64
	if json.Unmarshal(v, &flat) == nil {
		return append(to, flat...), ""
	}
	var list []json.RawMessage
	if json.Unmarshal(v, &list) != nil {
		return nil, fmt.Sprintf("%s, want a grid as a text or a list of numbers", clip(string(v)))
	}
	for _, inner := range list {
		var fault string
		if to, fault = flatten(to, inner); fault != "" {
			return nil, fault
		}
	}
	return to, ""
}
