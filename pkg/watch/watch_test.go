package watch_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/watch"
)

func open(t testing.TB, name string) *method.Solver {
	t.Helper()
	s, err := method.Open(t.Context(), name, method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func collect(t testing.TB, by *method.Solver, puzzle board.Board, o watch.Options) (frames []watch.Frame, r solver.Result) {
	t.Helper()
	r, err := watch.Frames(t.Context(), by, puzzle, o, func(f watch.Frame) error {
		frames = append(frames, f)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", by.Name(), err)
	}
	return frames, r
}

// TestFilmed: every method has films or says why it has none, and not both.
func TestFilmed(t *testing.T) {
	unfilmed := map[string]string{"sat": "clauses", "wide-sat": "watch wide"}
	for _, m := range method.All() {
		err := watch.Filmed(m)
		want, without := unfilmed[m.Name]
		switch {
		case without && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want a reason with %q", m.Name, err, want)
		case !without && err != nil:
			t.Errorf("%v; give it films, or a reason in the list of package watch", err)
		case without != (watch.Densities(m) == nil):
			t.Errorf("%s: densities %v", m.Name, watch.Densities(m))
		}
		delete(unfilmed, m.Name)
	}
	for name := range unfilmed {
		t.Errorf("there is no method %s", name)
	}
	if auto, err := method.ByName(method.Auto); err != nil || watch.Filmed(auto) != nil {
		t.Errorf("auto: %v, %v", err, watch.Filmed(auto))
	}
}

// TestFilms: for every exact method with films, density and board of the suite, the result is the method's own, frames
// can be drawn, and the last one shows how it ended, cut or not.
func TestFilms(t *testing.T) {
	cases := slices.Concat(solvertest.Cases(), solvertest.VariantCases())
	for _, m := range method.Exact() {
		if watch.Filmed(m) != nil || m.Family == "csp" && m.Name != "csp" || m.Name == "minigrid-parallel" {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			by, drawn, sides := open(t, m.Name), 0, map[int]bool{}
			for _, c := range cases {
				if by.Takes(c.Puzzle.Shape()) != nil || c.Puzzle.Shape().Side() > 9 && (m.Name != "wide" || c.Puzzle.Shape().Side() > 16) {
					continue
				}
				if m.Family == "minigrid" && c.Puzzle.Shape().Side() == 9 && c.Puzzle.Filled() < 17 {
					continue // millions of fillings
				}
				limits := solver.Limits{Solutions: 2, Nodes: 500}
				want, err := by.Solve(t.Context(), c.Puzzle, limits)
				if err != nil {
					t.Fatal(err)
				}
				for _, density := range watch.Densities(m) {
					frames, got := collect(t, by, c.Puzzle, watch.Options{Limits: limits, Density: density, Most: 60})
					if got.Status != want.Status || !got.Grid.Equal(want.Grid) || got.Solutions != want.Solutions {
						t.Errorf("%s: the film says %v, the method %v", c.Name, got.Status, want.Status)
					}
					if len(frames) < 2 || len(frames) > 60 {
						t.Errorf("%s, %s: %d frames", c.Name, density, len(frames))
						continue
					}
					end := frames[len(frames)-1].Picture
					few, _ := collect(t, by, c.Puzzle, watch.Options{Limits: limits, Density: density, Most: 3})
					for _, end := range []board.Board{end.Board, few[len(few)-1].Picture.Board} {
						if !want.Grid.IsZero() && board.CheckSolution(c.Puzzle, end) != nil {
							t.Errorf("%s, %s: the last frame does not show a solution", c.Name, density)
						}
					}
					if len(few) > 3 {
						t.Errorf("%s, %s: cut to 3, there are %d frames", c.Name, density, len(few))
					}
					for _, f := range frames {
						if f.Picture.Caption == "" || f.Delay <= 0 || !f.Picture.Board.Shape().Plain() != !c.Puzzle.Shape().Plain() {
							t.Fatalf("%s, %s: frame %+v", c.Name, density, f)
						}
						check(t, c.Puzzle, f)
					}
					if side := c.Puzzle.Shape().Side(); side <= 9 && !sides[side] {
						for _, f := range frames {
							if err := render.SVG(io.Discard, f.Picture, render.DefaultOptions()); err != nil {
								t.Fatalf("%s: %v", c.Name, err)
							}
							drawn++
						}
						sides[side] = density == watch.Densities(m)[len(watch.Densities(m))-1] // one board of a side is enough
					}
				}
			}
			if drawn == 0 {
				t.Error("no frame was drawn")
			}
		})
	}
}

// check holds a frame to its puzzle: givens stand, and what is beside the board adds up.
func check(t *testing.T, puzzle board.Board, f watch.Frame) {
	t.Helper()
	for cell, d := range puzzle.Cells() {
		if d != 0 && f.Picture.Board.At(cell) != int(d) {
			t.Fatalf("a given of %s is gone: %s", puzzle.Shape().CellName(cell), f.Picture.Caption)
		}
	}
	for cell, strong := range f.Picture.Strong {
		if strong&^(f.Picture.Candidates[cell]|f.Picture.Removed[cell]) != 0 {
			t.Fatalf("%s: %v is set off and neither left nor struck: %s", puzzle.Shape().CellName(cell), strong, f.Picture.Caption)
		}
	}
	if f.Beside == nil {
		return
	}
	for _, b := range f.Beside.Bars {
		if b.Name == "" || b.Left < 0 || b.Left > b.Of {
			t.Fatalf("bar %+v: %s", b, f.Picture.Caption)
		}
	}
	n := puzzle.Shape().Side()
	if rows := f.Beside.Rows; rows != "" {
		chosen, left := strings.Count(rows, "*"), strings.Count(rows, "#")
		if len(rows) != n*n*n || f.Beside.Bars[0].Left != left || chosen < puzzle.Filled() && !strings.Contains(f.Picture.Caption, "exclude") {
			t.Fatalf("%d rows, %d chosen, %d left, %+v: %s", len(rows), chosen, left, f.Beside.Bars[0], f.Picture.Caption)
		}
	}
}

// TestAuto: the method that auto gives the board to is watched.
func TestAuto(t *testing.T) {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	got, _ := collect(t, open(t, method.Auto), puzzle, watch.Options{})
	want, _ := collect(t, open(t, "bitboard"), puzzle, watch.Options{})
	if len(got) != len(want) || got[1].Picture.Caption != want[1].Picture.Caption {
		t.Errorf("auto shows %d frames, bitboard %d", len(got), len(want))
	}
}

// TestRefusals: what cannot be watched is refused with a sentence, and an error of the listener comes back.
func TestRefusals(t *testing.T) {
	four := board.MustParse("1.3.3.1...4..3.1")
	nothing := func(watch.Frame) error { return nil }
	for _, c := range []struct {
		by, want string
		puzzle   board.Board
		o        watch.Options
	}{
		{"sat", "clauses", four, watch.Options{}},
		{"bitboard", "9×9", four, watch.Options{}},
		{"dlx", "density", four, watch.Options{Density: film.Strikes}},
		{"dlx", "at most", four, watch.Options{Most: 2}},
		{"dlx", "zero board", board.Board{}, watch.Options{}},
	} {
		if _, err := watch.Frames(t.Context(), open(t, c.by), c.puzzle, c.o, nothing); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.by, err, c.want)
		}
	}
	if _, err := watch.Frames(t.Context(), nil, four, watch.Options{}, nothing); err == nil {
		t.Error("no method was watched")
	}
	gone := errors.New("gone")
	for _, name := range []string{"csp", "dlx", "wide", "minigrid"} {
		if _, err := watch.Frames(t.Context(), open(t, name), four, watch.Options{}, func(watch.Frame) error { return gone }); !errors.Is(err, gone) {
			t.Errorf("%s: %v, want gone", name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"dlx", "wide", "minigrid", "bitboard"} {
		r, err := watch.Frames(ended, open(t, name), board.New(board.Standard()), watch.Options{}, nothing)
		if err != nil || r.Status != solver.Cancelled {
			t.Errorf("%s under an ended context: %v, %v", name, r.Status, err)
		}
	}
}
