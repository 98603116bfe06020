package explain

import (
	"slices"
	"strconv"
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

// digitWords writes digits as "3, 5 and 7", in rising order.
func digitWords(m board.Digits, last string) string {
	words := make([]string, 0, m.Count())
	for d := range m.All() {
		words = append(words, strconv.Itoa(d))
	}
	return list(words, last)
}

// cellWords writes cells as "r1c3 and r1c5".
func (s *Step) cellWords(cells []int) string {
	words := make([]string, len(cells))
	for i, c := range cells {
		words[i] = s.shape.CellName(c)
	}
	return list(words, "and")
}

// unitWords writes units as "rows 3 and 5" or "column 6 and box 5".
func (s *Step) unitWords(r Role) string {
	var words, numbers []string
	kinds := map[string]bool{}
	for _, u := range s.unitsOf(r) {
		name := s.shape.UnitName(u)
		kind, number, _ := strings.Cut(name, " ")
		kinds[kind] = true
		words, numbers = append(words, name), append(numbers, number)
	}
	if len(kinds) == 1 && len(words) > 1 {
		kind, _, _ := strings.Cut(words[0], " ")
		if kind == "box" {
			kind = "boxe"
		}
		return kind + "s " + list(numbers, "and")
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

// so ends a sentence: "so r1c3 is 7." or "so r1c3 cannot be 2 or 7, and r1c5 and r1c8 cannot be 7."
func (s *Step) so() string { return "so " + s.follows() + "." }

// follows says what the step does, without the "so" and the full stop.
func (s *Step) follows() string {
	var parts []string
	for _, p := range s.Places {
		parts = append(parts, s.shape.CellName(p.Cell)+" is "+strconv.Itoa(p.Digit))
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
		parts = append(parts, s.cellWords(same)+" cannot be "+digitWords(m, "or"))
		cells = rest
	}
	if end := len(parts) - 1; end > 0 {
		parts[end] = "and " + parts[end]
	}
	return strings.Join(parts, ", ")
}
