package nbformat_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/nbexec/nbformat"
)

// full is a notebook with all that the format knows and some that it does not, as nbformat
// writes it.
const full = `{
 "cells": [
  {
   "attachments": {
    "a.png": {
     "image/png": "iVBORw0KGgo="
    }
   },
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {
    "Z": 1,
    "a": 1.50
   },
   "source": [
    "# Überschrift <b>&\n",
    "\n",
    "“quoted” \"text\" \\ tab\t\u0007"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "code-1_x",
   "metadata": {
    "tags": [
     "parameters"
    ]
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "a\r",
      "b\r\n",
      "c\f",
      "d"
     ]
    },
    {
     "data": {
      "application/json": [
       "a",
       "b"
      ],
      "application/vnd.x+json": {
       "k": null
      },
      "image/png": "iVBOR\nw0KGgo=\n",
      "image/svg+xml": [
       "<svg>\n",
       "</svg>"
      ],
      "text/plain": []
     },
     "metadata": {
      "image/png": {
       "width": 10
      }
     },
     "output_type": "display_data"
    },
    {
     "data": {
      "text/html": [
       "<i>x</i>"
      ]
     },
     "execution_count": null,
     "metadata": {},
     "output_type": "execute_result"
    },
    {
     "ename": "E",
     "evalue": "two\nlines",
     "output_type": "error",
     "traceback": [
      "\u001b[31mE\u001b[0m\nx"
     ]
    },
    {
     "later": true,
     "output_type": "of_a_later_format"
    }
   ],
   "source": []
  },
  {
   "cell_type": "raw",
   "id": "r",
   "metadata": {},
   "private": {
    "x": 12345678901234567890123
   },
   "source": [
    "raw"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Go (sudokulab)",
   "language": "go",
   "name": "sudokulab"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5,
 "top": []
}
`

func parse(t testing.TB, text string) *nbformat.Notebook {
	t.Helper()
	n, err := nbformat.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func written(t testing.TB, n *nbformat.Notebook) string {
	t.Helper()
	data, err := n.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestSameBytes(t *testing.T) {
	n := parse(t, full)
	if d := cmp.Diff(full, written(t, n)); d != "" {
		t.Errorf("read and written again (-file +written):\n%s", d)
	}
	if d := cmp.Diff(n, n.Clone()); d != "" {
		t.Errorf("clone:\n%s", d)
	}
	c := n.Cells[1]
	if c.Outputs[0].Text != "a\rb\r\nc\fd" || c.Source != "" || *c.ExecutionCount != 3 || !c.HasTag("parameters") || c.HasTag("x") {
		t.Errorf("cell %+v", c)
	}
	if got := n.Cells[1].Outputs[1].Data["image/svg+xml"]; got != "<svg>\n</svg>" {
		t.Errorf("svg %q", got)
	}
	// A clone shares nothing.
	other := n.Clone()
	other.Cells[0].Metadata["a"] = "changed"
	other.Cells[1].Outputs[1].Data["application/json"].([]any)[0] = "changed"
	*other.Cells[1].ExecutionCount = 9
	if written(t, n) != full {
		t.Error("a change of a clone changed the original")
	}
}

// TestLooseForms: what others write is read, and written in the one form.
func TestLooseForms(t *testing.T) {
	n := parse(t, `{"nbformat":4,"nbformat_minor":2,"metadata":{"orig_nbformat":3,"signature":"x"},"cells":[
		{"cell_type":"code","source":"a\nb","metadata":{"trusted":true},"execution_count":null,
		 "outputs":[{"output_type":"stream","name":"stderr","text":"x"}]}]}`)
	want := `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "metadata": {},
   "outputs": [
    {
     "name": "stderr",
     "output_type": "stream",
     "text": [
      "x"
     ]
    }
   ],
   "source": [
    "a\n",
    "b"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 2
}
`
	if d := cmp.Diff(want, written(t, n)); d != "" {
		t.Error(d)
	}
}

func TestUpgrade(t *testing.T) {
	cell := func(source string) *nbformat.Cell {
		return &nbformat.Cell{Type: nbformat.Code, Source: source}
	}
	n := &nbformat.Notebook{Minor: 4, Cells: []*nbformat.Cell{cell("a"), cell("a"), cell("b")}}
	n.Upgrade()
	ids := func(n *nbformat.Notebook) (ids []string) {
		for _, c := range n.Cells {
			ids = append(ids, c.ID)
		}
		return ids
	}
	first := ids(n)
	if n.Minor != 5 || first[0] == first[1] || len(first[0]) != 8 {
		t.Errorf("minor %d, ids %q", n.Minor, first)
	}
	// Again the same; a cell put in front takes no id from another.
	m := &nbformat.Notebook{Cells: []*nbformat.Cell{cell("new"), cell("a"), cell("a"), cell("b")}}
	m.Upgrade()
	if !slices.Equal(ids(m)[1:], first) {
		t.Errorf("ids %q, want %q", ids(m)[1:], first)
	}
	// An id that is there stays and is not given twice.
	kept := cell("b")
	kept.ID = first[0]
	m = &nbformat.Notebook{Cells: []*nbformat.Cell{cell("a"), kept}}
	m.Upgrade()
	if got := ids(m); got[1] != first[0] || got[0] == first[0] || got[0] == "" {
		t.Errorf("ids %q", got)
	}
	parse(t, written(t, m))
}

func TestFaults(t *testing.T) {
	code := func(fields string) string {
		return `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
			{"id": "a", "cell_type": "markdown", "metadata": {}, "source": ""},
			{"id": "b", ` + fields + `}]}`
	}
	output := func(fields string) string {
		return code(`"cell_type": "code", "metadata": {}, "source": "", "execution_count": 1, "outputs": [` + fields + `]`)
	}
	cases := []struct{ name, text, want string }{
		{"empty", " \n", "the file is empty"},
		{"cut", "{\n\"cells\": [", "line 2: the JSON text ends in the middle"},
		{"no JSON", "{\n\n\"cells\": x}", "line 3: not JSON"},
		{"more text", "{}\n{}", "line 2: text after the end"},
		{"list", "[]", "a list, want a JSON object"},
		{"bytes", "{\n\"a\": \"\xff\"}", "line 2: byte 0xff is not UTF-8"},
		{"no version", "{}", "nbformat: missing"},
		{"old", `{"nbformat": 3, "nbformat_minor": 0}`, "nbformat: 3, an old version of the notebook format; want 4"},
		{"new", `{"nbformat": 9, "nbformat_minor": 0}`, "nbformat: 9, a version of the notebook format that this program does not know; want 4"},
		{"UTF-16", "\xff\xfe{\x00}\x00", "UTF-16 text"},
		{"two marks", "\ufeff\ufeff{}", "line 1: not JSON"},
		{"no cells", `{"nbformat": 4, "nbformat_minor": 0, "metadata": {}}`, "cells: missing"},
		{"cell", `{"nbformat": 4, "nbformat_minor": 0, "metadata": {}, "cells": [7]}`, "cell 1: cells[0]: the number 7, want an object"},
		{"no source", code(`"cell_type": "raw", "metadata": {}`), "cell 2 (b): source: missing"},
		{"source", code(`"cell_type": "raw", "metadata": {}, "source": ["a", 1]`), "cell 2 (b): source: a list, want a string or a list of strings"},
		{"metadata", code(`"cell_type": "raw", "metadata": [], "source": ""`), "metadata: a list, want an object"},
		{"count", code(`"cell_type": "code", "metadata": {}, "source": "", "outputs": [], "execution_count": "x"`), "execution_count: a string, want a whole number"},
		{"no outputs", code(`"cell_type": "code", "metadata": {}, "source": "", "execution_count": 1`), "outputs: missing"},
		{"output text", output(`{"output_type": "stream", "name": "stdout", "text": 5}`), "cell 2 (b): outputs[0].text: the number 5"},
		{"output data", output(`{"output_type": "display_data", "metadata": {}, "data": {"text/plain": {}}}`), "outputs[0].data.text/plain: an object"},
		{"traceback", output(`{"output_type": "error", "ename": "", "evalue": "", "traceback": [null]}`), "outputs[0].traceback[0]: null"},
		{"output", output(`null`), "outputs[0]: null, want an object"},
		{"tags", code(`"cell_type": "raw", "metadata": {"tags": ["a,b"]}, "source": ""`), `metadata.tags[0]: "a,b", want a tag without commas`},
		{"tag twice", code(`"cell_type": "raw", "metadata": {"tags": ["a", "a"]}, "source": ""`), "metadata.tags[1]"},
		{"name", code(`"cell_type": "raw", "metadata": {"name": ""}, "source": ""`), "metadata.name"},
		{"id twice", `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
			{"id": "a", "cell_type": "raw", "metadata": {}, "source": ""},
			{"id": "a", "cell_type": "raw", "metadata": {}, "source": ""}]}`, "cell 2 (a): id: the same as that of cell 1"},
		{"id", `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
			{"id": "a b", "cell_type": "raw", "metadata": {}, "source": ""}]}`, "want 1 to 64 letters"},
		{"no id", `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
			{"cell_type": "raw", "metadata": {}, "source": ""}]}`, "cell 1: id: missing"},
		{"attachment", code(`"cell_type": "raw", "metadata": {}, "source": "", "attachments": {"x": 1}`), "attachments.x: the number 1"},
		{"deep", strings.Repeat("[", 20000), "line 1: lists and maps nest more than 1000 deep"},
	}
	for _, c := range cases {
		n, err := nbformat.Parse([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.name, err, c.want)
		}
		if n != nil {
			t.Errorf("%s: a notebook beside the error", c.name)
		}
	}
	path := filepath.Join(t.TempDir(), "bad.ipynb")
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := nbformat.ReadFile(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want the path in it", err)
	}
	bad := parse(t, full)
	bad.Metadata["x"] = struct{}{}
	if _, err := bad.Bytes(); err == nil {
		t.Error("a value of an unknown type was written")
	}
}

// TestByteOrderMark: a mark before UTF-8 is read over, is not written, and moves no line.
func TestByteOrderMark(t *testing.T) {
	if d := cmp.Diff(full, written(t, parse(t, "\ufeff"+full))); d != "" {
		t.Error(d)
	}
	if _, err := nbformat.Parse([]byte("\ufeff{\n\"a\": x}")); err == nil || !strings.Contains(err.Error(), "line 2: not JSON") {
		t.Errorf("error %v", err)
	}
	if _, err := nbformat.Parse([]byte("\ufeff \n")); err == nil || !strings.Contains(err.Error(), "the file is empty") {
		t.Errorf("error %v", err)
	}
}

// TestUnreadable: what is no file of a notebook's size is refused before it is read.
func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.ipynb")
	if err := errors.Join(os.WriteFile(large, nil, 0o600), os.Truncate(large, 30<<30)); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{dir: "a folder is there", large: "it has 32212254720 bytes, want at most 268435456"}
	if runtime.GOOS == "linux" {
		fifo := filepath.Join(dir, "fifo.ipynb")
		if err := exec.CommandContext(t.Context(), "mkfifo", fifo).Run(); err != nil {
			t.Fatal(err)
		}
		want[fifo], want["/dev/zero"] = "a FIFO is there", "a device is there"
	}
	for path, text := range want {
		_, err := nbformat.ReadFile(path)
		if err == nil || !strings.Contains(err.Error(), text) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %q and the path in it", path, err, text)
		}
	}
}

// TestPipe: what a shell makes of <(…) is read.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("this system has no such files")
	}
	go func() {
		_, _ = w.WriteString(full)
		_ = w.Close()
	}()
	n, err := nbformat.ReadFile(path)
	if err != nil || written(t, n) != full {
		t.Errorf("%v", err)
	}
	_ = r.Close()
}

func TestSplitLines(t *testing.T) {
	cases := map[string][]string{
		"":                     nil,
		"a":                    {"a"},
		"a\n":                  {"a\n"},
		"\n\r\n\r":             {"\n", "\r\n", "\r"},
		"a\vb\fc\x1cd\x1de":    {"a\v", "b\f", "c\x1c", "d\x1d", "e"},
		"ü\u0085ö\u2028\u2029": {"ü\u0085", "ö\u2028", "\u2029"},
		"\x1f\u00a0":           {"\x1f\u00a0"},
	}
	for text, want := range cases {
		if got := nbformat.SplitLines(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestAgainstNbformat compares with the reference implementation, where it is installed.
func TestAgainstNbformat(t *testing.T) {
	python := "python3"
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		python = filepath.Join(env, "bin", "python")
	}
	const program = `import sys, nbformat
nb = nbformat.reads(sys.stdin.read(), as_version=nbformat.NO_CONVERT)
sys.stdout.write(nbformat.writes(nb) + "\n")`
	if err := exec.CommandContext(t.Context(), python, "-c", "import nbformat").Run(); err != nil {
		t.Skip("nbformat (Python) is not installed")
	}
	every := strings.Builder{}
	for r := range rune(0x3000) {
		every.WriteRune(r)
	}
	n := parse(t, strings.ReplaceAll(full, "1.50", "1.5"))
	n.Cells[0].Source = every.String()
	n.Cells[1].Outputs[0].Text = every.String()
	text := written(t, n)
	cmd := exec.CommandContext(t.Context(), python, "-X", "utf8", "-c", program)
	cmd.Stdin = strings.NewReader(text)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if d := cmp.Diff(string(out), text); d != "" {
		t.Errorf("(-nbformat +written):\n%s", d)
	}
}

// FuzzParse: what is read can be written, is read again as the same, and is written the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(`{"nbformat":4,"nbformat_minor":0,"metadata":{},"cells":[]}`))
	f.Add([]byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"id":"a","cell_type":"code","metadata":{},"source":"x","outputs":[{"output_type":"stream","name":"stdout","text":["a\r","\nb"]}],"execution_count":0}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := nbformat.Parse(data)
		if err != nil {
			if n != nil || !strings.HasPrefix(err.Error(), "nbformat: ") {
				t.Fatalf("%v beside %v", err, n)
			}
			return
		}
		first := written(t, n)
		again := parse(t, first)
		if d := cmp.Diff(n, again); d != "" {
			t.Fatalf("read again:\n%s", d)
		}
		if second := written(t, again.Clone()); second != first {
			t.Fatalf("written again:\n%s", cmp.Diff(first, second))
		}
		again.Upgrade()
		parse(t, written(t, again))
	})
}

func Example() {
	n := &nbformat.Notebook{Minor: 4, Cells: []*nbformat.Cell{{Type: nbformat.Markdown, Source: "# Title\n\nText"}}}
	n.Upgrade()
	data, err := n.Bytes()
	fmt.Println(string(data), err)
	// Output:
	// {
	//  "cells": [
	//   {
	//    "cell_type": "markdown",
	//    "id": "25074726",
	//    "metadata": {},
	//    "source": [
	//     "# Title\n",
	//     "\n",
	//     "Text"
	//    ]
	//   }
	//  ],
	//  "metadata": {},
	//  "nbformat": 4,
	//  "nbformat_minor": 5
	// }
	//  <nil>
}
