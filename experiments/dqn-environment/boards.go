package dqnenvironment

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
)

// samples makes puzzles with their solutions.
func samples(ctx context.Context, c puzzles.Config, count int) ([]puzzles.Sample, error) {
	s, err := puzzles.New(ctx, c, 1)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Batch(ctx, count)
}

// Kinds of moves, by what the experiment itself sees of them.
const (
	matching = "matching"         // the solution's digit
	broken   = "broken rule"      // one that a peer of the empty cell holds
	off      = "off the solution" // any other on an empty cell
	given    = "given"            // on a given
	played   = "played"           // on a digit that was played
)

// moves are all kinds.
var moves = []string{matching, broken, off, given, played}

// kindOf tells a move.
func kindOf(s puzzles.Sample, position []uint8, action int) string {
	cell, digit := action/9, uint8(action%9+1)
	switch {
	case s.Puzzle[cell] != 0:
		return given
	case position[cell] != 0:
		return played
	case s.Solution[cell] == digit:
		return matching
	}
	for _, peer := range board.Standard().Peers(cell) {
		if position[peer] == digit {
			return broken
		}
	}
	return off
}

// position is a board on the way from a puzzle to its solution, with so many cells empty, drawn among those of
// the puzzle.
func position(rng *rand.Rand, s puzzles.Sample, empty int) []uint8 {
	cells := append([]uint8(nil), s.Solution...)
	of := puzzles.Empty(s.Puzzle)
	for _, i := range rng.Perm(len(of))[:empty] {
		cells[of[i]] = 0
	}
	return cells
}

// span holds the least and the greatest of figures.
type span struct {
	count           int
	least, greatest float64
}

func (s *span) add(x float64) {
	if s.count == 0 {
		s.least, s.greatest = x, x
	}
	s.count++
	s.least, s.greatest = min(s.least, x), max(s.greatest, x)
}

// keep keeps the span, and nothing of none.
func (s *span) keep(r *lab.Run, name, unit string) {
	r.Exact(name, float64(s.count), "moves", s.count)
	if s.count > 0 {
		r.Exact(name+".least", s.least, unit, s.count)
		r.Exact(name+".greatest", s.greatest, unit, s.count)
	}
}
