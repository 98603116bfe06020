package scaleslurm

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/job"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/making"
	"sudokulab/pkg/stats"
)

// seed is that of the puzzles.
const seed = 41

// Names of figures.
const (
	sameBytes = "same"    // 1 if the merged file is that of one process
	lines     = "puzzles" // in it
	sharded   = "sharded" // time of a job with one worker to that of a plain loop
	twoCores  = "workers" // how many times as fast a job is with two workers as with one
	perSecond = "rate"    // puzzles per second of the plain loop
)

// source makes the puzzles that sudokulab generate --minimal makes.
func source() (*making.Source, error) {
	cfg := making.DefaultConfig(9)
	cfg.Minimal, cfg.Seed = true, seed
	return making.New(cfg)
}

// write makes puzzles and writes them, one on each line.
func write(ctx context.Context, next making.Maker, from, count int, w io.Writer) error {
	b := bufio.NewWriterSize(w, 64<<10)
	var text []byte
	for i := range count {
		p, err := next(ctx, from+i)
		if err != nil {
			return err
		}
		text = append(p.Board.AppendText(text[:0], board.Numeric), '\n')
		if _, err := b.Write(text); err != nil {
			return err
		}
	}
	return b.Flush()
}

// shards times a plain loop and jobs in turn.
func shards(ctx context.Context, cfg Config, r *lab.Run) error {
	by, err := source()
	if err != nil {
		return err
	}
	var want, plain bytes.Buffer
	if err := write(ctx, by.Maker(), 0, cfg.Puzzles, &want); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sudokulab-scale-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	same := true
	var out []byte
	inShards := func(ctx context.Context, workers, round int) (float64, error) {
		path := filepath.Join(dir, fmt.Sprintf("%d-%d.yaml", workers, round))
		text := fmt.Sprintf("operation: minimal\ninput: {seed: %d, count: %d}\nshards: %d\noutput: %q\n", seed, cfg.Puzzles, cfg.Shards, path+".out")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return 0, err
		}
		begin := time.Now()
		spec, err := job.Read(path)
		if err != nil {
			return 0, err
		}
		j, err := job.Open(ctx, spec, job.Options{Code: "this", Do: func(ctx context.Context, s job.Slice, w io.Writer) error {
			return write(ctx, by.Maker(), int(s.From), int(s.Count), w)
		}})
		if err != nil {
			return 0, err
		}
		all := job.Task{Of: 1}.Shards(cfg.Shards)
		if err := j.Run(ctx, all, workers, nil); err != nil {
			return 0, err
		}
		if err := j.Merge(ctx); err != nil {
			return 0, err
		}
		took := time.Since(begin).Seconds()
		if out, err = os.ReadFile(spec.OutputPath()); err != nil {
			return 0, err
		}
		same = same && bytes.Equal(out, want.Bytes())
		return took, errors.Join(job.Clean(spec), os.Remove(spec.OutputPath()))
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0,
		func(ctx context.Context, _ int) (float64, error) {
			plain.Reset()
			begin := time.Now()
			err := write(ctx, by.Maker(), 0, cfg.Puzzles, &plain)
			return time.Since(begin).Seconds(), err
		},
		func(ctx context.Context, round int) (float64, error) { return inShards(ctx, 1, round) },
		func(ctx context.Context, round int) (float64, error) { return inShards(ctx, 2, round) },
	)
	if err != nil {
		return err
	}
	r.Count(lines, int64(bytes.Count(out, []byte{'\n'})), "puzzles")
	r.Count("shards", int64(cfg.Shards), "shards")
	r.Count(sameBytes, count(same), "of 1")
	rng := rand.New(rand.NewPCG(r.Seed, 0)) //nolint:gosec // a figure is to come out the same each time
	if _, err := lab.KeepRatio(r, rng, sharded, "×", times[1], times[0], cfg.Bootstrap); err != nil {
		return err
	}
	if _, err := lab.KeepRatio(r, rng, twoCores, "×", times[1], times[2], cfg.Bootstrap); err != nil {
		return err
	}
	middle, err := stats.Median(times[0])
	if err != nil {
		return err
	}
	r.Noisy(perSecond, float64(cfg.Puzzles)/middle, "puzzles/s", len(times[0]))
	return nil
}

func count(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
