package bitboard_test

import (
	"strings"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
)

const hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func TestParse(t *testing.T) {
	for text, says := range map[string]string{
		hardest:                               "",
		" \t" + hardest + "\r\n":              "",
		strings.ReplaceAll(hardest, ".", "0"): "",
		strings.ReplaceAll(hardest, ".", "_"): "",
		strings.ReplaceAll(hardest, ".", "*"): "",
		"":                                    "0 characters, want 81",
		hardest[1:]:                           "80 characters, want 81",
		hardest + "1":                         "character 82 is '1'",
		hardest[:10] + "x" + hardest[11:]:     "character 11 (row 2, column 2) is 'x', want a digit",
		hardest[:80] + "ü":                    "character 81 (row 9, column 9) is 'ü'",
		hardest[:80] + "\xff":                 "character 81 (row 9, column 9)",
		hardest[:40] + "\n" + hardest[40:]:    "character 41",
	} {
		c, err := bitboard.Parse(text)
		switch {
		case says != "":
			if err == nil || !strings.Contains(err.Error(), says) || c != (bitboard.Cells{}) {
				t.Errorf("%q: %v, error %v; want one that holds %q", text, c, err, says)
			}
		case err != nil:
			t.Errorf("%q: %v", text, err)
		case c.String() != hardest:
			t.Errorf("%q is written as %s", text, c)
		}
	}
	if s := (bitboard.Cells{80: 10}).String(); s != strings.Repeat(".", 80)+"?" {
		t.Errorf("a cell with 10 is written as %q", s)
	}
}

// FuzzParse compares with package board, which reads the same line.
func FuzzParse(f *testing.F) {
	for _, s := range []string{hardest, "", strings.Repeat("0", 81), strings.Repeat("a", 81), strings.Repeat("ü", 41), hardest[:80] + "\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c, err := bitboard.Parse(line)
		b, want := board.Parse(line)
		if same := want == nil && b.Shape().Side() == 9; (err == nil) != same {
			t.Fatalf("%q: %v here, %v in package board", line, err, want)
		}
		if err == nil && c.String() != b.String() {
			t.Fatalf("%q: %s here, %s in package board", line, c, b)
		}
	})
}

func TestSolve(t *testing.T) {
	for _, tc := range []struct {
		line, grid string
		solutions  int
	}{
		{hardest, "812753649943682175675491283154237896369845721287169534521974368438526917796318452", 1},
		{"55" + strings.Repeat(".", 79), strings.Repeat(".", 81), 0},
	} {
		grid, solutions, err := bitboard.Solve(tc.line)
		if err != nil || grid.String() != tc.grid || solutions != tc.solutions {
			t.Errorf("%s: %s, %d solutions, error %v; want %s, %d", tc.line, grid, solutions, err, tc.grid, tc.solutions)
		}
	}
	grid, solutions, err := bitboard.Solve(strings.Repeat(".", 81))
	if err != nil || solutions != 2 || board.CheckSolution(board.New(board.Standard()), board.MustParse(grid.String())) != nil {
		t.Errorf("the empty board: %s, %d solutions, error %v; want a solution, and 2", grid, solutions, err)
	}
	if _, _, err := bitboard.Solve("1"); err == nil {
		t.Error("a line of one character is solved")
	}
}
