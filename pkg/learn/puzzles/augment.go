package puzzles

import (
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// Augment is the augmentation of the document on the GNN (gnn.md, "Data Augmentation"): for
// each batch and each kind, a separate coin decides whether the batch is augmented so. Every
// sample of such a batch draws its own transform.
type Augment struct {
	Digits   float64 `json:"digits"`   // chance of a random permutation of the digits
	Geometry float64 `json:"geometry"` // chance of a rotation by 90°, 180° or 270° or a transposition
	Lines    float64 `json:"lines"`    // chance of permuting rows within bands, columns within stacks
}

// DefaultAugment returns the document's chances: 20 %, 25 % and 20 % of the batches.
func DefaultAugment() Augment { return Augment{Digits: 0.20, Geometry: 0.25, Lines: 0.20} }

// Validate reports a chance outside 0 to 1.
func (a Augment) Validate() error {
	for _, p := range [3]float64{a.Digits, a.Geometry, a.Lines} {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("puzzles: augmentation with chances %+v, want 0 to 1", a)
		}
	}
	return nil
}

// Augmented says what was done to a batch.
type Augmented struct {
	Digits   bool `json:"digits"`
	Geometry bool `json:"geometry"`
	Lines    bool `json:"lines"`
}

// Apply augments a batch in its place, puzzles and solutions alike, and says how. All
// transforms keep the number of solutions, the givens and the guesses that a rating without
// an order of cells would count; Sample.Guesses stays as it was.
func (a Augment) Apply(rng *rand.Rand, batch []Sample) Augmented {
	did := Augmented{
		Digits:   rng.Float64() < a.Digits,
		Geometry: rng.Float64() < a.Geometry,
		Lines:    rng.Float64() < a.Lines,
	}
	if did == (Augmented{}) {
		return did
	}
	var room [board.MaxCells]uint8
	for _, s := range batch {
		shape := s.Board().Shape()
		t := symmetry.Identity(shape)
		if did.Digits {
			permuteDigits(rng, &t, shape)
		}
		if did.Lines {
			permuteLines(rng, t.Rows[:shape.Side()], shape.Box())
			permuteLines(rng, t.Cols[:shape.Side()], shape.Box())
		}
		if did.Geometry {
			t = turned(rng, t, shape)
		}
		apply(t, s.Puzzle, room[:len(s.Puzzle)])
		apply(t, s.Solution, room[:len(s.Puzzle)])
	}
	return did
}

func permuteDigits(rng *rand.Rand, t *symmetry.Transform, s *board.Shape) {
	digits := t.Digits[1 : s.Side()+1]
	rng.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
}

// permuteLines permutes the lines of each group of k.
func permuteLines(rng *rand.Rand, lines []uint8, k int) {
	for i := 0; i < len(lines); i += k {
		group := lines[i : i+k]
		rng.Shuffle(k, func(i, j int) { group[i], group[j] = group[j], group[i] })
	}
}

// turned follows a transform by one of the four motions, each with the same chance.
func turned(rng *rand.Rand, t symmetry.Transform, s *board.Shape) symmetry.Transform {
	turn := symmetry.Identity(s)
	motion := rng.IntN(4) // a quarter turn, a half turn, three quarters, a transposition
	turn.Transpose = motion != 1
	n := s.Side()
	for i := range n {
		back := uint8(n - 1 - i)
		if motion == 0 || motion == 1 {
			turn.Cols[i] = back
		}
		if motion == 1 || motion == 2 {
			turn.Rows[i] = back
		}
	}
	out, err := symmetry.Compose(t, turn)
	if err != nil {
		panic(err) // both are transforms of the same shape
	}
	return out
}

// apply replaces cells by their image.
func apply(t symmetry.Transform, cells, room []uint8) {
	copy(room, cells)
	if err := t.ApplyTo(mustBoard(cells), mustBoard(room)); err != nil {
		panic(err) // t is a transform of this shape
	}
}
