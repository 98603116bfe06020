package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
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

	jobfile "sudokulab/pkg/job"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func newJob() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "job",
		Short: "Make, solve, classify or rate puzzles by the million, or measure an experiment, in shards, here or under Slurm and Kubernetes",
		Long: "A job file says what is done to what, in how many shards:\n\n" +
			"  operation: classify        # " + strings.Join(jobOperations(), ", ") + "\n" +
			"  input:\n" +
			"    files: [\"puzzles/*.txt.gz\"]   # one puzzle on each line; for generate instead: {seed: 1, count: 1000000}; for results none\n" +
			"  shards: 1000\n" +
			"  output: classes.csv       # beside the job file\n" +
			"  parameters: {format: csv} # flags of the operation\n\n" +
			"sudokulab job run FILE does all of it on this machine. With --shard it does a part, so that an array of Slurm or\n" +
			"Kubernetes on a shared folder does the whole: job submit writes what they want. The merged file has the same\n" +
			"bytes, whoever did which shard, in which order and how often. A run that was broken off goes on where it was.\n\n" +
			"results measures the cases of one experiment: parameters: {only: csp-search, profile: full}. What is exact in the merged\n" +
			"records is as one machine measures it, times are those of the machines; results --take FILE takes them over.",
		Args: knownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newJobCheck(), newJobRun(), newJobStatus(), newJobMerge(), newJobSubmit(), newJobClean())
	return cmd
}

// jobHeadings are the operations of jobs, each with the forms of its output that begin with a heading; the first form is its own.
var jobHeadings = map[string][]form{
	"canonical": {formLine, formCSV},
	"classify":  {formLine, formCSV},
	"generate":  {formLine, formCSV},
	"rate":      {formCSV, formCSV},
	measures:    {formJSON},
	"solve":     {formLine, formCSV},
}

// measures is the operation that measures an experiment.
const measures = "results"

func jobOperations() []string { return slices.Sorted(maps.Keys(jobHeadings)) }

// notForJobs are flags that a job sets by itself, or whose effect lies outside of the output.
var notForJobs = []string{"jobs", "quiet", "output", "resume", "from", "count", "seed", "set", "first", "film", "animation", "keep-going", "help", "times", "timeout"}

// readJob reads a job file and checks what package job cannot know.
func readJob(path string) (*jobfile.Spec, error) {
	s, err := jobfile.ReadWith(path, func(s *jobfile.Spec) error {
		if s.Operation != measures {
			return nil
		}
		return countCases(s)
	})
	if err != nil {
		return nil, err
	}
	if _, ok := jobHeadings[s.Operation]; !ok {
		return nil, fmt.Errorf("%s: operation %q: %s", path, s.Operation, wantOneOf(s.Operation, jobOperations()))
	}
	if s.Operation != measures && (s.Operation == "generate") != (len(s.Input.Files) == 0) {
		return nil, fmt.Errorf("%s: operation %s: generate takes a seed and a count, the others take files", path, s.Operation)
	}
	for _, name := range notForJobs {
		if _, ok := s.Parameters[name]; ok {
			return nil, fmt.Errorf("%s: parameters: %s: not for a job", path, name)
		}
	}
	if s.Distinct && jobForm(s) != formLine {
		return nil, fmt.Errorf("%s: distinct: wants lines of puzzles as output, format: %s", path, formLine)
	}
	return s, nil
}

// planOf returns the plan of the experiment that a job measures.
func planOf(s *jobfile.Spec) (lab.Plan, error) {
	var p lab.Plan
	profile, err := lab.ParseProfile(fmt.Sprint(s.Parameters["profile"]))
	if err != nil {
		return p, fmt.Errorf("parameters: profile: %w", err)
	}
	only, ok := s.Parameters["only"].(string)
	if !ok {
		return p, errors.New("parameters: only: want the experiment to measure")
	}
	root, _ := s.Parameters["root"].(string)
	l, err := (&labFlags{root}).open()
	if err != nil {
		return p, err
	}
	if err := chosenExist(l, []string{only}); err != nil {
		return p, fmt.Errorf("parameters: %w", err)
	}
	chosen, err := l.Select([]string{only})
	if err != nil || len(chosen) != 1 {
		return p, fmt.Errorf("parameters: only: %s, want one experiment", only)
	}
	if p = chosen[0].Plan(profile); len(p.Cases) == 0 {
		return p, fmt.Errorf("parameters: %s has no cases in the profile %s", only, profile)
	}
	return p, nil
}

// countCases gives a job that measures an experiment its input: the places of the experiment's cases in its plan.
func countCases(s *jobfile.Spec) error {
	if len(s.Input.Files) > 0 || s.Input.Header || s.Input.Seed != nil || s.Input.From != 0 || s.Input.Count != 0 {
		return errors.New("input: results takes none, its cases are the experiment's")
	}
	for name := range s.Parameters {
		if name != "only" && name != "profile" && name != "root" {
			return fmt.Errorf("parameters: %s: results takes only, profile and root", name)
		}
	}
	p, err := planOf(s)
	if err != nil {
		return err
	}
	s.Input.Seed, s.Input.Count = &p.Seed, int64(len(p.Cases))
	return nil
}

// atOnce is how many shards a job may work on at once in one process, of so many asked for, 0 for one per core: one where
// an experiment times its cases, which others would slow.
func atOnce(s *jobfile.Spec, jobs int) (int, error) {
	if s.Operation == measures {
		p, err := planOf(s)
		if err != nil {
			return 0, err
		}
		if slices.ContainsFunc(p.Cases, func(c lab.Case) bool { return c.Timed }) {
			if jobs > 1 {
				return 0, fmt.Errorf("--jobs %d: the experiment times its cases, so that one runs at a time: want --jobs 1", jobs)
			}
			return 1, nil
		}
	}
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return jobs, nil
}

// measureShard measures the cases of a shard and writes their records.
func measureShard(ctx context.Context, s *jobfile.Spec, part jobfile.Slice, w io.Writer) (err error) {
	if part.Count == 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "sudokulab-shard-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	args := append([]string{measures, "--out=" + dir, fmt.Sprintf("--cases=%d-%d", part.From+1, part.From+part.Count)}, s.Args()...)
	if err := inProcess(ctx, args, strings.NewReader(""), io.Discard); err != nil {
		return err
	}
	records, err := os.ReadFile(filepath.Join(dir, lab.SliceRecords)) //nolint:gosec // written above
	if err != nil {
		return err
	}
	_, err = w.Write(records)
	return err
}

// items says how many of what a job works on.
func items(s *jobfile.Spec, n int64) string {
	if s.Operation == measures {
		return plural(int(n), "case")
	}
	return plural(int(n), "puzzle")
}

// jobForm is the form of a job's output.
func jobForm(s *jobfile.Spec) form {
	if f, ok := s.Parameters["format"]; ok {
		return form(fmt.Sprint(f))
	}
	return jobHeadings[s.Operation][0]
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
		Do:   func(ctx context.Context, part jobfile.Slice, w io.Writer) error { return doShard(ctx, s, part, w) },
		Distinct: func(ctx context.Context, r io.Reader, w io.Writer) error {
			return inProcess(ctx, []string{"dedup", "--quiet", "-"}, r, w)
		},
	}
	if slices.Contains(jobHeadings[s.Operation][1:], jobForm(s)) {
		o.Heading = 1
	}
	return jobfile.Open(cmd.Context(), s, o)
}

// sampleJob opens a job and measures a part of it.
func sampleJob(cmd *cobra.Command, path string) (*jobfile.Job, jobfile.Sample, error) {
	j, err := openJob(cmd, path)
	if err != nil {
		return nil, jobfile.Sample{}, err
	}
	s, err := j.Sample(cmd.Context(), time.Second)
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
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return "program " + hex.EncodeToString(h.Sum(nil)), nil
}

// doShard calls the operation as its command line would.
func doShard(ctx context.Context, s *jobfile.Spec, part jobfile.Slice, w io.Writer) error {
	if s.Operation == measures {
		return measureShard(ctx, s, part, w)
	}
	args := []string{s.Operation, "--jobs=1"}
	if _, ok := s.Parameters["format"]; !ok {
		args = append(args, "--format="+string(jobHeadings[s.Operation][0]))
	}
	if s.Operation == "solve" || s.Operation == "classify" {
		args = append(args, "--times=false") // a shard is to have the same bytes each time
	}
	args = append(args, s.Args()...)
	if part.Lines == nil {
		if part.Count == 0 && jobForm(s) != formCSV {
			return nil
		}
		args = append(args, "--seed="+strconv.FormatUint(*s.Input.Seed, 10), "--from="+strconv.FormatInt(part.From, 10), "--count="+strconv.FormatInt(part.Count, 10))
		return inProcess(ctx, args, strings.NewReader(""), w)
	}
	return inProcess(ctx, append(args, "--quiet", "-"), part.Lines, w)
}

// inProcess runs a command of this program, whose last message is the error if it fails. That a puzzle has not exactly one solution is a result.
func inProcess(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	var messages bytes.Buffer
	switch code := run(ctx, args, in, out, &messages); {
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
		"Plans the job, works on a few items from several shards for about a second, and projects time and size from them.\nProjections are for the cores that --cores names.",
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
