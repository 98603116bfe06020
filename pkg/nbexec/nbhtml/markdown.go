package nbhtml

import (
	"encoding/base64"
	"io/fs"
	"mime"
	"net/url"
	"path"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"sudokulab/pkg/nbexec/nbformat"
)

// text writes Markdown with its images in it and its formulas as MathML.
func (w *writer) text(source string, attachments nbformat.Object) error {
	data := []byte(source)
	doc := w.markdown.Parser().Parse(text.NewReader(data), parser.WithContext(parser.NewContext(parser.WithIDs(w.ids))))
	var images []*ast.Image
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			images = append(images, n)
		case *ast.Link:
			if w.opts.Pages {
				n.Destination = []byte(pageOf(string(n.Destination)))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return err
	}
	for _, i := range images {
		if address := w.image(string(i.Destination), attachments); address != "" {
			i.Destination = []byte(address)
			continue
		}
		link := ast.NewLink()
		link.Destination, link.Title = i.Destination, i.Title
		for c := i.FirstChild(); c != nil; c = i.FirstChild() {
			link.AppendChild(link, c)
		}
		i.Parent().ReplaceChild(i.Parent(), i, link)
	}
	var out strings.Builder
	if err := w.markdown.Renderer().Render(&out, data, doc); err != nil {
		return err
	}
	w.body.WriteString(withoutSources(out.String()))
	return nil
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

// image returns the data address of an attachment or a file; "" for an image that is not there.
func (w *writer) image(address string, attachments nbformat.Object) string {
	if strings.HasPrefix(address, "data:") {
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
	data, err := fs.ReadFile(w.opts.Files, name)
	if err != nil {
		return "" // the link that takes its place leads nowhere, as the image did
	}
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
