package networks_test

import (
	"fmt"
	"math"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
)

// plain runs the networks in loops, in float64 and board by board, wired by hand after the drawings and not by
// the table of layers.
type plain struct {
	networks.Config
	shape   *board.Shape
	weights map[string]weight // by their paths below the network's scope
}

type weight struct {
	dims   []int
	values []float64
}

func (w weight) at(index ...int) float64 {
	i := 0
	for axis, x := range index {
		i = i*w.dims[axis] + x
	}
	return w.values[i]
}

// grid is [rows][columns][channels].
type grid [][][]float64

func newGrid(rows, cols, channels int) grid {
	g := make(grid, rows)
	for r := range g {
		g[r] = make([][]float64, cols)
		for c := range g[r] {
			g[r][c] = make([]float64, channels)
		}
	}
	return g
}

// list is the grid as a list of its cells.
func (g grid) list() (rows [][]float64) {
	for _, row := range g {
		rows = append(rows, row...)
	}
	return rows
}

func (p plain) planes(cells []int32) grid {
	n := p.Side
	if p.Input == networks.Raw {
		g := newGrid(n, n, 1)
		for i, d := range cells {
			g[i/n][i%n][0] = float64(d)
		}
		return g
	}
	g := newGrid(n, n, n+1)
	for i, d := range cells {
		g[i/n][i%n][d] = 1
	}
	return g
}

// convolve slides a filter over the maps. With stride 1 the border is zeros; else tiles lie side by side.
func (p plain) convolve(name string, x grid, rows, cols int, tiled bool) grid {
	w, b := p.weights[name+"/weights"], p.weights[name+"/biases"]
	down, across, channels, top, left := len(x), len(x[0]), b.dims[0], rows/2, cols/2
	strideR, strideC := 1, 1
	if tiled {
		down, across, top, left, strideR, strideC = down/rows, across/cols, 0, 0, rows, cols
	}
	y := newGrid(down, across, channels)
	for r := range y {
		for c := range y[r] {
			for o := range channels {
				sum := b.at(o)
				for i := range rows {
					for j := range cols {
						atR, atC := r*strideR+i-top, c*strideC+j-left
						if atR < 0 || atC < 0 || atR >= len(x) || atC >= len(x[0]) {
							continue
						}
						for k, v := range x[atR][atC] {
							sum += v * w.at(i, j, k, o)
						}
					}
				}
				y[r][c][o] = sum
			}
			if p.LayerNorm {
				y[r][c] = p.normalise(name, y[r][c])
			}
		}
	}
	return y
}

func (p plain) normalise(name string, x []float64) []float64 {
	factor, offset := p.weights[name+"/factor"], p.weights[name+"/offset"]
	mean, variance := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		variance += (v - mean) * (v - mean) / float64(len(x))
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = (v-mean)/math.Sqrt(variance+1e-5)*(1+factor.at(i)) + offset.at(i)
	}
	return y
}

func relu(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = max(v, 0)
	}
	return y
}

func sum(x, y []float64) []float64 {
	z := make([]float64, len(x))
	for i := range x {
		z[i] = x[i] + y[i]
	}
	return z
}

// each applies a function to every cell.
func (g grid) each(f func(x []float64) []float64) grid {
	y := make(grid, len(g))
	for r := range g {
		for _, x := range g[r] {
			y[r] = append(y[r], f(x))
		}
	}
	return y
}

func (p plain) linear(name string, x []float64) []float64 {
	w, b := p.weights[name+"/weights"], p.weights[name+"/biases"]
	y := make([]float64, w.dims[1])
	for o := range y {
		if b.values != nil {
			y[o] = b.at(o)
		}
		for i, v := range x {
			y[o] += v * w.at(i, o)
		}
	}
	return y
}

// stream is hidden layers and outputs.
func (p plain) stream(hidden, last string, x []float64) []float64 {
	for i := range p.Dense {
		name := fmt.Sprintf("%s-%d", hidden, i+1)
		x = p.linear(name, x)
		if p.LayerNorm {
			x = p.normalise(name, x)
		}
		x = relu(x)
	}
	return p.linear(last, x)
}

// head makes the values of what lies on each cell.
func (p plain) head(cells [][]float64) (values []float64) {
	var flat []float64
	mean := make([]float64, len(cells[0]))
	for _, x := range cells {
		flat = append(flat, x...)
		for i, v := range x {
			mean[i] += v / float64(len(cells))
		}
	}
	hidden, last := "dense", "outputs"
	if p.Dueling {
		hidden, last = "advantage-dense", "advantages"
	}
	board := flat
	if p.Head == networks.Flatten {
		values = p.stream(hidden, last, flat)
	} else {
		board = mean
		for _, x := range cells {
			values = append(values, p.stream(hidden, last, x)...)
		}
	}
	if !p.Dueling {
		return values
	}
	value, average := p.stream("value-dense", "value", board)[0], 0.0
	for _, a := range values {
		average += a / float64(len(values))
	}
	for i := range values {
		values[i] += value - average
	}
	return values
}

// values are those of one board, and features what the values are made of.
func (p plain) values(cells []int32) (values []float64, features [][]float64) {
	x := p.planes(cells)
	n, k := p.Side, p.shape.Box()
	switch p.Name {
	case networks.Conv:
		for i := range p.Depth {
			x = p.convolve(fmt.Sprintf("convolution-%d", i+1), x, 3, 3, false).each(relu)
		}
	case networks.UnitConv:
		for i := range p.Depth {
			find := func(unit string, rows, cols int) grid {
				return p.convolve(fmt.Sprintf("%s-%d", unit, i+1), x, rows, cols, true).each(relu)
			}
			cell, row, col, box := find("cell", 1, 1), find("row", 1, n), find("column", n, 1), find("box", k, k)
			y := newGrid(n, n, 0)
			for r := range n {
				for c := range n {
					for _, part := range [][]float64{cell[r][c], row[r][0], col[0][c], box[r/k][c/k]} {
						y[r][c] = append(y[r][c], part...)
					}
				}
			}
			x = y
		}
	case networks.ResNet:
		x = p.convolve("stem", x, 3, 3, false).each(relu)
		for i := range p.Depth / 2 {
			y := p.convolve(fmt.Sprintf("block-%d-first", i+1), x, 3, 3, false).each(relu)
			y = p.convolve(fmt.Sprintf("block-%d-second", i+1), y, 3, 3, false)
			if p.Residual {
				for r := range y {
					for c := range y[r] {
						y[r][c] = sum(y[r][c], x[r][c])
					}
				}
			}
			x = y.each(relu)
		}
	case networks.Transformer:
		tokens := p.transform(x.list())
		return p.head(tokens), tokens
	}
	return p.head(x.list()), x.list()
}

// transform is the transformer up to its last tokens.
func (p plain) transform(cells [][]float64) [][]float64 {
	tokens := make([][]float64, len(cells))
	for cell, x := range cells {
		tokens[cell] = p.linear("token", x)
		for table, index := range map[string]int{"rows": p.shape.Row(cell), "columns": p.shape.Col(cell), "boxes": p.shape.BoxOf(cell)} {
			for i := range tokens[cell] {
				tokens[cell][i] += p.weights["positions/"+table].at(index, i)
			}
		}
	}
	normalised := func(name string, x []float64) []float64 {
		if !p.LayerNorm {
			return x
		}
		return p.normalise(name, x)
	}
	for b := range p.Depth {
		name := fmt.Sprintf("block-%d-", b+1)
		var read [][]float64
		for _, x := range tokens {
			read = append(read, normalised(name+"attention-norm", x))
		}
		attended := p.attend(name+"attention", read)
		for i := range tokens {
			tokens[i] = sum(tokens[i], attended[i])
			hidden := relu(p.linear(name+"hidden", normalised(name+"hidden-norm", tokens[i])))
			tokens[i] = sum(tokens[i], p.linear(name+"last", hidden))
		}
	}
	for i := range tokens {
		tokens[i] = normalised("norm", tokens[i])
	}
	return tokens
}

func (p plain) attend(name string, x [][]float64) [][]float64 {
	var query, key, value [][]float64
	for _, t := range x {
		query = append(query, p.linear(name+"/query", t))
		key = append(key, p.linear(name+"/key", t))
		value = append(value, p.linear(name+"/value", t))
	}
	d := p.Width / p.Heads
	y := make([][]float64, len(x))
	for i := range x {
		heard := make([]float64, p.Width)
		for h := range p.Heads {
			share, total := make([]float64, len(x)), 0.0
			for j := range x {
				score := 0.0
				for f := h * d; f < (h+1)*d; f++ {
					score += query[i][f] * key[j][f]
				}
				share[j] = math.Exp(score / math.Sqrt(float64(d)))
				total += share[j]
			}
			for j := range x {
				for f := h * d; f < (h+1)*d; f++ {
					heard[f] += share[j] / total * value[j][f]
				}
			}
		}
		y[i] = p.linear(name+"/output", heard)
	}
	return y
}
