package dqn

import (
	"math"

	"sudokulab/pkg/dqn/environment"
)

// Ruler is what actions are worth under the best policy, exactly: with puzzles of one solution, an end at
// the first mistake and legal actions only, every right move can be followed by right ones up to the end,
// and a wrong one by nothing.
//
//	Q*(right, b) = right·(1 − γᵇ)/(1 − γ) + solved·γᵇ⁻¹      b empty cells before the move
//	Q*(wrong)    = wrong
//
// A penalty per step comes on top of each; where the last move earns Solved alone, its Right is missing.
type Ruler struct {
	rewards environment.Rewards
	gamma   float64
}

// NewRuler returns the ruler for rewards and a discount.
func NewRuler(r environment.Rewards, gamma float64) Ruler { return Ruler{r, gamma} }

// Right is the worth of a right move on a board with so many empty cells, 1 at least.
func (r Ruler) Right(blanks int) float64 {
	w := r.rewards
	last := math.Pow(r.gamma, float64(blanks-1))
	sum := float64(blanks)
	if r.gamma != 1 {
		sum = (1 - last*r.gamma) / (1 - r.gamma)
	}
	value := (w.Right+w.Step)*sum + w.Solved*last
	if w.LastOnce {
		value -= w.Right * last
	}
	return value
}

// Wrong is the worth of a wrong move on an empty cell.
func (r Ruler) Wrong() float64 { return r.rewards.Wrong + r.rewards.Step }

// Filled is the worth of a move on a cell that may not be changed, on a board with so many empty cells. If the
// episode goes on, the board is as it was, and the best move is still there.
func (r Ruler) Filled(blanks int, ends bool) float64 {
	value := r.rewards.Filled + r.rewards.Step
	if !ends {
		value += r.gamma * r.Right(blanks)
	}
	return value
}
