// Package batches works out from batches of puzzles what the document's augmentation did to them
// (gnn.md, "Data Augmentation"). It is what the experiments gnn-training and gnn-tools have in
// common.
//
// Cost: at 4×4 some 1.5 ms for a batch of 16.
package batches

import (
	"context"

	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
)

// Pipeline is how many batches are looked at for what was done to them.
type Pipeline struct {
	Batches int `json:"batches"`
	Batch   int `json:"batch"`
}

// kinds of augmentation, as bits of a set of them.
const (
	digitsKind = 1 << iota
	geometryKind
	linesKind
	allKinds = digitsKind | geometryKind | linesKind
)

// Count takes batches from two streams that differ in the augmentation alone and
// works out, sample by sample, which kinds explain the difference. 4×4 boards are used because
// all their moves can be tried.
func Count(ctx context.Context, p Pipeline, r *lab.Run) error {
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
