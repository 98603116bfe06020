package tensorphase

import (
	"context"
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/minigrid"
)

// Config says how much is done at a time.
type Config struct {
	// Rows is the number of fillings of a run at most, a power of two. Shorter lists take the least
	// power of two that holds them, leastRows at least, so that few programs are compiled.
	Rows int `json:"rows"`
	// MaxFillings bounds the fillings of a board; 0 for no bound.
	MaxFillings int64 `json:"max_fillings"`
}

const leastRows = 1 << 8

// DefaultConfig runs 2^16 fillings at a time and lists what minigrid.DefaultConfig would.
func DefaultConfig() Config {
	return Config{Rows: 1 << 16, MaxFillings: minigrid.DefaultConfig().MaxVertices}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case c.Rows < leastRows || c.Rows > 1<<24 || c.Rows&(c.Rows-1) != 0:
		return fmt.Errorf("tensorphase: runs of %d rows, want a power of two from %d to %d", c.Rows, leastRows, 1<<24)
	case c.MaxFillings < 0:
		return fmt.Errorf("tensorphase: %d fillings at most, want 0 or more", c.MaxFillings)
	}
	return nil
}

// Fillings is the outcome of phase 2.
type Fillings struct {
	Sizes []int64 // |P_k| of each box
	// Digits holds filling i of box k at Digits[k][i·n:(i+1)·n], in the order of the box's cells. It is
	// nil if Capped or Impossible.
	Digits     [][]uint8
	Capped     bool // more fillings than Config.MaxFillings
	Impossible bool // a box has none
	Runs       int  // of the second program
	Rows       int  // of fillings that these worked out, repeated ones included
}

// Lister lists the fillings of boards. It is for one goroutine.
type Lister struct {
	config Config
	table  *graph.Exec
	unrank map[int]*graph.Exec // by rows
	open   compute.Backend
}

// New returns a lister on a backend, which stays open as long as it.
func New(backend compute.Backend, c Config) (l *Lister, err error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t, err := graph.NewExec(backend, table)
	if err != nil {
		return nil, fmt.Errorf("tensorphase: %w", err)
	}
	t.SetMaxCache(-1)
	return &Lister{config: c, table: t, unrank: map[int]*graph.Exec{}, open: backend}, nil
}

// Close frees what was compiled.
func (l *Lister) Close() {
	l.table.Finalize()
	for _, e := range l.unrank {
		e.Finalize()
	}
	clear(l.unrank)
}

// List runs phase 2 on a masked board: minigrid.Lines or minigrid.BoxOnly. ctx is looked at between
// runs.
//
// Errors: ctx.Err(); another reading; [ErrTable]; what the backend reports.
func (l *Lister) List(ctx context.Context, m *minigrid.Masks, reading minigrid.Fillings) (out *Fillings, err error) {
	defer func() {
		if r := recover(); r != nil { // graph building panics by convention
			out, err = nil, fmt.Errorf("tensorphase: %v", r)
		}
	}()
	p, err := prepare(m, reading)
	if err != nil {
		return nil, err
	}
	admits := tensors.FromFlatDataAndDimensions(p.admits, p.boxes, p.open)
	defer admits.MustFinalizeAll()
	counted, err := l.table.Call(admits)
	if err != nil {
		return nil, fmt.Errorf("tensorphase: counting: %w", err)
	}
	defer counted[0].MustFinalizeAll()
	sizes, err := tensors.CopyFlatData[int64](counted[1])
	counted[1].MustFinalizeAll()
	if err != nil {
		return nil, fmt.Errorf("tensorphase: %w", err)
	}
	out = &Fillings{Sizes: sizes}
	total, begins := int64(0), make([]int64, p.boxes)
	limit := l.config.MaxFillings
	if limit == 0 {
		limit = math.MaxInt64
	}
	for box, size := range sizes {
		begins[box] = total
		out.Impossible = out.Impossible || size == 0
		if size > limit-total {
			out.Capped = true
			continue
		}
		total += size
	}
	if out.Impossible || out.Capped {
		out.Capped = !out.Impossible // no more is asked of an impossible board
		return out, nil
	}
	return out, l.list(ctx, p, admits, counted[0], begins, total, out)
}

// list runs the second program until all fillings are there.
func (l *Lister) list(ctx context.Context, p *problem, admits, ways *tensors.Tensor, begins []int64, total int64, out *Fillings) error {
	in := []*tensors.Tensor{
		tensors.FromFlatDataAndDimensions(begins, p.boxes),
		tensors.FromFlatDataAndDimensions(out.Sizes, p.boxes),
		ways, admits,
		tensors.FromFlatDataAndDimensions(p.names, p.boxes, p.open),
		tensors.FromFlatDataAndDimensions(p.source, p.boxes, p.side),
		tensors.FromFlatDataAndDimensions(p.givens, p.boxes, p.side),
	}
	defer func() {
		for i, t := range in {
			if i != 2 && i != 3 { // the caller's
				t.MustFinalizeAll()
			}
		}
	}()
	all := make([]uint8, 0, total*int64(p.side))
	for done := int64(0); done < total; {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := leastRows
		for rows < l.config.Rows && int64(rows) < total-done {
			rows *= 2
		}
		digits, err := l.run(done, rows, in)
		if err != nil {
			return fmt.Errorf("tensorphase: listing: %w", err)
		}
		keep := min(int64(rows), total-done)
		all = append(all, digits[:keep*int64(p.side)]...)
		done += keep
		out.Runs++
		out.Rows += rows
	}
	out.Digits = make([][]uint8, p.boxes)
	for box, size := range out.Sizes {
		from, to := begins[box]*int64(p.side), (begins[box]+size)*int64(p.side)
		out.Digits[box] = all[from:to:to]
	}
	return nil
}

// run works out rows of fillings from a number on.
func (l *Lister) run(first int64, rows int, in []*tensors.Tensor) ([]uint8, error) {
	e, ok := l.unrank[rows]
	if !ok {
		var err error
		e, err = graph.NewExec(l.open, func(x []*graph.Node) *graph.Node {
			return unrank(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], rows)
		})
		if err != nil {
			return nil, err
		}
		e.SetMaxCache(-1)
		l.unrank[rows] = e
	}
	number := tensors.FromScalar(first)
	defer number.MustFinalizeAll()
	args := []any{number}
	for _, t := range in {
		args = append(args, t)
	}
	result, err := e.Call(args...)
	if err != nil {
		return nil, err
	}
	defer result[0].MustFinalizeAll()
	return tensors.CopyFlatData[uint8](result[0])
}
