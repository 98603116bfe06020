package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/nbui"
)

//go:embed assets templates
var own embed.FS

const (
	siteName  = "Sudoku lab"
	siteAbout = "Methods for Sudoku that people describe, built, compared and judged claim by claim from records."
)

var templates = template.Must(template.New("").Funcs(template.FuncMap{"sign": sign, "verdict": badge, "one": oneLine, "ticked": ticked, "raw": func(s string) template.HTML { return template.HTML(s) }}).ParseFS(own, "templates/*.html"))

// Build makes the site of a source tree.
func Build(ctx context.Context, root fs.FS, o Options) (*Site, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Base != "" && !strings.HasSuffix(o.Base, "/") {
		o.Base += "/"
	}
	t, err := readTree(root)
	if err != nil {
		return nil, err
	}
	b := &builder{tree: t, o: o, site: &Site{files: map[string][]byte{}}, claims: map[string]*lab.Entry{}, mentions: map[string][]mention{}, copied: map[string]bool{}}
	for _, e := range o.Extra {
		b.site.files[e.Path] = e.within()
	}
	for _, step := range []func() error{b.assets, b.readLedger, b.addNotes, b.addClaims, b.addExperiments, b.addNotebooks, b.addPackages, b.addHome, b.addSearch, b.addMissing, b.copyFiles, b.finish} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := step(); err != nil {
			return nil, err
		}
	}
	if len(b.problems) > 0 {
		slices.Sort(b.problems)
		return nil, errors.New("site: " + strings.Join(slices.Compact(b.problems), "\nsite: "))
	}
	return b.site, nil
}

// assets adds the style sheet and the scripts.
func (b *builder) assets() error {
	entries, err := own.ReadDir("assets")
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	for _, e := range entries {
		data, err := own.ReadFile("assets/" + e.Name())
		if err != nil {
			return fmt.Errorf("site: %w", err)
		}
		b.site.files["assets/"+e.Name()] = data
	}
	return nil
}

// read returns a file of the tree.
func (b *builder) read(name string) ([]byte, error) {
	data, err := fs.ReadFile(b.FS, name)
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return data, nil
}

// readLedger reads the claims with their verdicts.
func (b *builder) readLedger() error {
	data, err := b.read(ledgerFile)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &b.ledger); err != nil {
		return fmt.Errorf("site: %s: %w", ledgerFile, err)
	}
	for i := range b.ledger.Entries {
		e := &b.ledger.Entries[i]
		b.claims[e.Claim.ID] = e
	}
	for _, d := range b.ledger.Documents {
		b.home[claimsFolder+"/"+d.ID+".md"] = documentAddress(d.ID)
	}
	b.copied[ledgerFile] = true
	return nil
}

// addNotes adds the Markdown files.
func (b *builder) addNotes() error {
	for _, name := range b.notes {
		text, err := b.read(name)
		if err != nil {
			return err
		}
		body, err := fromMarkdown(text, name)
		if err != nil {
			return err
		}
		if !strings.Contains(body, "<h1") {
			body = "<h1>" + escape(titleOf(text, name)) + "</h1>\n" + body
		}
		if name == readme {
			body += b.more()
		}
		p := &page{path: b.home[name], kind: kindNote, section: sectionOf(b.home[name]), source: name}
		if path.Base(name) == readme {
			p.kind = kindList
		}
		if dir := path.Dir(p.path); path.Base(p.path) != indexFile && dir != "." {
			if at := path.Join(dir, indexFile); slices.ContainsFunc(b.notes, func(n string) bool { return b.home[n] == at }) {
				p.crumbs = []link{{sectionTitle(sectionOf(at)), at}}
			}
		}
		if err := b.add(p, body); err != nil {
			return err
		}
	}
	return nil
}

// titleOf returns a title for a text without a heading: the bold line that it begins with, or its name.
func titleOf(text []byte, name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if bold, ok := strings.CutPrefix(first, "**"); ok && strings.HasSuffix(bold, "**") {
		return strings.TrimSuffix(bold, "**")
	}
	return strings.TrimSuffix(path.Base(name), path.Ext(name))
}

// more lists the notes that stand beside what they are about, for the page that tells of the whole.
func (b *builder) more() string {
	var out strings.Builder
	for _, name := range b.notes {
		if at := b.home[name]; slices.Contains([]string{"research", "notebooks", "results"}, sectionOf(at)) || name == readme || name == "pkg/"+readme {
			continue
		}
		fmt.Fprintf(&out, "<li><a href=\"/%s\">%s</a></li>\n", escape(name), escape(name))
	}
	if out.Len() == 0 {
		return ""
	}
	return "<h2>More to read</h2>\n<ul>\n" + out.String() + "</ul>\n"
}

// copyFiles copies what pages name, records in compressed form.
func (b *builder) copyFiles() error {
	for name := range b.copied {
		data, err := b.read(name)
		if err != nil {
			return err
		}
		at, _, _ := strings.Cut(b.home[name], "#")
		if path.Ext(at) == ".gz" {
			if data, err = packed(data); err != nil {
				return fmt.Errorf("site: %s: %w", name, err)
			}
		}
		if path.Ext(at) == ".svg" {
			data = nbui.Grounded(data)
		}
		b.site.files[at] = data
	}
	return nil
}

// packed compresses by gzip, without a time or a name.
func packed(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

// section is an entry of the navigation.
type section struct{ ID, Title, Path string }

// sections returns the navigation.
func (b *builder) sections() []section {
	all := []section{
		{"claims", "Claims", claimsIndex},
		{"results", "Results", "results/index.html"},
		{"research", "Notes", "research/index.html"},
		{"notebooks", "Notebooks", "notebooks/index.html"},
		{"packages", "Packages", "packages/index.html"},
	}
	if at, ok := b.home[reportFile]; ok {
		all = slices.Insert(all, 0, section{"report", "Report", at})
	}
	for _, e := range b.o.Extra {
		all = append(all, section{e.Path, e.Title, e.Path})
	}
	return append(all, section{"about", "About", "about.html"})
}

// reportFile is the report that sums all up.
const reportFile = "research/REPORT.md"

func sectionOf(at string) string {
	if at == noteAddress(reportFile) {
		return "report"
	}
	first, _, _ := strings.Cut(at, "/")
	return strings.TrimSuffix(first, htmlExt)
}

func sectionTitle(id string) string {
	return cmp.Or(map[string]string{"research": "Notes", "packages": "Packages", "results": "Results", "claims": "Claims", "notebooks": "Notebooks"}[id], strings.ToUpper(id[:1])+id[1:])
}

// shell is what the frame of all pages is made of.
type shell struct {
	Title, About, Root, Section, Kind string
	Styles                            template.CSS
	Nav                               []navLink
	Crumbs                            []link
	Before, Body                      template.HTML
	Contents                          []contentsEntry
	Mentions                          []mentionGroup
	Scripts                           []string
	Base                              string // of 404.html, which a host shows at any address
}

type navLink struct {
	Title, Path string
	Here        bool
}

type contentsEntry struct {
	ID, Text string
	Level    int
}

// mentionGroup are the pages of a kind that lead to a page.
type mentionGroup struct {
	Kind  string
	Links []link
}

// fewHeads are so few headings that a list of them is of no use.
const fewHeads = 3

// finish puts the frame around every page, then writes what lists them.
func (b *builder) finish() error {
	titles := map[string]int{}
	for _, p := range b.pages {
		titles[p.title]++
	}
	for _, p := range b.pages {
		body, err := p.html()
		if err != nil {
			return err
		}
		s := shell{
			Title: p.title, About: p.about, Root: strings.Repeat("../", strings.Count(p.path, "/")), Section: p.section, Kind: p.kind, Styles: template.CSS(p.styles), //nolint:gosec // of the project's own notebooks
			Body: template.HTML(body), Before: template.HTML(p.before), Scripts: p.scripts, //nolint:gosec // made of the project's own files
			Mentions: b.mentioned(p),
		}
		if titles[p.title] > 1 { // so that windows and bookmarks can be told apart
			s.Title += " · " + p.kind
		}
		for _, n := range b.sections() {
			s.Nav = append(s.Nav, navLink{n.Title, relative(p.path, n.Path), n.ID == p.section})
		}
		for _, c := range p.crumbs {
			s.Crumbs = append(s.Crumbs, link{c.Title, relative(p.path, c.Path)})
		}
		if !p.wide {
			for _, h := range p.heads {
				if h.level == 2 || h.level == 3 {
					s.Contents = append(s.Contents, contentsEntry{h.id, h.text, h.level})
				}
			}
			const many = 40
			if len(s.Contents) > many {
				s.Contents = slices.DeleteFunc(s.Contents, func(c contentsEntry) bool { return c.Level > 2 })
			}
			if len(s.Contents) < fewHeads {
				s.Contents = nil
			}
		}
		if p.path == missingFile {
			s.Base = b.o.Base
		}
		var out bytes.Buffer
		if err := templates.ExecuteTemplate(&out, "shell.html", s); err != nil {
			return fmt.Errorf("site: %s: %w", p.path, err)
		}
		if _, twice := b.site.files[p.path]; twice {
			return fmt.Errorf("site: two pages are to be %s", p.path)
		}
		b.site.files[p.path] = out.Bytes()
	}
	b.site.files[sitemapFile] = b.site.sitemap(b.o.Base)
	meta, err := b.site.meta(b.o.Base)
	b.site.files[MetaFile] = meta
	return err
}

// mentioned lists the pages that lead to one, by kind.
func (b *builder) mentioned(p *page) []mentionGroup {
	if p.kind == kindList {
		return nil
	}
	var out []mentionGroup
	for _, g := range []struct{ kind, title string }{{kindNote, "Notes"}, {kindNotebook, "Notebooks"}, {kindExperiment, "Experiments"}, {kindClaim, "Claims"}, {kindPackage, "Packages"}} {
		group := mentionGroup{Kind: g.title}
		for _, m := range b.mentions[p.path] {
			if m.from.kind != g.kind {
				continue
			}
			l := link{m.from.title, relative(p.path, m.from.path)}
			if m.from.kind == kindClaim {
				l.Title = m.from.heads[0].id
			} else if m.id != "" && m.head != m.from.title {
				l.Title += " · " + m.head
				l.Path = relative(p.path, m.from.path+"#"+m.id)
			}
			group.Links = append(group.Links, l)
		}
		slices.SortFunc(group.Links, func(a, b link) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Title, b.Title)) })
		if group.Links != nil {
			out = append(out, group)
		}
	}
	return out
}

var inTicks = regexp.MustCompile("`([^`]+)`")

// ticked writes a text whose code stands between backticks, as in Markdown.
func ticked(s string) template.HTML {
	return template.HTML(inTicks.ReplaceAllString(escape(s), "<code>$1</code>")) //nolint:gosec // escaped
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
