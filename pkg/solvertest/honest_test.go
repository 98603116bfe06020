package solvertest

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/bits"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// honest is a solver that keeps every promise on boards of any side. The suite's own tests
// break it in one way at a time.
type honest struct{}

func (honest) Name() string { return "honest" }

func (honest) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if puzzle.IsZero() {
		return solver.Result{}, errors.New("honest: no board")
	}
	start := time.Now()
	var res solver.Result
	limit := limits.MaxSolutions()
	h := &honestRun{s: puzzle.Shape(), ctx: ctx, nodeLimit: math.MaxInt64}
	if limits.Nodes > 0 {
		h.nodeLimit = limits.Nodes
	}
	if limits.Time > 0 {
		h.deadline = start.Add(limits.Time)
	}
	h.visit = func(b board.Board) bool {
		if res.Solutions == 0 {
			res.Grid = b
		}
		res.Solutions++
		return res.Solutions < limit
	}
	complete := h.start(puzzle)
	res.Status = solver.Conclude(res.Solutions, limit, complete)
	if h.err != nil {
		res.Status = solver.Cancelled
	}
	res.Stats = solver.Stats{Nodes: h.nodes, Counters: []solver.Counter{{Name: "singles", Value: h.singles}}, Elapsed: time.Since(start)}
	return res, nil
}

func (honest) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		stopped := false
		h := &honestRun{s: puzzle.Shape(), ctx: ctx, nodeLimit: math.MaxInt64}
		h.visit = func(b board.Board) bool {
			stopped = !yield(b, nil)
			return !stopped
		}
		h.start(puzzle)
		if h.err != nil && !stopped {
			yield(board.Board{}, h.err)
		}
	}
}

// honestRun is a search by maintained arc consistency.
type honestRun struct {
	s                         *board.Shape
	ctx                       context.Context
	err                       error
	deadline                  time.Time
	nodes, nodeLimit, singles int64
	visit                     func(board.Board) bool
}

func (h *honestRun) start(puzzle board.Board) bool {
	if h.interrupted() {
		return false
	}
	dom := make([]board.Digits, h.s.Cells())
	var queue []int
	for c, d := range puzzle.Cells() {
		dom[c] = board.AllDigits(h.s.Side())
		if d != 0 {
			dom[c] = board.DigitsOf(int(d))
			queue = append(queue, c)
		}
	}
	return !h.propagate(dom, queue) || h.search(dom)
}

func (h *honestRun) interrupted() bool {
	if h.err = h.ctx.Err(); h.err != nil {
		return true
	}
	return !h.deadline.IsZero() && time.Now().After(h.deadline)
}

func (h *honestRun) propagate(dom []board.Digits, queue []int) bool {
	for ; len(queue) > 0; queue = queue[1:] {
		h.singles++
		for _, p := range h.s.Peers(queue[0]) {
			if before := dom[p]; before&dom[queue[0]] != 0 {
				dom[p] &^= dom[queue[0]]
				if dom[p] == 0 {
					return false
				}
				if dom[p].Single() {
					queue = append(queue, p)
				}
			}
		}
	}
	return true
}

func (h *honestRun) search(dom []board.Digits) bool {
	cell, fewest := -1, math.MaxInt
	for c, d := range dom {
		if n := bits.OnesCount64(uint64(d)); n > 1 && n < fewest {
			cell, fewest = c, n
		}
	}
	if cell < 0 {
		b := board.New(h.s)
		for c, d := range dom {
			b.Set(c, d.First())
		}
		return h.visit(b)
	}
	for d := range dom[cell].All() {
		if h.nodes == h.nodeLimit || h.nodes%64 == 0 && h.interrupted() {
			return false
		}
		h.nodes++
		next := append([]board.Digits(nil), dom...)
		next[cell] = board.DigitsOf(d)
		if h.propagate(next, []int{cell}) && !h.search(next) {
			return false
		}
	}
	return true
}
