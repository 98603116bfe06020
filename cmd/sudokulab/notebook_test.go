package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/gotool"
	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbexec/nbformat"
)

// notebookLab is a source tree with notebooks for the kernel of tests.
type notebookLab struct {
	root string
	t    *testing.T
}

func newNotebookLab(t *testing.T) notebookLab {
	t.Helper()
	l := notebookLab{root: t.TempDir(), t: t}
	for name, content := range map[string]string{
		"go.mod": "module " + gotool.Module() + "\n", "research/claims.yaml": "", "results/r.csv": "1\n", "notebooks/README.md": "",
	} {
		path := filepath.Join(l.root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := kerneltest.Install(filepath.Join(l.root, ".jupyter", "kernels"), "fake", kerneltest.Normal, "signal"); err != nil {
		t.Fatal(err)
	}
	return l
}

// notebook writes one into the folder notebooks and returns its path.
func (l notebookLab) notebook(name string, cells ...string) string {
	l.t.Helper()
	n := &nbformat.Notebook{Minor: 5, Metadata: nbformat.Object{"kernelspec": nbformat.Object{"name": "fake", "display_name": "Test", "language": "python"}}}
	for _, source := range cells {
		c := &nbformat.Cell{Type: nbformat.Code, Source: source, Metadata: nbformat.Object{}}
		if tags, ok := strings.CutPrefix(source, "#tags:"); ok {
			tags, _, _ = strings.Cut(tags, "\n")
			c.Metadata["tags"] = []any{tags}
		}
		n.Cells = append(n.Cells, c)
	}
	n.Upgrade()
	path := filepath.Join(l.root, "notebooks", name)
	if err := n.WriteFile(path); err != nil {
		l.t.Fatal(err)
	}
	return path
}

func (l notebookLab) run(args ...string) result {
	l.t.Helper()
	command := []string{"notebook", args[0], "--root", l.root}
	return sudokulab(l.t, "", append(command, args[1:]...)...)
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// want fails unless the code is right and the streams hold the texts: "out:" begins one for
// standard output, all others are for standard error.
func (r result) want(t *testing.T, what string, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("%s: exit code %d, want %d; standard error:\n%s", what, r.code, code, r.errOut)
	}
	for _, text := range texts {
		in := r.errOut
		if rest, ok := strings.CutPrefix(text, "out:"); ok {
			in, text = r.out, rest
		}
		if !strings.Contains(in, text) {
			t.Errorf("%s: want %q in\n%s", what, text, in)
		}
	}
}

func TestNotebookRunAndCheck(t *testing.T) {
	l := newNotebookLab(t)
	first := l.notebook("10-first.ipynb", "print a", "#tags:raises-exception\nerror KeyError k", "pid")
	second := l.notebook("20-second.ipynb", "result 7")
	fresh := content(t, first)

	l.run("check").want(t, "check of notebooks without outputs", exitError, "2 of 2 notebooks", "10-first.ipynb: cell 2 (2 of 3 with code), ", "(an error)", "out:10-first.ipynb: 6 differences", "out:only in the second")
	if content(t, first) != fresh {
		t.Error("check changed a notebook")
	}
	l.run("run").want(t, "run", exitOK, "out:10-first.ipynb: nothing has changed", "out:; written")
	executed := content(t, first)
	if !strings.Contains(executed, `"ename": "KeyError"`) || !strings.Contains(content(t, second), `"execute_result"`) {
		t.Errorf("the executed notebook is\n%s", executed)
	}
	l.run("run").want(t, "run again", exitOK, "out:is the same")
	if content(t, first) != executed {
		t.Error("the second run changed the notebook")
	}
	l.run("check").want(t, "check", exitOK, "out:20-second.ipynb: the same")

	// The number of the process makes each execution another.
	r := l.run("check", "--force", first)
	r.want(t, "check --force", exitError, "1 of 1 notebook", "out:cell 3", "out:    + ", "out:    - ")
	l.run("check", first).want(t, "check of the notebook before", exitError, "1 of 1 notebook")
	l.run("run", first).want(t, "run", exitOK, "out:nothing has changed", "out:written")
	l.run("check", first).want(t, "check", exitOK)
	l.run("check", "--no-cache", first).want(t, "check --no-cache", exitError, "out:3 cells in")
	l.run("check", first).want(t, "check after --no-cache", exitOK, "out:nothing has changed")

	// What is read counts: results, other files in the folder, variables.
	for _, change := range []func() error{
		func() error { return os.WriteFile(filepath.Join(l.root, "results", "r.csv"), []byte("2\n"), 0o600) },
		func() error { return os.WriteFile(filepath.Join(l.root, "notebooks", "data.txt"), nil, 0o600) },
		func() error { t.Setenv("SUDOKULAB_X", "1"); return nil },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		l.run("check", first).want(t, "check after a change", exitError, "10-first.ipynb: cell 1")
		l.run("run", first).want(t, "run after a change", exitOK, "out:nothing has changed")
	}
}

func TestNotebookOut(t *testing.T) {
	l := newNotebookLab(t)
	first := l.notebook("10-first.ipynb", "print a", "error KeyError k")
	second := l.notebook("20-second.ipynb", "cwd")
	before := content(t, first)
	to := filepath.Join(l.root, "made", "here")
	l.run("run", "--jobs", "2", "--out", to).want(t, "run to a folder", exitError, "10-first.ipynb: ", first+": nbexec: cell 2", "kept in "+filepath.Join(to, "10-first.ipynb"))
	if text := content(t, filepath.Join(to, "10-first.ipynb")); !strings.Contains(text, `"a"`) || !strings.Contains(text, `"ename": "KeyError"`) {
		t.Errorf("what was executed of the notebook that failed is not kept:\n%s", text)
	}
	if text := content(t, filepath.Join(to, "20-second.ipynb")); !strings.Contains(text, `"./notebooks`) {
		t.Errorf("the kernel's folder is not the notebook's, or not relative to the root:\n%s", text)
	}
	file := filepath.Join(t.TempDir(), "out.ipynb")
	l.run("run", "--out", file, second).want(t, "run to a file", exitOK, "out:wrote "+file)
	l.run("check", "--out", filepath.Dir(file)+"/", second).want(t, "check to a folder", exitError, "1 of 1")
	if content(t, file) != content(t, filepath.Join(filepath.Dir(file), "20-second.ipynb")) {
		t.Error("check --out wrote another notebook than run --out")
	}
	if content(t, first) != before {
		t.Error("the notebook was changed")
	}
	l.run("run", "--out", to, first, filepath.Join(l.root, "notebooks")).want(t, "one name twice", exitError, "would both be")
	l.run("run", "--out", filepath.Join(l.root, "missing", "x.ipynb"), second).want(t, "no folder", exitError, "20-second.ipynb", "x.ipynb is not written")
}

// TestNotebookErrors: each names the notebook, and leaves it as it was.
func TestNotebookErrors(t *testing.T) {
	l := newNotebookLab(t)
	good := l.notebook("10-good.ipynb", "print a")
	bad := l.notebook("20-bad.ipynb", "print a", "error KeyError k")
	dies := l.notebook("30-dies.ipynb", "die 7")
	hangs := l.notebook("40-hangs.ipynb", "sleep 1h")
	broken := filepath.Join(l.root, "notebooks", "50-broken.ipynb")
	if err := os.WriteFile(broken, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := map[string]string{bad: content(t, bad), dies: content(t, dies), hangs: content(t, hangs), broken: "{"}
	l.run("run", good, bad, dies, broken).want(t, "run", exitError,
		bad+": nbexec: cell 2 (", "KeyError: k", dies+": nbexec: cell 1 (", "exit status 7", broken+": line 1", "out:10-good.ipynb: 1 cell in")
	l.run("run", "--timeout", "2s", hangs).want(t, "run", exitError, hangs+": nbexec: cell 1 (", "took longer than 2s")
	for path, old := range before {
		if content(t, path) != old {
			t.Errorf("%s was changed", path)
		}
	}
	l.run("run", "--allow-errors", bad).want(t, "--allow-errors", exitOK)
	l.run("run", "-p", "Steps=x", good).want(t, "parameter", exitError, "cell 1 (injected-parameters") // the kernel has no variables
	for args, want := range map[string]string{
		"run --timeout -1s":           "--timeout -1s: want 0 or more",
		"run --jobs 0":                "--jobs 0: want 1 to 4096",
		"run --jobs -1":               "--jobs -1: want 1 to 4096",
		"check --jobs 1000000000":     "--jobs 1000000000: want 1 to 4096",
		"run -p 7":                    `parameter "7", want name=value`,
		"run --kernel none":           `no kernel "none"; found fake`,
		"run missing.ipynb":           "missing.ipynb",
		"run " + l.root:               "no notebooks in this folder",
		"check --root " + t.TempDir(): "no such file",
	} {
		l.run(arguments(args)...).want(t, args, exitError, want)
	}
}

// TestNotebookPartial: what was executed of a notebook that failed is kept beside it, with the words
// of the crash, and is no notebook of the folder; the notebook itself stays.
func TestNotebookPartial(t *testing.T) {
	l := newNotebookLab(t)
	const crash = `stderr panic: broken board\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/gonb_3e5a71db/main.go:12 +0x85\nexit status 2\n` + "\nerror ERROR exit status 2"
	path := l.notebook("10-first.ipynb", "print a", crash, "print c")
	partial := filepath.Join(filepath.Dir(path), "10-first.partial.ipynb")
	before := content(t, path)
	l.run("run").want(t, "run", exitError, "ERROR: panic: broken board (exit status 2)\nmain.main()\n", "\nwhat was executed until there is kept in "+partial)
	if content(t, path) != before {
		t.Error("the notebook was changed")
	}
	text := content(t, partial)
	if !strings.Contains(text, `"evalue": "panic: broken board (exit status 2)"`) || !strings.Contains(text, `"execution_count": 2`) || strings.Contains(text, `"execution_count": 3`) {
		t.Errorf("kept is\n%s", text)
	}
	// A name of the program's own is not followed.
	target := filepath.Join(t.TempDir(), "target")
	if err := errors.Join(os.WriteFile(target, []byte("mine"), 0o600), os.Remove(partial), os.Symlink(target, partial)); err != nil {
		t.Fatal(err)
	}
	l.run("run").want(t, "run with a link", exitError, "panic: broken board", partial+" is not written: a symbolic link")
	if content(t, target) != "mine" {
		t.Error("the link was followed")
	}
	if err := os.Remove(partial); err != nil {
		t.Fatal(err)
	}
	// The file to write may be the notebook itself.
	l.run("run", "--out", path, path).want(t, "run --out", exitError, "kept in "+partial)
	l.run("check", path).want(t, "check", exitError, "panic: broken board")
	file := filepath.Join(t.TempDir(), "checked.ipynb")
	l.run("check", "--out", file, path).want(t, "check --out", exitError, "kept in "+file)
	if content(t, path) != before || content(t, file) != text {
		t.Error("the notebook was changed, or another one kept than before")
	}
	if dir, err := os.ReadDir(filepath.Dir(path)); err != nil || len(dir) != 3 { // README.md is the third
		t.Errorf("%d files in the folder, %v", len(dir), err)
	}
	l.run("run", "--allow-errors").want(t, "run of the folder", exitOK, "out:10-first.ipynb: 3 cells in")
}

// TestNotebookLive: the file is there after the first cell, and goes when the notebook itself is
// written.
func TestNotebookLive(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt can be sent to a process there")
	}
	l := newNotebookLab(t)
	path := l.notebook("10-first.ipynb", "print a", "sleep 1h")
	before := content(t, path)
	file := filepath.Join(t.TempDir(), "live.ipynb")
	for _, place := range []struct {
		args []string
		file string
	}{{nil, filepath.Join(filepath.Dir(path), "10-first.partial.ipynb")}, {[]string{"--out", file}, file}} {
		cmd := process(t, slices.Concat([]string{"notebook", "run", "--root", l.root, "--live"}, place.args, []string{path})...)
		stderr, err := cmd.StderrPipe()
		if err := errors.Join(err, cmd.Start()); err != nil {
			t.Fatal(err)
		}
		read := bufio.NewScanner(stderr)
		for first := true; read.Scan(); {
			if first && strings.Contains(read.Text(), "10-first.ipynb: cell 1") {
				first = false
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
			}
		}
		if code := exitCode(t, cmd); code != exitInterrupted {
			t.Errorf("exit code %d", code)
		}
		if text := content(t, place.file); !strings.Contains(text, `"text": [`+"\n      \"a\"") || strings.Contains(text, `"execution_count": 2`) {
			t.Errorf("%s holds\n%s", place.file, text)
		}
	}
	if content(t, path) != before {
		t.Error("the notebook was changed")
	}
	path = l.notebook("10-first.ipynb", "print a")
	l.run("run", "--live", path).want(t, "run", exitOK, "out:; written")
	if _, err := os.Lstat(filepath.Join(filepath.Dir(path), "10-first.partial.ipynb")); err == nil || !strings.Contains(content(t, path), `"a"`) {
		t.Error("the partial notebook is still there, or the notebook is not executed")
	}
}

// TestNotebookUnreadable: what is no notebook is named, and nothing waits for it.
func TestNotebookUnreadable(t *testing.T) {
	l := newNotebookLab(t)
	dir := t.TempDir()
	large, later := filepath.Join(dir, "large.ipynb"), filepath.Join(dir, "later.ipynb")
	if err := errors.Join(os.WriteFile(large, nil, 0o600), os.Truncate(large, 30<<30),
		os.WriteFile(later, []byte(`{"cells": [], "metadata": {}, "nbformat": 9, "nbformat_minor": 0}`), 0o600)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		large: "it has 32212254720 bytes, want at most 268435456", later: "nbformat: 9, a version of the notebook format that this program does not know", os.DevNull: "a device is there",
	} {
		if path == os.DevNull && runtime.GOOS == "windows" {
			continue
		}
		for _, verb := range []string{"run", "check", "html"} {
			l.run(verb, path).want(t, verb, exitError, path, want)
		}
		sudokulab(t, "", "notebook", "strip", path).want(t, "strip", exitError, path, want)
		sudokulab(t, "", "notebook", "diff", path, path).want(t, "diff", exitError, path, want)
	}
	// What Jupyter keeps is no notebook of the folder.
	l.notebook("10-first.ipynb", "print a")
	kept := filepath.Join(l.root, "notebooks", ".ipynb_checkpoints")
	if err := errors.Join(os.Mkdir(kept, 0o755), os.WriteFile(filepath.Join(kept, "10-first-checkpoint.ipynb"), []byte("{"), 0o600)); err != nil {
		t.Fatal(err)
	}
	l.run("run").want(t, "run", exitOK)
	l.run("html").want(t, "html", exitOK)
	l.run("check").want(t, "check", exitOK, "out:nothing has changed")
}

// TestNotebookWithoutKernel: the lab's kernel is built before the first cell, or it is said how.
func TestNotebookWithoutKernel(t *testing.T) {
	l := newNotebookLab(t)
	path := l.notebook("10-first.ipynb", "print a")
	t.Setenv("PATH", l.root)
	l.run("run", "--kernel", "sudokulab", path).want(t, "run", exitError, "not built here; building it", "10-first.ipynb: the notebooks need the lab's kernel (make kernel): ")
}

func TestNotebookStripAndDiff(t *testing.T) {
	l := newNotebookLab(t)
	path := l.notebook("10-first.ipynb", "print a", "print b")
	bare := content(t, path)
	copied := filepath.Join(t.TempDir(), "copy.ipynb")
	l.run("run", "--out", copied).want(t, "run", exitOK)
	sudokulab(t, "", "notebook", "diff", copied, copied).want(t, "diff with itself", exitOK)
	sudokulab(t, "", "notebook", "diff", path, copied).want(t, "diff", exitError, "4 differences between "+path+" and "+copied, "out:cell 1 (", "out:stream stdout")
	sudokulab(t, "", "notebook", "diff", path, "missing.ipynb").want(t, "diff", exitError, "missing.ipynb")

	filtered := sudokulab(t, content(t, copied), "notebook", "strip", "-")
	filtered.want(t, "strip -", exitOK)
	sudokulab(t, "", "notebook", "strip", copied).want(t, "strip", exitOK, "out:copy.ipynb: stripped")
	sudokulab(t, "", "notebook", "strip", copied).want(t, "strip again", exitOK)
	if got := content(t, copied); got != filtered.out {
		t.Error("strip as a filter gives another notebook")
	}
	sudokulab(t, "", "notebook", "diff", path, copied).want(t, "diff with the stripped one", exitOK)
	if content(t, path) != bare {
		t.Error("the notebook was changed")
	}
	sudokulab(t, "", "notebook", "strip", "-", path).want(t, "strip", exitError, "only alone")
	sudokulab(t, "{", "notebook", "strip", "-").want(t, "strip", exitError, "line 1")
}

// TestNotebookDifferences: a cell that is gone is one difference, and so is an output that was
// changed by hand.
func TestNotebookDifferences(t *testing.T) {
	l := newNotebookLab(t)
	path := l.notebook("10-first.ipynb", "print a", "print b", "print c")
	l.run("run").want(t, "run", exitOK)
	old := filepath.Join(t.TempDir(), "old.ipynb")
	if err := os.WriteFile(old, []byte(content(t, path)), 0o600); err != nil {
		t.Fatal(err)
	}
	n, err := nbformat.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n.Cells = n.Cells[1:]
	if err := n.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	r := sudokulab(t, "", "notebook", "diff", old, path)
	r.want(t, "diff", exitError, "1 difference between", "out:cell 1 (", "out:code cell only in the first", "out:    - print a")
	if strings.Contains(r.out, "print c") {
		t.Errorf("a cell that is the same differs:\n%s", r.out)
	}
	if n, err = nbformat.ReadFile(old); err != nil {
		t.Fatal(err)
	}
	n.Cells[1].Outputs[0].Text = "changed\n"
	if err := n.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	l.run("check").want(t, "check", exitError, "out:10-first.ipynb: 1 difference", "out:cell 2 (", "out:  output 1 (stdout)\n    - changed\n    + b")
}

// TestNotebookInterrupted: Ctrl-C in a cell ends the program with 130, the kernel with it, and
// the file stays as it was.
func TestNotebookInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt can be sent to a process there")
	}
	l := newNotebookLab(t)
	pidFile := l.notebook("00-pid.ipynb", "pid", "print x")
	path := l.notebook("10-first.ipynb", "print a", "sleep 1h")
	before := content(t, path)
	cmd := process(t, "notebook", "run", "--jobs", "1", "--root", l.root, pidFile, path)
	stderr, err := cmd.StderrPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewScanner(stderr)
	for read.Scan() {
		if strings.Contains(read.Text(), "10-first.ipynb: cell 1") {
			break
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	for read.Scan() {
		rest.WriteString(read.Text())
	}
	// Both ways to end, in their whole words: by itself, and on a busy machine by giveUp.
	said := strings.Contains(rest.String(), "interrupted; what was finished is kept") ||
		strings.Contains(rest.String(), "interrupted within a step that cannot be stopped; what was finished is kept, files that were being written are not")
	if code := exitCode(t, cmd); code != exitInterrupted || !said {
		t.Errorf("exit code %d, standard error %q", code, rest.String())
	}
	if content(t, path) != before {
		t.Error("the interrupted notebook was changed")
	}
	if !strings.Contains(content(t, pidFile), `"execution_count": 2`) {
		t.Error("the finished notebook is not kept")
	}
	for _, dir := range []string{filepath.Dir(path), filepath.Join(l.root, ".cache", "notebooks")} {
		if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v, %v", dir, left, err)
		}
	}
	// The kernels run this test's own program with the connection file as their argument.
	commands, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, c := range commands {
		if data, err := os.ReadFile(c); err == nil && bytes.Contains(data, []byte("NBEXEC_TEST_KERNEL=")) && bytes.Contains(data, []byte("JPY_PARENT_PID="+strconv.Itoa(cmd.Process.Pid)+"\x00")) {
			t.Errorf("%s is still running", filepath.Dir(c))
		}
	}
}

// TestNotebookCancelled: a context that has ended starts nothing.
func TestNotebookCancelled(t *testing.T) {
	l := newNotebookLab(t)
	l.notebook("10-first.ipynb", "print a")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, verb := range []string{"run", "check"} {
		var out, errOut bytes.Buffer
		if code := run(ctx, []string{"notebook", verb, "--root", l.root}, strings.NewReader(""), &out, &errOut); code != exitInterrupted {
			t.Errorf("%s: exit code %d, want 130; standard error %q", verb, code, errOut.String())
		}
	}
}

// TestNotebookRealKernel executes cells that use the lab's packages, twice to the same bytes.
func TestNotebookRealKernel(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles cells")
	}
	root := wholeTree(t)
	if _, err := jupyter.Find("sudokulab", []string{filepath.Join(root, ".jupyter", "kernels")}); err != nil {
		t.Skip("no kernel sudokulab in the clone; make kernel builds it")
	}
	l := newNotebookLab(t)
	path := l.notebook("tour.ipynb", "const puzzle = `"+easy+"`",
		"%%\nfmt.Println(board.MustParse(puzzle).Filled())\nwd, _ := os.Getwd()\nfmt.Println(wd, os.TempDir())")
	args := []string{"notebook", "run", "--root", root, "--kernel", "sudokulab", "--no-cache", path}
	must(t, "", args...)
	first := content(t, path)
	must(t, "", args...)
	if content(t, path) != first {
		t.Errorf("executed again:\n%s\nbefore:\n%s", content(t, path), first)
	}
	args[1] = "check"
	must(t, "", args...)
	if !strings.Contains(first, `"30\n"`) {
		t.Errorf("executed:\n%s", first)
	}
}
