package site

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"html/template"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"sudokulab/pkg/nbexec/nbhtml"
)

// platform is the one whose files are documented, on whatever machine the site is made.
func (b *builder) platform() *build.Context {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled, c.BuildTags, c.ToolTags = "linux", "amd64", false, nil, nil
	c.OpenFile = func(name string) (io.ReadCloser, error) { return b.Open(name) }
	c.JoinPath = path.Join
	return &c
}

// addPackages adds the documentation of every package.
func (b *builder) addPackages() error {
	d := &goDocs{builder: b, module: b.module(), packages: map[string]*doc.Package{}, files: map[string]*token.FileSet{}}
	c := b.platform()
	for _, dir := range b.packages {
		if err := d.read(c, dir); err != nil {
			return err
		}
	}
	for _, dir := range b.packages {
		if d.packages[dir] == nil {
			continue
		}
		if err := d.add(dir); err != nil {
			return err
		}
	}
	return nil
}

// goDocs is the documentation of all packages, by their folders.
type goDocs struct {
	*builder

	module   string
	packages map[string]*doc.Package
	files    map[string]*token.FileSet
}

// module returns the path of the tree's module.
func (b *builder) module() string {
	text, err := b.read("go.mod")
	if err != nil {
		return "sudokulab"
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name)
		}
	}
	return "sudokulab"
}

// read reads a package, if it has a file for the platform.
func (d *goDocs) read(c *build.Context, dir string) error {
	entries, err := fs.ReadDir(d.FS, dir)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	sources := 0
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if e.IsDir() || path.Ext(name) != ".go" {
			continue
		}
		if ok, err := c.MatchFile(dir, e.Name()); err != nil || !ok {
			continue
		}
		text, err := d.builder.read(name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("site: %w", err)
		}
		files = append(files, f)
		if !strings.HasSuffix(name, "_test.go") {
			sources++
		}
	}
	if sources == 0 {
		return nil
	}
	p, err := doc.NewFromFiles(set, files, path.Join(d.module, dir))
	if err != nil {
		return fmt.Errorf("site: %s: %w", dir, err)
	}
	d.packages[dir], d.files[dir] = p, set
	return nil
}

// goPage is what the page of a package is made of.
type goPage struct {
	Import, Name, Command string
	Doc                   template.HTML
	Examples              []goExample
	Index                 []goIndex
	Consts, Vars          []goValue
	Funcs                 []goFunc
	Types                 []goType
	Files                 []string
	Inner                 []link // packages below
}

type goIndex struct {
	ID, Text string
	Deeper   bool
}

type goValue struct {
	Names []string
	Code  template.HTML
	Doc   template.HTML
}

type goFunc struct {
	ID, Name  string
	Level     int // of its heading
	Code, Doc template.HTML
	Examples  []goExample
}

type goType struct {
	goFunc

	Consts, Vars []goValue
	Funcs        []goFunc
}

type goExample struct {
	Name, Output string
	Doc, Code    template.HTML
}

// goWriter writes the parts of a package.
type goWriter struct {
	files   *token.FileSet
	pkg     *doc.Package
	printer *comment.Printer
	parser  *comment.Parser
}

func (d *goDocs) add(dir string) error {
	p, files := d.packages[dir], d.files[dir]
	w := &goWriter{files: files, pkg: p, printer: p.Printer(), parser: p.Parser()}
	w.printer.HeadingID = func(h *comment.Heading) string { return "doc-" + slug(words(h.Text)) }
	w.printer.DocLinkURL = func(l *comment.DocLink) string { return d.link(dir, l) }
	g := goPage{Import: p.ImportPath, Name: p.Name, Doc: w.doc(p.Doc, 2), Examples: w.examples(p.Examples, 3), Files: p.Filenames}
	for i, f := range g.Files {
		g.Files[i] = path.Base(f)
	}
	slices.Sort(g.Files)
	g.Files = slices.DeleteFunc(g.Files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
	g.Consts, g.Vars = w.values(p.Consts, 3), w.values(p.Vars, 3)
	g.Funcs = w.funcs("", p.Funcs, 3)
	for _, f := range g.Funcs {
		g.Index = append(g.Index, goIndex{f.ID, f.Name, false})
	}
	for _, t := range p.Types {
		gt := goType{goFunc: goFunc{ID: t.Name, Name: "type " + t.Name, Code: w.decl(t.Decl), Doc: w.doc(t.Doc, 4), Examples: w.examples(t.Examples, 4)}, Consts: w.values(t.Consts, 4), Vars: w.values(t.Vars, 4)}
		gt.Funcs = slices.Concat(w.funcs("", t.Funcs, 4), w.funcs(t.Name, t.Methods, 4))
		g.Index = append(g.Index, goIndex{gt.ID, gt.Name, false})
		for _, f := range gt.Funcs {
			g.Index = append(g.Index, goIndex{f.ID, f.Name, true})
		}
		g.Types = append(g.Types, gt)
	}
	for _, other := range d.builder.packages {
		if path.Dir(other) == dir {
			g.Inner = append(g.Inner, link{strings.TrimPrefix(other, "pkg/"), "/" + packageAddress(other)})
		}
	}
	body, err := render("package.html", g)
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(dir, "pkg/")
	crumbs := []link{{"Packages", "packages/index.html"}}
	for above := path.Dir(dir); above != "pkg" && above != "."; above = path.Dir(above) {
		if slices.Contains(d.builder.packages, above) {
			crumbs = slices.Insert(crumbs, 1, link{strings.TrimPrefix(above, "pkg/"), packageAddress(above)})
		}
	}
	return d.builder.add(&page{path: packageAddress(dir), title: name, about: clip(p.Synopsis(p.Doc), 200), kind: kindPackage, section: "packages", source: path.Join(dir, "doc.go"), wide: false, crumbs: crumbs}, body)
}

// words returns the text of a heading of a comment.
func words(text []comment.Text) string {
	var out strings.Builder
	for _, t := range text {
		switch t := t.(type) {
		case comment.Plain:
			out.WriteString(string(t))
		case comment.Italic:
			out.WriteString(string(t))
		case *comment.Link:
			out.WriteString(words(t.Text))
		case *comment.DocLink:
			out.WriteString(words(t.Text))
		}
	}
	return out.String()
}

// link returns the address of what a comment names, "" for what is not of the lab.
func (d *goDocs) link(dir string, l *comment.DocLink) string {
	other := dir
	if l.ImportPath != "" {
		var ok bool
		if other, ok = strings.CutPrefix(l.ImportPath, d.module+"/"); !ok {
			return ""
		}
	}
	p := d.packages[other]
	if p == nil {
		return ""
	}
	at := ""
	if other != dir {
		at = "/" + packageAddress(other)
	}
	id := l.Name
	if l.Recv != "" {
		// A field stands in the declaration of its type.
		id = l.Recv
		i := slices.IndexFunc(p.Types, func(t *doc.Type) bool { return t.Name == l.Recv })
		if i >= 0 && slices.ContainsFunc(p.Types[i].Methods, func(f *doc.Func) bool { return f.Name == l.Name }) {
			id += "." + l.Name
		}
	}
	if id == "" {
		return at
	}
	return at + "#" + id
}

// doc writes a comment whose headings are of a level.
func (w *goWriter) doc(text string, level int) template.HTML {
	w.printer.HeadingLevel = level
	return template.HTML(w.printer.HTML(w.parser.Parse(text))) //nolint:gosec // package comment escapes
}

// decl writes a declaration.
func (w *goWriter) decl(n ast.Node) template.HTML {
	var out bytes.Buffer
	c := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 4}
	if err := c.Fprint(&out, w.files, n); err != nil {
		return template.HTML(escape(err.Error())) //nolint:gosec // escaped
	}
	return template.HTML(nbhtml.Highlight(out.String())) //nolint:gosec // it escapes
}

func (w *goWriter) values(all []*doc.Value, level int) (out []goValue) {
	for _, v := range all {
		out = append(out, goValue{v.Names, w.decl(v.Decl), w.doc(v.Doc, level)})
	}
	return out
}

// funcs writes functions, each with a heading of a level.
func (w *goWriter) funcs(receiver string, all []*doc.Func, level int) (out []goFunc) {
	for _, f := range all {
		g := goFunc{ID: f.Name, Name: "func " + f.Name, Level: level, Code: w.decl(f.Decl), Doc: w.doc(f.Doc, level+1), Examples: w.examples(f.Examples, level+1)}
		if receiver != "" {
			g.ID = receiver + "." + f.Name
			g.Name = "func (" + f.Recv + ") " + f.Name
		}
		out = append(out, g)
	}
	return out
}

func (w *goWriter) examples(all []*doc.Example, level int) (out []goExample) {
	for _, e := range all {
		out = append(out, goExample{Name: cmp.Or(e.Suffix, ""), Output: e.Output, Doc: w.doc(e.Doc, level), Code: w.example(e)})
	}
	return out
}

// example writes the code of an example without the braces around it.
func (w *goWriter) example(e *doc.Example) template.HTML {
	var n any = &printer.CommentedNode{Node: e.Code, Comments: e.Comments}
	if e.Play != nil {
		n = e.Play
	}
	var out bytes.Buffer
	if err := format.Node(&out, w.files, n); err != nil {
		return template.HTML(escape(err.Error())) //nolint:gosec // escaped
	}
	text := out.String()
	if inner, ok := strings.CutPrefix(text, "{"); ok && e.Play == nil {
		text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(inner), "}"))
		text = strings.ReplaceAll("\t"+text, "\n\t", "\n")[1:]
	}
	if i := strings.LastIndex(text, "// Output:"); i >= 0 && e.Play == nil {
		text = strings.TrimSpace(text[:i])
	}
	return template.HTML(nbhtml.Highlight(text)) //nolint:gosec // it escapes
}
