package main

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/minigrid/graphio"
)

func TestGraphText(t *testing.T) {
	out := must(t, "", "graph", easy)
	for _, want := range []string{
		"argument 1: 9×9, 30 givens\nwell-formed: exactly one solution\n",
		"Fillings (--fillings lines, --compatibility disjoint, --pruning supported)",
		"│ box 3 │      1 │     34 │    1 │            1 │", "│ all   │     30 │     98 │    9 │            9 │",
		"18 dependent pairs of boxes: 203 edges of 1,426 possible (14.2 %); 18 left after 3 passes", "│ 2 fillings   │   559 │ digit tried",
		"│ 5 extraction │     9 │", "Then looking for the fillings that take part in solutions took ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, tc := range []struct{ args, says string }{
		{none, "unsolvable, found in phase 1: two equal givens share a unit\n  conflict: r1c1 and r1c2 both hold 5 in row 1\n"},
		{"12.....3........", "unsolvable, found in phase 2: a box has no filling"},
		{two4, "ambiguous: at least 2 solutions"},
		{"--max-vertices 5 " + easy, "undecided: there are more fillings than --max-vertices and --max-bytes allow"},
		{"--max-bytes 1000 " + easy, "undecided: the graph is larger than --max-bytes allows"},
		{"--max-nodes 3 " + easy, "undecided: not decided: the limit was reached"},
		{"--timeout 1ns " + easy, "undecided: the limit was reached in phase 2"},
		{"--fillings box " + easy, "Fillings (--fillings box,"},
		{"--fillings singles --pruning none " + easy, "Fillings (--fillings singles, --compatibility disjoint, --pruning none)"},
		{"--compatibility identical " + easy, "which joins fillings that break the rules: not a proof"},
		{"--pruning degree-edges " + easy, "well-formed: exactly one solution"},
	} {
		if out := must(t, "", append([]string{"graph"}, arguments(tc.args)...)...); !strings.Contains(out, tc.says) {
			t.Errorf("graph %s: no %q in\n%s", tc.args, tc.says, out)
		}
	}
	if out := must(t, "", "graph", "--no-solutions", easy); strings.Contains(out, "take part") || !strings.Contains(out, "│    9 │            – │") {
		t.Errorf("--no-solutions:\n%s", out)
	}
	// Fillings that no solution uses survive the pruning of this board.
	const survivors = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	if out := must(t, "", "graph", survivors); !strings.Contains(out, "take part in no solution: a partner in each dependent box is not enough") {
		t.Errorf("a hard board:\n%s", out)
	}
	if out := must(t, "# c\n"+two4+" Name\n", "graph"); !strings.HasPrefix(out, "<stdin>:2 (Name): 4×4, 7 givens\n") {
		t.Errorf("from standard input:\n%s", out)
	}
}

// TestGraphForms reads every form back as far as there is a reader.
func TestGraphForms(t *testing.T) {
	d, err := graphio.ReadJSON(strings.NewReader(must(t, "", "graph", "--format", "json", easy)))
	if err != nil || d.Puzzle != easy || len(d.Boxes) != 9 || !d.WithSolutions || d.All {
		t.Fatalf("json: %+v, error %v", d, err)
	}
	for _, b := range d.Boxes {
		if b.Alive != 1 || len(b.Fillings) != 1 || b.Fillings[0].InSolution == nil || !*b.Fillings[0].InSolution {
			t.Errorf("box %d: %+v", b.Box, b)
		}
	}
	all, err := graphio.ReadJSON(strings.NewReader(must(t, "", "graph", "--format", "json", "--all", "--no-solutions", easy)))
	if err != nil || !all.All || all.WithSolutions || len(all.Boxes[2].Fillings) != 34 {
		t.Errorf("json of all: error %v", err)
	}
	dot := must(t, "", "graph", "--format", "dot", easy)
	if !strings.HasPrefix(dot, "graph minigrid {\n") || strings.Count(dot, " -- ") != 18 || strings.Count(dot, "in_solution=true") != 9 {
		t.Errorf("dot:\n%s", clip(dot, 500))
	}
	for _, f := range []string{"graphml", "svg"} {
		text := must(t, "", "graph", "--format", f, two4)
		if err := xml.Unmarshal([]byte(text), new(struct{ XMLName xml.Name })); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	// The form follows from the file's name, and the file is whole.
	dir := t.TempDir()
	for name, begin := range map[string]string{
		"g.json": `{`, "g.dot": "graph minigrid", "g.GV": "graph minigrid", "g.graphml": "<?xml", "g.svg": "<svg", "g.txt": "argument 1: ", "g": "argument 1: ",
	} {
		path := filepath.Join(dir, name)
		if out := must(t, "", "graph", "--output", path, two4); out != "" {
			t.Errorf("%s: standard output %q", name, clip(out, 100))
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(text), begin) {
			t.Errorf("%s: error %v, begins with %q, want %q", name, err, clip(string(text), 40), begin)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "g.json")); err != nil || string(text) != must(t, "", "graph", "--format", "json", two4) {
		t.Errorf("the file is not what standard output would be; error %v", err)
	}
	path := filepath.Join(dir, "g.dot")
	must(t, "", "graph", "--output", path, "--format", "json", two4)
	if text, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(text, []byte("{")) {
		t.Errorf("--format does not count more than the name; error %v", err)
	}
}

// TestGraphErrors: no file is touched, and the reason is named.
func TestGraphErrors(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "old.json")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	two := write(t, "two.txt", easy+"\n"+search+"\n")
	blank := strings.Repeat(".", 81)
	for _, tc := range []struct{ args, says string }{
		{two, "want one puzzle, this is the second: " + two + ":2; --first 1 takes the first"},
		{easy + " " + search, "accepts at most 1 arg"},
		{"--output " + path + " " + none, "old.json is not written: no graph to write as json: unsolvable, found in phase 1"},
		{"--output " + path + " --max-vertices 5 " + easy, "no graph to write as json: undecided: there are more fillings than"},
		{"--output " + path + " --timeout 1ns " + easy, "no graph to write as json: undecided: the limit was reached in phase 2"},
		{"--format json --no-solutions " + blank[:80] + "1", "graph too large to be written"},
		{"--output " + dir + " " + easy, "a folder is there, want a regular file"},
		{"--output " + filepath.Join(dir, "no", "g.svg") + " " + easy, "there is no folder"},
		{"--all " + easy, "--all: text shows what is left"},
		{"--all --output g.svg " + easy, "--all: svg shows what is left"},
		{"--force " + easy, "--force: text is never too large"},
		{"--max-vertices -1 " + easy, "--max-vertices -1: want 0 or more"},
		{"--max-bytes 12parsec " + easy, "want a number of bytes such as 512MB or 1GiB"},
		{"--fillings rows " + easy, "want box, lines or singles"},
		{"--max-nodes -1 " + easy, "--max-nodes -1"},
		{"--compatibility identical --regions " + regions6 + " " + strings.Repeat(".", 36), "needs square boxes"},
	} {
		r := sudokulab(t, "", append([]string{"graph"}, arguments(tc.args)...)...)
		if r.code != exitError || !strings.Contains(r.errOut, tc.says) || r.out != "" {
			t.Errorf("graph %s: exit code %d, standard error %q, want %q; output %q", clip(tc.args, 60), r.code, r.errOut, tc.says, clip(r.out, 100))
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the old file is %q, error %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d files are left, error %v", len(entries), err)
	}
	if r := sudokulab(t, "", "graph"); r.code != exitError || !strings.Contains(r.errOut, "no puzzle, want one") {
		t.Errorf("nothing on standard input: %+v", r)
	}
	if out := must(t, "", "graph", "--first", "1", two); !strings.HasPrefix(out, two+":1: ") {
		t.Errorf("the first of two: %s", clip(out, 100))
	}
	bad := write(t, "bad.txt", several+"\nnot a puzzle\n")
	if r := sudokulab(t, "", "graph", "--keep-going", bad); r.code != exitError || !strings.Contains(r.out, "ambiguous") || !strings.Contains(r.errOut, "1 puzzle could not be used") {
		t.Errorf("--keep-going: %+v", r)
	}
}

// TestGraphForce writes what is refused otherwise.
func TestGraphForce(t *testing.T) {
	puzzle := "." + search[1:] // has more than 200,000 edges
	args := []string{"graph", "--format", "graphml", "--no-solutions", "--all", puzzle}
	r := sudokulab(t, "", args...)
	if r.code != exitError || !strings.Contains(r.errOut, "graph too large to be written: ") || !strings.Contains(r.errOut, "--force writes it nevertheless") {
		t.Fatalf("%s", clip(r.errOut, 300))
	}
	out := must(t, "", append(args, "--force")...)
	if n := strings.Count(out, "<edge "); n <= 200_000 {
		t.Errorf("%d edges, want the more than 200,000 that were refused", n)
	}
}
