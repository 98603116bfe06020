package weightstest

import (
	"path/filepath"
	"testing"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/weights"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// Recipe is that of a tiny candidate network on 4×4, by the algorithm and for a number of steps.
func Recipe(tb testing.TB, algorithm string, steps int) weights.Recipe {
	tb.Helper()
	r, err := weights.DefaultRecipe(networks.Candidate, 4, algorithm, steps)
	if err != nil {
		tb.Fatal(err)
	}
	r.Network.Candidate = &networks.CandidateConfig{Hidden: 6, Channels: 3, Pool: r.Network.Candidate.Pool, Steps: 2, Scored: 1}
	r.Play.Epsilon.Steps = steps / 4
	r.Train.Optimizer.LearningRate = 1e-2
	r.Train.ValidateEvery, r.Train.EMA, r.Train.LogEvery = 0, 0.9, 0
	r.Validation = dqn.Validation{Rows: []dqn.Row{{Low: 4, High: 4}}, Count: 8, Batch: 8, Seed: 1}
	if r.DQN != nil {
		r.DQN.Begin, r.DQN.Copy = 200, 20
	}
	return r
}

// Train trains by a recipe in a folder, on the backend in Go.
func Train(tb testing.TB, r weights.Recipe, folder string) {
	tb.Helper()
	choice, err := accel.Choose(tb.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		tb.Fatal(err)
	}
	defer choice.Close()
	task, err := r.NewTask(tb.Context(), choice.Backend, 1)
	if err != nil {
		tb.Fatal(err)
	}
	defer task.Close()
	trainer, err := train.New(choice.Backend, task, r.Train, train.Options{Folder: folder})
	if err != nil {
		tb.Fatal(err)
	}
	defer trainer.Close()
	if _, err := trainer.Run(tb.Context()); err != nil {
		tb.Fatal(err)
	}
}

// Agent trains a tiny agent and returns the file of its weights, with its card beside it. It knows enough of 4×4 to
// solve some puzzles and to fail on others.
func Agent(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	folder, stem := filepath.Join(dir, "run"), filepath.Join(dir, "tiny")
	r := Recipe(tb, dqn.AlgorithmPQN, 80)
	Train(tb, r, folder)
	card, tensors, err := weights.Trained(folder, r, train.PartAverage)
	if err != nil {
		tb.Fatal(err)
	}
	if err := learned.Write(stem, card, tensors, safetensors.F16); err != nil {
		tb.Fatal(err)
	}
	return stem + weights.TensorsEnding
}
