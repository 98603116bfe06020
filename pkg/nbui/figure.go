package nbui

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/render"
)

const (
	figureStyle = ".ID{max-width:100%;width:fit-content;background:$page;color:$given}" +
		".ID svg{display:block;max-width:100%;height:auto;fill:$given}"

	// Points; a notebook's column is about this wide.
	plotWidth, plotHeight = 640, 360
)

// Figure shows a figure of the lab. Its title is the text for readers who cannot see it, and
// the plain text. Greys change sides with the page, from black on white to white on black;
// other colours stay. A figure that brings a style sheet keeps its own colours.
func Figure(f lab.Figure) error {
	return show("figure", func() (bundle, error) { return figureOf(f) })
}

// Plot shows a plot as [Figure] does, at the size of a notebook's column.
func Plot(p *plot.Plot) error { return PlotSized(p, plotWidth, plotHeight) }

// PlotSized shows a plot of the given size in points.
func PlotSized(p *plot.Plot, width, height float64) error {
	return show("plot", func() (bundle, error) {
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
		return figureOf(f)
	})
}

func figureOf(f lab.Figure) (bundle, error) {
	start := bytes.Index(f.SVG, []byte("<svg"))
	if start < 0 {
		return bundle{}, fmt.Errorf("%q holds no <svg>", f.Title)
	}
	svg := string(f.SVG[start:])
	if !strings.Contains(svg, "xlink:href") {
		svg = strings.Replace(svg, "\n\txmlns:xlink=\"http://www.w3.org/1999/xlink\"", "", 1)
	}
	own, svg := ownStyle(svg)
	if own == "" {
		svg = adapt(svg)
	}
	if !strings.Contains(svg[:strings.IndexByte(svg, '>')], "role=") {
		svg = `<svg role="img" aria-label="` + escape(f.Title) + `"` + strings.TrimPrefix(svg, "<svg")
	}
	return bundle{html: element(figureStyle+own, strings.TrimRight(svg, "\n")+"\n"), text: "Figure: " + f.Title}, nil
}

var (
	styleSheet = regexp.MustCompile(`(?s)<style>(.*?)</style>\n?`)
	styleRule  = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
)

// ownStyle takes the style sheet out of a figure and returns its rules for this figure only:
// in a page they would reach every other drawing, since a rule such as rect{…} asks for no
// more than the element. A sheet with rules that begin with @ stays where it is: those of
// package render name classes of their own.
func ownStyle(svg string) (rules, rest string) {
	at := styleSheet.FindStringSubmatchIndex(svg)
	if at == nil {
		return "", svg
	}
	sheet := svg[at[2]:at[3]]
	if strings.Contains(sheet, "@") {
		return "", svg
	}
	var b strings.Builder
	for _, rule := range styleRule.FindAllStringSubmatch(sheet, -1) {
		for i, selector := range strings.Split(rule[1], ",") {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(".ID svg " + strings.TrimSpace(selector))
		}
		b.WriteString("{" + rule[2] + "}")
	}
	return b.String(), svg[:at[0]] + svg[at[1]:]
}

var styledColour = regexp.MustCompile(`\b(fill|stroke):#([0-9A-Fa-f]{6})\b`)

// adapt lets the greys of a plot follow the page, and gives its font a kin where it is missing.
func adapt(svg string) string {
	svg = strings.ReplaceAll(svg, "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
	return styledColour.ReplaceAllStringFunc(svg, func(m string) string {
		part := styledColour.FindStringSubmatch(m)
		var c [3]byte
		_, _ = hex.Decode(c[:], []byte(part[2])) // the expression lets nothing else through
		if c[0] != c[1] || c[1] != c[2] {
			return m
		}
		return part[1] + ":" + grey(c[0]).String()
	})
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
