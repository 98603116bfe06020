package tensorbackends

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// limit of solutions for which networks look: the second shows that there are several.
const limit = 2

// same compares two answers to one puzzle.
func same(a, b tensornet.Answer) bool {
	return a.End == b.End && a.Solutions == b.Solutions && a.Steps == b.Steps && a.Guesses == b.Guesses && a.Deepest == b.Deepest &&
		a.Grid.IsZero() == b.Grid.IsZero() && (a.Grid.IsZero() || a.Grid.Equal(b.Grid))
}

// right reports whether an answer names a solution of the puzzle, or proves that there is none.
func right(puzzle board.Board, a tensornet.Answer) bool {
	if a.Solutions == 0 {
		return a.End == plain.Exhausted && a.Grid.IsZero()
	}
	return board.CheckSolution(puzzle, a.Grid) == nil
}

// answers holds the answers at the sizes ns, the first of them 1, against those of the same puzzles one at a time.
func (s subject) answers(ctx context.Context, ns []int, r *lab.Run) error {
	choice, err := backend.OpenSequential(ctx, s.backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	list, err := puzzlesOf(ctx, r)
	if err != nil {
		return err
	}
	side := board.Standard().Side()
	var alone []tensornet.Answer
	var sizes, largest, shaped, compared, equal, correct, none int
	for i, n := range ns {
		cfg := s.network(n)
		puzzles := repeated(list, n)
		if i == 0 {
			puzzles = list // one at a time, all of them
		}
		got, empty, err := s.once(ctx, choice, cfg, puzzles)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			r.Text("refused", fmt.Sprintf("%d puzzles: %v", n, err))
			break
		}
		sizes, largest, none = sizes+1, n, none+empty
		state, err := cfg.State(board.Standard())
		if err != nil {
			return err
		}
		if slices.Equal(state[0].Dimensions, []int{n, side, side, side}) {
			shaped++
		}
		if i == 0 {
			alone = got
		}
		for j, a := range got {
			compared++
			if right(puzzles[j], a) {
				correct++
			}
			if same(a, alone[j%len(alone)]) {
				equal++
			}
		}
		r.Progress(i+1, len(ns))
	}
	keep := backend.KeeperOf(r, choice)
	keep.Count("sizes asked", int64(len(ns)), "sizes")
	keep.Count("sizes", int64(sizes), "sizes")
	keep.Count("largest", int64(largest), "puzzles at once")
	keep.Count("shaped", int64(shaped), "sizes")
	keep.Count("distinct", int64(len(list)), "puzzles")
	keep.Count("answers", int64(compared), "answers")
	keep.Count("right", int64(correct), "answers")
	keep.Count("same", int64(equal), "answers")
	keep.Count("answers to none", int64(none), "answers")
	return nil
}

// once answers puzzles on a network that is made for them, and counts the answers to no puzzles at all.
func (s subject) once(ctx context.Context, choice *accel.Choice, cfg tensornet.Config, puzzles []board.Board) (out []tensornet.Answer, none int, err error) {
	c, err := crewOf([]*accel.Choice{choice}, cfg)
	if err != nil {
		return nil, 0, err
	}
	defer c.close()
	for _, err := range c[0].Solve(ctx, slices.Values([]board.Board{}), limit) {
		if err != nil {
			return nil, none, err
		}
		none++
	}
	out, err = c.solve(ctx, puzzles, limit)
	return out, none, err
}

// equal holds the answers of a backend against those of the one in Go, which runs its operations one after the
// other; Go itself is tried with operations in parallel. It also asks the backend for every kind of
// operation of the step.
func (s subject) equal(ctx context.Context, r *lab.Run) error {
	reference, err := backend.OpenSequential(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer reference.Close()
	choice, err := backend.OpenNoted(ctx, s.backend, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	list, err := puzzlesOf(ctx, r)
	if err != nil {
		return err
	}
	list = repeated(list, s.cfg.Compared)
	cfg := s.network(s.cfg.Rates[s.form].Usual)
	want, _, err := s.once(ctx, reference, cfg, list)
	if err != nil {
		return err
	}
	operations, err := tensornet.Operations(reference.Backend, board.Standard(), cfg)
	if err != nil {
		return err
	}
	keep := backend.KeeperOf(r, choice)
	got, _, err := s.once(ctx, choice, cfg, list)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		keep.Count("taken", 0, "programs")
		r.Text("refused", err.Error())
	default:
		keep.Count("taken", 1, "programs")
		equal, correct := 0, 0
		for i, a := range got {
			if same(a, want[i]) {
				equal++
			}
			if right(list[i], a) {
				correct++
			}
		}
		keep.Count("answers", int64(len(got)), "answers")
		keep.Count("same", int64(equal), "answers")
		keep.Count("right", int64(correct), "answers")
	}
	offer := tensornet.OfferOf(choice.Backend, operations)
	keep.Count("kinds", int64(offer.Kinds), "kinds of operation")
	keep.Count("native", int64(offer.Native), "kinds of operation")
	keep.Count("pools", int64(offer.Pooling), "kinds of operation")
	r.Text("lacking", cmp.Or(strings.Join(offer.Lacking, ", "), "none"))
	return nil
}
