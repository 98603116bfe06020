package gnnagain

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	_ "embed" // the pool, streams and recipes
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"

	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

var (
	//go:embed pool.txt.gz
	packedPool []byte
	//go:embed streams.json
	streams []byte
	//go:embed recipe.json
	recipe []byte
	//go:embed recipe-deep.json
	recipeDeep []byte
)

// PoolFile says what the pool is.
type PoolFile struct {
	Puzzles int    `json:"puzzles"`
	SHA256  string `json:"sha256"` // of the lines, unpacked
}

// lines returns the puzzles of the pool, a line of 81 characters each.
func lines() ([]byte, error) {
	packed, err := gzip.NewReader(bytes.NewReader(packedPool))
	if err != nil {
		return nil, fmt.Errorf("pool.txt.gz: %w", err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("pool.txt.gz: %w", err)
	}
	return text, nil
}

func poolFile() (PoolFile, error) {
	text, err := lines()
	if err != nil {
		return PoolFile{}, err
	}
	sum := sha256.Sum256(text)
	return PoolFile{Puzzles: bytes.Count(text, []byte{'\n'}), SHA256: hex.EncodeToString(sum[:])}, nil
}

// keyed is a puzzle with its canonical key.
type keyed struct {
	board board.Board
	key   symmetry.Key
}

// pool are the puzzles in the order of their keys, made once.
var pool = sync.OnceValues(func() ([]keyed, error) {
	text, err := lines()
	if err != nil {
		return nil, err
	}
	var boards []board.Board
	for in := bufio.NewScanner(bytes.NewReader(text)); in.Scan(); {
		b, err := board.Parse(in.Text())
		if err != nil {
			return nil, fmt.Errorf("pool.txt.gz: puzzle %d: %w", len(boards)+1, err)
		}
		boards = append(boards, b)
	}
	keys, err := symmetry.Keys(context.Background(), boards, runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
	if err != nil {
		return nil, fmt.Errorf("pool.txt.gz: %w", err)
	}
	out := make([]keyed, len(boards))
	for i := range out {
		out[i] = keyed{boards[i], keys[i]}
	}
	slices.SortFunc(out, func(a, b keyed) int { return bytes.Compare(a.key[:], b.key[:]) })
	return out, nil
})

// poolBoards returns the first puzzles of the pool in the order of their keys, which look random; or of that part of it which the lab
// holds out, and no training of the pool learns from.
func poolBoards(ctx context.Context, held bool, most int) (boards []board.Board, err error) {
	all, err := pool()
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if len(boards) == most {
			break
		}
		if !held || puzzles.HeldOutClass(9, p.key) {
			boards = append(boards, p.board)
		}
	}
	return boards, ctx.Err()
}

// used returns the streams of the trainings.
func used() (out []gnncard.Stream, err error) {
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
	text := map[string][]byte{plainName: recipe, againName: recipe, deepName: recipeDeep}[training]
	if text == nil {
		return candidate.Recipe{}, fmt.Errorf("training %q, want %s, %s or %s", training, plainName, againName, deepName)
	}
	return candidate.ParseRecipe(text)
}

// classes are those of the boards of side 9 that the trainings used. Several cases look into them, so they are made once.
type classes struct {
	once sync.Once
	err  error
	seen map[symmetry.Key]bool
	made int
}

func (c *classes) fill(ctx context.Context, cfg Config) error {
	c.seen = map[symmetry.Key]bool{}
	all, err := pool()
	if err != nil {
		return err
	}
	for _, p := range all {
		if !puzzles.HeldOutClass(9, p.key) {
			c.seen[p.key] = true
			c.made++
		}
	}
	of := func(n int) int {
		if cfg.Audit > 0 {
			return min(n, cfg.Audit)
		}
		return n
	}
	for _, s := range cfg.Streams {
		recipe, err := recipeOf(s.Training)
		if err != nil {
			return err
		}
		k := recipe.Task.Kinds[0]
		stream, err := puzzles.New(ctx, k.Puzzles, 0)
		if err != nil {
			return err
		}
		err = c.take(ctx, stream, of(s.Plain))
		stream.Close()
		switch {
		case err != nil:
			return err
		case cfg.Audit > 0: // a round of ladders alone has thousands
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
	return nil
}

// take adds the next samples of a source.
func (c *classes) take(ctx context.Context, src puzzles.Source, n int) error {
	const part = 2000 // bounds the samples that are held at a time
	for n > 0 {
		samples, err := src.Batch(ctx, min(part, n))
		if err != nil {
			return err
		}
		keys, err := symmetry.Keys(ctx, puzzles.Boards(samples), runtime.GOMAXPROCS(0), symmetry.DefaultLimits())
		if err != nil {
			return err
		}
		for _, key := range keys {
			c.seen[key] = true
		}
		n -= len(samples)
		c.made += len(samples)
	}
	return nil
}

// compare counts the boards of a set whose class a training used.
func (c *classes) compare(ctx context.Context, cfg Config, s gnncard.Set, r *lab.Run) error {
	c.once.Do(func() { c.err = c.fill(ctx, cfg) })
	if c.err != nil {
		return c.err
	}
	boards, err := boardsOf(ctx, cfg, s, r)
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
