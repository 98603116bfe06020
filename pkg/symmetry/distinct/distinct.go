package distinct

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/symmetry"
)

// Config bounds the memory.
type Config struct {
	// Keys is how many different keys are held in memory at once, each in about 40 bytes.
	Keys int `json:"keys"`
	// Folder is where temporary files are made; empty is the system's for them.
	Folder string `json:"folder"`
}

// DefaultConfig holds a million keys, in about 40 MB.
func DefaultConfig() Config { return Config{Keys: 1 << 20} }

// Validate reports what is wrong with a configuration.
func (c Config) Validate() error {
	if c.Keys < 1 {
		return fmt.Errorf("distinct: %d keys in memory, want at least 1", c.Keys)
	}
	return nil
}

const (
	fanOut = 256 // files of a split: one for each value of a byte
	// record is a key and its place: 16 bytes, then 8, little endian.
	record = len(symmetry.Key{}) + 8
	// buffer is for reading or writing a file: 256 of them are 4 MiB.
	buffer = 16 << 10
)

// Stream takes keys. It is for one goroutine.
type Stream struct {
	cfg   Config
	n     int64                     // keys added
	seen  map[symmetry.Key]struct{} // of those in memory
	first Bits                      // the places known so far
	files *files                    // nil while all fit into memory
	err   error                     // the first error, which stays
}

// New returns a stream without keys.
func New(cfg Config) (*Stream, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return &Stream{cfg: cfg, seen: make(map[symmetry.Key]struct{})}, nil
}

// Len returns how many keys were added.
func (s *Stream) Len() int64 { return s.n }

// Add takes the next key. An error is one of writing files, and every later call returns it.
func (s *Stream) Add(k symmetry.Key) error {
	if s.err != nil {
		return s.err
	}
	place := s.n
	if s.files == nil {
		if _, old := s.seen[k]; !old {
			if len(s.seen) == s.cfg.Keys {
				s.files = s.split(0)
			} else {
				s.seen[k] = struct{}{}
				s.first.set(place)
			}
		}
	}
	if s.files != nil && s.err == nil {
		// The set of what came before stays, and keys in it go no further.
		if _, old := s.seen[k]; !old {
			s.err = s.files.put(k, place)
		}
	}
	if s.err != nil {
		return s.err
	}
	s.n++
	return nil
}

// First returns the places of the keys that were the first with their value, from 0. Keys can be added no more.
func (s *Stream) First(ctx context.Context) (Bits, error) {
	if s.err != nil {
		return Bits{}, s.err
	}
	files := s.files
	s.err = errors.New("distinct: no keys after the result is asked for")
	s.files, s.seen = nil, nil
	if files != nil {
		if err := s.resolve(ctx, files); err != nil {
			s.err = err
			return Bits{}, err
		}
	}
	return s.first, nil
}

// Close removes the files. It may be called twice.
func (s *Stream) Close() error {
	if s.err == nil {
		s.err = errors.New("distinct: the stream is closed")
	}
	s.seen = nil
	var err error
	if s.files != nil {
		err = s.files.close()
		s.files = nil
	}
	return err
}

// resolve marks the first ones in files, one after the other, and closes them.
func (s *Stream) resolve(ctx context.Context, fs *files) (err error) {
	defer func() { err = errors.Join(err, fs.close()) }()
	for _, f := range &fs.all {
		if f == nil {
			continue
		}
		if err := s.file(ctx, f, fs.depth); err != nil {
			return err
		}
	}
	return nil
}

// file marks the first ones in a file whose keys share depth+1 bytes, and removes it.
func (s *Stream) file(ctx context.Context, f *spill, depth int) (err error) {
	if err := f.rewind(); err != nil {
		return err
	}
	seen := make(map[symmetry.Key]struct{})
	var deeper *files
	defer func() {
		if deeper != nil {
			err = errors.Join(err, deeper.close())
		}
	}()
	for i := int64(0); ; i++ {
		if i%(1<<16) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		k, place, err := f.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if _, old := seen[k]; old {
			continue
		}
		if deeper == nil && len(seen) < s.cfg.Keys {
			seen[k] = struct{}{}
			s.first.set(place)
			continue
		}
		if deeper == nil {
			deeper = s.split(depth + 1)
		}
		if err := deeper.put(k, place); err != nil {
			return err
		}
	}
	if err := f.close(); err != nil {
		return err
	}
	if deeper == nil {
		return nil
	}
	fs := deeper
	deeper = nil
	return s.resolve(ctx, fs)
}

// split makes no file yet: each is made by its first key.
func (s *Stream) split(depth int) *files { return &files{folder: s.cfg.Folder, depth: depth} }

// files are those of a split, by the byte of the keys at depth.
type files struct {
	folder string
	depth  int
	all    [fanOut]*spill
}

func (fs *files) put(k symmetry.Key, place int64) error {
	// A split deeper than a key is long cannot come: its files would hold one key each, and the set takes one.
	at := &fs.all[k[fs.depth]]
	if *at == nil {
		f, err := atomicfile.NewScratch(fs.folder)
		if err != nil {
			return fmt.Errorf("distinct: %w", err)
		}
		*at = &spill{f: f, w: bufio.NewWriterSize(f, buffer)}
	}
	return (*at).put(k, place)
}

func (fs *files) close() error {
	var all []error
	for i, f := range &fs.all {
		if f != nil {
			all = append(all, f.close())
			fs.all[i] = nil
		}
	}
	return errors.Join(all...)
}

// spill is a file of records, written first and then read.
type spill struct {
	f *atomicfile.Scratch
	w *bufio.Writer
	r *bufio.Reader
}

func (f *spill) put(k symmetry.Key, place int64) error {
	var b [record]byte
	copy(b[:], k[:])
	binary.LittleEndian.PutUint64(b[len(k):], uint64(place))
	if _, err := f.w.Write(b[:]); err != nil {
		return fmt.Errorf("distinct: %w", err)
	}
	return nil
}

func (f *spill) rewind() error {
	if err := f.w.Flush(); err != nil {
		return fmt.Errorf("distinct: %w", err)
	}
	if _, err := f.f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("distinct: %w", err)
	}
	f.w, f.r = nil, bufio.NewReaderSize(f.f, buffer)
	return nil
}

// next returns io.EOF behind the last record.
func (f *spill) next() (k symmetry.Key, place int64, err error) {
	var b [record]byte
	switch _, err := io.ReadFull(f.r, b[:]); {
	case errors.Is(err, io.EOF):
		return k, 0, io.EOF
	case err != nil:
		return k, 0, fmt.Errorf("distinct: %w", err)
	}
	copy(k[:], b[:])
	return k, int64(binary.LittleEndian.Uint64(b[len(k):])), nil
}

// close gives the file's space back, so that a long run does so as it goes.
func (f *spill) close() error { return f.f.Close() }

// Bits is a set of places.
type Bits struct {
	words []uint64
	n     int64
}

func (b *Bits) set(i int64) {
	for int64(len(b.words)) <= i/64 {
		b.words = append(b.words, 0)
	}
	b.words[i/64] |= 1 << (i % 64)
	b.n++
}

// Has reports whether a place is in the set.
func (b Bits) Has(i int64) bool {
	return i >= 0 && i/64 < int64(len(b.words)) && b.words[i/64]>>(i%64)&1 == 1
}

// Len returns how many places are in the set.
func (b Bits) Len() int64 { return b.n }
