package gnntools

import (
	"context"
	"fmt"
	"runtime"
	"strconv"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// chunk is how many puzzles are held at a time.
const chunk = 4096

// documentedData is the stream whose first samples are the document's training data, as
// package supervised takes them: those of the last stage's difficulty.
func documentedData() (stream puzzles.Config, size int, stages []puzzles.Stage) {
	d := supervised.Default()
	stages = d.Curriculum.Stages
	last := d.Curriculum.At(stages[len(stages)-1].UntilEpoch)
	stream = d.Data.Puzzles
	stream.Givens, stream.Hard, stream.Augment = last.Givens, last.Hard, puzzles.Augment{}
	return stream, d.Data.Size, stages
}

// makeData makes the first puzzles of the document's training data and checks each: its
// solution by package board, that it has no other by dancing links, which had no part in
// making it, and whether it is another one in disguise.
func makeData(ctx context.Context, size int, r *lab.Run) error {
	cfg, asked, stages := documentedData()
	workers := runtime.GOMAXPROCS(0)
	s, err := puzzles.New(ctx, cfg, workers)
	if err != nil {
		return err
	}
	defer s.Close()
	boards, classes := map[[81]uint8]struct{}{}, map[symmetry.Key]struct{}{}
	var wrong, several, other, givens int64
	var by [81]int64
	inStage := make([]int64, len(stages))
	for made := 0; made < size; {
		batch, err := s.Batch(ctx, min(chunk, size-made))
		if err != nil {
			return err
		}
		keys, err := symmetry.Keys(ctx, puzzles.Boards(batch), workers, symmetry.DefaultLimits())
		if err != nil {
			return err
		}
		proofs, err := proveAll(ctx, batch, workers)
		if err != nil {
			return err
		}
		for i, sample := range batch {
			boards[[81]uint8(sample.Puzzle)] = struct{}{}
			classes[keys[i]] = struct{}{}
			count := 0
			for _, d := range sample.Puzzle {
				if d != 0 {
					count++
				}
			}
			givens += int64(count)
			by[count]++
			for k, stage := range stages {
				if stage.Low <= count && count <= stage.High {
					inStage[k]++
				}
			}
			fault := ""
			switch {
			case board.CheckSolution(sample.Board(), sample.Grid()) != nil:
				wrong++
				fault = "the solution breaks a rule or a given"
			case !proofs[i].unique:
				several++
				fault = "not exactly one solution"
			case !proofs[i].same:
				other++
				fault = "another solution than the one that goes with it"
			}
			if fault != "" && wrong+several+other == 1 {
				r.Text("counterexample", fmt.Sprintf("%s, %s: %s", sample.Board(), sample.Grid(), fault))
			}
		}
		made += len(batch)
		r.Progress(made, size)
	}
	r.Count("asked", int64(asked), "puzzles")
	r.Count("made", int64(size), "puzzles")
	r.Count("wrong", wrong, "puzzles")
	r.Count("several", several, "puzzles")
	r.Count("other", other, "puzzles")
	r.Count("boards", int64(len(boards)), "puzzles")
	r.Count("classes", int64(len(classes)), "classes")
	r.Count("dropped", int64(s.Dropped()), "boards")
	r.Exact("givens", float64(givens)/float64(size), "givens", size)
	for k := range stages {
		r.Count(fmt.Sprintf("stage=%d", k+1), inStage[k], "puzzles")
	}
	for n, count := range &by {
		if count > 0 {
			r.Count(givensMetric(n), count, "puzzles")
		}
	}
	return nil
}

const givensBegin = "givens="

func givensMetric(n int) string { return givensBegin + strconv.Itoa(n) }

// proof is what another solver says of a sample.
type proof struct{ unique, same bool }

// proveAll solves samples of side 4 or 9 by dancing links, all of them up to a second solution.
func proveAll(ctx context.Context, samples []puzzles.Sample, workers int) ([]proof, error) {
	out := make([]proof, len(samples))
	provers := make([]func(context.Context, int) error, workers)
	for w := range provers {
		exact := engine.DLX(engine.DefaultDLX())
		provers[w] = func(ctx context.Context, i int) (err error) {
			out[i], err = prove(ctx, exact, samples[i])
			return err
		}
	}
	return out, pipeline.For(ctx, len(samples), provers)
}

func prove(ctx context.Context, exact solver.Solver, s puzzles.Sample) (proof, error) {
	res, err := exact.Solve(ctx, s.Board(), solver.Limits{Solutions: 2})
	if err != nil {
		return proof{}, err
	}
	p := proof{unique: res.Status == solver.Unique}
	p.same = p.unique && res.Grid.Equal(s.Grid())
	return p, nil
}
