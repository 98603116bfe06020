package csp

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// SVGOptions shapes the drawing of a tree.
type SVGOptions struct {
	Names    Names
	Title    string // first line; empty for none
	MaxNodes int    // nodes drawn, 0 for all; a last line tells what is missing
}

// The drawing is an indented list, not a tree of layered boxes: a Sudoku's cascade is
// dozens of levels deep with up to twenty reductions under one, and only a list stays
// readable at any depth and never overlaps. Each variable that got a value, by a given, a
// try or propagation, is a row with a label; the reductions that ended there, having left
// several values and caused nothing, stand under it as small chips; a chip spells out what
// was lost only if that is not the value of the row. All lengths are in pixels.
const (
	svgMargin  = 16
	svgIndent  = 22  // per level
	svgRow     = 24  // label and chip rows alike
	svgBox     = 19  // height of a label or chip
	svgChar    = 7.0 // advance of the 11.5 px monospace font, rounded up
	svgPad     = 7   // inside a label or chip, left and right
	svgGap     = 5   // between chips
	svgChips   = 900 // width at which the chips of a row wrap
	svgMinWide = 760
)

// WriteSVG draws the tree. Chips and labels carry the whole reduction as a tooltip.
func (t *Tree) WriteSVG(w io.Writer, o SVGOptions) error {
	if err := t.drawable(w); err != nil {
		return err
	}
	d := &svgDrawing{o: o, y: svgMargin, wide: svgMinWide}
	if o.Title != "" {
		d.y += svgRow
	}
	d.legend()
	label := fmt.Sprintf("initial domains: %d variables, %d with one value", t.Variables, t.Single)
	d.box(svgMargin, d.y, "root", label, "")
	d.y += svgRow
	d.children(t.Root, svgMargin)
	if d.shown < t.Nodes {
		d.text(svgMargin, d.y, "note", fmt.Sprintf("… %d nodes more", t.Nodes-d.shown))
		d.y += svgRow
	}

	out := bufio.NewWriter(w)
	width, height := int(d.wide)+svgMargin, d.y+svgMargin
	_, err := fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">
<title>%s</title>
<style>%s</style>
<rect class="page" width="100%%" height="100%%"/>
%s%s</svg>
`, width, height, width, height, escape(d.title()), svgStyle, d.lines.String(), d.shapes.String())
	if err != nil {
		return fmt.Errorf("csp: tree SVG: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("csp: tree SVG: %w", err)
	}
	return nil
}

const svgStyle = `
text{font:11.5px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#222}
text.title{font-size:15px;font-weight:bold}
text.note{fill:#666}
path{fill:none;stroke:#b5b5bd;stroke-width:1}
rect{stroke-width:1}
rect.page{fill:#fff}
rect.root{fill:#fff;stroke:#444}
rect.given{fill:#e9e9ef;stroke:#8a8a96}
rect.try{fill:#d8e8fd;stroke:#2f6fb7}
rect.failed{fill:#eef3f9;stroke:#8fa9c4;stroke-dasharray:4 2}
rect.single{fill:#d8f1dc;stroke:#2e8540}
rect.several{fill:#fff;stroke:#777}
rect.chip{fill:#fafafa;stroke:#d0d0d6}
rect.wiped{fill:#fbdcdc;stroke:#c0292b}
rect.solution{fill:#fdf0c4;stroke:#a87b00}
`

type svgDrawing struct {
	o             SVGOptions
	lines, shapes strings.Builder
	y             int // top of the next row
	wide          float64
	shown         int
}

func (d *svgDrawing) title() string {
	if d.o.Title == "" {
		return "arc-consistency tree"
	}
	return d.o.Title
}

func (d *svgDrawing) legend() {
	if d.o.Title != "" {
		d.text(svgMargin, d.y-svgRow, "title", d.o.Title)
	}
	x := float64(svgMargin)
	for _, e := range [...][2]string{
		{"given", "given"},
		{"single", "one value left"},
		{"chip", "lost the value above it"},
		{"wiped", "no value left"},
		{"try", "assignment tried"},
		{"failed", "taken back"},
		{"solution", "solution"},
	} {
		x += d.box(x, d.y, e[0], e[1], "") + svgGap
	}
	d.y += svgRow + svgGap
}

// children draws what hangs under the node whose label was drawn last, at indent x.
func (d *svgDrawing) children(n *TreeNode, x float64) {
	trunk := x + svgIndent/2
	top, bottom := d.y-svgRow+svgBox, 0
	inner := x + svgIndent
	chipX := inner
	chips := false
	for _, c := range n.Children {
		if !d.isChip(c) || d.full() {
			continue
		}
		text := d.chip(n, c)
		width := boxWidth(text)
		if chips && chipX+width > inner+svgChips {
			chipX = inner
			d.y += svgRow
		}
		d.box(chipX, d.y, "chip", text, d.tip(c))
		chipX += width + svgGap
		chips = true
		d.shown++
		bottom = d.y
	}
	if chips {
		d.y += svgRow
	}
	for _, c := range n.Children {
		if d.isChip(c) || d.full() {
			continue
		}
		bottom = d.y
		d.elbow(trunk, inner)
		class, text := d.row(c)
		d.shown++
		d.box(inner, d.y, class, text, d.tip(c))
		d.y += svgRow
		d.children(c, inner)
	}
	if bottom > top {
		fmt.Fprintf(&d.lines, "<path d=\"M%.1f %dV%d\"/>\n", trunk, top, bottom+svgBox/2)
	}
}

func (d *svgDrawing) full() bool { return d.o.MaxNodes > 0 && d.shown >= d.o.MaxNodes }

func (d *svgDrawing) isChip(n *TreeNode) bool {
	return n.Kind == NodeReduction && n.After.Len() > 1 && len(n.Children) == 0
}

// chip returns the short text of a reduction; what was removed is left out where it is the
// parent's value, as with every not-equal constraint.
func (d *svgDrawing) chip(parent, n *TreeNode) string {
	text := fmt.Sprintf("#%d %s", n.Order, d.o.Names.variable(n.Var))
	if removed := n.Before &^ n.After; removed != parent.After {
		text += " −" + d.o.Names.set(removed)
	}
	return text
}

func (d *svgDrawing) row(n *TreeNode) (class, text string) {
	names := d.o.Names
	switch {
	case n.Kind == NodeGiven:
		return "given", fmt.Sprintf("%s = %s", names.variable(n.Var), names.value(n.Value))
	case n.Kind == NodeTry && n.Failed:
		return "failed", names.label(n)
	case n.Kind == NodeTry:
		return "try", names.label(n)
	case n.Kind == NodeSolution:
		return "solution", names.label(n)
	case n.Wiped() || n.Kind == NodeConflict:
		return "wiped", names.label(n)
	case n.Single():
		return "single", fmt.Sprintf("#%d %s = %s, was %s", n.Order, names.variable(n.Var), names.value(n.After.Min()), names.set(n.Before))
	}
	return "several", names.label(n)
}

func (d *svgDrawing) tip(n *TreeNode) string {
	text := d.o.Names.label(n)
	if n.By >= 0 && n.Kind == NodeReduction {
		text += ", against " + d.o.Names.variable(n.By)
	}
	return text
}

// box draws a labelled rectangle and returns its width.
func (d *svgDrawing) box(x float64, y int, class, text, tip string) float64 {
	width := boxWidth(text)
	d.wide = max(d.wide, x+width)
	if tip != "" {
		tip = "<title>" + escape(tip) + "</title>"
	}
	fmt.Fprintf(&d.shapes, "<g>%s<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"4\"/><text x=\"%.1f\" y=\"%d\">%s</text></g>\n",
		tip, class, x, y, width, svgBox, x+svgPad, y+14, escape(text))
	return width
}

func (d *svgDrawing) text(x float64, y int, class, text string) {
	fmt.Fprintf(&d.shapes, "<text class=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>\n", class, x, y+14, escape(text))
	d.wide = max(d.wide, x+svgChar*float64(utf8.RuneCountInString(text))*1.3)
}

// elbow draws the short line from the trunk to the row at y.
func (d *svgDrawing) elbow(trunk, x float64) {
	fmt.Fprintf(&d.lines, "<path d=\"M%.1f %dH%.1f\"/>\n", trunk, d.y+svgBox/2, x)
}

func boxWidth(text string) float64 {
	return svgChar*float64(utf8.RuneCountInString(text)) + 2*svgPad
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a strings.Builder takes every write
	}
	return b.String()
}
