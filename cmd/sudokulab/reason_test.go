package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
)

// fishy needs an X-wing, and nothing harder.
const fishy = "1.864.729.4.92.3819.2..1645..1.....4..47.981...3.1..72.19...4.8....9.1..4.51.629."

// marksOf prints the candidates of a puzzle in columns, after a change.
func marksOf(puzzle string, change func([]board.Digits)) string {
	b := board.MustParse(puzzle)
	marks := board.Candidates(b)
	change(marks)
	var w strings.Builder
	w.WriteString(".-----------.-----------.-----------.\n")
	for c, m := range marks {
		text := ""
		if d := b.At(c); d != 0 {
			m = board.DigitsOf(d)
		}
		for d := range m.All() {
			text += string(board.Numeric[d-1])
		}
		w.WriteString("| " + text + " ")
		if c%9 == 8 {
			w.WriteString("|\n")
		}
	}
	return w.String()
}

// TestHint: the three levels, and what is wrong with a person's digits and marks.
func TestHint(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	same := func([]board.Digits) {}
	good := file("good.txt", marksOf(fishy, same))
	wrong := file("wrong.txt", marksOf(fishy, func(m []board.Digits) { m[1] = m[1].Without(5) })) // r1c2 is 5
	stale := file("stale.txt", marksOf(fishy, func(m []board.Digits) { m[1] = m[1].With(1) }))    // r1c1 is 1
	bad := file("bad.txt", "1 2 3 4 5 6 7 8 9\n1 2 x\n")
	slip := fishy[:1] + "3" + fishy[2:]
	for _, tc := range []struct {
		args string
		code int
		out  string
		says string
	}{
		{"hint --level 1 " + fishy, exitOK, "The next step is in box 1.\n", ""},
		{"hint --level 2 " + fishy, exitOK, "The next step is in box 1: locked candidates, pointing. ", ""},
		{"hint " + fishy, exitOK, "The next step is in box 1.\n", ""},
		{"hint --level 3 " + fishy, exitOK, "Locked candidates, pointing: In box 1 the 3 can only go in r1c2 or r3c2.", ""},
		{"hint --level 3 --technique naked-pair,x-wing --format board " + fishy, exitOK, "s of the set", ""},
		{"hint --level 3 --marks " + good, exitOK, "Locked candidates, pointing: In box 1 the 3 can only go in r1c2 or r3c2.", ""},
		{"hint --level 3 --marks " + wrong, exitOK, "In the solution r1c2 is 5, and that mark is missing there.\n", ""},
		{"hint --marks " + wrong, exitOK, "A mark is missing in row 1.\n", ""},
		{"hint --level 3 --marks " + stale, exitOK, "The mark 1 in r1c2 can be rubbed out: r1c1 is 1 and sees it.\n", ""},
		{"hint --level 3 --marks " + stale + " --puzzle " + fishy, exitOK, "The mark 1 in r1c2 can be rubbed out: r1c1 is 1 and sees it.\n", ""},
		{"hint --level 3 --puzzle " + fishy + " " + slip, exitOK, "In the solution r1c2 is not 3.\n", ""},
		{"hint " + slip, exitNotUnique, "There is no solution, so a digit is wrong; with the puzzle's givens in --puzzle the hint says which.\n", "hint: not every puzzle has a unique solution: there is no solution"},
		{"hint " + none, exitNotUnique, "No solution: r1c1 and r1c2 both hold 5 in row 1.\n", "no solution: r1c1 and r1c2 both hold 5"},
		{"hint " + blank4, exitNotUnique, "There are several solutions", "several solutions"},
		{"hint " + easySolution, exitOK, "The board is full, there is no next step.\n", ""},
		{"hint --technique full-house " + fishy, exitOK, "None of the techniques applies here.\n", ""},
		{"hint --marks " + bad, exitError, "", "hint: --marks: " + bad + ":2: a row of 3 cells, want 9"},
		{"hint --marks " + good + " " + fishy, exitError, "", "--marks: is the position itself"},
		{"hint --marks " + filepath.Join(dir, "nothing"), exitError, "", "hint: --marks: open "},
		{"hint --level 4 " + fishy, exitError, "", "--level 4: want 1 to 3"},
		{"hint --technique x-wang " + fishy, exitError, "", "--technique x-wang: did you mean x-wing?"},
		{"hint --technique x-wing,x-wing " + fishy, exitError, "", "named twice"},
		{"hint --picture x.gif " + fishy, exitError, "", "want a name that ends in .svg or .png"},
		{"hint --puzzle " + easy + " " + fishy, exitError, "", "--puzzle: r1c1 is given as 5, the position has another or none"},
		{"hint --puzzle 12 " + fishy, exitError, "", "hint: argument 1: --puzzle:1"},
		{"hint --puzzle " + fishy + " " + fishy + " " + fishy, exitError, "", "--puzzle: want one position, this is the second: argument 2"},
	} {
		r := sudokulab(t, "", arguments(tc.args)...)
		if r.code != tc.code || !strings.Contains(r.out, tc.out) || !strings.Contains(r.errOut, tc.says) {
			t.Errorf("sudokulab %s: exit code %d, want %d\n%s%s", tc.args, r.code, tc.code, r.out, r.errOut)
		}
	}
	if r := sudokulab(t, marksOf(fishy, same), "hint", "--level", "3", "--marks", "-"); r.code != exitOK || !strings.Contains(r.out, "In box 1 the 3") {
		t.Errorf("marks on standard input: %+v", r)
	}
	// What is struck behind a line is read.
	if r := sudokulab(t, fishy+" r8c2-3 r9c2-3\n"+fishy+" r1c1-5\n", "hint", "--level", "3"); r.code != exitError || !strings.Contains(r.out, "In box 2 the 5") || !strings.Contains(r.errOut, `<stdin>:2: "r1c1-5": r1c1 has no candidate 5 to strike`) {
		t.Errorf("struck candidates: %+v", r)
	}
	// A name behind a line is none of it; what begins with a cell is, in capitals too, and an error if it does not read on so.
	for struck, says := range map[string]string{
		" R8C2-3 r9c2-3": "", " r2d2": "", " of r8c2": "", " r8c2:3": `"r8c2:3", want a cell and digits, such as r1c3-27`, " r8c2-3 and r9c2-3": `"and", want a cell`, " R8C2": `"r8c2", want a cell`,
	} {
		r := sudokulab(t, fishy+struck+"\n", "hint", "--level", "3")
		if code := map[bool]int{true: exitOK, false: exitError}[says == ""]; r.code != code || !strings.Contains(r.errOut, says) {
			t.Errorf("behind the line%s: %+v", struck, r)
		}
		if strings.Contains(struck, "R8C2-3") && !strings.Contains(r.out, "In box 2 the 5") {
			t.Errorf("struck in capitals: %+v", r)
		}
	}
	picture := filepath.Join(dir, "hint.png")
	must(t, "", "hint", "--level", "3", "--picture", picture, fishy)
	if head, err := os.ReadFile(picture); err != nil || !strings.HasPrefix(string(head), "\x89PNG") {
		t.Errorf("no picture: %v", err)
	}
	var record struct {
		Hint struct{ Technique string }
		Text string
	}
	if err := json.Unmarshal([]byte(must(t, "", "hint", "--level", "3", "--format", "json", fishy)), &record); err != nil || record.Hint.Technique != "pointing" || record.Text == "" {
		t.Errorf("as JSON: %+v, error %v", record, err)
	}
}

// TestHintVariants: marks are read by the rules that are asked for.
func TestHintVariants(t *testing.T) {
	// Four cells share 1 and 3; only the diagonals say which is which.
	grid := "13 2 13 4\n13 4 13 2\n4 3 2 1\n2 1 4 3\n"
	if r := sudokulab(t, grid, "hint", "--marks", "-", "--level", "3"); r.code != exitNotUnique || !strings.Contains(r.out, "several solutions") {
		t.Errorf("plain: %+v", r)
	}
	// r3c2 sees r2c3 on a diagonal, which has a 3 among several, so its 3 may be a mark, the last one there.
	r := sudokulab(t, grid, "hint", "--marks", "-", "--level", "3", "--diagonal")
	if r.code != exitOK || !strings.Contains(r.out, "r3c2 is 3.") {
		t.Errorf("diagonal: %+v", r)
	}
}

// TestExplainStruck: a struck candidate that is needed is told, not what it leads to.
func TestExplainStruck(t *testing.T) {
	r := sudokulab(t, fishy+" r1c2-5\n", "explain")
	if r.code != exitNotUnique || r.out != "In the solution r1c2 is 5, and that mark is missing there.\n" {
		t.Errorf("%+v", r)
	}
}

// TestExplainPath: the path in each form, and its drawings.
func TestExplainPath(t *testing.T) {
	dir := t.TempDir()
	text := must(t, "", "explain", fishy)
	if !strings.HasPrefix(text, "1. locked candidates, pointing: ") || !strings.Contains(text, "\nSolved; hardest step: X-wing; score ") {
		t.Error(text)
	}
	// Both commands tell the same score, level and rating.
	rated := strings.Fields(lines(must(t, "", "rate", easy))[1])
	if end := lines(must(t, "", "explain", easy)); !strings.HasSuffix(end[len(end)-1], "; rating "+rated[4]) || !strings.Contains(end[len(end)-1], "score "+rated[2]+", "+rated[3]) {
		t.Errorf("explain ends with %q, rate says %q", end[len(end)-1], rated)
	}
	markdown := must(t, "", "explain", "--format", "markdown", fishy)
	if !strings.HasPrefix(markdown, "## "+fishy+"\n\nSolved in ") || !strings.Contains(markdown, "\n1. **locked candidates, pointing.** In box 1 ") {
		t.Error(markdown)
	}
	var record pathJSON
	if err := json.Unmarshal([]byte(must(t, "", "explain", "--format", "json", fishy)), &record); err != nil || !record.Proved || record.Path.Hardest != explain.XWing || len(record.Path.Steps) != record.Path.Count {
		t.Errorf("as JSON: %+v, error %v", record, err)
	}
	if stuck := must(t, "", "explain", "--technique", "full-house", fishy); !strings.HasPrefix(stuck, "Stuck with ") || !strings.HasSuffix(stuck, "; hardest step: none; score 0, extreme; rating 0.0\n"+fishy+"\n") {
		t.Error(stuck)
	}
	begin := map[string]string{"p.svg": "<svg ", "p.png": "\x89PNG", "f.svg": "<svg ", "f.gif": "GIF89a", "f.html": "<!DOCTYPE html>"}
	for name, want := range begin {
		flag := "--film"
		if name[0] == 'p' {
			flag = "--picture"
		}
		path := filepath.Join(dir, name)
		must(t, "", "explain", flag, path, fishy)
		got, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(got), want) {
			t.Errorf("%s: error %v, begins with %.20q", name, err, got)
		}
	}
	for _, tc := range []struct {
		args string
		code int
		says string
	}{
		{"explain " + none, exitNotUnique, "explain: not every puzzle has a unique solution: no solution: r1c1 and r1c2 both hold 5"},
		{"explain " + blank4 + " " + fishy, exitNotUnique, "1 of 2 have none or several"},
		{"explain --film x.png " + fishy, exitError, "--film x.png: want a name that ends in .html, .gif or .svg"},
		{"explain --picture x.gif " + fishy, exitError, "--picture x.gif: want a name"},
		{"explain --film " + filepath.Join(dir, "two.svg") + " " + fishy + " " + easy, exitError, "--film: want one puzzle, this is the second: argument 2"},
		{"explain --format csv " + fishy, exitError, "want text, json or markdown"},
		{"explain " + easy[:80], exitError, "80 cells, want 81"},
	} {
		r := sudokulab(t, "", arguments(tc.args)...)
		if r.code != tc.code || !strings.Contains(r.errOut, tc.says) {
			t.Errorf("sudokulab %s: exit code %d, want %d; %s", tc.args, r.code, tc.code, r.errOut)
		}
	}
}

type pathJSON struct {
	Proved bool
	Path   struct {
		Hardest explain.Technique
		Count   int
		Steps   []json.RawMessage
	}
}

// TestRate: ratings keep the order of the input, whatever the number of workers, and agree with the package.
func TestRate(t *testing.T) {
	out := must(t, "", "rate", "--format", "csv", "--set", "own-easy", "--first", "60", "--jobs", "3")
	if one := must(t, "", "rate", "--format", "csv", "--set", "own-easy", "--first", "60", "--jobs", "1"); one != out {
		t.Error("the output depends on --jobs")
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 61 || !slices.Equal(rows[0], rateColumns) {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	e, err := explain.New(board.Standard(), explain.Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		want, err := e.Rate(board.MustParse(row[3]))
		if err != nil || row[6] != want.Hardest.String() || row[8] != want.Level.String() {
			t.Errorf("%v, want %+v, error %v", row, want, err)
		}
	}
	for _, tc := range []struct {
		args string
		code int
		out  string
		says string
	}{
		{"rate " + fishy, exitOK, "  x-wing ", ""},
		{"rate --technique full-house " + fishy, exitOK, "  none+ ", ""},
		{"rate " + fishy + " " + blank4, exitNotUnique, "  multiple ", "rate: not every puzzle has a unique solution: 1 of 2"},
		{"rate --format json " + none, exitNotUnique, `"status":"unsat"`, "1 of 1"},
		{"rate --technique brute " + fishy, exitError, "", "--technique brute: "},
		{"rate --keep-going " + fishy + " " + easy[:80], exitError, "  x-wing ", "1 puzzle could not be used"},
	} {
		r := sudokulab(t, "", arguments(tc.args)...)
		if r.code != tc.code || !strings.Contains(r.out, tc.out) || !strings.Contains(r.errOut, tc.says) {
			t.Errorf("sudokulab %s: exit code %d, want %d\n%s%s", tc.args, r.code, tc.code, r.out, r.errOut)
		}
	}
}

// TestRateStruck: what is struck behind a puzzle counts, as it does for explain, and is refused if it is no mark
// or is needed.
func TestRateStruck(t *testing.T) {
	info := explain.XWing.Info().Example
	position := info.Board + " " + info.Struck
	all, rest := strings.Fields(lines(must(t, "", "rate", info.Board))[1]), strings.Fields(lines(must(t, position, "rate"))[1])
	if all[1] != "x-wing" || rest[1] != "x-wing" || rest[2] == all[2] {
		t.Errorf("rated %v with what is struck, %v without", rest, all)
	}
	end := lines(must(t, position, "explain"))
	if !strings.HasSuffix(end[len(end)-1], "score "+rest[2]+", "+rest[3]+"; rating "+rest[4]) {
		t.Errorf("explain ends with %q, rate says %q", end[len(end)-1], rest)
	}
	r := sudokulab(t, fishy+" r1c2-5\n", "rate")
	if r.code != exitNotUnique || !strings.Contains(r.out, "unsat") {
		t.Errorf("a mark that is needed: %+v", r)
	}
	r = sudokulab(t, fishy+" r1c1-5\n", "rate")
	if r.code != exitError || !strings.Contains(r.errOut, "r1c1 has no candidate 5 to strike") {
		t.Errorf("a mark that is not there: %+v", r)
	}
}

// TestPractise: the hardest step of each puzzle is the technique, and the position is the one before it, as
// hint reads it.
func TestPractise(t *testing.T) {
	e, err := explain.New(board.Standard(), explain.Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"generate", "--practise", "naked-pair", "--count", "3", "--seed", "5"}
	positions := must(t, "", args...)
	hints := lines(must(t, positions, "hint", "--level", "3"))
	i := 0
	for line := range strings.Lines(must(t, "", append(args, "--format", "json", "--solution")...)) {
		var g struct {
			Puzzle, Solution string
			Practice         practice
		}
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		r, err := e.Rate(board.MustParse(g.Puzzle))
		if err != nil || r.Hardest != explain.NakedPair || r.Open > 0 {
			t.Errorf("%s: %+v, error %v", g.Puzzle, r, err)
		}
		at, err := e.Parse(g.Practice.Position, g.Practice.Struck)
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Next(at)
		if err != nil || s.Technique != explain.NakedPair || s.Sentence() != g.Practice.Sentence {
			t.Errorf("%s: next is %v, error %v, want %s", g.Practice.Position, &s, err, g.Practice.Sentence)
		}
		if want := strings.TrimSpace(g.Practice.Position + " " + g.Practice.Struck); lines(positions)[i] != want || hints[i] != "Naked pair: "+g.Practice.Sentence {
			t.Errorf("position %q and hint %q, want %q and %q", lines(positions)[i], hints[i], want, g.Practice.Sentence)
		}
		if err := board.CheckSolution(at.Board(), board.MustParse(g.Solution)); err != nil {
			t.Error(err)
		}
		i++
	}
	if i != 3 {
		t.Errorf("%d puzzles, want 3", i)
	}
	// In another alphabet what is struck is read as it was written.
	for _, alphabet := range []string{"zero", "letters"} {
		args := append(args, "--alphabet", alphabet)
		positions, struck := must(t, "", args...), 0
		hints := lines(must(t, positions, "hint", "--level", "3", "--alphabet", alphabet))
		for i, line := range lines(must(t, "", append(args, "--format", "json")...)) {
			var g struct{ Practice practice }
			if err := json.Unmarshal([]byte(line), &g); err != nil || hints[i] != "Naked pair: "+g.Practice.Sentence {
				t.Errorf("%s: hint %q, want %q: %v", alphabet, hints[i], g.Practice.Sentence, err)
			}
			struck += len(g.Practice.Struck)
		}
		if r := sudokulab(t, lines(positions)[0]+" r1c1-9\n", "hint", "--alphabet", alphabet); struck == 0 || r.code != exitError || !strings.Contains(r.errOut, `r1c1-9": want candidates to strike that are there, such as r1c3-`) {
			t.Errorf("%s, %d struck: %+v", alphabet, struck, r)
		}
	}
	for _, b := range puzzlesOf(t, must(t, "", "generate", "--difficulty", "pointing", "--score", "300-500", "--count", "3", "--seed", "2")) {
		if r, err := e.Rate(b); err != nil || r.Hardest != explain.Pointing || r.Score < 300 || r.Score > 500 {
			t.Errorf("%v: %+v, error %v", b, r, err)
		}
	}
	for args, says := range map[string]string{
		"generate --practise x-wang":                     "--practise x-wang: did you mean x-wing?",
		"generate --practise x-wing --format sdk":        "--practise: want --format line, text or json",
		"generate --practise x-wing --solution":          "--solution has a place in --format json only",
		"generate --practise x-wing --difficulty x-wing": "none of the others",
		"generate --difficulty pairs --score 5":          "--score: pairs is of another scale",
		"generate --score 9-5":                           "--score 9-5: want a number",
		"generate --score 1 --tries 3 --seed 1":          "none of the 3 puzzles",
		"generate --practise forcing --tries 3 --seed 1": "--practise forcing: ",
	} {
		if r := sudokulab(t, "", arguments(args)...); r.code != exitError || !strings.Contains(r.errOut, says) {
			t.Errorf("sudokulab %s: exit code %d, %s", args, r.code, r.errOut)
		}
	}
}
