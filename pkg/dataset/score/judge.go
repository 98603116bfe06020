package score

import (
	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/predictions"
)

// Way says which of several answers to a puzzle counts.
type Way string

// The ways.
const (
	First Way = "first"
	// Majority is the grid that most of the answers are, the first of equals: a vote elects an answer that was given. A grid put together
	// cell by cell is one that no pass gave, and another method, whose answers can be scored as a file of their own.
	Majority Way = "majority"
	// Best is the answer that comes nearest: a solution, or else the one with the most right cells. It asks somebody who knows the solution,
	// so it is a bound on what choosing can reach and no score of a program.
	Best Way = "best"
)

// Ways returns the ways in the order of the tables.
func Ways() []Way { return []Way{First, Majority, Best} }

// outcome is what an answer is worth.
type outcome struct {
	answered, solved bool
	blanks, right    int // cells that the puzzle leaves blank
	units, kept      int // kept: every digit once
	givens, altered  int // altered: another digit stands there
}

// judge compares an answer, nil for none, with a puzzle by the checker of package board. Where the answer is no solution, its cells are
// compared with one, the zero Board if there is none.
func judge(puzzle, solution board.Board, cells []uint8) outcome {
	s := puzzle.Shape()
	o := outcome{answered: cells != nil, units: len(s.Units()), givens: puzzle.Filled()}
	o.blanks = s.Cells() - o.givens
	if cells == nil {
		return o
	}
	grid, err := board.FromCellsOn(s, cells)
	if err != nil { // a digit out of range, which no reader lets through
		return o
	}
	o.solved = board.Solves(puzzle, grid)
	if o.solved {
		o.right, o.kept = o.blanks, o.units
		return o
	}
	var want []uint8
	if !solution.IsZero() {
		want = solution.Cells()
	}
	for c, given := range puzzle.Cells() {
		switch d := cells[c]; {
		case given == 0 && want != nil && d == want[c]:
			o.right++
		case given != 0 && d != 0 && d != given:
			o.altered++
		}
	}
	all := board.AllDigits(s.Side())
	for _, unit := range s.Units() {
		var held board.Digits
		for _, c := range unit {
			held = held.With(int(cells[c]))
		}
		if held == all {
			o.kept++
		}
	}
	return o
}

// nearer reports whether an outcome beats another.
func (o outcome) nearer(than outcome) bool {
	switch {
	case o.solved != than.solved:
		return o.solved
	case o.right != than.right:
		return o.right > than.right
	}
	return o.kept > than.kept
}

// majority returns the place of the first answer that is equal to most of the answers; 0 if there is no answer.
func majority(answers []predictions.Answer) int {
	votes := make(map[string]int, len(answers))
	most := 0
	for _, a := range answers {
		if a.Cells != nil {
			votes[string(a.Cells)]++
			most = max(most, votes[string(a.Cells)])
		}
	}
	for i, a := range answers {
		if a.Cells != nil && votes[string(a.Cells)] == most {
			return i
		}
	}
	return 0
}

// judgeAll returns the outcomes of answers in each of the [Ways].
func judgeAll(puzzle, solution board.Board, answers []predictions.Answer) (out [3]outcome) {
	if len(answers) == 0 {
		answers = []predictions.Answer{{}}
	}
	first := judge(puzzle, solution, answers[0].Cells)
	out = [3]outcome{first, first, first}
	if len(answers) == 1 {
		return out
	}
	if i := majority(answers); i > 0 {
		out[1] = judge(puzzle, solution, answers[i].Cells)
	}
	for _, a := range answers[1:] {
		if o := judge(puzzle, solution, a.Cells); o.answered && (!out[2].answered || o.nearer(out[2])) {
			out[2] = o
		}
	}
	return out
}

// keeps reports whether an answer, its digits raised by up, has every given of a puzzle.
func keeps(puzzle board.Board, cells []uint8, up uint8) bool {
	givens := puzzle.Cells()
	if len(cells) != len(givens) {
		return false
	}
	for c, given := range givens {
		if given != 0 && cells[c]+up != given {
			return false
		}
	}
	return true
}

// bins of confidence, of equal width, as Guo et al., "On Calibration of Modern Neural Networks", ICML 2017, arXiv:1706.04599, have them.
const bins = 15

// Bin is what the cells have whose likeliest digit has a probability between two bounds, the upper one included.
type Bin struct {
	From       float64 `json:"from"`
	To         float64 `json:"to"`
	Cells      int64   `json:"cells"`
	Right      int64   `json:"right"`
	Confidence float64 `json:"confidence"` // the mean probability of the likeliest digit; 0 without cells

	sum float64
}

// calibration counts the blank cells of one puzzle by confidence.
type calibration [bins]struct {
	cells, right int64
	sum          float64
}

func (k *calibration) count(puzzle, solution board.Board, a *predictions.Answer, solved bool) {
	side := puzzle.Shape().Side()
	for c, given := range puzzle.Cells() {
		if given != 0 {
			continue
		}
		best := float64(a.P[c*side+int(a.Cells[c])-1])
		best = min(best, 1) // half precision
		b := &k[min(bins-1, max(0, ceil(best*bins)-1))]
		b.cells++
		b.sum += best
		if solved || !solution.IsZero() && int(a.Cells[c]) == solution.At(c) {
			b.right++
		}
	}
}

func ceil(x float64) int {
	n := int(x)
	if float64(n) < x {
		n++
	}
	return n
}
