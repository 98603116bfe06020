package main

import (
	"bytes"
	"compress/gzip"
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

// TestAuditCutShort: an audit of a part of a file does not pass for one of the whole.
func TestAuditCutShort(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte(strings.Repeat(easy+"\n", 3))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	cut := write(t, "cut.gz", string(packed.Bytes()[:packed.Len()-8]))
	whole := write(t, "whole.txt", easy+"\n")
	bad := write(t, "bad.txt", easy+"\n"+easy[1:]+"\n"+easy+"\n")
	for _, args := range [][]string{{cut}, {whole, "--against", cut}, {cut, whole}} {
		refused(t, append([]string{"dataset", "audit", "--quiet"}, args...), "dataset audit: ", "cut.gz:4: reading: unexpected EOF")
		r := sudokulab(t, "", append([]string{"dataset", "audit", "--keep-going"}, args...)...)
		if r.code != exitError || !strings.Contains(r.out, "unreadable              1") || !strings.Contains(r.errOut, "1 puzzle could not be used") {
			t.Errorf("--keep-going %q: exit code %d, %s%s", args, r.code, r.out, r.errOut)
		}
	}
	must(t, "", "dataset", "audit", bad)
	if r := sudokulab(t, "", "dataset", "audit", "--keep-going", bad); r.code != exitError || !strings.Contains(r.errOut, "1 puzzle could not be used") {
		t.Errorf("--keep-going: exit code %d, %s", r.code, r.errOut)
	}
}
