package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	jobfile "sudokulab/pkg/job"
	"sudokulab/pkg/lab"
)

// jobOperation is what a job can do.
type jobOperation struct {
	forms []form // of its output, its own first; those behind it begin with a heading
	item  string // what it works on, one of many
	files bool   // reads lines of files or of a set, and no seed and count
	// check says what is wrong with a job file beyond that, and may add the input that follows from it; nil: nothing.
	check func(s *jobfile.Spec) error
	// shard works on a part of the input.
	shard func(ctx context.Context, s *jobfile.Spec, part jobfile.Slice, w io.Writer) error
	// sample measures a part of the job where some items are too much for a sample; nil: they are not.
	sample func(cmd *cobra.Command, s *jobfile.Spec) (jobfile.Sample, error)
	// alone says whether one shard runs at a time; nil: no.
	alone func(s *jobfile.Spec) (bool, error)
}

// measures is the operation that measures an experiment, trains the one that trains.
const (
	measures = "results"
	trains   = "train"
)

// jobOperationsByName are the operations, by the name of the command that does each.
func jobOperationsByName() map[string]jobOperation {
	const puzzle = "puzzle"
	lines := func(forms ...form) jobOperation {
		return jobOperation{forms: forms, item: puzzle, files: true, shard: commandShard}
	}
	return map[string]jobOperation{
		"canonical": lines(formLine, formCSV),
		"classify":  lines(formLine, formCSV),
		"generate":  {forms: []form{formLine, formCSV}, item: puzzle, shard: commandShard},
		"rate":      lines(formCSV, formCSV),
		"solve":     lines(formLine, formCSV),
		measures:    {forms: []form{formJSON}, item: "case", check: countCases, shard: measureShard, alone: timesCases},
		trains:      {forms: []form{formJSON}, item: "training", check: checkTraining, shard: trainShard, sample: sampleTraining},
	}
}

func operationOf(s *jobfile.Spec) jobOperation { return jobOperationsByName()[s.Operation] }

func jobOperations() []string { return slices.Sorted(maps.Keys(jobOperationsByName())) }

// notForJobs are flags that a job sets by itself, or whose effect lies outside of the output.
var notForJobs = []string{"jobs", "quiet", "output", "resume", "from", "count", "seed", "set", "first", "film", "animation", "keep-going", "help", "times", "timeout", "out", "budget", "change"}

// readJob reads a job file and checks what package job cannot know.
func readJob(path string) (*jobfile.Spec, error) {
	s, err := jobfile.ReadWith(path, func(s *jobfile.Spec) error {
		if err := findSet(s); err != nil {
			return err
		}
		if check := operationOf(s).check; check != nil {
			return check(s)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	op, ok := jobOperationsByName()[s.Operation]
	if !ok {
		return nil, fmt.Errorf("%s: operation %q: %s", path, s.Operation, wantOneOf(s.Operation, jobOperations()))
	}
	if op.files == (s.Input.Seed != nil) {
		return nil, fmt.Errorf("%s: operation %s: generate and train take a seed and a count, the others take files or a set", path, s.Operation)
	}
	for _, name := range notForJobs {
		if _, ok := s.Parameters[name]; ok {
			return nil, fmt.Errorf("%s: parameters: %s: not for a job", path, name)
		}
	}
	if s.Distinct && (op.item != "puzzle" || jobForm(s) != formLine) {
		return nil, fmt.Errorf("%s: distinct: wants lines of puzzles as output, format: %s", path, formLine)
	}
	if err := jobfile.CheckOutput(s); err != nil {
		return nil, fmt.Errorf("%s: output: %w", path, err)
	}
	return s, nil
}

// jobForm is the form of a job's output.
func jobForm(s *jobfile.Spec) form {
	if f, ok := s.Parameters["format"]; ok {
		return form(fmt.Sprint(f))
	}
	return operationOf(s).forms[0]
}

// items says how many of what a job works on.
func items(s *jobfile.Spec, n int64) string { return plural(int(n), operationOf(s).item) }

// atOnce is how many shards a job may work on at once in one process, of so many asked for, 0 for one per core.
func atOnce(s *jobfile.Spec, jobs int) (int, error) {
	if alone := operationOf(s).alone; alone != nil {
		is, err := alone(s)
		if err != nil {
			return 0, err
		}
		if is && jobs > 1 {
			return 0, fmt.Errorf("--jobs %d: the experiment times its cases, so that one runs at a time: want --jobs 1", jobs)
		}
		if is {
			return 1, nil
		}
	}
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return jobs, nil
}

// commandShard calls the operation as its command line would.
func commandShard(ctx context.Context, s *jobfile.Spec, part jobfile.Slice, w io.Writer) error {
	args := []string{s.Operation, "--jobs=1"}
	if _, ok := s.Parameters["format"]; !ok {
		args = append(args, "--format="+string(jobForm(s)))
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

// planOfJob returns the plan of the experiment that a job measures.
func planOfJob(s *jobfile.Spec) (lab.Plan, error) {
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
	if p, err = planOf(chosen[0], profile); err != nil {
		return p, err
	}
	if len(p.Cases) == 0 {
		return p, fmt.Errorf("parameters: %s has no cases in the profile %s", only, profile)
	}
	return p, nil
}

// countCases gives a job that measures an experiment its input: the places of the experiment's cases in its plan.
func countCases(s *jobfile.Spec) error {
	if len(s.Input.Files) > 0 || s.Input.Header || s.Input.Set != "" || s.Input.Seed != nil || s.Input.From != 0 || s.Input.Count != 0 {
		return errors.New("input: results takes none, its cases are the experiment's")
	}
	for name := range s.Parameters {
		if name != "only" && name != "profile" && name != "root" {
			return fmt.Errorf("parameters: %s: results takes only, profile and root", name)
		}
	}
	p, err := planOfJob(s)
	if err != nil {
		return err
	}
	s.Input.Seed, s.Input.Count = &p.Seed, int64(len(p.Cases))
	return nil
}

// timesCases says whether the experiment that a job measures times its cases, which others would slow.
func timesCases(s *jobfile.Spec) (bool, error) {
	p, err := planOfJob(s)
	return slices.ContainsFunc(p.Cases, func(c lab.Case) bool { return c.Timed }), err
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
	records, err := atomicfile.ReadFile(filepath.Join(dir, lab.SliceRecords), atomicfile.Most)
	if err != nil {
		return err
	}
	_, err = w.Write(records)
	return err
}
