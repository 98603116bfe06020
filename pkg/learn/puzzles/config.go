package puzzles

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"sudokulab/pkg/board"
)

// Band is a range of givens, both ends among them, with its weight in a [Mix]. Within a band
// each number is wanted equally often.
type Band struct {
	Low    int     `json:"low"`
	High   int     `json:"high"`
	Weight float64 `json:"weight"`
}

// Blank returns the band, of weight 1, whose boards of a side leave the given shares of their
// cells empty: Blank(16, 0.40, 0.58) are 108 to 153 givens.
func Blank(side int, low, high float64) Band {
	cells := float64(side * side)
	return Band{Low: int(math.Ceil(cells * (1 - high))), High: int(math.Floor(cells * (1 - low))), Weight: 1}
}

// maxBands bounds the bands of a [Mix].
const maxBands = 8

// Mix is up to eight bands, written as Mix{{Low: 30, High: 40, Weight: 1}}. What follows the
// last band has weight 0. It is an array, and so comparable, because a change of the stream's
// difficulty to what holds already must be no change.
type Mix [maxBands]Band

// Bands returns the bands in use.
func (m *Mix) Bands() []Band {
	n := 0
	for n < len(m) && m[n] != (Band{}) {
		n++
	}
	return m[:n]
}

// MarshalJSON writes the bands in use as a list.
func (m Mix) MarshalJSON() ([]byte, error) { return json.Marshal(m.Bands()) }

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Mix) UnmarshalJSON(text []byte) error {
	var bands []Band
	if err := json.Unmarshal(text, &bands); err != nil {
		return fmt.Errorf("puzzles: mix: %w", err)
	}
	if len(bands) > maxBands {
		return fmt.Errorf("puzzles: mix of %d bands, want at most %d", len(bands), maxBands)
	}
	*m = Mix{}
	copy(m[:], bands)
	return nil
}

func (m *Mix) validate(side int) error {
	bands, total := m.Bands(), 0.0
	for i, b := range m {
		switch {
		case i >= len(bands) && b != (Band{}):
			return fmt.Errorf("puzzles: band %d of a mix follows an empty one", i+1)
		case i >= len(bands):
		case b.Low < side || b.High < b.Low || b.High >= side*side:
			return fmt.Errorf("puzzles: band of %d to %d givens at side %d, want %d to %d in rising order", b.Low, b.High, side, side, side*side-1)
		case !(b.Weight >= 0) || math.IsInf(b.Weight, 1):
			return fmt.Errorf("puzzles: band of %d to %d givens has the weight %v, want 0 or more", b.Low, b.High, b.Weight)
		}
		total += b.Weight
	}
	if total <= 0 {
		return errors.New("puzzles: a mix without weight, want a band at least")
	}
	return nil
}

// Difficulty is what a stream may change while it runs.
type Difficulty struct {
	Givens Mix `json:"givens"`
	// Hard is the share of samples that must need guesses, 0 to 1; at side 9 only.
	Hard float64 `json:"hard"`
}

// Validate reports what is wrong with the difficulty for boards of a side.
func (d Difficulty) Validate(side int) error {
	if !(d.Hard >= 0 && d.Hard <= 1) {
		return fmt.Errorf("puzzles: hard share of %v, want 0 to 1", d.Hard)
	}
	if d.Hard > 0 && side != 9 {
		return fmt.Errorf("puzzles: hard share of %v at side %d, want 0: hard puzzles are made at side 9 only", d.Hard, side)
	}
	return d.Givens.validate(side)
}

// Config decides a stream: its sample i is a function of the Config and i, and of the changes
// of difficulty up to i.
type Config struct {
	Side int `json:"side"` // 4, 9, 16 or 25
	// Givens and Hard are the difficulty that the stream begins with.
	Givens Mix     `json:"givens"`
	Hard   float64 `json:"hard"`
	// HardGuesses is the least number of guesses of a hard puzzle: those with which the
	// scalar search of package bitboard proves that it has one solution.
	HardGuesses int64 `json:"hard_guesses"`
	// Climb is the number of steps by which a hard puzzle is made harder: each exchanges a
	// given for another, and holds if the guesses do not become fewer.
	Climb int `json:"climb"`
	// Shrink bounds, at side 9, the steps by which a minimal puzzle that has more givens than
	// wanted is made smaller; each exchanges a given for another and takes out what can be
	// spared then. From 23.6 givens on average, 10 steps go to 21.8 and 100 to 20.2.
	Shrink int `json:"shrink,omitempty"`
	// Tries bounds, at side 9, the minimal puzzles that are made for one sample to come down
	// to the number of givens wanted or up to HardGuesses; the best of them is taken.
	Tries int `json:"tries"`
	// Proof bounds the guesses of a proof at sides 16 and 25. What is not proved within it
	// counts as not unique, and gets more givens.
	Proof     int64  `json:"proof"`
	Seed      uint64 `json:"seed"`
	Lookahead int    `json:"lookahead"` // of package supply: samples made ahead
	// Exclude names what no sample may equal under symmetry, beside the held-out classes,
	// which never come up: ids of package corpus, or files that [Write] wrote or that have a
	// puzzle on each line.
	Exclude []string `json:"exclude,omitempty"`
	// Cache is a folder that package corpus has fetched public sets into, "" for none. The
	// folder that SUDOKULAB_DATA names is looked into as well.
	Cache   string  `json:"cache,omitempty"`
	Augment Augment `json:"augment"`
}

// DefaultConfig returns the configuration of a side: at side 9 all givens from 17 to 45, at
// side 4 all from 4 to 10, at side 16 40 to 58 % empty cells, at side 25 30 to 48 %; no hard
// share, no augmentation; the embedded sets of package corpus of the side excluded.
func DefaultConfig(side int) Config {
	c := Config{
		Side: side, HardGuesses: 1, Climb: 10, Tries: 4, Proof: 500, Lookahead: 512,
		Exclude: embedded(side),
	}
	switch side {
	case 4:
		c.Givens = Mix{{Low: 4, High: 10, Weight: 1}}
	case 9:
		c.Givens = Mix{{Low: 17, High: 45, Weight: 1}}
	case 25:
		// From half the cells empty on, a puzzle takes a tenth of a second and more.
		c.Givens, c.Proof, c.Lookahead = Mix{Blank(25, 0.30, 0.48)}, 100, 64
	default:
		c.Givens, c.Lookahead = Mix{Blank(side, 0.40, 0.58)}, 64
	}
	return c
}

// Sides returns the sides of the boards that streams are made of.
func Sides() []int { return []int{4, 9, 16, 25} }

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if !slices.Contains(Sides(), c.Side) {
		return fmt.Errorf("puzzles: side %d, want one of %v", c.Side, Sides())
	}
	switch {
	case c.HardGuesses < 1:
		return fmt.Errorf("puzzles: hard from %d guesses on, want 1 or more", c.HardGuesses)
	case c.Climb < 0:
		return fmt.Errorf("puzzles: climb of %d steps, want 0 or more", c.Climb)
	case c.Shrink < 0:
		return fmt.Errorf("puzzles: shrink by %d steps, want 0 or more", c.Shrink)
	case c.Tries < 1:
		return fmt.Errorf("puzzles: %d tries, want 1 or more", c.Tries)
	case c.Proof < 1:
		return fmt.Errorf("puzzles: proofs of %d guesses, want 1 or more", c.Proof)
	case c.Lookahead < 1:
		return fmt.Errorf("puzzles: lookahead of %d samples, want 1 or more", c.Lookahead)
	}
	if err := c.Augment.Validate(); err != nil {
		return err
	}
	return c.Difficulty().Validate(c.Side)
}

// Difficulty returns the difficulty that the stream begins with.
func (c Config) Difficulty() Difficulty { return Difficulty{Givens: c.Givens, Hard: c.Hard} }

// shape returns the shape of the boards; the Config is valid.
func (c Config) shape() *board.Shape {
	s, err := board.ShapeOfSide(c.Side)
	if err != nil {
		panic(err) // Validate has seen the side
	}
	return s
}
