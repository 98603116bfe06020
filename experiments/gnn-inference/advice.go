package gnninference

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

// Names of the networks that know nothing.
const (
	drawnNetwork = "drawn"
	wrongNetwork = "wrong"
)

// advice is a network that knows nothing of a puzzle: drawn gives every digit a chance drawn from
// the seed, the same whenever it is asked about the same board; wrong, given the solution, is
// certain of the next digit in each cell. What promises an answer must give it with either.
type advice struct {
	seed  uint64
	wrong board.Board // the solution, zero for drawn
}

// Predict implements learn.Predictor.
func (a advice) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	out := make([]learn.Prediction, len(boards))
	for i, b := range boards {
		n := b.Shape().Side()
		h := fnv.New64a()
		h.Write(b.Cells())
		rng := rand.New(rand.NewPCG(a.seed, h.Sum64()))
		p := make([]float32, b.Shape().Cells()*n)
		for cell := range b.Shape().Cells() {
			row := p[cell*n : cell*n+n]
			if !a.wrong.IsZero() {
				row[a.wrong.At(cell)%n] = 1
				continue
			}
			total := float32(0)
			for d := range row {
				row[d] = rng.Float32()
				total += row[d]
			}
			for d := range row {
				row[d] /= total
			}
		}
		out[i] = learn.Prediction{P: p}
	}
	return out, nil
}

// adviseNothing runs the methods that promise an answer with networks that know nothing.
func adviseNothing(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	list, err := load(ctx, s, r)
	if err != nil {
		return err
	}
	names := []string{drawnNetwork, wrongNetwork}
	for _, m := range cfg.complete() {
		var t tally
		t.by = map[infer.Method]int64{}
		for i, p := range list {
			for _, name := range names {
				model := advice{seed: r.Seed}
				if name == wrongNetwork {
					model.wrong = p.solution
				}
				runner, err := infer.NewRunner(model, m.Config, nil)
				if err != nil {
					return err
				}
				answers, err := runner.Solve(ctx, []board.Board{p.board}, solver.Limits{Solutions: 1})
				if err != nil {
					return fmt.Errorf("%s on puzzle %d, network %s: %w", m.Name, i+1, name, err)
				}
				t.add(p, answers[0], m.Config, 0)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		r.Count("solved "+m.Name, int64(t.solved), "boards")
		r.Count("wrong "+m.Name, int64(t.wrong), "boards")
		r.Count("open "+m.Name, int64(t.open), "boards")
		r.Count("attempts "+m.Name, t.attempts, "searches")
		r.Count("nodes "+m.Name, t.nodes, "nodes")
		for _, stage := range m.Config.Stages {
			r.Count(byMetric(stage, m.Name), t.by[stage], "boards")
		}
	}
	r.Count("boards", int64(len(list)*len(names)), "boards")
	return nil
}
