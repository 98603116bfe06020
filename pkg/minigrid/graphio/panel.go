package graphio

import (
	"fmt"
	"math"
	"strings"

	"sudokulab/pkg/minigrid"
)

// draw draws the picture.
func (l *layout) draw() string {
	w, _ := l.arrange(0) // for the width, to which the title is broken
	w = max(w, 420)
	title := wrap(l.title(), titleSize, w-2*margin)
	summary := wrap(l.summary(), textSize, w-2*margin)
	top := margin + titleSize*leading*float64(len(title)) + textSize*leading*float64(len(summary)) + 10
	_, h := l.arrange(math.Ceil(top))
	notes := l.notes(w - 2*margin)
	bottom := h + 14
	full := bottom
	for _, n := range notes {
		full += n.height
	}
	full = math.Ceil(full + margin - 6)

	l.rect(0, 0, w, full, 0, pagePaint, stroke{})
	y := float64(margin)
	for _, text := range title {
		l.text(margin, y+titleSize*leading/2, script{size: titleSize, ink: labelPaint, bold: true}, text)
		y += titleSize * leading
	}
	for _, text := range summary {
		l.text(margin, y+textSize*leading/2, script{size: textSize, ink: labelPaint}, text)
		y += textSize * leading
	}
	for box := range l.panels {
		l.panel(box)
	}
	if l.drawn {
		l.edges()
	} else {
		l.counts()
	}
	for box := range l.panels {
		l.contents(box)
	}
	l.legend(notes, bottom)
	return l.document(w, full, l.title(), l.describe(), l.o.Dark)
}

// panel draws the surface of a box's panel.
func (l *layout) panel(box int) {
	p := &l.panels[box]
	l.rect(p.x, p.y, l.width, p.height, 4, l.surface(box), stroke{paint: framePaint, width: 1.5})
}

func (l *layout) surface(box int) paint {
	if row, col := l.place(box); (row+col)%2 == 1 {
		return shadePaint
	}
	return paperPaint
}

// contents draws what a panel holds.
func (l *layout) contents(box int) {
	p := &l.panels[box]
	l.givens(box)
	x := p.x + panelPad + float64(p.bounds.cols)*l.given + 3 + wordsGap
	y := p.y + panelPad + headerLine/2
	for _, word := range l.words(box) {
		if word.indent > 0 {
			l.mark(word.mark, x+badge, y)
		}
		l.text(x+word.indent, y, script{size: word.size, ink: word.ink, bold: word.bold, halo: l.surface(box)}, word.text)
		y += headerLine
	}
	for _, i := range p.shown {
		l.chip(box, i)
	}
	if more := p.left - len(p.shown); more > 0 {
		l.text(p.x+panelPad, p.y+p.height-panelPad-headerLine/2, script{size: textSize, ink: labelPaint, halo: l.surface(box)},
			"+ "+thousands(int64(more))+" more")
	}
}

// givens draws the cells of a box with the digits of the puzzle.
func (l *layout) givens(box int) {
	p := &l.panels[box]
	x, y := p.x+panelPad+1.5, p.y+panelPad+1.5
	for _, c := range l.perms.Cells(box) {
		l.rect(x+float64(l.shape.Col(c)-p.bounds.col)*l.given-0.5, y+float64(l.shape.Row(c)-p.bounds.row)*l.given-0.5,
			l.given+1, l.given+1, 0, paperPaint, stroke{paint: rulePaint, width: 1})
	}
	if l.shape.Box() > 0 {
		w, h := float64(p.bounds.cols)*l.given, float64(p.bounds.rows)*l.given
		l.rect(x-1.5, y-1.5, w+3, h+3, 1, noPaint, stroke{paint: framePaint, width: 2})
	} else {
		l.path(l.outline(box, x, y, l.given), stroke{paint: framePaint, width: 2})
	}
	sc := script{size: math.Round(l.given * 0.72), ink: givenPaint, bold: true, anchor: "middle"}
	l.group(sc)
	for _, c := range l.perms.Cells(box) {
		if d := l.puzzle.At(c); d != 0 {
			l.glyphs(x+(float64(l.shape.Col(c)-p.bounds.col)+0.5)*l.given, y+(float64(l.shape.Row(c)-p.bounds.row)+0.5)*l.given, sc, l.digit(d))
		}
	}
	l.close()
}

func (l *layout) digit(d int) string { return string(l.o.Alphabet[d-1]) }

// outline returns the sides of cells at which a region ends.
func (l *layout) outline(box int, x, y, side float64) string {
	var d strings.Builder
	n, b := l.shape.Side(), l.panels[box].bounds
	for _, c := range l.perms.Cells(box) {
		row, col := l.shape.Row(c), l.shape.Col(c)
		cx, cy := x+float64(col-b.col)*side, y+float64(row-b.row)*side
		ends := func(r, c int) bool {
			return r < 0 || c < 0 || r >= n || c >= n || l.shape.BoxOf(l.shape.Cell(r, c)) != box
		}
		if ends(row-1, col) {
			fmt.Fprintf(&d, "M%s %sh%s", number(cx), number(cy), number(side))
		}
		if ends(row+1, col) {
			fmt.Fprintf(&d, "M%s %sh%s", number(cx), number(cy+side), number(side))
		}
		if ends(row, col-1) {
			fmt.Fprintf(&d, "M%s %sv%s", number(cx), number(cy), number(side))
		}
		if ends(row, col+1) {
			fmt.Fprintf(&d, "M%s %sv%s", number(cx+side), number(cy), number(side))
		}
	}
	return d.String()
}

// border returns how a filling of a state is drawn.
func (s state) border() (fill paint, st stroke, ink paint) {
	switch s {
	case inSolution:
		return singleBedPaint, stroke{paint: singlePaint, width: 2}, singlePaint
	case inNone:
		return highlightBedPaint, stroke{paint: focusPaint, width: 1.6, dash: "4 2.5"}, givenPaint
	default:
		return paperPaint, stroke{paint: openPaint, width: 1}, givenPaint
	}
}

// mark draws the tick or cross of a state in a disc.
func (l *layout) mark(s state, x, y float64) {
	switch s {
	case inSolution:
		l.dot(x, y, badge, singlePaint)
		l.path(fmt.Sprintf("M%s %sL%s %sL%s %s", number(x-2.7), number(y+0.2), number(x-0.8), number(y+2.3), number(x+2.8), number(y-2.2)),
			stroke{paint: paperPaint, width: 1.5})
	case inNone:
		l.dot(x, y, badge, focusPaint)
		l.path(fmt.Sprintf("M%s %sL%s %sM%s %sL%s %s", number(x-2.2), number(y-2.2), number(x+2.2), number(y+2.2),
			number(x-2.2), number(y+2.2), number(x+2.2), number(y-2.2)), stroke{paint: paperPaint, width: 1.5})
	default:
	}
}

// chip draws a filling: its digits where they stand in the box, givens bold.
func (l *layout) chip(box, i int) {
	p := &l.panels[box]
	ch := p.chips[i]
	fill, st, ink := ch.state.border()
	_, edges := l.g.Degree(minigrid.Vertex{Box: box, Filling: i})
	words := map[state]string{open: "", inSolution: ", in a solution", inNone: ", in no solution"}
	fmt.Fprintf(l, "<g><title>%s, filling %d: %s%s; edges: %s</title>\n",
		l.name(box), i, strings.SplitN(l.label(box, i), ": ", 2)[1], words[ch.state], thousands(edges))
	l.rect(ch.x, ch.y, ch.w, ch.h, 3, fill, st)
	cells, digits := l.perms.Cells(box), l.perms.Filling(box, i)
	for _, bold := range []bool{true, false} {
		sc := script{size: math.Round(l.cell * 0.86), ink: ink, bold: bold, anchor: "middle"}
		opened := false
		for x, c := range cells {
			if bold != (l.puzzle.At(c) != 0) {
				continue
			}
			if !opened {
				l.group(sc)
				opened = true
			}
			l.glyphs(ch.x+chipPad+(float64(l.shape.Col(c)-p.bounds.col)+0.5)*l.cell,
				ch.y+chipPad+(float64(l.shape.Row(c)-p.bounds.row)+0.5)*l.cell, sc, l.digit(int(digits[x])))
		}
		if opened {
			l.close()
		}
	}
	l.mark(ch.state, ch.x+ch.w-1, ch.y+1)
	l.close()
}
