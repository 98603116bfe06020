package minigridmethods

import (
	"slices"

	"sudokulab/pkg/board"
)

// piece is a part of the search space: a board and the candidates of its cells.
type piece struct {
	board.Board
	candidates []board.Digits
}

// split divides a board into boards that have its solutions among them, each solution in one of
// them: at the open cell with the fewest candidates, though two at least, a board for each
// candidate, breadth first until there are enough. A board without such a cell stays as it is;
// one with a cell that has no candidate is dropped. It works for every engine alike, since each
// piece is a board.
func split(b board.Board, least int) []board.Board {
	open := []piece{{b, board.Candidates(b)}}
	var whole []board.Board
	for len(open) > 0 && len(open)+len(whole) < least {
		next := open[0]
		open = open[1:]
		cell, possible := next.narrowest()
		switch {
		case !possible:
		case cell < 0:
			whole = append(whole, next.Board)
		default:
			for d := range next.candidates[cell].All() {
				open = append(open, next.with(cell, d))
			}
		}
	}
	for _, p := range open {
		whole = append(whole, p.Board)
	}
	return whole
}

// narrowest returns the first open cell with the fewest candidates of those with two or more, −1
// if there is none, and whether every open cell has a candidate.
func (p piece) narrowest() (cell int, possible bool) {
	cell = -1
	least := p.Shape().Side() + 1
	for c, digit := range p.Cells() {
		if digit != 0 {
			continue
		}
		n := p.candidates[c].Count()
		if n == 0 {
			return -1, false
		}
		if n > 1 && n < least {
			cell, least = c, n
		}
	}
	return cell, true
}

// with returns the piece in which a cell has a digit.
func (p piece) with(cell, digit int) piece {
	out := piece{p.Clone(), slices.Clone(p.candidates)}
	out.Set(cell, digit)
	out.candidates[cell] = board.DigitsOf(digit)
	for _, peer := range p.Shape().Peers(cell) {
		out.candidates[peer] = out.candidates[peer].Without(digit)
	}
	return out
}
