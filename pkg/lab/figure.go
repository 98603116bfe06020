package lab

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a finished picture.
type Figure struct {
	Name  string // file name under results/<id>/, without ending
	Title string // says what is to be seen; the picture's text alternative
	SVG   []byte
}

// palette holds colours that stay apart for readers with any colour vision (Okabe and Ito,
// "Color Universal Design", 2008).
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0x00, 0x00, 0x00, 0xff},
}

// Color returns the i-th colour for the series of a figure.
func Color(i int) color.Color { return palette[i%len(palette)] }

// NewPlot returns an empty plot in the lab's style.
func NewPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = x, y
	for _, f := range []*font.Font{
		&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font,
		&p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &p.Legend.TextStyle.Font,
	} {
		f.Variant = "Sans"
		f.Size = vg.Points(10)
	}
	p.Title.TextStyle.Font.Size = vg.Points(12)
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	grid := plotter.NewGrid()
	grid.Horizontal.Color = color.Gray{0xdd}
	grid.Vertical.Color = color.Gray{0xdd}
	p.Add(grid)
	return p
}

// NameX labels the places 0, 1, 2, … of the x axis, slanted, with room on both sides.
func NameX(p *plot.Plot, names []string) {
	if len(names) > 0 {
		p.NominalX(names...)
	}
	p.X.Tick.Label.Rotation = 0.5
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YTop
	p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
}

// Scatter returns filled points in the i-th colour.
func Scatter(xy plotter.XYs, i int) (*plotter.Scatter, error) {
	s, err := plotter.NewScatter(xy)
	if err != nil {
		return nil, fmt.Errorf("lab: figure: %w", err)
	}
	s.GlyphStyle = draw.GlyphStyle{Color: Color(i), Radius: vg.Points(3.5), Shape: draw.CircleGlyph{}}
	return s, nil
}

// Level returns a dashed line at a value.
func Level(at float64, c color.Color) *plotter.Function {
	f := plotter.NewFunction(func(float64) float64 { return at })
	f.Color, f.Dashes, f.Width = c, []vg.Length{vg.Points(4), vg.Points(3)}, vg.Points(1)
	return f
}

const margin = vg.Length(10)

// Draw renders a plot as a figure of the given size in points, on white, with the legend
// to its right. A plot that cannot be drawn, such as one without data on a logarithmic
// scale, is an error; the library panics there.
func Draw(p *plot.Plot, name, title string, width, height float64) (f Figure, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = Figure{}, fmt.Errorf("lab: figure %s: %v", name, r)
		}
	}()
	canvas := vgsvg.New(vg.Length(width), vg.Length(height))
	c := draw.New(canvas)
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	c = draw.Crop(c, margin, -margin, margin, -margin)
	// Readers' fonts may be wider than the one that is measured with, so there is room to spare,
	// and the text stands to the right of the samples, where it grows away from them.
	legend := p.Legend
	p.Legend = plot.NewLegend()
	beside := 1.2 * legend.Rectangle(c).Size().X
	if beside > 0 {
		beside += margin
	}
	p.Draw(draw.Crop(c, 0, -beside, 0, 0))
	p.Legend = legend
	legend.Left = true
	legend.Draw(draw.Crop(c, c.Size().X-beside+margin, 0, 0, -2*margin))
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return Figure{}, fmt.Errorf("lab: figure %s: %w", name, err)
	}
	return Figure{Name: name, Title: title, SVG: buf.Bytes()}, nil
}
