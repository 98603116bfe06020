package score

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
)

// Count is a number of hits among a number of trials, as stats.Wilson takes it.
type Count struct {
	Hits   int `json:"hits"`
	Trials int `json:"trials"`
}

// Rate returns the share of hits; 0 without trials.
func (c Count) Rate() float64 {
	if c.Trials == 0 {
		return 0
	}
	return float64(c.Hits) / float64(c.Trials)
}

// Add adds the counts of other trials.
func (c *Count) Add(d Count) {
	c.Hits += d.Hits
	c.Trials += d.Trials
}

func (c *Count) count(hit bool) {
	c.Trials++
	if hit {
		c.Hits++
	}
}

// Metrics are the three figures of the document on the GNN (gnn.md, "metrics.py"), with the
// first in both of its readings. The zero value has measured nothing.
type Metrics struct {
	// Empty is the cell accuracy over the cells that the puzzle leaves empty.
	Empty Count `json:"empty_cells"`
	// Cells is the cell accuracy over all cells, givens included. It flatters: an answer that
	// repeats a puzzle of 36 givens and guesses the rest has 50 %.
	Cells Count `json:"all_cells"`
	// Grids is the grid accuracy: puzzles whose answer board.CheckSolution accepts.
	Grids Count `json:"grids"`
	// Units is the constraint satisfaction: of the 3n units of each answer, those that hold
	// every digit once. A unit with an empty cell is not satisfied.
	Units Count `json:"units"`
}

// Add adds what was measured on other puzzles.
func (m *Metrics) Add(n Metrics) {
	m.Empty.Add(n.Empty)
	m.Cells.Add(n.Cells)
	m.Grids.Add(n.Grids)
	m.Units.Add(n.Units)
}

// Grid adds one answer: N cells row by row, 0 where it leaves a cell empty. It is compared
// with the sample's solution cell by cell; as a grid it counts as solved if it is any solution
// of the puzzle.
func (m *Metrics) Grid(s puzzles.Sample, answer []uint8) error {
	if len(answer) != len(s.Puzzle) {
		return fmt.Errorf("score: answer of %d cells to a puzzle of %d", len(answer), len(s.Puzzle))
	}
	grid, err := board.FromCells(answer)
	if err != nil {
		return fmt.Errorf("score: %w", err)
	}
	for c, d := range answer {
		right := d == s.Solution[c]
		m.Cells.count(right)
		if s.Puzzle[c] == 0 {
			m.Empty.count(right)
		}
	}
	m.Grids.count(board.CheckSolution(s.Board(), grid) == nil)
	all := board.AllDigits(grid.Shape().Side())
	for _, unit := range grid.Shape().Units() {
		var held board.Digits
		for _, c := range unit {
			if d := grid.At(c); d != 0 {
				held = held.With(d)
			}
		}
		m.Units.count(held == all)
	}
	return nil
}

// Grids measures many answers; answers[i] is the one to samples[i].
func Grids(samples []puzzles.Sample, answers [][]uint8) (Metrics, error) {
	var m Metrics
	if len(samples) != len(answers) {
		return m, fmt.Errorf("score: %d answers to %d puzzles", len(answers), len(samples))
	}
	for i, s := range samples {
		if err := m.Grid(s, answers[i]); err != nil {
			return m, fmt.Errorf("%w (answer %d)", err, i)
		}
	}
	return m, nil
}
