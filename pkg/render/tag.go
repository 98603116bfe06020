package render

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/board"
)

// Tag is a letter beside a candidate with an outline around it: what the candidate does in a proof,
// told by shape and letter. A picture with tags has a legend of their letters, and larger cells.
type Tag struct {
	Cell, Digit int
	Letter      byte // printable ASCII
	Outline     Outline
	// Word is what the letter stands for, in a line. A letter has one word and one outline in a picture.
	Word string
}

// Outline is the shape around a candidate that has a [Tag].
type Outline uint8

// The outlines.
const (
	Circle Outline = iota
	Box
	Diamond
	outlines
)

// String returns the outline in lower case.
func (o Outline) String() string {
	if o >= outlines {
		return fmt.Sprintf("outline(%d)", uint8(o))
	}
	return [...]string{"circle", "box", "diamond"}[o]
}

func (p Picture) validateTags() error {
	s := p.Board.Shape()
	letters := map[byte]Tag{}
	seen := map[[2]int]bool{}
	for i, t := range p.Tags {
		place := [2]int{t.Cell, t.Digit}
		switch {
		case t.Cell < 0 || t.Cell >= s.Cells() || t.Digit < 1 || t.Digit > s.Side():
			return fmt.Errorf("render: tag %d is for digit %d of cell %d, want 1 to %d and 0 to %d", i+1, t.Digit, t.Cell, s.Side(), s.Cells()-1)
		case t.Letter <= ' ' || t.Letter > '~' || t.Outline >= outlines || t.Word == "" || strings.Contains(t.Word, "\n"):
			return fmt.Errorf("render: tag %d has the letter %q, the %v and the word %q, want a letter, an outline and a line", i+1, t.Letter, t.Outline, t.Word)
		case p.Board.At(t.Cell) != 0 || !(at(p.Candidates, t.Cell) | at(p.Removed, t.Cell)).Has(t.Digit):
			return fmt.Errorf("render: %s has a tag for %d, which is none of its candidates", s.CellName(t.Cell), t.Digit)
		case seen[place]:
			return fmt.Errorf("render: %s has two tags for %d", s.CellName(t.Cell), t.Digit)
		}
		seen[place] = true
		if of, ok := letters[t.Letter]; ok && (of.Outline != t.Outline || of.Word != t.Word) {
			return fmt.Errorf("render: the letter %q stands for %v %q and for %v %q, want one of them", t.Letter, of.Outline, of.Word, t.Outline, t.Word)
		}
		letters[t.Letter] = t
	}
	return nil
}

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
