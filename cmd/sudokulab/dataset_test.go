package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
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
	audited := func(args ...string) string {
		t.Helper()
		r := sudokulab(t, "", append([]string{"dataset", "audit"}, args...)...)
		if r.code != exitError || !strings.Contains(r.errOut, "1 puzzle could not be used") {
			t.Errorf("%v: exit code %d, %s", args, r.code, r.errOut)
		}
		return r.out
	}
	text := audited("--jobs", "1", training, "--against", test, "--picture", picture)
	for _, words := range []string{
		"training: 9 puzzles of side 9", "twins                   6", "unreadable              1", "training.csv:11: ",
		"leak: 1 of the 2 different puzzles of the test are in the training, 2 of them cell by cell: puzzle 1 of ",
	} {
		if !strings.Contains(text, words) {
			t.Errorf("%q is not in\n%s", words, text)
		}
	}
	diff(t, "by three workers", audited("--jobs", "3", training, "--against", test), text)
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
	for _, args := range [][]string{{bad}, {"--keep-going", bad}, {whole, "--against", bad}} {
		if r := sudokulab(t, "", append([]string{"dataset", "audit"}, args...)...); r.code != exitError || !strings.Contains(r.errOut, "1 puzzle could not be used") {
			t.Errorf("%q: exit code %d, %s", args, r.code, r.errOut)
		}
	}
}

// formats is a recipe of puzzles of three sides in every form.
const formats = `version: 1
name: formats
seed: 7
formats: [csv, csv.gz, extreme, jsonl, jsonl.gz, npy, npz, parquet]
parts:
  - name: nine
    side: 9
    minimal: true
    bands:
      - {name: any, train: 6, test: 3}
  - name: four
    side: 4
    bands:
      - {name: any, givens: 5-9, train: 6, test: 3}
  - name: sixteen
    side: 16
    bands:
      - {name: any, givens: 140-150, train: 3, test: 2}
`

// TestAuditForms: a leak is found whatever of the forms that dataset make writes the two sets are in, in a file or on standard input, and
// so is a twin; a set against another has none. The set that answers are scored on may have each of the forms, too.
func TestAuditForms(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "set")
	must(t, "", "dataset", "make", write(t, "formats.yaml", formats), "--output", dir, "--quiet")
	for part, n := range map[string]int{"nine": 6, "four": 6, "sixteen": 3} {
		all, err := filepath.Glob(filepath.Join(dir, part, "train.*"))
		if err != nil || len(all) < 9 {
			t.Fatalf("%s: %q, %v", part, all, err)
		}
		csv := filepath.Join(dir, part, "train.csv")
		for _, file := range all {
			if strings.Contains(file, ".solutions.") || strings.Contains(filepath.Base(file), ".md") {
				continue
			}
			for _, args := range [][]string{{csv, "--against", file}, {file, "--against", csv}, {file, "--against", file}} {
				out := must(t, "", append([]string{"dataset", "audit", "--quiet"}, args...)...)
				if words := fmt.Sprintf("leak: %d of the %d different puzzles", n, n); !strings.Contains(out, words) {
					t.Errorf("%v: %q is not in\n%s", args, words, out)
				}
			}
			text := content(t, file)
			if out := must(t, text, "dataset", "audit", "--quiet", "-", "--against", csv); !strings.Contains(out, fmt.Sprintf("leak: %d of", n)) {
				t.Errorf("%s from standard input:\n%s", file, out)
			}
			for _, on := range []string{file, "-"} {
				r := sudokulab(t, text, "score", "--quiet", "--baselines", "never", "--resamples", "100", csv, "--on", on)
				r.want(t, file+" as the set "+on, exitOK, fmt.Sprintf("out:, %s", plural(n, "puzzle")), "out:100.00 %")
			}
			test := strings.Replace(file, string(filepath.Separator)+"train.", string(filepath.Separator)+"test.", 1)
			if out := must(t, "", "dataset", "audit", "--quiet", csv, "--against", test); !strings.Contains(out, "leak: 0 of the ") || strings.Contains(out, "leak: 0 of the 0") {
				t.Errorf("%s:\n%s", test, out)
			}
		}
	}
	puzzles := twinsOf(t, 3)
	training := write(t, "training.txt", puzzles[0]+"\n"+puzzles[3]+"\n")
	twins := write(t, "twins.jsonl", `{"question":"`+puzzles[1]+`"}`+"\n"+`{"question":"`+puzzles[7]+`"}`+"\n")
	if out := must(t, "", "dataset", "audit", "--quiet", training, "--against", twins); !strings.Contains(out, "leak: 1 of the 2 different puzzles of the test are in the training, 0 of them cell by cell") {
		t.Error(out)
	}
}

// TestAuditNothing: where nothing can be read on a side there is no report of no leak, but an error that names the file and what was
// expected.
func TestAuditNothing(t *testing.T) {
	good := write(t, "good.txt", easy+"\n")
	for name, c := range map[string]struct{ text, says string }{
		"empty.txt":   {"", "no puzzle in it, want one or more"},
		"empty.csv":   {"puzzle,solution\n", "no puzzle in it, want one or more"},
		"prose.txt":   {"no puzzle at all\nand none here\n", "no puzzle that can be read, want a text, JSON Lines, npy, npz or Parquet with puzzles"},
		"keys.jsonl":  {`{"moves":[1,2]}` + "\n", "no puzzle, want a key that is one of"},
		"empty.npy":   {"\x93NUMPY", "reading npy: "},
		"broken.npz":  {"PK\x03\x04", "reading npz: "},
		"a.parquet":   {"PAR1PAR1", "reading Parquet: "},
		"weights.h5":  {"\x89HDF\r\n", "an HDF5 file, want one of the forms"},
		"columns.csv": {"a,b\n1,2\n", "no puzzle that can be read"},
	} {
		bad := write(t, name, c.text)
		for _, args := range [][]string{{bad}, {good, "--against", bad}, {bad, "--against", good}, {good, good, "--against", good, "--against", bad}, {"--keep-going", good, "--against", bad}} {
			r := sudokulab(t, "", append([]string{"dataset", "audit"}, args...)...)
			if r.code != exitError || !strings.Contains(r.errOut, c.says) || !strings.Contains(r.errOut, name) || strings.Contains(r.out, "leak: 0 of the 0") {
				t.Errorf("%v: exit code %d, %s%s", args, r.code, r.errOut, r.out)
			}
		}
	}
}
