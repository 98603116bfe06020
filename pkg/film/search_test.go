package film

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
	"sudokulab/pkg/tensornet/plain"
)

// search traces a search in plain loops.
func search(tb testing.TB, puzzle board.Board, limit int) plain.Trace {
	tb.Helper()
	t, err := plain.Follow(puzzle, plain.Search{Limit: limit}, plain.Rules{Locked: true}, 400)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// Every frame shows the candidates of its step, as small digits or as one large one, strikes out what the step
// struck, sets off what it gave back, and has a square for each candidate struck under a guess and no other.
func TestSearchFrames(t *testing.T) {
	met := map[plain.Outcome]int{}
	for _, puzzle := range boards(t) {
		shape := puzzle.Shape()
		n := shape.Side()
		tr := search(t, puzzle, 2)
		frames, err := Search(tr, Options{Title: "search"})
		if err != nil {
			t.Fatal(err)
		}
		if len(frames) != len(tr.Frames) {
			t.Fatalf("%v: %d frames of %d steps", puzzle, len(frames), len(tr.Frames))
		}
		for i, f := range frames {
			met[tr.Frames[i].Outcome]++
			p, now := f.Picture, tr.Frames[i].Candidates(shape)
			if err := p.Validate(); err != nil {
				t.Fatalf("%v: step %d: %v", puzzle, i, err)
			}
			squares := map[int]render.Square{}
			for _, q := range p.Squares {
				squares[q.Cell*n+q.Digit-1] = q
			}
			for cell := range now {
				var was board.Digits
				if i > 0 {
					was = tr.Frames[i-1].Candidates(shape)[cell]
				} else {
					was = now[cell]
				}
				shown := p.Candidates[cell] &^ p.Removed[cell]
				if d := p.Board.At(cell); d != 0 {
					shown = board.DigitsOf(d)
				}
				if shown != now[cell] || p.Removed[cell] != was&^now[cell] || p.Strong[cell] != now[cell]&^was {
					t.Fatalf("%v: step %d, cell %d: shows %v, struck %v, back %v; the trace has %v after %v", puzzle, i, cell, shown, p.Removed[cell], p.Strong[cell], now[cell], was)
				}
				for d := 1; d <= n; d++ {
					stamp := int(tr.Frames[i].Stamps[cell*n+d-1])
					q, has := squares[cell*n+d-1]
					if has != (stamp > 1) || has && (q.Number != stamp/2 || q.Hollow != (stamp%2 == 1)) {
						t.Fatalf("%v: step %d, cell %d, digit %d: stamp %d and the square %+v", puzzle, i, cell, d, stamp, q)
					}
				}
			}
		}
		guesses, err := Search(tr, Options{Density: Guesses})
		if err != nil {
			t.Fatal(err)
		}
		if len(guesses) > len(frames) || len(guesses) == 0 {
			t.Errorf("%v: %d frames of guesses, %d of steps", puzzle, len(guesses), len(frames))
		}
		cut, err := Search(tr, Options{Most: 4})
		if err != nil {
			t.Fatal(err)
		}
		if len(cut) > 4 || len(frames) > 4 && !strings.Contains(cut[3].Picture.Caption, fmt.Sprintf("(%d frames are not shown.)", len(frames)-4)) && len(frames) != 5 {
			t.Errorf("%v: cut to %d frames, the last: %s", puzzle, len(cut), cut[len(cut)-1].Picture.Caption)
		}
		moments, err := SearchMoments(tr)
		if err != nil || len(moments) < 2 {
			t.Fatalf("%v: %d moments, %v", puzzle, len(moments), err)
		}
		var out bytes.Buffer
		if err := render.HTMLStrip(&out, moments, render.DefaultOptions()); err != nil {
			t.Error(err)
		}
	}
	for _, o := range []plain.Outcome{plain.Pass, plain.Push, plain.Pop, plain.Solve} {
		if met[o] == 0 {
			t.Errorf("no %s in any film", o)
		}
	}
}

// Larger boards are drawn too, with squares around their digits.
func TestSearchOfSide16(t *testing.T) {
	shape, err := board.ShapeOf(4)
	if err != nil {
		t.Fatal(err)
	}
	puzzle := board.New(shape)
	for d := 1; d <= 12; d++ {
		puzzle.Set(d*17-17, d)
	}
	tr, err := plain.Follow(puzzle, plain.Search{Limit: 1}, plain.Rules{}, 30)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := Search(tr, Options{Density: Guesses})
	if err != nil {
		t.Fatal(err)
	}
	end := last(frames)
	if len(end.Squares) == 0 || end.Board.Filled() == puzzle.Filled() {
		t.Fatalf("%d squares and %d digits at the end", len(end.Squares), end.Board.Filled())
	}
	var out bytes.Buffer
	if err := render.SVG(&out, end, render.DefaultOptions()); err != nil {
		t.Error(err)
	}
}

func TestSearchRefuses(t *testing.T) {
	tr := search(t, board.MustParse(sample), 1)
	other := tr
	other.Puzzle = board.New(board.Standard())
	for name, err := range map[string]error{
		"density":          second(Search(tr, Options{Density: Decisions})),
		"most":             second(Search(tr, Options{Most: 1})),
		"another":          second(Search(other, Options{})),
		"no puzzle":        second(Search(plain.Trace{}, Options{})),
		"moments of other": second(SearchMoments(other)),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "film: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
