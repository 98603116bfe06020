package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/experiments"
	"sudokulab/pkg/lab"
	labbackend "sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

func newResults() *cobra.Command {
	var (
		flags  labFlags
		opts   = lab.Options{Profile: lab.Quick}
		tables bool
		status bool
		slice  lab.Slice
		take   string
		cases  string
	)
	cmd := &cobra.Command{
		Use:   "results",
		Short: "Run the experiments and write tables, figures and verdicts",
		Long: "Runs the experiments, keeps their records under results/, and writes every table, figure and\n" +
			"verdict that follows from them. What an earlier run has measured with the same configuration,\n" +
			"puzzles and code is not measured again. Ctrl-C keeps the finished cases; run again to go on. A record of the\n" +
			"same code with the same exact figures stays, with its times. The last line names the files that changed; none is\n" +
			"removed.\n\n" +
			"With --status nothing is measured or written: it lists how the records of each experiment relate to\n" +
			"the code in the tree. Current: this code measured them. Verified: earlier code did, and the very case,\n" +
			"measured again, gave the same exact figures. Sampled: other cases did. Unverified: nothing is known.\n" +
			"Differs: measured again, it gave others. The last three are called stale.\n\n" +
			"Tables and verdicts are made of the largest profile that was measured, also where that is stale after a change of\n" +
			"code; with --replace-stale such records give way to what is measured now.\n\n" +
			"With --out one experiment is measured into a folder and nothing else is written, for a machine that is\n" +
			"lent for minutes; --take takes the records of such a folder over, also where cases are left. With --resume it\n" +
			"goes on from the cases in the folder, and from committed records that this code measured. --cases measures some\n" +
			"cases alone, so that several machines share an experiment; job does that with the operation results.",
		Example: "  sudokulab results\n  sudokulab results --profile smoke --only csp-sample,C09\n  sudokulab results --status\n" +
			"  sudokulab results --profile gpu --only tensor-backends --out slice --budget 9m\n  sudokulab results --take slice/" + lab.SliceRecords,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			begin := time.Now()
			l, err := flags.open()
			if err != nil {
				return err
			}
			if err := chosenExist(l, opts.Only); err != nil {
				return err
			}
			if status && (slice.Out != "" || take != "" || cases != "" || slice.Budget > 0 || slice.Resume || opts.Force || opts.ReplaceStale || tables) {
				return errors.New("--status: measures and writes nothing, so it excludes --out, --take, --cases, --budget, --resume, --force, --replace-stale and --tables")
			}
			if status {
				return printStatus(cmd.Context(), l, opts.Only, cmd.OutOrStdout())
			}
			if err := record.CheckTree(cmd.Context(), l.Root); err != nil {
				return err
			}
			opts.Progress, opts.Terminal = cmd.ErrOrStderr(), isTerminal(cmd.ErrOrStderr())
			switch {
			case slice.Out == "" && (slice.Budget > 0 || slice.Resume || cases != ""):
				return errors.New("--budget, --resume and --cases are for a slice: name its folder with --out")
			case slice.Out != "" && take != "":
				return errors.New("--out and --take exclude each other: a slice is measured on one machine and taken over on another")
			case opts.ReplaceStale && (slice.Out != "" || take != ""):
				return errors.New("--replace-stale: a slice leaves the committed records as they are, so it excludes --out and --take")
			case slice.Out != "":
				if slice.Cases, err = parseCases(cases, l, opts); err != nil {
					return err
				}
				return measureSlice(withPlugins(cmd.Context(), l.Root), l, opts, slice, cmd.OutOrStdout())
			}
			return sayingChanges(cmd.Context(), l.Root, cmd.OutOrStdout(), true, func() error {
				if take != "" {
					return takeSlice(cmd.Context(), l, take, cmd.OutOrStdout())
				}
				return results(withPlugins(cmd.Context(), l.Root), l, opts, tables, begin, cmd.OutOrStdout())
			})
		},
	}
	flags.register(cmd)
	addChoice(cmd, &opts.Profile, "profile", "size of the programme", lab.Smoke, lab.Quick, lab.Full, lab.GPU)
	addNames(cmd, &opts.Only, "only", "only these experiments, named themselves or by a claim they judge")
	completeBy(cmd, "only", completeExperiments)
	addNumber(cmd, &opts.Jobs, "jobs", 0, maxJobs, "cases measured at once where time is not measured (0: one per core)")
	cmd.Flags().BoolVar(&opts.Force, "force", false, "measure again what an earlier run has measured, and keep no record for being the same")
	cmd.Flags().BoolVar(&opts.ReplaceStale, "replace-stale", false, "drop the stale records of larger profiles, so that tables and verdicts are made of what is measured now")
	cmd.Flags().BoolVar(&tables, "tables", false, "also print the tables of what this machine measured in this profile")
	cmd.Flags().BoolVar(&status, "status", false, "list how the records stand to the code in the tree, and measure nothing")
	cmd.Flags().StringVar(&slice.Out, "out", "", "measure one experiment into this folder and write nothing else")
	fills.names(cmd, "out")
	addTime(cmd, &slice.Budget, "budget", "with --out: stop within this time, with exit code 75 if cases are left (0: no bound)")
	cmd.Flags().BoolVar(&slice.Resume, "resume", false, "with --out: go on from the cases in the folder and from committed records of this code")
	cmd.Flags().StringVar(&take, "take", "", "take over the records that slices left in this file, measure nothing and publish")
	reads.names(cmd, "take")
	completeFiles(cmd, "take", "jsonl")
	cmd.Flags().StringVar(&cases, "cases", "", "with --out: measure these cases alone, by their place in the plan, such as 1-20 (default: all)")
	cmd.AddCommand(newCompare(), newVerify())
	return cmd
}

// parseCases reads which cases of the chosen experiment a slice measures: one, or from one to another, from 1.
func parseCases(text string, l *lab.Lab, o lab.Options) (func(place int) bool, error) {
	if text == "" {
		return nil, nil
	}
	chosen, err := l.Select(o.Only)
	if err != nil {
		return nil, err
	}
	if len(chosen) != 1 {
		return nil, fmt.Errorf("--cases: %s, want one with --only", plural(len(chosen), "experiment"))
	}
	plan, err := planOf(chosen[0], o.Profile)
	if err != nil {
		return nil, err
	}
	n := len(plan.Cases)
	first, last, ok := strings.Cut(text, "-")
	if !ok {
		last = first
	}
	from, errFrom := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	if errFrom != nil || errTo != nil || from < 1 || to < from || to > n {
		return nil, badFlag("cases", text, fmt.Errorf("want a number or two with a hyphen, from 1 to %d: the cases of %s %s", n, chosen[0].ID, o.Profile))
	}
	return func(place int) bool { return place >= from-1 && place < to }, nil
}

// planOf returns the plan that an experiment is measured by, with the backend that is asked for.
func planOf(e *lab.Experiment, profile lab.Profile) (plan lab.Plan, err error) {
	err = labbackend.ForProfile(profile, func() error {
		plan = e.Plan(profile)
		return nil
	})
	return plan, err
}

// measureSlice measures a slice of one experiment.
func measureSlice(ctx context.Context, l *lab.Lab, o lab.Options, s lab.Slice, out io.Writer) error {
	err := labbackend.ForProfile(o.Profile, func() error { return l.Slice(ctx, o, s) })
	if errors.Is(err, lab.ErrMore) {
		return fmt.Errorf("%w: %w", errMore, err)
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "All cases are measured: %s\n", filepath.Join(s.Out, lab.SliceRecords))
	}
	return err
}

// takeSlice takes over the records of slices and publishes what follows from them.
func takeSlice(ctx context.Context, l *lab.Lab, file string, out io.Writer) error {
	taken, err := l.Take(ctx, file)
	if err != nil {
		return err
	}
	if err := publish(l, out); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%s of %s taken over.\n", plural(taken.Records, "record"), taken.Experiment); err != nil {
		return err
	}
	if len(taken.Dropped) > 0 {
		if _, err := fmt.Fprintf(out, "Dropped records: %s.\n", namedBriefly(taken.Dropped)); err != nil {
			return err
		}
	}
	if taken.Unidentified != nil {
		_, err = fmt.Fprintf(out, "Their code stays that of the whole program, so they are stale: %v.\n", taken.Unidentified)
	}
	return err
}

// printStatus lists how records relate to the code in the tree.
func printStatus(ctx context.Context, l *lab.Lab, only []string, stdout io.Writer) error {
	all, err := l.Status(ctx, only)
	if err != nil {
		return err
	}
	t := lab.Table{Title: "Records and the code in the tree", Columns: []string{"Experiment", "Profile", "Cases", "Missing", "State", "Code"}}
	counts, measured := map[lab.State]int{}, 0
	for _, s := range all {
		state, n := string(s.State()), s.Cases-s.Missing
		if worst := s.States[s.State()]; worst < n {
			state = fmt.Sprintf("%s (%d of %d)", state, worst, n)
		}
		profile := string(s.Profile)
		if s.Profile == "" {
			profile = "not run"
		}
		t.Add(s.Experiment, profile, lab.Number(float64(s.Cases)), lab.Number(float64(s.Missing)), cmp.Or(state, "–"), cmp.Or(s.Identity, "–"))
		for state, n := range s.States {
			counts[state] += n
			measured += n
		}
	}
	if err := t.WriteText(stdout); err != nil {
		return err
	}
	var parts []string
	for _, state := range []lab.State{lab.Current, lab.Verified, lab.Sampled, lab.Unverified, lab.Differs} {
		parts = append(parts, fmt.Sprintf("%d %s", counts[state], state))
	}
	_, err = fmt.Fprintf(stdout, "%d measured records: %s.\n", measured, strings.Join(parts, ", "))
	return err
}

// chosenExist refuses the names of --only that choose nothing, before anything is measured.
func chosenExist(l *lab.Lab, only []string) error {
	for _, name := range only {
		if _, err := l.Select([]string{name}); err == nil {
			continue
		}
		var known []string
		for _, e := range l.Experiments {
			known = append(known, e.ID)
			for _, j := range e.Judges {
				known = append(known, j.Claim)
			}
		}
		hint := "results/README.md lists the experiments"
		if near := nearest(name, known); len(near) > 0 {
			hint = "did you mean " + orList(near) + "?"
		}
		return fmt.Errorf("--only %s: neither an experiment nor a claim that one judges; %s", name, hint)
	}
	return nil
}

// completeExperiments completes the ids of experiments and of the claims that they judge.
func completeExperiments(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var out []cobra.Completion
	for _, e := range experiments.All() {
		out = append(out, cobra.CompletionWithDesc(e.ID, e.Title))
		for _, j := range e.Judges {
			out = append(out, cobra.CompletionWithDesc(j.Claim, "judged by "+e.ID))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// publish writes what follows from the records, and names the files that look so and do not.
func publish(l *lab.Lab, out io.Writer) error {
	stray, err := l.Publish()
	if err == nil && len(stray) > 0 {
		_, err = fmt.Fprintf(out, "No record produces %s: remove by hand what is not needed.\n", namedBriefly(stray))
	}
	return err
}

// results measures, publishes and says where things stand, and how long all of it took since it began. A failed experiment does not
// keep the others from being published.
func results(ctx context.Context, l *lab.Lab, o lab.Options, tables bool, begin time.Time, stdout io.Writer) error {
	var sum lab.Summary
	failed := labbackend.ForProfile(o.Profile, func() (err error) {
		sum, err = l.Run(ctx, o)
		return err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := publish(l, stdout); err != nil {
		return errors.Join(failed, err)
	}
	if tables {
		chosen, err := l.Select(o.Only)
		if err != nil {
			return err
		}
		for _, e := range chosen {
			ts, err := l.Tables(e, sum.Records)
			if err != nil {
				return err
			}
			for _, t := range ts {
				if err := t.WriteText(stdout); err != nil {
					return err
				}
				fmt.Fprintln(stdout)
			}
		}
	}
	ledger, err := l.Ledger()
	if err != nil {
		return errors.Join(failed, err)
	}
	table := ledger.Summary()
	if err := table.WriteText(stdout); err != nil {
		return err
	}
	sum.Elapsed = time.Since(begin)
	fmt.Fprintf(stdout, "%s.\n%sTables and figures: results/README.md. Claims: results/claims/README.md.\n", sum, outcome(sum, o.Profile))
	return failed
}

// maxNamed is how many names of cases or experiments a sentence of what a run came to holds.
const maxNamed = 10

// outcome says in a line each how what a run measured compares with what was there, and where it shows.
func outcome(s lab.Summary, p lab.Profile) string {
	var b strings.Builder
	if n := s.Same + len(s.Others); n > 0 {
		fmt.Fprintf(&b, "Measured by another run before: %s, of which %d gave the same exact figures", plural(n, "case"), s.Same)
		if len(s.Others) > 0 {
			fmt.Fprintf(&b, "; not the same: %s", namedBriefly(s.Others))
		}
		b.WriteString(".\n")
	}
	if s.Stayed > 0 {
		fmt.Fprintf(&b, "With the same exact figures, these stay as they are, with their times: %s; --tables prints those of this run, --force replaces them.\n", plural(s.Stayed, "record"))
	}
	if s.Replaced > 0 {
		fmt.Fprintf(&b, "With the same exact figures, these gave way to what this run measured, as they were of earlier code, of a changed tree or of a commit that is not known, or by --force: %s.\n", plural(s.Replaced, "record"))
	}
	if len(s.Dropped) > 0 {
		fmt.Fprintf(&b, "Dropped records: %s.\n", namedBriefly(s.Dropped))
	}
	if len(s.Larger) > 0 {
		fmt.Fprintf(&b, "Tables and verdicts of %s are made of a larger profile than %s; --tables prints those of this run.\n", plural(len(s.Larger), "experiment"), p)
	}
	if len(s.Stale) > 0 {
		fmt.Fprintf(&b, "Earlier code measured that profile of %s: measure it again, or let this run take its place by --replace-stale.\n", namedBriefly(s.Stale))
	}
	return b.String()
}
