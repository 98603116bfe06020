package making

import (
	"errors"
	"fmt"
	"math"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/rate"
)

// Accept is what must solve a puzzle before it is taken.
type Accept string

// What may accept a puzzle.
const (
	AC3     Accept = "ac3"     // arc consistency alone
	Singles Accept = "singles" // naked and hidden singles
	Unique  Accept = "unique"  // a search that finds one solution
)

// Config says which puzzles are wanted.
type Config struct {
	Side int `json:"side"` // 4, 9, 16, 25 or 36
	// Level sets the number of givens, unless Givens does or Minimal is set; [Config.SetLevel] has the words for levels of both kinds.
	Level    generate.Level   `json:"level,omitempty"`
	Givens   generate.Range   `json:"givens"`
	Minimal  bool             `json:"minimal"`  // no given can be spared
	Families bool             `json:"families"` // minimal puzzles of side 9 in families that share a grid: faster
	Accept   Accept           `json:"accept"`   // of puzzles that are not minimal
	Pattern  generate.Pattern `json:"pattern"`
	Grids    generate.Source  `json:"grids,omitempty"` // "": search, or uniform where minimal puzzles of side 9 are made
	Attempts int              `json:"attempts"`        // full grids tried for one puzzle
	Nodes    int64            `json:"nodes"`           // bound on a search for a second solution, 0 for none
	Want     Want             `json:"want"`
	Tries    int              `json:"tries"` // puzzles made in search of one that is wanted
	Seed     uint64           `json:"seed"`
}

// Want says how hard a puzzle must be. The zero value takes every puzzle.
type Want struct {
	// Technique is a rung of the ladder of package rate, with Guesses of the fastest engine for the side at the top
	// one; [rate.None] for any.
	Technique rate.Technique `json:"technique"`
	Guesses   generate.Range `json:"guesses"`
	// Hardest is the hardest step of the path of package explain, [explain.None] for any; Score, if Scored is
	// set, bounds the path's score.
	Hardest explain.Technique `json:"hardest"`
	Score   generate.Range    `json:"score"`
	Scored  bool              `json:"scored"`
	// Level is the path's level, [explain.NoLevel] for any.
	Level explain.Level `json:"level"`
}

// Asks reports whether anything is wanted.
func (w Want) Asks() bool { return w.Technique != rate.None || w.byPath() }

// byPath reports whether the want is about the steps of package explain.
func (w Want) byPath() bool {
	return w.Hardest != explain.None || w.Scored || w.Level != explain.NoLevel
}

// byLevel reports whether the level is all that is wanted.
func (w Want) byLevel() bool { return w == Want{Level: w.Level} && w.Level != explain.NoLevel }

// holdsPath reports whether a path is as hard as wanted. One that is stuck is extreme, and nothing else is known of
// the steps that it lacks.
func (w Want) holdsPath(r explain.Rating) bool {
	if w.Level != explain.NoLevel && r.Level != w.Level {
		return false
	}
	return (r.Open == 0 || w.byLevel()) && (w.Hardest == explain.None || r.Hardest == w.Hardest) && (!w.Scored || w.Score.Contains(r.Score))
}

func (w Want) holds(r rate.Rating) bool {
	return r.Technique == w.Technique && (r.Technique != rate.Guesses || w.Guesses.Contains(int(r.Guesses)))
}

// AnyGuesses is every number of guesses.
func AnyGuesses() generate.Range { return generate.Range{High: math.MaxInt} }

// DefaultConfig asks for puzzles of a side that arc consistency solves, at the easiest level.
func DefaultConfig(side int) Config {
	c := Config{Side: side, Accept: AC3, Pattern: generate.PatternNone, Attempts: generate.DefaultConfig().Attempts, Tries: 100_000}
	if side > 9 {
		c.Nodes = 2000 // a proof can take for ever
	}
	return c
}

// Settled returns the configuration with what a want implies: minimal puzzles, unless level or givens are named. Full houses
// alone solve no puzzle with few givens, so where they are wanted the puzzles have many.
func (c Config) Settled() Config {
	switch {
	case !c.Want.Asks() || c.Minimal || c.Level != "" || c.Givens != (generate.Range{}):
	case c.Want.Level != explain.NoLevel && c.Want.Hardest == explain.None:
		return c.settledFor(c.Want.Level)
	case c.Want.Hardest == explain.FullHouse:
		low := c.Side*c.Side - 7*c.Side/3 // 60 at side 9
		c.Givens = generate.Range{Low: low, High: low + c.Side/2}
	default:
		c.Minimal = true
	}
	return c
}

// FewestGivens is a bound below the givens of any puzzle with one solution: known for the small sides, where it
// is reached; on the others, all digits but one must be given.
func FewestGivens(side int) int {
	switch side {
	case 4:
		return 4
	case 9:
		return 17
	}
	return side - 1
}

// Validate reports the first setting that is out of bounds.
func (c Config) Validate() error {
	shape, err := board.ShapeOfSide(c.Side)
	if err != nil {
		return fmt.Errorf("making: side %d, want 4, 9, 16, 25 or 36", c.Side)
	}
	named := 0
	for _, set := range []bool{c.Level != "", c.Givens != (generate.Range{}), c.Minimal} {
		if set {
			named++
		}
	}
	low, cells := FewestGivens(c.Side), shape.Cells()
	switch {
	case named > 1:
		return errors.New("making: want a level, a number of givens or minimal puzzles, not two of these")
	case c.Families && (!c.Minimal || c.Side != 9 || c.Pattern != generate.PatternNone || c.Grids != "" && c.Grids != generate.SourceUniform):
		return errors.New("making: families are of minimal puzzles at side 9, without pattern and other grids")
	case c.Givens != (generate.Range{}) && (c.Givens.Low < 1 || c.Givens.High < c.Givens.Low || c.Givens.High < low || c.Givens.High > cells):
		return fmt.Errorf("making: %d to %d givens, want %d to %d at side %d; fewer leave no puzzle with one solution", c.Givens.Low, c.Givens.High, low, cells, c.Side)
	case c.Accept != AC3 && c.Accept != Singles && c.Accept != Unique:
		return fmt.Errorf("making: accepted by %q, want %q, %q or %q", c.Accept, AC3, Singles, Unique)
	case c.Tries < 1 || c.Nodes < 0:
		return fmt.Errorf("making: %d tries and a bound of %d nodes, want at least 1, and no negative bound", c.Tries, c.Nodes)
	case c.Want.Scored && c.Want.Technique != rate.None:
		return fmt.Errorf("making: a score and %v, which is of another scale; want a technique of package explain, or none", c.Want.Technique)
	case c.Want.Technique != rate.None && c.Want.Level != explain.NoLevel:
		return fmt.Errorf("making: level %s and %v, which is of another scale; want a technique of package explain, or none", c.Want.Level.Word(), c.Want.Technique)
	case c.Want.Technique != rate.None && c.Want.Hardest != explain.None:
		return fmt.Errorf("making: %v and %v, of two scales; want one of them", c.Want.Technique, c.Want.Hardest)
	}
	return c.checkLevel()
}
