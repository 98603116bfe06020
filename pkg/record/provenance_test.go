package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a repository with one commit that holds file, and returns the commit.
func repository(t *testing.T, dir, file string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, file), []byte(dir), 0o600); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, args := range [][]string{
		{"init", "--quiet"},
		{"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false", "-c", "core.hooksPath=/nonexistent", "commit", "--quiet", "--message", "one"},
		{"rev-parse", "HEAD"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null")
		var err error
		if out, err = cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	return strings.TrimSpace(string(out))
}

// TestSourceBesideOthers: the commit is that of the tree, whatever repository the person works on.
func TestSourceBesideOthers(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE", "GIT_PREFIX"} {
		if value, set := os.LookupEnv(name); set {
			t.Setenv(name, value) // which puts it back in the end
			if err := os.Unsetenv(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	lab, other := t.TempDir(), t.TempDir()
	want, foreign := repository(t, lab, "go.mod"), repository(t, other, "c")
	if want == foreign {
		t.Fatal("two repositories have one commit")
	}
	source := func(dir string) (string, bool) {
		p := program{module: labModule, path: runDir, code: filepath.Join(dir, filepath.FromSlash(inTree)), folder: other}
		return p.source(t.Context(), nil)
	}
	if commit, dirty := source(lab); commit != want || dirty {
		t.Errorf("commit %s, dirty %t, want %s", commit, dirty, want)
	}
	unpacked := filepath.Join(other, "unpacked")
	if err := os.Mkdir(unpacked, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(unpacked, "go.mod"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if commit, dirty := source(unpacked); commit != unknown || dirty {
		t.Errorf("a tree without git has the commit %s, dirty %t", commit, dirty)
	}
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	if commit, dirty := source(lab); commit != want || dirty {
		t.Errorf("with GIT_DIR elsewhere: commit %s, dirty %t, want %s", commit, dirty, want)
	}
}

// TestCommitted: what a file says now does not matter, nor does a repository around.
func TestCommitted(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	repository(t, dir, "go.mod")
	path := filepath.Join(dir, "go.mod")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("changed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Committed(t.Context(), dir, "go.mod"); err != nil || got != strings.TrimSpace(string(before)) {
		t.Errorf("%q, %v; want %q", got, err, before)
	}
	for name, says := range map[string]string{dir: "none", t.TempDir(): "go.mod"} {
		if got, err := Committed(t.Context(), name, says); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s of %s: %q, %v; want an error that names it", says, name, got, err)
		}
	}
}
