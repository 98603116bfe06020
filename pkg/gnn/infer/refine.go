package infer

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// refining is a puzzle with what refinement has filled so far.
type refining struct {
	j     *job
	board board.Board
}

// refine is method 2. In the literal reading a digit once filled stays, right or wrong.
func (x *run) refine(ctx context.Context, jobs []*job) error {
	cfg := x.r.cfg.Refine
	open := make([]refining, len(jobs))
	preds := make([]learn.Prediction, len(jobs)) // of the first round: the puzzles alone
	for i, j := range jobs {
		open[i], preds[i] = refining{j, j.puzzle.Clone()}, j.root
	}
	for round := 1; ; round++ {
		next := open[:0]
		for i, f := range open {
			start := time.Now()
			f.j.stage().Rounds = round
			if f.step(cfg, round, preds[i]) {
				next = append(next, f)
			}
			f.j.work(start)
		}
		if open = next; len(open) == 0 {
			return nil
		}
		qs := make([]question, len(open))
		for i, f := range open {
			qs[i] = question{f.j, f.board}
		}
		var err error
		if preds, err = x.ask(ctx, qs); err != nil {
			return err
		}
	}
}

// step does one round on one puzzle and reports whether there is to be another.
func (f refining) step(cfg RefineConfig, round int, p learn.Prediction) (again bool) {
	asked := f.board.Clone()
	filled, refused := fill(f.board, p, cfg.Threshold, cfg.Guard)
	f.j.explain(Round{Method: Refine, Round: round, Filled: filled, Refused: refused}, asked, p)

	last := len(filled) == 0 || round == cfg.Rounds || f.board.Full()
	err := errOpen
	switch {
	case f.board.Full():
		err = f.j.found(f.board, 0)
	case last:
		err = fmt.Errorf("infer: no solution after %d rounds: %d cells are open", round, len(f.board.Cells())-f.board.Filled())
	}
	if err != nil && (cfg.Finish == ArgmaxEach || cfg.Finish == ArgmaxLast && last) {
		if wrong := f.j.found(argmax(asked, p), 0); wrong == nil {
			err = nil
		}
	}
	if err != nil && !last {
		return true
	}
	if err != nil {
		f.j.giveUp(f.board)
	}
	f.j.explainEnd(Refine, err, f.board, p)
	return false
}

// fill fills the empty cells whose first digit has more than the threshold. With guard, which
// needs a board without conflicts, it refuses a digit that a peer holds, also from this round:
// the more confident cell comes first, the smaller of equals.
func fill(b board.Board, p learn.Prediction, threshold float64, guard bool) (filled, refused []Fill) {
	sure := firsts(b, p, threshold)
	if !guard {
		for _, f := range sure {
			b.Set(f.Cell, f.Digit)
		}
		return sure, nil
	}
	grid, ok := newPartial(b)
	if !ok {
		panic("infer: guarded board " + b.String() + " has conflicts")
	}
	return grid.fill(sure)
}

// firsts returns the model's first digit in each empty cell of b where it has more than the
// threshold, by cell.
func firsts(b board.Board, p learn.Prediction, threshold float64) []Fill {
	n := b.Shape().Side()
	var out []Fill
	for cell, d := range b.Cells() {
		if d != 0 {
			continue
		}
		if digit, prob := best(p, cell, n); float64(prob) > threshold {
			out = append(out, Fill{Cell: cell, Digit: digit, P: prob})
		}
	}
	return out
}

// all is a threshold that every probability exceeds.
const all = -1

// fill puts the digits in the order of their confidence, as far as they are candidates when
// their turn comes.
func (p *partial) fill(digits []Fill) (filled, refused []Fill) {
	slices.SortStableFunc(digits, moreConfident)
	for _, f := range digits {
		if !p.candidates(f.Cell).Has(f.Digit) {
			refused = append(refused, f)
			continue
		}
		p.put(f.Cell, f.Digit)
		filled = append(filled, f)
	}
	return filled, refused
}

// moreConfident orders fills by falling probability, equals by cell.
func moreConfident(a, b Fill) int {
	switch {
	case a.P > b.P:
		return -1
	case a.P < b.P:
		return 1
	}
	return a.Cell - b.Cell
}
