package site

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// folders are those of the tree that pages are made of, beside the files in its root.
var folders = []string{"research", "results", "notebooks", "pkg", "docker", "experiments", "docs", "tutorials"}

// Files of the tree that have pages of their own kind.
const (
	ledgerFile   = "results/claims/ledger.json"
	claimsFolder = "results/claims"
	readme       = "README.md"
	recordsFile  = "records.jsonl"
)

// tree is what the site is made of, read once.
type tree struct {
	fs.FS

	notes     []string            // Markdown files, but those of experiments
	notebooks []string            // their files
	packages  []string            // folders of Go packages
	results   map[string][]string // experiment → names of its files
	loose     []string            // other files of results, and pictures of notes, that may be copied
	home      map[string]string   // file or folder of the tree → address on the site
}

// skipped names folders in which nothing is for readers.
func skipped(name string) bool {
	return name == "testdata" || name != "." && strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// readTree finds out what there is and where it will stand.
func readTree(root fs.FS) (*tree, error) {
	t := &tree{FS: root, results: map[string][]string{}, home: map[string]string{}}
	top, err := fs.ReadDir(root, ".")
	if err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	for _, e := range top {
		if !e.IsDir() && path.Ext(e.Name()) == ".md" {
			t.notes = append(t.notes, e.Name())
		}
	}
	for _, folder := range folders {
		err := fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist) && name == folder:
				return fs.SkipDir
			case err != nil:
				return err
			case d.IsDir() && skipped(d.Name()):
				return fs.SkipDir
			case !d.IsDir():
				t.take(name)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("site: %w", err)
		}
	}
	slices.Sort(t.notes)
	slices.Sort(t.packages)
	t.packages = slices.Compact(t.packages)
	t.settle()
	return t, nil
}

// take notes a file.
func (t *tree) take(name string) {
	dir, base := path.Split(name)
	dir = path.Clean(dir)
	switch ext := path.Ext(name); {
	case strings.HasPrefix(name, claimsFolder+"/"):
	case path.Dir(dir) == "results":
		id := path.Base(dir)
		t.results[id] = append(t.results[id], base)
	case ext == ".md" && strings.HasPrefix(name, "pkg/") && strings.Contains(name, "/embedded/"):
		// The cards of weights are quoted in research.
	case ext == ".md":
		t.notes = append(t.notes, name)
	case dir == "results", strings.HasPrefix(name, "research/") && ext == ".svg":
		t.loose = append(t.loose, name)
	case dir == "notebooks" && ext == ".ipynb" && !strings.HasSuffix(base, ".partial.ipynb"):
		t.notebooks = append(t.notebooks, name)
	case strings.HasPrefix(name, "pkg/") && ext == ".go" && !strings.HasSuffix(base, "_test.go"):
		t.packages = append(t.packages, dir)
	}
}

// settle says where everything will stand.
func (t *tree) settle() {
	t.home["."] = indexFile
	for _, n := range t.notes {
		t.home[n] = noteAddress(n)
		if path.Base(n) == readme && n != readme {
			t.home[path.Dir(n)] = t.home[n]
		}
	}
	for _, n := range t.notebooks {
		t.home[n] = strings.TrimSuffix(n, ".ipynb") + htmlExt
	}
	for _, dir := range t.packages {
		t.home[dir] = packageAddress(dir)
	}
	for id, files := range t.results {
		at := path.Join("results", id, indexFile)
		if !slices.Contains(files, readme) {
			delete(t.results, id)
			continue
		}
		t.home[path.Join("results", id)] = at
		t.home[path.Join("experiments", id)] = at
		for _, f := range files {
			switch {
			case f == readme:
				t.home[path.Join("results", id, f)] = at
			case path.Ext(f) == ".md":
				t.home[path.Join("results", id, f)] = at + "#" + strings.TrimSuffix(f, ".md")
			case f == recordsFile:
				t.home[path.Join("results", id, f)] = path.Join("results", id, f) + ".gz"
			default:
				t.home[path.Join("results", id, f)] = path.Join("results", id, f)
			}
		}
	}
	for _, f := range t.loose {
		t.home[f] = f
	}
	for _, f := range []string{claimsFolder, claimsFolder + "/" + readme, claimsFolder + "/summary.md", "research/claims.yaml"} {
		t.home[f] = claimsIndex
	}
	t.home[ledgerFile] = "claims/ledger.json.gz"
	t.home[claimsFolder+"/verdicts.svg"] = "claims/verdicts.svg"
}

// noteAddress says where the page of a Markdown file stands: beside the file, README as the index of its folder.
func noteAddress(name string) string {
	switch {
	case name == readme:
		return "about.html"
	case name == "pkg/"+readme:
		return "packages/index.html"
	case path.Base(name) == readme:
		name = path.Join(path.Dir(name), "index")
	}
	if rest, ok := strings.CutPrefix(name, "pkg/"); ok {
		name = "packages/" + rest
	}
	return strings.TrimSuffix(name, ".md") + htmlExt
}

func packageAddress(dir string) string {
	return "packages/" + strings.TrimPrefix(dir, "pkg/") + htmlExt
}

// errNoFile is of a link that leads nowhere in the tree.
var errNoFile = errors.New("no such file in the tree")

// find returns the address that stands for a file or folder of the tree; "" if it has none.
func (t *tree) find(name string) (string, error) {
	if at, ok := t.home[name]; ok {
		return at, nil
	}
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("%s: %w", name, errNoFile)
	}
	if _, err := fs.Stat(t.FS, name); err != nil {
		return "", fmt.Errorf("%s: %w", name, errNoFile)
	}
	// A file of code stands on the page of its package or experiment.
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if at, ok := t.home[dir]; ok && (strings.HasPrefix(dir, "pkg/") || strings.HasPrefix(dir, "experiments/")) {
			return at, nil
		}
	}
	return "", nil
}
