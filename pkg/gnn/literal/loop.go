package literal

import (
	"fmt"
	"math"

	"sudokulab/pkg/board"
)

// Loop computes the network without dropout as plain loops over the edge list in float64,
// with no part in common with the graph but the features and the edges: what the network is
// checked against. weights are by path below the network's scope ("message/first/weights"),
// as row-major matrices. It returns the states of all nodes after the rounds, [V·H], and the
// logits, [N·n]. Deviations and the format of activations are left out.
func (c Config) Loop(weights map[string][]float32, b board.Board, rounds int) (states, logits []float64, err error) {
	s := b.Shape()
	net := &Network{c}
	if err := net.Takes(s); err != nil {
		return nil, nil, err
	}
	l := looped{c, weights, nil}
	g := NewBipartite(s)
	x := Features(b, c.Units)
	h := make([][]float64, g.Nodes())
	for v := range h {
		row := make([]float64, featureCount)
		for i := range row {
			row[i] = float64(x[v*featureCount+i])
		}
		h[v] = l.mlp("encoder", row, c.Hidden)
	}
	degree := g.InDegrees()
	for range rounds {
		mean := make([][]float64, g.Nodes())
		for v := range mean {
			mean[v] = make([]float64, c.Hidden)
		}
		for e, to := range g.To {
			message := l.mlp("message", join(h[to], h[g.From[e]]), c.Hidden)
			for i, m := range message {
				mean[to][i] += m / float64(degree[to])
			}
		}
		next := make([][]float64, g.Nodes())
		for v := range next {
			next[v] = l.mlp("update", join(h[v], mean[v]), c.Hidden)
		}
		h = next
	}
	for v, state := range h {
		states = append(states, state...)
		if v < g.Cells {
			logits = append(logits, l.mlp("decoder", state, c.Side)[:s.Side()]...)
		}
	}
	return states, logits, l.err
}

func join(a, b []float64) []float64 {
	return append(append(make([]float64, 0, len(a)+len(b)), a...), b...)
}

// looped holds the weights of Loop, and the first thing that was wrong with them.
type looped struct {
	config  Config
	weights map[string][]float32
	err     error
}

func (l *looped) mlp(name string, x []float64, outputs int) []float64 {
	width := l.config.width(len(x))
	if l.config.Reading != Bare {
		x = l.linear(name+"/first", x, width)
	}
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Max(x[i], 0)
	}
	return l.linear(name+"/last", y, outputs)
}

func (l *looped) linear(name string, x []float64, outputs int) []float64 {
	w, b := l.weights[name+"/weights"], l.weights[name+"/biases"]
	y := make([]float64, outputs)
	if len(w) != len(x)*outputs || len(b) != outputs {
		if l.err == nil {
			l.err = fmt.Errorf("literal: %s has %d weights and %d biases, want %d and %d", name, len(w), len(b), len(x)*outputs, outputs)
		}
		return y
	}
	for o := range y {
		y[o] = float64(b[o])
	}
	for i, v := range x {
		if v == 0 {
			continue
		}
		for o, weight := range w[i*outputs:][:outputs] {
			y[o] += v * float64(weight)
		}
	}
	return y
}
