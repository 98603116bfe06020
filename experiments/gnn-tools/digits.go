package gnntools

import (
	"context"
	"math"
	"math/rand/v2"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/train"
)

// agreement says how far answers to a board and to the same board with other names for its
// digits are the same.
type agreement struct {
	cells int     // empty cells of all relabelled boards
	same  int     // cells whose likeliest digit is the other's under its new name
	apart float64 // sum over cells of half the differences of all probabilities, 0 to 1 each
}

// agree asks a network about boards and about each under some relabellings, which are drawn
// separately for every board and are never the identity.
func agree(ctx context.Context, p learn.Predictor, samples []puzzles.Sample, relabels int, rng *rand.Rand) (a agreement, err error) {
	n := samples[0].Board().Shape().Side()
	boards := puzzles.Boards(samples)
	var names [][]uint8
	for _, s := range samples {
		for range relabels {
			to := relabelling(rng, n)
			names = append(names, to)
			cells := make([]uint8, len(s.Puzzle))
			for c, d := range s.Puzzle {
				cells[c] = to[d]
			}
			b, err := board.FromCells(cells)
			if err != nil {
				return a, err
			}
			boards = append(boards, b)
		}
	}
	predictions, err := p.Predict(ctx, boards)
	if err != nil {
		return a, err
	}
	for i, to := range names {
		at := i / relabels
		for c, given := range samples[at].Puzzle {
			if given != 0 {
				continue
			}
			plain, renamed := predictions[at].P[c*n:(c+1)*n], predictions[len(samples)+i].P[c*n:(c+1)*n]
			a.cells++
			if int(to[likeliest(plain)+1]) == likeliest(renamed)+1 {
				a.same++
			}
			for d, x := range plain {
				a.apart += math.Abs(float64(x-renamed[to[d+1]-1])) / 2
			}
		}
	}
	return a, nil
}

// relabelling gives each digit of 1 to n a new name, 0 for 0; at least two names change.
func relabelling(rng *rand.Rand, n int) []uint8 {
	for {
		to := make([]uint8, n+1)
		moved := false
		for i, d := range rng.Perm(n) {
			to[i+1] = uint8(d + 1)
			moved = moved || d != i
		}
		if moved {
			return to
		}
	}
}

// agreeSeed begins the relabellings, the same for every network.
const agreeSeed = 0x6e61_6d65

func keepAgreement(ctx context.Context, p learn.Predictor, samples []puzzles.Sample, d Digits, r *lab.Run) error {
	a, err := agree(ctx, p, samples, d.Relabels, rand.New(rand.NewPCG(agreeSeed, 1)))
	if err != nil {
		return err
	}
	r.Noisy("agree", float64(a.same)/float64(a.cells), "of empty cells", a.cells)
	r.Noisy("apart", a.apart/float64(a.cells), "of 1", a.cells)
	m, _, err := score.Evaluate(ctx, p, samples)
	if err != nil {
		return err
	}
	evaluated(r, m)
	r.Count("boards", int64(len(samples)), "boards")
	r.Count("compared", int64(a.cells), "cells")
	return nil
}

// runArm trains one side of a pair. Pairs share seeds, initial weights and puzzles in their
// order; nothing but the permuted digits sets them apart.
func runArm(ctx context.Context, cfg Config, a arm, seed int, r *lab.Run) error {
	d := cfg.Digits
	s := d.Setting
	n := uint64(seed)
	s.Network.Start.Seed, s.Task.Seed, s.Task.Data.Puzzles.Seed, s.Task.Data.Shuffle = n, n, n, n
	s.Task.Data.Size = a.size
	s.Task.Data.Puzzles.Augment = puzzles.Augment{Digits: a.digits}
	if a.steps > 0 {
		s.Task.Epochs, s.Task.Epoch = 1, a.steps*s.Task.Batch
	}
	network, err := literal.New(s.Network)
	if err != nil {
		return err
	}
	t, err := trainSupervised(ctx, cfg.Backend, network, s.Task, 1, r)
	if err != nil {
		return err
	}
	defer t.close()
	samples, err := held(ctx, fourSets(), d.Boards)
	if err != nil {
		return err
	}
	if err := keepAgreement(ctx, t.predictor, samples, d, r); err != nil {
		return err
	}
	s.Task.Validation.Count = d.Boards
	first, err := pairs.First(ctx, cfg.Backend, pairs.Setting{Network: s.Network, Task: s.Task}, false)
	if err != nil {
		return err
	}
	share, cells := pairs.Constant(samples)
	r.Noisy("constant", share, "of empty cells", cells)
	r.Noisy("first", first, "of empty cells", s.Task.Validation.Count*len(s.Task.Validation.Sets))
	training := 0.0
	for _, rec := range t.records {
		if rec.Kind == train.KindTrain {
			training = rec.Metrics["cells"]
		}
	}
	r.Noisy("training", training, "of empty cells", 1)
	r.Count("steps", int64(t.report.Step), "steps")
	r.Text("network", describe(s))
	return nil
}

// runCandidate measures the candidate network, which has the digits' names nowhere, as the
// control of the measure.
func runCandidate(ctx context.Context, cfg Config, r *lab.Run) error {
	recipe := cfg.Metrics.Candidate
	t, _, err := trainCandidate(ctx, cfg.Backend, recipe, cfg.Metrics.Steps, r)
	if err != nil {
		return err
	}
	defer t.close()
	samples, err := held(ctx, fourSets(), cfg.Digits.Boards)
	if err != nil {
		return err
	}
	if err := keepAgreement(ctx, t.predictor, samples, cfg.Digits, r); err != nil {
		return err
	}
	r.Count("steps", int64(t.report.Step), "steps")
	r.Text("network", describeCandidate(recipe))
	return nil
}
