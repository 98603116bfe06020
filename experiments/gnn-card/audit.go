package gnncard

import (
	"bytes"
	"context"
	_ "embed" // streams.json and recipes
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// Stream says how much of the puzzles of a side a training used: the positions in its streams at its end, as its checkpoint
// has them. Boards that were left out, because a held-out set has a twin of them, count.
type Stream struct {
	Training string `json:"training"`
	Side     int    `json:"side"`
	Plain    int    `json:"stream"`
	Ladders  int    `json:"ladders"`
}

var (
	//go:embed streams.json
	streams []byte
	//go:embed recipe-hard.json
	recipeHard []byte
	//go:embed recipe-mixed.json
	recipeMixed []byte
)

// used returns the streams of both trainings.
func used() (out []Stream, err error) {
	d := json.NewDecoder(bytes.NewReader(streams))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("streams.json: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("streams.json: more than one value")
	}
	return out, nil
}

// recipeOf returns the recipe of a training.
func recipeOf(training string) (candidate.Recipe, error) {
	text := map[string][]byte{"hard": recipeHard, "mixed": recipeMixed}[training]
	if text == nil {
		return candidate.Recipe{}, fmt.Errorf("training %q, want hard or mixed", training)
	}
	return candidate.ParseRecipe(text)
}

// classes are those of the boards of one side that the trainings used. Several cases look into them, so they are made once.
type classes struct {
	side int
	once sync.Once
	err  error
	seen map[symmetry.Key]bool
	made int
}

func (c *classes) fill(ctx context.Context, cfg Config) error {
	streams, err := used()
	if err != nil {
		return err
	}
	c.seen = map[symmetry.Key]bool{}
	for _, s := range streams {
		if s.Side != c.side {
			continue
		}
		recipe, err := recipeOf(s.Training)
		if err != nil {
			return err
		}
		for _, k := range recipe.Task.Kinds {
			if k.Puzzles.Side != c.side {
				continue
			}
			plain := s.Plain
			if cfg.Audit > 0 {
				plain = cfg.Audit
			}
			stream, err := puzzles.New(ctx, k.Puzzles, 0)
			if err != nil {
				return err
			}
			err = c.take(ctx, stream, plain)
			stream.Close()
			if err != nil || k.Ladders == nil || cfg.Audit > 0 { // a round of ladders alone has thousands
				if err != nil {
					return err
				}
				continue
			}
			ladders, err := puzzles.NewLadders(ctx, *k.Ladders, runtime.GOMAXPROCS(0))
			if err != nil {
				return err
			}
			err = c.take(ctx, ladders, s.Ladders)
			ladders.Close()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// part bounds the samples that are held at a time.
const part = 2000

// take adds the next samples of a source.
func (c *classes) take(ctx context.Context, src puzzles.Source, n int) error {
	for taken := 0; taken < n; {
		samples, err := src.Batch(ctx, min(part, n-taken))
		if err != nil {
			return err
		}
		taken += len(samples)
		keys, err := symmetry.Keys(ctx, puzzles.Boards(samples), runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
		if err != nil {
			return err
		}
		for _, key := range keys {
			c.seen[key] = true
		}
		c.made += len(samples)
	}
	return nil
}

// compare counts the boards of a set whose class a training used.
func (c *classes) compare(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	c.once.Do(func() { c.err = c.fill(ctx, cfg) })
	if c.err != nil {
		return c.err
	}
	boards, err := BoardsOf(ctx, s, r)
	if err != nil {
		return err
	}
	keys, err := symmetry.Keys(ctx, boards, runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
	if err != nil {
		return err
	}
	met := int64(0)
	for _, key := range keys {
		met += stats.Indicator[int64](c.seen[key])
	}
	r.Count("samples", int64(c.made), "boards")
	r.Count("classes", int64(len(c.seen)), "classes")
	r.Count("met", met, "boards")
	return nil
}
