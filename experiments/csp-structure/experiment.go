// Package cspstructure counts the constraint graph of the CSP document for every size of
// board, and compares AC-3 as written with a naive fixpoint and with its bound. It
// decides C01 and C02.
package cspstructure

import (
	"context"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// queues are the orders in which AC-3 may take arcs: the document's listing takes one with
// pop, its section on design asks for first in, first out.
var queues = []csp.Queue{csp.FIFO, csp.LIFO, csp.FIFOSet, csp.Events}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Sizes []Size `json:"sizes"`
}

// Size is a size of board and how many random partial boards of it are taken: fewer of the
// larger ones, where the naive fixpoint is slow.
type Size struct {
	Box    int `json:"box"` // k, the side being n = k²
	Boards int `json:"boards"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-structure",
		Title:    "The constraint graph, and AC-3 against its bound",
		Question: "Is the constraint graph what the CSP document says, does AC-3 as written reach arc consistency, and does its work stay under e·d³?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Sizes: []Size{{2, 1000}, {3, 400}, {4, 60}, {5, 12}, {6, 4}}}
	for i := range cfg.Sizes {
		switch b := &cfg.Sizes[i].Boards; p {
		case lab.Smoke:
			*b = max(1, *b/10)
		case lab.Full:
			*b *= 50
		}
	}
	pl := lab.Plan{Config: cfg, Seed: 2}
	for _, size := range cfg.Sizes {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: side(size.Box * size.Box),
			Run:  func(ctx context.Context, r *lab.Run) error { return measure(ctx, size, r) },
		})
	}
	return pl
}

// side are the dimensions of the cases: the side of the board alone.
func side(n int) []record.Dim { return []record.Dim{record.D("n", n)} }

func measure(ctx context.Context, size Size, r *lab.Run) error {
	shape, err := board.ShapeOf(size.Box)
	if err != nil {
		return err
	}
	graph(r, shape)
	return bound(ctx, size.Boards, r, shape)
}

// graph counts cells, peers and arcs.
func graph(r *lab.Run, shape *board.Shape) {
	net := encode.Network(shape)
	b := board.New(shape)
	inPlace, fewest, most := 0, shape.Cells(), 0
	for row := range shape.Side() {
		for col := range shape.Side() {
			cell := row*shape.Side() + col
			b.Set(cell, 1)
			if shape.Cell(row, col) == cell && b.Cells()[cell] == 1 {
				inPlace++
			}
			b.Set(cell, 0)
			if b.Cells()[cell] != 0 {
				inPlace--
			}
			fewest, most = min(fewest, net.Degree(cell)), max(most, net.Degree(cell))
		}
	}
	r.Count("cells", int64(len(b.Cells())), "cells")
	r.Count("cells-in-place", int64(inPlace), "cells")
	r.Count("peers.min", int64(fewest), "cells")
	r.Count("peers.max", int64(most), "cells")
	r.Count("constraints", int64(net.Constraints()), "constraints")
	r.Count("arcs", int64(net.Arcs()), "arcs")
}

// bound runs AC-3 in every order on random partial boards and keeps the greatest work, and
// on how many boards all orders ended where a naive fixpoint ends.
func bound(ctx context.Context, boards int, r *lab.Run, shape *board.Shape) error {
	net := encode.Network(shape)
	e, d := int64(net.Arcs()), int64(shape.Side())
	solvers := map[csp.Queue]*csp.Solver{}
	most := map[csp.Queue]int64{}
	for _, q := range queues {
		c := csp.DocumentConfig()
		c.Queue = q
		s, err := csp.NewSolver(net, c)
		if err != nil {
			return err
		}
		solvers[q] = s
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(shape.Side())))
	full := generate.PatternGrid(shape)
	agree, consistent := 0, 0
	var domains []csp.Set
	for i := range boards {
		if err := ctx.Err(); err != nil {
			return err
		}
		domains = encode.Domains(domains, randomBoard(rng, full))
		want, ok := naive(net, domains)
		if ok {
			consistent++
		}
		same := true
		for _, q := range queues {
			res, err := solvers[q].Propagate(ctx, domains)
			if err != nil {
				return err
			}
			// Where a domain runs empty the orders may stop at different domains; that they
			// all report it is what is to be compared.
			same = same && res.Consistent == ok && (!ok || slices.Equal(res.Domains, want))
			most[q] = max(most[q], res.Counters.Arcs)
		}
		if same {
			agree++
		}
		r.Progress(i+1, boards)
	}
	r.Exact("boards", float64(boards), "boards", boards)
	r.Exact("agree", float64(agree), "boards", boards)
	r.Exact("consistent", float64(consistent), "boards", boards)
	for _, q := range queues {
		r.Exact(string(q)+".arcs.max", float64(most[q]), "arcs", boards)
	}
	// Each revision compares at most d values of one domain with d of the other.
	r.Count("bound.checks", e*d*d*d, "checks")
	r.Exact("checks.max", float64(most[csp.FIFO]*d*d), "checks", boards)
	return nil
}

// randomBoard keeps a random share of a relabelled full grid; in every fourth board one
// filled cell holds a wrong digit, so that contradictions come up, too.
func randomBoard(rng *rand.Rand, full board.Board) board.Board {
	n := full.Shape().Side()
	b := full.Clone()
	relabel := rng.Perm(n)
	keep := rng.Float64()
	for cell := range b.Cells() {
		if rng.Float64() < keep {
			b.Set(cell, relabel[b.At(cell)-1]+1)
		} else {
			b.Set(cell, 0)
		}
	}
	if rng.IntN(4) == 0 {
		if cell := rng.IntN(len(b.Cells())); b.At(cell) != 0 {
			b.Set(cell, rng.IntN(n)+1)
		}
	}
	return b
}

// naive reaches the fixpoint by going over all pairs of neighbours until nothing
// changes: no queue, no arcs, the definition of arc consistency.
func naive(net *csp.Network, start []csp.Set) (domains []csp.Set, consistent bool) {
	domains = slices.Clone(start)
	for changed := true; changed; {
		changed = false
		for i := range domains {
			for j := range net.Neighbours(i) {
				for a := range domains[i].All() {
					supported := false
					for b := range domains[j].All() {
						supported = supported || net.Allowed(i, a, j, b)
					}
					if !supported {
						domains[i] &^= csp.SetOf(a)
						changed = true
					}
				}
				if domains[i] == 0 {
					return domains, false
				}
			}
		}
	}
	return domains, true
}
