package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbkernel"
	"sudokulab/pkg/record"
)

// beMain makes the test binary be the program, so that tests can run it as a process.
const beMain = "SUDOKULAB_TEST_MAIN"

func TestMain(m *testing.M) {
	if kerneltest.Requested() { // before beMain, which kernels inherit
		os.Exit(kerneltest.Serve())
	}
	if os.Getenv(beMain) != "" {
		main()
		return
	}
	// The lab under test is the one around the tests, and its backend is the one that a test asks for, whatever is set
	// for other work. Names like these are never refused.
	_, _ = os.Unsetenv(nbkernel.EnvRoot), os.Unsetenv(accel.EnvBackend)
	os.Exit(m.Run())
}

// process returns a command that runs the program in a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, args...)
	cmd.Env = append(os.Environ(), beMain+"=1", "GODEBUG=") // which may ask for traces on standard error
	return cmd
}

// result is what a command line gave.
type result struct {
	code        int
	out, errOut string
}

// sudokulab runs a command line within the test.
func sudokulab(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(t.Context(), args, strings.NewReader(stdin), &out, &errOut)
	return result{code, out.String(), errOut.String()}
}

// arguments splits a command line at blanks, but not within the name of the folder for temporary
// files, which is the machine's and may have blanks.
func arguments(line string) []string {
	const mark = "\x00"
	out := strings.Fields(strings.ReplaceAll(line, os.TempDir(), mark))
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], mark, os.TempDir())
	}
	return out
}

// must runs a command line that is to succeed and returns its standard output.
func must(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	r := sudokulab(t, stdin, args...)
	if r.code != exitOK {
		t.Fatalf("sudokulab %q: exit code %d, want 0; standard error:\n%s", args, r.code, r.errOut)
	}
	return r.out
}

// write puts a file into the test's folder and returns its path.
func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

// Puzzles that tests share.
const (
	easy         = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	// search has one solution, which arc consistency alone does not find.
	search = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	// several has three solutions: easy without its last row.
	several = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419............"
	none    = "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	four    = "12..34..2.4..3.1"
)

func TestExitCodes(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing.txt")
	bad := write(t, "bad.txt", easy+"\n"+easy[:80]+"x\n"+easy+"\n")
	for _, tc := range []struct {
		name string
		args string
		code int
		says string // on standard error
	}{
		{"help", "", exitOK, ""},
		{"unique", "solve " + easy, exitOK, ""},
		{"unsat", "solve " + none, exitNotUnique, "no solution"},
		{"several", "solve " + search[:40] + strings.Repeat(".", 41), exitNotUnique, "at least 2 solutions"},
		{"any", "solve --any " + strings.Repeat(".", 81), exitOK, ""},
		{"counted", "solve --max-solutions 3 " + strings.Repeat(".", 81), exitOK, ""},
		{"capped", "solve --method csp --max-nodes 3 " + search, exitNotUnique, "the limit was reached"},
		{"validate unsat", "validate " + none, exitNotUnique, "1 of 1"},
		{"validate", "validate " + search, exitOK, ""},
		{"unknown command", "sovle", exitError, "did you mean solve?"},
		{"unknown flag", "solve --bad", exitError, "see sudokulab solve --help"},
		{"unknown word", "solve --format yaml " + easy, exitError, "want text, line, json or csv"},
		{"unknown method", "solve --method magic " + easy, exitError, "want auto, bitboard, csp, "},
		{"mistyped method", "solve --method minigird " + easy, exitError, "--method minigird: did you mean minigrid?"},
		{"no such file", "solve " + missing, exitError, missing + ": no such file or directory, and no puzzle either"},
		{"folder", "solve " + t.TempDir(), exitError, "is a folder, want a file"},
		{"bad puzzle", "solve " + easy[:80] + "x", exitError, `nor a puzzle (character 81: found 'x', want a digit 1 to 9 or a blank)`},
		{"bad line", "solve " + bad, exitError, "solve: " + bad + ":2:81: found 'x'"},
		{"bad line, on", "solve --keep-going " + bad, exitError, "1 puzzle could not be used"},
		{"twice standard input", "solve - -", exitError, "only once"},
		{"side", "solve --side 10 " + easy, exitError, "want 4, 9, 16, 25 or 36"},
		{"first", "solve --first -1 " + easy, exitError, "--first -1"},
		{"jobs", "solve --jobs -2 " + easy, exitError, "--jobs -2"},
		{"nodes", "solve --max-nodes -2 " + easy, exitError, "--max-nodes -2"},
		{"timeout", "solve --timeout -2s " + easy, exitError, "--timeout -2s"},
		{"solutions", "solve --max-solutions -2 " + easy, exitError, "--max-solutions -2"},
		{"any and number", "solve --any --max-solutions 2 " + easy, exitError, "none of the others"},
		{"picture", "solve --picture x.gif " + easy, exitError, "ends in .svg or .png"},
		{"no such set", "solve --set nothing", exitError, "nothing"},
		{"enumerate", "enumerate " + one4, exitOK, "1 solution in "},
		{"enumerate none", "enumerate " + none, exitOK, "0 solutions in "},
		{"enumerate limit", "enumerate --limit -1 " + easy, exitError, "--limit -1: want 0 or more"},
		{"enumerate nodes", "enumerate --max-nodes 5 " + easy, exitError, "say --count-only"},
		{"enumerate with puzzle", "enumerate --with-puzzle --format json " + easy, exitError, "--with-puzzle: is for lines"},
		{"enumerate word", "enumerate --format grid " + easy, exitError, "want line, json, csv or text"},
		{"enumerate bad puzzle", "enumerate " + easy[:80] + "x", exitError, "character 81"},
		{"enumerate side", "enumerate --method minigrid --jobs 5000 " + easy, exitError, "--jobs 5000"},
		{"classify", "classify " + none + " " + easy, exitOK, "unsolvable"},
		{"classify solutions", "classify --max-solutions 1 " + easy, exitError, "want 2 or more, or 0"},
		{"classify file", "classify " + missing, exitError, "no such file or directory"},
		{"classify bad line", "classify " + bad, exitError, bad + ":2:81: found 'x'"},
		{"cover file", "cover " + missing, exitError, "no such file"},
		{"cover nothing", "cover", exitError, "cover: dlx: <stdin>:1: "},
		{"cover two", "cover a b", exitError, "accepts at most 1 arg"},
		{"cover file and classic", "cover --classic queens=8 " + bad, exitError, "take the place of a file"},
		{"cover classic", "cover --classic knights=8", exitError, "want queens=8, langford=7 or pentominoes=6x10"},
		{"cover queens", "cover --classic queens=0", exitError, "want queens=n with n from 1 to 1000"},
		{"cover langford", "cover --classic langford", exitError, "want langford=n"},
		{"cover pentominoes", "cover --classic pentominoes=60", exitError, "want pentominoes=rowsxcolumns"},
		{"cover rectangle", "cover --classic pentominoes=7x9", exitError, "want 60"},
		{"cover print and solve", "cover --classic queens=4 --print --limit 1", exitError, "none of the others"},
		{"cover sudoku and solve", "cover --sudoku " + easy + " --stats", exitError, "none of the others"},
		{"cover sudoku and classic", "cover --sudoku " + easy + " --classic queens=4", exitError, "none of the others"},
		{"cover sudoku", "cover --sudoku " + missing, exitError, "cover: --sudoku: "},
		{"cover sudokus", "cover --sudoku " + bad, exitError, "found 'x'"},
		{"cover limit", "cover --limit -1", exitError, "--limit -1: want 0 or more"},
		{"cover nodes", "cover --max-nodes -1", exitError, "--max-nodes -1"},
		{"cover not a problem", "cover " + bad, exitError, bad + ":2"},
		{"graph", "graph " + easy, exitOK, ""},
		{"graph none", "graph " + none, exitOK, ""},
		{"cell", "trace --cell r0x1 " + easy, exitError, "such as r1c3"},
		{"cell beyond", "trace --cell r1c10 " + easy, exitError, "no cell r1c10"},
		{"queue", "trace --queue stack " + easy, exitError, "fifo"},
		{"arcs as text", "trace --arcs " + easy, exitError, "--format json"},
		{"level", "generate --level tough", exitError, "easy, medium, hard, expert, extreme, document-easy, document-medium or document-hard"},
		{"givens", "generate --givens 30-20", exitError, "24-28"},
		{"givens and level", "generate --givens 30 --level easy", exitError, "none of the others"},
		{"out of attempts", "generate --givens 17 --attempts 2 --seed 1", exitError, "2 attempts"},
		{"generate side", "generate --side 8", exitError, "want 4, 9, 16, 25 or 36"},
		{"generate argument", "generate easy", exitError, "unknown command"},
		{"solution in grid", "generate --format grid --solution", exitError, "no place"},
		{"no such set to fetch", "data fetch nothing", exitError, "nothing"},
		{"fetch what", "data fetch", exitError, "--all"},
		{"backend", "doctor --accel --backend tpu", exitError, "unknown backend"},
		{"job", "gpu run --job nothing --root ../..", exitError, "nothing"},
		{"budget", "gpu run --budget 1h", exitError, "--budget 1h: want 1s to 9m0s"},
		{"not a lab", "claims --root " + t.TempDir(), exitError, "claims.yaml"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := sudokulab(t, "", arguments(tc.args)...)
			if r.code != tc.code || !strings.Contains(r.errOut, tc.says) {
				t.Errorf("exit code %d, want %d; standard error %q, want it to hold %q", r.code, tc.code, r.errOut, tc.says)
			}
			if tc.code == exitError && strings.Count(r.out, "\n") > 1 && tc.name != "bad line, on" {
				t.Errorf("an error, yet standard output is\n%s", r.out)
			}
		})
	}
}

// TestHelp holds every command's help against its flags: the examples must parse.
func TestHelp(t *testing.T) {
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		args := strings.Fields(cmd.CommandPath())[1:]
		help := must(t, "", append(args, "--help")...)
		if cmd.Short == "" && !strings.Contains(help, "Usage:") {
			t.Errorf("%s: help is %q", cmd.CommandPath(), help)
		}
		if strings.Contains(help, "%") || strings.Contains(help, "  \n") {
			t.Errorf("%s: help is\n%s", cmd.CommandPath(), help)
		}
		for example := range strings.Lines(cmd.Example) {
			_, line, ok := strings.Cut(example, "sudokulab ")
			if !ok {
				continue
			}
			line, _, _ = strings.Cut(line, ">")
			line, _, _ = strings.Cut(line, " | ")
			root := newRoot()
			target, rest, err := root.Find(strings.Fields(line))
			if err != nil || target == root {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), example, err)
				continue
			}
			if err := target.ParseFlags(rest); err != nil {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), example, err)
			}
			if err := target.ValidateArgs(target.Flags().Args()); err != nil {
				t.Errorf("%s: example %q: %v", cmd.CommandPath(), example, err)
			}
		}
		for _, sub := range cmd.Commands() {
			if sub.Name() != "completion" && sub.Name() != "help" {
				visit(sub)
			}
		}
	}
	visit(newRoot())
}

func TestCompletion(t *testing.T) {
	for _, tc := range []struct {
		args string
		want []string
	}{
		{"solve --method", []string{"auto", "csp", "csp-fifo", "dlx", "minigrid", "gnn-hybrid"}},
		{"enumerate --method", []string{"dlx", "minigrid-singles"}},
		{"enumerate --format", []string{"line", "json", "csv", "text"}},
		{"classify --set", []string{"own-easy"}},
		{"cover --classic", []string{"queens=8", "pentominoes=6x10"}},
		{"cover --choice", []string{"mrv", "first"}},
		{"graph --format", []string{"svg", "graphml"}},
		{"graph --pruning", []string{"supported", "degree-edges", "none"}},
		{"solve --format", []string{"text", "line", "json", "csv"}},
		{"solve --set", []string{"17clue", "own-easy"}},
		{"solve --color", []string{"auto", "always", "never"}},
		{"trace --queue", []string{"fifo", "events"}},
		{"hint --technique", []string{"full-house", "x-wing"}},
		{"explain --format", []string{"text", "json", "markdown"}},
		{"generate --difficulty", []string{"pairs", "x-wing"}},
		{"generate --practise", []string{"x-wing"}},
		{"generate --level", []string{"easy", "hard"}},
		{"generate --symmetry", []string{"none", "rotational180"}},
		{"data fetch", []string{"17clue", "kaggle-1m"}},
		{"data verify", []string{"17clue", "own-easy"}},
		{"results --profile", []string{"smoke", "full"}},
		{"results --only", []string{"csp-sample", "C07a"}},
		{"claims --verdict", []string{"refuted", "pending"}},
		{"claims --root ../.. --doc", []string{"csp", "gnn"}},
		{"claims --root ../..", []string{"C01a"}},
		{"gpu run --root ../.. --job", []string{"selftest"}},
		{"doctor --backend", []string{"go", "xla:cuda"}},
		{"accel install", []string{"cpu", "cuda13"}},
	} {
		out := must(t, "", append(append([]string{cobra.ShellCompRequestCmd}, arguments(tc.args)...), "")...)
		var words []string
		for _, l := range lines(out) {
			word, _, _ := strings.Cut(l, "\t")
			words = append(words, word)
		}
		for _, w := range tc.want {
			if !slices.Contains(words, w) {
				t.Errorf("sudokulab %s: completes to %q, want %q among them", tc.args, words, w)
			}
		}
	}
	if out := must(t, "", "completion", "bash"); !strings.Contains(out, "sudokulab") {
		t.Error("no script for bash")
	}
}

// TestVersion: the commit is the program's, whatever folder it runs in and whatever git says
// there.
func TestVersion(t *testing.T) {
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\necho x >'"+asked+"'\necho deadbeef\n"), 0o755); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	t.Chdir(dir)
	out := must(t, "", "version")
	commit, _ := record.Built()
	if !strings.HasPrefix(out, "sudokulab "+version+", commit "+commit) || strings.Contains(out, "deadbeef") {
		t.Errorf("version is %q, want the commit %s", out, commit)
	}
	if _, err := os.Stat(asked); err == nil {
		t.Error("version asked git of the folder that it ran in")
	}
}

// failing takes some bytes, then fails.
type failing struct {
	left int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.left {
		n := f.left
		f.left = 0
		return n, f.err
	}
	f.left -= len(p)
	return len(p), nil
}

// TestWriteErrors: no command succeeds whose result was not written.
func TestWriteErrors(t *testing.T) {
	lab := "../.."
	for _, args := range []string{
		"solve " + easy, "solve --format json " + easy, "solve --format csv " + easy, "solve --format text " + easy,
		"enumerate " + two4, "enumerate --count-only " + strings.Repeat(easy+" ", 20), "enumerate --format json " + two4, "enumerate --format csv " + two4,
		"enumerate --format text " + two4, "classify " + easy, "classify --format json " + easy, "classify --format csv " + easy, "classify --format text " + easy,
		"cover --classic queens=6", "cover --classic queens=6 --format json", "cover --classic queens=6 --format json --count-only",
		"cover --classic queens=6 --print", "cover --sudoku " + easy, "graph " + easy, "graph --format json " + easy, "graph --format dot " + easy,
		"graph --format graphml " + easy, "graph --format svg " + easy, "validate " + easy, "validate --format text " + easy, "hint " + easy, "explain " + easy, "rate " + easy, "trace " + easy, "trace --format json " + easy,
		"generate --seed 1", "generate --seed 1 --format json", "generate --seed 1 --format csv", "generate --seed 1 --format kaggle",
		"generate --seed 1 --minimal", "generate --seed 1 --format text", "data list", "data list --json", "data verify own-4x4", "doctor", "doctor --json",
		"accel list", "accel export", "gpu list --root " + lab, "version", "help", "solve --help",
	} {
		for _, room := range []int{0, 20} {
			out := &failing{left: room, err: io.ErrShortWrite}
			var errOut bytes.Buffer
			code := run(t.Context(), arguments(args), strings.NewReader(""), out, &errOut)
			if code != exitError || !strings.Contains(errOut.String(), "short write") {
				t.Errorf("sudokulab %s, output full after %d bytes: exit code %d, want 1; standard error %q", args, room, code, errOut.String())
			}
		}
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // not every system has it
	}
	defer func() { _ = full.Close() }()
	var errOut bytes.Buffer
	if code := run(t.Context(), []string{"solve", easy}, strings.NewReader(""), full, &errOut); code != exitError || !strings.Contains(errOut.String(), "no space left") {
		t.Errorf("full device: exit code %d, want 1; standard error %q", code, errOut.String())
	}
}

// TestCancelled: a context that ended makes the exit code 130, for every command that works
// for long.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	output := filepath.Join(t.TempDir(), "out.txt")
	for _, args := range []string{
		"solve " + search, "validate " + search, "trace " + search, "hint " + search, "explain " + search, "rate " + search, "generate", "generate --minimal", "generate --output " + output,
		"data verify", "solve --set own-easy", "enumerate " + blank4, "enumerate --count-only " + search, "classify " + search, "cover --classic queens=8",
		"cover --classic queens=8 --count-only", "cover --classic queens=8 --print", "cover --sudoku " + easy, "graph " + search, "graph --output " + output + " " + search,
	} {
		var out, errOut bytes.Buffer
		code := run(ctx, arguments(args), strings.NewReader(""), &out, &errOut)
		if code != exitInterrupted || !strings.Contains(errOut.String(), "interrupted") {
			t.Errorf("sudokulab %s: exit code %d, want 130; standard error %q", args, code, errOut.String())
		}
	}
	left, err := os.ReadDir(filepath.Dir(output))
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("an interrupted output left %v", left)
	}
}

func diff(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}
