package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// variantFlags say by which rules all the puzzles of a command line are meant; no form of
// puzzle text says so itself.
type variantFlags struct {
	diagonal bool
	regions  string
}

func (f *variantFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.diagonal, "diagonal", false, "the puzzles hold each digit once on both long diagonals as well")
	cmd.Flags().StringVar(&f.regions, "regions", "", "the puzzles have these regions instead of square boxes: a map of n² symbols, one symbol per region, or a file that holds one")
	reads.names(cmd, "regions")
}

// variant puts boards on the shape that the flags ask for.
type variant struct {
	shape    *board.Shape // of all boards; nil if that follows from each board's side
	diagonal bool
	bySide   map[int]*board.Shape // diagonal shapes so far
}

// open reads the flags; side is that of the flag --side, 0 if it was not given.
func (f *variantFlags) open(ctx context.Context, side int) (*variant, error) {
	v := &variant{diagonal: f.diagonal, bySide: map[int]*board.Shape{}}
	if f.regions == "" {
		if side == 0 {
			return v, nil
		}
		if _, err := board.ShapeOfSide(side); err != nil {
			return nil, fmt.Errorf("--side %d: want 4, 9, 16, 25 or 36", side)
		}
		if f.diagonal {
			v.shape = v.of(side)
		}
		return v, nil
	}
	regions, err := readRegions(ctx, f.regions)
	if err != nil {
		return nil, fmt.Errorf("--regions: %w", err)
	}
	n := 0
	for n*n < len(regions) {
		n++
	}
	if side != 0 && side != n {
		return nil, fmt.Errorf("--side %d: the map of --regions has side %d", side, n)
	}
	v.shape, err = board.ShapeWith(n, board.Variant{Diagonals: f.diagonal, Regions: regions})
	return v, err
}

// maxRegions bounds a file of regions: the largest map has 1296 symbols, of 4 bytes at most.
const maxRegions = 1 << 16

// readRegions reads a map of regions from the file of that name or, if there is none, from
// the text itself.
func readRegions(ctx context.Context, arg string) ([]int, error) {
	_, statErr := os.Stat(arg)
	if errors.Is(statErr, fs.ErrPermission) {
		return nil, statErr
	}
	if statErr != nil {
		regions, err := board.ParseRegions(arg)
		switch {
		case err == nil:
		case meansFile(arg):
			return nil, fmt.Errorf("%s: %w, and no map of regions either", clip(arg, 200), reason(statErr))
		default:
			return nil, fmt.Errorf("%q is neither a file (%w) nor a map of regions (%w)", clip(arg, 100), reason(statErr), reason(err))
		}
		return regions, nil
	}
	text, err := readFile(ctx, arg, maxRegions, "a map of regions")
	if err != nil {
		return nil, err
	}
	regions, err := board.ParseRegions(strings.TrimPrefix(string(text), "\uFEFF"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, reason(err))
	}
	return regions, nil
}

// reason returns an error without what the message around it says already: the operation and
// the path, or the package.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	if text, ok := strings.CutPrefix(err.Error(), "board: "); ok {
		return errors.New(text)
	}
	return err
}

// of returns the diagonal shape of a side.
func (v *variant) of(side int) *board.Shape {
	s := v.bySide[side]
	if s == nil {
		var err error
		if s, err = board.ShapeWith(side, board.Variant{Diagonals: true}); err != nil {
			panic(err) // a board of that side was read, or the side was looked at
		}
		v.bySide[side] = s
	}
	return s
}

// put moves a puzzle to the shape, with the solution that its file states.
func (v *variant) put(p *format.Puzzle) error {
	target := v.shape
	if target == nil {
		if !v.diagonal {
			return nil
		}
		target = v.of(p.Board.Shape().Side())
	}
	if p.Board.Shape() == target {
		return nil
	}
	if n, m := p.Board.Shape().Side(), target.Side(); n != m {
		return fmt.Errorf("board of side %d, want %d", n, m)
	}
	var err error
	if p.Board, err = p.Board.On(target); err != nil || p.Solution.IsZero() {
		return err
	}
	if p.Solution, err = p.Solution.On(target); err != nil {
		return err
	}
	if err := board.CheckSolution(p.Board, p.Solution); err != nil {
		return fmt.Errorf("solution is wrong: %w", reason(err))
	}
	return nil
}
