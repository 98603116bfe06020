package dataset

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/files"
	"sudokulab/pkg/digest"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/symmetry/distinct"
)

// set is the puzzles of a split of a part.
type set struct {
	w     *work
	part  *Part
	split Split
	bands []*bandOf

	first distinct.Bits // of the puzzles asked for, by place in the set, those that no earlier one is a twin of
	cut   bool          // some are twins, and left out
}

// bandOf is what a set has of a band.
type bandOf struct {
	seg   int
	at    int64    // place of its first puzzle among those asked for
	kept  int64    // of those asked for
	extra [][]byte // records of puzzles in place of twins
	index []int64  // their numbers in the band
}

func (b *bandOf) puzzles() int64 { return b.kept + int64(len(b.extra)) }

// sets gathers the segments into sets.
func (w *work) sets() (out []*set) {
	for i := range w.segs {
		s := &w.segs[i]
		part := &w.r.Parts[s.part]
		if n := len(out); n == 0 || out[n-1].part != part || out[n-1].split != s.split {
			out = append(out, &set{w: w, part: part, split: s.split})
		}
		of := out[len(out)-1]
		of.bands = append(of.bands, &bandOf{seg: i, at: of.asked(), kept: s.count})
	}
	return out
}

// asked is how many puzzles the recipe asks for.
func (s *set) asked() (n int64) {
	for _, b := range s.bands {
		n += s.w.segs[b.seg].count
	}
	return n
}

// puzzles is how many there are, and rows how many with copies.
func (s *set) puzzles() (n int64) {
	for _, b := range s.bands {
		n += b.puzzles()
	}
	return n
}

func (s *set) rows() int64 { return s.puzzles() * s.each() }

// each is how many rows a puzzle has.
func (s *set) each() int64 {
	if s.split == Train {
		return int64(s.part.Copies) + 1
	}
	return 1
}

// name is that of the set's files without number and ending.
func (s *set) name() string {
	if s.part.Name == "" {
		return s.split.String()
	}
	return s.part.Name + "/" + s.split.String()
}

// band is the recipe's.
func (s *set) band(b *bandOf) *Band { return &s.part.Bands[s.w.segs[b.seg].band] }

// patience is how many puzzles in a row may bring no new class before a band's classes count as run out.
const patience = 10_000

// separate leaves out twins of earlier puzzles of the set, and makes others in their places: of each band, those that come after the
// ones that were asked for, as far as their classes are new.
func (s *set) separate(ctx context.Context, keys distinct.Config, workers int) error {
	first, err := s.firsts(ctx, keys, nil)
	if err != nil {
		return err
	}
	asked := s.asked()
	if first.Len() == asked {
		return nil
	}
	s.first, s.cut = first, true
	for _, b := range s.bands {
		b.kept = 0
		for i := range s.w.segs[b.seg].count {
			if first.Has(b.at + i) {
				b.kept++
			}
		}
	}
	for _, b := range s.bands {
		want, next, vain := s.w.segs[b.seg].count, s.w.segs[b.seg].count, 0
		for b.puzzles() < want && vain < patience {
			const fewest, most = 64, 4096 // of a round, which does not decide what is taken
			n := min(max(2*(want-b.puzzles()), fewest), most)
			more, err := s.w.more(ctx, b.seg, next, n, workers)
			if err != nil {
				return err
			}
			if first, err = s.firsts(ctx, keys, more); err != nil {
				return err
			}
			before := asked
			for _, b := range s.bands {
				before += int64(len(b.extra))
			}
			for i, record := range more {
				if b.puzzles() == want || vain == patience {
					break
				}
				if !first.Has(before + int64(i)) {
					vain++
					continue
				}
				vain = 0
				b.extra, b.index = append(b.extra, record), append(b.index, next+int64(i))
			}
			next += n
		}
		if b.puzzles() < want && !s.w.r.Short {
			return fmt.Errorf("dataset: %s: band %s: its classes run out: %d puzzles and no twins, the recipe asks for %d; want fewer, other bands, or short: true for as many as there are",
				s.name(), s.band(b).Name, b.puzzles(), want)
		}
	}
	return nil
}

// firsts says which of the set's puzzles are the first of their class: those asked for, those in place of twins, and more.
func (s *set) firsts(ctx context.Context, cfg distinct.Config, more [][]byte) (first distinct.Bits, err error) {
	d, err := distinct.New(cfg)
	if err != nil {
		return first, fmt.Errorf("dataset: %w", err)
	}
	defer func() {
		if closeErr := d.Close(); err == nil {
			err = closeErr
		}
	}()
	add := func(record []byte) error { return d.Add(symmetry.Key(record[:len(symmetry.Key{})])) }
	for _, b := range s.bands {
		for record, err := range s.w.records(b.seg, 0) {
			if err == nil {
				err = add(record)
			}
			if err != nil {
				return first, err
			}
		}
		if ctx.Err() != nil {
			return first, ctx.Err()
		}
	}
	for _, b := range s.bands {
		for _, record := range b.extra {
			if err := add(record); err != nil {
				return first, err
			}
		}
	}
	for _, record := range more {
		if err := add(record); err != nil {
			return first, err
		}
	}
	return d.First(ctx)
}

// from yields the set's puzzles from one on. The cells of one hold until the next comes.
func (s *set) from(skip int64) iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		for _, b := range s.bands {
			if skip >= b.puzzles() {
				skip -= b.puzzles()
				continue
			}
			start := min(skip, b.kept)
			extra := skip - start
			if s.cut {
				start = s.nth(b, start)
			}
			skip = 0
			j := start
			for record, err := range s.w.records(b.seg, start) {
				if err != nil {
					yield(item{}, err)
					return
				}
				if (!s.cut || s.first.Has(b.at+j)) && !yield(item{b, j, recordOf(record)}, nil) {
					return
				}
				j++
			}
			for i := extra; i < int64(len(b.extra)); i++ {
				if !yield(item{b, b.index[i], recordOf(b.extra[i])}, nil) {
					return
				}
			}
		}
	}
}

// nth is the number, in a band, of the nth of the puzzles asked for that are kept, from 0, or how many were asked for.
func (s *set) nth(b *bandOf, n int64) int64 {
	count := s.w.segs[b.seg].count
	for j := range count {
		if s.first.Has(b.at + j) {
			if n == 0 {
				return j
			}
			n--
		}
	}
	return count
}

// item is a puzzle of a set.
type item struct {
	band *bandOf
	j    int64 // its number in the band
	puzzle
}

// row is the puzzle as it is written.
func (s *set) row(it *item) files.Row {
	row := files.Row{
		Puzzle: it.cells, Solution: it.solution, Source: s.w.r.Name, Band: s.band(it.band).Name, Index: it.j,
		Difficulty: it.technique.String(), Guesses: it.guesses,
	}
	for _, d := range it.cells {
		if d != 0 {
			row.Givens++
		}
	}
	return row
}

// file is a run of the set's rows.
func (s *set) file(from, count int64) files.Rows {
	return files.Rows{Side: s.part.Side, Count: count, All: func(yield func(files.Row, error) bool) {
		left, skip := count, from%s.each()
		if left == 0 {
			return
		}
		for it, err := range s.from(from / s.each()) {
			if err != nil {
				yield(files.Row{}, err)
				return
			}
			row := s.row(&it)
			for c := skip; c < s.each(); c++ {
				out := row
				if c > 0 {
					if out, err = s.disguised(&it, row, int(c)); err != nil {
						yield(files.Row{}, err)
						return
					}
				}
				left--
				if !yield(out, nil) || left == 0 {
					return
				}
			}
			skip = 0
		}
	}}
}

// disguised is a copy of a puzzle under a symmetry that follows from the band's seed, the puzzle's number and that of the copy.
func (s *set) disguised(it *item, row files.Row, number int) (files.Row, error) {
	seed := s.w.r.seedOf(s.part, s.band(it.band), s.split)
	rng := rand.New(rand.NewChaCha8(digest.SHA256(fmt.Appendf(nil, "copy %d %d %d", seed, it.j, number))))
	shape, err := board.ShapeOfSide(s.part.Side)
	if err != nil {
		return row, err
	}
	t := symmetry.Random(rng, shape)
	for _, cells := range []*[]uint8{&row.Puzzle, &row.Solution} {
		b, err := board.FromCells(*cells)
		if err != nil {
			return row, fmt.Errorf("dataset: %w", err)
		}
		*cells = t.MustApply(b).Cells()
	}
	row.Copy = number
	return row, nil
}
