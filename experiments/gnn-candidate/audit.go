package gnncandidate

import (
	"context"
	_ "embed" // recipe-first.json
	"errors"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
	"sudokulab/pkg/symmetry"
)

func audited(side int, with string) []record.Dim {
	return []record.Dim{record.D("side", side), record.D("set", with)}
}

// stream holds the classes of the samples that a training's stream begins with. Several cases
// look into one, so it is made once.
type stream struct {
	side    int
	samples int // 0 for all that the training can have used
	once    sync.Once
	err     error
	made    int
	givens  int
	classes map[symmetry.Key]int
}

// auditBatch bounds the samples that are held at a time.
const auditBatch = 2000

// make makes the samples again as the recipe on the card says.
func (s *stream) make(ctx context.Context, cfg Config) error {
	s.once.Do(func() { s.err = s.fill(ctx, cfg) })
	return s.err
}

func (s *stream) fill(ctx context.Context, cfg Config) error {
	m, err := weights.Load(cfg.Weights)
	if err != nil {
		return err
	}
	s.classes = map[symmetry.Key]int{}
	n, err := s.plain(ctx, m)
	if err != nil || s.samples > 0 { // a round of ladders alone has thousands
		return err
	}
	start, err := weights.Load(startName)
	if err != nil {
		return err
	}
	if _, err := s.plain(ctx, start); err != nil {
		return err
	}
	return s.climb(ctx, m.Card.Recipe.Task, n)
}

// plain adds the samples of the plain streams that a training of weights can have used, and returns how many.
func (s *stream) plain(ctx context.Context, m *weights.Model) (n int, err error) {
	task := m.Card.Recipe.Task
	n = s.samples
	if n == 0 {
		n = int(drawn(task, m.Card.Training.Steps)[s.side])
	}
	for _, k := range task.Kinds {
		if k.Puzzles.Side != s.side {
			continue
		}
		if err := s.add(ctx, k.Puzzles, n); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// firstRecipe is that of the first part of the training, whose ladders kept other numbers of puzzles on each rung than those of the
// recipe on the card.
//
//go:embed recipe-first.json
var firstRecipe []byte

// climb adds the share of ladders of n samples, by the recipe on the card and by the first one.
func (s *stream) climb(ctx context.Context, task candidate.TaskConfig, n int) error {
	first, err := candidate.ParseRecipe(firstRecipe)
	if err != nil {
		return err
	}
	for _, k := range slices.Concat(first.Task.Kinds, task.Kinds) {
		if k.Ladders == nil || k.Puzzles.Side != s.side {
			continue
		}
		src, err := puzzles.NewLadders(ctx, *k.Ladders, runtime.GOMAXPROCS(0))
		if err != nil {
			return err
		}
		err = s.take(ctx, src, int(math.Ceil(k.Share*float64(n))))
		src.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds the first samples of a stream.
func (s *stream) add(ctx context.Context, p puzzles.Config, n int) error {
	// A set that was kept out of the training and is not here cannot be kept out again. Only
	// the samples that it replaced differ.
	p.Exclude = slices.DeleteFunc(slices.Clone(p.Exclude), func(id string) bool { return !here(id, p.Cache) })
	src, err := puzzles.New(ctx, p, 0)
	if err != nil {
		return err
	}
	defer src.Close()
	return s.take(ctx, src, n)
}

// take adds the next samples of a source.
func (s *stream) take(ctx context.Context, src puzzles.Source, n int) error {
	for taken := 0; taken < n; {
		batch, err := src.Batch(ctx, min(auditBatch, n-taken))
		if err != nil {
			return err
		}
		taken += len(batch)
		keys, err := symmetry.Keys(ctx, puzzles.Boards(batch), runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
		if err != nil {
			return err
		}
		for i, key := range keys {
			s.classes[key]++
			s.givens += batch[i].Givens
		}
		s.made += len(batch)
	}
	return nil
}

// here reports whether a set or a file that a stream excludes is on this machine.
func here(id, cache string) bool {
	if _, err := corpus.ByID(id); err != nil {
		_, err := os.Stat(id)
		return err == nil
	}
	loc, err := corpus.FromEnv(cache).Locate(id)
	return err == nil && loc.Where != corpus.Missing
}

// keep keeps how many of the boards' classes are in the stream.
func (s *stream) keep(ctx context.Context, boards []board.Board, r *lab.Run) error {
	keys, err := symmetry.Keys(ctx, boards, runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
	if err != nil {
		return err
	}
	tests := map[symmetry.Key]bool{}
	for _, k := range keys {
		tests[k] = true
	}
	samples, classes := 0, 0
	for k := range tests {
		samples += s.classes[k]
		if s.classes[k] > 0 {
			classes++
		}
	}
	r.Count("samples", int64(s.made), "boards")
	r.Count("classes", int64(len(s.classes)), "classes")
	r.Count("tests", int64(len(boards)), "boards")
	r.Count("tests.classes", int64(len(tests)), "classes")
	r.Count("equal.samples", int64(samples), "boards")
	r.Count("equal.classes", int64(classes), "classes")
	if s.made > 0 {
		r.Exact("givens", float64(s.givens)/float64(s.made), "cells", s.made)
	}
	return nil
}

// auditHeldOut compares a training's samples with the held-out boards of their side.
func auditHeldOut(ctx context.Context, cfg Config, s *stream, r *lab.Run) error {
	if err := s.make(ctx, cfg); err != nil {
		return err
	}
	var boards []board.Board
	for _, set := range cfg.Sets {
		if set.Test == nil || set.Test.Side != s.side {
			continue
		}
		samples, err := puzzles.HeldOut(ctx, *set.Test, set.Boards, 0)
		if err != nil {
			return err
		}
		boards = append(boards, puzzles.Boards(samples)...)
	}
	return s.keep(ctx, boards, r)
}

// auditPublic compares them with a whole public set.
func auditPublic(ctx context.Context, cfg Config, s *stream, r *lab.Run) error {
	if err := s.make(ctx, cfg); err != nil {
		return err
	}
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return errors.New("a set without puzzles")
	}
	return s.keep(ctx, corpus.Boards(items), r)
}
