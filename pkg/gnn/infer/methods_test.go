package infer_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
)

// only returns a literal configuration with these stages, without proofs.
func only(stages ...infer.Method) infer.Config {
	c := infer.DefaultConfig()
	c.Stages, c.Prove = stages, false
	return c
}

func answer(t *testing.T, p learn.Predictor, c infer.Config, b board.Board) (infer.Answer, *infer.Trace) {
	t.Helper()
	a, trace, err := runner(t, p, c, nil).Explain(t.Context(), b, solver.Limits{Solutions: 1})
	if err != nil {
		t.Fatal(err)
	}
	return a, trace
}

// script is a predictor that knows the solution of the puzzle with these confidences; change
// sets other digits, for the board that it is asked about.
func script(puzzle board.Board, p float32, change func(b board.Board, cell int) (int, float32)) *each {
	grid := solutions()(puzzle)
	return &each{of: func(b board.Board) learn.Prediction {
		return spread(b, func(cell int) (int, float32) {
			if d, p := change(b, cell); d != 0 {
				return d, p
			}
			return grid.At(cell), p
		})
	}}
}

func unchanged(board.Board, int) (int, float32) { return 0, 0 }

// empties returns the empty cells.
func empties(b board.Board) (cells []int) {
	for cell, d := range b.Cells() {
		if d == 0 {
			cells = append(cells, cell)
		}
	}
	return cells
}

func TestSingle(t *testing.T) {
	b := own(t, "own-easy", 1)[0]
	grid := solutions()(b)
	a, _ := answer(t, script(b, 0.2, unchanged), only(infer.Single), b)
	if a.Status != solver.Found || !a.Grid.Equal(grid) || a.By != infer.Single || a.Network != len(empties(b)) || a.Agreed != a.Network || a.Search != 0 {
		t.Errorf("an oracle of low confidence: %+v", a)
	}
	// One cell wrong: nothing is found, and nothing claimed.
	wrong := empties(b)[7]
	model := script(b, 0.2, func(_ board.Board, cell int) (int, float32) {
		if cell == wrong {
			return grid.At(cell)%9 + 1, 0.15
		}
		return 0, 0
	})
	a, trace := answer(t, model, only(infer.Single), b)
	if a.Status != solver.Capped || !a.Grid.IsZero() || a.Solutions != 0 || a.By != "" {
		t.Errorf("a wrong cell: %+v", a)
	}
	if e := trace.Ends[0]; e.Solved || e.Weakest[0].Cell != wrong || !strings.Contains(e.Why, "twice") {
		t.Errorf("end %+v, want cell %d as the weakest", e, wrong)
	}
	if a, _ := answer(t, model, only(infer.Start), b); a.Agreed != len(empties(b))-1 {
		t.Errorf("the model is right in %d cells of %d, want all but one", a.Agreed, len(empties(b)))
	}
	if total := a.Total(); total.Calls != 1 || total.Boards != 1 || total.Rounds != 1 {
		t.Errorf("cost %+v", total)
	}
}

// TestRefineRounds: a model that is sure of ten more cells in each round.
func TestRefineRounds(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	open := empties(b)
	grid := solutions()(b)
	sure := func(size int, p float32) *each {
		return script(b, 0, func(now board.Board, cell int) (int, float32) {
			if slices.Index(empties(now), cell) < size {
				return grid.At(cell), p
			}
			return grid.At(cell), 0.5
		})
	}
	rounds := (len(open) + 9) / 10
	a, trace := answer(t, sure(10, 0.96), only(infer.Refine), b)
	if a.Status != solver.Found || a.Total().Rounds != rounds || a.Total().Calls != rounds {
		t.Errorf("%d empty cells, ten a round: %+v", len(open), a)
	}
	if got := len(trace.Rounds[0].Filled); got != 10 {
		t.Errorf("%d cells filled in the first round, want 10", got)
	}
	// Each round's board is the last one's with its fills.
	for i := 1; i < len(trace.Rounds); i++ {
		before, err := trace.BoardOf(trace.Rounds[i-1])
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range trace.Rounds[i-1].Filled {
			before.Set(f.Cell, f.Digit)
		}
		if before.String() != trace.Rounds[i].Board {
			t.Errorf("round %d saw %s, want %v", i+1, trace.Rounds[i].Board, before)
		}
	}
	// The threshold itself is not above the threshold; 0.75 is exact in binary.
	c := only(infer.Refine)
	c.Refine.Threshold = 0.75
	a, trace = answer(t, sure(10, 0.75), c, b)
	if a.Status != solver.Capped || a.Total().Rounds != 1 || len(trace.Rounds[0].Filled) != 0 {
		t.Errorf("confidence at the threshold: %+v", a)
	}
	// Two cells per round and ten rounds are not enough; with the first digits at the end they are.
	c = only(infer.Refine)
	a, _ = answer(t, sure(2, 0.96), c, b)
	if a.Status != solver.Capped || a.Total().Rounds != 10 {
		t.Errorf("two cells per round: %+v", a)
	}
	c.Refine.Finish = infer.ArgmaxLast
	a, _ = answer(t, sure(2, 0.96), c, b)
	if a.Status != solver.Found || a.Total().Rounds != 10 {
		t.Errorf("two cells per round, the rest by the first digits: %+v", a)
	}
	c.Refine.Finish = infer.ArgmaxEach
	a, _ = answer(t, sure(2, 0.96), c, b)
	if a.Status != solver.Found || a.Total().Rounds != 1 {
		t.Errorf("first digits tried in each round: %+v", a)
	}
	c.Refine.Finish = infer.Leave
	c.Refine.Rounds = 100
	a, _ = answer(t, sure(2, 0.96), c, b)
	if a.Status != solver.Found || a.Total().Rounds != (len(open)+1)/2 {
		t.Errorf("two cells per round, 100 rounds: %+v", a)
	}
}

// TestRefineConflict: two cells of a row that want the same digit. The literal reading fills
// both and is lost; the guarded one fills the more confident one and asks again.
func TestRefineConflict(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	grid := solutions()(b)
	var x, y int // of one row
	for row := range 9 {
		var in []int
		for _, cell := range empties(b) {
			if cell/9 == row {
				in = append(in, cell)
			}
		}
		if len(in) >= 2 {
			x, y = in[0], in[1]
			break
		}
	}
	model := script(b, 0.97, func(now board.Board, cell int) (int, float32) {
		if cell == x && now.At(y) == 0 { // x comes first, but is less sure
			return grid.At(y), 0.96
		}
		return 0, 0
	})
	a, trace := answer(t, model, only(infer.Refine), b)
	if a.Status != solver.Capped || len(trace.Rounds) != 1 || len(trace.Rounds[0].Refused) != 0 {
		t.Errorf("literal: %+v after %d rounds", a, len(trace.Rounds))
	}
	c := only(infer.Refine)
	c.Refine.Guard = true
	a, trace = answer(t, model, c, b)
	if a.Status != solver.Found || a.Total().Rounds != 2 {
		t.Errorf("guarded: %+v", a)
	}
	if r := trace.Rounds[0].Refused; len(r) != 1 || r[0].Cell != x {
		t.Errorf("refused %+v, want cell %d", r, x)
	}
}

// TestBeam: the model's first digit is wrong in some cells, its second right. A beam of width 1
// follows the first digits; a wider one finds its way back.
func TestBeam(t *testing.T) {
	solved := map[int]int{}
	paths := map[int]int{}
	calls := 0
	for i, b := range own(t, "own-minimal", 30) {
		grid := solutions()(b)
		open := empties(b)
		rng := rngOf(b, uint64(i))
		wrong := map[int]int{}
		for range 3 {
			cell := open[rng.IntN(len(open))]
			wrong[cell] = (grid.At(cell)+rng.IntN(8))%9 + 1
		}
		model := &each{of: func(now board.Board) learn.Prediction {
			p := spread(now, func(cell int) (int, float32) { return grid.At(cell), 0.93 })
			for cell, d := range wrong {
				if now.At(cell) == 0 {
					of := p.P[cell*9 : cell*9+9]
					clear(of)
					of[d-1], of[grid.At(cell)-1] = 0.5, 0.5-1.0/64
					of[(d+1)%9] += 1.0 / 64
				}
			}
			return p
		}}
		for _, width := range []int{1, 5} {
			c := only(infer.Beam)
			c.Beam.Width = width
			a, _ := answer(t, model, c, b)
			if a.Status == solver.Found {
				solved[width]++
				if a.Network+a.Search != len(open) {
					t.Errorf("%v: %d cells by the network and %d by search, want %d", b, a.Network, a.Search, len(open))
				}
			}
			total := a.Total()
			paths[width] = max(paths[width], (total.Paths+total.Rounds-1)/total.Rounds)
			if total.Boards != total.Paths || total.Calls != total.Rounds {
				t.Errorf("%v: %+v, want a call for each round and a board for each path", b, total)
			}
			c.Beam.Ask = infer.AskOnce
			a, _ = answer(t, model, c, b)
			calls = max(calls, a.Total().Calls)
		}
	}
	if solved[1] >= solved[5] || solved[5] < 25 {
		t.Errorf("solved by width: %v of 30", solved)
	}
	if paths[1] != 1 || paths[5] < 2 || paths[5] > 5 || calls != 1 {
		t.Errorf("paths a round %v, calls of a model that is asked once: %d", paths, calls)
	}
}

// plainBeam is method 3 once more, from package board's candidates, with every child built.
type plainBeam struct {
	rounds, search int
	paths          []string // the boards that were carried on, with their scores
	grid           board.Board
}

func runPlainBeam(ask func(b board.Board) learn.Prediction, puzzle board.Board, c infer.BeamConfig) (out plainBeam) {
	type path struct {
		b      board.Board
		score  float64
		search int
	}
	n := puzzle.Shape().Side()
	first := func(p learn.Prediction, cell int) (digit int, prob float64) {
		of := p.P[cell*n : cell*n+n]
		x := slices.Max(of)
		return slices.Index(of, x) + 1, float64(x)
	}
	logP := func(p learn.Prediction, cell, digit int) float64 {
		return math.Log(max(float64(p.P[cell*n+digit-1]), 1e-12))
	}
	root := ask(puzzle)
	beam := []path{{b: puzzle.Clone()}}
	for len(beam) > 0 {
		out.rounds++
		for _, p := range beam {
			out.paths = append(out.paths, fmt.Sprintf("%v %.9f", p.b, p.score))
		}
		var children []path
		for _, p := range beam {
			pred := root
			if c.Ask == infer.AskEach {
				pred = ask(p.b)
			}
			sure := empties(p.b)
			slices.SortStableFunc(sure, func(x, y int) int {
				_, px := first(pred, x)
				_, py := first(pred, y)
				return cmp.Compare(py, px)
			})
			for _, cell := range sure {
				if d, prob := first(pred, cell); prob > c.Threshold && board.Candidates(p.b)[cell].Has(d) {
					p.b.Set(cell, d)
					p.score += logP(pred, cell, d)
				}
			}
			if p.b.Full() {
				out.grid, out.search = p.b, p.search
				return out
			}
			may := board.Candidates(p.b)
			pick := slices.MinFunc(empties(p.b), func(x, y int) int {
				_, px := first(pred, x)
				_, py := first(pred, y)
				switch c.Cell {
				case infer.FewestCandidates:
					return cmp.Compare(may[x].Count(), may[y].Count())
				case infer.MostConfident:
					return cmp.Compare(py, px)
				}
				return cmp.Compare(px, py)
			})
			for d := range may[pick].All() {
				child := path{p.b.Clone(), p.score + logP(pred, pick, d), p.search}
				child.b.Set(pick, d)
				if best, _ := first(pred, pick); best != d {
					child.search++
				}
				if !hopeless(child.b) {
					children = append(children, child)
				}
			}
		}
		slices.SortStableFunc(children, func(x, y path) int { return cmp.Compare(y.score, x.score) })
		beam = beam[:0]
		for _, p := range children {
			if len(beam) < c.Width {
				if p.b.Full() {
					out.grid, out.search = p.b, p.search
					return out
				}
				beam = append(beam, p)
			}
		}
	}
	return out
}

// hopeless reports a cell without candidates or a unit without a place for a digit.
func hopeless(b board.Board) bool {
	may := board.Candidates(b)
	if slices.Contains(may, 0) {
		return true
	}
	for _, unit := range b.Shape().Units() {
		var all board.Digits
		for _, cell := range unit {
			all |= may[cell]
		}
		if all != board.AllDigits(b.Shape().Side()) {
			return true
		}
	}
	return false
}

func TestBeamAgainstPlain(t *testing.T) {
	solved, searched := 0, 0
	puzzles := slices.Concat(own(t, "own-minimal", 24), own(t, "own-4x4", 24))
	for i, b := range puzzles {
		for _, model := range []*each{noisy(uint64(i)), oracle(0.1, 0.5, uint64(i)), oracle(0.25, 0.6, uint64(i)), adversary()} {
			c := only(infer.Beam)
			c.Beam.Width = 1 + i%6
			c.Beam.Threshold = []float64{0.95, 0.7, 1, 0.5}[i%4]
			c.Beam.Cell = []infer.Pick{infer.LeastConfident, infer.MostConfident, infer.FewestCandidates}[i/2%3]
			c.Beam.Ask = []infer.Ask{infer.AskEach, infer.AskOnce}[i/3%2]
			want := runPlainBeam(model.of, b, c.Beam)
			a, trace := answer(t, model, c, b)
			var paths []string
			for _, r := range trace.Rounds {
				paths = append(paths, fmt.Sprintf("%s %.9f", r.Board, r.Score))
			}
			// The round that ends in a solution does not look at the paths after it.
			whole := len(want.paths) == len(paths) || !a.Grid.IsZero()
			if !whole || !slices.Equal(want.paths[:min(len(paths), len(want.paths))], paths) || a.Total().Paths != len(want.paths) {
				t.Fatalf("%v, %+v: paths %q, want %q", b, c.Beam, paths, want.paths)
			}
			if a.Total().Rounds != want.rounds || !a.Grid.Equal(want.grid) || a.Search != want.search {
				t.Errorf("%v, %+v: %+v, want %+v", b, c.Beam, a, want)
			}
			if !a.Grid.IsZero() {
				solved++
				searched += a.Search
			}
		}
	}
	if solved == 0 || searched == 0 {
		t.Errorf("%d solved, %d cells by search", solved, searched)
	}
}

// TestBeamPicks: which cell the first branch is on.
func TestBeamPicks(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	open := empties(b)
	low, high := open[11], open[17]
	model := script(b, 0.5, func(_ board.Board, cell int) (int, float32) {
		switch cell {
		case low:
			return solutions()(b).At(cell), 0.2
		case high:
			return solutions()(b).At(cell), 0.9
		}
		return 0, 0
	})
	fewest := open[0]
	may := board.Candidates(b)
	for _, cell := range open {
		if may[cell].Count() < may[fewest].Count() {
			fewest = cell
		}
	}
	for pick, want := range map[infer.Pick]int{infer.LeastConfident: low, infer.MostConfident: high, infer.FewestCandidates: fewest} {
		c := only(infer.Beam)
		c.Beam.Cell = pick
		_, trace := answer(t, model, c, b)
		if got := trace.Rounds[0].Branches; len(got) == 0 || got[0].Cell != want {
			t.Errorf("%s: branches %+v, want cell %d", pick, got, want)
		}
	}
	// A bound on the rounds holds.
	c := only(infer.Beam)
	c.Beam.Rounds = 3
	a, _ := answer(t, model, c, b)
	if a.Status != solver.Capped || a.Total().Rounds != 3 {
		t.Errorf("three rounds: %+v", a)
	}
}

// TestFix: what is kept is the most that some solution holds, found here by trying.
func TestFix(t *testing.T) {
	solve := solutions()
	for i, b := range own(t, "own-minimal", 15) {
		model := oracle([]float64{0, 0.02, 0.1, 0.5}[i%4], 0.3, uint64(i))
		p := ask(t, model, b)
		open := empties(b)
		type fill struct {
			cell, digit int
			p           float32
		}
		var fills []fill
		for _, cell := range open {
			of := p.P[cell*9 : cell*9+9]
			d := slices.Index(of, slices.Max(of)) + 1
			fills = append(fills, fill{cell, d, of[d-1]})
		}
		slices.SortStableFunc(fills, func(a, b fill) int {
			switch {
			case a.p > b.p:
				return -1
			case a.p < b.p:
				return 1
			}
			return 0
		})
		most := 0
		for now := b.Clone(); most < len(fills); most++ {
			now.Set(fills[most].cell, fills[most].digit)
			if len(board.Conflicts(now)) > 0 || solve(now).IsZero() {
				break
			}
		}
		a, _ := answer(t, model, only(infer.Start), b)
		total := a.Total()
		if a.Status != solver.Found && a.Status != solver.Unique || total.Kept != most || total.Attempts != len(fills)-most+1 {
			t.Errorf("%v: %+v, want %d digits kept", b, a, most)
		}
		if total.Kept > 0 && (a.Network != most || a.Search != len(fills)-most) {
			t.Errorf("%v: %d cells by the network, %d by search, want %d and %d", b, a.Network, a.Search, most, len(fills)-most)
		}
		c := only(infer.Start)
		c.Start.Drop = infer.DropHalf
		a, _ = answer(t, model, c, b)
		if half := a.Total(); half.Kept > most || half.Attempts > 2+bits.Len(uint(len(fills))) || a.Grid.IsZero() {
			t.Errorf("%v, half given up each time: %+v", b, half)
		}
	}
}

// TestGuideTakesOver: a guided search that its own bound ends leaves the puzzle to the engine.
func TestGuideTakesOver(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	c := only(infer.Start)
	c.Start.Mode = infer.Guide
	free, _ := answer(t, adversary(), c, b)
	c.Start.Nodes = 5
	bound, _ := answer(t, adversary(), c, b)
	if free.Total().Attempts != 1 || bound.Total().Attempts != 2 || !bound.Grid.Equal(free.Grid) || bound.Total().Nodes <= 5 {
		t.Errorf("without a bound %+v, with one %+v", free, bound)
	}
}

// TestCascade: which method solves is known, and later ones do not run.
func TestCascade(t *testing.T) {
	b := own(t, "own-minimal", 1)[0]
	for _, tc := range []struct {
		model learn.Predictor
		want  infer.Method
	}{
		{oracle(0, 0.2, 1), infer.Single},
		{script(b, 0.99, func(now board.Board, cell int) (int, float32) {
			if now.Filled() == b.Filled() && cell == empties(b)[3] {
				return solutions()(b).At(cell)%9 + 1, 0.4
			}
			return 0, 0
		}), infer.Refine},
		{adversary(), infer.Start},
	} {
		e := entry("gnn-cascade")
		a, err := runner(t, tc.model, e.Config, nil).Solve(t.Context(), []board.Board{b}, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if a[0].By != tc.want || a[0].Status != solver.Unique {
			t.Errorf("%+v, want the answer from %s", a[0], tc.want)
		}
		last := a[0].Stages[len(a[0].Stages)-1].Method
		if tc.want != infer.Start && last != infer.Proof {
			t.Errorf("last stage %s, want the proof", last)
		}
	}
}

// TestBatch: many boards at once, of several shapes, get the answers that each gets alone, with
// a call of the model for each round.
func TestBatch(t *testing.T) {
	var puzzles []board.Board
	for i := range 8 {
		puzzles = append(puzzles, own(t, "own-minimal", 8)[i], own(t, "own-4x4", 8)[i])
	}
	puzzles = append(puzzles, own(t, "own-16x16", 1)[0], puzzles[0], solutions()(puzzles[0]))
	for _, e := range entries() {
		model := oracle(0.02, 0.9, 3)
		r := runner(t, model, e.Config, nil)
		together, err := r.Solve(t.Context(), puzzles, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		calls, boards := model.calls, model.boards
		most, sum := 0, 0
		for i, b := range puzzles {
			alone, err := r.Solve(t.Context(), []board.Board{b}, solver.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			one := alone[0]
			most, sum = max(most, one.Total().Calls), sum+one.Total().Boards
			if got, want := untimed(together[i]), untimed(one); !sameAnswer(got, want) {
				t.Errorf("%s: %v: together %+v, alone %+v", e.Name, b, got, want)
			}
		}
		// A stage runs on all boards before the next one: so the calls of the stages add up.
		if stages := len(e.Config.Stages); calls < most || calls > most*stages || boards != sum {
			t.Errorf("%s: %d calls for %d boards, want %d at least for %d", e.Name, calls, boards, most, sum)
		}
	}
}

func untimed(a infer.Answer) infer.Answer {
	a.Stages = slices.Clone(a.Stages)
	for i := range a.Stages {
		a.Stages[i].Model, a.Stages[i].Work = 0, 0
	}
	return a
}

func sameAnswer(a, b infer.Answer) bool {
	return a.Status == b.Status && a.Grid.Equal(b.Grid) && a.Solutions == b.Solutions && a.By == b.By &&
		slices.Equal(a.Stages, b.Stages) && a.Network == b.Network && a.Search == b.Search && a.Agreed == b.Agreed
}

func TestNoBoards(t *testing.T) {
	model := oracle(0, 0.9, 1)
	a, err := runner(t, model, infer.DefaultConfig(), nil).Solve(context.Background(), nil, solver.Limits{})
	if err != nil || len(a) != 0 || model.calls != 0 {
		t.Errorf("answers %v, error %v, %d calls", a, err, model.calls)
	}
}

// TestGivensDecide: full boards and conflicts need no model.
func TestGivensDecide(t *testing.T) {
	full := solutions()(own(t, "own-easy", 1)[0])
	conflict := own(t, "own-easy", 1)[0].Clone()
	cell := empties(conflict)[0]
	for d := 1; len(board.Conflicts(conflict)) == 0; d++ {
		conflict.Set(cell, d)
	}
	wrong := full.Clone()
	wrong.Set(0, wrong.At(1))
	for _, e := range entries() {
		model := oracle(0, 0.9, 1)
		a, err := runner(t, model, e.Config, nil).Solve(t.Context(), []board.Board{full, conflict, wrong}, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if a[0].Status != solver.Unique || !a[0].Grid.Equal(full) || a[1].Status != solver.Unsat || a[2].Status != solver.Unsat {
			t.Errorf("%s: %+v", e.Name, a)
		}
		if model.calls != 0 || a[0].By != infer.Givens || a[1].By != infer.Givens {
			t.Errorf("%s: %d calls, by %s and %s", e.Name, model.calls, a[0].By, a[1].By)
		}
	}
}
