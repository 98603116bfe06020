package making

import (
	"fmt"

	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
)

// Level says in a word how hard puzzles are: easy, medium, hard, expert or extreme by the steps that solve them, as [explain.Level] has
// it, or document-easy, document-medium or document-hard by the number of givens, as the CSP document counts ([generate.Level]).
type Level string

// document begins the document's levels, of whose puzzles naked singles solve every one.
const document = "document-"

// Levels returns all levels, those that go by steps first.
func Levels() []Level {
	var all []Level
	for _, l := range explain.Levels() {
		all = append(all, Level(l.Word()))
	}
	for _, l := range generate.Levels() {
		all = append(all, document+Level(l))
	}
	return all
}

// SetLevel asks for puzzles of a level; an empty one asks for none.
func (c *Config) SetLevel(l Level) error {
	if l == "" {
		return nil
	}
	for _, known := range generate.Levels() {
		if l == document+Level(known) {
			c.Level = known
			return nil
		}
	}
	for _, known := range explain.Levels() {
		if string(l) == known.Word() {
			c.Want.Level = known
			return nil
		}
	}
	return fmt.Errorf("making: level %q, want one of %v", l, Levels())
}

// settledFor chooses puzzles in which those of a level are frequent: easy ones have givens to spare, as people like them, and on large
// boards so have all, of which the minimal ones take hours.
func (c Config) settledFor(l explain.Level) Config {
	low, high, by := 38, 44, Unique // percent of the cells
	switch {
	case l == explain.Easy && !c.Want.Scored:
		low, high, by = 40, 47, Singles
	case c.Side <= 9:
		c.Minimal = true
		return c
	case l < explain.Unfair:
		low, high = 43, 50
	}
	cells := c.Side * c.Side
	c.Accept, c.Givens = by, generate.Range{Low: cells * low / 100, High: cells * high / 100}
	return c
}

// checkLevel reports a level that no puzzle of the side is of, or that none is known to be within a person's time.
func (c Config) checkLevel() error {
	if c.Want.Level <= explain.Easy || c.Side > 4 && c.Side <= 16 {
		return nil
	}
	why := "rating one puzzle takes minutes there"
	if c.Side == 4 {
		why = "naked and hidden singles solve every puzzle there"
	}
	return fmt.Errorf("making: level %s at side %d, want side 9 or 16, or easy: %s", c.Want.Level.Word(), c.Side, why)
}

// ladder returns the techniques that tell whether a puzzle is of a level: those of all levels up to it. One that they do not solve is of
// a higher one, so those beyond the last but one need not be tried.
func ladder(l explain.Level) (out []explain.Technique) {
	for _, t := range explain.Techniques() {
		if t.Info().Level <= min(l, explain.Unfair) {
			out = append(out, t)
		}
	}
	return out
}
