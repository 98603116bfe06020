// Package cspsample counts what AC-3 does on the board that the CSP document prints as
// its easy example: givens, arcs, reductions, singletons, and the domains of the four cells
// that the document follows. It decides C07 and C08.
package cspsample

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
)

// Sample is the board of the document's section on arc-consistency trees.
const Sample = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// sampleCase is the one case of the experiment.
const sampleCase = "sample"

// told are the cells whose domains the document follows, row and column from zero as there.
var told = []struct{ row, col int }{{0, 2}, {1, 1}, {0, 3}, {0, 5}}

// queues are the orders in which arcs are taken: the document's listing takes an arc with
// pop, its section on design asks for first in, first out.
var queues = []csp.Queue{csp.FIFO, csp.LIFO, csp.FIFOSet, csp.Events}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Board  string `json:"board"`
	Rounds int    `json:"rounds"` // timed runs, of which the median is kept
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "csp-sample",
		Title:    "The document's sample board under AC-3",
		Question: "What does AC-3 do on the board that the CSP document prints, and does it match the figures printed with it?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Board: Sample, Rounds: 101}
	if p == lab.Smoke {
		cfg.Rounds = 11
	}
	return lab.Plan{Config: cfg, Seed: 1, Cases: []lab.Case{{
		Kind:  sampleCase,
		Timed: true,
		Run:   func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg, r) },
	}}}
}

func measure(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzle, err := board.Parse(cfg.Board)
	if err != nil {
		return err
	}
	r.Count("cells", int64(len(puzzle.Cells())), "cells")
	r.Count("givens", int64(puzzle.Filled()), "cells")
	net := encode.Network(puzzle.Shape())
	start := encode.Domains(nil, puzzle)
	for _, q := range queues {
		if err := propagate(ctx, cfg, r, net, start, q); err != nil {
			return err
		}
	}
	byUnit(r, puzzle)
	return traced(ctx, r, net, puzzle, start)
}

// propagate counts one run of AC-3 with the queue and times it.
func propagate(ctx context.Context, cfg Config, r *lab.Run, net *csp.Network, start []csp.Set, q csp.Queue) error {
	c := csp.DocumentConfig()
	c.Queue = q
	s, err := csp.NewSolver(net, c)
	if err != nil {
		return err
	}
	var times []float64
	var res csp.PropagationResult
	for range cfg.Rounds {
		begin := time.Now()
		if res, err = s.Propagate(ctx, start); err != nil {
			return err
		}
		times = append(times, time.Since(begin).Seconds())
	}
	name := string(q) + "."
	r.Count(name+"arcs", res.Counters.Arcs, "arcs")
	r.Count(name+"pushes", res.Counters.Pushes, "entries")
	r.Count(name+"effective", res.Counters.Effective, "revisions")
	r.Count(name+"reductions", res.Counters.Reductions, "values")
	r.Count(name+"singletons", res.Counters.Singletons, "cells")
	r.Count(name+"settled", int64(net.Variables()-res.Open), "cells")
	return lab.KeepMedian(r.Noisy, rand.New(rand.NewPCG(r.Seed, 0)), name+"time", "s", times)
}

// byUnit keeps what the givens in each kind of unit leave of the told cells, taken in the
// document's order: row, then column, then box.
func byUnit(r *lab.Run, puzzle board.Board) {
	shape := puzzle.Shape()
	for _, cell := range told {
		i := shape.Cell(cell.row, cell.col)
		left := board.AllDigits(shape.Side())
		for u, unit := range shape.UnitsOf(i) {
			for _, peer := range shape.Units()[unit] {
				if d := puzzle.At(peer); d != 0 && peer != i {
					left = left.Without(d)
				}
			}
			r.Text(domainText(cell.row, cell.col, [...]string{"row", "row+column", "row+column+box"}[u]), left.String())
		}
	}
}

// traced keeps the real propagation tree and the course of the told cells.
func traced(ctx context.Context, r *lab.Run, net *csp.Network, puzzle board.Board, start []csp.Set) error {
	s, err := csp.NewSolver(net, csp.DocumentConfig())
	if err != nil {
		return err
	}
	var rec csp.Recorder
	s.SetTrace(csp.Trace{Hook: rec.Record})
	res, err := s.Propagate(ctx, start)
	if err != nil {
		return err
	}
	shape := puzzle.Shape()
	tree, err := csp.NewTree(start, rec.Events)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := tree.WriteText(&text, csp.TextOptions{Names: engine.CellNames(shape)}); err != nil {
		return err
	}
	r.Text("tree", text.String())
	var drawing strings.Builder
	err = tree.WriteSVG(&drawing, csp.SVGOptions{Names: engine.CellNames(shape), Title: "Arc-consistency tree of the sample board, queue as written"})
	if err != nil {
		return err
	}
	r.Text("tree.svg", drawing.String())
	for _, cell := range told {
		i := shape.Cell(cell.row, cell.col)
		var course strings.Builder
		course.WriteString(encode.Digits(start[i]).String())
		columns := int64(0)
		for _, e := range rec.Events {
			if e.Kind != csp.Reduction || e.Var != i {
				continue
			}
			fmt.Fprintf(&course, "\n%4d  loses %s to %s, keeps %s", e.Seq,
				encode.Digits(e.Removed()), shape.CellName(e.By), encode.Digits(e.After))
			// Of the values struck after the givens had had their say, those that a cell of
			// the same column struck.
			if cell == told[0] && shape.Col(e.By) == cell.col && e.Removed()&(1<<0|1<<1) != 0 {
				columns++
			}
		}
		r.Text(domainText(cell.row, cell.col, "course"), course.String())
		r.Text(domainText(cell.row, cell.col, "end"), encode.Digits(res.Domains[i]).String())
		if cell == told[0] {
			r.Count("r1c3.column-strikes-of-1-and-2", columns, "strikes")
		}
	}
	return nil
}

// domainText names the text that holds a cell's domain at a stage.
func domainText(row, col int, stage string) string { return cellName(row, col) + "." + stage }

func cellName(row, col int) string { return fmt.Sprintf("r%dc%d", row+1, col+1) }
