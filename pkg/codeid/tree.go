package codeid

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/atomicfile"
)

// tree is the source of a module.
type tree struct {
	root   string
	module string            // its path
	needs  map[string]string // other modules that go.mod names → version
	files  []file            // everything that identities depend on, by path
	fset   *token.FileSet
	// packages by import path
	packages map[string]*source
	foreign  map[string]*listed
}

// file is a file of the tree.
type file struct {
	path string // relative to the root, with slashes
	data []byte
}

// source is a package of the module.
type source struct {
	dir     string // relative to the root, with slashes
	path    string // import path
	name    string
	files   []*sourceFile
	native  []file // assembly and C
	decls   map[string][]member
	methods map[string][]*decl // by name of the receiver's type
	effects []*decl            // run when the program starts
	err     error              // why it cannot be followed; it counts where the package is reached
}

// sourceFile is a Go file of a package.
type sourceFile struct {
	name       string // relative to the root
	data       []byte
	ast        *ast.File
	condition  string // for which systems and tags it is, "" for all
	imports    map[string]string
	dots       []string // packages imported into the file's own scope
	unresolved map[*ast.Ident]bool
}

// isSource reports whether a file's name is that of a source that a build may use.
func isSource(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && name[0] != '.' && name[0] != '_'
}

// isNative reports whether a file's name is that of assembly, or of C beside it.
func isNative(name string) bool {
	return slices.Contains([]string{".s", ".S", ".h", ".c", ".cc", ".cpp"}, path.Ext(name))
}

// readTree reads all files that identities depend on. Nothing is parsed yet.
func readTree(root string) (*tree, error) {
	t := &tree{root: root, packages: map[string]*source{}}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p == root {
				return nil
			}
			if name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor" {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil {
				return fs.SkipDir // another module
			}
			return nil
		}
		if !d.Type().IsRegular() || !isSource(name) && !isNative(name) {
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		return t.read(filepath.ToSlash(rel))
	})
	if err != nil {
		return nil, fmt.Errorf("codeid: %w", err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := t.read(name); err != nil && (name == "go.mod" || !errors.Is(err, fs.ErrNotExist)) {
			return nil, fmt.Errorf("codeid: %w", err)
		}
	}
	for _, f := range t.files {
		if !strings.HasSuffix(f.path, ".go") || !bytes.Contains(f.data, []byte(embedDirective)) {
			continue
		}
		for line := range strings.Lines(string(f.data)) {
			list, ok := strings.CutPrefix(line, embedDirective)
			if !ok {
				continue
			}
			// What is not there is an error where the variable is reached.
			if embedded, err := t.embedded(path.Dir(f.path), list); err == nil {
				t.files = append(t.files, embedded...)
			}
		}
	}
	byPath := func(a, b file) int { return strings.Compare(a.path, b.path) }
	slices.SortFunc(t.files, byPath)
	t.files = slices.CompactFunc(t.files, func(a, b file) bool { return a.path == b.path })
	if err := t.readModule(); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *tree) read(name string) error {
	data, err := atomicfile.ReadFile(filepath.Join(t.root, filepath.FromSlash(name)), atomicfile.Most)
	if err != nil {
		return err
	}
	t.files = append(t.files, file{name, data})
	return nil
}

// file returns a file that was read.
func (t *tree) file(name string) (file, bool) {
	i, ok := slices.BinarySearchFunc(t.files, name, func(f file, name string) int { return strings.Compare(f.path, name) })
	if !ok {
		return file{}, false
	}
	return t.files[i], true
}

// key returns a digest of all that the identities depend on.
func (t *tree) key(s Spec) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %q %s\n", version, s, runtime.Version())
	for _, f := range t.files {
		writeFile(h, f.path, f.data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func writeFile(w io.Writer, name string, data []byte) {
	fmt.Fprintf(w, "%q %d\n", name, len(data))
	w.Write(data) //nolint:errcheck // a hash takes everything
}

var (
	moduleLine  = regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)"?`)
	requireLine = regexp.MustCompile(`(?m)^(?:require)?\s+([^\s/]+\.\S+)\s+(v\S+)`)
)

// readModule takes from go.mod the module's path and the versions that it needs.
func (t *tree) readModule() error {
	mod, _ := t.file("go.mod")
	m := moduleLine.FindSubmatch(mod.data)
	if m == nil {
		return fmt.Errorf("codeid: %s names no module", filepath.Join(t.root, "go.mod"))
	}
	t.module = string(m[1])
	t.needs = map[string]string{}
	for _, m := range requireLine.FindAllSubmatch(mod.data, -1) {
		t.needs[string(m[1])] = string(m[2])
	}
	return nil
}

// parse parses all packages of the tree.
func (t *tree) parse(ctx context.Context) error {
	t.fset = token.NewFileSet()
	for _, f := range t.files {
		dir, name := path.Split(f.path)
		if !isSource(name) && !isNative(name) {
			continue
		}
		dir = path.Clean(dir)
		importPath := path.Join(t.module, dir)
		p := t.packages[importPath]
		if p == nil {
			p = &source{dir: dir, path: importPath}
			t.packages[importPath] = p
		}
		if isSource(name) {
			p.files = append(p.files, &sourceFile{name: f.path, data: f.data})
		} else {
			p.native = append(p.native, f)
		}
	}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range t.packages {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			p.err = p.parse(t.fset)
			return nil
		})
	}
	return group.Wait()
}

// parse parses the package's files.
func (p *source) parse(fset *token.FileSet) (err error) {
	for _, f := range p.files {
		if f.ast, err = parser.ParseFile(fset, f.name, f.data, parser.ParseComments); err != nil {
			return fmt.Errorf("codeid: %w", err)
		}
		if f.condition, err = condition(f); err != nil {
			return fmt.Errorf("codeid: %s: %w", f.name, err)
		}
	}
	return p.nameIt()
}

// condition returns under which a build uses the file: its //go:build line, and the system that
// its name ends with.
func condition(f *sourceFile) (string, error) {
	var words []string
	for _, group := range f.ast.Comments {
		if group.Pos() > f.ast.Package {
			break
		}
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) {
				x, err := constraint.Parse(c.Text)
				if err != nil {
					return "", err
				}
				words = append(words, x.String())
			}
		}
	}
	// A build for no system at all uses the files whose name asks for none.
	nowhere := build.Context{
		GOOS: "none", GOARCH: "none", Compiler: "gc",
		OpenFile: func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("package p")), nil },
	}
	name := path.Base(f.name)
	match, err := nowhere.MatchFile("", name)
	if err != nil {
		return "", err
	}
	if !match {
		parts := strings.Split(strings.TrimSuffix(name, ".go"), "_")
		words = append(words, strings.Join(parts[max(1, len(parts)-2):], "_"))
	}
	return strings.Join(words, "\n"), nil
}

// nameIt finds the package's name and leaves out the files of another one that no build uses,
// such as those with the condition "ignore".
func (p *source) nameIt() error {
	for _, free := range []bool{true, false} {
		for _, f := range p.files {
			if p.name == "" && (f.condition == "" || !free) {
				p.name = f.ast.Name.Name
			}
		}
	}
	for _, f := range p.files {
		if f.ast.Name.Name != p.name && f.condition == "" {
			return fmt.Errorf("codeid: %s: package %s in a folder of package %s", f.name, f.ast.Name.Name, p.name)
		}
	}
	p.files = slices.DeleteFunc(p.files, func(f *sourceFile) bool { return f.ast.Name.Name != p.name })
	return nil
}

// link finds what the names of imported packages stand for, and which names are not declared in
// their file.
func (t *tree) link(f *sourceFile) error {
	f.imports = map[string]string{}
	for _, spec := range f.ast.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return t.errorAt(spec.Pos(), "%w", err)
		}
		var name string
		own, isOwn := t.packages[importPath]
		switch {
		case spec.Name != nil:
			name = spec.Name.Name
		case isOwn && own.err == nil:
			name = own.name
		case t.foreign[importPath] != nil && t.foreign[importPath].Name != "":
			name = t.foreign[importPath].Name
		default:
			name = guess(importPath)
		}
		if !isOwn && t.owns(importPath) {
			return t.errorAt(spec.Pos(), "no package %s in this module", importPath)
		}
		switch name {
		case ".":
			f.dots = append(f.dots, importPath)
		case "_":
		default:
			f.imports[name] = importPath
		}
	}
	// The parser's resolution of names is out of favour because it cannot tell the fields of a
	// literal from other names. The walk over a declaration takes them for both.
	f.unresolved = map[*ast.Ident]bool{}
	for _, id := range f.ast.Unresolved {
		f.unresolved[id] = true
	}
	return nil
}

func (t *tree) owns(importPath string) bool {
	return importPath == t.module || strings.HasPrefix(importPath, t.module+"/")
}

var majorVersion = regexp.MustCompile(`^v\d+$`)

// guess returns the name that a package of this path most often has: its last element without a
// major version.
func guess(importPath string) string {
	name := path.Base(importPath)
	if majorVersion.MatchString(name) {
		name = path.Base(path.Dir(importPath))
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, "go-"), "-go")
}

func (t *tree) errorAt(pos token.Pos, format string, args ...any) error {
	return fmt.Errorf("codeid: %s: %w", t.fset.Position(pos), fmt.Errorf(format, args...))
}
