package explain

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sudokulab/pkg/board"
)

const (
	easyPuzzle   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

func explainer(t *testing.T, o Options) *Explainer {
	t.Helper()
	e, err := New(board.Standard(), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// hints returns the hints of the three levels.
func hints(t *testing.T, e *Explainer, p *Position, known Known) [3]Hint {
	t.Helper()
	var out [3]Hint
	for level := HintWhere; level <= HintWhy; level++ {
		h, err := e.Hint(p, level, known)
		if err != nil {
			t.Fatal(err)
		}
		if h.Level != level {
			t.Errorf("level %d, want %d", h.Level, level)
		}
		out[level-1] = h
	}
	return out
}

func TestHintLevels(t *testing.T) {
	e := explainer(t, Options{})
	p, err := e.Parse(table[XWing].Example.Board, table[XWing].Example.Struck)
	if err != nil {
		t.Fatal(err)
	}
	h := hints(t, e, p, Known{})
	if h[0].Technique != None || h[0].Step != nil || len(h[0].Candidates)+len(h[0].Cells) > 0 || !strings.HasPrefix(h[0].Text, "The next step is in rows ") {
		t.Errorf("%+v", h[0])
	}
	for _, u := range h[0].Units {
		if u.Role != RoleUnit {
			t.Errorf("the first level shows the role %v", u.Role)
		}
	}
	if h[1].Technique != XWing || h[1].Step != nil || len(h[1].Candidates) > 0 || !strings.Contains(h[1].Text, ": X-wing. In two parallel lines") {
		t.Errorf("%+v", h[1])
	}
	next, err := e.Next(p)
	if err != nil {
		t.Fatal(err)
	}
	if h[2].Technique != XWing || h[2].Step == nil || h[2].Text != next.String() || len(h[2].Candidates) == 0 {
		t.Errorf("%+v, want the step %v", h[2], next)
	}
	text, err := json.Marshal(h[2])
	if err != nil || !strings.Contains(string(text), `"sentence":"In rows 5 and 9`) || !strings.Contains(string(text), `"role":"base"`) {
		t.Errorf("%s, %v", text, err)
	}
	for _, level := range []int{0, 4, -1} {
		if _, err := e.Hint(p, level, Known{}); err == nil {
			t.Errorf("level %d is taken", level)
		}
	}
	// A naked single has no unit: its box is where to look.
	p, err = e.Position(board.MustParse(easyPuzzle), nil)
	if err != nil {
		t.Fatal(err)
	}
	if h := hints(t, e, p, Known{}); h[0].Text != "The next step is in box 5." || len(h[0].Units) != 1 {
		t.Errorf("%+v", h[0])
	}
}

// TestHintMarks: a person's marks are respected, and those that are wrong are told.
func TestHintMarks(t *testing.T) {
	e := explainer(t, Options{})
	puzzle, solution := board.MustParse(easyPuzzle), board.MustParse(easySolution)
	if err := board.CheckSolution(puzzle, solution); err != nil {
		t.Fatal(err)
	}
	known := Known{Solutions: OneSolution, Solution: solution}
	shape := puzzle.Shape()
	cell := shape.Cell(0, 2) // 1, 2 or 4; 4 in the solution
	position := func(b board.Board, change func(marks []board.Digits)) *Position {
		marks := board.Candidates(b)
		change(marks)
		p, err := e.Position(b, marks)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}

	// Struck by the person: 1 and 2. The step takes the marks as they are.
	p := position(puzzle, func(m []board.Digits) { m[cell] = board.DigitsOf(4) })
	if s, err := e.Next(p); err != nil || s.Technique != NakedSingle || s.Places[0] != (Candidate{cell, 4}) {
		t.Errorf("%+v, %v", s, err)
	}

	// Struck by the person: 4, which is right.
	p = position(puzzle, func(m []board.Digits) { m[cell] = m[cell].Without(4) })
	h := hints(t, e, p, known)
	if h[0].Kind != HintMissing || h[0].Text != "A mark is missing in row 1." || h[1].Text != "A mark is missing in r1c3." ||
		h[2].Text != "In the solution r1c3 is 4, and that mark is missing there." || h[2].Cells[0].Cell != cell {
		t.Errorf("%+v", h)
	}

	// A mark that a given forbids.
	p = position(puzzle, func(m []board.Digits) { m[cell] = m[cell].With(5) })
	h = hints(t, e, p, known)
	if h[0].Kind != HintStale || h[1].Text != "A mark in r1c3 can be rubbed out." || h[2].Text != "The mark 5 in r1c3 can be rubbed out: r1c1 is 5 and sees it." {
		t.Errorf("%+v", h)
	}
	if stale := p.Stale(); len(stale) != 1 || stale[0] != (Candidate{cell, 5}) || p.Marks(cell).Has(5) {
		t.Errorf("%v", stale)
	}

	// A cell that the person has not marked has all that its peers allow.
	p = position(puzzle, func(m []board.Digits) { m[cell] = 0 })
	if got := p.Marks(cell); got != board.DigitsOf(1, 2, 4) {
		t.Errorf("%v", got)
	}

	// A wrong digit, with and without the solution.
	b := puzzle.Clone()
	b.Set(cell, 2)
	p = position(b, func([]board.Digits) {})
	h = hints(t, e, p, known)
	if h[0].Kind != HintDigit || h[0].Text != "A digit in row 1 is wrong." || h[1].Text != "The digit in r1c3 is wrong." || h[2].Text != "In the solution r1c3 is not 2." {
		t.Errorf("%+v", h)
	}
	if h, err := e.Hint(p, HintWhy, Known{}); err != nil || h.Kind != HintStep {
		t.Errorf("without a solution: %+v, %v", h, err)
	}
}

// TestHintErrors: what is no position for a hint has a named error and a sentence.
func TestHintErrors(t *testing.T) {
	e := explainer(t, Options{})
	blank := strings.Repeat(".", 81)
	for _, c := range []struct {
		name, line string
		known      Known
		want       error
		says       string
	}{
		{"two in a row", "5....5" + blank[6:], Known{}, ErrContradiction, "row 1 holds 5 twice, in r1c1 and r1c6"},
		{"a cell without digit", "12345678." + blank[:9] + "........9" + blank[27:], Known{}, ErrContradiction, "no digit is left for r1c9"},
		{"a digit without place", "1.....5.." + "...1....." + "......6.." + blank[:9] + ".......1." + blank[:9] + "........1" + blank[:18], Known{}, ErrContradiction, "row 3 has no place left for 1"},
		{"no solution", blank, Known{Solutions: NoSolution}, ErrContradiction, "no solution"},
		{"solved", easySolution, Known{}, ErrSolved, "full"},
		{"several", blank, Known{Solutions: SeveralSolutions}, ErrSeveral, "several solutions"},
		{"one given", "5" + blank[1:], Known{}, ErrStuck, "none of the techniques"},
		{"nothing", blank, Known{}, ErrStuck, "none of the techniques"},
	} {
		p, err := e.Parse(c.line, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Hint(p, HintWhy, c.known); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %v that says %q", c.name, err, c.want, c.says)
		}
	}
	p, err := e.Parse(easyPuzzle, "")
	if err != nil {
		t.Fatal(err)
	}
	for name, known := range map[string]Known{
		"of another shape": {Solution: board.New(diagonal(t))},
		"not full":         {Solution: board.MustParse(easyPuzzle)},
	} {
		if _, err := e.Hint(p, HintWhy, known); err == nil {
			t.Errorf("a solution %s is taken", name)
		}
	}
	other, err := New(diagonal(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Hint(p, HintWhy, Known{}); !errors.Is(err, errForeign) {
		t.Errorf("a position of another shape: %v", err)
	}
	if _, err := other.Next(p); !errors.Is(err, errForeign) {
		t.Errorf("a position of another shape: %v", err)
	}
	a, err := e.Next(p)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := explainer(t, Options{}).Next(p); err != nil || b.String() != a.String() {
		t.Errorf("another Explainer of the shape says %v, %v, want %v", b, err, a)
	}
}

func diagonal(t *testing.T) *board.Shape {
	t.Helper()
	s, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPositionErrors: marks that fit no board, and text that is no position, are refused.
func TestPositionErrors(t *testing.T) {
	e := explainer(t, Options{})
	puzzle := board.MustParse(easyPuzzle)
	marks := board.Candidates(puzzle)
	if _, err := e.Position(puzzle, marks[1:]); err == nil {
		t.Error("marks for 80 cells are taken")
	}
	marks[2] = marks[2].With(12)
	if _, err := e.Position(puzzle, marks); err == nil || !strings.Contains(err.Error(), "r1c3") {
		t.Errorf("a mark of 12: %v", err)
	}
	for _, struck := range []string{"r1c3", "r1c3-", "r1c3-9", "r1c3-x", "r1c1-5", "r0c3-4", "r1c10-4", "r1c3x-4", "c3-4", "r01c3-4"} {
		if _, err := e.Parse(easyPuzzle, struck); err == nil {
			t.Errorf("%q is taken", struck)
		}
	}
	if _, err := e.Parse("12", ""); err == nil {
		t.Error("a line of two is taken")
	}
	for name, o := range map[string]Options{
		"none":    {Techniques: []Technique{None}},
		"unknown": {Techniques: []Technique{techniques}},
		"twice":   {Techniques: []Technique{FullHouse, FullHouse}},
	} {
		if _, err := New(board.Standard(), o); err == nil {
			t.Errorf("technique %s is taken", name)
		}
	}
	if _, err := New(nil, Options{}); err == nil {
		t.Error("no shape is taken")
	}
}

// TestAlphabet: sentences write digits as boards print them, one character each.
func TestAlphabet(t *testing.T) {
	shape, err := board.ShapeOfSide(16)
	if err != nil {
		t.Fatal(err)
	}
	line := "123456789ABCDEF." + strings.Repeat(".", 240)
	for _, c := range []struct {
		alphabet board.Alphabet
		want     string
	}{
		{"", "full house: r1c16 is the last empty cell of row 1, where only the G is missing, so r1c16 is G."},
		{board.Numeric, "full house: r1c16 is the last empty cell of row 1, where only the G is missing, so r1c16 is G."},
		{board.ZeroBased, "full house: r1c16 is the last empty cell of row 1, where only the F is missing, so r1c16 is F."},
		{board.Letters, "full house: r1c16 is the last empty cell of row 1, where only the P is missing, so r1c16 is P."},
	} {
		e, err := New(shape, Options{Alphabet: c.alphabet})
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Parse(line, "")
		if err != nil {
			t.Fatal(err)
		}
		if h, err := e.Hint(p.Clone(), HintWhy, Known{}); err != nil || h.Text != c.want {
			t.Errorf("%q: %q, %v, want %q", c.alphabet, h.Text, err, c.want)
		}
		if p, err = e.Parse("A"+line[1:9]+"A"+line[10:], ""); err != nil {
			t.Fatal(err)
		}
		want := "row 1 holds " + digitName(10, c.alphabet) + " twice, in r1c1 and r1c10"
		if _, err := e.Next(p); !errors.Is(err, ErrContradiction) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", c.alphabet, err, want)
		}
	}
	if _, err := New(shape, Options{Alphabet: "123456789"}); err == nil {
		t.Error("an alphabet of 9 digits is taken for a board of side 16")
	}
}
