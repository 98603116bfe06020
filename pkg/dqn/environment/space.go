package environment

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Observation is what an agent sees: the board row by row, 0 for an empty cell, and where moves may be
// taken back, a second plane of n² numbers with the givens alone.
type Observation []uint8

// Discrete is a space of the numbers 0…N−1.
type Discrete struct {
	N int `json:"n"`
}

// Contains reports whether a number is in the space.
func (d Discrete) Contains(x int) bool { return x >= 0 && x < d.N }

// Sample draws a number of the space, each with equal chance. With a mask, which has N elements, it draws
// among the numbers that the mask allows; it returns −1 if there is none. It panics for a mask of another
// length, and if the space is empty.
func (d Discrete) Sample(rng *rand.Rand, mask []bool) int {
	if d.N < 1 {
		panic(fmt.Errorf("environment: a draw among %d actions", d.N))
	}
	if mask == nil {
		return rng.IntN(d.N)
	}
	if len(mask) != d.N {
		panic(fmt.Errorf("environment: a mask of %d for %d actions", len(mask), d.N))
	}
	chosen, seen := -1, 0
	for x, ok := range mask {
		if !ok {
			continue
		}
		seen++
		if rng.IntN(seen) == 0 { // the k-th allowed number takes the place of the one before once in k times
			chosen = x
		}
	}
	return chosen
}

// Box is a space of arrays of whole numbers from Low to High.
type Box struct {
	Shape []int `json:"shape"`
	Low   uint8 `json:"low"`
	High  uint8 `json:"high"`
}

// Size is the number of elements of an array.
func (b Box) Size() int {
	size := 1
	for _, n := range b.Shape {
		size *= n
	}
	return size
}

// Contains reports whether an observation is in the space.
func (b Box) Contains(o Observation) bool {
	return len(o) == b.Size() && !slices.ContainsFunc(o, func(x uint8) bool { return x < b.Low || x > b.High })
}

// Sample draws an observation of the space, each number with equal chance: it need not be a board that a
// game can come to.
func (b Box) Sample(rng *rand.Rand) Observation {
	o := make(Observation, b.Size())
	for i := range o {
		o[i] = b.Low + uint8(rng.IntN(int(b.High-b.Low)+1))
	}
	return o
}

// ActionSpace returns the space of actions, n³: action cell·n + digit − 1 puts the digit into the cell.
func (c Config) ActionSpace() Discrete { return Discrete{N: c.Actions()} }

// ObservationSpace returns the space of observations: [n, n], or [2, n, n] where moves may be taken back.
func (c Config) ObservationSpace() Box {
	b := Box{Shape: []int{c.Side, c.Side}, High: uint8(c.Side)}
	if c.TakeBack {
		b.Shape = []int{2, c.Side, c.Side}
	}
	return b
}
