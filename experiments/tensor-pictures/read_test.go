package tensorpictures

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/render"
	"sudokulab/pkg/tensornet/plain"
)

// TestComparisonSees: a frame that lacks a candidate, a strike or a square, or has one more, is told from the right
// one by reading its drawing.
func TestComparisonSees(t *testing.T) {
	for _, line := range []string{
		"7.4.....2...8.1...3.........5.6..1..2...4...........9....37.....8....6...9.....5.",
		"1...............",
	} {
		tr, err := plain.Follow(board.MustParse(line), plain.Search{Limit: 1}, plain.Rules{Locked: true}, 20)
		if err != nil {
			t.Fatal(err)
		}
		frames, err := film.Search(tr, film.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := render.DefaultOptions()
		o.Cell = 60
		chart, err := newChart(frames[0].Picture, o)
		if err != nil {
			t.Fatal(err)
		}
		compare := func(at int, p render.Picture) (c comparison) {
			var svg bytes.Buffer
			if err := render.SVG(&svg, p, o); err != nil {
				t.Fatal(err)
			}
			seen, err := chart.read(svg.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			c.frame(tr, at, seen)
			return c
		}
		met := map[string]int{}
		for at, f := range frames {
			if c := compare(at, f.Picture); c.candidates+c.strikes+c.squares != 3 || c.difference != "" {
				t.Fatalf("%s, frame %d: %+v", line, at, c)
			}
			p := f.Picture
			spoil := func(what string, wrong func(comparison) bool) {
				met[what]++
				if c := compare(at, p); !wrong(c) || !strings.HasPrefix(c.difference, "frame ") {
					t.Errorf("%s, frame %d, %s: not seen: %+v", line, at, what, c)
				}
				p = f.Picture
			}
			for cell := range p.Candidates {
				if now := p.Candidates[cell]; p.Board.At(cell) == 0 && now.Count() > 1 {
					p.Candidates = append([]board.Digits(nil), p.Candidates...)
					p.Candidates[cell], p.Strong = now.Without(now.First()), nil
					spoil("a candidate", func(c comparison) bool { return c.candidates == 0 })
					break
				}
			}
			for cell := range p.Removed {
				if p.Removed[cell] != 0 {
					p.Removed = append([]board.Digits(nil), p.Removed...)
					p.Removed[cell] = 0
					spoil("a strike", func(c comparison) bool { return c.strikes == 0 })
					break
				}
			}
			for i, q := range f.Picture.Squares {
				p.Squares = slices.Delete(slices.Clone(f.Picture.Squares), i, i+1)
				spoil("a square", func(c comparison) bool { return c.squares == 0 })
				q.Hollow = !q.Hollow
				p.Squares = slices.Clone(f.Picture.Squares)
				p.Squares[i] = q
				spoil("an outline", func(c comparison) bool { return c.squares == 0 })
				q.Hollow, q.Number = !q.Hollow, q.Number+1
				p.Squares = slices.Clone(f.Picture.Squares)
				p.Squares[i] = q
				spoil("a colour", func(c comparison) bool { return c.squares == 0 })
			}
		}
		for _, what := range []string{"a candidate", "a strike", "a square", "an outline", "a colour"} {
			if met[what] == 0 {
				t.Errorf("%s: no frame with %s changed", line, what)
			}
		}
	}
}
