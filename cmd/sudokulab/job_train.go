package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	agents "sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/gnn/weights"
	jobfile "sudokulab/pkg/job"
	"sudokulab/pkg/train"
)

// trained is what a job that trains writes of each seed. Times are left out: the same training has the same bytes.
type trained struct {
	Seed    uint64        `json:"seed"`
	Step    int           `json:"step"`
	Samples int64         `json:"samples"`
	Scores  train.Metrics `json:"scores"` // of the last validation
	Best    *train.Best   `json:"best,omitempty"`
	SHA256  string        `json:"sha256"` // of the averaged weights: of each tensor in their order its name, its form and its numbers
}

// systemOf is the learned system that a job trains.
const systemOf = "system"

// checkTraining checks what a job that trains asks for, before any seed is tried.
func checkTraining(s *jobfile.Spec) error {
	system, _ := s.Parameters[systemOf].(string)
	if system != "gnn" && system != "dqn" {
		return fmt.Errorf("parameters: %s: %s", systemOf, wantOneOf(system, []string{"dqn", "gnn"}))
	}
	if s.Input.Seed != nil && s.Input.Count > 0 && uint64(s.Input.From+s.Input.Count-1) > ^uint64(0)-*s.Input.Seed { //nolint:gosec // neither is negative
		return fmt.Errorf("input: seed %d and %d more: past the last one", *s.Input.Seed, s.Input.From+s.Input.Count-1)
	}
	return nil
}

// trainArgs are the arguments of the command that trains the item of a job, in a folder.
func trainArgs(s *jobfile.Spec, item int64, folder string) []string {
	args := []string{trains, fmt.Sprint(s.Parameters[systemOf]), "--out=" + folder, "--resume", "--seed=" + strconv.FormatUint(seedOf(s, item), 10)}
	if _, ok := s.Parameters["backend"]; !ok {
		args = append(args, "--backend="+accel.NameGo) // the one that gives the same bytes on every machine of a kind
	}
	for _, arg := range s.Args() {
		if !strings.HasPrefix(arg, "--"+systemOf+"=") {
			args = append(args, arg)
		}
	}
	return args
}

func seedOf(s *jobfile.Spec, item int64) uint64 { return *s.Input.Seed + uint64(item) } //nolint:gosec // an item is 0 or more

// trainings is the folder beside a job's output that keeps the training of each seed: job clean leaves it there, since train export
// writes weights from it.
func trainings(s *jobfile.Spec) string { return s.OutputPath() + ".trainings" }

// trainShard trains the seeds of a shard, each in a folder that is kept, so that a training that was broken off goes on.
func trainShard(ctx context.Context, s *jobfile.Spec, part jobfile.Slice, w io.Writer) error {
	for item := part.From; item < part.From+part.Count; item++ {
		folder := filepath.Join(trainings(s), "seed-"+strconv.FormatUint(seedOf(s, item), 10))
		if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // as other output
			return err
		}
		if err := inProcess(ctx, trainArgs(s, item, folder), strings.NewReader(""), io.Discard); err != nil {
			return err
		}
		line, err := trainedIn(folder, seedOf(s, item))
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// trainedIn tells what a finished training's folder holds.
func trainedIn(folder string, seed uint64) ([]byte, error) {
	checkpoint := filepath.Join(folder, train.CheckpointName)
	report, err := train.ReadReport(checkpoint)
	if err != nil {
		return nil, err
	}
	tensors, err := train.ReadWeights(checkpoint, train.PartAverage)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	for _, t := range tensors {
		_, _ = fmt.Fprintf(h, "%s %s %v\n", t.Name, t.DType, t.Shape) // a hash takes all
		_, _ = h.Write(t.Data)
	}
	return json.Marshal(trained{
		Seed: seed, Step: report.Step, Samples: report.Samples, Scores: report.Validation, Best: report.Best, SHA256: hex.EncodeToString(h.Sum(nil)),
	})
}

// sampleTraining projects a training from its first seconds.
func sampleTraining(cmd *cobra.Command, s *jobfile.Spec) (sample jobfile.Sample, err error) {
	const long = 20 * time.Second
	folder, err := os.MkdirTemp("", "sudokulab-sample-")
	if err != nil {
		return sample, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	begin := time.Now()
	var out strings.Builder
	args := append(trainArgs(s, 0, folder), "--budget="+long.String())
	err = inProcess(cmd.Context(), args, strings.NewReader(""), &out)
	if err != nil && out.Len() == 0 {
		return sample, err
	}
	took := time.Since(begin)
	var report train.Report
	if err := json.Unmarshal([]byte(out.String()), &report); err != nil {
		return sample, fmt.Errorf("a training of %s: %w", long, err)
	}
	text, err := readFile(cmd.Context(), filepath.Join(folder, recipeName), maxRecipe, "a recipe")
	if err != nil {
		return sample, err
	}
	steps, err := stepsOf(text)
	if err != nil {
		return sample, err
	}
	if report.Step == 0 {
		return sample, fmt.Errorf("a training makes no step within %s, from which to tell how long it takes", long)
	}
	line, err := trainedIn(folder, seedOf(s, 0))
	if err != nil {
		return sample, err
	}
	return jobfile.Sample{Items: 1, Bytes: int64(len(line)) + 1, Time: time.Duration(float64(took) * float64(steps) / float64(report.Step))}, nil
}

// stepsOf are the steps of a training by a recipe of either system.
func stepsOf(recipe []byte) (int, error) {
	if agents.IsRecipe(recipe) {
		r, err := agents.ParseRecipe(recipe)
		return r.Trainer().Steps, err
	}
	r, err := weights.ParseRecipe(recipe)
	return r.Trainer().Steps, err
}
