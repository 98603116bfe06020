package nbui

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/lab"
)

type (
	// XY is a point of a [Chart].
	XY = plotter.XY
	// XYs are points of a [Chart].
	XYs = plotter.XYs
)

// Chart is a plot in the lab's style that a cell fills series by series; Show shows it. Series have
// the colours of [lab.Color] by their numbers i. One without points is left out, its name too, since
// on machines without some public set that is what becomes of it. Axes and bounds are those of the
// embedded plot.
type Chart struct {
	*plot.Plot

	stack *plotter.BarChart // on which the next bars stand
	drawn int               // series
	left  int               // points that are no numbers, and so are left out
}

// numbers returns the points that can be drawn; the records of a small profile may lack a figure.
func (c *Chart) numbers(xy XYs) XYs {
	out := slices.DeleteFunc(slices.Clone(xy), func(p XY) bool {
		return math.IsNaN(p.X) || math.IsNaN(p.Y) || math.IsInf(p.X, 0) || math.IsInf(p.Y, 0)
	})
	c.left += len(xy) - len(out)
	return out
}

// NewChart returns a chart without series.
func NewChart(title, x, y string) *Chart { return &Chart{Plot: lab.NewPlot(title, x, y)} }

// LogX gives the x axis a scale on which each line is ten times the one before.
func (c *Chart) LogX() { c.X.Scale, c.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1} }

// LogY does the same for the y axis.
func (c *Chart) LogY() { c.Y.Scale, c.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1} }

// Names labels the places 0, 1, 2, … of the x axis.
func (c *Chart) Names(names ...string) { lab.NameX(c.Plot, names) }

// Range bounds the axes; where low and high are equal, an axis follows its points.
func (c *Chart) Range(xLow, xHigh, yLow, yHigh float64) {
	if xLow < xHigh {
		c.X.Min, c.X.Max = xLow, xHigh
	}
	if yLow < yHigh {
		c.Y.Min, c.Y.Max = yLow, yHigh
	}
}

// Points adds a series of dots.
func (c *Chart) Points(name string, i int, xy XYs) { c.dots(name, i, xy, 3.5) }

// Dust adds a series of many small dots.
func (c *Chart) Dust(name string, i int, xy XYs) { c.dots(name, i, xy, 1.8) }

func (c *Chart) dots(name string, i int, xy XYs, radius float64) {
	if xy = c.numbers(xy); len(xy) == 0 {
		return
	}
	dots, err := lab.Scatter(xy, i)
	end("chart", err)
	dots.Radius = vg.Points(radius)
	c.add(name, dots, dots)
}

// Line adds a line.
func (c *Chart) Line(name string, i int, xy XYs) { c.line(name, lab.Color(i), 1.8, nil, xy) }

// Dashed adds a dashed line.
func (c *Chart) Dashed(name string, i int, xy XYs) {
	c.line(name, lab.Color(i), 1.8, []vg.Length{vg.Points(4), vg.Points(3)}, xy)
}

// Curve adds a line with a dot at each point.
func (c *Chart) Curve(name string, i int, xy XYs) {
	xy = c.numbers(xy)
	c.line("", lab.Color(i), 1, nil, xy)
	c.Points(name, i, xy)
}

// Edge adds a stroke from one point to another, grey, or strong in the i-th colour.
func (c *Chart) Edge(strong bool, i int, from, to XY) {
	if strong {
		c.line("", lab.Color(i), 2.5, nil, XYs{from, to})
		return
	}
	c.line("", color.Gray{Y: 0x99}, 0.8, nil, XYs{from, to})
}

func (c *Chart) line(name string, ink color.Color, width float64, dashes []vg.Length, xy XYs) {
	if xy = c.numbers(xy); len(xy) == 0 {
		return
	}
	line, err := plotter.NewLine(xy)
	end("chart", err)
	line.Color, line.Width, line.Dashes = ink, vg.Points(width), dashes
	c.add(name, line, line)
}

// Function adds the line of a function, such as one at which two things are equal.
func (c *Chart) Function(f func(x float64) float64) { c.Add(plotter.NewFunction(f)) }

// Bars adds bars at 0, 1, 2, … on top of those that were added before.
func (c *Chart) Bars(name string, i int, heights []float64) {
	if len(heights) == 0 {
		return
	}
	bars, err := plotter.NewBarChart(plotter.Values(heights), vg.Points(min(40, 400/float64(len(heights)))))
	end("chart", err)
	bars.Color, bars.LineStyle.Width = lab.Color(i), 0
	if c.stack != nil {
		bars.StackOn(c.stack)
	}
	c.stack = bars
	c.add(name, bars, bars)
}

// Heat adds a field of greys with its numbers in it; the stronger the shade, the more.
func (c *Chart) Heat(grid interface {
	plotter.GridXYZ
	plotter.XYLabeller
},
) {
	greys, err := brewer.GetPalette(brewer.TypeSequential, "Greys", 9)
	end("chart", err)
	heat := plotter.NewHeatMap(grid, greys)
	heat.Max *= 2.5 // so that the numbers can be read on the strongest shade
	labels, err := plotter.NewLabels(grid)
	end("chart", err)
	for i := range labels.TextStyle {
		labels.TextStyle[i].Font.Variant = "Sans"
		labels.TextStyle[i].XAlign, labels.TextStyle[i].YAlign = text.XCenter, text.YCenter
	}
	c.Add(heat, labels)
	c.drawn++
}

func (c *Chart) add(name string, what plot.Plotter, thumbnail plot.Thumbnailer) {
	c.Add(what)
	c.drawn++
	if name != "" {
		c.Legend.Add(name, thumbnail)
	}
}

// Show shows the chart, and below it from which records it was made, if it was.
func (c *Chart) Show(from ...*Source) { c.ShowSized(plotWidth, plotHeight, from...) }

// ShowSized shows it in a size in points.
func (c *Chart) ShowSized(width, height float64, from ...*Source) {
	show("chart", func() (bundle, error) {
		notes := make([]string, len(from))
		for i, s := range from {
			notes[i] = "From the records of " + s.experiment + ". " + s.foot()
		}
		note := strings.Join(notes, "")
		if c.left > 0 {
			note = strings.TrimSpace(fmt.Sprintf("%s Left out, as they have no value: %s.", note, counted(c.left, "point")))
		}
		if c.drawn == 0 && len(from) > 0 {
			return absence("No chart “"+c.Title.Text+"”", from[0]), nil
		}
		return plotOf(c.Plot, width, height, note)
	})
}
