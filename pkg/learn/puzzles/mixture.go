package puzzles

import (
	"context"
	"errors"
	"fmt"
)

// MixtureConfig decides a mixture: of its samples, a share comes from ladders and the rest from a stream.
type MixtureConfig struct {
	Stream  Config       `json:"stream"`
	Ladders LadderConfig `json:"ladders"`
	Share   float64      `json:"share"` // of the ladders, above 0 and at most 1
}

// Validate reports what is wrong with the configuration.
func (c MixtureConfig) Validate() error {
	if !(c.Share > 0 && c.Share <= 1) {
		return fmt.Errorf("puzzles: a share of %v from ladders, want above 0 and at most 1", c.Share)
	}
	if c.Stream.Side != 9 {
		return fmt.Errorf("puzzles: ladders beside boards of side %d, want side 9", c.Stream.Side)
	}
	return errors.Join(c.Stream.Validate(), c.Ladders.Validate())
}

// MixtureState is what a mixture has to remember: [ResumeMixture] goes on from it.
type MixtureState struct {
	Share   float64     `json:"share"`
	Stream  State       `json:"stream"`
	Ladders LadderState `json:"ladders"`
}

// Mixture hands out samples of a stream and of ladders. Which of them sample i comes from depends on the
// stream's seed and i. It serves one consumer.
type Mixture struct {
	share   float64
	seed    uint64
	stream  *Stream
	ladders *Ladders
}

var _ Source = (*Mixture)(nil)

// streamMixture is the stream of random numbers that say where a sample comes from.
const streamMixture = 0x6d69787475726531

// NewMixture begins a mixture with a number of workers for each part, on which the samples do not
// depend.
func NewMixture(ctx context.Context, cfg MixtureConfig, workers int) (*Mixture, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	stream, err := New(ctx, cfg.Stream, workers)
	if err != nil {
		return nil, err
	}
	ladders, err := NewLadders(ctx, cfg.Ladders, workers)
	if err != nil {
		stream.Close()
		return nil, err
	}
	return &Mixture{share: cfg.Share, seed: cfg.Stream.Seed, stream: stream, ladders: ladders}, nil
}

// ResumeMixture goes on from a state.
func ResumeMixture(ctx context.Context, state MixtureState, workers int) (*Mixture, error) {
	cfg := MixtureConfig{Stream: state.Stream.Config, Ladders: state.Ladders.Config, Share: state.Share}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	stream, err := Resume(ctx, state.Stream, workers)
	if err != nil {
		return nil, err
	}
	ladders, err := ResumeLadders(ctx, state.Ladders, workers)
	if err != nil {
		stream.Close()
		return nil, err
	}
	return &Mixture{share: state.Share, seed: state.Stream.Config.Seed, stream: stream, ladders: ladders}, nil
}

// Next implements [Source].
func (m *Mixture) Next(ctx context.Context) (Sample, error) {
	batch, err := m.Batch(ctx, 1)
	if err != nil {
		return Sample{}, err
	}
	return batch[0], nil
}

// Batch implements [Source]. With an error nothing was taken.
func (m *Mixture) Batch(ctx context.Context, k int) ([]Sample, error) {
	if k < 0 {
		return nil, fmt.Errorf("puzzles: batch of %d samples, want 0 or more", k)
	}
	from, first := make([]bool, k), m.Position()
	count := 0
	for i := range from {
		if from[i] = source(m.seed, streamMixture, first+i).Float64() < m.share; from[i] {
			count++
		}
	}
	if err := m.ladders.wait(ctx, count); err != nil {
		return nil, err
	}
	rest, err := m.stream.Batch(ctx, k-count)
	if err != nil {
		return nil, err
	}
	hard, err := m.ladders.Batch(ctx, count) // they are there
	if err != nil {
		return nil, err
	}
	batch := make([]Sample, k)
	for i, ladder := range from {
		if ladder {
			batch[i], hard = hard[0], hard[1:]
		} else {
			batch[i], rest = rest[0], rest[1:]
		}
	}
	return batch, nil
}

// Position implements [Source].
func (m *Mixture) Position() int { return m.stream.Position() + m.ladders.Position() }

// State returns what [ResumeMixture] needs.
func (m *Mixture) State() MixtureState {
	return MixtureState{Share: m.share, Stream: m.stream.State(), Ladders: m.ladders.State()}
}

// Close implements [Source].
func (m *Mixture) Close() {
	m.ladders.Close()
	m.stream.Close()
}
