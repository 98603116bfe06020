package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"sudokulab/pkg/lab"
)

func escape(s string) string { return html.EscapeString(s) }

// Kinds of pages, as the search and the lists of links name them.
const (
	kindNote       = "Note"
	kindClaim      = "Claim"
	kindExperiment = "Experiment"
	kindNotebook   = "Notebook"
	kindPackage    = "Package"
	kindList       = "Overview" // its links are not worth a line on the pages that they lead to
)

// page is a page before and after it is put together.
type page struct {
	path    string // within the site
	title   string // of the document; the first heading if empty
	about   string
	kind    string
	section string // the entry of the navigation that it belongs to
	source  string // the file of the tree that links are relative to; "" for the root
	crumbs  []link
	styles  string // of the page alone
	scripts []string
	before  string // HTML in front of the contents, complete
	wide    bool   // no list of contents at its side
	body    *xhtml.Node
	heads   []heading
	text    []passage
}

// link leads to a page of the site.
type link struct{ Title, Path string }

// heading is an entry of the contents.
type heading struct {
	level    int
	id, text string
}

// passage is what stands under a heading, for the search.
type passage struct{ id, heading, text string }

// mention is a link from one page to another.
type mention struct {
	from *page
	id   string // of the heading that it stands under
	head string
}

// builder puts a site together.
type builder struct {
	*tree

	o        Options
	site     *Site
	ledger   lab.Ledger
	claims   map[string]*lab.Entry
	pages    []*page
	mentions map[string][]mention // by the path of the page that is meant
	copied   map[string]bool      // files of the tree that pages name
	problems []string
}

// add makes a page of a fragment of HTML. Its links are relative to the page's source; those that begin with a slash are relative to the
// root of the tree, or of the site where that has such a page.
func (b *builder) add(p *page, fragment string) error {
	context := &xhtml.Node{Type: xhtml.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := xhtml.ParseFragment(strings.NewReader(fragment), context)
	if err != nil {
		return fmt.Errorf("site: %s: %w", p.path, err)
	}
	p.body = context
	for _, n := range nodes {
		p.body.AppendChild(n)
	}
	w := &pass{builder: b, page: p, ids: map[string]int{}, labels: map[string]int{}, styles: map[string]bool{}}
	w.walk(p.body)
	w.flush()
	if p.title == "" {
		p.title = "Untitled"
		if i := slices.IndexFunc(p.heads, func(h heading) bool { return h.level == 1 }); i >= 0 {
			p.title = p.heads[i].text
		}
	}
	if p.about == "" {
		p.about = clip(w.first, 200)
	}
	b.pages = append(b.pages, p)
	return nil
}

// pass is the one pass over a fragment.
type pass struct {
	*builder

	page   *page
	ids    map[string]int
	labels map[string]int // of regions
	styles map[string]bool
	at     heading // the last one
	words  strings.Builder
	first  string // the first paragraph
}

// flush ends what stands under a heading.
func (w *pass) flush() {
	text := strings.Join(strings.Fields(w.words.String()), " ")
	w.words.Reset()
	if text != "" || w.at.id != "" {
		w.page.text = append(w.page.text, passage{w.at.id, w.at.text, text})
	}
}

func attribute(n *xhtml.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

func setAttribute(n *xhtml.Node, name, value string) {
	for i, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, xhtml.Attribute{Key: name, Val: value})
}

func removeAttribute(n *xhtml.Node, name string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a xhtml.Attribute) bool { return a.Key == name })
}

func addClass(n *xhtml.Node, class string) {
	old, _ := attribute(n, "class")
	setAttribute(n, "class", strings.TrimSpace(old+" "+class))
}

func hasClass(n *xhtml.Node, class string) bool {
	all, _ := attribute(n, "class")
	return slices.Contains(strings.Fields(all), class)
}

// textOf returns the text within a node.
func textOf(n *xhtml.Node) string {
	var out strings.Builder
	for d := range n.Descendants() {
		if d.Type == xhtml.TextNode {
			out.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

// element makes an element.
func element(a atom.Atom, attributes ...string) *xhtml.Node {
	n := &xhtml.Node{Type: xhtml.ElementNode, Data: a.String(), DataAtom: a}
	for i := 0; i+1 < len(attributes); i += 2 {
		n.Attr = append(n.Attr, xhtml.Attribute{Key: attributes[i], Val: attributes[i+1]})
	}
	return n
}

func textNode(s string) *xhtml.Node { return &xhtml.Node{Type: xhtml.TextNode, Data: s} }

// replace puts nodes in the place of one.
func replace(old *xhtml.Node, nodes ...*xhtml.Node) {
	for _, n := range nodes {
		old.Parent.InsertBefore(n, old)
	}
	old.Parent.RemoveChild(old)
}

// wrap puts an element around a node.
func wrap(n, around *xhtml.Node) {
	n.Parent.InsertBefore(around, n)
	n.Parent.RemoveChild(n)
	around.AppendChild(n)
}

// walk goes through the children of a node.
func (w *pass) walk(n *xhtml.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch c.Type {
		case xhtml.TextNode:
			w.said(c)
		case xhtml.ElementNode:
			w.element(c)
		default:
		}
		c = next
	}
}

// said notes a text and makes links of the claims in it.
func (w *pass) said(n *xhtml.Node) {
	if !inside(n, atom.Table, atom.Pre, atom.Style, atom.Script, atom.Svg) {
		w.words.WriteString(n.Data)
		w.words.WriteByte(' ')
	}
	if w.page.kind != kindPackage && !inside(n, atom.A, atom.Code, atom.Pre, atom.H1, atom.H2, atom.H3, atom.H4, atom.Svg, atom.Style, atom.Script, atom.Button, atom.Option, atom.Math) {
		w.claimed(n)
	}
}

// inside reports whether a node stands in one of these elements.
func inside(n *xhtml.Node, elements ...atom.Atom) bool {
	for p := range n.Ancestors() {
		if slices.Contains(elements, p.DataAtom) {
			return true
		}
	}
	return false
}

var claimName = regexp.MustCompile(`\b[A-Z]\d{2}[a-z]?\b`)

// claimed makes links of the claims that a text names.
func (w *pass) claimed(n *xhtml.Node) {
	var nodes []*xhtml.Node
	done := 0
	for _, m := range claimName.FindAllStringIndex(n.Data, -1) {
		id := n.Data[m[0]:m[1]]
		if _, ok := w.claims[id]; !ok || claimAddress(id) == w.page.path {
			continue
		}
		a := element(atom.A, "href", w.to(claimAddress(id)), "class", "claim")
		a.AppendChild(textNode(id))
		nodes = append(nodes, textNode(n.Data[done:m[0]]), a)
		done = m[1]
	}
	if nodes != nil {
		replace(n, append(nodes, textNode(n.Data[done:]))...)
	}
}

// to returns the relative address of a page or a file of the site, and notes the link.
func (w *pass) to(target string) string {
	name, _, _ := strings.Cut(target, "#")
	w.note(name)
	return relative(w.page.path, target)
}

// note notes a link for the page that it leads to.
func (w *pass) note(name string) {
	if w.page.kind == kindList || name == w.page.path || path.Ext(name) != htmlExt {
		return
	}
	m := mention{w.page, w.at.id, w.at.text}
	if !slices.ContainsFunc(w.mentions[name], func(o mention) bool { return o.from == m.from }) {
		w.mentions[name] = append(w.mentions[name], m)
	}
}

// relative returns the address of a page of the site as seen from another.
func relative(from, to string) string {
	to, fragment, has := strings.Cut(to, "#")
	up, rest := path.Dir(from), to
	for up != "." && !strings.HasPrefix(rest, up+"/") {
		up = path.Dir(up)
	}
	dots := strings.Repeat("../", strings.Count(path.Dir(from)+"/", "/"))
	if path.Dir(from) == "." {
		dots = ""
	}
	if up != "." {
		rest = strings.TrimPrefix(rest, up+"/")
		dots = strings.Repeat("../", strings.Count(strings.TrimPrefix(path.Dir(from), up), "/"))
	}
	u := url.URL{Path: dots + rest}
	out := u.EscapedPath()
	if has {
		out += "#" + (&url.URL{Fragment: fragment}).EscapedFragment()
	}
	return out
}

// element handles an element and what is in it.
func (w *pass) element(n *xhtml.Node) {
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		w.heading(n)
		return
	case atom.Style:
		w.style(n)
		return
	case atom.Script:
		return
	case atom.A:
		w.anchor(n)
	case atom.Img:
		w.image(n)
	case atom.Table:
		if !shown(n) {
			w.table(n)
		}
	case atom.Div:
		if label, ok := attribute(n, "aria-label"); ok {
			setAttribute(n, "aria-label", w.label(label))
		}
	case atom.Th:
		if textOf(n) == "" { // it heads nothing
			n.Data, n.DataAtom = "td", atom.Td
			removeAttribute(n, "scope")
		}
	case atom.Pre:
		setAttribute(n, "tabindex", "0")
	case atom.P:
		w.paragraph(n)
	case atom.Span:
		if id, ok := attribute(n, "data-claim"); ok {
			w.verdict(n, id)
		}
	case atom.Code:
		w.experiment(n)
	case atom.Input:
		if kind, _ := attribute(n, "type"); kind == "checkbox" {
			setAttribute(n, "aria-label", "done") // of a list of tasks
		}
	default:
	}
	w.walk(n)
}

// style takes out a style sheet that stands on the page already: each output of a notebook has its own.
func (w *pass) style(n *xhtml.Node) {
	text := ""
	if n.FirstChild != nil {
		text = n.FirstChild.Data
	}
	if w.styles[text] {
		n.Parent.RemoveChild(n)
	}
	w.styles[text] = true
}

// heading gives a heading its anchor and notes it.
func (w *pass) heading(n *xhtml.Node) {
	w.flush()
	id, ok := attribute(n, "id")
	text := textOf(n)
	if !ok {
		id = slug(text)
		w.ids[id]++
		if k := w.ids[id]; k > 1 {
			id += "-" + strconv.Itoa(k)
		}
		setAttribute(n, "id", id)
	}
	w.at = heading{int(n.Data[1] - '0'), id, text}
	w.page.heads = append(w.page.heads, w.at)
	w.walk(n)
	w.words.Reset()
}

// slug makes an id of a text.
func slug(text string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
	}
	return strings.TrimSuffix(out.String(), "-")
}

// resolve returns what a link of the page leads to: an address relative to the page, the same if it leads outside, "" if the site
// has nothing there.
func (w *pass) resolve(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		w.problem("link to %q: %v", address, err)
		return ""
	case u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto" || u.Scheme == "data" || u.Scheme == "" && u.Host == "" && u.Path == "":
		return address
	case u.Scheme != "" || u.Host != "":
		w.problem("link to %q, want a file of the tree or https", address)
		return ""
	}
	name := path.Join(path.Dir(w.page.source), u.Path)
	if strings.HasPrefix(u.Path, "/") {
		name = strings.TrimPrefix(path.Clean(u.Path), "/")
		if b := path.Ext(name); b == htmlExt || w.has(name) {
			return w.with(name, u.Fragment)
		}
	}
	at, err := w.find(name)
	if err != nil {
		w.problem("link to %q: %v", address, err)
		return ""
	}
	if at == "" {
		return ""
	}
	file, _, anchored := strings.Cut(at, "#")
	switch {
	case path.Ext(file) != htmlExt:
		w.copied[name] = true
		return w.to(at)
	case strings.HasPrefix(name, claimsFolder+"/"):
		if id := w.claimIn(u.Fragment); id != "" {
			at = claimAddress(id)
		}
		return w.to(at)
	case anchored, path.Ext(name) == ".go", w.results[path.Base(path.Dir(name))] != nil:
		return w.to(at) // what the fragment means is not on that page, or is all of it
	}
	return w.with(at, u.Fragment)
}

// claimIn returns the claim that a fragment begins with, "" for none.
func (b *builder) claimIn(fragment string) string {
	first, _, _ := strings.Cut(fragment, "-")
	for id := range b.claims {
		if strings.EqualFold(id, first) {
			return id
		}
	}
	return ""
}

// has reports whether the site itself has such a file.
func (b *builder) has(name string) bool {
	_, ok := b.site.files[name]
	return ok
}

// with returns the relative address of a page of the site at a fragment.
func (w *pass) with(name, fragment string) string {
	if fragment != "" {
		name, _, _ = strings.Cut(name, "#")
		name += "#" + fragment
	}
	return w.to(name)
}

func (w *pass) problem(format string, args ...any) {
	w.problems = append(w.problems, w.page.source+": "+fmt.Sprintf(format, args...))
}

// anchor turns a link of the tree into one of the site, or into plain text.
func (w *pass) anchor(n *xhtml.Node) {
	address, ok := attribute(n, "href")
	if !ok {
		return
	}
	to := w.resolve(address)
	if to == "" {
		n.Data, n.DataAtom, n.Attr = "span", atom.Span, []xhtml.Attribute{{Key: "class", Val: "plain"}, {Key: "title", Val: "in the source tree: " + path.Join(path.Dir(w.page.source), address)}}
		return
	}
	setAttribute(n, "href", to)
	if strings.HasPrefix(to, "http") {
		setAttribute(n, "rel", "noreferrer")
	}
}

// image turns the file of a picture into one of the site, in a link to the picture itself.
func (w *pass) image(n *xhtml.Node) {
	address, _ := attribute(n, "src")
	if strings.HasPrefix(address, "data:") {
		w.embedded(n, address)
		return
	}
	to := w.resolve(address)
	if to == "" || strings.HasPrefix(to, "http") {
		w.problem("picture %q is not of the site", address)
		return
	}
	setAttribute(n, "src", to)
	setAttribute(n, "loading", "lazy")
	if !inside(n, atom.A) {
		wrap(n, element(atom.A, "class", "picture", "href", to))
	}
}

// embedded turns a picture that stands in the page into a file, which takes a quarter less space.
func (w *pass) embedded(n *xhtml.Node, address string) {
	text, ok := strings.CutPrefix(address, "data:image/svg+xml;base64,")
	if !ok {
		return
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		w.problem("a picture in the page: %v", err)
		return
	}
	sum := sha256.Sum256(data)
	name := "pictures/" + hex.EncodeToString(sum[:8]) + ".svg"
	w.site.files[name] = data
	setAttribute(n, "src", relative(w.page.path, name))
	setAttribute(n, "loading", "lazy")
}

// longText is as much as a cell of a table shows on a line.
const longText = 48

// label returns a label of a region that no other on the page has.
func (w *pass) label(text string) string {
	w.labels[text]++
	if k := w.labels[text]; k > 1 {
		text += " (" + strconv.Itoa(k) + ")"
	}
	return text
}

// shown reports whether a node is a part of an output that the lab's packages have laid out.
func shown(n *xhtml.Node) bool {
	for p := range n.Ancestors() {
		if hasClass(p, "sudokulab") {
			return true
		}
	}
	return false
}

// table puts a table into a box that scrolls, with the bold line above it as its caption.
func (w *pass) table(n *xhtml.Node) {
	title := "Table"
	if w.at.text != "" {
		title = "Table: " + w.at.text
	}
	for d := range n.Descendants() {
		if d.DataAtom == atom.Caption {
			title = textOf(d)
		}
		if (d.DataAtom == atom.Td || d.DataAtom == atom.Th) && len([]rune(textOf(d))) > longText {
			addClass(d, "long")
		}
		if a, ok := attribute(d, "align"); ok && (d.DataAtom == atom.Td || d.DataAtom == atom.Th) {
			removeAttribute(d, "align")
			if a != "left" {
				addClass(d, a[:1])
			}
		}
	}
	before := n.PrevSibling
	for before != nil && before.Type == xhtml.TextNode && strings.TrimSpace(before.Data) == "" {
		before = before.PrevSibling
	}
	if before != nil && before.DataAtom == atom.P && before.FirstChild != nil && before.FirstChild == before.LastChild && before.FirstChild.DataAtom == atom.Strong {
		title = textOf(before)
		addClass(before, "caption")
	}
	if !hasClass(n.Parent, "scroll") {
		title = w.label(title)
		wrap(n, element(atom.Div, "class", "scroll", "tabindex", "0", "role", "region", "aria-label", title))
	}
}

var provenance = regexp.MustCompile(`^Profile \w+, seed |^Not measured: |^Measured by earlier code`)

// paragraph notes the first paragraph, and sets small what only says where figures are from.
func (w *pass) paragraph(n *xhtml.Node) {
	text := textOf(n)
	if w.first == "" && !hasClass(n, "origin") {
		w.first = text
	}
	if provenance.MatchString(text) || lab.IsState(text) {
		addClass(n, "provenance")
	}
}

// verdict makes a badge of a verdict within a sentence.
func (w *pass) verdict(n *xhtml.Node, id string) {
	removeAttribute(n, "data-claim")
	addClass(n, textOf(n))
	if s := sign(lab.Verdict(textOf(n))); s != "" {
		mark := element(atom.Span, "aria-hidden", "true")
		mark.AppendChild(textNode(s + "\u00a0"))
		n.InsertBefore(mark, n.FirstChild)
	}
	if _, ok := w.claims[id]; ok && !inside(n, atom.A) {
		wrap(n, element(atom.A, "class", "to-claim", "href", w.to(claimAddress(id))))
	}
}

// experiment makes a link of the name of an experiment in code.
func (w *pass) experiment(n *xhtml.Node) {
	if inside(n, atom.A, atom.Pre) || n.FirstChild == nil || n.FirstChild != n.LastChild {
		return
	}
	name := strings.TrimPrefix(textOf(n), "experiments/")
	if _, ok := w.results[name]; ok && experimentAddress(name) != w.page.path {
		wrap(n, element(atom.A, "href", w.to(experimentAddress(name))))
	}
}

func experimentAddress(id string) string { return path.Join("results", id, indexFile) }

// clip shortens a text at a word.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	cut := string(r[:n])
	if i := strings.LastIndexByte(cut, ' '); i > n/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,.;:") + " …"
}

// optional are end tags that HTML lets one leave out, in tables with the line's end behind them, which would else be the cell's. Tables and lists have
// so many that they would take most of a megabyte.
var optional = strings.NewReplacer("</td>\n", "", "</th>\n", "", "</tr>\n", "", "</td>", "", "</th>", "", "</tr>", "", "</thead>", "", "</tbody>", "",
	"</li>", "", "</dt>", "", "</dd>", "", "</option>", "",
	` style="text-align:left"`, "") // cells of notebooks have it for viewers that set them to the right; this site's style sheet does not

// html writes the body's content.
func (p *page) html() (string, error) {
	var out bytes.Buffer
	for c := range p.body.ChildNodes() {
		if err := xhtml.Render(&out, c); err != nil {
			return "", fmt.Errorf("site: %s: %w", p.path, err)
		}
	}
	return optional.Replace(out.String()), nil
}
