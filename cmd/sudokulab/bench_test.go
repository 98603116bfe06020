package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// benchArgs is a quick measurement of this program's own side of the protocol.
func benchArgs(t *testing.T, more ...string) []string {
	t.Helper()
	t.Setenv(beMain, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return append(append([]string{"bench", "--set", "own-mixed", "--first", "30", "--rounds", "2", "--slot", "0"}, more...), "--", self, "bench", "answer", "--method", "csp")
}

// TestBenchProgram: a program is measured beside methods, as text, Markdown, JSON and a record.
func TestBenchProgram(t *testing.T) {
	file := filepath.Join(t.TempDir(), "entry.json")
	text := must(t, "", benchArgs(t, "--name", "theirs", "--record", file)...)
	for _, words := range []string{"solved    ", "of 30 puzzles", "│ theirs ", "│ bitboard ", "│ dlx "} {
		if !strings.Contains(strings.ReplaceAll(text, "Programs on 30", "of 30"), words) {
			t.Errorf("%q is not in\n%s", words, text)
		}
	}
	line, err := os.ReadFile(file)
	var e benchEntry
	if err != nil || strings.Count(string(line), "\n") != 1 || json.Unmarshal(line, &e) != nil {
		t.Fatalf("%v, %q", err, line)
	}
	s := e.Program.Score
	if s.Solved != s.Solvable || s.Refuted != e.Set.None || s.Puzzles != 30 || e.Program.Speed == nil || len(e.Program.Files) != 1 || len(e.Beside) != 2 ||
		e.Provenance.Go == "" || e.Sources[0] != "own-mixed" || e.Beside[0].Command[0] != "sudokulab" {
		t.Errorf("%s", line)
	}
	page := must(t, "", benchArgs(t, "--format", "markdown", "--beside", "none", "--batch", "4")...)
	if !strings.Contains(page, "- **solved** ") || !strings.Contains(page, "| Program ") {
		t.Error(page)
	}
	if err := json.Unmarshal([]byte(must(t, "", benchArgs(t, "--format", "json", "--beside", "none")...)), &e); err != nil || e.Program.Score.Puzzles != 30 {
		t.Error(err)
	}
}

// TestBenchBad: a program that fails ends in exit code 1 with a score, and bad command lines are told.
func TestBenchBad(t *testing.T) {
	t.Setenv(beMain, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"bench", "--set", "own-easy"}, "no program: want -- and behind it"},
		{[]string{"bench", "--set", "own-easy", "--"}, "no program"},
		{[]string{"bench", "--set", "own-easy", "--", "no-such-program"}, "no-such-program not started: "},
		{[]string{"bench", "none.txt", "--", self}, "none.txt"},
		{[]string{"bench", "--", self}, "no puzzles"},
		{[]string{"bench", "--beside", "bitbord", easy, "--", self}, "did you mean bitboard"},
		{[]string{"bench", "--beside", "none,dlx", easy, "--", self}, "want it alone"},
		{[]string{"bench", "--rounds", "0", easy, "--", self}, "--rounds 0"},
		{[]string{"bench", "--diagonal", easy, "--", self}, "want plain boards"},
		{[]string{"bench", easy, "--record", filepath.Join(t.TempDir(), "none", "x"), "--beside", "none", "--rounds", "1", "--", self, "bench", "answer"}, "--record"},
		{[]string{"bench", easy, "--", self, "bench", "answer", "--method", "no"}, "crashed: exit status 1; its last words: sudokulab: "},
	} {
		r := sudokulab(t, "", c.args...)
		if r.code != exitError || !strings.Contains(r.errOut, c.says) {
			t.Errorf("%v: exit code %d, %q, want %q in it", c.args, r.code, r.errOut, c.says)
		}
	}
	if r := sudokulab(t, "", "bench", "--set", "own-easy", "--", "no-such-program"); !strings.Contains(r.out, "300 missing") {
		t.Error(r.out)
	}
	if r := sudokulab(t, "", "bench", "answer", "x"); r.code != exitError {
		t.Errorf("%+v", r)
	}
}

// TestBenchWrong: a program whose answers are missing or wrong has no rate, or a marked one, is compared with nothing, and ends in exit
// code 1 in every form of the output.
func TestBenchWrong(t *testing.T) {
	for _, tool := range []string{"cat", "head"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	t.Setenv(beMain, "1")
	solved := strings.TrimSpace(must(t, "", "solve", "--quiet", "--format", "line", easy))
	puzzles := write(t, "q.txt", solved+"\n"+easy+"\n"+easy+"\n") // the first one is its own answer
	bare := write(t, "bare.txt", easy+"\n"+easy+"\n")
	for _, c := range []struct {
		file    string
		command []string
		says    string
		rated   bool
	}{
		{bare, []string{"cat"}, "cat: 2 incomplete, of 2", false},
		{puzzles, []string{"cat"}, "cat: 2 incomplete, of 3", true},
		{puzzles, []string{"head", "-n", "1"}, "head: 2 missing, of 3", true},
	} {
		args := func(more ...string) []string {
			return append(append(append([]string{"bench", "--quiet", "--rounds", "2", "--slot", "0", "--beside", "bitboard"}, more...), c.file, "--"), c.command...)
		}
		for _, f := range []string{"text", "markdown", "json"} {
			r := sudokulab(t, "", args("--format", f)...)
			if r.code != exitError || !strings.Contains(r.errOut, c.says) || strings.Contains(r.out, "×") {
				t.Errorf("%v, %s: exit code %d, %s%s", c.command, f, r.code, r.errOut, r.out)
			}
			if f == "json" {
				var e benchEntry
				if err := json.Unmarshal([]byte(r.out), &e); err != nil || (e.Program.Speed != nil) != c.rated || e.Program.Flaw == "" || e.Beside[0].Ratio != nil || e.Beside[0].Flaw != "" {
					t.Errorf("%v: %v, %+v", c.command, err, e.Program)
				}
			}
		}
	}
}

// TestBenchInterrupted: Ctrl-C ends the measurement with the program.
func TestBenchInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits")
	}
	cmd := process(t, "bench", "--beside", "none", easy, "--", "sleep", "3600")
	var errOut strings.Builder
	cmd.Stderr = &errOut
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(2 * time.Second)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Skip(err)
	}
	if code := exitCode(t, cmd); code != exitInterrupted {
		t.Errorf("exit code %d, %s", code, errOut.String())
	}
}
