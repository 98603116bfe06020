package notebooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/record"
)

// loaders are the functions of nbui that read committed results.
var loaders = []string{"Result", "Claims", "Records", "From", "Verdicts", "Ledger"}

var loaded = regexp.MustCompile(`nbui\.(?:Result|Records|From)\("([^"]+)"`)

// drawers are those that show a picture whatever is committed; a chart's Show is one, too.
var drawers = []string{"Board", "Boards", "Strip", "Sheets", "Film", "Drawn", "Figure", "Plot", "PlotSized"}

// part is a declaration of a notebook, or what a cell runs, with the names that stand in it.
type part struct {
	source string
	cell   string // of which this is what it runs, "" for a declaration
	names  map[string]bool
	loads  bool // calls one of the loaders
	draws  bool // calls what shows a picture
	again  bool // measures
}

// source is a notebook as a program: its imports by the names that they are used by, its
// declarations by theirs, and the cells.
type source struct {
	imports map[string]string
	named   map[string][]*part
	cells   []*part
}

// read takes a notebook apart the way its kernel does: what stands above %% are declarations.
func read(t *testing.T, file string) source {
	t.Helper()
	n, err := nbformat.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := source{imports: map[string]string{}, named: map[string][]*part{}}
	for _, c := range n.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		above, run, _ := strings.Cut("\n"+c.Source, "\n%%")
		s.declare(t, file+"#"+c.ID, above)
		if strings.TrimSpace(run) == "" {
			continue
		}
		text := "package p\nfunc _() {\n" + run + "\n}"
		f, err := parser.ParseFile(token.NewFileSet(), c.ID, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatalf("%s, cell %s: %v", file, c.ID, err)
		}
		p := partOf(f.Decls[0], run)
		p.cell = c.ID
		s.cells = append(s.cells, p)
	}
	return s
}

func (s *source) declare(t *testing.T, name, text string) {
	t.Helper()
	const head = "package p\n"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, head+text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range f.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		last := filepath.Base(path)
		if _, err := strconv.Atoi(strings.TrimPrefix(last, "v")); err == nil {
			last = filepath.Base(filepath.Dir(path))
		}
		if i.Name != nil {
			last = i.Name.Name
		}
		s.imports[last] = path
	}
	for _, d := range f.Decls {
		p := partOf(d, (head + text)[fset.Position(d.Pos()).Offset:fset.Position(d.End()).Offset])
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil { // a method goes with its type
				ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						name = id.Name
					}
					return true
				})
			}
			s.named[name] = append(s.named[name], p)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					s.named[spec.Name.Name] = append(s.named[spec.Name.Name], p)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						s.named[id.Name] = append(s.named[id.Name], p)
					}
				}
			}
		}
	}
}

func partOf(n ast.Node, text string) *part {
	p := &part{source: text, names: map[string]bool{}}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			p.names[n.Name] = true
		case *ast.SelectorExpr:
			p.draws = p.draws || n.Sel.Name == "Show" || n.Sel.Name == "ShowSized"
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "nbui" {
				p.draws = p.draws || slices.Contains(drawers, n.Sel.Name)
				p.loads = p.loads || slices.Contains(loaders, n.Sel.Name)
				p.again = p.again || n.Sel.Name == "Again"
			}
		}
		return true
	})
	return p
}

// reach adds a part and the declarations that it needs to others.
func (s *source) reach(p *part, into *[]*part) {
	if slices.Contains(*into, p) {
		return
	}
	*into = append(*into, p)
	for name := range p.names {
		for _, q := range s.named[name] {
			s.reach(q, into)
		}
	}
}

// program returns the cells that show committed results as a package, each as a function, with the
// declarations and imports that they need and no others; and the experiments that each cell names.
func (s *source) program(t *testing.T, name string) (code []byte, cells map[string][]string) {
	t.Helper()
	var kept []*part
	var table strings.Builder
	cells = map[string][]string{}
	for _, c := range s.cells {
		var needs []*part
		s.reach(c, &needs)
		if c.again || !slices.ContainsFunc(needs, func(p *part) bool { return p.loads }) {
			continue
		}
		s.reach(c, &kept)
		cells[c.cell] = []string{}
		for _, p := range needs {
			for _, m := range loaded.FindAllStringSubmatch(p.source, -1) {
				cells[c.cell] = append(cells[c.cell], m[1])
			}
		}
		fmt.Fprintf(&table, "%q: func() {%s\n},\n", c.cell, c.source)
	}
	used := map[string]bool{}
	var body strings.Builder
	for _, p := range kept {
		for name := range p.names {
			used[name] = true
		}
		if p.cell == "" {
			body.WriteString(p.source + "\n")
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "package %s\n", name)
	for name, path := range s.imports {
		if used[name] {
			fmt.Fprintf(&b, "import %s %q\n", name, path)
		}
	}
	fmt.Fprintf(&b, "%s\nvar Cells = map[string]func(){\n%s}\n", body.String(), table.String())
	code, err := format.Source(b.Bytes())
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	return code, cells
}

// runner runs cells on each folder, in arguments such as /folder|10-csp.ipynb#fillings|…, and says
// which ended with an error.
const runner = `
func main() {
	failed := false
	for _, argument := range os.Args[1:] {
		cells := strings.Split(argument, "|")
		root := cells[0]
		if err := os.Setenv("SUDOKULAB_ROOT", root); err != nil {
			panic(err)
		}
		for _, name := range cells[1:] {
			fmt.Printf("#### %s %s\n", filepath.Base(root), name)
			func() {
				defer func() {
					if r := recover(); r != nil {
						failed = true
						fmt.Fprintf(os.Stderr, "%s: %s: %v\n", filepath.Base(root), name, r)
					}
				}()
				file, id, _ := strings.Cut(name, "#")
				all[file][id]()
			}()
		}
	}
	if failed {
		os.Exit(1)
	}
}
`

// build compiles the result cells of all notebooks into one program. Its source lies in this
// module by an overlay of the compiler, so nothing is written into the tree.
// The experiments are those that each cell names.
func build(t *testing.T) (path string, experiments map[string][]string) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	overlay := map[string]string{}
	put := func(name string, code []byte) {
		at := filepath.Join(dir, fmt.Sprintf("%d.go", len(overlay)))
		if err := os.WriteFile(at, code, 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(root, "notebooks", "resultcells", filepath.FromSlash(name))] = at
	}
	files := executed(t)
	experiments = map[string][]string{}
	var imports, all strings.Builder
	for _, file := range files {
		s := read(t, file)
		name := "n" + file[:2]
		code, ids := s.program(t, name)
		if len(ids) == 0 {
			t.Errorf("%s: no cell shows committed results", file)
		}
		for id, named := range ids {
			experiments[file+"#"+id] = named
		}
		put(name+"/cells.go", code)
		fmt.Fprintf(&imports, "import %q\n", gotool.Module()+"/notebooks/resultcells/"+name)
		fmt.Fprintf(&all, "%q: %s.Cells,\n", file, name)
	}
	put("main.go", []byte("package main\nimport (\n\"fmt\"\n\"os\"\n\"path/filepath\"\n\"strings\"\n)\n"+imports.String()+"var all = map[string]map[string]func(){\n"+all.String()+"}\n"+runner))
	data, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(at, data, 0o600); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(dir, "cells.test")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-overlay", at, "-o", path, "./notebooks/resultcells")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path, experiments
}

// committed returns all records by their folders; those without records, such as the ledger, are empty.
func committed(t *testing.T) map[string]record.Set {
	t.Helper()
	folders, err := os.ReadDir("../results")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]record.Set{}
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		all, err := record.ReadFile(filepath.Join("..", "results", f.Name(), "records.jsonl"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		out[f.Name()] = all
	}
	return out
}

// without makes a folder that looks like the repository on another machine: lack changes a record to
// what is there instead of it, or says that there is none. Where removed is set, what was made from
// such records is not there either. It returns the experiments that lack something.
func without(t *testing.T, root string, sets map[string]record.Set, removed bool, lack func(record.Record) (record.Record, bool)) (had []string) {
	t.Helper()
	source, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.MkdirAll(filepath.Join(root, "results"), 0o755))
	check(os.WriteFile(filepath.Join(root, "go.mod"), []byte("module "+gotool.Module()+"\n"), 0o600))
	for name, all := range sets {
		from, to := filepath.Join(source, "results", name), filepath.Join(root, "results", name)
		kept, changed := record.Set{}, false
		for _, r := range all {
			other, there := lack(r)
			changed = changed || !there || other.Status != r.Status
			if there {
				kept = append(kept, other)
			}
		}
		if !changed {
			check(os.Symlink(from, to))
			continue
		}
		had = append(had, name)
		check(os.Mkdir(to, 0o755))
		data, err := record.Marshal(kept)
		check(err)
		check(os.WriteFile(filepath.Join(to, "records.jsonl"), data, 0o600))
		files, err := os.ReadDir(from)
		check(err)
		for _, f := range files {
			name := f.Name()
			if name == "records.jsonl" || removed && name != "README.md" {
				continue
			}
			check(os.Symlink(filepath.Join(from, name), filepath.Join(to, name)))
		}
	}
	return had
}

// Every cell that shows committed results holds on machines that lack public sets: each set in
// turn, and all of them, with records that say so and with no records at all, and with no records
// but those of the smallest profile. It shows what there is and names what is missing.
func TestResultCellsWithoutPublicSets(t *testing.T) {
	path, experiments := build(t)
	var public, arguments []string
	for _, s := range corpus.All() {
		if !s.Embedded {
			public = append(public, s.ID)
		}
	}
	dir, sets := t.TempDir(), committed(t)
	drop := func(name string, whole, removed bool, lack func(record.Record) (record.Record, bool)) {
		argument := filepath.Join(dir, name)
		had := without(t, argument, sets, removed, lack)
		for _, cell := range slices.Sorted(maps.Keys(experiments)) { // the others see what the repository has
			if whole || slices.ContainsFunc(experiments[cell], func(e string) bool { return slices.Contains(had, e) }) {
				argument += "|" + cell
			}
		}
		if strings.Contains(argument, "|") {
			arguments = append(arguments, argument)
		}
	}
	of := func(r record.Record, sets ...string) bool {
		return r.Corpus != nil && slices.Contains(sets, r.Corpus.ID)
	}
	missing := func(sets ...string) func(r record.Record) (record.Record, bool) {
		return func(r record.Record) (record.Record, bool) {
			if of(r, sets...) {
				r.Status, r.Note = record.Missing, "the set is not on this machine"
				r.Exact, r.Noisy, r.Texts, r.Corpus = nil, nil, nil, nil
			}
			return r, true
		}
	}
	for _, id := range public {
		drop("without-"+id, false, false, missing(id))
	}
	drop("without-all", false, false, missing(public...))
	drop("without-all-records", true, true, func(r record.Record) (record.Record, bool) { return r, !of(r, public...) })
	// The smallest profile has fewer cases, and sizes at which less is seen.
	drop("without-all-but-smoke", false, true, func(r record.Record) (record.Record, bool) {
		return r, r.Profile == "smoke" && !of(r, public...)
	})
	if len(arguments) < 4 {
		t.Fatalf("%d folders lack something", len(arguments))
	}
	cmd := exec.CommandContext(t.Context(), path, arguments...)
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &failed
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, failed.String())
	}
	shown := map[string]string{} // by "folder notebook#cell"
	for text := range strings.SplitSeq(out.String(), "#### ") {
		head, body, _ := strings.Cut(text, "\n")
		shown[head] = body
	}
	for cell := range experiments {
		if strings.TrimSpace(shown["without-all-records "+cell]) == "" {
			t.Errorf("%s shows nothing where all sets are missing", cell)
		}
	}
	for head, what := range map[string]string{
		"without-17clue 10-csp.ipynb#full-search-table":         "From the records of csp-search",
		"without-17clue 10-csp.ipynb#full-hard-table":           "Profile ",
		"without-all-records 10-csp.ipynb#full-hard-table":      "No table or figure “givens-25” of csp-hard here.",
		"without-all-records 60-comparison.ipynb#trade":         "Figure: Guesses against time",
		"without-forum-1106 10-csp.ipynb#full-search-table":     "From the records of csp-search",
		"without-all-records 50-gnn.ipynb#ways-plot":            "Figure: Solved, by givens",
		"without-all 30-minigrid.ipynb#shares-chart":            "Figure: Share of each phase",
		"without-all-records 10-csp.ipynb#full-search-table":    "Not measured here: set 17clue, set forum-1106, set magictour.",
		"without-forum-1106 60-comparison.ipynb#full-times":     "Not measured here: set forum-1106, ",
		"without-all-records 10-csp.ipynb#full-generator-table": "csp-validate",
		"without-all-records 00-tour.ipynb#full":                "gnn-candidate",
		"without-all-records 20-dqn.ipynb#measured-time":        "Time of both methods",
		"without-all-records 30-minigrid.ipynb#growth-plot":     "Figure: Growth",
		"without-all-records 30-minigrid.ipynb#literal-grid":    "A full 4×4 grid",
		"without-all-records 40-tensor.ipynb#measured-search":   "No table or figure “table” of tensor-search here.",
		"without-all-records 50-gnn.ipynb#claims-all":           "Verdicts on the ",
	} {
		text, ok := shown[head]
		if !ok || !strings.Contains(text, what) {
			t.Errorf("%s shows no %q:\n%.1500s", head, what, text)
		}
		if set, _, _ := strings.Cut(strings.TrimPrefix(head, "without-"), " "); ok && !strings.HasPrefix(set, "all") && !strings.Contains(text, "set "+set) {
			t.Errorf("%s does not name what is missing:\n%.1500s", head, text)
		}
	}
}
