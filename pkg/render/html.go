package render

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strings"

	"sudokulab/pkg/board"
)

// HTML writes the picture as one HTML element, which stands in any page, a notebook's output
// included, and needs no script, style sheet or font from elsewhere. The board is drawn as by
// [SVG]; title and caption are text of the page, which breaks their lines. For readers who
// cannot see it, and for programs that drop the drawing, the board stands in a table besides,
// cell by cell in words, off the screen.
//
// With [Options.Dark] the colours follow the page: its nearest data-theme of "light" or "dark",
// or what Jupyter and Visual Studio Code say in their place, and else the reader's
// preference. See [ColorScheme].
//
// The element is well-formed XML, too, so that a program can read it that knows no HTML.
func HTML(w io.Writer, p Picture, o Options) error {
	pg := newPageWriter(&o)
	if err := pg.figure(p, ""); err != nil {
		return err
	}
	return pg.flush(w, "")
}

// HTMLRow writes pictures side by side, in as many rows as the page's width asks for.
func HTMLRow(w io.Writer, pictures []Picture, o Options) error {
	if len(pictures) == 0 {
		return errors.New("render: row of no pictures")
	}
	pg := newPageWriter(&o)
	pg.body.WriteString("<div class=\"row\">\n")
	for i, p := range pictures {
		if err := pg.figure(p, ""); err != nil {
			return fmt.Errorf("%w (picture %d)", err, i+1)
		}
	}
	pg.body.WriteString("</div>\n")
	return pg.flush(w, "")
}

// HTMLStrip writes the steps of a process as an ordered list of small boards, numbered, each
// with its caption below. An automatic [Options.Cell] is smaller here than elsewhere.
func HTMLStrip(w io.Writer, pictures []Picture, o Options) error {
	if len(pictures) == 0 {
		return errors.New("render: strip of no pictures")
	}
	o.Cell = stripCell(pictures, &o)
	pg := newPageWriter(&o)
	pg.least = stripWidth
	pg.body.WriteString("<ol class=\"row\">\n")
	for i, p := range pictures {
		pg.body.WriteString("<li>")
		if err := pg.figure(p, fmt.Sprintf("%d. ", i+1)); err != nil {
			return fmt.Errorf("%w (picture %d)", err, i+1)
		}
		pg.body.WriteString("</li>\n")
	}
	pg.body.WriteString("</ol>\n")
	return pg.flush(w, "")
}

const stripWidth = 150 // kept for a caption of a strip

// stripCell is the side of the cells of a strip: somewhat above half of what a board alone has,
// where candidates are still to be read.
func stripCell(pictures []Picture, o *Options) float64 {
	if o.Cell != 0 {
		return o.Cell
	}
	return max(MinCell, math.Round(0.56*largestCell(pictures, o)))
}

// largestCell is the side of the cells that the largest of the pictures has by itself; those
// that cannot be drawn are left to the drawing to refuse.
func largestCell(pictures []Picture, o *Options) (cell float64) {
	for _, p := range pictures {
		if p.Validate() == nil {
			s := p.Board.Shape()
			cols, _ := candidateGrid(s.Side(), s.Box())
			cell = max(cell, o.cellSide(cols, showsCandidates(p.looks())))
		}
	}
	return cell
}

// HTMLDocument writes a page of its own with the given title that holds elements of [HTML]
// and its kin, in this order. It is read with no network.
func HTMLDocument(w io.Writer, title string, elements ...[]byte) error {
	var b strings.Builder
	title = strings.Join(lines(title), " ")
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\" />\n"+
		"<title>%s</title>\n<style>:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}"+
		"body{margin:1rem auto;max-width:72rem;padding:0 1rem;background:light-dark(%v,%v)}</style>\n</head>\n<body>\n",
		escape(title), DefaultTheme().Page, DarkTheme().Page)
	for _, e := range elements {
		b.Write(e)
	}
	b.WriteString("</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// ColorScheme returns the CSS by which elements of the selector (a simple one, such as ".x")
// take the side of the page: its data-theme, the theme of JupyterLab or of Visual Studio
// Code, or else the reader's preference. CSS's light-dark(…) chooses by it.
func ColorScheme(selector string) string {
	under := func(pages ...string) string {
		for i, p := range pages {
			pages[i] = p + " " + selector
		}
		return strings.Join(pages, ",")
	}
	return selector + "{color-scheme:light dark}" +
		under("[data-theme=light]", "[data-jp-theme-light=true]", ".vscode-light") + "{color-scheme:light}" +
		under("[data-theme=dark]", "[data-jp-theme-light=false]", ".vscode-dark") + "{color-scheme:dark}"
}

// pageWriter collects the parts of one HTML element: boards that share a palette, and with it
// one style sheet.
type pageWriter struct {
	o    *Options
	svg  svgBody // what its boards have used; its text is that of the board being written
	body strings.Builder
	// controls asks for the styles of a film's.
	controls bool
	// least is the width of a figure that titles and captions are given.
	least float64
}

func newPageWriter(o *Options) *pageWriter {
	return &pageWriter{o: o, svg: svgBody{palette: o.Theme.palette(), classes: true}, least: minContent + 2*margin}
}

// figure writes a board with its title and caption around it, the text before the caption.
func (pg *pageWriter) figure(p Picture, before string) error {
	bare := p
	bare.Title, bare.Caption = "", ""
	sc, err := compose(bare, *pg.o)
	if err != nil {
		return err
	}
	pg.openFigure(&sc)
	pg.title(p.Title)
	pg.openSVG(&sc, "")
	pg.svg.Reset()
	pg.svg.items(sc.items)
	pg.body.WriteString(pg.svg.String())
	pg.body.WriteString("</svg>\n")
	if text := lines(before + p.Caption); len(text) > 0 {
		fmt.Fprintf(&pg.body, "<figcaption>%s</figcaption>\n", broken(text))
	}
	pg.body.WriteString("<div class=\"alt\">")
	pg.table(p, titleOf(&p))
	pg.body.WriteString("</div>\n</figure>\n")
	return nil
}

// openFigure begins a figure as wide as its drawing, or as words want it.
func (pg *pageWriter) openFigure(sc *scene) {
	fmt.Fprintf(&pg.body, "<figure style=\"width:%spx\">\n", number(max(sc.w, pg.least)))
}

// title writes the heading of a board, if it has one.
func (pg *pageWriter) title(title string) {
	if text := lines(title); len(text) > 0 {
		fmt.Fprintf(&pg.body, "<p class=\"title\">%s</p>\n", broken(text))
	}
}

// openSVG begins a drawing that assistive programs pass over: what it shows is said elsewhere.
func (pg *pageWriter) openSVG(sc *scene, attributes string) {
	width, height := number(sc.w), number(sc.h)
	fmt.Fprintf(&pg.body, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" aria-hidden="true" font-family="%s"%s>`+"\n",
		width, height, width, height, fontFamily, attributes)
}

// broken joins lines of text as HTML.
func broken(text []string) string {
	out := make([]string, len(text))
	for i, line := range text {
		out[i] = escape(line)
	}
	return strings.Join(out, "<br />")
}

// table writes the board as a table of words. p is valid.
func (pg *pageWriter) table(p Picture, title string) {
	s := p.Board.Shape()
	alphabet, _ := digitsOf(pg.o.Alphabet, s.Side()) // compose has checked it
	looks := p.looks()
	fmt.Fprintf(&pg.body, "<table><caption>%s. %s</caption><tbody>\n", escape(title), escape(summary(&p, looks, alphabet)+regions(&p)))
	for r := range s.Side() {
		fmt.Fprintf(&pg.body, "<tr><th scope=\"row\">row %d</th>", r+1)
		for c := range s.Side() {
			fmt.Fprintf(&pg.body, "<td>%s</td>", escape(looks[s.Cell(r, c)].words(alphabet)))
		}
		pg.body.WriteString("</tr>\n")
	}
	pg.body.WriteString("</tbody></table>\n")
}

// words says what a cell shows: "5", "5, guess", "1 2 4, not 7, in focus", "empty".
func (l look) words(alphabet board.Alphabet) string {
	var parts []string
	digits := func(before string, set board.Digits) {
		if set == 0 {
			return
		}
		var all []string
		for d := range set.All() {
			all = append(all, string(alphabet[d-1]))
		}
		parts = append(parts, before+strings.Join(all, " "))
	}
	switch {
	case l.digit != 0:
		parts = append(parts, string(alphabet[l.digit-1]))
	case l.left|l.struck == 0:
		parts = append(parts, "empty")
	default:
		digits("candidates ", l.left)
		digits("not ", l.struck)
		digits("above all ", l.strong)
	}
	if l.ink&(Single|Guess|Removed|Conflict) != 0 || l.ink == Filled && l.digit != 0 {
		parts = append(parts, l.ink.String())
	}
	if l.highlight {
		parts = append(parts, "highlighted")
	}
	if l.focus {
		parts = append(parts, "in focus")
	}
	return strings.Join(parts, ", ")
}

// flush writes everything as one element, with the style sheet in front.
func (pg *pageWriter) flush(w io.Writer, attributes string) error {
	sheet, class := pg.sheet()
	_, err := fmt.Fprintf(w, "<div class=\"sudokulab %s\"%s><style>%s</style>\n%s</div>\n", class, attributes, sheet, pg.body.String())
	return err
}

// sheet returns the style sheet and the class that bounds it: a hash of its contents, so that
// elements on one page do not disturb each other, and equal sheets do not matter twice.
func (pg *pageWriter) sheet() (css, class string) {
	light := pg.o.Theme.palette()
	dark := light
	var b strings.Builder
	if pg.o.Dark != nil {
		dark = pg.o.Dark.palette()
		b.WriteString(ColorScheme(".ID"))
	}
	colour := func(p paint) string {
		if dark == light {
			return light[p].String()
		}
		return fmt.Sprintf("light-dark(%v,%v)", light[p], dark[p])
	}
	// Notebooks style every list, figure and paragraph of an output; the class named twice outweighs that.
	fmt.Fprintf(&b, ".ID{position:relative;max-width:100%%;width:fit-content;background:%s;color:%s;font:%dpx/%.2f %s}", colour(pagePaint), colour(labelPaint), captionSize, leading, fontFamily)
	b.WriteString(".ID.ID figure{margin:0;position:relative;max-width:100%}" +
		".ID.ID svg{display:block;max-width:100%;height:auto}" +
		".ID.ID .row{display:flex;flex-wrap:wrap;align-items:flex-start;gap:4px;margin:0;padding:0;list-style:none}" +
		".ID.ID [hidden]{display:none}" +
		".ID.ID .row li{margin:0;max-width:100%}" +
		".ID.ID .alt{position:absolute;left:0;top:0;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}")
	fmt.Fprintf(&b, ".ID.ID p.title{position:relative;margin:0 0 -4px;padding:%dpx %dpx 0;font-size:%dpx;font-weight:700}", margin, margin, titleSize)
	fmt.Fprintf(&b, ".ID.ID figcaption{position:relative;margin:-6px 0 0;padding:0 %dpx %dpx;text-align:left}", margin, margin)
	if pg.controls {
		fmt.Fprintf(&b, ".ID .controls{display:flex;gap:6px;align-items:center;padding:0 %dpx %dpx}.ID .show figcaption{min-height:2lh;white-space:pre-line}"+
			".ID .controls input{flex:1;min-width:4em}.ID button,.ID output{font:inherit;white-space:nowrap}"+
			".ID button{color:%s;background:%s;border:1px solid %s;border-radius:4px;padding:2px 10px}"+
			"@media(prefers-reduced-motion:reduce){.ID [data-do=play]{display:none}}", margin, margin, colour(givenPaint), colour(paperPaint), colour(framePaint))
	}
	for p := noPaint + 1; int(p) < len(light); p++ {
		if pg.svg.filled[p] {
			fmt.Fprintf(&b, ".ID .f%d{fill:%s}", p, colour(p))
		}
		if pg.svg.stroked[p] {
			fmt.Fprintf(&b, ".ID .s%d{stroke:%s}", p, colour(p))
		}
	}
	hash := fnv.New32a()
	_, _ = io.WriteString(hash, b.String()) // a hash.Hash never errs
	class = fmt.Sprintf("board-%08x", hash.Sum32())
	return strings.ReplaceAll(b.String(), ".ID", "."+class), class
}
