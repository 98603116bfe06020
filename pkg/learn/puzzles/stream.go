package puzzles

import (
	"context"
	"fmt"

	"sudokulab/pkg/supply"
)

// Stream hands out samples without end, made ahead by workers. It serves one consumer.
type Stream struct {
	cfg     Config
	dropped int
	// begin starts a supply at a state, with the context and the workers of [Resume].
	begin  func(supply.State[Difficulty]) (*supply.Supply[Difficulty, Sample], error)
	supply *supply.Supply[Difficulty, Sample]
	// cut is where a batch began that came to nothing halfway, nil for none: the stream stands
	// there, whatever the supply has handed out.
	cut    *supply.State[Difficulty]
	closed bool
}

// State is all that a stream has to remember: [Resume] goes on from it.
type State struct {
	Config  Config                   `json:"config"`
	Supply  supply.State[Difficulty] `json:"supply"`
	Dropped int                      `json:"dropped"`
}

// New begins a stream at sample 0, with a number of workers, 0 for one a core. The samples do
// not depend on it. The stream ends when ctx does; [Stream.Close] also waits for the workers.
func New(ctx context.Context, cfg Config, workers int) (*Stream, error) {
	return Resume(ctx, State{Config: cfg, Supply: supply.State[Difficulty]{
		Seed: cfg.Seed, Lookahead: cfg.Lookahead, Changes: []supply.Change[Difficulty]{{Difficulty: cfg.Difficulty()}},
	}}, workers)
}

// Resume goes on from a state: the samples that follow are those that would have followed.
func Resume(ctx context.Context, state State, workers int) (*Stream, error) {
	cfg := state.Config
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	for _, c := range state.Supply.Changes {
		if err := c.Difficulty.Validate(cfg.Side); err != nil {
			return nil, fmt.Errorf("%w (from sample %d on)", err, c.From)
		}
	}
	if state.Supply.Seed != cfg.Seed {
		return nil, fmt.Errorf("puzzles: state of seed %d, its configuration says %d", state.Supply.Seed, cfg.Seed)
	}
	barred, err := newBarred(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s := &Stream{cfg: cfg, dropped: state.Dropped}
	s.begin = func(at supply.State[Difficulty]) (*supply.Supply[Difficulty, Sample], error) {
		return supply.Resume(ctx, at, workers, func() supply.Make[Difficulty, Sample] {
			return newMaker(cfg, barred).item
		})
	}
	if s.supply, err = s.begin(state.Supply); err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	return s, nil
}

// Config returns the configuration.
func (s *Stream) Config() Config { return s.cfg }

// Next returns the next sample: a batch of one.
func (s *Stream) Next(ctx context.Context) (Sample, error) {
	batch, err := s.Batch(ctx, 1)
	if err != nil {
		return Sample{}, err
	}
	return batch[0], nil
}

// Batch returns the next k samples, augmented as one batch. With an error, which is the
// context's, the stream's end or that of a sample that cannot be made, nothing was taken: the
// stream stands where it stood, and so does its State.
func (s *Stream) Batch(ctx context.Context, k int) ([]Sample, error) {
	if err := s.goBack(); err != nil {
		return nil, err
	}
	before := s.supply.State()
	batch, err := s.supply.Batch(ctx, k)
	if err != nil {
		if s.supply.Position() > before.Next {
			s.cut = &before
		}
		return nil, fmt.Errorf("puzzles: batch of %d at sample %d: %w", k, before.Next, err)
	}
	for i := range batch {
		s.dropped += batch[i].drops
	}
	s.cfg.Augment.Apply(source(s.cfg.Seed, streamAugment, before.Next), batch)
	return batch, nil
}

// goBack makes again the samples of a batch that failed.
func (s *Stream) goBack() error {
	if s.cut == nil || s.closed {
		return nil
	}
	s.supply.Close()
	again, err := s.begin(*s.cut)
	if err != nil {
		return fmt.Errorf("puzzles: %w", err)
	}
	s.supply, s.cut = again, nil
	return nil
}

// Position returns the index of the next sample.
func (s *Stream) Position() int { return s.State().Supply.Next }

// State returns what [Resume] needs to go on behind the last batch taken.
func (s *Stream) State() State {
	state := State{Config: s.cfg, Dropped: s.dropped}
	if s.cut != nil {
		state.Supply = *s.cut
	} else {
		state.Supply = s.supply.State()
	}
	return state
}

// Set changes the difficulty from sample Position + Lookahead on, and returns that index. No
// sample is thrown away.
func (s *Stream) Set(d Difficulty) (from int, err error) {
	if err := d.Validate(s.cfg.Side); err != nil {
		return 0, err
	}
	if err := s.goBack(); err != nil {
		return 0, err
	}
	return s.supply.Set(d), nil
}

// SetNow changes the difficulty from the next sample on; those made ahead are thrown away.
func (s *Stream) SetNow(d Difficulty) error {
	if err := d.Validate(s.cfg.Side); err != nil {
		return err
	}
	if err := s.goBack(); err != nil {
		return err
	}
	s.supply.SetNow(d)
	return nil
}

// Dropped returns how many boards were thrown away, for the samples handed out so far, because
// a symmetry turns them into something held out or excluded. It includes the boards of a
// stream that this one goes on from.
func (s *Stream) Dropped() int { return s.dropped }

// Stats returns what the supply of samples counted, such as the time waited for it; since the
// last batch that came to nothing, if there was one.
func (s *Stream) Stats() supply.Stats { return s.supply.Stats() }

// Close ends the stream and waits for its workers.
func (s *Stream) Close() {
	s.closed = true
	s.supply.Close()
}
