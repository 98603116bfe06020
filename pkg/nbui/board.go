package nbui

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"sudokulab/pkg/render"
)

// Board shows a board.
func Board(p render.Picture) {
	drawn("board", func(w io.Writer, o render.Options) error { return render.HTML(w, p, o) }, inText([]render.Picture{p}))
}

// Boards shows boards side by side.
func Boards(pictures ...render.Picture) {
	drawn("boards", func(w io.Writer, o render.Options) error { return render.HTMLRow(w, pictures, o) }, inText(pictures))
}

// Strip shows the steps of a process as small numbered boards with their captions.
func Strip(pictures ...render.Picture) {
	numbered := make([]render.Picture, len(pictures))
	for i, p := range pictures {
		p.Caption = strings.TrimSpace(strconv.Itoa(i+1) + ". " + p.Caption)
		numbered[i] = p
	}
	drawn("strip", func(w io.Writer, o render.Options) error { return render.HTMLStrip(w, pictures, o) }, inText(numbered))
}

// Sheets shows rectangles of numbers: channels of a tensor, kernels, what they give.
func Sheets(s render.Sheets) {
	drawn("sheets", func(w io.Writer, o render.Options) error { return render.HTMLSheets(w, s, o) },
		func(w io.Writer) error { return render.TextSheets(w, s) })
}

// Film shows a film: stills, and where scripts run a player with buttons, a slider and keys; see
// [render.HTMLFilm]. As text it is its first and its last frame. What package film returns can be
// its arguments as it stands, the error included, which ends the cell.
func Film(frames []render.Frame, err ...error) {
	end("film", errors.Join(err...))
	var ends []render.Picture
	for i, f := range frames {
		if i == 0 || i == len(frames)-1 {
			p := f.Picture
			p.Caption = strings.TrimSpace("Frame " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(frames)) + ". " + p.Caption)
			ends = append(ends, p)
		}
	}
	drawn("film", func(w io.Writer, o render.Options) error { return render.HTMLFilm(w, frames, o) }, inText(ends))
}

// inText writes boards as text, one below the other. Those that have candidates show them.
func inText(pictures []render.Picture) func(io.Writer) error {
	return func(w io.Writer) error {
		for i, p := range pictures {
			if i > 0 {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
			}
			// A wide board of more than nine digits is wider than any page.
			wide := p.Candidates != nil && p.Board.Shape().Side() <= 9
			if err := render.Text(w, p, render.TextOptions{Wide: wide}); err != nil {
				return err
			}
		}
		return nil
	}
}

// drawn shows what package render writes, as HTML in the colours of the page and as text.
func drawn(who string, html func(io.Writer, render.Options) error, text func(io.Writer) error) {
	show(who, func() (bundle, error) {
		o, dark := render.DefaultOptions(), render.DarkTheme()
		o.Dark = &dark
		var h, t bytes.Buffer
		if err := html(&h, o); err != nil {
			return bundle{}, err
		}
		if err := text(&t); err != nil {
			return bundle{}, err
		}
		return bundle{html: h.String(), text: t.String()}, nil
	})
}
