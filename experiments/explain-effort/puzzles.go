package explaineffort

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// source returns the puzzle of a level with an index.
type source func(ctx context.Context, index int) (board.Board, error)

func sourceOf(cfg Config, level string, seed uint64) (source, error) {
	switch level {
	case all:
		var each []source
		for _, l := range levels {
			of, err := sourceOf(cfg, l, seed)
			if err != nil {
				return nil, err
			}
			each = append(each, of)
		}
		return func(ctx context.Context, index int) (board.Board, error) {
			return each[index%len(each)](ctx, index/len(each))
		}, nil
	case minimal:
		c := generate.DefaultMinimal9()
		c.Seed = seed
		m, err := generate.NewMinimal9(c, engine.NewCounter9())
		return cells(func(_ context.Context, index int, p *generate.Puzzle9) error { return m.Item(index, p) }), err
	case sparse:
		c := cfg.Sparse
		c.Seed = seed
		g, err := generate.NewGivens9(c, engine.NewCounter9())
		return cells(func(ctx context.Context, index int, p *generate.Puzzle9) error {
			_, err := g.Item(ctx, index, p)
			return err
		}), err
	}
	c := generate.DefaultConfig()
	c.Grid.Source, c.Level, c.Seed = generate.SourceUniform, generate.Level(level), seed
	g, err := generate.New(c, generate.UniqueWithin(0))
	if err != nil {
		return nil, err
	}
	item := g.Maker()
	return func(ctx context.Context, index int) (board.Board, error) {
		p, err := item(ctx, index)
		return p.Board, err
	}, nil
}

// cells makes boards of the puzzles that a maker of 9×9 puzzles writes.
func cells(item func(context.Context, int, *generate.Puzzle9) error) source {
	return func(ctx context.Context, index int) (board.Board, error) {
		var p generate.Puzzle9
		if err := item(ctx, index, &p); err != nil {
			return board.Board{}, err
		}
		return board.FromCells(p.Puzzle[:])
	}
}

// ofLevel measures puzzles made for the purpose, which have one solution.
func ofLevel(ctx context.Context, cfg Config, level string, r *lab.Run) error {
	of, err := sourceOf(cfg, level, r.Seed)
	if err != nil {
		return err
	}
	g, err := newGauge(cfg)
	if err != nil {
		return err
	}
	var samples []sample
	for i := range cfg.Puzzles {
		b, err := of(ctx, i)
		if err != nil {
			return err
		}
		s, ok, err := g.measure(ctx, b)
		if err == nil && !ok {
			err = fmt.Errorf("explain-effort: puzzle %d of level %s has several solutions or no path", i, level)
		}
		if err != nil {
			return err
		}
		samples = append(samples, s)
		r.Progress(i+1, cfg.Puzzles)
	}
	return keep(cfg, r, samples, 0)
}

// ofSet measures puzzles of a published set.
func ofSet(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	g, err := newGauge(cfg)
	if err != nil {
		return err
	}
	var samples []sample
	for i, item := range items {
		s, ok, err := g.measure(ctx, item.Board)
		if err != nil {
			return err
		}
		if ok {
			samples = append(samples, s)
		}
		r.Progress(i+1, len(items))
	}
	return keep(cfg, r, samples, len(items)-len(samples))
}
