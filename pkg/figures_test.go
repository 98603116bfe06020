package pkg_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A measured figure that is typed into a document grows old and cannot be checked. What is measured
// belongs into records, and a document links to their tables, or has them filled in where it is one of
// research. These laws look for figures as benchmarks have them: in documents times, ratios, shares and
// counts of work, in comments of Go code times.

var (
	// figures in prose and in cells of tables. "9×9" and "once, twice" are none.
	typedFigures = regexp.MustCompile(`(?i)[0-9][0-9.,]*\s?(?:(?:ns|µs|us|ms|s|sec|seconds?|minutes?|hours?|times|fold|cycles|guesses|nodes|updates|passes|questions|instructions|k?/s|(?:puzzles|boards|guesses)/s|per cent)(?:[^\pL]|$)|%|×(?:\s?[^0-9\s]|\s*$))|factor of [0-9]`)
	// cells that hold nothing but a number, or a range.
	typedCell = regexp.MustCompile(`^\**[-−+≈<>]?\s?[0-9][0-9.,]*(?:\s?(?:–|-|to)\s?[0-9][0-9.,]*)?\**$`)
	// comments: times, and comparisons of times.
	typedTime = regexp.MustCompile(`[0-9]\s?(?:ns|µs|us|ms)(?:[^\pL]|$)|[0-9]\s?%[^.;:]{0,24}\btime\b|[0-9] times (?:as (?:long|fast)|faster|slower)`)

	generated = regexp.MustCompile(`(?s)<!-- begin generated: .*?<!-- end generated -->|<!-- (?:value|verdicts?|claim|sentence): .*?<!-- /(?:value|verdicts?|claim|sentence) -->`)
	codeSpan  = regexp.MustCompile("`[^`\n]*`")
	fenced    = regexp.MustCompile("(?s)(?:^|\n)```.*?\n```")
	indented  = regexp.MustCompile(`(?m)^(?: {4}|\t).*$`)
	testName  = regexp.MustCompile(`\bTest[A-Z]\w*`)
)

// typed returns the figures of a document that no generated part holds, by line. A paragraph, or a
// table, that names a test may hold figures: the test asserts them. tests are the names that there
// are beside the document.
func typed(doc string, tests map[string]bool) (found []string) {
	doc = generated.ReplaceAllString(doc, "")
	doc = indented.ReplaceAllString(fenced.ReplaceAllString(doc, ""), "")
	for paragraph := range strings.SplitSeq(doc, "\n\n") {
		asserted := false
		for _, name := range testName.FindAllString(paragraph, -1) {
			asserted = asserted || tests[name]
		}
		if asserted {
			continue
		}
		for line := range strings.Lines(codeSpan.ReplaceAllString(paragraph, "")) {
			line = strings.TrimSpace(line)
			found = append(found, typedFigures.FindAllString(line, -1)...)
			if !strings.HasPrefix(line, "|") {
				continue
			}
			for cell := range strings.SplitSeq(line, "|") {
				if cell = strings.TrimSpace(cell); typedCell.MatchString(cell) {
					found = append(found, cell)
				}
			}
		}
	}
	return found
}

// testsIn returns the names of the tests of a folder.
func testsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
	}
	return names
}

// cards are written by code from the records of a training; a figure there is none that was typed.
var cards = []string{"gnn/weights/embedded", "dqn/weights/embedded"}

// mayFigure names what stands in documents and was not measured here: by file, a part of a line.
var mayFigure = map[string]string{
	"../research/csp.md": "25 givens, 66 cells settled by AC-3 and 8 nodes", // what the document states
	"../research/gnn.md": "the 95 % confidence\ninterval of the paired",     // a confidence
}

func TestDocumentsTypeNoFigure(t *testing.T) {
	docs, err := filepath.Glob("../research/*.md")
	if err != nil {
		t.Fatal(err)
	}
	tutorials, err := filepath.Glob("../research/tutorials/*.md")
	if err != nil {
		t.Fatal(err)
	}
	docs = append(docs, tutorials...)
	if err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(file) == ".md" && !slices.Contains(cards, filepath.ToSlash(filepath.Dir(file))) {
			docs = append(docs, file)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if len(docs) < 10 {
		t.Errorf("%d documents looked at", len(docs))
	}
	for _, file := range docs {
		if slices.Contains([]string{
			"../research/README.md", // rules, with the widths and confidences that they set
			"../research/house.md",  // counted by package house, whose test compares
		}, filepath.ToSlash(file)) {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if part := mayFigure[filepath.ToSlash(file)]; part != "" {
			if !strings.Contains(text, part) {
				t.Errorf("%s may say %q and does not", file, part)
			}
			text = strings.Replace(text, part, "", 1)
		}
		for _, figure := range typed(text, testsIn(t, filepath.Dir(file))) {
			t.Errorf("%s: %q is typed in: link to the table of a record, name the test that asserts it, or leave it out", file, figure)
		}
	}
}

// mayTime names comments with times that are settings, formats or titles, not measurements: by file,
// a part of the line.
var mayTime = map[string]string{
	"bitboard/doc.go":           `"3.77us Solver"`,
	"render/animate/animate.go": "in a GIF in steps of 10 ms",
	"nbexec/sanitize.go":        "replaces 1.5s, 20 ms, 1m2s",
}

func TestCommentsTypeNoTime(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		name, number := filepath.ToSlash(file), 0
		for line := range strings.Lines(string(text)) {
			number++
			_, comment, ok := strings.Cut(line, "//")
			if !ok || !typedTime.MatchString(comment) {
				continue
			}
			if part := mayTime[name]; part != "" && strings.Contains(comment, part) {
				used[name] = true
				continue
			}
			t.Errorf("%s:%d: a time is typed into a comment; name the experiment or the benchmark that measures it:%s", name, number, strings.TrimRight(comment, "\n"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range mayTime {
		if !used[name] {
			t.Errorf("%s may name a time and does not", name)
		}
	}
}

// TestFiguresAreSeen shows what the laws catch, and what not.
func TestFiguresAreSeen(t *testing.T) {
	tests := map[string]bool{"TestGuesses": true}
	for _, tc := range []struct {
		text string
		want int
	}{
		{"It takes 68 µs, 1.4 ms or 3 s.", 3},
		{"0.85 × the time, 5 % less, 2 times as fast, a factor of 8.", 4},
		{"18.4 questions and 1,500 guesses on 24 nodes", 3},
		{"| set | guesses |\n|---|---|\n| 1106 | 87.2 |\n| hard | **12.1–12.4** |\n", 3},
		{"| boards | −7 % |", 1},
		{"As TestGuesses asserts, 84.7 guesses at most.\n\nBut 85 guesses here.", 1},
		{"As TestAbsent asserts, 84.7 guesses at most.", 1},
		{"A 9×9 board, 16×16 and 25 × 25 ones; 27 bits a band, 16 givens, limit 2.", 0},
		{"Weights 1, 1.5, 1.5 and `5 ms` in code.", 0},
		{"    node  12  13 ms\n\n```\n7 ms\n```\n", 0},
		{"<!-- value: a b c -->7 ms<!-- /value --> and no more", 0},
		{"<!-- begin generated: results/a/b.md -->\n| 7 ms |\n<!-- end generated -->", 0},
		{"| step | what it brought |\n|---|---|\n| bands in one word | less of both |", 0},
	} {
		if got := typed(tc.text, tests); len(got) != tc.want {
			t.Errorf("%q: found %q, want %d", tc.text, fmt.Sprint(got), tc.want)
		}
	}
	for text, want := range map[string]bool{
		"takes 3 to 7 ns each": true, "for 10 % of the time": true, "5 to 16 % more time": true, "1.4 times as long": true,
		"32 % of the cells": false, "a 9×9 board": false, "within 10 % of x": false,
	} {
		if got := typedTime.MatchString(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
