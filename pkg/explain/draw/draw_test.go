package draw_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/render"
)

// TestEveryTechnique: the example of each technique is drawn with what its step places, strikes and rests on.
func TestEveryTechnique(t *testing.T) {
	e, err := explain.New(board.Standard(), explain.Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, technique := range e.Techniques() {
		info := technique.Info()
		p, err := e.Parse(info.Example.Board, info.Example.Struck)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Next(p)
		if err != nil {
			t.Fatalf("%v: %v", technique, err)
		}
		pic, err := draw.Step(p, &s)
		if err != nil {
			t.Fatalf("%v: %v", technique, err)
		}
		for _, x := range s.Places {
			if pic.Marks[x.Cell]&render.Focus == 0 || !pic.Strong[x.Cell].Has(x.Digit) {
				t.Errorf("%v: the digit of cell %d is not seen", technique, x.Cell)
			}
		}
		for _, x := range s.Strikes {
			if !pic.Removed[x.Cell].Has(x.Digit) {
				t.Errorf("%v: the strike in cell %d is not seen", technique, x.Cell)
			}
		}
		tags := map[[2]int]bool{}
		for _, tag := range pic.Tags {
			tags[[2]int{tag.Cell, tag.Digit}] = true
		}
		for _, x := range s.Candidates {
			if !tags[[2]int{x.Cell, x.Digit}] {
				t.Errorf("%v: candidate %d of cell %d has a role and no letter", technique, x.Digit, x.Cell)
			}
		}
		var svg, text bytes.Buffer
		if err := render.SVG(&svg, pic, render.DefaultOptions()); err != nil {
			t.Errorf("%v: %v", technique, err)
		}
		if err := render.Text(&text, pic, render.TextOptions{Wide: true}); err != nil {
			t.Errorf("%v: %v", technique, err)
		}
		if pic.Caption != s.String() || !strings.Contains(text.String(), s.Sentence()) {
			t.Errorf("%v: the sentence is not told", technique)
		}
		drawn++
	}
	if drawn < 15 {
		t.Errorf("%d techniques were drawn", drawn)
	}
}

func TestHint(t *testing.T) {
	e, err := explain.New(board.Standard(), explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	example := explain.NakedPair.Info().Example
	p, err := e.Parse(example.Board, example.Struck)
	if err != nil {
		t.Fatal(err)
	}
	for level := explain.HintWhere; level <= explain.HintWhy; level++ {
		h, err := e.Hint(p, level, explain.Known{})
		if err != nil {
			t.Fatal(err)
		}
		pic, err := draw.Hint(p, &h)
		if err != nil {
			t.Fatal(err)
		}
		if shows := len(pic.Tags) > 0; pic.Caption != h.Text || shows != (level == explain.HintWhy) {
			t.Errorf("level %d: caption %q, candidates shown: %v", level, pic.Caption, shows)
		}
	}
}

// TestPath: the film goes from the puzzle to the end of the path and can be drawn.
func TestPath(t *testing.T) {
	e, err := explain.New(board.Standard(), explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	puzzle := board.MustParse("1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629.")
	path, err := e.Path(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := draw.Path(path)
	if err != nil {
		t.Fatal(err)
	}
	end := frames[len(frames)-1].Picture
	if len(frames) != path.Count+1 || !frames[0].Picture.Board.Equal(puzzle) || !end.Board.Equal(path.End.Board()) || !strings.HasPrefix(end.Caption, "Solved in ") {
		t.Errorf("%d frames of %d steps, end %q", len(frames), path.Count, end.Caption)
	}
	if err := render.HTMLFilm(new(bytes.Buffer), frames, render.DefaultOptions()); err != nil {
		t.Error(err)
	}
}

// TestMisuse: what cannot be drawn is an error that says so.
func TestMisuse(t *testing.T) {
	e, err := explain.New(board.Standard(), explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.Position(board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Next(p)
	if err != nil {
		t.Fatal(err)
	}
	after := p.Clone()
	after.Apply(&s)
	bare := explain.Step{Technique: explain.XWing, Strikes: []explain.Candidate{{Cell: 2, Digit: 1}}}
	if pic, err := draw.Step(p, &bare); err != nil || pic.Caption != "X-wing" {
		t.Errorf("a step without a board: %q, %v", pic.Caption, err)
	}
	linked := bare
	linked.Links = []explain.Link{{From: bare.Strikes[0], To: explain.Candidate{Cell: -1, Digit: 1}}}
	four := new(explain.Step)
	if err := json.Unmarshal([]byte(`{"technique":"x-wing","side":4,"strikes":[{"cell":2,"digit":1}]}`), four); err != nil {
		t.Fatal(err)
	}
	for want, f := range map[string]func() error{
		"cell -1":          func() error { _, err := draw.Step(p, &linked); return err },
		"of shape 4×4":     func() error { _, err := draw.Step(p, four); return err },
		"without a board":  func() error { _, err := draw.Path(&explain.Path{Start: p, Steps: []explain.Step{bare}}); return err },
		"no position":      func() error { _, err := draw.Step(nil, &s); return err },
		"no step":          func() error { _, err := draw.Step(p, nil); return err },
		"another position": func() error { _, err := draw.Step(after, &s); return err },
		"no hint":          func() error { _, err := draw.Hint(p, nil); return err },
		"no path":          func() error { _, err := draw.Path(&explain.Path{Start: new(explain.Position)}); return err },
		"cell 99":          func() error { _, err := draw.Hint(p, &explain.Hint{Cells: []explain.CellRole{{Cell: 99}}}); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
