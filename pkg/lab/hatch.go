package lab

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// hatching tells the bars of one series of a stack from those of the others without their colours, by white stripes over them.
type hatching struct {
	bars, below *plotter.BarChart
	pattern     pattern
}

// pattern is what stripes a bar has.
type pattern int

// The patterns, in the order in which a stack takes them; beyond the last the first comes again.
const (
	unstriped pattern = iota
	upright
	lengthways
	checked
	slanted
	patterns
)

// Stack adds a series to a plot of upright bars of a width, above the series below it: in the i-th colour and the i-th pattern, with its name in the
// legend. It returns the bars, for the next series to stand on.
func Stack(p *plot.Plot, values plotter.Values, width vg.Length, below *plotter.BarChart, i int, name string) (*plotter.BarChart, error) {
	bars, err := plotter.NewBarChart(values, width)
	if err != nil {
		return nil, err
	}
	bars.Color, bars.LineStyle.Width = Color(i), 0
	stack(p, bars, below, pattern(i)%patterns, name)
	return bars, nil
}

// stack adds bars above those below them, with their stripes, and their name to the legend.
func stack(p *plot.Plot, bars, below *plotter.BarChart, stripes pattern, name string) {
	if below != nil {
		bars.StackOn(below)
	}
	p.Add(bars, hatching{bars, below, stripes})
	p.Legend.Add(name, bars, hatching{bars, nil, stripes})
}

// Plot draws the stripes of each bar, above the bars that it stands on.
func (h hatching) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, n := range h.bars.Values {
		from := 0.0
		if h.below != nil {
			from = h.below.BarHeight(i)
		}
		half := h.bars.Width / 2
		box := vg.Rectangle{Min: vg.Point{X: x(float64(i)) - half, Y: y(from)}, Max: vg.Point{X: x(float64(i)) + half, Y: y(from + n)}}
		if h.bars.Horizontal {
			box = vg.Rectangle{Min: vg.Point{X: x(from), Y: y(float64(i)) - half}, Max: vg.Point{X: x(from + n), Y: y(float64(i)) + half}}
		}
		h.stripe(&c, box)
	}
}

// Thumbnail draws the stripes of the legend's sample.
func (h hatching) Thumbnail(c *draw.Canvas) { h.stripe(c, c.Rectangle) }

func (h hatching) stripe(c *draw.Canvas, box vg.Rectangle) {
	const apart = vg.Length(4)
	style := draw.LineStyle{Color: color.White, Width: vg.Points(1)}
	if h.pattern == upright || h.pattern == checked {
		for x := box.Min.X + apart; x < box.Max.X; x += apart {
			c.StrokeLine2(style, x, box.Min.Y, x, box.Max.Y)
		}
	}
	if h.pattern == lengthways || h.pattern == checked {
		for y := box.Min.Y + apart; y < box.Max.Y; y += apart {
			c.StrokeLine2(style, box.Min.X, y, box.Max.X, y)
		}
	}
	if h.pattern != slanted {
		return
	}
	// The lines x − y = s that cross the box, each from where it enters to where it leaves.
	for s := box.Min.X - box.Max.Y + apart; s < box.Max.X-box.Min.Y; s += 1.5 * apart {
		from, to := max(box.Min.X, box.Min.Y+s), min(box.Max.X, box.Max.Y+s)
		c.StrokeLine2(style, from, from-s, to, to-s)
	}
}
