package counter

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Stats is what a run cost. All of it is exact.
type Stats struct {
	Nodes      int64 `json:"nodes"`      // digits put into blanks
	Backtracks int64 `json:"backtracks"` // digits that led to no solution and were taken out again
	Checks     int64 `json:"checks"`     // questions whether a digit may go into a cell; one mask answers n
	Compared   int64 `json:"compared"`   // cells that the checks looked at
	Visited    int64 `json:"visited"`    // cells looked at to find the next blank
}

// Names of the counters in [solver.Stats].
const (
	CounterChecks   = "checks"
	CounterCompared = "cells compared"
	CounterVisited  = "cells visited"
)

// pollEvery is the number of nodes between looks at the context and the clock, a power of 2.
const pollEvery = 1024

// none ends the list of blanks.
const none = -1

// Counter counts the solutions of boards of one shape. It serves one goroutine at a time and
// keeps its workspace from run to run.
type Counter struct {
	cfg   Config
	shape *board.Shape
	n, k  int

	cells, first []uint8
	masks        []uint64             // by unit (rows, columns, boxes): bit d is set if digit d stands there
	sets         []map[uint8]struct{} // the same under [Maps]
	units        [][3]uint8           // of each cell, as indices of masks and sets
	// next and prev link the blanks in row-major order; index 1 + cell, 0 is the head. Taking
	// a blank out and putting it back is a matter of two links, and what is left stays in
	// order, which an array with swaps would not: the tree would then depend on the list.
	next, prev []int16

	stats        Stats
	limits       solver.Limits
	limit, found int
	stopped      bool // by the context or a limit other than that on solutions
	cancelled    bool
	ctx          context.Context
	deadline     time.Time
}

// New returns a counter for a plain shape.
func New(shape *board.Shape, cfg Config) (*Counter, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if shape == nil || !shape.Plain() {
		return nil, fmt.Errorf("counter: shape %v, want a plain one", shape)
	}
	n := shape.Side()
	c := &Counter{
		cfg: cfg, shape: shape, n: n, k: shape.Box(),
		cells: make([]uint8, shape.Cells()),
		first: make([]uint8, shape.Cells()),
		masks: make([]uint64, 3*n),
		units: make([][3]uint8, shape.Cells()),
		next:  make([]int16, shape.Cells()+1),
		prev:  make([]int16, shape.Cells()+1),
	}
	for cell := range c.units {
		c.units[cell] = [3]uint8{uint8(shape.Row(cell)), uint8(n + shape.Col(cell)), uint8(2*n + shape.BoxOf(cell))}
	}
	if cfg.Validity == Maps {
		c.sets = make([]map[uint8]struct{}, 3*n)
		for u := range c.sets {
			c.sets[u] = make(map[uint8]struct{}, n)
		}
	}
	return c, nil
}

// Stats returns what the last run cost.
func (c *Counter) Stats() Stats { return c.stats }

// CountUpTo returns the number of solutions, at most limit, however long it takes; 0 for a
// board of another shape. It is what package generate and package gallop take for a counter.
func (c *Counter) CountUpTo(b board.Board, limit int) int {
	if b.Shape() != c.shape || limit < 1 {
		return 0
	}
	c.run(context.Background(), b, solver.Limits{Solutions: limit})
	return c.found
}

// Solve counts up to limits.Solutions and says what the count proves. It errs if the board is
// of another shape.
func (c *Counter) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if puzzle.IsZero() {
		return solver.Result{}, errors.New("counter: the zero Board")
	}
	if puzzle.Shape() != c.shape {
		return solver.Result{}, fmt.Errorf("counter: board of shape %v, want %v", puzzle.Shape(), c.shape)
	}
	start := time.Now()
	c.run(ctx, puzzle, limits)
	res := solver.Result{
		Status:    solver.Conclude(c.found, c.limit, !c.stopped && c.found < c.limit),
		Solutions: c.found,
		Stats: solver.Stats{
			Nodes: c.stats.Nodes, Backtracks: c.stats.Backtracks,
			Counters: []solver.Counter{
				{Name: CounterChecks, Value: c.stats.Checks},
				{Name: CounterCompared, Value: c.stats.Compared},
				{Name: CounterVisited, Value: c.stats.Visited},
			},
		},
	}
	if c.cancelled {
		res.Status = solver.Cancelled
	}
	if c.found > 0 {
		grid := board.New(c.shape)
		copy(grid.Cells(), c.first)
		res.Grid = grid
	}
	res.Stats.Elapsed = time.Since(start)
	return res, nil
}

// run counts, leaving found, stopped, cancelled, first and stats.
func (c *Counter) run(ctx context.Context, puzzle board.Board, limits solver.Limits) {
	c.limits, c.limit, c.found = limits, limits.MaxSolutions(), 0
	c.stats, c.stopped, c.cancelled, c.ctx = Stats{}, false, false, ctx
	c.deadline = time.Time{}
	if limits.Time > 0 {
		c.deadline = time.Now().Add(limits.Time)
	}
	copy(c.cells, puzzle.Cells())
	if ctx.Err() != nil {
		c.stopped, c.cancelled = true, true
	} else if c.load() {
		if c.cfg.MRV {
			c.searchMRV()
		} else {
			c.searchFirst(0)
		}
	}
	c.ctx = nil // a context does not outlive its call
}

// load fills masks, sets and the list of blanks, and reports whether no givens conflict: a
// precaution that is not counted and the same in all forms.
func (c *Counter) load() bool {
	clear(c.masks)
	for _, set := range c.sets {
		clear(set)
	}
	last := 0
	for cell, d := range c.cells {
		if d == 0 {
			c.next[last], c.prev[cell+1] = int16(cell+1), int16(last)
			last = cell + 1
			continue
		}
		bit := uint64(1) << d
		for _, u := range c.units[cell] {
			if c.masks[u]&bit != 0 {
				return false
			}
			c.masks[u] |= bit
			if c.sets != nil {
				c.sets[u][d] = struct{}{}
			}
		}
	}
	c.next[last], c.prev[0] = 0, int16(last)
	return true
}

// searchFirst fills the first blank in every way; from is 1 + the blank filled before, 0 at the
// root.
func (c *Counter) searchFirst(from int) {
	cell := c.firstBlank(from)
	if cell == none {
		c.solution()
		return
	}
	for d := uint8(1); int(d) <= c.n; d++ {
		if !c.free(cell, d) {
			continue
		}
		if !c.enter() {
			return
		}
		before := c.found
		c.put(cell, d)
		c.searchFirst(cell + 1)
		c.take(cell, d)
		if c.leave(before) {
			return
		}
	}
}

// searchMRV fills the blank with the fewest candidates in every way.
func (c *Counter) searchMRV() {
	cell, candidates := c.fewest()
	if cell == none {
		c.solution()
		return
	}
	if c.cfg.Blanks {
		c.unlink(cell)
	}
	for ; candidates != 0; candidates &= candidates - 1 {
		d := uint8(bits.TrailingZeros64(candidates))
		if !c.enter() {
			break
		}
		before := c.found
		c.put(cell, d)
		c.searchMRV()
		c.take(cell, d)
		if c.leave(before) {
			break
		}
	}
	if c.cfg.Blanks {
		c.relink(cell)
	}
}

// enter counts a node, unless a limit or the context ends the run before it.
func (c *Counter) enter() bool {
	if c.limits.Nodes > 0 && c.stats.Nodes >= c.limits.Nodes {
		c.stopped = true
		return false
	}
	c.stats.Nodes++
	if c.stats.Nodes%pollEvery == 0 {
		c.poll()
	}
	return !c.stopped
}

func (c *Counter) poll() {
	if c.ctx.Err() != nil {
		c.stopped, c.cancelled = true, true
	}
	if !c.deadline.IsZero() && time.Now().After(c.deadline) {
		c.stopped = true
	}
}

// leave counts a node that led to no solution and reports whether the search is over.
func (c *Counter) leave(before int) bool {
	if c.found == before && !c.stopped {
		c.stats.Backtracks++
	}
	return c.stopped || c.found >= c.limit
}

func (c *Counter) solution() {
	if c.found == 0 {
		copy(c.first, c.cells)
	}
	c.found++
}

// firstBlank returns the first blank, or none. The draft starts at the first cell each time.
// With the list it is the entry behind the last blank that was filled, from being 1 + that
// blank and so its index in the list, 0 for the head.
func (c *Counter) firstBlank(from int) int {
	if c.cfg.Blanks {
		c.stats.Visited++
		return int(c.next[from]) - 1
	}
	for cell, d := range c.cells {
		if d == 0 {
			c.stats.Visited += int64(cell) + 1
			return cell
		}
	}
	c.stats.Visited += int64(len(c.cells))
	return none
}

// fewest returns the first of the blanks with the fewest candidates, and its candidates as
// bits. It looks no further once it met a blank without any.
func (c *Counter) fewest() (cell int, candidates uint64) {
	cell, least := none, c.n+1
	if c.cfg.Blanks {
		for i := c.next[0]; i != 0; i = c.next[i] {
			c.stats.Visited++
			m := c.candidates(int(i) - 1)
			if count := bits.OnesCount64(m); count < least {
				if cell, least, candidates = int(i)-1, count, m; count == 0 {
					break
				}
			}
		}
		return cell, candidates
	}
	for i, d := range c.cells {
		c.stats.Visited++
		if d != 0 {
			continue
		}
		m := c.candidates(i)
		if count := bits.OnesCount64(m); count < least {
			if cell, least, candidates = i, count, m; count == 0 {
				break
			}
		}
	}
	return cell, candidates
}

// candidates returns the digits that may go into a blank: bit d for digit d.
func (c *Counter) candidates(cell int) uint64 {
	if c.cfg.Validity == Masks {
		c.stats.Checks += int64(c.n)
		u := &c.units[cell]
		return ^(c.masks[u[0]] | c.masks[u[1]] | c.masks[u[2]]) & (1<<(c.n+1) - 2)
	}
	var m uint64
	for d := uint8(1); int(d) <= c.n; d++ {
		if c.free(cell, d) {
			m |= 1 << d
		}
	}
	return m
}

// free reports whether no cell of the blank's units holds the digit.
func (c *Counter) free(cell int, d uint8) bool {
	c.stats.Checks++
	u := &c.units[cell]
	switch c.cfg.Validity {
	case Masks:
		return (c.masks[u[0]]|c.masks[u[1]]|c.masks[u[2]])>>d&1 == 0
	case Maps:
		for _, i := range u {
			if _, held := c.sets[i][d]; held {
				return false
			}
		}
		return true
	}
	return c.scan(cell, d)
}

// scan looks for the digit in the row, the column and the box of a cell.
func (c *Counter) scan(cell int, d uint8) bool {
	n, k := c.n, c.k
	row, col := cell/n, cell%n
	for i, held := range c.cells[row*n : row*n+n] {
		if held == d {
			c.stats.Compared += int64(i) + 1
			return false
		}
	}
	for i := range n {
		if c.cells[i*n+col] == d {
			c.stats.Compared += int64(n + i + 1)
			return false
		}
	}
	corner := row/k*k*n + col/k*k
	for i := range k {
		for j, held := range c.cells[corner+i*n : corner+i*n+k] {
			if held == d {
				c.stats.Compared += int64(2*n + i*k + j + 1)
				return false
			}
		}
	}
	c.stats.Compared += int64(3 * n)
	return true
}

func (c *Counter) put(cell int, d uint8) {
	c.cells[cell] = d
	u := &c.units[cell]
	switch c.cfg.Validity {
	case Masks:
		bit := uint64(1) << d
		c.masks[u[0]] |= bit
		c.masks[u[1]] |= bit
		c.masks[u[2]] |= bit
	case Maps:
		for _, i := range u {
			c.sets[i][d] = struct{}{}
		}
	}
}

func (c *Counter) take(cell int, d uint8) {
	c.cells[cell] = 0
	u := &c.units[cell]
	switch c.cfg.Validity {
	case Masks:
		bit := uint64(1) << d
		c.masks[u[0]] &^= bit
		c.masks[u[1]] &^= bit
		c.masks[u[2]] &^= bit
	case Maps:
		for _, i := range u {
			delete(c.sets[i], d)
		}
	}
}

func (c *Counter) unlink(cell int) {
	i := cell + 1
	c.next[c.prev[i]], c.prev[c.next[i]] = c.next[i], c.prev[i]
}

func (c *Counter) relink(cell int) {
	i := int16(cell + 1)
	c.next[c.prev[i]], c.prev[c.next[i]] = i, i
}
