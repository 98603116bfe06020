package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sudokulab/pkg/board"
)

// Mark is the set of roles that a cell plays in a picture. At most one of the roles Given
// to Removed decides the ink: the last one in the order of declaration that is present. The
// roles Highlight and Focus add to it. The zero Mark leaves the ink to the picture's
// contents, as [Picture] describes.
type Mark uint16

// The roles of a cell.
const (
	Given     Mark = 1 << iota // part of the puzzle: bold
	Filled                     // entered later
	Open                       // several candidates left: grey
	Single                     // decided by propagation: green, barred below
	Guess                      // decided by search: italic
	Removed                    // taken back: its digit or all its candidates struck out
	Conflict                   // breaks a rule or has no candidate left: red, with a cross
	Highlight                  // tinted
	Focus                      // framed
)

var markNames = [...]string{"given", "filled", "open", "single", "guess", "removed", "conflict", "highlight", "focus"}

const (
	inkRoles = Given | Filled | Open | Single | Guess | Removed | Conflict
	allRoles = inkRoles | Highlight | Focus
)

// String names the roles of the set, joined by "+"; the zero Mark is "auto".
func (m Mark) String() string {
	if m == 0 {
		return "auto"
	}
	var names []string
	for i, name := range markNames {
		if m&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if rest := m &^ allRoles; rest != 0 {
		names = append(names, fmt.Sprintf("%#x", uint16(rest)))
	}
	return strings.Join(names, "+")
}

// ink returns the role that decides the ink, 0 if none is present.
func (m Mark) ink() Mark {
	for r := Conflict; r != 0; r >>= 1 {
		if m&r != 0 {
			return r
		}
	}
	return 0
}

// Link is an arrow from a cause to its effect. A digit of 0 stands for the whole cell; any
// other is the end at that candidate's place in the cell.
type Link struct {
	From, To           int // cells
	FromDigit, ToDigit int
	Weak               bool // drawn dashed
}

// Square is a small square at a candidate's place: a digit that is not possible now and may be again,
// such as one that a search has to give back. Where the digit is struck out in the same picture the square
// is smaller and stands beside it.
//
// In a cell with a digit on a board of side 9 the square for the 5, whose place the digit covers, stands at
// the place of that digit. On larger boards, and on those without boxes, the squares of such a cell stand
// around its digit, clockwise from the upper left corner.
type Square struct {
	Cell, Digit int
	// Number, from 1, decides the colour, of which there are [SquareColours].
	Number int
	Hollow bool // drawn as an outline
}

// SquareColours is the number of colours of squares.
const SquareColours = 4

// Heat is a value for each candidate, drawn as one of [HeatShades] shades behind the candidates that are shown and
// not struck out; the least share of the values has none. Where there is heat, strong candidates are ringed, so that
// the best one is told by its shape. A picture with heat has a legend with the shades and what both ends mean.
type Heat struct {
	// Values are from 0 to 1, digit d of a cell at cell·n + d − 1; nil is no heat.
	Values []float64
	// Low and High say what 0 and 1 mean, in a few words.
	Low, High string
}

// HeatShades is the number of shades of heat. A value of 0 to 1/(HeatShades+1) has none.
const HeatShades = 5

// shade returns the shade of a digit, from 1 to HeatShades, 0 for none.
func (h *Heat) shade(n, cell, digit int) int {
	if h.Values == nil {
		return 0
	}
	return min(HeatShades, int(h.Values[cell*n+digit-1]*(HeatShades+1)))
}

// Picture is what a drawing shows. Only Board is required. Slices that are not nil have one
// element for each cell.
type Picture struct {
	// Board holds the digits shown.
	Board board.Board
	// Givens is the puzzle: its digits are drawn as givens, the others of Board as filled.
	// The zero Board makes every digit of Board a given.
	Givens board.Board
	// Candidates are shown small in the empty cells; those of filled cells are ignored.
	// Without a mark, an empty cell with one candidate left is Single, with several Open,
	// with none Conflict.
	Candidates []board.Digits
	// Removed are candidates shown struck out, whether or not Candidates still has them.
	Removed []board.Digits
	// Strong are candidates, left or removed, that are set off from the others.
	Strong []board.Digits
	// Marks are the roles of the cells.
	Marks []Mark
	// Squares are shown in SVG, HTML and PNG; text leaves them out.
	Squares []Square
	// Tags are letters beside candidates, with outlines around these.
	Tags []Tag
	// Heat shades the candidates in SVG, HTML and PNG; text lists those of the largest values.
	Heat Heat
	// Links are arrows, drawn in this order.
	Links []Link
	// Title and Caption stand above and below the board; a line feed in them breaks the
	// line, as does the width of the picture in SVG and PNG.
	Title, Caption string
	// Rulers shows the numbers of rows and columns, counted from 1 as in r1c3.
	Rulers bool
}

// Frame is a picture of an animation and how long it stands.
type Frame struct {
	Picture Picture
	Delay   time.Duration
}

// ConflictMarks returns marks for a board: [Conflict] on every cell that breaks a rule.
func ConflictMarks(b board.Board) []Mark {
	marks := make([]Mark, len(b.Cells()))
	if b.IsZero() {
		return marks
	}
	for _, c := range board.Conflicts(b) {
		marks[c.A] |= Conflict
		marks[c.B] |= Conflict
	}
	return marks
}

// Validate reports the first way in which the parts of the picture do not fit together.
func (p Picture) Validate() error {
	if p.Board.IsZero() {
		return errors.New("render: picture without a board")
	}
	s := p.Board.Shape()
	n := s.Side()
	for cell, d := range p.Board.Cells() {
		if int(d) > n {
			return fmt.Errorf("render: %s holds %d, want 0 to %d", s.CellName(cell), d, n)
		}
	}
	if err := p.validateGivens(); err != nil {
		return err
	}
	for _, l := range []struct {
		name   string
		length int
		set    bool
	}{
		{"candidates", len(p.Candidates), p.Candidates != nil},
		{"removed", len(p.Removed), p.Removed != nil},
		{"strong", len(p.Strong), p.Strong != nil},
		{"marks", len(p.Marks), p.Marks != nil},
	} {
		if l.set && l.length != s.Cells() {
			return fmt.Errorf("render: %s for %d cells, board has %d", l.name, l.length, s.Cells())
		}
	}
	for cell := range s.Cells() {
		if err := p.validateCell(cell); err != nil {
			return err
		}
	}
	if err := p.validateSquares(); err != nil {
		return err
	}
	if err := p.validateHeat(); err != nil {
		return err
	}
	if err := p.validateTags(); err != nil {
		return err
	}
	for i, l := range p.Links {
		switch {
		case l.From < 0 || l.From >= s.Cells() || l.To < 0 || l.To >= s.Cells():
			return fmt.Errorf("render: link %d joins cells %d and %d, want 0 to %d", i+1, l.From, l.To, s.Cells()-1)
		case l.FromDigit < 0 || l.FromDigit > n || l.ToDigit < 0 || l.ToDigit > n:
			return fmt.Errorf("render: link %d joins digits %d and %d, want 0 to %d", i+1, l.FromDigit, l.ToDigit, n)
		case l.From == l.To && (l.FromDigit == l.ToDigit || l.FromDigit == 0 || l.ToDigit == 0):
			return fmt.Errorf("render: link %d joins %s with itself", i+1, s.CellName(l.From))
		}
	}
	return nil
}

func (p Picture) validateGivens() error {
	if p.Givens.IsZero() {
		return nil
	}
	s := p.Board.Shape()
	if p.Givens.Shape() != s {
		if p.Givens.Shape().Side() == s.Side() {
			return fmt.Errorf("render: givens on the shape %v, board on %v, want one shape", p.Givens.Shape(), s)
		}
		return fmt.Errorf("render: givens of side %d, board of side %d", p.Givens.Shape().Side(), s.Side())
	}
	for cell, g := range p.Givens.Cells() {
		if d := p.Board.At(cell); g != 0 && int(g) != d {
			return fmt.Errorf("render: %s holds %d, its given is %d", s.CellName(cell), d, g)
		}
	}
	return nil
}

func (p Picture) validateHeat() error {
	s := p.Board.Shape()
	n := s.Side()
	h := p.Heat
	if h.Values == nil {
		return nil
	}
	if len(h.Values) != n*s.Cells() {
		return fmt.Errorf("render: heat of %d candidates, board has %d", len(h.Values), n*s.Cells())
	}
	for i, v := range h.Values {
		if !within(v, 0, 1) {
			return fmt.Errorf("render: heat of %s=%d is %v, want 0 to 1", s.CellName(i/n), i%n+1, v)
		}
	}
	if len(lines(h.Low)) != 1 || len(lines(h.High)) != 1 {
		return fmt.Errorf("render: heat from %q to %q, want a line of words for both ends", h.Low, h.High)
	}
	return nil
}

func (p Picture) validateSquares() error {
	s := p.Board.Shape()
	seen := make(map[[2]int]bool, len(p.Squares))
	for i, q := range p.Squares {
		switch place := [2]int{q.Cell, q.Digit}; {
		case q.Cell < 0 || q.Cell >= s.Cells() || q.Digit < 1 || q.Digit > s.Side() || q.Number < 1:
			return fmt.Errorf("render: square %d is for digit %d of cell %d with number %d, want 1 to %d, 0 to %d, and 1 or more",
				i+1, q.Digit, q.Cell, q.Number, s.Side(), s.Cells()-1)
		case p.Board.At(q.Cell) == q.Digit || p.Board.At(q.Cell) == 0 && (at(p.Candidates, q.Cell)&^at(p.Removed, q.Cell)).Has(q.Digit):
			return fmt.Errorf("render: %s has a square for %d, which it may hold", s.CellName(q.Cell), q.Digit)
		case seen[place]:
			return fmt.Errorf("render: %s has two squares for %d", s.CellName(q.Cell), q.Digit)
		default:
			seen[place] = true
		}
	}
	return nil
}

func (p Picture) validateCell(cell int) error {
	s := p.Board.Shape()
	all := board.AllDigits(s.Side())
	candidates, removed, strong := at(p.Candidates, cell), at(p.Removed, cell), at(p.Strong, cell)
	switch m := at(p.Marks, cell); {
	case (candidates|removed|strong)&^all != 0:
		return fmt.Errorf("render: %s has candidates %v, want 1 to %d", s.CellName(cell), (candidates|removed|strong)&^all, s.Side())
	case p.Board.At(cell) == 0 && strong&^(candidates|removed) != 0:
		return fmt.Errorf("render: %s has strong digits %v that are no candidates", s.CellName(cell), strong&^(candidates|removed))
	case m&^allRoles != 0:
		return fmt.Errorf("render: %s has unknown mark %v", s.CellName(cell), m)
	}
	return nil
}

// at returns an element of a slice that may be nil.
func at[T any](s []T, i int) T {
	if s == nil {
		var zero T
		return zero
	}
	return s[i]
}

// look is what a cell shows, with every default resolved. All backends read it, so they
// agree on it.
type look struct {
	digit     int  // 0 for an empty cell
	given     bool // part of the puzzle, whatever the ink
	ink       Mark // exactly one of inkRoles
	highlight bool
	focus     bool
	left      board.Digits // candidates that are not struck out
	struck    board.Digits
	strong    board.Digits
	tags      []Tag
	squares   bool // it has squares
	barren    bool // an empty cell that has a list of candidates and none left in it
	diagonals diagonals
}

// diagonals says on which of the two diagonals a cell lies, where they count.
type diagonals uint8

const (
	mainDiagonal diagonals = 1 << iota
	otherDiagonal
)

func diagonalsOf(s *board.Shape, cell int) (d diagonals) {
	if !s.Variant().Diagonals {
		return 0
	}
	row, col := s.Row(cell), s.Col(cell)
	if row == col {
		d |= mainDiagonal
	}
	if row+col == s.Side()-1 {
		d |= otherDiagonal
	}
	return d
}

func (p Picture) look(cell int) look {
	m := at(p.Marks, cell)
	l := look{
		digit:     p.Board.At(cell),
		ink:       m.ink(),
		highlight: m&Highlight != 0,
		focus:     m&Focus != 0,
		diagonals: diagonalsOf(p.Board.Shape(), cell),
	}
	if l.digit != 0 {
		l.given = m&Given != 0 || m&Filled == 0 && (p.Givens.IsZero() || p.Givens.At(cell) != 0)
		switch {
		case l.ink != 0:
		case l.given:
			l.ink = Given
		default:
			l.ink = Filled
		}
		return l
	}
	l.struck = at(p.Removed, cell)
	l.left = at(p.Candidates, cell) &^ l.struck
	l.strong = at(p.Strong, cell)
	l.barren = p.Candidates != nil && l.left == 0
	if l.ink == Removed {
		l.struck, l.left = l.struck|l.left, 0
	}
	switch {
	case l.ink != 0:
	case l.barren:
		l.ink = Conflict
	case l.left.Single():
		l.ink = Single
	default:
		l.ink = Open
	}
	return l
}

func (p Picture) looks() []look {
	out := make([]look, len(p.Board.Cells()))
	for cell := range out {
		out[cell] = p.look(cell)
	}
	for _, q := range p.Squares {
		out[q.Cell].squares = true
	}
	for _, t := range p.Tags {
		out[t.Cell].tags = append(out[t.Cell].tags, t)
	}
	return out
}

// showsCandidates reports whether any cell has small digits or squares to show.
func showsCandidates(looks []look) bool {
	return slices.ContainsFunc(looks, func(l look) bool { return l.left|l.struck != 0 || l.squares })
}

// lines splits a title or caption into lines that are safe in every backend: valid UTF-8
// without control characters, which would break XML or command a terminal.
func lines(s string) []string {
	s = strings.TrimSpace(strings.ToValidUTF8(s, string(utf8.RuneError)))
	if s == "" {
		return nil
	}
	out := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, line := range out {
		out[i] = strings.TrimSpace(strings.Map(func(r rune) rune {
			switch {
			case r == 0xFFFE || r == 0xFFFF || unicode.Is(unicode.Cf, r):
				return -1
			case unicode.IsControl(r) || unicode.IsSpace(r):
				return ' '
			}
			return r
		}, line))
	}
	return out
}

// within is false for NaN.
func within(x, lo, hi float64) bool { return x >= lo && x <= hi }
