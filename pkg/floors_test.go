package pkg_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	heading = regexp.MustCompile(`^## ([A-Z][^:]*): `)
	row     = regexp.MustCompile(`^\| \[([a-z0-9/]+)\]\(([^)]+)\) \| .+ \|$`)
)

// floors reads README.md: the floor of each package, counted from the top, and the name of each floor.
func floors(t *testing.T) (of map[string]int, names []string) {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	of = map[string]int{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			names = append(names, m[1])
		}
		m := row.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if _, twice := of["pkg/"+m[1]]; twice {
			t.Errorf("README.md: %s stands twice", m[1])
		}
		of["pkg/"+m[1]] = len(names)
		if _, err := os.Stat(m[2]); err != nil {
			t.Errorf("README.md: %s: %v", m[1], err)
		}
	}
	return of, names
}

// upward says which imports of a package lead to a floor above its own.
func upward(p pkg, of map[string]int, names []string) (out []string) {
	name := strings.TrimPrefix(p.ImportPath, module+"/")
	at, ok := of[name]
	if !ok {
		return []string{name + " stands on no floor of pkg/README.md"}
	}
	for _, imp := range p.Imports {
		ours, isOurs := strings.CutPrefix(imp, module+"/")
		if up := of[ours]; isOurs && up < at {
			out = append(out, name+" ("+names[at-1]+") imports "+ours+", which stands above it")
		}
	}
	return out
}

// TestFloors: README.md names each package once, and imports go down its floors or stay on one.
func TestFloors(t *testing.T) {
	of, names := floors(t)
	if len(names) != 9 {
		t.Fatalf("README.md has %d floors, %q", len(names), names)
	}
	seen := map[string]bool{}
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		if !strings.HasPrefix(name, "pkg/") || len(p.GoFiles) == 0 {
			continue
		}
		seen[name] = true
		for _, text := range upward(p, of, names) {
			t.Error(text)
		}
	}
	for name := range of {
		if !seen[name] {
			t.Errorf("README.md names %s, which is not there", name)
		}
	}
}

// TestFloorsCanBeBroken: an import of a floor above is caught, and so is a package without a floor.
func TestFloorsCanBeBroken(t *testing.T) {
	of, names := floors(t)
	for _, p := range []pkg{
		{ImportPath: module + "/pkg/board", Imports: []string{module + "/pkg/engine"}},
		{ImportPath: module + "/pkg/learn/score", Imports: []string{module + "/pkg/gnn/candidate"}},
		{ImportPath: module + "/pkg/new", Imports: []string{module + "/pkg/board"}},
	} {
		if len(upward(p, of, names)) != 1 {
			t.Errorf("%s with imports %q: %q, want one breach", p.ImportPath, p.Imports, upward(p, of, names))
		}
	}
}
