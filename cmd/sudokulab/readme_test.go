package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// readmeCommand is a line of a fenced block that calls the program.
type readmeCommand struct {
	line int
	text string
	exit int
}

var exitComment = regexp.MustCompile(`# exit (\d+)`)

// readmeCommands returns the lines that begin with sudokulab in the fenced blocks of a
// Markdown text. A comment that says slow or network leaves a line out; "# exit 2" says
// which exit code is right.
func readmeCommands(text string) []readmeCommand {
	var out []readmeCommand
	fenced := false
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "```") || strings.HasPrefix(l, "~~~") {
			fenced = !fenced
			continue
		}
		l = strings.TrimPrefix(l, "$ ")
		if !fenced || !strings.HasPrefix(l, "sudokulab ") {
			continue
		}
		_, comment, _ := strings.Cut(l, " #")
		if strings.Contains(comment, "slow") || strings.Contains(comment, "network") {
			continue
		}
		c := readmeCommand{line: i + 1, text: l}
		if m := exitComment.FindStringSubmatch(l); m != nil {
			c.exit, _ = strconv.Atoi(m[1]) // the pattern lets only digits through
		}
		out = append(out, c)
	}
	return out
}

func TestReadmeCommands(t *testing.T) {
	got := readmeCommands("sudokulab no\n```sh\nsudokulab solve x | head  # exit 2\n$ sudokulab version\nsudokulab results # slow\n" +
		"sudokulab data fetch --all   # needs the network\nmake results\n```\nsudokulab no\n")
	diff(t, "commands", fmt.Sprint(got), fmt.Sprint([]readmeCommand{{3, "sudokulab solve x | head  # exit 2", 2}, {4, "sudokulab version", 0}}))
}

// TestReadme runs every command of the README as a reader would, in a folder that looks like
// the lab's tree but takes what they write.
func TestReadme(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skipf("needs a shell: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, bin := t.TempDir(), t.TempDir()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == ".git" {
			continue
		}
		if err := os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	wrapper := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", beMain, strings.ReplaceAll(self, "'", `'\''`))
	if err := os.WriteFile(filepath.Join(bin, "sudokulab"), []byte(wrapper), 0o700); err != nil { //nolint:gosec // it is to be executed
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, c := range readmeCommands(string(text)) {
		t.Run(fmt.Sprintf("line %d", c.line), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), shell, "-c", c.text)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			code := cmd.ProcessState.ExitCode()
			if c.text == "sudokulab doctor" && code == exitError {
				code = c.exit // it speaks of the machine: a clone that only another may write to, no make
			}
			if code != c.exit {
				t.Errorf("%s: exit code %d (%v), want %d:\n%s", c.text, code, err, c.exit, out)
			}
		})
	}
}
