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

//go:embed variants.txt
var variantsText string

// Many stands for a number of solutions that is too large to count.
const Many = -1

// Case is a board of the suite with what is known of it.
type Case struct {
	Name      string // side and kind, such as 9/search
	Puzzle    board.Board
	Solutions int // exact, or Many
}

// Cases returns the plain boards of the suite: sides 4, 9, 16 and 25; solved, uniquely
// solvable, unsolvable, ambiguous. The caller owns them.
func Cases() []Case { return mustParse("boards.txt", boardsText) }

// VariantCases returns the boards of the suite that are not plain: diagonal ones of side 4 and
// 9, with names such as 9/diagonal-search, jigsaws of side 5, 6 and 9, such as 6/jigsaw-unique,
// and one that is both, 6/both-unique. Their answers differ from those of the plain boards
// with the same digits where there are such. The caller owns them.
func VariantCases() []Case { return mustParse("variants.txt", variantsText) }

func mustParse(file, text string) []Case {
	cases, err := parseCases(file, text)
	if err != nil {
		panic(err) // the text is part of the program
	}
	return cases
}

// parseCases reads a table of boards: name, number of solutions, board, and for a variant
// before the board "diagonal" or "-", then the map of regions or "-".
func parseCases(file, text string) ([]Case, error) {
	fault := func(number int, err error) error {
		return fmt.Errorf("solvertest: %s:%d: %w", file, number, err)
	}
	var cases []Case
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 && len(fields) != 5 {
			return nil, fault(number, fmt.Errorf("%d fields, want name, count and board, or a variant in two fields before the board", len(fields)))
		}
		c := Case{Name: fields[0], Solutions: Many}
		var err error
		if fields[1] != "many" {
			if c.Solutions, err = strconv.Atoi(fields[1]); err != nil {
				return nil, fault(number, err)
			}
		}
		if len(fields) == 3 {
			c.Puzzle, err = board.Parse(fields[2])
		} else {
			c.Puzzle, err = parseVariant(fields[2], fields[3], fields[4])
		}
		if err != nil {
			return nil, fault(number, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func parseVariant(diagonals, regions, line string) (board.Board, error) {
	var v board.Variant
	switch diagonals {
	case "diagonal":
		v.Diagonals = true
	case "-":
	default:
		return board.Board{}, fmt.Errorf("diagonals %q, want \"diagonal\" or \"-\"", diagonals)
	}
	if regions != "-" {
		var err error
		if v.Regions, err = board.ParseRegions(regions); err != nil {
			return board.Board{}, err
		}
	}
	side := 0
	for side*side < len(line) {
		side++
	}
	s, err := board.ShapeWith(side, v)
	if err != nil {
		return board.Board{}, err
	}
	return board.ParseOn(s, line)
}
