package render

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"
)

// SVG writes the picture as one SVG element, which stands alone as a file and inside HTML.
// Colours are presentation attributes, so that every reader of SVG shows them; only the
// change to [Options.Dark] needs CSS. The element has role img, a title and a description
// in words. It draws digits as text in the reader's fonts, the Go fonts first. Its
// identifiers are hashes of its contents: pictures on one page do not disturb each other.
func SVG(w io.Writer, p Picture, o Options) error {
	sc, err := compose(p, o)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, svg(&sc, &o))
	return err
}

// SVGStrip writes the steps of a process as one SVG: small boards in so many columns, numbered, each with its
// caption below, as [HTMLStrip] shows them. The words that stand for it are those of the captions.
func SVGStrip(w io.Writer, pictures []Picture, columns int, o Options) error {
	if len(pictures) == 0 || columns < 1 {
		return fmt.Errorf("render: strip of %d pictures in %d columns, want 1 or more of both", len(pictures), columns)
	}
	o.Cell, o.narrow = stripCell(pictures, &o), true
	var body, words strings.Builder
	var x, y, width, height float64 // of the next picture, and of the strip
	for i, p := range pictures {
		p.Caption = strings.TrimSpace(fmt.Sprintf("%d. %s", i+1, p.Caption))
		sc, err := compose(p, o)
		if err != nil {
			return fmt.Errorf("%w (picture %d)", err, i+1)
		}
		if i%columns == 0 {
			x, y = 0, height
		}
		fmt.Fprintf(&body, `<svg x="%s" y="%s"%s`, number(x), number(y), strings.TrimPrefix(document(&sc, &o), "<svg"))
		x += sc.w
		width, height = max(width, x), max(height, y+sc.h)
		words.WriteString(strings.Join(lines(p.Caption), " ") + "\n")
	}
	page := o.Theme.Page.String()
	class := ""
	if o.Dark != nil {
		class = fmt.Sprintf(` class="f%d"`, pagePaint)
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img" aria-label="%[3]s">`+
		"\n<desc>%[4]s</desc>\n<path%[5]s fill=\"%[6]s\" d=\"M0 0h%[1]sv%[2]sH0z\"/>\n%[7]s</svg>\n",
		number(width), number(height), escape(titleOf(&pictures[0])), escape(strings.TrimSpace(words.String())), class, page, body.String())
	return err
}

// compose checks the arguments of a drawing and lays it out.
func compose(p Picture, o Options) (scene, error) {
	if err := p.Validate(); err != nil {
		return scene{}, err
	}
	if err := o.Validate(); err != nil {
		return scene{}, err
	}
	alphabet, err := digitsOf(o.Alphabet, p.Board.Shape().Side())
	if err != nil {
		return scene{}, err
	}
	return layout(&p, &o, alphabet), nil
}

// FontFamily names the fonts of a picture's text: the one that it is laid out with, the usual ones of its kind, and the reader's own for
// text without serifs. Packages that draw beside this one name them, too.
const FontFamily = `Go,'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif`

func svg(sc *scene, o *Options) string {
	head, body := svgParts(sc, o)
	width, height := number(sc.w), number(sc.h)
	hash := fnv.New64a()
	for _, s := range []string{width, height, sc.title, sc.desc, head, body} {
		_, _ = io.WriteString(hash, s) // a hash.Hash never errs
	}
	id := fmt.Sprintf("board-%016x", hash.Sum64())

	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" id="%s" width="%s" height="%s" viewBox="0 0 %s %s" role="img" aria-labelledby="%s-title %s-desc" font-family="%s">`+"\n",
		id, width, height, width, height, id, id, FontFamily)
	fmt.Fprintf(&out, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escape(sc.title), id, escape(sc.desc))
	out.WriteString(strings.ReplaceAll(head, "#ID", "#"+id))
	out.WriteString(body)
	out.WriteString("</svg>\n")
	return out.String()
}

// document returns a scene as an SVG document for an <img>: alone in its page it needs no identifier,
// and what it shows in words stands in the page.
func document(sc *scene, o *Options) string {
	head, body := svgParts(sc, o)
	width, height := number(sc.w), number(sc.h)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="%s">`+"\n%s%s</svg>\n",
		width, height, width, height, FontFamily, strings.ReplaceAll(head, "#ID ", ""), body)
}

// svgParts returns the shapes of a scene, and the style sheet that exchanges their colours on dark
// pages, each rule under #ID.
func svgParts(sc *scene, o *Options) (head, shapes string) {
	body := svgBody{palette: o.Theme.palette(), classes: o.Dark != nil}
	body.items(sc.items)
	if o.Dark == nil {
		return "", body.String()
	}
	var sheet strings.Builder
	dark := o.Dark.palette()
	sheet.WriteString("<style>@media (prefers-color-scheme:dark){")
	for p := noPaint + 1; int(p) < len(dark); p++ {
		if body.filled[p] {
			fmt.Fprintf(&sheet, "#ID .f%d{fill:%v}", p, dark[p])
		}
		if body.stroked[p] {
			fmt.Fprintf(&sheet, "#ID .s%d{stroke:%v}", p, dark[p])
		}
	}
	sheet.WriteString("}</style>\n")
	return sheet.String(), body.String()
}

// batchable reports whether two shapes of one style fit into one element.
func batchable(a, b shape) bool {
	switch a := a.(type) {
	case label:
		_, ok := b.(label)
		return ok
	case rect:
		b, ok := b.(rect)
		return ok && a.r == 0 && b.r == 0
	case line:
		_, ok := b.(line)
		return ok
	default:
		return false
	}
}

type svgBody struct {
	strings.Builder
	palette         [paints]RGB
	classes         bool
	filled, stroked [paints]bool // paints used
	attributes      string       // of every element
}

// items writes shapes in their order, neighbours of one style together.
func (s *svgBody) items(items []item) {
	for i := 0; i < len(items); {
		j := i + 1
		for j < len(items) && items[j].style == items[i].style && batchable(items[i].shape, items[j].shape) {
			j++
		}
		s.batch(items[i:j])
		i = j
	}
}

// batch writes shapes of one style as one element: a group of texts or a single path.
func (s *svgBody) batch(items []item) {
	st := items[0].style
	switch first := items[0].shape.(type) {
	case label:
		s.WriteString("<g")
		s.paints(st)
		fmt.Fprintf(&s.Builder, ` font-size="%s"`, number(st.size))
		switch st.face {
		case bold:
			s.WriteString(` font-weight="700"`)
		case italic:
			s.WriteString(` font-style="italic"`)
		}
		switch st.anchor {
		case middle:
			s.WriteString(` text-anchor="middle"`)
		case end:
			s.WriteString(` text-anchor="end"`)
		}
		s.WriteString(">\n")
		for _, it := range items {
			if l, ok := it.shape.(label); ok {
				fmt.Fprintf(&s.Builder, "<text x=\"%s\" y=\"%s\">%s</text>\n", number(l.x), number(l.y), escape(l.text))
			}
		}
		s.WriteString("</g>\n")
	case rect:
		if first.r > 0 || st.stroke != noPaint {
			// The stroke of a scene lies inside the bounds, that of SVG on them.
			in := st.width / 2
			fmt.Fprintf(&s.Builder, `<rect x="%s" y="%s" width="%s" height="%s" rx="%s"`,
				number(first.x+in), number(first.y+in), number(first.w-2*in), number(first.h-2*in), number(max(0, first.r-in)))
			s.paints(st)
			s.WriteString("/>\n")
			return
		}
		s.path(st, ` shape-rendering="crispEdges"`, items)
	case line, curve:
		s.path(st, ` stroke-linecap="round"`, items)
	default:
		s.path(st, "", items)
	}
}

func (s *svgBody) path(st style, attributes string, items []item) {
	s.WriteString("<path")
	s.paints(st)
	s.WriteString(attributes)
	s.WriteString(` d="`)
	for _, it := range items {
		switch f := it.shape.(type) {
		case rect:
			fmt.Fprintf(&s.Builder, "M%s %sh%sv%sh%sz", number(f.x), number(f.y), number(f.w), number(f.h), number(-f.w))
		case line:
			fmt.Fprintf(&s.Builder, "M%s %sL%s %s", number(f.x1), number(f.y1), number(f.x2), number(f.y2))
		case curve:
			fmt.Fprintf(&s.Builder, "M%s %sQ%s %s %s %s", number(f.x1), number(f.y1), number(f.cx), number(f.cy), number(f.x2), number(f.y2))
		case path:
			for i, pt := range f {
				fmt.Fprintf(&s.Builder, "%c%s %s", "ML"[min(i, 1)], number(pt.x), number(pt.y))
			}
			s.WriteByte('z')
		}
	}
	s.WriteString("\"/>\n")
}

func (s *svgBody) paints(st style) {
	s.WriteString(s.attributes)
	if s.classes {
		var names []string
		if st.fill != noPaint {
			names = append(names, "f"+strconv.Itoa(int(st.fill)))
		}
		if st.stroke != noPaint {
			names = append(names, "s"+strconv.Itoa(int(st.stroke)))
		}
		fmt.Fprintf(&s.Builder, ` class="%s"`, strings.Join(names, " "))
	}
	s.filled[st.fill], s.stroked[st.stroke] = true, true
	if st.fill == noPaint {
		s.WriteString(` fill="none"`)
	} else {
		fmt.Fprintf(&s.Builder, ` fill="%v"`, s.palette[st.fill])
	}
	if st.stroke != noPaint {
		fmt.Fprintf(&s.Builder, ` stroke="%v" stroke-width="%s"`, s.palette[st.stroke], number(st.width))
	}
}

// number writes a coordinate with at most two decimals.
func number(x float64) string {
	return strconv.FormatFloat(hundredth(x)+0, 'f', -1, 64)
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder never errs
	return b.String()
}
