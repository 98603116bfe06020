// Package worksheet writes puzzles as pages to print, with the answers on the next page: on the back, where a printer
// uses both sides.
//
//	o := worksheet.DefaultOptions()
//	o.Title = "Sudoku for Monday"
//	err := worksheet.HTML(w, []worksheet.Puzzle{{Board: b, Solution: solution, Name: "easy"}}, o)
//
// It is one HTML file that needs nothing else: a browser prints it. Every page holds a title, so many boards, and its
// number; boards are drawings of package render and numbered through. The page of answers repeats the order and numbers of
// the page before it, and is as large.
//
// Invariants: equal arguments give equal bytes; a solution is one of its puzzle.
//
// Cost: a drawing of each board and solution, some tens of kilobytes.
//
// It makes, solves and judges no puzzles.
package worksheet
