package supply

import (
	"fmt"
	"slices"
)

// Change says that a difficulty holds from an index on, up to the next change.
type Change[D comparable] struct {
	From       int `json:"from"`
	Difficulty D   `json:"difficulty"`
}

// schedule is the difficulty of each index: changes in ascending order of From, neighbours
// different. The first holds from the consumer's position at least.
type schedule[D comparable] []Change[D]

// at returns the difficulty of an index. Changes are few and the ones asked for late, so it looks
// from the end.
func (s schedule[D]) at(index int) D {
	for _, c := range slices.Backward(s[1:]) {
		if c.From <= index {
			return c.Difficulty
		}
	}
	return s[0].Difficulty
}

// set lets a difficulty hold from an index on, in place of all that was to come later.
func (s *schedule[D]) set(from int, d D) {
	for len(*s) > 0 && (*s)[len(*s)-1].From >= from {
		*s = (*s)[:len(*s)-1]
	}
	if len(*s) == 0 || (*s)[len(*s)-1].Difficulty != d {
		*s = append(*s, Change[D]{From: from, Difficulty: d})
	}
}

// forget drops what no index from position on asks for.
func (s *schedule[D]) forget(position int) {
	n := 0
	for n+1 < len(*s) && (*s)[n+1].From <= position {
		n++
	}
	if n > 0 {
		*s = slices.Delete(*s, 0, n)
	}
}

// State is the rest of a sequence: a supply resumed from it hands out what this one would have
// handed out. It is made for a trainer's checkpoint.
type State[D comparable] struct {
	Seed      uint64 `json:"seed"`
	Lookahead int    `json:"lookahead"`
	Next      int    `json:"next"` // index of the next item
	// Changes are in ascending order of From; the first holds at Next.
	Changes []Change[D] `json:"changes"`
}

// Validate reports what is wrong with the state, such as one that was cut off or edited.
func (s State[D]) Validate() error {
	switch {
	case s.Next < 0:
		return fmt.Errorf("supply: state at item %d, want 0 or more", s.Next)
	case len(s.Changes) == 0:
		return fmt.Errorf("supply: state at item %d without a difficulty", s.Next)
	case s.Changes[0].From > s.Next:
		return fmt.Errorf("supply: state at item %d: the first difficulty holds from item %d only", s.Next, s.Changes[0].From)
	}
	for i, c := range s.Changes[1:] {
		if c.From <= s.Changes[i].From {
			return fmt.Errorf("supply: state at item %d: changes at %d and then %d, want ascending indices", s.Next, s.Changes[i].From, c.From)
		}
	}
	return Config{Lookahead: s.Lookahead}.Validate()
}
