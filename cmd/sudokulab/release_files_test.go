package main

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"sudokulab/pkg/lab"
)

// citation is what CITATION.cff may hold here, of the schema 1.2.0 of the Citation File Format.
type citation struct {
	CFFVersion   string              `yaml:"cff-version"`
	Message      string              `yaml:"message"`
	Type         string              `yaml:"type"`
	Title        string              `yaml:"title"`
	Abstract     string              `yaml:"abstract"`
	Authors      []map[string]string `yaml:"authors"`
	Version      string              `yaml:"version"`
	DateReleased string              `yaml:"date-released"`
	License      string              `yaml:"license"`
	Keywords     []string            `yaml:"keywords"`
	Repository   string              `yaml:"repository-code"`
	DOI          string              `yaml:"doi"`
	References   []reference         `yaml:"references"`
}

// reference is a document that the lab judges.
type reference struct {
	Type       string              `yaml:"type"`
	Title      string              `yaml:"title"`
	Authors    []map[string]string `yaml:"authors"`
	Repository string              `yaml:"repository-code"`
	Commit     string              `yaml:"commit"`
	Date       string              `yaml:"date-released"`
	Notes      string              `yaml:"notes"`
}

// released is the heading of a release in the changelog.
var released = regexp.MustCompile(`(?m)^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$`)

// releaseFaults says in what version.go, the changelog and the citation do not agree.
func releaseFaults(version, changelog, cff string) (faults []string) {
	fault := func(s string) { faults = append(faults, s) }
	var c citation
	if err := yaml.UnmarshalWithOptions([]byte(cff), &c, yaml.Strict()); err != nil {
		return []string{"CITATION.cff: " + err.Error()}
	}
	// What the schema asks for, and the words that it allows.
	switch {
	case c.CFFVersion != "1.2.0":
		fault("CITATION.cff: cff-version is not 1.2.0")
	case c.Message == "" || c.Title == "" || len(c.Authors) == 0:
		fault("CITATION.cff: message, title and authors are required")
	case c.Type != "software":
		fault("CITATION.cff: type is not software")
	case len(slices.Compact(slices.Sorted(slices.Values(c.Keywords)))) != len(c.Keywords):
		fault("CITATION.cff: a keyword stands twice")
	}
	for _, a := range c.Authors {
		if a["name"] == "" && a["family-names"] == "" {
			fault("CITATION.cff: an author without a name")
		}
	}
	if c.Version != version {
		fault("CITATION.cff names version " + c.Version + ", the program " + version)
	}
	heads := released.FindAllStringSubmatch(changelog, -1)
	if len(heads) == 0 || heads[0][1] != "Unreleased" {
		return append(faults, "CHANGELOG.md does not begin with [Unreleased]")
	}
	var last, date string
	for i, h := range heads[1:] {
		if _, err := time.Parse(time.DateOnly, h[2]); err != nil {
			fault("CHANGELOG.md: " + h[1] + " has no date")
		}
		if i == 0 {
			last, date = h[1], h[2]
		} else if h[2] > heads[i][2] {
			fault("CHANGELOG.md: " + h[1] + " stands below a later release and has a later date")
		}
	}
	if next, ok := strings.CutSuffix(version, "-dev"); ok { // between releases
		if last == next {
			fault("CHANGELOG.md: " + last + " is released, and the program names it as the next one")
		}
		if c.DateReleased != "" {
			fault("CITATION.cff: a version between releases has a date")
		}
		return faults
	}
	if last != version {
		fault("CHANGELOG.md: the last release is " + last + ", the program is " + version)
	}
	if c.DateReleased != date {
		fault("CITATION.cff: released " + c.DateReleased + ", in CHANGELOG.md " + date)
	}
	return faults
}

// TestCited: the citation's references, the page and the heads of the notebooks name the documents as research/claims.yaml does.
func TestCited(t *testing.T) {
	root := wholeTree(t)
	claims, err := lab.ReadClaims(root)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "CITATION.cff"))
	if err != nil {
		t.Fatal(err)
	}
	var c citation
	if err := yaml.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	var want []reference
	cited := slices.DeleteFunc(slices.Clone(claims.Documents), func(d lab.Document) bool { return d.Source.IsZero() })
	for _, d := range cited {
		s := d.Source
		r := reference{Type: "generic", Title: s.File, Repository: s.Repository, Commit: s.Commit, Date: s.Date, Notes: d.Title + "; the program beside it is in " + s.Language}
		for name := range strings.SplitSeq(s.Authors, " and ") {
			author := map[string]string{}
			name, alias, ok := strings.Cut(strings.TrimSuffix(name, ")"), " (")
			author["name"] = name
			if ok {
				author["alias"] = alias
			}
			r.Authors = append(r.Authors, author)
		}
		want = append(want, r)
	}
	if !reflect.DeepEqual(c.References, want) {
		t.Errorf("CITATION.cff has the references %+v, want %+v", c.References, want)
	}
	page, err := os.ReadFile(filepath.Join(root, "pkg", "page", "web", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range cited {
		if want := `<a href="` + d.Source.Address() + `">` + d.Title + "</a>, by " + d.Source.Authors; !strings.Contains(string(page), want) {
			t.Errorf("the page does not say %s", want)
		}
		books, err := filepath.Glob(filepath.Join(root, "notebooks", "*-"+d.ID+".ipynb"))
		if err != nil || len(books) != 1 {
			t.Fatalf("notebooks of %s: %q, %v", d.ID, books, err)
		}
		text, err := os.ReadFile(books[0])
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(text), `"cell_type": "code"`)
		if !strings.Contains(head, "["+d.Source.File+"]("+d.Source.Address()+") by "+d.Source.Authors) {
			t.Errorf("%s does not begin by citing %s", books[0], d.Source.Citation())
		}
	}
}

// TestReleaseFiles: the program, the changelog and the citation name the same version and date.
func TestReleaseFiles(t *testing.T) {
	root := wholeTree(t)
	var text [2]string
	for i, name := range []string{"CHANGELOG.md", "CITATION.cff"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(data)
	}
	for _, f := range releaseFaults(version, text[0], text[1]) {
		t.Error(f)
	}
}

func TestReleaseFaults(t *testing.T) {
	const cff = "cff-version: 1.2.0\nmessage: m\ntitle: t\ntype: software\nauthors:\n  - name: n\nversion: "
	const one = "## [Unreleased]\n\n## [1.0.0] - 2026-01-02\n"
	for name, tc := range map[string]struct {
		version, changelog, cff, want string
	}{
		"released":          {"1.0.0", one, cff + "1.0.0\ndate-released: \"2026-01-02\"\n", ""},
		"between":           {"1.1.0-dev", one, cff + "1.1.0-dev\n", ""},
		"before the first":  {"1.0.0-dev", "## [Unreleased]\n", cff + "1.0.0-dev\n", ""},
		"another version":   {"1.0.1", one, cff + "1.0.0\ndate-released: \"2026-01-02\"\n", "names version 1.0.0"},
		"not told":          {"1.0.1", one, cff + "1.0.1\ndate-released: \"2026-01-02\"\n", "the last release is 1.0.0"},
		"another date":      {"1.0.0", one, cff + "1.0.0\ndate-released: \"2026-01-03\"\n", "released 2026-01-03"},
		"still next":        {"1.0.0-dev", one, cff + "1.0.0-dev\n", "names it as the next one"},
		"dated too early":   {"1.1.0-dev", one, cff + "1.1.0-dev\ndate-released: \"2026-01-02\"\n", "has a date"},
		"no date":           {"1.0.0", "## [Unreleased]\n## [1.0.0]\n", cff + "1.0.0\n", "has no date"},
		"order":             {"2.0.0-dev", one + "## [0.9.0] - 2026-02-01\n", cff + "2.0.0-dev\n", "later date"},
		"nothing to come":   {"1.0.0", "## [1.0.0] - 2026-01-02\n", cff + "1.0.0\ndate-released: \"2026-01-02\"\n", "does not begin"},
		"a word of its own": {"1.0.0", one, cff + "1.0.0\nauthor: x\n", "author"},
		"nobody":            {"1.0.0-dev", "## [Unreleased]\n", strings.Replace(cff, "name: n", "email: n", 1) + "1.0.0-dev\n", "without a name"},
	} {
		faults := strings.Join(releaseFaults(tc.version, tc.changelog, tc.cff), "; ")
		if (faults == "") != (tc.want == "") || !strings.Contains(faults, tc.want) {
			t.Errorf("%s: %q, want %q", name, faults, tc.want)
		}
	}
}
