package puzzles

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"sudokulab/pkg/board"
)

// Sample is a puzzle with its only solution.
type Sample struct {
	Puzzle   []uint8 // N cells row by row, 0 for an empty one
	Solution []uint8 // N cells
	Givens   int
	// Guesses is the number of guesses with which the puzzle was proved to have one solution:
	// by the scalar search of package bitboard at side 9, else by package bitboard/wide; −1 if
	// not counted.
	Guesses int64

	drops int // boards thrown away before it because they were held out
}

// newSample returns a sample of a copy of the cells.
func newSample(puzzle, solution []uint8, guesses int64) Sample {
	n := len(puzzle)
	cells := make([]uint8, 2*n)
	copy(cells, puzzle)
	copy(cells[n:], solution)
	return Sample{Puzzle: cells[:n:n], Solution: cells[n:], Givens: filled(puzzle), Guesses: guesses}
}

// clone returns a sample with its own cells.
func (s Sample) clone() Sample {
	c := newSample(s.Puzzle, s.Solution, s.Guesses)
	c.drops = s.drops
	return c
}

// Board returns the puzzle as a board that shares its cells.
func (s Sample) Board() board.Board { return mustBoard(s.Puzzle) }

// Grid returns the solution as a board that shares its cells.
func (s Sample) Grid() board.Board { return mustBoard(s.Solution) }

// mustBoard returns a board over cells that a stream has made or a reader has checked.
func mustBoard(cells []uint8) board.Board {
	b, err := board.FromCells(cells)
	if err != nil {
		panic(err)
	}
	return b
}

func filled(cells []uint8) (n int) {
	for _, d := range cells {
		if d != 0 {
			n++
		}
	}
	return n
}

// Write writes each sample as a line "puzzle,solution", a dot for an empty cell.
func Write(w io.Writer, samples []Sample) error {
	out := bufio.NewWriter(w)
	for _, s := range samples {
		if _, err := fmt.Fprintf(out, "%s,%s\n", s.Board(), s.Grid()); err != nil {
			return fmt.Errorf("puzzles: %w", err)
		}
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("puzzles: %w", err)
	}
	return nil
}

// Read reads what Write writes. Each solution is checked against its puzzle, but not that
// there is no other one; empty lines and those that begin with '#' are left out.
func Read(r io.Reader) ([]Sample, error) {
	var samples []Sample
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		s, err := parseSample(line)
		if err != nil {
			return nil, fmt.Errorf("puzzles: line %d: %w", n, err)
		}
		samples = append(samples, s)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	return samples, nil
}

func parseSample(line string) (Sample, error) {
	left, right, found := strings.Cut(line, ",")
	if !found {
		return Sample{}, errors.New("no comma, want puzzle,solution")
	}
	puzzle, err := board.Parse(left)
	if err != nil {
		return Sample{}, err
	}
	grid, err := board.Parse(right)
	if err != nil {
		return Sample{}, err
	}
	if err := board.CheckSolution(puzzle, grid); err != nil {
		return Sample{}, err
	}
	return newSample(puzzle.Cells(), grid.Cells(), -1), nil
}

// Boards returns the samples' puzzles.
func Boards(samples []Sample) []board.Board {
	boards := make([]board.Board, len(samples))
	for i, s := range samples {
		boards[i] = s.Board()
	}
	return boards
}

// Empty returns the empty cells of a board of N cells, in rising order.
func Empty(cells []uint8) (empty []int) {
	for cell, d := range cells {
		if d == 0 {
			empty = append(empty, cell)
		}
	}
	return empty
}
