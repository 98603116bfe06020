package infer

import (
	"errors"
	"fmt"
	"slices"
)

// Method is one of the documented ways to an answer.
type Method string

// The methods. Givens and Proof are no stages: they say what decided a board before the first
// stage and after the last.
const (
	Single Method = "single" // the model's first digit in each empty cell
	Refine Method = "refine" // confident cells are filled, and the model is asked again
	Beam   Method = "beam"   // the best few partial grids are carried on
	Start  Method = "start"  // an exact search that starts from the model's digits

	Givens Method = "givens" // the board was full, or its givens conflicted
	Proof  Method = "proof"  // the exact engine asked whether a grid is the only one
)

// Config says which methods a [Runner] uses and how.
type Config struct {
	// Stages are tried in turn, each on the boards that are not answered yet.
	Stages []Method     `json:"stages"`
	Refine RefineConfig `json:"refine"`
	Beam   BeamConfig   `json:"beam"`
	Start  StartConfig  `json:"start"`
	// Prove has the exact engine prove a grid of the network unique where the limits ask for
	// it. Without it such a grid is Capped, since nothing is known about others.
	Prove bool `json:"prove"`
}

// RefineConfig configures method 2.
type RefineConfig struct {
	Rounds int `json:"rounds"` // of the model, at most
	// Threshold: a cell is filled if the model gives its first digit more than this.
	Threshold float64 `json:"threshold"`
	// Guard leaves a digit out if a peer holds it already, the more confident cells of a round
	// coming first. Without it all confident cells are filled, in conflict or not.
	Guard  bool   `json:"guard"`
	Finish Finish `json:"finish"`
}

// Finish says what becomes of the cells that refinement has not filled.
type Finish string

// The ways to finish.
const (
	// Leave leaves them empty: the board is not solved.
	Leave Finish = "leave"
	// ArgmaxLast gives them the model's first digits when the rounds are over.
	ArgmaxLast Finish = "argmax-last"
	// ArgmaxEach tries this in each round, on a copy: checking a grid costs nothing compared with the
	// model. With it refinement solves whatever a single pass solves.
	ArgmaxEach Finish = "argmax-each"
)

// BeamConfig configures method 3. One round of it, on each partial grid of the beam:
//
//  1. The model looks at the grid ([AskEach]).
//  2. Its unambiguous cells, those above the threshold, are filled, the most confident first; a
//     digit that a peer holds by then is refused, and its cell stays.
//  3. The cell that Cell says among the empty ones is branched on: each of its candidates
//     makes a child. A child with an empty cell without candidates or a unit without a place
//     for a digit is dropped; so are all children of a grid that has come to this in step 2.
//
// Of all children of a puzzle the K with the highest scores are the next beam, so it makes no
// difference whether a cell has more than K. The grids of a beam differ, since where their ways
// parted they hold different digits. The score is the sum of log p over the digits filled, with
// p as the model gave it when the digit was filled. The first full grid ends the search; it has
// no conflict, hence it is a solution.
type BeamConfig struct {
	Width int `json:"width"` // K, the partial grids that are carried on
	// Threshold: a cell is ambiguous unless the model gives its first digit more than this.
	// 1 makes every cell ambiguous.
	Threshold float64 `json:"threshold"`
	Cell      Pick    `json:"cell"`
	Ask       Ask     `json:"ask"`
	// Rounds bounds the rounds, 0 for no bound. Each fills a cell of each partial grid at
	// least.
	Rounds int `json:"rounds,omitempty"`
}

// Pick says on which ambiguous cell a beam branches.
type Pick string

// The picks. Of equals the first cell is taken.
const (
	LeastConfident   Pick = "least-confident"   // the most ambiguous one
	MostConfident    Pick = "most-confident"    // the safest one
	FewestCandidates Pick = "fewest-candidates" // the one whose digits all fit into the beam soonest
)

// Ask says when a beam asks the model.
type Ask string

// The times to ask.
const (
	AskEach Ask = "each" // in each round, about each partial grid
	AskOnce Ask = "once" // about the puzzle only
)

// StartConfig configures method 4.
type StartConfig struct {
	Mode Mode `json:"mode"`
	Drop Drop `json:"drop"` // with Fix
	// Form is the search that Guide orders.
	Form Form `json:"form"`
	// Nodes bounds the search that Guide orders; then the exact engine takes over. 0 for no
	// bound.
	Nodes int64 `json:"nodes,omitempty"`
}

// Mode says what an exact search makes of the model's digits.
type Mode string

// The modes.
const (
	// Fix puts the model's first digits into the empty cells and has the exact engine complete
	// the board; while there is no solution, it gives up the least confident ones. The last
	// attempt has none of them left.
	Fix Mode = "fix"
	// Guide puts nothing into the board: the model's confidence orders the guesses.
	Guide Mode = "guide"
)

// Drop says how many digits Fix gives up after an attempt without solution.
type Drop string

// The drops.
const (
	DropOne  Drop = "one"  // one: the attempt that succeeds keeps as many as can be kept
	DropHalf Drop = "half" // half of them: fewer attempts
)

// DefaultConfig returns the hybrid as documented, methods 2, 3 and 4 in turn, in the literal
// reading of each; package doc says which that is.
func DefaultConfig() Config {
	return Config{
		Stages: []Method{Refine, Beam, Start},
		Refine: RefineConfig{Rounds: 10, Threshold: 0.95, Finish: Leave},
		Beam:   BeamConfig{Width: 5, Threshold: 0.95, Cell: LeastConfident, Ask: AskEach},
		Start:  StartConfig{Mode: Fix, Drop: DropOne, Form: Cover},
		Prove:  true,
	}
}

// CorrectedConfig returns the hybrid with what the literal reading leaves out: refinement
// neither fills a digit that a peer holds nor forgets to try the model's first digits, and the
// search only takes advice.
func CorrectedConfig() Config {
	c := DefaultConfig()
	c.Refine.Guard, c.Refine.Finish = true, ArgmaxEach
	c.Beam.Cell = FewestCandidates
	c.Start.Mode, c.Start.Nodes = Guide, 10_000
	return c
}

// Validate reports the first field that has no meaning.
func (c Config) Validate() error {
	if len(c.Stages) == 0 {
		return errors.New("infer: no stages")
	}
	seen := map[Method]bool{}
	for _, m := range c.Stages {
		if err := oneOf("stage", m, Single, Refine, Beam, Start); err != nil {
			return err
		}
		if seen[m] {
			return fmt.Errorf("infer: stage %q comes twice", m)
		}
		seen[m] = true
	}
	if err := c.Refine.Validate(); err != nil {
		return err
	}
	if err := c.Beam.Validate(); err != nil {
		return err
	}
	return c.Start.Validate()
}

// Validate reports the first field that has no meaning.
func (c RefineConfig) Validate() error {
	if c.Rounds < 1 {
		return fmt.Errorf("infer: refinement of %d rounds, want 1 or more", c.Rounds)
	}
	if err := threshold("refinement", c.Threshold); err != nil {
		return err
	}
	return oneOf("finish", c.Finish, Leave, ArgmaxLast, ArgmaxEach)
}

// Validate reports the first field that has no meaning.
func (c BeamConfig) Validate() error {
	if c.Width < 1 || c.Rounds < 0 {
		return fmt.Errorf("infer: beam of width %d and %d rounds, want 1 and 0 or more", c.Width, c.Rounds)
	}
	if err := threshold("beam", c.Threshold); err != nil {
		return err
	}
	if err := oneOf("cell of a beam", c.Cell, LeastConfident, MostConfident, FewestCandidates); err != nil {
		return err
	}
	return oneOf("ask of a beam", c.Ask, AskEach, AskOnce)
}

// Validate reports the first field that has no meaning.
func (c StartConfig) Validate() error {
	if err := oneOf("mode of the start", c.Mode, Fix, Guide); err != nil {
		return err
	}
	if err := oneOf("drop of the start", c.Drop, DropOne, DropHalf); err != nil {
		return err
	}
	if c.Nodes < 0 {
		return fmt.Errorf("infer: start with %d nodes, want 0 or more", c.Nodes)
	}
	return oneOf("form", c.Form, Cells, Cover)
}

func threshold(what string, t float64) error {
	if !(t >= 0 && t <= 1) { // so that NaN is refused
		return fmt.Errorf("infer: threshold %v of the %s, want 0 to 1", t, what)
	}
	return nil
}

func oneOf[T ~string](what string, got T, want ...T) error {
	if slices.Contains(want, got) {
		return nil
	}
	return fmt.Errorf("infer: %s %q, want one of %q", what, got, want)
}
