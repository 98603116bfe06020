package gnnseeds

import (
	"context"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
)

// The answers that need no network.
const (
	constant = "constant" // one digit everywhere, the one that stands in most empty cells
	frequent = "frequent" // in each cell the candidate of it that most empty cells of the board have
	naked    = "naked"    // naked singles, again and again; the other cells stay empty
	filled   = "filled"   // naked singles, then the most frequent candidate
)

// measureBaselines answers the boards of a validation without a network and keeps the share of
// empty cells that are right, of all boards and of each set.
func measureBaselines(ctx context.Context, v supervised.Validation, r *lab.Run) error {
	var all []puzzles.Sample
	for _, set := range v.Sets {
		samples, err := puzzles.HeldOut(ctx, set, v.Count, 1)
		if err != nil {
			return err
		}
		all = append(all, samples...)
	}
	for name, answer := range answers(pairs.MostFrequent(all)) {
		var whole score.Metrics
		for i, set := range v.Sets {
			var m score.Metrics
			for _, s := range all[i*v.Count : (i+1)*v.Count] {
				if err := m.Grid(s, answer(s.Board()).Cells()); err != nil {
					return err
				}
			}
			r.Exact("cells."+set.Name+"."+name, m.Empty.Rate(), "of empty cells", m.Empty.Trials)
			whole.Add(m)
		}
		r.Exact("cells."+name, whole.Empty.Rate(), "of empty cells", whole.Empty.Trials)
	}
	return nil
}

// answers are the baselines by name, with the digit of the constant one.
func answers(digit int) map[string]func(board.Board) board.Board {
	return map[string]func(board.Board) board.Board{
		constant: func(b board.Board) board.Board { return fill(b, func(int) int { return digit }) },
		frequent: fillFrequent,
		naked:    func(b board.Board) board.Board { return score.Fill(score.NakedSingles, b) },
		filled:   func(b board.Board) board.Board { return fillFrequent(score.Fill(score.NakedSingles, b)) },
	}
}

// fill puts a digit into each empty cell, 0 for none.
func fill(b board.Board, digit func(cell int) int) board.Board {
	out := b.Clone()
	for c := range b.Shape().Cells() {
		if b.At(c) == 0 {
			out.Set(c, digit(c))
		}
	}
	return out
}

// fillFrequent puts into each empty cell the candidate that most empty cells of the board have,
// the lowest of several. A cell without a candidate stays empty.
func fillFrequent(b board.Board) board.Board {
	candidates := board.Candidates(b)
	counts := make([]int, b.Shape().Side()+1)
	for c := range b.Shape().Cells() {
		for d := 1; d < len(counts); d++ {
			if b.At(c) == 0 && candidates[c].Has(d) {
				counts[d]++
			}
		}
	}
	return fill(b, func(cell int) int {
		best := 0
		for d := 1; d < len(counts); d++ {
			if candidates[cell].Has(d) && (best == 0 || counts[d] > counts[best]) {
				best = d
			}
		}
		return best
	})
}
