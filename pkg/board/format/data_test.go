package format_test

import (
	"strconv"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/solvertest"
)

// The public sets are read whole, with nothing told about them. Counts are those of the
// sets' own lists.
func TestPublicSets(t *testing.T) {
	for _, set := range []struct {
		path        string
		puzzles     int
		first, last int // lines
		check       func(format.Puzzle) bool
	}{
		{"tdoku/puzzles2_17_clue", 49158, 5, 49162, func(p format.Puzzle) bool { return p.Board.Filled() == 17 }},
		{"tdoku/puzzles3_magictour_top1465", 1465, 3, 1467, nil},
		{"tdoku/puzzles5_forum_hardest_1905_11+.half", 24383, 1, 24383, nil},
		{"tdoku/puzzles6_forum_hardest_1106", 375, 3, 377, nil},
		{"norvig/sudoku10k.txt", 10000, 1, 10000, nil},
		{"norvig/hardest.txt", 10, 1, 10, nil},
		{"boards/acs_9x9.txt.gz", 1050, 1, 1050, filled},
		{"boards/acs_16x16.txt.gz", 1050, 1, 1050, filled},
		{"boards/acs_25x25.txt.gz", 1050, 1, 1050, filled},
	} {
		t.Run(set.path, func(t *testing.T) {
			path, missing := solvertest.PublicSet(set.path)
			if missing != "" {
				t.Skip(missing)
			}
			var n, first, last int
			for p, err := range format.ReadFile(path, format.Options{}) {
				if err != nil {
					t.Fatal(err)
				}
				n++
				if n == 1 {
					first = p.Line
				}
				last = p.Line
				if c := board.Conflicts(p.Board); len(c) > 0 {
					t.Fatalf("%s:%d: %v", set.path, p.Line, c[0])
				}
				if set.check != nil && !set.check(p) {
					t.Fatalf("%s:%d: %s", set.path, p.Line, describe(p))
				}
			}
			if n != set.puzzles || first != set.first || last != set.last {
				t.Errorf("%s: %d puzzles on lines %d to %d, want %d on %d to %d", set.path, n, first, last, set.puzzles, set.first, set.last)
			}
		})
	}
}

// filled holds the fill that a line of sudoku_acs states, in per cent, against its board.
func filled(p format.Puzzle) bool {
	percent, err := strconv.Atoi(p.Rating)
	cells := len(p.Board.Cells())
	return err == nil && abs(100*p.Board.Filled()-percent*cells) <= 100
}

func abs(x int) int { return max(x, -x) }
