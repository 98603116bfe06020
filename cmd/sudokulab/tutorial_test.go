package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/solvertest"
)

// step is a fenced block of a tutorial: what to do, and with which file.
type step struct {
	line int    // of the fence
	do   string // file, append, edit, run or serve
	name string // of the file, or of the method that is to be on the page
	text string
}

// fence is the line that begins or ends a block, with what is said behind it.
var fence = regexp.MustCompile("^(`{3,}|~{3,})(.*)$")

// tutorialSteps returns the steps of a tutorial. A block says what it is behind its fence:
//
//	```go file=pkg/x/x.go       a new file, whole
//	```yaml append=a/b.yaml     what goes to the end of a file
//	```diff file=a/b.go         edits of a file, several with a line … between them
//	```console                  commands behind $, and what they print
//	```console serve=name       a command that serves the page; a method of that name is asked there
//
// Any other block is an error: a reader could not tell what to do with it.
func tutorialSteps(text string) (steps []step, err error) {
	open := ""
	var body strings.Builder
	for i, line := range strings.Split(text, "\n") {
		m := fence.FindStringSubmatch(line)
		switch {
		case open == "" && m != nil:
			open = m[1]
			s := step{line: i + 1}
			kind, rest, _ := strings.Cut(strings.TrimSpace(m[2]), " ")
			key, value, _ := strings.Cut(rest, "=")
			switch {
			case kind == "console" && rest == "":
				s.do = "run"
			case kind == "console" && key == "serve" && value != "":
				s.do, s.name = "serve", value
			case kind == "diff" && key == "file" && value != "":
				s.do, s.name = "edit", value
			case kind != "console" && kind != "diff" && (key == "file" || key == "append") && value != "":
				s.do, s.name = key, value
			default:
				return nil, fmt.Errorf("line %d: nobody can tell what to do with a block %q", i+1, m[2])
			}
			steps = append(steps, s)
		case open != "" && m != nil && m[1] == open && m[2] == "":
			steps[len(steps)-1].text = body.String()
			body.Reset()
			open = ""
		case open != "":
			body.WriteString(line + "\n")
		}
	}
	if open != "" {
		return nil, errors.New("the last block does not end")
	}
	return steps, nil
}

// edited returns a text with the edits of a diff: lines with + put in, lines with - taken out. What is left is what stands there, and each
// edit must fit one place only.
func edited(text, diff string) (string, error) {
	for part := range strings.SplitSeq(diff, "…\n") {
		var before, after strings.Builder
		changes := 0
		for line := range strings.Lines(part) {
			rest := line[1:]
			switch line[0] {
			case '+':
				after.WriteString(rest)
				changes++
			case '-':
				before.WriteString(rest)
				changes++
			case ' ':
				before.WriteString(rest)
				after.WriteString(rest)
			default:
				return "", fmt.Errorf("a line of an edit begins with +, - or a blank, not %q", line)
			}
		}
		if changes == 0 {
			return "", fmt.Errorf("an edit without a change:\n%s", part)
		}
		n := 0
		for at := range "\n" + text { // places may overlap
			if strings.HasPrefix(("\n" + text)[at:], "\n"+before.String()) {
				n++
			}
		}
		if n != 1 {
			return "", fmt.Errorf("an edit fits %d places, want one:\n%s", n, part)
		}
		text = strings.TrimPrefix(strings.Replace("\n"+text, "\n"+before.String(), "\n"+after.String(), 1), "\n")
	}
	return text, nil
}

// fits reports whether an output is what a tutorial shows: … in a line stands for anything in it, and alone on one for any lines.
func fits(shown, output string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.Lines(shown) {
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", `.*?`))
	}
	pattern.WriteString(`\z`)
	return regexp.MustCompile(pattern.String()).MatchString(output)
}

// shownCommand is a command of a console block with what stands below it.
type shownCommand struct {
	text  string
	exit  int
	shown string
}

func shownCommands(text string) (out []shownCommand, err error) {
	for line := range strings.Lines(text) {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			c := shownCommand{text: strings.TrimSpace(command)}
			if m := exitComment.FindStringSubmatch(line); m != nil {
				c.exit, _ = strconv.Atoi(m[1]) // the pattern lets only digits through
			}
			out = append(out, c)
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("%q stands before the first command", line)
		}
		out[len(out)-1].shown += line
	}
	return out, nil
}

// follower follows a tutorial in a tree.
type follower struct {
	dir string
	env []string
}

// follow does a step.
func (f *follower) follow(ctx context.Context, s step) error {
	path := filepath.Join(f.dir, filepath.FromSlash(s.name))
	switch s.do {
	case "file":
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("%s is there already", s.name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(s.text), 0o600)
	case "append", "edit":
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out := string(text) + s.text
		if s.do == "edit" {
			if out, err = edited(string(text), s.text); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		return os.WriteFile(path, []byte(out), 0o600)
	}
	commands, err := shownCommands(s.text)
	if err != nil {
		return err
	}
	for _, c := range commands {
		if s.do == "serve" {
			err = f.serve(ctx, c.text, s.name)
		} else {
			err = f.run(ctx, c)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.text, err)
		}
	}
	return nil
}

func (f *follower) command(ctx context.Context, text string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", text)
	cmd.Dir, cmd.Env = f.dir, f.env
	return cmd
}

func (f *follower) run(ctx context.Context, c shownCommand) error {
	cmd := f.command(ctx, c.text)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != c.exit {
		return fmt.Errorf("%w, want exit code %d:\n%s%s", err, c.exit, &out, &errOut)
	}
	if !fits(c.shown, out.String()) {
		return fmt.Errorf("it prints\n%s\nand the tutorial shows\n%s\nOn standard error:\n%s", &out, c.shown, &errOut)
	}
	return nil
}

// address is what a server says of itself.
var address = regexp.MustCompile(`http://\S+`)

// serve starts a server and asks it as the page does: for its methods, and for an answer by the one of that name.
func (f *follower) serve(ctx context.Context, text, method string) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	cmd := f.command(ctx, "exec "+text)
	cmd.WaitDelay = 5 * time.Second
	out, in := io.Pipe()
	cmd.Stdout, cmd.Stderr = in, in
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() { stop(); _ = in.Close(); _ = cmd.Wait() }() // it is killed
	lines := bufio.NewScanner(out)
	at := ""
	for at == "" && lines.Scan() {
		at = strings.TrimSuffix(address.FindString(lines.Text()), "/")
	}
	if at == "" {
		return fmt.Errorf("no address: %w", lines.Err())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // so that it is not held up
	for _, ask := range []struct{ call, with, want string }{
		{"methods", "{}", `"name":"` + method + `"`},
		{"solve", `{"board":{"cells":"` + easy + `"},"method":"` + method + `"}`, easySolution},
	} {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, at+"/api/v1/"+ask.call, strings.NewReader(ask.with))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		answer, err := io.ReadAll(res.Body)
		err = errors.Join(err, res.Body.Close())
		if err != nil {
			return err
		}
		if res.StatusCode != http.StatusOK || !strings.Contains(strings.ReplaceAll(string(answer), `": "`, `":"`), ask.want) {
			return fmt.Errorf("%s answers %s, %s; want %s in it", ask.call, res.Status, answer, ask.want)
		}
	}
	return nil
}

// TestTutorials does what the tutorials say, each in a copy of the tree of its own, and compares what it prints. Of the machine it takes
// Go, a shell, grep and the build cache: programs are built without paths, so that only the first run compiles what the tutorials do not
// change.
func TestTutorials(t *testing.T) {
	if os.Getenv(solvertest.LargeVariable) == "" {
		t.Skip("builds the program several times: set " + solvertest.LargeVariable + ", as make large does")
	}
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skipf("needs a shell: %v", err)
	}
	root := wholeTree(t)
	files, err := filepath.Glob(filepath.Join(root, "research", "tutorials", "*.md"))
	if err != nil || len(files) < 4 {
		t.Fatalf("%d tutorials, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			steps, err := tutorialSteps(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if (name == "README") != (len(steps) == 0) {
				t.Fatalf("%d steps", len(steps))
			}
			if len(steps) == 0 {
				return
			}
			dir, bin := filepath.Join(t.TempDir(), "clone"), t.TempDir()
			if err := copyTree(root, dir); err != nil {
				t.Fatal(err)
			}
			f := follower{dir: dir, env: tutorialEnvironment(bin)}
			for _, s := range steps {
				start := time.Now()
				if err := f.follow(t.Context(), s); err != nil {
					t.Fatalf("research/tutorials/%s.md:%d: %v", name, s.line, err)
				}
				t.Logf("line %d: %s %s: %s", s.line, s.do, s.name, time.Since(start).Round(time.Second/10))
			}
		})
	}
}

// tutorialEnvironment is that of a person with a folder for programs on the path, and without what the lab looks for elsewhere.
func tutorialEnvironment(bin string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "SUDOKULAB_") || strings.HasPrefix(v, "GOFLAGS=") || strings.HasPrefix(v, beMain+"=")
	})
	return append(env,
		"GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath -buildvcs=false -pgo=off"), "GOBIN="+bin,
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "NO_COLOR=1")
}

func TestTutorialSteps(t *testing.T) {
	steps, err := tutorialSteps("a\n```go file=a/b.go\npackage b\n```\nb\n```diff file=c\n a\n+b\n```\n````console\n$ x\n```\n````\n```md append=d\ne\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	diff(t, "steps", fmt.Sprint(steps), fmt.Sprint([]step{
		{2, "file", "a/b.go", "package b\n"}, {6, "edit", "c", " a\n+b\n"}, {10, "run", "", "$ x\n```\n"}, {14, "append", "d", "e\n"},
	}))
	for _, bad := range []string{"```go\na\n```\n", "```console file=x\n```\n", "```go file=\n```\n", "```diff append=x\n```\n", "```console\n$ x\n"} {
		if _, err := tutorialSteps(bad); err == nil {
			t.Errorf("%q is a step", bad)
		}
	}
}

func TestEdited(t *testing.T) {
	const text = "a\nb\nc\nab\n"
	got, err := edited(text, " b\n+x\n…\n-ab\n+y\n")
	if err != nil || got != "a\nb\nx\nc\ny\n" {
		t.Errorf("%q, %v", got, err)
	}
	for name, bad := range map[string]string{"not there": " d\n+x\n", "twice": " \n+x\n", "no change": " a\n", "no sign": "a\n"} {
		if got, err := edited("a\n\n\n", bad); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestFits(t *testing.T) {
	for _, tc := range []struct {
		shown, output string
		want          bool
	}{
		{"", "", true},
		{"", "a\n", false},
		{"a\n", "a\n", true},
		{"a.\n", "ab\n", false},
		{"a…c\n", "abbc\n", true},
		{"a…c\n", "ab\nc\n", false},
		{"…\na\n…\n", "a\n", true},
		{"…\na\n…\n", "x\ny\na\nz\n", true},
		{"…\na\n", "x\na\nz\n", false},
	} {
		if got := fits(tc.shown, tc.output); got != tc.want {
			t.Errorf("%q for %q: %v, want %v", tc.output, tc.shown, got, tc.want)
		}
	}
}
