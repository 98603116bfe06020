package environment

import (
	"fmt"
	"image"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
)

// Mode names a kind of picture, by Gymnasium's names where it has one.
type Mode string

// The modes.
const (
	ANSI Mode = "ansi"      // text with colours for terminals
	RGB  Mode = "rgb_array" // an opaque picture
	SVG  Mode = "svg"       // a document that stands alone
)

// Modes returns all modes.
func Modes() []Mode { return []Mode{ANSI, RGB, SVG} }

// Frame is a picture of the game: Image in mode [RGB], Text in the others.
type Frame struct {
	Text  string
	Image *image.RGBA
}

// RenderModes returns the modes of Render.
func (e *Environment) RenderModes() []Mode { return Modes() }

// Render draws the board: givens bold, the cell of the last move framed, cells that clash marked, and where
// the last move was refused for breaking a rule, the cells that it would clash with tinted. The caption says
// what the last move was. It errs before the first episode, after Close, and for a mode that is none; the
// picture of an episode that is over is its last.
func (e *Environment) Render(mode Mode) (Frame, error) {
	if err := e.ready(); err != nil {
		return Frame{}, err
	}
	if !slices.Contains(Modes(), mode) {
		return Frame{}, fmt.Errorf("environment: render mode %q, want one of %q", mode, Modes())
	}
	p, err := e.picture()
	if err != nil {
		return Frame{}, fmt.Errorf("environment: %w", err)
	}
	var f Frame
	var text strings.Builder
	switch mode {
	case RGB:
		f.Image, err = render.Image(p, render.DefaultOptions())
	case SVG:
		err = render.SVG(&text, p, render.DefaultOptions())
	default:
		err = render.Text(&text, p, render.TextOptions{Colour: true})
	}
	if err != nil {
		return Frame{}, fmt.Errorf("environment: %w", err)
	}
	f.Text = text.String()
	return f, nil
}

func (e *Environment) picture() (render.Picture, error) {
	v := e.vector
	b, err := board.FromCellsOn(v.shape, slices.Clone(v.boards))
	if err != nil {
		return render.Picture{}, err
	}
	givens, err := board.FromCellsOn(v.shape, slices.Clone(v.puzzles))
	if err != nil {
		return render.Picture{}, err
	}
	p := render.Picture{Board: b, Givens: givens, Marks: render.ConflictMarks(b), Rulers: true}
	p.Caption = fmt.Sprintf("%d empty cells", v.blanks[0])
	if e.action[0] < 0 {
		return p, nil
	}
	row, column, digit := v.config.Move(int(e.action[0]))
	cell := v.shape.Cell(row, column)
	p.Marks[cell] |= render.Focus
	if v.outcomes[0] == Broken {
		for _, peer := range v.shape.Peers(cell) {
			if b.At(peer) == digit {
				p.Marks[peer] |= render.Highlight
			}
		}
	}
	p.Caption = fmt.Sprintf("Move %d: %d in %s, %s. %s.", v.moves[0], digit, v.shape.CellName(cell), v.outcomes[0], p.Caption)
	return p, nil
}
