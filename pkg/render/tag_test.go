package render

import (
	"bytes"
	"strings"
	"testing"

	"sudokulab/pkg/board"
)

// TestTagFaults: what is wrong with tags is said.
func TestTagFaults(t *testing.T) {
	puzzle := board.MustParse(easy)
	marks := board.Candidates(puzzle)
	good := Tag{Cell: 2, Digit: 1, Letter: 'b', Word: "base"}
	for want, tags := range map[string][]Tag{
		"tag 1 is for digit 10":           {{Cell: 2, Digit: 10, Letter: 'b', Word: "base"}},
		"tag 2 is for digit 1 of cell 81": {good, {Cell: 81, Digit: 1, Letter: 'b', Word: "base"}},
		"want a letter":                   {{Cell: 2, Digit: 1, Letter: ' ', Word: "base"}},
		"the outline(7)":                  {{Cell: 2, Digit: 1, Letter: 'b', Word: "base", Outline: 7}},
		`the word ""`:                     {{Cell: 2, Digit: 1, Letter: 'b'}},
		"r1c1 has a tag for 5":            {{Cell: 0, Digit: 5, Letter: 'b', Word: "base"}},
		"r1c3 has a tag for 9":            {{Cell: 2, Digit: 9, Letter: 'b', Word: "base"}},
		"r1c3 has two tags for 1":         {good, good},
		"stands for circle":               {good, {Cell: 2, Digit: 2, Letter: 'b', Word: "base", Outline: Box}},
	} {
		err := SVG(new(bytes.Buffer), Picture{Board: puzzle, Candidates: marks, Tags: tags}, DefaultOptions())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("tags %v: error %v, want %q in it", tags, err, want)
		}
	}
	if err := (Picture{Board: puzzle, Candidates: marks, Tags: []Tag{good}}).Validate(); err != nil {
		t.Error(err)
	}
}

// TestDashes: the parts of a dashed curve lie on it, from its first point to its last.
func TestDashes(t *testing.T) {
	c := curve{0, 0, 50, 40, 100, 0}
	parts := c.dashes(true, 8)
	if first, last := parts[0], parts[len(parts)-1]; len(parts) < 4 || first.x1 != c.x1 || first.y1 != c.y1 || last.x2 != c.x2 || last.y2 != c.y2 {
		t.Errorf("dashes %v of %v", parts, c)
	}
	for _, p := range parts {
		// On this curve x is linear in its parameter.
		if at := p.x1 / 100; p.y1 < 80*at*(1-at)-0.02 || p.y1 > 80*at*(1-at)+0.02 {
			t.Errorf("dash %v begins beside the curve", p)
		}
	}
	if got := c.dashes(false, 8); len(got) != 1 || got[0] != c {
		t.Errorf("not dashed: %v", got)
	}
}
