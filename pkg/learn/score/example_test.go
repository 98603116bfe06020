package score_test

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/stats"
)

func Example() {
	var m score.Metrics
	for _, answer := range []string{"1243342121344312", "1243342121344321"} {
		if err := m.Grid(few(), board.MustParse(answer).Cells()); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("empty cells %.3f, all cells %.3f, grids %.1f, units %.3f\n",
		m.Empty.Rate(), m.Cells.Rate(), m.Grids.Rate(), m.Units.Rate())
	p, err := stats.Wilson(m.Grids.Hits, m.Grids.Trials, 0.95)
	fmt.Println(p.Interval, err)
	// Output:
	// empty cells 0.917, all cells 0.938, grids 0.5, units 0.917
	// [0.09453, 0.9055] <nil>
}

func ExampleFill() {
	puzzle := board.MustParse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	for _, rule := range score.Baselines() {
		fmt.Println(rule, 81-score.Fill(rule, puzzle).Filled(), "cells left")
	}
	// Output:
	// naked-singles 64 cells left
	// hidden-singles 61 cells left
	// singles 61 cells left
}
