package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/record"
	"sudokulab/pkg/record/compare"
)

// TestCompare: the committed records, as files, folders and a commit, against themselves and against a copy in which one exact figure
// was changed and one time doubled.
func TestCompare(t *testing.T) {
	root := wholeTree(t)
	results := filepath.Join(root, "results")
	file := filepath.Join(results, "csp-sample", "records.jsonl")
	set, err := record.ReadFile(file)
	if err != nil || len(set) == 0 {
		t.Fatalf("%d records, %v", len(set), err)
	}
	changed := filepath.Join(t.TempDir(), "[odd] ü", "csp-sample", "records.jsonl")
	name := ""
	for n, m := range set[0].Exact {
		m.Value++
		name, set[0].Exact[n] = n, m
		break
	}
	text, err := record.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.ReplaceFile(changed, text); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Dir(filepath.Dir(changed))
	report := func(args ...string) (rep compare.Report) {
		if err := json.Unmarshal([]byte(must(t, "", append([]string{"results", "compare", "--format", "json"}, args...)...)), &rep); err != nil {
			t.Fatal(err)
		}
		return rep
	}
	for what, a := range map[string]string{"tree": root, "results": results, "experiment": filepath.Dir(file), "file": file} {
		if rep := report("--only", "csp-sample", a, file); len(rep.Differing)+len(rep.OnlyA)+len(rep.OnlyB)+len(rep.Otherwise) != 0 || rep.Cases != len(set.Measured()) {
			t.Errorf("%s beside the file: %+v", what, rep)
		}
	}
	rep := report(file, odd)
	if len(rep.Differing) != 1 || rep.Differing[0].Figure != name || rep.Differing[0].Case != set[0].Case {
		t.Errorf("%+v, want %s of %s alone", rep.Differing, name, set[0].Case)
	}
	if r := sudokulab(t, "", "results", "compare", "--strict", file, odd); r.code != exitError || !strings.Contains(r.errOut, "1 exact figure differ") || !strings.Contains(r.out, "Exact figures that differ") {
		t.Errorf("exit code %d, %s%s", r.code, r.out, r.errOut)
	}
	if got := must(t, "", "results", "compare", "--profile", "smoke", "--format", "markdown", file, odd); !strings.HasPrefix(got, "**What is compared**\n") {
		t.Error(got)
	}
	if _, _, err := record.At(t.Context(), root, "HEAD"); err == nil { // else there is no git, or no commit
		if rep := report("--root", root, "--only", "csp-sample", "HEAD", "HEAD"); rep.Cases == 0 || len(rep.Differing) != 0 {
			t.Errorf("a commit beside itself: %+v", rep)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	root := wholeTree(t)
	file := filepath.Join(root, "results", "csp-sample", "records.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	torn := write(t, "torn.jsonl", string(text[:len(text)-30]))
	twice := filepath.Dir(write(t, "records.jsonl", string(text)))
	if err := os.Mkdir(filepath.Join(twice, "again"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(twice, "again", "records.jsonl"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		"1 side: want two":            {file},
		"torn.jsonl:":                 {torn, file},
		"name one of the files":       {file, twice},
		"no records: neither here":    {file, t.TempDir()},
		"empty.jsonl: no records":     {write(t, "empty.jsonl", ""), file},
		"no such file or folder":      {"--root", root, "no-such-branch", file},
		"no such file or folder, and": {"--root", root, "--", "--help", file},
		"--only nothing: neither":     {"--only", "nothing", file, file},
		"--profile huge":              {"--profile", "huge", file, file},
	} {
		if r := sudokulab(t, "", append([]string{"results", "compare"}, args...)...); r.code != exitError || !strings.Contains(r.errOut, want) || r.out != "" {
			t.Errorf("%q: exit code %d, %s%s, want %q", args, r.code, r.out, r.errOut, want)
		}
	}
}
