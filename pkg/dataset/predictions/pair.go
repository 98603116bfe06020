package predictions

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"math"
	"slices"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
)

// By says what pairs the rows of a file with puzzles.
type By string

// The ways.
const (
	ByOrder  By = "order"
	ByPuzzle By = "puzzle"
	ByIndex  By = "index"
)

// Summary counts what a file holds for the puzzles asked for.
type Summary struct {
	By        By    `json:"paired_by"`
	Rows      int64 `json:"rows"`      // that the file holds, read or not
	Missing   int64 `json:"missing"`   // puzzles without a row
	Malformed int64 `json:"malformed"` // rows, and single answers of rows, that could not be read
	Surplus   int64 `json:"surplus"`   // rows for no puzzle, or for one that has a row already
	// Strangers are the surplus rows that name a puzzle, or an index, which was not asked for.
	Strangers int64       `json:"strangers"`
	Faults    []FileError `json:"faults"`          // the first of Malformed and Surplus
	More      int64       `json:"more_faults"`     // that are not among Faults
	Cut       *FileError  `json:"cut,omitempty"`   // why the file could not be read to its end
	Least     *int64      `json:"least,omitempty"` // index stated
}

// Bad reports whether anything was wrong with the file.
func (s *Summary) Bad() bool { return s.Missing+s.Malformed+s.Surplus > 0 || s.Cut != nil }

// shown is how many faults are named.
const shown = 10

// lookahead is how many rows that cannot be read are passed before rows are taken to be in order.
const lookahead = 1000

// Pairing pairs rows with puzzles, which are asked for one by one. It is for one goroutine.
type Pairing struct {
	f       *File
	s       Summary
	asked   int64 // puzzles
	pending []Row
	next    func() (Row, error, bool)
	stop    func()

	scratch *atomicfile.Scratch
	seed    maphash.Seed
	slots   []slot // sorted
	section *bufio.Reader
}

// slot is the place of a row in the temporary file: where it begins, and in the last bit whether it answered a puzzle.
type slot struct {
	key uint64
	at  int64
}

// Pair begins to pair the rows of a file. Those that may come in any order are all read now, into a temporary file in a folder, the
// system's if that is empty.
func Pair(ctx context.Context, f *File, folder string) (_ *Pairing, err error) {
	p := &Pairing{f: f, s: Summary{By: ByOrder, Faults: []FileError{}}}
	p.next, p.stop = iter.Pull2(f.Rows(ctx))
	defer func() {
		if err != nil {
			p.stop()
		}
	}()
	switch {
	case f.form == CSV:
		if f.columns.puzzle >= 0 {
			p.s.By = ByPuzzle
		} else if f.columns.index >= 0 {
			p.s.By = ByIndex
		}
	case f.lines.r != nil || f.parquet != nil:
		for len(p.pending) < lookahead {
			row, ok, err := p.pull()
			if err != nil {
				return nil, err
			}
			if !ok {
				break
			}
			p.pending = append(p.pending, row)
			if row.Fault == "" {
				p.s.By = row.by()
				break
			}
		}
	}
	if p.s.By != ByOrder {
		if err := p.spool(folder); err != nil {
			return nil, errors.Join(err, p.Close())
		}
	}
	return p, nil
}

// by says what a row can be paired by.
func (r *Row) by() By {
	switch {
	case r.Puzzle != nil:
		return ByPuzzle
	case r.Index >= 0:
		return ByIndex
	}
	return ByOrder
}

// pull returns the next row of the file, counted.
func (p *Pairing) pull() (Row, bool, error) {
	row, err, ok := p.next()
	switch {
	case !ok:
		return row, false, nil
	case err != nil:
		cut, isFault := errors.AsType[*FileError](err)
		if !isFault {
			return row, false, err
		}
		p.s.Cut = cut
		return row, false, nil
	}
	p.s.Rows++
	return row, true, nil
}

func (p *Pairing) fault(line int64, cause string) {
	if len(p.s.Faults) < shown {
		p.s.Faults = append(p.s.Faults, FileError{p.f.o.Name, line, cause})
		return
	}
	p.s.More++
}

func (p *Pairing) malformed(line int64, cause string) {
	p.s.Malformed++
	p.fault(line, cause)
}

func (p *Pairing) surplus(line int64, cause string) {
	p.s.Surplus++
	p.fault(line, cause)
}

// Next returns the row for the next puzzle. Its Fault says why there is none. An answer that is a grid of blanks has no cells, one
// for a board of another size is malformed.
func (p *Pairing) Next(ctx context.Context, puzzle board.Board) (Row, error) {
	p.asked++
	row, ok, err := p.row(ctx, puzzle)
	if err != nil {
		return Row{}, err
	}
	if !ok {
		p.s.Missing++
		return Row{Index: -1, Fault: "no row"}, nil
	}
	if row.Fault != "" { // in order: it stands where this puzzle's answer should
		p.malformed(row.Line, row.Fault)
		return row, nil
	}
	for i := range row.Answers {
		a := &row.Answers[i]
		if a.Fault == "" && a.Cells != nil && len(a.Cells) != len(puzzle.Cells()) {
			*a = Answer{Fault: fmt.Sprintf("%d cells, the puzzle has %d", len(a.Cells), len(puzzle.Cells()))}
		}
		if a.Fault != "" {
			cause := a.Fault
			if len(row.Answers) > 1 {
				cause = fmt.Sprintf("answer %d: %s", i+1, cause)
			}
			p.malformed(row.Line, cause)
		}
		if !slices.ContainsFunc(a.Cells, func(d uint8) bool { return d != 0 }) {
			a.Cells = nil
		}
	}
	return row, nil
}

func (p *Pairing) row(ctx context.Context, puzzle board.Board) (Row, bool, error) {
	if err := ctx.Err(); err != nil {
		return Row{}, false, err
	}
	if p.s.By == ByOrder {
		row, ok, err := p.ordered()
		if ok && row.Fault == "" && row.by() != ByOrder {
			row.Answers, row.Fault = nil, "it names a puzzle or an index, the rows before it are in order"
		}
		return row, ok, err
	}
	key := uint64(p.asked - 1) //nolint:gosec // counted from 1
	if p.s.By == ByPuzzle {
		key = maphash.Bytes(p.seed, puzzle.Cells())
	}
	at, _ := slices.BinarySearchFunc(p.slots, key, func(s slot, key uint64) int { return cmp.Compare(s.key, key) })
	used := -1 // the last row that answered such a puzzle
	same := func(i int) (Row, bool, error) {
		row, err := p.load(p.slots[i].at >> 1)
		return row, err == nil && (p.s.By == ByIndex || bytes.Equal(row.Puzzle, puzzle.Cells())), err
	}
	for i := at; i < len(p.slots) && p.slots[i].key == key; i++ {
		if p.slots[i].at&1 == 1 {
			used = i
			continue
		}
		row, ok, err := same(i)
		if ok {
			p.slots[i].at |= 1
		}
		if ok || err != nil {
			return row, ok, err
		}
	}
	for i := used; i >= at; i-- {
		if row, ok, err := same(i); ok || err != nil {
			return row, ok, err
		}
	}
	return Row{}, false, nil
}

// ordered returns the next row, those first that were read to find out what pairs them.
func (p *Pairing) ordered() (Row, bool, error) {
	if len(p.pending) > 0 {
		row := p.pending[0]
		p.pending = p.pending[1:]
		return row, true, nil
	}
	return p.pull()
}

// Finish looks at what the puzzles have left of the file.
func (p *Pairing) Finish(ctx context.Context) error {
	if p.s.By == ByOrder {
		for {
			row, ok, err := p.ordered()
			if err := cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			if !ok {
				return nil
			}
			p.surplus(row.Line, fmt.Sprintf("the set has %d puzzles, this is row %d", p.asked, p.asked+p.s.Surplus+1))
		}
	}
	var left []int64
	for _, s := range p.slots {
		if s.at&1 == 0 {
			left = append(left, s.at>>1)
		}
	}
	slices.Sort(left)
	for _, at := range left {
		if err := ctx.Err(); err != nil {
			return err
		}
		row, err := p.load(at)
		if err != nil {
			return err
		}
		// A row that was left has a twin with its key among those that answered a puzzle, or its key was not asked for.
		if first, ok, err := p.twin(&row, at); err != nil {
			return err
		} else if ok {
			p.surplus(row.Line, fmt.Sprintf("a second row for the %s of line %d", p.s.By, first))
			continue
		}
		p.s.Strangers++
		if p.s.By == ByIndex {
			p.surplus(row.Line, fmt.Sprintf("index %d, the set has %d to %d", row.Index+p.f.o.IndexBase, p.f.o.IndexBase, p.asked-1+p.f.o.IndexBase))
		} else {
			p.surplus(row.Line, "its puzzle is not in the set")
		}
	}
	return nil
}

// twin returns the line of a row that answered a puzzle and has the key of one, at a place of the temporary file, that did not.
func (p *Pairing) twin(of *Row, at int64) (line int64, ok bool, err error) {
	key := uint64(of.Index) //nolint:gosec // not negative where it is the key
	if p.s.By == ByPuzzle {
		key = maphash.Bytes(p.seed, of.Puzzle)
	}
	i, _ := slices.BinarySearchFunc(p.slots, key, func(s slot, key uint64) int { return cmp.Compare(s.key, key) })
	for ; i < len(p.slots) && p.slots[i].key == key && p.slots[i].at>>1 < at; i++ {
		row, err := p.load(p.slots[i].at >> 1)
		if err != nil {
			return 0, false, err
		}
		if p.slots[i].at&1 == 1 && (p.s.By == ByIndex || bytes.Equal(row.Puzzle, of.Puzzle)) {
			return row.Line, true, nil
		}
	}
	return 0, false, nil
}

// Summary returns what was found so far.
func (p *Pairing) Summary() Summary {
	s := p.s
	if least, ok := p.f.LeastIndex(); ok {
		s.Least = &least
	}
	return s
}

// File returns the file whose rows are paired.
func (p *Pairing) File() *File { return p.f }

// Close removes the temporary file. It may be called twice.
func (p *Pairing) Close() error {
	p.stop()
	if p.scratch == nil {
		return nil
	}
	return p.scratch.Close()
}

// spool writes all rows to the temporary file and sorts their keys.
func (p *Pairing) spool(folder string) (err error) {
	if p.scratch, err = atomicfile.NewScratch(folder); err != nil {
		return fmt.Errorf("predictions: %w", err)
	}
	p.seed = maphash.MakeSeed()
	w := bufio.NewWriterSize(p.scratch, 1<<18)
	at := int64(0)
	var buf []byte
	for {
		row, ok, err := p.ordered()
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if row.Fault == "" && row.by() != p.s.By && (p.s.By == ByPuzzle || row.by() == ByOrder) {
			row.Fault = fmt.Sprintf("it names no %s, as the rows before it do", p.s.By)
		}
		if row.Fault != "" {
			p.malformed(row.Line, row.Fault)
			continue
		}
		key := uint64(row.Index) //nolint:gosec // not negative
		if p.s.By == ByPuzzle {
			key = maphash.Bytes(p.seed, row.Puzzle)
		}
		p.slots = append(p.slots, slot{key, at << 1})
		buf = row.append(buf[:0])
		if _, err := w.Write(buf); err != nil {
			return fmt.Errorf("predictions: %w", err)
		}
		at += int64(len(buf))
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("predictions: %w", err)
	}
	slices.SortFunc(p.slots, func(a, b slot) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at))
	})
	p.section = bufio.NewReader(nil)
	return nil
}

// append writes a row without a fault as bytes.
func (r *Row) append(b []byte) []byte {
	text := func(b, t []byte) []byte { return append(binary.AppendUvarint(b, uint64(len(t))), t...) }
	b = binary.AppendVarint(b, r.Line)
	b = binary.AppendVarint(b, r.Index)
	b = text(b, r.Puzzle)
	b = binary.AppendUvarint(b, uint64(len(r.Answers)))
	for _, a := range r.Answers {
		b = text(text(b, a.Cells), []byte(a.Fault))
		b = binary.AppendUvarint(b, uint64(len(a.P)))
		for _, x := range a.P {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
	}
	return b
}

// load reads the row at a place of the temporary file.
func (p *Pairing) load(at int64) (row Row, err error) {
	r := p.section
	r.Reset(io.NewSectionReader(p.scratch, at, math.MaxInt64-at))
	number := func() (n uint64) {
		if err == nil {
			n, err = binary.ReadUvarint(r)
		}
		return n
	}
	signed := func() (n int64) {
		if err == nil {
			n, err = binary.ReadVarint(r)
		}
		return n
	}
	text := func() []byte {
		n := number()
		if err != nil || n == 0 {
			return nil
		}
		b := make([]byte, n)
		_, err = io.ReadFull(r, b)
		return b
	}
	row.Line, row.Index, row.Puzzle = signed(), signed(), text()
	for range number() {
		a := Answer{Cells: text(), Fault: string(text())}
		if n := number(); n > 0 && err == nil {
			b := make([]byte, 4*n)
			_, err = io.ReadFull(r, b)
			for ; len(b) > 0; b = b[4:] {
				a.P = append(a.P, math.Float32frombits(binary.LittleEndian.Uint32(b)))
			}
		}
		row.Answers = append(row.Answers, a)
	}
	if err != nil {
		return row, fmt.Errorf("predictions: reading a temporary file: %w", err)
	}
	return row, nil
}
