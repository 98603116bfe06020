package render

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sheet is a rectangle of whole numbers, such as one channel of a tensor, or the weights of a kernel.
// Slices that are not empty have a row for each of Values, and in it an element for each number.
type Sheet struct {
	// Title and Caption stand above and below it; a caption breaks at the sheet's width.
	Title, Caption string
	// Sign stands between the sheet and the one before it: "∗", "=", "→".
	Sign   string
	Values [][]int
	// Words are written in place of the numbers where they are not "".
	Words [][]string
	// Marks are roles of the numbers. Those that count are Single (a green bed), Conflict (a red one),
	// Highlight (a yellow one), Guess (italic), Removed (struck out) and Focus (framed). Without a mark a
	// number other than 0 has a blue bed.
	Marks [][]Mark
	// Windows are framed, such as the part that a kernel covers.
	Windows []Window
	// Thin and Thick lines follow after so many rows and columns; 0 means 1 for Thin and none for Thick.
	Thin, Thick int
	// RowNames and ColNames stand beside and above it.
	RowNames, ColNames []string
}

// Window is a part of a sheet.
type Window struct{ Row, Col, Rows, Cols int }

// Sheets is a picture of one or more sheets.
type Sheets struct {
	Title, Caption string
	// Row holds the sheets from left to right, in as many lines as they need.
	Row []Sheet
	// Deck lays them one behind the other, the first in front, as the channels of a tensor are thought of. Of
	// their words only the titles are shown.
	Deck bool
	// Cell is the side of a number's square in user units, at least MinCell; 0 for sheetCell.
	Cell float64
}

// Sizes of sheets in user units.
const (
	sheetCell  = 22
	sheetGap   = 18
	sheetWidth = 800 // of a line of sheets
	sheetTitle = 13
	sheetSmall = 11 // names of rows and columns, captions
	signSize   = 22
	deckEdge   = 4 // of page around a sheet of a deck
)

// Validate reports the first way in which the parts of the picture do not fit together.
func (s Sheets) Validate() error {
	if len(s.Row) == 0 {
		return errors.New("render: picture of no sheets")
	}
	if s.Cell != 0 && !within(s.Cell, MinCell, MaxCell) {
		return fmt.Errorf("render: sheets with places of %g units, want %d to %d, or 0 for automatic", s.Cell, MinCell, MaxCell)
	}
	for i, sheet := range s.Row {
		if err := sheet.validate(); err != nil {
			return fmt.Errorf("render: sheet %d: %w", i+1, err)
		}
	}
	return nil
}

func (s *Sheet) validate() error {
	rows, cols := s.size()
	switch {
	case rows == 0 || cols == 0:
		return errors.New("no numbers")
	case s.Thin < 0 || s.Thick < 0:
		return fmt.Errorf("lines after %d and %d numbers, want 0 or more", s.Thin, s.Thick)
	case len(s.RowNames) > 0 && len(s.RowNames) != rows || len(s.ColNames) > 0 && len(s.ColNames) != cols:
		return fmt.Errorf("names of %d rows and %d columns, there are %d and %d", len(s.RowNames), len(s.ColNames), rows, cols)
	case len(s.Words) > 0 && len(s.Words) != rows || len(s.Marks) > 0 && len(s.Marks) != rows:
		return fmt.Errorf("%d rows of words and %d of marks, there are %d rows", len(s.Words), len(s.Marks), rows)
	}
	for row, values := range s.Values {
		switch {
		case len(values) != cols:
			return fmt.Errorf("row %d has %d numbers, the first has %d", row+1, len(values), cols)
		case len(s.Words) > 0 && len(s.Words[row]) != cols:
			return fmt.Errorf("row %d has %d words, want %d", row+1, len(s.Words[row]), cols)
		case len(s.Marks) > 0 && len(s.Marks[row]) != cols:
			return fmt.Errorf("row %d has %d marks, want %d", row+1, len(s.Marks[row]), cols)
		}
	}
	for _, w := range s.Windows {
		if w.Row < 0 || w.Col < 0 || w.Rows < 1 || w.Cols < 1 || w.Row+w.Rows > rows || w.Col+w.Cols > cols {
			return fmt.Errorf("a window of %d×%d at row %d, column %d of %d×%d", w.Rows, w.Cols, w.Row, w.Col, rows, cols)
		}
	}
	return nil
}

func (s *Sheet) size() (rows, cols int) {
	if len(s.Values) == 0 {
		return 0, 0
	}
	return len(s.Values), len(s.Values[0])
}

// word is what is written at a place.
func (s *Sheet) word(row, col int) string {
	if len(s.Words) > 0 && s.Words[row][col] != "" {
		return s.Words[row][col]
	}
	return strconv.Itoa(s.Values[row][col])
}

func (s *Sheet) mark(row, col int) Mark {
	if len(s.Marks) == 0 {
		return 0
	}
	return s.Marks[row][col]
}

// HTMLSheets writes sheets as one HTML element as [HTML] does a board: an image with its own bytes.
func HTMLSheets(w io.Writer, s Sheets, o Options) error {
	if err := s.Validate(); err != nil {
		return err
	}
	if err := o.Validate(); err != nil {
		return err
	}
	sc := layoutSheets(&s)
	alt := append([]string{sc.title + "."}, lines(s.Caption)...)
	return element(w, &o, "", Embed([]byte(document(&sc, &o)), strings.Join(append(alt, sc.desc), " ")))
}

// TextSheets writes sheets as plain text, side by side as far as a line of 100 characters goes.
func TextSheets(w io.Writer, s Sheets) error {
	if err := s.Validate(); err != nil {
		return err
	}
	const most = 100
	out := lines(s.Title)
	var line []string // the block of sheets so far
	end := func() {
		for _, text := range line {
			out = append(out, strings.TrimRight(text, " "))
		}
		line = nil
	}
	for i := range s.Row {
		block := s.Row[i].block()
		sign := " " + s.Row[i].Sign + " "
		if len(line) > 0 && utf8.RuneCountInString(line[0]+sign+block[0]) > most {
			end()
		}
		if len(line) == 0 {
			sign = strings.TrimLeft(sign, " ")
		}
		line = beside(line, []string{sign})
		line = beside(line, block)
	}
	end()
	out = append(out, lines(s.Caption)...)
	_, err := io.WriteString(w, strings.Join(out, "\n")+"\n")
	return err
}

// block is a sheet as lines of one length.
func (s *Sheet) block() (out []string) {
	rows, cols := s.size()
	wide := 1
	for row := range rows {
		for col := range cols {
			wide = max(wide, utf8.RuneCountInString(s.word(row, col)))
		}
	}
	out = append(out, lines(s.Title)...)
	for row := range rows {
		words := make([]string, cols)
		for col := range cols {
			words[col] = fmt.Sprintf("%*s", wide, s.word(row, col))
		}
		out = append(out, strings.Join(words, " "))
	}
	return beside(nil, append(out, lines(s.Caption)...))
}

// beside puts two blocks side by side, the lower one in the middle of the other's height.
func beside(a, b []string) []string {
	high, wide := max(len(a), len(b)), 0
	for _, line := range a {
		wide = max(wide, utf8.RuneCountInString(line))
	}
	at := func(block []string, i int) string {
		if i -= (high - len(block)) / 2; i >= 0 && i < len(block) {
			return block[i]
		}
		return ""
	}
	right := 0
	for _, line := range b {
		right = max(right, utf8.RuneCountInString(line))
	}
	out := make([]string, high)
	for i := range out {
		out[i] = fmt.Sprintf("%-*s%-*s", wide, at(a, i), right, at(b, i))
	}
	return out
}

// placed is a sheet with its place in the picture.
type placed struct {
	*Sheet
	cell          float64
	x, y          float64 // upper left corner of the numbers
	left, top     float64 // taken beside and above them, for names and the title
	width, height float64 // of the numbers
	right, below  float64 // taken beside and below them
	titles, notes []string
}

func newPlaced(s *Sheet, cell float64) *placed {
	rows, cols := s.size()
	p := &placed{Sheet: s, cell: cell, width: float64(cols) * cell, height: float64(rows) * cell}
	for _, name := range s.RowNames {
		p.left = max(p.left, math.Ceil(textWidth(name, regular, sheetSmall))+6)
	}
	if len(s.ColNames) > 0 {
		p.top = sheetSmall + 6
	}
	// A narrow sheet gives its words some more room.
	words := max(p.width, 132)
	p.titles = wrap(lines(s.Title), bold, sheetTitle, words)
	p.notes = wrap(lines(s.Caption), regular, sheetSmall, words)
	widest := 0.0
	for _, text := range p.titles {
		widest = max(widest, textWidth(text, bold, sheetTitle))
	}
	for _, text := range p.notes {
		widest = max(widest, textWidth(text, regular, sheetSmall))
	}
	p.right = max(0, math.Ceil(1.06*widest-p.width))
	p.top += math.Ceil(float64(len(p.titles)) * sheetTitle * leading)
	if len(p.titles) > 0 {
		p.top += 4
	}
	if len(p.notes) > 0 {
		p.below = 5 + math.Ceil(float64(len(p.notes))*sheetSmall*leading)
	}
	return p
}

// layoutSheets places everything that a picture of sheets shows; s is valid.
func layoutSheets(s *Sheets) scene {
	cell := s.Cell
	if cell == 0 {
		cell = sheetCell
	}
	all := make([]*placed, len(s.Row))
	for i := range s.Row {
		all[i] = newPlaced(&s.Row[i], math.Round(cell))
	}
	var head, body, foot layouter
	write := func(l *layouter, text string, y float64, width float64, st style) float64 {
		for _, part := range wrap(lines(text), st.face, st.size, 0.96*width) {
			if part != "" {
				l.text(margin, y+st.size*leading/2, st, part)
			}
			y += st.size * leading
		}
		return math.Ceil(y)
	}
	// How wide the words may run is known only when the sheets are placed, and where these begin only when
	// the title is: so they are placed twice.
	place := placeRow
	if s.Deck {
		place = placeDeck
	}
	width, _ := place(all, margin, nil)
	width = max(width, minContent+margin)
	y := write(&head, s.Title, margin, width-margin, style{fill: labelPaint, face: bold, size: titleSize})
	if y > margin {
		y += 8
	}
	_, bottom := place(all, y, &body)
	if s.Caption != "" {
		bottom = write(&foot, s.Caption, bottom+8, width-margin, style{fill: labelPaint, size: captionSize})
	}
	sc := scene{w: math.Ceil(width) + margin, h: math.Ceil(bottom) + margin}
	sc.items = append(sc.items, item{pageLayer, style{fill: pagePaint}, rect{0, 0, sc.w, sc.h, 0}})
	order := all
	if s.Deck { // from back to front
		order = slices.Clone(all)
		slices.Reverse(order)
	}
	for _, p := range order {
		sc.items = append(sc.items, p.draw(s.Deck)...)
	}
	for _, l := range []*layouter{&head, &body, &foot} {
		sc.items = append(sc.items, l.sorted()...)
	}
	sc.title, sc.desc = s.describe()
	return sc
}

// placeRow places sheets from left to right, in lines, each in the middle of its line's height, and adds the
// signs. It returns the right and the lower end.
func placeRow(all []*placed, y float64, signs *layouter) (right, bottom float64) {
	for from := 0; from < len(all); {
		x, to := float64(margin), from
		above, high, below := 0.0, 0.0, 0.0
		for ; to < len(all); to++ {
			p := all[to]
			lead := 0.0
			switch {
			case p.Sign != "" && to > 0: // a line may begin with the sign that joins it to the one before
				lead = textWidth(p.Sign, regular, signSize) + 2*sheetGap
			case to > from:
				lead = sheetGap
			}
			if to > from && x+lead+p.left+p.width > sheetWidth {
				break
			}
			p.x = math.Round(x + lead + p.left)
			x = p.x + p.width + p.right
			above, high, below = max(above, p.top), max(high, p.height), max(below, p.below)
		}
		for i, p := range all[from:to] {
			p.y = math.Round(y + above + (high-p.height)/2)
			if p.Sign != "" && from+i > 0 && signs != nil {
				at := p.x - p.left - sheetGap - textWidth(p.Sign, regular, signSize)/2
				signs.text(at, y+above+high/2, style{fill: labelPaint, size: signSize, anchor: middle}, p.Sign)
			}
		}
		right, bottom = max(right, x), y+above+high+below
		y = bottom + sheetGap
		from = to
	}
	return right, bottom
}

// placeDeck places each sheet up and to the right of the one in front of it, so far that a row and a column of
// its numbers can be read.
func placeDeck(all []*placed, y float64, _ *layouter) (right, bottom float64) {
	for i, p := range all {
		p.x = margin + float64(i)*(p.cell+deckEdge)
		p.y = y + float64(len(all)-1-i)*(p.cell+deckEdge)
		right = max(right, p.x+p.width+8+textWidth(p.Title, bold, sheetTitle)*1.06)
		bottom = max(bottom, p.y+p.height)
	}
	return right, bottom
}

// draw draws a sheet. In a deck its title stands to the right of its lowest row, and it has no other words.
func (p *placed) draw(deck bool) []item {
	l := &layouter{}
	rows, cols := p.size()
	if deck {
		l.add(pageLayer, style{fill: pagePaint}, rect{p.x - deckEdge, p.y - deckEdge, p.width + 2*deckEdge, p.height + 2*deckEdge, 0})
	}
	l.add(surfaceLayer, style{fill: paperPaint}, rect{p.x, p.y, p.width, p.height, 0})
	for row := range rows {
		for col := range cols {
			p.place(l, row, col)
		}
	}
	thin := max(1, p.Thin)
	for i := 0; i <= max(rows, cols); i++ {
		st, width := style{fill: rulePaint}, 1.0
		if p.Thick > 0 && i%p.Thick == 0 {
			st, width = style{fill: framePaint}, 2
		} else if i%thin != 0 {
			continue
		}
		at := float64(i)*p.cell - width/2
		if i > 0 && i < cols {
			l.add(ruleLayer, st, rect{p.x + math.Round(at), p.y, width, p.height, 0})
		}
		if i > 0 && i < rows {
			l.add(ruleLayer, st, rect{p.x, p.y + math.Round(at), p.width, width, 0})
		}
	}
	l.add(frameLayer, style{stroke: framePaint, width: 2}, rect{p.x - 1, p.y - 1, p.width + 2, p.height + 2, 1})
	for _, w := range p.Windows {
		l.add(signLayer, style{stroke: focusPaint, width: 3}, rect{p.x + float64(w.Col)*p.cell - 1, p.y + float64(w.Row)*p.cell - 1, float64(w.Cols)*p.cell + 2, float64(w.Rows)*p.cell + 2, 2})
	}
	if deck {
		l.text(p.x+p.width+8, p.y+p.height-p.cell/2, sheetTitleStyle, p.Title)
	} else {
		p.words(l)
	}
	return l.sorted()
}

var sheetTitleStyle = style{fill: labelPaint, face: bold, size: sheetTitle}

// words writes what stands around the numbers.
func (p *placed) words(l *layouter) {
	small, y := style{fill: labelPaint, size: sheetSmall}, p.y+p.height+5
	for _, text := range p.notes {
		l.text(p.x, y+sheetSmall*leading/2, small, text)
		y += sheetSmall * leading
	}
	for i, text := range p.titles {
		l.text(p.x, p.y-p.top+(float64(i)+0.5)*sheetTitle*leading, sheetTitleStyle, text)
	}
	small.anchor = middle
	for i, name := range p.ColNames {
		l.text(p.x+(float64(i)+0.5)*p.cell, p.y-6-sheetSmall*capHeight/2, small, name)
	}
	small.anchor = end
	for i, name := range p.RowNames {
		l.text(p.x-6, p.y+(float64(i)+0.5)*p.cell, small, name)
	}
}

// place draws a number with its bed.
func (p *placed) place(l *layouter, row, col int) {
	m, text := p.mark(row, col), strings.TrimSpace(p.word(row, col))
	x, y := p.x+float64(col)*p.cell, p.y+float64(row)*p.cell
	st, bed := style{fill: openPaint, anchor: middle}, noPaint
	switch {
	case m&Conflict != 0:
		st.fill, st.face, bed = conflictPaint, bold, conflictBedPaint
	case m&Single != 0:
		st.fill, st.face, bed = singlePaint, bold, singleBedPaint
	case m&Guess != 0:
		st.fill, st.face = guessPaint, italic
	case m&Removed != 0:
		st.fill = removedPaint
	case m&Highlight == 0 && p.Values[row][col] != 0:
		st.fill, st.face, bed = strongPaint, bold, strongBedPaint
	}
	if m&Highlight != 0 && bed == noPaint {
		bed = highlightBedPaint
		if st.fill == openPaint {
			st.fill = givenPaint
		}
	}
	if bed != noPaint {
		l.add(bedLayer, style{fill: bed}, rect{x, y, p.cell, p.cell, 0})
	}
	if text != "" {
		st.size = hundredth(min(0.58*p.cell, (p.cell-3)/textWidth(text, bold, 1)))
		l.text(x+p.cell/2, y+p.cell/2, st, text)
	}
	if m&Removed != 0 {
		l.strike(point{x + p.cell/2, y + p.cell/2}, p.cell*0.3, max(1, p.cell*0.06))
	}
	if m&Focus != 0 {
		l.add(signLayer, style{stroke: focusPaint, width: 3}, rect{x - 1, y - 1, p.cell + 2, p.cell + 2, 2})
	}
}

// describe puts sheets into words: their sizes, and what they hold.
func (s *Sheets) describe() (title, desc string) {
	title = strings.Join(lines(s.Title), " ")
	if title == "" {
		title = "Sheets of numbers"
	}
	var b strings.Builder
	for i := range s.Row {
		sheet := &s.Row[i]
		rows, cols := sheet.size()
		name := strings.Join(lines(sheet.Title), " ")
		if name == "" {
			name = fmt.Sprintf("Sheet %d", i+1)
		}
		least, most := slices.Min(sheet.Values[0]), slices.Max(sheet.Values[0])
		others := 0
		for _, row := range sheet.Values {
			least, most = min(least, slices.Min(row)), max(most, slices.Max(row))
			for _, v := range row {
				if v != 0 {
					others++
				}
			}
		}
		fmt.Fprintf(&b, "%s: %d×%d numbers from %d to %d, %d of them not 0. ", name, rows, cols, least, most, others)
	}
	return title, strings.TrimSpace(b.String())
}
