package jupyter_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/jupyter/kerneltest"
)

// orphanVariable makes the test binary a program that starts a kernel, prints what to look for
// and waits to be killed.
const orphanVariable = "NBEXEC_TEST_ORPHAN"

func TestMain(m *testing.M) {
	switch {
	case kerneltest.Requested():
		os.Exit(kerneltest.Serve())
	case os.Getenv(orphanVariable) != "":
		orphan(os.Getenv(orphanVariable))
	}
	os.Exit(m.Run())
}

func install(t testing.TB, mode, interrupt string) jupyter.Spec {
	t.Helper()
	dir := t.TempDir()
	if err := kerneltest.Install(dir, "fake", mode, interrupt); err != nil {
		t.Fatal(err)
	}
	spec, err := jupyter.ReadSpec(filepath.Join(dir, "fake"))
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// execute runs code and returns what it prints.
func execute(k *jupyter.Kernel, code string) (string, error) {
	id, err := k.Send(jupyter.Shell, "execute_request", jupyter.Object{"code": code, "silent": false, "store_history": true})
	if err != nil {
		return "", err
	}
	text := ""
	for replied, idle := false, false; !replied || !idle; {
		select {
		case m := <-k.Messages():
			if m.Parent.ID != id {
				continue
			}
			var content struct {
				Text  string
				State string `json:"execution_state"`
			}
			if err := m.Decode(&content); err != nil {
				return "", err
			}
			text += content.Text
			replied = replied || m.Header.Type == "execute_reply"
			idle = idle || content.State == "idle"
		case <-k.Done():
			return text, k.Err()
		case <-time.After(2 * time.Minute):
			return text, errors.New("nothing for two minutes")
		}
	}
	return text, nil
}

func TestEnvironment(t *testing.T) {
	t.Setenv("PATH_SEPARATOR_TEST", "the outside")
	dir := t.TempDir()
	k, err := jupyter.Start(t.Context(), jupyter.Config{
		Spec: install(t, kerneltest.Normal, "signal"), Dir: dir, Env: []string{"NBEXEC_TEST_MORE=more"},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	where, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{
		"env NBEXEC_TEST_SPEC": "of the outside",
		"env NBEXEC_TEST_MORE": "more",
		"env JPY_PARENT_PID":   strconv.Itoa(os.Getpid()),
		"cwd":                  where,
		"mode":                 "600",
		"pid":                  strconv.Itoa(k.PID()),
	} {
		if got, err := execute(k, code); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", code, got, err, want)
		}
	}
	if info := k.Info(); info.ProtocolVersion != "5.3" || info.LanguageInfo["name"] != "lines" {
		t.Errorf("info %+v", info)
	}
	if _, err := k.Send(jupyter.IOPub, "x", nil); err == nil {
		t.Error("something was sent on iopub")
	}
	if k.Silent() > time.Minute {
		t.Errorf("no heartbeat for %v", k.Silent())
	}
	k.Shutdown(t.Context())
	k.Close()
	if err := k.Err(); err == nil || !strings.Contains(err.Error(), "exit status 0") {
		t.Errorf("after the end: %v", err)
	}
}

// TestShutdownEscalates: a kernel that ignores the request and SIGTERM is killed, after the
// time of grace for each.
func TestShutdownEscalates(t *testing.T) {
	t.Parallel()
	k, err := jupyter.Start(t.Context(), jupyter.Config{
		Spec: install(t, kerneltest.IgnoresEnd, "signal"), StopGrace: 100 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	k.Shutdown(t.Context())
	if took := time.Since(begin); took < 200*time.Millisecond || took > time.Minute {
		t.Errorf("took %v", took)
	}
	if err := k.Err(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Errorf("ended by %v, want a kill", err)
	}
}

func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"signal", "message", ""} {
		k, err := jupyter.Start(t.Context(), jupyter.Config{Spec: install(t, kerneltest.Normal, mode)})
		if err != nil {
			t.Fatal(err)
		}
		// The kernel forgets an interrupt that comes before the cell begins, so they are repeated.
		done := make(chan struct{})
		interrupting := make(chan error, 1)
		go func() {
			for {
				select {
				case <-done:
					interrupting <- nil
					return
				case <-time.After(200 * time.Millisecond):
					if err := k.Interrupt(); err != nil {
						interrupting <- err
						return
					}
				}
			}
		}()
		begin := time.Now()
		if _, err := execute(k, "sleep 1h"); err != nil || time.Since(begin) < 100*time.Millisecond {
			t.Errorf("%q: %v after %v", mode, err, time.Since(begin))
		}
		close(done)
		if err := <-interrupting; err != nil {
			t.Error(err)
		}
		k.Close()
	}
}

// TestDeepTemp: sockets have short paths, however deep the folder for temporary files is.
func TestDeepTemp(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("has no /tmp")
	}
	spec := install(t, kerneltest.Normal, "signal")
	deep := filepath.Join(t.TempDir(), strings.Repeat("d", 100))
	if err := os.Mkdir(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", deep)
	for _, transport := range []string{jupyter.TCP, jupyter.IPC} {
		k, err := jupyter.Start(t.Context(), jupyter.Config{Spec: spec, Transport: transport})
		if err != nil {
			t.Errorf("%s: %v", transport, err)
			continue
		}
		k.Close()
	}
}

// TestNothingStays: no connection file and no goroutine.
func TestNothingStays(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	before := runtime.NumGoroutine()
	spec := install(t, kerneltest.Normal, "signal")
	for range 3 {
		k, err := jupyter.Start(t.Context(), jupyter.Config{Spec: spec})
		if err != nil {
			t.Fatal(err)
		}
		k.Close()
	}
	bad := spec
	bad.Argv = []string{filepath.Join(dir, "no-such-program")}
	if _, err := jupyter.Start(t.Context(), jupyter.Config{Spec: bad}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "nbexec-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// orphan is the program that is killed in the middle.
func orphan(specDir string) {
	spec, err := jupyter.ReadSpec(specDir)
	if err != nil {
		panic(err)
	}
	k, err := jupyter.Start(context.Background(), jupyter.Config{Spec: spec})
	if err != nil {
		panic(err)
	}
	for _, code := range []string{"pid", "child", "spawn"} {
		pid, err := execute(k, code)
		if err != nil {
			panic(err)
		}
		fmt.Println(pid)
	}
	fmt.Println("ready")
	select {}
}

// TestKilledParent: when this side is killed, the kernel and what it started go too.
func TestKilledParent(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	tmp := t.TempDir()
	cmd.Env = append(os.Environ(), orphanVariable+"="+install(t, kerneltest.Normal, "signal").Dir, "TMPDIR="+tmp)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []string
	for line := ""; line != "ready"; {
		if _, err := fmt.Fscanln(out, &line); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, line)
	}
	pids = pids[:len(pids)-1]
	for _, pid := range pids {
		if !alive(pid) {
			t.Fatalf("process %s was never there", pid)
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	var left []string
	for range 3000 {
		left, _ = filepath.Glob(filepath.Join(tmp, "nbexec-*"))
		if !slices.ContainsFunc(pids, alive) && len(left) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("processes %q, some of which are still there, and files %q", pids, left)
}

func alive(pid string) bool {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(rest, "Z")
}

func TestDirs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of Unix")
	}
	for _, key := range []string{"JUPYTER_PATH", "JUPYTER_DATA_DIR", "XDG_DATA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX"} {
		t.Setenv(key, "")
	}
	t.Setenv("HOME", "/home/ada")
	home := "/home/ada/.local/share/jupyter/kernels"
	if runtime.GOOS == "darwin" {
		home = "/home/ada/Library/Jupyter/kernels"
	}
	system := []string{"/usr/local/share/jupyter/kernels", "/usr/share/jupyter/kernels"}
	check := func(name string, got []string, want ...string) {
		t.Helper()
		if want = append(want, system...); !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
	check("plain", jupyter.Dirs(), home)
	check("explicit", jupyter.Dirs("/x/.jupyter"), "/x/.jupyter", "/x/.jupyter/kernels", home)
	t.Setenv("VIRTUAL_ENV", "/venv")
	check("environment", jupyter.Dirs(), "/venv/share/jupyter/kernels", home)
	t.Setenv("JUPYTER_DATA_DIR", "/data")
	t.Setenv("JUPYTER_PATH", "/a:/b")
	check("all", jupyter.Dirs(), "/a/kernels", "/b/kernels", "/venv/share/jupyter/kernels", "/data/kernels")
	if got, want := jupyter.DataDirs("/other", ""), []string{"/a", "/b", "/venv/share/jupyter", "/data", "/other/share/jupyter", "/usr/local/share/jupyter", "/usr/share/jupyter"}; !slices.Equal(got, want) {
		t.Errorf("data folders %q, want %q", got, want)
	}
}

func TestUserDataDir(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other folders")
	}
	home := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", "")
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", home)
	if dir, err := jupyter.UserDataDir(); err != nil || dir != filepath.Join(home, ".local", "share", "jupyter") {
		t.Error(dir, err)
	}
	t.Setenv("XDG_DATA_HOME", home)
	if dir, err := jupyter.UserDataDir(); err != nil || dir != filepath.Join(home, "jupyter") {
		t.Error(dir, err)
	}
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("HOME", "")
	if dir, err := jupyter.UserDataDir(); err == nil {
		t.Errorf("%s, want an error without a home", dir)
	}
}

func TestListAndFind(t *testing.T) {
	t.Parallel()
	first, second := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if text == "" {
			return
		}
		if err := os.WriteFile(filepath.Join(path, "kernel.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(first, "Go", `{"argv": ["first"], "language": "go", "env": {"A": "b"}, "metadata": {"x": 1}}`)
	write(first, "empty", "")
	write(first, "broken", `{"argv": `)
	write(first, "no name!", `{"argv": ["x"]}`)
	write(second, "go", `{"argv": ["second"]}`)
	write(second, "broken", `{"argv": ["fine"]}`)
	write(second, "noargv", `{"argv": []}`)
	write(second, "mode", `{"argv": ["x"], "interrupt_mode": "shout"}`)
	if err := os.WriteFile(filepath.Join(second, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dirs := []string{first, second, filepath.Join(first, "none")}
	specs, err := jupyter.List(dirs)
	var got []string
	for _, s := range specs {
		got = append(got, s.Name+"="+s.Argv[0])
	}
	if want := []string{"broken=fine", "go=first"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	for _, part := range []string{"unexpected end", "argv: no command", `interrupt_mode: "shout"`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v lacks %q", err, part)
		}
	}
	if s, err := jupyter.Find("GO", dirs); err != nil || s.Argv[0] != "first" || s.Env["A"] != "b" || s.Dir != filepath.Join(first, "Go") {
		t.Errorf("found %+v, %v", s, err)
	}
	_, err = jupyter.Find("rust", dirs)
	for _, part := range []string{`no kernel "rust"`, "found broken, go", first, second, "argv: no command"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v lacks %q", err, part)
		}
	}
}

func TestBadConfig(t *testing.T) {
	t.Parallel()
	if _, err := jupyter.Start(t.Context(), jupyter.Config{Transport: "udp"}); err == nil {
		t.Error("a transport of an unknown name was accepted")
	}
}

func Example() {
	_, err := jupyter.Find("fortran", []string{"/kernels"})
	fmt.Println(err)
	// Output: jupyter: no kernel "fortran"; none is installed; looked in /kernels
}
