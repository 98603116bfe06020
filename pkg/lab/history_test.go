package lab

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

func withCommit(r record.Record, commit string, dirty bool) record.Record {
	r.Provenance.Commit, r.Provenance.Dirty = commit, dirty
	return r
}

// TestMarks: which records do not name their code, and how a table and a claim say so.
func TestMarks(t *testing.T) {
	set := record.Set{
		withCommit(measured("a", "x", 1, 0), "here", false), withCommit(measured("b", "x", 1, 0), "here", true),
		withCommit(measured("c", "x", 1, 0), "gone", true), withCommit(measured("d", "x", 1, 0), "gone", false),
		withCommit(measured("e", "x", 1, 0), "unknown", false), withCommit(measured("f", "x", 1, 0), "", false),
		withCommit(gone("g", "x"), "unknown", false),
	}
	known := history{commits: []string{"here"}}
	for want, got := range map[string]string{
		"": known.marks(set[:1]),
		"Of 1 record 1 was measured in a changed tree.":                                                                  known.marks(set[1:2]),
		"Of 6 records 2 name no commit, 1 names a commit that is not in the history, 2 were measured in a changed tree.": known.marks(set),
		"Of 6 records 2 name no commit, 2 were measured in a changed tree.":                                              history{}.marks(set), // nothing is known of the history
		"Of 4 records 1 names no commit, 1 names a commit that is not in the history, 1 was measured in a changed tree.": known.marks(record.Set{set[0], set[1], set[3], set[4]}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestHistoryFile publishes in a repository: what is committed says which commits are in the history, and tables and claims follow
// from that file alone, git or no git. A shallow clone takes nothing out of it, and a whole one what is no longer there.
func TestHistoryFile(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	b := measuredBench(t)
	b.exact = true
	if b.read(t, historyFile) != "" {
		t.Fatal("a history without a repository")
	}
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", b.Root, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	write(t, filepath.Join(b.Root, "go.mod"), "module x\n")
	git("init", "-q")
	git("add", "go.mod")
	git("commit", "-qm", "one")
	one := git("rev-parse", "HEAD")
	git("commit", "-qm", "two", "--allow-empty")
	e := b.Experiments[0]
	set, err := record.ReadFile(b.recordsPath(e))
	if err != nil {
		t.Fatal(err)
	}
	for i := range set {
		commit := one
		if set[i].Case == "second" {
			commit = strings.Repeat("ab", 20)
		}
		set[i] = withCommit(set[i], commit, false)
	}
	data, err := record.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	write(t, b.recordsPath(e), string(data))
	b.publish(t)
	if got, want := b.read(t, historyFile), "[\""+one+"\"]\n"; got != want {
		t.Fatalf("%s: %q, want %q", historyFile, got, want)
	}
	const mark = "Of 2 records 1 names a commit that is not in the history."
	for _, name := range []string{"results/exp/table.md", "results/exp/README.md"} {
		if text := b.read(t, name); !strings.Contains(text, mark) {
			t.Errorf("%s lacks %q:\n%s", name, mark, text)
		}
	}
	if text := b.read(t, "results/claims/csp.md"); strings.Contains(text, "not in the history") {
		t.Errorf("the claim rests on a record of the history, yet:\n%s", text)
	}
	before := b.snapshot(t)
	same := func(how string) {
		t.Helper()
		b.publish(t)
		for name, text := range b.snapshot(t) {
			if strings.Contains(name, "results") && before[name] != text {
				t.Errorf("%s: %s is another:\n%s", how, name, text)
			}
		}
	}
	write(t, filepath.Join(b.Root, ".git", "shallow"), git("rev-parse", "HEAD")+"\n")
	same("in a shallow clone")
	path := t.TempDir()
	t.Setenv("PATH", path)
	same("without git")
}

// TestRetake: a run of a known commit replaces records that name none, those of its cache as well, though the exact figures are the
// same; a run that names none leaves them.
func TestRetake(t *testing.T) {
	b := newBench(t)
	b.follow("one")
	b.exact = true
	e := b.Experiments[0]
	sources, err := b.sources(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		host record.Provenance
		want string // commit of the records
		runs int64  // cases measured until then
	}{
		{record.Provenance{Commit: "unknown"}, "unknown", 2},
		{record.Provenance{Commit: "unknown"}, "unknown", 2},
		{record.Provenance{Commit: "changed", Dirty: true}, "unknown", 2},
		{record.Provenance{Commit: "known"}, "known", 4},
		{record.Provenance{Commit: "later"}, "known", 4},
		{record.Provenance{Commit: "unknown"}, "known", 4},
	} {
		r := &runner{lab: b.Lab, exp: e, opts: Options{Profile: Quick}, sources: sources, host: c.host, sum: &Summary{}}
		if err := r.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		set, err := record.ReadFile(b.recordsPath(e))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range set.Measured() {
			if r.Provenance.Commit != c.want {
				t.Errorf("after a run of commit %s: %s names %s, want %s", c.host.Commit, r.Case, r.Provenance.Commit, c.want)
			}
		}
		if n := b.runs.Load(); n != c.runs {
			t.Errorf("after a run of commit %s: %d cases measured in all, want %d", c.host.Commit, n, c.runs)
		}
	}
}
