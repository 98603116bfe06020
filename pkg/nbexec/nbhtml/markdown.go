package nbhtml

import (
	"encoding/base64"
	"io/fs"
	"mime"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"sudokulab/pkg/nbexec/nbformat"
)

// text writes Markdown with its images in it and its formulas as MathML; cell says that it is that of
// a text cell.
func (w *writer) text(source string, attachments nbformat.Object, cell bool) error {
	data := []byte(source)
	if why := costly(data); why != "" {
		w.body.WriteString(asSource(source, why))
		return nil
	}
	doc := w.parse(data)
	w.headings(doc, data, cell)
	var images []*ast.Image
	var plain []*ast.AutoLink // that may not be links
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			images = append(images, n)
		case *ast.Link:
			n.Destination = []byte(w.address(string(n.Destination)))
		case *ast.AutoLink:
			if _, ok := safeURL(string(n.URL(data))); w.opts.Safe && !ok {
				plain = append(plain, n)
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	if cell {
		w.links(doc, data)
	}
	for _, i := range images {
		if address := w.image(string(i.Destination), attachments); address != "" {
			i.Destination = []byte(address)
			continue
		}
		link := ast.NewLink()
		link.Destination, link.Title = []byte(w.address(string(i.Destination))), i.Title
		for c := i.FirstChild(); c != nil; c = i.FirstChild() {
			link.AppendChild(link, c)
		}
		i.Parent().ReplaceChild(i.Parent(), i, link)
	}
	for _, l := range plain {
		l.Parent().ReplaceChild(l.Parent(), l, ast.NewString(l.Label(data)))
	}
	var out strings.Builder
	if err := w.markdown.Renderer().Render(&out, data, doc); err != nil {
		return err
	}
	if w.opts.Safe {
		w.body.WriteString(out.String()) // what was HTML in it has been looked at
	} else {
		w.body.WriteString(withoutSources(out.String()))
	}
	return nil
}

func (w *writer) parse(source []byte) ast.Node {
	return w.markdown.Parser().Parse(text.NewReader(source))
}

// address returns where a link leads: to a page instead of a notebook, to the heading that is meant,
// and nowhere if it could run something.
func (w *writer) address(to string) string {
	if w.opts.Safe {
		var ok bool
		if to, ok = safeURL(to); !ok {
			return ""
		}
	}
	if fragment, ok := strings.CutPrefix(to, "#"); ok {
		return "#" + w.before.heading(fragment)
	}
	if w.opts.Pages {
		to = pageOf(to)
		if rest, ok := strings.CutPrefix(strings.TrimPrefix(to, "./"), "README.md"); ok && w.opts.Index != "" && (rest == "" || rest[0] == '#') {
			to = w.opts.Index
		}
	}
	return to
}

// rawHTML renders HTML within Markdown.
type rawHTML struct{ safe bool }

// RegisterFuncs implements renderer.NodeRenderer.
func (r rawHTML) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	if !r.safe {
		return
	}
	reg.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		_, err := w.WriteString(safeTag(string(n.(*ast.RawHTML).Segments.Value(source))))
		return ast.WalkSkipChildren, err
	})
	reg.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		block := n.(*ast.HTMLBlock)
		content := string(block.Lines().Value(source))
		if block.HasClosure() {
			content += string(block.ClosureLine.Value(source))
		}
		_, err := w.WriteString(safe(content) + "\n")
		return ast.WalkContinue, err
	})
}

// pageOf returns the address of a notebook's page; other addresses stay.
func pageOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" || u.Host != "" || strings.HasPrefix(address, "/") || path.Ext(u.Path) != ".ipynb" {
		return address
	}
	n := len(address)
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		n = i
	}
	name, ok := strings.CutSuffix(address[:n], ".ipynb")
	if !ok {
		return address
	}
	return name + ".html" + address[n:]
}

// largestImage bounds the files that become a part of a page, in bytes.
const largestImage = 32 << 20

// image returns the data address of an attachment or a file; "" for an image that is not there.
func (w *writer) image(address string, attachments nbformat.Object) string {
	if strings.HasPrefix(address, "data:") {
		if w.opts.Safe && !dataImage.MatchString(address) {
			return ""
		}
		return address
	}
	if name, ok := strings.CutPrefix(address, "attachment:"); ok {
		bundle, _ := attachments[name].(nbformat.Object)
		for kind, v := range bundle {
			if data, ok := v.(string); ok && strings.HasPrefix(kind, "image/") && len(bundle) == 1 {
				return "data:" + kind + ";base64," + strings.Join(strings.Fields(data), "")
			}
		}
		return ""
	}
	name := path.Clean(address)
	kind, _, _ := strings.Cut(mime.TypeByExtension(path.Ext(name)), ";")
	if w.opts.Files == nil || !fs.ValidPath(name) || !strings.HasPrefix(kind, "image/") {
		return ""
	}
	// The link that takes the place of an image which cannot be read leads where the image did.
	if info, err := fs.Stat(w.opts.Files, name); err != nil || !info.Mode().IsRegular() || info.Size() > largestImage {
		return ""
	}
	data, err := fs.ReadFile(w.opts.Files, name)
	if err != nil {
		return ""
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
