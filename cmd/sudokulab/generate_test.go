package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solver"
)

// puzzlesOf reads what generate wrote.
func puzzlesOf(t *testing.T, text string) []board.Board {
	t.Helper()
	var out []board.Board
	for p, err := range format.Read(strings.NewReader(text), format.Options{}) {
		if err != nil {
			t.Fatalf("%v in\n%s", err, clip(text, 500))
		}
		out = append(out, p.Board)
	}
	return out
}

// TestLevels: what generate and sheet make at a level, rate calls by that word, whatever the seed.
func TestLevels(t *testing.T) {
	onSheet := regexp.MustCompile(`alt="Puzzle [^:]*: ([0-9.]{81})"`)
	file := filepath.Join(t.TempDir(), "sheet.html")
	for _, level := range explain.Levels() {
		for _, seed := range []string{"1", "2", "7"} {
			puzzles := must(t, "", "generate", "--level", level.Word(), "--count", "5", "--seed", seed)
			must(t, "", "sheet", "--level", level.Word(), "--count", "4", "--seed", seed, "--output", file)
			page, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range onSheet.FindAllSubmatch(page, -1) {
				puzzles += string(found[1]) + "\n"
			}
			rated := lines(must(t, puzzles, "rate", "--quiet", "--format", "json"))
			if len(rated) != 9 {
				t.Fatalf("%s, seed %s: %d puzzles, want 5 and 4 of a sheet", level.Word(), seed, len(rated))
			}
			for i, line := range rated {
				var r rateRecord
				if err := json.Unmarshal([]byte(line), &r); err != nil || r.Level != level.Word() {
					t.Errorf("--level %s --seed %s, puzzle %d: rate says %s (%s, score %d), %v", level.Word(), seed, i+1, r.Level, r.Technique, *r.Score, err)
				}
			}
		}
	}
	for says, args := range map[string][]string{
		"--level hard says what solves its puzzles": {"--level", "hard", "--accept", "unique"},
		"of another scale":                          {"--level", "hard", "--difficulty", "pairs"},
		"singles solve every puzzle there":          {"--level", "hard", "--side", "4"},
		"want side 9 or 16, or easy":                {"--level", "medium", "--side", "25"},
	} {
		if r := sudokulab(t, "", append([]string{"generate"}, args...)...); r.code != exitError || !strings.Contains(r.errOut, says) {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

// TestGenerateLevels: puzzles of a level of the document have its number of givens and are decided by arc
// consistency alone.
func TestGenerateLevels(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		for _, level := range generate.Levels() {
			out := must(t, "", "generate", "--level", "document-"+string(level), "--count", "5", "--seed", "3", "--side", strconv.Itoa(side))
			want, err := level.Givens(side)
			if err != nil {
				t.Fatal(err)
			}
			got := puzzlesOf(t, out)
			if len(got) != 5 {
				t.Fatalf("%d puzzles, want 5", len(got))
			}
			for _, b := range got {
				v, err := engine.Validate(t.Context(), b, solver.Limits{})
				if err != nil || v.Verdict != engine.UniqueByAC3 || !want.Contains(b.Filled()) {
					t.Errorf("side %d, level %s: %d givens, %v, error %v; want %v givens, unique by AC-3", side, level, b.Filled(), v.Verdict, err, want)
				}
			}
		}
	}
}

// TestGenerateForms reads every form back.
func TestGenerateForms(t *testing.T) {
	args := []string{"generate", "--givens", "28-32", "--accept", "singles", "--count", "4", "--seed", "9"}
	want := puzzlesOf(t, must(t, "", args...))
	if len(want) != 4 {
		t.Fatalf("%d puzzles, want 4", len(want))
	}
	for _, f := range []string{"grid", "integers", "sdk", "sdm", "kaggle", "extreme", "count", "csv"} {
		text := must(t, "", append(args, "--format", f)...)
		if f == "csv" {
			rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
			if err != nil || len(rows) != 5 || rows[1][1] != want[0].String() || rows[4][0] != "3" {
				t.Errorf("csv, error %v:\n%s", err, text)
			}
			continue
		}
		got := puzzlesOf(t, text)
		if len(got) != len(want) {
			t.Fatalf("%s: %d puzzles, want %d:\n%s", f, len(got), len(want), text)
		}
		for i := range want {
			if !got[i].Equal(want[i]) {
				t.Errorf("%s: puzzle %d is %s, want %s", f, i, got[i], want[i])
			}
		}
	}
	var g generated
	decode(t, must(t, "", append(args, "--format", "json", "--from", "2", "--count", "1", "--solution")...), &g)
	if g.Index != 2 || g.Puzzle != want[2].String() || !g.Proved || board.CheckSolution(want[2], board.MustParse(g.Solution)) != nil {
		t.Errorf("puzzle 2 alone is %+v, want %s", g, want[2])
	}
	for _, l := range lines(must(t, "", append(args, "--solution")...)) {
		puzzle, solution, _ := strings.Cut(l, " ")
		if err := board.CheckSolution(board.MustParse(puzzle), board.MustParse(solution)); err != nil {
			t.Errorf("%s: %v", l, err)
		}
	}
	if text := must(t, "", append(args, "--format", "text", "--solution")...); strings.Count(text, "of seed 9") != 4 {
		t.Errorf("text\n%s", text)
	}
}

// TestGenerateMinimal: no given of a minimal puzzle can be spared.
func TestGenerateMinimal(t *testing.T) {
	out := must(t, "", "generate", "--minimal", "--count", "3", "--seed", "5", "--jobs", "2")
	for _, b := range puzzlesOf(t, out) {
		count := func(b board.Board) int {
			r, err := engine.CSP(engine.DefaultCSP()).Solve(t.Context(), b, solver.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			return r.Solutions
		}
		if count(b) != 1 {
			t.Errorf("%s: not unique", b)
		}
		for c := range b.Cells() {
			if b.At(c) == 0 {
				continue
			}
			less := b.Clone()
			less.Set(c, 0)
			if count(less) < 2 {
				t.Errorf("%s: the given at %s can be spared", b, b.Shape().CellName(c))
			}
		}
	}
	if again := must(t, "", "generate", "--minimal", "--count", "1", "--from", "1", "--seed", "5"); again != lines(out)[1]+"\n" {
		t.Errorf("puzzle 1 alone is %q, want %q", again, lines(out)[1])
	}
	pattern := puzzlesOf(t, must(t, "", "generate", "--minimal", "--symmetry", "rotational180", "--seed", "5"))[0]
	for c := range 81 {
		if (pattern.At(c) == 0) != (pattern.At(80-c) == 0) {
			t.Errorf("%s is not symmetric", pattern)
			break
		}
	}
}

// TestGenerateRepeats: the same seed gives the same puzzles at any number of jobs, and the
// seed that was printed is the one that was used.
func TestGenerateRepeats(t *testing.T) {
	for _, kind := range []string{"--level=hard", "--minimal"} {
		args := []string{"generate", kind, "--count", "20", "--format", "json"}
		first := sudokulab(t, "", append(args, "--jobs", "1")...)
		_, rest, ok := strings.Cut(first.errOut, "--seed ")
		seed, _, _ := strings.Cut(rest, " ")
		if first.code != exitOK || !ok {
			t.Fatalf("%+v", first)
		}
		again := sudokulab(t, "", append(args, "--jobs", "4", "--seed", seed)...)
		if again.out != first.out || again.errOut != "" {
			t.Errorf("%s: seed %s gives other puzzles the second time, or says %q", kind, seed, again.errOut)
		}
	}
	if zero := must(t, "", "generate", "--seed", "0"); zero != must(t, "", "generate", "--seed", "0") {
		t.Error("seed 0 is not a seed")
	}
}

// TestGenerateOutput: the file appears whole or not at all.
func TestGenerateOutput(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.txt")
	if out := must(t, "", "generate", "--count", "10", "--seed", "1", "--output", path); out != "" {
		t.Errorf("standard output %q", out)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != must(t, "", "generate", "--count", "10", "--seed", "1") {
		t.Errorf("error %v, file\n%s", err, text)
	}
	r := sudokulab(t, "", "generate", "--givens", "17", "--attempts", "1", "--seed", "1", "--output", path)
	if r.code != exitError || !strings.Contains(r.errOut, path+" is not written") {
		t.Errorf("out of attempts: %+v", r)
	}
	after, err := os.ReadFile(path)
	entries, dirErr := os.ReadDir(dir)
	if err != nil || dirErr != nil || !bytes.Equal(after, text) || len(entries) != 1 {
		t.Errorf("after a failure: errors %v and %v, %d files", err, dirErr, len(entries))
	}
	if r := sudokulab(t, "", "generate", "--output", dir); r.code != exitError {
		t.Errorf("output into a folder: %+v", r)
	}
	if r := sudokulab(t, "", "generate", "--output", filepath.Join(dir, "no", "file")); r.code != exitError {
		t.Errorf("output into no folder: %+v", r)
	}
}

// TestGeneratePartOfOutput: puzzles made before a failure are on standard output.
func TestGenerateFailsLate(t *testing.T) {
	var r result
	for seed := range 50 {
		r = sudokulab(t, "", "generate", "--givens", "24", "--attempts", "3", "--count", "50", "--seed", strconv.Itoa(seed))
		if r.code == exitError && r.out != "" {
			break
		}
	}
	if r.code != exitError || r.out == "" {
		t.Fatal("no seed of 50 fails after a success")
	}
	n := 0
	for s := bufio.NewScanner(strings.NewReader(r.out)); s.Scan(); n++ {
		if board.MustParse(s.Text()).Filled() != 24 {
			t.Errorf("puzzle %d: %s", n, s.Text())
		}
	}
	if !strings.Contains(r.errOut, fmt.Sprintf("puzzle %d: 3 attempts", n)) {
		t.Errorf("%d puzzles, standard error %q", n, r.errOut)
	}
}
