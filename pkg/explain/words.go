package explain

import (
	"slices"
	"strings"

	"sudokulab/pkg/board"
)

// What sentences are made of. Nothing here may read the table of techniques, which holds the functions
// that call it.

// list joins words with commas and a last word between: "a, b or c".
func list(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	end := len(words) - 1
	return strings.Join(words[:end], ", ") + " " + last + " " + words[end]
}

// digitName writes a digit as boards print it in an alphabet: A for 10 without one.
func digitName(d int, a board.Alphabet) string {
	if a == "" {
		a = board.Numeric
	}
	return string(a[d-1])
}

// digit writes a digit.
func (s *Step) digit(d int) string { return digitName(d, s.alphabet) }

// digitWords writes digits as "3, 5 and 7", in rising order.
func (s *Step) digitWords(m board.Digits, last string) string {
	words := make([]string, 0, m.Count())
	for d := range m.All() {
		words = append(words, s.digit(d))
	}
	return list(words, last)
}

// cellWords writes cells as "r1c3 and r1c5".
func (s *Step) cellWords(cells []int) string { return s.cellList(cells, "and") }

// cellList writes cells with a word before the last: "r1c3, r1c5 or r2c5".
func (s *Step) cellList(cells []int, last string) string {
	words := make([]string, len(cells))
	for i, c := range cells {
		words[i] = s.shape.CellName(c)
	}
	return list(words, last)
}

// unitName names a unit in a sentence: "row 3", or "the diagonal from r1c9", since people do not number diagonals.
func unitName(shape *board.Shape, u int) string {
	if n := shape.Side(); u >= 3*n {
		return "the diagonal from " + shape.CellName(shape.Units()[u][0])
	}
	return shape.UnitName(u)
}

// unitWords writes units as "rows 3 and 5", "column 6 and box 5" or "rows 3 and 5, and box 2".
func (s *Step) unitWords(r Role) string { return unitWords(s.shape, s.unitsOf(r)) }

func unitWords(shape *board.Shape, units []int) string {
	var kinds []string
	numbers := map[string][]string{}
	for _, u := range units {
		kind, number, _ := strings.Cut(shape.UnitName(u), " ")
		if u >= 3*shape.Side() {
			kind, number = unitName(shape, u), ""
		}
		if numbers[kind] == nil {
			kinds = append(kinds, kind)
		}
		numbers[kind] = append(numbers[kind], number)
	}
	var words []string
	for _, kind := range kinds {
		of, name := numbers[kind], kind
		switch {
		case of[0] == "": // a diagonal, which has no number
			words = append(words, kind)
			continue
		case len(of) > 1 && kind == "box":
			name = "boxes"
		case len(of) > 1:
			name += "s"
		}
		words = append(words, name+" "+list(of, "and"))
	}
	if len(words) == 2 && len(units) > 2 {
		return words[0] + ", and " + words[1]
	}
	return list(words, "and")
}

// unitsOf returns the units of a role.
func (s *Step) unitsOf(r Role) (units []int) {
	for _, u := range s.Units {
		if u.Role == r {
			units = append(units, u.Unit)
		}
	}
	return units
}

// cellsOf returns the cells of a role, and those of its candidates, each once and in the order in
// which they were given.
func (s *Step) cellsOf(r Role) (cells []int) {
	add := func(c int) {
		if !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	for _, c := range s.Cells {
		if c.Role == r {
			add(c.Cell)
		}
	}
	for _, c := range s.Candidates {
		if c.Role == r {
			add(c.Cell)
		}
	}
	return cells
}

// so ends a sentence: "so r1c3 is 7." or "so r1c3 cannot be 2 or 7, and r1c5 and r1c8 cannot be 7."; from
// three parts on they are set apart by semicolons.
func (s *Step) so() string { return "so " + s.follows() + "." }

// seeing says that the cells of strikes of one digit see what proves them: "r1c3 sees both and cannot be
// 7." or "r1c3 and r1c5 see both and cannot be 7."
func (s *Step) seeing(what string) string {
	var cells []int
	for _, x := range s.Strikes {
		cells = append(cells, x.Cell)
	}
	see := " sees "
	if len(cells) > 1 {
		see = " see "
	}
	return s.cellWords(cells) + see + what + " and cannot be " + s.digit(s.Strikes[0].Digit) + "."
}

// follows says what the step does, without the "so" and the full stop.
func (s *Step) follows() string {
	var parts []string
	for _, p := range s.Places {
		parts = append(parts, s.shape.CellName(p.Cell)+" is "+s.digit(p.Digit))
	}
	// Cells that lose the same digits are told together.
	lost := map[int]board.Digits{}
	var cells []int
	for _, x := range s.Strikes {
		if lost[x.Cell] == 0 {
			cells = append(cells, x.Cell)
		}
		lost[x.Cell] = lost[x.Cell].With(x.Digit)
	}
	for len(cells) > 0 {
		m := lost[cells[0]]
		var same, rest []int
		for _, c := range cells {
			if lost[c] == m {
				same = append(same, c)
			} else {
				rest = append(rest, c)
			}
		}
		parts = append(parts, s.cellWords(same)+" cannot be "+s.digitWords(m, "or"))
		cells = rest
	}
	end := len(parts) - 1
	if end > 0 {
		parts[end] = "and " + parts[end]
	}
	if end > 1 { // commas stand in the parts as well
		return strings.Join(parts, "; ")
	}
	return strings.Join(parts, ", ")
}
