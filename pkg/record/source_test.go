package record

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// labModule stands for the lab's module in these tests, whatever it is called.
const labModule = "example.org/lab"

// Where the toolchain puts programs that it runs at once.
const (
	runDir   = "/tmp/go-build3207792177/b001/exe/sudokulab"
	cacheDir = "/home/x/.cache/go-build/2d/2d5b588e0de3af803cd5ffae17ea37417b96d7e51ac9fbf24dee59d3c36d8fe1-d/sudokulab"
)

// fakeGit puts a git on the PATH that keeps to itself what it was asked, and answers by the
// script, which sees the arguments behind -C as $1 and so on.
func fakeGit(t *testing.T, script string) (asked func() string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the fake git is a shell script")
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	text := "#!/bin/sh\nprintf '%s GIT_DIR=%s\\n' \"$*\" \"$GIT_DIR\" >>'" + log + "'\nwhile [ \"$1\" != -C ]; do shift; done\ntree=$2\nshift 2\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(text), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	return func() string {
		data, err := os.ReadFile(log)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(data)
	}
}

// tree makes a source tree of the module.
func tree(t *testing.T, module string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+module+"\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func stamped(module, revision, modified string) *debug.BuildInfo {
	info := &debug.BuildInfo{Main: debug.Module{Path: module}}
	if revision != "" {
		info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: modified}}
	}
	return info
}

// TestSource: a record's commit is that of the code that runs, or unknown, never that of another
// folder.
func TestSource(t *testing.T) {
	const (
		clean     = "case \"$1\" in rev-parse) echo head-of-$tree;; esac"
		changed   = "case \"$1\" in rev-parse) echo head-of-$tree;; status) echo ' M x.go';; esac"
		broken    = "case \"$1\" in rev-parse) echo head-of-$tree;; status) exit 128;; esac"
		elsewhere = "case \"$1\" in ls-files) exit 1;; rev-parse) echo outer;; esac" // a repository that does not hold the tree
		refuses   = "exit 128"
	)
	src, other := tree(t, labModule), tree(t, "example.org/other")
	below := filepath.Join(src, "cmd", "sudokulab")
	if err := os.MkdirAll(below, 0o750); err != nil {
		t.Fatal(err)
	}
	code := filepath.Join(src, filepath.FromSlash(inTree))
	const trimmed = labModule + "/pkg/record/source.go"
	for _, tc := range []struct {
		name   string
		p      program
		git    string
		commit string
		dirty  bool
		asks   bool // git
	}{
		{"stamped, run in another clone", program{info: stamped(labModule, "built", "false"), path: "/usr/bin/sudokulab", code: trimmed, folder: src}, clean, "built", false, false},
		{"stamped with changes", program{info: stamped(labModule, "built", "true"), path: "/usr/bin/sudokulab", code: trimmed, folder: src}, clean, "built", true, false},
		{"stamped, its tree is still there", program{info: stamped(labModule, "built", "false"), path: "/usr/bin/sudokulab", code: code, folder: other}, changed, "built", false, true},
		{"stamped with the commit of a repository around the tree", program{info: stamped(labModule, "outer", "true"), path: "/usr/bin/sudokulab", code: code, folder: src}, elsewhere, unknown, false, true},
		{"stamped, git refuses", program{info: stamped(labModule, "built", "false"), path: "/usr/bin/sudokulab", code: code, folder: src}, refuses, "built", false, true},
		{"stamp of a module that uses this one", program{info: stamped("example.org/other", "theirs", "false"), path: "/usr/bin/x", code: code, folder: src}, clean, unknown, false, false},
		{"installed without a stamp, run in a clone", program{info: stamped(labModule, "", ""), path: "/usr/bin/sudokulab", code: code, folder: src}, clean, unknown, false, false},
		{"no build information", program{path: "/usr/bin/sudokulab", code: code, folder: src}, clean, unknown, false, false},
		{"go run", program{info: stamped(labModule, "", ""), path: runDir, code: code, folder: other}, clean, "head-of-" + src, false, true},
		{"go run from the cache", program{info: stamped(labModule, "", ""), path: cacheDir, code: code, folder: src}, clean, "head-of-" + src, false, true},
		{"go run, changed tree", program{info: stamped(labModule, "", ""), path: runDir, code: code, folder: src}, changed, "head-of-" + src, true, true},
		{"go run, no status to be had", program{info: stamped(labModule, "", ""), path: runDir, code: code, folder: src}, broken, "head-of-" + src, true, true},
		{"go run in a folder within another repository", program{info: stamped(labModule, "", ""), path: runDir, code: code, folder: src}, elsewhere, unknown, false, true},
		{"go run, git refuses or there is no repository", program{info: stamped(labModule, "", ""), path: runDir, code: code, folder: src}, refuses, unknown, false, true},
		{"go run -trimpath", program{info: stamped(labModule, "", ""), path: runDir, code: trimmed, folder: below}, clean, "head-of-" + src, false, true},
		{"go run -trimpath of another module", program{info: stamped(labModule, "", ""), path: runDir, code: trimmed, folder: other}, clean, unknown, false, false},
		{"go run, the tree is gone", program{info: stamped(labModule, "", ""), path: runDir, code: filepath.Join(other, "gone", filepath.FromSlash(inTree)), folder: other}, clean, unknown, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.p.module = labModule
			t.Setenv("GIT_DIR", filepath.Join(other, ".git")) // as within a hook
			asked := fakeGit(t, tc.git)
			commit, dirty := tc.p.source(t.Context(), []string{"results"})
			if commit != tc.commit || dirty != tc.dirty {
				t.Errorf("commit %q, dirty %v; want %q, %v", commit, dirty, tc.commit, tc.dirty)
			}
			log := asked()
			if tc.asks != (log != "") {
				t.Errorf("git was asked %q, want that to be %v", log, tc.asks)
			}
			for line := range strings.Lines(log) {
				if !strings.HasPrefix(line, "-c safe.directory=* ") || !strings.Contains(line, "-C "+src+" ") || !strings.HasSuffix(line, " GIT_DIR=\n") {
					t.Errorf("git was asked %q, want the tree %s to be trusted, and no GIT_DIR", line, src)
				}
			}
			if strings.Contains(log, " status ") && !strings.Contains(log, " status --porcelain -- . :(exclude)results ") {
				t.Errorf("git was asked %q, want the results left out", log)
			}
			t.Setenv("PATH", t.TempDir()) // and with no git at all
			commit, dirty = tc.p.source(t.Context(), nil)
			want, wantDirty := tc.p.stamp()
			if commit != want || dirty != wantDirty {
				t.Errorf("without git: commit %q, dirty %v; want %q, %v", commit, dirty, want, wantDirty)
			}
		})
	}
}

// TestCheckTree: a program does not record in a tree that holds other code than its own.
func TestCheckTree(t *testing.T) {
	const head = "case \"$1\" in rev-parse) echo head;; esac"
	src, other := tree(t, labModule), tree(t, labModule)
	code := filepath.Join(src, filepath.FromSlash(inTree))
	for _, tc := range []struct {
		name string
		p    program
		git  string
		dir  string
		says string // empty: no error
	}{
		{"stamped with what is checked out", program{info: stamped(labModule, "head", "false"), path: "/usr/bin/x", code: code}, head, other, ""},
		{"stamped with another commit", program{info: stamped(labModule, "before", "false"), path: "/usr/bin/x", code: code}, head, src, "built from commit before, and head is checked out in " + src},
		{"stamped, no repository there", program{info: stamped(labModule, "before", "false"), path: "/usr/bin/x", code: code}, "exit 128", src, ""},
		{"stamped, a tree within another repository", program{info: stamped(labModule, "before", "false"), path: "/usr/bin/x", code: code}, "case \"$1\" in rev-parse) echo outer;; *) exit 1;; esac", src, ""},
		{"go run", program{path: runDir, code: code}, head, src, ""},
		{"go run from another tree", program{path: cacheDir, code: code}, head, other, "built from " + src + ", not from " + other},
		{"go test", program{path: "/tmp/go-build1/b001/lab.test", code: code}, head, other, ""},
		{"installed without a stamp", program{path: "/usr/bin/x", code: code}, head, other, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.p.module = labModule
			fakeGit(t, tc.git)
			err := tc.p.checkTree(t.Context(), tc.dir)
			if (err != nil) != (tc.says != "") || err != nil && !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error %v, want one with %q", err, tc.says)
			}
		})
	}
}

// TestSourceOfThisTest: the test itself is compiled from the tree that it lies in, and the real
// git says the same of it as asked directly.
func TestSourceOfThisTest(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	if untracked(t.Context(), root) {
		t.Skip("the tree lies in a repository that does not hold it")
	}
	want, err := git(t.Context(), root, "rev-parse", "HEAD")
	if err != nil {
		t.Skip("the tree is no checkout")
	}
	p := thisProgram()
	if !p.justBuilt() {
		t.Skip("the test was compiled earlier")
	}
	t.Chdir(t.TempDir()) // which must not matter
	if p.tree() == "" {
		p.folder = root // compiled with -trimpath
	}
	if got, _ := p.source(t.Context(), nil); got != want {
		t.Errorf("commit %q, want %q", got, want)
	}
	if p.module == "" || strings.Contains(p.module, "/pkg/record") {
		t.Errorf("module %q", p.module)
	}
}

// TestSourceInsideAnother uses the real git on a tree within a repository that ignores it.
func TestSourceInsideAnother(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	outer := t.TempDir()
	inner := filepath.Join(outer, "inner")
	for name, text := range map[string]string{"inner/go.mod": "module " + labModule + "\n", ".gitignore": "inner\n"} {
		path := filepath.Join(outer, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "x"},
	} {
		if _, err := git(t.Context(), outer, args...); err != nil {
			t.Fatalf("git %q: %v", args, err)
		}
	}
	p := program{module: labModule, path: runDir, code: filepath.Join(inner, filepath.FromSlash(inTree)), folder: inner}
	if commit, dirty := p.source(t.Context(), nil); commit != unknown || dirty {
		t.Errorf("an ignored tree: commit %q, dirty %v; want it unknown", commit, dirty)
	}
	if _, err := git(t.Context(), outer, "add", "-f", "inner/go.mod"); err != nil {
		t.Fatal(err)
	}
	if commit, dirty := p.source(t.Context(), nil); len(commit) < 40 || !dirty {
		t.Errorf("a tree that is held now: commit %q, dirty %v; want a commit, and changes", commit, dirty)
	}
}
