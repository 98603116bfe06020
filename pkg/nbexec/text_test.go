package nbexec_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
)

func TestCollapseCarriage(t *testing.T) {
	const red, green, reset, erase = "\x1b[31m", "\x1b[32m", "\x1b[0m", "\x1b[K"
	cases := []struct{ text, want string }{
		{"", ""},
		{"plain\n", "plain\n"},
		{"windows\r\nlines\r\n", "windows\nlines\n"},
		{"10%\r50%\r100%\n", "100%\n"},
		{"a long line\rshort\n", "shortg line\n"},
		{"a long line\r" + erase + "short\n", "short\n"},
		{"a long line\x1b[2K\rshort", "short"},
		{"abc\x1b[1K", "   "},
		{"abc\b\bX", "aXc"},
		{"\bX", "X"},
		{"ends\r", "ends"},
		{"a\rb\nc\rd", "b\nd"},
		{red + "no return" + reset + "\n", red + "no return" + reset + "\n"},
		{red + "abc" + reset + "\rX", "X" + red + "bc" + reset},
		{red + "50%" + reset + "\r" + green + "100%" + reset + "\n", green + "100%" + reset + "\n"},
		{"üöä\rß", "ßöä"},
		{"K stays\n", "K stays\n"},
		{"x\r\x1b[1mbold\x1b[31mred", "\x1b[1mbold\x1b[31mred"},
	}
	for _, c := range cases {
		if got := nbexec.CollapseCarriage(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestStripANSI(t *testing.T) {
	text := "\x1b[1;31mred\x1b[0m \x1b]8;;http://x\x1b\\link\x1b]8;;\a \x1b[?25l\x1bMend [31m"
	if got, want := nbexec.StripANSI(text), "red link end [31m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCollapseManyColours: what a line costs grows with its length, however often its colour changes.
func TestCollapseManyColours(t *testing.T) {
	var text strings.Builder
	const n = 50_000
	for i := range n {
		fmt.Fprintf(&text, "\x1b[38;5;%dmx", i%256)
	}
	text.WriteString("\ry\x1b[0m")
	in := text.String()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := nbexec.CollapseCarriage(in)
	runtime.ReadMemStats(&after)
	if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 256 {
		t.Errorf("%d MB for a line of %d bytes", allocated, len(in))
	}
	if plain := nbexec.StripANSI(out); plain != "y"+strings.Repeat("x", n-1) {
		t.Errorf("the characters became %.40q…", plain)
	}
	if got, want := nbexec.CollapseCarriage("\x1b[31ma\x1b[1mb\x1b[31mc\rX"), "X"; !strings.Contains(nbexec.StripANSI(got), want+"bc") {
		t.Errorf("%q", got)
	}
}

func FuzzCollapseCarriage(f *testing.F) {
	f.Add("a\rb\x1b[31mc\x1b[0m\b\x1b[K\n")
	f.Add("\r\xff")
	f.Add("0\x1b[0\bK")
	f.Fuzz(func(t *testing.T, text string) {
		once := nbexec.CollapseCarriage(text)
		if again := nbexec.CollapseCarriage(once); again != once {
			t.Fatalf("%q gives %q, which gives %q", text, once, again)
		}
		if strings.Count(once, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q gives %q: another number of lines", text, once)
		}
		if !strings.ContainsAny(text, "\r\b\x1b") && once != text {
			t.Fatalf("%q gives %q", text, once)
		}
	})
}

// stream makes a notebook with one cell that has one output.
func stream(text string) *nbformat.Notebook {
	n := notebook("code")
	n.Cells[0].Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: text}}
	return n
}

func TestSanitize(t *testing.T) {
	tmp := filepath.ToSlash(os.TempDir())
	s := nbexec.DefaultSanitizer()
	s.Durations = true
	s.Roots = map[string]string{"/srv/lab": ".", "/srv/lab/data": "[data]"}
	cases := []struct{ text, want string }{
		{"at " + tmp + "/gonb_1a2b3c4d/main.go:3", "at [tmp]/main.go:3"},
		{"# gonb_1a2b3c4d\n", "# gonb_[id]\n"},
		{"File \"/tmp/ipykernel_12/34.py\", line 1", "File \"[tmp]/34.py\", line 1"},
		{"image:base64,AAA/tmp/BBB", "image:base64,AAA/tmp/BBB"},
		{"/srv/lab/pkg/a.go and /srv/lab.\n/srv/labor stays", "./pkg/a.go and ..\n/srv/labor stays"},
		{"/srv/lab/data/x.txt", "[data]/x.txt"},
		{"2026-11-22 05:59:43.123 start", "[time] start"},
		{"2026-11-22T05:59:43Z and 2026/11/22 05:59:43+01:00", "[time] and [time]"},
		{"2026-11-22 07:28:31.490353951 +0000 UTC m=+0.167 now", "[time] now"},
		{"on 2026-11-22", "on 2026-11-22"},
		{"took 1.5s, 20 ms, 3µs, 1m2.5s, 2 seconds", "took [duration], [duration], [duration], [duration], [duration]"},
		{"81 cells, r1c2s3, 17s4, 5 sides, 3 steps", "81 cells, r1c2s3, 17s4, 5 sides, 3 steps"},
		{"<object at 0x7ff597ea3aa0>", "<object at 0x[address]>"},
		{"&{0xc000123456}", "&{0x[address]}"},
		{"mask 0x1ff 0x000001ff 0xc0ffee", "mask 0x1ff 0x000001ff 0xc0ffee"},
	}
	for _, c := range cases {
		n := stream(c.text)
		s.Notebook(n)
		if got := n.Cells[0].Outputs[0].Text; got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
		s.Notebook(n)
		if got := n.Cells[0].Outputs[0].Text; got != c.want {
			t.Errorf("%q a second time: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestSanitizeKinds(t *testing.T) {
	n := notebook("#tags:sanitize-times\nx", "y")
	for _, c := range n.Cells {
		c.Outputs = []*nbformat.Output{
			{Type: nbformat.Stream, Name: "stderr", Text: "e1 "},
			{Type: nbformat.Stream, Name: "stdout", Text: "o1 "},
			{Type: nbformat.Stream, Name: "stderr", Text: "e2"},
			{Type: nbformat.Stream, Name: "stdout", Text: "o2 5ms"},
			{Type: nbformat.DisplayData, Data: nbformat.Object{
				"text/html": "<i>/tmp/x/y</i>", "text/plain": "a\rb", "image/png": "/tmp/x", "application/json": nbformat.Object{"a": "/tmp/x"},
			}},
			{Type: nbformat.Stream, Name: "stdout", Text: "o3"},
			{Type: nbformat.Error, ErrorName: "E", ErrorValue: "in /tmp/a/b", Traceback: []string{"\x1b[31m/tmp/a/b\x1b[0m"}},
		}
	}
	s := nbexec.DefaultSanitizer()
	s.StripANSI = true
	s.Notebook(n)
	out := n.Cells[0].Outputs
	if got, want := shown(n.Cells[0]), "stdout: o1 o2 [duration]|stderr: e1 e2|display_data: b|stdout: o3|error: E: in [tmp]/b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := shown(n.Cells[1]); !strings.Contains(got, "o2 5ms") {
		t.Errorf("without the tag %q", got)
	}
	data := out[2].Data
	if data["text/html"] != "<i>[tmp]/y</i>" || data["image/png"] != "/tmp/x" || data["application/json"].(nbformat.Object)["a"] != "/tmp/x" {
		t.Errorf("data %v", data)
	}
	if out[4].Traceback[0] != "[tmp]/b" {
		t.Errorf("traceback %q", out[4].Traceback)
	}
}

// png is an image of 1×1 pixels; changed makes it another one of the same size.
func png(changed bool) string {
	data := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89")
	if changed {
		data = append(data, 1)
	} else {
		data = append(data, 0)
	}
	return base64.StdEncoding.EncodeToString(data)
}

// page is an output in HTML, and in what data has.
func page(data nbformat.Object) *nbformat.Output {
	data["text/html"] = "<p>one\n<p>two\n"
	return &nbformat.Output{Type: nbformat.DisplayData, Metadata: nbformat.Object{}, Data: data}
}

func TestCompare(t *testing.T) {
	base := func() *nbformat.Notebook {
		n := notebook("print", "show")
		n.Cells[0].ExecutionCount = new(1)
		n.Cells[0].Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"}}
		n.Cells[1].Outputs = []*nbformat.Output{{
			Type: nbformat.DisplayData, Metadata: nbformat.Object{},
			Data: nbformat.Object{"text/plain": "<image>", "image/png": png(false), "application/json": nbformat.Object{"a": 1}},
		}, page(nbformat.Object{"text/plain": "one\ntwo\n"})}
		n.Cells[0].Outputs = append(n.Cells[0].Outputs, page(nbformat.Object{}))
		return n
	}
	cases := []struct {
		name   string
		change func(n *nbformat.Notebook)
		opts   nbexec.CompareOptions
		want   []string // parts, in this order; none for no difference
		none   string   // not there
	}{
		{name: "nothing", change: func(*nbformat.Notebook) {}},
		{
			name: "a line", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs[0].Text = "one\ntwo\nthree\nvier\nfive\nsix\nseven\n"
			},
			want: []string{"cell 1 (", "output 1 (stdout)", "… 1 lines the same", "  two", "- four", "+ vier", "  six", "… 1 lines the same"},
		},
		{
			name: "end of the last line", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs[0].Text = strings.TrimSuffix(n.Cells[0].Outputs[0].Text, "\n")
			},
			want: []string{"- seven\n", "+ seven (without a line end)"},
		},
		{
			name: "spaces", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs[0].Text = "one \x1btwo\n"
			},
			want: []string{"- one\n", `+ one \x1btwo`},
		},
		{name: "count", change: func(n *nbformat.Notebook) { n.Cells[0].ExecutionCount = new(2) }},
		{
			name: "count compared", change: func(n *nbformat.Notebook) { n.Cells[0].ExecutionCount = nil },
			opts: nbexec.CompareOptions{Counts: true}, want: []string{"execution count", "- 1", "+ none"},
		},
		{name: "metadata", change: func(n *nbformat.Notebook) { n.Cells[0].Metadata["x"] = 1 }},
		{
			name: "metadata compared", change: func(n *nbformat.Notebook) {
				n.Cells[0].Metadata["x"] = 1
				n.Cells[0].Metadata["execution"] = "times"
			},
			opts: nbexec.CompareOptions{Metadata: true}, want: []string{"metadata.x", "- null", "+ 1"},
		},
		{
			name: "metadata of other programs", change: func(n *nbformat.Notebook) {
				n.Cells[0].Metadata["papermill"] = nbformat.Object{"duration": 1.5}
				n.Cells[0].Metadata["tags"] = []any{}
			},
			opts: nbexec.CompareOptions{Metadata: true},
		},
		{
			name: "image", change: func(n *nbformat.Notebook) { n.Cells[1].Outputs[0].Data["image/png"] = png(true) },
			want: []string{"cell 2 (", "output 1 (image/png)", "- 1×1 pixels, 34 bytes, sha256 ", "+ 1×1 pixels, 34 bytes, sha256 "},
		},
		{
			name: "kinds of data", change: func(n *nbformat.Notebook) {
				delete(n.Cells[1].Outputs[0].Data, "image/png")
				n.Cells[1].Outputs[0].Data["text/html"] = "<b>x</b>\nmore"
			},
			want: []string{"(image/png): only in the first", "- 1×1 pixels", "(text/html): only in the second", "+ <b>x</b> …"},
		},
		{
			name: "JSON", change: func(n *nbformat.Notebook) {
				n.Cells[1].Outputs[0].Data["application/json"] = nbformat.Object{"a": 2}
			},
			want: []string{"(application/json)", `- { "a": 1 }`, `+ { "a": 2 }`},
		},
		{
			name: "another kind of output", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs[0] = &nbformat.Output{Type: nbformat.Error, ErrorName: "E", ErrorValue: "v"}
			},
			want: []string{"output 1\n", "- stream stdout", "- one", "- … 2 lines more", "+ error E", "+ v"},
		},
		{
			name: "one output more", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs = append(n.Cells[0].Outputs, &nbformat.Output{Type: nbformat.Stream, Name: "stderr", Text: "x"})
				n.Cells[1].Outputs = nil
			},
			want: []string{"cell 1 (", "output 3: only in the second", "+ stream stderr", "cell 2 (", "output 1: only in the first", "- display_data"},
		},
		{
			name: "cells", change: func(n *nbformat.Notebook) {
				n.Cells[0].Source = "printf"
				n.Cells = n.Cells[:1]
			},
			want: []string{"cell 1 (", "source", "- print", "+ printf", "cell 2 (", "  code cell only in the first", "- show", "- … outputs: 2"},
		},
		{
			name: "plain text and HTML", change: func(n *nbformat.Notebook) {
				n.Cells[1].Outputs[1].Data["text/plain"] = "one\nzwei\n"
				n.Cells[1].Outputs[1].Data["text/html"] = "<p>one\n<p>zwei\n"
			},
			want: []string{"cell 2 (", "output 2 (text/plain, and text/html)", "  one", "- two", "+ zwei"}, none: "<p>",
		},
		{
			name: "HTML with the same text", change: func(n *nbformat.Notebook) {
				n.Cells[1].Outputs[1].Data["text/html"] = "<p>one\n<p>" + strings.Repeat("x", 300) + "<b>two</b>\n<hr>\n"
			},
			want: []string{"output 2 (text/html)\n    … 2 of 3 lines differ, the first:\n    - <p>two\n    + <p>xxx", "xxx…\n"}, none: "<hr>",
		},
		{
			name: "HTML without text", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs[1].Data["text/html"] = "<p>one\n<p>zwei\n"
			},
			want: []string{"cell 1 (", "output 2 (text/html)\n", "  <p>one", "- <p>two", "+ <p>zwei"},
		},
		{
			name: "plain text only", change: func(n *nbformat.Notebook) {
				n.Cells[1].Outputs[1].Data["text/plain"] = "one\n"
			},
			want: []string{"output 2 (text/plain)", "- two"}, none: "html",
		},
		{
			name: "sanitized", change: func(n *nbformat.Notebook) {
				n.Cells[0].Outputs[0].Text = "one\r" + n.Cells[0].Outputs[0].Text
			},
			opts: nbexec.CompareOptions{Sanitize: nbexec.DefaultSanitizer()},
		},
	}
	for _, c := range cases {
		fresh := base()
		c.change(fresh)
		before, _ := fresh.Bytes()
		text := nbexec.Compare(base(), fresh, c.opts).String()
		if (text == "") != (len(c.want) == 0) {
			t.Errorf("%s: differences:\n%s", c.name, text)
		}
		if c.none != "" && strings.Contains(text, c.none) {
			t.Errorf("%s: %q should not be in\n%s", c.name, c.none, text)
		}
		rest := text
		for _, part := range c.want {
			_, after, ok := strings.Cut(rest, part)
			if !ok {
				t.Errorf("%s: %q is missing in\n%s", c.name, part, text)
				break
			}
			rest = after
		}
		if after, _ := fresh.Bytes(); !bytes.Equal(before, after) {
			t.Errorf("%s: Compare changed the notebook", c.name)
		}
	}
}

// TestCompareLongLines: lines are cut so that the difference is seen.
func TestCompareLongLines(t *testing.T) {
	same := strings.Repeat("same ", 100)
	for _, c := range []struct{ a, b, want string }{
		{same + "one" + same, same + "two" + same, "    - …same same same same same same same same onesame"},
		{same, same + "two", "    + … same same same same same same same same two\n"},
		{"one" + same, "two" + same, "    - onesame same"},
		{"x\n" + same + "one\n", "y\n" + same + "two\n", "    + y\n    + …same"},
	} {
		text := nbexec.Compare(stream(c.a), stream(c.b), nbexec.CompareOptions{}).String()
		if !strings.Contains(text, c.want) || len(text) > 1000 {
			t.Errorf("%q is missing in\n%s", c.want, text)
		}
	}
}

// TestCompareAligned: cells correspond by their ids.
func TestCompareAligned(t *testing.T) {
	// A cell is written as its id and its source.
	book := func(cells string) *nbformat.Notebook {
		n := notebook(make([]string, len(strings.Fields(cells)))...)
		for i, c := range strings.Fields(cells) {
			n.Cells[i].ID, n.Cells[i].Source, _ = strings.Cut(c, ":")
		}
		return n
	}
	for _, c := range []struct{ a, b, want string }{
		{"a:1 b:2 c:3", "a:1 b:2 c:3", ""},
		{"a:1 b:2 c:3", "a:1 x:9 b:2 c:3", "cell 2 of the second (x)\n  code cell only in the second\n    + 9\n"},
		{"a:1 b:2", "x:9 a:1 b:2", "cell 1 of the second (x)\n  code cell only in the second\n    + 9\n"},
		{"a:1 b:2", "a:1 b:2 x:9", "cell 3 of the second (x)\n  code cell only in the second\n    + 9\n"},
		{"a:1 b:2 c:3", "a:1 c:3", "cell 2 (b)\n  code cell only in the first\n    - 2\n"},
		{"a:1 b:2", "", "cell 1 (a)\n  code cell only in the first\n    - 1\ncell 2 (b)\n  code cell only in the first\n    - 2\n"},
		{"a:1 b:2 c:3 d:4", "b:2 c:3 a:1 d:4", "cell 1 (a), in the second cell 3\n  moved\n    - cell 1\n    + cell 3\n"},
		{"a:1 b:2 c:3", "a:1 c:3 b:7", "cell 2 (b), in the second cell 3\n  moved\n    - cell 2\n    + cell 3\n  source\n    - 2\n    + 7\n"},
		{"a:1 b:2 c:3", "a:1 x:9 b:2 c:7", "cell 2 of the second (x)\n  code cell only in the second\n    + 9\ncell 3 (c), in the second cell 4\n  source\n    - 3\n    + 7\n"},
		{"a:1 b:2 c:3", "a:1 x:2 c:3", ""}, // the same under another id
		{"a:1 b:2 c:3", "x:1 y:2 z:7", "cell 3 (c)\n  code cell only in the first\n    - 3\ncell 3 of the second (z)\n  code cell only in the second\n    + 7\n"},
		{"a:1 b:2 c:3", "c:3 x:1 y:7", "cell 1 (a)\n  code cell only in the first\n    - 1\ncell 2 (b)\n  code cell only in the first\n    - 2\n" +
			"cell 2 of the second (x)\n  code cell only in the second\n    + 1\ncell 3 of the second (y)\n  code cell only in the second\n    + 7\n"}, // other neighbours
		{"a:1 b:2", "a:1 b:2 b:3", "cell 3 of the second (b)\n  code cell only in the second\n    + 3\n"}, // against the format
		// Without ids it is the place that counts.
		{":1 :2", ":1 :7", "cell 2 (085eb6d9)\n  source\n    - 2\n    + 7\n"},
		{"a:1 b:2", ":1 :7 :8", "cell 2 (b)\n  source\n    - 2\n    + 7\ncell 3 of the second (614c4806)\n  code cell only in the second\n    + 8\n"},
		{":1 b:2 c:3", "b:1", "cell 2 (b)\n  code cell only in the first\n    - 2\ncell 3 (c)\n  code cell only in the first\n    - 3\n"},
	} {
		if got := nbexec.Compare(book(c.a), book(c.b), nbexec.CompareOptions{}).String(); got != c.want {
			t.Errorf("%s and %s:\n%s\nwant\n%s", c.a, c.b, got, c.want)
		}
	}
}

// FuzzCompareAligned: each cell that differs is told once, and equal notebooks are equal.
func FuzzCompareAligned(f *testing.F) {
	f.Add([]byte("abcdef"), []byte("axcbde"))
	f.Add([]byte("aab"), []byte("aba"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if len(a) > 50 || len(b) > 50 {
			return
		}
		book := func(ids []byte) *nbformat.Notebook {
			n := notebook(make([]string, len(ids))...)
			for i, id := range ids {
				n.Cells[i].ID, n.Cells[i].Source = fmt.Sprint("id", id), fmt.Sprint(id)
			}
			return n
		}
		if d := nbexec.Compare(book(a), book(a), nbexec.CompareOptions{}); len(d) > 0 {
			t.Fatalf("%q differs from itself:\n%s", a, d)
		}
		only := [2]int{}
		inA, inB := map[int]bool{}, map[int]bool{}
		for _, d := range nbexec.Compare(book(a), book(b), nbexec.CompareOptions{}) {
			if d.Cell >= 0 && inA[d.Cell] || d.Other >= 0 && inB[d.Other] {
				t.Fatalf("%q and %q: cells %d and %d twice", a, b, d.Cell, d.Other)
			}
			inA[d.Cell], inB[d.Other] = true, true
			switch {
			case d.Cell < 0:
				only[1]++
			case d.Other < 0:
				only[0]++
			case d.Where != "moved" || a[d.Cell] != b[d.Other]:
				t.Fatalf("%q and %q: cells %d and %d: %s", a, b, d.Cell, d.Other, d.Where)
			}
		}
		if len(a)-only[0] != len(b)-only[1] {
			t.Fatalf("%q and %q: %d and %d cells only in one", a, b, only[0], only[1])
		}
		x, y := slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
		if slices.Equal(x, y) && len(slices.Compact(x)) == len(a) && only != [2]int{} {
			t.Fatalf("%q is %q in another order, but %v cells are only in one", a, b, only)
		}
	})
}

// TestCompareLarge: texts too large for the table are compared too, and little is shown.
func TestCompareLarge(t *testing.T) {
	var a, b strings.Builder
	for i := range 3000 {
		fmt.Fprintln(&a, "a", i)
		fmt.Fprintln(&b, "b", i)
	}
	d := nbexec.Compare(stream(a.String()), stream(b.String()), nbexec.CompareOptions{})
	if len(d) != 1 || len(d[0].Lines) > 50 || !strings.Contains(d.String(), "lines more") {
		t.Errorf("%d differences, the first of %d lines", len(d), len(d[0].Lines))
	}
}

func TestStrip(t *testing.T) {
	n := notebook("a", "#tags:keep_output\nb", "#tags:injected-parameters\nc", "d")
	for _, c := range n.Cells {
		c.ExecutionCount = new(1)
		c.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "x"}}
		c.Metadata["execution"] = nbformat.Object{}
	}
	n.Cells[3].Metadata["keep_output"] = true
	n.Metadata[nbexec.ProvenanceKey] = nbformat.Object{}
	if !nbexec.Strip(n) {
		t.Error("nothing was stripped")
	}
	if len(n.Cells) != 3 || n.Cells[0].Outputs != nil || n.Cells[0].ExecutionCount != nil ||
		len(n.Cells[1].Outputs) != 1 || len(n.Cells[2].Outputs) != 1 || n.Metadata[nbexec.ProvenanceKey] != nil {
		t.Errorf("stripped to %+v", n)
	}
	for _, c := range n.Cells {
		if c.Metadata["execution"] != nil {
			t.Error("times are left")
		}
	}
	if nbexec.Strip(n) {
		t.Error("a second time there was more")
	}
}

// TestStripKeeps: what the notebook and its cells say of their outputs, in every form in which nbstripout takes it.
func TestStripKeeps(t *testing.T) {
	for _, c := range []struct {
		notebook, cell string // JSON of the metadata
		keeps          bool
	}{
		{`{}`, `{}`, false},
		{`{"keep_output": true}`, `{}`, true},
		{`{"keep_output": 1}`, `{}`, true},
		{`{"keep_output": false}`, `{}`, false},
		{`{"keep_output": null}`, `{}`, false},
		{`{"keep_output": ""}`, `{}`, false},
		{`{}`, `{"keep_output": true}`, true},
		{`{}`, `{"keep_output": 0}`, false},
		{`{}`, `{"tags": ["x", "keep_output"]}`, true},
		{`{}`, `{"init_cell": true}`, true},
		{`{}`, `{"init_cell": false}`, false},
		{`{"keep_output": false}`, `{"keep_output": true}`, true},
		{`{"keep_output": false}`, `{"tags": ["keep_output"]}`, true},
		{`{"keep_output": true}`, `{"keep_output": false}`, false},
		{`{"keep_output": true}`, `{"init_cell": false}`, false},
		{`{"keep_output": true}`, `{"tags": ["other"]}`, true},
	} {
		text := `{"cells": [{"cell_type": "code", "id": "a", "execution_count": 3, "metadata": ` + c.cell + `, "source": "1",
			"outputs": [{"output_type": "stream", "name": "stdout", "text": "x"}]}], "metadata": ` + c.notebook + `, "nbformat": 4, "nbformat_minor": 5}`
		n, err := nbformat.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if changed := nbexec.Strip(n); changed == c.keeps || len(n.Cells[0].Outputs) == 1 != c.keeps || n.Cells[0].ExecutionCount != nil != c.keeps {
			t.Errorf("notebook %s, cell %s: changed %v, %d outputs; want them kept: %v", c.notebook, c.cell, changed, len(n.Cells[0].Outputs), c.keeps)
		}
	}
}

// TestStripWidgets: the state of widgets goes unless an output that stays shows one, and so do the marks that programs leave.
func TestStripWidgets(t *testing.T) {
	n := notebook("a")
	c := n.Cells[0]
	n.Metadata["widgets"], n.Metadata["papermill"], n.Metadata["toc"] = nbformat.Object{}, nbformat.Object{}, nbformat.Object{}
	c.Outputs = []*nbformat.Output{{Type: nbformat.DisplayData, Data: nbformat.Object{"application/vnd.jupyter.widget-view+json": nbformat.Object{}}}}
	c.Metadata["keep_output"], c.Metadata["ExecuteTime"], c.Metadata["scrolled"] = true, nbformat.Object{}, true
	if !nbexec.Strip(n) || n.Metadata["widgets"] == nil || n.Metadata["papermill"] != nil || n.Metadata["toc"] == nil || c.Metadata["ExecuteTime"] != nil || c.Metadata["scrolled"] == nil {
		t.Errorf("kept: %v, cell %v", n.Metadata, c.Metadata)
	}
	delete(c.Metadata, "keep_output")
	if !nbexec.Strip(n) || n.Metadata["widgets"] != nil || n.Metadata["toc"] == nil || c.Metadata["scrolled"] != nil {
		t.Errorf("stripped: %v, cell %v", n.Metadata, c.Metadata)
	}
}

func TestParseParameter(t *testing.T) {
	for text, want := range map[string]any{
		"A=20": 20, "A=-1": -1, "A=0.5": 0.5, "A=1e3": 1000.0, "A=true": true, "A=False": false, "A=None": nil,
		"A=text": "text", "A=": "", "A=a=b": "a=b", `A="20"`: "20", "A=inf": "inf", "A=[1,2.5]": []any{1, 2.5},
		`A={"k":[true]}`: map[string]any{"k": []any{true}},
	} {
		p, err := nbexec.ParseParameter(text)
		if err != nil || p.Name != "A" || fmt.Sprintf("%T %v", p.Value, p.Value) != fmt.Sprintf("%T %v", want, want) {
			t.Errorf("%s: %#v, %v, want %#v", text, p.Value, err, want)
		}
	}
	for _, text := range []string{"", "A", "=1", "a b=1", "1a=1", "A=[1"} {
		if p, err := nbexec.ParseParameter(text); err == nil {
			t.Errorf("%q gave %v", text, p)
		}
	}
}

func TestInject(t *testing.T) {
	goCell := "%noautoget\nvar Steps = 3\nconst Rate float32 = 0.5\nvar (\n\tName, Other = \"x\", 1.5\n\tOn = true\n\tSizes []int8\n)\nvar Free = f()"
	cases := []struct {
		language, defaults, parameter string
		want                          string // the line, or a part of the error after "!"
	}{
		{"go", goCell, "Steps=20", "var Steps = 20"},
		{"go", goCell, "Steps=2.5", "!2.5, but the notebook declares a whole number"},
		{"go", goCell, "Steps=x", `!"x", but the notebook declares a whole number`},
		{"go", goCell, "Rate=2", "const Rate float32 = 2"},
		{"go", goCell, "Name=7", `var Name = "7"`},
		{"go", goCell, "Name=a \"b\"", `var Name = "a \"b\""`},
		{"go", goCell, "Other=2", "var Other = 2.0"},
		{"go", goCell, "On=false", "var On = false"},
		{"go", goCell, "On=1", "!1, but the notebook declares true or false"},
		{"go", goCell, "Steps=true", "!true, but the notebook declares a whole number"},
		{"go", goCell, "Sizes=[4,9]", "var Sizes []int8 = []int8{4, 9}"},
		{"go", goCell, "Free=[1,2.5]", "var Free = []float64{1, 2.5}"},
		{"go", goCell, "Free=[1,\"a\"]", "!a list of int and string"},
		{"go", goCell, "Free=[]", "!the type of an empty list"},
		{"go", goCell, "Free=None", "!null has no form in Go"},
		{"go", goCell, "Step=1", "!Step is not declared in the cell tagged parameters, only Free, Name, On, Other, Rate, Sizes, Steps"},
		{"go", "%%\nfmt.Println(1)", "Any=1", "var Any = 1"},
		{"python", "Steps = 3\nRate: float = 1\nx == 2", "Steps=20", "Steps = 20"},
		{"python", "Steps = 3", "Steps=None", "Steps = None"},
		{"python", "Steps = 3", "Steps=true", "Steps = True"},
		{"python", "Steps = 3", `Steps={"b": [1.0, "é\n"], "a": null}`, `Steps = {"a": None, "b": [1.0, "é\n"]}`},
		{"python", "Rate: float = 1", "Rate=1e30", "Rate = 1e+30"},
		{"python", "x == 2", "x=1", "!x is not declared in the cell tagged parameters, which declares nothing"},
		{"r", "x <- 1", "x=1", `!no way to set them in "r"`},
	}
	for _, c := range cases {
		n := notebook("first", "#tags:parameters\n", "last")
		n.Cells[1].Source = c.defaults
		p, err := nbexec.ParseParameter(c.parameter)
		if err != nil {
			t.Fatal(err)
		}
		err = nbexec.Inject(n, c.language, []nbexec.Parameter{p})
		if part, fails := strings.CutPrefix(c.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%s %s: error %v, want %q in it", c.language, c.parameter, err, part)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s %s: %v", c.language, c.parameter, err)
			continue
		}
		_, line, _ := strings.Cut(n.Cells[2].Source, "\n")
		if line != c.want || n.Cells[2].ID != nbexec.TagInjectedParameters {
			t.Errorf("%s %s: %q, want %q", c.language, c.parameter, line, c.want)
		}
	}
	// Without a cell of defaults they come first.
	n := notebook("print")
	if err := nbexec.Inject(n, "python", []nbexec.Parameter{{Name: "a", Value: 1}}); err != nil || n.Cells[0].Source != "# Parameters\na = 1" {
		t.Errorf("%v, first cell %q", err, n.Cells[0].Source)
	}
}

func ExampleCompare() {
	old, fresh := stream("solved\n81 cells\n"), stream("solved\n80 cells\n")
	fmt.Print(nbexec.Compare(old, fresh, nbexec.CompareOptions{}))
	// Output:
	// cell 1 (91619188)
	//   output 1 (stdout)
	//       solved
	//     - 81 cells
	//     + 80 cells
}

func ExampleStrip() {
	n := stream("solved\n")
	fmt.Println(nbexec.Strip(n), len(n.Cells[0].Outputs))
	// Output: true 0
}
