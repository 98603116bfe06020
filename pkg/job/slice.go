package job

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"sync"

	"github.com/klauspost/compress/zstd"

	"sudokulab/pkg/atomicfile"
)

// Slice is what a shard works on: a range of numbers, or lines to read.
type Slice struct {
	// From and Count are numbers, where the input is a range of them.
	From, Count int64
	*Lines      // nil where there are none
}

// Lines reads the lines of a shard, after the heading if the input has one.
type Lines struct {
	spec  *Spec
	plan  *Plan
	left  int64 // items to read
	file  int
	begin Start
	r     io.ReadCloser
	b     *bufio.Reader
	skip  bool   // the heading comes next in the file
	wait  []byte // to be handed out, the rest of a line
	parts []part
	given int64 // lines handed out
	err   error
}

// part is where lines of a file begin among those handed out.
type part struct {
	given int64
	file  string
	line  int64
}

// slice is a shard's.
func (j *Job) slice(shard int) Slice {
	n := int64(j.Spec.Shards)
	if len(j.Plan.Files) == 0 {
		from, to := j.Plan.Items*int64(shard)/n, j.Plan.Items*int64(shard+1)/n
		return Slice{From: j.Spec.Input.From + from, Count: to - from}
	}
	begin, to := j.Plan.Starts[shard], j.Plan.Items
	if shard+1 < len(j.Plan.Starts) {
		to = j.Plan.Starts[shard+1].Item
	}
	return Slice{Lines: newLines(j, begin, to-begin.Item)}
}

func newLines(j *Job, begin Start, items int64) *Lines {
	l := &Lines{spec: j.Spec, plan: j.Plan, left: items, file: begin.File, begin: begin, wait: []byte(j.Plan.Header)}
	if len(l.wait) > 0 {
		l.given = 1
		l.parts = append(l.parts, part{0, j.Plan.Files[min(begin.File, len(j.Plan.Files)-1)].Name, 1})
	}
	return l
}

// Place tells which line of which file a line is that was read, from 1.
func (l *Lines) Place(line int) (file string, at int) {
	i := sort.Search(len(l.parts), func(i int) bool { return l.parts[i].given >= int64(line) })
	if i == 0 {
		return "input", line
	}
	p := l.parts[i-1]
	return p.file, int(p.line + int64(line) - 1 - p.given)
}

// Read implements io.Reader.
func (l *Lines) Read(to []byte) (int, error) {
	n := 0
	for n < len(to) {
		for len(l.wait) == 0 && l.err == nil {
			l.err = l.next()
		}
		if len(l.wait) == 0 {
			break
		}
		taken := copy(to[n:], l.wait)
		n += taken
		l.wait = l.wait[taken:]
	}
	if n == 0 && len(to) > 0 {
		return 0, l.err
	}
	return n, nil
}

// next reads the next line.
func (l *Lines) next() error {
	if l.left == 0 {
		return io.EOF
	}
	if l.b == nil {
		if l.file >= len(l.plan.Files) {
			return fmt.Errorf("job: the input ends %d lines before the shard does: it was changed since it was planned", l.left)
		}
		f := l.plan.Files[l.file]
		at := Start{Line: 1}
		if l.file == l.begin.File {
			at = l.begin
		}
		var err error
		if l.r, err = l.spec.open(f.Name, at.Offset); err != nil {
			return err
		}
		l.b = lineReader(l.r)
		if l.skip = l.plan.Header != "" && at.Offset == 0; l.skip {
			at.Line++
		}
		l.parts = append(l.parts, part{l.given, f.Name, at.Line})
	}
	text, err := l.b.ReadSlice('\n')
	if errors.Is(err, io.EOF) && len(text) == 0 {
		l.file++
		return l.leave()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("job: %s: %w", l.plan.Files[l.file].Name, err)
	}
	if l.skip {
		l.skip = false
		return nil
	}
	l.left--
	l.given++
	if l.wait = text; text[len(text)-1] != '\n' {
		l.wait = append(bytes.Clone(text), '\n')
	}
	return nil
}

// Close ends reading.
func (l *Lines) Close() error {
	if l.r == nil {
		return nil
	}
	l.wait, l.err = nil, io.ErrClosedPipe
	return l.leave()
}

// leave closes the file that is read.
func (l *Lines) leave() error {
	err := l.r.Close()
	lineReaders.Put(l.b)
	l.b, l.r = nil, nil
	return err
}

// longestLine is what a line of input may have, in bytes.
const longestLine = 1 << 20

// lineReaders are buffers between shards.
var lineReaders = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, longestLine) }}

// lineReader returns a reader of lines, to be put back.
func lineReader(r io.Reader) *bufio.Reader {
	b, _ := lineReaders.Get().(*bufio.Reader)
	b.Reset(r)
	return b
}

// open reads one of the input's files, or its set, unpacked, from an offset on.
func (s *Spec) open(name string, offset int64) (io.ReadCloser, error) {
	if s.Input.Set == "" {
		return open(s.near(name), offset)
	}
	r, err := s.Input.Open(name)
	if err != nil {
		return nil, fmt.Errorf("job: %s: input: %w", s.path, err)
	}
	if _, err := io.CopyN(io.Discard, r, offset); err != nil {
		return nil, errors.Join(fmt.Errorf("job: %s: input: set: %s: %w", s.path, name, err), r.Close())
	}
	return r, nil
}

// maxWindow bounds the memory that a zstd stream may ask for: the window of its level 22.
const maxWindow = 128 << 20

// open reads a file, unpacked, from an offset on.
func open(path string, offset int64) (_ io.ReadCloser, err error) {
	f, err := atomicfile.OpenRegular(path) // shards read it from their beginnings
	if err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("job: %s: %w", path, err), f.Close())
		}
	}()
	var head [4]byte
	n, err := io.ReadFull(f, head[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	var from int64
	packed := bytes.HasPrefix(head[:n], []byte("\x1f\x8b")) || bytes.Equal(head[:n], []byte("\x28\xb5\x2f\xfd"))
	if !packed {
		from = offset
	}
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return nil, err
	}
	if !packed {
		return f, nil
	}
	u := &unpacked{f: f}
	if head[0] == 0x1f {
		z, err := gzip.NewReader(bufio.NewReader(f))
		if err != nil {
			return nil, err
		}
		u.Reader, u.end = z, z.Close
	} else {
		z, err := zstd.NewReader(bufio.NewReader(f), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, err
		}
		u.Reader, u.end = z, func() error { z.Close(); return nil }
	}
	if _, err := io.CopyN(io.Discard, u, offset); err != nil {
		return nil, errors.Join(err, u.end())
	}
	return u, nil
}

// unpacked is a packed file.
type unpacked struct {
	io.Reader
	end func() error
	f   *os.File
}

func (u *unpacked) Close() error { return errors.Join(u.end(), u.f.Close()) }
