package render

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

// drawShape draws a shape, a plain one half of the time.
func drawShape(t *rapid.T) *board.Shape {
	if rapid.Bool().Draw(t, "plain") {
		return shapeWith(t, rapid.SampledFrom([]int{4, 4, 9, 9, 9, 16, 25, 36}).Draw(t, "side"), false, "")
	}
	diagonals := rapid.Bool().Draw(t, "diagonals")
	switch rapid.IntRange(0, 3).Draw(t, "regions") {
	case 0:
		return shapeWith(t, rapid.SampledFrom([]int{4, 9, 16}).Draw(t, "side"), true, "")
	case 1:
		return shapeWith(t, 6, diagonals, steps6)
	case 2:
		return shapeWith(t, 9, diagonals, waves9)
	}
	side := rapid.IntRange(board.MinSide, board.MaxSide).Draw(t, "side")
	var rows strings.Builder // as regions
	for cell := range side * side {
		rows.WriteByte(board.Numeric[cell/side])
	}
	return shapeWith(t, side, diagonals, rows.String())
}

// drawPicture draws a valid picture of any shape, contents and marks.
func drawPicture(t *rapid.T) Picture {
	s := drawShape(t)
	n, all := s.Side(), board.AllDigits(s.Side())
	// One number for each cell keeps large boards cheap to draw; its bits are the choices.
	rng := rapid.Uint64().Draw(t, "cells")
	next := func() uint64 { // splitmix64
		rng += 0x9e3779b97f4a7c15
		z := rng
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	p := Picture{
		Board:   board.New(s),
		Title:   rapid.String().Draw(t, "title"),
		Caption: rapid.String().Draw(t, "caption"),
		Rulers:  rapid.Bool().Draw(t, "rulers"),
	}
	sparse := func() uint64 { // each bit with probability 1/4
		a, b := next(), next()
		return a & b
	}
	has := func(name string) bool { return rapid.Bool().Draw(t, name) }
	density := rapid.Uint64Range(0, 8).Draw(t, "density")
	for cell := range s.Cells() {
		if next()%8 < density {
			p.Board.Set(cell, int(next()%uint64(n))+1)
		}
	}
	if has("givens") {
		p.Givens = p.Board.Clone()
		for cell := range s.Cells() {
			if next()%2 == 0 {
				p.Givens.Set(cell, 0)
			}
		}
	}
	masks := func() []board.Digits {
		out := make([]board.Digits, s.Cells())
		for i := range out {
			out[i] = board.Digits(sparse()) & all
		}
		return out
	}
	if has("candidates") {
		p.Candidates = masks()
	}
	if has("removed") {
		p.Removed = masks()
	}
	if has("strong") {
		p.Strong = masks()
		for i := range p.Strong {
			p.Strong[i] &= at(p.Candidates, i) | at(p.Removed, i)
		}
	}
	if has("marks") {
		p.Marks = make([]Mark, s.Cells())
		for i := range p.Marks {
			p.Marks[i] = Mark(sparse()) & allRoles
		}
	}
	if has("heat") {
		p.Heat = Heat{Values: make([]float64, n*s.Cells()), Low: "little", High: "very much"}
		for i := range p.Heat.Values {
			p.Heat.Values[i] = float64(next()%101) / 100
		}
	}
	for range rapid.IntRange(0, 40).Draw(t, "squares") {
		q := Square{Cell: int(next() % uint64(s.Cells())), Digit: int(next()%uint64(n)) + 1, Number: int(next()%9) + 1, Hollow: next()%2 == 0}
		p.Squares = append(p.Squares, q)
		if p.Validate() != nil { // possible there, or there already
			p.Squares = p.Squares[:len(p.Squares)-1]
		}
	}
	for range rapid.IntRange(0, 5).Draw(t, "links") {
		l := Link{From: int(next() % uint64(s.Cells())), To: int(next() % uint64(s.Cells()))}
		l.FromDigit, l.ToDigit = int(next()%uint64(n+1)), int(next()%uint64(n+1))
		if l.From != l.To || l.FromDigit != l.ToDigit && l.FromDigit != 0 && l.ToDigit != 0 {
			p.Links = append(p.Links, l)
		}
	}
	return p
}

// Every primitive lies within the picture and is made of numbers.
func TestSceneLiesWithinItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		o := DefaultOptions()
		if rapid.Bool().Draw(t, "sized") {
			o.Cell = rapid.Float64Range(MinCell, MaxCell).Draw(t, "cell")
		}
		sc, err := compose(p, o)
		if err != nil {
			t.Fatal(err)
		}
		inside := func(what string, x, y float64) {
			if !within(x, 0, sc.w) || !within(y, 0, sc.h) {
				t.Fatalf("%s at %g,%g, picture is %g×%g", what, x, y, sc.w, sc.h)
			}
		}
		for _, it := range sc.items {
			switch s := it.shape.(type) {
			case rect:
				inside("rect", s.x, s.y)
				inside("rect", s.x+s.w, s.y+s.h)
			case line:
				inside("line", s.x1, s.y1)
				inside("line", s.x2, s.y2)
			case curve:
				for _, pt := range s.flatten(1) {
					inside("curve", pt.x, pt.y)
				}
			case path:
				for _, pt := range s {
					inside("path", pt.x, pt.y)
				}
			case label:
				width := textWidth(s.text, it.style.face, it.style.size)
				x := s.x - width*[...]float64{start: 0, middle: 0.5, end: 1}[it.style.anchor]
				inside("label "+s.text, x, s.y-it.style.size*capHeight)
				inside("label "+s.text, x+width, s.y)
			}
		}
	})
}

// Lines and cells fall on whole units and do not overlap.
func TestGeometryTiles(t *testing.T) {
	for k := board.MinBox; k <= board.MaxBox; k++ {
		for _, cell := range []float64{12, 31, 32, 48, 240} {
			g := newGeometry(k*k, k, cell)
			x := 0.0
			for i := range k*k + 1 {
				if i%k == 0 {
					x += g.thick
				} else {
					x += g.thin
				}
				if g.at[i] != x || x != math.Trunc(x) {
					t.Fatalf("k = %d: cell %d at %g, want %g", k, i, g.at[i], x)
				}
				x += cell
			}
			if g.side != x-cell {
				t.Errorf("k = %d: frame of %g, want %g", k, g.side, x-cell)
			}
			if g.pad < 0 || 2*g.pad+float64(k)*g.sub != cell {
				t.Errorf("k = %d: %g units of margin and %d places of %g in a cell of %g", k, 2*g.pad, k, g.sub, cell)
			}
		}
	}
}

// With regions, all stripes are alike, and a thin line lies in the middle of one.
func TestGeometryOfRegions(t *testing.T) {
	for n := board.MinSide; n <= board.MaxSide; n++ {
		for _, cell := range []float64{12, 31, 48} {
			g := newGeometry(n, 0, cell)
			for i := range n + 1 {
				if want := 3 + float64(i)*(cell+3); g.at[i] != want {
					t.Fatalf("n = %d: cell %d at %g, want %g", n, i, g.at[i], want)
				}
			}
			if rows := (n + g.cols - 1) / g.cols; g.cols*g.cols < n || (g.cols-1)*(g.cols-1) >= n || g.top < g.pad || 2*g.top+float64(rows)*g.sub != cell {
				t.Errorf("n = %d: %d columns of candidates, %d rows, %g above", n, g.cols, rows, g.top)
			}
		}
	}
}

// Squares of a cell lie in it and apart from each other, whether or not it holds a digit.
func TestSquarePlaces(t *testing.T) {
	for _, n := range []int{4, 6, 7, 9, 16, 25, 36} {
		k := map[int]int{4: 2, 9: 3, 16: 4, 25: 5, 36: 6}[n]
		for holds := range n + 1 {
			g := newGeometry(n, k, 60)
			side := g.squareSide(holds)
			x, y := g.corner(n + 1)
			for a := 1; a <= n; a++ {
				p := g.squareCentre(n+1, a, holds)
				if p.x-side/2 < x || p.y-side/2 < y || p.x+side/2 > x+60 || p.y+side/2 > y+60 {
					t.Errorf("side %d, cell with %d: the square of %d at %v, the cell begins at %g,%g", n, holds, a, p, x, y)
				}
				for b := 1; b < a; b++ {
					q := g.squareCentre(n+1, b, holds)
					if a != holds && b != holds && math.Max(math.Abs(p.x-q.x), math.Abs(p.y-q.y)) < side {
						t.Errorf("side %d, cell with %d: the squares of %d and %d at %v and %v", n, holds, a, b, p, q)
					}
				}
			}
		}
	}
}

// Candidate d stands in row (d−1)/k and column (d−1) mod k of its cell's grid.
func TestCandidatePlaces(t *testing.T) {
	g := newGeometry(9, 3, 60)
	g.x, g.y = 100, 200
	for d := 1; d <= 9; d++ {
		x, y := g.corner(40)
		c := g.centre(40, d)
		if col, row := int((c.x-x)/20), int((c.y-y)/20); col != (d-1)%3 || row != (d-1)/3 {
			t.Errorf("digit %d stands in row %d, column %d", d, row, col)
		}
	}
	if a, b := g.centre(40, 5), g.centre(40, 0); a != b {
		t.Errorf("the middle place is at %v, the cell's middle at %v", a, b)
	}
}
