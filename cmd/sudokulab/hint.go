package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// formBoard is a board of text with what is told of it.
const formBoard form = "board"

// maxMarks bounds a file of pencil marks, in bytes.
const maxMarks = 1 << 20

// hinting holds the flags of hint.
type hinting struct {
	in      inputFlags
	reason  reasonFlags
	level   int
	marks   string
	puzzle  string
	form    form
	color   string
	picture string
	jobs    int
}

func newHint() *cobra.Command {
	s := hinting{form: formText, level: explain.HintWhere}
	cmd := &cobra.Command{
		Use:   "hint [position | file | -] …",
		Short: "Tell the next step of a puzzle and the reason for it",
		Long: "Tells the easiest next step of each position, no more than a person asks for: where to look; with\n" +
			"--level 2 which technique leads on as well; with --level 3 why, and what follows. A position is a puzzle,\n" +
			"filled in as far as a person has come. Behind it on its line may stand the candidates that are struck out,\n" +
			"such as r1c3-27 r4c5-8.\n\n" +
			"--marks reads the pencil marks of one position: a grid of candidates, a row on a line, the cells parted\n" +
			"by spaces or bars, as HoDoKu and other programs print it. A cell with no marks (.) has not been marked\n" +
			"yet. An engine looks for the solution first: a mark that is missing there is told before any step, and with\n" +
			"--puzzle, the puzzle as it was given, a wrong digit is, too.\n\n" +
			"A position with no solution or several is told so, with exit code 2. A full board and a position in\n" +
			"which no technique applies are answers as well, with exit code 0.\n\n" + inputHelp,
		Example: "  sudokulab hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab hint --level 3 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab hint --marks grid.txt --picture hint.svg\n" +
			"  sudokulab hint --level 3 --technique x-wing,xy-wing --format json positions.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	s.reason.register(cmd)
	addNumber(cmd, &s.level, "level", explain.HintWhere, explain.HintWhy, "how much to tell: 1 where, 2 which technique, 3 why")
	complete(cmd, "level", "1", "2", "3")
	cmd.Flags().StringVar(&s.marks, "marks", "", "read one position with its pencil marks from this file, - for standard input")
	reads.names(cmd, "marks")
	cmd.Flags().StringVar(&s.puzzle, "puzzle", "", "the puzzle as it was given, in a line, for one position")
	complete(cmd, "puzzle")
	addChoice(cmd, &s.form, "format", "form of the output: %s", formText, formBoard, formJSON)
	addColor(cmd, &s.color)
	cmd.Flags().StringVar(&s.picture, "picture", "", "also draw the hint for one position to this .svg or .png file")
	writes.names(cmd, "picture")
	completeFiles(cmd, "picture", "svg", "png")
	addJobs(cmd, &s.jobs)
	return cmd
}

// position is a board with marks, or nil where the person has made none.
type position struct {
	entry
	marks []board.Digits
}

// lone returns the board with the cells filled that have one mark, which may be digits that do not look so;
// the zero Board if there are none.
func (p *position) lone() board.Board {
	var b board.Board
	for c, m := range p.marks {
		if m.Single() {
			if b.IsZero() {
				b = p.Board.Clone()
			}
			b.Set(c, m.First())
		}
	}
	return b
}

func (s *hinting) run(cmd *cobra.Command, args []string) error {
	if err := ending("picture", s.picture, ".svg", ".png"); err != nil {
		return err
	}
	if s.marks != "" && (len(args) > 0 || len(s.in.sets) > 0) {
		return errors.New("--marks: is the position itself, so it excludes puzzles and --set; --puzzle has the givens")
	}
	by, err := s.reason.reasoning(cmd.Context())
	if err != nil {
		return err
	}
	defer by.engines.close()
	if s.marks != "" {
		return s.marked(cmd, by.next())
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	p := pen{in.opts.Alphabet, colored(s.color, cmd.OutOrStdout())}
	workers := workersOf(s.jobs, func() func(context.Context, *entry) (told, error) {
		r := by.next()
		return func(ctx context.Context, e *entry) (told, error) {
			return s.hint(ctx, r, p.of(e), &position{entry: *e})
		}
	})
	if by.engines.err != nil {
		return by.engines.err
	}
	t := newTally(cmd, in)
	w := bufio.NewWriter(cmd.OutOrStdout())
	return tellAll(cmd.Context(), "hint", in, workers, t, w, s.form != formBoard, func() error {
		return t.alone("position", [2]string{"picture", s.picture}, [2]string{"puzzle", s.puzzle})
	}, func(a *told) error { return s.draw(cmd.Context(), a) })
}

// told is what is said of a puzzle.
type told struct {
	text    []byte
	unfit   error // there is no solution or several
	picture *render.Picture
	film    []render.Frame
	pen     pen
}

func (a *told) said() *[]byte { return &a.text }

// tellAll streams puzzles and writes what is told of them. It looks at each whether it may be there, and draws a lone one when nothing
// follows it: what a picture replaces stays where the input turns out to be wrong.
func tellAll(ctx context.Context, name string, in *input, workers []func(context.Context, *entry) (told, error), t *tally, w *bufio.Writer, lines bool, look func() error, draw func(*told) error) error {
	unfit := 0
	var last error
	var lone told
	var place string
	err := stream(ctx, in, workers, (*told).said, t, func(e *entry, a told) error {
		if a.unfit != nil {
			unfit++
			last = a.unfit
		}
		if err := look(); err != nil {
			return fmt.Errorf("%w: %s", err, e.place())
		}
		if t.puzzles == 1 {
			lone, place = a, e.place()
			lone.text = nil // its buffer is used again
		}
		if t.puzzles > 1 && !lines {
			if err := w.WriteByte('\n'); err != nil {
				return err
			}
		}
		_, err := w.Write(a.text)
		return err
	}, w.Flush)
	if err == nil && t.puzzles == 1 {
		if err = draw(&lone); err != nil {
			err = fmt.Errorf("%w: %s", err, place)
		}
	}
	if err == nil && t.skipped == 0 && unfit == 1 && t.puzzles == 1 {
		return fmt.Errorf("%s: %w", name, last)
	}
	return t.ended(name, err, unfit)
}

// draw draws the picture of an answer, if one is asked for.
func (s *hinting) draw(ctx context.Context, a *told) error {
	if s.picture == "" || a.picture == nil {
		return nil
	}
	return writePicture(ctx, s.picture, *a.picture, a.pen.alphabet)
}

// marked tells a hint for the position of --marks.
func (s *hinting) marked(cmd *cobra.Command, r *reasoner) error {
	ctx := cmd.Context()
	variant, err := s.in.variant.open(ctx, s.in.side)
	if err != nil {
		return err
	}
	var text []byte
	name := s.marks
	if s.marks == "-" {
		name = "<stdin>"
		text, err = io.ReadAll(io.LimitReader(cmd.InOrStdin(), maxMarks+1))
		if err == nil && len(text) > maxMarks {
			err = fmt.Errorf("<stdin>: more than %d bytes, want one grid of candidates", maxMarks)
		}
	} else {
		text, err = readFile(ctx, s.marks, maxMarks, "one grid of candidates")
	}
	if err != nil {
		return fmt.Errorf("--marks: %w", err)
	}
	o := format.Options{File: name, Alphabet: alphabetOf(s.in.alphabet), Side: s.in.side, Shape: variant.shape}
	b, marks, err := format.ParseMarks(string(text), o)
	if err == nil && variant.diagonal && o.Shape == nil { // now that the side is known, digits are told from marks by diagonals too
		o.Shape = variant.of(b.Shape().Side())
		b, marks, err = format.ParseMarks(string(text), o)
	}
	if err != nil {
		return fmt.Errorf("--marks: %w", err)
	}
	at := &position{entry: entry{Puzzle: format.Puzzle{Board: b, Line: 1, Alphabet: o.Alphabet}, source: name}, marks: marks}
	if err := variant.put(&at.Puzzle); err != nil {
		return fmt.Errorf("--marks: %w", err)
	}
	a, err := s.hint(ctx, r, pen{o.Alphabet, colored(s.color, cmd.OutOrStdout())}.of(&at.entry), at)
	if err != nil {
		return err
	}
	if err := s.draw(ctx, &a); err != nil {
		return err
	}
	if _, err := cmd.OutOrStdout().Write(a.text); err != nil {
		return err
	}
	if a.unfit != nil {
		return fmt.Errorf("hint: %w", a.unfit)
	}
	return nil
}

// hintRecord is the JSON form of a hint. Without a hint Text says why there is none.
type hintRecord struct {
	File     string            `json:"file,omitempty"`
	Line     int               `json:"line,omitempty"`
	Name     string            `json:"name,omitempty"`
	Position *explain.Position `json:"position,omitempty"`
	Hint     *explain.Hint     `json:"hint,omitempty"`
	Text     string            `json:"text"`
}

// hint answers one position.
func (s *hinting) hint(ctx context.Context, r *reasoner, p pen, at *position) (told, error) {
	givens := at.Board
	if s.puzzle != "" {
		z, err := format.ParseOne(s.puzzle, format.Options{File: "--puzzle", Alphabet: alphabetOf(s.in.alphabet), Shape: at.Board.Shape()})
		if err != nil {
			return told{}, err
		}
		givens = z.Board
		for c, d := range givens.Cells() {
			if d != 0 && at.marks != nil && at.marks[c] == board.DigitsOf(int(d)) { // a digit that looks like a mark
				at.Board.Set(c, int(d))
				at.marks[c] = 0
			}
			if d != 0 && at.Board.At(c) != int(d) {
				return told{}, fmt.Errorf("--puzzle: %s is given as %s, the position has another or none", givens.Shape().CellName(c), p.digit(int(d)))
			}
		}
	}
	known, _, err := r.known(ctx, givens)
	if err != nil {
		return told{}, err
	}
	if lone := at.lone(); known.Solutions == explain.SeveralSolutions && s.puzzle == "" && !lone.IsZero() {
		givens = lone
		if known, _, err = r.known(ctx, givens); err != nil {
			return told{}, err
		}
		if known.Solutions == explain.OneSolution { // without them the puzzle has several, so they are its digits
			at.Board = lone
		}
	}
	record := hintRecord{File: at.source, Line: at.lineOrNone(), Name: nameOf(&at.entry)}
	a := told{pen: p, unfit: unfit(p, givens, known)}
	if a.unfit != nil {
		record.Text = strings.TrimPrefix(a.unfit.Error(), errNotUnique.Error()+": ")
		if known.Solutions == explain.NoSolution && s.puzzle == "" && len(clash(givens, solver.Unsat)) == 0 {
			record.Text += ", so a digit is wrong; with the puzzle's givens in --puzzle the hint says which"
		}
		a.text, err = s.say(p, &record, nil)
		return a, err
	}
	e, err := r.explainer(p, at.Board.Shape(), known, explain.AsListed)
	if err != nil {
		return told{}, err
	}
	pos, err := positionOf(e, at)
	if err != nil {
		return told{}, err
	}
	record.Position = pos
	h, err := e.Hint(pos, s.level, known)
	switch {
	case err == nil:
		record.Hint, record.Text = &h, h.Text
		pic, err := draw.Hint(pos, &h)
		if err != nil {
			return told{}, err
		}
		a.picture = &pic
	case errors.Is(err, explain.ErrSolved), errors.Is(err, explain.ErrStuck):
		record.Text = withoutPackage(err)
	case errors.Is(err, explain.ErrContradiction), errors.Is(err, explain.ErrSeveral):
		record.Text = withoutPackage(err)
		a.unfit = fmt.Errorf("%w: %s", errNotUnique, record.Text)
	default:
		return told{}, err
	}
	a.text, err = s.say(p, &record, a.picture)
	return a, err
}

// positionOf takes a position up: a board with its marks, or with what is struck behind its line.
func positionOf(e *explain.Explainer, at *position) (*explain.Position, error) {
	if at.marks == nil {
		if struck := struckOf(&at.entry); struck != "" {
			alphabet := cmp.Or(at.Alphabet, board.Numeric)
			p, err := e.Parse(at.Board.String(), spelled(struck, alphabet, board.Numeric))
			if err != nil && alphabet != board.Numeric { // it quotes other digits
				err = fmt.Errorf("%q: want candidates to strike that are there, such as %s", struck, spelled("r1c3-27", board.Numeric, alphabet))
			}
			return p, clean(err)
		}
	}
	return e.Position(at.Board, at.marks)
}

// say writes a hint in the form asked for.
func (s *hinting) say(p pen, r *hintRecord, pic *render.Picture) ([]byte, error) {
	var w encoders
	w.open()
	switch {
	case s.form == formJSON:
		err := w.json.Encode(r)
		return w.buf.Bytes(), err
	case s.form == formBoard && pic != nil:
		err := render.Text(&w.buf, *pic, render.TextOptions{Wide: true, Colour: p.colour, Alphabet: p.alphabet})
		return w.buf.Bytes(), err
	}
	return bytes.Clone([]byte(sentence(r.Text) + "\n")), nil
}

// sentence begins a text with a capital and ends it with a full stop.
func sentence(text string) string {
	if text == "" {
		return text
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
