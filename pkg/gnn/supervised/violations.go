package supervised

import (
	"fmt"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
)

// Violations gives the penalty and the count of repeated digits of grids of one shape, each
// cell's digit taken for certain and an empty cell for no digit.
func Violations(backend compute.Backend, grids []board.Board) (penalty, repeats []float32, err error) {
	defer func() {
		if r := recover(); r != nil { // graph building panics by convention
			penalty, repeats, err = nil, nil, fmt.Errorf("supervised: %v", r)
		}
	}()
	if len(grids) == 0 {
		return nil, nil, nil
	}
	s := grids[0].Shape()
	digits := make([]int32, 0, len(grids)*s.Cells())
	for i, g := range grids {
		if g.Shape() != s {
			return nil, nil, fmt.Errorf("supervised: grid %d is %v, want %v as the first", i, g.Shape(), s)
		}
		for _, d := range g.Cells() {
			digits = append(digits, int32(d))
		}
	}
	exec, err := NewExec(backend, func(digits *Node) (*Node, *Node) {
		x := one(digits, s.Side())
		return Penalty(x, s), Repeats(x, s)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("supervised: %w", err)
	}
	defer exec.Finalize()
	out, err := exec.Call(tensors.FromFlatDataAndDimensions(digits, len(grids), s.Cells()))
	if err != nil {
		return nil, nil, fmt.Errorf("supervised: %w", err)
	}
	if penalty, err = tensors.CopyFlatData[float32](out[0]); err != nil {
		return nil, nil, fmt.Errorf("supervised: %w", err)
	}
	if repeats, err = tensors.CopyFlatData[float32](out[1]); err != nil {
		return nil, nil, fmt.Errorf("supervised: %w", err)
	}
	return penalty, repeats, nil
}
