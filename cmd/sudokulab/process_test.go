package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// exitCode waits for a process.
func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// TestInterruptedProcess: Ctrl-C ends the program at once, with what was finished written,
// though it waits for standard input.
func TestInterruptedProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt can be sent to a process there")
	}
	cmd := process(t, "solve")
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, easy+"\n"); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewScanner(out)
	if !read.Scan() || read.Text() != easySolution {
		t.Fatalf("answer %q, error %v", read.Text(), read.Err())
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(t, cmd); code != exitInterrupted || !strings.Contains(errOut.String(), "interrupted; what was finished is kept") {
		t.Errorf("exit code %d, standard error %q", code, errOut.String())
	}
}

// TestInterruptedList: Ctrl-C ends a list that would go on for ever, with whole lines written.
func TestInterruptedList(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt can be sent to a process there")
	}
	cmd := process(t, "enumerate", strings.Repeat(".", 81))
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	read := bufio.NewReader(out)
	n := 0
	for line, err := read.ReadString('\n'); ; line, err = read.ReadString('\n') {
		if err != nil {
			if line != "" {
				t.Errorf("the output ends in %q", line)
			}
			break
		}
		n++
		if n == 100 {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	if code := exitCode(t, cmd); code != exitInterrupted || n < 100 || !strings.Contains(errOut.String(), "interrupted; what was finished is kept") {
		t.Errorf("exit code %d after %d lines, standard error %q", code, n, errOut.String())
	}
}

// TestClosedPipe: when the reader of the output has seen enough, the program ends soon and
// quietly, with exit code 1.
func TestClosedPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("pipes close otherwise")
	}
	puzzles, _ := boards20k(t, 5000)
	blank := strings.Repeat(".", 81)
	for _, args := range [][]string{
		{"solve", "--quiet"},
		{"classify", "--quiet"},
		{"enumerate", "--quiet"},
		{"enumerate", "--quiet", blank},
		{"enumerate", "--quiet", "--format", "json", blank, blank, blank},
		{"cover", "--quiet", "--classic", "queens=60"},
		{"cover", "--classic", "queens=500", "--print"},
		{"graph", "--force", "--format", "dot", "--all", "--no-solutions", "." + search[1:]},
	} {
		cmd := process(t, args...)
		var errOut bytes.Buffer
		cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Repeat(puzzles, 5)), &errOut
		out, err := cmd.StdoutPipe()
		if err := errors.Join(err, cmd.Start()); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		// Feeding a program that has gone fails, too; only its exit code matters here.
		err = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != exitError || errOut.Len() > 0 {
			t.Errorf("%q: exit code %d (%v), standard error %q; want 1 and silence", args, code, err, errOut.String())
		}
	}
}
