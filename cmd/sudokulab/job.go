package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	jobfile "sudokulab/pkg/job"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func newJob() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Make, solve, classify or rate puzzles by the million, measure an experiment, or train over seeds, in shards, here or under Slurm and Kubernetes",
		Long: "A job file says what is done to what, in how many shards:\n\n" +
			"  operation: classify       # " + strings.Join(jobOperations(), ", ") + "\n" +
			"  input:                    # one puzzle on each line; or set: 17clue, one of sudokulab data list;\n" +
			"                            # generate and train take seed: 1 and count: 1000000 instead, results nothing\n" +
			"    files: [\"puzzles/*.txt.gz\"]\n" +
			"  shards: 1000\n" +
			"  output: classes.csv       # beside the job file\n" +
			"  parameters: {format: csv} # flags of the operation\n\n" +
			"sudokulab job run FILE does all of it on this machine. With --shard it does a part, so that an array of Slurm or\n" +
			"Kubernetes on a shared folder does the whole: job submit writes what they want. The merged file has the same\n" +
			"bytes, whoever did which shard, in which order and how often. A run that was broken off goes on where it was.\n\n" +
			"results measures the cases of one experiment: parameters: {only: csp-search, profile: full}. What is exact in the merged\n" +
			"records is as one machine measures it, times are those of the machines; results --take FILE takes them over.\n\n" +
			"train trains a network once with each seed: input: {seed: 1, count: 5}, parameters: {system: dqn, model: unit-conv, steps: 500}, or gnn.\n" +
			"A line of JSON has a training's scores. The trainings lie in a folder beside the output, and train export writes weights from there.",
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newJobCheck(), newJobRun(), newJobStatus(), newJobMerge(), newJobSubmit(), newJobClean())
	return cmd
}

// openJob reads a job file and plans the job.
func openJob(cmd *cobra.Command, path string) (*jobfile.Job, error) {
	s, err := readJob(path)
	if err != nil {
		return nil, err
	}
	code, err := jobCode()
	if err != nil {
		return nil, err
	}
	o := jobfile.Options{
		Code: code,
		Do: func(ctx context.Context, part jobfile.Slice, w io.Writer) error {
			return operationOf(s).shard(ctx, s, part, w)
		},
		Distinct: func(ctx context.Context, r io.Reader, w io.Writer) error {
			return inProcess(ctx, []string{"dedup", "--quiet", "-"}, r, w)
		},
	}
	if slices.Contains(operationOf(s).forms[1:], jobForm(s)) {
		o.Heading = 1
	}
	j, err := jobfile.Open(cmd.Context(), s, o)
	if err != nil {
		return nil, err
	}
	return j, jobfile.CheckInput(cmd.Context(), j)
}

// sampled is how long a sample may take. A shard begins with what its operation sets up once, which of a few items is nearly all of the
// time, so a shorter sample would project the start of a command instead of its work.
const sampled = 10 * time.Second

// sampleJob opens a job and measures a part of it.
func sampleJob(cmd *cobra.Command, path string) (*jobfile.Job, jobfile.Sample, error) {
	j, err := openJob(cmd, path)
	if err != nil {
		return nil, jobfile.Sample{}, err
	}
	if sample := operationOf(j.Spec).sample; sample != nil {
		s, err := sample(cmd, j.Spec)
		return j, s, err
	}
	s, err := j.Sample(cmd.Context(), sampled)
	return j, s, err
}

// jobCode names the code of this program: its commit where that was stamped, else its own hash.
func jobCode() (string, error) {
	if commit, dirty := record.Built(); !dirty && len(commit) >= 7 && commit != "unknown" {
		return "commit " + commit, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	sum, _, err := atomicfile.SHA256(path)
	if err != nil {
		return "", err
	}
	return "program " + sum, nil
}

// shardCommand makes a command that shards are done by. All of the program's would take a millisecond, which is as much as a small
// shard.
func shardCommand(name string) *cobra.Command {
	switch name {
	case "canonical":
		return newCanonical()
	case "classify":
		return newClassify()
	case "dedup":
		return newDedup()
	case "eval":
		return newEval()
	case "generate":
		return newGenerate()
	case "rate":
		return newRate()
	case "solve":
		return newSolve()
	case measures:
		return newResults()
	case trains:
		return newTrain()
	default:
		panic("no command for shards: " + name)
	}
}

// inProcess runs a command of this program, whose last message is the error if it fails. That a puzzle has not exactly one solution is a result.
func inProcess(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	root := bareRoot()
	root.AddCommand(shardCommand(args[0]))
	root.CompletionOptions.DisableDefaultCmd = true
	var messages bytes.Buffer
	switch code := execute(ctx, root, args, in, out, &messages); {
	case code == exitOK || code == exitNotUnique:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	last := strings.TrimSpace(messages.String())
	if i := strings.LastIndexByte(last, '\n'); i >= 0 {
		last = last[i+1:]
	}
	return errors.New(strings.TrimPrefix(last, "sudokulab: "))
}

// jobCommand is a command on a job file.
func jobCommand(use, short, long string, do func(cmd *cobra.Command, path string) error) *cobra.Command {
	return &cobra.Command{
		Use: use + " file", Short: short, Long: long,
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%s, want one job file", plural(len(args), "argument"))
			}
			return do(cmd, args[0])
		}),
	}
}

func newJobCheck() *cobra.Command {
	return jobCommand("check", "Say what a job will do, how long and how large, and run none of it",
		"Plans the job, works on items from several shards for some seconds at most, and projects time and size from them.\nThe time is told for one core and for the cores of this machine.",
		func(cmd *cobra.Command, path string) error {
			j, s, err := sampleJob(cmd, path)
			if err != nil {
				return err
			}
			size, spent := s.Whole(j.Plan.Items)
			cores := runtime.GOMAXPROCS(0)
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s of %s in %s, %s each\noutput: %s, about %s\ntime: about %s of one core, %s on the %s here\nprojected from %s that took %s\n",
				j.Spec.Operation, items(j.Spec, j.Plan.Items), plural(j.Spec.Shards, "shard"), lab.Number(float64(j.Plan.Items)/float64(j.Spec.Shards)),
				j.Spec.OutputPath(), megabytes(size),
				lab.Seconds(spent.Seconds()), lab.Seconds(spent.Seconds()/float64(cores)), plural(cores, "core"), items(j.Spec, s.Items), lab.Seconds(s.Time.Seconds()))
			return err
		})
}

func megabytes(n int64) string { return lab.Number(float64(n)/1e6) + " MB" }

func newJobRun() *cobra.Command {
	var (
		shard string
		jobs  int
	)
	cmd := jobCommand("run", "Do a job's shards, all of them or some", "Does the shards that are not done, as many at once as --jobs says. Without --shard all are done here, and merged.\n"+
		"--shard 3/10 does shards 3, 13, 23 and so on, from 0, of every ten; --shard auto does those of the task of a Slurm array or of\n"+
		"an Indexed Job of Kubernetes that it runs in. Parts are merged by job merge.",
		func(cmd *cobra.Command, path string) error {
			j, err := openJob(cmd, path)
			if err != nil {
				return err
			}
			task := jobfile.Task{Of: 1}
			switch {
			case shard == "auto":
				task, err = jobfile.FindTask(os.Getenv)
			case shard != "":
				task, err = parseTask(shard)
			}
			if err != nil {
				return err
			}
			shards := task.Shards(j.Spec.Shards)
			if jobs, err = atOnce(j.Spec, jobs); err != nil {
				return err
			}
			if err := runShards(cmd, j, shards, jobs); err != nil {
				return err
			}
			if shard != "" {
				return nil
			}
			return mergeJob(cmd, j)
		})
	cmd.Flags().StringVar(&shard, "shard", "", "part to do: i/N, or auto under Slurm and Kubernetes (default: all, and merge)")
	complete(cmd, "shard", "auto")
	addNumber(cmd, &jobs, "jobs", 0, maxJobs, "shards worked on at once (0: one per core)")
	return cmd
}

// runShards does shards, with a bar.
func runShards(cmd *cobra.Command, j *jobfile.Job, shards []int, jobs int) error {
	w := cmd.ErrOrStderr()
	var bar *progressbar.ProgressBar
	if isTerminal(w) {
		bar = newBar(w, int64(len(shards)), progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true), progressbar.OptionSetDescription("shards"))
	}
	begin := time.Now()
	err := j.Run(cmd.Context(), shards, jobs, func(int) {
		if bar != nil {
			_ = bar.Add(1) // a bar that cannot be drawn must not end the work
		}
	})
	if bar != nil {
		_ = bar.Clear()
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s done in %s\n", j.Spec.Operation, plural(len(shards), "shard"), lab.Seconds(time.Since(begin).Seconds()))
	return nil
}

// parseTask reads i/N.
func parseTask(text string) (jobfile.Task, error) {
	a, b, ok := strings.Cut(text, "/")
	i, errI := strconv.Atoi(a)
	n, errN := strconv.Atoi(b)
	if !ok || errI != nil || errN != nil || n < 1 || i < 0 || i >= n {
		return jobfile.Task{}, fmt.Errorf("--shard %q: want i/N with i from 0 to N−1, or auto", text)
	}
	return jobfile.Task{Index: i, Of: n}, nil
}

func mergeJob(cmd *cobra.Command, j *jobfile.Job) error {
	if err := j.Merge(cmd.Context()); err != nil {
		return err
	}
	_, err := fmt.Fprintln(cmd.OutOrStdout(), j.Spec.OutputPath())
	return err
}

func newJobMerge() *cobra.Command {
	return jobCommand("merge", "Put the outputs of all shards together", "Writes the shards' outputs in their order to the job's output, compares each with its manifest on the way, and prints the\nfile's name. Missing, altered and mixed shards are refused by name, and what stood there stays.",
		func(cmd *cobra.Command, path string) error {
			j, err := openJob(cmd, path)
			if err != nil {
				return err
			}
			return mergeJob(cmd, j)
		})
}

func newJobStatus() *cobra.Command {
	return jobCommand("status", "Say which shards of a job are done", "Prints how many shards are done, missing and damaged, the numbers of the first few that are, and which code did them.",
		func(cmd *cobra.Command, path string) error {
			j, err := openJob(cmd, path)
			if err != nil {
				return err
			}
			s, err := j.Status(cmd.Context())
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			fmt.Fprintf(w, "%d of %d shards done: %s lines, %s, %s of work\n", s.Done, j.Spec.Shards, lab.Number(float64(s.Lines)), megabytes(s.Bytes), lab.Seconds(s.Spent.Seconds()))
			for _, c := range s.Codes {
				fmt.Fprintf(w, "done by %s\n", c)
			}
			const shown = 10
			if n := len(s.Missing); n > 0 {
				text := strings.Trim(fmt.Sprint(s.Missing[:min(shown, n)]), "[]")
				if n > shown {
					text += " …"
				}
				fmt.Fprintf(w, "%d missing: %s\n", n, text)
			}
			for _, err := range s.Broken[:min(shown, len(s.Broken))] {
				fmt.Fprintln(w, err)
			}
			return nil
		})
}

func newJobClean() *cobra.Command {
	return jobCommand("clean", "Remove a job's plan and shards; the merged file stays", "Removes the folder beside the output with the job's plan, shards and manifests. A folder that holds anything else stays as it is.",
		func(_ *cobra.Command, path string) error {
			s, err := readJob(path)
			if err != nil {
				return err
			}
			return jobfile.Clean(s)
		})
}

func newJobSubmit() *cobra.Command {
	var (
		slurm, kubernetes, hand bool
		tasks                   int
		memory                  int
		limit                   time.Duration
		image, claim            string
	)
	cmd := jobCommand("submit", "Write a batch script for Slurm or a manifest for Kubernetes", "Plans the job, measures a sample, and writes to standard output what runs it as an array: a script for sbatch, or an Indexed Job for\n"+
		"kubectl. Each task does its share of the shards; tasks that a scheduler kills and starts again go on. --run hands it to sbatch or\n"+
		"kubectl. All machines must see the job file, its input and its output under the same names; for Kubernetes they lie on the claim,\n"+
		"which is mounted where the job file is here. The manifest follows the published schema and was run on no cluster.",
		func(cmd *cobra.Command, path string) error {
			j, s, err := sampleJob(cmd, path)
			if err != nil {
				return err
			}
			logs, err := filepath.Abs(j.Spec.Folder())
			if err != nil {
				return err
			}
			a := jobfile.Array{
				Name: "sudokulab-" + j.Spec.Operation, Tasks: tasks, Cores: 1, Memory: int64(memory) << 20, Time: limit, Logs: logs, Image: image, Claim: claim,
			}
			if a.Tasks == 0 {
				a.Tasks = min(j.Spec.Shards, 100)
			}
			a.Tasks = min(a.Tasks, j.Spec.Shards)
			if a.Time == 0 {
				_, whole := s.Whole(j.Plan.Items)
				a.Time = 10*time.Minute + 3*whole/time.Duration(a.Tasks)
			}
			program, err := os.Executable()
			if err != nil {
				return err
			}
			full, err := filepath.Abs(path)
			if err != nil {
				return err
			}
			var text string
			by := "sbatch"
			a.Program = []string{program, "job", "run", "--jobs=1", "--shard=auto", full}
			if slurm {
				text = a.Slurm()
			} else {
				by, a.Mount, a.Program[0] = "kubectl", filepath.Dir(full), "sudokulab"
				if text, err = a.Kubernetes(); err != nil {
					return err
				}
			}
			if !hand {
				_, err := io.WriteString(cmd.OutOrStdout(), text)
				return err
			}
			c := exec.CommandContext(cmd.Context(), by)
			if by == "kubectl" {
				c.Args = append(c.Args, "create", "-f", "-")
			}
			c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), cmd.OutOrStdout(), cmd.ErrOrStderr()
			if err := c.Run(); err != nil {
				return fmt.Errorf("%s: %w", by, err)
			}
			return nil
		})
	fl := cmd.Flags()
	fl.BoolVar(&slurm, "slurm", false, "a script for sbatch")
	fl.BoolVar(&kubernetes, "kubernetes", false, "a manifest for kubectl")
	cmd.MarkFlagsOneRequired("slurm", "kubernetes")
	cmd.MarkFlagsMutuallyExclusive("slurm", "kubernetes")
	fl.BoolVar(&hand, "run", false, "hand it to sbatch or kubectl")
	addNumber(cmd, &tasks, "tasks", 0, jobfile.MaxShards, "tasks of the array (0: one per shard, 100 at most)")
	memory = 512
	addNumber(cmd, &memory, "memory", 16, 1<<20, "MiB for a task")
	addTime(cmd, &limit, "time", "limit of a task (0: three times what the sample says, and ten minutes)")
	fl.StringVar(&image, "image", "sudokulab:cpu", "image with the program, for Kubernetes")
	fl.StringVar(&claim, "claim", "sudokulab", "PersistentVolumeClaim with the job's folder, for Kubernetes")
	return cmd
}
