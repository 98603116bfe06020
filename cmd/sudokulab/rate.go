package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/solver"
)

// formTable is columns for people to read.
const formTable form = "table"

// rating holds the flags of rate.
type rating struct {
	in     inputFlags
	reason reasonFlags
	form   form
	quiet  bool
	jobs   int
}

func newRate() *cobra.Command {
	s := rating{form: formTable}
	cmd := &cobra.Command{
		Use:   "rate [puzzle | file | -] …",
		Short: "Rate how hard puzzles are for people and for an engine",
		Long: "Solves each puzzle step by step as people do and tells, in the order of the input, the hardest technique,\n" +
			"the score and level on HoDoKu's scale (the sum over the steps, easiest techniques first; its unfair is\n" +
			"called expert here; sudokulab generate --level makes puzzles of each), the rating on\n" +
			"Sudoku Explainer's (its hardest step, with the techniques tried in the order of that scale), and the\n" +
			"guesses of the fastest engine. Where no technique applies before the end, the hardest technique is\n" +
			"followed by + and the rating stands for at least that.\n\n" +
			"Behind a puzzle on its line may stand the candidates that are struck out, as for sudokulab hint; what is\n" +
			"rated is then the way on from there, and where they exclude the solution the status is unsat.\n\n" +
			"A puzzle without exactly one solution has its status in place of a technique, and makes the exit code 2.\n\n" + inputHelp,
		Example: "  sudokulab rate 1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629.\n" +
			"  sudokulab rate --format csv --set 17clue > ratings.csv\n" +
			"  zcat puzzles.gz | sudokulab rate --keep-going --format json",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	s.reason.register(cmd)
	addChoice(cmd, &s.form, "format", "form of the output: %s", formTable, formCSV, formJSON)
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addJobs(cmd, &s.jobs)
	return cmd
}

// rated is what a worker makes of a puzzle.
type rated struct {
	status solver.Status
	hard   explain.Technique
	stuck  bool
	text   []byte
}

func (a *rated) said() *[]byte { return &a.text }

func (s *rating) run(cmd *cobra.Command, args []string) error {
	by, err := s.reason.reasoning(cmd.Context())
	if err != nil {
		return err
	}
	defer by.engines.close()
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	p := pen{in.opts.Alphabet, false}
	workers := workersOf(s.jobs, func() func(context.Context, *entry) (rated, error) {
		r := by.next()
		text := &rateText{pen: p, form: s.form}
		text.open()
		return func(ctx context.Context, e *entry) (rated, error) { return r.rate(ctx, e, text) }
	})
	if by.engines.err != nil {
		return by.engines.err
	}
	t := newTally(cmd, in)
	w := bufio.NewWriterSize(cmd.OutOrStdout(), 64<<10)
	begun := false
	notUnique := 0
	err = stream(cmd.Context(), in, workers, (*rated).said, t, func(e *entry, a rated) error {
		if !begun {
			begun = true
			if err := writeRateHeader(w, s.form, len(e.Board.Cells())); err != nil {
				return err
			}
		}
		word := a.status.String()
		switch {
		case a.status == solver.Unsat || a.status == solver.Multiple:
			notUnique++
		case a.stuck:
			word = "stuck"
		default:
			word = a.hard.String()
		}
		t.count(word)
		_, err := w.Write(a.text)
		return err
	}, w.Flush)
	t.summary(s.quiet || err != nil && t.puzzles+t.skipped == 0)
	return t.ended("rate", err, notUnique)
}

// writeRateHeader writes the heading of a form that has one, for boards of so many cells.
func writeRateHeader(w *bufio.Writer, f form, cells int) error {
	var err error
	switch f {
	case formCSV:
		_, err = w.WriteString(strings.Join(rateColumns, ",") + "\n")
	case formTable:
		_, err = fmt.Fprintf(w, "%-*s  %-20s %6s  %-8s %6s %8s\n", cells, "puzzle", "hardest step", "score", "level", "rating", "guesses")
	}
	return err
}

// rateRecord is the JSON form of a rated puzzle. The fields from Technique to Open are missing where the
// puzzle has no solution or several.
type rateRecord struct {
	File      string        `json:"file,omitempty"`
	Line      int           `json:"line,omitempty"`
	Name      string        `json:"name,omitempty"`
	Puzzle    string        `json:"puzzle"`
	Givens    int           `json:"givens"`
	Status    solver.Status `json:"status"`
	Technique string        `json:"technique,omitempty"`
	Score     *int          `json:"score,omitempty"`
	Level     string        `json:"level,omitempty"`
	Rating    *float64      `json:"rating,omitempty"` // Sudoku Explainer's scale
	Steps     *int          `json:"steps,omitempty"`
	Open      *int          `json:"open,omitempty"` // cells left where no technique applies
	Method    string        `json:"method"`
	Guesses   int64         `json:"guesses"`
	// Conflicts are the givens that keep the puzzle from having a solution by themselves.
	Conflicts []engine.GivenConflict `json:"conflicts,omitempty"`
}

var rateColumns = []string{
	"file", "line", "name", "puzzle", "givens", "status", "technique", "score", "level", "rating", "steps", "open", "method", "guesses", conflictingColumn,
}

// rate rates one puzzle.
func (r *reasoner) rate(ctx context.Context, e *entry, text *rateText) (rated, error) {
	known, res, err := r.known(ctx, e.Board)
	if err != nil {
		return rated{}, err
	}
	p := text.of(e)
	record := rateRecord{
		File: e.source, Line: e.lineOrNone(), Name: e.Name, Puzzle: p.line(e.Board), Givens: e.Board.Filled(), Status: res.Status,
		Method: r.by.NameFor(e.Board.Shape()), Guesses: engine.GuessesOf(&res), Conflicts: clash(e.Board, res.Status),
	}
	a := rated{status: res.Status}
	if unfit(p, e.Board, known) == nil {
		path, err := r.ratingOf(e, known, explain.AsListed)
		switch {
		case errors.Is(err, explain.ErrContradiction): // the marks exclude the solution, or the engine was stopped before it saw that
			record.Status, a.status = solver.Unsat, solver.Unsat
		case err != nil:
			return rated{}, err
		default:
			se, err := r.ratingOf(e, known, explain.BySE)
			if err != nil {
				return rated{}, err
			}
			tenths := float64(se.SE) / 10
			a.hard, a.stuck = path.Hardest, path.Open > 0
			record.Technique, record.Level = path.Hardest.String(), path.Level.Word()
			record.Score, record.Steps, record.Open, record.Rating = &path.Score, &path.Count, &path.Open, &tenths
		}
	}
	a.text, err = text.write(p, &record)
	return a, err
}

// ratingOf rates a puzzle, or a position with what is struck behind its line, by a path in an order.
func (r *reasoner) ratingOf(e *entry, k explain.Known, order explain.Order) (explain.Rating, error) {
	by, err := r.explainer(pen{}, e.Board.Shape(), k, order)
	if err != nil {
		return explain.Rating{}, err
	}
	if struckOf(e) == "" {
		return by.Rate(e.Board)
	}
	at, err := positionOf(by, &position{entry: *e})
	if err != nil {
		return explain.Rating{}, err
	}
	if h, none := by.Hint(at, explain.HintWhere, k); none == nil && h.Kind == explain.HintMissing {
		return explain.Rating{}, explain.ErrContradiction
	}
	return by.RateFrom(at)
}

// rateText writes ratings in one form. It belongs to one worker.
type rateText struct {
	pen
	form form
	encoders
}

// write returns a rating in the form. The bytes stand until the next call.
func (w *rateText) write(p pen, r *rateRecord) ([]byte, error) {
	w.buf.Reset()
	number := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(*n)
	}
	rating := ""
	if r.Rating != nil {
		rating = strconv.FormatFloat(*r.Rating, 'f', 1, 64)
	}
	var err error
	switch w.form {
	case formJSON:
		err = w.json.Encode(r)
	case formCSV:
		err = w.csv.Write([]string{
			r.File, numberOrNothing(r.Line), r.Name, r.Puzzle, strconv.Itoa(r.Givens), r.Status.String(), r.Technique, number(r.Score), r.Level, rating,
			number(r.Steps), number(r.Open), r.Method, strconv.FormatInt(r.Guesses, 10), p.conflicts(r.Conflicts),
		})
		w.csv.Flush()
	default:
		what := cmp.Or(r.Technique, r.Status.String())
		if r.Open != nil && *r.Open > 0 {
			what += "+"
		}
		fmt.Fprintf(&w.buf, "%s  %-20s %6s  %-8s %6s %8d\n", r.Puzzle, what, number(r.Score), r.Level, rating, r.Guesses)
	}
	return w.buf.Bytes(), err
}
