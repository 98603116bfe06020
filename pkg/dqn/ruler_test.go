package dqn

import (
	"math"
	"testing"

	"sudokulab/pkg/dqn/environment"
)

// TestRuler plays all moves of a small board out, to the end, and compares what each is worth.
func TestRuler(t *testing.T) {
	solution := []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	puzzle := []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 0, 0, 0, 2, 0}
	for _, lastOnce := range []bool{false, true} {
		for _, step := range []float64{0, -0.5} {
			for _, gamma := range []float64{0, 0.5, 0.9, 0.99, 1} {
				c := environment.Default(4)
				c.EndAtFilled = true
				c.Rewards.LastOnce, c.Rewards.Step = lastOnce, step
				ruler := NewRuler(c.Rewards, gamma)
				var best func(board []uint8) float64
				worth := func(board []uint8, action int) float64 {
					v, err := environment.NewVector(c, 1)
					if err != nil {
						t.Fatal(err)
					}
					v.Position(0, puzzle, solution, board)
					v.Step([]int32{int32(action)})
					value := float64(v.Rewards()[0])
					if !v.Done(0) {
						value += gamma * best(append([]uint8{}, v.Boards()...))
					}
					return value
				}
				best = func(board []uint8) float64 {
					most := math.Inf(-1)
					for cell, d := range board {
						if d == 0 {
							for digit := range 4 {
								most = max(most, worth(board, cell*4+digit))
							}
						}
					}
					return most
				}
				for cell, d := range puzzle {
					for digit := range 4 {
						want := ruler.Wrong()
						switch {
						case d != 0:
							want = ruler.Filled(4, true)
						case solution[cell] == uint8(digit+1):
							want = ruler.Right(4)
						}
						if got := worth(puzzle, cell*4+digit); math.Abs(got-want) > 1e-4 {
							t.Fatalf("γ %v, last move once %v, step %v: cell %d, digit %d is worth %v, the ruler says %v", gamma, lastOnce, step, cell, digit+1, got, want)
						}
					}
				}
			}
		}
	}
}

// TestRulerBalance: the sum of the rewards, and the discount at which a right move is worth the same, but for
// a tenth, however far the end is.
func TestRulerBalance(t *testing.T) {
	near := NewRuler(environment.Documented(), 0.99)
	for blanks := 1; blanks <= 64; blanks++ {
		want := 100 * math.Pow(0.99, float64(blanks-1))
		for move := range blanks {
			want += 10 * math.Pow(0.99, float64(move))
		}
		if got := near.Right(blanks); math.Abs(got-want) > 1e-9 {
			t.Errorf("a right move at %d empty cells is worth %v, want %v by adding up", blanks, got, want)
		}
	}
	balanced := NewRuler(environment.Documented(), 0.9)
	for blanks := 1; blanks <= 64; blanks++ {
		if got := balanced.Right(blanks); got < 100 || got > 110+1e-9 {
			t.Errorf("at γ 0.9 a right move at %d empty cells is worth %v, want 100 to 110", blanks, got)
		}
	}
}
