package codeid

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// version grows when the way of hashing changes, and with it every identity.
const version = 1

// Spec says where measurements begin.
type Spec struct {
	// Under is the folder, relative to the root, in whose folders the roots are.
	Under string
	// Literal is the type of the literal that holds a root, such as "pkg/lab.Experiment": a folder,
	// a dot and a name. Field is the field with the root.
	Literal, Field string
	// Opaque are declarations, written like Literal, that are no part of what is measured: their
	// names count, and nothing behind them.
	Opaque []string
}

// Identity is the identity of the code behind one root.
type Identity struct {
	Code string `json:"code"` // 16 hexadecimal digits
	// Modules are the other modules that it runs through, with their versions.
	Modules map[string]string `json:"modules,omitempty"`
}

// Find returns the identity of the root in each package below the folder, by its path relative to
// that folder. Packages without a root are left out.
func Find(ctx context.Context, root string, s Spec) (map[string]Identity, error) {
	t, err := readTree(root)
	if err != nil {
		return nil, err
	}
	return t.find(ctx, s)
}

// FindCached is Find with its last answer kept in a file, which serves as long as no source, no
// embedded file and no version has changed. A file that cannot be read or written is done without.
func FindCached(ctx context.Context, root string, s Spec, cache string) (map[string]Identity, error) {
	t, err := readTree(root)
	if err != nil {
		return nil, err
	}
	var kept struct {
		Key        string              `json:"key"`
		Identities map[string]Identity `json:"identities"`
	}
	key := t.key(s)
	if data, err := atomicfile.ReadFile(cache, 1<<24); err == nil && json.Unmarshal(data, &kept) == nil && kept.Key == key {
		return kept.Identities, nil
	}
	kept.Key = key
	if kept.Identities, err = t.find(ctx, s); err != nil {
		return nil, err
	}
	if data, err := json.MarshalIndent(kept, "", "\t"); err == nil {
		_ = writeCache(cache, append(data, '\n')) // it is found again the slow way
	}
	return kept.Identities, nil
}

func (t *tree) find(ctx context.Context, s Spec) (map[string]Identity, error) {
	roots, err := t.open(ctx, s)
	if err != nil {
		return nil, err
	}
	out := map[string]Identity{}
	for _, id := range slices.Sorted(maps.Keys(roots)) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w := t.newWalk(s)
		if err := w.follow(roots[id]); err != nil {
			return nil, err
		}
		if out[id], err = w.sum(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// open parses the tree and finds the roots.
func (t *tree) open(ctx context.Context, s Spec) (map[string]*decl, error) {
	if err := t.parse(ctx); err != nil {
		return nil, err
	}
	if err := t.list(ctx, s); err != nil {
		return nil, err
	}
	for _, p := range t.sorted() {
		if p.err == nil {
			p.err = t.prepare(p)
		}
	}
	roots := map[string]*decl{}
	for _, p := range t.sorted() {
		id, ok := strings.CutPrefix(p.dir, path.Clean(s.Under)+"/")
		if !ok {
			continue
		}
		if p.err != nil {
			return nil, p.err
		}
		root, err := t.rootOf(p, s)
		if err != nil {
			return nil, err
		}
		if root != nil {
			roots[id] = root
		}
	}
	return roots, nil
}

// prepare fills in what a package imports and declares.
func (t *tree) prepare(p *source) error {
	for _, f := range p.files {
		if err := t.link(f); err != nil {
			return err
		}
	}
	return t.declare(p)
}

// sorted returns the packages in the order of their paths.
func (t *tree) sorted() []*source {
	return slices.SortedFunc(maps.Values(t.packages), func(a, b *source) int { return strings.Compare(a.path, b.path) })
}

// listed is the part of go list -json that is read here.
type listed struct {
	ImportPath string
	Name       string
	Imports    []string
	Standard   bool
	Module     *struct {
		Path, Version string
		Replace       *struct{ Path, Version string }
	}
}

// platform is that of which the modules are listed, so that they are the same everywhere.
var platform = []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0", "GOEXPERIMENT="}

// list asks the go command for the packages of other modules behind the roots.
func (t *tree) list(ctx context.Context, s Spec) error {
	t.foreign = map[string]*listed{}
	if len(t.needs) == 0 {
		return nil // what is imported is the module's own or the toolchain's
	}
	all, err := gotool.ListWith[listed](ctx, t.root, platform, "-deps", "-tags=",
		"-json=ImportPath,Name,Imports,Standard,Module", "./"+path.Clean(s.Under)+"/...")
	if err != nil {
		return fmt.Errorf("codeid: %w", err)
	}
	for i, p := range all {
		if t.packages[p.ImportPath] == nil {
			t.foreign[p.ImportPath] = &all[i]
		}
	}
	return nil
}

// modulesOf returns the modules of packages and of what these import, with their versions.
func (t *tree) modulesOf(paths []string) (map[string]string, error) {
	out := map[string]string{}
	seen := map[string]bool{}
	for len(paths) > 0 {
		importPath := paths[len(paths)-1]
		paths = paths[:len(paths)-1]
		if seen[importPath] {
			continue
		}
		seen[importPath] = true
		p := t.foreign[importPath]
		if first, _, _ := strings.Cut(importPath, "/"); p == nil && !strings.Contains(first, ".") || p != nil && p.Standard {
			continue // the toolchain's
		}
		if p != nil && p.Module != nil {
			m := p.Module
			out[m.Path] = m.Version
			if m.Replace != nil {
				out[m.Path] = strings.TrimSpace(m.Version + " => " + m.Replace.Path + " " + m.Replace.Version)
			}
			paths = append(paths, p.Imports...)
			continue
		}
		// Only a build for another system or with a tag imports it.
		module := importPath
		for t.needs[module] == "" && module != "." {
			module = path.Dir(module)
		}
		if module == "." {
			return nil, fmt.Errorf("codeid: go.mod names no module with the package %s", importPath)
		}
		out[module] = t.needs[module]
	}
	return out, nil
}

// writeCache writes the file and makes its folder.
func writeCache(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return atomicfile.WriteBytes(name, data)
}

// Reached returns what the root of that name reaches, in the order in which it is hashed: a line
// for each declaration with its place.
func Reached(ctx context.Context, root string, s Spec, id string) ([]string, error) {
	t, err := readTree(root)
	if err != nil {
		return nil, err
	}
	roots, err := t.open(ctx, s)
	if err != nil {
		return nil, err
	}
	if roots[id] == nil {
		return nil, fmt.Errorf("codeid: no %s with %s in %s/%s", s.Literal, s.Field, s.Under, id)
	}
	w := t.newWalk(s)
	if err := w.follow(roots[id]); err != nil {
		return nil, err
	}
	out := make([]string, len(w.order))
	for i, d := range w.order {
		out[i] = t.fset.Position(d.at.Pos()).String() + ": " + d.title()
	}
	return out, nil
}
