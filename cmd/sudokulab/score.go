package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/dataset/score"
	"sudokulab/pkg/method"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// Which sets the baselines are computed for.
const (
	baselinesAuto   = "auto"
	baselinesAlways = "always"
	baselinesNever  = "never"
)

// scoring holds the flags of score.
type scoring struct {
	set       inputFlags
	on        string
	names     []string
	notes     []string
	predicted predictions.Form
	blank     blankFlag
	alphabet  string
	array     string
	indexBase int64
	votes     bool
	baselines string
	form      form
	record    string
	picture   string
	temp      string
	resamples int
	seed      uint64
	nodes     int64
	jobs      int
	quiet     bool
}

func newScore() *cobra.Command {
	cfg := score.DefaultConfig()
	s := scoring{form: formText, predicted: predictions.Auto, baselines: baselinesAuto, resamples: cfg.Bootstrap.Resamples, seed: cfg.Seed}
	cmd := &cobra.Command{
		Use:   "score predictions … --on set",
		Short: "Score other programs' answers to a set of puzzles",
		Long: "Judges the answers that a program gave to the puzzles of a set: puzzles solved exactly, blank cells right, units\n" +
			"kept, givens altered, by difficulty, with intervals. Where a puzzle has several solutions any of them counts. What\n" +
			"is missing or cannot be read counts as wrong and is named; the exit code is then 1, after the score.\n\n" +
			"The set is a file of puzzles in any form that sudokulab dataset audit reads, a folder with a test file (test….txt,\n" +
			"test….csv, test….npy or the like, or all__inputs.npy of HRM or TRM), or a name of sudokulab data list. --array and\n" +
			"--blank are about the predictions alone. Predictions are, told by their beginning, also packed by gzip or zstd:\n\n" +
			"  lines  a grid a line, or a puzzle and its answer; # begins a comment\n" +
			"  csv    a column prediction, answer or solution, perhaps one of puzzle or index: then rows come in any order\n" +
			"  jsonl  {\"answer\": …}, {\"puzzle\": …, \"answers\": […]}, {\"index\": …, \"probabilities\": [[…], …]}\n" +
			"  npy    digits: N × cells, N × side × side, N × answers × cells; probabilities: N × cells × digits\n" +
			"  npz    an archive with one of these, named answers, predictions or probabilities, or by --array\n\n" +
			"0 is a blank cell, a grid of blanks no answer. Where digits count from 0 (or 16×16 boards are written 0 to F), say\n" +
			"--answer-alphabet zero: nothing is repaired by itself.\n\n" +
			"Several answers to a puzzle, in lists or as files with --as-votes, are scored three ways that stay apart: the first,\n" +
			"the majority (the grid that most answers are), the best (a bound). A second file is compared with the first: McNemar's\n" +
			"exact test, and the bootstrap of the difference.\n\n" +
			"--format json writes the whole report, --record a line for each program with the hashes of set and predictions and\n" +
			"the commit of this program: package pkg/dataset/score describes both.",
		Example: "  sudokulab score answers.txt --on 17clue\n" +
			"  sudokulab score mine.csv theirs.jsonl --on test.csv --format markdown\n" +
			"  sudokulab score pass1.npy pass2.npy pass3.npy --as-votes --on data/ --record entry.jsonl",
		RunE: naming(s.run),
	}
	cmd.Flags().StringVar(&s.on, "on", "", "the set of puzzles: a file, a folder with a test file, or a name (see sudokulab data list)")
	reads.names(cmd, "on")
	completeBy(cmd, "on", func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		sets, _ := completeSets(cmd, args, word)
		return sets, cobra.ShellCompDirectiveDefault
	})
	addChoice(cmd, &s.set.alphabet, "alphabet", "characters of the set's digits, which begin with 1, 0 or A: %s (default: read any)", wordNumeric, wordZero, wordLetters)
	addNumber(cmd, &s.set.side, "side", board.MinBox*board.MinBox, board.MaxSide, "side of the set's boards, where that is not clear by itself: 4, 9, 16, 25 or 36")
	addNames(cmd, &s.names, "name", "what the programs are called, in the order of their files (default: the files' names)")
	s.blank.register(cmd)
	addChoice(cmd, &s.predicted, "predictions", "form of the predictions", predictions.Forms()...)
	addChoice(cmd, &s.alphabet, "answer-alphabet", "characters, or least number, of the answers' digits, which begin with 1, 0 or A: %s (default: 1 below side 10, else told by the file)",
		wordNumeric, wordZero, wordLetters)
	cmd.Flags().StringVar(&s.array, "array", "", "which array of an npz to read")
	addNumber(cmd, &s.indexBase, "index-base", 0, 1, "index of the set's first puzzle where rows have one")
	cmd.Flags().BoolVar(&s.votes, "as-votes", false, "take the files as several answers of one program to the same puzzles")
	addChoice(cmd, &s.baselines, "baselines", fmt.Sprintf("also score singles and a search without a network on the set; auto: up to %d puzzles", cfg.Baselines), baselinesAuto, baselinesAlways, baselinesNever)
	addChoice(cmd, &s.form, "format", "form of the output: %s", formText, formMarkdown, formJSON)
	cmd.Flags().StringVar(&s.record, "record", "", "also write a line of JSON for each program, with provenance, into this file")
	writes.names(cmd, "record")
	cmd.Flags().StringArrayVar(&s.notes, "note", nil, "with --record: a line on the program, such as what it was trained on and for how long; once for each program, in the order of their files")
	cmd.Flags().StringVar(&s.picture, "picture", "", "also draw how far the probabilities can be trusted, as SVG, into this file")
	writes.names(cmd, "picture")
	cmd.Flags().StringVar(&s.temp, "temp", "", "folder for temporary files (default: the system's)")
	addNumber(cmd, &s.resamples, "resamples", 100, 1_000_000, "resamples of the bootstrap")
	addSeed(cmd, &s.seed, "seed of the bootstrap")
	addNumber(cmd, &s.nodes, "max-nodes", 0, noBound, "bound on the search for a puzzle's solutions, in nodes (0: none)")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addJobs(cmd, &s.jobs)
	return cmd
}

// programs are the names of the entrants.
func (s *scoring) programs(files []string) ([]string, error) {
	n := len(files)
	if s.votes {
		n = 1
	}
	if len(s.names) > 0 {
		if len(s.names) != n {
			return nil, fmt.Errorf("--name: %s, want %d", plural(len(s.names), "name"), n)
		}
		return s.names, nil
	}
	var out []string
	for _, f := range files[:n] {
		name := filepath.Base(f)
		if f == "-" {
			name = "<stdin>"
		}
		if s.votes && len(files) > 1 {
			name += fmt.Sprintf(" and %d more", len(files)-1)
		}
		for number := 2; slices.Contains(out, name); number++ {
			name = fmt.Sprintf("%s (%d)", filepath.Base(f), number)
		}
		out = append(out, name)
	}
	return out, nil
}

// checkNotes refuses notes that a record cannot hold.
func (s *scoring) checkNotes(programs int) error {
	switch {
	case len(s.notes) == 0:
		return nil
	case s.record == "":
		return errors.New("--note: want --record, which is where it goes")
	case len(s.notes) != programs:
		return fmt.Errorf("--note: %s, want %d", plural(len(s.notes), "note"), programs)
	}
	for _, note := range s.notes {
		if strings.TrimSpace(note) == "" || strings.ContainsAny(note, "\r\n") {
			return fmt.Errorf("--note %q: want one line of text", note)
		}
	}
	return nil
}

// testSuffixes are the endings of the files of a folder that may be its test.
var testSuffixes = []string{".txt", ".csv", ".tsv", ".sdm", ".sdk", ".jsonl", ".npy", ".npz", ".parquet"}

// testFiles returns the files of a folder that hold its test, shards in order.
func testFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	byForm := map[string][]string{}
	for _, e := range entries {
		ending := filepath.Ext(trimPacked(e.Name()))
		if !e.IsDir() && strings.HasPrefix(strings.ToLower(e.Name()), "test") && slices.Contains(testSuffixes, ending) {
			byForm[ending] = append(byForm[ending], filepath.Join(dir, e.Name()))
		}
	}
	for _, ending := range testSuffixes { // the same test may stand there in several forms
		if files := byForm[ending]; len(files) > 0 {
			return files, nil
		}
	}
	if tokens := filepath.Join(dir, tokenInputs); atomicfile.Same(tokens, tokens) {
		return []string{tokens}, nil
	}
	return nil, fmt.Errorf("no test file in it, want a name that begins with test and ends with %s, plain or packed, or %s", orList(testSuffixes), tokenInputs)
}

// openSet opens what --on names. Its name is that of the set or of the file.
func (s *scoring) openSet(cmd *cobra.Command) (in *input, name string, err error) {
	if s.on == "" {
		return nil, "", errors.New("want --on with the set that was predicted; see sudokulab score --help")
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("--on: %w", err)
		}
	}()
	name = filepath.Base(s.on)
	files := []string{s.on}
	info, statErr := os.Stat(s.on)
	switch {
	case s.on == "-":
		name = "<stdin>"
	case statErr == nil && info.IsDir():
		if files, err = testFiles(s.on); err != nil {
			return nil, "", fmt.Errorf("%s: %w", s.on, err)
		}
		abs, err := filepath.Abs(s.on)
		if err != nil {
			return nil, "", err
		}
		name = filepath.Base(abs) + "/" + filepath.Base(files[0])
		if len(files) > 1 {
			name += fmt.Sprintf(" and %d more", len(files)-1)
		}
	case statErr == nil:
	default:
		store, err := openStore("")
		if err != nil {
			return nil, "", err
		}
		if err := knownSet(store, s.on, s.on); err != nil {
			if strings.ContainsAny(s.on, "/.") {
				err = fmt.Errorf("%s: %w", s.on, reason(statErr))
			}
			return nil, "", err
		}
		s.set.sets, files = []string{s.on}, nil
		name = s.on
	}
	s.set.form, s.set.stored = format.Auto.String(), &storedFlags{temp: s.temp}
	in, err = s.set.open(cmd, files)
	return in, name, err
}

// setPuzzles yields the puzzles of an input.
func setPuzzles(ctx context.Context, in *input) iter.Seq2[format.Puzzle, error] {
	entries := in.puzzles(ctx)
	if in.size < 0 { // a stream may block
		entries = in.awaited(ctx)
	}
	return func(yield func(format.Puzzle, error) bool) {
		for e, err := range entries {
			if !yield(e.Puzzle, err) {
				return
			}
		}
	}
}

func (s *scoring) run(cmd *cobra.Command, args []string) (err error) {
	if len(args) == 0 {
		return errors.New("no predictions: name files, or say - to read standard input")
	}
	if s.on == "-" && slices.Contains(args, "-") {
		return errors.New("-: standard input can be read only once")
	}
	names, err := s.programs(args)
	if err != nil {
		return err
	}
	if err := s.checkNotes(len(names)); err != nil {
		return err
	}
	in, set, err := s.openSet(cmd)
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	t := newTally(cmd, in)
	side, puzzles, stop, err := peeked(setPuzzles(ctx, in))
	if err != nil {
		return fmt.Errorf("--on: %w", err)
	}
	defer stop()
	entrants, closeAll, err := s.open(cmd, args, names, side)
	defer closeAll()
	if err != nil {
		return err
	}
	by := methodFlags{name: method.Auto}
	first, err := by.open(cmd)
	if err != nil {
		return err
	}
	solvers := forks{of: first}
	defer solvers.close()
	engines := workersOf(s.jobs, func() solver.Solver { return solvers.next() })
	if solvers.err != nil {
		return solvers.err
	}
	cfg := score.DefaultConfig()
	cfg.Bootstrap.Resamples, cfg.Seed, cfg.Nodes = s.resamples, s.seed, s.nodes
	cfg.Baselines = map[string]int{baselinesAuto: cfg.Baselines, baselinesAlways: -1, baselinesNever: 0}[s.baselines]
	report, err := score.Run(ctx, score.Set{Name: set, Puzzles: puzzles}, entrants, engines, cfg, func(n int) {
		t.puzzles = n
		t.show()
	})
	t.hide()
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
	if err == nil {
		err = s.keep(ctx, report)
	}
	t.summary(s.quiet || err != nil)
	if bad := report.Bad(); err == nil && bad != "" {
		err = fmt.Errorf("%s; what is missing counts as wrong", bad)
	}
	return err
}

// peeked looks at the first puzzle of a sequence for the side of its board, and returns all of it.
func peeked(all iter.Seq2[format.Puzzle, error]) (side int, _ iter.Seq2[format.Puzzle, error], stop func(), err error) {
	next, stop := iter.Pull2(all)
	p, err, ok := next()
	if err != nil || !ok {
		stop()
		return 0, nil, nil, cmp.Or(err, errors.New("no puzzle in it"))
	}
	return p.Board.Shape().Side(), func(yield func(format.Puzzle, error) bool) {
		for ok && yield(p, err) {
			p, err, ok = next()
		}
	}, stop, nil
}

// open opens the predictions and pairs them. What is to be closed has to be closed after an error, too.
func (s *scoring) open(cmd *cobra.Command, files, names []string, side int) (entrants []score.Entrant, closeAll func(), err error) {
	var closers []func() error
	closeAll = func() {
		for _, c := range slices.Backward(closers) {
			_ = c() // nothing was written that is kept
		}
	}
	stdin := cmd.InOrStdin()
	for i, path := range files {
		var r io.Reader
		name := filepath.Base(path)
		if path == "-" {
			if stdin == nil {
				return nil, closeAll, errors.New("-: standard input can be read only once")
			}
			r, stdin, name = newAwaitedReader(cmd.Context(), stdin), nil, "<stdin>"
		} else {
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return nil, closeAll, fmt.Errorf("%s: is a folder, want a file", path)
			}
			f, err := openFile(cmd.Context(), path)
			if err != nil {
				return nil, closeAll, err
			}
			closers = append(closers, f.Close)
			r = f
			if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
				r = newAwaitedReader(cmd.Context(), f)
			}
		}
		f, err := predictions.Open(r, predictions.Options{
			Name: name, Form: s.predicted, Alphabet: alphabetOf(s.alphabet), Side: side, Array: s.array, IndexBase: s.indexBase, Blank: s.blank.stated(),
		})
		if err != nil {
			return nil, closeAll, err
		}
		p, err := predictions.Pair(cmd.Context(), f, s.temp)
		if err != nil {
			return nil, closeAll, err
		}
		closers = append(closers, p.Close)
		if s.votes && i > 0 {
			entrants[0].Files = append(entrants[0].Files, p)
			continue
		}
		entrants = append(entrants, score.Entrant{Name: names[i], Files: []*predictions.Pairing{p}})
	}
	return entrants, closeAll, nil
}

// keep writes the files that were asked for.
func (s *scoring) keep(ctx context.Context, r *score.Report) error {
	if s.record != "" {
		commit, changed := record.Built()
		err := writeNamedBy(ctx, s.record, func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)
			for _, line := range r.Records(score.Program{Name: "sudokulab", Version: version, Commit: commit, Changed: changed}, s.notes...) {
				if err := enc.Encode(line); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("--record: %w", err)
		}
	}
	if s.picture == "" {
		return nil
	}
	picture, err := scorePicture(r)
	if err == nil {
		err = writeNamed(ctx, s.picture, picture)
	}
	if err != nil {
		return fmt.Errorf("--picture: %w", err)
	}
	return nil
}
