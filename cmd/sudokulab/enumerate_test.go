package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/pipeline"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

// Boards of side 4 that tests share, with their numbers of solutions.
const (
	blank4 = "................" // 288
	two4   = "12..34..2.4..3.." // 2
	one4   = "12..34..2.4..3.1" // 1
	none4  = "11.............." // 0
)

// checkAll fails the test unless the lines are that many different solutions of the puzzle.
func checkAll(t *testing.T, what, puzzle string, solutions []string, want int) {
	t.Helper()
	b := board.MustParse(puzzle)
	seen := map[string]bool{}
	for _, s := range solutions {
		if err := board.CheckSolution(b, board.MustParse(s)); err != nil {
			t.Errorf("%s: %s: %v", what, s, err)
		}
		seen[s] = true
	}
	if len(seen) != want || len(solutions) != want {
		t.Errorf("%s: %d solutions, %d different ones; want %d", what, len(solutions), len(seen), want)
	}
}

// TestEnumerateMethods: every engine lists the same 288 grids, and bitboard, for side 9 only,
// what csp lists there.
func TestEnumerateMethods(t *testing.T) {
	var want []string
	for _, e := range method.Exact() {
		if !slices.Contains(enumerators(), e.Name) {
			continue
		}
		if e.Name == "bitboard" {
			const several9 = ".8...9743.5...8.1..1.......8....5......8.4......3....6.......7..3.5...8.9724...5."
			got := lines(must(t, "", "enumerate", "--method", "bitboard", several9))
			other := lines(must(t, "", "enumerate", "--method", "csp", several9))
			checkAll(t, e.Name, several9, got, len(other))
			slices.Sort(got)
			slices.Sort(other)
			diff(t, e.Name, got, other)
			if r := sudokulab(t, "", "enumerate", "--method", "bitboard", blank4); r.code != exitError || !strings.Contains(r.errOut, "side 4, want 9") {
				t.Errorf("bitboard at side 4: %+v", r)
			}
			continue
		}
		got := lines(must(t, "", "enumerate", "--method", e.Name, blank4))
		checkAll(t, e.Name, blank4, got, 288)
		slices.Sort(got)
		if want == nil {
			want = got
		}
		diff(t, e.Name, got, want)
		if n := must(t, "", "enumerate", "--count-only", "--method", e.Name, blank4); n != "288\n" {
			t.Errorf("%s counts %q, want 288", e.Name, n)
		}
	}
	if got := enumerators(); len(got) < 13 || got[0] != "csp" || !slices.Contains(got, "dlx") || !slices.Contains(got, "minigrid") {
		t.Errorf("engines that list solutions: %q", got)
	}
}

func TestEnumerateLine(t *testing.T) {
	input := two4 + "\n" + none4 + "\n" + one4 + "\n"
	r := sudokulab(t, input, "enumerate")
	got := lines(r.out)
	if len(got) != 3 || r.code != exitOK {
		t.Fatalf("exit code %d, output\n%s", r.code, r.out)
	}
	checkAll(t, "first", two4, got[:2], 2)
	checkAll(t, "third", one4, got[2:], 1)
	const clash = "enumerate: <stdin>:2: r1c1 and r1c2 both hold 1 in row 1\n"
	if !strings.HasPrefix(r.errOut, clash+"enumerate: 3 solutions in ") || !strings.HasSuffix(r.errOut, "; puzzles: 3 done\n") {
		t.Errorf("summary %q", r.errOut)
	}
	prefixed := lines(must(t, input, "enumerate", "--with-puzzle"))
	diff(t, "--with-puzzle", prefixed, []string{two4 + ":" + got[0], two4 + ":" + got[1], one4 + ":" + got[2]})
	diff(t, "counts", lines(must(t, input, "enumerate", "--count-only")), []string{"2", "0", "1"})
	diff(t, "counts with puzzles", lines(must(t, input, "enumerate", "--count-only", "--with-puzzle")), []string{two4 + ":2", none4 + ":0", one4 + ":1"})

	limited := sudokulab(t, blank4+"\n"+two4, "enumerate", "--side", "4", "--limit", "5") // of side 16, a row is as long
	if got := lines(limited.out); len(got) != 7 || limited.code != exitOK || !strings.HasSuffix(limited.errOut, "; puzzles: 1 done, 1 ended by a limit\n") {
		t.Errorf("--limit 5: %+v", limited)
	}
	diff(t, "counts up to 2", lines(must(t, blank4+"\n"+two4+"\n"+one4, "enumerate", "--side", "4", "--count-only", "--limit", "2")), []string{"≥ 2", "≥ 2", "1"})
	if r := sudokulab(t, "", "enumerate", "--count-only", two4); r.out != "2\n" || r.errOut != "" {
		t.Errorf("one count: %+v", r)
	}
	if r := sudokulab(t, "", "enumerate", "-q", none4); r.out != "" || r.errOut != "" || r.code != exitOK {
		t.Errorf("no solution, quiet: %+v", r)
	}
	if r := sudokulab(t, "", "enumerate"); r.code != exitOK || r.out != "" || !strings.HasSuffix(r.errOut, "puzzles: 0 done\n") {
		t.Errorf("nothing on standard input: %+v", r)
	}
}

func TestEnumerateJSON(t *testing.T) {
	file := write(t, "three.txt", "# comment\n"+two4+" Name\n"+none4+"\n")
	got := lines(must(t, "", "enumerate", "--format", "json", "--method", "dlx", file, blank4, "--limit", "4"))
	if len(got) != 9 { // 2 solutions + result, result, 4 solutions + result
		t.Fatalf("%d lines:\n%s", len(got), strings.Join(got, "\n"))
	}
	var s [2]solutionRecord
	decode(t, got[0], &s[0])
	decode(t, got[1], &s[1])
	checkAll(t, "solutions", two4, []string{s[0].Solution, s[1].Solution}, 2)
	s[1].Solution = ""
	diff(t, "second solution", s[1], solutionRecord{Kind: "solution", Index: 1, File: file, Line: 2, Name: "Name", Puzzle: two4, Number: 2})
	for i, want := range map[int]countRecord{
		2: {Kind: "result", Index: 1, File: file, Line: 2, Name: "Name", Puzzle: two4, Givens: 7, Method: "dlx", Status: solver.Multiple, Solutions: 2, Exact: true},
		3: {Kind: "result", Index: 2, File: file, Line: 3, Puzzle: none4, Givens: 2, Method: "dlx", Status: solver.Unsat, Exact: true, Conflicts: engine.GivenConflicts(board.MustParse(none4))},
		8: {Kind: "result", Index: 3, File: "argument 2", Puzzle: blank4, Method: "dlx", Status: solver.Multiple, Solutions: 4},
	} {
		var c countRecord
		decode(t, got[i], &c)
		if c.Elapsed <= 0 {
			t.Errorf("line %d: no time in %s", i+1, got[i])
		}
		c.Elapsed = 0
		diff(t, fmt.Sprintf("line %d", i+1), c, want)
	}
	var c countRecord
	decode(t, must(t, "", "enumerate", "--format", "json", "--count-only", one4), &c)
	if c.Kind != "result" || c.Index != 1 || c.Status != solver.Unique || c.Solutions != 1 || !c.Exact || c.Method != "csp" {
		t.Errorf("count %+v", c)
	}
}

func TestEnumerateTables(t *testing.T) {
	input := two4 + " a,\"b\"\n" + none4 + "\n" + one4 + "\n"
	rows, err := csv.NewReader(strings.NewReader(must(t, input, "enumerate", "--format", "csv"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	diff(t, "header", rows[0], solutionColumns)
	diff(t, "second", rows[2][:6], []string{"1", "<stdin>", "1", `a,"b"`, two4, "2"})
	diff(t, "last", rows[3][:6], []string{"3", "<stdin>", "3", "", one4, "1"})
	rows, err = csv.NewReader(strings.NewReader(must(t, input, "enumerate", "--format", "csv", "--count-only"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	diff(t, "header of counts", rows[0], countColumns)
	diff(t, "count", rows[1][:10], []string{"1", "<stdin>", "1", `a,"b"`, two4, "7", "csp", "multiple", "2", "true"})

	text := must(t, "", "enumerate", "--format", "text", two4, none4)
	for _, want := range []string{
		"│ 1 2 │ 3 4 │", "argument 1: solution 1\n", "argument 1: solution 2\n\nargument 1: exactly 2 solutions\n",
		"argument 2: no solution\nr1c1 and r1c2 both hold 1 in row 1\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Count(must(t, "", "enumerate", "--format", "text", "--color", "always", one4), "\x1b[") == 0 {
		t.Error("no colours although they were asked for")
	}
	if got := must(t, "", "enumerate", "--alphabet", "letters", "AB..CD..B.D..C.."); strings.ContainsAny(got, "1234") || len(lines(got)) != 2 {
		t.Errorf("in letters: %q", got)
	}
}

// TestEnumerateAgainstOracle compares counts on random boards with the oracle of package
// solvertest.
func TestEnumerateAgainstOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	full := board.MustParse("1234341221434321")
	var input strings.Builder
	var want []string
	seen := map[string]bool{}
	for range 200 {
		b := symmetry.Random(rng, full.Shape()).MustApply(full)
		for c := range b.Cells() {
			if rng.IntN(4) > 0 {
				b.Set(c, 0)
			} else if rng.IntN(8) == 0 {
				b.Set(c, 1+rng.IntN(4))
			}
		}
		if seen[b.String()] {
			continue
		}
		seen[b.String()] = true
		n, _, complete := solvertest.Count(b, 1000, 1_000_000)
		if !complete {
			t.Fatalf("%s: not counted", b)
		}
		input.WriteString(b.String() + "\n")
		want = append(want, strconv.Itoa(n))
	}
	for _, method := range []string{"csp", "dlx", "minigrid"} {
		counts := must(t, input.String(), "enumerate", "--side", "4", "--count-only", "--method", method)
		diff(t, method, lines(counts), want)
		listed := map[string]int{}
		for l := range strings.FieldsSeq(must(t, input.String(), "enumerate", "--side", "4", "--with-puzzle", "--method", method)) {
			puzzle, _, _ := strings.Cut(l, ":")
			listed[puzzle]++
		}
		for i, puzzle := range lines(input.String()) {
			if strconv.Itoa(listed[puzzle]) != want[i] {
				t.Errorf("%s lists %d solutions of %s, want %s", method, listed[puzzle], puzzle, want[i])
			}
		}
	}
}

// relabelled returns many puzzles of side 4 that differ in the names of their digits, one line
// each, kinds in turn.
func relabelled(n int, kinds ...string) string {
	rng := rand.New(rand.NewPCG(5, 6))
	var b strings.Builder
	for i := range n {
		names := rng.Perm(4)
		b.WriteString(strings.Map(func(r rune) rune {
			if r == '.' {
				return r
			}
			return rune('1' + names[r-'1'])
		}, kinds[i%len(kinds)]))
		b.WriteByte('\n')
	}
	return b.String()
}

// TestEnumerateManyInOrder: the solutions of 100,000 puzzles (10,000 in short mode) come in the order of the puzzles
// at any number of jobs.
func TestEnumerateManyInOrder(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	input := relabelled(n, one4, two4, none4, one4)
	args := []string{"enumerate", "--with-puzzle", "--side", "4"}
	one := sudokulab(t, input, append(args, "--jobs", "1")...)
	four := sudokulab(t, input, append(args, "--jobs", "4")...)
	if one.code != exitOK || one.out != four.out {
		t.Fatalf("exit codes %d and %d; outputs of %d and %d bytes, want equal ones", one.code, four.code, len(one.out), len(four.out))
	}
	told := lines(one.errOut) // five of the puzzles whose givens conflict, how many more there are, the summary
	if len(told) != 7 || told[5] != fmt.Sprintf("enumerate: the givens of %s more puzzles contradict each other", whole(int64(n/4-5))) ||
		!strings.HasPrefix(told[6], fmt.Sprintf("enumerate: %s solutions in ", whole(int64(n)))) ||
		!strings.HasSuffix(one.errOut, fmt.Sprintf("puzzles: %s done\n", whole(int64(n)))) {
		t.Errorf("summary %q", one.errOut)
	}
	solutions := lines(one.out)
	at := 0
	for i, puzzle := range lines(input) {
		for range []int{1, 2, 0, 1}[i%4] {
			if at == len(solutions) || !strings.HasPrefix(solutions[at], puzzle+":") {
				t.Fatalf("puzzle %d, %s: line %d is not about it", i+1, puzzle, at+1)
			}
			at++
		}
	}
	if at != len(solutions) {
		t.Errorf("%d lines, want %d", len(solutions), at)
	}
	counts := must(t, input, "enumerate", "--count-only", "--side", "4", "--jobs", "4")
	if want := strings.Repeat("1\n2\n0\n1\n", n/4); counts != want {
		t.Errorf("counts of %d bytes, want %d", len(counts), len(want))
	}
}

// TestEnumerateLimits: what a limit ends is stated and no error.
func TestEnumerateLimits(t *testing.T) {
	blank := strings.Repeat(".", 81)
	for _, tc := range []struct{ args, out, errOut string }{
		{"--count-only --max-nodes 500 " + blank, "≥ ", ""},
		{"--count-only --timeout 1ns " + blank, "≥ 0\n", ""},
		{"--timeout 1ns " + search, "", "puzzles: 0 done, 1 ended by a limit"},
		{"--timeout 50ms " + blank, "", "puzzles: 0 done, 1 ended by a limit"},
		{"--method minigrid --max-vertices 10 " + blank, "", "puzzles: 0 done, 1 ended by a limit"},
		{"--method minigrid --max-bytes 1kB --count-only " + blank, "≥ 0\n", ""},
	} {
		r := sudokulab(t, "", arguments("enumerate "+tc.args)...)
		if r.code != exitOK || !strings.HasPrefix(r.out, tc.out) || !strings.Contains(r.errOut, tc.errOut) {
			t.Errorf("enumerate %s: exit code %d, output %q, standard error %q", tc.args, r.code, clip(r.out, 200), r.errOut)
		}
	}
	var c countRecord
	decode(t, must(t, "", "enumerate", "--format", "json", "--timeout", "1ns", search), &c)
	if c.Exact || c.Status != solver.Capped || c.Solutions != 0 {
		t.Errorf("timed out: %+v", c)
	}
}

func TestEnumerateKeepGoing(t *testing.T) {
	bad := write(t, "bad.txt", two4+"\nnot a puzzle\n"+one4+"\n")
	if r := sudokulab(t, "", "enumerate", bad); r.code != exitError || len(lines(r.out)) != 2 || !strings.Contains(r.errOut, "sudokulab: enumerate: "+bad+":2") {
		t.Errorf("without --keep-going: %+v", r)
	}
	r := sudokulab(t, "", "enumerate", "--keep-going", "--jobs", "2", "12345", bad)
	if r.code != exitError || len(lines(r.out)) != 3 || !strings.Contains(r.errOut, "enumerate: "+bad+":2") ||
		!strings.Contains(r.errOut, "puzzles: 2 done, 2 skipped\n") || !strings.Contains(r.errOut, "2 puzzles could not be used") {
		t.Errorf("with --keep-going: %+v", r)
	}
}

// TestEnumerateAtOnce: a solution is there before the next one is looked for, and a program
// that asks puzzle by puzzle gets each answer before it must ask the next.
func TestEnumerateAtOnce(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() {
		done <- run(t.Context(), []string{"enumerate", "--quiet", "--with-puzzle", "--side", "4"}, in, out, io.Discard)
		_ = out.Close()
	}()
	read := bufio.NewScanner(answers)
	for range 100 {
		if _, err := io.WriteString(ask, two4+"\n"); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if !read.Scan() || !strings.HasPrefix(read.Text(), two4+":") {
				t.Fatalf("answer %q, error %v", read.Text(), read.Err())
			}
		}
	}
	_ = ask.Close()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d", code)
	}
}

// TestEnumerateInterrupted: an interrupt in the middle of a list without a foreseeable end
// keeps whole lines of what was written.
func TestEnumerateInterrupted(t *testing.T) {
	answers, out := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var errOut bytes.Buffer
	done := make(chan int, 1)
	blank := strings.Repeat(".", 81)
	go func() {
		done <- run(ctx, []string{"enumerate", blank}, strings.NewReader(""), out, &errOut)
		_ = out.Close()
	}()
	read := bufio.NewReader(answers)
	n := 0
	for {
		line, err := read.ReadString('\n')
		if err != nil {
			if line != "" {
				t.Errorf("the output ends in the middle of a line: %q", line)
			}
			break
		}
		n++
		if n == 1000 {
			cancel()
		}
		if n < 2000 {
			if err := board.CheckSolution(board.MustParse(blank), board.MustParse(line)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code := <-done; code != exitInterrupted || n < 1000 || !strings.Contains(errOut.String(), "interrupted; what was finished is kept") {
		t.Errorf("exit code %d after %d lines, standard error %q", code, n, errOut.String())
	}
	want := fmt.Sprintf("enumerate: %s solutions in ", whole(int64(n)))
	if !strings.HasPrefix(errOut.String(), want) || !strings.Contains(errOut.String(), ", interrupted; puzzles: 0 done\n") {
		t.Errorf("summary %q, want %q", errOut.String(), want)
	}
}

// wrongLister lists one fixed grid.
type wrongLister struct{ wrong }

func (w wrongLister) NameFor(*board.Shape) string { return w.Name() }

func (w wrongLister) Solutions(context.Context, board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) { yield(w.grid, nil) }
}

// TestEnumerateChecks: a wrong solution is never written.
func TestEnumerateChecks(t *testing.T) {
	s := &enumerating{form: formLine}
	j := &job{out: pipeline.NewOutlet()}
	j.e.Board = board.MustParse(search)
	err := s.listOne(t.Context(), wrongLister{wrong{board.MustParse(easySolution)}}, j, &solutionText{form: formLine})
	var text bytes.Buffer
	w := bufio.NewWriter(&text)
	j.out.End()
	drained := errors.Join(j.out.Drain(w, func(int) {}), w.Flush())
	if err == nil || !strings.Contains(err.Error(), "gives a wrong solution") || text.Len() > 0 || drained != nil {
		t.Errorf("error %v, text %q, %v; want one that says so and nothing", err, &text, drained)
	}
}
