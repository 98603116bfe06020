package scaleslurm

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/job"
	"sudokulab/pkg/lab"
)

// Operations of the chain, in their order.
const (
	generate = "generate"
	classify = "classify"
	rate     = "rate"
)

// operations are those that a chain and the sizes have.
var operations = []string{generate, classify, rate}

// Names of a chain's figures, each after its operation. The text hashed is the hash of what a job wrote.
const (
	tookSeconds = " seconds"
	mostMemory  = " memory" // of one process
	wroteBytes  = " bytes"
	wrotePuzzle = " puzzles"
	hashed      = " sha256"
)

// rated is the file of the puzzles that the last job of the chain reads.
const rated = "rated.txt"

// way does the job of a file, to its merged output.
type way func(ctx context.Context, operation, file string) error

// inOneProcess does jobs as people do on one machine; 0 workers are one per core.
func inOneProcess(program string, workers int) way {
	return func(ctx context.Context, _, file string) error {
		return called(exec.CommandContext(ctx, program, "job", "run", "--jobs", strconv.Itoa(workers), file))
	}
}

// called runs a command, whose last words are the error if it fails.
func called(c *exec.Cmd) error {
	var said bytes.Buffer
	c.Stderr = &said
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(c.Path), err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}

// chain does the three jobs, keeps what each took and wrote, and removes all of it.
func chain(ctx context.Context, cfg Chain, by way, r *lab.Run) error {
	dir, err := os.MkdirTemp("", "sudokulab-chain-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // a temporary folder
	at := func(name string) string { return filepath.Join(dir, name) }
	r.Count("shards", int64(cfg.Shards), "shards of each job")
	for _, step := range []struct {
		operation, input, parameters string
		after                        func(output string) error // what is kept for the next job
	}{
		{generate, fmt.Sprintf("seed: %d, count: %d", seed, cfg.Puzzles), "minimal: true", nil},
		{classify, "files: [" + generate + ".out]", "format: line", func(output string) error {
			if err := os.Remove(at(generate + ".out")); err != nil {
				return err
			}
			if err := first(output, cfg.Rated, at(rated)); err != nil {
				return err
			}
			return os.Remove(output)
		}},
		{rate, "files: [" + rated + "]", "format: csv", nil},
	} {
		file, output := at(step.operation+".yaml"), at(step.operation+".out")
		text := fmt.Sprintf("operation: %s\ninput: {%s}\nshards: %d\noutput: %s\nparameters: {%s}\n", step.operation, step.input, cfg.Shards, filepath.Base(output), step.parameters)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			return err
		}
		begin, memory := time.Now(), watch(file)
		err := by(ctx, step.operation, file)
		took, most := time.Since(begin), memory()
		if err != nil {
			return err
		}
		r.Noisy(step.operation+tookSeconds, took.Seconds(), "s", 1)
		if most > 0 {
			r.Noisy(step.operation+mostMemory, most, "B", 1)
		}
		if err := keepOutput(r, step.operation, output); err != nil {
			return err
		}
		spec, err := job.Read(file)
		if err != nil {
			return err
		}
		if err := job.Clean(spec); err != nil {
			return err
		}
		if step.after == nil {
			continue
		}
		if err := step.after(output); err != nil {
			return err
		}
	}
	return nil
}

// keepOutput keeps how much a job wrote, and its hash.
func keepOutput(r *lab.Run, operation, output string) error {
	f, err := os.Open(output)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	var n, size int64
	for in := bufio.NewReaderSize(io.TeeReader(f, h), 1<<20); ; {
		line, err := in.ReadSlice('\n')
		if len(line) > 0 {
			n++
			size += int64(len(line))
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
	}
	if operation == rate {
		n-- // the heading
	}
	r.Count(operation+wrotePuzzle, n, "puzzles")
	r.Count(operation+wroteBytes, size, "B")
	r.Text(operation+hashed, hex.EncodeToString(h.Sum(nil)))
	return nil
}

// first copies the first lines of a file.
func first(from string, n int, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // nothing was written
	in := bufio.NewReaderSize(f, 1<<20)
	return atomicfile.Write(to, func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<20)
		for range n {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return err
			}
			if _, err := out.Write(line); err != nil {
				return err
			}
		}
		return out.Flush()
	})
}
