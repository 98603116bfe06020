package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

func TestSolveLine(t *testing.T) {
	input := easy + "\n" + none + "\n" + search[:40] + strings.Repeat(".", 41) + "\n" + search + "\n"
	r := sudokulab(t, input, "solve", "--quiet")
	got := lines(r.out)
	if len(got) != 4 {
		t.Fatalf("%d lines, want one per puzzle:\n%s", len(got), r.out)
	}
	if got[0] != easySolution {
		t.Errorf("solution %q, want %q", got[0], easySolution)
	}
	if want := none + " unsat # r1c1 and r1c2 both hold 5 in row 1"; got[1] != want {
		t.Errorf("line of a puzzle without solution: %q, want %q", got[1], want)
	}
	if grid, status, _ := strings.Cut(got[2], " "); status != "multiple" || board.CheckSolution(board.MustParse(grid), board.MustParse(grid)) != nil {
		t.Errorf("line of a puzzle with several solutions: %q", got[2])
	}
	if err := board.CheckSolution(board.MustParse(search), board.MustParse(got[3])); err != nil {
		t.Error(err)
	}
	if r.code != exitNotUnique || r.errOut != "sudokulab: solve: not every puzzle has a unique solution: 2 of 4 have none or more, or reached a limit\n" {
		t.Errorf("exit code %d, standard error %q", r.code, r.errOut)
	}
	// The output can be read again: as puzzles, and as the answers of the same lines.
	again := sudokulab(t, r.out, "solve", "--quiet")
	if len(lines(again.out)) != 4 {
		t.Errorf("reading the output again gives\n%s", again.out)
	}
}

func TestSolveStatuses(t *testing.T) {
	blank := strings.Repeat(".", 81)
	for _, tc := range []struct{ args, word string }{
		{"solve --any " + blank, " found"},
		{"solve --any " + none, " unsat # r1c1 and r1c2 both hold 5 in row 1"},
		{"solve --max-solutions 5 " + blank, " multiple"},
		{"solve --method csp --max-nodes 1 " + search, " capped"},
		{"solve --timeout 1ns " + search, " capped"},
		{"solve --max-solutions 1 " + easy, " found"},
		{"solve " + easySolution, ""},
	} {
		r := sudokulab(t, "", arguments(tc.args)...)
		if _, rest, _ := strings.Cut(strings.TrimSuffix(r.out, "\n"), " "); rest != strings.TrimSpace(tc.word) {
			t.Errorf("sudokulab %s: %q, want the status %q", tc.args, r.out, tc.word)
		}
	}
	var s solved
	decode(t, must(t, "", "solve", "--format", "json", "--max-solutions", "0", easy[:60]+strings.Repeat(".", 21)), &s)
	want := count(t, easy[:60]+strings.Repeat(".", 21))
	if s.Solutions != want || s.Status != solver.Multiple {
		t.Errorf("%d solutions, status %v; want %d", s.Solutions, s.Status, want)
	}
}

// count enumerates the solutions of a puzzle.
func count(t *testing.T, puzzle string) int {
	t.Helper()
	n := 0
	for _, err := range engine.CSP(engine.DefaultCSP()).Solutions(t.Context(), board.MustParse(puzzle)) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// inRow1 is what is wrong with none.
var inRow1 = engine.GivenConflict{CellA: "r1c1", CellB: "r1c2", Digit: 5, Unit: "row 1"}

func TestSolveJSON(t *testing.T) {
	file := write(t, "two.txt", "# comment\n"+easy+" Name & more\n"+none+"\n")
	r := sudokulab(t, "", "solve", "--format", "json", "--method", "csp-fifo", file, search)
	got := lines(r.out)
	if len(got) != 3 {
		t.Fatalf("%d lines, want 3", len(got))
	}
	var s [3]solved
	for i := range s {
		decode(t, got[i], &s[i])
		if s[i].Method != "csp-fifo" || s[i].Stats.Elapsed <= 0 || s[i].Stats.Counter(engine.CounterArcs) <= 0 {
			t.Errorf("line %d: %s", i+1, got[i])
		}
		s[i].Stats = solver.Stats{}
	}
	diff(t, "first", s[0], solved{
		File: file, Line: 2, Name: "Name & more", Puzzle: easy, Givens: 30, Method: "csp-fifo", Status: solver.Unique, Solutions: 1, Solution: easySolution,
	})
	diff(t, "second", s[1], solved{File: file, Line: 3, Puzzle: none, Givens: 30, Method: "csp-fifo", Status: solver.Unsat, Conflicts: []engine.GivenConflict{inRow1}})
	if s[2].File != "argument 2" || s[2].Line != 0 || s[2].Status != solver.Unique {
		t.Errorf("third: %s", got[2])
	}
}

func TestSolveCSV(t *testing.T) {
	r := sudokulab(t, easy+" a,\"b\"\n"+none+"\n", "solve", "--format", "csv")
	rows, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, error %v:\n%s", len(rows), err, r.out)
	}
	diff(t, "header", rows[0], solvedColumns)
	diff(t, "first row", rows[1][:11], []string{"<stdin>", "1", `a,"b"`, easy, "30", "bitboard", "unique", "1", easySolution, "0", "0"})
	diff(t, "second row", rows[2][6:9], []string{"unsat", "0", ""})
}

func TestSolveText(t *testing.T) {
	r := sudokulab(t, easy+" first\n"+none+"\n", "solve", "--format", "text")
	for _, want := range []string{"│ 5 3 4 │ 6 7 8 │ 9 1 2 │", "<stdin>:1: first · exactly one solution", "<stdin>:2: no solution", "r1c1 and r1c2 both hold 5 in row 1", "\n\n"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s", want, r.out)
		}
	}
	if strings.Contains(r.out, "\x1b") {
		t.Error("colours although the output is no terminal")
	}
	t.Setenv("NO_COLOR", "1")
	coloured := must(t, "", "solve", "--format", "text", "--color", "always", easy)
	if !strings.Contains(coloured, "\x1b[") {
		t.Error("no colours although they were asked for")
	}
}

// TestSolveSizes solves boards of every side and writes them in every form and alphabet.
func TestSolveSizes(t *testing.T) {
	puzzles := map[int]string{}
	for _, side := range []int{4, 9, 16, 25, 36} {
		puzzles[side] = strings.TrimSpace(must(t, "", "generate", "--side", strconv.Itoa(side), "--givens", strconv.Itoa(side*side*3/4), "--seed", "5", "--grids", "pattern"))
	}
	for side, puzzle := range puzzles {
		for _, f := range []string{"text", "line", "json", "csv"} {
			out := must(t, "", "solve", "--format", f, puzzle)
			if want := side * side; f == "line" && len(out) != want+1 {
				t.Errorf("side %d: %d characters, want %d", side, len(out)-1, want)
			}
			if f == "text" && strings.Count(out, "\n") < side {
				t.Errorf("side %d: text is\n%s", side, out)
			}
		}
		must(t, "", "validate", "--format", "text", puzzle)
		must(t, "", "trace", "--max-lines", "20", puzzle)
		line := must(t, "", "solve", puzzle)
		letters := must(t, "", "solve", "--alphabet", "letters", recode(puzzle, board.Letters))
		if recode(strings.TrimSpace(line), board.Letters) != strings.TrimSpace(letters) {
			t.Errorf("side %d: in letters %q, want the same as %q", side, letters, line)
		}
		if side >= 16 {
			zero := must(t, "", "solve", "--alphabet", "zero", recode(puzzle, board.ZeroBased))
			if recode(strings.TrimSpace(line), board.ZeroBased) != strings.TrimSpace(zero) {
				t.Errorf("side %d: zero-based %q", side, zero)
			}
		}
	}
}

func recode(numeric string, a board.Alphabet) string {
	return string(board.MustParse(numeric).AppendText(nil, a))
}

// TestSolveSources reads the same puzzles from everywhere and in every packing.
func TestSolveSources(t *testing.T) {
	text := easy + "\n" + search + "\n"
	want := must(t, text, "solve")
	var zipped, packed bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, err1 := io.WriteString(z, text)
	zs, err2 := zstd.NewWriter(&packed)
	if err1 != nil || err2 != nil || z.Close() != nil {
		t.Fatal(err1, err2)
	}
	if _, err := io.WriteString(zs, text); err != nil || zs.Close() != nil {
		t.Fatal(err)
	}
	plain := write(t, "p.txt", text)
	for _, tc := range []struct {
		name  string
		stdin string
		args  []string
	}{
		{"standard input by name", text, []string{"-"}},
		{"file", "", []string{plain}},
		{"gzip", "", []string{write(t, "p.gz", zipped.String())}},
		{"zstd", "", []string{write(t, "p.zst", packed.String())}},
		{"gzip on standard input", zipped.String(), nil},
		{"arguments", "", []string{easy, search}},
		{"mixed", search, []string{easy, "-"}},
		{"grid in an argument", search, []string{grid(easy), "-"}},
		{"integers", strings.Join(strings.Split(strings.ReplaceAll(easy, ".", "0"), ""), ","), []string{"-", search}},
		{"no line end", easy + "\r\n" + search, nil},
		{"named form", text, []string{"--input-format", "sdm"}},
		{"some", text + easy + "\n", []string{"--first", "2"}},
	} {
		if got := must(t, tc.stdin, append([]string{"solve"}, tc.args...)...); got != want {
			t.Errorf("%s: %q, want %q", tc.name, got, want)
		}
	}
	sdk := write(t, "p.sdk", "#A nobody\n"+grid(easy))
	if got := must(t, "", "solve", "--format", "json", sdk); !strings.Contains(got, easySolution) {
		t.Errorf("sdk without a section: %s", got)
	}
	r := sudokulab(t, "", "solve", "--set", "own-4x4", "--set", "own-hard", "--first", "103", "--quiet")
	if got := lines(r.out); len(got) != 103 || len(got[0]) != 16 || len(got[102]) != 81 || r.code != exitOK {
		t.Errorf("sets: %d lines, exit code %d", len(got), r.code)
	}
	if r := sudokulab(t, "", "solve"); r.code != exitOK || r.out != "" || r.errOut != "solve: 0 puzzles\n" {
		t.Errorf("nothing on standard input: %+v", r)
	}
	corrupt := write(t, "bad.gz", zipped.String()[:zipped.Len()-10])
	if r := sudokulab(t, "", "solve", corrupt); r.code != exitError || !strings.Contains(r.errOut, "unexpected EOF") {
		t.Errorf("cut gzip: %+v", r)
	}
}

func grid(puzzle string) string {
	var b strings.Builder
	for i := 0; i < 81; i += 9 {
		b.WriteString(puzzle[i:i+9] + "\n")
	}
	return b.String()
}

// TestKeepGoing: every bad puzzle is named with its place, in the order of the input, and
// the good ones around it are solved.
func TestKeepGoing(t *testing.T) {
	bad := write(t, "bad.txt", easy+"\nnot a puzzle\n"+search+"\n"+easy[:80]+"x\n"+easy+"\n")
	missing := filepath.Join(t.TempDir(), "missing")
	r := sudokulab(t, "", "solve", "--keep-going", "--jobs", "3", missing, bad, "12345", easy)
	if r.code != exitError || len(lines(r.out)) != 4 || lines(r.out)[0] != easySolution {
		t.Errorf("exit code %d, output\n%s", r.code, r.out)
	}
	got := lines(r.errOut)
	want := []string{"solve: " + clip(missing, 200) + ": no such file or directory", "solve: " + bad + ":2", "solve: " + bad + ":4:81: found 'x'", `solve: "12345" is neither`, "solve: 8 puzzles in", "sudokulab: solve: 4 puzzles could not be used"}
	if len(got) != len(want) {
		t.Fatalf("standard error:\n%s", r.errOut)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("standard error line %d is %q, want it to begin with %q", i+1, got[i], want[i])
		}
	}
	if !strings.HasSuffix(got[4], ": 4 unique, 4 skipped") {
		t.Errorf("summary %q", got[4])
	}
}

// boards20k returns puzzle lines that differ, each with its solution, by relabelling.
func boards20k(t *testing.T, n int) (puzzles, solutions string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	p, s := board.MustParse(easy), board.MustParse(easySolution)
	var pb, sb strings.Builder
	for range n {
		f := symmetry.Random(rng, p.Shape())
		pb.WriteString(f.MustApply(p).String() + "\n")
		sb.WriteString(f.MustApply(s).String() + "\n")
	}
	return pb.String(), sb.String()
}

// TestSolveManyInOrder: 20,000 lines come out in their order whatever the number of jobs.
func TestSolveManyInOrder(t *testing.T) {
	puzzles, solutions := boards20k(t, 20_000)
	for _, jobs := range []string{"1", "4"} {
		r := sudokulab(t, puzzles, "solve", "--jobs", jobs)
		if r.code != exitOK || r.out != solutions {
			t.Errorf("--jobs %s: exit code %d, %d bytes that differ from the %d wanted", jobs, r.code, len(r.out), len(solutions))
		}
		if !strings.HasPrefix(r.errOut, "solve: 20,000 puzzles in ") || !strings.HasSuffix(r.errOut, ": 20,000 unique\n") {
			t.Errorf("summary %q", r.errOut)
		}
	}
}

// TestSolveSameCounters: counters do not depend on the number of jobs.
func TestSolveSameCounters(t *testing.T) {
	exact := func(jobs string) []solved {
		r := sudokulab(t, "", "solve", "--set", "own-mixed", "--first", "200", "--format", "json", "--jobs", jobs)
		var out []solved
		for _, l := range lines(r.out) {
			var s solved
			decode(t, l, &s)
			s.Stats.Elapsed = 0
			out = append(out, s)
		}
		return out
	}
	one := exact("1")
	if len(one) != 200 {
		t.Fatalf("%d results, want 200", len(one))
	}
	diff(t, "--jobs 4", exact("4"), one)
}

// TestSolveAnswersAtOnce: a program that asks puzzle by puzzle gets each answer before it
// must ask the next.
func TestSolveAnswersAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		done <- run(t.Context(), []string{"solve", "--quiet"}, in, out, io.Discard)
		_ = out.Close()
	}()
	read := bufio.NewScanner(answers)
	for range 300 {
		if _, err := io.WriteString(ask, easy+"\n"); err != nil {
			t.Fatal(err)
		}
		if !read.Scan() || read.Text() != easySolution {
			t.Fatalf("answer %q, error %v", read.Text(), read.Err())
		}
	}
	_ = ask.Close()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestSolveInterrupted: what was finished before an interrupt is written, though the input
// has not ended.
func TestSolveInterrupted(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var errOut bytes.Buffer
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"solve"}, in, out, &errOut)
		_ = out.Close()
	}()
	if _, err := fmt.Fprintf(ask, "%s\n%s\n", easy, easy); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewScanner(answers)
	for range 2 {
		if !read.Scan() || read.Text() != easySolution {
			t.Fatalf("answer %q, error %v", read.Text(), read.Err())
		}
	}
	cancel()
	if code := <-done; code != exitInterrupted || !strings.Contains(errOut.String(), "interrupted") || !strings.Contains(errOut.String(), "2 puzzles") {
		t.Errorf("exit code %d, standard error %q", code, errOut.String())
	}
	_ = ask.Close()
}

// TestSolvePicture draws one puzzle and refuses two.
func TestSolvePicture(t *testing.T) {
	svg, pic := filepath.Join(t.TempDir(), "p.svg"), filepath.Join(t.TempDir(), "p.PNG")
	must(t, "", "solve", "--picture", svg, easy)
	must(t, "", "solve", "--picture", pic, easy)
	sudokulab(t, "", "solve", "--picture", svg+".none.svg", none)
	for _, name := range []string{svg, svg + ".none.svg"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal(text, new(struct{ XMLName xml.Name })); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	f, err := os.Open(pic)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
	if r := sudokulab(t, "", "solve", "--picture", svg, easy, search); r.code != exitError || !strings.Contains(r.errOut, "want one puzzle") {
		t.Errorf("two puzzles: %+v", r)
	}
	if r := sudokulab(t, "", "solve", "--picture", filepath.Join(svg, "x.svg"), easy); r.code != exitError {
		t.Errorf("no such folder: %+v", r)
	}
}

// wrong is an engine that gives one fixed grid.
type wrong struct{ grid board.Board }

func (w wrong) Name() string { return "wrong" }

func (w wrong) Solve(context.Context, board.Board, solver.Limits) (solver.Result, error) {
	return solver.Result{Status: solver.Unique, Grid: w.grid, Solutions: 1}, nil
}

// TestSolveChecks: a wrong solution is never written.
func TestSolveChecks(t *testing.T) {
	worker := solveWorker(wrongLister{wrong{board.MustParse(easySolution)}}, solver.Limits{}, newSolveText(pen{}, formLine, 2))
	e := entry{}
	e.Board = board.MustParse(search)
	if a, err := worker(t.Context(), &e); err == nil || a.text != nil {
		t.Errorf("answer %q, error %v; want an error and no answer", a.text, err)
	}
}

// TestTallyBar: the bar says how far a long run is and leaves no trace before a message.
func TestTallyBar(t *testing.T) {
	var w bytes.Buffer
	in := &input{size: 1000}
	in.read.Store(500)
	tl := &tally{name: "solve", w: &w, in: in, start: time.Now(), counts: map[string]int{}, visible: true, puzzles: 1234}
	tl.show()
	if w.Len() > 0 {
		t.Errorf("a bar at once: %q", w.String())
	}
	tl.start = tl.start.Add(-2 * barDelay)
	tl.show()
	if !strings.Contains(w.String(), "1,234 puzzles") || !strings.Contains(w.String(), "50%") {
		t.Errorf("bar %q, want the number and half of the way", w.String())
	}
	w.Reset()
	tl.skip(io.ErrUnexpectedEOF)
	if !strings.HasSuffix(w.String(), "\rsolve: unexpected EOF\n") {
		t.Errorf("message %q, want it on a line of its own", w.String())
	}
}
