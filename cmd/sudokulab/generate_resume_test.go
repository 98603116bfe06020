package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		{"--minimal", "--distinct", "--side", "4"},
		{"--level", "hard", "--format", "csv", "--solution"},
		{"--difficulty", "hidden-singles", "--format", "json"},
	} {
		args := append([]string{"generate", "--count", "30", "--seed", "3"}, flags...)
		want := must(t, "", args...)
		for _, cut := range []int{0, 1, len(want) / 3, len(want) - 1, len(want)} {
			dir := t.TempDir()
			path := filepath.Join(dir, "out")
			// A run that was cut off after no puzzle leaves the flags beside an empty file.
			cmd := append(append([]string{}, args...), "--output", path, "--resume")
			begun := append([]string{}, cmd...)
			begun[2] = "0"
			begin(t, begun, path)
			if err := os.WriteFile(partName(path), []byte(want[:cut]), 0o600); err != nil {
				t.Fatal(err)
			}
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

// begin writes the plan of a command, as a run that is killed at once does.
func begin(t *testing.T, args []string, path string) {
	t.Helper()
	if r := sudokulab(t, "", args...); r.code != exitOK {
		t.Fatalf("%+v", r)
	}
	// With nothing to make the run is complete. Take its file back.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
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
	if err := p.keep(); err != nil {
		t.Fatal(err)
	}
}

func TestGenerateResumeRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	args := []string{"generate", "--minimal", "--count", "5", "--seed", "3", "--output", path, "--resume"}
	begin(t, append(append([]string{}, args[:3]...), append([]string{"0"}, args[4:]...)...), path)
	want := must(t, "", args[:6]...)

	other := append([]string{}, args...)
	other[5] = "4"
	if r := sudokulab(t, "", other...); r.code != exitError || !strings.Contains(r.errOut, "was begun with other flags") {
		t.Errorf("another seed: %+v", r)
	}
	foreign := strings.Replace(want, "1", "2", 1)
	if err := os.WriteFile(partName(path), []byte(foreign[:82]), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, "these flags make") {
		t.Errorf("a puzzle of another program: %+v", r)
	}
	if held, err := os.ReadFile(partName(path)); err != nil || string(held) != foreign[:82] {
		t.Errorf("the unfinished file is not as it was: %q, %v", held, err)
	}
	if err := os.WriteFile(partName(path), []byte(want+want), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, "more than --count 5") {
		t.Errorf("too many puzzles: %+v", r)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, "is there already") {
		t.Errorf("complete: %+v", r)
	}
	for _, bad := range [][]string{
		{"generate", "--resume"},
		{"generate", "--resume", "--format", "grid", "--output", filepath.Join(dir, "grid")},
	} {
		if r := sudokulab(t, "", bad...); r.code == exitOK || !strings.Contains(r.errOut, "--resume: want") {
			t.Errorf("%v: %+v", bad, r)
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
	for _, b := range puzzlesOf(t, must(t, "", "generate", "--difficulty", "guesses", "--side", "16", "--level", "hard", "--accept", "unique", "--count", "1", "--seed", "8")) {
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
