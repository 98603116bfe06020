package agent

import (
	"bytes"
	"fmt"
	"io"

	"sudokulab/pkg/board"
)

// How the moves end.
const (
	EndSolved      = "solved"
	EndBroken      = "broken"      // the last move breaks a rule
	EndNoMove      = "no move"     // no digit can be put into an empty cell without breaking one
	EndInterrupted = "interrupted" // time or context ended them
	EndGivens      = "givens"      // there were none to make: the board was full, or broken
)

// Trace tells how the agent played a puzzle, move by move. It can be written as JSON and as text.
type Trace struct {
	Shape   *board.Shape `json:"-"`
	Puzzle  string       `json:"puzzle"`
	Weights string       `json:"weights"` // the name on their card
	Moves   []Move       `json:"moves"`
	End     string       `json:"end"`
	// Kept is how many of the moves the grid has that was found, from the first on.
	Kept   int    `json:"kept"`
	Status string `json:"status"`
}

// Move is a digit put into a cell.
type Move struct {
	Cell  int `json:"cell"`
	Digit int `json:"digit"`
	// Value is what the network takes the move for, in rewards; Values are those of all n³ moves before it,
	// on filled cells too: cell·n + digit − 1.
	Value  float64   `json:"value"`
	Values []float32 `json:"values"`
}

// WriteText writes a line for each move, and how it ended.
func (t *Trace) WriteText(w io.Writer) error {
	var b bytes.Buffer
	n := t.Shape.Side()
	puzzle, err := board.ParseOn(t.Shape, t.Puzzle)
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	cells := puzzle.Cells()
	for i, m := range t.Moves {
		fmt.Fprintf(&b, "move %d: %s = %c, valued at %.1f", i+1, t.Shape.CellName(m.Cell), board.Numeric[m.Digit-1], m.Value)
		if next, ok := second(cells, n, m); ok {
			fmt.Fprintf(&b, "; next best %s = %c, %.1f", t.Shape.CellName(next/n), board.Numeric[next%n], m.Values[next])
		}
		b.WriteByte('\n')
		cells[m.Cell] = uint8(m.Digit)
	}
	switch t.End {
	case EndSolved:
		fmt.Fprintf(&b, "solved by the agent in %d moves\n", len(t.Moves))
	case EndBroken:
		b.WriteString("the last move breaks a rule\n")
	case EndNoMove:
		b.WriteString("no digit fits an empty cell\n")
	case EndInterrupted:
		b.WriteString("interrupted\n")
	}
	if t.End != EndSolved && t.Kept > 0 {
		fmt.Fprintf(&b, "completed by exact search from the first %d of %d moves\n", t.Kept, len(t.Moves))
	}
	_, err = w.Write(b.Bytes())
	return err
}

// second returns the best move on an empty cell but the one that was made.
func second(cells []uint8, n int, m Move) (best int, ok bool) {
	for action, v := range m.Values {
		if cells[action/n] != 0 || action == m.Cell*n+m.Digit-1 {
			continue
		}
		if !ok || v > m.Values[best] {
			best, ok = action, true
		}
	}
	return best, ok
}
