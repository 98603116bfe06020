package nbui

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/plotter"
	"pgregory.net/rapid"

	"sudokulab/pkg/gotool"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/render"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

func ledger() lab.Ledger {
	entry := func(id string, v lab.Verdict, figure, because string) lab.Entry {
		return lab.Entry{
			Claim:   lab.Claim{ID: id, Document: "csp", Statement: "A statement <" + id + ">.", Stated: "≈ 5 nodes"},
			Finding: lab.Finding{Verdict: v, Figure: figure, Because: because},
		}
	}
	return lab.Ledger{
		Documents: []lab.Document{{ID: "csp", Title: "Propagation", Letter: "C"}, {ID: "gnn", Title: "A network", Letter: "G"}},
		Entries: []lab.Entry{
			entry("C07a", lab.Reproduced, "5 nodes", "counted & compared"),
			entry("C07b", lab.Partly, "7 nodes", "of the same order"),
			entry("C08", lab.Refuted, "60 nodes", "an order more"),
			entry("C09", lab.Pending, "", "waits for experiment csp-none"),
		},
	}
}

func records() record.Set {
	at := record.Provenance{Code: "f1be9f5536ba7ff7", Go: "go1.26", OS: "linux", Arch: "amd64", CPU: "a processor"}
	return record.Set{
		{
			Case: "set=easy", Profile: "quick", Seed: 7, Status: record.OK, Provenance: at,
			Exact: map[string]record.Metric{"nodes": {Value: 12345, Unit: "nodes", N: 40}, "boards": {Value: 40, Unit: "boards", N: 1}},
			Noisy: map[string]record.Metric{"time": {Value: 0.25, Unit: "s", N: 40}},
		},
		{Case: "set=hard", Profile: "quick", Seed: 7, Status: record.Missing, Note: "corpus hard is not on this machine", Provenance: at},
	}
}

func curve(t testing.TB) lab.Figure {
	t.Helper()
	p := lab.NewPlot("A curve", "steps", "solved")
	for i := range 7 {
		line, err := plotter.NewLine(plotter.XYs{{X: 0, Y: float64(i)}, {X: 1, Y: float64(i + 1)}})
		if err != nil {
			t.Fatal(err)
		}
		line.Color = lab.Color(i)
		p.Add(line)
		p.Legend.Add("series", line)
	}
	f, err := lab.Draw(p, "curve", "Share solved by steps, \"as\" it <grows>", 400, 240)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// forms are bundles of every kind by the names of their golden files.
func forms(t testing.TB) map[string]bundle {
	t.Helper()
	must := func(b bundle, err error) bundle {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	table := lab.Table{Title: "Sets & shares", Columns: []string{"Set", "Share", "Nodes", "Remark"}, Notes: []string{"A note <below>."}}
	table.Add("easy", "97.5 %", "1,000", "–")
	table.Add("17clue", "3.1 %", "–", "hard")
	files := fstest.MapFS{
		"goals.csv": {Data: []byte("Set,Share\neasy,97.5 %\n")},
		"goals.md":  {Data: []byte("**What was wanted**\n\n| Set  |  Share |\n|:-----|-------:|\n| easy | 97.5 % |\n\nA note.\n\nAnother.\n")},
		"curve.svg": {Data: curve(t).SVG},
		"README.md": {Data: []byte("# A page\n\n![Share by steps](curve.svg)\n")},
	}
	away := newSource("csp-hard", "", records()[1:])
	moving := newBar("Solving <100 %d>", 40, func() time.Time { return time.Unix(0, 0) }, nil)
	moving.done = 10
	return map[string]bundle{
		"table":         must(tableOf(table)),
		"figure":        must(figureOf(curve(t), "")),
		"claims":        must(claimsOf(ledger(), "csp", nil)),
		"claim":         must(claimsOf(ledger(), "", []string{"C08"})),
		"records":       must(recordsOf(newSource("csp-hard", "", records()), nil)),
		"result-table":  must(resultOf(files, "goals", newSource("csp-hard", "", records()))),
		"result-figure": must(resultOf(files, "curve", newSource("csp-hard", "", records()))),
		"absent":        must(resultOf(files, "levels", away)),
		"moving":        moving.form(time.Unix(5, 0)),
		"stopped":       moving.form(time.Time{}),
		"empty":         newBar("Nothing", 0, time.Now, nil).form(time.Time{}),
	}
}

func TestGolden(t *testing.T) {
	for name, b := range forms(t) {
		t.Run(name, func(t *testing.T) {
			for ending, got := range map[string]string{".html": b.html, ".txt": strings.TrimRight(b.text, "\n") + "\n"} {
				path := filepath.Join("testdata", name+ending)
				if *update {
					if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					continue
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

var outside = regexp.MustCompile(`(?i)https?:|//[a-z]|url\(|@import|\bsrc=|\bhref=|<script`)

// checkHTML holds an element to what every page may ask of it.
func checkHTML(t rapid.TB, name, html string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(html)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s is not well-formed: %v", name, err)
		}
	}
	bare := strings.ReplaceAll(html, `src="data:image/svg+xml;base64,`, "")
	if found := outside.FindString(bare); found != "" {
		t.Errorf("%s holds %s", name, found)
	}
	for _, want := range []string{"{color-scheme:light dark}", "[data-theme=light] .nbui-", "[data-theme=dark] .nbui-", "light-dark(#"} {
		if !strings.Contains(html, want) {
			t.Errorf("%s lacks %s", name, want)
		}
	}
	if strings.Contains(html, "$") || strings.Contains(html, ".ID") {
		t.Errorf("%s has places in its style sheet that nothing fills", name)
	}
}

func TestHTMLStandsByItself(t *testing.T) {
	for name, b := range forms(t) {
		checkHTML(t, name, b.html)
		if again := forms(t)[name]; again != b {
			t.Errorf("%s: two drawings differ", name)
		}
		if strings.TrimSpace(b.text) == "" || strings.Contains(b.text, "\x1b") {
			t.Errorf("%s has the text %q", name, b.text)
		}
	}
}

func TestTablesOfAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.StringOfN(rapid.RuneFrom([]rune("ab<>&\"'|$%57 –é\t")), 0, 6, -1)
		table := lab.Table{Title: cell.Draw(t, "title"), Columns: rapid.SliceOfN(cell, 1, 4).Draw(t, "columns")}
		for range rapid.IntRange(0, 3).Draw(t, "rows") {
			table.Add(rapid.SliceOfN(cell, len(table.Columns), len(table.Columns)).Draw(t, "row")...)
		}
		b, err := tableOf(table)
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(b.html, "</style>")
		b.html = strings.ReplaceAll(b.html, body, strings.ReplaceAll(body, "$", ""))
		checkHTML(t, "table", b.html)
		var doc struct {
			Rows []struct {
				Name  []string `xml:"th"`
				Cells []string `xml:"td"`
			} `xml:"div>table>tbody>tr"`
		}
		if err := xml.Unmarshal([]byte("<div>"+body), &doc); err != nil {
			t.Fatal(err)
		}
		for i, row := range table.Rows {
			if got := slices.Concat(doc.Rows[i].Name, doc.Rows[i].Cells); !slices.Equal(got, row) {
				t.Fatalf("row %q reads back as %q", row, got)
			}
		}
	})
}

func TestNumericColumns(t *testing.T) {
	table := lab.Table{Columns: []string{"a", "b", "c", "d"}, Rows: [][]string{{"1", "2.5 %", "> 99.9 %", "3 or 4"}, {"2", "–", "1,000 nodes", "words"}}}
	if got := numeric(table); !slices.Equal(got, []bool{false, true, true, false}) {
		t.Errorf("%v", got)
	}
	if got := numeric(lab.Table{Columns: []string{"a", "b"}}); got[1] {
		t.Error("a column of nothing is one of figures")
	}
}

// Text of every ink is readable on what it stands on, on both pages.
func TestContrast(t *testing.T) {
	all := inks()
	for _, front := range []string{"given", "label", "reproduced", "partly", "refuted", "pending"} {
		for _, back := range []string{"paper", "page"} {
			for _, c := range [][2]render.RGB{{all[front].light, all[back].light}, {all[front].dark, all[back].dark}} {
				if r := render.ContrastRatio(c[0], c[1]); r < 4.5 {
					t.Errorf("%s on %s: %.2f, want 4.5", front, back, r)
				}
			}
		}
	}
	for i := range 7 { // on dark pages, where the lab did not draw them
		r, g, b, _ := lab.Color(i).RGBA()
		c := render.RGB{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}
		if c.R == c.G && c.G == c.B {
			c = grey(c.R).dark
		}
		if got := render.ContrastRatio(c, all["page"].dark); got < 3 {
			t.Errorf("series %d on a dark page: %.2f, want 3", i, got)
		}
	}
	if black, white := grey(0), grey(255); black.dark != all["given"].dark || white.dark != all["page"].dark {
		t.Errorf("black becomes %v, white %v", black.dark, white.dark)
	}
}

// svgIn returns the drawing in the image of a bundle.
func svgIn(t *testing.T, b bundle) string {
	t.Helper()
	_, data, _ := strings.Cut(b.html, `<img src="data:image/svg+xml;base64,`)
	data, _, ok := strings.Cut(data, `"`)
	svg, err := base64.StdEncoding.DecodeString(data)
	if err != nil || !ok {
		t.Fatalf("%v: no image in %.200s", err, b.html)
	}
	return string(svg)
}

func TestFigureKeepsItsShapes(t *testing.T) {
	f := curve(t)
	b, err := figureOf(f, "")
	if err != nil {
		t.Fatal(err)
	}
	shapes := regexp.MustCompile(` d="[^"]*"|>[^<>]+</text>`)
	if got, want := shapes.FindAllString(svgIn(t, b), -1), shapes.FindAllString(string(f.SVG), -1); !slices.Equal(got, want) {
		t.Errorf("%d shapes, want %d", len(got), len(want))
	}
	if !strings.Contains(b.html, `alt="`+escape(f.Title)+`"`) {
		t.Error("its words are not those of the title")
	}
	for _, want := range []string{"svg{background:#ffffff}", "@media(prefers-color-scheme:dark){svg{background:" + render.DarkTheme().Page.String(), `[style*="fill:#FFFFFF"]{fill:` + render.DarkTheme().Page.String() + "!important}"} {
		if !strings.Contains(svgIn(t, b), want) {
			t.Errorf("no rule %s", want)
		}
	}
	own := lab.Figure{Title: "own", SVG: []byte(`<svg xmlns="http://www.w3.org/2000/svg" role="img"><style>.a{fill:#000000}</style></svg>`)}
	if b, err = figureOf(own, "A note."); err != nil || !strings.Contains(svgIn(t, b), ".a{fill:#000000}") || !strings.Contains(svgIn(t, b), "svg{background:#ffffff}") || !strings.Contains(b.html, "A note.") {
		t.Errorf("%v: %s", err, b.html)
	}
}

func TestClaimsAreChosen(t *testing.T) {
	for _, c := range []struct {
		document string
		ids      []string
		want     string // claims in the text, or the error
	}{
		{"csp", nil, "C07a C07b C08 C09"},
		{"csp", []string{"C08", "C07"}, "C08 C07a C07b"},
		{"", []string{"C07b"}, "C07b"},
		{"gnn", nil, ""},
		{"csp", []string{"C0"}, `no claim C0 in document "csp"`},
		{"dqn", nil, `no document "dqn", want one of csp, gnn`},
	} {
		b, err := claimsOf(ledger(), c.document, c.ids)
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s %v: %v", c.document, c.ids, err)
			}
			continue
		}
		got := regexp.MustCompile(`(?m)^C\S+`).FindAllString(b.text, -1)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %v: %v, want %s", c.document, c.ids, got, c.want)
		}
	}
	if _, err := parseLedger([]byte("{")); err == nil || !strings.HasPrefix(err.Error(), "results/claims/ledger.json: ") {
		t.Errorf("%v", err)
	}
}

func TestErrorsOfForms(t *testing.T) {
	files := fstest.MapFS{"goals.csv": {}, "cells.svg": {Data: []byte("no picture")}, "README.md": {}, "steps.csv": {Data: []byte("a,b\n\"\n")}}
	drop := func(_ bundle, err error) error { return err }
	whole := newSource("csp-hard", "", records()[:1])
	for want, err := range map[string]error{
		"goals.csv is empty": drop(resultOf(files, "goals", whole)),
		"no table or figure \"plan\"; there are goals.csv, steps.csv, cells.svg": drop(resultOf(files, "plan", whole)),
		"holds no <svg>":                    drop(resultOf(files, "cells", whole)),
		"steps.csv: ":                       drop(resultOf(files, "steps", whole)),
		"no claims of a document":           drop(verdictsOf(ledger(), "none")),
		"row 1 has 1 cells, want 2":         drop(tableOf(lab.Table{Columns: []string{"a", "b"}, Rows: [][]string{{"1"}}})),
		"no columns":                        drop(tableOf(lab.Table{})),
		"csp-hard has no case that matches": drop(recordsOf(whole, []string{"nothing"})),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// A bar is painted at once, then at most ten times per second, and its end says no time.
func TestBar(t *testing.T) {
	now := time.Unix(100, 0)
	var texts []string
	ends := 0
	b := newBar("Solving", 400, func() time.Time { return now }, func(f bundle, last bool) error {
		if last {
			ends++
		}
		texts = append(texts, f.text)
		return nil
	})
	b.step(0)
	for range 400 {
		now = now.Add(20 * time.Millisecond)
		b.Add(1)
	}
	b.Done()
	b.Done()
	b.Add(1) // too late to be seen
	if len(texts) != 1+80+1 || ends != 1 || texts[0] != "Solving: 0 of 400" || texts[60] != "Solving: 300 of 400, about 2s left" || texts[81] != "Solving: 400 of 400" {
		t.Errorf("%d texts, %d of them the last: %q", len(texts), ends, texts)
	}
	failed := newBar("x", 1, time.Now, func(bundle, bool) error { return errNoKernel })
	if err := endedBy(failed.Done); !errors.Is(err, errNoKernel) || !strings.HasPrefix(err.Error(), "nbui: progress: ") {
		t.Errorf("%v", err)
	}
}

func TestRoot(t *testing.T) {
	dir := t.TempDir()
	repo, deep, bare := filepath.Join(dir, "lab"), filepath.Join(dir, "lab", "notebooks", "x"), filepath.Join(dir, "bare", "y")
	for _, d := range []string{deep, bare} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, mod := range map[string]string{repo: "module " + gotool.Module() + "\n\ngo 1.26\n", filepath.Join(dir, "bare"): "module " + gotool.Module() + "/other\n"} {
		if err := os.WriteFile(filepath.Join(name, "go.mod"), []byte(mod), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		env  map[string]string
		wd   string
		want string // a folder, or part of the error
	}{
		{map[string]string{"SUDOKULAB_ROOT": repo}, bare, repo},
		{map[string]string{"SUDOKULAB_ROOT": repo, "GONB_DIR": bare}, bare, repo},
		{map[string]string{"GONB_DIR": deep}, bare, repo},
		{map[string]string{"GONB_DIR": bare}, deep, repo},
		{nil, deep, repo},
		{nil, repo, repo},
		{map[string]string{"SUDOKULAB_ROOT": bare}, repo, "nbui: SUDOKULAB_ROOT is " + bare + ", which is not the repository: holds no go.mod"},
		{map[string]string{"GONB_DIR": bare}, dir, "nbui: no repository at or above " + bare + " or " + dir + ": "},
		{nil, bare, "set SUDOKULAB_ROOT to its folder"},
	} {
		got, err := rootFrom(func(name string) string { return c.env[name] }, func() (string, error) { return c.wd, nil })
		if err != nil {
			got = err.Error()
		}
		if filepath.IsAbs(c.want) && got != c.want || !strings.Contains(got, c.want) {
			t.Errorf("%v in %s: %s, want %s", c.env, c.wd, got, c.want)
		}
	}
	if _, err := rootFrom(func(string) string { return "" }, func() (string, error) { return "", os.ErrNotExist }); err == nil {
		t.Error("found a root from nowhere")
	}
}

// What is committed in this repository can be shown: the claims of every document, and the tables,
// figures and records of every experiment that has some.
func TestCommittedResults(t *testing.T) {
	t.Setenv(RootVariable, "") // the repository around the test, not the person's
	root, err := Root()
	if err != nil {
		t.Fatal(err)
	}
	all := Ledger()
	for _, d := range all.Documents {
		b, err := claimsOf(all, d.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all.Filter(d.ID, "") {
			if !strings.Contains(b.html, ">"+e.Claim.ID+"</th>") || !strings.Contains(b.html, escape(e.Finding.Because)) {
				t.Errorf("%s is not shown", e.Claim.ID)
			}
		}
	}
	shown := 0
	for _, pattern := range []string{"results/*/*.csv", "results/*/*.svg"} {
		files, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			dir := filepath.Join(root, filepath.Dir(f))
			name := strings.TrimSuffix(filepath.Base(f), filepath.Ext(f))
			s, err := load(filepath.Base(dir))
			if filepath.Base(dir) == "claims" { // a ledger, of all experiments
				s, err = newSource("claims", dir, nil), nil
			}
			if err != nil {
				t.Fatal(err)
			}
			b, err := resultOf(os.DirFS(dir), name, s)
			if err != nil {
				t.Errorf("%s: %v", f, err)
			}
			if strings.Contains(b.html, "<svg") || strings.HasPrefix(b.text, "No table or figure") {
				t.Errorf("%s is shown as %.200s", f, b.text)
			}
			shown++
		}
	}
	if shown == 0 {
		t.Error("no results are committed")
	}
	for _, name := range []string{"csp-hard", "no-such-experiment", "../results", "", ".."} {
		err := endedBy(func() {
			if _, err := recordsOf(From(name), nil); err != nil {
				t.Error(err)
			}
		})
		if (err == nil) != (name == "csp-hard") || err != nil && !strings.HasPrefix(err.Error(), "nbui: records: ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// endedBy runs a part of a cell and returns the error that ended it, nil if none did.
func endedBy(cell func()) (err error) {
	defer func() { err, _ = recover().(error) }()
	cell()
	return nil
}

// A case that no record measured is left out and named, a public set by its own name; a figure that
// a measured case lacks ends the cell.
func TestSourceNamesWhatIsMissing(t *testing.T) {
	set := records()
	set[0].Corpus = &record.Corpus{ID: "own-easy", Puzzles: 40}
	set[1].Corpus = &record.Corpus{ID: "17clue"}
	s := newSource("csp-hard", "", set)
	if v, ok := s.Value("set=easy", "nodes"); !ok || v != 12345 {
		t.Errorf("%v %v", v, ok)
	}
	if _, ok := s.Value("set=hard", "nodes"); ok {
		t.Error("a missing case has a value")
	}
	if _, ok := s.Value("nodes/set=magictour/variant=mac", "nodes"); ok || s.Text("other", "x") != "" {
		t.Error("a case without a record has a value")
	}
	if got, want := s.foot(), "Profile quick, n = 1 case of 40 puzzles each. Not measured here: set 17clue, set magictour, case other."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, cell := range map[string]func(){
		`case set=easy has no figure "knots"`: func() { s.Value("set=easy", "knots") },
		`case set=easy has no text "song"`:    func() { s.Text("set=easy", "song") },
	} {
		if err := endedBy(cell); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	none := newSource("csp-hard", "", set[1:])
	if got, want := none.foot(), "Not measured here: set 17clue."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if b, err := recordsOf(none, []string{"set=own"}); err != nil || !strings.Contains(b.text, "No records of csp-hard here.") {
		t.Errorf("%v: %s", err, b.text)
	}
	if b, err := resultOf(fstest.MapFS{}, "figure", newSource("csp-hard", "", set)); err != nil || !strings.Contains(b.text, "“figure” of csp-hard here") || !strings.Contains(b.html, "set 17clue") {
		t.Errorf("%v: %s", err, b.text)
	}
}

// The foot counts the puzzles of every case, those made for it too, and says how many cases the count is of.
func TestFootOfMixedCases(t *testing.T) {
	drawn := record.Record{Case: "set=a", Status: record.OK, Profile: "quick", Corpus: &record.Corpus{ID: "own-easy", Puzzles: 10}}
	made := record.Record{Case: "level=easy", Status: record.OK, Profile: "quick", Exact: map[string]record.Metric{"puzzles": {Value: 40, Unit: "puzzles", N: 40}}}
	share := record.Record{Case: "level=hard", Status: record.OK, Profile: "quick", Exact: map[string]record.Metric{"puzzles": {Value: 0.5, Unit: "share", N: 40}}}
	for want, set := range map[string]record.Set{
		"Profile quick, n = 2 cases of 10 to 40 puzzles.":            {drawn, made},
		"Profile quick, n = 1 case of 40 puzzles each.":              {made},
		"Profile quick, n = 3 cases, 2 of them of 10 to 40 puzzles.": {drawn, made, share},
		"Profile quick, n = 2 cases, 1 of them of 10 puzzles each.":  {drawn, share},
		"Profile quick, n = 1 case.":                                 {share},
	} {
		if got := newSource("exp", "", set).foot(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A chart has what was measured, the words of the others too, and none is no error.
func TestChart(t *testing.T) {
	c := NewChart("Guesses", "", "guesses")
	c.LogY()
	c.Names("a", "b")
	c.Points("none", 0, nil)
	c.Line("none", 0, nil)
	c.Bars("none", 0, nil)
	if c.drawn != 0 {
		t.Errorf("%d series without points", c.drawn)
	}
	c.Curve("some", 1, XYs{{X: 0, Y: 1}, {X: 1, Y: 10}, {X: 2, Y: math.NaN()}})
	if c.drawn != 2 || c.left != 1 {
		t.Errorf("%d series, %d points left out", c.drawn, c.left)
	}
	b, err := plotOf(c.Plot, plotWidth, plotHeight, "A note")
	if err != nil || !strings.Contains(svgIn(t, b), ">some<") || !strings.Contains(b.text, "Figure: Guesses\nA note") {
		t.Errorf("%v %s", err, b.text)
	}
}

func TestBundles(t *testing.T) {
	got := bundle{html: "<p />", markdown: "*x*", text: "x\n\n"}.data()
	keys := slices.Sorted(maps.Keys(got))
	if len(keys) != 3 || got["text/plain"] != "x" || got["text/html"] != "<p />" || got["text/markdown"] != "*x*" {
		t.Errorf("%v", got)
	}
	if got := (bundle{text: "x"}).data(); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if !bytes.Equal([]byte(escape(`<a href="&">`)), []byte("&lt;a href=&#34;&amp;&#34;&gt;")) {
		t.Error(escape(`<a href="&">`))
	}
}

// TestVoidIsNotShown: a record whose control is off is as one that was not measured.
func TestVoidIsNotShown(t *testing.T) {
	set := record.Set{
		{Case: "sound", Status: record.OK, Profile: "quick", Noisy: map[string]record.Metric{"time": {Value: 2, Unit: "s", N: 1}, lab.ControlRatio: {Value: 1.01, N: 1}}},
		{Case: "off", Status: record.OK, Profile: "quick", Noisy: map[string]record.Metric{"time": {Value: 2, Unit: "s", N: 1}, lab.ControlRatio: {Value: 0.72, N: 1}}},
	}
	s := newSource("exp", "", set)
	if x, ok := s.Value("sound", "time"); !ok || x != 2 {
		t.Errorf("sound: %g, %v", x, ok)
	}
	if _, ok := s.Value("off", "time"); ok {
		t.Error("a void time is shown")
	}
	if foot := s.foot(); !strings.Contains(foot, "case off") {
		t.Errorf("foot %q", foot)
	}
}

// An experiment that a claim waits for has no records and no tables, and that is no error; one that nothing
// names is a mistake.
func TestExperimentThatHasNotRun(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(RootVariable, dir)
	for name, text := range map[string]string{
		"go.mod":                     "module " + gotool.Module() + "\n",
		"results/claims/ledger.json": `{"documents": [], "entries": [{"claim": {"id": "T01", "experiment": "tensor-later"}}]}`,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := load("tensor-later")
	if err != nil || len(s.Measured("")) != 0 {
		t.Fatalf("%v, %v", s, err)
	}
	b, err := resultOf(os.DirFS(s.dir), "table", s)
	if err != nil || !strings.Contains(b.text, "No table or figure “table” of tensor-later here.") {
		t.Errorf("%q, %v", b.text, err)
	}
	if _, err := load("tensor-never"); err == nil {
		t.Error("an experiment that no claim names is taken for one that has not run")
	}
}
