package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/board"
)

// letters returns a tag for each letter, in the order in which they first occur.
func (p *Picture) letters() (all []Tag) {
	for _, t := range p.Tags {
		if !slices.ContainsFunc(all, func(a Tag) bool { return a.Letter == t.Letter }) {
			all = append(all, t)
		}
	}
	return all
}

// tagWords says what the tags say, for readers who cannot see them.
func (p *Picture) tagWords(alphabet board.Alphabet) string {
	var parts []string
	for _, of := range p.letters() {
		var places []string
		for _, t := range p.Tags {
			if t.Letter == of.Letter {
				places = append(places, linkEnd(p.Board.Shape(), t.Cell, t.Digit, alphabet))
			}
		}
		parts = append(parts, fmt.Sprintf("%s (%c): %s.", of.Word, of.Letter, strings.Join(places, ", ")))
	}
	return strings.Join(parts, " ")
}

// taggedCell is how much larger cells are by themselves in a picture with tags, so that letters can be read.
const taggedCell = 1.4

// cellOf returns the side of a cell of a picture.
func (o Options) cellOf(p *Picture, looks []look) float64 {
	s := p.Board.Shape()
	cols, _ := candidateGrid(s.Side(), s.Box())
	side := o.cellSide(cols, showsCandidates(looks))
	if o.Cell == 0 && len(p.Tags) > 0 {
		side = math.Round(side * taggedCell)
	}
	return side
}

// tag draws a tag: the outline around the candidate, and the letter on a disc at its upper right.
func (l *layouter) tag(t Tag) {
	c := l.centre(t.Cell, t.Digit)
	l.outline(c, l.sub, t.Outline)
	r := l.sub * 0.21
	at := point{c.x + l.sub*0.38, c.y - l.sub*0.34}
	l.add(tagLayer, style{fill: strongPaint}, rect{hundredth(at.x - r), hundredth(at.y - r), hundredth(2 * r), hundredth(2 * r), hundredth(r)})
	l.text(at.x, at.y, style{fill: paperPaint, face: bold, size: hundredth(l.sub * 0.34), anchor: middle}, string(t.Letter))
}

// outline draws an outline for a place of some side.
func (l *layouter) outline(c point, side float64, o Outline) {
	st := style{stroke: strongPaint, width: hundredth(max(1, side*0.07))}
	half := side * 0.44
	switch o {
	case Diamond:
		half = side * 0.52
		corners := [...]point{{c.x, c.y - half}, {c.x + half, c.y}, {c.x, c.y + half}, {c.x - half, c.y}}
		for i, a := range corners {
			b := corners[(i+1)%len(corners)]
			l.add(signLayer, st, line{hundredth(a.x), hundredth(a.y), hundredth(b.x), hundredth(b.y)})
		}
		return
	case Circle:
		l.add(signLayer, st, rect{hundredth(c.x - half), hundredth(c.y - half), hundredth(2 * half), hundredth(2 * half), hundredth(half)})
	default:
		l.add(signLayer, st, rect{hundredth(c.x - half), hundredth(c.y - half), hundredth(2 * half), hundredth(2 * half), hundredth(half * 0.2)})
	}
}

// Sizes of the legend of tags in user units.
const (
	tagSide = 17 // of an outline
	tagGap  = 14 // between two words
)

// tagLegend writes what the letters stand for, in as many lines as the width needs, and returns where it ends.
func (l *layouter) tagLegend(x, y, width float64) float64 {
	st := style{fill: labelPaint, size: captionSize, anchor: start}
	at := x
	for _, t := range l.p.letters() {
		wide := tagSide + wordGap + math.Ceil(1.06*textWidth(t.Word, regular, captionSize))
		if at > x && at+wide > x+width {
			at, y = x, y+tagSide+wordGap
		}
		c := point{at + tagSide/2, y + tagSide/2}
		l.outline(c, tagSide, t.Outline)
		l.text(c.x, c.y, style{fill: strongPaint, face: bold, size: 10, anchor: middle}, string(t.Letter))
		l.text(at+tagSide+wordGap, c.y, st, t.Word)
		at += wide + tagGap
	}
	return y + tagSide
}

// tagSigns returns the signs of the tags in text, in the order of the legend.
func (p *Picture) tagSigns() (all []sign) {
	for _, t := range p.letters() {
		all = append(all, sign{rune(t.Letter), t.Word})
	}
	return all
}
