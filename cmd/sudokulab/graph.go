package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/minigrid/graphio"
	"sudokulab/pkg/solver"
)

// The forms of a graph other than text and json.
const (
	formDOT     form = "dot"
	formGraphML form = "graphml"
	formSVG     form = "svg"
)

// graphing holds the flags of graph.
type graphing struct {
	in          inputFlags
	form        form
	output      string
	cfg         minigrid.Config
	budget      budgetFlags
	all         bool
	force       bool
	noSolutions bool
	nodes       int64
	timeout     time.Duration
}

func newGraph() *cobra.Command {
	s := graphing{cfg: minigrid.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "graph [puzzle | file | -]",
		Short: "Show the compatibility graph of a puzzle's box fillings",
		Long: "Runs the minigrid method on one puzzle: (1) notes which digits the givens use, (2) lists the fillings\n" +
			"of each box, (3) joins the fillings of dependent boxes that are compatible, (4) removes fillings\n" +
			"without a partner until none is left to remove, (5) searches what is left for solutions. Then it\n" +
			"finds out for each filling left whether some solution uses it, unless --no-solutions is given.\n\n" +
			"As text, the graph is summed up: per box, per phase, and the class of the puzzle. The other forms hold\n" +
			"the graph itself: json for programs, dot for Graphviz, graphml for Gephi, yEd and NetworkX, svg to\n" +
			"look at. Graphs of more than 20,000 fillings or 200,000 edges are refused there without --force.\n\n" +
			"--fillings, --compatibility and --pruning choose among the readings of the method's description; the\n" +
			"defaults are those under which it is right. Under --compatibility identical, what it says of a puzzle\n" +
			"is no proof.\n\n" + inputHelp,
		Example: "  sudokulab graph 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab graph --output graph.svg 12..34..2.4..3..\n" +
			"  sudokulab graph --format dot --all puzzle.txt > graph.dot\n" +
			"  sudokulab graph --fillings box --pruning none --no-solutions --max-bytes 2GiB puzzle.txt",
		Args: cobra.MaximumNArgs(1),
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addChoice(cmd, &s.form, "format", "form of the output: %s (default: as --output ends, else text)", formText, formJSON, formDOT, formGraphML, formSVG)
	cmd.Flags().StringVar(&s.output, "output", "", "write to this file, which appears when it is complete")
	writes.names(cmd, "output")
	completeFiles(cmd, "output", "json", "dot", "gv", "graphml", "svg", "txt")
	addChoice(cmd, &s.cfg.Fillings, "fillings", "fillings to list: by the box alone, by rows and columns as well, or after filling in singles: %s",
		minigrid.BoxOnly, minigrid.Lines, minigrid.Singles)
	addChoice(cmd, &s.cfg.Compatibility, "compatibility", "fillings to join: with no digit in common in a line, or with identical lines: %s", minigrid.Disjoint, minigrid.Identical)
	addChoice(cmd, &s.cfg.Pruning, "pruning", "fillings to keep: with a partner in every dependent box, in 2 to 4 boxes, with 2 to 4 edges, or all: %s",
		minigrid.Supported, minigrid.DegreeBoxes, minigrid.DegreeEdges, minigrid.Unpruned)
	s.budget.register(cmd, "")
	cmd.Flags().BoolVar(&s.all, "all", false, "write the fillings that pruning removed as well (json, dot, graphml)")
	cmd.Flags().BoolVar(&s.force, "force", false, "write a graph however large it is")
	cmd.Flags().BoolVar(&s.noSolutions, "no-solutions", false, "do not find out which fillings take part in solutions")
	addLimits(cmd, &s.nodes, &s.timeout)
	return cmd
}

// check looks at the flags and fills in the form.
func (s *graphing) check(cmd *cobra.Command) error {
	if s.form == formAuto {
		s.form = formText
		if s.output != "" {
			switch strings.ToLower(filepath.Ext(s.output)) {
			case ".json":
				s.form = formJSON
			case ".dot", ".gv":
				s.form = formDOT
			case ".graphml":
				s.form = formGraphML
			case ".svg":
				s.form = formSVG
			}
		}
	}
	if s.form == formText || s.form == formSVG {
		switch {
		case s.all:
			return fmt.Errorf("--all: %s shows what is left of the graph; say --format json, dot or graphml", s.form)
		case s.force:
			return fmt.Errorf("--force: %s is never too large; it is for --format json, dot and graphml", s.form)
		}
	}
	s.budget.apply(cmd, &s.cfg.MaxVertices, &s.cfg.MaxBytes, 0)
	return nil
}

func (s *graphing) run(cmd *cobra.Command, args []string) error {
	if err := s.check(cmd); err != nil {
		return err
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	ctx, t := cmd.Context(), newTally(cmd, in)
	e, err := onlyPuzzle(ctx, in, t)
	if err != nil {
		return err
	}
	g, err := s.build(ctx, e)
	if err != nil {
		return fmt.Errorf("%s: %w", e.place(), err)
	}
	if s.output == "" {
		w := bufio.NewWriter(&stoppable{ctx, cmd.OutOrStdout()})
		if err := g.write(w); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
		return t.failed()
	}
	file, err := newReplacement(ctx, s.output)
	if err != nil {
		return err
	}
	if err := finish(file, s.output, g.write(&stoppable{ctx, file})); err != nil {
		return err
	}
	return t.failed()
}

// graph is what is known of a puzzle's graph.
type graph struct {
	*graphing
	*minigrid.Analysis
	e      entry
	used   [][]bool // fillings that some solution uses; nil: not looked for
	search time.Duration
}

// build runs the method.
func (s *graphing) build(ctx context.Context, e entry) (*graph, error) {
	bounded := ctx
	if s.timeout > 0 {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	g := &graph{graphing: s, e: e}
	var err error
	if g.Analysis, err = minigrid.Analyse(bounded, e.Board, s.cfg, solver.Limits{Nodes: s.nodes}); err != nil {
		return nil, err
	}
	if g.FoundOut == 3 { // what follows proves nothing more, but is part of the graph
		if err := g.Graph.PruneToFixedPoint(bounded); err != nil && bounded.Err() == nil {
			return nil, err
		}
		g.Phases[3] = g.Graph.Prune
	}
	if !s.noSolutions && g.complete() {
		start := time.Now()
		if g.used, err = g.Graph.InSolutions(bounded); err != nil && bounded.Err() == nil {
			return nil, err
		}
		g.search = time.Since(start)
	}
	return g, ctx.Err()
}

// complete reports whether there is a graph, pruned to the end.
func (g *graph) complete() bool {
	if g.Graph == nil || g.Graph.Capped() {
		return false
	}
	return g.cfg.Pruning == minigrid.Unpruned || g.Phases[3].Steps > 0
}

// write writes the graph in the form asked for.
func (g *graph) write(w io.Writer) error {
	if g.form == formText {
		return g.text(w)
	}
	if !g.complete() {
		return fmt.Errorf("no graph to write as %s: %s", g.form, g.verdict())
	}
	if g.form == formSVG {
		o := graphio.DefaultSVGOptions()
		o.Title, o.Alphabet, o.InSolutions = g.e.Name, cmp.Or(alphabetOf(g.in.alphabet), g.e.Alphabet, o.Alphabet), g.used
		return graphio.WriteSVG(w, g.Graph, o)
	}
	o := graphio.DefaultOptions()
	o.Title, o.All, o.InSolutions = g.e.Name, g.all, g.used
	if g.force {
		o.MaxVertices, o.MaxEdges = 0, 0
	}
	write := graphio.WriteJSON
	switch g.form {
	case formDOT:
		write = graphio.WriteDOT
	case formGraphML:
		write = graphio.WriteGraphML
	}
	err := write(w, g.Graph, o)
	if errors.Is(err, graphio.ErrTooLarge) {
		err = fmt.Errorf("%w; --force writes it nevertheless", err)
	}
	return err
}

// verdict says what the method found, and which phase found a puzzle unsolvable or was ended
// by a limit.
func (g *graph) verdict() string {
	switch {
	case g.FoundOut > 0:
		why := [...]string{
			"two equal givens share a unit", "a box has no filling", "two boxes have no compatible fillings",
			"a box has no filling left", "no choice of fillings goes together",
		}[g.FoundOut-1]
		return fmt.Sprintf("%s, found in phase %d: %s", g.Class, g.FoundOut, why)
	case g.Permutations == nil:
		return "undecided: the limit was reached in phase 2"
	case g.Permutations.Capped():
		return "undecided: there are more fillings than --max-vertices and --max-bytes allow"
	case g.Graph == nil:
		return "undecided: the limit was reached in phase 3"
	case g.Graph.Capped():
		return "undecided: the graph is larger than --max-bytes allows"
	case !g.complete():
		return "undecided: the limit was reached in phase 4"
	}
	found := inWords(&solver.Result{Status: g.extracted(), Solutions: int(g.Solutions)}, solver.Limits{}.MaxSolutions())
	return fmt.Sprintf("%s: %s", g.Class, found)
}

// extracted is the status of phase 5 by itself, which proves nothing where phase 3 may have
// joined the wrong fillings.
func (g *graph) extracted() solver.Status {
	return solver.Conclude(int(g.Solutions), solver.Limits{}.MaxSolutions(), !g.AtLeast)
}

// text sums the graph up.
func (g *graph) text(w io.Writer) error {
	shape := g.e.Board.Shape()
	head := g.e.place()
	if g.e.Name != "" {
		head += " (" + label(g.e.Name) + ")"
	}
	fmt.Fprintf(w, "%s: %v, %s\n%s\n", head, shape, plural(g.e.Board.Filled(), "given"), g.verdict())
	if g.cfg.Compatibility == minigrid.Identical && g.FoundOut != 1 && g.FoundOut != 2 {
		fmt.Fprintln(w, "  by --compatibility identical, which joins fillings that break the rules: not a proof")
	}
	p := pen{alphabet: alphabetOf(g.in.alphabet)}.of(&g.e)
	for _, c := range engine.GivenConflicts(g.e.Board) {
		fmt.Fprintf(w, "  conflict: %s\n", p.conflict(c))
	}
	if g.Permutations != nil {
		fmt.Fprintln(w)
		if err := g.boxes().WriteText(w); err != nil {
			return err
		}
	}
	if g.complete() {
		fmt.Fprintf(w, "\n%s\n", g.edges())
	}
	fmt.Fprintln(w)
	return g.phases().WriteText(w)
}

// boxes returns the table of fillings.
func (g *graph) boxes() *lab.Table {
	t := &lab.Table{
		Title:   fmt.Sprintf("Fillings (--fillings %s, --compatibility %s, --pruning %s)", g.cfg.Fillings, g.cfg.Compatibility, g.cfg.Pruning),
		Columns: []string{"Box", "Givens", "Listed", "Left", "In solutions"},
	}
	shape := g.e.Board.Shape()
	var listed, left, used int64
	for box := range shape.Side() {
		unit := 2*shape.Side() + box
		givens := 0
		for _, cell := range shape.Units()[unit] {
			if g.e.Board.At(cell) != 0 {
				givens++
			}
		}
		row := []string{shape.UnitName(unit), whole(int64(givens)), "–", "–", "–"}
		size, exact := g.Permutations.Size(box)
		switch {
		case g.Permutations.Listed(box):
			listed += int64(g.Permutations.Count(box))
			row[2] = whole(int64(g.Permutations.Count(box)))
		case exact:
			row[2] = "– of " + lab.Number(float64(size))
		}
		if g.complete() {
			n := int64(g.Graph.AliveCount(box))
			left += n
			row[3] = whole(n)
		}
		if g.used != nil {
			n := int64(0)
			for _, is := range g.used[box] {
				if is {
					n++
				}
			}
			used += n
			row[4] = whole(n)
		}
		t.Add(row...)
	}
	all := []string{"all", whole(int64(g.e.Board.Filled())), whole(listed), "–", "–"}
	if g.complete() {
		all[3] = whole(left)
	}
	if g.used != nil {
		all[4] = whole(used)
		if left > used {
			t.Notes = append(t.Notes, fmt.Sprintf("%s left take part in no solution: a partner in each dependent box is not enough.", plural(int(left-used), "filling")))
		}
	} else if g.complete() && !g.noSolutions {
		t.Notes = append(t.Notes, "The limit was reached before it was clear which fillings take part in solutions.")
	}
	t.Add(all...)
	return t
}

func whole(n int64) string { return lab.Number(float64(n)) }

// edges returns a sentence about the edges.
func (g *graph) edges() string {
	m := g.Graph.Metrics()
	s := fmt.Sprintf("%s dependent pairs of boxes: %s edges of %s possible (%s)", whole(int64(len(g.Graph.Pairs()))), whole(m.Edges),
		whole(g.Graph.Product()), lab.Share(float64(m.Edges), float64(g.Graph.Product())))
	if m.Rounds > 0 {
		s += fmt.Sprintf("; %s left after %s", whole(m.AliveEdges), passes(m.Rounds))
	}
	return s
}

func passes(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return fmt.Sprintf("%d passes", n)
}

// phases returns the table of costs.
func (g *graph) phases() *lab.Table {
	t := &lab.Table{Title: "Phases", Columns: []string{"Phase", "Steps", "What a step is", "Memory", "Time"}}
	for i, what := range [5][2]string{
		{"1 masks", "cell read"},
		{"2 fillings", "digit tried"},
		{"3 edges", "pair of line contents compared"},
		{"4 pruning", "filling or edge looked at"},
		{"5 extraction", "filling tried"},
	} {
		p := g.Phases[i]
		if p == (minigrid.Phase{}) {
			t.Add(what[0], "–", what[1], "–", "–")
			continue
		}
		t.Add(what[0], whole(p.Steps), what[1], sizeText(p.Bytes), lab.Seconds(p.Elapsed.Seconds()))
	}
	if g.used != nil {
		t.Notes = []string{"Then looking for the fillings that take part in solutions took " + lab.Seconds(g.search.Seconds()) + "."}
	}
	return t
}

// sizeText writes a number of bytes.
func sizeText(n int64) string {
	switch x := float64(n); {
	case n < 1e3:
		return whole(n) + " B"
	case n < 1e6:
		return lab.Number(x/1e3) + " kB"
	case n < 1e9:
		return lab.Number(x/1e6) + " MB"
	default:
		return lab.Number(x/1e9) + " GB"
	}
}
