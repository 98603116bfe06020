package lab

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"sudokulab/pkg/record"
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

// Colors is the number of colours: from there on they come again, so series want something else, too, to be told apart.
func Colors() int { return len(palette) }

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
		f.Size = textSize
	}
	p.Title.TextStyle.Font.Size = titleSize
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	grid := plotter.NewGrid()
	grid.Horizontal.Color = color.Gray{0xdd}
	grid.Vertical.Color = color.Gray{0xdd}
	p.Add(grid)
	return p
}

// crowdedNames is the number of names from which on they stand upright, since slanted ones would overlap.
const crowdedNames = 14

// NameX labels the places 0, 1, 2, … of the x axis, slanted, or upright where they are many, with room on both sides.
func NameX(p *plot.Plot, names []string) {
	if len(names) > 0 {
		p.NominalX(names...)
	}
	p.X.Tick.Label.Rotation = 0.5
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = text.XRight, text.YTop
	if len(names) > crowdedNames {
		p.X.Tick.Label.Rotation, p.X.Tick.Label.YAlign = math.Pi/2, text.YCenter
	}
	p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
}

// glyphs tell series of points apart without their colours.
var glyphs = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}}

// Scatter returns points in the i-th colour and the i-th shape.
func Scatter(xy plotter.XYs, i int) (*plotter.Scatter, error) {
	s, err := plotter.NewScatter(xy)
	if err != nil {
		return nil, fmt.Errorf("lab: figure: %w", err)
	}
	s.GlyphStyle = draw.GlyphStyle{Color: Color(i), Radius: vg.Points(3.5), Shape: glyphs[i%len(glyphs)]}
	return s, nil
}

// Span is a point with the ends of its interval.
type Span struct{ X, Y, Low, High float64 }

// SpanOf returns a figure of a record with its interval, at x: one without an interval is its own. It reports false where the record has no such figure.
func SpanOf(r record.Record, metric string, x float64) (Span, bool) {
	m, ok := r.Metric(metric)
	if !ok {
		return Span{}, false
	}
	s := Span{X: x, Y: m.Value, Low: m.Value, High: m.Value}
	if low, ok := r.Metric(metric + ".low"); ok {
		s.Low, s.High = low.Value, r.Value(metric+".high")
	}
	return s, true
}

// spans implement what the library asks of error bars.
type spans []Span

// Len implements plotter.XYer.
func (s spans) Len() int { return len(s) }

// XY implements plotter.XYer.
func (s spans) XY(i int) (x, y float64) { return s[i].X, s[i].Y }

// YError implements plotter.YErrorer.
func (s spans) YError(i int) (low, high float64) { return s[i].Y - s[i].Low, s[i].High - s[i].Y }

// Intervals returns points in the i-th colour and shape, and a bar over the interval of each.
func Intervals(points []Span, i int) (*plotter.Scatter, *plotter.YErrorBars, error) {
	xy := make(plotter.XYs, len(points))
	for k, p := range points {
		xy[k] = plotter.XY{X: p.X, Y: p.Y}
	}
	dots, err := Scatter(xy, i)
	if err != nil {
		return nil, nil, err
	}
	bars, err := plotter.NewYErrorBars(spans(points))
	if err != nil {
		return nil, nil, fmt.Errorf("lab: figure: %w", err)
	}
	bars.Color, bars.Width, bars.CapWidth = Color(i), vg.Points(1.25), vg.Points(4)
	return dots, bars, nil
}

// Level returns a dashed line at a value.
func Level(at float64, c color.Color) *plotter.Function {
	f := plotter.NewFunction(func(float64) float64 { return at })
	f.Color, f.Dashes, f.Width = c, []vg.Length{vg.Points(4), vg.Points(3)}, vg.Points(1)
	return f
}
