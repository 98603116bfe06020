package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/worksheet"
)

// mostOnSheet bounds the puzzles of a sheet: a ream of paper.
const mostOnSheet = 6000

// sheeting holds the flags of sheet.
type sheeting struct {
	in     inputFlags
	make   generating
	per    string
	sheet  worksheet.Options
	output string
	bad    error // of puzzles that --keep-going has left out
}

func newSheet() *cobra.Command {
	s := sheeting{sheet: worksheet.DefaultOptions(), output: "sheet.html"}
	s.make.pattern, s.make.accept = generate.PatternNone, making.AC3
	cmd := &cobra.Command{
		Use:   "sheet [puzzle | file | -] …",
		Short: "Write puzzles as pages to print, with the answers on the back",
		Long: "Writes puzzles as one HTML file that a browser prints: pages of numbered boards, each followed by the page with\n" +
			"its answers, which is its back where a printer uses both sides. Without a puzzle, file or set it makes new ones,\n" +
			"by --level, --givens or --difficulty; the same seed makes the same sheet. Puzzles that are given must have one\n" +
			"solution.\n\n" + inputHelp,
		Example: "  sudokulab sheet --level medium --count 12 --seed 7\n" +
			"  sudokulab sheet --difficulty x-wing --count 4 --per-page 4 --title \"Find the x-wings\" --output fish.html\n" +
			"  sudokulab sheet --answers end --paper letter --output class.html puzzles.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	fl := cmd.Flags()
	addNumber(cmd, &s.make.count, "count", 1, mostOnSheet, "puzzles to make")
	s.make.count = s.sheet.PerPage
	fl.Lookup("count").DefValue = strconv.Itoa(s.make.count)
	addChoice(cmd, &s.make.level, "level", levelHelp, making.Levels()...)
	fl.StringVar(&s.make.givens, "givens", "", "number of givens instead, such as 30 or 24-28")
	addChoice(cmd, &s.make.difficulty, "difficulty", "what the puzzles must need", append(difficulties(), techniqueNames()...)...)
	cmd.MarkFlagsMutuallyExclusive("level", "givens")
	addChoice(cmd, &s.make.pattern, "symmetry", "pattern of the givens", generate.Patterns()...)
	addSeed(cmd, &s.make.seed, "seed (default: a random one, printed on the sheet)")
	s.make.tries, s.make.attempts, s.make.nodes = 100_000, generate.DefaultConfig().Attempts, nodesBySide
	var per []string
	for _, n := range worksheet.PerPages() {
		per = append(per, strconv.Itoa(n))
	}
	s.per = strconv.Itoa(s.sheet.PerPage)
	addChoice(cmd, &s.per, "per-page", "puzzles on a page", per...)
	addChoice(cmd, &s.sheet.Answers, "answers", "where the answers are: on the %s page, at the end, or nowhere", worksheet.Next, worksheet.End, worksheet.None)
	addChoice(cmd, &s.sheet.Paper, "paper", "size of the pages", worksheet.A4, worksheet.Letter)
	fl.StringVar(&s.sheet.Title, "title", s.sheet.Title, "what stands above every page")
	fl.StringVar(&s.output, "output", s.output, "write to this .html file, which appears when it is complete")
	writes.names(cmd, "output")
	completeFiles(cmd, "output", "html")
	return cmd
}

func (s *sheeting) run(cmd *cobra.Command, args []string) error {
	if err := ending("output", s.output, ".html"); err != nil || s.output == "" {
		return fmt.Errorf("--output %s: want a name that ends in .html", filepath.Base(s.output))
	}
	var err error
	if s.sheet.PerPage, err = strconv.Atoi(s.per); err != nil {
		return err
	}
	given := len(args) > 0 || len(s.in.sets) > 0
	var puzzles []worksheet.Puzzle
	if given {
		for _, makes := range []string{"count", "level", "givens", "difficulty", "symmetry", "seed"} {
			if cmd.Flags().Changed(makes) {
				return fmt.Errorf("--%s: is for new puzzles, and here are some to print", makes)
			}
		}
		puzzles, err = s.read(cmd, args)
	} else {
		puzzles, err = s.fresh(cmd)
	}
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := worksheet.HTML(&out, puzzles, s.sheet); err != nil {
		return err
	}
	if err := writeNamed(cmd.Context(), s.output, out.Bytes()); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), s.output); err != nil {
		return err
	}
	return s.bad
}

// fresh makes puzzles.
func (s *sheeting) fresh(cmd *cobra.Command) (puzzles []worksheet.Puzzle, err error) {
	if s.make.side = s.in.side; s.make.side == 0 {
		s.make.side = board.Standard().Side()
	}
	cfg, err := s.make.config()
	if err != nil {
		return nil, err
	}
	if !cmd.Flags().Changed("seed") {
		if s.make.seed, err = randomSeed(); err != nil {
			return nil, err
		}
	}
	cfg.Seed = s.make.seed
	source, err := making.New(cfg)
	if err != nil {
		return nil, err
	}
	for p, err := range source.Puzzles(cmd.Context(), 0, s.make.count, runtime.GOMAXPROCS(0)) {
		if err != nil {
			return nil, s.make.advised(err)
		}
		puzzles = append(puzzles, worksheet.Puzzle{Board: p.Board, Solution: p.Solution, Name: plural(p.Givens, "given")})
	}
	asked := []string{"sudokulab sheet"}
	for _, name := range []string{"side", "level", "givens", "difficulty", "symmetry", "count"} {
		if f := cmd.Flags().Lookup(name); f.Changed {
			asked = append(asked, "--"+name+" "+f.Value.String())
		}
	}
	s.sheet.Note = strings.Join(append(asked, "--seed "+strconv.FormatUint(s.make.seed, 10)), " ")
	return puzzles, nil
}

// read takes the puzzles that are given, and solves them.
func (s *sheeting) read(cmd *cobra.Command, args []string) (puzzles []worksheet.Puzzle, err error) {
	ctx := cmd.Context()
	in, err := s.in.open(cmd, args)
	if err != nil {
		return nil, err
	}
	by, err := method.Open(ctx, method.Auto, method.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, by.Close()) }()
	t := newTally(cmd, in)
	for e, err := range in.awaited(ctx) {
		switch {
		case err != nil:
			return nil, err
		case e.bad():
			t.skip(e.err)
			continue
		case len(puzzles) == mostOnSheet:
			return nil, fmt.Errorf("%s is puzzle %d, a sheet holds %d; --first takes some", e.place(), mostOnSheet+1, mostOnSheet)
		}
		p, err := s.answered(ctx, by, &e)
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p)
	}
	s.sheet.Alphabet = in.opts.Alphabet
	if t.skipped > 0 {
		s.bad = t.failed()
	}
	switch {
	case s.bad != nil && len(puzzles) == 0:
		return nil, s.bad
	case len(puzzles) == 0:
		return nil, errors.New("no puzzle, want one or more")
	}
	return puzzles, nil
}

// answered solves a puzzle, which must have one solution.
func (s *sheeting) answered(ctx context.Context, by solver.Solver, e *entry) (worksheet.Puzzle, error) {
	r, err := by.Solve(ctx, e.Board, solver.Limits{})
	switch {
	case err != nil:
		return worksheet.Puzzle{}, err
	case r.Status == solver.Cancelled:
		return worksheet.Puzzle{}, ctx.Err()
	case r.Status != solver.Unique:
		return worksheet.Puzzle{}, fmt.Errorf("%s: %s; a puzzle to print must have exactly one solution", e.place(), inWords(&r, solver.Limits{}.MaxSolutions()))
	}
	name := plural(e.Board.Filled(), "given")
	if e.Name != "" {
		name = e.Name
	}
	return worksheet.Puzzle{Board: e.Board, Solution: r.Grid, Name: name}, nil
}
