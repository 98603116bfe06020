package board_test

import (
	"fmt"

	"sudokulab/pkg/board"
)

func Example() {
	puzzle, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		fmt.Println(err)
		return
	}
	shape := puzzle.Shape()
	cell := shape.Cell(0, 2)
	fmt.Println(puzzle.Filled(), "givens,", board.Candidates(puzzle)[cell], "fit", shape.CellName(cell))
	for _, unit := range shape.UnitsOf(cell) {
		fmt.Println(shape.UnitName(unit))
	}
	// Output:
	// 30 givens, {1,2,4} fit r1c3
	// row 1
	// column 3
	// box 1
}

func ExampleParse() {
	_, err := board.Parse("12..34..2..4.3.5")
	fmt.Println(err)
	// Output:
	// board: column 16 holds '5', want a digit 1 to 4 or a blank
}

func ExampleConflicts() {
	for _, c := range board.Conflicts(board.MustParse("12..1...2.......")) {
		fmt.Printf("%d twice in %s\n", c.Digit, c.Unit)
	}
	// Output:
	// 1 twice in column 1
}

func ExampleCheckSolution() {
	puzzle := board.MustParse("12..34..2..4.3.1")
	fmt.Println(board.CheckSolution(puzzle, board.MustParse("1243341221344321")))
	fmt.Println(board.CheckSolution(puzzle, board.MustParse("1234341221434321")))
	// Output:
	// <nil>
	// board: r3c4 holds 3, given is 4
}

func ExampleDigits() {
	odd := board.DigitsOf(1, 3, 5, 7, 9)
	for d := range odd.Without(5).All() {
		fmt.Print(d, " ")
	}
	fmt.Println(odd.Count(), odd.First(), odd)
	// Output:
	// 1 3 7 9 5 1 {1,3,5,7,9}
}

func ExampleBoard_AppendText() {
	b := board.MustParse("12..34..2..4.3.1")
	fmt.Printf("%s\n%s\n", b.AppendText(nil, board.Letters), b.AppendText(nil, board.ZeroBased))
	// Output:
	// AB..CD..B..D.C.A
	// 01..23..1..3.2.0
}

func ExampleShapeWith() {
	regions, err := board.ParseRegions(`
		AAABBB
		AABBCC
		ADBCCC
		DDDECF
		DDEEFF
		EEEFFF`)
	if err != nil {
		fmt.Println(err)
		return
	}
	shape, err := board.ShapeWith(6, board.Variant{Diagonals: true, Regions: regions})
	if err != nil {
		fmt.Println(err)
		return
	}
	puzzle, err := board.ParseOn(shape, "1......2.......4.......1........2...")
	if err != nil {
		fmt.Println(err)
		return
	}
	cell := shape.Cell(2, 2)
	fmt.Println(shape, "with", puzzle.Filled(), "givens:", board.Candidates(puzzle)[cell], "fit", shape.CellName(cell))
	for _, unit := range shape.UnitsOf(cell) {
		fmt.Println(shape.UnitName(unit))
	}
	// Output:
	// 6×6 diagonal jigsaw with 5 givens: {3,5,6} fit r3c3
	// row 3
	// column 3
	// region 2
	// diagonal 1
}
