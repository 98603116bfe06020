package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSheet: puzzles that are made and puzzles that are given become pages with answers, the same for the same seed; what
// cannot be printed is refused, and leaves the file that stood there.
func TestSheet(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sheet.html")
	read := func() string {
		t.Helper()
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	made := func(args ...string) string {
		t.Helper()
		if got := must(t, "", append([]string{"sheet", "--output", file}, args...)...); got != file+"\n" {
			t.Errorf("%v says %q", args, got)
		}
		return read()
	}
	first := made("--level", "hard", "--count", "5", "--per-page", "4", "--seed", "9", "--title", "Monday <b>")
	if n := strings.Count(first, "<img"); n != 10 || strings.Count(first, "<section>") != 4 || !strings.Contains(first, "Monday &lt;b&gt;: answers") {
		t.Errorf("%d boards on %d pages, want 10 on 4 with the title", n, strings.Count(first, "<section>"))
	}
	if !strings.Contains(first, "sudokulab sheet --level hard --count 5 --seed 9") {
		t.Error("the sheet does not say how it was made")
	}
	if again := made("--level", "hard", "--count", "5", "--per-page", "4", "--seed", "9", "--title", "Monday <b>"); again != first {
		t.Error("the same seed makes another sheet")
	}
	if other := made("--level", "hard", "--count", "5", "--per-page", "4", "--title", "Monday <b>"); other == first {
		t.Error("without a seed the sheet is that of a seed")
	}
	given := made("--answers", "none", easy, "1234341221434...")
	if strings.Count(given, "<img") != 2 || strings.Contains(given, "answers</h1>") {
		t.Error("two puzzles without answers are something else")
	}
	for _, c := range []struct{ want, args string }{
		{"must have exactly one solution", several},
		{"must have exactly one solution", none},
		{"--seed: is for new puzzles", "--seed 1 " + easy},
		{"want a name that ends in .html", "--output sheet.pdf"},
		{"per-page", "--per-page 5"},
		{"--side 7", "--side 7"},
	} {
		r := sudokulab(t, "", append([]string{"sheet", "--output", file}, strings.Fields(c.args)...)...)
		if r.code != exitError || !strings.Contains(r.errOut, c.want) {
			t.Errorf("sheet %s: code %d, %q, want %q", c.args, r.code, r.errOut, c.want)
		}
	}
	if read() != given {
		t.Error("a refused sheet has changed the file")
	}
}

// TestSolveFilm: any method's film is a page with buttons or an animation, beside its usual answer.
func TestSolveFilm(t *testing.T) {
	dir := t.TempDir()
	for _, m := range []string{"dlx", "minigrid", "bitboard", "wide", "csp-fc", "auto"} {
		page, gif := filepath.Join(dir, m+".html"), filepath.Join(dir, m+".gif")
		for _, file := range []string{page, gif} {
			if got := must(t, "", "solve", "--method", m, "--frames", "guesses", "--film", file, easy); got != easySolution+"\n" {
				t.Errorf("%s: %q, want the solution", m, got)
			}
		}
		b, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(b), "at work</title>") || !strings.Contains(string(b), "solution.") {
			t.Errorf("%s: no film in the page of %d bytes, %v", m, len(b), err)
		}
		if r := sudokulab(t, "", "solve", "--method", m, "--film", page, none); r.code != exitNotUnique || r.out != none+"\n" || !strings.Contains(r.errOut, "no solution") {
			t.Errorf("%s without a solution: code %d, %q, %q", m, r.code, r.out, r.errOut)
		}
		if b, err := os.ReadFile(gif); err != nil || !strings.HasPrefix(string(b), "GIF8") {
			t.Errorf("%s: no animation, %v", m, err)
		}
	}
}
