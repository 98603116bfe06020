package house

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// Room is a package, or on the top floor a command or all experiments.
type Room struct {
	Name    string   // from the root of the tree, such as pkg/csp
	For     string   // in the words of pkg/README.md
	Imports []string // of the lab's packages below pkg, not counting tests
	// May are the packages that the laws let it import; Open says that it has no such list and may import what the floors leave.
	May  []string
	Open bool
}

// Floor is a floor of the house.
type Floor struct {
	Name  string
	Rule  string // what is on it
	Rooms []Room
}

// House is the lab's tree.
type House struct {
	Floors []Floor // from the top, commands and experiments first
	Top    []Place // what lies at the top of the tree
}

var (
	heading = regexp.MustCompile(`^## ([A-Z][^:]*): (.+)$`)
	row     = regexp.MustCompile(`^\| \[([a-z0-9/]+)\]\([^)]+\) \| (.+) \|$`)
)

// listed is what go list is asked.
type listed struct {
	ImportPath, Dir string
	Imports         []string
	GoFiles         []string
}

// Read reads the house in a tree of the lab.
func Read(ctx context.Context, root string) (*House, error) {
	text, err := atomicfile.ReadFile(filepath.Join(root, "pkg", "README.md"), atomicfile.Most)
	if err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	floors := parseFloors(string(text))
	if len(floors) == 0 {
		return nil, errors.New("house: pkg/README.md names no floor: want headings such as \"## Ground: boards, files, text\"")
	}
	laws, err := readLaws(filepath.Join(root, "pkg", "laws_test.go"))
	if err != nil {
		return nil, err
	}
	// On one system, whatever this one is: which files belong to a package depends on it.
	all, err := gotool.ListWith[listed](ctx, root, []string{"GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0"}, "-json=ImportPath,Dir,Imports,GoFiles", "./...")
	if err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	h := &House{Floors: append([]Floor{{Name: "Commands and experiments", Rule: "what parses, opens and prints; a folder for each question"}}, floors...), Top: Top}
	h.furnish(all, laws)
	return h, nil
}

// parseFloors reads the floors of pkg/README.md.
func parseFloors(text string) (floors []Floor) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			floors = append(floors, Floor{Name: m[1], Rule: m[2]})
		}
		if m := row.FindStringSubmatch(line); m != nil && len(floors) > 0 {
			f := &floors[len(floors)-1]
			f.Rooms = append(f.Rooms, Room{Name: "pkg/" + m[1], For: m[2]})
		}
	}
	return floors
}

// readLaws reads the variable allowed of the laws: by package, what it may import.
func readLaws(path string) (map[string][]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	laws := map[string][]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok || len(v.Names) != 1 || v.Names[0].Name != "allowed" || len(v.Values) != 1 {
			return true
		}
		for _, e := range elements(v.Values[0]) {
			pair, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			may := []string{}
			for _, x := range elements(pair.Value) {
				may = append(may, literal(x))
			}
			laws[literal(pair.Key)] = may
		}
		return false
	})
	if len(laws) == 0 {
		return nil, fmt.Errorf("house: %s: no variable allowed with the laws", path)
	}
	return laws, nil
}

func elements(x ast.Expr) []ast.Expr {
	if c, ok := x.(*ast.CompositeLit); ok {
		return c.Elts
	}
	return nil
}

// literal returns the text of a string in Go, "" of anything else.
func literal(x ast.Expr) string {
	if l, ok := x.(*ast.BasicLit); ok {
		if s, err := strconv.Unquote(l.Value); err == nil {
			return s
		}
	}
	return ""
}

// furnish puts imports and laws into the rooms, and commands and experiments on the top floor.
func (h *House) furnish(all []listed, laws map[string][]string) {
	module := gotool.Module()
	name := func(path string) string { return strings.TrimPrefix(path, module+"/") }
	imports := map[string][]string{}
	var commands []Room
	experiments := Room{Name: "experiments", For: "a folder for each question: plan, measurement, tables, judges", Open: true}
	for _, p := range all {
		var ours []string
		for _, i := range p.Imports {
			if strings.HasPrefix(i, module+"/pkg/") {
				ours = append(ours, name(i))
			}
		}
		slices.Sort(ours)
		imports[name(p.ImportPath)] = ours
		switch first, _, _ := strings.Cut(name(p.ImportPath), "/"); first {
		case "cmd":
			commands = append(commands, Room{Name: name(p.ImportPath), For: "a command", Imports: ours, Open: true})
		case "experiments":
			experiments.Imports = append(experiments.Imports, ours...)
		}
	}
	slices.Sort(experiments.Imports)
	experiments.Imports = slices.Compact(experiments.Imports)
	commands = append(commands, experiments)
	h.Floors[0].Rooms = commands
	for f := range h.Floors[1:] {
		for r := range h.Floors[f+1].Rooms {
			room := &h.Floors[f+1].Rooms[r]
			may, closed := laws[room.Name]
			room.Imports, room.May, room.Open = imports[room.Name], may, !closed
		}
	}
}

// floorOf returns on which floor a package is, −1 if on none.
func (h *House) floorOf(name string) int {
	return slices.IndexFunc(h.Floors, func(f Floor) bool {
		return slices.ContainsFunc(f.Rooms, func(r Room) bool { return r.Name == name })
	})
}

// Between returns, for each floor and each floor, how many packages of the second are imported by how many of the first: the number of
// pairs.
func (h *House) Between() [][]int {
	out := make([][]int, len(h.Floors))
	for i, f := range h.Floors {
		out[i] = make([]int, len(h.Floors))
		for _, r := range f.Rooms {
			for _, imp := range r.Imports {
				if at := h.floorOf(imp); at >= 0 {
					out[i][at]++
				}
			}
		}
	}
	return out
}

// ImportedBy returns how many rooms import a package.
func (h *House) ImportedBy(name string) (n int) {
	for _, f := range h.Floors {
		for _, r := range f.Rooms {
			if slices.Contains(r.Imports, name) {
				n++
			}
		}
	}
	return n
}
