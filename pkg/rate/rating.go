package rate

import (
	"errors"
	"fmt"
)

// Technique is a step of the ladder.
type Technique uint8

// The techniques, from the foot of the ladder up.
const (
	None Technique = iota // the board is full
	NakedSingles
	HiddenSingles
	LockedCandidates
	Pairs
	Guesses
)

var techniqueNames = [...]string{"none", "naked-singles", "hidden-singles", "locked-candidates", "pairs", "guesses"}

// Techniques returns every technique in order.
func Techniques() []Technique {
	return []Technique{None, NakedSingles, HiddenSingles, LockedCandidates, Pairs, Guesses}
}

// String returns the technique's name, such as "hidden-singles".
func (t Technique) String() string {
	if int(t) >= len(techniqueNames) {
		return fmt.Sprintf("technique(%d)", uint8(t))
	}
	return techniqueNames[t]
}

// MarshalText writes the technique as [Technique.String] does.
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (t *Technique) UnmarshalText(text []byte) error {
	for i, name := range techniqueNames {
		if name == string(text) {
			*t = Technique(i)
			return nil
		}
	}
	return fmt.Errorf("rate: technique %q, want one of %v", text, techniqueNames)
}

// Steps counts what was done, technique by technique.
type Steps struct {
	Naked       int `json:"naked"`        // cells filled by naked singles
	Hidden      int `json:"hidden"`       // cells filled by hidden singles
	Locked      int `json:"locked"`       // two units and a digit, where candidates went
	NakedPairs  int `json:"naked_pairs"`  // a unit and two cells, where candidates went
	HiddenPairs int `json:"hidden_pairs"` // a unit and two digits, where candidates went
}

// Rating says how hard a puzzle is.
type Rating struct {
	Technique Technique `json:"technique"`
	Steps     Steps     `json:"steps"`
	Rounds    int       `json:"rounds"`
	// Open is the number of cells that the techniques leave empty, 0 below Guesses.
	Open int `json:"open"`
	// Guesses is what the caller's search counted; 0 below the technique Guesses, and where
	// no search was given.
	Guesses int64 `json:"guesses"`
}

// ErrUnsolvable reports that a cell lost its last candidate or a digit its last place.
var ErrUnsolvable = errors.New("rate: the puzzle has no solution")
