package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
)

// TestMessages: what a person is told who made a slip.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	file := func(name, text string) string {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	mixed := file("mixed.txt", easy+"\n"+four+"\n"+easy+"\n")
	utf16 := file("utf16.txt", "\xff\xfe5\x003\x00\n\x00")
	for _, tc := range []struct {
		args string
		code int
		says string // all that standard error says, without the name of the program
	}{
		{"solve --method bitbord " + easy, exitError, "--method bitbord: did you mean bitboard? See sudokulab solve --help"},
		{"solve --format jsn " + easy, exitError, "--format jsn: want text, line, json or csv; did you mean json? See sudokulab solve --help"},
		{"solve --set own-eazy", exitError, "solve: --set own-eazy: no puzzle set has that name; did you mean own-easy? sudokulab data list shows all"},
		{"data list own-eazy", exitError, `data list: "own-eazy": no puzzle set has that name; did you mean own-easy? sudokulab data list shows all`},
		{"results --root . ", exitError, "--root .: not the lab's source tree, want the folder that holds research/claims.yaml: stat research/claims.yaml: no such file or directory"},
		{"check --root nowhere", exitError, "--root nowhere: not the lab's source tree, want the folder that holds research/claims.yaml: stat nowhere/research/claims.yaml: no such file or directory"},
		{"solve puzzles.txt", exitError, "solve: puzzles.txt: no such file or directory, and no puzzle either"},
		{"solve a/b", exitError, "solve: a/b: no such file or directory, and no puzzle either"},
		{"solve puzzles", exitError, "solve: puzzles: no such file or directory, and no puzzle either"},
		{"solve --regions map.txt " + easy, exitError, "solve: --regions: map.txt: no such file or directory, and no map of regions either"},
		{"solve " + easy[:80], exitError, `solve: "` + easy[:80] + `" is neither a file (no such file or directory) nor a puzzle (80 cells, want 81)`},
		{"generate --givens 10", exitError, "generate: --givens 10: want 17 to 81 at side 9; fewer leave no puzzle with one solution"},
		{"generate --givens 82-90", exitError, "generate: --givens 82-90: want 17 to 81 at side 9; fewer leave no puzzle with one solution"},
		{"generate --side 4 --givens 3", exitError, "generate: --givens 3: want 4 to 16 at side 4; fewer leave no puzzle with one solution"},
		{"generate --givens 18 --attempts 1 --seed 1", exitError, "generate: puzzle 0: 1 attempt came down to 25 givens, want 18; --accept unique reaches fewer givens than ac3 does"},
		{"solve " + utf16, exitError, "solve: utf16.txt:1: found text in UTF-16, want UTF-8: convert it, for instance with iconv -f UTF-16 -t UTF-8"},
		{"solve --quiet " + mixed, exitError, "solve: mixed.txt:2: 1 row of 16 cells behind boards of 81 cells on a line, want 81 cells, or 16 rows for a board of side 16; 4×4 boards belong before larger ones, or in a file of their own"},
		{"solve " + none, exitNotUnique, "solve: not every puzzle has a unique solution: no solution: r1c1 and r1c2 both hold 5 in row 1"},
		{"validate " + none, exitNotUnique, "validate: not every puzzle has a unique solution: 1 of 1: r1c1 and r1c2 both hold 5 in row 1"},
	} {
		r := sudokulab(t, "", strings.Fields(tc.args)...)
		says := lines(r.errOut)
		if got := strings.TrimPrefix(says[len(says)-1], "sudokulab: "); r.code != tc.code || got != tc.says {
			t.Errorf("sudokulab %s: exit code %d, %q\nwant %d, %q", tc.args, r.code, got, tc.code, tc.says)
		}
	}
	if r := sudokulab(t, "", "solve", ""); r.code != exitError || !strings.Contains(r.errOut, `"": want a puzzle or the name of a file`) {
		t.Errorf("an empty argument: %+v", r)
	}
	if r := sudokulab(t, "", "results", "--root", "", "--only", "x"); r.code != exitError {
		t.Errorf("an empty root: %+v", r)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("the folder holds %v, error %v, want the two puzzle files only", entries, err)
	}
}

// TestOnlyNothing: what chooses no experiment is said before anything is written.
func TestOnlyNothing(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for only, says := range map[string]string{
		"nothing":           "--only nothing: neither an experiment nor a claim that one judges; results/README.md lists the experiments",
		"csp-sampel":        "--only csp-sampel: neither an experiment nor a claim that one judges; did you mean csp-sample?",
		"csp-sample,C99":    "--only C99: ",
		"csp-sample,,csp-x": "want names, none of them empty",
	} {
		refused(t, []string{"results", "--profile", "smoke", "--root", root, "--only", only}, says)
	}
}

// TestSliceMessages: what cannot be measured in slices or taken over is said, and nothing is written.
func TestSliceMessages(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.jsonl")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "slice")
	for _, tc := range []struct{ args, says string }{
		{"--budget 5m", "--budget, --resume and --cases are for a slice: name its folder with --out"},
		{"--resume", "--budget, --resume and --cases are for a slice"},
		{"--out " + out + " --take " + empty, "--out and --take exclude each other"},
		{"--out " + out, "experiments, want one"},
		{"--out " + out + " --only csp-sample,csp-search", "a slice of 2 experiments, want one"},
		{"--take " + empty, "no records"},
	} {
		refused(t, append([]string{"results", "--profile", "smoke", "--root", root}, strings.Fields(tc.args)...), tc.says)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, error %v, want the empty file only", entries, err)
	}
}

// TestConflictsEverywhere: every form of every command that finds no solution names the givens
// that contradict each other, and what it writes can be read as before.
func TestConflictsEverywhere(t *testing.T) {
	const words = "r1c1 and r1c2 both hold 5 in row 1"
	for _, args := range []string{
		"solve --format text", "solve --format line", "solve --format csv", "solve --any --format line", "solve --method dlx --format line",
		"enumerate --format text", "enumerate --count-only --format text", "enumerate --count-only --format csv",
		"classify --format text", "classify --format line", "classify --format csv",
		"validate --format text", "validate --format line", "validate --format csv", "graph", "trace",
	} {
		out := sudokulab(t, "", append(strings.Fields(args), none)...).out
		if !strings.Contains(out, words) {
			t.Errorf("sudokulab %s: no %q in\n%s", args, words, out)
		}
		if clean := sudokulab(t, "", append(strings.Fields(args), easy)...).out; strings.Contains(clean, "both hold") {
			t.Errorf("sudokulab %s: conflicts in a puzzle without any:\n%s", args, clean)
		}
		if strings.HasSuffix(args, "csv") {
			rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
			if last := len(rows[0]) - 1; err != nil || rows[0][last] != conflictingColumn || rows[1][last] != words {
				t.Errorf("sudokulab %s: error %v, rows %q", args, err, rows)
			}
		}
	}
	for _, args := range []string{"solve", "enumerate", "enumerate --count-only", "classify", "validate", "trace"} {
		out := lines(sudokulab(t, "", append(strings.Fields(args), "--format", "json", none)...).out)
		if last := out[len(out)-1]; !strings.Contains(last, `"conflicts":[{"cell_a":"r1c1","cell_b":"r1c2","digit":5,"unit":"row 1"}]`) {
			t.Errorf("sudokulab %s --format json: %s", args, last)
		}
	}
	for _, args := range []string{"enumerate", "enumerate --count-only", "enumerate --format csv", "enumerate --with-puzzle --count-only"} {
		if r := sudokulab(t, "", append(strings.Fields(args), none)...); strings.Contains(r.out, "both hold") || !strings.Contains(r.errOut, "enumerate: argument 1: "+words) {
			t.Errorf("sudokulab %s: %+v", args, r)
		}
	}
	if got := must(t, "", "enumerate", "--count-only", none); got != "0\n" {
		t.Errorf("a count of nothing is %q, want a bare 0", got)
	}
	// A line with a remark is a puzzle file.
	line := sudokulab(t, "", "solve", none).out
	if again := sudokulab(t, line, "solve").out; again != line {
		t.Errorf("solving %q gives %q, want the same", line, again)
	}
}

// TestLettersInLettersOut: an answer is written in the characters that its puzzle was.
func TestLettersInLettersOut(t *testing.T) {
	letters := strings.Map(func(r rune) rune {
		if '1' <= r && r <= '9' {
			return r - '1' + 'A'
		}
		return r
	}, easy)
	solution := string(board.MustParse(easySolution).AppendText(nil, board.Letters))
	hex := full16(board.ZeroBased)
	small := strings.ToLower(full16(board.Letters))
	for _, tc := range []struct {
		args, puzzle string
		want         string
	}{
		{"solve", letters, solution},
		{"solve", strings.ToLower(letters), strings.ToLower(solution)},
		{"solve --alphabet numeric --input-format line", easy, easySolution},
		{"solve --format csv", letters, solution},
		{"solve --format json", letters, `"solution":"` + solution + `"`},
		{"solve --format text", letters, "E "},
		{"solve --method dlx --picture x.svg", letters, solution},
		{"enumerate", letters, solution},
		{"enumerate --with-puzzle", letters, letters + ":" + solution},
		{"enumerate --format json", letters, `"puzzle":"` + letters + `"`},
		{"enumerate --format csv", letters, letters + ",1," + solution},
		{"classify", letters, letters + " well-formed"},
		{"validate --format line", letters, letters + " ac3:unique"},
		{"trace --cell r1c3", letters, "ends at D"},
		{"trace --format json", letters, `"solution":"` + solution + `"`},
		{"cover --sudoku", letters, "| 9×9 " + letters},
		{"solve", "." + hex[1:], hex},
		{"solve", "." + small[1:], small},
		{"solve --alphabet zero", "." + hex[1:], hex},
		{"solve --any", "AA" + letters[2:], "AA" + letters[2:] + " unsat # r1c1 and r1c2 both hold A in row 1"},
	} {
		tc.args = strings.Replace(tc.args, "x.svg", filepath.Join(t.TempDir(), "x.svg"), 1)
		r := sudokulab(t, "", append(arguments(tc.args), tc.puzzle)...)
		if !strings.Contains(r.out, tc.want) {
			t.Errorf("sudokulab %s %s: %s%s\nwant %q", tc.args, tc.puzzle, r.out, r.errOut, tc.want)
		}
	}
	// Each puzzle of a file by itself.
	if got := must(t, letters+"\n"+easy+"\n", "solve", "--quiet"); got != solution+"\n"+easySolution+"\n" {
		t.Errorf("a file in two alphabets: %q", got)
	}
	// A search among others' puzzles writes as they do, where they agree.
	for _, tc := range []struct {
		args []string
		want string
	}{
		{[]string{letters}, "ABCDEFGHI."},
		{[]string{letters, easy}, "123456789."},
		{[]string{"--alphabet", "letters", letters}, "ABCDEFGHI."},
		{[]string{"--alphabet", "zero"}, "012345678."},
	} {
		got := must(t, "", append([]string{"hardest", "--steps", "1", "--seed", "1"}, tc.args...)...)
		puzzle, _, _ := strings.Cut(got, " ")
		if len(puzzle) != 81 || strings.Trim(puzzle, tc.want) != "" {
			t.Errorf("hardest %q: %q, want characters of %q", tc.args, got, tc.want)
		}
	}
	// What is asked for wins over what was read.
	hexSolved := must(t, "", "solve", "--alphabet", "letters", strings.ToUpper("."+small[1:]))
	if hexSolved != strings.ToUpper(small)+"\n" {
		t.Errorf("--alphabet letters: %q", hexSolved)
	}
}

// full16 is a full grid of side 16.
func full16(a board.Alphabet) string {
	cells := make([]uint8, 256)
	for i := range cells {
		r, c := i/16, i%16
		cells[i] = uint8((r%4*4+r/4+c)%16 + 1) //nolint:gosec // at most 16
	}
	b, err := board.FromCells(cells)
	if err != nil {
		panic(err)
	}
	return string(b.AppendText(nil, a))
}

// TestNetworkStopsShort: a network that does not come to an answer says how far it came, and
// who does.
func TestNetworkStopsShort(t *testing.T) {
	hard := "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	r := sudokulab(t, "", "solve", "--method", "gnn", "--steps", "16", "--format", "text", hard)
	for _, s := range []string{"the network stopped short with 60 of 60 empty cells filled, but ", " of equal digits in a unit; --method bitboard proves"} {
		if r.code != exitNotUnique || !strings.Contains(r.out, s) || !strings.Contains(r.errOut, s) {
			t.Errorf("no %q in exit code %d, %s%s", s, r.code, r.out, r.errOut)
		}
	}
	if got := lines(sudokulab(t, "", "solve", "--method", "gnn", "--steps", "16", hard).out); got[0] != hard+" capped" {
		t.Errorf("line %q, want the puzzle and capped", got)
	}
	r = sudokulab(t, easy+"\n"+hard+"\n", "solve", "--method", "gnn", "--steps", "16")
	if !strings.Contains(r.errOut, "left open by the network, which proves nothing") {
		t.Errorf("two puzzles: %s", r.errOut)
	}
	r = sudokulab(t, "", "solve", "--method", "gnn", "--steps", "16", easy)
	if r.code != exitNotUnique || !strings.Contains(r.errOut, "a solution by the network alone, which cannot tell whether there are others; --method bitboard proves it") {
		t.Errorf("solved by the network: %+v", r)
	}
}

// TestInterruptedCounts: what was found before an interrupt is said, as a lower bound.
func TestInterruptedCounts(t *testing.T) {
	blank := strings.Repeat(".", 81)
	for _, tc := range []struct{ args, says string }{
		{"enumerate --count-only " + blank, ", interrupted; puzzles: 0 done"},
		{"enumerate --count-only --format json " + blank, ", interrupted; puzzles: 0 done"},
		{"enumerate " + blank, ", interrupted; puzzles: 0 done"},
		{"cover --classic queens=20 --count-only", "cover: at least "},
		{"cover --classic queens=20", "cover: at least "},
	} {
		code, said := 0, " 0 solutions"
		for wait := 200 * time.Millisecond; strings.Contains(said, " 0 solutions") && wait < time.Minute; wait *= 10 {
			ctx, cancel := context.WithTimeout(t.Context(), wait) // a machine with other work finds nothing at first
			var errOut bytes.Buffer
			code = run(ctx, strings.Fields(tc.args), strings.NewReader(""), io.Discard, &errOut)
			cancel()
			said = errOut.String()
		}
		if code != exitInterrupted || !strings.Contains(said, tc.says) || strings.Contains(said, " 0 solutions") || strings.Contains(said, "--timeout") {
			t.Errorf("sudokulab %s: exit code %d, standard error %s", tc.args, code, said)
		}
	}
}
