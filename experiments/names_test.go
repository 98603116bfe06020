package experiments

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestNamesStayWhole: no code of the experiments, of the notebooks' package or of the command takes the key of a
// case or the name of a metric apart. Records are chosen by kind and dimension, and metric names are composed of
// what the plan says.
func TestNamesStayWhole(t *testing.T) {
	files := 0
	for _, root := range []string{".", filepath.Join("..", "pkg", "nbui"), filepath.Join("..", "cmd")} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return err
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			files++
			for _, found := range takenApart(fset, file) {
				t.Error(found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 300 {
		t.Errorf("%d files read, want those of all experiments", files)
	}
}

// cutters are the packages whose functions take strings apart, or compare parts of them.
var cutters = []string{"strings", "regexp"}

// scanners are functions of package fmt that read values out of a string.
var scanners = []string{"Sscan", "Sscanf", "Sscanln"}

// takenApart lists the places of a file where a name is handed to a function of the [cutters], to a method of a
// regular expression or to one of the [scanners], or is sliced or indexed. A name is an expression that ends in
// .Case, a variable of the function that was set to one, or the key of a range over .Metrics or .Texts.
func takenApart(fset *token.FileSet, file *ast.File) (found []string) {
	paths := map[string]string{} // of packages, by the name that the file knows them under
	for _, i := range file.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		paths[name] = path
	}
	cuts := func(call *ast.CallExpr) bool {
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		if x, ok := f.X.(*ast.Ident); ok && paths[x.Name] != "" {
			return slices.Contains(cutters, paths[x.Name]) || paths[x.Name] == "fmt" && slices.Contains(scanners, f.Sel.Name)
		}
		return strings.HasPrefix(f.Sel.Name, "Find") || strings.HasPrefix(f.Sel.Name, "Match")
	}
	for _, decl := range file.Decls {
		names := namesIn(decl)
		report := func(n ast.Node, how string) {
			found = append(found, fmt.Sprintf("%s: the name of a case or metric is %s", fset.Position(n.Pos()), how))
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if cuts(n) && slices.ContainsFunc(n.Args, func(x ast.Expr) bool { return isName(x, names) }) {
					report(n, "looked into")
				}
			case *ast.SliceExpr:
				if isName(n.X, names) {
					report(n, "sliced")
				}
			case *ast.IndexExpr:
				if isName(n.X, names) {
					report(n, "indexed")
				}
			}
			return true
		})
	}
	return found
}

// namesIn are the variables of a declaration that hold names.
func namesIn(decl ast.Decl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, x := range n.Rhs {
				if to, ok := n.Lhs[i].(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) && isName(x, nil) {
					names[to.Name] = true
				}
			}
		case *ast.RangeStmt:
			of, ok := n.X.(*ast.SelectorExpr)
			if key, is := n.Key.(*ast.Ident); ok && is && key.Name != "_" && (of.Sel.Name == "Metrics" || of.Sel.Name == "Texts") {
				names[key.Name] = true
			}
		}
		return true
	})
	return names
}

// isName reports whether an expression is a name: see [takenApart].
func isName(x ast.Expr, names map[string]bool) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name == "Case"
	case *ast.Ident:
		return names[x.Name]
	}
	return false
}

func TestTakenApart(t *testing.T) {
	for _, c := range []struct {
		body string
		want int
	}{
		{`strings.HasPrefix(r.Case, "set=")`, 1},
		{`s.Cut(set[0].Case, " ")`, 1},
		{`strings.TrimSuffix((r.Case), "x")`, 1},
		{`regexp.MatchString("^a", r.Case)`, 1},
		{`form.FindStringSubmatch(r.Case)`, 1},
		{`fmt.Sscanf(r.Case, "%d", &n)`, 1},
		{`_ = r.Case[4:]`, 1},
		{`_ = r.Case[0]`, 1},
		{`key := r.Case; strings.Split(key, "/")`, 1},
		{`for name := range r.Metrics { strings.CutPrefix(name, "n=") }`, 1},
		{`for name := range r.Texts { _ = name[2:] }`, 1},
		{`strings.ToUpper(r.Case + strings.TrimSpace(r.Note))`, 0}, // no longer the name alone
		{`fmt.Sprintf("%s: none", r.Case)`, 0},
		{`strings.Join([]string{r.Case}, ", ")`, 0},
		{`names = append(names, r.Case)`, 0},
		{`for name, m := range r.Metrics { use(name, m) }`, 0},
		{`strings.HasPrefix(r.Note, "peer ")`, 0},
		{`_ = set.Where(r.Kind())`, 0},
	} {
		fset := token.NewFileSet()
		source := "package p\n\nimport (\n\t\"fmt\"\n\t\"regexp\"\n\t\"strings\"\n\ts \"strings\"\n)\n\nfunc f() {\n" + c.body + "\n}\n"
		file, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s: %v", c.body, err)
		}
		if found := takenApart(fset, file); len(found) != c.want {
			t.Errorf("%s: found %v, want %d places", c.body, found, c.want)
		}
	}
}
