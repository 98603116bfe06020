package render

import (
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strings"
)

// HTML writes the picture as one HTML element, which stands in any page, a notebook's output
// included, and needs no script, style sheet or font from elsewhere.
//
// The drawing is an <img> whose address holds it: what [SVG] writes, in base64. The choice is for
// viewers that do not trust a page. They drop drawings and style sheets that stand in the HTML
// itself and leave the bare text of both, while an image with its own bytes passes them: JupyterLab
// before a notebook is trusted, nbconvert, and the viewers of code hosts. A PNG would pass as well,
// but has one size and one ground. Title and caption are part of the image, so that they stay with
// it where no style sheet puts them. The alt attribute says in words what is to be seen.
//
// With [Options.Dark] the image follows the reader's preference, and where style sheets hold, the
// page: its nearest data-theme of "light" or "dark", or what Jupyter and Visual Studio Code say in
// their place; see [ColorScheme]. It brings its own ground, so it can be read on both.
//
// The element is well-formed XML, too, so that a program can read it that knows no HTML.
func HTML(w io.Writer, p Picture, o Options) error {
	return HTMLRow(w, []Picture{p}, o)
}

// HTMLRow writes pictures side by side, in as many rows as the page's width asks for.
func HTMLRow(w io.Writer, pictures []Picture, o Options) error {
	if len(pictures) == 0 {
		return errors.New("render: row of no pictures")
	}
	var body strings.Builder
	if err := row(&body, pictures, o); err != nil {
		return err
	}
	return element(w, &o, "", body.String())
}

// HTMLStrip writes the steps of a process as a row of small boards, numbered, each with its
// caption below. An automatic [Options.Cell] is smaller here than elsewhere.
func HTMLStrip(w io.Writer, pictures []Picture, o Options) error {
	if len(pictures) == 0 {
		return errors.New("render: strip of no pictures")
	}
	o.Cell, o.narrow = stripCell(pictures, &o), true
	numbered := make([]Picture, len(pictures))
	for i, p := range pictures {
		p.Caption = strings.TrimSpace(fmt.Sprintf("%d. %s", i+1, p.Caption))
		numbered[i] = p
	}
	return HTMLRow(w, numbered, o)
}

// row writes pictures as images, one per line.
func row(b *strings.Builder, pictures []Picture, o Options) error {
	for i, p := range pictures {
		sc, err := compose(p, o)
		if err != nil && len(pictures) > 1 {
			return fmt.Errorf("%w (picture %d)", err, i+1)
		}
		if err != nil {
			return err
		}
		alt := append([]string{sc.title + "."}, lines(p.Caption)...)
		b.WriteString(Embed([]byte(document(&sc, &o)), strings.Join(append(alt, sc.desc), " ")))
	}
	return nil
}

// Embed returns an <img> that holds an SVG document, with the text that stands for it. Its style
// keeps it inside narrow pages; viewers that drop styles have their own rule for that.
func Embed(svg []byte, alt string) string {
	return `<img src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString(svg) + `" alt="` +
		escape(strings.Join(lines(alt), " ")) + `" style="max-width:100%;height:auto;vertical-align:top" />` + "\n"
}

// element writes HTML as one element that takes the side of the page, where style sheets hold.
func element(w io.Writer, o *Options, attributes, body string) error {
	css := ".ID{max-width:100%}"
	if o.Dark != nil {
		css += ColorScheme(".ID")
	}
	css, class := bounded(css)
	_, err := fmt.Fprintf(w, "<div class=\"sudokulab %s\"%s><style>%s</style>\n%s</div>\n", class, attributes, css, body)
	return err
}

// bounded puts a class for .ID in a style sheet: a hash of its contents, so that elements on one
// page do not disturb each other, and equal sheets do not matter twice.
func bounded(css string) (sheet, class string) {
	hash := fnv.New32a()
	_, _ = io.WriteString(hash, css) // a hash.Hash never errs
	class = fmt.Sprintf("board-%08x", hash.Sum32())
	return strings.ReplaceAll(css, ".ID", "."+class), class
}

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
			cell = max(cell, o.cellOf(&p, p.looks()))
		}
	}
	return cell
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
