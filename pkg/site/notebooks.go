package site

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
)

// addNotebooks adds the notebooks with the outputs that they hold.
func (b *builder) addNotebooks() error {
	for _, name := range b.notebooks {
		if err := b.addNotebook(name); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) addNotebook(name string) error {
	data, err := b.read(name)
	if err != nil {
		return err
	}
	n, err := nbformat.Read(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("site: %s: %w", name, err)
	}
	files, err := fs.Sub(b.FS, path.Dir(name))
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	title, about := nbhtml.Summary(n)
	text, err := nbhtml.Page(n, nbhtml.Options{Files: files})
	if err != nil {
		return fmt.Errorf("site: %s: %w", name, err)
	}
	style, main, err := parts(text)
	if err != nil {
		return fmt.Errorf("site: %s: %w", name, err)
	}
	b.site.files["assets/notebook.css"] = []byte(style)
	return b.add(&page{
		path: b.home[name], title: title, about: clip(about, 200), kind: kindNotebook, section: "notebooks", source: name, wide: true, scripts: []string{"notebook.js"},
		crumbs: []link{{"Notebooks", "notebooks/index.html"}},
	}, main)
}

// parts takes the style sheet and the content of a notebook's page.
func parts(text []byte) (style, main string, err error) {
	doc, err := xhtml.Parse(bytes.NewReader(text))
	if err != nil {
		return "", "", err
	}
	var out strings.Builder
	for n := range doc.Descendants() {
		switch {
		case n.DataAtom == atom.Style && n.Parent.DataAtom == atom.Head && style == "" && n.FirstChild != nil:
			style = n.FirstChild.Data
		case n.DataAtom == atom.Main:
			for c := range n.ChildNodes() {
				if err := xhtml.Render(&out, c); err != nil {
					return "", "", err
				}
			}
			return style, out.String(), nil
		}
	}
	return "", "", errors.New("no main part in the page of a notebook")
}
