package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/symmetry"
)

// TestGenerateResume: wherever a run was cut off, even within a line, the same command makes
// the same file in the end.
func TestGenerateResume(t *testing.T) {
	for _, flags := range [][]string{
		{"--minimal"},
		{"--minimal", "--families"},
		{"--minimal", "--families", "--format", "json"},
		{"--minimal", "--distinct", "--side", "4"},
		{"--level", "hard", "--format", "csv", "--solution"},
		{"--difficulty", "hidden-singles", "--format", "json"},
	} {
		args := append([]string{"generate", "--count", "30", "--seed", "3"}, flags...)
		want := must(t, "", args...)
		for _, cut := range []int{0, 1, len(want) / 3, len(want) - 1, len(want)} {
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			cmd := append(append([]string{}, args...), "--output", path, "--resume")
			begin(t, cmd, path, want[:cut])
			if out := must(t, "", cmd...); out != "" {
				t.Errorf("%v: standard output %q", flags, out)
			}
			got, err := os.ReadFile(path)
			entries, dirErr := os.ReadDir(dir)
			if err != nil || dirErr != nil || string(got) != want || len(entries) != 1 {
				t.Errorf("%v cut off at byte %d: %v, %v, %d files, %d bytes, want %d", flags, cut, err, dirErr, len(entries), len(got), len(want))
			}
		}
	}
}

// begin leaves what a run that is killed leaves: the lines of text with a seal behind every
// third, and a rest that none vouches for.
func begin(t *testing.T, args []string, path, text string) {
	t.Helper()
	s := generating{}
	cmd := newGenerateFor(&s)
	if err := cmd.ParseFlags(args[1:]); err != nil {
		t.Fatal(err)
	}
	if err := s.check(); err != nil {
		t.Fatal(err)
	}
	if s.form == "" {
		s.form = string(formLine)
	}
	p, err := openPart(path, s.plan())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if !strings.HasSuffix(line, "\n") {
			continue
		}
		if _, err := p.WriteString(line); err != nil {
			t.Fatal(err)
		}
		if n%3 == 0 {
			if err := p.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(p.Writer.Flush(), p.close()); err != nil { // without a seal
		t.Fatal(err)
	}
	if rest := text[strings.LastIndexByte(text, '\n')+1:]; rest != "" {
		change(t, partName(path), func(old string) string { return old + rest })
	}
}

// change replaces the content of a file.
func change(t *testing.T, path string, to func(string) string) {
	t.Helper()
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(to(string(old))), 0o600); err != nil {
		t.Fatal(err)
	}
}

// resumed are the arguments of a run with --resume, and the text that it makes.
func resumed(t *testing.T) (args []string, path, want string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "out")
	args = []string{"generate", "--minimal", "--count", "30", "--seed", "3"}
	return append(slices.Clip(args), "--output", path, "--resume"), path, must(t, "", args...)
}

func TestGenerateResumeRefuses(t *testing.T) {
	args, path, want := resumed(t)
	begin(t, args, path, want[:82*9])
	other := slices.Clone(args)
	other[5] = "4"
	if r := sudokulab(t, "", other...); r.code != exitError || !strings.Contains(r.errOut, "was begun with other flags") {
		t.Errorf("another seed: %+v", r)
	}
	fewer := slices.Clone(args)
	fewer[3] = "8"
	if r := sudokulab(t, "", fewer...); r.code != exitError || !strings.Contains(r.errOut, "9 puzzles already, more than --count 8") {
		t.Errorf("too many puzzles: %+v", r)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, "already exists") {
		t.Errorf("complete: %+v", r)
	}
	args, path, want = resumed(t)
	foreign := want[:82*2] + strings.Repeat("1", 81) + "\n"
	begin(t, args, path, foreign)
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, "these flags make") {
		t.Errorf("a puzzle of another program: %+v", r)
	}
	if held, err := os.ReadFile(partName(path)); err != nil || string(held) != foreign {
		t.Errorf("the unfinished file is not as it was: %q, %v", held, err)
	}
	for _, bad := range [][]string{
		{"generate", "--resume"},
		{"generate", "--resume", "--format", "grid", "--output", path},
	} {
		if r := sudokulab(t, "", bad...); r.code == exitOK || !strings.Contains(r.errOut, "--resume: want") {
			t.Errorf("%v: %+v", bad, r)
		}
	}
}

// TestGenerateResumeAltered: bytes that another hand altered are not gone on from, and stay as
// they are; those that nothing vouches for are made again.
func TestGenerateResumeAltered(t *testing.T) {
	for name, test := range map[string]struct {
		file string
		to   func(string) string
		want string // in the error; empty if there is none
	}{
		"a byte in the middle":    {".part", func(s string) string { return s[:400] + "x" + s[401:] }, "is not as it was written, between its bytes 246 and 492: its SHA-256"},
		"a line less":             {".part", func(s string) string { return s[:82] + s[164:] }, "between its bytes 0 and 246: its SHA-256"},
		"cut off":                 {".part", func(s string) string { return s[:500] }, "it ends after 500"},
		"emptied":                 {".part", func(string) string { return "" }, "it ends after 0"},
		"more behind":             {".part", func(s string) string { return s + "more\nand more" }, ""},
		"a seal altered":          {".part.json", func(s string) string { return strings.Replace(s, `"bytes":492`, `"bytes":491`, 1) }, "between its bytes 246 and 491"},
		"seals exchanged":         {".part.json", func(s string) string { return strings.Replace(s, `"bytes":246`, `"bytes":574`, 1) }, "its SHA-256"},
		"no seal":                 {".part.json", func(s string) string { return s[:strings.Index(s, "\n")+1] + "{}x\n" }, "line 2"},
		"the last seal cut off":   {".part.json", func(s string) string { return s[:len(s)-20] }, ""},
		"nothing says what it is": {".part.json", func(string) string { return "" }, "which would say what it is"},
	} {
		args, path, want := resumed(t)
		begin(t, args, path, want[:82*10])
		change(t, path+test.file, test.to)
		before, err := os.ReadFile(partName(path))
		if err != nil {
			t.Fatal(err)
		}
		r := sudokulab(t, "", args...)
		if test.want == "" {
			if got, err := os.ReadFile(path); r.code != exitOK || err != nil || string(got) != want {
				t.Errorf("%s: %+v, %v, %d bytes", name, r, err, len(got))
			}
			continue
		}
		after, err := os.ReadFile(partName(path))
		if r.code != exitError || !strings.Contains(r.errOut, test.want) || !strings.Contains(r.errOut, "remove ") || err != nil || !bytes.Equal(before, after) {
			t.Errorf("%s: %+v, %v; %d bytes before, %d after", name, r, err, len(before), len(after))
		}
	}
}

// TestGenerateResumeAlone: a second run learns who is in the way, and harms nothing.
func TestGenerateResumeAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks there")
	}
	args, path, want := resumed(t)
	begin(t, args, path, want[:82*10])
	release, err := atomicfile.Hold(lockName(path))
	if err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, fmt.Sprintf("in use by another run: process %d on ", os.Getpid())) {
		t.Errorf("%+v", r)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	must(t, "", args...)
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestGenerateJobs: the output does not depend on --jobs, the counts of the work included.
func TestGenerateJobs(t *testing.T) {
	for _, flags := range [][]string{{"--minimal"}, {"--minimal", "--families"}, {"--difficulty", "pairs"}} {
		args := append([]string{"generate", "--count", "60", "--seed", "5", "--format", "json"}, flags...)
		want := must(t, "", append(args, "--jobs", "1")...)
		for range 3 {
			if got := must(t, "", append(args, "--jobs", "4")...); got != want {
				t.Errorf("%v: other bytes with 4 jobs", flags)
			}
		}
	}
}

// TestGenerateDifficulty: the puzzles need what was asked for, no less and no more.
func TestGenerateDifficulty(t *testing.T) {
	for _, word := range difficulties() {
		for _, b := range puzzlesOf(t, must(t, "", "generate", "--difficulty", word, "--count", "5", "--seed", "8")) {
			r, err := rate.New(b.Shape()).Rate(b, nil)
			if err != nil || r.Technique.String() != word {
				t.Errorf("%s for --difficulty %s: %v", r.Technique, word, err)
			}
		}
	}
	counter := engine.NewCounter9()
	for _, b := range puzzlesOf(t, must(t, "", "generate", "--guesses", "3-6", "--count", "5", "--seed", "8")) {
		if n, _ := counter.Count((*[81]uint8)(b.Cells()), 2); n != 1 || counter.Guesses() < 3 || counter.Guesses() > 6 {
			t.Errorf("%v: %d solutions, %d guesses", b, n, counter.Guesses())
		}
	}
	for _, b := range puzzlesOf(t, must(t, "", "generate", "--difficulty", "guesses", "--side", "16", "--level", "document-hard", "--accept", "unique", "--count", "1", "--seed", "8")) {
		if r, err := rate.New(b.Shape()).Rate(b, nil); err != nil || r.Technique != rate.Guesses {
			t.Errorf("%v: %v, %v", b, r.Technique, err)
		}
	}
	if r := sudokulab(t, "", "generate", "--guesses", "5000", "--tries", "3", "--seed", "1"); r.code != exitError || !strings.Contains(r.errOut, "none of the 3 puzzles") {
		t.Errorf("a rating that does not come up: %+v", r)
	}
	for _, bad := range []string{"x", "5-3", "-1", "1-2-3"} {
		if r := sudokulab(t, "", "generate", "--guesses="+bad); r.code == exitOK || !strings.Contains(r.errOut, "--guesses "+bad) {
			t.Errorf("--guesses %s: %+v", bad, r)
		}
	}
}

// TestGenerateDistinct: at side 4 twins are the rule.
func TestGenerateDistinct(t *testing.T) {
	args := []string{"generate", "--minimal", "--side", "4", "--count", "12", "--seed", "2"}
	classes := func(text string) int {
		seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, b := range puzzlesOf(t, text) {
			fresh, err := seen.Add(b)
			if err != nil {
				t.Fatal(err)
			}
			if fresh {
				n++
			}
		}
		return n
	}
	if n := classes(must(t, "", args...)); n == 12 {
		t.Error("12 puzzles of side 4, no two of them twins: the seed shows nothing")
	}
	out := must(t, "", append(args, "--distinct", "--jobs", "2")...)
	if n := classes(out); n != 12 || strings.Count(out, "\n") != 12 {
		t.Errorf("%d classes with --distinct\n%s", n, out)
	}
}

// TestGenerateFewGivens: numbers of givens that removal alone hardly reaches.
func TestGenerateFewGivens(t *testing.T) {
	counter := engine.NewCounter9()
	for _, b := range puzzlesOf(t, must(t, "", "generate", "--givens", "22", "--accept", "unique", "--count", "3", "--seed", "8")) {
		if n, _ := counter.Count((*[81]uint8)(b.Cells()), 2); n != 1 || b.Filled() != 22 {
			t.Errorf("%v: %d solutions, %d givens", b, n, b.Filled())
		}
	}
	if r := sudokulab(t, "", "generate", "--givens", "16", "--accept", "unique", "--seed", "8"); r.code == exitOK || !strings.Contains(r.errOut, "17") {
		t.Errorf("16 givens: %+v", r)
	}
}
