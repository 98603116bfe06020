package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

func TestClassifyLine(t *testing.T) {
	many := easy[:61] + strings.Repeat(".", 20)
	input := strings.Join([]string{easy, none, several, search, many}, "\n")
	want := []string{
		easy + " well-formed",
		none + " unsolvable # r1c1 and r1c2 both hold 5 in row 1",
		several + " ambiguous 3",
		search + " well-formed",
		many + " ambiguous " + strconv.Itoa(count(t, many)),
	}
	for _, method := range []string{"csp", "dlx", "minigrid", "minigrid-singles"} {
		r := sudokulab(t, input, "classify", "--method", method)
		diff(t, method, lines(r.out), want)
		if r.code != exitOK {
			t.Errorf("%s: exit code %d, want 0 whatever the classes", method, r.code)
		}
	}
	if got := must(t, "", "classify", blank4); got != blank4+" ambiguous 288\n" {
		t.Errorf("empty board of side 4: %q", got)
	}
	if got := must(t, "", "classify", "--max-solutions", "100", blank4); got != blank4+" ambiguous ≥ 100\n" {
		t.Errorf("up to 100: %q", got)
	}
	if got := must(t, "", "classify", "--max-solutions", "288", blank4); got != blank4+" ambiguous ≥ 288\n" {
		t.Errorf("up to 288, which does not tell that there are no others: %q", got)
	}
	if got := must(t, "", "classify", strings.Repeat(".", 81)); !strings.HasSuffix(got, " ambiguous ≥ 10000\n") {
		t.Errorf("by default: %q", got)
	}
	diff(t, "all of one given", must(t, "", "classify", "--max-solutions", "0", "1..............."), "1............... ambiguous 72\n")
	// What a line says can be read again.
	if again := must(t, must(t, input, "classify"), "classify", "-q"); strings.Join(lines(again), "\n") != strings.Join(want, "\n") {
		t.Errorf("classes of the output:\n%s", again)
	}
}

// TestClassifyLimits: a limit before a second solution decides nothing, one after it not the
// number.
func TestClassifyLimits(t *testing.T) {
	blank := strings.Repeat(".", 81)
	for _, tc := range []struct{ args, class string }{
		{"--method csp --max-nodes 1 " + search, "undecided"},
		{"--timeout 1ns " + search, "undecided"},
		{"--method minigrid --max-vertices 5 " + search, "undecided"},
		{"--method minigrid --max-bytes 100 " + search, "undecided"},
		{"--max-nodes 300 " + blank, "ambiguous ≥ "},
		{"--max-nodes 1 " + easy, "well-formed"},
	} {
		r := sudokulab(t, "", arguments("classify "+tc.args)...)
		if _, class, _ := strings.Cut(r.out, " "); r.code != exitOK || !strings.HasPrefix(class, tc.class) {
			t.Errorf("classify %s: exit code %d, %q; want %q", tc.args, r.code, r.out, tc.class)
		}
	}
	var c classRecord
	decode(t, must(t, "", "classify", "--format", "json", "--max-nodes", "300", blank), &c)
	if c.Class != minigrid.Ambiguous || c.Exact || c.Solutions < 2 || c.Solutions >= 300 {
		t.Errorf("cut short: %+v", c)
	}
}

func TestClassifyForms(t *testing.T) {
	input := two4 + " a,\"b\"\n" + none4 + "\n" + one4 + "\n"
	file := write(t, "three.txt", input)
	var got []classRecord
	for _, l := range lines(must(t, "", "classify", "--format", "json", "--method", "dlx", file, blank4)) {
		var c classRecord
		decode(t, l, &c)
		if c.Stats.Elapsed <= 0 {
			t.Errorf("no time in %s", l)
		}
		c.Stats = solver.Stats{}
		got = append(got, c)
	}
	diff(t, "json", got, []classRecord{
		{File: file, Line: 1, Name: `a,"b"`, Puzzle: two4, Givens: 7, Method: "dlx", Class: minigrid.Ambiguous, Solutions: 2, Exact: true},
		{
			File: file, Line: 2, Puzzle: none4, Givens: 2, Method: "dlx", Class: minigrid.Unsolvable, Exact: true,
			Conflicts: engine.GivenConflicts(board.MustParse(none4)),
		},
		{File: file, Line: 3, Puzzle: one4, Givens: 8, Method: "dlx", Class: minigrid.WellFormed, Solutions: 1, Exact: true},
		{File: "argument 2", Puzzle: blank4, Method: "dlx", Class: minigrid.Ambiguous, Solutions: 288, Exact: true},
	})
	rows, err := csv.NewReader(strings.NewReader(must(t, input, "classify", "--format", "csv"))).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	diff(t, "header", rows[0], classColumns)
	diff(t, "row", rows[1][:9], []string{"<stdin>", "1", `a,"b"`, two4, "7", "csp", "ambiguous", "2", "true"})
	text := must(t, input, "classify", "--format", "text")
	for _, want := range []string{
		"<stdin>:1: a,\"b\" · ambiguous · exactly 2 solutions", "<stdin>:2: unsolvable · no solution", "r1c1 and r1c2 both hold 1 in row 1",
		"<stdin>:3: well-formed · exactly one solution", "│ 1 2 │ . . │",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestClassifySummary: the table adds up.
func TestClassifySummary(t *testing.T) {
	blank := strings.Repeat(".", 81)
	r := sudokulab(t, strings.Join([]string{easy, search, none, blank, several, easy[:80] + "x"}, "\n"), "classify", "--keep-going", "--max-solutions", "50")
	for _, want := range []string{
		"classify: 6 puzzles in ", "│ well-formed │       2 │ 40.0 % │  17–30 │", "│ ambiguous   │       2 │ 40.0 % │   0–26 │",
		"│ unsolvable  │       1 │ 20.0 % │     30 │", "│ undecided   │       0 │  0.0 % │      – │",
		"1 ambiguous: counted up to --max-solutions 50 only", "1 skipped", "<stdin>:6:81: found 'x'",
	} {
		if !strings.Contains(r.errOut, want) {
			t.Errorf("no %q in\n%s", want, r.errOut)
		}
	}
	if r.code != exitError || len(lines(r.out)) != 5 || !strings.Contains(r.errOut, "1 puzzle could not be used") {
		t.Errorf("exit code %d, output\n%s", r.code, r.out)
	}
	if r := sudokulab(t, easy+"\n"+search, "classify", "-q"); r.errOut != "" {
		t.Errorf("quiet: %q", r.errOut)
	}
	if r := sudokulab(t, "", "classify"); r.code != exitOK || r.errOut != "classify: 0 puzzles\n" {
		t.Errorf("nothing on standard input: %+v", r)
	}
	stops := sudokulab(t, easy+"\nnot a puzzle\n"+easy+"\n", "classify")
	if stops.code != exitError || len(lines(stops.out)) != 1 || !strings.Contains(stops.errOut, "sudokulab: classify: <stdin>:2") {
		t.Errorf("a bad line: %+v", stops)
	}
}

// TestClassifyManyInOrder: 100,000 verdicts (10,000 in short mode) come in the order of the puzzles whatever the
// number of jobs.
func TestClassifyManyInOrder(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 10_000
	}
	input := relabelled(n, one4, two4, none4, "12..34..2.4.....")
	verdicts := []string{"well-formed", "ambiguous 2", "unsolvable", "ambiguous " + strconv.Itoa(count(t, "12..34..2.4....."))}
	var want strings.Builder
	for i, l := range lines(input) {
		verdict := verdicts[i%4]
		if verdict == "unsolvable" {
			verdict += " # r1c1 and r1c2 both hold " + l[:1] + " in row 1"
		}
		want.WriteString(l + " " + verdict + "\n")
	}
	for _, jobs := range []string{"1", "4"} {
		r := sudokulab(t, input, "classify", "--side", "4", "--jobs", jobs)
		if r.code != exitOK || r.out != want.String() {
			t.Errorf("--jobs %s: exit code %d, %d bytes that differ from the %d wanted", jobs, r.code, len(r.out), want.Len())
		}
		if !strings.Contains(r.errOut, fmt.Sprintf("classify: %s puzzles in ", whole(int64(n)))) ||
			!strings.Contains(r.errOut, fmt.Sprintf("│ unsolvable  │ %7s │ 25.0 %% │", whole(int64(n/4)))) {
			t.Errorf("summary\n%s", r.errOut)
		}
	}
}

// TestClassifyInterrupted: what was finished before an interrupt is written, though the input
// has not ended.
func TestClassifyInterrupted(t *testing.T) {
	in, ask := io.Pipe()
	answers, out := io.Pipe()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var errOut bytes.Buffer
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, []string{"classify"}, in, out, &errOut)
		_ = out.Close()
	}()
	if _, err := fmt.Fprintf(ask, "%s\n%s\n", easy, none); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewScanner(answers)
	for _, want := range []string{easy + " well-formed", none + " unsolvable # r1c1 and r1c2 both hold 5 in row 1"} {
		if !read.Scan() || read.Text() != want {
			t.Fatalf("answer %q, error %v; want %q", read.Text(), read.Err(), want)
		}
	}
	cancel()
	if code := <-done; code != exitInterrupted || !strings.Contains(errOut.String(), "classify: 2 puzzles in ") {
		t.Errorf("exit code %d, standard error %q", code, errOut.String())
	}
	_ = ask.Close()
}

// TestClassifyChecks: a verdict that rests on a wrong solution is refused.
func TestClassifyChecks(t *testing.T) {
	_, err := classOf(t.Context(), wrong{board.MustParse(easySolution)}, board.MustParse(search), solver.Limits{Solutions: 2})
	if err == nil || !strings.Contains(err.Error(), "wrong gives a wrong solution") {
		t.Errorf("error %v", err)
	}
}
