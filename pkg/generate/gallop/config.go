package gallop

import (
	"errors"
	"fmt"
	"slices"
)

// Sizing says how many cells the next chunk has. The document says that the size starts large
// while the grid is mostly full and shrinks as the puzzle becomes sparse, and no more; the
// readings are below. Whatever the reading, a chunk never exceeds the cells still to be
// removed or left in the order.
type Sizing string

// The readings.
const (
	// ByGivens goes by how full the board is: First cells on a full board, in proportion to the
	// givens above [sparsest], one at least. It is the document's sentence to the letter.
	ByGivens Sizing = "givens"
	// ByFailures starts with First and halves with each failed chunk.
	ByFailures Sizing = "failures"
	// ByOutcome starts with First, halves with each failed chunk and doubles with each one that
	// could go, up to First: galloping as searches do it.
	ByOutcome Sizing = "outcome"
	// ByRest takes half of what is still to be removed, at most First.
	ByRest Sizing = "rest"
	// Fixed takes First cells every time.
	Fixed Sizing = "fixed"
)

// Sizings lists the readings.
func Sizings() []Sizing { return []Sizing{ByGivens, ByFailures, ByOutcome, ByRest, Fixed} }

// sparsest is the least number of givens that a puzzle with one solution has on the 81 cells
// of a 9×9 board (McGuire, Tugemann and Civario, Experimental Mathematics 23 (2014),
// doi:10.1080/10586458.2013.870056). [ByGivens] is down to single cells there, and at the same
// share of the cells on other boards.
const (
	sparsest = 17
	nineSq   = 81
)

// OnFailure says what happens to a chunk that cannot go.
type OnFailure string

// The ways. The document has the first; what its chunks did before they had it is open.
const (
	// Binary searches the chunk for its longest prefix that can go: halves, one call each. The
	// prefix goes, the cell behind it is a key cell, the rest of the chunk is tried later.
	Binary OnFailure = "binary"
	// Halve tries the first half of the chunk in its place, and so on down to one cell: what
	// chunks do without any search inside.
	Halve OnFailure = "halve"
	// Linear tries the cells of the chunk one by one up to the key cell.
	Linear OnFailure = "linear"
	// Discard keeps all cells of the chunk as givens and goes on behind it. The puzzle is
	// another one then, mostly with more givens than asked for.
	Discard OnFailure = "discard"
)

// OnFailures lists the ways.
func OnFailures() []OnFailure { return []OnFailure{Binary, Halve, Linear, Discard} }

// Config says how cells are removed. All ways but [Discard] make the same puzzles in different
// numbers of calls.
type Config struct {
	// First is the largest chunk; 1 removes one cell at a time and makes the rest idle.
	First     int       `json:"first"`
	Sizing    Sizing    `json:"sizing"`
	OnFailure OnFailure `json:"on_failure"`
	// ShrinkAfter is the number of calls for one puzzle above which every further chunk is a
	// single cell; 0 for never. A search under way goes on.
	ShrinkAfter int `json:"shrink_after"`
	// Elimination leaves out the call for a cell that must be the key cell because all cells of
	// the failed chunk before it can go. Without it, [Binary] and [Linear] end with that call.
	Elimination bool `json:"elimination"`
}

// DefaultConfig returns the document's method: chunks of 32, fewer with the givens, binary
// search, single cells after 10 calls, elimination.
func DefaultConfig() Config {
	return Config{First: 32, Sizing: ByGivens, OnFailure: Binary, ShrinkAfter: 10, Elimination: true}
}

// OneByOne returns the method that the document starts from.
func OneByOne() Config { return Config{First: 1, Sizing: Fixed, OnFailure: Binary} }

// Validate reports the first field with an unknown or impossible value.
func (c Config) Validate() error {
	switch {
	case c.First < 1:
		return fmt.Errorf("gallop: first chunk of %d cells, want at least 1", c.First)
	case !slices.Contains(Sizings(), c.Sizing):
		return fmt.Errorf("gallop: sizing %q, want one of %v", c.Sizing, Sizings())
	case !slices.Contains(OnFailures(), c.OnFailure):
		return fmt.Errorf("gallop: on failure %q, want one of %v", c.OnFailure, OnFailures())
	case c.ShrinkAfter < 0:
		return errors.New("gallop: shrink after a negative number of calls")
	}
	return nil
}

// sizer holds what the size of the next chunk depends on.
type sizer struct {
	cfg  Config
	size int // under ByFailures and ByOutcome
}

// next returns the size of the next chunk, at least 1. cells is the number of the board's
// cells, rest that of those still to be removed.
func (s *sizer) next(calls, givens, cells, rest int) int {
	if s.cfg.ShrinkAfter > 0 && calls > s.cfg.ShrinkAfter {
		return 1
	}
	size := s.cfg.First
	switch s.cfg.Sizing {
	case ByGivens:
		// First·(givens − s)/(cells − s) with s = cells·17/81, rounded, in integers: sizes are
		// part of exact records.
		above, all := 2*s.cfg.First*(nineSq*givens-sparsest*cells), (nineSq-sparsest)*cells
		size = (above + all) / (2 * all)
	case ByFailures, ByOutcome:
		size = s.size
	case ByRest:
		size = min(size, rest/2)
	}
	return max(size, 1)
}

// learn notes how a chunk fared.
func (s *sizer) learn(size int, unique bool) {
	switch {
	case !unique:
		s.size = max(1, size/2)
	case s.cfg.Sizing == ByOutcome:
		s.size = min(s.cfg.First, 2*size)
	}
}
