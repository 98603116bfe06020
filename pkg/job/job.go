package job

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/pipeline"
)

// Options are what a job needs of the program that runs it.
type Options struct {
	// Code names the code that runs, such as a commit. Shards of different code are not merged.
	Code string
	// Do works on a slice and writes the output. It must depend on the slice and the job alone.
	Do func(ctx context.Context, s Slice, w io.Writer) error
	// Heading is how many lines at the top of each shard's output are a heading, of which the merged file keeps the
	// first one. A shard without output has none.
	Heading int
	// Distinct copies lines without symmetric twins, for jobs that ask for it.
	Distinct func(ctx context.Context, r io.Reader, w io.Writer) error
}

// Job is a job with its plan.
type Job struct {
	Spec *Spec
	Plan *Plan
	opt  Options
}

// Open reads the job's plan, or makes it, which reads the whole input.
func Open(ctx context.Context, s *Spec, o Options) (*Job, error) {
	p, err := plan(ctx, s)
	if err != nil {
		return nil, err
	}
	if len(p.Files) > 0 && len(p.Starts) != s.Shards {
		return nil, fmt.Errorf("job: %s: %d shards, want %d", filepath.Join(s.Folder(), planName), len(p.Starts), s.Shards)
	}
	return &Job{Spec: s, Plan: p, opt: o}, nil
}

// Manifest says of a shard that it is done.
type Manifest struct {
	Schema   int       `json:"schema"`
	Job      string    `json:"job"`
	Input    string    `json:"input,omitempty"`
	Shard    int       `json:"shard"`
	Shards   int       `json:"shards"`
	From     int64     `json:"from"` // the first item
	Items    int64     `json:"items"`
	Code     string    `json:"code"`
	Bytes    int64     `json:"bytes"`
	Lines    int64     `json:"lines"`
	SHA256   string    `json:"sha256"` // of the output
	Host     string    `json:"host,omitempty"`
	Go       string    `json:"go"`
	OS       string    `json:"os"`
	Arch     string    `json:"arch"`
	Started  time.Time `json:"started"`
	Duration int64     `json:"duration_ns"`
}

// outputPath and manifestPath are a shard's files.
func (j *Job) outputPath(shard int) string   { return j.shardFile(shard, ".out") }
func (j *Job) manifestPath(shard int) string { return j.shardFile(shard, ".json") }

func (j *Job) shardFile(shard int, ending string) string {
	width := len(strconv.Itoa(j.Spec.Shards - 1))
	return filepath.Join(j.Spec.Folder(), fmt.Sprintf("%0*d%s", width, shard, ending))
}

// maxManifest bounds a manifest.
const maxManifest = 1 << 16

// Manifest reads that of a shard. Without one the error is fs.ErrNotExist; one that is damaged, of another job or of an output that is not
// there is an error that says so.
func (j *Job) Manifest(shard int) (m Manifest, err error) {
	path := j.manifestPath(shard)
	data, err := atomicfile.ReadFile(path, maxManifest)
	if err != nil {
		return m, fmt.Errorf("job: shard %d: %w", shard, err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return m, fmt.Errorf("job: shard %d: %s: not a manifest: %w", shard, path, err)
	}
	from, items := j.span(shard)
	switch {
	case m.Schema != schema || m.Job != j.Plan.Job || m.Shard != shard || m.Shards != j.Spec.Shards || m.From != from || m.Items != items:
		return m, fmt.Errorf("job: shard %d: %s is of another job", shard, path)
	case m.Input != j.Plan.Input:
		return m, fmt.Errorf("job: shard %d: %s is of other input", shard, path)
	}
	info, err := os.Stat(j.outputPath(shard))
	switch {
	case err != nil:
		return m, fmt.Errorf("job: shard %d has a manifest and no output: %w", shard, err)
	case info.Size() != m.Bytes:
		return m, fmt.Errorf("job: shard %d: %s has %d bytes, its manifest says %d", shard, j.outputPath(shard), info.Size(), m.Bytes)
	}
	return m, nil
}

// span is a shard's range of items.
func (j *Job) span(shard int) (from, items int64) {
	if len(j.Plan.Files) == 0 {
		s := j.slice(shard)
		return s.From, s.Count
	}
	l := j.slice(shard).Lines
	return l.begin.Item, l.left
}

// Status is how far a job is.
type Status struct {
	Done    int      // shards
	Missing []int    // without a manifest
	Broken  []error  // with one that does not hold
	Codes   []string // that ran, in the order in which they first come
	Bytes   int64    // written by the shards that are done
	Lines   int64
	Spent   time.Duration // on them
}

// Status looks at all shards.
func (j *Job) Status(ctx context.Context) (s Status, err error) {
	seen := map[string]bool{}
	for shard := range j.Spec.Shards {
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		m, err := j.Manifest(shard)
		switch {
		case err == nil:
			s.Done++
			s.Bytes += m.Bytes
			s.Lines += m.Lines
			s.Spent += time.Duration(m.Duration)
			if !seen[m.Code] {
				seen[m.Code] = true
				s.Codes = append(s.Codes, m.Code)
			}
		case errors.Is(err, fs.ErrNotExist) && !fileThere(j.manifestPath(shard)):
			s.Missing = append(s.Missing, shard)
		default:
			s.Broken = append(s.Broken, err)
		}
	}
	return s, nil
}

func fileThere(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Run does the shards that are not done, at most workers at once and as many more waiting for the disk, and calls done after each
// shard, done before or not. A shard that other code has done is done again. The first error ends the run; shards that are done stay.
func (j *Job) Run(ctx context.Context, shards []int, workers int, done func(shard int)) error {
	if workers < 1 {
		return fmt.Errorf("job: %d workers, want at least 1", workers)
	}
	for _, shard := range shards {
		if shard < 0 || shard >= j.Spec.Shards {
			return fmt.Errorf("job: shard %d, want 0 to %d", shard, j.Spec.Shards-1)
		}
	}
	if err := atomicfile.Sweep(j.Spec.Folder(), isShard); err != nil {
		return fmt.Errorf("job: %w", err)
	}
	at := make(chan struct{}, workers)
	one := func(ctx context.Context, shard int) (int, error) {
		if m, err := j.Manifest(shard); err == nil && m.Code == j.opt.Code {
			return shard, nil
		}
		select {
		case at <- struct{}{}:
		case <-ctx.Done():
			return shard, context.Cause(ctx)
		}
		r, err := j.work(ctx, shard)
		<-at
		if err == nil {
			err = j.keep(r)
		}
		if err != nil {
			return shard, fmt.Errorf("job: shard %d: %w", shard, err)
		}
		return shard, nil
	}
	work := make([]func(context.Context, int) (int, error), max(1, min(2*workers, len(shards))))
	for i := range work {
		work[i] = one
	}
	todo := func(yield func(int, error) bool) {
		for _, shard := range shards {
			if !yield(shard, nil) {
				return
			}
		}
	}
	for shard, err := range pipeline.Map(ctx, todo, work, pipeline.Options{}) {
		if err != nil {
			return err
		}
		if done != nil {
			done(shard)
		}
	}
	return nil
}

// worked is a shard whose output is written and has neither its name nor a manifest.
type worked struct {
	out *atomicfile.File
	Manifest
}

// work writes a shard's output.
func (j *Job) work(ctx context.Context, shard int) (r worked, err error) {
	started := time.Now()
	s := j.slice(shard)
	from, items := j.span(shard)
	if s.Lines != nil {
		defer func() {
			closed := s.Close()
			if err == nil && closed != nil {
				closed = errors.Join(closed, r.out.Discard())
			}
			err = errors.Join(err, closed)
		}()
	}
	c := &counter{hash: sha256.New()}
	r.out, err = written(j.outputPath(shard), func(w io.Writer) error {
		c.to = w
		return j.opt.Do(ctx, s, c)
	})
	if err != nil {
		return r, err
	}
	host, _ := os.Hostname() // for people
	r.Manifest = Manifest{
		Schema: schema, Job: j.Plan.Job, Input: j.Plan.Input, Shard: shard, Shards: j.Spec.Shards, From: from, Items: items, Code: j.opt.Code,
		Bytes: c.n, Lines: c.lines, SHA256: hex.EncodeToString(c.hash.Sum(nil)), Host: host, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
		Started: started.UTC().Truncate(time.Second), Duration: int64(time.Since(started)),
	}
	return r, nil
}

// keep puts a shard's output on the disk and gives it its name, and then writes its manifest.
func (j *Job) keep(r worked) (err error) {
	defer func() { err = errors.Join(err, r.out.Discard()) }()
	if err := atomicfile.Sync(r.out); err != nil {
		return err
	}
	data, err := json.Marshal(r.Manifest)
	if err != nil {
		return err
	}
	// Another process may have done the shard meanwhile, and counts on it: what it wrote stays. A manifest of anything else
	// must not outlive what it is about. Whether there is one is asked first, since one that comes later is the other process's.
	there := fileThere(j.manifestPath(r.Shard))
	if old, err := j.Manifest(r.Shard); err == nil && old.Code == r.Code {
		return nil
	}
	if there {
		if err := os.Remove(j.manifestPath(r.Shard)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := r.out.Commit(); err != nil {
		return err
	}
	// It is not forced to the disk: a crash of the system that loses it, or leaves a part of it, costs the shard's work and no more.
	return atomicfile.WriteBytes(j.manifestPath(r.Shard), append(data, '\n'))
}

// written is a file that is whole and has not its name yet.
func written(path string, write func(io.Writer) error) (*atomicfile.File, error) {
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	if err := write(f); err != nil {
		return nil, errors.Join(err, f.Discard())
	}
	return f, nil
}

// counter counts and hashes what it passes on.
type counter struct {
	to       io.Writer
	n, lines int64
	hash     hash.Hash
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.to.Write(b)
	c.n += int64(n)
	c.lines += int64(bytes.Count(b[:n], []byte{'\n'}))
	c.hash.Write(b[:n]) // never fails
	return n, err
}
