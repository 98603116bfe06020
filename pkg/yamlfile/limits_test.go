package yamlfile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/yamlfile"
)

// hostile are texts of about a size that are small to write and large to read, by name.
func hostile(size int) map[string]string {
	of := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	lines := func(line func(i int) string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			b.WriteString(line(i))
		}
		return b.String()
	}
	aliases := func(first, line string) string {
		text := "a0: &a0 " + first + "\n"
		for i := 1; i < 12; i++ {
			text += fmt.Sprintf("a%d: &a%d "+line+"\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), ","))
		}
		return text + "count: *a11\n"
	}
	return map[string]string{
		"open brackets": of("["), "closed brackets": of("[")[size/2:] + of("]")[size/2:], "open braces": of("{"), "maps in maps": of("{a: "),
		"maps in maps closed": of("{a: ")[:size/2] + of("}")[size/2:], "brackets in a value": "of: " + of("["), "lists in a line": of("- "), "keys in a line": of("? "),
		"lists by indentation": lines(func(i int) string { return strings.Repeat(" ", i) + "-\n" }), "maps by indentation": lines(func(i int) string { return strings.Repeat(" ", i) + "a:\n" }),
		"lists and maps": lines(func(i int) string { return strings.Repeat(" ", 2*i) + "- a:\n" }),
		"many numbers":   "count: [" + of("1,") + "1]\n", "a long list": "of:\n" + of("- 1\n"), "many keys": lines(func(i int) string { return fmt.Sprintf("k%d: 1\n", i) }),
		"keys with lists": lines(func(i int) string { return fmt.Sprintf("k%d:\n- x\n", i) }), "keys in braces": "{" + lines(func(i int) string { return fmt.Sprintf("k%d: 1,", i) }) + "}",
		"documents": of("---\ncount: 1\n"), "a long word": "count: " + of("x"), "an open string": "count: \"" + of("x"), "a block": "count: |\n" + of("  x\n"), "a folded block": "count: >\n" + of("  x\n"),
		"comments": of("# x\n") + "count: 1\n", "blank lines": of("\n") + "count: 1\n", "blanks": "count:" + of(" ") + "1\n", "tags": "count: " + of("!!str "), "anchors": "count: " + of("&a "),
		"colons": of("a: "), "commas": "[" + of(","), "tabs": of("\t"), "NULs": of("\x00"), "bytes": of("\xff"), "aliases": "rate: &a 1\ncount: [" + of("*a,") + "]\n",
		"aliases of aliases": aliases("[x]", "[%s]"), "merged aliases": aliases("{x: 1}", "{<<: [%s]}"),
	}
}

// beReader has the test binary read one hostile text, as a value that holds anything, and print what its heap had of the system.
const beReader = "YAMLFILE_TEST_READ"

func TestMain(m *testing.M) {
	name := os.Getenv(beReader)
	if name == "" {
		os.Exit(m.Run())
	}
	name, size, _ := strings.Cut(name, "/")
	n, err := strconv.Atoi(size)
	if err != nil {
		panic(err)
	}
	text := []byte(hostile(n)[name])
	var into struct {
		Count any `yaml:"count"`
		Of    any `yaml:"of"`
		Rate  any `yaml:"rate"`
	}
	err = yamlfile.Unmarshal("f", "a list", text, &into, "count")
	yamlfile.Line(text, "of[0].name")
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	if err := json.NewEncoder(os.Stdout).Encode([]string{fmt.Sprint(err), strconv.FormatUint(s.HeapSys, 10), strconv.Itoa(len(text))}); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// TestHostile: no text takes more than 256 MB and four times its length, or long, and what is wrong with it is said with its line.
func TestHostile(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sizes := []int{40_000, 400_000}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for name := range hostile(1) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, size := range sizes {
				c := exec.CommandContext(t.Context(), program)
				c.Env = append(os.Environ(), fmt.Sprintf("%s=%s/%d", beReader, name, size), "GOMAXPROCS=2")
				begin := time.Now()
				out, err := c.Output()
				took := time.Since(begin)
				var said []string
				if err != nil || json.Unmarshal(out, &said) != nil {
					t.Fatalf("%d bytes: %v, %s", size, err, out)
				}
				heap, err1 := strconv.Atoi(said[1])
				length, err2 := strconv.Atoi(said[2])
				if err1 != nil || err2 != nil || heap > 256<<20+4*length || took > 20*time.Second {
					t.Errorf("%d bytes: a heap of %d MB, %v", length, heap>>20, took)
				}
				if e := said[0]; !strings.HasPrefix(e, "f:") && e != "<nil>" || len(e) > 300 || strings.Contains(e, "\n") {
					t.Errorf("%d bytes: the error %.400q, want one short line that begins with f:", length, e)
				}
			}
		})
	}
}

// TestLimits: each limit is met where it is, and what is just within it is read.
func TestLimits(t *testing.T) {
	nested := func(depth int) string {
		return "of: " + strings.Repeat("[", depth) + strings.Repeat("]", depth) + "\n"
	}
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "  k%d: 1\n", i)
		}
		return "count: 1\nof:\n" + b.String()
	}
	for _, c := range []struct{ text, want string }{
		{nested(60), ""},
		{"# x\n" + nested(70), "f:2: more than 64 lists and maps within each other, want fewer"},
		{strings.Repeat("- ", 70) + "x\n", "f:1: more than 64 lists and maps within each other, want fewer"},
		{"count: 1\nof: x " + strings.Repeat("[1, 2) ", 500) + "\n", ""}, // brackets in a text are none
		{"of: \"" + strings.Repeat("[", 500) + "\"\ncount: 1 # " + strings.Repeat("[", 500) + "\n", ""},
		{"of: |\n  " + strings.Repeat("[", 500) + "\n  - - - a: b: c:\n", ""},
		{keys(4000), ""},
		{keys(6000), "f:5003: more than 5000 keys in one map, want fewer"},
		{"of:\n" + strings.Repeat("- {a: 1, b: 2, c: 3}\n", 3000), ""},
		{"of:\n" + strings.Repeat("- a: 1\n  b: 2\n", 3000), ""},
		{"of: [" + strings.Repeat("1, ", 60_000) + "]\n", "f:1: more than 100000 words and signs up to here, want fewer"},
		{"count: 1\n---\ncount: 2\n", "f:2: a second document begins, want one"},
		{"# x\n---\ncount: 1\n", ""},
		{"rate: &a [1, 2]\nof: [*a, *a]\n", ""},
		{"count: " + strings.Repeat("1", 1<<20), "f: 1048583 bytes, want a list of at most 1048576"},
	} {
		var into map[string]any
		var list []any
		err := yamlfile.Unmarshal("f", "a list", []byte(c.text), &into)
		if strings.HasPrefix(c.text, "- ") {
			err = yamlfile.Unmarshal("f", "a list", []byte(c.text), &list)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%.60q…: %.300v, want %q", c.text, err, c.want)
		}
	}
	if err := yamlfile.Unmarshal("f", "a list", []byte(hostile(1)["aliases of aliases"]), new(map[string]any)); err == nil || !slices.Contains(strings.SplitAfter(err.Error(), ": "), "an alias, and with the aliases up to here written out the text has more than 100000 values; want fewer") {
		t.Errorf("aliases: %v", err)
	}
}
