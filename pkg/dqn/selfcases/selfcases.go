package selfcases

import (
	"context"
	"fmt"

	"github.com/gomlx/compute"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/learn/selftest"
	"sudokulab/pkg/train"
)

// steps are made before the checkpoint, and again after it.
const steps = 4

// Cases returns the agent's cases for a platform of package accel, in the order of trying. Seed is that of weights,
// puzzles and moves.
func Cases(platform string, seed uint64) ([]selftest.Case, error) {
	var all []selftest.Case
	for _, size := range selftest.Sizes(platform) {
		for _, of := range []struct{ network, algorithm string }{{networks.Candidate, dqn.AlgorithmPQN}, {networks.Conv, dqn.AlgorithmDQN}} {
			if size == selftest.Full && of.network != networks.Candidate {
				continue // no training of theirs needs a card
			}
			name := fmt.Sprintf("agent %s %s, %s", of.network, of.algorithm, size)
			r, err := recipe(of.network, of.algorithm, size, seed)
			if err != nil {
				return nil, fmt.Errorf("selfcases: %s: %w", name, err)
			}
			all = append(all, selftest.Case{
				Name: name, Model: "agent " + of.network, Size: size, Steps: steps, Tolerance: selftest.ToleranceOf(platform, false),
				Unit: "moves/s", Parameters: parameters(r), FLOPs: r.FLOPs, Train: r.Train,
				Open: func(ctx context.Context, backend compute.Backend) (train.OpenTask, error) {
					return r.NewTask(ctx, backend, 0)
				},
			})
		}
	}
	return all, nil
}

// recipe is the default one, with so short rollouts and so small a buffer that the first steps learn from them.
func recipe(network, algorithm string, size selftest.Size, seed uint64) (weights.Recipe, error) {
	side := 4
	if size == selftest.Full {
		side = 9
	}
	r, err := weights.DefaultRecipe(network, side, algorithm, 0)
	if err != nil {
		return r, err
	}
	r.Network.Seed, r.Play.Seed, r.Play.Puzzles.Seed, r.Train.Seed = seed, seed, seed, seed
	r.Play.Puzzles.Exclude = nil
	r.Play.Epsilon = dqn.Epsilon{From: 1, To: 1}
	switch {
	case r.PQN != nil:
		r.PQN.Rollout = 2
	case r.DQN != nil:
		r.DQN.Replay, r.DQN.Begin, r.DQN.Copy = 256, 128, 3
	}
	return r, r.Validate()
}

// parameters is the number of weights.
func parameters(r weights.Recipe) (total int) {
	for _, shape := range r.Shapes() {
		size := 1
		for _, d := range shape {
			size *= d
		}
		total += size
	}
	return total
}
