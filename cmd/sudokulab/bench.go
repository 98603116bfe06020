package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// besideNone asks for no engine beside the program.
const besideNone = "none"

// benching holds the flags of bench.
type benching struct {
	in      inputFlags
	method  methodFlags // of the truth
	cfg     contest.Config
	beside  []string
	name    string
	batch   int
	form    form
	record  string
	nodes   int64
	jobs    int
	quiet   bool
	command []string
}

func newBenchPrograms() *cobra.Command {
	s := benching{form: formText, cfg: contest.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "bench [puzzle | file | -] … [flags] -- program [argument] …",
		Short: "Measure any program that answers puzzles, and check every answer",
		Long: "Runs the program behind -- on the puzzles of the input, checks every answer and measures how fast it is, in rounds\n" +
			"in which methods of this program take turns with it on the same puzzles.\n\n" +
			"The program reads a puzzle a line on standard input, until that ends, and writes an answer a line on standard\n" +
			"output, in the same order: the solved grid, or - if it has found none. Behind the grid it may say how many solutions\n" +
			"it has proved (1: it is the only one, 2: there are others; behind - the number 0: there is none) and guesses=N.\n" +
			"With --batch N each line is {\"puzzles\": [\"…\", …]} with up to N puzzles, and its answer {\"answers\": [\"…\", …]}.\n" +
			"research/protocol.md has the whole protocol, with examples.\n\n" +
			"A program that does not start, crashes, hangs, or writes without end is killed with its children; how it ended is\n" +
			"told, its answers until then are scored, and the exit code is 1. So it is where answers are missing or wrong: the rates of\n" +
			"such a program are marked and compared with nothing, and where no answer is right there are none.\n\n" + inputHelp,
		Example: "  sudokulab bench --set own-minimal -- ./solver --fast\n" +
			"  sudokulab bench --set own-minimal --beside none --rounds 1 --batch 64 -- python3 network.py\n" +
			"  sudokulab bench puzzles.txt --format markdown --record entry.json -- python3 solver.py",
		Args: cobra.ArbitraryArgs,
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addNames(cmd, &s.beside, "beside", "methods of this program that are measured beside it, the first one twice as a control; none for none")
	s.beside = []string{"bitboard", "dlx"}
	cmd.Flags().Lookup("beside").DefValue = "bitboard,dlx"
	completeBy(cmd, "beside", cobra.FixedCompletions(append([]string{besideNone}, method.Names()...), cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().StringVar(&s.name, "name", "", "name of the program in tables (default: its command's first word)")
	addNumber(cmd, &s.batch, "batch", 0, 1<<20, "puzzles in a line of JSON (0: a puzzle a line)")
	addNumber(cmd, &s.cfg.Rounds, "rounds", 1, 10_000, "rounds")
	addTime(cmd, &s.cfg.Slot, "slot", "how long a run lasts at least beyond the program's start; the puzzles are given again until then (0: each once)")
	addTime(cmd, &s.cfg.Timeout, "timeout", "end a run that takes longer (0: none)")
	addTime(cmd, &s.cfg.Stall, "stall", "end a run in which no answer comes for so long (0: none); a program that writes all at its end needs more")
	addSeed(cmd, &s.cfg.Seed, "seed of the intervals, which are found by resampling the rounds")
	addChoice(cmd, &s.form, "format", "form of the output: %s", formText, formMarkdown, formJSON)
	cmd.Flags().StringVar(&s.record, "record", "", "also write one line of JSON with all figures, the program and the machine into this file")
	writes.names(cmd, "record")
	addNumber(cmd, &s.nodes, "max-nodes", 0, noBound, "bound on the search for a puzzle's solutions, in nodes (0: none); claims about what it leaves open are not checked")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addJobs(cmd, &s.jobs)
	cmd.AddCommand(newBenchAnswer())
	return cmd
}

// newBenchAnswer makes the program that bench measures the methods by.
func newBenchAnswer() *cobra.Command {
	s := methodFlags{networks: &networkFlags{}}
	cmd := &cobra.Command{
		Use:   "answer",
		Short: "Answer puzzles on standard input by the protocol of bench",
		Long: "Answers puzzles as bench wants it of a program: a puzzle a line or, where a line is JSON, a batch. It is how bench\n" +
			"measures the methods of this program, and something to try one's own against.",
		Example: "  sudokulab bench answer --method dlx",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			by, err := s.open(cmd)
			if err != nil {
				return err
			}
			defer func() { _ = by.Close() }() // what was answered stands
			return contest.Serve(cmd.Context(), by, engine.GuessesOf, cmd.InOrStdin(), cmd.OutOrStdout())
		}),
	}
	s.register(cmd)
	return cmd
}

// benchEntry is the record of a measurement.
type benchEntry struct {
	Schema     int               `json:"schema"`
	Sources    []string          `json:"sources"` // of the puzzles: sets and files
	Provenance record.Provenance `json:"provenance"`
	*contest.Report
}

// benchSchema is the version of this record.
const benchSchema = 1

func (s *benching) run(cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	if dash < 0 && len(args) == 1 && args[0] != "-" && len(args[0]) < board.MinBox*board.MinBox*board.MinBox*board.MinBox {
		if _, err := os.Stat(args[0]); err != nil {
			return knownCommand(cmd, args) // neither a file nor long enough for a puzzle
		}
	}
	if dash < 0 || dash == len(args) {
		return errors.New("no program: want -- and behind it the program with its arguments, as in sudokulab bench --set own-minimal -- ./solver")
	}
	args, s.command = args[:dash], args[dash:]
	begin := time.Now()
	ctx := cmd.Context()
	beside, err := s.engines()
	if err != nil {
		return err
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	if s.in.variant.diagonal || s.in.variant.regions != "" {
		return errors.New("--diagonal, --regions: want plain boards, which the protocol has")
	}
	puzzles, skipped, err := s.puzzles(cmd, in)
	if err != nil {
		return err
	}
	if len(puzzles) == 0 {
		return errors.New("no puzzles in the input")
	}
	progress, hide := s.progress(cmd)
	report, err := contest.Measure(ctx, s.cfg, puzzles, contest.Program{Name: s.name, Command: s.command, Batch: s.batch}, beside, progress)
	hide()
	if err != nil {
		return err
	}
	entry := benchEntry{Schema: benchSchema, Provenance: record.Host(ctx), Report: report}
	for _, source := range in.sources {
		entry.Sources = append(entry.Sources, source.name)
	}
	entry.Provenance.Started, entry.Provenance.Duration = begin.UTC(), time.Since(begin)
	if s.record != "" {
		line, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		if err := writeNamed(ctx, s.record, append(line, '\n')); err != nil {
			return fmt.Errorf("--record: %w", err)
		}
	}
	switch s.form {
	case formJSON:
		err = writeJSON(cmd.OutOrStdout(), entry)
	case formMarkdown:
		err = report.Markdown(cmd.OutOrStdout())
	default:
		err = report.Text(cmd.OutOrStdout())
	}
	if err == nil {
		err = report.Err()
	}
	if err == nil && skipped > 0 {
		err = fmt.Errorf("%s could not be used", plural(skipped, "puzzle"))
	}
	return err
}

// engines returns the methods that are measured beside the program, as programs.
func (s *benching) engines() ([]contest.Program, error) {
	if slices.Equal(s.beside, []string{besideNone}) {
		return nil, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var all []contest.Program
	for _, name := range s.beside {
		if name == besideNone {
			return nil, fmt.Errorf("--beside %s: want it alone", strings.Join(s.beside, ","))
		}
		if _, err := method.ByName(name); err != nil {
			return nil, fmt.Errorf("--beside: %w", err)
		}
		all = append(all, contest.Program{Name: name, Path: self, Command: []string{"sudokulab", "bench", "answer", "--method", name}})
	}
	return all, nil
}

// truth is what a worker finds out about a puzzle. It has no text.
type truth struct {
	status solver.Status
	found  solver.Result
	text   []byte
}

func (t *truth) said() *[]byte { return &t.text }

// puzzles reads the input and solves it, so that claims can be checked and answers in another's place recognised.
func (s *benching) puzzles(cmd *cobra.Command, in *input) (all []contest.Puzzle, skipped int, err error) {
	s.method.name = method.Auto
	first, err := s.method.open(cmd)
	if err != nil {
		return nil, 0, err
	}
	solvers := forks{of: first}
	defer solvers.close()
	workers := workersOf(s.jobs, func() func(context.Context, *entry) (truth, error) {
		by := solvers.next()
		return func(ctx context.Context, e *entry) (t truth, err error) {
			t.found, err = by.Solve(ctx, e.Board, solver.Limits{Solutions: 2, Nodes: s.nodes})
			t.status = t.found.Status
			return t, err
		}
	})
	if solvers.err != nil {
		return nil, 0, solvers.err
	}
	t := newTally(cmd, in)
	t.name += ", solved here first"
	err = stream(cmd.Context(), in, workers, (*truth).said, t, func(e *entry, r truth) error {
		all = append(all, contest.Puzzle{Board: e.Board.Clone(), Place: e.place(), Status: r.status, Solution: r.found.Grid})
		return nil
	}, func() error { return nil })
	t.summary(s.quiet || err != nil)
	return all, t.skipped, err
}

// progress returns what shows how many turns are done, and what takes it away.
func (s *benching) progress(cmd *cobra.Command) (show func(done, total int), hide func()) {
	if s.quiet || !isTerminal(cmd.ErrOrStderr()) {
		return nil, func() {}
	}
	var bar *progressbar.ProgressBar
	return func(done, total int) {
			if bar == nil {
				bar = newBar(cmd.ErrOrStderr(), int64(total), progressbar.OptionSetDescription("turns"), progressbar.OptionSetPredictTime(true))
			}
			_ = bar.Set(done) // a bar that cannot be drawn must not end the work
		}, func() {
			if bar != nil {
				_ = bar.Clear()
			}
		}
}
