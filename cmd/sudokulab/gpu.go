package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/gpuqueue"
	"sudokulab/pkg/lab"
)

func newGPU() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gpu",
		Short: "List the long jobs for a graphics card and run them slice by slice",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newGPUList(), newGPURun(), newGPUCollect())
	return cmd
}

// queueFlags say where the queue and its results are.
type queueFlags struct {
	root    labFlags
	queue   string
	results string
}

func (f *queueFlags) register(cmd *cobra.Command) {
	f.root.register(cmd)
	cmd.Flags().StringVar(&f.queue, "queue", "", "queue file (default: experiments/gpu-queue.yaml in the lab's tree)")
	reads.names(cmd, "queue")
	completeFiles(cmd, "queue", "yaml")
	cmd.Flags().StringVar(&f.results, "results", "", "folder of results so far (default: results/gpu in the lab's tree)")
	fills.names(cmd, "results")
}

// resolve fills in the paths that were not named.
func (f *queueFlags) resolve() error {
	if f.queue != "" && f.results != "" {
		return nil
	}
	root, err := findRoot(f.root.root)
	if err != nil {
		return err
	}
	if f.queue == "" {
		f.queue = filepath.Join(root, "experiments", "gpu-queue.yaml")
	}
	if f.results == "" {
		f.results = filepath.Join(root, "results", "gpu")
	}
	return nil
}

// sayingChanges runs what takes slices over, and says at its end which files of the lab's tree it changed, if there is a tree and it
// changed any.
func (f *queueFlags) sayingChanges(cmd *cobra.Command, work func() error) error {
	root, err := findRoot(f.root.root)
	if err != nil {
		return work() // a box with a queue and no lab
	}
	return sayingChanges(cmd.Context(), root, cmd.OutOrStdout(), false, work)
}

func (f *queueFlags) load() (*gpuqueue.Queue, gpuqueue.State, error) {
	if err := f.resolve(); err != nil {
		return nil, gpuqueue.State{}, err
	}
	if info, err := os.Stat(f.queue); err == nil && !info.Mode().IsRegular() { // a FIFO would be waited for
		return nil, gpuqueue.State{}, fmt.Errorf("%s: want a regular file", f.queue)
	}
	queue, err := gpuqueue.Load(f.queue)
	if err != nil {
		return nil, gpuqueue.State{}, err
	}
	state, err := gpuqueue.LoadState(f.results)
	return queue, state, err
}

func newGPUList() *cobra.Command {
	var flags queueFlags
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the jobs, where each stands and what it decides",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			queue, state, err := flags.load()
			if err != nil {
				return err
			}
			t := lab.Table{Title: "Jobs for a graphics card", Columns: []string{"Job", "State", "Slices", "Budget", "Decides", "What, or what it waits for"}}
			for _, j := range queue.Jobs {
				status, made, what := gpuqueue.StatusOf(j, state), 0, j.Title
				for _, s := range state.Slices {
					if s.Job == j.ID {
						made++
					}
				}
				if status == gpuqueue.Waiting {
					what = "needs " + j.Needs
				}
				t.Add(j.ID, string(status), strconv.Itoa(made), j.BudgetText, cmp.Or(strings.Join(j.Decides, " "), "–"), clip(what, 80))
			}
			return t.WriteText(cmd.OutOrStdout())
		}),
	}
	flags.register(cmd)
	return cmd
}

func newGPURun() *cobra.Command {
	var (
		flags   queueFlags
		job     string
		out     string
		budget  time.Duration
		backend string
	)
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run one slice of the next open job",
		Long: "Runs the next open job, or the one named by --job, for one budget, and takes over its results.\n" +
			"With --out the files stay in that folder, to be carried home and taken over there by gpu collect.\n" +
			"A job goes on from where its last slice stopped. A job for a card does not run without one.",
		Example: "  sudokulab gpu run\n  sudokulab gpu run --job selftest --out slice --budget 5m\n  sudokulab gpu collect slice",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			queue, _, err := flags.load()
			if err != nil {
				return err
			}
			for i := range queue.Jobs {
				queue.Jobs[i].Budget = min(queue.Jobs[i].Budget, budget)
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			cfg := gpuqueue.Config{
				Queue: queue, StateDir: flags.results, OutDir: out, Binary: self, JobID: job, Log: cmd.ErrOrStderr(),
				Check: func(ctx context.Context) (gpuqueue.Machine, error) { return machineOf(ctx, backend) },
			}
			if backend != "" {
				cfg.Env = append(os.Environ(), accel.EnvBackend+"="+backend)
			}
			return flags.sayingChanges(cmd, func() error { return runSlice(cmd, cfg) })
		}),
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&job, "job", "", "run this job instead of the next open one")
	completeBy(cmd, "job", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		queue, _, err := flags.load()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var ids []cobra.Completion
		for _, j := range queue.Jobs {
			ids = append(ids, cobra.CompletionWithDesc(j.ID, j.Title))
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	})
	cmd.Flags().StringVar(&out, "out", "", "leave the slice's files in this empty folder and do not take them over")
	fills.names(cmd, "out")
	budget = gpuqueue.MaxBudget
	addNumber(cmd, &budget, "budget", time.Second, gpuqueue.MaxBudget, "time for the slice, at most what the job itself asks for")
	addBackend(cmd, &backend)
	return cmd
}

// machineOf lets a backend solve a small graph and describes it. The job's command opens
// its own.
func machineOf(ctx context.Context, backend string) (gpuqueue.Machine, error) {
	choice, err := accel.Choose(ctx, accelOptions(backend))
	if err != nil {
		return gpuqueue.Machine{}, err
	}
	defer choice.Close()
	words := fmt.Sprintf("%s on %s", choice.Description, choice.Device)
	if choice.Plugin != "" { // its folder says nothing to others, and slices are committed
		words = strings.ReplaceAll(words, choice.Plugin, filepath.Base(choice.Plugin))
	}
	if choice.Platform == accel.PlatformGo {
		words += "; " + choice.Reason
	}
	return gpuqueue.Machine{Platform: choice.Platform, Description: words}, nil
}

// runSlice runs the slice and, unless an output folder was named, takes it over.
func runSlice(cmd *cobra.Command, cfg gpuqueue.Config) error {
	collect := cfg.OutDir == ""
	if collect {
		dir, err := os.MkdirTemp("", "sudokulab-slice-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }() // the system clears its temporary folder anyway
		cfg.OutDir = dir
	}
	out := cmd.OutOrStdout()
	slice, err := gpuqueue.RunSlice(cmd.Context(), cfg)
	if errors.Is(err, gpuqueue.ErrNothingToRun) {
		_, err := fmt.Fprintln(out, strings.TrimPrefix(err.Error(), "gpuqueue: "))
		return err
	}
	if err != nil {
		return err
	}
	if collect {
		// A slice that was interrupted or failed is recorded, too.
		if err := gpuqueue.Collect(cfg.OutDir, cfg.StateDir); err != nil {
			return err
		}
	}
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "%s, slice %d: %s after %s, %s\n",
		slice.Job, slice.Number, slice.Outcome, lab.Seconds(slice.ElapsedSeconds), plural(len(slice.Files), "file")); err != nil {
		return err
	}
	if !collect {
		if _, err := fmt.Fprintf(out, "The files are in %s; sudokulab gpu collect takes them over.\n", cfg.OutDir); err != nil {
			return err
		}
	}
	if slice.Outcome == gpuqueue.OutcomeFailed {
		return fmt.Errorf("%s failed: %s", slice.Job, slice.Message)
	}
	return nil
}

func newGPUCollect() *cobra.Command {
	var flags queueFlags
	cmd := &cobra.Command{
		Use:   "collect folder",
		Short: "Take over the output folder of a slice that ran elsewhere",
		Args:  cobra.ExactArgs(1),
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			if err := flags.resolve(); err != nil {
				return err
			}
			return flags.sayingChanges(cmd, func() error {
				if err := gpuqueue.Collect(args[0], flags.results); err != nil {
					return err
				}
				_, err := fmt.Fprintln(cmd.OutOrStdout(), "taken over")
				return err
			})
		}),
	}
	flags.register(cmd)
	return cmd
}
