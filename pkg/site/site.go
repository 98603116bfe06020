package site

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// Options say what a site has beside what the tree holds.
type Options struct {
	// Base is the address at which the site will stand, "" while nobody knows. Only sitemap.xml, 404.html and site.json have it.
	Base string
	// Extra are pages made elsewhere, complete HTML files: the one that runs engines, one that shows the house.
	Extra []Extra
}

// Extra is a page made elsewhere.
type Extra struct {
	Path  string // within the site: lab.html
	Title string // in the navigation
	About string // one sentence, for the first page and the search
	HTML  []byte // the site gives it this title, and a line that leads back
}

var (
	titleElement = regexp.MustCompile(`(?i)<title>[^<]*</title>`)
	bodyStart    = regexp.MustCompile(`(?i)<body[^>]*>`)
)

// backStyle lays out the line that leads back. It is seen where the page itself shows nothing without scripts, and not on paper.
const backStyle = "<style>.of-site { visibility: visible; padding: .5rem clamp(.5rem, 2vw, 2rem) 0; font-size: .85rem; } .of-site a { color: inherit; } @media print { .of-site { display: none; } }</style>"

// within returns the page as one of the site: under its title there, with a line that leads back to the site. A page without a title or
// a body of its own stays as it is there.
func (e Extra) within() []byte {
	put := func(data []byte, at *regexp.Regexp, with string, keep bool) []byte {
		m := at.FindIndex(data)
		if m == nil {
			return data
		}
		to := m[0]
		if keep {
			to = m[1]
		}
		return slices.Concat(data[:to], []byte(with), data[m[1]:])
	}
	out := put(e.HTML, titleElement, "<title>"+escape(e.Title)+" · "+siteName+"</title>\n"+backStyle, false)
	return put(out, bodyStart, "\n<nav class=\"of-site\" aria-label=\"Site\"><a href=\""+relative(e.Path, indexFile)+"\">← "+siteName+": report, claims, results, notebooks and packages</a></nav>", true)
}

// Validate reports what does not hold.
func (o Options) Validate() error {
	if o.Base != "" {
		u, err := url.Parse(o.Base)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" || u.Fragment != "" {
			return fmt.Errorf("site: base %q, want an address such as https://lab.example.org/sudoku/", o.Base)
		}
	}
	for _, e := range o.Extra {
		if !fs.ValidPath(e.Path) || path.Ext(e.Path) != htmlExt || e.Title == "" {
			return fmt.Errorf("site: extra page %q with the title %q, want a path that ends in .html and a title", e.Path, e.Title)
		}
	}
	return nil
}

// Names of files that every site has.
const (
	htmlExt     = ".html"
	indexFile   = "index.html"
	missingFile = "404.html"
	searchFile  = "search.html"
	sitemapFile = "sitemap.xml"
	// MetaFile describes the site and lists its files with their hashes.
	MetaFile = "site.json"
)

// Site is a built site.
type Site struct {
	files map[string][]byte
}

// Names returns the paths of the files, in order.
func (s *Site) Names() []string { return slices.Sorted(maps.Keys(s.files)) }

// File returns a file of the site.
func (s *Site) File(name string) ([]byte, bool) {
	data, ok := s.files[name]
	return data, ok
}

// Size returns the number of bytes of all files.
func (s *Site) Size() (n int64) {
	for _, data := range s.files {
		n += int64(len(data))
	}
	return n
}

// Meta is what site.json says: enough for a host to serve the folder.
type Meta struct {
	Generator string     `json:"generator"`
	Name      string     `json:"name"`
	About     string     `json:"about"`
	Base      string     `json:"base,omitempty"`
	Index     string     `json:"index"`
	NotFound  string     `json:"not_found"`
	Sitemap   string     `json:"sitemap"`
	Bytes     int64      `json:"bytes"`
	SHA256    string     `json:"sha256"` // of the lines "hash path" of all files but this one
	Files     []FileMeta `json:"files"`
}

// FileMeta is a file in [Meta].
type FileMeta struct {
	Path   string `json:"path"`
	Type   string `json:"type"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// generator stands in site.json, so that a later build knows the folder as its own.
const generator = "sudokulab site"

// types are those of the files of a site: the table of the standard library differs from machine to machine.
var types = map[string]string{
	htmlExt: "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json",
	".svg": "image/svg+xml", ".png": "image/png", ".gif": "image/gif", ".jpg": "image/jpeg", ".webp": "image/webp", ".xml": "application/xml", ".csv": "text/csv; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".gz": "application/gzip",
}

// meta describes the files.
func (s *Site) meta(base string) ([]byte, error) {
	m := Meta{Generator: generator, Name: siteName, About: siteAbout, Base: base, Index: indexFile, NotFound: missingFile, Sitemap: sitemapFile}
	all := sha256.New()
	for _, name := range s.Names() {
		data := s.files[name]
		sum := sha256.Sum256(data)
		f := FileMeta{Path: name, Type: cmp.Or(types[path.Ext(name)], "application/octet-stream"), Bytes: len(data), SHA256: hex.EncodeToString(sum[:])}
		m.Files = append(m.Files, f)
		m.Bytes += int64(len(data))
		fmt.Fprintf(all, "%s %s\n", f.SHA256, f.Path)
	}
	m.SHA256 = hex.EncodeToString(all.Sum(nil))
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	return append(text, '\n'), nil
}

// readMeta reads the site.json of a folder.
func readMeta(dir string) (Meta, error) {
	const most = 16 << 20
	data, err := atomicfile.ReadFile(filepath.Join(dir, MetaFile), most)
	if err != nil {
		return Meta{}, err
	}
	var m Meta
	if err := jsonfile.Unmarshal(data, &m); err != nil {
		return Meta{}, fmt.Errorf("%s: %w", filepath.Join(dir, MetaFile), err)
	}
	if m.Generator != generator {
		return Meta{}, fmt.Errorf("%s is not of this program", filepath.Join(dir, MetaFile))
	}
	return m, nil
}

// Written reports whether a folder holds a site that was written by this package.
func Written(dir string) bool {
	_, err := readMeta(dir)
	return err == nil
}

// Write writes the site into a folder, which it makes if it has to. A folder that holds something must hold an earlier site: files of that
// which are not in this one are removed, and nothing else is.
func (s *Site) Write(ctx context.Context, dir string) (err error) {
	before, err := readMeta(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
			return fmt.Errorf("site: %s holds files and no earlier site; choose an empty folder or another", dir)
		}
	case err != nil:
		return fmt.Errorf("site: %w; choose another folder", err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // a site is for everybody to read
		return fmt.Errorf("site: %w", err)
	}
	root, err := os.OpenRoot(dir) // links in it lead nowhere else
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if err := s.sweep(root); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	// The list goes last, so that a folder whose writing was ended is still known by the earlier one.
	names := slices.DeleteFunc(s.Names(), func(n string) bool { return n == MetaFile })
	for _, name := range append(names, MetaFile) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := atomicfile.WriteIn(root, name, s.files[name]); err != nil {
			return fmt.Errorf("site: %w", err)
		}
		if name == names[0] && before.Generator == "" {
			// So that a first writing that is ended leaves a folder that the next one takes for its own.
			if err := atomicfile.WriteIn(root, MetaFile, s.files[MetaFile]); err != nil {
				return fmt.Errorf("site: %w", err)
			}
		}
	}
	for _, f := range before.Files {
		if _, kept := s.files[f.Path]; kept || !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			continue
		}
		if err := root.Remove(f.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("site: %w", err)
		}
	}
	return nil
}

// sweep removes what killed runs left in the site's folders.
func (s *Site) sweep(root *os.Root) error {
	swept := map[string]bool{}
	for _, name := range s.Names() {
		in := path.Dir(name)
		if swept[in] {
			continue
		}
		swept[in] = true
		err := atomicfile.SweepIn(root, in, func(of string) bool { _, ok := s.files[path.Join(in, of)]; return ok })
		if err != nil {
			return err
		}
	}
	return nil
}

// sitemap lists the pages (https://www.sitemaps.org/protocol.html), with relative addresses while there is no base.
func (s *Site) sitemap(base string) []byte {
	var out bytes.Buffer
	out.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for _, name := range s.Names() {
		if path.Ext(name) != htmlExt || name == missingFile || name == searchFile {
			continue
		}
		at := base + (&url.URL{Path: name}).EscapedPath()
		if base != "" {
			at = strings.TrimSuffix(at, indexFile)
		}
		fmt.Fprintf(&out, "<url><loc>%s</loc></url>\n", escape(at))
	}
	out.WriteString("</urlset>\n")
	return out.Bytes()
}

// typeOf returns the type of a file by its name.
func typeOf(name string) string {
	return cmp.Or(types[path.Ext(name)], mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
}
