package dataset

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"sync"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/job"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/symmetry"
)

// segment is the puzzles that a recipe asks for of one band of one split. The segments' puzzles are numbered through.
type segment struct {
	part, band int
	split      Split
	first      int64 // number of its first puzzle
	count      int64
	offset     int64 // of the first one's record in the file of all
}

// work is the puzzles of a recipe as they are made: a job whose output is a record of fixed length for each.
type work struct {
	r     *Recipe
	segs  []segment
	total int64
	bytes int64 // of all records

	mu   sync.Mutex
	idle map[int][]*maker // by segment

	file *os.File // of all records, once they are made
}

// only are the splits that are made.
func newWork(r *Recipe, only []Split) *work {
	w := &work{r: r, idle: map[int][]*maker{}}
	for i := range r.Parts {
		p := &r.Parts[i]
		for _, s := range only {
			for k := range p.Bands {
				n := p.Bands[k].Count(s)
				if n == 0 {
					continue
				}
				w.segs = append(w.segs, segment{i, k, s, w.total, n, w.bytes})
				w.total += n
				w.bytes += n * recordLen(p.Side)
			}
		}
	}
	return w
}

// spec is the work as a job whose files begin with a path.
func (w *work) spec(path, hash string, only []Split) *job.Spec {
	const most, fewest = 1000, 128 // puzzles of a shard, and shards
	per := min(max(w.total/fewest, 1), most)
	return &job.Spec{
		Operation: "dataset make", Input: job.Input{Seed: &w.r.Seed, Count: w.total}, Shards: int((w.total + per - 1) / per), Output: path,
		Parameters: map[string]any{"recipe": hash, "only": fmt.Sprint(only)},
	}
}

// do makes the puzzles of a shard.
func (w *work) do(ctx context.Context, s job.Slice, out io.Writer) error {
	b := bufio.NewWriterSize(out, 1<<16)
	for n := s.From; n < s.From+s.Count; n++ {
		i := w.segmentOf(n)
		if err := w.make(ctx, i, n-w.segs[i].first, func(p *puzzle) error {
			_, err := b.Write(appendRecord(b.AvailableBuffer(), p))
			return err
		}); err != nil {
			return err
		}
	}
	return b.Flush()
}

func (w *work) segmentOf(number int64) int {
	return sort.Search(len(w.segs), func(i int) bool { return w.segs[i].first > number }) - 1
}

// make makes puzzle j of a segment, or one that follows those which the recipe asks for, by a maker that no other goroutine uses.
func (w *work) make(ctx context.Context, seg int, j int64, use func(*puzzle) error) error {
	w.mu.Lock()
	var m *maker
	if n := len(w.idle[seg]); n > 0 {
		m = w.idle[seg][n-1]
		w.idle[seg] = w.idle[seg][:n-1]
	}
	w.mu.Unlock()
	if m == nil {
		s := &w.segs[seg]
		part := &w.r.Parts[s.part]
		var err error
		if m, err = w.r.newMaker(part, &part.Bands[s.band], s.split); err != nil {
			return err
		}
	}
	p, err := m.make(ctx, j)
	if err == nil {
		err = use(&p)
	}
	w.mu.Lock()
	w.idle[seg] = append(w.idle[seg], m)
	w.mu.Unlock()
	return err
}

// more makes puzzles of a segment from number j on, in order.
func (w *work) more(ctx context.Context, seg int, j, count int64, workers int) (out [][]byte, err error) {
	all := make([]func(context.Context, int64) ([]byte, error), workers)
	for i := range all {
		all[i] = func(ctx context.Context, j int64) (record []byte, err error) {
			err = w.make(ctx, seg, j, func(p *puzzle) error {
				record = appendRecord(nil, p)
				return nil
			})
			return record, err
		}
	}
	numbers := func(yield func(int64, error) bool) {
		for i := range count {
			if !yield(j+i, nil) {
				return
			}
		}
	}
	for record, err := range pipeline.Map(ctx, numbers, all, pipeline.Options{}) {
		if err != nil {
			return nil, err
		}
		out = append(out, record)
	}
	return out, nil
}

// A record is a puzzle's key, its guesses, its technique, its cells and those of its solution:
//
//	0        16        20  21      21+N      21+2N
//	key      guesses   t   puzzle  solution
//
// Guesses are little endian, and as many as fit where there are more.
const recordHead = len(symmetry.Key{}) + 4 + 1

func recordLen(side int) int64 { return int64(recordHead + 2*side*side) }

func appendRecord(to []byte, p *puzzle) []byte {
	to = append(to, p.key[:]...)
	to = binary.LittleEndian.AppendUint32(to, uint32(min(p.guesses, 1<<32-1))) //nolint:gosec // fits
	to = append(to, uint8(p.technique))
	return append(append(to, p.cells...), p.solution...)
}

// recordOf reads what appendRecord wrote; the cells stay in data.
func recordOf(data []byte) (p puzzle) {
	n := copy(p.key[:], data)
	p.guesses = int64(binary.LittleEndian.Uint32(data[n:]))
	p.technique = rate.Technique(data[n+4])
	cells := data[recordHead:]
	p.cells, p.solution = cells[:len(cells)/2], cells[len(cells)/2:]
	return p
}

// open opens the file of all records.
func (w *work) open(path string) error {
	f, err := atomicfile.OpenRegular(path)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	info, err := f.Stat()
	if err == nil && info.Size() != w.bytes {
		err = fmt.Errorf("%s has %d bytes, want %d", path, info.Size(), w.bytes)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("dataset: %w", err), f.Close())
	}
	w.file = f
	return nil
}

func (w *work) close() error {
	if w.file == nil {
		return nil
	}
	return w.file.Close()
}

// records yields those of a segment from one on. They hold until the next comes.
func (w *work) records(seg int, from int64) func(yield func([]byte, error) bool) {
	return func(yield func([]byte, error) bool) {
		s := &w.segs[seg]
		n := recordLen(w.r.Parts[s.part].Side)
		in := bufio.NewReaderSize(io.NewSectionReader(w.file, s.offset+from*n, (s.count-from)*n), 1<<16)
		record := make([]byte, n)
		for range s.count - from {
			if _, err := io.ReadFull(in, record); err != nil {
				yield(nil, fmt.Errorf("dataset: %s: %w", w.file.Name(), err))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
	}
}
