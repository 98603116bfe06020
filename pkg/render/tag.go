package render

import (
	"fmt"
	"strings"
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
