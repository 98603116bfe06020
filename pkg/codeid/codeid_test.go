package codeid

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var spec = Spec{
	Under: "experiments", Literal: "pkg/lab.Experiment", Field: "Plan",
	Opaque: []string{"pkg/lab.Experiment", "pkg/lab.Plan", "pkg/lab.Run"},
}

// module is a small lab of two experiments. Both reach package base, and only one each the rest.
func module() map[string]string {
	return map[string]string{
		"go.mod":           "module lab.example/m\n\ngo 1.26\n",
		"pkg/item/item.go": "package item\n\ntype Item struct{}\n\nfunc (Item) Size() int { return 1 }\n",
		"pkg/lab/lab.go": `package lab

import "lab.example/m/pkg/item"

type Experiment struct {
	Plan   func() Plan
	Tables func() string
}

type Plan struct{ Cases []func(*Run) }

type Run struct{ n int }

func (r *Run) Count(n int) { r.n += twice(n) }

func (r *Run) Items() []item.Item { return make([]item.Item, r.n) }

func twice(n int) int { return 2 * n }

// Seconds is called by measuring code.
func Seconds(n int) int { return n / 1000 }
`,
		"experiments/one/one.go": `package one

import (
	"fmt"

	"lab.example/m/pkg/base"
	"lab.example/m/pkg/lab"
	_ "lab.example/m/pkg/driver"
)

func Experiment() *lab.Experiment {
	return &lab.Experiment{
		Plan:   plan,
		Tables: tables,
	}
}

func plan() lab.Plan {
	return lab.Plan{Cases: []func(*lab.Run){func(r *lab.Run) {
		s := base.NewSquare(3)
		r.Count(lab.Seconds(s.Area()) + len(fmt.Sprint(words)) + total)
	}}}
}

var total = start()

func start() int { return 7 }
`,
		"experiments/one/judges.go": `package one

func tables() string { return judge(1) }

func judge(n int) string { return "yes" }
`,
		"experiments/one/words.go": `package one

import _ "embed"

//go:embed words.txt
var words string
`,
		"experiments/one/words.txt": "a b c\n",
		"experiments/two/two.go": `package two

import (
	"lab.example/m/pkg/base"
	"lab.example/m/pkg/lab"
)

func Experiment() *lab.Experiment {
	size := 2
	return &lab.Experiment{Plan: func() lab.Plan {
		return lab.Plan{Cases: []func(*lab.Run){func(r *lab.Run) {
			m := base.Map([]int{size}, double)
			tags := map[base.Kind]string{base.Red: "r"}
			r.Count(len(m) + len(tags) + base.Clock() + helper())
			r.Count(r.Items()[0].Size())
		}}}
	}}
}

func double(n int) int { return n + n }

func helper() int { return 4 }
`,
		"experiments/kit/kit.go": "package kit\n\nfunc Kit() {}\n",
		"pkg/base/base.go": `// Package base is measured.
package base

// Kind is a kind.
type Kind int

const (
	Red Kind = iota
	Green
)

// Square is a shape.
type Square struct{ side side }

type side = int

var _ interface{ Area() int } = (*Square)(nil)

func NewSquare(n int) *Square { return &Square{side: n} }

func (s *Square) Area() int { return s.side * s.side }

// Draw is called by nothing.
func (s *Square) Draw() string { return "[]" }

func Map[T, U any](in []T, f func(T) U) []U {
	var out []U
	for _, x := range in {
		out = append(out, f(x))
	}
	return out
}

// Unused is called by nothing.
func Unused() int { return 1 }
`,
		"pkg/base/clock_linux.go":   "package base\n\nfunc Clock() int { return 1 }\n",
		"pkg/base/clock_windows.go": "package base\n\nfunc Clock() int { return 2 }\n",
		"pkg/base/clock_other.go":   "//go:build !linux && !windows\n\npackage base\n\nfunc Clock() int { return 3 }\n",
		"pkg/driver/driver.go":      "package driver\n\nvar list []int\n\nfunc init() { list = append(list, 1) }\n",
	}
}

// lay writes the files of a module into a folder whose name is no plain one.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "a [tree] ü")
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func find(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	found, err := Find(t.Context(), lay(t, files), spec)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]string{}
	for id, i := range found {
		codes[id] = i.Code
	}
	return codes
}

// edit is a change of the module.
type edit struct{ file, old, now string }

func changed(t *testing.T, edits ...edit) map[string]string {
	t.Helper()
	files := module()
	for _, e := range edits {
		if e.old != "" && !strings.Contains(files[e.file], e.old) {
			t.Fatalf("%s does not hold %q", e.file, e.old)
		}
		files[e.file] = strings.Replace(files[e.file], e.old, e.now, 1)
	}
	return files
}

// TestWhatCounts changes one thing after the other, and says which experiments' code is another.
func TestWhatCounts(t *testing.T) {
	const (
		baseFile = "pkg/base/base.go"
		one, two = "experiments/one/one.go", "experiments/two/two.go"
	)
	before := find(t, module())
	if got := slices.Sorted(maps.Keys(before)); !slices.Equal(got, []string{"one", "two"}) {
		t.Fatalf("roots of %q, want one and two", got)
	}
	for name, c := range map[string]struct {
		edits []edit
		want  string // experiments with another identity
	}{
		"nothing":                           {nil, ""},
		"a doc comment":                     {[]edit{{baseFile, "// Square is a shape.", "// Square is drawn.\n//\n// Twice."}}, ""},
		"a comment in a body":               {[]edit{{baseFile, "return s.side * s.side", "/* area */ return s.side * s.side // of it\n"}}, ""},
		"line breaks":                       {[]edit{{baseFile, "return s.side * s.side }", "\n\n\treturn s.side *\n\t\ts.side\n}"}, {two, "{size}", "{\n\tsize,\n}"}}, ""},
		"a line of a body":                  {[]edit{{baseFile, "s.side * s.side", "s.side + s.side"}}, "one"},
		"a method that is not called":       {[]edit{{baseFile, `"[]"`, `"<>"`}}, "one"},
		"a new method":                      {[]edit{{baseFile, "// Draw is", "func (s Square) String() string { return \"\" }\n\n// Draw is"}}, "one"},
		"a function that is not reached":    {[]edit{{baseFile, "return 1", "return 2"}}, ""},
		"a new function":                    {[]edit{{baseFile, "// Unused is", "func New() int { return Unused() }\n\n// Unused is"}}, ""},
		"an assertion of a type":            {[]edit{{baseFile, "var _ interface{ Area() int } = (*Square)(nil)\n", ""}}, ""},
		"another constant of the group":     {[]edit{{baseFile, "\tGreen\n", "\tGreen\n\tBlue\n"}}, "two"},
		"a generic function":                {[]edit{{baseFile, "append(out, f(x))", "append(out, f(x), f(x))"}}, "two"},
		"an alias":                          {[]edit{{baseFile, "type side = int", "type side = int64"}, {baseFile, "func (s *Square) Area() int { return s.side * s.side }", "func (s *Square) Area() int { return int(s.side * s.side) }"}, {baseFile, "side: n", "side: side(n)"}}, "one"},
		"an embedded file":                  {[]edit{{"experiments/one/words.txt", "b", "B"}}, "one"},
		"an initialiser":                    {[]edit{{one, "return 7", "return 8"}}, "one"},
		"an init function":                  {[]edit{{one, "var total", "func init() { total++ }\n\nvar total"}}, "one"},
		"an init function that is there":    {[]edit{{"pkg/driver/driver.go", "list, 1", "list, 2"}}, "one"},
		"an initialiser of nothing":         {[]edit{{baseFile, "// Unused is", "var _ = Unused()\n\n// Unused is"}}, "one two"},
		"a broken file that is not reached": {[]edit{{"pkg/more/more.go", "", "package more\n\nfunc {"}}, ""},
		"a judge":                           {[]edit{{"experiments/one/judges.go", "yes", "no"}}, ""},
		"a type that the harness gives":     {[]edit{{"pkg/item/item.go", "return 1", "return 2"}}, "one two"},
		"a method of the harness":           {[]edit{{"pkg/lab/lab.go", "func twice", "func (r *Run) Note(text string) {}\n\nfunc twice"}}, ""},
		"another method of the harness":     {[]edit{{"pkg/lab/lab.go", "func twice", "func (r *Run) Part() *Run { return r }\n\nfunc twice"}}, ""},
		"the harness's own":                 {[]edit{{"pkg/lab/lab.go", "2 * n", "3 * n"}}, ""},
		"a function of the harness":         {[]edit{{"pkg/lab/lab.go", "n / 1000", "n / 100"}}, "one"},
		"a function literal":                {[]edit{{two, "helper()", "2*helper()"}}, "two"},
		"a local that the root uses":        {[]edit{{two, "size := 2", "size := 3"}}, "two"},
		"a package that is not reached":     {[]edit{{"experiments/kit/kit.go", "{}", "{ _ = 1 }"}}, ""},
		"a form for another system":         {[]edit{{"pkg/base/clock_windows.go", "2", "4"}}, "two"},
		"the condition of a form":           {[]edit{{"pkg/base/clock_other.go", "!linux && !windows", "!linux && !windows && !plan9"}}, "two"},
		"another name of a function":        {[]edit{{two, "+ helper()", "+ help()"}, {two, "func helper()", "func help()"}}, ""},
		"another name of a type":            {[]edit{{baseFile, "type side = int", "type length = int"}, {baseFile, "side side", "side length"}}, "one"},
		"another function of those there":   {[]edit{{two, "[]int{size}, double", "[]int{size}, same"}, {two, "func helper", "func same(n int) int { return n }\n\nfunc helper"}}, "two"},
		"a directive":                       {[]edit{{baseFile, "func (s *Square) Area", "//go:noinline\nfunc (s *Square) Area"}}, "one"},
		"the reason for a directive": {[]edit{
			{two, "func helper", "//go:noinline // for it is timed\nfunc helper"},
		}, "two"},
		"another file of the package": {[]edit{
			{two, "func helper() int { return 4 }\n", ""}, {"experiments/two/a.go", "", "package two\n\nfunc helper() int { return 4 }\n"},
		}, ""},
		"a move to another package": {[]edit{
			{two, "func helper() int { return 4 }\n", ""},
			{two, "+ helper()", "+ kit.Helper()"},
			{two, "import (\n", "import (\n\t\"lab.example/m/experiments/kit\"\n"},
			{"experiments/kit/kit.go", "func Kit() {}", "func Kit() {}\n\nfunc Helper() int { return 4 }"},
		}, ""},
		"a move with what it names": {[]edit{
			{baseFile, "func NewSquare(n int) *Square { return &Square{side: n} }", "func Make(n int) Square { return Square{side: n} }"},
			{one, "base.NewSquare(3)", "newSquare(3)"},
			{one, "func start", "func newSquare(n int) *base.Square { s := base.Make(n); return &s }\n\nfunc start"},
		}, "one"},
		"a move of a type": {[]edit{
			{baseFile, "type side = int\n", ""},
			{baseFile, "side side", "side more.Side"},
			{baseFile, "package base\n", "package base\n\nimport \"lab.example/m/pkg/more\"\n"},
			{"pkg/more/more.go", "", "package more\n\ntype Side = int\n"},
		}, "one"},
		"another import name": {[]edit{
			{one, "\"fmt\"", "f \"fmt\""}, {one, "fmt.Sprint", "f.Sprint"}, {one, "\"lab.example/m/pkg/base\"", "b \"lab.example/m/pkg/base\""}, {one, "base.NewSquare", "b.NewSquare"},
		}, ""},
		"another function of another package": {[]edit{{one, "fmt.Sprint(", "fmt.Sprintln("}}, "one"},
		"the name of a local that shadows": {[]edit{
			{two, "m := base.Map", "helper2 := base.Map"}, {two, "len(m)", "len(helper2)"},
		}, "two"},
		"what a local shadows": {[]edit{
			{"experiments/one/judges.go", "func judge", "var s = 3\n\nfunc judge"}, // a package variable of the name of a local
		}, ""},
		"a field of the name of a function": {[]edit{
			{two, "func helper", "type box struct{ lid int }\n\nfunc lid() int { return 5 }\n\nvar boxes = []box{{lid: 1}}\n\nfunc helper"},
		}, ""},
	} {
		after := find(t, changed(t, c.edits...))
		var got []string
		for _, id := range slices.Sorted(maps.Keys(before)) {
			if after[id] != before[id] {
				got = append(got, id)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: another identity for %q, want %q", name, got, c.want)
		}
	}
}

// TestReachesByName: what no expression names is named by a comment.
func TestReachesByName(t *testing.T) {
	line := edit{"experiments/two/two.go", "func helper", "//lab:reaches experiments/kit.Kit\nfunc helper"}
	with := find(t, changed(t, line))
	if now := find(t, changed(t, line, edit{"experiments/kit/kit.go", "{}", "{ _ = 1 }"})); now["two"] == with["two"] || now["one"] != with["one"] {
		t.Errorf("%v, before %v", now, with)
	}
}

// TestForms: ways of declaring and naming that are seldom used.
func TestForms(t *testing.T) {
	const two = "experiments/two/two.go"
	use := func(expr string) edit {
		return edit{two, "func helper() int { return 4 }", "func helper() int { return " + expr + " }"}
	}
	file := func(name, text string) edit { return edit{name, "", text} }
	for name, c := range map[string]struct{ before, after []edit }{
		"assembly": {
			[]edit{use("add(1, 2)"), file("experiments/two/add.go", "package two\n\nfunc add(a, b int) int\n"), file("experiments/two/add_amd64.s", "// ADDQ")},
			[]edit{use("add(1, 2)"), file("experiments/two/add.go", "package two\n\nfunc add(a, b int) int\n"), file("experiments/two/add_amd64.s", "// SUBQ")},
		},
		"a name linked to another": {
			[]edit{use("now()"), file("experiments/two/now.go", "package two\n\nimport _ \"unsafe\"\n\nfunc now() int\n\n//go:linkname now runtime.nanotime\n")},
			[]edit{use("now()"), file("experiments/two/now.go", "package two\n\nimport _ \"unsafe\"\n\nfunc now() int\n\n//go:linkname now runtime.cputicks\n")},
		},
		"a name linked to one of this module": {
			[]edit{use("unused()"), file("experiments/two/u.go", "package two\n\nimport _ \"unsafe\"\n\n//go:linkname unused lab.example/m/pkg/base.Unused\nfunc unused() int\n")},
			[]edit{use("unused()"), file("experiments/two/u.go", "package two\n\nimport _ \"unsafe\"\n\n//go:linkname unused lab.example/m/pkg/base.Unused\nfunc unused() int\n"), {"pkg/base/base.go", "return 1 }", "return 2 }"}},
		},
		"an import without a name": {
			[]edit{file("experiments/two/dot.go", "package two\n\nimport . \"lab.example/m/experiments/kit\"\n\nfunc dotted() int { Kit(); return 1 }\n"), use("dotted()")},
			[]edit{file("experiments/two/dot.go", "package two\n\nimport . \"lab.example/m/experiments/kit\"\n\nfunc dotted() int { Kit(); return 1 }\n"), use("dotted()"), {"experiments/kit/kit.go", "{}", "{ _ = 1 }"}},
		},
		"a method of an alias": {
			[]edit{use("int(deep(1).Get())"), file("experiments/two/a.go", "package two\n\ntype deep int\n\ntype other = deep\n\nfunc (d other) Get() deep { return d }\n")},
			[]edit{use("int(deep(1).Get())"), file("experiments/two/a.go", "package two\n\ntype deep int\n\ntype other = deep\n\nfunc (d other) Get() deep { return -d }\n")},
		},
		"a method of a generic type": {
			[]edit{use("box[int]{1}.get()"), file("experiments/two/b.go", "package two\n\ntype box[T any] struct{ v T }\n\nfunc (b box[E]) get() E { return b.v }\n")},
			[]edit{use("box[int]{1}.get()"), file("experiments/two/b.go", "package two\n\ntype box[T any] struct{ v T }\n\nfunc (b box[E]) get() E { var e E; return e }\n")},
		},
		"one of two variables in a line": {
			[]edit{use("second"), file("experiments/two/v.go", "package two\n\nvar first, second = 1, 2\n")},
			[]edit{use("first"), file("experiments/two/v.go", "package two\n\nvar first, second = 1, 2\n")},
		},
		"one of two equal variables": {
			[]edit{use("first + second"), file("experiments/two/v.go", "package two\n\nvar (\n\tfirst = 1\n\tsecond = 1\n)\n")},
			[]edit{use("first + first"), file("experiments/two/v.go", "package two\n\nvar (\n\tfirst = 1\n\tsecond = 1\n)\n")},
		},
		"C": {
			[]edit{use("int(C.one())"), {two, "import (\n", "// int one() { return 1; }\nimport \"C\"\n\nimport (\n"}},
			[]edit{use("int(C.one())"), {two, "import (\n", "// int one() { return 2; }\nimport \"C\"\n\nimport (\n"}},
		},
	} {
		before, after := find(t, changed(t, c.before...)), find(t, changed(t, c.after...))
		if before["two"] == after["two"] {
			t.Errorf("%s: the same identity", name)
		}
		if before["one"] != after["one"] {
			t.Errorf("%s: another identity of an experiment that does not reach it", name)
		}
	}
}

// TestModules: the versions of other modules that are reached count, and no others.
func TestModules(t *testing.T) {
	with := func(version, text string) map[string]Identity {
		t.Helper()
		files := changed(t,
			edit{"go.mod", "go 1.26\n", "go 1.26\n\nrequire other.example/go-tool v" + version + "\n\nreplace other.example/go-tool => ./other\n"},
			edit{"other/go.mod", "", "module other.example/go-tool\n\ngo 1.26\n"},
			edit{"other/tool.go", "", "package tool\n\nfunc Cut() int { return " + text + " }\n"},
			edit{"experiments/two/two.go", "import (\n", "import (\n\t\"other.example/go-tool\"\n"},
			edit{"experiments/two/two.go", "return 4", "return tool.Cut()"},
		)
		found, err := Find(t.Context(), lay(t, files), spec)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	a, b := with("1.2.0", "1"), with("1.3.0", "1")
	if got := a["two"].Modules; len(got) != 1 || !strings.HasPrefix(got["other.example/go-tool"], "v1.2.0 => ./other") || len(a["one"].Modules) != 0 {
		t.Errorf("modules %v and %v", got, a["one"].Modules)
	}
	if a["two"].Code == b["two"].Code || a["one"].Code != b["one"].Code {
		t.Errorf("%v, with another version %v", a, b)
	}
	if c := with("1.2.0", "2"); c["two"].Code != a["two"].Code {
		t.Error("the source of another module counts")
	}
}

// TestKeysOfLiterals: a key that may be a constant counts, and one that is a field does not.
func TestKeysOfLiterals(t *testing.T) {
	const file = "experiments/two/two.go"
	use := edit{file, "func helper() int { return 4 }", "func helper() int { return counts[lid] + boxes[0].lid }"}
	table := edit{"experiments/two/a.go", "", "package two\n\nvar counts = map[int]int{lid: 1}\n"}
	field := edit{"experiments/two/a.go", "", "package two\n\nvar counts = map[int]int{7: 1}\n"}
	boxes := edit{"experiments/two/b.go", "", "package two\n\ntype box struct{ lid int }\n\nvar boxes = [1]box{{lid: 1}}\n"}
	lid := func(n string) edit { return edit{"experiments/two/c.go", "", "package two\n\nconst lid = " + n + "\n"} }
	if a, b := find(t, changed(t, use, table, boxes, lid("1"))), find(t, changed(t, use, table, boxes, lid("2"))); a["two"] == b["two"] {
		t.Error("a constant as a key does not count")
	}
	use.now = "func helper() int { return counts[7] + boxes[0].lid }"
	if a, b := find(t, changed(t, use, field, boxes, lid("1"))), find(t, changed(t, use, field, boxes, lid("2"))); a["two"] != b["two"] {
		t.Error("a field of the name of a constant counts")
	}
}

// TestErrors: a tree that cannot be followed says where.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		edit edit
		want string
	}{
		"syntax":              {edit{"pkg/base/base.go", "return 1", "return ]"}, "pkg/base/base.go:35:28: expected"},
		"for its effect":      {edit{"pkg/driver/driver.go", "func init() {", "func init() {{"}, "pkg/driver/driver.go:"},
		"an unknown name":     {edit{"experiments/two/two.go", "+ helper()", "+ help()"}, "experiments/two/two.go:14:48: undefined: help"},
		"an unknown member":   {edit{"experiments/two/two.go", "base.Clock", "base.Watch"}, "experiments/two/two.go:14:38: undefined: base.Watch"},
		"declared twice":      {edit{"experiments/two/two.go", "func double", "func helper() {}\n\nfunc double"}, "helper is declared at experiments/two/two.go"},
		"an unknown package":  {edit{"experiments/two/two.go", "m/pkg/base", "m/pkg/none"}, "pkg/none"},
		"two packages":        {edit{"pkg/base/more.go", "", "package more\n"}, "package"},
		"no root":             {edit{"experiments/one/one.go", "\t\tPlan:   plan,\n", ""}, "experiments/one/one.go:12:10: a pkg/lab.Experiment without its field Plan"},
		"two roots":           {edit{"experiments/one/more.go", "", "package one\n\nimport \"lab.example/m/pkg/lab\"\n\nvar e = lab.Experiment{Plan: nil}\n"}, "a second pkg/lab.Experiment"},
		"nothing to embed":    {edit{"experiments/one/words.go", "words.txt", "none.txt"}, "experiments/one/words.go:6:5: //go:embed none.txt"},
		"a name not there":    {edit{"experiments/two/two.go", "func helper", "//lab:reaches experiments/kit.None\nfunc helper"}, "experiments/kit.None, which is not there"},
		"a module without go": {edit{"go.mod", "module lab.example/m", "// nothing"}, "names no module"},
	} {
		_, err := Find(t.Context(), lay(t, changed(t, c.edit)), spec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestFindCached: the file serves until something changes, and a broken one is done without.
func TestFindCached(t *testing.T) {
	root := lay(t, module())
	cache := filepath.Join(root, ".cache", "identities.json")
	first, err := FindCached(t.Context(), root, spec, cache)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(cache)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := FindCached(t.Context(), root, spec, cache); err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("kept as %#v, %v, found as %#v", again, err, first)
	}
	// What the file says is believed.
	if err := os.WriteFile(cache, []byte(strings.ReplaceAll(string(kept), first["one"].Code, "0123456789abcdef")), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := FindCached(t.Context(), root, spec, cache); err != nil || again["one"].Code != "0123456789abcdef" {
		t.Errorf("%v, %v: the kept answer was not taken", again, err)
	}
	words := filepath.Join(root, "experiments", "one", "words.txt")
	if err := os.WriteFile(words, []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	second, err := FindCached(t.Context(), root, spec, cache)
	if err != nil || second["one"].Code == first["one"].Code || second["two"].Code != first["two"].Code {
		t.Errorf("%v, %v after %v", second, err, first)
	}
	if err := os.WriteFile(cache, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if third, err := FindCached(t.Context(), root, spec, cache); err != nil || third["one"].Code != second["one"].Code {
		t.Errorf("%v, %v with a broken file", third, err)
	}
	if _, err := FindCached(t.Context(), root, spec, filepath.Join(words, "no folder")); err != nil {
		t.Errorf("without a place for the file: %v", err)
	}
}

// TestReached names what is reached, for people.
func TestReached(t *testing.T) {
	lines, err := Reached(t.Context(), lay(t, module()), spec, "one")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(lines, "\n")
	for _, want := range []string{"experiments/one/one.go:13:11: root", "func plan", "type Square", "func (Square) Draw", "func Seconds", "var words", "func init"} {
		if !strings.Contains(text, want) {
			t.Errorf("not reached: %s in\n%s", want, text)
		}
	}
	for _, no := range []string{"Unused", "tables", "twice", "func (Run)"} {
		if strings.Contains(text, no) {
			t.Errorf("reached: %s in\n%s", no, text)
		}
	}
	if _, err := Reached(t.Context(), lay(t, module()), spec, "kit"); err == nil {
		t.Error("a root in a package without one")
	}
}
