package minigridlarge

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// step is the width of a group of boards, in percent of the cells that are given.
const step = 5

// fillOf returns the group of a board.
func fillOf(b board.Board) int { return 100 * b.Filled() / len(b.Cells()) / step * step }

// key names a figure of a reading for the boards of a group.
func key(reading minigrid.Fillings, fill int, metric string) string {
	return fmt.Sprintf("%s %d%% %s", reading, fill, metric)
}

// Metrics of a group. The ends are metrics too.
const (
	boards       = "boards"
	outOfReach   = "beyond"       // boards with more solutions than the cap
	checked      = "checked"      // complete ones whose number exact cover confirms
	late         = "late"         // complete ones that took longer than the limit
	severalCount = "several"      // complete ones with several solutions
	solutionsMax = "solutions"    // the most, of complete ones
	foundMax     = "found"        // the most, of others, before a limit ended them
	fillingsMid  = "fillings.mid" // of all boxes of a board, listed or not
	fillingsMax  = "fillings.max"
	bytesMax     = "bytes.max"
	edgeListMax  = "edge-list.max"
	nodesMax     = "nodes.max"
	secondsMid   = "seconds.mid" // median of complete ones
	secondsMax   = "seconds.max"
)

type group struct {
	reading minigrid.Fillings
	fill    int
}

// tally measures boards under every reading and gathers the outcomes by fill.
type tally struct {
	cfg      Config
	unique   bool // every board must have one solution
	limits   Limits
	exact    *dlx.Solver
	outcomes map[group][]outcome
	givens   map[int][2]int // fewest and most givens of a group
}

func newTally(cfg Config, unique bool) *tally {
	limits := cfg.Several
	if unique {
		limits = cfg.One
	}
	return &tally{cfg: cfg, unique: unique, limits: limits, outcomes: map[group][]outcome{}, givens: map[int][2]int{}}
}

// measure enumerates a board under each reading.
func (t *tally) measure(ctx context.Context, b board.Board) error {
	fill, filled := fillOf(b), b.Filled()
	if g, seen := t.givens[fill]; seen {
		t.givens[fill] = [2]int{min(g[0], filled), max(g[1], filled)}
	} else {
		t.givens[fill] = [2]int{filled, filled}
	}
	var outcomes []outcome
	done := false
	for _, reading := range readings {
		o, err := enumerate(ctx, b, t.cfg, t.limits, reading)
		if err != nil {
			return err
		}
		outcomes = append(outcomes, o)
		done = done || o.end == complete
	}
	// To confirm a number is worth more nodes than to look whether there are too many.
	nodes := t.cfg.ExactNodes
	if !done {
		nodes /= searchShare
	}
	exact, err := t.consult(ctx, b, nodes)
	if err != nil {
		return err
	}
	for i, o := range outcomes {
		o.beyond = o.end == many || exact.settled && exact.solutions > int64(t.cfg.Solutions)
		if o.end == complete {
			if t.unique && o.solutions != 1 {
				return fmt.Errorf("%s: %d solutions, want 1", b, o.solutions)
			}
			if o.checked = exact.settled; o.checked && exact.solutions != o.solutions {
				return fmt.Errorf("%s: %d solutions, exact cover has %d", b, o.solutions, exact.solutions)
			}
		}
		g := group{readings[i], fill}
		t.outcomes[g] = append(t.outcomes[g], o)
	}
	return nil
}

// searchShare is by how much fewer nodes exact cover gets on a board that was not listed.
const searchShare = 10

// verdict is what exact cover says of a board.
type verdict struct {
	solutions int64 // one more than the cap if there are more
	settled   bool  // false if its bound of nodes ended the search before
}

// consult asks exact cover for the number of solutions, up to one more than the cap.
func (t *tally) consult(ctx context.Context, b board.Board, nodes int64) (verdict, error) {
	if p := encode.ExactCover(b.Shape()); t.exact == nil || t.exact.Problem() != p {
		s, err := dlx.NewSolver(p, dlx.DefaultConfig())
		if err != nil {
			return verdict{}, err
		}
		t.exact = s
	}
	res, err := t.exact.Solve(ctx, encode.Options(nil, b), dlx.Limits{Solutions: int64(t.cfg.Solutions) + 1, Nodes: nodes})
	if err != nil {
		return verdict{}, err
	}
	return verdict{res.Solutions, res.Stop != dlx.NodeLimit}, ctx.Err()
}

// keep writes every group to the record.
func (t *tally) keep(r *lab.Run) error {
	r.Count("limit vertices", t.limits.Vertices, "vertices")
	r.Count("limit bytes", t.limits.Bytes, "bytes")
	r.Count("limit nodes", t.limits.Nodes, "nodes")
	r.Count("limit solutions", int64(t.cfg.Solutions), "solutions")
	r.Exact("limit seconds", t.cfg.Late, "s", 1)
	stopped := 0
	for fill := 0; fill <= 100; fill += step {
		if g, ok := t.givens[fill]; ok {
			r.Count(fmt.Sprintf("%d%% givens.min", fill), int64(g[0]), "givens")
			r.Count(fmt.Sprintf("%d%% givens.max", fill), int64(g[1]), "givens")
		}
		for _, reading := range readings {
			n, err := t.keepGroup(r, group{reading, fill})
			if err != nil {
				return err
			}
			stopped += n
		}
	}
	if stopped > 0 {
		r.Cap(fmt.Sprintf("a limit of vertices, bytes, nodes or solutions ended %d listings", stopped))
	}
	return nil
}

// keepGroup returns how many listings of the group a limit ended.
func (t *tally) keepGroup(r *lab.Run, g group) (stopped int, err error) {
	outcomes := t.outcomes[g]
	n := len(outcomes)
	if n == 0 {
		return 0, nil
	}
	by := map[end]int{}
	var confirmed, tooLate, several, done, beyond int
	var solutions, found, bytes, edgeList, nodes int64
	var graphs int
	var seconds, all, fillings []float64
	for _, o := range outcomes {
		by[o.end]++
		beyond += stats.Indicator[int](o.beyond)
		all = append(all, o.seconds)
		fillings = append(fillings, o.fillings)
		graphs += stats.Indicator[int](o.bytes > 0)
		bytes, edgeList, nodes = max(bytes, o.bytes), max(edgeList, o.edgeList), max(nodes, o.nodes)
		if o.end != complete {
			found = max(found, o.solutions)
			continue
		}
		done++
		seconds = append(seconds, o.seconds)
		confirmed += stats.Indicator[int](o.checked)
		tooLate += stats.Indicator[int](o.seconds > t.cfg.Late)
		several += stats.Indicator[int](o.solutions > 1)
		solutions = max(solutions, o.solutions)
	}
	name := func(metric string) string { return key(g.reading, g.fill, metric) }
	r.Exact(name(boards), float64(n), "boards", n)
	r.Exact(name(outOfReach), float64(beyond), "boards", n)
	for _, e := range ends {
		r.Exact(name(string(e)), float64(by[e]), "boards", n)
	}
	r.Exact(name(checked), float64(confirmed), "boards", done)
	r.Exact(name(severalCount), float64(several), "boards", done)
	r.Exact(name(solutionsMax), float64(solutions), "solutions", done)
	r.Exact(name(foundMax), float64(found), "solutions", n-done)
	r.Exact(name(bytesMax), float64(bytes), "bytes", graphs)
	r.Exact(name(edgeListMax), float64(edgeList), "bytes", graphs)
	r.Exact(name(nodesMax), float64(nodes), "nodes", n)
	r.Noisy(name(late), float64(tooLate), "boards", done)
	if err := spread(all, func(_, most float64) { r.Noisy(name(secondsMax), most, "s", n) }); err != nil {
		return 0, err
	}
	if err := spread(seconds, func(mid, _ float64) { r.Noisy(name(secondsMid), mid, "s", done) }); err != nil {
		return 0, err
	}
	return n - done, spread(fillings, func(mid, most float64) {
		r.Exact(name(fillingsMid), mid, "vertices", n)
		r.Exact(name(fillingsMax), most, "vertices", n)
	})
}

// spread passes the median and the maximum on, if there is anything.
func spread(x []float64, keep func(mid, most float64)) error {
	if len(x) == 0 {
		return nil
	}
	q, err := stats.Quantiles(x, 0.5, 1)
	if err != nil {
		return err
	}
	keep(q[0], q[1])
	return nil
}
