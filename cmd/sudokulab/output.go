package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// form is a form of output. The empty one means text for a single puzzle on a terminal and
// one line per puzzle otherwise.
type form string

const (
	formAuto form = ""
	formText form = "text"
	formLine form = "line"
	formJSON form = "json"
	formCSV  form = "csv"
)

// Whether to colour.
const (
	colorAuto   = "auto"
	colorAlways = "always"
	colorNever  = "never"
)

// outputFlags say how to write results.
type outputFlags struct {
	form  form
	color string
	quiet bool
	times bool
}

func (f *outputFlags) register(cmd *cobra.Command) {
	addChoice(cmd, &f.form, "format", "form of the output: %s (default: text for one puzzle on a terminal, else line)", formText, formLine, formJSON, formCSV)
	addColor(cmd, &f.color)
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "no summary on standard error")
	cmd.Flags().BoolVar(&f.times, "times", true, "say how long each answer took; --times=false puts 0 there, so that the output is the same each time")
}

func addColor(cmd *cobra.Command, color *string) {
	*color = colorAuto
	addChoice(cmd, color, "color", "colours in text", colorAuto, colorAlways, colorNever)
}

// colored decides whether text on standard output has colours (https://no-color.org).
func colored(color string, stdout io.Writer) bool {
	switch color {
	case colorAlways:
		return true
	case colorNever:
		return false
	}
	return isTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// settle returns the form to write and whether a lone puzzle is to be written as text
// nevertheless: standard output is a terminal and the number of puzzles not known yet.
func (f *outputFlags) settle(in *input, stdout io.Writer) (chosen form, textIfAlone bool) {
	switch {
	case f.form != formAuto:
		return f.form, false
	case !isTerminal(stdout):
		return formLine, false
	case in.single:
		return formText, false
	}
	// A person who types puzzles waits for each answer.
	return formLine, len(in.sources) != 1 || !isTerminal(in.sources[0].stdin)
}

// pen writes boards in one alphabet and with or without colour.
type pen struct {
	alphabet board.Alphabet
	colour   bool
}

// of returns the pen for a puzzle: unless an alphabet was asked for, it writes in that of the
// puzzle.
func (p pen) of(e *entry) pen {
	p.alphabet = cmp.Or(p.alphabet, e.Alphabet)
	return p
}

// digit writes a digit in a sentence as boards are written: 10 is A.
func (p pen) digit(d int) string {
	return string(cmp.Or(p.alphabet, board.Numeric)[d-1])
}

// conflictingColumn heads, in every table of puzzles, what [pen.conflicts] says of them.
const conflictingColumn = "conflicting"

// conflicts names the givens of a puzzle that contradict each other, the first few of many;
// empty if there are none.
func (p pen) conflicts(all []engine.GivenConflict) string {
	const shown = 5
	var parts []string
	for _, c := range all[:min(shown, len(all))] {
		parts = append(parts, p.conflict(c))
	}
	if rest := len(all) - len(parts); rest > 0 {
		parts = append(parts, "and "+plural(rest, "pair")+" more")
	}
	return strings.Join(parts, "; ")
}

func (p pen) conflict(c engine.GivenConflict) string {
	return fmt.Sprintf("%s and %s both hold %s in %s", c.CellA, c.CellB, p.digit(c.Digit), c.Unit)
}

// clash returns the conflicts among the givens of a puzzle that has no solution; nil if it has
// one, or lacks it for another reason.
func clash(b board.Board, status solver.Status) []engine.GivenConflict {
	if status != solver.Unsat {
		return nil
	}
	return engine.GivenConflicts(b)
}

// remark returns the conflicts of a puzzle as the end of a line of text, behind the sign that
// begins a comment in puzzle files.
func (p pen) remark(all []engine.GivenConflict) string {
	if len(all) == 0 {
		return ""
	}
	return " # " + p.conflicts(all)
}

func (p pen) line(b board.Board) string { return string(p.append(nil, b)) }

func (p pen) append(dst []byte, b board.Board) []byte {
	return b.AppendText(dst, cmp.Or(p.alphabet, board.Numeric))
}

// picture draws the board of a puzzle, solved as far as grid says.
func (p pen) picture(puzzle, grid board.Board) (render.Picture, render.TextOptions) {
	pic := render.Picture{Board: puzzle}
	if grid.IsZero() {
		pic.Marks = render.ConflictMarks(puzzle)
	} else {
		pic.Board, pic.Givens = grid, puzzle
	}
	return pic, render.TextOptions{Colour: p.colour, Alphabet: p.alphabet}
}

// encoders write one result at a time, as JSON or CSV, into a buffer.
type encoders struct {
	buf  bytes.Buffer
	csv  *csv.Writer
	json *json.Encoder
}

// open readies the encoders; they must not be copied afterwards.
func (w *encoders) open() {
	w.csv = csv.NewWriter(&w.buf)
	w.json = json.NewEncoder(&w.buf)
	w.json.SetEscapeHTML(false)
}

// solved is the JSON form of a solved puzzle.
type solved struct {
	File      string        `json:"file,omitempty"`
	Line      int           `json:"line,omitempty"`
	Name      string        `json:"name,omitempty"`
	Puzzle    string        `json:"puzzle"`
	Givens    int           `json:"givens"`
	Method    string        `json:"method"`
	Status    solver.Status `json:"status"`
	Solutions int           `json:"solutions"`
	Solution  string        `json:"solution,omitempty"`
	// Conflicts are the givens that keep the puzzle from having a solution by themselves.
	Conflicts []engine.GivenConflict `json:"conflicts,omitempty"`
	Stats     solver.Stats           `json:"stats"`
}

var solvedColumns = []string{
	"file", "line", "name", "puzzle", "givens", "method", "status", "solutions", "solution", "nodes", "backtracks", "elapsed_ns",
	conflictingColumn,
}

// solveText writes results of solve in one form. It belongs to one worker.
type solveText struct {
	pen
	form   form
	method string // that answered the result which is written next
	limit  int    // solutions asked for
	// verdict comes before the status in words; empty for none.
	verdict string
	untimed bool // 0 stands for the time that an answer took
	// alone says that the method only asks a network, which proves nothing. bounded says that
	// a time limit may end it earlier.
	alone, bounded bool
	encoders
}

func newSolveText(p pen, f form, limit int) *solveText {
	w := &solveText{pen: p, form: f, limit: limit}
	w.open()
	return w
}

// header returns what precedes the results.
func (w *solveText) header() string {
	if w.form == formCSV {
		return strings.Join(solvedColumns, ",") + "\n"
	}
	return ""
}

// write returns a result in the form. The bytes stand until the next call.
func (w *solveText) write(e *entry, r *solver.Result) ([]byte, error) {
	if w.untimed {
		r.Stats.Elapsed = 0
	}
	if w.form == formLine {
		return w.lineOf(e, r), nil
	}
	w.buf.Reset()
	var err error
	switch s := w.record(e, r); w.form {
	case formJSON:
		err = w.json.Encode(s)
	case formCSV:
		err = w.csv.Write([]string{
			s.File, numberOrNothing(s.Line), s.Name, s.Puzzle, strconv.Itoa(s.Givens), s.Method, s.Status.String(), strconv.Itoa(s.Solutions), s.Solution,
			strconv.FormatInt(s.Stats.Nodes, 10), strconv.FormatInt(s.Stats.Backtracks, 10), strconv.FormatInt(int64(s.Stats.Elapsed), 10),
			w.of(e).conflicts(s.Conflicts),
		})
		w.csv.Flush()
	default:
		pic, options := w.of(e).picture(e.Board, r.Grid)
		if err = render.Text(&w.buf, pic, options); err == nil {
			fmt.Fprintf(&w.buf, "%s\n", w.status(e, r))
		}
	}
	return w.buf.Bytes(), err
}

// lineOf writes the solution, or the puzzle if there is none, the status unless it says that
// all is well, and behind a # the givens that conflict.
func (w *solveText) lineOf(e *entry, r *solver.Result) []byte {
	grid := r.Grid
	if grid.IsZero() {
		grid = e.Board
	}
	p := w.of(e)
	w.buf.Reset()
	out := p.append(w.buf.AvailableBuffer(), grid)
	if r.Status != solver.Unique {
		out = append(append(out, ' '), r.Status.String()...)
		out = append(out, p.remark(clash(e.Board, r.Status))...)
	}
	w.buf.Write(append(out, '\n')) // in place, once the buffer has grown
	return w.buf.Bytes()
}

func (w *solveText) record(e *entry, r *solver.Result) solved {
	p := w.of(e)
	s := solved{
		File: e.source, Line: e.lineOrNone(), Name: e.Name,
		Puzzle: p.line(e.Board), Givens: e.Board.Filled(), Method: w.method,
		Status: r.Status, Solutions: r.Solutions, Conflicts: clash(e.Board, r.Status), Stats: r.Stats,
	}
	if !r.Grid.IsZero() {
		s.Solution = p.line(r.Grid)
	}
	return s
}

// status describes a result in one line, a conflict among the givens in another one.
func (w *solveText) status(e *entry, r *solver.Result) string {
	var parts []string
	if e.Name != "" {
		parts = append(parts, label(e.Name))
	}
	if w.verdict != "" {
		parts = append(parts, w.verdict)
	}
	parts = append(parts, w.words(e, r))
	if n := r.Stats.Nodes; n > 0 {
		parts = append(parts, fmt.Sprintf("%s nodes, %s taken back", lab.Number(float64(n)), lab.Number(float64(r.Stats.Backtracks))))
	} else {
		parts = append(parts, "no search")
	}
	parts = append(parts, lab.Seconds(r.Stats.Elapsed.Seconds()))
	line := fmt.Sprintf("%s: %s", e.place(), strings.Join(parts, " · "))
	if all := clash(e.Board, r.Status); len(all) > 0 {
		line += "\n" + w.of(e).conflicts(all)
	}
	return line
}

// words says what a run found. Of a network that stopped short they say what it filled, and
// which method proves.
func (w *solveText) words(e *entry, r *solver.Result) string {
	filled, broken := int(r.Stats.Counter(infer.CounterFilled)), int(r.Stats.Counter(infer.CounterBroken))
	switch {
	case !w.alone || r.Status != solver.Capped:
		return inWords(r, w.limit)
	case r.Solutions > 0:
		return "a solution by the network alone, which cannot tell whether there are others; " + proverOf(e.Board) + " proves it"
	case w.bounded && filled == 0:
		return inWords(r, w.limit)
	}
	open := len(e.Board.Cells()) - e.Board.Filled()
	what := fmt.Sprintf("%d of %s filled", filled, plural(open, "empty cell"))
	if broken > 0 {
		what += ", but " + plural(broken, "pair") + " of equal digits in a unit"
	}
	return "not decided: the network stopped short with " + what + "; " + proverOf(e.Board) + " proves"
}

// proverOf names the fastest method that decides a puzzle.
func proverOf(b board.Board) string {
	if s := b.Shape(); s.Plain() && s.Side() == 9 {
		return "--method " + engine.DefaultBitboard().Name
	}
	return "--method " + engine.DefaultWide().Name
}

// inWords says what a run that looked for up to limit solutions found.
func inWords(r *solver.Result, limit int) string {
	number := lab.Number(float64(r.Solutions))
	switch r.Status {
	case solver.Unique:
		return "exactly one solution"
	case solver.Unsat:
		return "no solution"
	case solver.Multiple:
		if r.Solutions < limit {
			return "exactly " + number + " solutions"
		}
		return "at least " + number + " solutions"
	case solver.Found:
		return "a solution; others were not looked for"
	case solver.Capped, solver.Cancelled:
		switch {
		case r.Solutions > 1:
			return number + " solutions found before the limit was reached; others are possible"
		case r.Solutions == 1:
			return "1 solution found before the limit was reached; others are possible"
		}
		return "not decided: the limit was reached"
	}
	return r.Status.String()
}

func numberOrNothing(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// noLimit stands for "all solutions".
const noLimit = math.MaxInt
