package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// benching holds the flags of bench.
type benching struct {
	in     inputFlags
	names  []string
	beside []string
	cfg    contest.Config
	batch  int
	nodes  int64
	form   form
	record string
	quiet  bool
}

// serveCommand is the command that answers as a program of the protocol does.
const serveCommand = "bench-serve"

func newContest() *cobra.Command {
	s := benching{form: formText, cfg: contest.DefaultConfig()}
	cmd := &cobra.Command{
		Use:   "bench [puzzle | file | -] … -- command [arguments]",
		Short: "Measure another program's solver beside the lab's engines, and check every answer",
		Long: "Runs a program on puzzles and checks what it answers. The program reads a puzzle on each line of standard input, a\n" +
			"character a cell with a dot for an empty one, and writes a line for each, in order: the solved grid, or - for none.\n" +
			"Behind it may stand the number of solutions that it has proved (0, 1, or 2 for several) and guesses=N. With --batch\n" +
			"a line is JSON, {\"puzzles\": [\"…\", …]}, and so is its answer, {\"answers\": [\"…\", …]}.\n\n" +
			"In each round the program and the lab's engines run in turn, as processes, on all puzzles; before each run comes one on an\n" +
			"empty input, which is the start. Wrong, missing and false answers are named, and so are crashes, hangs and floods: then\n" +
			"the program is killed with its children, what it had answered still counts, and the exit code is 1 after the report.\n\n" +
			"The program runs with all your rights: this is no sandbox.\n\n" + inputHelp,
		Example: "  sudokulab bench --set 17clue --first 10000 -- ./solver\n" +
			"  sudokulab bench --set own-minimal --batch 100 --rounds 1 -- python3 network.py",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addNames(cmd, &s.names, "name", "what the program is called (default: the name of its file)")
	addNames(cmd, &s.beside, "beside", "engines of the lab to run beside it, the last one also as control (default: bitboard and dlx)")
	completeBy(cmd, "beside", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return method.Names(), cobra.ShellCompDirectiveNoFileComp
	})
	addNumber(cmd, &s.cfg.Rounds, "rounds", 1, 1000, "how often each program runs on all puzzles")
	addNumber(cmd, &s.batch, "batch", 0, 1<<20, "puzzles in a line of JSON (0: a puzzle a line)")
	addTime(cmd, &s.cfg.Timeout, "timeout", "limit of a run (0: none)")
	addTime(cmd, &s.cfg.Stall, "stall", "limit of the time without an answer (0: none)")
	addNumber(cmd, &s.nodes, "max-nodes", 0, noBound, "bound on the search for a puzzle's solutions, in nodes; what it leaves open is not held against a program (0: none)")
	addSeed(cmd, &s.cfg.Seed, "seed of the bootstrap")
	addChoice(cmd, &s.form, "format", "form of the output: %s", formText, formMarkdown, formJSON)
	cmd.Flags().StringVar(&s.record, "record", "", "also write a line of JSON with provenance into this file")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no progress on standard error")
	return cmd
}

// newBenchServe answers as a program of the protocol does.
func newBenchServe() *cobra.Command {
	return &cobra.Command{
		Use: serveCommand + " method", Hidden: true,
		Short: "Answer puzzles as a program of bench's protocol",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			by := methodFlags{name: args[0]}
			m, err := by.open(cmd)
			if err != nil {
				return err
			}
			var guesses func(*solver.Result) int64
			if args[0] == "bitboard" || args[0] == "wide" {
				guesses = engine.GuessesOf
			}
			return errors.Join(contest.Serve(cmd.Context(), m, guesses, cmd.InOrStdin(), cmd.OutOrStdout()), m.Close())
		},
	}
}

// programs are the entrant and the lab's engines.
func (s *benching) programs(command []string) ([]contest.Program, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, fmt.Errorf("-- %s: %w", command[0], err)
	}
	name := filepath.Base(path)
	if len(s.names) > 1 {
		return nil, fmt.Errorf("--name: %s, want one", plural(len(s.names), "name"))
	}
	if len(s.names) == 1 {
		name = s.names[0]
	}
	all := []contest.Program{{Name: name, Command: append([]string{path}, command[1:]...), Batch: s.batch}}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	beside := s.beside
	if len(beside) == 0 {
		beside = []string{"bitboard", "dlx"}
	}
	for _, by := range beside {
		m, err := method.ByName(by)
		if err != nil {
			return nil, fmt.Errorf("--beside: %w", err)
		}
		if slices.ContainsFunc(all, func(p contest.Program) bool { return p.Name == m.Name }) {
			return nil, fmt.Errorf("--beside %s: there is a program of that name already; --name gives yours another", by)
		}
		all = append(all, contest.Program{Name: m.Name, Command: []string{self, serveCommand, m.Name}})
	}
	return all, nil
}

// puzzles reads the input and finds out what is to be known of it.
func (s *benching) puzzles(cmd *cobra.Command, args []string) (out []contest.Puzzle, hash string, err error) {
	in, err := s.in.open(cmd, args)
	if err != nil {
		return nil, "", err
	}
	if s.in.variant.diagonal || s.in.variant.regions != "" {
		return nil, "", errors.New("--diagonal, --regions: want plain boards")
	}
	by := methodFlags{name: method.Auto}
	m, err := by.open(cmd)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	h := sha256.New()
	for e, err := range in.puzzles(cmd.Context()) {
		if err != nil {
			return nil, "", err
		}
		res, err := m.Solve(cmd.Context(), e.Board, solver.Limits{Solutions: 2, Nodes: s.nodes})
		if err != nil {
			return nil, "", err
		}
		fmt.Fprintln(h, e.Board)
		out = append(out, contest.Puzzle{Board: e.Board, Place: e.place(), Status: res.Status, Solution: res.Grid})
	}
	if len(out) == 0 {
		return nil, "", errors.New("no puzzles")
	}
	return out, hex.EncodeToString(h.Sum(nil)), nil
}

// benchRecord is a report with its provenance.
type benchRecord struct {
	Program string            `json:"program"` // that wrote it
	Commit  string            `json:"commit"`
	Machine record.Provenance `json:"machine"`
	Set     string            `json:"set_sha256"`     // of the puzzles, one a line
	Entrant string            `json:"entrant_sha256"` // of the file that was run
	*contest.Report
}

func (s *benching) run(cmd *cobra.Command, args []string) error {
	dash := cmd.ArgsLenAtDash()
	if dash < 0 || dash == len(args) {
		return errors.New("no program to measure: its command stands behind --, as in sudokulab bench --set own-minimal -- ./solver")
	}
	programs, err := s.programs(args[dash:])
	if err != nil {
		return err
	}
	puzzles, set, err := s.puzzles(cmd, args[:dash])
	if err != nil {
		return err
	}
	w := cmd.ErrOrStderr()
	var show func(int, int)
	if !s.quiet && isTerminal(w) {
		show = func(runs, total int) { fmt.Fprintf(w, "\r%d of %d runs", runs, total) }
	}
	report, err := contest.Measure(cmd.Context(), puzzles, programs, s.cfg, show)
	if show != nil {
		fmt.Fprint(w, "\r                    \r")
	}
	if err != nil {
		return err
	}
	switch s.form {
	case formJSON:
		err = writeJSON(cmd.OutOrStdout(), report)
	case formMarkdown:
		err = report.Markdown(cmd.OutOrStdout())
	default:
		err = report.Text(cmd.OutOrStdout())
	}
	if err == nil && s.record != "" {
		err = s.keep(cmd.Context(), report, set)
	}
	if bad := report.Bad(); err == nil && bad != "" {
		err = errors.New(bad)
	}
	return err
}

// keep writes the line with provenance.
func (s *benching) keep(ctx context.Context, r *contest.Report, set string) error {
	sum, err := fileSHA256(r.Results[0].Command[0])
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	commit, changed := record.Built()
	if changed {
		commit += " with changes"
	}
	machine := record.Host(ctx)
	machine.Started = time.Now().UTC().Truncate(time.Second)
	err = atomicfile.WriteNamed(ctx, s.record, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(benchRecord{"sudokulab " + version, commit, machine, set, sum, r})
	})
	if err != nil {
		return fmt.Errorf("--record: %w", err)
	}
	return nil
}

// fileSHA256 hashes a file.
func fileSHA256(path string) (sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { err = cmp.Or(err, f.Close()) }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
