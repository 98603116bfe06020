package minigridphases

import (
	"bytes"
	"context"

	"sudokulab/experiments/minigrid-phases/printed"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// listings lists every box of a set's puzzles as printed, by the box alone and with the masks of
// rows and columns, and compares: with e!, with the fillings that the library lists, and one
// reading with the other.
func listings(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var c listingCounts
	for i, it := range items {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.add(ctx, cfg, it.Board); err != nil {
			return err
		}
		r.Progress(i+1, len(items))
	}
	n := c.puzzles
	r.Exact("puzzles", float64(n), "puzzles", len(items))
	r.Exact("too-many", float64(len(items)-n), "puzzles", len(items))
	for name, v := range map[string]int64{
		"boxes": c.boxes, "all": c.all, "box same": c.same[0], "lines same": c.same[1], "part": c.part,
	} {
		r.Exact(name, float64(v), "boxes", n)
	}
	r.Exact("factorials", c.factorials, "fillings", n)
	for k, name := range []string{"box ", "lines "} {
		r.Exact(name+"fillings", float64(c.fillings[k]), "fillings", n)
		r.Exact(name+"calls", float64(c.calls[k]), "calls", n)
		r.Exact(name+"trials", float64(c.trials[k]), "digits", n)
		r.Exact(name+"library", float64(c.library[k]), "digits", n)
	}
	if c.fault != "" {
		r.Text("counterexample", c.fault)
	}
	return nil
}

// listingCounts sums over puzzles; pairs are the reading by the box alone and that with lines.
type listingCounts struct {
	puzzles    int
	boxes      int64
	all        int64    // boxes of which the listing has e! different fillings, each with the givens
	same       [2]int64 // boxes listed alike by the library
	part       int64    // boxes whose fillings with lines are those by the box that no given forbids
	factorials float64  // Σe!
	fillings   [2]int64
	calls      [2]int64
	trials     [2]int64
	library    [2]int64
	fault      string
}

func (c *listingCounts) add(ctx context.Context, cfg Config, b board.Board) error {
	sum := 0.0
	for box := range b.Shape().Side() {
		sum += factorial(printed.EmptyIn(b, box))
	}
	if sum > float64(cfg.MaxSum) {
		return nil
	}
	c.puzzles++
	c.factorials += sum
	var lists [2]*printed.Lists
	for k, reading := range []minigrid.Fillings{minigrid.BoxOnly, minigrid.Lines} {
		lists[k] = printed.ListAll(b, reading == minigrid.Lines)
		method := cfg.under(reading)
		method.MaxVertices, method.MaxBytes = 0, 0
		p, err := minigrid.PermuteBoard(ctx, b, method)
		if err != nil {
			return err
		}
		for box := range lists[k].Boxes {
			l := &lists[k].Boxes[box]
			if err := equal(p, box, l); err == nil {
				c.same[k]++
			} else if c.fault == "" {
				c.fault = b.String() + "\n" + err.Error()
			}
			c.fillings[k] += int64(l.Count)
			c.calls[k] += l.Calls
			c.trials[k] += l.Trials
			c.library[k] += p.Steps(box)
		}
	}
	for box := range lists[0].Boxes {
		c.boxes++
		if complete(b, &lists[0].Boxes[box]) {
			c.all++
		}
		if bytes.Equal(allowed(b, &lists[0].Boxes[box]), lists[1].Boxes[box].Digits) {
			c.part++
		}
	}
	return nil
}

// complete reports whether a listing by the box alone has all fillings: e! of them, each later
// than the one before, each with every digit once and the givens where they are.
func complete(b board.Board, l *printed.Box) bool {
	n := len(l.Cells)
	if float64(l.Count) != factorial(l.Empty) {
		return false
	}
	for i := range l.Count {
		filling := l.Filling(i)
		if i > 0 && bytes.Compare(l.Filling(i-1), filling) >= 0 {
			return false
		}
		var held uint64
		for pos, d := range filling {
			held |= 1 << d
			if given := b.At(l.Cells[pos]); given != 0 && given != int(d) {
				return false
			}
		}
		if held != 1<<(n+1)-2 {
			return false
		}
	}
	return true
}

// allowed returns those fillings of a listing that repeat no given of a row or column.
func allowed(b board.Board, l *printed.Box) []uint8 {
	n := len(l.Cells)
	shape := b.Shape()
	taken := make([]uint64, n) // by cell of the box: digits that givens of its lines hold elsewhere
	for pos, cell := range l.Cells {
		for other, d := range b.Cells() {
			if other != cell && (shape.Row(other) == shape.Row(cell) || shape.Col(other) == shape.Col(cell)) {
				taken[pos] |= 1 << d &^ 1
			}
		}
	}
	var out []uint8
	for i := range l.Count {
		filling := l.Filling(i)
		fits := true
		for pos, d := range filling {
			fits = fits && taken[pos]>>d&1 == 0
		}
		if fits {
			out = append(out, filling...)
		}
	}
	return out
}
