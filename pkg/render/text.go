package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
)

// TextOptions are the settings of [Text]. The zero value draws a compact plain board.
type TextOptions struct {
	// Colour adds ANSI escape sequences in the 16 colours that terminals theme themselves.
	// Whether the reader is a terminal that wants them is for the caller to know.
	Colour bool `json:"colour"`
	// Wide gives every cell a k×k grid that shows its candidates (nearly a square of places on
	// a board without boxes); the compact form shows no candidates.
	Wide bool `json:"wide"`
	// ASCII draws frames and arrows of ASCII characters; titles and captions stay as they are.
	ASCII bool `json:"ascii"`
	// Alphabet holds the characters of the digits; "" stands for board.Numeric.
	Alphabet board.Alphabet `json:"alphabet,omitempty"`
}

// Text writes the picture as lines of text. Signs beside the cells tell their roles, and a
// legend below the board explains the signs in use; a board without such roles is set
// closer. Given, Filled and Open have no sign. The hottest candidates and the links are listed below the board. Colour
// changes no character: it only adds escape sequences. Lines run between the boxes, or
// between the regions of a board that has such; cells on diagonals that count have signs.
func Text(w io.Writer, p Picture, o TextOptions) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if err := validateAlphabet(o.Alphabet); err != nil {
		return err
	}
	alphabet, err := digitsOf(o.Alphabet, p.Board.Shape().Side())
	if err != nil {
		return err
	}
	t := newTexter(&p, o, alphabet)
	t.draw()
	_, err = w.Write(t.bytes(o.Colour))
	return err
}

// sgr holds the parameters of an escape sequence that selects attributes; "" is plain.
type sgr string

const (
	plain         sgr = ""
	boldText      sgr = "1"
	faintText     sgr = "2"
	filledText    sgr = "34"
	singleText    sgr = "32"
	guessText     sgr = "3;35"
	struckText    sgr = "2;9"
	errorText     sgr = "1;31"
	strongText    sgr = "1;4"
	focusText     sgr = "1;7"
	highlightText sgr = "30;43"
)

// sign is a character that tells a role without colour; the zero sign means no sign.
type sign struct {
	char rune
	role string
}

// The signs. Those of the ink follow the digit. Those of Focus, Highlight and the diagonals
// precede it, and as there is one place, each displaces those behind it. The signs of removed
// and strong digits follow a candidate.
var (
	conflictSign  = sign{'!', "conflict"}
	removedSign   = sign{'~', "removed"}
	guessSign     = sign{'?', "guess"}
	singleSign    = sign{'+', "single"}
	focusSign     = sign{'>', "focus"}
	highlightSign = sign{'*', "highlight"}
	strongSign    = sign{'\'', "strong"}
	mainSign      = sign{'\\', "diagonal 1"}
	otherSign     = sign{'/', "diagonal 2"}
	bothSign      = sign{'x', "both diagonals"}
)

func (l look) before() sign {
	switch {
	case l.focus:
		return focusSign
	case l.highlight:
		return highlightSign
	case l.diagonals == mainDiagonal|otherDiagonal:
		return bothSign
	case l.diagonals == mainDiagonal:
		return mainSign
	case l.diagonals == otherDiagonal:
		return otherSign
	default:
		return sign{}
	}
}

func (l look) after() sign {
	switch l.ink {
	case Conflict:
		return conflictSign
	case Removed:
		return removedSign
	case Guess:
		return guessSign
	case Single:
		return singleSign
	default:
		return sign{}
	}
}

// candidateSign is the sign of a small digit. Removed displaces the letter of a tag, which displaces strong.
func (l look) candidateSign(d int) sign {
	tag := slices.IndexFunc(l.tags, func(t Tag) bool { return t.Digit == d })
	switch {
	case l.struck.Has(d):
		return removedSign
	case tag >= 0:
		return sign{rune(l.tags[tag].Letter), l.tags[tag].Word}
	case l.strong.Has(d):
		return strongSign
	default:
		return sign{}
	}
}

// textStyle is the style of the cell's characters.
func (l look) textStyle() sgr {
	switch {
	case l.focus:
		return focusText
	case l.highlight && l.given:
		return boldText + ";" + highlightText
	case l.highlight:
		return highlightText
	}
	switch l.ink {
	case Given:
		return boldText
	case Filled:
		return filledText
	case Single:
		return singleText
	case Guess:
		return guessText
	case Removed:
		return struckText
	case Conflict:
		return errorText
	default:
		return faintText
	}
}

// texter lays a picture out on a page of characters. A slot is what a cell covers:
//
//	compact, no signs   d␣       and a space at the start of each box
//	compact             <d>      < and > the places of signs; always so with regions
//	wide                <grid>   k lines, the signs and the digit on the middle one
//
// With regions a line may run between any two columns, so there is a place for one between
// all of them, and between all rows that a border passes.
type texter struct {
	page
	p        *Picture
	o        TextOptions
	alphabet board.Alphabet
	shape    *board.Shape
	k        int // side of a box, 0 with regions
	cols     int // of a cell's grid of candidates
	looks    []look
	used     map[sign]bool

	slotW, slotH int
	lead         int   // spaces at the start of a box
	digitX       int   // place of the digit in the slot
	digitY       int   // line of the digit in the slot
	step         int   // from one candidate to the next
	thin         int   // thickness of the lines inside boxes, 0 or 1
	x0, y0       int   // corner of the frame
	at           []int // place of slot i after the frame's corner; horizontally
	down         []int // and vertically
}

func newTexter(p *Picture, o TextOptions, alphabet board.Alphabet) *texter {
	t := &texter{
		p: p, o: o, alphabet: alphabet, shape: p.Board.Shape(), k: p.Board.Shape().Box(), looks: p.looks(),
		used: make(map[sign]bool), slotW: 2, slotH: 1, lead: 1,
	}
	var rows int
	t.cols, rows = candidateGrid(t.shape.Side(), t.k)
	for _, l := range t.looks {
		t.used[l.before()], t.used[l.after()] = true, true
	}
	delete(t.used, sign{})
	switch {
	case o.Wide:
		// Candidates stand apart while that keeps the board narrow, or to have room for signs.
		t.step = 1
		if t.cols <= 3 {
			t.step = 2
		}
		for _, l := range t.looks {
			for d := range (l.left | l.struck).All() {
				if s := l.candidateSign(d); s != (sign{}) {
					t.used[s] = true
					t.step = 2
				}
			}
		}
		grid := t.step*(t.cols-1) + 1
		if t.used[strongSign] || t.used[removedSign] || len(p.Tags) > 0 {
			grid++ // the last candidate's sign
		}
		t.slotW, t.slotH, t.lead, t.thin = grid+2, rows, 0, 1
		t.digitX, t.digitY = 1+(grid-1)/2, (rows-1)/2
	case len(t.used) > 0 || t.k == 0:
		t.slotW, t.lead, t.digitX = 3, 0, 1
	}
	return t
}

// stripes returns the places of n slots of the given extent after a frame line, and behind
// them that of what follows the frame.
func (t *texter) stripes(extent, lead int) []int {
	n, k := t.shape.Side(), t.k
	out := make([]int, n+1)
	for i := range out {
		box := i / k
		out[i] = (1+lead)*(box+1) + i*extent + (i-box)*t.thin
	}
	return out
}

func (t *texter) draw() {
	n := t.shape.Side()
	y := 0
	for _, line := range lines(t.p.Title) {
		t.put(0, y, line, boldText)
		y++
	}
	if t.k > 0 {
		t.at, t.down = t.stripes(t.slotW, t.lead), t.stripes(t.slotH, 0)
	} else {
		t.at, t.down = t.regionStripes()
	}
	t.y0 = y
	if t.p.Rulers {
		t.rulers()
	}
	if t.k > 0 {
		t.frame()
	} else {
		t.regionFrame()
	}
	for cell, l := range t.looks {
		t.cell(t.x0+t.at[t.shape.Col(cell)], t.y0+t.down[t.shape.Row(cell)], l)
	}
	y = t.y0 + t.down[n]
	if len(t.used) > 0 {
		var legend []string
		signs := []sign{conflictSign, removedSign, guessSign, singleSign, strongSign, focusSign, highlightSign, mainSign, otherSign, bothSign}
		for _, s := range append(signs, t.p.tagSigns()...) {
			if t.used[s] {
				legend = append(legend, fmt.Sprintf("%c %s", s.char, s.role))
			}
		}
		t.put(t.x0, y, strings.Join(legend, "   "), faintText)
		y++
	}
	arrow, weak := " → ", " ⇢ "
	if t.o.ASCII {
		arrow, weak = " -> ", " ~> "
	}
	if t.p.Heat.Values != nil {
		t.put(t.x0, y, t.p.heatWords(t.looks, t.alphabet), plain)
		y++
	}
	for _, l := range t.p.Links {
		between := arrow
		if l.Weak {
			between = weak
		}
		t.put(t.x0, y, linkEnd(t.shape, l.From, l.FromDigit, t.alphabet)+between+linkEnd(t.shape, l.To, l.ToDigit, t.alphabet), plain)
		y++
	}
	for _, line := range lines(t.p.Caption) {
		t.put(0, y, line, plain)
		y++
	}
}

// rulers makes room for the numbers of rows and columns and writes them. Two digits do not
// fit side by side over the closest columns: there the tens stand above.
func (t *texter) rulers() {
	n := t.shape.Side()
	digits := len(strconv.Itoa(n))
	t.x0 = digits + 1
	height := 1
	if t.slotW < 3 {
		height = digits
	}
	t.y0 += height
	for i := range n {
		name := strconv.Itoa(i + 1)
		x := t.x0 + t.at[i] + t.digitX
		if height == 1 {
			t.put(x+1-len(name), t.y0-1, name, faintText)
		} else {
			for j := range len(name) {
				t.put(x, t.y0-len(name)+j, name[j:j+1], faintText)
			}
		}
		t.put(t.x0-1-len(name), t.y0+t.down[i]+t.digitY, name, faintText)
	}
}

func (t *texter) cell(x, y int, l look) {
	st := t.fill(x, y, l)
	mid := y + t.digitY
	if s := l.before(); s.char != 0 {
		t.put(x, mid, string(s.char), st)
	}
	if s := l.after(); s.char != 0 {
		t.put(x+t.slotW-1, mid, string(s.char), st)
	}
	if l.digit != 0 || !t.o.Wide || t.p.Candidates == nil && l.left|l.struck == 0 {
		t.put(x+t.digitX, mid, character(l.digit, t.alphabet), st)
		return
	}
	for d := 1; d <= t.shape.Side(); d++ {
		cx, cy := x+1+(d-1)%t.cols*t.step, y+(d-1)/t.cols
		if !(l.left | l.struck).Has(d) {
			t.put(cx, cy, string(board.Blank), t.overlay(l, faintText))
			continue
		}
		style := st
		switch s := l.candidateSign(d); s {
		case removedSign:
			style = t.overlay(l, struckText)
			t.put(cx+1, cy, string(s.char), t.overlay(l, faintText))
		case sign{}:
		default:
			style = t.overlay(l, strongText)
			t.put(cx+1, cy, string(s.char), style)
		}
		t.put(cx, cy, character(d, t.alphabet), style)
	}
}

// fill paints the slot of a cell with a background, if it has one, and returns the cell's
// style.
func (t *texter) fill(x, y int, l look) sgr {
	st := l.textStyle()
	if l.focus || l.highlight {
		for i := range t.slotH {
			t.put(x, y+i, strings.Repeat(" ", t.slotW), st)
		}
	}
	return st
}

// overlay is a style of a part of a cell; the background of the cell goes before it.
func (t *texter) overlay(l look, st sgr) sgr {
	if l.focus || l.highlight {
		return l.textStyle()
	}
	return st
}

// frame draws the lines of a board with boxes.
func (t *texter) frame() {
	n, k := t.shape.Side(), t.k
	var xs, ys []int
	for i := range n + 1 {
		switch {
		case i%k == 0:
			xs, ys = append(xs, t.at[i]-1-t.lead), append(ys, t.down[i]-1)
		case t.thin > 0:
			xs, ys = append(xs, t.at[i]-1), append(ys, t.down[i]-1)
		default:
			xs, ys = append(xs, -1), append(ys, -1)
		}
	}
	width, height := xs[n]+1, ys[n]+1
	set := t.frameSet()
	for i, y := range ys {
		if y < 0 {
			continue
		}
		for x := range width {
			t.put(t.x0+x, t.y0+y, string(set.horizontal[btoi(i%k == 0)]), faintText)
		}
	}
	for i, x := range xs {
		if x < 0 {
			continue
		}
		for y := range height {
			t.put(t.x0+x, t.y0+y, string(set.vertical[btoi(i%k == 0)]), faintText)
		}
		for j, y := range ys {
			if y >= 0 {
				t.put(t.x0+x, t.y0+y, string(set.joint(i, j, n, k)), faintText)
			}
		}
	}
}

func (t *texter) frameSet() frameSet {
	switch {
	case t.o.ASCII && t.o.Wide:
		return wideASCIIFrame
	case t.o.ASCII:
		return asciiFrame
	case t.o.Wide:
		return heavyFrame
	}
	return lightFrame
}

// frameSet holds the characters of a frame, thin before thick.
type frameSet struct {
	horizontal, vertical [2]rune
	// both holds the joints of two thick lines, row by row: first, inner, last. thickRow
	// holds those of a thin column with the first, an inner and the last row; thickColumn
	// those of a thin row with the columns.
	both                  [3][3]rune
	thickRow, thickColumn [3]rune
	thin                  rune
}

var (
	lightFrame = frameSet{
		horizontal: [2]rune{'─', '─'}, vertical: [2]rune{'│', '│'},
		both: [3][3]rune{{'┌', '┬', '┐'}, {'├', '┼', '┤'}, {'└', '┴', '┘'}},
	}
	heavyFrame = frameSet{
		horizontal: [2]rune{'─', '━'}, vertical: [2]rune{'│', '┃'},
		both:     [3][3]rune{{'┏', '┳', '┓'}, {'┣', '╋', '┫'}, {'┗', '┻', '┛'}},
		thickRow: [3]rune{'┯', '┿', '┷'}, thickColumn: [3]rune{'┠', '╂', '┨'}, thin: '┼',
	}
	asciiFrame     = plusFrame([2]rune{'-', '-'}, [2]rune{'|', '|'})
	wideASCIIFrame = plusFrame([2]rune{'-', '='}, [2]rune{':', '|'})
)

func plusFrame(horizontal, vertical [2]rune) frameSet {
	row := [3]rune{'+', '+', '+'}
	return frameSet{horizontal, vertical, [3][3]rune{row, row, row}, row, row, '+'}
}

// joint returns the character where column line i and row line j of 0…n meet.
func (f *frameSet) joint(i, j, n, k int) rune {
	place := func(i int) int {
		switch i {
		case 0:
			return 0
		case n:
			return 2
		default:
			return 1
		}
	}
	switch {
	case i%k == 0 && j%k == 0:
		return f.both[place(j)][place(i)]
	case j%k == 0:
		return f.thickRow[place(j)]
	case i%k == 0:
		return f.thickColumn[place(i)]
	default:
		return f.thin
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// page is a grid of styled characters that grows as it is written to.
type page struct {
	rows [][]styledRune
}

type styledRune struct {
	r  rune
	st sgr
}

// put writes a line of text from x, y on.
func (g *page) put(x, y int, s string, st sgr) {
	for len(g.rows) <= y {
		g.rows = append(g.rows, nil)
	}
	for _, r := range s {
		for len(g.rows[y]) <= x {
			g.rows[y] = append(g.rows[y], styledRune{' ', plain})
		}
		g.rows[y][x] = styledRune{r, st}
		x++
	}
}

// bytes returns the page as lines without trailing spaces.
func (g *page) bytes(colour bool) []byte {
	var out []byte
	for _, row := range g.rows {
		for len(row) > 0 && row[len(row)-1].r == ' ' {
			row = row[:len(row)-1]
		}
		current := plain
		for _, c := range row {
			if colour && c.st != current {
				if current != plain {
					out = append(out, "\x1b[0m"...)
				}
				if c.st != plain {
					out = append(out, "\x1b["+string(c.st)+"m"...)
				}
				current = c.st
			}
			out = append(out, string(c.r)...)
		}
		if current != plain {
			out = append(out, "\x1b[0m"...)
		}
		out = append(out, '\n')
	}
	return out
}

func character(digit int, alphabet board.Alphabet) string {
	if digit == 0 {
		return string(board.Blank)
	}
	return string(alphabet[digit-1])
}
