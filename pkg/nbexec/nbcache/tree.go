package nbcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"sudokulab/pkg/atomicfile"
)

// Tree is the source tree of a Go module. Its methods may be called from several goroutines.
type Tree struct {
	root   string
	module string
	dirs   []string            // of packages, relative to root, with slashes
	byName map[string][]string // last element of the folder → folders

	mu       sync.Mutex
	packages map[string]*source // read so far, by folder
}

// source is a package.
type source struct {
	hash    string
	imports []string // folders
}

// ReadTree finds the packages of the module in the folder.
func ReadTree(root string) (*Tree, error) {
	mod, err := atomicfile.ReadFile(filepath.Join(root, "go.mod"), atomicfile.Most)
	if err != nil {
		return nil, fmt.Errorf("nbcache: %w", err)
	}
	t := &Tree{root: root, byName: map[string][]string{}, packages: map[string]*source{}}
	for line := range strings.Lines(string(mod)) {
		if rest, ok := strings.CutPrefix(line, "module "); ok {
			t.module = strings.Trim(strings.TrimSpace(rest), `"`)
			break
		}
	}
	if t.module == "" {
		return nil, fmt.Errorf("nbcache: %s names no module", filepath.Join(root, "go.mod"))
	}
	err = filepath.WalkDir(root, func(p string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		switch {
		case entry.IsDir() && p != root && (name[0] == '.' || name[0] == '_' || name == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(p))
		if err != nil {
			return err
		}
		if dir := filepath.ToSlash(rel); !slices.Contains(t.dirs, dir) {
			t.dirs = append(t.dirs, dir)
			t.byName[path.Base(dir)] = append(t.byName[path.Base(dir)], dir)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("nbcache: %w", err)
	}
	return t, nil
}

// qualifier finds what may be the name of a package before one of its identifiers.
var qualifier = regexp.MustCompile(`\b([a-z][a-z0-9_]*)\.[A-Z]`)

// Packages returns the folders, relative to the root, of the packages that cells with these
// sources may reach, in order; extra ones are folders to begin with, too.
func (t *Tree) Packages(sources []string, extra ...string) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	seen := map[string]bool{}
	todo := slices.Clone(extra)
	quoted := regexp.MustCompile("[\"`]" + regexp.QuoteMeta(t.module) + "/([^\"`]*)[\"`]")
	for _, s := range sources {
		for _, m := range quoted.FindAllStringSubmatch(s, -1) {
			todo = append(todo, m[1])
		}
		for _, m := range qualifier.FindAllStringSubmatch(s, -1) {
			todo = append(todo, t.byName[m[1]]...)
		}
	}
	var reached []string
	for len(todo) > 0 {
		dir := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[dir] || !slices.Contains(t.dirs, dir) {
			continue
		}
		seen[dir] = true
		reached = append(reached, dir)
		p, err := t.read(dir)
		if err != nil {
			return nil, err
		}
		todo = append(todo, p.imports...)
	}
	slices.Sort(reached)
	return reached, nil
}

// Code returns a digest of the packages that cells with these sources may reach, extra ones
// included, and of the versions of other modules.
func (t *Tree) Code(sources []string, extra ...string) (string, error) {
	dirs, err := t.Packages(sources, extra...)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	versions, err := Contents(t.root, "go.mod", "go.sum")
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, versions)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, dir := range dirs {
		fmt.Fprintln(h, dir, t.packages[dir].hash)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// read hashes the files of a package, without tests but for every system, and those that it
// embeds, and finds what it imports.
func (t *Tree) read(dir string) (*source, error) {
	if p := t.packages[dir]; p != nil {
		return p, nil
	}
	full := filepath.Join(t.root, filepath.FromSlash(dir))
	entries, err := os.ReadDir(full)
	if err != nil {
		return nil, fmt.Errorf("nbcache: %w", err)
	}
	h := sha256.New()
	p := &source{}
	var embedded []string
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() || strings.HasSuffix(name, "_test.go") || name[0] == '.' {
			continue
		}
		data, err := atomicfile.ReadFile(filepath.Join(full, name), atomicfile.Most)
		if err != nil {
			return nil, fmt.Errorf("nbcache: %w", err)
		}
		fmt.Fprintf(h, "%s %d\n", name, len(data))
		h.Write(data)
		if strings.HasSuffix(name, ".go") {
			p.imports = append(p.imports, t.imports(data)...)
			embedded = append(embedded, embeds(full, data)...)
		}
	}
	for _, path := range embedded {
		sum, err := Contents("", path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(h, sum)
	}
	p.hash = hex.EncodeToString(h.Sum(nil))
	t.packages[dir] = p
	return p, nil
}

// imports returns the folders of the module's packages that a file imports. A file that does
// not parse imports nothing: no cell that reaches it compiles.
func (t *Tree) imports(data []byte) []string {
	f, err := parser.ParseFile(token.NewFileSet(), "", data, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	var dirs []string
	for _, i := range f.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if dir, ok := strings.CutPrefix(p, t.module+"/"); err == nil && ok {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// embeds returns the folders and the files in other folders that a file embeds.
func embeds(dir string, data []byte) []string {
	if !bytes.Contains(data, []byte("//go:embed ")) {
		return nil
	}
	var paths []string
	for line := range strings.Lines(string(data)) {
		list, ok := strings.CutPrefix(line, "//go:embed ")
		if !ok {
			continue
		}
		for pattern := range strings.FieldsSeq(list) {
			pattern = strings.TrimPrefix(strings.Trim(pattern, "\"`"), "all:")
			matches, err := fs.Glob(os.DirFS(dir), pattern) // the folder's own name may have brackets
			if errors.Is(err, path.ErrBadPattern) {
				continue // the compiler refuses it
			}
			for _, m := range matches {
				paths = append(paths, filepath.Join(dir, filepath.FromSlash(m)))
			}
		}
	}
	return paths
}
