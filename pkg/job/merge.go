package job

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// Merge writes the shards' outputs in order to the job's output, which is replaced whole or not at all. It refuses, by name,
// shards that are missing, damaged or of different code.
func (j *Job) Merge(ctx context.Context) (err error) {
	s, err := j.Status(ctx)
	if err != nil {
		return err
	}
	if err := s.complete(j.Spec.Shards); err != nil {
		return err
	}
	if j.Spec.Distinct && j.opt.Distinct == nil {
		return errors.New("job: distinct: the program cannot tell twins in this output")
	}
	return atomicfile.WriteNamed(ctx, j.Spec.OutputPath(), func(w io.Writer) error {
		r := &merged{ctx: ctx, j: j}
		defer func() { _ = r.close() }() // nothing was written
		if j.Spec.Distinct {
			return j.opt.Distinct(ctx, r, w)
		}
		_, err := io.Copy(w, r)
		return err
	})
}

// complete says why shards cannot be merged.
func (s *Status) complete(shards int) error {
	const shown = 10
	if len(s.Broken) > 0 {
		return errors.Join(append(s.Broken[:min(shown, len(s.Broken)):min(shown, len(s.Broken))],
			fmt.Errorf("job: %d of %d shards are damaged; run does them again", len(s.Broken), shards))...)
	}
	if len(s.Missing) > 0 {
		var names []string
		for _, m := range s.Missing[:min(shown, len(s.Missing))] {
			names = append(names, strconv.Itoa(m))
		}
		if rest := len(s.Missing) - len(names); rest > 0 {
			names = append(names, fmt.Sprintf("and %d more", rest))
		}
		return fmt.Errorf("job: %d of %d shards are missing: %s", len(s.Missing), shards, strings.Join(names, ", "))
	}
	if len(s.Codes) > 1 {
		return fmt.Errorf("job: the shards come from different code: %s; run with one of these programs does the others' again", strings.Join(s.Codes, ", "))
	}
	return nil
}

// merged reads all shards, one after the other, and compares each with its manifest as it goes.
type merged struct {
	ctx   context.Context
	j     *Job
	shard int
	f     *os.File
	b     *bufio.Reader
	sum   hash.Hash
	want  string
	begun bool // a shard with output came, and with it the heading
}

func (r *merged) Read(to []byte) (int, error) {
	for {
		if r.ctx.Err() != nil {
			return 0, context.Cause(r.ctx)
		}
		if r.f == nil {
			if r.shard == r.j.Spec.Shards {
				return 0, io.EOF
			}
			if err := r.open(); err != nil {
				return 0, err
			}
		}
		n, err := r.b.Read(to)
		if n > 0 || err == nil {
			return n, nil
		}
		if !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("job: shard %d: %w", r.shard, err)
		}
		if got := hex.EncodeToString(r.sum.Sum(nil)); got != r.want {
			return 0, fmt.Errorf("job: shard %d: %s was altered: its hash is %.12s…, the manifest says %.12s…; remove it, and run does the shard again", r.shard, r.f.Name(), got, r.want)
		}
		if err := r.close(); err != nil {
			return 0, fmt.Errorf("job: shard %d: %w", r.shard, err)
		}
		r.shard++
	}
}

// open begins a shard.
func (r *merged) open() error {
	m, err := r.j.Manifest(r.shard)
	if err != nil {
		return err
	}
	if r.f, err = atomicfile.Open(r.j.outputPath(r.shard), os.O_RDONLY); err != nil {
		return fmt.Errorf("job: shard %d: %w", r.shard, err)
	}
	r.want, r.sum = m.SHA256, sha256.New()
	if r.b == nil {
		r.b = bufio.NewReaderSize(nil, 1<<18)
	}
	r.b.Reset(io.TeeReader(r.f, r.sum))
	if !r.begun {
		r.begun = m.Bytes > 0
		return nil
	}
	for range r.j.opt.Heading {
		if _, err := r.b.ReadSlice('\n'); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("job: shard %d: %w", r.shard, err)
		}
	}
	return nil
}

func (r *merged) close() error {
	if r.f == nil {
		return nil
	}
	err := r.f.Close()
	r.f = nil
	return err
}

// Clean removes the job's folder with its plan and shards, and what a killed merge left beside the output, and nothing else: a
// folder with other files in it stays, and is an error. The merged file stays.
func Clean(s *Spec) error {
	if err := cleanFolder(s.Folder()); err != nil {
		return fmt.Errorf("job: %w", err)
	}
	out := s.OutputPath()
	err := atomicfile.Sweep(filepath.Dir(out), func(of string) bool { return atomicfile.Prefix(of) == atomicfile.Prefix(out) })
	if err != nil {
		return fmt.Errorf("job: %w", err)
	}
	return nil
}

func cleanFolder(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s is no folder of a job's: nothing is removed", dir)
	}
	all, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range all {
		name := f.Name()
		ours := name == planName || strings.HasPrefix(name, ".") && strings.Contains(name, ".new-") || isShard(name)
		if f.IsDir() || !ours {
			return fmt.Errorf("%s is not a job's: nothing is removed", filepath.Join(dir, name))
		}
	}
	for _, f := range all {
		if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
			return err
		}
	}
	return os.Remove(dir)
}

// isShard reports whether a name is that of a shard's output, manifest or log.
func isShard(name string) bool {
	stem, ending, _ := strings.Cut(name, ".")
	return stem != "" && strings.Trim(stem, "0123456789") == "" && (ending == "out" || ending == "json" || ending == "log")
}
