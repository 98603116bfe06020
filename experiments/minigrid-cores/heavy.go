package minigridcores

import (
	"context"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// fewGivens times boards with so few givens that phase 2 lists very many fillings.
func fewGivens(ctx context.Context, cfg Config, k int, r *lab.Run) error {
	shape, err := board.ShapeOf(k)
	if err != nil {
		return err
	}
	var boards []board.Board
	for i := range cfg.Boards {
		b, err := thinned(ctx, cfg, rand.New(rand.NewPCG(r.Seed, uint64(100*k+i))), shape)
		if err != nil {
			return err
		}
		boards = append(boards, b)
	}
	if err := project(ctx, cfg, minigrid.Lines, boards, r); err != nil {
		return err
	}
	return speedUps(ctx, cfg, minigrid.Lines, boards, part{whole: k <= wholeSizes}, r)
}

// blank times the 9×9 board without givens, whose boxes have all 9! fillings: the most even division
// of the work there is.
func blank(ctx context.Context, cfg Config, r *lab.Run) error {
	boards := []board.Board{board.New(board.Standard())}
	if err := project(ctx, cfg, minigrid.Lines, boards, r); err != nil {
		return err
	}
	return speedUps(ctx, cfg, minigrid.Lines, boards, part{}, r)
}

// thinned empties cells of a full grid in random order for as long as the boxes have no more
// fillings than wanted, those of whole rows at once at first.
func thinned(ctx context.Context, cfg Config, rng *rand.Rand, shape *board.Shape) (board.Board, error) {
	b := generate.PatternGrid(shape)
	names := rng.Perm(shape.Side())
	for cell := range b.Cells() {
		b.Set(cell, names[b.At(cell)-1]+1)
	}
	order := rng.Perm(shape.Cells())
	for _, step := range []int{shape.Side(), 1} {
		for len(order) > 0 {
			if err := ctx.Err(); err != nil {
				return board.Board{}, err
			}
			next := b.Clone()
			for _, cell := range order[:min(step, len(order))] {
				next.Set(cell, 0)
			}
			sum, err := fillings(ctx, cfg, next)
			if err != nil {
				return board.Board{}, err
			}
			if sum > float64(cfg.Target) {
				break
			}
			b, order = next, order[min(step, len(order)):]
		}
	}
	return b, nil
}

// fillings counts the fillings of all boxes without listing them.
func fillings(ctx context.Context, cfg Config, b board.Board) (sum float64, err error) {
	method := cfg.under(minigrid.Lines, 1)
	method.MaxVertices = 1
	p, err := minigrid.PermuteBoard(ctx, b, method)
	if err != nil {
		return 0, err
	}
	for box := range b.Shape().Side() {
		size, exact := p.Size(box)
		if !exact {
			return float64(cfg.Target) + 1, nil // a box of more than 20 empty cells, and not a small one
		}
		sum += float64(size)
	}
	return sum, nil
}
