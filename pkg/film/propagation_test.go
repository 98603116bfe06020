package film

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

const sample = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// trace runs the puzzle with every discipline of the queue that reorders events.
func trace(tb testing.TB, puzzle board.Board, q csp.Queue, limits solver.Limits, o engine.TraceOptions) engine.CSPTrace {
	tb.Helper()
	cfg := engine.CSPConfig{Name: "film", Config: csp.DocumentConfig()}
	cfg.Queue = q
	tr, err := engine.CSP(cfg).Trace(context.Background(), puzzle, limits, o)
	if err != nil {
		tb.Fatal(err)
	}
	return tr
}

// boards are puzzles that AC-3 solves, that need search, with no solution and with several, and one of another size.
func boards(tb testing.TB) []board.Board {
	tb.Helper()
	out := []board.Board{
		board.MustParse(sample),
		board.MustParse("55" + sample[2:]),
		board.MustParse("12...3.....1.4.2"),
		board.MustParse("1..............."),
	}
	for _, id := range []string{"own-minimal", "own-mixed"} {
		items, err := (&corpus.Store{}).Sample(context.Background(), id, 8, 3)
		if err != nil {
			tb.Fatal(err)
		}
		for _, it := range items {
			out = append(out, it.Board)
		}
	}
	return out
}

func propagation(tb testing.TB, puzzle board.Board, tr engine.CSPTrace, o Options) []render.Frame {
	tb.Helper()
	frames, err := Propagation(puzzle, tr, o)
	if err != nil {
		tb.Fatal(err)
	}
	return frames
}

func last(frames []render.Frame) render.Picture { return frames[len(frames)-1].Picture }

// Every strike of the trace is struck out in exactly one frame, in all densities.
func TestEachStrikeIsShownOnce(t *testing.T) {
	for _, puzzle := range boards(t) {
		for _, q := range []csp.Queue{csp.FIFO, csp.Events} {
			tr := trace(t, puzzle, q, solver.Limits{Nodes: 20}, engine.TraceOptions{})
			want := 0
			for _, e := range tr.Events {
				if e.Kind == csp.Reduction {
					want += e.Removed().Len()
				}
			}
			for _, d := range []Density{Strikes, Decisions, Guesses} {
				got := 0
				for _, f := range propagation(t, puzzle, tr, Options{Density: d}) {
					for _, r := range f.Picture.Removed {
						got += r.Count()
					}
				}
				if got != want {
					t.Errorf("%v, %s, %s: %d candidates struck out, the trace strikes %d", puzzle, q, d, got, want)
				}
			}
		}
	}
}

// The last frame holds the solution if there is one, and every picture can be drawn.
func TestFilmsEndWithTheSolution(t *testing.T) {
	for _, puzzle := range boards(t) {
		for _, limit := range []int{1, 2} {
			tr := trace(t, puzzle, csp.FIFO, solver.Limits{Solutions: limit, Nodes: 300}, engine.TraceOptions{})
			for _, o := range []Options{{}, {Density: Guesses}, {Most: 5, Title: "cut"}} {
				frames := propagation(t, puzzle, tr, o)
				for i, f := range frames {
					if err := f.Picture.Validate(); err != nil {
						t.Fatalf("%v: frame %d: %v", puzzle, i, err)
					}
					if f.Picture.Caption == "" || f.Delay <= 0 {
						t.Errorf("%v: frame %d has no caption or no time", puzzle, i)
					}
					if !f.Picture.Givens.Equal(puzzle) {
						t.Errorf("%v: frame %d has other givens", puzzle, i)
					}
				}
				if o.Most > 0 && len(frames) > o.Most {
					t.Errorf("%v: %d frames, want %d at most", puzzle, len(frames), o.Most)
				}
				end := last(frames)
				if tr.Result.Grid.IsZero() {
					if end.Board.Full() && tr.Result.Status == solver.Unsat && !slices.Contains(end.Marks, render.Conflict) && !strings.Contains(end.Caption, "no solution") {
						t.Errorf("%v: no solution, but the end tells nothing of it: %s", puzzle, end.Caption)
					}
					continue
				}
				if err := board.CheckSolution(puzzle, end.Board); err != nil {
					t.Errorf("%v, limit %d, %+v: the last frame: %v", puzzle, limit, o, err)
				}
			}
		}
	}
}

// Between guesses nothing comes back, and arrows lead from cells that hold the digit that
// they strike.
func TestFramesFollowFromEachOther(t *testing.T) {
	for _, puzzle := range boards(t) {
		tr := trace(t, puzzle, csp.FIFO, solver.Limits{Nodes: 15}, engine.TraceOptions{})
		frames := propagation(t, puzzle, tr, Options{Density: Strikes})
		for i, f := range frames[1:] {
			p, before := f.Picture, frames[i].Picture
			back := strings.Contains(p.Caption, "taken back") || i == len(frames)-2
			for cell, c := range p.Candidates {
				if c&^before.Candidates[cell] != 0 && !back {
					t.Fatalf("%v: frame %d gives %v back to cell %d: %s", puzzle, i+1, c, cell, p.Caption)
				}
			}
			for _, l := range p.Links {
				if p.Candidates[l.From] != board.DigitsOf(l.ToDigit) || !p.Removed[l.To].Has(l.ToDigit) {
					t.Fatalf("%v: frame %d: an arrow from %v for digit %d", puzzle, i+1, p.Candidates[l.From], l.ToDigit)
				}
				if !slices.Contains(puzzle.Shape().Peers(l.From), l.To) {
					t.Fatalf("%v: frame %d: an arrow between cells that are no peers", puzzle, i+1)
				}
			}
		}
	}
}

// The search film tells each guess and each that is taken back.
func TestGuessesAreTold(t *testing.T) {
	for _, puzzle := range boards(t) {
		tr := trace(t, puzzle, csp.FIFO, solver.Limits{Solutions: 1, Nodes: 200}, engine.TraceOptions{})
		want := map[csp.EventKind]int{}
		for _, e := range tr.Events {
			want[e.Kind]++
		}
		var tries, back int
		for _, f := range propagation(t, puzzle, tr, Options{Density: Guesses}) {
			if strings.HasPrefix(f.Picture.Caption, "Guess ") {
				tries++
				if !slices.ContainsFunc(f.Picture.Marks, func(m render.Mark) bool { return m&render.Guess != 0 }) {
					t.Errorf("%v: no guess marked: %s", puzzle, f.Picture.Caption)
				}
			}
			if strings.Contains(f.Picture.Caption, "taken back") {
				back++
			}
		}
		if tries != want[csp.Try] || back != want[csp.Backtrack] {
			t.Errorf("%v: %d guesses and %d taken back, want %d and %d", puzzle, tries, back, want[csp.Try], want[csp.Backtrack])
		}
	}
}

func TestSampleFilm(t *testing.T) {
	puzzle := board.MustParse(sample)
	tr := trace(t, puzzle, csp.FIFO, solver.Limits{}, engine.TraceOptions{PropagateOnly: true})
	frames := propagation(t, puzzle, tr, Options{})
	// A frame for each of the 51 cells, the start and the end.
	if len(frames) != 53 {
		t.Errorf("%d frames, want 53", len(frames))
	}
	steps := propagation(t, puzzle, tr, Options{Density: Strikes})
	if len(steps) != 1+51*8+1 {
		t.Errorf("%d frames of one strike, want %d", len(steps), 1+51*8+1)
	}
	if got, want := steps[1].Picture.Caption, "r1c3 loses 5: r1c1 holds it."; got != want {
		t.Errorf("first strike: %q, want %q", got, want)
	}
	if l := steps[1].Picture.Links; len(l) != 1 || l[0] != (render.Link{From: 0, To: 2, ToDigit: 5}) {
		t.Errorf("first strike: links %v", l)
	}
}

// Brief captions say less of a decision and nothing else of the rest.
func TestBriefCaptions(t *testing.T) {
	decisions := 0
	for i, puzzle := range boards(t) {
		tr := trace(t, puzzle, csp.FIFO, solver.Limits{Solutions: 2, Nodes: 20}, engine.TraceOptions{})
		long := propagation(t, puzzle, tr, Options{})
		short := propagation(t, puzzle, tr, Options{Brief: true})
		if len(long) != len(short) {
			t.Fatalf("puzzle %d: %d frames, brief %d", i, len(long), len(short))
		}
		for j := range long {
			a, b := long[j].Picture.Caption, short[j].Picture.Caption
			cell, _, decided := strings.Cut(a, ": it loses ")
			switch {
			case decided && b == cell+": its peers hold the other digits." && len(b) < 50:
				decisions++
			case decided || a != b:
				t.Errorf("puzzle %d, frame %d: %q is %q", i, j, a, b)
			}
		}
	}
	if decisions == 0 {
		t.Error("no decision was shown")
	}
}

func TestMoments(t *testing.T) {
	for _, puzzle := range boards(t) {
		tr := trace(t, puzzle, csp.FIFO, solver.Limits{Solutions: 1, Nodes: 300}, engine.TraceOptions{})
		pictures, err := Moments(puzzle, tr)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(pictures); n < 3 || n > 5 {
			t.Fatalf("%v: %d pictures", puzzle, n)
		}
		for i, want := range board.Candidates(puzzle) {
			if got := pictures[1].Candidates[i]; got != want {
				t.Errorf("%v: after the first wave cell %d has %v, want %v", puzzle, i, got, want)
			}
		}
		for _, p := range pictures {
			if err := p.Validate(); err != nil || p.Caption == "" {
				t.Errorf("%v: %q: %v", puzzle, p.Caption, err)
			}
		}
		if grid := tr.Result.Grid; !grid.IsZero() && !pictures[len(pictures)-1].Board.Equal(grid) {
			t.Errorf("%v: the last moment is not the solution", puzzle)
		}
	}
}

// Waves end with the candidates that the engine's queue ends with.
func TestWavesReachTheFixedPoint(t *testing.T) {
	for _, puzzle := range boards(t) {
		waves, err := Waves(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		v, err := engine.Validate(context.Background(), puzzle, solver.Limits{Nodes: 1})
		if err != nil {
			t.Fatal(err)
		}
		end := waves[len(waves)-1]
		if v.Verdict == engine.Contradictory {
			if !slices.Contains(end.Candidates, 0) {
				t.Errorf("%v: contradictory, but no cell is empty after the waves", puzzle)
			}
			continue
		}
		for cell, want := range v.Candidates {
			if got := end.Candidates[cell]; got != board.DigitsOf(want...) {
				t.Errorf("%v: cell %d has %v after the waves, want %v", puzzle, cell, got, want)
			}
		}
		for i, w := range waves {
			if err := w.Validate(); err != nil {
				t.Errorf("%v: wave %d: %v", puzzle, i+1, err)
			}
		}
	}
}

func TestCauses(t *testing.T) {
	puzzle := board.MustParse(sample)
	tr := trace(t, puzzle, csp.FIFO, solver.Limits{}, engine.TraceOptions{PropagateOnly: true})
	all := make([]int, 81)
	for i := range all {
		all[i] = i
	}
	if got := Causes(tr.Tree, all...); got.Nodes != tr.Tree.Nodes {
		t.Errorf("causes of every cell: %d nodes, want all %d", got.Nodes, tr.Tree.Nodes)
	}
	if got := Causes(tr.Tree); got.Nodes != 0 || got.Root == nil {
		t.Errorf("causes of no cell: %d nodes", got.Nodes)
	}
	before := tr.Tree.Nodes
	got := Causes(tr.Tree, 2)
	var lost board.Digits
	nodes := 0
	var walk func(n *csp.TreeNode)
	walk = func(n *csp.TreeNode) {
		for _, c := range n.Children {
			nodes++
			if c.Kind == csp.NodeReduction && c.Var == 2 {
				lost |= encode.Digits(c.Before &^ c.After)
			}
			if len(c.Children) == 0 && c.Var != 2 {
				t.Errorf("a branch ends at cell %d", c.Var)
			}
			walk(c)
		}
	}
	walk(got.Root)
	if lost != board.AllDigits(9).Without(4) || nodes != got.Nodes {
		t.Errorf("causes of r1c3 = 4: it loses %v in %d nodes of %d", lost, nodes, got.Nodes)
	}
	var out bytes.Buffer
	if err := got.WriteSVG(&out, csp.SVGOptions{Names: tr.Names}); err != nil {
		t.Error(err)
	}
	if tr.Tree.Nodes != before {
		t.Error("the tree was changed")
	}
}

// The search's tree has the guesses of the run, and decided cells under them.
func TestSearchTree(t *testing.T) {
	for _, puzzle := range boards(t) {
		tr := trace(t, puzzle, csp.FIFO, solver.Limits{Solutions: 1, Nodes: 50}, engine.TraceOptions{})
		before := tr.Tree.Nodes
		got := SearchTree(tr.Tree)
		tries, nodes := int64(0), 0
		var walk func(n *csp.TreeNode)
		walk = func(n *csp.TreeNode) {
			for _, c := range n.Children {
				nodes++
				switch {
				case c.Kind == csp.NodeTry:
					tries++
				case n == got.Root:
					t.Errorf("%v: a %v under the root", puzzle, c.Kind)
				case c.Kind == csp.NodeReduction && c.After.Len() > 1:
					t.Errorf("%v: a loss that leaves %v", puzzle, c.After)
				}
				walk(c)
			}
		}
		walk(got.Root)
		if tries != tr.Result.Stats.Nodes || nodes != got.Nodes || tr.Tree.Nodes != before {
			t.Errorf("%v: %d guesses in %d nodes of %d, the run made %d guesses", puzzle, tries, nodes, got.Nodes, tr.Result.Stats.Nodes)
		}
	}
}

func TestDomains(t *testing.T) {
	puzzle := board.MustParse(sample)
	p, err := Domains(puzzle, encode.Domains(nil, puzzle))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Validate(); err != nil || p.Board.Filled() != puzzle.Filled() || p.Candidates[2] != board.AllDigits(9) {
		t.Errorf("%d digits, %v in r1c3, %v", p.Board.Filled(), p.Candidates[2], err)
	}
}

func TestRefusals(t *testing.T) {
	puzzle := board.MustParse(sample)
	tr := trace(t, puzzle, csp.FIFO, solver.Limits{}, engine.TraceOptions{})
	for name, err := range map[string]error{
		"density":    second(Propagation(puzzle, tr, Options{Density: "all"})),
		"most":       second(Propagation(puzzle, tr, Options{Most: 2})),
		"no puzzle":  second(Propagation(board.Board{}, tr, Options{})),
		"another":    second(Propagation(board.New(board.Standard()), tr, Options{})),
		"moments of": second(Moments(board.New(board.Standard()), tr)),
		"domains":    second(Domains(puzzle, tr.Domains[1:])),
		"no waves":   second(Waves(board.Board{})),
		"bad event":  second(Propagation(puzzle, engine.CSPTrace{Domains: tr.Domains, Events: []csp.Event{{Kind: csp.Try, Var: 81}}}, Options{})),
		"bad return": second(Propagation(puzzle, engine.CSPTrace{Domains: tr.Domains, Events: []csp.Event{{Kind: csp.Backtrack}}}, Options{})),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "film: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestCutTraceSaysSo(t *testing.T) {
	puzzle := board.MustParse(sample)
	tr := trace(t, puzzle, csp.FIFO, solver.Limits{}, engine.TraceOptions{Events: 100})
	end := last(propagation(t, puzzle, tr, Options{}))
	if !strings.Contains(end.Caption, "cut") || !end.Board.Full() {
		t.Errorf("the end of a cut trace: %q", end.Caption)
	}
}
