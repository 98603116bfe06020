package nbui

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/render"
)

// Points; a notebook's column is about this wide.
const plotWidth, plotHeight = 640, 360

// Drawn shows what a function writes as SVG, as an image with its own bytes, which viewers show that
// do not trust a notebook; see [render.HTML]. It stays an SVG: it is sharp at any size, and it
// follows the side of the page. Its title is the text for readers who cannot see it, and the plain
// text. Greys change sides on dark pages, from black on white to white on black; other colours stay.
// A figure that brings a style sheet keeps its own colours. It is for the writers of SVG in other
// packages.
func Drawn(title string, write func(io.Writer) error) {
	show("figure", func() (bundle, error) {
		var svg bytes.Buffer
		if err := write(&svg); err != nil {
			return bundle{}, err
		}
		return figureOf(lab.Figure{Title: title, SVG: svg.Bytes()}, "")
	})
}

// Plot shows a plot as [Drawn] does, at the size of a notebook's column.
func Plot(p *plot.Plot) { PlotSized(p, plotWidth, plotHeight) }

// PlotSized shows a plot of the given size in points.
func PlotSized(p *plot.Plot, width, height float64) {
	show("plot", func() (bundle, error) { return plotOf(p, width, height, "") })
}

func plotOf(p *plot.Plot, width, height float64, note string) (bundle, error) {
	if p == nil {
		return bundle{}, errors.New("no plot")
	}
	title := p.Title.Text
	if title == "" {
		title = fmt.Sprintf("%s by %s", p.Y.Label.Text, p.X.Label.Text)
	}
	f, err := lab.Draw(p, "plot", title, width, height)
	if err != nil {
		return bundle{}, err
	}
	return figureOf(f, note)
}

const figureStyle = ".ID{max-width:100%;width:fit-content;padding:1px 8px;background:$page;color:$label;font:13px/1.4 system-ui,sans-serif}.ID.ID p{margin:.4em 0;max-width:60em}"

// figureOf shows a figure with a note below it, if there is one.
func figureOf(f lab.Figure, note string) (bundle, error) {
	start := bytes.Index(f.SVG, []byte("<svg"))
	if start < 0 {
		return bundle{}, fmt.Errorf("%q holds no <svg>", f.Title)
	}
	svg := string(f.SVG[start:])
	if !strings.Contains(svg, "xlink:href") {
		svg = strings.Replace(svg, "\n\txmlns:xlink=\"http://www.w3.org/1999/xlink\"", "", 1)
	}
	b := bundle{text: "Figure: " + f.Title}
	html := render.Embed([]byte(grounded(svg)), f.Title)
	if note != "" {
		html += "<p><small>" + escape(note) + "</small></p>\n"
		b.text += "\n" + note
	}
	b.html = element(figureStyle, html)
	return b, nil
}

// grounded gives a figure its own background, so that it can be read on any page, and the greys of
// one without a style sheet their counterparts where the reader prefers dark pages.
func grounded(svg string) string {
	light, dark := render.DefaultTheme(), render.DarkTheme()
	rules := fmt.Sprintf("svg{background:%v}", light.Page)
	if !strings.Contains(svg, "<style>") {
		rules += fmt.Sprintf("@media(prefers-color-scheme:dark){svg{background:%v;fill:%v}%s}", dark.Page, dark.Given, greys(svg))
	}
	head := strings.IndexByte(svg, '>') + 1
	return svg[:head] + "<style>" + rules + "</style>" + svg[head:]
}

var styledColour = regexp.MustCompile(`\b(fill|stroke):#([0-9A-Fa-f]{6})\b`)

// greys returns the rules that exchange each grey of a figure, which stand in its style attributes.
func greys(svg string) string {
	rules := map[string]string{}
	for _, part := range styledColour.FindAllStringSubmatch(svg, -1) {
		var c [3]byte
		_, _ = hex.Decode(c[:], []byte(part[2])) // the expression lets nothing else through
		if c[0] == c[1] && c[1] == c[2] {
			rules[part[0]] = fmt.Sprintf(`[style*=%q]{%s:%v!important}`, part[0], part[1], grey(c[0]).dark)
		}
	}
	return strings.Join(slices.Sorted(maps.Values(rules)), "")
}

// grey returns a shade between black and white and its counterpart on a dark page, between
// the ink and the paper there.
func grey(v byte) ink {
	d := render.DarkTheme()
	mix := func(black, white byte) byte {
		return byte(math.Round((float64(black)*(255-float64(v)) + float64(white)*float64(v)) / 255))
	}
	return ink{render.RGB{R: v, G: v, B: v}, render.RGB{R: mix(d.Given.R, d.Page.R), G: mix(d.Given.G, d.Page.G), B: mix(d.Given.B, d.Page.B)}}
}
