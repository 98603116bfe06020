package environment

import (
	"bytes"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/play"
)

// Outcome is what a move was.
type Outcome uint8

// The outcomes. Solved is a right move that completes the puzzle.
const (
	None      Outcome = iota // no move yet
	Right                    // right, by the judge
	Solved                   // right, and the last
	Off                      // breaks no rule, and is not the solution's digit
	Broken                   // breaks a rule; refused
	Filled                   // on a cell that may not be changed; refused
	TakenBack                // empties a cell that was played
)

// String names the outcome.
func (o Outcome) String() string {
	names := [...]string{"none", "right", "solved", "off the solution", "broken rule", "filled cell", "taken back"}
	if int(o) >= len(names) {
		return fmt.Sprintf("outcome(%d)", uint8(o))
	}
	return names[o]
}

// Vector is a number of environments of one configuration that are stepped together. Environment i has
// the i-th element of every slice; the slices stay the same, so nothing is allocated after [NewVector].
// It is for one goroutine.
type Vector struct {
	config Config
	cells  int
	shape  *board.Shape

	puzzles   []uint8 // [N·cells] the givens
	solutions []uint8 // [N·cells]; never part of an observation
	boards    []uint8 // [N·cells]
	blanks    []int32 // empty cells
	moves     []int32 // made in the episode

	rewards    []float32
	outcomes   []Outcome
	terminated []bool
	truncated  []bool
}

// NewVector returns n environments. Each has to be started with [Vector.Start] before it is stepped.
func NewVector(c Config, n int) (*Vector, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if n < 1 || n > 1<<20 {
		return nil, fmt.Errorf("environment: %d environments, want 1…%d", n, 1<<20)
	}
	shape, err := board.ShapeOfSide(c.Side)
	if err != nil {
		return nil, fmt.Errorf("environment: %w", err)
	}
	cells := shape.Cells()
	v := &Vector{
		config: c, cells: cells, shape: shape,
		puzzles: make([]uint8, n*cells), solutions: make([]uint8, n*cells), boards: make([]uint8, n*cells),
		blanks: make([]int32, n), moves: make([]int32, n),
		rewards: make([]float32, n), outcomes: make([]Outcome, n), terminated: make([]bool, n), truncated: make([]bool, n),
	}
	for i := range v.terminated {
		v.terminated[i] = true // until it is started
	}
	return v, nil
}

// Config returns the configuration.
func (v *Vector) Config() Config { return v.config }

// Len is the number of environments.
func (v *Vector) Len() int { return len(v.blanks) }

// Boards returns the boards as they stand, [N·cells] row by row, 0 for an empty cell. They are the
// observation, and for reading only.
func (v *Vector) Boards() []uint8 { return v.boards }

// Puzzles returns the givens, [N·cells]: the plane that tells them from moves. For reading only.
func (v *Vector) Puzzles() []uint8 { return v.puzzles }

// Solutions returns the solutions, [N·cells], which are no part of an observation: for rulers and
// supervised training. For reading only.
func (v *Vector) Solutions() []uint8 { return v.solutions }

// Blanks returns the numbers of empty cells, [N].
func (v *Vector) Blanks() []int32 { return v.blanks }

// Moves returns the numbers of moves made in the episodes, [N].
func (v *Vector) Moves() []int32 { return v.moves }

// Rewards returns what the last step earned, [N].
func (v *Vector) Rewards() []float32 { return v.rewards }

// Outcomes returns what the last moves were, [N].
func (v *Vector) Outcomes() []Outcome { return v.outcomes }

// Terminated tells which episodes are over, [N].
func (v *Vector) Terminated() []bool { return v.terminated }

// Truncated tells which episodes were cut off at the limit, [N].
func (v *Vector) Truncated() []bool { return v.truncated }

// Done reports whether the episode of environment i is over or cut off.
func (v *Vector) Done(i int) bool { return v.terminated[i] || v.truncated[i] }

// at returns where the cells of environment i begin.
func (v *Vector) at(i int) int {
	if uint(i) >= uint(len(v.blanks)) {
		panic(fmt.Errorf("environment: environment %d, want 0…%d", i, len(v.blanks)-1))
	}
	return i * v.cells
}

// Start begins an episode of environment i with a puzzle and its only solution, of n² cells each.
// Whether the solution is the only one is the caller's to know; [Check] tells.
func (v *Vector) Start(i int, puzzle, solution []uint8) {
	at := v.at(i)
	if len(puzzle) != v.cells || len(solution) != v.cells {
		panic(fmt.Errorf("environment: a puzzle of %d cells and a solution of %d, want %d", len(puzzle), len(solution), v.cells))
	}
	copy(v.puzzles[at:], puzzle)
	copy(v.solutions[at:], solution)
	v.begin(i, puzzle)
}

// Position begins an episode of environment i in the middle of a game: the board's digits beyond the
// puzzle's are moves. A full board that is not the solution is over, unless moves may be taken back.
func (v *Vector) Position(i int, puzzle, solution, position []uint8) {
	if len(position) != v.cells {
		panic(fmt.Errorf("environment: a position of %d cells, want %d", len(position), v.cells))
	}
	v.Start(i, puzzle, solution)
	v.begin(i, position)
}

func (v *Vector) begin(i int, position []uint8) {
	at := i * v.cells
	copy(v.boards[at:at+v.cells], position)
	blanks := int32(bytes.Count(position, []byte{0}))
	v.blanks[i], v.moves[i], v.rewards[i], v.outcomes[i] = blanks, 0, 0, None
	v.terminated[i], v.truncated[i] = blanks == 0 && (!v.config.TakeBack || v.solved(i)), false
}

// solved reports whether the board of environment i is the solution.
func (v *Vector) solved(i int) bool {
	at := i * v.cells
	return bytes.Equal(v.boards[at:at+v.cells], v.solutions[at:at+v.cells])
}

// Step makes a move in each environment: actions is [N]. The environments that are done stay as they
// are, and earn nothing.
func (v *Vector) Step(actions []int32) {
	if len(actions) != len(v.blanks) {
		panic(fmt.Errorf("environment: %d actions for %d environments", len(actions), len(v.blanks)))
	}
	for i, a := range actions {
		v.step(i, int(a))
	}
}

func (v *Vector) step(i, action int) {
	if v.terminated[i] || v.truncated[i] {
		v.rewards[i], v.outcomes[i] = 0, None
		return
	}
	n, at := v.config.Side, i*v.cells
	if uint(action) >= uint(v.cells*n) {
		panic(fmt.Errorf("environment: action %d of environment %d, want 0…%d", action, i, v.cells*n-1))
	}
	cell, digit := action/n, uint8(action%n+1)
	grid := v.boards[at : at+v.cells]
	c, r := &v.config, &v.config.Rewards
	was := grid[cell]
	reward, outcome := r.Step, Right
	switch {
	case was != 0 && (!c.TakeBack || v.puzzles[at+cell] != 0):
		outcome = Filled
		reward += r.Filled
		v.terminated[i] = c.EndAtFilled
	case was == digit:
		outcome = TakenBack
		grid[cell] = 0
		v.blanks[i]++
		reward -= v.earned(i, cell, was)
	default:
		right := v.solutions[at+cell] == digit
		if !right || c.Judge == ByRules {
			if play.Breaks(v.shape, grid, cell, digit) {
				outcome = Broken
			} else if c.Judge == BySolution {
				outcome = Off
			}
		}
		switch outcome {
		case Broken, Off:
			reward += r.Wrong
			v.terminated[i] = c.EndAtMistake
		default:
			reward += r.Right
		}
		if outcome == Broken {
			break
		}
		if was == 0 {
			v.blanks[i]--
		} else {
			reward -= v.earned(i, cell, was)
		}
		grid[cell] = digit
		// A full board need not be the solution: a right digit stands beside the wrong ones played before.
		if v.blanks[i] == 0 && !v.terminated[i] {
			switch {
			case v.solved(i):
				if r.LastOnce {
					reward -= r.Right
				}
				reward += r.Solved
				outcome = Solved
				v.terminated[i] = true
			case !c.TakeBack:
				v.terminated[i] = true // no move can change the board any more
			}
		}
	}
	v.moves[i]++
	v.rewards[i], v.outcomes[i] = float32(reward), outcome
	v.truncated[i] = !v.terminated[i] && c.Limit > 0 && int(v.moves[i]) >= c.Limit
}

// earned is what the digit in a cell was paid: a right one, by the judge.
func (v *Vector) earned(i, cell int, digit uint8) float64 {
	if v.config.Judge == ByRules || v.solutions[i*v.cells+cell] == digit {
		return v.config.Rewards.Right
	}
	return 0
}

// Legal writes which actions of environment i are legal: those on empty cells, and where moves may be
// taken back, those on cells that were played. With strict, digits that are in the cell's row,
// column or box already are not. legal is [n³]. It returns how many are.
func (v *Vector) Legal(i int, strict bool, legal []bool) (count int) {
	at := v.at(i)
	return play.Legal(v.shape, v.boards[at:at+v.cells], v.puzzles[at:at+v.cells], play.Moves{TakeBack: v.config.TakeBack, Strict: strict}, legal)
}

// Check reports what is wrong with a puzzle and its solution for boards of the configuration: that the
// solution is none, or not the only one. count returns the number of solutions, up to a bound.
func Check(c Config, puzzle, solution []uint8, count func(b board.Board, bound int) (int, error)) error {
	shape, err := board.ShapeOfSide(c.Side)
	if err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	if len(puzzle) != shape.Cells() || len(solution) != shape.Cells() {
		return fmt.Errorf("environment: a puzzle of %d cells and a solution of %d, want %d", len(puzzle), len(solution), shape.Cells())
	}
	p, err := board.FromCells(puzzle)
	if err != nil {
		return fmt.Errorf("environment: puzzle: %w", err)
	}
	s, err := board.FromCells(solution)
	if err != nil {
		return fmt.Errorf("environment: solution: %w", err)
	}
	if err := board.CheckSolution(p, s); err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	if count == nil {
		return nil
	}
	solutions, err := count(p, 2)
	if err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	if solutions != 1 {
		return errors.New("environment: a puzzle of more than one solution, want one that has the given one alone")
	}
	return nil
}

// Resume puts environment i into a game that was saved: with so many moves made, and over or cut off if it was.
func (v *Vector) Resume(i int, puzzle, solution, position []uint8, moves int32, terminated, truncated bool) {
	v.Position(i, puzzle, solution, position)
	v.moves[i], v.terminated[i], v.truncated[i] = moves, terminated, truncated
}
