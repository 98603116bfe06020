package original_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/original"
)

// Example: what a driver prints is read whole, or refused with its line.
func Example() {
	seen, err := original.Read(strings.NewReader(`{"dims": {"level": "easy"}, "figure": "givens", "value": 42, "unit": "givens", "n": 1000, "low": 42, "high": 43, "exact": true}`), map[string]string{"level": "easy"})
	fmt.Println(seen[0].Figure, seen[0].Value, *seen[0].High, err)
	_, err = original.Read(strings.NewReader(`{"figure": "givens", "value": 42, "unit": "givens", "exact": true}`), nil)
	fmt.Println(err)
	// Output:
	// givens 42 43 <nil>
	// original: the driver wrote, in line 1, "{\"figure\": \"givens\", \"value\": 42, \"unit\": \"givens\", \"exact\":": there is no n
}

const fine = `{"figure": "a", "value": 1, "unit": "cells", "n": 1, "exact": true}`

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "wrote nothing",
		"garbage":                                "want an object of JSON",
		"[1]":                                    "want an object of JSON",
		"null":                                   "there is no figure",
		strings.Replace(fine, "1,", "NaN,", 1):   "which has no NaN",
		strings.Replace(fine, "1,", "null,", 1):  "there is no value",
		strings.Replace(fine, "1,", "1e999,", 1): "cannot unmarshal",
		strings.Replace(fine, `"n": 1`, `"n": 0`, 1):                      "n is 0",
		strings.Replace(fine, `"n": 1`, `"n": 1, "x": 2`, 1):              "unknown field",
		strings.Replace(fine, `"n": 1`, `"n": 1, "low": 1`, 1):            "both ends",
		strings.Replace(fine, `"n": 1`, `"n": 1, "low": 2, "high": 3`, 1): "is not around",
		strings.Replace(fine, `"a"`, `""`, 1):                             "want words",
		strings.Replace(fine, "{", `{"dims": {"level": "hard"}, `, 1):     "observes the case “level=hard”, want “”",
		fine + "\n" + fine: "a stands in line 1 already",
		fine + "\n\n":      "in line 2",
		strings.Repeat(" ", original.Longest+1) + fine: "a line of more than",
	} {
		got, err := original.Read(strings.NewReader(text), nil)
		if err == nil || got != nil || !errors.Is(err, original.ErrDriver) || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, %v, want %q", text, got, err, want)
		}
	}
}

// python skips a test where there is none.
func python(t *testing.T) {
	t.Helper()
	if _, _, err := original.Python(t.Context(), nil); err != nil {
		t.Skip(err)
	}
}

// folderOf is a program of two files.
func folderOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "solver.py"), []byte("def givens(level):\n    return {'easy': 42, 'hard': 32}[level]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

const head = `
import json, os, sys
sys.path.insert(0, sys.argv[1])
import solver
dims = dict(a.split("=", 1) for a in sys.argv[2:])
def say(**more):
    print(json.dumps({"dims": dims, "figure": "givens", "value": solver.givens(dims["level"]), "unit": "givens", "n": 1, "exact": True, **more}))
`

func TestRun(t *testing.T) {
	python(t)
	folder := folderOf(t)
	seen, err := original.Driver{Text: []byte(head + "say()"), Modules: []string{"json"}}.Run(t.Context(), folder, original.Bounds{Time: time.Minute, Memory: 1 << 30}, map[string]string{"level": "hard"})
	if err != nil || len(seen.Observations) != 1 || seen.Observations[0].Value != 32 || seen.Versions["python"] == "" {
		t.Fatalf("%+v, %v", seen, err)
	}
	seen, err = original.Driver{Text: []byte(head + "say()"), Binary: "solver.py"}.Run(t.Context(), folder, original.Bounds{Time: time.Minute, Memory: 1 << 30}, map[string]string{"level": "hard"})
	if err != nil || len(seen.Versions["binary"]) != 12 {
		t.Errorf("%+v, %v", seen, err)
	}
	_, err = original.Driver{Text: []byte(head + "say()"), Binary: "target/solve"}.Run(t.Context(), folder, original.Bounds{Time: time.Minute}, map[string]string{"level": "hard"})
	if _, ok := errors.AsType[*original.AbsentError](err); !ok || !strings.Contains(err.Error(), "no file target/solve") {
		t.Error(err)
	}
	_, err = original.Driver{Text: []byte(head + "say()"), Tools: []string{"no-such-tool"}}.Run(t.Context(), folder, original.Bounds{Time: time.Minute}, map[string]string{"level": "hard"})
	if _, ok := errors.AsType[*original.AbsentError](err); !ok || !strings.Contains(err.Error(), "there is no no-such-tool") {
		t.Error(err)
	}
	seen, err = original.Driver{Text: []byte(head + "say(); open('a.png', 'wb').write(b'picture')")}.Run(t.Context(), folder, original.Bounds{Time: time.Minute}, map[string]string{"level": "hard"})
	if err != nil || len(seen.Pictures) != 1 || string(seen.Pictures["a.png"]) != "picture" {
		t.Errorf("%+v, %v", seen, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("the program's folder holds %v, %v", left, err)
	}
}

// TestUnruly: whatever a driver does, it ends, with an error that says what it did, and with all that it started.
func TestUnruly(t *testing.T) {
	python(t)
	folder := folderOf(t)
	mark := filepath.Join(t.TempDir(), "alive")
	for name, c := range map[string]struct{ text, want string }{
		"garbage":     {"print('Loading…')", "want an object of JSON"},
		"large image": {"say(); open('a.png', 'wb').write(bytes(300_000))", "left no picture"},
		"link":        {"say(); os.symlink('/etc/hostname', 'a.png')", "left no picture"},
		"many images": {"say()\nfor i in range(9): open(f'{i}.png', 'wb').write(b'a')", "left 9 pictures"},
		"nothing":     {"pass", "wrote nothing"},
		"NaN":         {"say(value=float('nan'))", "has no NaN"},
		"other case":  {"dims = {'level': 'easy'}; say()", "observes the case “level=easy”, want “level=hard”"},
		"twice":       {"say(); say()", "stands in line 1 already"},
		"a gigabyte":  {"for _ in range(1 << 20): print('x' * 1024)", "wrote more than 1048576 bytes"},
		"fault":       {"say(); raise SystemExit('no board')", "no board"},
		"hangs":       {"say(); sys.stdout.flush()\nwhile True: pass", "did not end within"},
		"deaf":        {"import signal, time\nfor s in (signal.SIGINT, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)\ntime.sleep(600)", "did not end within"},
		"memory":      {"x = bytearray(1 << 31)", "MemoryError"},
		"network":     {"import socket; socket.create_connection(('127.0.0.1', 9), 2)", "there is no network here"},
		"lost module": {"import no_such_module_of_it", "No module named"},
		"forks": {"import subprocess, time\nsubprocess.Popen([sys.executable, '-c', 'import os, time\\nos.setsid()\\nfor _ in range(600):\\n    open(" + fmt.Sprintf("%q", mark) + ", \"a\").write(\"x\")\\n    time.sleep(.1)'], stdout=subprocess.DEVNULL)\n" +
			"while not os.path.exists(" + fmt.Sprintf("%q", mark) + "): time.sleep(.05)\nprint('no')", "want an object"},
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			limit := time.Minute
			if strings.HasPrefix(c.want, "did not end") {
				limit = 2 * time.Second
			}
			seen, err := original.Driver{Text: []byte(head + c.text)}.Run(t.Context(), folder, original.Bounds{Time: limit, Memory: 1 << 30}, map[string]string{"level": "hard"})
			if err == nil || !errors.Is(err, original.ErrDriver) || !strings.Contains(err.Error(), c.want) || len(seen.Observations) > 0 {
				t.Errorf("%v, %v, want %q", seen, err, c.want)
			}
			if took := time.Since(begin); took > limit+10*time.Second {
				t.Errorf("it took %s", took)
			}
		})
	}
	size := func() int64 {
		info, err := os.Stat(mark)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	time.Sleep(time.Second)
	if after := size(); after != before {
		t.Error("a child that left its group goes on")
	}
}

func TestNoModule(t *testing.T) {
	python(t)
	_, err := original.Driver{Text: []byte(head), Modules: []string{"json", "no_such_module_a", "no_such_module_b"}}.Run(t.Context(), folderOf(t), original.Bounds{Time: time.Minute}, nil)
	if _, ok := errors.AsType[*original.AbsentError](err); !ok || !strings.Contains(err.Error(), "lacks no_such_module_a, no_such_module_b") {
		t.Error(err)
	}
	t.Setenv(original.PythonVariable, "no-such-python")
	_, _, err = original.Python(t.Context(), nil)
	if _, ok := errors.AsType[*original.AbsentError](err); !ok || !strings.Contains(err.Error(), "there is no Python (no-such-python)") {
		t.Error(err)
	}
}

// TestFind: a program is found where its commit is checked out and nothing was changed.
func TestFind(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	all := t.TempDir()
	t.Setenv(original.Variable, all)
	dir := filepath.Join(all, "csp")
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	none := strings.Repeat("0", 40)
	absent := func(p original.Program, want string) {
		t.Helper()
		folder, err := p.Find(t.Context())
		if _, ok := errors.AsType[*original.AbsentError](err); !ok || !strings.Contains(err.Error(), want) || folder != "" {
			t.Errorf("%q, %v, want %q", folder, err, want)
		}
	}
	absent(original.Program{Name: "csp", Commit: none}, "has no subfolder csp")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	absent(original.Program{Name: "csp", Commit: none}, "is no checkout")
	git("init", "-q")
	absent(original.Program{Name: "csp", Commit: none}, "is no checkout")
	file := filepath.Join(dir, "solver.py")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a = 1\n")
	git("add", ".")
	git("commit", "-q", "-m", "first")
	p := original.Program{Name: "csp", Commit: git("rev-parse", "HEAD")}
	if folder, err := p.Find(t.Context()); err != nil || folder != dir {
		t.Errorf("%q, %v", folder, err)
	}
	absent(original.Program{Name: "csp", Commit: none}, "want 0000000")
	write("a = 2\n")
	absent(p, "was changed, want it as it was published: M solver.py")
	git("checkout", "-q", "solver.py")
	file = filepath.Join(dir, "own.py")
	write("a = 3\n")
	absent(p, "?? own.py")
	// A folder in a checkout is none itself.
	if err := os.Mkdir(filepath.Join(dir, "inner"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv(original.Variable, dir)
	absent(original.Program{Name: "inner", Commit: p.Commit}, "is no checkout")
	t.Setenv(original.Variable, "")
	absent(p, "names no folder")
}
