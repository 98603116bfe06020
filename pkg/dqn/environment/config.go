package environment

import (
	"errors"
	"fmt"
	"math"

	"sudokulab/pkg/board"
)

// Judge says what makes a move right.
type Judge string

// The judges.
const (
	// BySolution calls a move right if it is the digit of the only solution.
	BySolution Judge = "solution"
	// ByRules calls a move right if its digit is not yet in the cell's row, column or box.
	ByRules Judge = "rules"
)

// Rewards are what a step earns. The document's (dqn.md, "Reward Design") are those of [Documented].
type Rewards struct {
	Solved float64 `json:"solved"` // for the move that completes the puzzle
	Right  float64 `json:"right"`  // for a right move
	Wrong  float64 `json:"wrong"`  // for a move on an empty cell that is not right
	Filled float64 `json:"filled"` // for a move on a cell that may not be changed
	Step   float64 `json:"step"`   // for every step, in addition: 0, or a penalty
	// LastOnce pays Solved alone for the last move; without it Right is paid as well. The document
	// does not say which.
	LastOnce bool `json:"last_once,omitempty"`
}

// Documented returns +100, +10, −5 and −10, no penalty per step, and both rewards for the last move.
func Documented() Rewards { return Rewards{Solved: 100, Right: 10, Wrong: -5, Filled: -10} }

// PhaseTwo returns the rewards of the document's plan (dqn.md, "Phase 2"), which calls them large and
// small without numbers: a large one for a move that keeps the rules, a large penalty for one that
// breaks them, a small one for a filled cell. Large is read as 10, small as a tenth of it.
func PhaseTwo() Rewards { return Rewards{Solved: 100, Right: 10, Wrong: -10, Filled: -1} }

// maxReward bounds each reward, so that a sum of several is a number in float32 too.
const maxReward = 1e6

// Config decides the game.
type Config struct {
	Side    int     `json:"side"` // of the boards, n
	Rewards Rewards `json:"rewards"`
	Judge   Judge   `json:"judge"`
	// EndAtMistake ends an episode at the first wrong move on an empty cell (dqn.md, "Early Termination
	// on Invalid Solution Path"); it needs the judge that knows the solution. Without it a wrong
	// move that breaks no rule stays on the board, and one that does is refused. A right one stands
	// even beside a wrong digit that it clashes with; a board that is full then and not the solution
	// ends the episode, unless moves may be taken back.
	EndAtMistake bool `json:"end_at_mistake"`
	// EndAtFilled ends an episode at a move on a cell that may not be changed, too. The document does
	// not say whether it does; nothing on the board is lost by such a move, so by default it does not.
	EndAtFilled bool `json:"end_at_filled,omitempty"`
	// TakeBack lets moves change cells that were played: another digit replaces the one that is there,
	// the same one empties the cell. What was earned for a right digit is then paid back.
	TakeBack bool `json:"take_back,omitempty"`
	// Limit cuts an episode off after so many moves; 0 is no limit.
	Limit int `json:"limit,omitempty"`
}

// Default returns the document's game on boards of side n: its rewards, and an end at the first
// mistake. Moves on filled cells go on, up to four times as many moves as there are cells.
func Default(n int) Config {
	return Config{Side: n, Rewards: Documented(), Judge: BySolution, EndAtMistake: true, Limit: 4 * n * n}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if _, err := board.ShapeOfSide(c.Side); err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	for _, r := range []struct {
		name  string
		value float64
	}{{"solved", c.Rewards.Solved}, {"right", c.Rewards.Right}, {"wrong", c.Rewards.Wrong}, {"filled", c.Rewards.Filled}, {"step", c.Rewards.Step}} {
		if math.IsNaN(r.value) || math.Abs(r.value) > maxReward {
			return fmt.Errorf("environment: reward %q is %v, want a number within ±%g", r.name, r.value, maxReward)
		}
	}
	switch {
	case c.Judge != BySolution && c.Judge != ByRules:
		return fmt.Errorf("environment: judge %q, want %s or %s", c.Judge, BySolution, ByRules)
	case c.EndAtMistake && c.Judge == ByRules:
		return errors.New("environment: an end at the first mistake needs the judge that knows the solution")
	case c.EndAtMistake && c.TakeBack:
		return errors.New("environment: moves that may be taken back, and an end at the first mistake: want one of them")
	case c.Limit < 0 || c.Limit > math.MaxInt32:
		return fmt.Errorf("environment: limit of %d moves, want 0…%d", c.Limit, math.MaxInt32)
	case c.Limit == 0 && (!c.EndAtMistake || !c.EndAtFilled):
		return errors.New("environment: episodes that may go on for ever, want a limit or an end at every kind of mistake")
	}
	return nil
}

// Actions is the number of actions, n³: action cell·n + digit − 1 puts the digit into the cell.
func (c Config) Actions() int { return c.Side * c.Side * c.Side }

// Action returns the action that puts a digit into the cell of a row and a column, both from 0.
func (c Config) Action(row, column, digit int) int { return (row*c.Side+column)*c.Side + digit - 1 }

// Move returns the row, the column and the digit of an action.
func (c Config) Move(action int) (row, column, digit int) {
	cell := action / c.Side
	return cell / c.Side, cell % c.Side, action%c.Side + 1
}
