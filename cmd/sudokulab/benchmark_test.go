package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// walkMinutes is what the test trains for, in place of the page's minutes.
const walkMinutes = "0.02"

// TestPythonWalk types what research/benchmark-python.md types, in order, in a folder with the page's network and a blank in its name. The
// training is one of seconds, and the network is scored as any.
func TestPythonWalk(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: makes a set and trains a network")
	}
	shell, root := shellWithSelf(t), wholeTree(t)
	if exec.CommandContext(t.Context(), "python3", "-c", "import torch").Run() != nil {
		t.Skip("no python3 with torch on this machine")
	}
	page, err := os.ReadFile(filepath.Join(root, "research", "benchmark-python.md"))
	if err != nil {
		t.Fatal(err)
	}
	network, err := os.ReadFile(filepath.Join(root, "pkg", "contest", "testdata", "rrn.py"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a walk")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "rrn.py"), network, 0o600); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(page), "\npython3 ", "\nsudokulab python3 ") // to be found as a command
	commands := readmeCommands(text)
	if len(commands) != 8 {
		t.Fatalf("%d commands in the page", len(commands))
	}
	said := ""
	for _, c := range commands {
		c.text = strings.TrimPrefix(c.text, "sudokulab python3 ")
		if strings.HasPrefix(c.text, "rrn.py ") {
			c.text = "python3 " + strings.Replace(c.text, "--minutes 10 ", "--minutes "+walkMinutes+" ", 1)
		}
		if strings.HasPrefix(c.text, "sudokulab bench ") {
			c.text = strings.Replace(c.text, " --batch", " --first 64 --batch", 1)
		}
		cmd := exec.CommandContext(t.Context(), shell, "-c", c.text)
		cmd.Dir = dir
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if err := cmd.Run(); cmd.ProcessState.ExitCode() != c.exit {
			t.Fatalf("line %d: %s: %v, want exit code %d:\n%s%s", c.line, c.text, err, c.exit, &stdout, &stderr)
		}
		said += stdout.String()
	}
	for _, words := range []string{"the test set that is known by this hash", "Predictions scored on sudokulab-9-easy/test.csv, 1,000 puzzles", "more of the 1,000 puzzles than", "Programs on 64"} {
		if !strings.Contains(said, words) {
			t.Errorf("%q is not in what the commands said:\n%s", words, said)
		}
	}
	if record, err := os.ReadFile(filepath.Join(dir, "rrn.jsonl")); err != nil || bytes.Count(record, []byte("\n")) != 1 || !bytes.Contains(record, []byte(`"name":"sudokulab-9-easy/test.csv"`)) {
		t.Errorf("%s, %v", record, err)
	}
}

// typedCalls are the calls of this program in code spans and blocks of documents.
var typedCalls = regexp.MustCompile("(?m)(?:`|^|\\| )sudokulab ([a-z][^`\n|#]*)")

// TestDocumentsNameFlags: what documents type of this program has commands and flags that there are.
func TestDocumentsNameFlags(t *testing.T) {
	root := wholeTree(t)
	documents, err := filepath.Glob(filepath.Join(root, "research", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	flags := 0
	for _, d := range append(documents, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range typedCalls.FindAllStringSubmatch(string(text), -1) {
			words := strings.Fields(call[1])
			cmd, _, err := newRoot().Find(words)
			if err != nil {
				t.Errorf("%s: %s: %v", filepath.Base(d), call[0], err)
				continue
			}
			cmd.InitDefaultHelpFlag()
			for _, word := range words {
				if word == "--" { // another program's come
					break
				}
				name, long := strings.CutPrefix(word, "--")
				if !long {
					continue
				}
				flags++
				name, _, _ = strings.Cut(name, "=")
				if cmd.Flag(strings.TrimRight(name, ".,;:)")) == nil {
					t.Errorf("%s: %s: %s has no flag --%s", filepath.Base(d), call[0], cmd.CommandPath(), name)
				}
			}
		}
	}
	if flags < 20 {
		t.Errorf("only %d flags were found", flags)
	}
}
