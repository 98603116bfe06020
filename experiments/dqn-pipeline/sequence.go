package dqnpipeline

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/supply"
)

// sequence has several numbers of workers make the puzzles of a curriculum that changes at given
// positions by both rules and is broken off and resumed from its state as JSON on the way. Each
// puzzle is compared with the one that the generator makes alone. In addition, two runs of the
// document's arrangement with the same seeds and the same number of workers.
func sequence(ctx context.Context, cfg Config, r *lab.Run) error {
	runs, alike, alone := 0, 0, 0
	digest := ""
	for _, workers := range cfg.Workers {
		puzzles, ranges, err := cfg.scripted(ctx, r.Seed, workers)
		if err != nil {
			return err
		}
		h := sha256.New()
		for _, p := range puzzles {
			h.Write(p.Board.Cells())
		}
		sum := hex.EncodeToString(h.Sum(nil))
		if digest == "" {
			digest = sum
			if alone, err = cfg.countAlone(ctx, r.Seed, puzzles, ranges); err != nil {
				return err
			}
		}
		runs++
		if sum == digest {
			alike++
		}
		r.Progress(runs, len(cfg.Workers))
	}
	r.Exact("numbers of workers", float64(runs), "runs", runs)
	r.Exact("alike", float64(alike), "runs", runs)
	r.Exact("puzzles", float64(cfg.Sequence), "puzzles", cfg.Sequence)
	r.Exact("as made alone", float64(alone), "puzzles", cfg.Sequence)
	r.Text("sha256", digest)
	agree, err := cfg.agree(ctx, r.Seed)
	r.Noisy("letter agree", float64(agree), "puzzles", cfg.Sequence)
	return err
}

// scripted returns the puzzles of the curriculum and the range in which each should be.
func (cfg Config) scripted(ctx context.Context, seed uint64, workers int) ([]generate.Puzzle, []generate.Range, error) {
	stages := cfg.Stages[0].Ranges
	s, err := cfg.supply(ctx, seed, cfg.Ahead, workers, stages[0])
	if err != nil {
		return nil, nil, err
	}
	defer func() { s.Close() }()
	ranges := make([]generate.Range, cfg.Sequence)
	hold := func(from int, r generate.Range) {
		for i := from; i < len(ranges); i++ {
			ranges[i] = r
		}
	}
	hold(0, stages[0])
	var out []generate.Puzzle
	stage, part := 0, cfg.Sequence/8
	next := func() generate.Range {
		stage++
		return stages[stage%len(stages)]
	}
	for k := 0; len(out) < cfg.Sequence; k++ {
		batch, err := s.Batch(ctx, min(part, cfg.Sequence-len(out)))
		if err != nil {
			return nil, nil, err
		}
		out = append(out, batch...)
		switch k {
		case 0, 2, 5:
			to := next()
			hold(s.Set(to), to)
		case 1: // the change of k = 0 may still be to come
			if s, err = cfg.resumed(ctx, s, workers); err != nil {
				return nil, nil, err
			}
		case 4:
			to := next()
			hold(s.SetNow(to), to)
		}
	}
	return out, ranges, nil
}

// resumed closes a supply and goes on from its state.
func (cfg Config) resumed(ctx context.Context, s *source, workers int) (*source, error) {
	data, err := json.Marshal(s.State())
	s.Close()
	if err != nil {
		return s, err
	}
	var state supply.State[generate.Range]
	if err := json.Unmarshal(data, &state); err != nil {
		return s, err
	}
	next, err := supply.Resume(ctx, state, workers, cfg.puzzles())
	if err != nil {
		return s, err
	}
	return next, nil
}

// countAlone returns how many puzzles are those that a generator of their range makes alone.
func (cfg Config) countAlone(ctx context.Context, seed uint64, puzzles []generate.Puzzle, ranges []generate.Range) (int, error) {
	alone := 0
	for i, p := range puzzles {
		c := cfg.Generator
		c.Givens, c.Seed = ranges[i], seed
		g, err := generate.New(c, generate.UniqueWithin(0))
		if err != nil {
			return 0, err
		}
		want, err := g.Item(ctx, i)
		if err != nil {
			return 0, err
		}
		if want.Board.Equal(p.Board) && want.Solution.Equal(p.Solution) {
			alone++
		}
	}
	return alone, nil
}

// agree returns at how many places two runs of the document's arrangement hand out the same puzzle.
func (cfg Config) agree(ctx context.Context, seed uint64) (int, error) {
	var runs [2][]ordered
	for i := range runs {
		s := newShared(ctx, cfg, seed, slices.Max(cfg.Workers), cfg.Givens)
		batch, err := s.batch(ctx, cfg.Sequence)
		s.close()
		if err != nil {
			return 0, err
		}
		runs[i] = batch
	}
	n := 0
	for i, x := range runs[0] {
		if x.puzzle.Board.Equal(runs[1][i].puzzle.Board) {
			n++
		}
	}
	return n, nil
}
