package solvertest

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Plain9 is the yardstick: backtracking that maintains arc consistency, written plainly for
// 9×9 alone. What a faster engine claims is a ratio to it; what a general engine costs, too.
//
// A domain is a mask of nine bits for each cell. After each assignment naked singles are
// propagated until none is left, which on not-equal constraints is the fixed point that
// AC-3 reaches. The cell with the smallest domain is assigned next, the first such cell in
// row-major order, its digits in rising order; all digits of a domain are tried before the
// search goes back (no propagation of a failed digit's absence). There are no hidden
// singles, no bands packed into words, no tables beyond the peers.
//
// The zero Plain9 is not ready; use [NewPlain9]. It holds its search stack (13 kB) and
// allocates nothing but the grid it returns.
type Plain9 struct {
	peers  [81][20]uint8
	levels [82][81]uint16 // domains by depth of the search
	queue  [81]uint8
	grid   [81]uint8 // the first solution

	found, limit      int
	nodes, backtracks int64
	nodeLimit         int64
	capped            bool
	ctx               context.Context
	deadline          time.Time
	err               error
}

// pollEvery is the number of nodes between looks at the context and the clock, a power of 2.
const pollEvery = 1024

// NewPlain9 returns a solver ready for use.
func NewPlain9() *Plain9 {
	p := new(Plain9)
	for cell := range p.peers {
		for i, q := range board.Standard().Peers(cell) {
			p.peers[cell][i] = uint8(q)
		}
	}
	return p
}

// Name returns "plain9".
func (p *Plain9) Name() string { return "plain9" }

// Solve looks for solutions up to the limit. It errs on boards that are not 9×9.
func (p *Plain9) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if puzzle.Shape() != board.Standard() {
		return solver.Result{}, fmt.Errorf("solvertest: plain9: board of %d cells, want 81", len(puzzle.Cells()))
	}
	start := time.Now()
	limit := limits.MaxSolutions()
	p.ctx, p.deadline = ctx, time.Time{}
	if limits.Time > 0 {
		p.deadline = start.Add(limits.Time)
	}
	p.run((*[81]uint8)(puzzle.Cells()), limit, limits.Nodes)
	res := solver.Result{
		Status:    solver.Conclude(p.found, limit, !p.capped && p.err == nil && p.found < limit),
		Solutions: p.found,
		Stats:     solver.Stats{Nodes: p.nodes, Backtracks: p.backtracks},
	}
	if p.err != nil {
		res.Status = solver.Cancelled
	}
	if p.found > 0 {
		res.Grid = board.New(board.Standard())
		copy(res.Grid.Cells(), p.grid[:])
	}
	p.ctx, p.err = nil, nil
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// CountUpTo returns the number of solutions of a board of 81 digits, 0 for an empty cell,
// up to the limit. It allocates nothing: the inner loop of benchmarks. It panics if cells is nil.
func (p *Plain9) CountUpTo(cells *[81]uint8, limit int) int {
	if cells == nil {
		panic("solvertest: the board is nil")
	}
	p.ctx, p.deadline = nil, time.Time{}
	p.run(cells, limit, 0)
	return p.found
}

// run searches and leaves found, nodes, backtracks, grid, capped and err.
func (p *Plain9) run(cells *[81]uint8, limit int, nodeLimit int64) {
	p.found, p.limit, p.nodes, p.backtracks = 0, limit, 0, 0
	p.capped, p.err = false, nil
	p.nodeLimit = nodeLimit
	if nodeLimit <= 0 {
		p.nodeLimit = math.MaxInt64
	}
	if p.stopped() {
		return
	}
	const all = 1<<9 - 1
	dom := &p.levels[0]
	givens := 0
	for cell, d := range cells {
		dom[cell] = all
		if d != 0 {
			dom[cell] = 1 << (d - 1)
			p.queue[givens] = uint8(cell)
			givens++
		}
	}
	if p.propagate(dom, givens) {
		p.search(0)
	}
}

// stopped looks at the context and the clock.
func (p *Plain9) stopped() bool {
	if p.ctx != nil {
		if p.err = p.ctx.Err(); p.err != nil {
			return true
		}
	}
	if !p.deadline.IsZero() && !time.Now().Before(p.deadline) {
		p.capped = true
		return true
	}
	return false
}

// propagate strikes the digits of the fixed cells in queue[:n] from their peers, and those
// of every cell that this fixes. It reports false if a domain empties. A cell enters the
// queue once, when its domain becomes a single.
func (p *Plain9) propagate(dom *[81]uint16, n int) bool {
	for i := 0; i < n; i++ {
		cell := p.queue[i]
		bit := dom[cell]
		for _, q := range &p.peers[cell] {
			d := dom[q]
			if d&bit == 0 {
				continue
			}
			d &^= bit
			if d == 0 {
				return false
			}
			dom[q] = d
			if d&(d-1) == 0 {
				p.queue[n] = q
				n++
			}
		}
	}
	return true
}

// search assigns the cells that levels[depth] leaves open. It reports whether to go on.
func (p *Plain9) search(depth int) bool {
	dom := &p.levels[depth]
	cell, fewest := -1, 10
	for c, d := range dom {
		if d&(d-1) == 0 {
			continue
		}
		if count := bits.OnesCount16(d); count < fewest {
			cell, fewest = c, count
			if count == 2 {
				break
			}
		}
	}
	if cell < 0 {
		if p.found == 0 {
			for c, d := range dom {
				p.grid[c] = uint8(bits.TrailingZeros16(d)) + 1
			}
		}
		p.found++
		return p.found < p.limit
	}
	next := &p.levels[depth+1]
	for digits := dom[cell]; digits != 0; digits &= digits - 1 {
		if p.nodes >= p.nodeLimit {
			p.capped = true
			return false
		}
		p.nodes++
		if p.nodes&(pollEvery-1) == 0 && p.stopped() {
			return false
		}
		*next = *dom
		next[cell] = digits & -digits
		p.queue[0] = uint8(cell)
		before := p.found
		if p.propagate(next, 1) && !p.search(depth+1) {
			return false
		}
		if p.found == before {
			p.backtracks++
		}
	}
	return true
}
