package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A figure is as wide as its text can be read at on a telephone, 390 pixels across: there a letter of textSize is nine pixels high.
const (
	widest    = 460
	tallest   = 330 // of the plot without legend and caption; a figure that is asked to be much taller is a list, and stays so
	list      = 480
	textSize  = vg.Length(11)
	titleSize = vg.Length(12)
	margin    = vg.Length(10)
)

// Draw renders a plot as a figure on white, with its legend and its caption, the title, below it. The size is that of the plot, in
// points, as far as a narrow screen has room for it. A plot that cannot be drawn, such as one without data on a logarithmic
// scale, is an error; the library panics there.
//
// The texts name the families of [Fonts], and have room and stand right in wider ones, too: see lettering.
func Draw(p *plot.Plot, name, title string, width, height float64) (f Figure, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = Figure{}, fmt.Errorf("lab: figure %s: %v", name, r)
		}
	}()
	letters := text.Plain{Fonts: p.TextHandler.Cache()}
	for _, style := range []*text.Style{&p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Handler = lettering{letters, 1}
	}
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.Legend.TextStyle} {
		style.Handler = lettering{letters, spared}
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = written{p.X.Tick.Marker}, written{p.Y.Tick.Marker}
	// The labels of the axes stand along the data, and may be no longer than these. Long ones would change how long that is.
	x, y := p.X.Label.Text, p.Y.Label.Text
	p.X.Label.Text, p.Y.Label.Text = "", ""
	room := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: min(vg.Length(width), widest) - 2*margin, Y: min(vg.Length(height), tallest) - 2*margin}}}
	p.Y.Label.Text = wrap(y, p.Y.Label.TextStyle, p.DataCanvas(room).Size().Y)
	p.X.Label.Text = wrap(x, p.X.Label.TextStyle, p.DataCanvas(room).Size().X)
	f, err = Unlettered(p, name, title, width, height)
	f.SVG = named(f.SVG)
	return f, err
}

// Unlettered is Draw with texts as the library has them: measured in Liberation Sans, the one font that they name. Package dataset/audit
// keeps to it, because its pictures belong to what the experiment dataset-score measures: others would make its records stale.
func Unlettered(p *plot.Plot, name, title string, width, height float64) (f Figure, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = Figure{}, fmt.Errorf("lab: figure %s: %v", name, r)
		}
	}()
	w := min(vg.Length(width), widest)
	h := vg.Length(height)
	if height < list {
		h = min(h, tallest)
	}
	inner := w - 2*margin
	caption := p.Legend.TextStyle
	caption.Font.Size, caption.Color = textSize-1, color.Gray{0x44}
	caption.XAlign, caption.YAlign = text.XLeft, text.YTop
	said := ""
	if title != p.Title.Text { // who shows the title elsewhere
		said = wrap(title, caption, inner)
	}
	p.Title.Text = wrap(p.Title.Text, p.Title.TextStyle, inner)
	p.X.Label.Text = wrap(p.X.Label.Text, p.X.Label.TextStyle, inner)
	p.X.Tick.Marker, p.Y.Tick.Marker = written{p.X.Tick.Marker}, written{p.Y.Tick.Marker}

	legend := p.Legend
	p.Legend = plot.NewLegend()
	legend.Left, legend.Top = true, true
	foot := vg.Length(0)
	key := vg.Length(0)
	if size := legend.Rectangle(draw.Canvas{}).Size(); size.Y > 0 {
		key = size.Y + margin
	}
	if said != "" {
		foot = caption.Height(said) + margin
	}
	h += key + foot
	canvas := vgsvg.New(w, h)
	c := draw.New(canvas)
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	c.Canvas = &dashing{Canvas: c.Canvas}
	c = draw.Crop(c, margin, -margin, margin, -margin)
	p.Draw(draw.Crop(c, 0, 0, key+foot, 0))
	p.Legend = legend
	if key > 0 {
		legend.Draw(draw.Crop(c, 0, 0, foot, key+foot-margin-c.Size().Y))
	}
	if said != "" {
		c.FillText(caption, vg.Point{X: c.Min.X, Y: c.Min.Y + foot - margin}, said)
	}
	var buf bytes.Buffer
	if _, err := canvas.WriteTo(&buf); err != nil {
		return Figure{}, fmt.Errorf("lab: figure %s: %w", name, err)
	}
	return Figure{Name: name, Title: title, SVG: buf.Bytes()}, nil
}

// wrap breaks a text between words so that its lines are no longer than a width. Readers' fonts may be wider than the one that is
// measured with, so there is room to spare.
func wrap(said string, style text.Style, width vg.Length) string {
	const spare = 1.08
	var lines []string
	for paragraph := range strings.SplitSeq(said, "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && spare*style.Width(longer) > width {
				lines = append(lines, line)
				longer = word
			}
			line = longer
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// dashes tell lines apart without their colours, by their place in the palette.
var dashes = [][]vg.Length{nil, {7, 3}, {2, 2}, {9, 2, 2, 2}, {4, 2}, {1, 1.5}, nil}

// dashing is a canvas on which long lines in a colour of the palette, solid ones, are broken as their colour has it.
type dashing struct {
	vg.Canvas
	color  color.Color
	dashed bool
}

// SetColor implements vg.Canvas.
func (d *dashing) SetColor(c color.Color) {
	d.color = c
	d.Canvas.SetColor(c)
}

// SetLineDash implements vg.Canvas.
func (d *dashing) SetLineDash(pattern []vg.Length, offset vg.Length) {
	d.dashed = len(pattern) > 0
	d.Canvas.SetLineDash(pattern, offset)
}

// Stroke implements vg.Canvas.
func (d *dashing) Stroke(path vg.Path) {
	i := -1
	if c, ok := d.color.(color.RGBA); ok {
		i = slices.Index(palette, c)
	}
	if d.dashed || i < 0 || dashes[i] == nil || !long(path) {
		d.Canvas.Stroke(path)
		return
	}
	d.Canvas.SetLineDash(dashes[i], 0)
	d.Canvas.Stroke(path)
	d.Canvas.SetLineDash(nil, 0)
}

// long reports whether a path is a curve or the sample of one in a legend, and no bar of an interval, cap or glyph.
func long(path vg.Path) bool {
	const sample = 15
	low, high, lines := math.Inf(1), math.Inf(-1), 0
	for _, c := range path {
		if c.Type == vg.ArcComp || c.Type == vg.CloseComp {
			return false
		}
		low, high = min(low, float64(c.Pos.X)), max(high, float64(c.Pos.X))
		lines++
	}
	return high-low >= sample && lines > 1
}

// TimeTicks are the ticks of a logarithmic axis in seconds, each written with the unit that suits it.
type TimeTicks struct{}

// Ticks implements plot.Ticker.
func (TimeTicks) Ticks(low, high float64) []plot.Tick {
	ticks := plot.LogTicks{Prec: -1}.Ticks(low, high)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = Seconds(math.Pow(10, math.Round(math.Log10(t.Value))))
		}
	}
	return ticks
}

// Decades are ticks at the powers of ten from 10^first to 10^last seconds, each written with the unit that suits it.
func Decades(first, last int) (ticks plot.ConstantTicks) {
	for k := first; k <= last; k++ {
		t := math.Pow10(k)
		ticks = append(ticks, plot.Tick{Value: t, Label: Seconds(t)})
	}
	return ticks
}

// written are ticks whose numbers are written as people read them: 10,000 for 10000, and 10⁻⁵ for 1e-05.
type written struct{ plot.Ticker }

// Ticks implements plot.Ticker.
func (w written) Ticks(low, high float64) []plot.Tick {
	// Those of a logarithmic axis go on to the next power of ten, for which the library would leave room.
	beyond := 1e-9 * math.Abs(high-low)
	ticks := slices.DeleteFunc(slices.Clone(w.Ticker.Ticks(low, high)), func(t plot.Tick) bool { return t.Value < low-beyond || t.Value > high+beyond })
	for i, t := range ticks {
		x, err := strconv.ParseFloat(t.Label, 64)
		if err != nil || math.Abs(x-t.Value) > 1e-3*math.Abs(t.Value) { // a word, or a number of the figure's own
			continue
		}
		ticks[i].Label = tickOf(x)
	}
	return ticks
}

// tickOf writes the number of a tick.
func tickOf(x float64) string {
	exponent := math.Log10(math.Abs(x))
	if whole := math.Round(exponent); x > 0 && math.Abs(exponent-whole) < 1e-9 && (whole >= 6 || whole <= -4) {
		return "10" + superscript.Replace(strconv.Itoa(int(whole)))
	}
	if x == math.Trunc(x) {
		return Number(x)
	}
	return strconv.FormatFloat(x, 'g', 4, 64)
}

var superscript = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")
