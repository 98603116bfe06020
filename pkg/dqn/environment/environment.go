package environment

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/bitboard/wide"
	"sudokulab/pkg/board"
)

// What a call that comes at the wrong time is answered with.
var (
	ErrNotReset = errors.New("environment: no episode yet: call Reset")
	ErrOver     = errors.New("environment: the episode is over: call Reset")
	ErrClosed   = errors.New("environment: closed")
)

var errZero = errors.New("environment: the zero Environment, want one of New")

// Environment is one game under the contract of Gymnasium's environments: [Environment.Reset] begins an
// episode, [Environment.Step] makes a move. Its rules are those of a [Vector] of one. It is for one
// goroutine.
type Environment struct {
	vector *Vector
	source Source
	solver *wide.Solver
	random rand.PCG
	action [1]int32 // the last, −1 for none
	closed bool
}

// Options are for one episode.
type Options struct {
	// Puzzle is played in place of one of the source's. The zero Board names none.
	Puzzle board.Board
}

// Info is what is known of a game beside the observation. It holds nothing of the solution.
type Info struct {
	// Legal are the actions on cells that may be changed, [n³]: the empty ones, and where moves may be taken
	// back, those that were played.
	Legal []bool
	// Strict are those of Legal whose digit no peer of the cell holds, [n³]; taking a digit back is one.
	Strict  []bool
	Outcome Outcome // of the last move
	Blanks  int     // empty cells
	Moves   int     // made in the episode
}

// Transition is what a step leads to, Gymnasium's five results of one.
type Transition struct {
	Observation Observation
	Reward      float64
	// Terminated says that the episode is over by the rules of the game, Truncated that it was cut off at the
	// limit of moves; never both.
	Terminated, Truncated bool
	Info                  Info
}

// Over reports whether the episode goes no further.
func (t Transition) Over() bool { return t.Terminated || t.Truncated }

// New returns an environment that has its puzzles from a source.
func New(c Config, source Source) (*Environment, error) {
	if source == nil {
		return nil, errors.New("environment: no source of puzzles")
	}
	v, err := NewVector(c, 1)
	if err != nil {
		return nil, err
	}
	solver, err := wide.New(v.shape, wide.DefaultConfig())
	if err != nil {
		return nil, fmt.Errorf("environment: %w", err)
	}
	e := &Environment{vector: v, source: source, solver: solver, random: *rand.NewPCG(0, stream)}
	e.action[0] = -1
	return e, nil
}

// stream keeps the random numbers of an environment apart from those of others with the same seed.
const stream = 0x656e_7669_726f_6e6d

// Config returns the configuration, the zero Config for the zero Environment.
func (e *Environment) Config() Config {
	if e.vector == nil {
		return Config{}
	}
	return e.vector.config
}

// ActionSpace returns the space of actions.
func (e *Environment) ActionSpace() Discrete { return e.Config().ActionSpace() }

// ObservationSpace returns the space of observations.
func (e *Environment) ObservationSpace() Box { return e.Config().ObservationSpace() }

// RandomState returns the state of the random numbers that puzzles are drawn with. Equal states draw the
// same puzzles from then on.
func (e *Environment) RandomState() []byte {
	state, err := e.random.MarshalBinary()
	if err != nil {
		panic(fmt.Errorf("environment: %w", err)) // it has no way to fail
	}
	return state
}

// Reset begins an episode. With a seed the random numbers begin anew from it; without one they go on from
// where they are, and an environment that was never given a seed began with 0. It errs, and leaves the game
// in progress and the random numbers as they were, if the puzzle is of another shape, is full, has no
// solution or more than one, or cannot be proved to have one; or if the source has none.
//
// What is returned is the caller's: no later call changes it.
func (e *Environment) Reset(seed *uint64, o Options) (Observation, Info, error) {
	switch {
	case e.vector == nil:
		return nil, Info{}, errZero
	case e.closed:
		return nil, Info{}, ErrClosed
	}
	random := e.random
	if seed != nil {
		random = *rand.NewPCG(*seed, stream)
	}
	puzzle := o.Puzzle
	if puzzle.IsZero() {
		var err error
		if puzzle, err = e.source.Puzzle(rand.New(&random)); err != nil {
			return nil, Info{}, err
		}
	}
	solution, err := solve(e.solver, puzzle)
	if err != nil {
		return nil, Info{}, err
	}
	e.random = random
	e.vector.Start(0, puzzle.Cells(), solution.Cells())
	e.action[0] = -1
	return e.observe(), e.info(), nil
}

// Step makes a move. An error leaves the game as it was: [ErrNotReset], [ErrOver], [ErrClosed], or that of an
// action outside the space.
//
// What is returned is the caller's: no later call changes it.
func (e *Environment) Step(action int) (Transition, error) {
	switch err := e.ready(); {
	case err != nil:
		return Transition{}, err
	case e.vector.Done(0):
		return Transition{}, ErrOver
	case !e.ActionSpace().Contains(action):
		return Transition{}, fmt.Errorf("environment: action %d, want 0…%d", action, e.ActionSpace().N-1)
	}
	v := e.vector
	e.action[0] = int32(action)
	v.Step(e.action[:])
	return Transition{e.observe(), float64(v.rewards[0]), v.terminated[0], v.truncated[0], e.info()}, nil
}

// Close ends the environment; closing again does nothing.
func (e *Environment) Close() error {
	e.closed = true
	return nil
}

// ready reports why there is no episode.
func (e *Environment) ready() error {
	switch {
	case e.vector == nil:
		return errZero
	case e.closed:
		return ErrClosed
	case e.vector.blanks[0] == 0 && e.vector.moves[0] == 0:
		return ErrNotReset // no episode begins with a full board
	}
	return nil
}

func (e *Environment) observe() Observation {
	if e.vector.config.TakeBack {
		return slices.Concat(e.vector.boards, e.vector.puzzles)
	}
	return slices.Clone(e.vector.boards)
}

func (e *Environment) info() Info {
	v := e.vector
	actions := v.config.Actions()
	info := Info{
		Legal: make([]bool, actions), Strict: make([]bool, actions),
		Outcome: v.outcomes[0], Blanks: int(v.blanks[0]), Moves: int(v.moves[0]),
	}
	v.Legal(0, false, info.Legal)
	v.Legal(0, true, info.Strict)
	return info
}
