package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// classifying holds the flags of classify.
type classifying struct {
	in      inputFlags
	out     outputFlags
	method  methodFlags
	most    int
	nodes   int64
	timeout time.Duration
	jobs    int
}

func newClassify() *cobra.Command {
	var s classifying
	cmd := &cobra.Command{
		Use:   "classify [puzzle | file | -] …",
		Short: "Tell unsolvable, well-formed and ambiguous puzzles apart and count solutions",
		Long: "Says of each puzzle, in the order of the input, whether it is unsolvable, well-formed (exactly one\n" +
			"solution) or ambiguous, with the exact number of solutions. Counting stops at --max-solutions, which\n" +
			"is stated: \"ambiguous ≥ 10000\". What a limit ended before a second solution is undecided.\n\n" +
			"A table on standard error sums up the classes of many puzzles. No class makes an exit code: 0 says\n" +
			"that every puzzle was read and worked on. A bad puzzle ends the run with its place; --keep-going\n" +
			"reports each and goes on.\n\n" + inputHelp,
		Example: "  sudokulab classify 12..34..2.4..3.1 ................\n" +
			"  sudokulab classify --format csv puzzles.txt > classes.csv\n" +
			"  sudokulab classify --method dlx --max-solutions 0 --keep-going puzzles.txt.gz",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	s.out.register(cmd)
	s.method.register(cmd)
	s.most = 10_000
	addNumber(cmd, &s.most, "max-solutions", 0, noBound, "stop counting at this many solutions (0: count all)")
	addLimits(cmd, &s.nodes, &s.timeout)
	addJobs(cmd, &s.jobs)
	return cmd
}

func (s *classifying) run(cmd *cobra.Command, args []string) error {
	limits := solver.Limits{Solutions: s.most, Nodes: s.nodes, Time: s.timeout}
	switch s.most {
	case 1:
		return fmt.Errorf("--max-solutions %d: want 2 or more, or 0 to count all", s.most)
	case 0:
		limits.Solutions = noLimit
	}
	first, err := s.method.open(cmd)
	if err != nil {
		return err
	}
	solvers := forks{of: first}
	defer solvers.close()
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	p := pen{in.opts.Alphabet, colored(s.out.color, stdout)}
	chosen, textIfAlone := s.out.settle(in, stdout)
	newText := func(f form) *classText { return newClassText(p, f) }
	workers := workersOf(cmp.Or(s.jobs, first.Abreast()), func() func(context.Context, *entry) (class, error) {
		by, text := tersely(solvers.next(), limits, chosen == formLine && !textIfAlone), newText(chosen)
		return func(ctx context.Context, e *entry) (class, error) {
			text.method = by.NameFor(e.Board.Shape())
			c, err := classOf(ctx, by, e.Board, limits)
			if err != nil {
				return class{}, err
			}
			if !s.out.times {
				c.res.Stats.Elapsed = 0
			}
			c.text, err = text.write(e, &c)
			return c, err
		}
	})
	if solvers.err != nil {
		return solvers.err
	}

	t := newTally(cmd, in)
	w := bufio.NewWriterSize(stdout, 64<<10)
	if chosen == formCSV {
		if _, err := w.WriteString(strings.Join(classColumns, ",") + "\n"); err != nil {
			return err
		}
	}
	sum := classSummary{}
	lone := held[class]{textIfAlone: textIfAlone}
	err = stream(cmd.Context(), in, workers, (*class).said, t, func(e *entry, c class) error {
		sum.add(e.Board, &c)
		return lone.write(w, chosen, t.puzzles, e, c, c.text)
	}, w.Flush)
	if err == nil && lone.waits() {
		var text []byte
		if text, err = newText(formText).write(&lone.e, &lone.r); err == nil {
			_, err = stdout.Write(text)
		}
	}
	if !s.out.quiet && t.puzzles+t.skipped != 1 {
		if tableErr := sum.write(t); err == nil {
			err = tableErr
		}
	}
	if err != nil {
		return err
	}
	return t.failed()
}

// class is what a worker of classify makes of a puzzle.
type class struct {
	class   minigrid.Class
	res     solver.Result
	atLeast bool // there may be more solutions than were counted
	limit   int
	text    []byte
}

func (c *class) said() *[]byte { return &c.text }

// classOf counts the solutions of a puzzle and checks the first one.
func classOf(ctx context.Context, by solver.Solver, puzzle board.Board, limits solver.Limits) (class, error) {
	res, err := by.Solve(ctx, puzzle, limits)
	if err != nil {
		return class{}, err
	}
	if err := verified(by, puzzle, res.Grid); err != nil {
		return class{}, err
	}
	c := class{res: res, limit: limits.Solutions}
	switch res.Status {
	case solver.Unsat:
		c.class = minigrid.Unsolvable
	case solver.Unique:
		c.class = minigrid.WellFormed
	default:
		c.atLeast = res.Status != solver.Multiple || res.Solutions >= limits.Solutions
		c.class = minigrid.Undecided
		if res.Solutions >= 2 { // which is a proof, no matter what ended the run
			c.class = minigrid.Ambiguous
		}
	}
	return c, nil
}

// String is the verdict of a line.
func (c *class) String() string {
	if c.class != minigrid.Ambiguous {
		return string(c.class)
	}
	return string(c.class) + " " + countText(c.res.Solutions, c.atLeast)
}

// countText writes a number of solutions for programs to read, or a lower bound of it.
func countText(n int, atLeast bool) string {
	if atLeast {
		return "≥ " + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// classRecord is the JSON form of a classified puzzle.
type classRecord struct {
	File      string         `json:"file,omitempty"`
	Line      int            `json:"line,omitempty"`
	Name      string         `json:"name,omitempty"`
	Puzzle    string         `json:"puzzle"`
	Givens    int            `json:"givens"`
	Method    string         `json:"method"`
	Class     minigrid.Class `json:"class"`
	Solutions int            `json:"solutions"`
	Exact     bool           `json:"exact"` // else Solutions is a lower bound
	// Conflicts are the givens that make the puzzle unsolvable by themselves.
	Conflicts []engine.GivenConflict `json:"conflicts,omitempty"`
	Stats     solver.Stats           `json:"stats"`
}

var classColumns = []string{
	"file", "line", "name", "puzzle", "givens", "method", "class", "solutions", "exact", "nodes", "elapsed_ns", conflictingColumn,
}

// classText writes classes in one form. It belongs to one worker.
type classText struct {
	pen
	form   form
	method string
	encoders
}

func newClassText(p pen, f form) *classText {
	w := &classText{pen: p, form: f}
	w.open()
	return w
}

// write returns a class in the form. The bytes stand until the next call.
func (w *classText) write(e *entry, c *class) ([]byte, error) {
	w.buf.Reset()
	p := w.of(e)
	if w.form == formLine {
		out := append(p.append(w.buf.AvailableBuffer(), e.Board), ' ')
		out = append(append(out, c.String()...), p.remark(clash(e.Board, c.res.Status))...)
		w.buf.Write(append(out, '\n'))
		return w.buf.Bytes(), nil
	}
	r := classRecord{
		File: e.source, Line: e.lineOrNone(), Name: e.Name, Puzzle: p.line(e.Board), Givens: e.Board.Filled(),
		Method: w.method, Class: c.class, Solutions: c.res.Solutions, Exact: !c.atLeast,
		Conflicts: clash(e.Board, c.res.Status), Stats: c.res.Stats,
	}
	var err error
	switch w.form {
	case formJSON:
		err = w.json.Encode(r)
	case formCSV:
		err = w.csv.Write([]string{
			r.File, numberOrNothing(r.Line), r.Name, r.Puzzle, strconv.Itoa(r.Givens), r.Method, string(r.Class), strconv.Itoa(r.Solutions),
			strconv.FormatBool(r.Exact), strconv.FormatInt(r.Stats.Nodes, 10), strconv.FormatInt(int64(r.Stats.Elapsed), 10),
			p.conflicts(r.Conflicts),
		})
		w.csv.Flush()
	default:
		pic, options := p.picture(e.Board, board.Board{})
		if err = render.Text(&w.buf, pic, options); err == nil {
			status := solveText{pen: w.pen, limit: c.limit, verdict: string(c.class)}
			fmt.Fprintf(&w.buf, "%s\n", status.status(e, &c.res))
		}
	}
	return w.buf.Bytes(), err
}

// classSummary counts classes.
type classSummary struct {
	classes [4]struct {
		puzzles   int
		low, high int // givens
	}
	counted int // ambiguous ones with at least as many solutions as were looked for
	cut     int // ambiguous ones that another limit ended
	limit   int
}

// classOrder is the order of the classes in the table.
var classOrder = [4]minigrid.Class{minigrid.WellFormed, minigrid.Ambiguous, minigrid.Unsolvable, minigrid.Undecided}

func (s *classSummary) add(b board.Board, c *class) {
	s.limit = c.limit
	for i, name := range classOrder {
		if name != c.class {
			continue
		}
		givens, of := b.Filled(), &s.classes[i]
		if of.puzzles == 0 || givens < of.low {
			of.low = givens
		}
		of.high = max(of.high, givens)
		of.puzzles++
	}
	switch {
	case c.class != minigrid.Ambiguous || !c.atLeast:
	case c.res.Solutions >= c.limit:
		s.counted++
	default:
		s.cut++
	}
}

// write writes the table to standard error.
func (s *classSummary) write(t *tally) error {
	table := lab.Table{Title: t.headline(), Columns: []string{"Class", "Puzzles", "Share", "Givens"}}
	for i, name := range classOrder {
		of := s.classes[i]
		givens := "–"
		switch {
		case of.puzzles == 0:
		case of.low == of.high:
			givens = strconv.Itoa(of.low)
		default:
			givens = fmt.Sprintf("%d–%d", of.low, of.high)
		}
		table.Add(string(name), lab.Number(float64(of.puzzles)), lab.Share(float64(of.puzzles), float64(t.puzzles)), givens)
	}
	note := func(n int, format string, args ...any) {
		if n > 0 {
			table.Notes = append(table.Notes, lab.Number(float64(n))+" "+fmt.Sprintf(format, args...))
		}
	}
	note(s.counted, "ambiguous: counted up to --max-solutions %s only", lab.Number(float64(s.limit)))
	note(s.cut, "ambiguous: counted until another limit ended that")
	note(t.skipped, "skipped")
	if t.puzzles == 0 {
		_, err := io.WriteString(t.w, t.headline()+"\n")
		return err
	}
	return table.WriteText(t.w)
}
