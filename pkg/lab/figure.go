package lab

import (
	"bytes"
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
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
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0xe6, 0x9f, 0x00, 0xff}, {0x56, 0xb4, 0xe9, 0xff}, {0x00, 0x00, 0x00, 0xff},
}

// Color returns the i-th colour for the series of a figure.
func Color(i int) color.Color { return palette[i%len(palette)] }

// NewPlot returns an empty plot in the lab's style.
func NewPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.Padding = vg.Points(6)
	p.Title.TextStyle.Font.Size = font.Length(12)
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	grid := plotter.NewGrid()
	grid.Horizontal.Color = color.Gray{0xdd}
	grid.Vertical.Color = color.Gray{0xdd}
	p.Add(grid)
	return p
}

// Draw renders a plot as a figure of the given size in points.
func Draw(p *plot.Plot, name, title string, width, height float64) (Figure, error) {
	canvas := vgsvg.New(vg.Length(width), vg.Length(height))
	p.Draw(draw.New(canvas))
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return Figure{}, fmt.Errorf("lab: figure %s: %w", name, err)
	}
	return Figure{Name: name, Title: title, SVG: buf.Bytes()}, nil
}
