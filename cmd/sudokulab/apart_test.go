package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputsApart: no command replaces what it reads by what it writes.
func TestOutputsApart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{
		"graph FILE --output FILE",
		"trace FILE --svg FILE",
		"score FILE --on own-easy --record FILE",
		"score - --on FILE --record FILE",
		"score - --on FILE --picture LINK",
		"dataset audit FILE --picture FILE",
		"dataset audit - --against FILE --picture FILE",
		"bench FILE --rounds 1 --slot 0s --beside none --record LINK -- " + self,
	} {
		file := write(t, "puzzles.txt", easy+"\n")
		link := filepath.Join(filepath.Dir(file), "link.txt")
		if err := os.Symlink(file, link); err != nil {
			t.Skip(err)
		}
		var words []string
		for w := range strings.FieldsSeq(args) {
			words = append(words, strings.NewReplacer("FILE", file, "LINK", link).Replace(w))
		}
		refused(t, words, "is read as input, and would be replaced")
		if got := content(t, file); got != easy+"\n" {
			t.Errorf("%s: the input now holds %q", args, got)
		}
	}
}

// TestJobOutputApart: a job's output is neither the job file nor any of its inputs, now or when the job is looked at again.
func TestJobOutputApart(t *testing.T) {
	for _, c := range []struct{ input, output, says string }{
		{"in.txt", "in.txt", "in.txt is among the input, in.txt"},
		{"./in.txt", "in.txt", "is among the input"},
		{"*.txt", "in.txt", "is among the input"},
		{"*.txt", "new.txt", "new.txt is among the input, *.txt"},
		{"in.txt", "link", "is among the input"},
		{"in.txt", "job.yaml", "job.yaml is the job file itself"},
	} {
		text := "operation: solve\ninput: {files: ['" + c.input + "']}\nshards: 1\noutput: " + c.output + "\n"
		path, _ := jobFile(t, text)
		in := filepath.Join(filepath.Dir(path), "in.txt")
		if err := os.WriteFile(in, []byte(easy+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("in.txt", filepath.Join(filepath.Dir(path), "link")); err != nil {
			t.Skip(err)
		}
		refused(t, []string{"job", "run", path}, path+": output: ", c.says)
		if content(t, in) != easy+"\n" || content(t, path) != text {
			t.Errorf("input %s, output %s: what stood there is gone", c.input, c.output)
		}
	}
	path, out := jobFile(t, "operation: solve\ninput: {files: [in.txt]}\nshards: 1\noutput: out\n")
	in := filepath.Join(filepath.Dir(path), "in.txt")
	for range 2 { // input that was written again and is the same is no change
		if err := os.WriteFile(in, []byte(easy+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, "", "job", "run", path)
	}
	was := content(t, out)
	if err := os.WriteFile(in, []byte(easy+"\n"+four+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"run", "status", "merge"} {
		refused(t, []string{"job", command, path}, "the input was changed since the job was planned")
	}
	if got := content(t, out); got != was {
		t.Errorf("the output is now %q", got)
	}
}

// TestNotebookPageApart: a page takes no notebook's place.
func TestNotebookPageApart(t *testing.T) {
	const text = `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	a, b := write(t, "a.ipynb", text), write(t, "b.html", text)
	refused(t, []string{"notebook", "html", a, "--out", a}, a+": is read as input, and would be replaced")
	refused(t, []string{"notebook", "html", b}, "its page would be written over the notebook "+b)
	if content(t, a) != text || content(t, b) != text {
		t.Error("a notebook was written over")
	}
}
