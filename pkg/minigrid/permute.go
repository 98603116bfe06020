package minigrid

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"sudokulab/pkg/board"
)

// Permutations is the outcome of phase 2 (section 3.2): P_k, the list of fillings of each box k.
// Filling i of a box is vertex (k, i) of the graph. Methods that take a box or a filling panic for
// one that is not there.
type Permutations struct {
	Phase   Phase
	masks   *Masks
	lists   []list
	total   int64
	capped  bool
	refuted bool
}

// list holds the fillings of one box.
type list struct {
	cells  []int
	digits []uint8 // filling i at digits[i·n:(i+1)·n]
	count  int
	steps  int64
	listed bool
	size   uint64
	exact  bool
}

// Permute runs phase 2: it lists the fillings of every box, boxes in parallel. Each list is in the
// order of the paper's pseudocode: cells rising, digits rising.
//
// The fillings are counted before they are listed (count.go). If some box has none, the board is
// impossible ([Permutations.Impossible]) and nothing is listed. If all of them together exceed
// MaxVertices, or MaxBytes at n bytes each, the boxes with the fewest fillings are listed as far
// as whole boxes fit, and Capped reports it; the limits are not exceeded at any time, apart from
// the counting table of each worker (8 MiB at most, in boxes of 20 open cells).
//
// Errors: ctx.Err(), a bad configuration, and more than 2³¹−1 fillings in one box with no limits.
func Permute(ctx context.Context, m *Masks, cfg Config) (*Permutations, error) {
	switch {
	case ctx == nil:
		return nil, errNoContext
	case m == nil || m.puzzle.IsZero():
		return nil, errNoMasks
	}
	shape := m.puzzle.Shape()
	if err := cfg.validFor(shape); err != nil {
		return nil, err
	}
	start := time.Now()
	n := shape.Side()
	blanks, filled, refuted := m.blanks(cfg.Fillings)
	p := &Permutations{masks: m, lists: make([]list, n), refuted: refuted}
	for box := range p.lists {
		p.lists[box].cells = blanks[box].cells
	}
	p.Phase.Steps = filled
	if !refuted {
		if err := p.count(ctx, cfg, blanks); err != nil {
			return nil, err
		}
	}
	for box := range p.lists {
		l := &p.lists[box]
		p.total += int64(l.count)
		p.Phase.Steps += l.steps
		p.Phase.Bytes += int64(len(l.digits))
	}
	p.Phase.Elapsed = time.Since(start)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// count sizes every box, decides which are listed, and lists them.
func (p *Permutations) count(ctx context.Context, cfg Config, blanks []blank) error {
	n := len(blanks)
	limit := vertexLimit(cfg, n)
	counts := make([]count, n)
	tables := int64(0) // entries, about
	for box := range blanks {
		tables += 1 << len(blanks[box].open)
	}
	err := inParallel(ctx, cfg.workersFor(tables), n, func() task {
		t := &counter{reading: cfg.Fillings, limit: limit, most: tableCells}
		return func(ctx context.Context, box int) (err error) {
			counts[box], err = t.count(ctx, &blanks[box])
			return err
		}
	})
	if err != nil {
		return err
	}
	order := make([]int, n)
	for box := range order {
		order[box] = box
		p.lists[box].size, p.lists[box].exact = counts[box].size, counts[box].exact
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(counts[a].size, counts[b].size) })
	if counts[order[0]].size == 0 {
		p.refuted = true
		return nil
	}
	var sum uint64
	fits := 0
	for ; fits < n; fits++ {
		c := counts[order[fits]]
		if !c.exact || c.size > limit-sum {
			break
		}
		if c.size > math.MaxInt32 {
			return fmt.Errorf("minigrid: box %d has %d fillings, want 2³¹−1 at most: set max_vertices", order[fits]+1, c.size)
		}
		sum += c.size
	}
	p.capped = fits < n
	return inParallel(ctx, cfg.workersFor(int64(sum)), fits, func() task {
		return func(ctx context.Context, i int) error {
			// The longest lists first, so that no worker is left with one at the end.
			box := order[fits-1-i]
			return p.lists[box].fill(ctx, &blanks[box], counts[box])
		}
	})
}

// fill lists the fillings of a box, of which there are c.
func (to *list) fill(ctx context.Context, b *blank, c count) error {
	l := newLister(ctx, b, c.leads)
	l.quota = int(c.size)
	l.out = make([]uint8, 0, l.quota*len(b.cells))
	if err := l.enumerate(0, 0); err != nil {
		return err
	}
	if l.count != l.quota {
		panic(fmt.Sprintf("minigrid: %d fillings listed, %d counted", l.count, l.quota))
	}
	to.digits, to.count, to.steps, to.listed = l.out, l.count, l.steps, true
	return nil
}

// vertexLimit returns how many fillings the limits allow.
func vertexLimit(cfg Config, n int) uint64 {
	limit := uint64(math.MaxInt64 - 1)
	if cfg.MaxVertices > 0 {
		limit = min(limit, uint64(cfg.MaxVertices))
	}
	if cfg.MaxBytes > 0 {
		limit = min(limit, uint64(cfg.MaxBytes)/uint64(n))
	}
	return limit
}

// lister is the procedure ENUMERATE of section 3.2 for one box.
type lister struct {
	ctx   context.Context //nolint:containedctx // of this one run
	box   *blank
	leads []uint64 // see count
	rest  []uint64 // rest[i]: digits that open cells i, i+1, … admit
	now   []uint8  // the filling under way
	out   []uint8  // fillings so far; not kept if nil
	count int
	quota int // stop at that count
	steps int64
}

func newLister(ctx context.Context, b *blank, leads []uint64) *lister {
	e := len(b.open)
	l := &lister{ctx: ctx, box: b, leads: leads, rest: make([]uint64, e+1), now: slices.Clone(b.digits)}
	for i := e - 1; i >= 0; i-- {
		l.rest[i] = l.rest[i+1] | b.admits[i]
	}
	return l
}

// enumerate fills the open cells from number i on, the digits in used being taken. A digit that leaves
// the cells after it without a filling is tried and refused at once; the paper's listing, which
// looks at the box alone, has no such digit.
func (l *lister) enumerate(i int, used uint64) error {
	if i == len(l.box.open) {
		l.count++
		if l.out != nil {
			l.out = append(l.out, l.now...)
		}
		return nil
	}
	for d := l.box.admits[i] &^ used; d != 0; d &= d - 1 {
		l.steps++
		if l.steps%pollEvery == 0 {
			if err := l.ctx.Err(); err != nil {
				return err
			}
		}
		digit := d & -d
		if !l.completable(i+1, used|digit) {
			continue
		}
		l.now[l.box.open[i]] = l.box.names[bits.TrailingZeros64(digit)]
		if err := l.enumerate(i+1, used|digit); err != nil {
			return err
		}
		if l.count >= l.quota {
			return nil
		}
	}
	return nil
}

// completable reports whether the digits not in used can fill the open cells from number i on. If
// that is not known it reports that each digit still has a place.
func (l *lister) completable(i int, used uint64) bool {
	if l.leads != nil {
		return l.leads[used>>6]>>(used&63)&1 != 0
	}
	return (1<<len(l.box.open)-1)&^used&^l.rest[i] == 0
}

// Masks returns the outcome of phase 1.
func (p *Permutations) Masks() *Masks { return p.masks }

// Capped reports that a limit kept some boxes from being listed: Count and Total then are lower
// bounds.
func (p *Permutations) Capped() bool { return p.capped }

// Impossible reports that some box has no filling, or that singles led to a contradiction: the
// board is unsolvable, and phase 2 has found it out. No box is listed then.
func (p *Permutations) Impossible() bool { return p.refuted }

// Count returns the number of fillings listed for a box: |P_k|, or 0 if the box was not listed.
func (p *Permutations) Count(box int) int { return p.lists[box].count }

// Listed reports whether the fillings of a box were listed.
func (p *Permutations) Listed(box int) bool { return p.lists[box].listed }

// Size returns |P_k|, known without listing. It is a lower bound if not exact: more than 64 bits
// hold, or a box of more than 20 open cells with more fillings than the limits allow, or a board
// that singles refuted.
func (p *Permutations) Size(box int) (size uint64, exact bool) {
	return p.lists[box].size, p.lists[box].exact
}

// Total returns Σ|P_k| over the boxes listed.
func (p *Permutations) Total() int64 { return p.total }

// Steps returns the digits tried while the fillings of a box were listed. Phase.Steps is their
// sum and the number of singles filled in; counting beforehand is not in it.
func (p *Permutations) Steps(box int) int64 { return p.lists[box].steps }

// Cells returns the n cells of a box in rising order. The slice is shared, not to be written to.
func (p *Permutations) Cells(box int) []int { return p.lists[box].cells }

// Filling returns filling i of a box: n digits in the order of Cells. The slice is shared, not to
// be written to.
func (p *Permutations) Filling(box, i int) []uint8 {
	n := len(p.lists)
	return p.lists[box].digits[i*n : (i+1)*n : (i+1)*n]
}

// shape returns the geometry of the puzzle.
func (p *Permutations) shape() *board.Shape { return p.masks.puzzle.Shape() }

// PermuteBoard runs phases 1 and 2: [Mask], then [Permute].
func PermuteBoard(ctx context.Context, puzzle board.Board, cfg Config) (*Permutations, error) {
	m, err := Mask(puzzle)
	if err != nil {
		return nil, err
	}
	return Permute(ctx, m, cfg)
}
