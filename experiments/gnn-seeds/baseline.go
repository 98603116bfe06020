package gnnseeds

import (
	"context"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/measure"
	"sudokulab/pkg/gnn/puzzles"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
)

// The answers that need no network.
const (
	constant = "constant" // one digit everywhere, the one that stands in most empty cells
	frequent = "frequent" // in each cell the candidate of it that most empty cells of the board have
	naked    = "naked"    // naked singles, again and again; the other cells stay empty
	filled   = "filled"   // naked singles, then the most frequent candidate
)

// measureBaselines answers the boards of a validation without a network and keeps the share of
// empty cells that are right, of all boards and of the hard ones as figures of the same names as
// a run's.
func measureBaselines(ctx context.Context, v supervised.Validation, r *lab.Run) error {
	all := map[string]*measure.Count{}
	for _, set := range v.Sets {
		samples, err := puzzles.HeldOut(ctx, set, v.Count, 1)
		if err != nil {
			return err
		}
		for name, answer := range answers(samples) {
			var m measure.Metrics
			for _, s := range samples {
				if err := m.Grid(s, answer(s.Board()).Cells()); err != nil {
					return err
				}
			}
			r.Exact("cells."+set.Name+"."+name, m.Empty.Rate(), "of empty cells", m.Empty.Trials)
			if all[name] == nil {
				all[name] = &measure.Count{}
			}
			all[name].Add(m.Empty)
		}
	}
	for name, c := range all {
		r.Exact("cells."+name, c.Rate(), "of empty cells", c.Trials)
	}
	return nil
}

// answers are the baselines by name; the constant digit is the best for the samples.
func answers(samples []puzzles.Sample) map[string]func(board.Board) board.Board {
	counts := make([]int, samples[0].Board().Shape().Side()+1)
	for _, s := range samples {
		for c, given := range s.Puzzle {
			if given == 0 {
				counts[s.Solution[c]]++
			}
		}
	}
	most := 1
	for d := range counts {
		if d > 0 && counts[d] > counts[most] {
			most = d
		}
	}
	return map[string]func(board.Board) board.Board{
		constant: func(b board.Board) board.Board {
			return fill(b, func(int) int { return most })
		},
		frequent: fillFrequent,
		naked:    func(b board.Board) board.Board { return measure.Fill(measure.NakedSingles, b) },
		filled:   func(b board.Board) board.Board { return fillFrequent(measure.Fill(measure.NakedSingles, b)) },
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
