package gallop

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
)

// Count returns the number of solutions of a board, at most limit. Where it is unsure it may
// return anything but 1: the cells then stay.
type Count func(b board.Board, limit int) int

// Phase is what a call of the counter was for.
type Phase string

// The phases.
const (
	Chunk  Phase = "chunk"  // a chunk of two cells or more
	Single Phase = "single" // a chunk of one cell
	Search Phase = "search" // part of a failed chunk
	Check  Phase = "check"  // a cell known to be a key cell, without [Config.Elimination]
)

// Step is one call of the counter: the Size cells of the order from place From on were taken
// away on top of those that had gone before.
type Step struct {
	Call   int   `json:"call"` // 1 for the first
	Phase  Phase `json:"phase"`
	From   int   `json:"from"` // place in the order
	Size   int   `json:"size"`
	Givens int   `json:"givens"` // of the board asked about
	Unique bool  `json:"unique"`
	// Key is the place in the order of the key cell that this call settled, -1 for none.
	Key int `json:"key"`
}

// String writes the step as one line.
func (s Step) String() string {
	outcome := "ambiguous"
	if s.Unique {
		outcome = "unique"
	}
	text := fmt.Sprintf("%3d %-6s %2d–%2d  %2d givens  %s", s.Call, s.Phase, s.From+1, s.From+s.Size, s.Givens, outcome)
	if s.Key >= 0 {
		text += fmt.Sprintf(", key cell %d", s.Key+1)
	}
	return text
}

// Calls counts the calls of the counter by phase.
type Calls struct {
	Chunks   int `json:"chunks"`
	Singles  int `json:"singles"`
	Searches int `json:"searches"`
	Checks   int `json:"checks"`
}

// Total returns the number of all calls.
func (c Calls) Total() int { return c.Chunks + c.Singles + c.Searches + c.Checks }

// Result is what became of a grid.
type Result struct {
	Puzzle board.Board
	Givens int
	// Reached says whether Givens is the number asked for; else the order was used up before.
	Reached bool
	Calls   Calls
	// Keys are the cells that had to stay, in the order in which they were met.
	Keys []int
	// Discarded is the number of cells that stayed because a chunk around them failed.
	Discarded int
}

// Remover removes cells by one configuration. It serves one goroutine at a time.
type Remover struct {
	// Trace receives every call of the counter; nil for none.
	Trace func(Step)

	cfg   Config
	count Count
}

// New returns a remover that asks the given counter.
func New(cfg Config, count Count) (*Remover, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if count == nil {
		return nil, errors.New("gallop: no counter")
	}
	return &Remover{cfg: cfg, count: count}, nil
}

// Remove takes cells away from a full grid, in the given order, until the puzzle has the given
// number of givens or the order ends; it keeps one solution throughout. The grid is left
// unchanged. It errs if the grid is not a full valid one, the order names a cell twice or one
// that is not there, or the counter contradicts itself.
func (r *Remover) Remove(ctx context.Context, grid board.Board, order []int, givens int) (Result, error) {
	if err := board.CheckSolution(grid, grid); err != nil {
		return Result{}, fmt.Errorf("gallop: grid to remove from: %w", err)
	}
	cells := len(grid.Cells())
	if err := checkOrder(order, cells); err != nil {
		return Result{}, err
	}
	if givens < 0 || givens > cells {
		return Result{}, fmt.Errorf("gallop: %d givens, want 0 to %d", givens, cells)
	}
	w := &walk{
		Remover: r, ctx: ctx, grid: grid.Cells(), order: order,
		res: Result{Puzzle: grid.Clone(), Givens: cells, Keys: make([]int, 0, cells/2)},
	}
	size := sizer{cfg: r.cfg, size: r.cfg.First}
	for at := 0; at < len(order) && w.res.Givens > givens; {
		rest := w.res.Givens - givens
		n := min(size.next(w.res.Calls.Total(), w.res.Givens, cells, rest), rest, len(order)-at)
		gone, kept, err := w.chunk(at, n, &size)
		if err != nil {
			return Result{}, err
		}
		at += gone + kept
	}
	w.res.Reached = w.res.Givens == givens
	return w.res, nil
}

func checkOrder(order []int, cells int) error {
	var seen [board.MaxCells]bool
	for i, cell := range order {
		if cell < 0 || cell >= cells || seen[cell] {
			return fmt.Errorf("gallop: place %d of the order holds cell %d, want each of 0 to %d once at most", i+1, cell, cells-1)
		}
		seen[cell] = true
	}
	return nil
}

// walk is one run over an order.
type walk struct {
	*Remover
	ctx   context.Context
	grid  []uint8
	order []int
	res   Result
}

// chunk tries n cells from place at on. It returns how many of them have gone and how many
// behind these stay for good.
func (w *walk) chunk(at, n int, size *sizer) (gone, kept int, err error) {
	phase, settles := Chunk, settled{-1, -1}
	if n == 1 {
		phase, settles.refused = Single, at
	}
	unique, err := w.try(phase, at, n, settles)
	if err != nil {
		return 0, 0, err
	}
	size.learn(n, unique)
	switch {
	case unique:
		return n, 0, nil
	case n == 1:
		w.keep(at)
		return 0, 1, nil
	case w.cfg.OnFailure == Discard:
		w.res.Discarded += n
		return 0, n, nil
	case w.cfg.OnFailure == Halve:
		return w.chunk(at, n/2, size)
	case w.cfg.OnFailure == Linear:
		gone, err = w.linear(at, n)
	default:
		gone, err = w.binary(at, n)
	}
	if err != nil {
		return 0, 0, err
	}
	w.keep(at + gone)
	return gone, 1, nil
}

// binary removes the longest prefix that can go from a chunk that cannot go as a whole, and
// returns its length. Between calls the first low cells have gone and the key cell is among
// the next high − low.
func (w *walk) binary(at, n int) (low int, err error) {
	high, deduced := n, false
	for high-low > 1 {
		half, settles := (high-low)/2, settled{-1, -1}
		if half == 1 {
			settles.refused = at + low
		}
		if high-low-half == 1 && w.cfg.Elimination {
			settles.unique = high - 1 + at
		}
		unique, err := w.try(Search, at+low, half, settles)
		if err != nil {
			return 0, err
		}
		if deduced = unique; unique {
			low += half
		} else {
			high = low + half
		}
	}
	if deduced {
		err = w.check(at + low)
	}
	return low, err
}

// linear does what binary does with a call for each cell.
func (w *walk) linear(at, n int) (low int, err error) {
	for ; low < n-1; low++ {
		settles := settled{-1, at + low}
		if low == n-2 && w.cfg.Elimination {
			settles.unique = at + n - 1
		}
		if unique, err := w.try(Search, at+low, 1, settles); err != nil || !unique {
			return low, err
		}
	}
	return low, w.check(at + low)
}

// check asks about a cell that must be a key cell, unless elimination spares the call.
func (w *walk) check(at int) error {
	if w.cfg.Elimination {
		return nil
	}
	unique, err := w.try(Check, at, 1, settled{-1, at})
	if err == nil && unique {
		err = fmt.Errorf("gallop: the counter found a chunk ambiguous and then all of its cells, up to place %d, removable", at+1)
	}
	return err
}

// settled is the place of the key cell that either outcome of a call settles, -1 for none.
type settled struct{ unique, refused int }

// try takes n cells from place at on away and asks whether one solution is left; if not, it
// puts them back.
func (w *walk) try(phase Phase, at, n int, settles settled) (bool, error) {
	if err := w.ctx.Err(); err != nil {
		return false, err
	}
	switch phase {
	case Chunk:
		w.res.Calls.Chunks++
	case Single:
		w.res.Calls.Singles++
	case Search:
		w.res.Calls.Searches++
	case Check:
		w.res.Calls.Checks++
	}
	cells := w.res.Puzzle.Cells()
	for _, cell := range w.order[at : at+n] {
		cells[cell] = 0
	}
	unique := w.count(w.res.Puzzle, 2) == 1
	if w.Trace != nil {
		s := Step{Call: w.res.Calls.Total(), Phase: phase, From: at, Size: n, Givens: w.res.Givens - n, Unique: unique, Key: settles.refused}
		if unique {
			s.Key = settles.unique
		}
		w.Trace(s)
	}
	if unique {
		w.res.Givens -= n
		return true, nil
	}
	for _, cell := range w.order[at : at+n] {
		cells[cell] = w.grid[cell]
	}
	return false, nil
}

func (w *walk) keep(at int) { w.res.Keys = append(w.res.Keys, w.order[at]) }
