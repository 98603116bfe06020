package infer

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// beaming is a puzzle with its beam.
type beaming struct {
	j     *job
	paths []path
	preds []learn.Prediction // of the paths, for this round
}

// path is a partial grid of a beam. It has no conflict.
type path struct {
	grid   partial
	score  float64 // sum of the logarithms of the digits' probabilities
	search int     // cells with another digit than the model's first
}

// child is a path that a branch leads to, not built yet.
type child struct {
	parent      int
	cell, digit int
	score       float64
	search      int
}

// minP keeps a probability of 0 from making all scores alike.
const minP = 1e-12

// beam is method 3, as BeamConfig has it.
func (x *run) beam(ctx context.Context, jobs []*job) error {
	cfg := x.r.cfg.Beam
	open := make([]*beaming, len(jobs))
	for i, j := range jobs {
		root, ok := newPartial(j.puzzle.Clone())
		if !ok {
			panic("infer: givens of " + j.puzzle.String() + " conflict")
		}
		open[i] = &beaming{j: j, paths: []path{{grid: root}}, preds: []learn.Prediction{j.root}}
	}
	for round := 1; ; round++ {
		next := open[:0]
		for _, b := range open {
			start := time.Now()
			st := b.j.stage()
			st.Rounds = round
			st.Paths += len(b.paths)
			if b.step(cfg, round) {
				next = append(next, b)
			}
			b.j.work(start)
		}
		if open = next; len(open) == 0 {
			return nil
		}
		if err := x.beamAsk(ctx, open); err != nil {
			return err
		}
	}
}

// beamAsk sets the predictions of the next round.
func (x *run) beamAsk(ctx context.Context, open []*beaming) error {
	if x.r.cfg.Beam.Ask == AskOnce {
		for _, b := range open {
			b.preds = b.preds[:0]
			for range b.paths {
				b.preds = append(b.preds, b.j.root)
			}
		}
		if ctx.Err() != nil {
			return errStopped
		}
		return nil
	}
	var qs []question
	for _, b := range open {
		for _, p := range b.paths {
			qs = append(qs, question{b.j, p.grid.Board})
		}
	}
	preds, err := x.ask(ctx, qs)
	if err != nil {
		return err
	}
	for _, b := range open {
		b.preds, preds = preds[:len(b.paths)], preds[len(b.paths):]
	}
	return nil
}

// step does one round on one puzzle and reports whether there is to be another.
func (b *beaming) step(cfg BeamConfig, round int) (again bool) {
	scratch := make([]board.Digits, b.j.puzzle.Shape().Cells())
	var children []child
	for i := range b.paths {
		p := &b.paths[i]
		asked, score := p.grid.Clone(), p.score
		filled, refused := p.fill(b.preds[i], cfg.Threshold)
		b.j.explain(Round{Method: Beam, Round: round, Path: i + 1, Score: score, Filled: filled, Refused: refused}, asked, b.preds[i])
		if p.grid.open == 0 {
			return b.end(b.j.found(p.grid.Board, p.search), i)
		}
		cell := p.pick(cfg.Cell, b.preds[i])
		at := len(children)
		children = p.branch(children, i, cell, b.preds[i], scratch)
		b.j.explainBranch(children[at:], p.score)
	}
	if len(children) == 0 {
		return b.end(errors.New("infer: every partial grid of the beam came to a contradiction"), 0)
	}
	if cfg.Rounds > 0 && round >= cfg.Rounds {
		return b.end(errors.New("infer: the rounds of the beam are over"), 0)
	}
	slices.SortStableFunc(children, func(a, b child) int { return cmp.Compare(b.score, a.score) })
	var next []path
	for _, c := range children[:min(cfg.Width, len(children))] {
		p := path{grid: b.paths[c.parent].grid.clone(), score: c.score, search: c.search}
		p.grid.put(c.cell, c.digit)
		if p.grid.open == 0 {
			return b.end(b.j.found(p.grid.Board, p.search), c.parent)
		}
		next = append(next, p)
	}
	b.paths = next
	return true
}

// end ends the puzzle's beam; the grid of the path of that number explains a failure.
func (b *beaming) end(err error, path int) (again bool) {
	if err != nil {
		b.j.giveUp(b.paths[path].grid.Board)
	}
	b.j.explainEnd(Beam, err, b.paths[path].grid.Board, b.preds[path])
	return false
}

// fill fills the unambiguous cells.
func (p *path) fill(pred learn.Prediction, threshold float64) (filled, refused []Fill) {
	filled, refused = p.grid.fill(firsts(p.grid.Board, pred, threshold))
	for _, f := range filled {
		p.score += math.Log(max(float64(f.P), minP))
	}
	return filled, refused
}

// pick returns the cell to branch on: the first of the empty ones that is best.
func (p *path) pick(by Pick, pred learn.Prediction) int {
	n := p.grid.Shape().Side()
	choice, least := -1, math.Inf(1)
	for cell, d := range p.grid.Cells() {
		if d != 0 {
			continue
		}
		var cost float64
		switch by {
		case FewestCandidates:
			cost = float64(p.grid.candidates(cell).Count())
		default:
			_, prob := best(pred, cell, n)
			cost = float64(prob)
			if by == MostConfident {
				cost = -cost
			}
		}
		if cost < least {
			choice, least = cell, cost
		}
	}
	return choice
}

// branch appends the children of a path at a cell that are not dead.
func (p *path) branch(to []child, parent, cell int, pred learn.Prediction, scratch []board.Digits) []child {
	n := p.grid.Shape().Side()
	first, _ := best(pred, cell, n)
	for d := range p.grid.candidates(cell).All() {
		p.grid.put(cell, d)
		dead := p.grid.dead(scratch)
		p.grid.take(cell)
		if dead {
			continue
		}
		c := child{parent: parent, cell: cell, digit: d, search: p.search}
		if d != first {
			c.search++
		}
		c.score = p.score + math.Log(max(float64(pred.P[cell*n+d-1]), minP))
		to = append(to, c)
	}
	return to
}
