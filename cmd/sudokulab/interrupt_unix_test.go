//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbexec/nbformat"
)

// slowLines are arguments with which each command is still at work when it is interrupted, by its name. What they work on is slow by
// itself (a search that never ends, standard input that says nothing, a program that sleeps in place of go and git, a network that
// does not answer), or else nobody reads their output, whose pipe is full, nor
// standard error if the line begins with an exclamation mark.
var slowLines = map[string]string{
	"": "", "accel": "", "accel export": "", "accel install": "cuda13", "accel list": "", "accel selftest": "--backend go",
	"bench": "--slot 1m puzzle.txt -- sleep 60", "bench answer": "", "canonical": "", "check": "", "claims": "! --root .", "classify": "",
	"completion": "", "completion bash": "", "completion fish": "", "completion powershell": "", "completion zsh": "",
	"cover": "--classic queens=60", "data": "", "data fetch": "17clue", "data list": "", "data verify": "",
	"dataset": "", "dataset audit": "", "dataset ladders": "--count 300000 --output rungs", "dataset make": "sudokulab-9-small", "dataset recipes": "", "dataset show": "sudokulab-9-small",
	"dedup": "", "dev": "", "dev bare": "--root .", "dev bench": "", "dev clean": "--root .", "dev fuzz": "", "dev house": "! --root .", "dev module": "--root . --try example.org/x/y",
	"dev publish": "--root .", "dev race": "", "dev release": "--root .", "dev vet": "--root .", "dev xla": "--root .",
	"doctor": "", "enumerate": blank, "eval": "", "eval dqn": "--count 1000000", "eval gnn": "--count 1000000", "explain": "",
	"generate": "--count 1000000 --minimal", "gpu": "", "gpu collect": "! slice", "gpu list": "--queue queue.yaml --results results", "gpu run": "--queue queue.yaml --results results --backend go",
	"graph": "", "hardest": "--steps 100000000", "help": "", "hint": "",
	"job": "", "job check": "job.yaml", "job clean": "! slow.yaml", "job merge": "! slow.yaml", "job run": "job.yaml", "job status": "job.yaml", "job submit": "--kubernetes job.yaml",
	"kernel": "", "kernel build": "--root .", "kernel install": "! --root . --prefix venv", "kernel jupyter": "! --root .", "kernel list": "", "kernel status": "--root .", "kernel uninstall": "! --prefix venv",
	"notebook": "", "notebook check": "--root . --no-cache sleeps.ipynb", "notebook diff": "sleeps.ipynb other.ipynb", "notebook html": "sleeps.ipynb", "notebook run": "--root . --no-cache sleeps.ipynb", "notebook strip": "other.ipynb",
	"page": "", "rate": "", "results": "--root . --profile smoke", "results compare": "a b", "results verify": "--root .", "score": "- --on puzzle.txt", "serve": "--port 0", "sheet": "",
	"site": "--root .", "solve": "", "trace": "", "train": "", "train dqn": "--out run", "train export": "--from trained stem", "train gnn": "--out run", "validate": "", "version": "",
}

var blank = strings.Repeat(".", 81)

// fullPipe returns the end of a pipe to which nothing more can be written, and that nobody reads.
func fullPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(r.Close(), w.Close()) })
	for _, size := range []int{4096, 1} {
		for err = nil; err == nil; {
			if err = w.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)); err == nil {
				_, err = w.Write(make([]byte, size))
			}
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
	}
	return w
}

// slowFolder is a folder with what the lines name: a tree of the lab, programs that sleep, and a notebook that does.
func slowFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module " + gotool.Module() + "\n\ngo 1.26\n", "puzzle.txt": easy + "\n", "cmd/sudokulab-worker/doc.go": "",
		"job.yaml":   "operation: generate\ninput: {seed: 8, count: 100000000}\nshards: 60\noutput: out\nparameters: {minimal: true}\n",
		"queue.yaml": "version: 1\njobs:\n  - id: one\n    title: a test\n    command: [accel, selftest]\n    backend: any\n    budget: 5m\n    decides: []\n    outputs: [selftest.json]\n",
		"bin/go":     "#!/bin/sh\nexec sleep 60\n", "bin/git": "#!/bin/sh\nexec sleep 60\n", "bin/cc": "#!/bin/sh\nexec sleep 60\n", "bin/jupyter": "#!/bin/sh\nexec sleep 60\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(text), 0o700)); err != nil { //nolint:gosec // programs among them
			t.Fatal(err)
		}
	}
	// Files that somebody is about to write: whoever opens them waits.
	for _, name := range []string{"research/claims.yaml", "pkg/README.md", ".jupyter/kernels/sudokulab/kernel.json", "trained/recipe.json", "slice/slice.json", "slow.yaml"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	n := &nbformat.Notebook{Minor: 5, Metadata: nbformat.Object{"kernelspec": nbformat.Object{"name": "fake", "display_name": "Test", "language": "python"}}}
	n.Cells = []*nbformat.Cell{{Type: nbformat.Code, Source: "sleep 60s", Metadata: nbformat.Object{}}}
	n.Upgrade()
	other := *n
	other.Cells = []*nbformat.Cell{{ID: "x", Type: nbformat.Code, Source: "other", Metadata: nbformat.Object{}, ExecutionCount: new(1)}}
	if err := errors.Join(n.WriteFile(filepath.Join(dir, "sleeps.ipynb")), other.WriteFile(filepath.Join(dir, "other.ipynb")), kerneltest.Install(filepath.Join(dir, ".jupyter", "kernels"), "fake", kerneltest.Normal, "signal")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// deafProxy is an address that takes connections and never answers.
func deafProxy(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	return "http://" + l.Addr().String()
}

// atWork waits until a process has come past its start: it has used the processor for many times as long as that takes, or longer than
// nothing and no more for a while. Where the system does not say, it waits for two seconds.
func atWork(pid int) {
	const (
		most, step, quiet = 4 * time.Second, 50 * time.Millisecond, 4
		little, much      = 4 * time.Millisecond, 400 * time.Millisecond
	)
	var last time.Duration
	same := 0
	for begin := time.Now(); time.Since(begin) < most; time.Sleep(step) {
		threads, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/schedstat") // whose ticks would be too coarse
		if err != nil || len(threads) == 0 {
			time.Sleep(2 * time.Second)
			return
		}
		var used time.Duration
		for _, name := range threads {
			text, err := os.ReadFile(name) // of a thread that has ended meanwhile there is none
			on, _, _ := strings.Cut(string(text), " ")
			if ns, parseErr := strconv.ParseInt(on, 10, 64); errors.Join(err, parseErr) == nil {
				used += time.Duration(ns)
			}
		}
		same++
		if used != last {
			last, same = used, 0
		}
		if used > much || used > little && same > quiet {
			return
		}
	}
}

// interruptOne starts a command line, interrupts it at work, and says what is wrong with its end, "" for nothing.
func interruptOne(t *testing.T, with os.Signal, dir string, path []string, proxy string) string {
	t.Helper()
	line, deaf := strings.CutPrefix(slowLines[strings.Join(path, " ")], "! ")
	cmd := process(t, append(path, strings.Fields(line)...)...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"), "HOME="+dir, "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "HTTPS_PROXY="+proxy, "HTTP_PROXY="+proxy, corpus.EnvDataDir+"=")
	said, err := os.CreateTemp(t.TempDir(), "stderr")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = said.Close() }()
	silent, open, err := os.Pipe() // standard input that says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(silent.Close(), open.Close()) }()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = silent, fullPipe(t), said
	if deaf {
		cmd.Stderr = cmd.Stdout
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	atWork(cmd.Process.Pid)
	text := func() string {
		b, err := os.ReadFile(said.Name())
		if err != nil {
			return err.Error()
		}
		return string(bytes.TrimSpace(b[max(0, len(b)-600):]))
	}
	select {
	case err := <-ended:
		return fmt.Sprintf("ended before it was interrupted (%v): %s", err, text())
	default:
	}
	if err := cmd.Process.Signal(with); err != nil {
		return err.Error()
	}
	begin := time.Now()
	select {
	case err = <-ended:
	case <-time.After(20 * time.Second):
		_ = cmd.Process.Kill()
		<-ended //nolint:errcheck // it was killed
		return "goes on 20 s after it was interrupted: " + text()
	}
	took := time.Since(begin)
	exit, ok := errors.AsType[*exec.ExitError](err)
	switch {
	case took > time.Second:
		return fmt.Sprintf("ended %v after it was interrupted: %s", took.Round(time.Millisecond), text())
	case !ok || exit.ExitCode() != exitInterrupted:
		return fmt.Sprintf("%v, want exit code %d: %s", err, exitInterrupted, text())
	case !deaf && !strings.Contains(text(), "interrupted"):
		return "no word of the interruption: " + text()
	}
	left, err := filepath.Glob(filepath.Join(dir, ".*.new-*"))
	if err != nil || len(left) > 0 {
		return fmt.Sprintf("left %q, %v", left, err)
	}
	return ""
}

// TestInterruptEveryCommand: every command is gone within a second of an interrupt, with the exit code of one, whatever it does.
func TestInterruptEveryCommand(t *testing.T) {
	if testing.Short() {
		t.Skip("starts every command")
	}
	seen := map[string]bool{}
	var paths [][]string
	root := newRoot()
	readyBuiltIns(root)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		name := strings.Join(path, " ")
		if _, ok := slowLines[name]; !ok {
			t.Errorf("no line of arguments for %q in slowLines: each command is interrupted at work", name)
			return
		}
		seen[name] = true
		paths = append(paths, path)
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	for name := range slowLines {
		if !seen[name] {
			t.Errorf("%q is no command", name)
		}
	}
	proxy := deafProxy(t)
	try := func(path []string) string {
		// One of the two for each command: what comes of them is the same from the first line of main on.
		signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
		return interruptOne(t, signals[len(strings.Join(path, " "))%len(signals)], slowFolder(t), path, proxy)
	}
	var again [][]string
	var mu sync.Mutex
	var group sync.WaitGroup
	free := make(chan bool, 8)
	for _, path := range paths {
		group.Go(func() {
			free <- true
			defer func() { <-free }()
			if fault := try(path); fault != "" {
				mu.Lock()
				defer mu.Unlock()
				again = append(again, path)
				t.Logf("%q, beside others: %s", path, fault)
			}
		})
	}
	group.Wait()
	for _, path := range again { // alone: a second is not much on a machine that is busy
		if fault := try(path); fault != "" {
			t.Errorf("%q: %s", path, fault)
		}
	}
}
