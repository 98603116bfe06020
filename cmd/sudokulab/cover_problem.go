package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
	"sudokulab/pkg/encode"
)

// readProblem reads the problem in a file or on standard input. When the context ends, a
// reader that blocks is left behind.
func readProblem(cmd *cobra.Command, args []string) (*dlx.Problem, error) {
	name, source := "<stdin>", cmd.InOrStdin()
	switch {
	case len(args) == 0 && isTerminal(source):
		return nil, errors.New("no problem: name a file, pose one with --classic, or say - to type on standard input")
	case len(args) > 0 && args[0] != "-":
		name = args[0]
		f, err := openFile(cmd.Context(), name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }() // nothing was written
		source = f
	}
	var p *dlx.Problem
	done := make(chan error, 1)
	go func() {
		read, err := dlx.Read(source, name)
		p = read
		done <- err
	}()
	select {
	case err := <-done:
		return p, err
	case <-cmd.Context().Done():
		return nil, cmd.Context().Err()
	}
}

// The largest problems that --classic poses, of some million options.
const (
	maxQueens   = 1000
	maxLangford = 1000
)

// classicProblem poses the problem of a name such as queens=8.
func classicProblem(text string) (*dlx.Problem, error) {
	name, size, _ := strings.Cut(text, "=")
	number := func(most int) (int, error) {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 || n > most {
			return 0, fmt.Errorf("--classic %s: want %s=n with n from 1 to %d", text, name, most)
		}
		return n, nil
	}
	switch name {
	case "queens":
		n, err := number(maxQueens)
		if err != nil {
			return nil, err
		}
		return classic.Queens(n)
	case "langford":
		n, err := number(maxLangford)
		if err != nil {
			return nil, err
		}
		return classic.Langford(n)
	case "pentominoes":
		rows, columns, _ := strings.Cut(size, "x")
		r, rowErr := strconv.Atoi(rows)
		c, columnErr := strconv.Atoi(columns)
		if rowErr != nil || columnErr != nil || r < 1 || c < 1 {
			return nil, fmt.Errorf("--classic %s: want pentominoes=rowsxcolumns, such as pentominoes=6x10", text)
		}
		return classic.Pentominoes(r, c)
	}
	return nil, fmt.Errorf("--classic %s: want queens=8, langford=7 or pentominoes=6x10", text)
}

// puzzle returns the problem of the puzzle that --sudoku names, and what to say of it.
func (s *covering) puzzle(cmd *cobra.Command) (*dlx.Problem, string, error) {
	flags := inputFlags{form: format.Auto.String(), variant: s.variant}
	in, err := flags.open(cmd, []string{s.sudoku})
	if err != nil {
		return nil, "", fmt.Errorf("--sudoku: %w", err)
	}
	e, err := onlyPuzzle(cmd.Context(), in, newTally(cmd, in))
	if err != nil {
		return nil, "", err
	}
	p, err := sudokuProblem(e.Board)
	return p, fmt.Sprintf("%v %s", e.Board.Shape(), pen{}.of(&e).line(e.Board)), err
}

// sudokuProblem returns the exact cover problem of a puzzle: all items of its shape, the
// options of the givens, and those of the other cells that no given excludes.
func sudokuProblem(puzzle board.Board) (*dlx.Problem, error) {
	all := encode.ExactCover(puzzle.Shape())
	var b dlx.Builder
	for item := range all.Items() {
		b.Primary(all.ItemName(item))
	}
	n := puzzle.Shape().Side()
	for cell, candidates := range board.Candidates(puzzle) {
		if d := puzzle.At(cell); d != 0 {
			candidates = board.DigitsOf(d) // even if another given excludes it
		}
		for d := range candidates.All() {
			b.Option(all.Option(cell*n + d - 1)...)
		}
	}
	return b.Build()
}
