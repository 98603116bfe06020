package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// enumerating holds the flags of enumerate.
type enumerating struct {
	in         inputFlags
	form       form
	color      string
	quiet      bool
	method     methodFlags
	limit      int
	countOnly  bool
	withPuzzle bool
	nodes      int64
	timeout    time.Duration
	jobs       int
}

func newEnumerate() *cobra.Command {
	s := enumerating{form: formLine}
	cmd := &cobra.Command{
		Use:   "enumerate [puzzle | file | -] …",
		Short: "List or count all solutions of puzzles",
		Long: "Lists the solutions of each puzzle, one per line as they are found, in the order of the input. Memory\n" +
			"does not grow with their number. Independent code checks every solution against the rules before it\n" +
			"is written.\n\n" +
			"As line, a solution stands alone; --with-puzzle puts its puzzle and a colon before it. As json, it\n" +
			"comes with its number and its puzzle, and each puzzle ends with a line of kind result; csv is a table\n" +
			"of the solutions; text draws them.\n\n" +
			"--count-only prints one line per puzzle: the number of solutions, with ≥ if a limit ended the count.\n" +
			"Only the first solution is checked then. The exit code is 0 for any number of solutions, and also\n" +
			"where a limit ended a puzzle.\n\n" + inputHelp,
		Example: "  sudokulab enumerate 12..34..2.4..3..\n" +
			"  sudokulab enumerate --count-only --method dlx ................\n" +
			"  sudokulab enumerate --limit 1000 --with-puzzle puzzles.txt > solutions.txt\n" +
			"  sudokulab enumerate --count-only --diagonal --format json puzzles.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addChoice(cmd, &s.form, "format", "form of the output", formLine, formJSON, formCSV, formText)
	addColor(cmd, &s.color)
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	s.method.register(cmd)
	addNumber(cmd, &s.limit, "limit", 0, noBound, "stop at this many solutions of a puzzle (0: all)")
	cmd.Flags().BoolVar(&s.countOnly, "count-only", false, "only say how many solutions there are")
	cmd.Flags().BoolVar(&s.withPuzzle, "with-puzzle", false, "put the puzzle and a colon before each line")
	addLimits(cmd, &s.nodes, &s.timeout)
	nodes := cmd.Flags().Lookup("max-nodes")
	nodes.Usage = "with --count-only, " + nodes.Usage
	addJobs(cmd, &s.jobs)
	return cmd
}

// check looks at the flags.
func (s *enumerating) check() error {
	switch {
	case s.withPuzzle && s.form != formLine:
		return fmt.Errorf("--with-puzzle: is for lines, %s shows the puzzle anyway", s.form)
	case s.nodes > 0 && !s.countOnly:
		return errors.New("--max-nodes: bounds counts, say --count-only; bound a list by --limit or --timeout")
	}
	return nil
}

func (s *enumerating) run(cmd *cobra.Command, args []string) error {
	if err := s.check(); err != nil {
		return err
	}
	by, err := s.method.open(cmd)
	if err != nil {
		return err
	}
	solvers := &forks{of: by}
	defer solvers.close()
	if !by.Method().Enumerates && !s.countOnly {
		return fmt.Errorf("--method %s: finds no more than it is asked to count; all solutions are listed by %s", by.Name(), orList(enumerators()))
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	t := newTally(cmd, in)
	stdout := cmd.OutOrStdout()
	newText := func() *solutionText {
		w := &solutionText{
			pen: pen{in.opts.Alphabet, colored(s.color, stdout)}, form: s.form, withPuzzle: s.withPuzzle,
		}
		w.open()
		return w
	}
	w := bufio.NewWriterSize(stdout, 64<<10)
	if s.form == formCSV {
		columns := solutionColumns
		if s.countOnly {
			columns = countColumns
		}
		if _, err := w.WriteString(strings.Join(columns, ",") + "\n"); err != nil {
			return err
		}
	}
	sum := solutionSummary{}
	if s.countOnly {
		err = s.count(cmd.Context(), in, solvers, newText, t, w, &sum)
	} else {
		err = s.list(cmd.Context(), in, solvers, newText, t, w, &sum)
	}
	if !s.quiet {
		sum.write(t, s.countOnly, cmd.Context().Err() != nil)
	}
	if err != nil {
		return err
	}
	return t.failed()
}

// enumerators names the engines that list solutions.
func enumerators() []string {
	return method.Which(func(m method.Method) bool { return m.Enumerates })
}

// count says how many solutions the puzzles have.
func (s *enumerating) count(
	ctx context.Context, in *input, solvers *forks, newText func() *solutionText, t *tally, w *bufio.Writer, sum *solutionSummary,
) error {
	limits := solver.Limits{Solutions: s.limit, Nodes: s.nodes, Time: s.timeout}
	if s.limit == 0 {
		limits.Solutions = noLimit
	}
	type counted struct {
		n    int
		all  bool
		text []byte // until the worker's next call
	}
	workers := workersOf(cmp.Or(s.jobs, solvers.of.Abreast()), func() func(context.Context, *entry) (counted, error) {
		by, text := tersely(solvers.next(), limits, s.form == formLine), newText()
		return func(ctx context.Context, e *entry) (counted, error) {
			text.method = by.NameFor(e.Board.Shape())
			c, err := classOf(ctx, by, e.Board, limits)
			if err != nil {
				return counted{}, err
			}
			if ctx.Err() != nil {
				sum.cutOff.Add(int64(c.res.Solutions))
			}
			line, err := text.result(e, &c)
			return counted{c.res.Solutions, !c.atLeast, line}, err
		}
	})
	if solvers.err != nil {
		return solvers.err
	}
	return stream(ctx, in, workers, func(c *counted) *[]byte { return &c.text }, t, func(e *entry, c counted) error {
		t.pieces += c.n
		sum.add(c.all)
		if c.n == 0 && c.all {
			s.note(t, e, sum)
		}
		_, err := w.Write(c.text)
		return err
	}, w.Flush)
}

// list writes the solutions of the puzzles.
func (s *enumerating) list(
	ctx context.Context, in *input, solvers *forks, newText func() *solutionText, t *tally, w *bufio.Writer, sum *solutionSummary,
) error {
	t.piece = "solutions"
	workers := workersOf(s.jobs, func() func(context.Context, *job) error {
		by, text := solvers.next(), newText()
		return func(ctx context.Context, j *job) error { return s.listOne(ctx, by, j, text) }
	})
	if solvers.err != nil {
		return solvers.err
	}
	return spool(ctx, in, workers, t, w, func(j *job) error {
		sum.add(j.complete)
		if j.found == 0 && j.complete {
			s.note(t, &j.e, sum)
		}
		return nil
	})
}

// clashesTold is how many puzzles note names one by one.
const clashesTold = 5

// note names on standard error the givens that leave a puzzle without a solution, where the
// form of the output has no place for that.
func (s *enumerating) note(t *tally, e *entry, sum *solutionSummary) {
	if s.quiet || s.form == formJSON || s.form == formText || s.form == formCSV && s.countOnly {
		return
	}
	all := engine.GivenConflicts(e.Board)
	if len(all) == 0 {
		return
	}
	sum.clashes++
	if sum.clashes <= clashesTold {
		t.hide()
		fmt.Fprintf(t.w, "%s: %s: %s\n", t.name, e.place(), pen{alphabet: alphabetOf(s.in.alphabet)}.of(e).conflicts(all))
	}
}

// lister is what lists solutions, such as a method.Solver.
type lister interface {
	namedSolver
	solver.Enumerator
}

// listOne puts the solutions of a puzzle into its outlet.
func (s *enumerating) listOne(ctx context.Context, by lister, j *job, text *solutionText) error {
	text.method = by.NameFor(j.e.Board.Shape())
	start := time.Now()
	bounded := ctx
	if s.timeout > 0 {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	j.complete = true
	for grid, err := range by.Solutions(bounded, j.e.Board) {
		switch {
		case err == nil:
		case ctx.Err() == nil && errors.Is(err, bounded.Err()), errors.Is(err, minigrid.ErrCapped):
			j.complete = false // by --timeout, or by the bounds on a graph
		default:
			return err
		}
		if !j.complete {
			break
		}
		if err := board.CheckSolution(j.e.Board, grid); err != nil {
			return fmt.Errorf("%s gives a wrong solution: %w", by.Name(), err)
		}
		j.found++
		piece, err := text.solution(&j.e, j.found, grid)
		if err != nil {
			return err
		}
		if err := j.out.Put(ctx, piece, 1); err != nil {
			return err
		}
		if j.found == s.limit {
			j.complete = false // as far as is known
			break
		}
	}
	if s.form != formJSON && s.form != formText {
		return nil
	}
	limit := s.limit
	if limit == 0 {
		limit = noLimit
	}
	c := class{limit: limit, atLeast: !j.complete, res: solver.Result{
		Status: solver.Conclude(j.found, limit, j.complete), Solutions: j.found, Stats: solver.Stats{Elapsed: time.Since(start)},
	}}
	piece, err := text.result(&j.e, &c)
	if err != nil {
		return err
	}
	return j.out.Put(ctx, piece, 0)
}

// solutionRecord is the JSON form of a solution.
type solutionRecord struct {
	Kind     string `json:"kind"`  // solution
	Index    int    `json:"index"` // of the puzzle in the input, from 1
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Name     string `json:"name,omitempty"`
	Puzzle   string `json:"puzzle"`
	Number   int    `json:"number"` // of the solution, from 1
	Solution string `json:"solution"`
}

var solutionColumns = []string{"index", "file", "line", "name", "puzzle", "number", "solution"}

// countRecord is the JSON form of a number of solutions.
type countRecord struct {
	Kind      string        `json:"kind"` // result
	Index     int           `json:"index"`
	File      string        `json:"file,omitempty"`
	Line      int           `json:"line,omitempty"`
	Name      string        `json:"name,omitempty"`
	Puzzle    string        `json:"puzzle"`
	Givens    int           `json:"givens"`
	Method    string        `json:"method"`
	Status    solver.Status `json:"status"`
	Solutions int           `json:"solutions"`
	Exact     bool          `json:"exact"` // else Solutions is a lower bound
	// Conflicts are the givens that keep the puzzle from having a solution by themselves.
	Conflicts []engine.GivenConflict `json:"conflicts,omitempty"`
	Elapsed   time.Duration          `json:"elapsed_ns"`
}

var countColumns = []string{
	"index", "file", "line", "name", "puzzle", "givens", "method", "status", "solutions", "exact", "elapsed_ns", conflictingColumn,
}

// solutionText writes solutions and their numbers in one form. It belongs to one worker, and
// what it returns is good until its next call.
type solutionText struct {
	pen
	form       form
	method     string // that answered the puzzle which is written of
	withPuzzle bool
	encoders
}

// solution writes one solution of a puzzle.
func (w *solutionText) solution(e *entry, number int, grid board.Board) ([]byte, error) {
	w.buf.Reset()
	p := w.of(e)
	var err error
	switch w.form {
	case formJSON:
		err = w.json.Encode(solutionRecord{
			Kind: "solution", Index: e.index, File: e.source, Line: e.lineOrNone(), Name: e.Name,
			Puzzle: p.line(e.Board), Number: number, Solution: p.line(grid),
		})
	case formCSV:
		err = w.csv.Write([]string{
			strconv.Itoa(e.index), e.source, numberOrNothing(e.lineOrNone()), e.Name, p.line(e.Board), strconv.Itoa(number), p.line(grid),
		})
		w.csv.Flush()
	case formText:
		pic, options := p.picture(e.Board, grid)
		err = render.Text(&w.buf, pic, options)
		fmt.Fprintf(&w.buf, "%s: solution %s\n\n", e.place(), lab.Number(float64(number)))
	default:
		w.prefix(e)
		w.buf.Write(append(p.append(w.buf.AvailableBuffer(), grid), '\n'))
	}
	return w.buf.Bytes(), err
}

// prefix writes the puzzle that a line is about, if that is asked for.
func (w *solutionText) prefix(e *entry) {
	if w.withPuzzle {
		w.buf.Write(append(w.of(e).append(w.buf.AvailableBuffer(), e.Board), ':'))
	}
}

// result writes how many solutions a puzzle has.
func (w *solutionText) result(e *entry, c *class) ([]byte, error) {
	w.buf.Reset()
	if w.form == formLine {
		w.prefix(e)
		w.buf.WriteString(countText(c.res.Solutions, c.atLeast))
		w.buf.WriteByte('\n')
		return w.buf.Bytes(), nil
	}
	p := w.of(e)
	r := countRecord{
		Kind: "result", Index: e.index, File: e.source, Line: e.lineOrNone(), Name: e.Name, Puzzle: p.line(e.Board), Givens: e.Board.Filled(),
		Method: w.method, Status: c.res.Status, Solutions: c.res.Solutions, Exact: !c.atLeast,
		Conflicts: clash(e.Board, c.res.Status), Elapsed: c.res.Stats.Elapsed,
	}
	var err error
	switch w.form {
	case formJSON:
		err = w.json.Encode(r)
	case formCSV:
		err = w.csv.Write([]string{
			strconv.Itoa(r.Index), r.File, numberOrNothing(r.Line), r.Name, r.Puzzle, strconv.Itoa(r.Givens), r.Method, r.Status.String(),
			strconv.Itoa(r.Solutions), strconv.FormatBool(r.Exact), strconv.FormatInt(int64(r.Elapsed), 10), p.conflicts(r.Conflicts),
		})
		w.csv.Flush()
	default:
		fmt.Fprintf(&w.buf, "%s: %s\n", e.place(), inWords(&c.res, c.limit))
		if len(r.Conflicts) > 0 {
			fmt.Fprintf(&w.buf, "%s\n", p.conflicts(r.Conflicts))
		}
	}
	return w.buf.Bytes(), err
}

// solutionSummary counts puzzles by whether all of their solutions were found.
type solutionSummary struct {
	done, cut int
	clashes   int          // puzzles whose givens conflict, as far as note was asked
	cutOff    atomic.Int64 // solutions counted of puzzles that an interrupt ended
}

func (s *solutionSummary) add(complete bool) {
	if complete {
		s.done++
	} else {
		s.cut++
	}
}

// write tells on standard error what was done. A single count says it all by itself.
func (s *solutionSummary) write(t *tally, countOnly, interrupted bool) {
	if more := s.clashes - clashesTold; more > 0 {
		fmt.Fprintf(t.w, "%s: the givens of %s more puzzles contradict each other\n", t.name, lab.Number(float64(more)))
	}
	if countOnly && t.puzzles == 1 && t.skipped == 0 && !interrupted {
		return
	}
	number := func(n int) string { return lab.Number(float64(n)) }
	elapsed := time.Since(t.start).Seconds()
	found := t.pieces + int(s.cutOff.Load())
	solutions := number(found) + " solutions"
	if found == 1 {
		solutions = "1 solution"
	}
	end := ""
	if interrupted {
		end = ", interrupted"
	}
	line := fmt.Sprintf("%s: %s in %s, %s/s%s; puzzles: %s done", t.name, solutions, lab.Seconds(elapsed),
		lab.Number(wholeFrom(float64(found)/elapsed)), end, number(s.done))
	if s.cut > 0 {
		line += ", " + number(s.cut) + " ended by a limit"
	}
	if t.skipped > 0 {
		line += ", " + number(t.skipped) + " skipped"
	}
	fmt.Fprintln(t.w, line)
}
