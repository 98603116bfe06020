package solvertest

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
)

//go:embed boards.txt
var boardsText string

// Many stands for a number of solutions that is too large to count.
const Many = -1

// Case is a board of the suite with what is known of it.
type Case struct {
	Name      string // side and kind, such as 9/search
	Puzzle    board.Board
	Solutions int // exact, or Many
}

// Cases returns the boards of the suite: sides 4, 9, 16 and 25; solved, uniquely solvable,
// unsolvable, ambiguous. The caller owns them.
func Cases() []Case {
	cases, err := parseCases(boardsText)
	if err != nil {
		panic(err) // the text is part of the program
	}
	return cases
}

func parseCases(text string) ([]Case, error) {
	var cases []Case
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("solvertest: boards.txt:%d: %d fields, want name, count and board", number, len(fields))
		}
		c := Case{Name: fields[0], Solutions: Many}
		var err error
		if fields[1] != "many" {
			if c.Solutions, err = strconv.Atoi(fields[1]); err != nil {
				return nil, fmt.Errorf("solvertest: boards.txt:%d: %w", number, err)
			}
		}
		if c.Puzzle, err = board.Parse(fields[2]); err != nil {
			return nil, fmt.Errorf("solvertest: boards.txt:%d: %w", number, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}
