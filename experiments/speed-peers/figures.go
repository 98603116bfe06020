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
		var xy []lab.Span
		for x, s := range g.sets {
			if ratio := g.ratio(program, s); ratio > 0 {
				r := g.at[[2]string{program, s}]
				at := float64(x) + 0.09*(float64(i)-float64(len(shown)-1)/2)
				xy = append(xy, lab.Span{X: at, Y: 1 / ratio, Low: 1 / r.Value("ratio.high"), High: 1 / r.Value("ratio.low")})
			}
		}
		if len(xy) == 0 {
			continue
		}
		points, bars, err := lab.Intervals(xy, i)
		if err != nil {
			return nil, err
		}
		p.Add(bars, points)
		p.Legend.Add(program, points)
	}
	lab.NameX(p, g.sets)
	title := "Speed of other people's solvers on each set of puzzles as a multiple of the speed of the bitboard engine, with 95 % intervals"
	if void := g.voids(shown); void > 0 {
		title += fmt.Sprintf("; left out as void, their control being off: %d", void)
	}
	f, err := lab.Draw(p, "ratios", title, 720, 400)
	return []lab.Figure{f}, err
}
