package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel/gpuqueue"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/record"
)

func newCheck() *cobra.Command {
	var (
		flags labFlags
		opts  lab.Options
	)
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Prove that what is committed follows from the records",
		Long: "Compares every table, figure and generated block with what the records under results/ produce, and weights,\n" +
			"their cards and what slices of the GPU queue brought with their digests. With --files that is all, in seconds.\n\n" +
			"Then it measures the smoke profile again, and for at most two minutes a sample of the quick one that\n" +
			"changes with the commit: their exact figures must come out the same to the byte.\n\n" +
			"Where the code of an experiment has changed, the cases that give the same figures are verified for the\n" +
			"new code; results/code.json, results/<id>/verified.json and the tables that show it are written, all or\n" +
			"none. A smoke or quick record that is then neither current nor verified is a failure, as is any difference.\n" +
			"Ctrl-C ends it with a report of what was found until then.",
		Example: "  sudokulab check\n  sudokulab check --files",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			begin := time.Now()
			l, err := flags.open()
			if err != nil {
				return err
			}
			if err := record.CheckTree(cmd.Context(), l.Root); err != nil && !opts.FilesOnly {
				return err
			}
			opts.Progress, opts.Terminal = cmd.ErrOrStderr(), isTerminal(cmd.ErrOrStderr())
			opts.Beside = func(ctx context.Context) (int, []string, error) { return checkDigests(ctx, l.Root) }
			rep, ended := l.Check(withPlugins(cmd.Context(), l.Root), opts)
			failed := printCheck(rep, begin, cmd.OutOrStdout())
			if ended != nil {
				return ended
			}
			return failed
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&opts.FilesOnly, "files", false, "compare files alone, and measure nothing")
	addNumber(cmd, &opts.Jobs, "jobs", 0, maxJobs, "cases measured at once (0: one per core)")
	return cmd
}

// checkDigests compares the weights and cards of the tree, and what slices of the GPU queue brought, with their digests.
func checkDigests(ctx context.Context, root string) (files int, differences []string, err error) {
	files, differences, err = weights.Verify(ctx, root)
	if err != nil {
		return files, differences, err
	}
	const folder = "results/gpu"
	n, altered, err := gpuqueue.Verify(filepath.Join(root, filepath.FromSlash(folder)))
	for _, line := range altered {
		differences = append(differences, folder+"/"+line)
	}
	return files + n, differences, err
}

// printCheck says what a check that began at a time found, also one that was interrupted; differences are an error.
func printCheck(rep lab.CheckReport, begin time.Time, out io.Writer) error {
	for _, part := range []struct {
		before string
		lines  []string
	}{
		{"", rep.Differences},
		{"not measured again, its corpus or device is not here: ", rep.NotChecked},
		{"not compared, the time for the sample was over: ", rep.NotCompared},
		{"", rep.Stale},
		{"", rep.Verified},
		{"written: ", rep.Written},
		{"", rep.Notes},
	} {
		for _, line := range part.lines {
			fmt.Fprintln(out, part.before+line)
		}
	}
	fmt.Fprintf(out, "%d generated files compared, %d with their digests, %d smoke and %d quick cases measured again, %s, in %s.\n",
		rep.Files, rep.Digests, rep.Cases, rep.Sample, plural(len(rep.Differences), "difference"), time.Since(begin).Round(10*time.Millisecond))
	if n := len(rep.Differences); n > 0 {
		return fmt.Errorf("check: %s; make results PROFILE=smoke, then make results, and look at what changed", plural(n, "difference"))
	}
	return nil
}
