package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func newVerify() *cobra.Command {
	var (
		flags  labFlags
		opts   lab.Options
		all    = allProfiles
		budget = 10 * time.Minute
	)
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Measure cases again whose code has changed since",
		Long: "Measures the cases again that are neither current nor verified, the cheapest first and of those the ones first that were measured longest ago, until the time is over. " +
			"How each came out is written down as it goes, so that Ctrl-C loses half a minute at most, and the next call goes on. Records stay as they are: a case with the same exact figures is " +
			"verified for the code that is here, one with others differs until it is measured anew by results.",
		Example: "  sudokulab results verify --time 1h\n  sudokulab results verify --profile quick",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := flags.open()
			if err != nil {
				return err
			}
			if err := record.CheckTree(cmd.Context(), l.Root); err != nil {
				return err
			}
			if opts.Profile = lab.Profile(all); all == allProfiles {
				opts.Profile = ""
			}
			opts.Progress, opts.Terminal = cmd.ErrOrStderr(), isTerminal(cmd.ErrOrStderr())
			rep, err := l.Verify(withPlugins(cmd.Context(), l.Root), opts, budget)
			for _, line := range append(rep.Differences, rep.Wanted...) {
				fmt.Fprintln(cmd.OutOrStdout(), line)
			}
			fmt.Fprintln(cmd.OutOrStdout(), rep.String()+".")
			if err == nil && rep.Differ > 0 {
				err = fmt.Errorf("verify: %s; look at what changed, and measure them anew by sudokulab results", plural(rep.Differ, "difference"))
			}
			return err
		},
	}
	flags.register(cmd)
	addChoice(cmd, &all, "profile", "cases of this profile", allProfiles, string(lab.Smoke), string(lab.Quick), string(lab.Full), string(lab.GPU))
	addNames(cmd, &opts.Only, "only", "only these experiments, named themselves or by a claim they judge")
	completeBy(cmd, "only", completeExperiments)
	addNumber(cmd, &opts.Jobs, "jobs", 0, maxJobs, "cases measured at once (0: one per core)")
	addTime(cmd, &budget, "time", "stop within this time")
	return cmd
}

// allProfiles stands for every profile.
const allProfiles = "all"
