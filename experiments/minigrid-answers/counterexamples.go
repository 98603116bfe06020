package minigridanswers

import (
	"context"
	"iter"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// counterexample is a board for which the pruned graph shows another class than it has.
type counterexample struct {
	reading string // a name of readings, "" for the corrected one
	board   string
	truth   minigrid.Class
	shown   minigrid.Class
	left    int64 // vertices after pruning
}

// counterexamples are the smallest of some hundred thousand boards: of those with the fewest
// vertices left the one with the fewest empty cells. Those of the literal readings are measured
// again in each run, so that a verdict does not hang on what its sample happens to hold.
//
// In the first, r2c1 and r2c9 can take nothing but 3, which makes one filling for each box of
// the grid; the two boxes are not joined. Two of four dependent boxes suffice a corner box, three
// an edge box, so all nine vertices stay, and they are no solution.
var counterexamples = []counterexample{
	{"degree-boxes", "587932164.418762956921458734563987212784516391392674587.468391.815729.469.3.14.87", minigrid.Unsolvable, minigrid.WellFormed, 9},
	{"degree-edges", "587932164.418762956921458734563987212784516391392674587.468391.815729.469.3.14.87", minigrid.Unsolvable, minigrid.WellFormed, 9},
	{"degree-edges", "1569432782435.86.178926.43.4651397.291748236.3286579145943168276718.45..832795146", minigrid.Unsolvable, minigrid.WellFormed, 9},
	{"degree-boxes", "186547932534629.872.7183654862314...94527.318371895426423968.7.7584312.96197528.3", minigrid.WellFormed, minigrid.Ambiguous, 10},
	{"degree-edges", ".1...41....3..2.", minigrid.WellFormed, minigrid.Ambiguous, 6},
	{"identical", "4.3.3..4.3.224..", minigrid.WellFormed, minigrid.Unsolvable, 0},
	{"literal", "4.3.3..4.3.224..", minigrid.WellFormed, minigrid.Unsolvable, 0},
	// Its graph shows the class that the board has, but of each filling taken in all four boxes, the
	// only boards with all edges, none is a solution.
	{"literal", "................", minigrid.Ambiguous, minigrid.Ambiguous, 96},
	// What the paper does not say, but a class read off the graph would need: the converses.
	{"", "....6...4..6.3....1..4..5.77.....8.5...5.....6.8....9...2.9....4....32....97..1..", minigrid.Unsolvable, minigrid.Ambiguous, 15},
	{"", "..7.....8.2....39...3.....65..3.9.......6.8..7.812.6......3...1.1.6..9..3....472.", minigrid.WellFormed, minigrid.Ambiguous, 15},
}

// kept yields the counterexamples of a reading.
func kept(reading string) maker {
	return func(context.Context, *lab.Run, *rand.Rand) iter.Seq2[item, error] {
		return func(yield func(item, error) bool) {
			for _, c := range counterexamples {
				if c.reading != reading {
					continue
				}
				b, err := board.Parse(c.board)
				if !yield(item{Board: b, count: -1}, err) || err != nil {
					return
				}
			}
		}
	}
}
