package lab

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/codeid"
	"sudokulab/pkg/record"
)

// TestTakeOfAProgram: the records of a program get the identity that the experiment's code has in the commit that it was built from, which need
// not be the one that is there now; where that cannot be found, they are taken over as they are.
func TestTakeOfAProgram(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	b := newBench(t)
	slowly(b, 0, "sample")
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", b.Root, "-c", "user.name=n", "-c", "user.email=e"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	code := filepath.Join(b.Root, "experiments", "exp", "exp.go")
	write(t, filepath.Join(b.Root, "go.mod"), "module m\n\ngo 1.26\n")
	write(t, filepath.Join(b.Root, "pkg", "lab", "lab.go"), "package lab\n\ntype Experiment struct{ Plan func() int }\n")
	const source = "package exp\n\nimport \"m/pkg/lab\"\n\nfunc New() *lab.Experiment { return &lab.Experiment{Plan: plan} }\n\nfunc plan() int { return 1 }\n"
	write(t, code, source)
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "one")
	commit := git("rev-parse", "HEAD")
	then, err := codeid.Find(t.Context(), b.Root, measuring)
	if err != nil || then["exp"].Code == "" {
		t.Fatalf("%+v %v", then, err)
	}
	write(t, code, strings.Replace(source, "1 }", "2 }", 1))

	for i, tc := range []struct {
		name, commit string
		dirty        bool
		want, why    string
	}{
		{"known", commit, false, then["exp"].Code, ""},
		{"with changes", commit, true, "program:abc", "without changes"},
		{"unknown", "unknown", false, "program:abc", "want a known one"},
		{"of another tree", strings.Repeat("1", 40), false, "program:abc", "commit 111111"},
	} {
		r := rec(GPU, "sample", map[string]float64{"givens": float64(i)}) // another figure each time, or the record before stays
		r.Provenance = record.Provenance{Code: "program:abc", Commit: tc.commit, Dirty: tc.dirty}
		data, err := record.Marshal(record.Set{r})
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), SliceRecords)
		write(t, file, string(data))
		taken, err := b.Take(t.Context(), file)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		set, err := record.ReadFile(b.recordsPath(b.Experiments[0]))
		if got, _ := Only(set, GPU).Case("sample"); err != nil || got.Provenance.Code != tc.want {
			t.Errorf("%s: code %q, want %q: %v", tc.name, got.Provenance.Code, tc.want, err)
		}
		if why := taken.Unidentified; (why == nil) != (tc.why == "") || why != nil && !strings.Contains(why.Error(), tc.why) {
			t.Errorf("%s: unidentified for %v, want %q", tc.name, why, tc.why)
		}
	}
}
