package infer_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// own returns n puzzles of an embedded set.
func own(tb testing.TB, id string, n int) []board.Board {
	tb.Helper()
	items, err := (&corpus.Store{}).Select(context.Background(), id, corpus.Selection{First: n})
	if err != nil {
		tb.Fatal(err)
	}
	out := make([]board.Board, len(items))
	for i, it := range items {
		out[i] = it.Board
	}
	return out
}

func ask(tb testing.TB, p learn.Predictor, b board.Board) learn.Prediction {
	tb.Helper()
	out, err := p.Predict(context.Background(), []board.Board{b})
	if err != nil {
		tb.Fatal(err)
	}
	return out[0]
}

func search(tb testing.TB, form infer.Form, order infer.Order) *infer.Search {
	tb.Helper()
	s, err := infer.NewSearch(infer.SearchConfig{Form: form, Order: order, Seed: 7})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// advised is a search with a model as a solver, the model asked about the puzzle alone.
type advised struct {
	s *infer.Search
	p learn.Predictor
}

func (a advised) Name() string { return "advised" }

func (a advised) Solve(ctx context.Context, b board.Board, l solver.Limits) (solver.Result, error) {
	if b.IsZero() {
		_, err := a.s.Solve(ctx, b, learn.Prediction{}, l)
		return solver.Result{}, err
	}
	p, err := a.p.Predict(ctx, []board.Board{b})
	if err != nil {
		return solver.Result{}, err
	}
	res, err := a.s.Solve(ctx, b, p[0], l)
	return res.Result, err
}

func TestSearchConformance(t *testing.T) {
	for _, form := range []infer.Form{infer.Cells, infer.Cover} {
		for _, order := range []infer.Order{infer.Ascending, infer.Confidence, infer.Shuffled} {
			o := solvertest.Options{Sides: []int{4, 9, 16}, Variants: true}
			if form == infer.Cells {
				// Without hidden singles these take millions of nodes.
				o.Sides, o.Exclude = []int{4, 9}, []string{"9/no-place"}
			}
			if testing.Short() {
				if order != infer.Confidence {
					continue
				}
				o.Sides = []int{4, 9}
			}
			t.Run(string(form)+"/"+string(order), func(t *testing.T) {
				solvertest.Run(t, advised{search(t, form, order), noisy(8)}, o)
			})
		}
	}
}

// TestCoverIsTheEngine: without advice the reduced exact cover is searched as the engine dlx
// searches the whole one, to the last counter.
func TestCoverIsTheEngine(t *testing.T) {
	s, e := search(t, infer.Cover, infer.Ascending), engine.DLX(engine.DefaultDLX())
	for _, c := range slices.Concat(solvertest.Cases(), solvertest.VariantCases()) {
		for _, limit := range []int{1, 2, 20} {
			l := solver.Limits{Solutions: limit, Nodes: 5000}
			got, err := s.Solve(t.Context(), c.Puzzle, learn.Prediction{}, l)
			if err != nil {
				t.Fatal(err)
			}
			want, err := e.Solve(t.Context(), c.Puzzle, l)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{engine.CounterGuesses, engine.CounterMaxDepth} {
				if g, w := got.Stats.Counter(name), want.Stats.Counter(name); g != w {
					t.Errorf("%s with limit %d: %s is %d, the engine's %d", c.Name, limit, name, g, w)
				}
			}
			// A full board is Unique to the search and Found to the engine, if one solution is asked for.
			if got.Status != want.Status && !c.Puzzle.Full() || got.Stats.Nodes != want.Stats.Nodes || got.Stats.Backtracks != want.Stats.Backtracks || !got.Grid.Equal(want.Grid) {
				t.Errorf("%s with limit %d: %+v, the engine %+v", c.Name, limit, got.Result, want)
			}
		}
	}
}

// plainCells is the search on cells once more, recursive and from package board's candidates.
type plainCells struct {
	order                             func(cell int, digits []int)
	limit, nodes, guesses, backtracks int
	grids                             []board.Board
}

func (r *plainCells) search(b board.Board) {
	may := board.Candidates(b)
	cell := -1
	for c := range b.Cells() {
		if b.At(c) == 0 && (cell < 0 || may[c].Count() < may[cell].Count()) {
			cell = c
		}
	}
	if cell < 0 {
		r.grids = append(r.grids, b.Clone())
		return
	}
	digits := slices.Collect(may[cell].All())
	r.order(cell, digits)
	for _, d := range digits {
		before := len(r.grids)
		r.nodes++
		if len(digits) > 1 {
			r.guesses++
		}
		b.Set(cell, d)
		r.search(b)
		b.Set(cell, 0)
		if len(r.grids) == r.limit {
			return
		}
		if len(r.grids) == before {
			r.backtracks++
		}
	}
}

func TestCellsAgainstPlain(t *testing.T) {
	puzzles := slices.Concat(own(t, "own-4x4", 40), own(t, "own-hard", 20), own(t, "own-minimal", 20))
	for i, b := range puzzles {
		if i%3 == 0 { // several solutions
			b = b.Clone()
			for cell, left := 0, 2; left > 0; cell++ {
				if b.At(cell) != 0 {
					b.Set(cell, 0)
					left--
				}
			}
		}
		p := ask(t, noisy(uint64(i)), b)
		n := b.Shape().Side()
		for _, order := range []infer.Order{infer.Ascending, infer.Confidence} {
			for _, limit := range []int{1, 2, 9} {
				want := plainCells{limit: limit, order: func(int, []int) {}}
				if order == infer.Confidence {
					want.order = func(cell int, digits []int) {
						slices.SortStableFunc(digits, func(a, b int) int {
							switch x, y := p.P[cell*n+a-1], p.P[cell*n+b-1]; {
							case x > y:
								return -1
							case x < y:
								return 1
							}
							return 0
						})
					}
				}
				want.search(b.Clone())
				got, err := search(t, infer.Cells, order).Solve(t.Context(), b, p, solver.Limits{Solutions: limit})
				if err != nil {
					t.Fatal(err)
				}
				have := [4]int{int(got.Stats.Nodes), int(got.Stats.Counter(infer.CounterGuesses)), int(got.Stats.Backtracks), got.Solutions}
				if have != [4]int{want.nodes, want.guesses, want.backtracks, len(want.grids)} || !got.Grid.Equal(want.grids[0]) {
					t.Errorf("%v, %s, limit %d: %v, want nodes %d, guesses %d, backtracks %d, solutions %d",
						b, order, limit, have, want.nodes, want.guesses, want.backtracks, len(want.grids))
				}
			}
		}
	}
}

// TestOrderCannotShortenAProof: to prove that a solution is the only one, or that there is none,
// costs the same nodes in every order.
func TestOrderCannotShortenAProof(t *testing.T) {
	puzzles := own(t, "own-minimal", 30)
	for i, b := range own(t, "own-minimal", 60)[30:] {
		b = b.Clone() // a wrong given
		grid := solutions()(b)
		cell := slices.Index(b.Cells(), 0)
		b.Set(cell, (grid.At(cell)+i%8)%9+1)
		puzzles = append(puzzles, b)
	}
	tested := map[solver.Status]int{}
	differ := 0 // with one solution asked for
	for i, b := range puzzles {
		p := ask(t, oracle(0.3, 0.4, uint64(i)), b)
		for _, form := range []infer.Form{infer.Cells, infer.Cover} {
			var all, first [3]int64
			for k, order := range []infer.Order{infer.Ascending, infer.Confidence, infer.Shuffled} {
				s := search(t, form, order)
				res, err := s.Solve(t.Context(), b, p, solver.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				tested[res.Status]++
				all[k] = res.Stats.Nodes
				if res, err = s.Solve(t.Context(), b, p, solver.Limits{Solutions: 1}); err != nil {
					t.Fatal(err)
				}
				first[k] = res.Stats.Nodes
			}
			if all[0] != all[1] || all[0] != all[2] {
				t.Errorf("%v, %s: nodes %v of the proof differ", b, form, all)
			}
			if first[0] != first[1] {
				differ++
			}
		}
	}
	if tested[solver.Unique] == 0 || tested[solver.Unsat] == 0 || differ == 0 {
		t.Errorf("tested %v, the orders differed %d times", tested, differ)
	}
}

// TestPerfectAdvice: with an oracle nothing is ever taken back.
func TestPerfectAdvice(t *testing.T) {
	p := oracle(0, 0.9, 1)
	for _, form := range []infer.Form{infer.Cells, infer.Cover} {
		s, plain := search(t, form, infer.Confidence), search(t, form, infer.Ascending)
		saved := int64(0)
		for _, b := range own(t, "own-minimal", 40) {
			res, err := s.Solve(t.Context(), b, ask(t, p, b), solver.Limits{Solutions: 1})
			if err != nil {
				t.Fatal(err)
			}
			if open := int64(81 - b.Filled()); res.Stats.Backtracks != 0 || res.Stats.Nodes != open {
				t.Errorf("%v, %s: %d nodes, %d backtracks, want %d and 0", b, form, res.Stats.Nodes, res.Stats.Backtracks, open)
			}
			without, err := plain.Solve(t.Context(), b, learn.Prediction{}, solver.Limits{Solutions: 1})
			if err != nil {
				t.Fatal(err)
			}
			saved += without.Stats.Nodes - res.Stats.Nodes
		}
		if saved <= 0 {
			t.Errorf("%s: the oracle saved %d nodes", form, saved)
		}
	}
}

func TestSearchErrors(t *testing.T) {
	if _, err := infer.NewSearch(infer.SearchConfig{Form: "tree", Order: infer.Ascending}); err == nil {
		t.Error("an unknown form was taken")
	}
	if _, err := infer.NewSearch(infer.SearchConfig{Form: infer.Cells, Order: "best"}); err == nil {
		t.Error("an unknown order was taken")
	}
	b := own(t, "own-4x4", 1)[0]
	s := search(t, infer.Cells, infer.Confidence)
	if _, err := s.Solve(t.Context(), b, learn.Prediction{}, solver.Limits{}); err == nil {
		t.Error("no prediction was taken for one")
	}
	p := ask(t, uniform(), b)
	p.P[slices.Index(b.Cells(), 0)*4] = float32(math.NaN())
	if _, err := s.Solve(t.Context(), b, p, solver.Limits{}); err == nil {
		t.Error("NaN was taken for a probability")
	}
}

func TestCellSearchAllocates(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	run := infer.RunCells(b)
	if run() != 1 {
		t.Fatal("not one solution")
	}
	// One: the board of the first solution.
	if n := testing.AllocsPerRun(20, func() { run() }); n > 1 {
		t.Errorf("%v allocations, want 1", n)
	}
}

// BenchmarkSearch looks for the first solution of puzzles with and without advice. The model is
// an oracle that is wrong in a part of the cells.
func BenchmarkSearch(b *testing.B) {
	sets := map[string][]board.Board{"own-minimal": own(b, "own-minimal", 100), "own-16x16": own(b, "own-16x16", 20)}
	for set, puzzles := range sets {
		for _, noise := range []int{0, 10, 30, 50} {
			model := oracle(float64(noise)/100, 0.5, 3)
			preds := make([]learn.Prediction, len(puzzles))
			for i, p := range puzzles {
				preds[i] = ask(b, model, p)
			}
			for _, form := range []infer.Form{infer.Cells, infer.Cover} {
				for _, order := range []infer.Order{infer.Ascending, infer.Shuffled, infer.Confidence} {
					if order != infer.Confidence && noise > 0 || form == infer.Cells && set == "own-16x16" {
						continue
					}
					b.Run(fmt.Sprintf("form=%s/order=%s/noise=%d/set=%s", form, order, noise, set), func(b *testing.B) {
						s := search(b, form, order)
						var nodes, guesses, setup int64
						b.ReportAllocs()
						for b.Loop() {
							nodes, guesses = 0, 0
							for i, p := range puzzles {
								res, err := s.Solve(b.Context(), p, preds[i], solver.Limits{Solutions: 1})
								if err != nil {
									b.Fatal(err)
								}
								nodes += res.Stats.Nodes
								guesses += res.Stats.Counter(infer.CounterGuesses)
								setup += res.Setup.Nanoseconds()
							}
						}
						n := float64(len(puzzles))
						b.ReportMetric(float64(nodes)/n, "nodes/puzzle")
						b.ReportMetric(float64(guesses)/n, "guesses/puzzle")
						b.ReportMetric(float64(setup)/n/float64(b.N), "setup-ns/puzzle")
						b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n/float64(b.N), "ns/puzzle")
					})
				}
			}
		}
	}
}
