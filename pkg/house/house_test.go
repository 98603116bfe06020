package house_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/house"
)

var root = filepath.Join("..", "..")

func read(t *testing.T) *house.House {
	t.Helper()
	h, err := house.Read(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestUpToDate: what is committed is what the code draws.
func TestUpToDate(t *testing.T) {
	h := read(t)
	for name, want := range map[string][]byte{"house.md": h.Markdown(), "house.svg": h.SVG()} {
		got, err := os.ReadFile(filepath.Join(root, "research", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("research/%s is not that of the code; go run ./cmd/sudokulab dev house", name)
		}
	}
}

// TestTop: what lies at the top of the tree and is not left out by .gitignore is named, and nothing else.
func TestTop(t *testing.T) {
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	made := []string{".git"}
	for line := range strings.Lines(string(ignored)) {
		made = append(made, strings.Trim(strings.TrimSpace(line), "/"))
	}
	var got, want []string
	for _, e := range entries {
		match := func(pattern string) bool {
			ok, err := filepath.Match(pattern, e.Name())
			return err == nil && ok
		}
		if !slices.ContainsFunc(made, match) {
			got = append(got, e.Name())
		}
	}
	for _, p := range house.Top {
		want = append(want, p.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the top of the tree holds %q, and house.Top names %q", got, want)
	}
}

// TestDown: the counts of imports go down, and the packages are those of the tree.
func TestDown(t *testing.T) {
	h := read(t)
	pairs := 0
	for i, counts := range h.Between() {
		for j, n := range counts {
			if j < i && n > 0 {
				t.Errorf("floor %d imports from floor %d, above it", i+1, j+1)
			}
			pairs += n
		}
	}
	if pairs < 300 || h.ImportedBy("pkg/board") < 50 {
		t.Errorf("%d pairs, pkg/board imported by %d", pairs, h.ImportedBy("pkg/board"))
	}
	for _, f := range h.Floors {
		for _, r := range f.Rooms {
			for _, imp := range r.Imports {
				if !r.Open && !slices.Contains(r.May, imp) {
					t.Errorf("%s imports %s, which the laws do not let it", r.Name, imp)
				}
			}
		}
	}
}

// TestPicture: well-formed, 390 wide, no letters below eleven pixels, nothing beyond the edge by the width of letters in a wide face, and
// colours for dark pages.
func TestPicture(t *testing.T) {
	svg := read(t).SVG()
	dec := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok && len([]rune(string(text))) > 52 && !bytes.Contains(text, []byte("{")) {
			t.Errorf("%q is too long for a line", text)
		}
	}
	for _, m := range regexp.MustCompile(`font-size:(\d+)px`).FindAllSubmatch(svg, -1) {
		if n, err := strconv.Atoi(string(m[1])); err != nil || n < 11 {
			t.Errorf("letters of %s pixels", m[1])
		}
	}
	for _, want := range []string{`width="390"`, "prefers-color-scheme:dark", `role="img"`, "bitboard/wide"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("no %s in the picture", want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	if _, err := house.Read(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "README.md") {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "pkg"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "pkg", "README.md"), []byte("# no floors\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := house.Read(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "names no floor") {
		t.Errorf("a page without floors: %v", err)
	}
}

func ExampleHouse_Between() {
	h := house.House{Floors: []house.Floor{
		{Name: "Systems", Rooms: []house.Room{{Name: "pkg/csp", Imports: []string{"pkg/board"}}, {Name: "pkg/dlx", Imports: []string{"pkg/board"}}}},
		{Name: "Ground", Rooms: []house.Room{{Name: "pkg/board"}}},
	}}
	fmt.Println(h.Between(), h.ImportedBy("pkg/board"))
	// Output: [[0 2] [0 0]] 2
}
