package nbhtml

import (
	"bytes"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"sudokulab/pkg/nbexec/nbformat"
)

// survey is what a page is found to hold.
type survey struct {
	ids      map[string]bool   // of headings
	last     map[string]int    // number behind a heading's text in an id
	alike    map[string]string // ids by what is left of them without case and signs; the first of each
	sections []section         // headings of the second level in text cells
	contents bool              // a text cell lists them
	ways     map[string]bool   // addresses in lines of text cells that are made of links
}

// section is a heading.
type section struct{ id, text string }

// fewSections are so few that a list of them is of no use.
const fewSections = 3

// headings gives the headings of a text their ids: those of Jupyter, so that its links lead to them,
// with a number behind one that is there already.
func (w *writer) headings(doc ast.Node, source []byte, cell bool) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		text := strings.TrimSpace(textOf(h, source))
		base := strings.ReplaceAll(text, " ", "-")
		if base == "" {
			base = "heading"
		}
		id := base
		for w.after.ids[id] { // none of the numbers up to the last one of this base is free
			w.after.last[base]++
			id = base + "-" + strconv.Itoa(w.after.last[base])
		}
		w.after.ids[id] = true
		if _, ok := w.after.alike[bare(id)]; !ok {
			w.after.alike[bare(id)] = id
		}
		if cell && h.Level == 2 {
			w.after.sections = append(w.after.sections, section{id, text})
		}
		h.SetAttributeString("id", []byte(id))
		return ast.WalkSkipChildren, nil
	})
}

// textOf returns the text within a node.
func textOf(n ast.Node, source []byte) string {
	var out strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			out.Write(n.Segment.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteByte(' ')
			}
		case *ast.String:
			out.Write(n.Value)
		case *inlineFormula:
			out.WriteString(n.source)
		}
		return ast.WalkContinue, nil
	})
	return html.UnescapeString(out.String())
}

// bare returns the letters and digits of an id, in lower case: what the ways to make ids of headings
// have in common.
func bare(id string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, id)
}

// heading returns the fragment of the heading that one means.
func (s *survey) heading(fragment string) string {
	id, err := url.PathUnescape(fragment)
	if err != nil || s.ids[id] {
		return fragment
	}
	if like, ok := s.alike[bare(id)]; ok && bare(id) != "" {
		return (&url.URL{Fragment: like}).EscapedFragment()
	}
	return fragment
}

// wayWords may stand between the links of a line that leads on.
var wayWords = regexp.MustCompile(`(?i)\b(?:previous|next|back|up|contents|index|notebooks?|and|or|the|to)\b`)

// links finds out whether a text cell lists the sections of the notebook, and which pages its lines of
// links lead to.
func (w *writer) links(doc ast.Node, source []byte) {
	sections := 0
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if l, ok := n.(*ast.Link); ok && entering && bytes.HasPrefix(l.Destination, []byte("#")) {
			sections++
		}
		if n.Kind() != ast.KindParagraph || !entering {
			return ast.WalkContinue, nil
		}
		var beside strings.Builder
		var addresses []string
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if l, ok := c.(*ast.Link); ok {
				addresses = append(addresses, string(l.Destination))
				continue
			}
			beside.WriteString(textOf(c, source))
		}
		if bare(wayWords.ReplaceAllString(beside.String(), "")) == "" {
			for _, a := range addresses {
				w.after.ways[strings.TrimPrefix(a, "./")] = true
			}
		}
		return ast.WalkContinue, nil
	})
	w.after.contents = w.after.contents || sections >= fewSections
}

// contents writes a list of the notebook's sections behind its first text cell, unless it has its own.
func (w *writer) contents() {
	if w.listed || w.before.contents || len(w.before.sections) < fewSections {
		return
	}
	w.listed = true
	w.body.WriteString("<nav class=\"contents\" aria-label=\"Contents\">\n<details open><summary>Contents</summary>\n<ol>\n")
	for _, s := range w.before.sections {
		fmt.Fprintf(&w.body, "<li><a href=\"#%s\">%s</a></li>\n", html.EscapeString((&url.URL{Fragment: s.id}).EscapedFragment()), html.EscapeString(s.text))
	}
	w.body.WriteString("</ol>\n</details>\n</nav>\n")
}

// ways returns the links to other pages that the notebook itself does not have.
func (w *writer) ways() string {
	var out strings.Builder
	add := func(l Link, rel, before, after string) {
		if l.Address != "" && !w.before.ways[l.Address] {
			fmt.Fprintf(&out, "<a rel=\"%s\" href=\"%s\">%s%s%s</a>\n", rel, html.EscapeString(l.Address), before, html.EscapeString(l.Title), after)
		}
	}
	add(w.opts.Previous, "prev", "← ", "")
	add(Link{"All notebooks", w.opts.Index}, "index", "", "")
	add(w.opts.Next, "next", "", " →")
	if out.Len() == 0 {
		return ""
	}
	return "<nav aria-label=\"Notebooks\">" + out.String() + "</nav>"
}

// Entry is a line of an [Index].
type Entry struct {
	Link
	Text string // what the page is about, plain text
}

// Summary returns the title of a notebook and the first paragraph of text behind it, as plain text.
func Summary(n *nbformat.Notebook) (title, about string) {
	title = Title(n)
	w := newWriter(n, Options{})
	for _, c := range n.Cells {
		if c.Type != nbformat.Markdown {
			continue
		}
		source := []byte(c.Source)
		if costly(source) != "" {
			continue
		}
		doc := w.parse(source)
		for node := doc.FirstChild(); node != nil; node = node.NextSibling() {
			if node.Kind() == ast.KindParagraph {
				if about = strings.Join(strings.Fields(textOf(node, source)), " "); about != "" {
					return title, about
				}
			}
		}
	}
	return title, ""
}

// Generator stands in a page that lists others.
const Generator = `<meta name="generator" content="sudokulab notebook html">`

// Index returns a page that lists others.
func Index(title string, entries []Entry) []byte {
	var page bytes.Buffer
	head(&page, title, "'none'", Generator+"\n")
	fmt.Fprintf(&page, "<main>\n<h1>%s</h1>\n<dl class=\"index\">\n", html.EscapeString(title))
	for _, e := range entries {
		fmt.Fprintf(&page, "<dt><a href=\"%s\">%s</a></dt>\n", html.EscapeString(e.Address), html.EscapeString(e.Title))
		if e.Text != "" {
			fmt.Fprintf(&page, "<dd>%s</dd>\n", html.EscapeString(e.Text))
		}
	}
	page.WriteString("</dl>\n</main>\n</body>\n</html>\n")
	return page.Bytes()
}
