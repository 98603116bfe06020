package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// solving holds the flags of solve.
type solving struct {
	in      inputFlags
	out     outputFlags
	method  methodFlags
	any     bool
	most    int
	nodes   int64
	timeout time.Duration
	jobs    int
	picture string

	networks  networkFlags
	explain   bool
	animation string
	film      string
	frames    string

	unique bool // uniqueness is asked for
	alone  bool // the method only asks a network
	limits solver.Limits
}

func newSolve() *cobra.Command {
	var s solving
	cmd := &cobra.Command{
		Use:   "solve [puzzle | file | -] …",
		Short: "Solve puzzles and prove that the solutions are unique",
		Long: "Solves puzzles, one result per puzzle, in the order of the input. Independent code checks every\n" +
			"solution against the rules before it is written.\n\n" +
			"Without --any or --max-solutions the search goes on until a second solution is found or there is\n" +
			"none; a puzzle that turns out not to have exactly one makes the exit code 2.\n\n" +
			"As line, a result is the solution, or the puzzle if none was found, followed by a status unless\n" +
			"the solution is unique: unsat, multiple, found (others not looked for), capped (a limit was\n" +
			"reached, or the network stopped short). Givens that contradict each other are named behind a #.\n" +
			"As json and csv it comes with exact counters of the work. Unless --alphabet says otherwise, an\n" +
			"answer is written in the characters of its puzzle.\n\n" +
			"Without --method each puzzle goes to the fastest exact method that takes its board; json and csv name\n" +
			"it. The gnn methods ask a network. Those that only ask it leave a puzzle capped where they fail;\n" +
			"gnn-start, gnn-guided and the hybrids continue with an exact search and always reach an answer.\n" +
			ifAgents("The method dqn asks an agent, which makes one move after the other; dqn-guided goes on with an exact\n"+
				"search where the moves fail.\n") + "\n" + inputHelp,
		Example: "  sudokulab solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab solve puzzles.txt > solutions.txt\n" +
			"  zcat puzzles.gz | sudokulab solve --any --format json\n" +
			"  sudokulab solve --set 17clue --first 1000 --method csp-fifo --format csv\n" +
			"  sudokulab solve --method gnn-refine --explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	s.out.register(cmd)
	s.method.networks = &s.networks
	s.method.register(cmd)
	cmd.Flags().BoolVar(&s.explain, "explain", false, "with a gnn, "+ifAgents("dqn, ")+"csp or tensor method: explain how one puzzle was answered: what the network thought round by round, "+
		ifAgents("each move of the agent, ")+"what was struck, or each step of the tensor network")
	cmd.Flags().StringVar(&s.film, "film", "", "also show how the method answers one puzzle, picture by picture, in this .html file with buttons or this .gif file")
	writes.names(cmd, "film")
	completeFiles(cmd, "film", "html", "gif")
	cmd.Flags().StringVar(&s.frames, "frames", "", "how finely --film shows the way: "+string(film.Steps)+" or "+string(film.Guesses)+", of csp methods "+string(film.Strikes)+", "+string(film.Decisions)+" or "+string(film.Guesses)+" (default: as suits)")
	cmd.Flags().StringVar(&s.animation, "animation", "", "as --film to a .gif file; with a gnn method, what the network thought of one puzzle after each step")
	writes.names(cmd, "animation")
	completeFiles(cmd, "animation", "gif")
	cmd.Flags().BoolVar(&s.any, "any", false, "stop at the first solution, without asking for others")
	s.most = 2
	addNumber(cmd, &s.most, "max-solutions", 0, noBound, "stop at this many solutions (0: count all)")
	cmd.MarkFlagsMutuallyExclusive("any", "max-solutions")
	addLimits(cmd, &s.nodes, &s.timeout)
	addJobs(cmd, &s.jobs)
	cmd.Flags().StringVar(&s.picture, "picture", "", "also draw the one puzzle to this .svg or .png file")
	writes.names(cmd, "picture")
	completeFiles(cmd, "picture", "svg", "png")
	return cmd
}

// addLimits adds the flags that bound a search.
func addLimits(cmd *cobra.Command, nodes *int64, timeout *time.Duration) {
	addNumber(cmd, nodes, "max-nodes", 0, noBound, "bound on the search nodes of a puzzle, the same on every machine (0: none)")
	addTime(cmd, timeout, "timeout", "bound on the time of a puzzle, such as 500ms (0: none)")
}

// prepare turns the flags into limits.
func (s *solving) prepare(cmd *cobra.Command) error {
	s.limits = solver.Limits{Solutions: s.most, Nodes: s.nodes, Time: s.timeout}
	switch {
	case s.any:
		s.limits.Solutions = 1
	case s.most == 0:
		s.limits.Solutions = noLimit
	}
	s.unique = !s.any && !cmd.Flags().Changed("max-solutions")
	if s.animation != "" && !strings.EqualFold(filepath.Ext(s.animation), ".gif") {
		return fmt.Errorf("--animation %s: want a name that ends in .gif", s.animation)
	}
	if err := ending("film", s.film, ".html", ".gif"); err != nil {
		return err
	}
	if s.picture != "" {
		switch strings.ToLower(filepath.Ext(s.picture)) {
		case ".svg", ".png":
		default:
			return fmt.Errorf("--picture %s: want a name that ends in .svg or .png", s.picture)
		}
	}
	return nil
}

// answer is a result with the bytes that say it.
type answer struct {
	res  solver.Result
	text []byte
}

func (a *answer) said() *[]byte { return &a.text }

func (s *solving) run(cmd *cobra.Command, args []string) error {
	if err := s.prepare(cmd); err != nil {
		return err
	}
	by, err := s.method.open(cmd)
	if err != nil {
		return err
	}
	solvers := forks{of: by}
	defer solvers.close()
	s.alone = by.Method().Proves == method.Finds
	if s.explain || s.animation != "" || s.film != "" || s.frames != "" {
		return s.explainOne(cmd, args, by)
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	stdout := cmd.OutOrStdout()
	p := pen{in.opts.Alphabet, colored(s.out.color, stdout)}
	chosen, textIfAlone := s.out.settle(in, stdout)
	newText := func(f form) *solveText {
		w := newSolveText(p, f, s.limits.Solutions)
		w.alone, w.bounded, w.untimed = s.alone, s.timeout > 0, !s.out.times
		return w
	}
	onlyLines := chosen == formLine && !textIfAlone && s.picture == ""
	workers := workersOf(cmp.Or(s.jobs, by.Abreast()), func() func(context.Context, *entry) (answer, error) {
		return solveWorker(tersely(solvers.next(), s.limits, onlyLines), s.limits, newText(chosen))
	})
	if solvers.err != nil {
		return solvers.err
	}

	t := newTally(cmd, in)
	w := bufio.NewWriterSize(stdout, 64<<10)
	if _, err := w.WriteString(newText(chosen).header()); err != nil {
		return err
	}
	notUnique := 0
	lone := held[answer]{textIfAlone: textIfAlone}
	err = stream(cmd.Context(), in, workers, (*answer).said, t, func(e *entry, a answer) error {
		t.count(a.res.Status.String())
		if a.res.Status != solver.Unique {
			notUnique++
		}
		if s.picture != "" && t.puzzles > 1 {
			return errors.New("--picture: want one puzzle, this is the second: " + e.place())
		}
		return lone.write(w, chosen, t.puzzles, e, a, a.text)
	}, w.Flush)
	if err == nil && lone.alone() {
		err = s.finishOne(cmd.Context(), &lone, newText(formText), stdout)
	}
	t.summary(s.out.quiet || err != nil && t.puzzles+t.skipped == 0)
	switch {
	case err != nil:
		return err
	case t.skipped > 0:
		return t.failed()
	case s.unique && notUnique > 0:
		if t.puzzles == 1 {
			words := newText(formText).words(&lone.e, &lone.r.res)
			if all := clash(lone.e.Board, lone.r.res.Status); len(all) > 0 {
				words += ": " + p.of(&lone.e).conflicts(all)
			}
			return fmt.Errorf("solve: %w: %s", errNotUnique, words)
		}
		limit := "reached a limit"
		if s.alone {
			limit = "were left open by the network, which proves nothing"
		}
		return fmt.Errorf("solve: %w: %d of %d have none or more, or %s", errNotUnique, notUnique, t.puzzles, limit)
	}
	return nil
}

// namedSolver is what answers puzzles and says by which method, such as a method.Solver.
type namedSolver interface {
	solver.Solver
	NameFor(shape *board.Shape) string
}

// solveWorker returns the function that one goroutine maps puzzles with.
func solveWorker(by namedSolver, limits solver.Limits, text *solveText) func(context.Context, *entry) (answer, error) {
	return func(ctx context.Context, e *entry) (answer, error) {
		res, err := by.Solve(ctx, e.Board, limits)
		if err != nil {
			return answer{}, err
		}
		if err := verified(by, e.Board, res.Grid); err != nil {
			return answer{}, err
		}
		text.method = by.NameFor(e.Board.Shape())
		out, err := text.write(e, &res)
		return answer{res, out}, err
	}
}

// verified returns an error unless what a method gives as the first solution of a puzzle is one, or it gives none.
func verified(by solver.Solver, puzzle, grid board.Board) error {
	if grid.IsZero() || board.Solves(puzzle, grid) {
		return nil
	}
	return fmt.Errorf("%s gives a wrong solution: %w", by.Name(), board.CheckSolution(puzzle, grid))
}

// finishOne does what is done for a lone puzzle only: the text that was held back, and the
// picture.
func (s *solving) finishOne(ctx context.Context, lone *held[answer], text *solveText, stdout io.Writer) error {
	e, res := &lone.e, &lone.r.res
	if lone.waits() {
		out, err := text.write(e, res)
		if err != nil {
			return err
		}
		if _, err := stdout.Write(out); err != nil {
			return err
		}
	}
	if s.picture == "" {
		return nil
	}
	p := text.of(e)
	pic, _ := p.picture(e.Board, res.Grid)
	pic.Title, pic.Caption, pic.Rulers = label(e.Name), text.words(e, res), true
	return writePicture(ctx, s.picture, pic, p.alphabet)
}

// writePicture draws to a file whose name says whether it is SVG or PNG.
func writePicture(ctx context.Context, path string, pic render.Picture, alphabet board.Alphabet) error {
	draw := render.SVG
	if strings.EqualFold(filepath.Ext(path), ".png") {
		draw = render.PNG
	}
	options := render.DefaultOptions()
	options.Alphabet = cmp.Or(alphabet, options.Alphabet)
	var buf bytes.Buffer
	if err := draw(&buf, pic, options); err != nil {
		return err
	}
	return writeNamed(ctx, path, buf.Bytes())
}
