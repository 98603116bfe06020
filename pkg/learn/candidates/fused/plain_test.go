package fused_test

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/candidates"
)

// plain is the network in loops of float64, written from the formulas of package candidates and sharing nothing with
// package fused.
type plain struct {
	config  candidates.Config
	weights map[string][]float32
	shape   *board.Shape
	cells   []uint8
	state   [][]float64 // [n³][H]
}

// randomWeights draws weights of a configuration as large as those that a training begins with.
func randomWeights(c candidates.Config, rng *rand.Rand) map[string][]float32 {
	weights := map[string][]float32{}
	shapes := c.Shapes()
	for _, name := range slices.Sorted(maps.Keys(shapes)) { // the same numbers each time
		shape, size := shapes[name], 1
		for _, d := range shape {
			size *= d
		}
		for range size {
			weights[name] = append(weights[name], float32(rng.NormFloat64()/math.Sqrt(float64(shape[0]+1))))
		}
	}
	return weights
}

func newPlain(c candidates.Config, weights map[string][]float32, s *board.Shape, cells []uint8, noise []float32) *plain {
	p := &plain{config: c, weights: weights, shape: s, cells: cells}
	for i := range cells {
		for d := range s.Side() {
			h := p.row("start_w", p.knows(i, d), c.Hidden)
			for j := range h {
				h[j] = math.Tanh(h[j] + float64(weights["start_b"][j]))
				if noise != nil {
					h[j] += float64(noise[j])
				}
			}
			p.state = append(p.state, h)
		}
	}
	return p
}

// knows is the row of the weights for what a candidate knows of the puzzle.
func (p *plain) knows(cell, digit int) int {
	switch int(p.cells[cell]) {
	case digit + 1:
		return 0
	case 0:
		return 2
	}
	return 1
}

// row is a row of weights of some columns.
func (p *plain) row(name string, at, columns int) []float64 {
	out := make([]float64, columns)
	for i := range out {
		out[i] = float64(p.weights[name][at*columns+i])
	}
	return out
}

// times adds x·W to out.
func (p *plain) times(out, x []float64, name string) {
	for i, v := range x {
		for j, w := range p.row(name, i, len(out)) {
			out[j] += v * w
		}
	}
}

// of returns the constraints that a candidate is in, as a kind and a number.
func (p *plain) of(cell, digit int) [4][2]int {
	n := p.shape.Side()
	return [4][2]int{{0, cell}, {1, p.shape.Row(cell)*n + digit}, {2, p.shape.Col(cell)*n + digit}, {3, p.shape.BoxOf(cell)*n + digit}}
}

func (p *plain) step() {
	c, n := p.config, p.shape.Side()
	members := map[[2]int][]int{}
	for cell := range p.cells {
		for d := range n {
			for _, k := range p.of(cell, d) {
				members[k] = append(members[k], cell*n+d)
			}
		}
	}
	force, value := make([][]float64, len(p.state)), make([][]float64, len(p.state))
	for i, h := range p.state {
		value[i] = p.row("value_b", 0, c.Channels)
		p.times(value[i], h, "value_w")
		if c.Pool == candidates.PoolSoftmax {
			force[i] = p.row("force_b", 0, c.Channels)
			p.times(force[i], h, "force_w")
		}
	}
	heard := map[[2]int][]float64{}
	for k, all := range members {
		var first, second []float64
		for ch := range c.Channels {
			total, sum := 0., 0.
			for _, i := range all {
				if c.Pool == candidates.PoolSoftmax {
					total += math.Exp(force[i][ch])
					sum += math.Exp(force[i][ch]) * value[i][ch]
				} else {
					sum += math.Tanh(value[i][ch])
				}
			}
			switch c.Pool {
			case candidates.PoolSoftmax:
				first, second = append(first, math.Log(total)), append(second, sum/total)
			case candidates.PoolMean:
				first = append(first, sum/float64(n))
			default:
				first = append(first, sum)
			}
		}
		heard[k] = append(first, second...)
	}
	kinds := [4]string{"_cell", "_line", "_line", "_box"}
	next := make([][]float64, len(p.state))
	for i, h := range p.state {
		half := func(name string) []float64 {
			out := p.row(name+"_bias", 0, c.Hidden)
			for j, v := range p.row(name+"_input", p.knows(i/n, i%n), c.Hidden) {
				out[j] += v
			}
			p.times(out, h, name+"_state")
			for kind, k := range p.of(i/n, i%n) {
				p.times(out, heard[k], name+kinds[kind])
			}
			return out
		}
		z, to := half("gate"), half("next")
		next[i] = make([]float64, c.Hidden)
		for j := range h {
			next[i][j] = h[j] + (1+math.Tanh(z[j]))/2*(math.Tanh(to[j])-h[j])
		}
	}
	p.state = next
}

func (p *plain) scores() []float64 {
	out := make([]float64, len(p.state))
	for i, h := range p.state {
		one := p.row("score_b", 0, 1)
		p.times(one, h, "score_w")
		out[i] = one[0]
	}
	return out
}
