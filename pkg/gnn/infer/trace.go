package infer

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn"
)

// Trace tells how a puzzle was answered, round by round. It can be written as JSON and as text
// ([Trace.WriteText]); its rounds are the frames of an animation.
type Trace struct {
	Shape  *board.Shape `json:"-"`
	Puzzle string       `json:"puzzle"`
	Rounds []Round      `json:"rounds,omitempty"`
	Ends   []End        `json:"ends,omitempty"` // of the stages, in order
}

// Round is what a method did with one board and the model's prediction for it.
type Round struct {
	Method Method `json:"method"`
	Round  int    `json:"round"` // from 1
	// Path numbers the partial grids of a beam from 1, best first; Score is the grid's before
	// the round.
	Path  int     `json:"path,omitempty"`
	Score float64 `json:"score,omitempty"`
	Board string  `json:"board"` // as the model saw it, in one line
	Model []Fill  `json:"model"` // the model's first digit in each empty cell, by cell
	// P holds all probabilities, [N·n] as in learn.Prediction.
	P       []float32 `json:"p"`
	Filled  []Fill    `json:"filled,omitempty"`  // in the round, without a branch
	Refused []Fill    `json:"refused,omitempty"` // confident, but a peer holds the digit
	// Branches holds the digits of the cell that a beam branched on, without those that are
	// refuted at once.
	Branches []Fill `json:"branches,omitempty"`
}

// Fill is a digit in a cell with the probability that the model gave it.
type Fill struct {
	Cell  int     `json:"cell"`
	Digit int     `json:"digit"`
	P     float32 `json:"p"`
}

// End is the outcome of a stage.
type End struct {
	Method Method `json:"method"`
	Solved bool   `json:"solved"`
	Why    string `json:"why,omitempty"` // it is not
	// Weakest holds, of a stage that failed, the empty cells of its last board with the least
	// confident first digits, five at most.
	Weakest []Fill `json:"weakest,omitempty"`
}

const weakest = 5

// explain adds a round, if the puzzle is to be explained.
func (j *job) explain(r Round, b board.Board, p learn.Prediction) {
	if j.trace == nil {
		return
	}
	r.Board, r.Model, r.P = b.String(), firsts(b, p, all), slices.Clone(p.P)
	j.trace.Rounds = append(j.trace.Rounds, r)
}

// explainBranch adds the branches to the round that was added last.
func (j *job) explainBranch(children []child, score float64) {
	if j.trace == nil {
		return
	}
	r := &j.trace.Rounds[len(j.trace.Rounds)-1]
	for _, c := range children {
		r.Branches = append(r.Branches, Fill{Cell: c.cell, Digit: c.digit, P: float32(math.Exp(c.score - score))})
	}
}

// explainEnd adds the outcome of a stage: solved if err is nil. b and p are its last board and
// the prediction that it was left with.
func (j *job) explainEnd(m Method, err error, b board.Board, p learn.Prediction) {
	if j.trace == nil {
		return
	}
	e := End{Method: m, Solved: err == nil}
	if err != nil {
		e.Why = err.Error()
		weak := firsts(b, p, all)
		slices.SortStableFunc(weak, func(a, b Fill) int { return cmp.Compare(a.P, b.P) })
		e.Weakest = weak[:min(weakest, len(weak))]
	}
	j.trace.Ends = append(j.trace.Ends, e)
}

// BoardOf returns the board of a round.
func (t *Trace) BoardOf(r Round) (board.Board, error) {
	b, err := board.ParseOn(t.Shape, r.Board)
	if err != nil {
		return board.Board{}, fmt.Errorf("infer: trace: %w", err)
	}
	return b, nil
}
