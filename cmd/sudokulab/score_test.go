package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/dataset/score"
)

// predicted returns the puzzles of a small set with the lab's own answers, a line each.
func predicted(t *testing.T) (puzzles, answers []string) {
	t.Helper()
	puzzles = strings.Fields(must(t, "", "generate", "--count", "12", "--seed", "4", "--minimal", "--format", "line"))
	answers = strings.Fields(must(t, strings.Join(puzzles, "\n"), "solve", "--format", "line", "--quiet"))
	if len(puzzles) != 12 || len(answers) != 12 {
		t.Fatal(puzzles, answers)
	}
	return puzzles, answers
}

// TestScore: two files are scored and compared, as text, as Markdown, as JSON, and in a record.
func TestScore(t *testing.T) {
	puzzles, answers := predicted(t)
	set := write(t, "set.txt", strings.Join(puzzles, "\n")+"\n")
	good := write(t, "good.txt", strings.Join(answers, "\n")+"\n")
	var rows []string
	for i := range puzzles {
		rows = append(rows, fmt.Sprintf("%d,%s", 11-i, answers[11-i]))
	}
	rows[2] = "9," + strings.Repeat("0", 81)
	worse := write(t, "worse.csv", "index,answer\n"+strings.Join(rows, "\n")+"\n")
	entry := filepath.Join(t.TempDir(), "entry.jsonl")
	text := must(t, "", "score", good, worse, "--on", set, "--resamples", "200", "--record", entry, "--name", "good,worse", "--note", "exact, by hand", "--note", "one left out")
	for _, words := range []string{
		"Predictions scored on set.txt, 12 puzzles", "100.00 % [75.75, 100.00]", "91.67 %", "naked and hidden singles", "singles and search, 128 guesses",
		"good solves 1 more of the 12 puzzles than worse", "Solved, by what solves the puzzles",
	} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is not in\n%s", words, text)
		}
	}
	diff(t, "by three workers", must(t, "", "score", good, worse, "--on", set, "--resamples", "200", "--jobs", "3", "--name", "good,worse"), text)
	lines, err := os.ReadFile(entry)
	if err != nil {
		t.Fatal(err)
	}
	var r score.Record
	if err := json.Unmarshal(lines[:bytes.IndexByte(lines, '\n')], &r); err != nil || r.System.Name != "good" || r.Note != "exact, by hand" || r.System.Scores[0].Solved.Successes != 12 || r.Set.Puzzles != 12 {
		t.Errorf("%+v, %v", r, err)
	}
	if page := must(t, "", "score", good, "--on", set, "--resamples", "200", "--format", "markdown", "--baselines", "never"); !strings.Contains(page, "| good.txt |") || strings.Contains(page, "singles and search") {
		t.Error(page)
	}
	var report score.Report
	out := must(t, strings.Join(answers, "\n"), "score", "-", "--on", set, "--resamples", "200", "--format", "json")
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Schema != score.Schema || report.Systems[0].Name != "<stdin>" || report.Systems[0].Scores[0].Solved.Successes != 12 {
		t.Errorf("%s, %v", out, err)
	}
	votes := must(t, "", "score", worse, good, good, "--as-votes", "--on", set, "--resamples", "200", "--baselines", "never")
	for _, words := range []string{"worse.csv and 2 more, first", "worse.csv and 2 more, majority", "worse.csv and 2 more, best"} {
		if !strings.Contains(votes, words) {
			t.Errorf("%q is not in\n%s", words, votes)
		}
	}
}

// TestScoreSets: a set may be a name, a folder with shards of a test, or standard input.
func TestScoreSets(t *testing.T) {
	puzzles, answers := predicted(t)
	dir := t.TempDir()
	for name, content := range map[string]string{
		"test-0.csv": "puzzle,solution\n" + puzzles[0] + "," + answers[0] + "\n",
		"test-1.csv": "puzzle,solution\n" + puzzles[1] + "," + answers[1] + "\n",
		"train.csv":  "puzzle,solution\n" + puzzles[2] + "," + answers[2] + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	good := write(t, "good.txt", answers[0]+"\n"+answers[1]+"\n")
	if text := must(t, "", "score", good, "--on", dir); !strings.Contains(text, "test-0.csv and 1 more, 2 puzzles") || !strings.Contains(text, "100.00 %") {
		t.Error(text)
	}
	if text := must(t, puzzles[0]+"\n"+puzzles[1]+"\n", "score", good, "--on", "-"); !strings.Contains(text, "<stdin>, 2 puzzles") {
		t.Error(text)
	}
	four := must(t, "", "solve", "--set", "own-4x4", "--format", "line", "--quiet")
	if text := must(t, four, "score", "-", "--on", "own-4x4"); !strings.Contains(text, "own-4x4, 100 puzzles") || !strings.Contains(text, "100.00 %") {
		t.Error(text)
	}
}

// TestScoreBad: bad answers are scored as far as they go, named by file and line, and end with exit code 1; what cannot be scored is
// refused without output.
func TestScoreBad(t *testing.T) {
	puzzles, answers := predicted(t)
	set := write(t, "set.txt", strings.Join(puzzles, "\n")+"\n")
	bad := write(t, "bad.txt", answers[0]+"\n123\n"+answers[2]+"\n")
	good := write(t, "good.txt", strings.Join(answers, "\n")+"\n")
	r := sudokulab(t, "", "score", bad, "--on", set)
	if r.code != exitError || !strings.Contains(r.errOut, "9 missing answers, 1 malformed answer; what is missing counts as wrong") ||
		!strings.Contains(r.out, "16.67 %") || !strings.Contains(r.out, "3 cells, want 81") {
		t.Errorf("%d, %s\n%s", r.code, r.errOut, r.out)
	}
	entry := filepath.Join(t.TempDir(), "none", "entry.jsonl")
	picture := filepath.Join(t.TempDir(), "a.svg")
	for _, c := range []struct {
		args []string
		says string
		out  bool
	}{
		{[]string{good}, "want --on", false},
		{[]string{"--on", set}, "no predictions", false},
		{[]string{good, "--on", "18clue"}, "did you mean 17clue", false},
		{[]string{good, "--on", "none.txt"}, "none.txt", false},
		{[]string{good, "--on", t.TempDir()}, "no test file", false},
		{[]string{"none.txt", "--on", set}, "none.txt", false},
		{[]string{t.TempDir(), "--on", set}, "is a folder", false},
		{[]string{"-", "--on", "-"}, "only once", false},
		{[]string{good, "--on", bad}, "bad.txt:2", false},
		{[]string{good, "--on", set, "--name", "a,b"}, "2 names, want 1", false},
		{[]string{good, "--on", set, "--note", "a"}, "want --record", false},
		{[]string{good, "--on", set, "--record", picture, "--note", "a", "--note", "b"}, "2 notes, want 1", false},
		{[]string{good, "--on", set, "--record", picture, "--note", "a\nb"}, "one line", false},
		{[]string{good, "--on", set, "--predictions", "npy"}, "magic number", false},
		{[]string{good, "--on", set, "--record", entry}, "entry.jsonl", true},
		{[]string{good, "--on", set, "--picture", picture}, "no predictions with probabilities", true},
	} {
		r := sudokulab(t, "", append([]string{"score"}, c.args...)...)
		if r.code != exitError || !strings.Contains(r.errOut, c.says) || (r.out != "") != c.out {
			t.Errorf("%v: exit code %d, %q, want %q in it\n%s", c.args, r.code, r.errOut, c.says, r.out)
		}
	}
	if _, err := os.Stat(picture); err == nil {
		t.Error("a picture of nothing")
	}
}

// TestScorePicture: probabilities are drawn.
func TestScorePicture(t *testing.T) {
	cells := make([]string, 16)
	for c, d := range "1234341221434321" {
		p := []string{"0.1", "0.1", "0.1", "0.1"}
		p[d-'1'] = "0.7"
		cells[c] = "[" + strings.Join(p, ",") + "]"
	}
	set := write(t, "set.txt", "1234........4321\n")
	answer := write(t, "p.jsonl", `{"probabilities": [`+strings.Join(cells, ",")+"]}\n")
	picture := filepath.Join(t.TempDir(), "a.svg")
	if text := must(t, "", "score", answer, "--on", set, "--picture", picture); !strings.Contains(text, "Expected calibration error 0.3000") {
		t.Error(text)
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.Contains(string(svg), "p.jsonl") {
		t.Errorf("the picture has %d bytes, %v", len(svg), err)
	}
}

// TestScoreInterrupted: neither a set nor predictions that block outlast the end of the command.
func TestScoreInterrupted(t *testing.T) {
	set := write(t, "set.txt", easy+"\n")
	for _, args := range [][]string{{"score", "-", "--on", set}, {"score", set, "--on", "-"}} {
		r, w := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			_, _ = io.WriteString(w, easy[:40]) // then nothing
			cancel()
		}()
		var out, errOut bytes.Buffer
		if code := run(ctx, args, r, &out, &errOut); code != exitInterrupted || out.Len() > 0 {
			t.Errorf("%v: exit code %d, %q", args, code, errOut.String())
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestBlank: cells that are tokens from any number on are read if it is said, in scores and audits, and without that the error names the
// flag's reason.
func TestBlank(t *testing.T) {
	array := func(cells string, by int) string {
		head := "{'descr': '|i1', 'fortran_order': False, 'shape': (1, 16), }"
		head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
		text := []byte("\x93NUMPY\x01\x00" + string([]byte{byte(len(head)), 0}) + head)
		for _, c := range []byte(strings.ReplaceAll(cells, ".", "0")) {
			text = append(text, byte(int(c-'0')+by))
		}
		return string(text)
	}
	const puzzle, answer = "12..34..........", "1234341221434321"
	set := write(t, "set.txt", puzzle+"\n")
	folder := filepath.Join(t.TempDir(), "train")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	refused(t, []string{"dataset", "audit", set, "--against", folder}, "dataset audit: --against: ", "want a file, or a folder with all__inputs.npy in it")
	if err := os.WriteFile(filepath.Join(folder, "all__inputs.npy"), []byte(array(puzzle, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := must(t, "", "dataset", "audit", "--quiet", set, "--against", folder); !strings.Contains(out, "leak: 1 of the 1") {
		t.Error(out)
	}
	tokens := write(t, "answers.npy", array(answer, 1))
	if out := must(t, "", "score", "--quiet", "--on", folder, "--blank", "1", tokens); !strings.Contains(out, "train/all__inputs.npy, 1 puzzle") || !strings.Contains(out, "100.00 %") {
		t.Error(out)
	}
	for _, by := range []int{1, -1, 2} {
		blank := strconv.Itoa(by)
		answers, puzzles := write(t, "answers.npy", array(answer, by)), write(t, "puzzles.npy", array(puzzle, by))
		if out := must(t, "", "score", "--quiet", "--on", set, "--blank", blank, answers); !strings.Contains(out, "100") {
			t.Errorf("--blank %s:\n%s", blank, out)
		}
		if out := must(t, "", "dataset", "audit", "--quiet", set, "--blank", blank, "--against", puzzles); !strings.Contains(out, "leak: 1 of the 1") {
			t.Errorf("--blank %s:\n%s", blank, out)
		}
		if r := sudokulab(t, "", "dataset", "audit", set, "--against", puzzles); by != -1 && (r.code != exitError || !strings.Contains(r.errOut, "for a blank cell")) {
			t.Errorf("without --blank %s: %+v", blank, r)
		}
	}
}
