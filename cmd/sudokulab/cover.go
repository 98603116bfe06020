package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/pipeline"
)

// covering holds the flags of cover.
type covering struct {
	classic string
	sudoku  string
	variant variantFlags
	print   bool

	form      form
	choice    dlx.Choice
	limit     int64
	countOnly bool
	stats     bool
	quiet     bool
	nodes     int64
	timeout   time.Duration
}

func newCover() *cobra.Command {
	s := covering{form: formText, choice: dlx.DefaultConfig().Choice}
	cmd := &cobra.Command{
		Use:   "cover [file | -]",
		Short: "Solve exact cover problems by dancing links",
		Long: "Reads an exact cover problem in the text format of Knuth's programs DLX1 and DLX2 and prints its\n" +
			"solutions as they are found. Lines that begin with | are comments. The first other line names the\n" +
			"items, the primary ones and, behind a |, the secondary ones; each further line is an option, which\n" +
			"is a set of items. A solution is a set of options that covers each primary item exactly once and each\n" +
			"secondary one at most once, or any number of times in one color, written as in x:red.\n\n" +
			"As text, a solution is a comment with its number, its options, one per line, and a blank line; as json,\n" +
			"it is a line, and a line of kind result ends them. --count-only prints the number of solutions, with\n" +
			"≥ if a limit ended the count. What was found, and with --stats what it cost, goes to standard error.\n\n" +
			"--classic poses a well-known problem instead, --print writes the problem instead of solving it, and\n" +
			"--sudoku writes a puzzle, given as such or in a file, as an exact cover problem. The exit code is 0\n" +
			"however many solutions there are.",
		Example: "  sudokulab cover problem.txt\n" +
			"  sudokulab cover --classic queens=8 --count-only --stats\n" +
			"  sudokulab cover --classic pentominoes=6x10 --print > pentominoes.txt\n" +
			"  sudokulab cover --sudoku 12..34..2.4..3.. | sudokulab cover --format json -",
		Args: cobra.MaximumNArgs(1),
		RunE: naming(s.run),
	}
	fl := cmd.Flags()
	fl.StringVar(&s.classic, "classic", "", "pose this problem: queens=8 (8 queens), langford=7 (pairs of 1 to 7), pentominoes=6x10 (rows and columns)")
	complete(cmd, "classic", "queens=8", "langford=7", "pentominoes=6x10")
	fl.StringVar(&s.sudoku, "sudoku", "", "write this puzzle, or the one in this file, as a problem")
	reads.names(cmd, "sudoku")
	s.variant.register(cmd)
	fl.BoolVar(&s.print, "print", false, "write the problem, do not solve it")
	addChoice(cmd, &s.form, "format", "form of the solutions", formText, formJSON)
	addChoice(cmd, &s.choice, "choice", "item to branch on: %s, that is the one with the fewest options or the leftmost", dlx.MRV, dlx.First)
	addNumber(cmd, &s.limit, "limit", 0, noBound, "stop at this many solutions (0: all)")
	fl.BoolVar(&s.countOnly, "count-only", false, "only say how many solutions there are")
	fl.BoolVar(&s.stats, "stats", false, "say on standard error what the search cost: nodes, updates, cleansings and more")
	fl.BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addNumber(cmd, &s.nodes, "max-nodes", 0, noBound, "bound on the search nodes, the same on every machine; without --count-only the search then runs twice (0: none)")
	addTime(cmd, &s.timeout, "timeout", "bound on the time, such as 500ms (0: none)")
	cmd.MarkFlagsMutuallyExclusive("classic", "sudoku")
	for _, writes := range []string{"print", "sudoku"} {
		for _, solves := range []string{"format", "choice", "limit", "count-only", "stats", "max-nodes", "timeout"} {
			cmd.MarkFlagsMutuallyExclusive(writes, solves)
		}
	}
	return cmd
}

func (s *covering) run(cmd *cobra.Command, args []string) error {
	switch {
	case s.sudoku == "" && s.variant.diagonal:
		return errors.New("--diagonal: is for --sudoku")
	case s.sudoku == "" && s.variant.regions != "":
		return errors.New("--regions: is for --sudoku")
	case len(args) > 0 && (s.classic != "" || s.sudoku != ""):
		return fmt.Errorf("%s: --classic and --sudoku take the place of a file", args[0])
	}
	ctx, stdout := cmd.Context(), cmd.OutOrStdout()
	var p *dlx.Problem
	var err error
	comment := ""
	switch {
	case s.sudoku != "":
		p, comment, err = s.puzzle(cmd)
	case s.classic != "":
		p, err = classicProblem(s.classic)
		comment = s.classic
	default:
		p, err = readProblem(cmd, args)
	}
	switch {
	case err != nil:
		return err
	case s.print || s.sudoku != "":
		w := bufio.NewWriter(&stoppable{ctx, stdout})
		if comment != "" {
			fmt.Fprintf(w, "| %s\n", printable(comment))
		}
		if err := p.Write(w); err != nil {
			return err
		}
		return w.Flush()
	}
	by, err := dlx.NewSolver(p, dlx.Config{Choice: s.choice})
	if err != nil {
		return err
	}
	t := newTally(cmd, &input{size: -1})
	t.piece = "solutions"
	c := cover{covering: s, by: by}
	if s.countOnly {
		err = c.count(ctx, stdout)
	} else {
		err = c.list(ctx, t, stdout)
	}
	if !s.quiet || s.stats {
		c.say(t)
	}
	return err
}

// stoppable is a writer that ends with its context.
type stoppable struct {
	ctx context.Context //nolint:containedctx // of this one use
	w   io.Writer
}

func (s *stoppable) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}

// cover is one run on a problem.
type cover struct {
	*covering
	by      *dlx.Solver
	found   int64
	stopped string // what ended the search: the flag of a limit, or interruption; empty if nothing did
	c       dlx.Counters
	elapsed time.Duration
}

// interruption ends a search from outside.
const interruption = "an interrupt"

// bound returns a context that ends with --timeout.
func (c *cover) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if c.timeout == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, c.timeout)
}

// solve counts the solutions within the limits.
func (c *cover) solve(ctx, bounded context.Context) error {
	res, err := c.by.Solve(bounded, nil, dlx.Limits{Solutions: c.limit, Nodes: c.nodes})
	if err != nil {
		return err
	}
	c.found, c.c = res.Solutions, res.Counters
	switch res.Stop {
	case dlx.SolutionLimit:
		c.stopped = "--limit"
	case dlx.NodeLimit:
		c.stopped = "--max-nodes"
	case dlx.Cancelled:
		c.stopped = "--timeout"
		if ctx.Err() != nil {
			c.stopped = interruption
		}
	}
	return ctx.Err()
}

// count writes the number of solutions.
func (c *cover) count(ctx context.Context, w io.Writer) error {
	bounded, cancel := c.bound(ctx)
	defer cancel()
	start := time.Now()
	err := c.solve(ctx, bounded)
	c.elapsed = time.Since(start)
	if err != nil {
		return err
	}
	if c.form == formJSON {
		return c.result(w)
	}
	_, err = fmt.Fprintln(w, countText(int(c.found), c.stopped != ""))
	return err
}

// list writes the solutions.
func (c *cover) list(ctx context.Context, t *tally, stdout io.Writer) error {
	inner, cancel := context.WithCancel(ctx)
	out := pipeline.NewOutlet()
	done := make(chan error, 1)
	go func() {
		err := c.search(inner, out)
		out.End()
		done <- err
	}()
	w := bufio.NewWriterSize(stdout, 64<<10)
	err := out.Drain(w, t.progress)
	cancel() // the search goes on if writing failed
	searchErr := <-done
	t.hide()
	if flushErr := w.Flush(); err == nil {
		err = flushErr
	}
	switch {
	case err != nil:
		return err
	case searchErr != nil:
		return searchErr
	case c.form == formJSON:
		return c.result(stdout)
	}
	return nil
}

// search puts the solutions into the outlet. A limit of nodes is for counting; the same
// search lists as many solutions as were counted within it.
func (c *cover) search(ctx context.Context, out *pipeline.Outlet) error {
	bounded, cancel := c.bound(ctx)
	defer cancel()
	start := time.Now()
	defer func() { c.elapsed = time.Since(start) }()
	most := c.limit
	if c.nodes > 0 {
		if err := c.solve(ctx, bounded); err != nil {
			return err
		}
		if most = c.found; most == 0 {
			return nil
		}
	}
	counted := c.nodes > 0
	c.found = 0
	var text solutionOptions
	for options, err := range c.by.Solutions(bounded, nil) {
		switch {
		case err != nil && ctx.Err() == nil && errors.Is(err, bounded.Err()):
			c.stopped, counted = "--timeout", false
		case err != nil:
			if ctx.Err() != nil {
				c.stopped = interruption
			}
			return err
		default:
			c.found++
			piece, err := text.write(c.form, c.by.Problem(), c.found, options)
			if err != nil {
				return err
			}
			if err := out.Put(ctx, piece, 1); err != nil {
				c.found-- // not written
				if ctx.Err() != nil {
					c.stopped = interruption
				}
				return err
			}
		}
		if c.stopped == "--timeout" || c.found == most {
			break
		}
	}
	if !counted {
		c.c = c.by.Counters()
		if most > 0 && c.found == most {
			c.stopped = "--limit"
		}
	}
	return nil
}

// solutionOptions writes solutions.
type solutionOptions struct {
	buf bytes.Buffer
}

// coverSolution is the JSON form of a solution.
type coverSolution struct {
	Kind    string   `json:"kind"`   // solution
	Number  int64    `json:"number"` // from 1
	Options []string `json:"options"`
}

// write returns a solution in the form, good until the next call.
func (w *solutionOptions) write(f form, p *dlx.Problem, number int64, options []int) ([]byte, error) {
	w.buf.Reset()
	if f == formJSON {
		s := coverSolution{Kind: "solution", Number: number, Options: make([]string, len(options))}
		for i, o := range options {
			s.Options[i] = p.OptionText(o)
		}
		enc := json.NewEncoder(&w.buf)
		enc.SetEscapeHTML(false)
		err := enc.Encode(s)
		return w.buf.Bytes(), err
	}
	fmt.Fprintf(&w.buf, "| solution %d\n", number)
	for _, o := range options {
		w.buf.WriteString(printable(p.OptionText(o)))
		w.buf.WriteByte('\n')
	}
	w.buf.WriteByte('\n')
	return w.buf.Bytes(), nil
}

// coverResult ends the JSON form.
type coverResult struct {
	Kind      string        `json:"kind"` // result
	Items     int           `json:"items"`
	Secondary int           `json:"secondary"` // of the items
	Options   int           `json:"options"`
	Choice    dlx.Choice    `json:"choice"`
	Solutions int64         `json:"solutions"`
	Exact     bool          `json:"exact"` // else Solutions is a lower bound
	Counters  dlx.Counters  `json:"counters"`
	Elapsed   time.Duration `json:"elapsed_ns"`
}

func (c *cover) result(w io.Writer) error {
	p := c.by.Problem()
	return json.NewEncoder(w).Encode(coverResult{
		Kind: "result", Items: p.Items(), Secondary: p.Items() - p.Primaries(), Options: p.Options(), Choice: c.choice,
		Solutions: c.found, Exact: c.stopped == "", Counters: c.c, Elapsed: c.elapsed,
	})
}

// say tells on standard error what was found and, if that is asked for, what it cost.
func (c *cover) say(t *tally) {
	number := func(n int64) string { return lab.Number(float64(n)) }
	said := c.countOnly && c.stopped == "" && !c.stats // by the one number
	if !c.quiet && !said {
		line := number(c.found) + " solutions"
		if c.found == 1 {
			line = "1 solution"
		}
		if c.stopped != "" {
			line = "at least " + line + ", " + c.stopped + " ended the search,"
		}
		fmt.Fprintf(t.w, "cover: %s in %s\n", line, lab.Seconds(c.elapsed.Seconds()))
	}
	if !c.stats {
		return
	}
	p := c.by.Problem()
	fmt.Fprintf(t.w, "  problem     %s primary items, %s secondary ones, %s options, %s elements", number(int64(p.Primaries())),
		number(int64(p.Items()-p.Primaries())), number(int64(p.Options())), number(int64(p.Elements())))
	if n := p.Dropped(); n > 0 {
		fmt.Fprintf(t.w, ", %s options without a primary item left out", number(int64(n)))
	}
	for _, l := range []struct {
		name string
		n    int64
	}{
		{"nodes", c.c.Nodes},
		{"updates", c.c.Updates},
		{"cleansings", c.c.Cleansings},
		{"branches", c.c.Branches},
		{"backtracks", c.c.Backtracks},
		{"max depth", c.c.MaxDepth},
	} {
		fmt.Fprintf(t.w, "\n  %-11s %s", l.name, number(l.n))
	}
	fmt.Fprintln(t.w)
}
