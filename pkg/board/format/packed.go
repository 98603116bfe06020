package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Read yields the puzzles of r, one at a time, in the order of the input. The boards are
// independent of each other and of the reader. Text compressed by gzip or zstd is
// recognised by its first bytes. The first error ends the sequence, unless
// Options.KeepGoing is set and the error is about one puzzle; errors of r always end it.
// The sequence consumes r, so it can be ranged over once.
func Read(r io.Reader, o Options) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		if r == nil {
			yield(Puzzle{}, errors.New("format: no reader"))
			return
		}
		rd, err := newReader(o, yield)
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		rd.unpack(r)
	}
}

// ReadFile yields the puzzles of a file, as [Read] does, with the path as Options.File if
// that is empty. Each range over the sequence opens the file again. With the format Auto a
// name that ends in .sdk means [SDK], even if the file has no [Puzzle] line. What is no regular file, such as a FIFO or a
// device that may never end, is an error: open it and use Read.
func ReadFile(path string, o Options) iter.Seq2[Puzzle, error] {
	if o.File == "" {
		o.File = path
	}
	if o.Format == Auto {
		name := strings.ToLower(path)
		for _, packed := range []string{".gz", ".zst"} {
			name = strings.TrimSuffix(name, packed)
		}
		if filepath.Ext(name) == ".sdk" {
			o.Format = SDK
		}
	}
	return func(yield func(Puzzle, error) bool) {
		f, err := openRegular(path)
		if err != nil {
			yield(Puzzle{}, fmt.Errorf("format: %w", err))
			return
		}
		defer func() { _ = f.Close() }() // nothing was written
		Read(f, o)(yield)
	}
}

// maxWindow bounds the memory that a zstd stream may ask for: the window of its level 22.
const maxWindow = 128 << 20

// unpack removes compression, then runs.
func (r *reader) unpack(src io.Reader) {
	buffered := bufio.NewReader(src)
	head, err := buffered.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		r.fatal(&Error{Line: 1, Msg: "reading: " + err.Error(), Err: err})
		return
	}
	src = buffered
	switch name := magic(head); name {
	case "":
	case "gzip":
		z, err := gzip.NewReader(buffered)
		if err != nil {
			r.fatal(&Error{Line: 1, Msg: "reading gzip: " + err.Error(), Err: err})
			return
		}
		defer func() { _ = z.Close() }() // its errors came with reading
		src = z
	case "zstd":
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			r.fatal(&Error{Line: 1, Msg: "reading zstd: " + err.Error(), Err: err})
			return
		}
		defer z.Close()
		src = z
	default:
		r.fatal(notText(name))
		return
	}
	r.run(newLines(src, maxBuffer))
}

// openRegular opens a regular file. It looks before it opens, which would wait for the writer of a FIFO.
func openRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: path, Err: errors.New("want a regular file")}
	}
	return os.Open(path)
}
