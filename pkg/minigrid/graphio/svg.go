package graphio

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
)

// SVGOptions are the settings of [WriteSVG].
type SVGOptions struct {
	// Title stands above the picture; "" names the graph by its shape.
	Title string `json:"title,omitempty"`
	// Theme holds the colours, Dark those for readers who prefer dark pages; nil keeps Theme.
	Theme render.Theme  `json:"theme"`
	Dark  *render.Theme `json:"dark,omitempty"`
	// Alphabet holds the characters of the digits; "" stands for board.Numeric.
	Alphabet board.Alphabet `json:"alphabet,omitempty"`
	// MaxFillings bounds the fillings drawn in each box, 1 to 400; the others are counted.
	MaxFillings int `json:"max_fillings"`
	// MaxDrawnEdges bounds the edges drawn from filling to filling, 0 to 5,000. If there are
	// more, or if not every alive filling is drawn, each pair of dependent boxes has one line
	// with the number of its edges.
	MaxDrawnEdges int `json:"max_drawn_edges"`
	// InSolutions is as in [Options].
	InSolutions [][]bool `json:"-"`
}

// Bounds of [SVGOptions]: a picture beyond them shows nothing.
const (
	maxFillings   = 400
	maxDrawnEdges = 5000
)

// DefaultSVGOptions draws twelve fillings per box and up to 60 edges, in the light theme of
// package render, or its dark one where the reader prefers that.
func DefaultSVGOptions() SVGOptions {
	dark := render.DarkTheme()
	return SVGOptions{
		Theme:         render.DefaultTheme(),
		Dark:          &dark,
		Alphabet:      board.Numeric,
		MaxFillings:   12,
		MaxDrawnEdges: 60,
	}
}

// Validate reports the first setting that is out of bounds, a theme's contrast included.
func (o SVGOptions) Validate() error {
	themes := render.Options{Theme: o.Theme, Dark: o.Dark, Scale: 1, Alphabet: o.Alphabet}
	if err := themes.Validate(); err != nil {
		return fmt.Errorf("graphio: options: %w", err)
	}
	switch {
	case o.MaxFillings < 1 || o.MaxFillings > maxFillings:
		return fmt.Errorf("graphio: options: max_fillings is %d, want 1 to %d", o.MaxFillings, maxFillings)
	case o.MaxDrawnEdges < 0 || o.MaxDrawnEdges > maxDrawnEdges:
		return fmt.Errorf("graphio: options: max_drawn_edges is %d, want 0 to %d", o.MaxDrawnEdges, maxDrawnEdges)
	}
	return nil
}

// WriteSVG draws the graph: the boxes as they lie on the board, each with its givens, the number
// of its fillings before and after phase 4, and the fillings that are left as small grids. What
// is known about a filling is told by colour, border and mark together: thick green with a tick
// if some solution uses it, broken orange with a cross if none does (such a vertex contradicts
// the theorem of section 4.1), thin grey if solutions were not looked for. See
// [SVGOptions.MaxDrawnEdges] for the edges. Where not all fillings of a box are drawn, those
// that solutions use take up to half of the places.
//
// Regions of a jigsaw stand in the order of their numbers, and for their pairs, as for those that
// only a diagonal joins, the numbers of edges are listed below the picture.
//
// The element has role img, a title and a description in words, and its identifiers are hashes
// of its contents: pictures on one page do not disturb each other.
//
// Errors: bad options and a capped graph before anything is written; then those of w.
func WriteSVG(w io.Writer, g *minigrid.Graph, o SVGOptions) error {
	if err := o.Validate(); err != nil {
		return err
	}
	v, err := newView(g, o.InSolutions)
	if err != nil {
		return err
	}
	if o.Alphabet == "" {
		o.Alphabet = board.Numeric
	}
	if n := v.shape.Side(); len(o.Alphabet) < n {
		return fmt.Errorf("graphio: options: alphabet of %d characters, board has %d digits", len(o.Alphabet), n)
	}
	drawing := newLayout(v, o).draw()
	s := newStream(w)
	s.put(drawing)
	return s.end("SVG")
}

// paint is a colour of a theme by role; 0 means no colour.
type paint uint8

const (
	noPaint paint = iota
	pagePaint
	paperPaint
	shadePaint
	highlightBedPaint
	singleBedPaint
	rulePaint
	framePaint
	focusPaint
	labelPaint
	givenPaint
	openPaint
	singlePaint
	conflictPaint
	paints
)

func palette(t render.Theme) [paints]render.RGB {
	return [paints]render.RGB{
		pagePaint:         t.Page,
		paperPaint:        t.Paper,
		shadePaint:        t.Shade,
		highlightBedPaint: t.HighlightBed,
		singleBedPaint:    t.SingleBed,
		rulePaint:         t.Rule,
		framePaint:        t.Frame,
		focusPaint:        t.Focus,
		labelPaint:        t.Label,
		givenPaint:        t.Given,
		openPaint:         t.Open,
		singlePaint:       t.Single,
		conflictPaint:     t.Conflict,
	}
}

// canvas collects SVG elements. Colours are presentation attributes, so that every reader of
// SVG shows them; only the change to the dark theme needs CSS.
type canvas struct {
	strings.Builder
	colours         [paints]render.RGB
	classes         bool
	filled, stroked [paints]bool // paints used
}

// stroke is the outline of a shape.
type stroke struct {
	paint paint
	width float64
	dash  string // stroke-dasharray
}

// paint writes the attributes of a shape.
func (c *canvas) paint(fill paint, st stroke) {
	if c.classes {
		var names []string
		if fill != noPaint {
			names = append(names, "f"+strconv.Itoa(int(fill)))
		}
		if st.paint != noPaint {
			names = append(names, "s"+strconv.Itoa(int(st.paint)))
		}
		c.WriteString(` class="` + strings.Join(names, " ") + `"`)
	}
	c.filled[fill], c.stroked[st.paint] = true, true
	if fill == noPaint {
		c.WriteString(` fill="none"`)
	} else {
		c.WriteString(` fill="` + c.colours[fill].String() + `"`)
	}
	if st.paint != noPaint {
		c.WriteString(` stroke="` + c.colours[st.paint].String() + `" stroke-width="` + number(st.width) + `"`)
		if st.dash != "" {
			c.WriteString(` stroke-dasharray="` + st.dash + `"`)
		}
	}
}

// rect draws a rectangle; its stroke lies within the bounds.
func (c *canvas) rect(x, y, w, h, radius float64, fill paint, st stroke) {
	in := st.width / 2
	fmt.Fprintf(c, `<rect x="%s" y="%s" width="%s" height="%s"`, number(x+in), number(y+in), number(w-2*in), number(h-2*in))
	if radius > 0 {
		fmt.Fprintf(c, ` rx="%s"`, number(radius))
	}
	c.paint(fill, st)
	c.WriteString("/>\n")
}

// path draws a path that is not filled.
func (c *canvas) path(d string, st stroke) {
	fmt.Fprintf(c, `<path d="%s"`, d)
	c.paint(noPaint, st)
	c.WriteString("/>\n")
}

func (c *canvas) dot(x, y, radius float64, fill paint) {
	fmt.Fprintf(c, `<circle cx="%s" cy="%s" r="%s"`, number(x), number(y), number(radius))
	c.paint(fill, stroke{})
	c.WriteString("/>\n")
}

// capHeight is the height of digits and capitals over the em in the fonts used.
const capHeight = 0.72

// script is a kind of text.
type script struct {
	size   float64
	ink    paint
	halo   paint // drawn around the letters, to part them from lines behind
	bold   bool
	anchor string // start if empty
	turned bool   // reads upwards
}

// group opens a group of texts of one kind.
func (c *canvas) group(sc script) {
	c.WriteString("<g")
	if sc.halo == noPaint {
		c.paint(sc.ink, stroke{})
	} else {
		c.paint(sc.ink, stroke{paint: sc.halo, width: 4})
		c.WriteString(` paint-order="stroke" stroke-linejoin="round"`)
	}
	fmt.Fprintf(c, ` font-size="%s"`, number(sc.size))
	if sc.bold {
		c.WriteString(` font-weight="700"`)
	}
	if sc.anchor != "" {
		fmt.Fprintf(c, ` text-anchor="%s"`, sc.anchor)
	}
	c.WriteString(">\n")
}

// glyphs writes a text whose digits and capitals are centred on y. It stands in a group.
func (c *canvas) glyphs(x, y float64, sc script, text string) {
	fmt.Fprintf(c, `<text x="%s" y="%s"`, number(x), number(y+sc.size*capHeight/2))
	if sc.turned {
		fmt.Fprintf(c, ` transform="rotate(-90 %s %s)"`, number(x), number(y))
	}
	c.WriteString(">" + escape(text) + "</text>\n")
}

func (c *canvas) close() { c.WriteString("</g>\n") }

// text writes one text.
func (c *canvas) text(x, y float64, sc script, text string) {
	c.group(sc)
	c.glyphs(x, y, sc, text)
	c.close()
}

// number writes a coordinate with at most two decimals, the same on every processor: fused
// multiply-add differs between them in the last bit.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64)
}

// document puts the head around what was drawn.
func (c *canvas) document(w, h float64, title, desc string, dark *render.Theme) string {
	var style strings.Builder
	if dark != nil {
		colours := palette(*dark)
		style.WriteString("<style>@media (prefers-color-scheme:dark){")
		for p := noPaint + 1; p < paints; p++ {
			if c.filled[p] {
				fmt.Fprintf(&style, "#ID .f%d{fill:%v}", p, colours[p])
			}
			if c.stroked[p] {
				fmt.Fprintf(&style, "#ID .s%d{stroke:%v}", p, colours[p])
			}
		}
		style.WriteString("}</style>\n")
	}
	width, height := number(w), number(h)
	hash := fnv.New64a()
	for _, part := range []string{width, height, title, desc, style.String(), c.String()} {
		_, _ = io.WriteString(hash, part) // a hash.Hash never errs
	}
	id := fmt.Sprintf("minigrid-%016x", hash.Sum64())
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" id="%s" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title %s-desc" font-family="%s">`+"\n",
		id, width, height, width, height, id, id, render.FontFamily)
	fmt.Fprintf(&out, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escape(title), id, escape(desc))
	out.WriteString(strings.ReplaceAll(style.String(), "#ID", "#"+id))
	out.WriteString(c.String())
	out.WriteString("</svg>\n")
	return out.String()
}
