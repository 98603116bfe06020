//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package nbkernel

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// launch starts the test binary as the launcher in an environment of nothing but more.
func launch(t *testing.T, s Spec, more ...string) (string, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, s.Argv[1:]...)
	cmd.Env = append([]string{envPart + "=launcher"}, more...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestLaunch: whatever the client's environment is, GoNB gets one that works.
func TestLaunch(t *testing.T) {
	l := fakeClone(t)
	temp := t.TempDir()
	s := l.spec(l.bin(launcher), l.fakeToolchain())
	base := []string{"TMPDIR=" + temp, "CALLS=" + filepath.Join(temp, "calls")}
	for name, more := range map[string][]string{
		"nothing": nil,
		"odd":     {"HOME=", "PATH=/bin:/usr/bin", "GOFLAGS=-mod=mod -tags=x", "GOWORK=off", "GO111MODULE=off", "GOOS=js", "GOARCH=wasm", "GOPROXY=off", EnvRoot + "=/other"},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := launch(t, s, append(base, more...)...)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			env := environment(strings.Split(out, "\n"))
			for name, want := range map[string]string{
				EnvRoot: l.Root, "GO111MODULE": "on", "GOWORK": "", "GOMLX_NO_AUTO_INSTALL": "1",
				"GOCACHE": l.fakeToolchain().GoCache, "GOMODCACHE": l.fakeToolchain().GoModCache, envGo: l.fakeToolchain().Go,
			} {
				if got := env.get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			if got := env.get("GOOS"); got == "js" {
				t.Errorf("GOOS is %s", got)
			}
			if got := env.get("GOFLAGS"); strings.Contains(got, "-mod=mod") || name == "odd" && !strings.Contains(got, "-tags=x") {
				t.Errorf("GOFLAGS is %q", got)
			}
			path := filepath.SplitList(env.get("PATH"))
			if want := []string{l.shimDir(), l.BinDir(), filepath.Dir(l.fakeToolchain().Go)}; len(path) < 4 || !slices.Equal(path[:3], want) {
				t.Errorf("PATH %q, want it to begin with %q", path, want)
			}
			if own := env.get("TMPDIR"); filepath.Dir(own) != temp {
				t.Errorf("TMPDIR is %q, want a folder in %s", own, temp)
			}
			if !strings.Contains(out, "args --kernel {connection_file} -raw_error -go_work="+l.Root+"\n") {
				t.Errorf("GoNB's arguments:\n%s", out)
			}
		})
	}
}

// TestPrepareFails: each missing part has its own complaint, with a remedy.
func TestPrepareFails(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(t *testing.T, l Lab, o *LaunchOptions)
		want  string
	}{
		"clone":     {func(_ *testing.T, _ Lab, o *LaunchOptions) { o.Root = "/no/such/clone" }, "not there any more"},
		"gonb":      {func(t *testing.T, l Lab, _ *LaunchOptions) { remove(t, l.bin(gonb)) }, "GoNB is missing"},
		"goimports": {func(t *testing.T, l Lab, _ *LaunchOptions) { remove(t, l.bin(goimports)) }, "goimports is missing"},
		"go.mod": {func(t *testing.T, l Lab, _ *LaunchOptions) {
			put(t, l.fakeToolchain().Go, strings.Replace(fakeGo, "*)", "list) echo too old >&2; exit 1 ;;\n*)", 1), 0o755)
		}, "too old"},
		"temporary folder": {func(t *testing.T, l Lab, _ *LaunchOptions) {
			put(t, filepath.Join(l.Root, ".cache"), "a file", 0o644)
			t.Setenv("TMPDIR", put(t, filepath.Join(l.Root, "file"), "", 0o644))
		}, "no folder for temporary programs"},
	} {
		t.Run(name, func(t *testing.T) {
			l := fakeClone(t)
			forget(t)
			t.Setenv("TMPDIR", t.TempDir())
			t.Setenv("CALLS", filepath.Join(t.TempDir(), "calls"))
			t.Setenv("PATH", "/bin:/usr/bin")
			o := LaunchOptions{Root: l.Root, Toolchain: l.fakeToolchain(), Command: []string{l.bin(gonb), "--kernel", "f"}}
			if _, err := prepare(t.Context(), o); err != nil {
				t.Fatalf("before: %v", err)
			}
			c.spoil(t, l, &o)
			_, err := prepare(t.Context(), o)
			complaint, ok := errors.AsType[*NotReadyError](err)
			if !ok || !strings.Contains(complaint.What, c.want) || complaint.Remedy == "" {
				t.Errorf("%v, want a complaint with %q and a remedy", err, c.want)
			}
		})
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// TestActAsGo: only the calls that are made for each cell are treated otherwise.
func TestActAsGo(t *testing.T) {
	l := fakeClone(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	calls := filepath.Join(t.TempDir(), "calls")
	cell := t.TempDir()
	for _, c := range []struct {
		dir, args, want string
	}{
		{cell, "get", ""},
		{cell, "get -t", ""},
		{cell, "get example.com/x", "get example.com/x GOPROXY=p"},
		{cell, "build -o x", "build -o x GOPROXY=p"},
		{cell, "list -m -e -json ...", "list -m -e -json ... GOPROXY=off"},
		{cell, "list -m -versions x", "list -m -versions x GOPROXY=p"},
		{t.TempDir(), "get", "get GOPROXY=p"},
	} {
		cmd := exec.CommandContext(t.Context(), self, strings.Fields(c.args)...)
		cmd.Dir = c.dir
		cmd.Env = []string{envPart + "=go", envGo + "=" + l.fakeToolchain().Go, "CALLS=" + calls, "GONB_TMP_DIR=" + cell, "GOPROXY=p"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.args, err, out)
		}
		data, err := os.ReadFile(calls)
		if err != nil && c.want != "" {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(string(data)); got != c.want {
			t.Errorf("go %s: calls %q, want %q", c.args, got, c.want)
		}
		_ = os.Remove(calls)
	}
	if !IsGo("/x/bin/go") || IsGo("/x/bin/"+launcher) {
		t.Error("the launcher does not know its names")
	}
}

// TestSweep: the folders of the dead go, those of the living and of others stay.
func TestSweep(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "temp [1]")
	folder := func(name string) string { return filepath.Join(parent, tempPrefix+name) }
	put(t, filepath.Join(folder("dead"), lockName), "", 0o600)
	put(t, filepath.Join(folder("dead"), "gonb_1", "main.go"), "", 0o600)
	put(t, filepath.Join(folder("other"), "file"), "", 0o600)
	if err := os.Mkdir(folder("living"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := hold(filepath.Join(folder("living"), lockName)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder("trap"), lockName), 0o700); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	put(t, filepath.Join(outside, lockName), "", 0o600)
	links := os.Symlink(outside, folder("link")) == nil
	if n := sweep(parent); n != 1 {
		t.Errorf("%d folders removed, want 1", n)
	}
	for name, want := range map[string]bool{"dead": false, "other": true, "living": true, "trap": true} {
		if _, err := os.Stat(folder(name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(outside, lockName)); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(folder("link")); links && err != nil {
		t.Error(err)
	}
	if n := sweep(parent); n != 0 {
		t.Errorf("%d folders removed the second time", n)
	}
}

func ExampleSpec_Root() {
	fmt.Println(Lab{"/home/ada/sudokulab"}.spec("/home/ada/sudokulab/.tools/bin/sudokulab-kernel", Toolchain{Go: "/usr/bin/go"}).Root())
	// Output: /home/ada/sudokulab
}
