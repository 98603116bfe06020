package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// tracing holds the flags of trace.
type tracing struct {
	in       inputFlags
	form     form
	queue    csp.Queue
	search   bool
	arcs     bool
	condense bool
	cells    []string
	svg      string
	film     string
	events   int
	lines    int
	nodes    int64
	timeout  time.Duration

	drawings []func(context.Context) error // that wait for the end of the input: what they replace stays where it turns out to be wrong
}

func newTrace() *cobra.Command {
	s := tracing{form: formText, queue: csp.FIFO}
	cmd := &cobra.Command{
		Use:   "trace [puzzle | file | -] …",
		Short: "Show how constraints propagate, step by step",
		Long: "Runs arc consistency (AC-3) on each puzzle and shows the propagation as a tree: every candidate\n" +
			"struck hangs under what struck it, numbered in time. --search goes on with the search where arc\n" +
			"consistency leaves cells open. What a limit cuts off is stated.\n\n" +
			"As json, each event is a line with its cell as r1c3 and its digits, and each puzzle ends with a\n" +
			"line of kind result.\n\n" + inputHelp,
		Example: "  sudokulab trace --condense 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab trace --cell r1c3,r2c2 puzzle.txt\n" +
			"  sudokulab trace --search --svg tree.svg puzzle.txt\n" +
			"  sudokulab trace --search --animation film.gif puzzle.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addChoice(cmd, &s.form, "format", "form of the output", formText, formJSON)
	addChoice(cmd, &s.queue, "queue", "order in which arcs are revised", csp.FIFO, csp.LIFO, csp.FIFOSet, csp.Events)
	cmd.Flags().BoolVar(&s.search, "search", false, "search where arc consistency leaves cells open, for up to two solutions")
	cmd.Flags().BoolVar(&s.arcs, "arcs", false, "include the revisions that strike nothing (json)")
	cmd.Flags().BoolVar(&s.condense, "condense", false, "leave out the steps that leave a cell several candidates")
	addNames(cmd, &s.cells, "cell", "show only what happens to these cells, such as r1c3")
	cmd.Flags().StringVar(&s.svg, "svg", "", "draw the tree of the one puzzle to this file instead")
	writes.names(cmd, "svg")
	completeFiles(cmd, "svg", "svg")
	cmd.Flags().StringVar(&s.film, "animation", "", "also draw the one puzzle decision by decision to this .gif file")
	writes.names(cmd, "animation")
	completeFiles(cmd, "animation", "gif")
	s.events, s.lines = 200_000, 2000
	addNumber(cmd, &s.events, "max-events", 0, noBound, "keep this many events of a puzzle (0: all)")
	addNumber(cmd, &s.lines, "max-lines", 0, noBound, "print this many lines of a tree (0: all)")
	addLimits(cmd, &s.nodes, &s.timeout)
	return cmd
}

func (s *tracing) run(cmd *cobra.Command, args []string) error {
	switch {
	case s.arcs && s.form != formJSON:
		return errors.New("--arcs: only events have them, say --format json")
	case s.svg != "" && (cmd.Flags().Changed("format") || len(s.cells) > 0):
		return errors.New("--svg: draws the tree, so it excludes --format and --cell")
	case s.condense && (s.form == formJSON || len(s.cells) > 0):
		return errors.New("--condense: is of the tree, so it excludes --format json and --cell")
	}
	if s.film != "" && !strings.EqualFold(filepath.Ext(s.film), ".gif") {
		return fmt.Errorf("--animation %s: want a name that ends in .gif", s.film)
	}
	for _, c := range s.cells {
		if !cellName.MatchString(c) {
			return fmt.Errorf("--cell %s: want a name such as r1c3", c)
		}
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	opened, by, err := openTracer(cmd.Context(), s.queue)
	if err != nil {
		return err
	}
	defer opened.Close() //nolint:errcheck // it has nothing to let go of
	t := newTally(cmd, in)
	w := bufio.NewWriter(cmd.OutOrStdout())
	// One worker: a trace is read, not waited for, and holds all its events in memory.
	err = stream(cmd.Context(), in, []func(context.Context, *entry) ([]byte, error){
		func(ctx context.Context, e *entry) ([]byte, error) { return s.one(ctx, by, e) },
	}, func(text *[]byte) *[]byte { return text }, t, func(e *entry, text []byte) error {
		if t.puzzles > 1 {
			if s.svg != "" {
				return errors.New("--svg: want one puzzle, this is the second: " + e.place())
			}
			if s.film != "" {
				return errors.New("--animation: want one puzzle, this is the second: " + e.place())
			}
			if s.form == formText {
				if err := w.WriteByte('\n'); err != nil {
					return err
				}
			}
		}
		_, err := w.Write(text)
		return err
	}, w.Flush)
	for _, draw := range s.drawings {
		if err == nil {
			err = draw(cmd.Context())
		}
	}
	if err != nil {
		return err
	}
	return t.failed()
}

// openTracer opens the method that is the document's with a queue, and its engine, which traces.
func openTracer(ctx context.Context, queue csp.Queue) (*method.Solver, *engine.CSPSolver, error) {
	want := csp.DocumentConfig()
	want.Queue = queue
	for _, m := range method.Exact() {
		if cfg, ok := m.Config.(engine.CSPConfig); !ok || cfg.Config != want {
			continue
		}
		s, err := method.Open(ctx, m.Name, method.Options{})
		if err != nil {
			return nil, nil, err
		}
		if by, ok := method.As[*engine.CSPSolver](s); ok {
			return s, by, nil
		}
	}
	return nil, nil, fmt.Errorf("--queue %s: no method has it", queue)
}

// one traces a puzzle and returns what is to be printed of it.
func (s *tracing) one(ctx context.Context, by *engine.CSPSolver, e *entry) ([]byte, error) {
	cells, err := cellsOf(e.Board.Shape(), s.cells)
	if err != nil {
		return nil, err
	}
	tr, err := by.Trace(ctx, e.Board, solver.Limits{Nodes: s.nodes, Time: s.timeout},
		engine.TraceOptions{Events: s.events, Arcs: s.arcs, PropagateOnly: !s.search})
	if err != nil {
		return nil, err
	}
	p := pen{alphabet: alphabetOf(s.in.alphabet)}.of(e)
	tr.Names.Value = func(v int) string { return p.digit(v + 1) }
	if s.film != "" {
		puzzle, whole := e.Board, tr
		s.drawings = append(s.drawings, func(ctx context.Context) error {
			if err := writeFilm(ctx, s.film, puzzle, whole); err != nil {
				return fmt.Errorf("--animation: %w", err)
			}
			return nil
		})
	}
	if s.condense {
		tr.Tree = tr.Tree.Condense()
	}
	var out bytes.Buffer
	if s.form == formJSON {
		err = s.writeEvents(&out, e, &tr, cells)
		return out.Bytes(), err
	}
	title := fmt.Sprintf("%s: propagation with queue %s", e.place(), s.queue)
	if e.Name != "" {
		title = fmt.Sprintf("%s (%s): propagation with queue %s", e.place(), label(e.Name), s.queue)
	}
	if s.svg != "" {
		if err := tr.Tree.WriteSVG(&out, csp.SVGOptions{Names: tr.Names, Title: title, MaxNodes: s.lines}); err != nil {
			return nil, err
		}
		svg := bytes.Clone(out.Bytes())
		s.drawings = append(s.drawings, func(ctx context.Context) error { return writeNamed(ctx, s.svg, svg) })
		out.Reset()
		fmt.Fprintf(&out, "%s\n", title)
		s.writeEnd(&out, p, e, &tr)
		return out.Bytes(), nil
	}
	fmt.Fprintf(&out, "%s\n", title)
	if len(cells) > 0 {
		for _, c := range cells {
			s.writeCourse(&out, &tr, c)
		}
	} else if err := tr.Tree.WriteText(&out, csp.TextOptions{Names: tr.Names, MaxLines: s.lines}); err != nil {
		return nil, err
	}
	s.writeEnd(&out, p, e, &tr)
	return out.Bytes(), nil
}

var cellName = regexp.MustCompile(`^[rR](\d{1,2})[cC](\d{1,2})$`)

// cellsOf returns the numbers of named cells of a board.
func cellsOf(shape *board.Shape, names []string) ([]int, error) {
	var cells []int
	for _, name := range names {
		var at [2]int
		for i, digits := range cellName.FindStringSubmatch(name)[1:] {
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 || n > shape.Side() {
				return nil, fmt.Errorf("no cell %s on a board of side %d", name, shape.Side())
			}
			at[i] = n - 1
		}
		cells = append(cells, shape.Cell(at[0], at[1]))
	}
	return cells, nil
}

// writeCourse tells what happened to one cell.
func (s *tracing) writeCourse(out io.Writer, tr *engine.CSPTrace, cell int) {
	set := func(d csp.Set) string { return d.Format(tr.Names.Value) }
	name := tr.Names.Variable
	fmt.Fprintf(out, "%s begins with %s\n", name(cell), set(tr.Domains[cell]))
	lines, dropped := 0, 0
	say := func(e csp.Event, format string, args ...any) {
		lines++
		if s.lines > 0 && lines > s.lines {
			dropped++
			return
		}
		fmt.Fprintf(out, "%6d  %s%s\n", e.Seq, strings.Repeat("  ", e.Depth), fmt.Sprintf(format, args...))
	}
	for _, e := range tr.Events {
		if e.Var != cell {
			continue
		}
		switch e.Kind {
		case csp.Reduction:
			say(e, "loses %s to %s, keeps %s", set(e.Removed()), name(e.By), set(e.After))
		case csp.Try:
			say(e, "tries %s of %s", tr.Names.Value(e.Value), set(e.Before))
		case csp.Backtrack:
			say(e, "takes %s back", tr.Names.Value(e.Value))
		case csp.Conflict:
			say(e, "contradicts %s", name(e.By))
		case csp.Wipeout:
			if e.By < 0 {
				say(e, "has no candidate")
			}
		}
	}
	if dropped > 0 {
		fmt.Fprintf(out, "… %s more, see --max-lines\n", plural(dropped, "line"))
	}
	if grid := tr.Result.Grid; !grid.IsZero() {
		fmt.Fprintf(out, "%s ends at %s\n", name(cell), tr.Names.Value(grid.At(cell)-1))
	}
}

// writeEnd says how the run ended, what it cost and what is missing from it.
func (s *tracing) writeEnd(out io.Writer, p pen, e *entry, tr *engine.CSPTrace) {
	r := &tr.Result
	count := func(name string) string { return lab.Number(float64(r.Stats.Counter(name))) }
	end := inWords(r, solver.Limits{}.MaxSolutions())
	if !s.search {
		switch r.Status {
		case solver.Unique:
			end = "arc consistency alone solves it, so it has exactly one solution"
		case solver.Unsat:
			end = "a cell runs out of candidates, so there is no solution"
		case solver.Capped:
			end = plural(int(r.Stats.Counter(engine.CounterRootOpen)), "cell") + " left with several candidates; --search goes on"
		}
	}
	fmt.Fprintf(out, "%s: %s arcs revised, %s candidates struck, %s cells came down to one",
		end, count(engine.CounterArcs), count(engine.CounterReductions), count(engine.CounterSingletons))
	if s.search {
		fmt.Fprintf(out, ", %s nodes, %s taken back", lab.Number(float64(r.Stats.Nodes)), lab.Number(float64(r.Stats.Backtracks)))
	}
	fmt.Fprintln(out)
	if all := clash(e.Board, r.Status); len(all) > 0 {
		fmt.Fprintln(out, p.conflicts(all))
	}
	if tr.Dropped > 0 {
		fmt.Fprintf(out, "… %s events more than --max-events are not shown\n", lab.Number(float64(tr.Dropped)))
	}
}

// traceEvent is the JSON form of an event.
type traceEvent struct {
	Puzzle  string        `json:"puzzle"`
	Seq     int64         `json:"seq"`
	Kind    csp.EventKind `json:"kind"`
	Depth   int           `json:"depth"`
	Cell    string        `json:"cell,omitempty"`
	By      string        `json:"by,omitempty"`
	Digit   int           `json:"digit,omitempty"` // tried, taken back or left alone
	Before  []int         `json:"before,omitempty"`
	After   []int         `json:"after,omitzero"`
	Removed []int         `json:"removed,omitempty"`
}

// traceResult ends the events of a puzzle.
type traceResult struct {
	Puzzle   string        `json:"puzzle"`
	Kind     string        `json:"kind"` // result
	Status   solver.Status `json:"status"`
	Search   bool          `json:"search"` // without: capped means that cells are left open
	Solution string        `json:"solution,omitempty"`
	// Conflicts are the givens that keep the puzzle from having a solution by themselves.
	Conflicts []engine.GivenConflict `json:"conflicts,omitempty"`
	Dropped   int64                  `json:"events_dropped,omitempty"`
	Stats     solver.Stats           `json:"stats"`
}

func (s *tracing) writeEvents(out io.Writer, e *entry, tr *engine.CSPTrace, cells []int) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	place := e.place()
	digits := func(d csp.Set) []int { return slices.AppendSeq([]int{}, encode.Digits(d).All()) }
	for _, ev := range tr.Events {
		if len(cells) > 0 && !slices.Contains(cells, ev.Var) {
			continue
		}
		j := traceEvent{Puzzle: place, Seq: ev.Seq, Kind: ev.Kind, Depth: ev.Depth}
		if ev.Var >= 0 {
			j.Cell, j.Before, j.After, j.Removed = tr.Names.Variable(ev.Var), digits(ev.Before), digits(ev.After), digits(ev.Removed())
		}
		if ev.By >= 0 {
			j.By = tr.Names.Variable(ev.By)
		}
		switch ev.Kind {
		case csp.Try, csp.Backtrack, csp.Singleton:
			j.Digit = ev.Value + 1
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	end := traceResult{Puzzle: place, Kind: "result", Status: tr.Result.Status, Search: s.search, Dropped: tr.Dropped, Stats: tr.Result.Stats}
	end.Conflicts = clash(e.Board, tr.Result.Status)
	if !tr.Result.Grid.IsZero() {
		end.Solution = pen{alphabet: alphabetOf(s.in.alphabet)}.of(e).line(tr.Result.Grid)
	}
	return enc.Encode(end)
}
