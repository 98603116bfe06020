package speedpeers

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// shown are the programs of the figure, as many as there are colours.
var shown = []string{scalar, "tdoku", "fastdoku", "rust-sudoku", "jczsolve", "fast_solv_9r2", "go-lautrond"}

// figures shows the speed of other programs on each set as a multiple of the bitboard
// engine's.
func figures(set record.Set) ([]lab.Figure, error) {
	g := gather(set)
	if !slices.ContainsFunc(shown, func(program string) bool {
		return slices.ContainsFunc(g.sets, func(s string) bool { return g.ratio(program, s) > 0 })
	}) {
		return nil, nil
	}
	p := lab.NewPlot("Speed of other solvers, the bitboard engine's being 1", "", "times its speed")
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	one, err := plotter.NewLine(plotter.XYs{{X: -0.5, Y: 1}, {X: float64(len(g.sets)) - 0.5, Y: 1}})
	if err != nil {
		return nil, err
	}
	one.Color, one.Width = color.Gray{0x55}, vg.Points(1)
	p.Add(one)
	p.Legend.Add("bitboard", one)
	for i, program := range shown {
		if !slices.Contains(g.programs, program) {
			continue
		}
		var xy plotter.XYs
		for x, s := range g.sets {
			if ratio := g.ratio(program, s); ratio > 0 {
				xy = append(xy, plotter.XY{X: float64(x), Y: 1 / ratio})
			}
		}
		if len(xy) == 0 {
			continue
		}
		points, err := lab.Scatter(xy, i)
		if err != nil {
			return nil, err
		}
		p.Add(points)
		p.Legend.Add(program, points)
	}
	lab.NameX(p, g.sets)
	title := "Speed of other people's solvers on each set of puzzles as a multiple of the speed of the bitboard engine"
	if void := g.voids(shown); void > 0 {
		title += fmt.Sprintf("; %d points are void, their control being off, and left out", void)
	}
	f, err := lab.Draw(p, "ratios", title, 720, 400)
	return []lab.Figure{f}, err
}
