package supervised

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"sudokulab/pkg/learn/puzzles"
)

// data hands out the batches of epochs, which must not go down.
type data interface {
	batch(ctx context.Context, epoch, size int) ([]puzzles.Sample, error)
	save() (json.RawMessage, error)
	load(json.RawMessage) error
	close()
}

func newData(ctx context.Context, c Config, workers int) (data, error) {
	stages := c.Curriculum.Stages
	first := c.Curriculum.At(1)
	if c.Data.Size == 0 {
		cfg := c.Data.Puzzles
		cfg.Givens, cfg.Hard = first.Givens, first.Hard
		s, err := puzzles.New(ctx, cfg, workers)
		if err != nil {
			return nil, err
		}
		return &endless{ctx: ctx, workers: workers, curriculum: c.Curriculum, now: first, stream: s}, nil
	}
	cfg := c.Data.Puzzles
	last := c.Curriculum.At(stages[len(stages)-1].UntilEpoch)
	cfg.Givens, cfg.Hard, cfg.Augment = last.Givens, last.Hard, puzzles.Augment{}
	s, err := puzzles.New(ctx, cfg, workers)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	all, err := s.Batch(ctx, c.Data.Size)
	if err != nil {
		return nil, err
	}
	f := &fixed{stages: stages}
	for i, stage := range stages {
		var of []puzzles.Sample
		for _, sample := range all {
			if stage.Low <= sample.Givens && sample.Givens <= stage.High {
				of = append(of, sample)
			}
		}
		if len(of) == 0 {
			return nil, fmt.Errorf("none of %d puzzles has the %d to %d givens of stage %d", len(all), stage.Low, stage.High, i+1)
		}
		part, err := puzzles.FiniteOf(of, c.Data.Puzzles.Augment, c.Data.Shuffle+uint64(i))
		if err != nil {
			return nil, err
		}
		f.parts = append(f.parts, part)
	}
	return f, nil
}

// endless is a stream whose difficulty changes with the stages.
type endless struct {
	ctx        context.Context //nolint:containedctx // of the stream, which a checkpoint starts again
	workers    int
	curriculum puzzles.Curriculum
	now        puzzles.Difficulty
	stream     *puzzles.Stream
}

func (e *endless) batch(ctx context.Context, epoch, size int) ([]puzzles.Sample, error) {
	if d := e.curriculum.At(epoch); d != e.now {
		if err := e.stream.SetNow(d); err != nil {
			return nil, err
		}
		e.now = d
	}
	return e.stream.Batch(ctx, size)
}

func (e *endless) save() (json.RawMessage, error) { return json.Marshal(e.stream.State()) }

func (e *endless) load(text json.RawMessage) error {
	var s puzzles.State
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	stream, err := puzzles.Resume(e.ctx, s, e.workers)
	if err != nil {
		return err
	}
	e.stream.Close()
	e.stream = stream
	e.now = puzzles.Difficulty{} // asked for again: what holds already is no change
	return nil
}

func (e *endless) close() { e.stream.Close() }

// fixed is a number of puzzles, of which each stage has its own.
type fixed struct {
	stages []puzzles.Stage
	parts  []*puzzles.Finite
}

func (f *fixed) batch(ctx context.Context, epoch, size int) ([]puzzles.Sample, error) {
	i := 0
	for i < len(f.stages)-1 && epoch > f.stages[i].UntilEpoch {
		i++
	}
	return f.parts[i].Batch(ctx, size)
}

func (f *fixed) save() (json.RawMessage, error) {
	var positions []int
	for _, p := range f.parts {
		positions = append(positions, p.Position())
	}
	return json.Marshal(positions)
}

func (f *fixed) load(text json.RawMessage) error {
	var positions []int
	if err := json.Unmarshal(text, &positions); err != nil {
		return err
	}
	if len(positions) != len(f.parts) {
		return errors.New("positions of another number of stages")
	}
	for i, at := range positions {
		if err := f.parts[i].Seek(at); err != nil {
			return err
		}
	}
	return nil
}

func (f *fixed) close() {
	for _, p := range f.parts {
		p.Close()
	}
}
