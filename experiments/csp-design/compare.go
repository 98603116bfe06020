package cspdesign

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// problem is a puzzle as the solvers take it.
type problem struct {
	givens [cells]uint8
	board  board.Board
	index  int // in the set
}

// compare solves the puzzles of a case in every way of an axis: once each for the exact
// figures, every answer checked, then some of them again and again for the times.
func compare(ctx context.Context, cfg Config, a axis, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	problems, err := take(cfg, a, r.Seed, items)
	if err != nil {
		return err
	}
	r.Count("puzzles", int64(len(problems)), "puzzles")
	if len(problems) == 0 {
		return nil
	}
	n := cfg.Timed
	if a.long {
		n *= 4 // the longest searches decide, and differ from order to order
	}
	n = min(n, len(problems))
	timed := make([]problem, n)
	for i := range timed {
		timed[i] = problems[i*len(problems)/n]
	}
	r.Count("timed", int64(len(timed)), "puzzles")

	ways := a.ways(r.Seed)
	nodes := map[string][]float64{} // of each puzzle
	var capped int64
	var contenders []contender
	for i, w := range ways {
		if w.order == nil {
			w.order = mrv{}
		}
		s := &searcher{form: w.form, order: w.order, limit: cfg.Nodes}
		counted, cut, err := examine(ctx, w, s, problems, r)
		if err != nil {
			return err
		}
		capped += cut
		nodes[w.name] = counted
		if a.long && w.against != "" {
			if err := nodeRatio(cfg, w, counted, nodes[w.against], r); err != nil {
				return err
			}
		}
		if !w.broken {
			allocations(w, s, timed, r)
			contenders = append(contenders, contender{name: w.name, against: w.against, units: len(timed), pass: func() {
				for i := range timed {
					s.solve(timed[i].index, &timed[i].givens)
				}
			}})
		}
		r.Progress(i+1, 2*len(ways))
	}
	if capped > 0 {
		r.Cap(fmt.Sprintf("%d searches reached %d nodes; their sums and times are lower bounds", capped, cfg.Nodes))
	}
	tries := 1
	if a.lean {
		tries = cfg.Tries
	}
	return inTurn(ctx, cfg, tries, r, contenders)
}

// take converts the puzzles and leaves out what the axis does not ask for. The bound on the
// search keeps a round short where an arc costs much; it is not for comparing orders, as it
// would choose the puzzles that suit one of them.
func take(cfg Config, a axis, seed uint64, items []corpus.Item) ([]problem, error) {
	probe := &searcher{form: newLean(), order: mrv{}, limit: cfg.Short}
	if a.long {
		probe.limit = 1 // enough to see whether a search begins
	}
	var out []problem
	for _, it := range items {
		if len(it.Board.Cells()) != cells {
			return nil, fmt.Errorf("csp-design: puzzle %d: %d cells, want %d", it.Index, len(it.Board.Cells()), cells)
		}
		p := problem{board: it.Board, index: it.Index}
		if a.shuffled {
			rng := rand.New(rand.NewPCG(seed, uint64(it.Index)))
			p.board = symmetry.Random(rng, it.Board.Shape()).MustApply(it.Board)
		}
		copy(p.givens[:], p.board.Cells())
		o := probe.solve(p.index, &p.givens)
		if a.searched && o.branches == 0 || !a.long && o.capped {
			continue
		}
		out = append(out, p)
	}
	return out, nil
}

// examine solves every puzzle once, checks what comes back and keeps the exact figures of a
// way. A wrong or missing answer is an error unless the way is known to be broken or its
// search was cut off: a solver that errs is no contender. It returns the searches cut off.
func examine(ctx context.Context, w way, s *searcher, problems []problem, r *lab.Run) (nodes []float64, capped int64, err error) {
	var sum outcome
	var total counts
	var right, wrong, missing int64
	var requests []float64
	counterexample := ""
	for i := range problems {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		p := &problems[i]
		o := s.solve(p.index, &p.givens)
		fault := ""
		switch err := answer(p.board, o); {
		case o.capped:
			capped++
		case !o.solved:
			missing++
			fault = "no solution found"
		case err != nil:
			wrong++
			fault = err.Error()
		default:
			right++
		}
		if fault != "" && !w.broken {
			return nil, 0, fmt.Errorf("csp-design: %s: puzzle %d: %s", w.name, p.index, fault)
		}
		if fault != "" && counterexample == "" {
			counterexample = p.board.String() + "\n" + fault
		}
		nodes = append(nodes, float64(o.nodes))
		sum.nodes += o.nodes
		sum.branches += o.branches
		sum.width += o.width
		sum.deadEnds += o.deadEnds
		sum.deadDepth += o.deadDepth
		c := s.form.counted()
		total.arcs += c.arcs
		total.pushes += c.pushes
		total.strikes += c.strikes
		total.requests += c.requests
		total.peak = max(total.peak, c.peak)
		requests = append(requests, float64(c.requests))
	}
	n := len(problems)
	keep := func(metric string, value int64, unit string) { r.Exact(w.name+" "+metric, float64(value), unit, n) }
	keep("right", right, "puzzles")
	keep("wrong", wrong, "puzzles")
	keep("missing", missing, "puzzles")
	keep("capped", capped, "puzzles")
	keep("nodes", sum.nodes, "nodes")
	keep("branches", sum.branches, "cells")
	keep("width", sum.width, "digits")
	keep("dead-ends", sum.deadEnds, "nodes")
	keep("dead-depth", sum.deadDepth, "assignments")
	keep("arcs", total.arcs, "arcs")
	keep("pushes", total.pushes, "arcs")
	keep("strikes", total.strikes, "digits")
	keep("peak", total.peak, "arcs")
	keep("requests", total.requests, "requests")
	if err := lab.KeepMedian(r.Exact, rand.New(rand.NewPCG(r.Seed, 4)), w.name+" requests.median", "requests", requests); err != nil {
		return nil, 0, err
	}
	if counterexample != "" {
		r.Text(w.name+" counterexample", counterexample)
	}
	return nodes, capped, nil
}

// nodeRatio keeps how many times the nodes of another way a puzzle takes, half of the puzzles
// more and half of them less: a sum over puzzles speaks of the few worst ones.
func nodeRatio(cfg Config, w way, nodes, against []float64, r *lab.Run) error {
	if len(nodes) < 2 {
		return nil
	}
	ratio, err := stats.PairedRatios(rand.New(rand.NewPCG(r.Seed, 3)), nodes, against, cfg.Bootstrap)
	if err != nil {
		return fmt.Errorf("csp-design: nodes of %s against %s: %w", w.name, w.against, err)
	}
	r.Exact(w.name+" nodes-ratio", ratio.Median, "× "+w.against, ratio.N)
	lab.KeepInterval(r.Exact, w.name+" nodes-ratio", "× "+w.against, ratio.Interval, ratio.N)
	r.Exact(w.name+" more-nodes", float64(ratio.Above), "puzzles", ratio.N)
	r.Exact(w.name+" fewer-nodes", float64(ratio.Below), "puzzles", ratio.N)
	return nil
}

// answer checks the grid that a search came to.
func answer(puzzle board.Board, o *outcome) error {
	if !o.solved {
		return nil
	}
	grid, err := board.FromCells(o.grid[:])
	if err != nil {
		return err
	}
	return board.CheckSolution(puzzle, grid)
}

// allocations keeps what one pass over the puzzles allocates, once the form has grown its
// buffers.
func allocations(w way, s *searcher, timed []problem, r *lab.Run) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range timed {
		s.solve(timed[i].index, &timed[i].givens)
	}
	runtime.ReadMemStats(&after)
	n := len(timed)
	r.Noisy(w.name+" allocations", float64(after.Mallocs-before.Mallocs)/float64(n), "allocations a puzzle", n)
	r.Noisy(w.name+" allocated", float64(after.TotalAlloc-before.TotalAlloc)/float64(n), "B a puzzle", n)
}
