package minigridhardware

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/minigrid/tensorphase"
	"sudokulab/pkg/stats"
)

func puzzles(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	return compare(ctx, cfg, corpus.Boards(items), r)
}

// madeBoards compares boards with any number of solutions: parts of full grids, in every other one of
// which a given is exchanged for any other digit, so that most of these contradict themselves.
func madeBoards(ctx context.Context, cfg Config, k int, keep float64, r *lab.Run) error {
	shape, err := board.ShapeOf(k)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(k)))
	boards := make([]board.Board, cfg.Made)
	for i := range boards {
		b, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(shape.Side()))
		if err != nil {
			return err
		}
		order := rng.Perm(shape.Cells())
		givens := int(keep * float64(shape.Cells()))
		for _, cell := range order[givens:] {
			b.Set(cell, 0)
		}
		if i%2 == 1 {
			b.Set(order[0], 1+(b.At(order[0])+rng.IntN(shape.Side()-1))%shape.Side())
		}
		boards[i] = b
	}
	return compare(ctx, cfg, boards, r)
}

// compare lists the fillings of boards in both forms and goes on from each, in both readings; then it
// times phase 2 and the hand-over.
func compare(ctx context.Context, cfg Config, boards []board.Board, r *lab.Run) error {
	choice, err := backend.OpenNoted(ctx, cfg.Backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	lister, err := tensorphase.New(choice.Backend, cfg.Tensors)
	if err != nil {
		return err
	}
	defer lister.Close()
	if len(boards) > 0 {
		r.Exact("side", float64(boards[0].Shape().Side()), "cells", 1)
	}
	r.Exact("boards", float64(len(boards)), "boards", len(boards))
	for i, reading := range readings {
		t := &tally{cfg: cfg, lister: lister, reading: reading}
		t.cfg.Method.Fillings = reading
		for j, b := range boards {
			if err := t.add(ctx, b); err != nil {
				return fmt.Errorf("%s: %s: %w", reading, b, err)
			}
			r.Progress(i*len(boards)+j+1, len(readings)*len(boards))
		}
		if err := t.keep(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// tally compares and counts boards under one reading.
type tally struct {
	cfg     Config
	lister  *tensorphase.Lister
	reading minigrid.Fillings

	listed                      []*minigrid.Masks // boards that neither form finds too large
	beyond                      int               // boards with more fillings than allowed, in both forms
	table                       int               // boards whose table of ways is too large
	impossible                  int
	boxes, sameBoxes, same      int
	fillings                    int64
	answered, right, noSolution int
	solutions                   int
	rows                        int
	difference                  string
}

func (t *tally) add(ctx context.Context, b board.Board) error {
	m, err := minigrid.Mask(b)
	if err != nil {
		return err
	}
	out, err := t.lister.List(ctx, m, t.reading)
	if errors.Is(err, tensorphase.ErrTable) {
		t.table++
		return nil
	}
	if err != nil {
		return err
	}
	p, err := minigrid.Permute(ctx, m, t.cfg.Method)
	if err != nil {
		return err
	}
	if out.Capped && p.Capped() {
		t.beyond++
		return nil
	}
	t.listed = append(t.listed, m)
	t.rows += out.Rows
	equal := out.Capped == p.Capped() && out.Impossible == p.Impossible()
	for box := range p.Masks().Puzzle().Shape().Side() {
		t.boxes++
		if sameBox(p, out, box) {
			t.sameBoxes++
		} else {
			equal = false
		}
	}
	if !equal {
		t.differ("other fillings", b)
		return nil
	}
	t.same++
	if p.Impossible() {
		t.impossible++
		return nil
	}
	t.fillings += p.Total()
	handed, err := minigrid.PermutationsOf(m, t.cfg.Method, out.Digits)
	if err != nil {
		return err
	}
	return t.goOn(ctx, b, p, handed)
}

// sameBox compares the sizes of a box and, where they are listed, its fillings in their order, which
// is the same in both forms.
func sameBox(p *minigrid.Permutations, out *tensorphase.Fillings, box int) bool {
	size, exact := p.Size(box)
	if exact && size != uint64(out.Sizes[box]) {
		return false
	}
	if out.Digits == nil {
		return p.Count(box) == 0
	}
	n := len(p.Cells(box))
	if len(out.Digits[box]) != n*p.Count(box) {
		return false
	}
	for i := range p.Count(box) {
		if !bytes.Equal(p.Filling(box, i), out.Digits[box][i*n:(i+1)*n]) {
			return false
		}
	}
	return true
}

// goOn runs phases 3 to 5 from both lists.
func (t *tally) goOn(ctx context.Context, b board.Board, own, handed *minigrid.Permutations) error {
	want, err := t.answer(ctx, b, own)
	if err != nil {
		return err
	}
	got, err := t.answer(ctx, b, handed)
	if err != nil {
		return err
	}
	t.answered++
	t.solutions += len(want.solutions)
	if len(want.solutions) == 0 {
		t.noSolution++
	}
	if got.end == want.end && strings.Join(got.solutions, "\n") == strings.Join(want.solutions, "\n") {
		t.right++
	} else {
		t.differ("another answer", b)
	}
	return nil
}

func (t *tally) differ(what string, b board.Board) {
	if t.difference == "" {
		t.difference = what + ": " + b.String()
	}
}

// answer is what phases 3 to 5 say of a board: its solutions up to a limit, and how it ended.
type answer struct {
	end       string
	solutions []string
}

func (t *tally) answer(ctx context.Context, b board.Board, p *minigrid.Permutations) (a answer, err error) {
	g, err := minigrid.Connect(ctx, p, t.cfg.Method)
	if err != nil || g.Capped() {
		a.end = "the graph exceeds the limits"
		return a, err
	}
	if err := g.PruneToFixedPoint(ctx); err != nil {
		return a, err
	}
	a.end = "all found"
	for s, err := range g.Extract(ctx, t.cfg.Nodes, nil) {
		if errors.Is(err, minigrid.ErrNodes) {
			a.end = "the extraction exceeds its limit"
			break
		}
		if err != nil {
			return a, err
		}
		if err := board.CheckSolution(b, s); err != nil {
			return a, err
		}
		if len(a.solutions) == t.cfg.Solutions {
			a.end = "more are left"
			break
		}
		a.solutions = append(a.solutions, s.String())
	}
	return a, nil
}

func (t *tally) keep(ctx context.Context, r *lab.Run) error {
	n := len(t.listed)
	keep := func(name string, v int, unit string, n int) {
		r.Exact(string(t.reading)+" "+name, float64(v), unit, n)
	}
	keep("listed", n, "boards", n+t.beyond+t.table)
	keep("beyond", t.beyond, "boards", n+t.beyond+t.table)
	keep("table", t.table, "boards", n+t.beyond+t.table)
	keep("same", t.same, "boards", n)
	keep("impossible", t.impossible, "boards", n)
	keep("boxes", t.boxes, "boxes", n)
	keep("boxes same", t.sameBoxes, "boxes", t.boxes)
	keep("fillings", int(t.fillings), "fillings", n)
	keep("rows", t.rows, "fillings", n)
	keep("answered", t.answered, "boards", n)
	keep("answers same", t.right, "boards", t.answered)
	keep("no solution", t.noSolution, "boards", t.answered)
	keep("solutions", t.solutions, "solutions", t.answered)
	if t.beyond+t.table > 0 {
		r.Cap(fmt.Sprintf("reading %q: %d boards exceed the limit of fillings in both forms, %d that of the table", t.reading, t.beyond, t.table))
	}
	if t.difference != "" {
		r.Text(string(t.reading)+" difference", t.difference)
	}
	return t.time(ctx, r)
}

// time measures phase 2 in both forms and the hand-over, on the first boards that were listed, the two
// forms taking turns at being first. Everything was run before, so nothing is compiled.
func (t *tally) time(ctx context.Context, r *lab.Run) error {
	boards := t.listed[:min(t.cfg.Timed, len(t.listed))]
	if len(boards) == 0 {
		return nil
	}
	var library, tensors, handing, ratios []float64
	var fillings int64
	for round := range t.cfg.Rounds {
		var took [2]float64
		var handed float64
		for turn := range 2 {
			form := (round + turn) % 2
			for _, m := range boards {
				if err := ctx.Err(); err != nil {
					return err
				}
				begin := time.Now()
				if form == 0 {
					if _, err := minigrid.Permute(ctx, m, t.cfg.Method); err != nil {
						return err
					}
					took[form] += time.Since(begin).Seconds()
					continue
				}
				out, err := t.lister.List(ctx, m, t.reading)
				if err != nil {
					return err
				}
				took[form] += time.Since(begin).Seconds()
				if out.Digits == nil {
					continue
				}
				begin = time.Now()
				p, err := minigrid.PermutationsOf(m, t.cfg.Method, out.Digits)
				if err != nil {
					return err
				}
				handed += time.Since(begin).Seconds()
				if round == 0 {
					fillings += p.Total()
				}
			}
		}
		n := float64(len(boards))
		library, tensors, handing = append(library, took[0]/n), append(tensors, took[1]/n), append(handing, handed/n)
		ratios = append(ratios, took[1]/took[0])
	}
	r.Exact(string(t.reading)+" timed", float64(len(boards)), "boards", len(t.listed))
	r.Exact(string(t.reading)+" timed fillings", float64(fillings), "fillings", len(boards))
	for _, f := range []struct {
		name, unit string
		x          []float64
	}{{"library time", "s", library}, {"tensors time", "s", tensors}, {"hand-over time", "s", handing}, {"ratio", "× library", ratios}} {
		q, err := stats.Quantiles(f.x, 0, 0.5, 1)
		if err != nil {
			return err
		}
		name := string(t.reading) + " " + f.name
		r.Noisy(name+".min", q[0], f.unit, len(f.x))
		r.Noisy(name+".median", q[1], f.unit, len(f.x))
		r.Noisy(name+".max", q[2], f.unit, len(f.x))
	}
	return nil
}
