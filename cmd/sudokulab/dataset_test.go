package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/dataset/audit"
)

// TestAudit: twins of training puzzles in a test are found, in words, as JSON and as a picture, whatever the number of workers.
func TestAudit(t *testing.T) {
	puzzles := twinsOf(t, 5)
	training := write(t, "training.csv", "puzzle\n"+strings.Join(puzzles[:9], "\n")+"\n1234\n")
	test := write(t, "test.txt", strings.Join([]string{puzzles[1], puzzles[12], puzzles[13], puzzles[0]}, "\n")+"\n")
	picture := filepath.Join(t.TempDir(), "audit.svg")
	text := must(t, "", "dataset", "audit", "--jobs", "1", training, "--against", test, "--picture", picture)
	for _, words := range []string{
		"training: 9 puzzles of side 9", "twins                   6", "unreadable              1", "training.csv:11: ",
		"leak: 1 of the 2 different puzzles of the test are in the training, 2 of them cell by cell: puzzle 1 of ",
	} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is not in\n%s", words, text)
		}
	}
	diff(t, "by three workers", must(t, "", "dataset", "audit", "--jobs", "3", training, "--against", test), text)
	var r struct{ Leak audit.Leak }
	if err := json.Unmarshal([]byte(must(t, strings.Join(puzzles, "\n"), "dataset", "audit", "--format", "json", "-", "--against", test)), &r); err != nil || r.Leak.Shared != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.Contains(string(svg), "hidden singles") {
		t.Errorf("the picture has %d bytes, %v", len(svg), err)
	}
}

// TestAuditBad: a set that is not there, a puzzle of another shape and a standard input that is asked for twice are refused.
func TestAuditBad(t *testing.T) {
	test := write(t, "test.txt", easy+"\n")
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"dataset", "audit", test, "--against", "none.txt"}, "none.txt"},
		{[]string{"dataset", "audit", "none.txt", "--against", test}, "none.txt"},
		{[]string{"dataset", "audit", "--against", "-"}, "standard input is the training already"},
		{[]string{"dataset", "audit", test, "--against-set", "18clue"}, "17clue"},
		{[]string{"dataset", "audit", "--diagonal", strings.Repeat(".", 16)}, "want plain boards"},
		{[]string{"dataset", "audit", test, "--picture", filepath.Join(t.TempDir(), "none", "a.svg")}, "none"},
		{[]string{"dataset", "other"}, "other"},
	} {
		r := sudokulab(t, "", c.args...)
		if r.code != exitError || !strings.Contains(r.errOut, c.says) {
			t.Errorf("%v: exit code %d, %q, want %q in it", c.args, r.code, r.errOut, c.says)
		}
	}
}
