package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dlx"
)

// toy is an exact cover problem with one solution: options 1, 4 and 5 of six.
const toy = "| a toy problem\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"

func TestCoverText(t *testing.T) {
	want := "| solution 1\nc e\na d f\nb g\n\n"
	file := write(t, "toy.dlx", toy)
	for _, r := range []result{
		sudokulab(t, "", "cover", file), sudokulab(t, toy, "cover"), sudokulab(t, toy, "cover", "-"), sudokulab(t, toy, "cover", "--choice", "first"),
	} {
		if r.code != exitOK || r.out != want || !strings.HasPrefix(r.errOut, "cover: 1 solution in ") {
			t.Errorf("%+v, want the solution\n%s", r, want)
		}
	}
	colored := "a b | x y\na x:0 y:0\na x:1 y:1\nb x:1\nx:0\n"
	diff(t, "colors", must(t, colored, "cover"), "| solution 1\na x:1 y:1\nb x:1\n\n")
	stats := sudokulab(t, colored, "cover", "--stats")
	for _, want := range []string{"2 primary items, 2 secondary ones, 3 options, 8 elements, 1 options without a primary item left out\n", "  nodes ", "  updates ", "  cleansings  ", "  max depth   2\n"} {
		if !strings.Contains(stats.errOut, want) {
			t.Errorf("no %q in\n%s", want, stats.errOut)
		}
	}
	if r := sudokulab(t, "a b\na\n", "cover"); r.code != exitOK || r.out != "" || !strings.HasPrefix(r.errOut, "cover: 0 solutions in ") {
		t.Errorf("no solution: %+v", r)
	}
	if r := sudokulab(t, toy, "cover", "--count-only"); r.out != "1\n" || r.errOut != "" {
		t.Errorf("one count: %+v", r)
	}
	if r := sudokulab(t, toy, "cover", "-q"); r.out != want || r.errOut != "" {
		t.Errorf("quiet: %+v", r)
	}
}

// TestCoverClassic counts against figures that were known before.
func TestCoverClassic(t *testing.T) {
	for _, tc := range []struct{ problem, count string }{
		{"queens=1", "1"},
		{"queens=3", "0"},
		{"queens=8", "92"},
		{"queens=10", "724"},
		{"langford=3", "2"},
		{"langford=5", "0"},
		{"langford=7", "52"},
		{"langford=8", "300"},
		{"pentominoes=3x20", "8"},
	} {
		for _, choice := range []string{"mrv", "first"} {
			if choice == "first" && strings.HasPrefix(tc.problem, "pent") {
				continue // takes hours
			}
			if got := must(t, "", "cover", "--classic", tc.problem, "--choice", choice, "--count-only"); got != tc.count+"\n" {
				t.Errorf("%s, choice %s: %q, want %s", tc.problem, choice, got, tc.count)
			}
		}
		// What --print writes can be read again, and is the same problem.
		problem := must(t, "", "cover", "--classic", tc.problem, "--print")
		if !strings.HasPrefix(problem, "| "+tc.problem+"\n") {
			t.Errorf("%s: no comment in %q", tc.problem, clip(problem, 60))
		}
		if got := must(t, problem, "cover", "--count-only"); got != tc.count+"\n" {
			t.Errorf("%s, printed and read: %q, want %s", tc.problem, got, tc.count)
		}
		if again := must(t, problem, "cover", "--print"); "| "+tc.problem+"\n"+again != problem {
			t.Errorf("%s: printed again it differs", tc.problem)
		}
	}
	// The 8 queens of each solution stand in different rows.
	n := 0
	for block := range strings.SplitSeq(strings.TrimSuffix(must(t, "", "cover", "--classic", "queens=8"), "\n\n"), "\n\n") {
		rows := map[string]bool{}
		head, options, _ := strings.Cut(block, "\n")
		for _, o := range lines(options) {
			rows[strings.Fields(o)[0]] = true
		}
		n++
		if len(rows) != 8 || head != fmt.Sprintf("| solution %d", n) {
			t.Errorf("block %d is\n%s", n, block)
		}
	}
	if n != 92 {
		t.Errorf("%d solutions of 8 queens listed, want 92", n)
	}
}

func TestCoverJSON(t *testing.T) {
	got := lines(must(t, toy, "cover", "--format", "json"))
	if len(got) != 2 {
		t.Fatalf("%d lines, want 2", len(got))
	}
	var s coverSolution
	decode(t, got[0], &s)
	diff(t, "solution", s, coverSolution{Kind: "solution", Number: 1, Options: []string{"c e", "a d f", "b g"}})
	var r coverResult
	decode(t, got[1], &r)
	if r.Counters.Nodes == 0 || r.Counters.Updates == 0 || r.Elapsed <= 0 {
		t.Errorf("result %+v without counters", r)
	}
	r.Counters, r.Elapsed = dlx.Counters{}, 0
	diff(t, "result", r, coverResult{Kind: "result", Items: 7, Options: 6, Choice: dlx.MRV, Solutions: 1, Exact: true})
	var c coverResult
	decode(t, must(t, toy, "cover", "--format", "json", "--count-only", "--choice", "first"), &c)
	if c.Solutions != 1 || !c.Exact || c.Choice != dlx.First {
		t.Errorf("count %+v", c)
	}
}

// TestCoverLimits: with a bound on the nodes, as many solutions are listed as counted, and the
// counters are the same.
func TestCoverLimits(t *testing.T) {
	for nodes := 1; nodes < 1200; nodes += 97 {
		args := []string{"cover", "--classic", "queens=8", "--format", "json", "--max-nodes", fmt.Sprint(nodes)}
		listed := lines(must(t, "", args...))
		var a, b coverResult
		decode(t, listed[len(listed)-1], &a)
		decode(t, must(t, "", append(args, "--count-only")...), &b)
		a.Elapsed, b.Elapsed = 0, 0
		diff(t, fmt.Sprintf("%d nodes", nodes), a, b)
		if int64(len(listed)-1) != a.Solutions || a.Exact != (a.Solutions == 92) || a.Counters.Nodes > int64(nodes) {
			t.Errorf("%d nodes: %d solutions listed, result %+v", nodes, len(listed)-1, a)
		}
	}
	for _, tc := range []struct{ args, out, errOut string }{
		{"--classic queens=8 --limit 5 --count-only", "≥ 5\n", "cover: at least 5 solutions, --limit ended the search, in "},
		{"--classic queens=8 --limit 93 --count-only", "92\n", ""},
		{"--classic queens=8 --limit 1", "| solution 1\n", "cover: at least 1 solution, --limit ended the search, in "},
		{"--classic queens=8 --max-nodes 100 --count-only", "≥ ", "--max-nodes ended the search"},
		{"--classic queens=30 --timeout 20ms --count-only", "≥ ", "--timeout ended the search"},
		{"--classic queens=30 --timeout 20ms", "", "--timeout ended the search"},
	} {
		r := sudokulab(t, "", arguments("cover "+tc.args)...)
		if r.code != exitOK || !strings.HasPrefix(r.out, tc.out) || !strings.Contains(r.errOut, tc.errOut) {
			t.Errorf("cover %s: exit code %d, output %q, standard error %q", tc.args, r.code, clip(r.out, 100), r.errOut)
		}
	}
}

// TestCoverSudoku: the problem of a puzzle has its solutions, and they are its grids.
func TestCoverSudoku(t *testing.T) {
	file := write(t, "p.txt", "# one\n"+two4+"\n")
	for _, tc := range []struct {
		args  []string
		count string
	}{
		{[]string{easy}, "1"},
		{[]string{none}, "0"},
		{[]string{two4}, "2"},
		{[]string{file}, "2"},
		{[]string{blank4}, "288"},
		{[]string{blank4, "--diagonal"}, "48"},
		{[]string{"123456" + strings.Repeat(".", 30), "--regions", regions6}, "39168"},
	} {
		problem := must(t, "", append([]string{"cover", "--sudoku"}, tc.args...)...)
		if got := must(t, problem, "cover", "--count-only"); got != tc.count+"\n" {
			t.Errorf("%q: %q solutions, want %s", tc.args, got, tc.count)
		}
	}
	var s coverSolution
	problem := must(t, "", "cover", "--sudoku", easy)
	decode(t, must(t, problem, "cover", "--format", "json"), &s)
	grid := board.New(board.Standard())
	for _, o := range s.Options {
		var row, column, digit int
		if n, err := fmt.Sscanf(strings.ReplaceAll(o, "#", " "), "r%dc%d r%d %d", &row, &column, new(int), &digit); n != 4 || err != nil {
			t.Fatalf("option %q: %v", o, err)
		}
		grid.Set(9*(row-1)+column-1, digit)
	}
	if grid.String() != easySolution {
		t.Errorf("the options say %s, want %s", grid, easySolution)
	}
	if n := strings.Count(problem, "\n"); n >= 2+729 || !strings.HasPrefix(problem, "| 9×9 "+easy+"\n") {
		t.Errorf("%d lines, want those of the options that the givens leave:\n%s", n, clip(problem, 200))
	}
}

// TestCoverInterrupted keeps whole solutions of what was written.
func TestCoverInterrupted(t *testing.T) {
	for _, form := range []string{"text", "json"} {
		t.Run(form, func(t *testing.T) {
			answers, out := io.Pipe()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var errOut bytes.Buffer
			done := make(chan int, 1)
			go func() {
				done <- run(ctx, []string{"cover", "--classic", "queens=40", "--format", form}, strings.NewReader(""), out, &errOut)
				_ = out.Close()
			}()
			read := bufio.NewReader(answers)
			var text strings.Builder
			for range 50 {
				line, err := read.ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				text.WriteString(line)
			}
			cancel()
			if _, err := io.Copy(&text, read); err != nil {
				t.Fatal(err)
			}
			all := lines(text.String())
			if form == "text" && !strings.HasSuffix(text.String(), "\n\n") || form == "json" && !json.Valid([]byte(all[len(all)-1])) {
				t.Errorf("the output ends in the middle of a solution: %q", all[len(all)-1])
			}
			if code := <-done; code != exitInterrupted || !strings.Contains(errOut.String(), "interrupted") {
				t.Errorf("exit code %d, standard error %q", code, errOut.String())
			}
		})
	}
	// A reader that blocks does not hold up the end.
	in, ask := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if code := run(ctx, []string{"cover"}, in, io.Discard, io.Discard); code != exitInterrupted {
		t.Errorf("while reading: exit code %d", code)
	}
	_ = ask.Close()
}
