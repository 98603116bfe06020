package gnntools

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/solver"
)

// turn is one of the eight ways to lay a square on itself: cell (row, col) of the image is
// from(row, col) of the board, on a side of which last is the number of the last line.
type turn struct {
	name string
	// stated is whether the document names it.
	stated bool
	from   func(row, col, last int) (int, int)
}

// turns are all eight. They are written down here, apart from packages symmetry and puzzles.
var turns = []turn{
	{"left alone", false, func(row, col, _ int) (int, int) { return row, col }},
	{"90°", true, func(row, col, last int) (int, int) { return last - col, row }},
	{"180°", true, func(row, col, last int) (int, int) { return last - row, last - col }},
	{"270°", true, func(row, col, last int) (int, int) { return col, last - row }},
	{"transposed", true, func(row, col, _ int) (int, int) { return col, row }},
	{"transposed over the other diagonal", false, func(row, col, last int) (int, int) { return last - col, last - row }},
	{"upside down", false, func(row, col, last int) (int, int) { return last - row, col }},
	{"left to right", false, func(row, col, last int) (int, int) { return row, last - col }},
}

// image lays cells on themselves.
func (t turn) image(cells []uint8, n int) []uint8 {
	out := make([]uint8, len(cells))
	for c := range out {
		row, col := t.from(c/n, c%n, n-1)
		out[c] = cells[row*n+col]
	}
	return out
}

// sound reports whether every row, column and box of a full grid of side k² holds each digit
// once.
func sound(grid []uint8, k int) bool {
	n := k * k
	if len(grid) != n*n {
		return false
	}
	rows, cols, boxes := make([]uint64, n), make([]uint64, n), make([]uint64, n)
	for c, d := range grid {
		if d < 1 || int(d) > n {
			return false
		}
		row, col := c/n, c%n
		bit := uint64(1) << d
		rows[row] |= bit
		cols[col] |= bit
		boxes[row/k*k+col/k] |= bit
	}
	all := (uint64(1)<<n - 1) << 1
	same := func(seen uint64) bool { return seen == all }
	return !slices.ContainsFunc(slices.Concat(rows, cols, boxes), func(seen uint64) bool { return !same(seen) })
}

// turnBoards lays puzzles and their solutions on themselves in all eight ways and checks every
// image: the solution by the rules, as written down here and by package board, and of some
// that it is still the only one, by an exact solver. Then it checks what the augmentation of
// package puzzles makes of the same boards, and that a board with a wrong digit is found out.
func turnBoards(ctx context.Context, t Turns, r *lab.Run) error {
	cfg := puzzles.DefaultConfig(t.Side)
	cfg.Seed = r.Seed
	s, err := puzzles.New(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer s.Close()
	samples, err := s.Batch(ctx, t.Boards)
	if err != nil {
		return err
	}
	shape := samples[0].Board().Shape()
	n, k := shape.Side(), shape.Box()
	exact := solver.Solver(engine.DLX(engine.DefaultDLX()))
	if n > 9 {
		exact = engine.Wide(engine.DefaultWide())
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(n)))
	valid := make([]int64, len(turns))
	var images, agreed, proved, unique, caught int64
	counterexample := ""
	keep := func(what string, puzzle, grid []uint8) {
		if counterexample == "" {
			counterexample = fmt.Sprintf("%s: puzzle %s, grid %s", what, text(puzzle), text(grid))
		}
	}
	for i, sample := range samples {
		for j, turn := range turns {
			puzzle, grid := turn.image(sample.Puzzle, n), turn.image(sample.Solution, n)
			images++
			ok := sound(grid, k)
			if ok {
				valid[j]++
			} else {
				keep(turn.name+" breaks a rule", puzzle, grid)
			}
			image := puzzles.Sample{Puzzle: puzzle, Solution: grid}
			if (board.CheckSolution(image.Board(), image.Grid()) == nil) == ok {
				agreed++
			}
			if i < t.Proofs {
				p, err := prove(ctx, exact, image)
				if err != nil {
					return err
				}
				proved++
				if p.unique && p.same {
					unique++
				} else {
					keep(turn.name+" changes the number of solutions", puzzle, grid)
				}
			}
		}
		broken := slices.Clone(sample.Solution)
		c := rng.IntN(len(broken))
		broken[c] = broken[c]%uint8(n) + 1
		if !sound(broken, k) {
			caught++
		}
		r.Progress(i+1, len(samples))
	}
	r.Count("boards", int64(len(samples)), "boards")
	r.Count("images", images, "boards")
	var all int64
	for j, turn := range turns {
		r.Exact("valid "+turn.name, float64(valid[j]), "boards", len(samples))
		all += valid[j]
	}
	r.Count("valid", all, "boards")
	r.Count("agreed", agreed, "boards")
	r.Count("proved", proved, "boards")
	r.Count("unique", unique, "boards")
	r.Count("broken", int64(len(samples)), "boards")
	r.Count("broken.caught", caught, "boards")
	augmentAll(rng, samples, n, k, r, keep)
	if counterexample != "" {
		r.Text("counterexample", counterexample)
	}
	return nil
}

// augmentAll gives the samples to the augmentation, each batch to be turned, and works out what
// was done to each.
func augmentAll(rng *rand.Rand, samples []puzzles.Sample, n, k int, r *lab.Run, keep func(string, []uint8, []uint8)) {
	moved := make([]puzzles.Sample, len(samples))
	for i, s := range samples {
		moved[i] = puzzles.Sample{Puzzle: slices.Clone(s.Puzzle), Solution: slices.Clone(s.Solution)}
	}
	puzzles.Augment{Geometry: 1}.Apply(rng, moved)
	found := make([]int64, len(turns))
	var valid, other int64
	for i, m := range moved {
		if sound(m.Solution, k) {
			valid++
		} else {
			keep("augmented", m.Puzzle, m.Solution)
		}
		at := slices.IndexFunc(turns, func(t turn) bool {
			return t.stated && slices.Equal(t.image(samples[i].Puzzle, n), m.Puzzle) && slices.Equal(t.image(samples[i].Solution, n), m.Solution)
		})
		if at < 0 {
			other++
		} else {
			found[at]++
		}
	}
	r.Count("augmented", int64(len(moved)), "boards")
	r.Count("augmented.valid", valid, "boards")
	r.Count("augmented.other", other, "boards")
	for j, t := range turns {
		if t.stated {
			r.Exact("augmented "+t.name, float64(found[j]), "boards", len(moved))
		}
	}
}

// text writes cells as a line.
func text(cells []uint8) string {
	if b, err := board.FromCells(cells); err == nil {
		return b.String()
	}
	words := make([]string, len(cells))
	for i, d := range cells {
		words[i] = strconv.Itoa(int(d))
	}
	return strings.Join(words, " ")
}
