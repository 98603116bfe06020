package render

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/board"
)

// named bounds how many cells of one role a description names.
const named = 12

// describe puts a picture into words for readers who cannot see it: its title, and what the
// board holds, the cells with a role, the links and the rows.
func describe(p *Picture, looks []look, alphabet board.Alphabet) (title, desc string) {
	return titleOf(p), summary(p, looks, alphabet) + rows(p, looks, alphabet)
}

// titleOf is the picture's title on one line.
func titleOf(p *Picture) string {
	if title := strings.Join(lines(p.Title), " "); title != "" {
		return title
	}
	return fmt.Sprintf("Sudoku %v", p.Board.Shape())
}

// summary says what a board holds, without its rows.
func summary(p *Picture, looks []look, alphabet board.Alphabet) string {
	s := p.Board.Shape()
	var b strings.Builder
	given, filled := 0, 0
	for _, look := range looks {
		switch {
		case look.given:
			given++
		case look.digit != 0:
			filled++
		}
	}
	fmt.Fprintf(&b, "%v board: %d given, %d filled, %d empty.", s, given, filled, s.Cells()-given-filled)
	if s.Variant().Diagonals {
		b.WriteString(" Both diagonals count.")
	}
	list := func(name string, in func(look) bool) {
		count := 0
		var cells []string
		for cell, look := range looks {
			if in(look) {
				count++
				if count <= named {
					cells = append(cells, s.CellName(cell))
				}
			}
		}
		if count == 0 {
			return
		}
		fmt.Fprintf(&b, " %s: %s", name, strings.Join(cells, ", "))
		if count > named {
			fmt.Fprintf(&b, " and %d more", count-named)
		}
		b.WriteByte('.')
	}
	list("Conflict", func(l look) bool { return l.ink == Conflict })
	list("Single", func(l look) bool { return l.ink == Single })
	list("Guess", func(l look) bool { return l.ink == Guess })
	list("Removed", func(l look) bool { return l.ink == Removed || l.struck != 0 })
	list("Highlighted", func(l look) bool { return l.highlight })
	list("In focus", func(l look) bool { return l.focus })
	if len(p.Squares) > 0 {
		numbers := map[int]int{}
		for _, q := range p.Squares {
			numbers[q.Number]++
		}
		for i, number := range slices.Sorted(maps.Keys(numbers)) {
			b.WriteString([]string{" Squares: ", ", "}[min(i, 1)])
			fmt.Fprintf(&b, "%d of number %d", numbers[number], number)
		}
		b.WriteByte('.')
	}
	if p.Heat.Values != nil {
		b.WriteByte(' ')
		b.WriteString(p.heatWords(looks, alphabet))
	}
	if len(p.Tags) > 0 {
		b.WriteString(" " + p.tagWords(alphabet))
	}
	for i, link := range p.Links {
		if i == 0 {
			b.WriteString(" Links: ")
		} else {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s to %s", linkEnd(s, link.From, link.FromDigit, alphabet), linkEnd(s, link.To, link.ToDigit, alphabet))
		if link.Weak {
			b.WriteString(" (weak)")
		}
		if i == len(p.Links)-1 {
			b.WriteByte('.')
		}
	}
	return b.String()
}

// hottest bounds how many candidates a description of heat names.
const hottest = 5

// heatWords says what the ends of the heat mean and which of the candidates shown have the largest values.
func (p *Picture) heatWords(looks []look, alphabet board.Alphabet) string {
	type candidate struct {
		cell, digit int
		value       float64
	}
	n := p.Board.Shape().Side()
	var all []candidate
	for cell, look := range looks {
		for d := range look.left.All() {
			all = append(all, candidate{cell, d, p.Heat.Values[cell*n+d-1]})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
	words := make([]string, 0, hottest)
	for _, c := range all[:min(hottest, len(all))] {
		words = append(words, fmt.Sprintf("%s %.2f", linkEnd(p.Board.Shape(), c.cell, c.digit, alphabet), c.value))
	}
	if len(words) == 0 {
		words = append(words, "no candidate")
	}
	return fmt.Sprintf("Heat from 0 (%s) to 1 (%s), the largest: %s.", lines(p.Heat.Low)[0], lines(p.Heat.High)[0], strings.Join(words, ", "))
}

// rows spells a board out, row by row, and its regions where they are no boxes.
func rows(p *Picture, looks []look, alphabet board.Alphabet) string {
	s := p.Board.Shape()
	var b strings.Builder
	for r := range s.Side() {
		fmt.Fprintf(&b, " Row %d:", r+1)
		for c := range s.Side() {
			b.WriteByte(' ')
			if d := looks[s.Cell(r, c)].digit; d != 0 {
				b.WriteByte(alphabet[d-1])
			} else {
				b.WriteByte('_')
			}
		}
		b.WriteByte('.')
	}
	return b.String() + regions(p)
}

// regions names the region of each cell, row by row, on a board whose regions are no boxes.
func regions(p *Picture) string {
	s := p.Board.Shape()
	var b strings.Builder
	if s.Box() == 0 {
		for r := range s.Side() {
			fmt.Fprintf(&b, " Regions of row %d:", r+1)
			for c := range s.Side() {
				fmt.Fprintf(&b, " %d", s.BoxOf(s.Cell(r, c))+1)
			}
			b.WriteByte('.')
		}
	}
	return b.String()
}

// linkEnd names an end of a link: r1c3, or r1c3=5 for a candidate.
func linkEnd(s *board.Shape, cell, digit int, alphabet board.Alphabet) string {
	if digit == 0 {
		return s.CellName(cell)
	}
	return s.CellName(cell) + "=" + string(alphabet[digit-1])
}
