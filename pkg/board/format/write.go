package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
)

// Writer writes puzzles in one form. It buffers: Flush or Close completes the output.
type Writer struct {
	w        *bufio.Writer
	format   Format
	alphabet board.Alphabet
	rules    bool
	fields   bool
	started  bool
	line     []byte
	err      error // the first error of the underlying writer, or of the options
}

// A WriterOption changes how a [Writer] writes.
type WriterOption func(*Writer)

// WithAlphabet sets the characters of the digits; without it they are [board.Numeric].
func WithAlphabet(a board.Alphabet) WriterOption { return func(w *Writer) { w.alphabet = a } }

// WithRules makes [Grid] draw lines between the boxes and spaces between the digits. A shape
// with regions gets the spaces only: package render draws its borders.
func WithRules() WriterOption { return func(w *Writer) { w.rules = true } }

// WithFields makes [Line] and [SDM] add ";rating;name" to each puzzle.
func WithFields() WriterOption { return func(w *Writer) { w.fields = true } }

// NewWriter returns a writer of a form; Auto writes Line. What each form keeps of a puzzle
// in addition to its board:
//
//	Line, SDM   nothing; rating and name with [WithFields]
//	Grid        nothing
//	Integers    nothing
//	SDK         name, source, rating
//	KaggleCSV   solution
//	ExtremeCSV  solution, source, rating
//	CountLine   count, solution
//
// The rest is not written, and neither are the diagonals and regions of a board's shape: a
// reader of the text must know them (Options.Shape).
func NewWriter(w io.Writer, f Format, options ...WriterOption) *Writer {
	out := &Writer{w: bufio.NewWriter(w), format: f, alphabet: board.Numeric}
	for _, option := range options {
		option(out)
	}
	if f == Auto {
		out.format = Line
	}
	switch {
	case w == nil:
		out.err = errNoWriter
	case int(f) >= len(formatNames):
		out.err = fmt.Errorf("format: no form %v", f)
	default:
		out.err = checkAlphabet(out.alphabet, 0)
	}
	return out
}

var (
	errNoBoard = errors.New("format: write: puzzle without a board")
	errClosed  = errors.New("format: write: writer is closed")
)

// Write writes one puzzle. It refuses, before writing anything of it, what the form cannot
// hold: a board larger than the alphabet, a solution of another shape, a field with a line
// break.
func (w *Writer) Write(p Puzzle) error {
	if w.err == nil && w.w == nil {
		w.err = errNoWriter
	}
	if w.err != nil {
		return w.err
	}
	if err := w.check(&p); err != nil {
		return err
	}
	w.line = w.line[:0]
	if !w.started {
		w.header()
	} else if w.format == Grid || w.format == SDK {
		w.line = append(w.line, '\n')
	}
	switch w.format {
	case Grid:
		w.grid(p.Board, w.rules)
	case Integers:
		w.integers(p.Board)
	case SDK:
		w.sdk(&p)
	case KaggleCSV:
		start := len(w.line)
		w.cells(p.Board)
		if len(p.Board.Cells()) <= standard && strings.IndexByte(string(w.alphabet), '0') < 0 {
			// Kaggle's blank. On larger boards it might be taken for a digit.
			copy(w.line[start:], bytes.ReplaceAll(w.line[start:], []byte{board.Blank}, []byte{'0'}))
		}
		w.line = append(w.line, ',')
		w.cells(p.Solution)
	case ExtremeCSV:
		w.quote(p.Source)
		w.line = append(w.line, ',')
		w.cells(p.Board)
		w.line = append(w.line, ',')
		w.cells(p.Solution)
		w.line = append(w.line, ',')
		w.quote(p.Rating)
	case CountLine:
		w.cells(p.Board)
		w.line = append(w.line, ':')
		if p.Count >= 0 {
			w.line = strconv.AppendInt(w.line, int64(p.Count), 10)
		}
		w.line = append(w.line, ':')
		w.cells(p.Solution)
	default:
		w.cells(p.Board)
		if w.fields {
			w.line = append(w.line, ';')
			w.line = append(w.line, p.Rating...)
			w.line = append(w.line, ';')
			w.line = append(w.line, p.Name...)
		}
	}
	if w.format != Grid && w.format != SDK { // these end their last row themselves
		w.line = append(w.line, '\n')
	}
	if len(w.line) > maxLine {
		for line := range bytes.Lines(w.line) {
			if len(line) > maxLine {
				return fmt.Errorf("format: write: line of %d bytes, want at most %d", len(line), maxLine)
			}
		}
	}
	w.started = true
	return w.put()
}

// errNoWriter answers for the zero Writer, and for one of a nil io.Writer.
var errNoWriter = errors.New("format: no writer, want one of NewWriter")

// Flush hands what is buffered to the underlying writer.
func (w *Writer) Flush() error {
	if w.err == nil && w.w == nil {
		w.err = errNoWriter
	}
	if w.err != nil {
		return w.err
	}
	if err := w.w.Flush(); err != nil {
		w.err = fmt.Errorf("format: write: %w", err)
	}
	return w.err
}

// Close writes the header of a table without puzzles, and flushes. It does not close the
// underlying writer. Nothing can be written afterwards.
func (w *Writer) Close() error {
	if errors.Is(w.err, errClosed) {
		return nil
	}
	if w.err == nil && w.w == nil {
		w.err = errNoWriter
	}
	if w.err == nil && !w.started {
		w.line = w.line[:0]
		w.header()
		w.err = w.put()
	}
	if err := w.Flush(); err != nil {
		return err
	}
	w.err = errClosed
	return nil
}

// put hands on the line.
func (w *Writer) put() error {
	if _, err := w.w.Write(w.line); err != nil {
		w.err = fmt.Errorf("format: write: %w", err)
	}
	return w.err
}

func (w *Writer) check(p *Puzzle) error {
	if p.Board.IsZero() {
		return errNoBoard
	}
	side := p.Board.Shape().Side()
	if err := checkAlphabet(w.alphabet, side); err != nil {
		return err
	}
	if !p.Solution.IsZero() && p.Solution.Shape() != p.Board.Shape() {
		return fmt.Errorf("format: write: solution on the shape %v, puzzle on %v", p.Solution.Shape(), p.Board.Shape())
	}
	for _, f := range []struct{ name, text string }{{"name", p.Name}, {"source", p.Source}, {"rating", p.Rating}} {
		if strings.ContainsAny(f.text, "\r\n\x00") {
			return fmt.Errorf("format: write: %s %q holds a line break or NUL", f.name, f.text)
		}
	}
	if w.fields && strings.ContainsRune(p.Rating, ';') {
		return fmt.Errorf("format: write: rating %q holds a semicolon, which separates fields", p.Rating)
	}
	return nil
}

// header appends what a table starts with.
func (w *Writer) header() {
	switch w.format {
	case KaggleCSV:
		w.line = append(w.line, "puzzle,solution\n"...)
	case ExtremeCSV:
		w.line = append(w.line, "source,question,answer,rating\n"...)
	}
}

// cells appends the board on one line; nothing for the zero Board.
func (w *Writer) cells(b board.Board) { w.line = b.AppendText(w.line, w.alphabet) }

// quote appends a field of a table, in quotes where it needs them.
func (w *Writer) quote(s string) {
	if !strings.ContainsAny(s, "\",") && s == strings.TrimSpace(s) {
		w.line = append(w.line, s...)
		return
	}
	w.line = append(w.line, '"')
	w.line = append(w.line, strings.ReplaceAll(s, `"`, `""`)...)
	w.line = append(w.line, '"')
}

// grid appends the board in n lines, with rules between the boxes if they are asked for:
//
//	1 2 | 3 .
//	. . | 1 2
//	----+----
//	2 . | . 3
//	. 3 | 2 .
func (w *Writer) grid(b board.Board, rules bool) {
	n, k := b.Shape().Side(), b.Shape().Box()
	if k == 0 {
		k = n // no boxes, so no line between any
	}
	var text [board.MaxCells]byte
	cells := b.AppendText(text[:0], w.alphabet)
	for row := range n {
		if rules && row > 0 && row%k == 0 {
			stroke := bytes.Repeat([]byte{'-'}, 2*k+1)
			w.line = append(w.line, stroke[1:]...)
			for range k - 2 {
				w.line = append(append(w.line, '+'), stroke...)
			}
			w.line = append(append(w.line, '+'), stroke[1:]...)
			w.line = append(w.line, '\n')
		}
		for column := range n {
			switch {
			case !rules || column == 0:
			case column%k == 0:
				w.line = append(w.line, " | "...)
			default:
				w.line = append(w.line, ' ')
			}
			w.line = append(w.line, cells[row*n+column])
		}
		w.line = append(w.line, '\n')
	}
}

func (w *Writer) integers(b board.Board) {
	for i, d := range b.Cells() {
		if i > 0 {
			w.line = append(w.line, ' ')
		}
		w.line = strconv.AppendUint(w.line, uint64(d), 10)
	}
}

func (w *Writer) sdk(p *Puzzle) {
	for _, m := range []struct {
		letter byte
		text   string
	}{{'D', p.Name}, {'S', p.Source}, {'L', p.Rating}} {
		if m.text != "" {
			w.line = append(append(append(w.line, '#', m.letter), m.text...), '\n')
		}
	}
	w.line = append(w.line, "[Puzzle]\n"...)
	w.grid(p.Board, false)
}
