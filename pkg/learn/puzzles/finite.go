package puzzles

import (
	"context"
	"errors"
	"fmt"
)

// Source is what hands out samples: a [Stream] or a [Finite].
type Source interface {
	Next(ctx context.Context) (Sample, error)
	// Batch returns the next k samples, which are the caller's.
	Batch(ctx context.Context, k int) ([]Sample, error)
	// Position returns the number of samples handed out.
	Position() int
	// Close ends it.
	Close()
}

// FiniteConfig decides a finite data set: the first Size samples of a stream, handed out in
// epochs, each in a different order, with the stream's augmentation.
type FiniteConfig struct {
	Stream  Config `json:"stream"`
	Size    int    `json:"size"`
	Shuffle uint64 `json:"shuffle"` // seed of the orders and of the augmentation
}

// Validate reports what is wrong with the configuration.
func (c FiniteConfig) Validate() error {
	if c.Size < 1 {
		return fmt.Errorf("puzzles: data set of %d samples, want 1 or more", c.Size)
	}
	return c.Stream.Validate()
}

// FiniteState is all that a finite data set has to remember.
type FiniteState struct {
	Config FiniteConfig `json:"config"`
	Next   int          `json:"next"` // samples handed out, over all epochs
}

// Finite hands out the samples of a finite data set, epoch after epoch. It serves one
// consumer.
type Finite struct {
	cfg     FiniteConfig
	samples []Sample
	order   []int // of the epoch, once shuffled
	epoch   int   // that order belongs to, −1 for none
	next    int
}

var (
	_ Source = (*Stream)(nil)
	_ Source = (*Finite)(nil)
)

// NewFinite makes the samples, with a number of workers, 0 for one a core.
func NewFinite(ctx context.Context, cfg FiniteConfig, workers int) (*Finite, error) {
	return ResumeFinite(ctx, FiniteState{Config: cfg}, workers)
}

// ResumeFinite makes the samples again and goes on from a state.
func ResumeFinite(ctx context.Context, state FiniteState, workers int) (*Finite, error) {
	cfg := state.Config
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if state.Next < 0 {
		return nil, fmt.Errorf("puzzles: state at sample %d, want 0 or more", state.Next)
	}
	plain := cfg.Stream
	plain.Augment = Augment{} // what is handed out is augmented, again in each epoch
	s, err := New(ctx, plain, workers)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	samples, err := s.Batch(ctx, cfg.Size)
	if err != nil {
		return nil, err
	}
	f := finiteOf(samples, cfg)
	f.next = state.Next
	return f, nil
}

// FiniteOf hands out samples that the caller has, such as those of a public set: in the orders
// of the seed, with an augmentation. Its State cannot be resumed without the samples; see
// [Finite.Seek].
func FiniteOf(samples []Sample, augment Augment, shuffle uint64) (*Finite, error) {
	if len(samples) == 0 {
		return nil, errors.New("puzzles: data set of no samples")
	}
	if err := augment.Validate(); err != nil {
		return nil, err
	}
	return finiteOf(samples, FiniteConfig{Stream: Config{Augment: augment}, Size: len(samples), Shuffle: shuffle}), nil
}

func finiteOf(samples []Sample, cfg FiniteConfig) *Finite {
	return &Finite{cfg: cfg, samples: samples, order: make([]int, len(samples)), epoch: -1}
}

// Len returns the number of samples of an epoch.
func (f *Finite) Len() int { return len(f.samples) }

// Samples returns the samples in the order of the stream. They must not be written to.
func (f *Finite) Samples() []Sample { return f.samples }

// Position implements [Source].
func (f *Finite) Position() int { return f.next }

// Seek goes to a position.
func (f *Finite) Seek(position int) error {
	if position < 0 {
		return fmt.Errorf("puzzles: seek to sample %d, want 0 or more", position)
	}
	f.next = position
	return nil
}

// Epoch returns the epoch of the next sample, from 1 on.
func (f *Finite) Epoch() int { return f.next/len(f.samples) + 1 }

// State returns what [ResumeFinite] needs.
func (f *Finite) State() FiniteState { return FiniteState{Config: f.cfg, Next: f.next} }

// Next implements [Source].
func (f *Finite) Next(ctx context.Context) (Sample, error) {
	batch, err := f.Batch(ctx, 1)
	if err != nil {
		return Sample{}, err
	}
	return batch[0], nil
}

// Batch implements [Source]. A batch may begin in one epoch and end in the next.
func (f *Finite) Batch(ctx context.Context, k int) ([]Sample, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("puzzles: batch of %d at sample %d: %w", k, f.next, err)
	}
	if k < 0 {
		return nil, fmt.Errorf("puzzles: batch of %d samples, want 0 or more", k)
	}
	first := f.next
	batch := make([]Sample, 0, k)
	for range k {
		f.shuffle(f.next / len(f.samples))
		batch = append(batch, f.samples[f.order[f.next%len(f.samples)]].clone())
		f.next++
	}
	f.cfg.Stream.Augment.Apply(source(f.cfg.Shuffle, streamAugment, first), batch)
	return batch, nil
}

// Close implements [Source]; nothing is to be done.
func (f *Finite) Close() {}

// shuffle orders an epoch; the order depends on seed and epoch alone.
func (f *Finite) shuffle(epoch int) {
	if epoch == f.epoch {
		return
	}
	for i := range f.order {
		f.order[i] = i
	}
	source(f.cfg.Shuffle, streamShuffle, epoch).Shuffle(len(f.order), func(i, j int) {
		f.order[i], f.order[j] = f.order[j], f.order[i]
	})
	f.epoch = epoch
}
