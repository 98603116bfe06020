package protocol

import (
	"time"

	"sudokulab/pkg/render"
	"sudokulab/pkg/watch"
)

// Frame is a picture of a board as data, for whoever draws it: see [render.Picture], whose fields these are. What is
// empty is left out.
type Frame struct {
	Board      Board    `json:"board"`
	Givens     string   `json:"givens,omitempty"` // the digits of the puzzle; without it all digits are givens
	Candidates Masks    `json:"candidates,omitempty"`
	Removed    Masks    `json:"removed,omitempty"`
	Strong     Masks    `json:"strong,omitempty"`
	Marks      []uint16 `json:"marks,omitempty"` // by cell, bits as in render.Mark: given 1, filled 2, open 4, single 8, guess 16, removed 32, conflict 64, highlight 128, focus 256
	Squares    []Square `json:"squares,omitempty"`
	Tags       []Tag    `json:"tags,omitempty"`
	// Heat has a shade for each candidate, "0" for none to "5" for the hottest, digit d of a cell at cell·n + d − 1.
	Heat     string `json:"heat,omitempty"`
	HeatLow  string `json:"heat_low,omitempty"`
	HeatHigh string `json:"heat_high,omitempty"`
	Links    []Link `json:"links,omitempty"`
	Title    string `json:"title,omitempty"`
	Caption  string `json:"caption,omitempty"`
	Delay    int    `json:"delay_ms,omitempty"` // how long it stands when played at normal speed
	// Beside is what is left of the method's own structure, to be drawn beside the board.
	Beside *Beside `json:"beside,omitempty"`
}

// Beside is what is left of a method's own structure.
type Beside struct {
	Title string `json:"title"`
	Bars  []Bar  `json:"bars,omitempty"` // amounts that shrink
	// Rows and Columns are those of a table, a character each: "." is gone, "#" is left, "*" is chosen.
	Rows        string `json:"rows,omitempty"`
	Columns     string `json:"columns,omitempty"`
	RowNames    string `json:"row_names,omitempty"`
	ColumnNames string `json:"column_names,omitempty"`
}

// Bar is how many are left of so many.
type Bar struct {
	Name string `json:"name"`
	Left int    `json:"left"`
	Of   int    `json:"of"`
}

// toBeside writes what stands beside a frame, nothing if there is nothing.
func toBeside(b *watch.Beside) *Beside {
	if b == nil {
		return nil
	}
	out := &Beside{Title: b.Title, Rows: b.Rows, Columns: b.Columns, RowNames: b.RowNames, ColumnNames: b.ColumnNames}
	for _, bar := range b.Bars {
		out.Bars = append(out.Bars, Bar(bar))
	}
	return out
}

// Square is a small square at a candidate's place.
type Square struct {
	Cell   int  `json:"cell"`
	Digit  int  `json:"digit"`
	Number int  `json:"number"`
	Hollow bool `json:"hollow,omitempty"`
}

// Tag is a letter beside a candidate, with an outline around it.
type Tag struct {
	Cell    int    `json:"cell"`
	Digit   int    `json:"digit"`
	Letter  string `json:"letter"`
	Outline int    `json:"outline"`
	Word    string `json:"word,omitempty"`
}

// Link is an arrow. A digit of 0 stands for the whole cell.
type Link struct {
	From      int  `json:"from"`
	FromDigit int  `json:"from_digit,omitempty"`
	To        int  `json:"to"`
	ToDigit   int  `json:"to_digit,omitempty"`
	Weak      bool `json:"weak,omitempty"`
}

// toFrame writes a picture.
func toFrame(p render.Picture, delay time.Duration) (Frame, error) {
	b, err := toBoard(p.Board)
	if err != nil {
		return Frame{}, err
	}
	f := Frame{
		Board: b, Givens: gridOf(p.Givens), Candidates: toMasks(p.Candidates), Removed: toMasks(p.Removed), Strong: toMasks(p.Strong),
		Title: p.Title, Caption: p.Caption, Delay: int(delay.Milliseconds()),
	}
	for _, m := range p.Marks {
		f.Marks = append(f.Marks, uint16(m))
	}
	for _, s := range p.Squares {
		f.Squares = append(f.Squares, Square(s))
	}
	for _, t := range p.Tags {
		f.Tags = append(f.Tags, Tag{t.Cell, t.Digit, string(rune(t.Letter)), int(t.Outline), t.Word})
	}
	for _, l := range p.Links {
		f.Links = append(f.Links, Link{From: l.From, FromDigit: l.FromDigit, To: l.To, ToDigit: l.ToDigit, Weak: l.Weak})
	}
	if p.Heat.Values != nil {
		shades := make([]byte, len(p.Heat.Values))
		for i, v := range p.Heat.Values {
			shades[i] = '0' + byte(min(render.HeatShades, int(v*(render.HeatShades+1))))
		}
		f.Heat, f.HeatLow, f.HeatHigh = string(shades), p.Heat.Low, p.Heat.High
	}
	return f, nil
}
