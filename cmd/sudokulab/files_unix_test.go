//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"sudokulab/pkg/atomicfile"
)

// TestGenerateResumePlanted: nothing at the names that --resume makes up is followed, waited for
// or replaced.
func TestGenerateResumePlanted(t *testing.T) {
	for _, ending := range []string{".part", ".part.json", ".part.lock"} {
		for kind, plant := range map[string]func(path string) error{
			"link":     func(path string) error { return os.Symlink("precious", path) },
			"dangling": func(path string) error { return os.Symlink("nothing", path) },
			"FIFO":     func(path string) error { return syscall.Mkfifo(path, 0o600) },
			"folder":   func(path string) error { return os.Mkdir(path, 0o755) },
		} {
			args, path, _ := resumed(t)
			precious := filepath.Join(filepath.Dir(path), "precious")
			if err := errors.Join(os.WriteFile(precious, []byte("old"), 0o600), plant(path+ending)); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path + ending)
			if err != nil {
				t.Fatal(err)
			}
			r := sudokulab(t, "", args...)
			after, err := os.Lstat(path + ending)
			held, readErr := os.ReadFile(precious)
			if r.code != exitError || !strings.Contains(r.errOut, path+ending) || err != nil || !os.SameFile(before, after) || readErr != nil || string(held) != "old" {
				t.Errorf("%s at %s: %+v, %v, %v, %q", kind, ending, r, err, readErr, held)
			}
			for _, name := range []string{path, filepath.Join(filepath.Dir(path), "nothing")} {
				if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s at %s: %s is there: %v", kind, ending, name, err)
				}
			}
		}
	}
}

// writer is a command line that writes a file, which OUT stands for, and one that fails after its output was named.
type writer struct {
	flag   string // that names the file, with the command; an argument's is empty
	ending string
	args   string
	fails  string // the end of a line of another input that ends in an error
	kept   bool   // the file is read as well: only a regular one will do
}

// writersOf are the lines of every command that writes a file, in a folder with the files that they read.
func writersOf(t *testing.T) (dir string, all []writer) {
	t.Helper()
	l := newNotebookLab(t)
	dir = l.root
	cells := strings.Repeat(",[0.7,0.1,0.1,0.1]", 16)[1:]
	for name, text := range map[string]string{
		"one.txt": easy + "\n", "answer.txt": easySolution + "\n", "half.txt": easy + "\n" + easySolution + "\nno puzzle\n",
		"four.txt": "1234........4321\n", "p.jsonl": `{"probabilities": [` + cells + "]}\n", "empty.jsonl": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l.run("run", "--no-cache", l.notebook("n.ipynb", "print a")).want(t, "a notebook", exitOK)
	t.Setenv(beMain, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("THIS", self) // whose folder may have blanks
	return dir, []writer{
		{"accel export --output", ".mlir", "accel export --side 4 --output OUT", "accel export --side 5 --output OUT", false},
		{"bench --record", ".json", "bench one.txt --beside none --rounds 1 --slot 0 --record OUT -- THIS bench answer", "bench half.txt --beside none --rounds 1 --slot 0 --record OUT -- THIS bench answer", false},
		{"dataset audit --picture", ".svg", "dataset audit one.txt --picture OUT", "dataset audit one.txt --against empty.jsonl --picture OUT", false},
		{"explain --film", ".html", "explain one.txt --film OUT", "explain half.txt --film OUT", false},
		{"explain --picture", ".svg", "explain one.txt --picture OUT", "explain half.txt --picture OUT", false},
		{"generate --output", ".txt", "generate --seed 1 --count 3 --output OUT", "generate --count 2 --givens 17 --budget 1ns --output OUT", false},
		{"graph --output", ".dot", "graph --no-solutions one.txt --output OUT", "graph half.txt --max-bytes 1KiB --output OUT", false},
		{"hardest --state", "", "hardest --steps 1 --state OUT", "hardest --steps 1 --state OUT half.txt", true},
		{"hint --picture", ".svg", "hint one.txt --picture OUT", "hint half.txt --picture OUT", false},
		{"notebook check --out", ".ipynb", "notebook check --root . --no-cache --out OUT notebooks/n.ipynb", "notebook check --root . --no-cache --out OUT one.txt", false},
		{"notebook html --out", ".html", "notebook html --out OUT notebooks/n.ipynb", "notebook html --out OUT one.txt", false},
		{"notebook run --out", ".ipynb", "notebook run --root . --no-cache --out OUT notebooks/n.ipynb", "notebook run --root . --no-cache --out OUT one.txt", false},
		{"score --picture", ".svg", "score p.jsonl --on four.txt --picture OUT", "score answer.txt --on one.txt --picture OUT", false},
		{"score --record", ".jsonl", "score answer.txt --on one.txt --record OUT", "score answer.txt --on half.txt --record OUT", false},
		{"sheet --output", ".html", "sheet one.txt --output OUT", "sheet half.txt --output OUT", false},
		{"solve --animation", ".gif", "solve four.txt --animation OUT", "solve half.txt --animation OUT", false},
		{"solve --film", ".html", "solve one.txt --film OUT", "solve half.txt --film OUT", false},
		{"solve --picture", ".svg", "solve one.txt --picture OUT", "solve half.txt --picture OUT", false},
		{"trace --animation", ".gif", "trace four.txt --search --animation OUT", "trace half.txt --search --animation OUT", false},
		{"trace --svg", ".svg", "trace one.txt --svg OUT", "trace half.txt --svg OUT", false},
	}
}

// notTried are the flags and arguments that name what is written and have no line among the writers, with the reasons.
var notTried = map[string]string{
	"page --output":            "compiles the lab for browsers; it is written as all others are, by writeNamed",
	"notebook run arguments":   "rewrites notebooks where they lie, see TestNotebookInPlace",
	"notebook strip arguments": "rewrites notebooks where they lie, see TestNotebookInPlace",
	"train export arguments":   "the beginning of names, at which nothing but regular files is replaced",
}

// TestEveryWriterIsTried: each flag that is declared to write a file has a line among the writers. Those that fill folders have their
// own tests of what is planted there.
func TestEveryWriterIsTried(t *testing.T) {
	_, all := writersOf(t)
	missing := map[string]bool{}
	for name := range notTried {
		missing[name] = true
	}
	tried := func(name string) {
		if _, said := notTried[name]; !said && !slices.ContainsFunc(all, func(w writer) bool { return w.flag == name }) {
			t.Errorf("%s: want a line in writersOf", name)
		}
		delete(missing, name)
	}
	for _, cmd := range commandsOf(newRoot()) {
		name := strings.TrimPrefix(cmd.CommandPath(), "sudokulab ")
		useful(cmd, func(f *pflag.Flag) {
			if u := useOf(f); u == writes || u == keeps {
				tried(name + " --" + f.Name)
			}
		})
		if u := use(cmd.Annotations[useKey]); u == keeps || u == writes || u == stems {
			tried(name + " arguments")
		}
	}
	if len(missing) > 0 {
		t.Errorf("no command has %v", missing)
	}
	if len(all) < 20 {
		t.Errorf("%d writers, want all", len(all))
	}
}

// TestOutputsHarmNothing: every command that writes a file makes it, replaces it with its mode, follows a link of the person's, leaves
// another hard link alone, writes through FIFOs and devices, refuses folders, and lets the old file stand where it fails or is interrupted.
// It leaves nothing else.
func TestOutputsHarmNothing(t *testing.T) {
	dir, all := writersOf(t)
	t.Chdir(dir)
	for i, w := range all {
		t.Run(w.flag, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(w.flag, "bench ") {
				t.Skip("it measures, for seconds")
			}
			w.harmsNothing(t, filepath.Join(dir, fmt.Sprint("w", i)))
		})
	}
}

const old = "what was there\n"

func (w writer) harmsNothing(t *testing.T, dir string) {
	at := func(name string) string { return filepath.Join(dir, name+w.ending) }
	within := func(ctx context.Context, line, target string) result {
		args := strings.Fields(line)
		for i, a := range args {
			args[i] = strings.NewReplacer("OUT", target, "THIS", os.Getenv("THIS")).Replace(a)
		}
		var out, errOut bytes.Buffer
		code := run(ctx, args, strings.NewReader(""), &out, &errOut)
		return result{code, out.String(), errOut.String()}
	}
	to := func(target string) result { return within(t.Context(), w.args, target) }
	is := func(name string, kind fs.FileMode) {
		t.Helper()
		if info, err := os.Lstat(at(name)); err != nil || info.Mode() != kind {
			t.Errorf("%s has mode %v, %v, want %v", name, info.Mode(), err, kind)
		}
	}
	filled := func(name string) {
		t.Helper()
		if text := content(t, at(name)); len(text) < 50 || strings.Contains(text, old) {
			t.Errorf("%s holds %.60q", name, text)
		}
	}
	put := func(name string) {
		t.Helper()
		text := old
		if w.kept {
			text = content(t, at("new"))
		}
		if err := errors.Join(os.WriteFile(at(name), []byte(text), 0o600), os.Chmod(at(name), 0o640)); err != nil { //nolint:gosec // a mode that no umask leaves
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Mkdir(at("folder"), 0o700), syscall.Mkfifo(at("fifo"), 0o600), os.Symlink("target"+w.ending, at("link")),
		os.Symlink("/dev/null", at("null")), os.Symlink("/dev/full", at("full"))); err != nil {
		t.Fatal(err)
	}
	to(at("new")).want(t, "a new file", exitOK)
	filled("new")
	for range 2 { // dangling, then not
		to(at("link")).want(t, "a link", exitOK)
		if err := os.Chmod(at("target"), 0o640); err != nil { //nolint:gosec // a mode that no umask leaves
			t.Fatal(err)
		}
		filled("target")
	}
	to(at("link")).want(t, "a link", exitOK)
	is("target", 0o640)
	is("link", fs.ModeSymlink|0o777)
	put("two")
	if err := os.Link(at("two"), at("other")); err != nil {
		t.Fatal(err)
	}
	was := content(t, at("other"))
	to(at("two")).want(t, "a hard link", exitOK)
	is("two", 0o640)
	filled("two")
	if content(t, at("other")) != was {
		t.Error("the other link was written to")
	}
	// A folder is where a notebook goes.
	if !strings.HasPrefix(w.flag, "notebook") {
		to(at("folder")).want(t, "a folder", exitError, "folder")
		is("folder", fs.ModeDir|0o700)
	}
	to(at("none/x")).want(t, "in no folder", exitError, "none")
	to(at("new")+"/x"+w.ending).want(t, "below a file", exitError)
	filled("new")
	w.through(t, at, func(ctx context.Context, target string) result { return within(ctx, w.args, target) })
	is("fifo", fs.ModeNamedPipe|0o600)
	put("stands")
	whole := content(t, at("new"))
	was = content(t, at("stands"))
	within(t.Context(), w.fails, at("stands")).want(t, "a line that fails", exitError, "sudokulab: ")
	is("stands", 0o640)
	if content(t, at("stands")) != was {
		t.Errorf("%s failed and left %.60q", w.fails, content(t, at("stands")))
		put("stands")
	}
	for _, after := range []time.Duration{0, 3 * time.Millisecond, 20 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		r := within(ctx, w.args, at("stands"))
		cancel()
		if now := content(t, at("stands")); r.code != exitOK && now != was && !w.kept && now[len(now)-4:] != whole[len(whole)-4:] {
			t.Errorf("interrupted after %v: exit code %d, %s, and a part: %.60q", after, r.code, r.errOut, now)
		}
		put("stands")
	}
	names := []string{"fifo", "folder", "full", "link", "new", "null", "other", "stands", "target", "two"}
	if left, err := os.ReadDir(dir); err != nil || len(left) != len(names) {
		t.Errorf("%v are there, want %v: %v", left, names, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(dir), ".*.new-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %q, %v", left, err)
	}
}

// through writes to a FIFO and to devices.
func (w writer) through(t *testing.T, at func(string) string, in func(ctx context.Context, target string) result) {
	t.Helper()
	to := func(target string) result { return in(t.Context(), target) }
	if w.kept {
		for _, name := range []string{"fifo", "null", "full"} {
			to(at(name)).want(t, name, exitError, "want a regular file")
		}
		return
	}
	read := make(chan int)
	go func() {
		data, _ := os.ReadFile(at("fifo")) // the number of bytes tells
		read <- len(data)
	}()
	to(at("fifo")).want(t, "a FIFO", exitOK)
	if n := <-read; n < 50 {
		t.Errorf("%d bytes through the FIFO", n)
	}
	to(at("null")).want(t, "/dev/null", exitOK)
	if _, err := os.Stat("/dev/full"); err == nil {
		to(at("full")).want(t, "/dev/full", exitError, "no space left")
	}
	if testing.Short() {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	in(ctx, at("fifo")).want(t, "a FIFO that nobody reads", exitInterrupted)
}

// TestNotebookInPlace: notebooks are rewritten where they lie, by every way to say so: links stay, with what they lead to replaced, modes
// stay, and one that cannot be read is left alone.
func TestNotebookInPlace(t *testing.T) {
	for _, c := range []struct {
		command []string
		out     bool // is said by --out as well
	}{{[]string{"run", "--no-cache"}, false}, {[]string{"run", "--no-cache"}, true}, {[]string{"strip"}, false}} {
		l := newNotebookLab(t)
		file := l.notebook("n.ipynb", "print a")
		if c.command[0] == "strip" {
			l.run("run", "--no-cache", file).want(t, "run", exitOK)
		}
		link, broken := filepath.Join(l.root, "link.ipynb"), filepath.Join(l.root, "broken.ipynb")
		before := content(t, file)
		if err := errors.Join(os.Symlink(filepath.Join("notebooks", "n.ipynb"), link), os.WriteFile(broken, []byte("{"), 0o600), os.Chmod(file, 0o640)); err != nil { //nolint:gosec // a mode that no umask leaves
			t.Fatal(err)
		}
		run := func(path string) result {
			args := append([]string{"notebook"}, c.command...)
			if c.command[0] == "run" {
				args = append(args, "--root", l.root)
			}
			if c.out {
				args = append(args, "--out", path)
			}
			return sudokulab(t, "", append(args, path)...)
		}
		run(link).want(t, fmt.Sprint(c), exitOK)
		info, err := os.Lstat(link)
		target, targetErr := os.Lstat(file)
		if err != nil || targetErr != nil || info.Mode()&fs.ModeSymlink == 0 || target.Mode() != 0o640 || content(t, file) == before {
			t.Errorf("%v: %v %v, %v %v", c, info, err, target, targetErr)
		}
		if r := run(broken); r.code != exitError || content(t, broken) != "{" {
			t.Errorf("%v: %+v, and %q", c, r, content(t, broken))
		}
		refused(t, []string{"notebook", "html", "--out", link, file}, "is read as input, and would be replaced")
		if left, err := filepath.Glob(filepath.Join(l.root, "*", ".*.new-*")); err != nil || len(left) > 0 {
			t.Errorf("%v: left %q, %v", c, left, err)
		}
	}
}

// TestHardestState: the file of --state is bounded, and in the hands of one run at a time.
func TestHardestState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	args := []string{"hardest", "--steps", "1", "--state", path}
	must(t, "", args...)
	release, err := atomicfile.Hold(path + ".lock")
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := sudokulab(t, "", args...)
	if after, err := os.ReadFile(path); r.code != exitError || !strings.Contains(r.errOut, fmt.Sprintf("in use by another run: process %d ", os.Getpid())) || err != nil || !bytes.Equal(after, before) {
		t.Errorf("%+v, %v", r, err)
	}
	if err := errors.Join(release(), os.Truncate(path, 30<<30)); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, path+": it has 32212254720 bytes, want at most") {
		t.Errorf("%+v", r)
	}
	for text, want := range map[string]string{`{"pool":[` + strings.Repeat("{},", 2_000_000): "more than 8000000 values", strings.Repeat("[", 2_000_000): "nest more than"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, path+": line 1: ") || !strings.Contains(r.errOut, want) {
			t.Errorf("%+v, want %q", r, want)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestFIFOWithoutWriter: whatever reads a file ends with the context while a FIFO has no writer,
// and while it has one that does not write.
func TestFIFOWithoutWriter(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, silent := range []bool{false, true} {
		if silent {
			f, err := os.OpenFile(fifo, os.O_RDWR, 0) // does not wait, on Linux
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = f.Close() })
		}
		for _, args := range [][]string{
			{"solve"},
			{"classify"},
			{"validate"},
			{"enumerate"},
			{"trace"},
			{"graph"},
			{"cover"},
			{"cover", "--sudoku"},
			{"hardest"},
			{"eval", "gnn"},
			{"solve", easy, "--regions"},
			{"train", "gnn", "--out", filepath.Join(t.TempDir(), "out"), "--recipe"},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
			var out, errOut bytes.Buffer
			done := make(chan int, 1)
			go func() { done <- run(ctx, append(args, fifo), strings.NewReader(""), &out, &errOut) }()
			select {
			case code := <-done:
				if code != exitInterrupted {
					t.Errorf("%v, silent %v: exit code %d, %s", args, silent, code, &errOut)
				}
			case <-time.After(20 * time.Second):
				t.Fatalf("%v, silent %v: does not end", args, silent)
			}
			cancel()
		}
	}
}

// TestNoFIFOIsWaitedFor: a FIFO in the place of a file that is no stream of puzzles is an error at once, and without a context's end.
func TestNoFIFOIsWaitedFor(t *testing.T) {
	dir := t.TempDir()
	fifo := func(name string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	job := filepath.Join(dir, "job.yaml")
	if err := os.WriteFile(job, []byte("operation: solve\ninput: {files: [in.fifo]}\nshards: 1\noutput: out\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	fifo("in.fifo")
	notebook, recipe, root, site, weights := fifo("n.ipynb"), fifo("r.yaml"), fifo("lab/research/claims.yaml"), fifo("site/site.json"), fifo("w.safetensors")
	fifo("w.json")
	root = filepath.Dir(filepath.Dir(root))
	for _, args := range [][]string{
		{"job", "check", job},
		{"job", "run", job},
		{"job", "status", job},
		{"job", "merge", job},
		{"job", "clean", recipe},
		{"claims", "--root", root},
		{"check", "--root", root},
		{"site", "--root", root, "--out", filepath.Join(dir, "out")},
		{"notebook", "html", notebook},
		{"notebook", "strip", notebook},
		{"notebook", "diff", notebook, notebook},
		{"dataset", "make", recipe},
		{"serve", "--browser=false", "--site", filepath.Dir(site)},
		{"solve", "--method", "gnn", "--weights", weights, easy},
		{"train", "export", filepath.Join(dir, "x"), "--from", dir, "--mix", weights},
		{"gpu", "list", "--queue", recipe},
		{"accel", "install", "cpu", "--file", recipe, "--dir", filepath.Join(dir, "plugins")},
	} {
		done := make(chan result, 1)
		go func() { done <- sudokulab(t, "", args...) }()
		select {
		case r := <-done:
			if r.code != exitError {
				t.Errorf("%v: exit code %d, %s", args, r.code, r.errOut)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%v: does not end", args)
		}
	}
}

// TestQueueFIFO: the queue of jobs for a card is a file; a FIFO is not waited for.
func TestQueueFIFO(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan int, 1)
	var errOut bytes.Buffer
	go func() {
		done <- run(t.Context(), []string{"gpu", "list", "--queue", fifo, "--results", filepath.Dir(fifo)}, strings.NewReader(""), io.Discard, &errOut)
	}()
	select {
	case code := <-done:
		if code != exitError || !strings.Contains(errOut.String(), "want a regular file") {
			t.Errorf("exit code %d, %s", code, &errOut)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("does not end")
	}
}
