package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/method"
)

func newDataset() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Make data sets of puzzles, and look into those of others: leaks from test to training, twins, ambiguous puzzles",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDatasetMake(), newDatasetLadders(), newDatasetRecipes(), newDatasetShow(), newAudit())
	return cmd
}

// auditing holds the flags of dataset audit.
type auditing struct {
	in      inputFlags
	method  methodFlags
	against []string
	sets    []string
	form    form
	picture string
	temp    string
	nodes   int64
	jobs    int
	quiet   bool
}

func newAudit() *cobra.Command {
	s := auditing{form: formText}
	cmd := &cobra.Command{
		Use:   "audit [puzzle | file | -] … [--against file] …",
		Short: "Say what a set of puzzles holds, and whether test puzzles are in it",
		Long: "Counts the puzzles of the input, a training: those with one solution, several or none, those that repeat an\n" +
			"earlier one or are its twin under symmetry, and what solves them. With --against it does the same for a test and\n" +
			"counts the test's different puzzles that have a twin in the training: what a network makes of these says\n" +
			"nothing of puzzles it has not seen. A puzzle that cannot be read is counted, and the first ones are named.\n" +
			"`sudokulab dedup --against` writes a training without them.\n\n" +
			storedHelp + "Memory stays small at any number of\n" +
			"puzzles: keys wait in temporary files, at most 96 bytes a puzzle. Only plain boards are audited.\n\n" +
			"Whatever is found among puzzles the exit code is 0. A puzzle that could not be read makes it 1: nobody knows whether it\n" +
			"leaks. A file without a puzzle that can be read is an error, as is one that cannot be read to its end; with --keep-going\n" +
			"what was cut off is counted as unreadable.\n\n" + inputHelp,
		Example: "  sudokulab dataset audit training.csv --against test.csv\n" +
			"  sudokulab dataset audit mine.npz --against sudokulab-9-easy/test.parquet\n" +
			"  sudokulab dataset audit --format json --picture audit.svg training.csv.gz --against-set 17clue",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	s.in.stored = new(storedFlags)
	s.in.stored.register(cmd)
	addNames(cmd, &s.against, "against", "file with puzzles of the test")
	reads.names(cmd, "against")
	completeFiles(cmd, "against", "txt", "csv", "gz", "zst", "jsonl", "npy", "npz", "parquet")
	addNames(cmd, &s.sets, "against-set", "puzzle set that is the test, or a part of it (see sudokulab data list)")
	completeBy(cmd, "against-set", completeSets)
	addChoice(cmd, &s.form, "format", "form of the output: %s", formText, formJSON)
	cmd.Flags().StringVar(&s.picture, "picture", "", "also draw what solves the puzzles, as SVG, into this file")
	writes.names(cmd, "picture")
	cmd.Flags().StringVar(&s.temp, "temp", "", "folder for temporary files (default: the system's)")
	addNumber(cmd, &s.nodes, "max-nodes", 0, noBound, "bound on the search for a puzzle's solutions, in nodes (0: none); what it leaves open is counted as undecided")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addJobs(cmd, &s.jobs)
	return cmd
}

// audited is what a worker makes of a puzzle. It has no text.
type audited struct {
	audit.Finding
	text []byte
}

func (a *audited) said() *[]byte { return &a.text }

func (s *auditing) run(cmd *cobra.Command, args []string) (err error) {
	s.in.stored.temp = s.temp
	training, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	if s.in.variant.diagonal || s.in.variant.regions != "" {
		return errors.New("--diagonal, --regions: want plain boards")
	}
	inputs := []*input{training}
	if slices.Contains(s.against, "-") && (slices.Contains(args, "-") || len(args)+len(s.in.sets) == 0) {
		return errors.New("--against -: standard input is the training already")
	}
	if len(s.against)+len(s.sets) > 0 {
		other := s.in
		other.sets, other.first = s.sets, 0
		test, err := other.open(cmd, s.against)
		if err != nil {
			return fmt.Errorf("--against: %w", err)
		}
		inputs = append(inputs, test)
	}
	s.method.name = method.Auto
	first, err := s.method.open(cmd)
	if err != nil {
		return err
	}
	solvers := forks{of: first}
	defer solvers.close()
	cfg := audit.DefaultConfig()
	cfg.Keys.Folder = s.temp
	a, err := audit.New(cfg)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, a.Close()) }()
	workers := workersOf(s.jobs, func() func(context.Context, *entry) (audited, error) {
		j, judgeErr := audit.NewJudge(solvers.next(), s.nodes)
		err = cmp.Or(err, judgeErr)
		return func(ctx context.Context, e *entry) (r audited, err error) {
			r.Finding, err = j.Judge(ctx, e.Board)
			return r, err
		}
	})
	if err := cmp.Or(err, solvers.err); err != nil {
		return err
	}
	var total *tally
	for i, in := range inputs {
		of := audit.Set(i)
		in.opts.KeepGoing = true // past puzzles; what ends a file is an error still, lest a part pass for the whole
		t := newTally(cmd, in)
		var first error
		t.bad = func(err error) {
			first = cmp.Or(first, err)
			a.Unreadable(of, err)
		}
		read := map[string]bool{}
		err := stream(cmd.Context(), in, workers, (*audited).said, t, func(e *entry, r audited) error {
			read[e.source] = true
			return a.Add(of, e.source, r.Finding)
		}, func() error { return nil })
		if err != nil {
			return err
		}
		if err := s.all(in, read, first); err != nil {
			return fmt.Errorf("the %s: %w", of, err)
		}
		if total != nil {
			t.puzzles, t.skipped, t.start = t.puzzles+total.puzzles, t.skipped+total.skipped, total.start
		}
		total = t
	}
	report, err := a.Report(cmd.Context())
	if err != nil {
		return err
	}
	if s.picture != "" {
		picture, err := audit.Picture(audit.Drawn{Name: audit.Training.String(), Of: report.Training}, audit.Drawn{Name: audit.Test.String(), Of: report.Test})
		if err != nil {
			return err
		}
		if err := writeNamed(cmd.Context(), s.picture, picture); err != nil {
			return fmt.Errorf("--picture: %w", err)
		}
	}
	if s.form == formJSON {
		err = writeJSON(cmd.OutOrStdout(), report)
	} else {
		err = report.Text(cmd.OutOrStdout())
	}
	total.summary(s.quiet || err != nil)
	if err == nil && total.skipped > 0 {
		err = total.failed()
	}
	return err
}

// all reports a source of which no puzzle was read: no leak is known to be none.
func (s *auditing) all(in *input, read map[string]bool, first error) error {
	if in.first > 0 && len(read) > 0 { // those behind the last puzzle were not asked
		return nil
	}
	for i := range in.sources {
		name := in.sources[i].name
		switch {
		case read[name] || in.sources[i].err != nil && s.in.keepGoing:
		case first != nil:
			return fmt.Errorf("%s: no puzzle that can be read, want a text, JSON Lines, npy, npz or Parquet with puzzles: %w", name, first)
		default:
			return fmt.Errorf("%s: no puzzle in it, want one or more", name)
		}
	}
	return nil
}
