package making

import (
	"fmt"
	"strings"

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
	givens, byGivens := strings.CutPrefix(string(l), document)
	if byGivens {
		for _, known := range generate.Levels() {
			if givens == string(known) {
				c.Level = known
				return nil
			}
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
	cells := c.Side * c.Side
	share := func(low, high int) generate.Range {
		return generate.Range{Low: cells * low / 100, High: cells * high / 100}
	}
	switch {
	case l == explain.Easy && !c.Want.Scored:
		c.Givens, c.Accept = share(40, 47), Singles
	case c.Side <= 9:
		c.Minimal = true
	case l < explain.Unfair:
		c.Givens, c.Accept = share(43, 50), Unique
	default:
		c.Givens, c.Accept = share(38, 44), Unique
	}
	return c
}

// checkLevel reports a level that no puzzle of the side is of, or that none is known to be within a person's time.
func (c Config) checkLevel() error {
	switch l := c.Want.Level; {
	case l == explain.NoLevel || l == explain.Easy:
		return nil
	case c.Side == 4:
		return fmt.Errorf("making: level %s at side 4, where naked and hidden singles solve every puzzle; want %s", l.Word(), explain.Easy.Word())
	case c.Side > 16:
		return fmt.Errorf("making: level %s at side %d, want side 9 or 16, or %s; rating one puzzle takes minutes there", l.Word(), c.Side, explain.Easy.Word())
	}
	return nil
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
