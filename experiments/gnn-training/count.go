package gnntraining

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/puzzles"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
)

// kinds of augmentation, as bits of a set of them.
const (
	digitsKind = 1 << iota
	geometryKind
	linesKind
	allKinds = digitsKind | geometryKind | linesKind
)

// countAugmented takes batches from two streams that differ in the augmentation alone and
// works out, sample by sample, which kinds explain the difference. 4×4 boards are used because
// all their moves can be tried.
func countAugmented(ctx context.Context, p Pipeline, r *lab.Run) error {
	const side = 4
	cfg := puzzles.DefaultConfig(side)
	cfg.Seed = r.Seed
	plain, err := puzzles.New(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer plain.Close()
	cfg.Augment = supervised.Default().Data.Puzzles.Augment
	augmented, err := puzzles.New(ctx, cfg, 1)
	if err != nil {
		return err
	}
	defer augmented.Close()
	moves := movesOf(side)
	var digits, geometry, lines, none, open int64
	for i := range p.Batches {
		a, err := plain.Batch(ctx, p.Batch)
		if err != nil {
			return err
		}
		b, err := augmented.Batch(ctx, p.Batch)
		if err != nil {
			return err
		}
		set, sure := explain(a, b, moves)
		if !sure {
			open++
		}
		for kind, count := range map[int]*int64{digitsKind: &digits, geometryKind: &geometry, linesKind: &lines} {
			if sure && set&kind != 0 {
				*count++
			}
		}
		if sure && set == 0 {
			none++
		}
		r.Progress(i+1, p.Batches)
	}
	r.Exact("digits", float64(digits), "batches", p.Batches)
	r.Exact("geometry", float64(geometry), "batches", p.Batches)
	r.Exact("lines", float64(lines), "batches", p.Batches)
	r.Exact("none", float64(none), "batches", p.Batches)
	r.Exact("unexplained", float64(open), "batches", p.Batches)
	r.Count("batches", int64(p.Batches), "batches")
	return nil
}

// move takes the cell from[c] of a board to cell c of its image; kinds says what it is made
// of, without the digits.
type move struct {
	from  []int
	kinds int
}

// movesOf returns, of a 4×4 board, every order of rows within bands and of columns within
// stacks, followed by nothing, one of the three rotations, or the transposition.
func movesOf(n int) (out []move) {
	orders := [][]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}}
	turns := []func(row, col int) (int, int){
		func(row, col int) (int, int) { return row, col },
		func(row, col int) (int, int) { return n - 1 - col, row },
		func(row, col int) (int, int) { return n - 1 - row, n - 1 - col },
		func(row, col int) (int, int) { return col, n - 1 - row },
		func(row, col int) (int, int) { return col, row },
	}
	for t, turn := range turns {
		for i, rows := range orders {
			for j, cols := range orders {
				m := move{from: make([]int, n*n)}
				if t > 0 {
					m.kinds |= geometryKind
				}
				if i+j > 0 {
					m.kinds |= linesKind
				}
				for c := range m.from {
					row, col := turn(c/n, c%n)
					m.from[c] = rows[row]*n + cols[col]
				}
				out = append(out, m)
			}
		}
	}
	return out
}

// explain returns the smallest set of kinds that turns every sample of a into that of b, and
// false if there is none or not one alone.
func explain(a, b []puzzles.Sample, moves []move) (set int, sure bool) {
	var possible [allKinds + 1]bool
	for k := range possible {
		possible[k] = true
	}
	for i := range a {
		var here [allKinds + 1]bool
		for _, m := range moves {
			same, relabelled := compare(a[i], b[i], m)
			for k := range here {
				if m.kinds&^k == 0 && (same || relabelled && k&digitsKind != 0) {
					here[k] = true
				}
			}
		}
		for k := range possible {
			possible[k] = possible[k] && here[k]
		}
	}
	found := 0
	for k, ok := range possible {
		if !ok {
			continue
		}
		smallest := true
		for sub := range k {
			if sub&^k == 0 && possible[sub] {
				smallest = false
			}
		}
		if smallest {
			set = k
			found++
		}
	}
	return set, found == 1
}

// compare reports whether a move turns a into b as it is, and whether it does after a
// relabelling of digits.
func compare(a, b puzzles.Sample, m move) (same, relabelled bool) {
	var image, origin [5]uint8
	same, relabelled = true, true
	for c, from := range m.from {
		if (a.Puzzle[from] == 0) != (b.Puzzle[c] == 0) {
			return false, false
		}
		d, e := a.Solution[from], b.Solution[c]
		same = same && d == e
		if image[d] == 0 && origin[e] == 0 {
			image[d], origin[e] = e, d
		}
		relabelled = relabelled && image[d] == e
	}
	return same, relabelled
}

// comparePenalty evaluates the penalty and the count of repeated digits on full grids of
// certain digits: a solved one with some cells drawn anew.
func comparePenalty(ctx context.Context, grids int, r *lab.Run) error {
	choice, err := backend.Open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	s := board.Standard()
	n, cells := s.Side(), s.Cells()
	rng := rand.New(rand.NewPCG(r.Seed, 17))
	solved := generate.PatternGrid(s)
	made := make([]board.Board, grids)
	var twice, equal, above, below, zero int64
	for i := range made {
		grid := solved.Clone()
		// From no cell to all, few more often than many.
		for range int(float64(cells) * math.Pow(rng.Float64(), 3)) {
			grid.Set(rng.IntN(cells), 1+rng.IntN(n))
		}
		most := 0
		for _, unit := range s.Units() {
			var held [10]int
			for _, c := range unit {
				held[grid.At(c)]++
			}
			most = max(most, slices.Max(held[:]))
		}
		if most <= 2 {
			twice++
		}
		made[i] = grid
	}
	penalty, count, err := supervised.Violations(choice.Backend, made)
	if err != nil {
		return err
	}
	most := 0.0
	for i := range made {
		switch {
		case penalty[i] == count[i]:
			equal++
		case penalty[i] > count[i]:
			above++
		default:
			below++
		}
		if count[i] > 0 {
			most = max(most, float64(penalty[i]/count[i]))
		} else if penalty[i] == 0 {
			zero++
		}
	}
	d := supervised.Default()
	r.Exact("lambda", d.Lambda, "of 1", 1)
	r.Count("grids", equal+above+below, "grids")
	r.Count("equal", equal, "grids")
	r.Count("above", above, "grids")
	r.Count("below", below, "grids")
	r.Count("at-most-twice", twice, "grids")
	r.Count("solved", zero, "grids")
	r.Exact("ratio.max", most, "times the count", int(equal+above+below))
	return nil
}

// Published rates of the two cards that the document names, in FLOP/s: NVIDIA's data sheets of
// the Tesla P100 for PCIe (9.3 in float32, 18.7 in float16) and of the T4 (8.1, and 65 with
// tensor cores in float16).
const (
	p100Single, p100Half = 9.3e12, 18.7e12
	t4Single, t4Half     = 8.1e12, 65e12
)

// backward is how many times a forward pass the products of a training step take: each
// product has two in its gradient.
const backward = 3

// countCost counts the operations of the document's whole training and how long the named
// cards would take for them at their published rates, which is a lower bound.
func countCost(r *lab.Run) error {
	d := supervised.Default()
	side := d.Data.Puzzles.Side
	boards := float64(d.Epochs) * float64(d.Epoch)
	r.Exact("boards", boards, "boards", 1)
	for _, passing := range []literal.Passing{literal.Plain, literal.Fast} {
		c := literal.Default()
		c.Passing = passing
		all := backward * float64(c.FLOPs(side, 1)) * boards
		r.Exact(fmt.Sprintf("%s.flops", passing), all, "FLOP", 1)
		for name, peak := range map[string]float64{"p100.float32": p100Single, "p100.float16": p100Half, "t4.float32": t4Single, "t4.float16": t4Half} {
			r.Exact(fmt.Sprintf("%s.%s.hours", passing, name), all/peak/3600, "h", 1)
		}
	}
	r.Exact("p100.float32", p100Single, "FLOP/s published", 1)
	r.Exact("t4.float32", t4Single, "FLOP/s published", 1)
	return nil
}
