package minigridphases

import (
	"context"
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// What section 5.2 says of well-constrained puzzles, and what is made of "far under 1000".
const (
	statedMost = 20   // fillings of a box
	statedSum  = 1000 // fillings of all boxes
)

// farUnder is what the document's own figures allow at most, and a fifth of 1000 at 9×9: as many
// boxes as there are, of 20 fillings each.
func farUnder(boxes int) float64 { return float64(statedMost * boxes) }

// fillings counts |P_k| for every box of a set, in each reading, whole and by number of givens.
// Nothing is listed: the library knows the sizes beforehand.
func fillings(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	for k, reading := range readings {
		method := cfg.under(reading)
		method.MaxVertices = 1 // count, do not list
		var boxes, sums []float64
		by := map[int][]float64{} // sums by number of givens
		var small, under, far, bounds, refuted float64
		most := 0.0
		worst := ""
		for i, it := range items {
			if err := ctx.Err(); err != nil {
				return err
			}
			p, err := minigrid.PermuteBoard(ctx, it.Board, method)
			if err != nil {
				return err
			}
			if p.Impossible() {
				refuted++
				continue
			}
			sum := 0.0
			side := it.Board.Shape().Side()
			for box := range side {
				size, exact := p.Size(box)
				if !exact {
					bounds++
				}
				x := float64(size)
				sum += x
				boxes = append(boxes, x)
				if size <= statedMost {
					small++
				}
			}
			sums = append(sums, sum)
			by[it.Board.Filled()] = append(by[it.Board.Filled()], sum)
			if sum < statedSum {
				under++
			}
			if sum <= farUnder(side) {
				far++
			}
			if sum > most {
				most, worst = sum, it.Board.String()
			}
			r.Progress(k*len(items)+i+1, len(readings)*len(items))
		}
		name := string(reading) + " "
		n := len(sums)
		r.Exact(name+"puzzles", float64(n), "puzzles", len(items))
		r.Exact(name+"refuted", refuted, "puzzles", len(items))
		r.Exact(name+"boxes", float64(len(boxes)), "boxes", n)
		r.Exact(name+"boxes-1-20", small, "boxes", len(boxes))
		r.Exact(name+"boxes-at-least", bounds, "boxes", len(boxes))
		r.Exact(name+"under-1000", under, "puzzles", n)
		r.Exact(name+"far-under", far, "puzzles", n)
		if worst != "" {
			r.Text(name+"most", worst)
		}
		if err := spread(r.Exact, whole, name+"box", "fillings", boxes); err != nil {
			return err
		}
		if err := spread(r.Exact, whole, name+"sum", "fillings", sums); err != nil {
			return err
		}
		for givens, sums := range by {
			if err := spread(r.Exact, middle, fmt.Sprintf("%sgivens=%d sum", name, givens), "fillings", sums); err != nil {
				return err
			}
		}
	}
	return nil
}
