package dqn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/puzzles"
)

// Conflicts makes boards in pairs, two of each sample: one in which an empty cell has got its right digit, and one in
// which it has got a digit that another cell of its row, column or box holds. So half of the boards have a conflict, and
// neither the number of filled cells nor which are filled tells which half. cells is [2·samples·N]; the second
// of each pair has the conflict. A sample without an empty cell, or whose board holds no digit beside one, is an
// error.
func Conflicts(samples []puzzles.Sample, seed uint64) (cells []uint8, err error) {
	rng := rand.New(rand.NewPCG(seed, 0xc0f1))
	for i, s := range samples {
		shape, err := board.ShapeOfCells(len(s.Puzzle))
		if err != nil {
			return nil, fmt.Errorf("dqn: conflicts: puzzle %d: %w", i+1, err)
		}
		type move struct {
			cell  int
			digit uint8
		}
		var clashes []move
		for cell, d := range s.Puzzle {
			if d != 0 {
				continue
			}
			for _, p := range shape.Peers(cell) {
				if s.Puzzle[p] != 0 {
					clashes = append(clashes, move{cell, s.Puzzle[p]})
				}
			}
		}
		if len(clashes) == 0 {
			return nil, fmt.Errorf("dqn: conflicts: puzzle %d has no empty cell beside a digit", i+1)
		}
		m := clashes[rng.IntN(len(clashes))]
		at := len(cells)
		cells = append(append(cells, s.Puzzle...), s.Puzzle...)
		cells[at+m.cell], cells[at+len(s.Puzzle)+m.cell] = s.Solution[m.cell], m.digit
	}
	return cells, nil
}

// Probe is a linear probe (Alain and Bengio, "Understanding intermediate layers using linear classifier probes", 2016,
// arXiv:1610.01644): what a linear function can read of features. It is fitted by ridge regression to −1 and
// +1, on features brought to mean 0 and variance 1, by conjugate gradients.
type Probe struct {
	mean, scale, weights []float64
	bias                 float64
}

// FitProbe fits a probe to rows of features and to what they are of. penalty is that of squared weights, for each row.
func FitProbe(rows [][]float32, yes []bool, penalty float64) (*Probe, error) {
	if len(rows) < 2 || len(rows) != len(yes) {
		return nil, fmt.Errorf("dqn: probe: %d rows and %d answers, want two or more of each", len(rows), len(yes))
	}
	if !(penalty > 0) {
		return nil, fmt.Errorf("dqn: probe: penalty %v, want above 0", penalty)
	}
	wide := len(rows[0])
	p := &Probe{mean: make([]float64, wide), scale: make([]float64, wide)}
	for _, row := range rows {
		if len(row) != wide {
			return nil, errors.New("dqn: probe: rows of different lengths")
		}
		for j, v := range row {
			p.mean[j] += float64(v) / float64(len(rows))
		}
	}
	for _, row := range rows {
		for j, v := range row {
			d := float64(v) - p.mean[j]
			p.scale[j] += d * d / float64(len(rows))
		}
	}
	for j, v := range p.scale {
		if v > 0 { // a feature that is always the same says nothing
			p.scale[j] = 1 / math.Sqrt(v)
		}
	}
	x := make([][]float64, len(rows))
	y := make([]float64, len(rows))
	for i, row := range rows {
		x[i] = p.scaled(row)
		y[i] = -1
		if yes[i] {
			y[i] = 1
		}
		p.bias += y[i] / float64(len(rows))
	}
	for i := range y {
		y[i] -= p.bias
	}
	p.weights = ridge(x, y, penalty*float64(len(rows)))
	return p, nil
}

// scaled is a row as the probe reads it.
func (p *Probe) scaled(row []float32) []float64 {
	out := make([]float64, len(row))
	for j, v := range row {
		out[j] = (float64(v) - p.mean[j]) * p.scale[j]
	}
	return out
}

// Hits is the number of rows for which the probe answers right.
func (p *Probe) Hits(rows [][]float32, yes []bool) int {
	hits := 0
	for i, row := range rows {
		if (p.bias+dot(p.scaled(row), p.weights) > 0) == yes[i] {
			hits++
		}
	}
	return hits
}

// ridgeSteps bounds the steps of conjugate gradients, and ridgeRest is the share of the first residual at which they end.
const (
	ridgeSteps = 200
	ridgeRest  = 1e-4
)

// ridge returns the w that makes |Xw − y|² + penalty·|w|² least, by conjugate gradients on (XᵀX + penalty)·w = Xᵀy.
func ridge(x [][]float64, y []float64, penalty float64) []float64 {
	wide := len(x[0])
	w, rest := make([]float64, wide), make([]float64, wide)
	for i, row := range x {
		add(rest, y[i], row)
	}
	direction := append([]float64(nil), rest...)
	now := dot(rest, rest)
	end := now * ridgeRest * ridgeRest
	for range ridgeSteps {
		if now <= end {
			break
		}
		image := make([]float64, wide)
		for _, row := range x {
			add(image, dot(row, direction), row)
		}
		add(image, penalty, direction)
		step := now / dot(direction, image)
		add(w, step, direction)
		add(rest, -step, image)
		next := dot(rest, rest)
		for j := range direction {
			direction[j] = rest[j] + next/now*direction[j]
		}
		now = next
	}
	return w
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// add adds a multiple of a vector to another.
func add(to []float64, times float64, v []float64) {
	for i, x := range v {
		to[i] += times * x
	}
}

// Pooled are features of F numbers for each of N cells, added up over the cells: rows of N·F become rows of F. A linear
// function of them is one of the features with the same weights in every cell.
func Pooled(rows [][]float32, cells int) [][]float32 {
	out := make([][]float32, len(rows))
	for i, row := range rows {
		f := len(row) / cells
		out[i] = make([]float32, f)
		for j, v := range row {
			out[i][j%f] += v
		}
	}
	return out
}
