// Package board represents Sudoku boards: their geometry, the digits in their cells, the text
// of one line, and a checker of solutions that shares no code with any solver.
//
//	puzzle, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
//	if err != nil { … }
//	shape := puzzle.Shape()
//	for _, peer := range shape.Peers(shape.Cell(0, 2)) {
//		fmt.Println(shape.CellName(peer), puzzle.At(peer))
//	}
//	fmt.Println(puzzle.Filled(), "givens,", board.Candidates(puzzle)[2], "fit r1c3")
//
// A plain board has side n = k² for k = 2…6 (4×4, 9×9, 16×16, 25×25, 36×36) and boxes of k×k
// cells. A [Variant] of it demands the digits on both long diagonals too, or has irregular
// regions of n cells in place of the boxes, a jigsaw, and then any side from 4 to 36. The
// variant belongs to the board's [Shape] ([ShapeWith]), so whatever works from units and
// peers plays every variant unchanged.
//
// The board is flat and row-major, cell = row·n + column, one byte per cell, 0 for an empty
// one. Sets of digits are bit masks ([Digits]). Units and peers are precomputed once for
// each shape and shared.
//
// Invariants: a Board made by this package holds digits 0…n only; a Shape is never written
// to after it is built; boards of one side and one variant share one Shape, so shapes compare
// by pointer. Plain shapes stay for good; the others are held by weak pointers, so that going
// through many jigsaws does not pile them up.
//
// Cost: a Board is n² bytes and a header; a Shape's tables, 8 bytes for each of n²·(3n−2k−1)
// peers and as much again for the rest at 9×9, are about 20 kB there and 1.1 MB at 36×36.
// Candidates is one pass over all peers, O(n³). Conflicts compares all pairs of cells,
// O(n⁴): it is a judge, not a solver's inner loop.
//
// The package does not solve, and it does not read files: package board/format knows the
// forms in which people keep puzzles. It knows no variants beyond diagonals and regions:
// no cages, no inequalities, no windows.
package board
