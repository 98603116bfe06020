package main

import (
	"bufio"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

func newValidate() *cobra.Command {
	var (
		input   inputFlags
		output  outputFlags
		nodes   int64
		timeout time.Duration
		jobs    int
	)
	cmd := &cobra.Command{
		Use:   "validate [puzzle | file | -] …",
		Short: "Judge puzzles by arc consistency alone, and give the exact answer for comparison",
		Long: "Says of each puzzle what arc consistency (AC-3) can say without search: unique, if it leaves every\n" +
			"cell one candidate; contradictory, if a cell runs out of candidates; or undecided. Givens that\n" +
			"break the rules are named. For comparison, a full search finds no, one or several solutions.\n" +
			"A puzzle that the search does not prove to have exactly one makes the exit code 2.\n\n" + inputHelp,
		Example: "  sudokulab validate 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab validate --format csv puzzles.txt",
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			in, err := input.open(cmd, args)
			if err != nil {
				return err
			}
			return validate(cmd, in, output, solver.Limits{Nodes: nodes, Time: timeout}, jobs)
		}),
	}
	input.register(cmd)
	output.register(cmd)
	addLimits(cmd, &nodes, &timeout)
	addJobs(cmd, &jobs)
	return cmd
}

// judged is what a worker of validate makes of a puzzle.
type judged struct {
	verdict engine.Validation
	text    []byte
}

func (j *judged) said() *[]byte { return &j.text }

func validate(cmd *cobra.Command, in *input, output outputFlags, limits solver.Limits, jobs int) error {
	stdout := cmd.OutOrStdout()
	p := pen{in.opts.Alphabet, colored(output.color, stdout)}
	chosen, textIfAlone := output.settle(in, stdout)
	workers := workersOf(jobs, func() func(context.Context, *entry) (judged, error) {
		text := newVerdictText(p, chosen)
		return func(ctx context.Context, e *entry) (judged, error) {
			v, err := engine.Validate(ctx, e.Board, limits)
			if err != nil {
				return judged{}, err
			}
			out, err := text.write(e, &v)
			return judged{v, out}, err
		}
	})
	t := newTally(cmd, in)
	w := bufio.NewWriterSize(stdout, 64<<10)
	if chosen == formCSV {
		if _, err := w.WriteString(strings.Join(verdictColumns, ",") + "\n"); err != nil {
			return err
		}
	}
	notUnique := 0
	lone := held[judged]{textIfAlone: textIfAlone}
	err := stream(cmd.Context(), in, workers, (*judged).said, t, func(e *entry, j judged) error {
		t.count(acWord(j.verdict.Verdict) + " by AC-3")
		if j.verdict.Exact.Status != solver.Unique {
			notUnique++
		}
		return lone.write(w, chosen, t.puzzles, e, j, j.text)
	}, w.Flush)
	if err == nil && lone.waits() {
		var text []byte
		if text, err = newVerdictText(p, formText).write(&lone.e, &lone.r.verdict); err == nil {
			_, err = stdout.Write(text)
		}
	}
	t.summary(output.quiet || err != nil && t.puzzles+t.skipped == 0)
	switch {
	case err != nil:
		return err
	case t.skipped > 0:
		return t.failed()
	case notUnique > 0:
		words := fmt.Sprintf("%d of %d", notUnique, t.puzzles)
		if all := lone.r.verdict.Conflicts; t.puzzles == 1 && len(all) > 0 {
			words += ": " + p.of(&lone.e).conflicts(all)
		}
		return fmt.Errorf("validate: %w: %s", errNotUnique, words)
	}
	return nil
}

// acWord is the verdict of arc consistency in one word.
func acWord(v engine.Verdict) string {
	switch v {
	case engine.UniqueByAC3:
		return "unique"
	case engine.Undecided:
		return "undecided"
	}
	return "contradictory"
}

// verdictRecord is the JSON form of a validated puzzle.
type verdictRecord struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Name   string `json:"name,omitempty"`
	Puzzle string `json:"puzzle"`
	Givens int    `json:"givens"`
	*engine.Validation
}

var verdictColumns = []string{
	"file", "line", "name", "puzzle", "givens", "ac3", "open", "conflicts", "emptied", "exact", "solutions", "nodes", conflictingColumn,
}

// verdictText writes verdicts in one form. It belongs to one worker.
type verdictText struct {
	pen
	form form
	encoders
}

func newVerdictText(p pen, f form) *verdictText {
	w := &verdictText{pen: p, form: f}
	w.open()
	return w
}

func (w *verdictText) write(e *entry, v *engine.Validation) ([]byte, error) {
	w.buf.Reset()
	p := w.of(e)
	puzzle, line := p.line(e.Board), e.lineOrNone()
	var err error
	switch w.form {
	case formJSON:
		err = w.json.Encode(verdictRecord{File: e.source, Line: line, Name: e.Name, Puzzle: puzzle, Givens: e.Board.Filled(), Validation: v})
	case formCSV:
		err = w.csv.Write([]string{
			e.source, numberOrNothing(line), e.Name, puzzle, strconv.Itoa(e.Board.Filled()), acWord(v.Verdict), strconv.Itoa(v.Open),
			strconv.Itoa(len(v.Conflicts)), v.Emptied, v.Exact.Status.String(), strconv.Itoa(v.Exact.Solutions), strconv.FormatInt(v.Exact.Stats.Nodes, 10),
			p.conflicts(v.Conflicts),
		})
		w.csv.Flush()
	case formText:
		err = w.text(e, v)
	default:
		fmt.Fprintf(&w.buf, "%s ac3:%s exact:%s%s\n", puzzle, acWord(v.Verdict), v.Exact.Status, p.remark(v.Conflicts))
	}
	return w.buf.Bytes(), err
}

// text draws what arc consistency left of the board and says what that means.
func (w *verdictText) text(e *entry, v *engine.Validation) error {
	pic := render.Picture{Board: e.Board.Clone(), Givens: e.Board, Marks: render.ConflictMarks(e.Board), Candidates: make([]board.Digits, len(v.Candidates))}
	shape := e.Board.Shape()
	for cell, digits := range v.Candidates {
		switch {
		case e.Board.At(cell) != 0:
		case len(digits) == 1:
			pic.Board.Set(cell, digits[0])
		default:
			pic.Candidates[cell] = board.DigitsOf(digits...)
		}
		if v.Emptied == shape.CellName(cell) {
			pic.Marks[cell] |= render.Conflict
		}
	}
	options := render.TextOptions{Colour: w.colour, Alphabet: w.of(e).alphabet, Wide: v.Verdict == engine.Undecided}
	if err := render.Text(&w.buf, pic, options); err != nil {
		return err
	}
	head := e.place()
	if e.Name != "" {
		head += ": " + label(e.Name)
	}
	fmt.Fprintf(&w.buf, "%s: %s\n", head, acSentence(v))
	for _, c := range v.Conflicts {
		fmt.Fprintf(&w.buf, "  conflict: %s\n", w.of(e).conflict(c))
	}
	fmt.Fprintf(&w.buf, "  AC-3: %s arcs revised, %s candidates struck, %s\n",
		lab.Number(float64(v.AC3.Arcs)), lab.Number(float64(v.AC3.Reductions)), lab.Seconds(v.AC3NS.Seconds()))
	exact := solver.Result{Status: v.Exact.Status, Solutions: v.Exact.Solutions}
	fmt.Fprintf(&w.buf, "  exact: %s (%s search nodes, %s)\n",
		inWords(&exact, solver.Limits{}.MaxSolutions()), lab.Number(float64(v.Exact.Stats.Nodes)), lab.Seconds(v.Exact.Stats.Elapsed.Seconds()))
	return nil
}

func acSentence(v *engine.Validation) string {
	switch v.Verdict {
	case engine.UniqueByAC3:
		return "unique by AC-3: every cell is left with one candidate"
	case engine.Undecided:
		return fmt.Sprintf("not decided by AC-3: %s left with several candidates", plural(v.Open, "cell"))
	}
	return "contradictory: " + v.Emptied + " is left without a candidate"
}
