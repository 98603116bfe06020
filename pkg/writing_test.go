package pkg_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// writers are the functions of package os that make, replace or open a file to write to it.
var writers = []string{"Create", "CreateTemp", "Link", "OpenFile", "Rename", "Symlink", "Truncate", "WriteFile"}

// mayWrite names the functions outside package atomicfile that write files by themselves, and
// why. All but those that replace a folder write into a folder that they or their callers have
// just made under a random name.
var mayWrite = map[string]string{
	"cmd/sudokulab/dev_bare.go copyTree":           "a copy of the tree in an empty folder",
	"cmd/sudokulab/dev_bare.go environment":        "links to programs in a folder of its own",
	"pkg/accel/gpuqueue/collect.go swapFolder":     "replaces a folder",
	"pkg/accel/install/file.go copyFile":           "a new file, O_EXCL, in a new folder of its own",
	"pkg/accel/install/file.go takeFile":           "moves within that folder",
	"pkg/accel/install/file.go unpackPlugin":       "the same",
	"pkg/accel/install/install.go swap":            "replaces a folder",
	"pkg/jupyter/connection.go fill":               "a key for its owner's eyes in a folder of its own",
	"pkg/jupyter/kerneltest/kerneltest.go Install": "a kernel for tests",
	"pkg/jupyter/kerneltest/kerneltest.go Serve":   "a kernel for tests",
	"pkg/nbkernel/build.go cell":                   "the sample cell in a folder of its own",
	"pkg/nbkernel/build.go link":                   "makes a symbolic link, which no writer of files does",
	"pkg/nbkernel/launch.go RunsPrograms":          "tries whether programs run in a folder of its own",
	"pkg/nbkernel/process_other.go hold":           "a lock, O_EXCL, in a folder of its own",
	"pkg/nbkernel/process_unix.go hold":            "a lock, O_EXCL, in a folder of its own, named when it is locked",
	"pkg/record/revision.go Extract":               "the files of a commit in a folder that its caller made for them",
	"pkg/nbkernel/process_unix.go free":            "opens a lock to try it, O_NOFOLLOW, and writes nothing",
}

// writes returns the functions of a file's text that write files by themselves.
func writes(t *testing.T, name string, text any) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	pkg := ""
	for _, i := range file.Imports {
		if p, err := strconv.Unquote(i.Path.Value); err == nil && p == "os" {
			if pkg = "os"; i.Name != nil {
				pkg = i.Name.Name
			}
		}
	}
	found := map[string]bool{}
	for _, d := range file.Decls {
		in := "declaration"
		if f, ok := d.(*ast.FuncDecl); ok {
			in = f.Name.Name
		}
		ast.Inspect(d, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := s.X.(*ast.Ident); ok && pkg != "" && x.Name == pkg && slices.Contains(writers, s.Sel.Name) {
				found[in] = true
			}
			return true
		})
	}
	return slices.Sorted(maps.Keys(found))
}

// TestOneWriter: files are written by package atomicfile, whose rules keep what is not ours from
// harm.
func TestOneWriter(t *testing.T) {
	used := map[string]bool{}
	for _, root := range []string{"pkg", "cmd"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
				return err
			}
			name, err := filepath.Rel("..", file)
			if name = filepath.ToSlash(name); err != nil || path.Dir(name) == "pkg/atomicfile" {
				return err
			}
			for _, f := range writes(t, file, nil) {
				key := name + " " + f
				if used[key] = true; mayWrite[key] == "" {
					t.Errorf("%s writes a file by itself; package atomicfile does that", key)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for key := range mayWrite {
		if !used[key] {
			t.Errorf("%s may write files and does not", key)
		}
	}
}

// TestOneWriterSees shows what the law catches.
func TestOneWriterSees(t *testing.T) {
	for _, f := range writers {
		for _, text := range []string{
			"package p\nimport \"os\"\nfunc F() { _ = os." + f + " }",
			"package p\nimport disk \"os\"\nfunc F() { g(func() { disk." + f + "() }) }",
		} {
			if got := writes(t, "p.go", text); !slices.Equal(got, []string{"F"}) {
				t.Errorf("%s: %v", text, got)
			}
		}
	}
	const harmless = "package p\nimport \"os\"\nfunc F() { os.Open(\"f\"); os.ReadFile(\"f\"); os.Remove(\"f\"); x.Create() }"
	if got := writes(t, "p.go", harmless); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
