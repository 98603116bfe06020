package main

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestRandomCommandLines: no command line, however odd, panics, and each ends with one of
// the exit codes and, if it is an error, with words.
func TestRandomCommandLines(t *testing.T) {
	t.Chdir(t.TempDir()) // flags that name files write them here
	if must(t, "", "generate", "--seed", "1", "--count", "3", "--output", "p.txt") != "" {
		t.Fatal("generate writes to standard output although it has a file")
	}
	words := []string{
		"p.txt", "-", "--", easy, search, none, four, "..", "", "x", "\x00", "5", "-1", "0", "2", "1e9", "r1c3", "18446744073709551616", "é",
		"--format", "--format=json", "--format=csv", "--format=text", "--format=line", "--format=sdk", "--color=always", "--alphabet=zero", "--alphabet=letters",
		"--input-format=grid", "--input-format=kaggle", "--input-format=count", "--side", "--side=16", "--keep-going", "--first", "--first=1", "--set=own-4x4", "--set",
		"--method=csp-plain", "--method", "--any", "--max-solutions=0", "--max-solutions", "--timeout=1ms", "--jobs=3", "--jobs", "--picture=p.svg", "--picture=p.png", "-q", "-h",
		"--queue=lifo", "--search", "--arcs", "--condense", "--cell=r1c3", "--cell=r99c1", "--svg=t.svg", "--max-events=5", "--max-lines=3",
		"--level=hard", "--givens=30", "--givens", "--minimal", "--accept=unique", "--symmetry=full", "--grids=pattern", "--attempts=1", "--from=3", "--seed=4", "--solution",
		"--output=o.txt", "--json", "--root=.", "--backend=go", "list", "verify", "own-4x4", "17clue", "--doc=csp", "--verdict=pending", "C07", "help",
		"--count-only", "--with-puzzle", "--limit=2", "--limit", "--diagonal", "--regions=" + regions6, "--regions=p.txt", "--regions", "--max-vertices=10", "--max-bytes=1MB",
		"--max-bytes", "--method=minigrid", "--method=dlx", "--classic=queens=6", "--classic=langford=4", "--classic", "--sudoku=" + two4, "--sudoku=p.txt", "--print", "--stats",
		"--choice=first", "--output=g.svg", "--format=svg", "--format=dot", "--format=graphml", "--all", "--force", "--no-solutions", "--fillings=box", "--fillings=singles",
		"--compatibility=identical", "--pruning=none", "--pruning=degree-boxes", two4, blank4,
	}
	commands := []string{
		"solve", "enumerate", "classify", "cover", "graph", "trace", "validate", "generate", "data", "data list", "data verify", "accel", "accel list", "gpu", "gpu list", "gpu collect", "claims", "version", "help", "completion bash", "",
	}
	rapid.Check(t, func(rt *rapid.T) {
		command := rapid.SampledFrom(commands).Draw(rt, "command")
		args := append(strings.Fields(command), rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(rt, "arguments")...)
		switch command {
		case "solve", "trace", "validate", "classify":
			args = append(args, "--max-nodes=200") // last, so that it holds
		case "enumerate":
			args = append(args, "--limit=50", "--timeout=100ms")
		case "cover":
			if !slices.Contains(args, "--print") {
				args = append(args, "--timeout=100ms")
			}
		case "graph":
			args = append(args, "--timeout=100ms", "--max-vertices=3000")
		case "generate":
			args = append(args, "--max-nodes=200", "--count=2")
		}
		stdin := rapid.SampledFrom([]string{"", easy + "\n", four + ".\n", "[Puzzle]\n" + grid(easy), "puzzle,solution\n" + easy, toy, "a b | c\na c:1\nb c:2\n", "\x1f\x8b", "\x00\n", strings.Repeat("x", 70_000)}).Draw(rt, "standard input")
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		var out, errOut bytes.Buffer
		switch code := run(ctx, args, strings.NewReader(stdin), &out, &errOut); code {
		case exitOK:
		case exitError, exitNotUnique:
			// A reason may take several lines, as that of a file with several faults.
			if !strings.Contains("\n"+errOut.String(), "\nsudokulab: ") {
				rt.Errorf("sudokulab %q: exit code %d without a reason: %q", args, code, errOut.String())
			}
		default:
			rt.Errorf("sudokulab %q: exit code %d, standard error %q", args, code, errOut.String())
		}
		if strings.Contains(errOut.String(), "panic") {
			rt.Errorf("sudokulab %q: %s", args, errOut.String())
		}
	})
}

// FuzzPuzzles: whatever stands on standard input, solve, validate, classify and enumerate
// --count-only say one line for each puzzle that they do not skip, and agree about which those
// are.
func FuzzPuzzles(f *testing.F) {
	for _, s := range []string{easy, none, four + "3", grid(easy), "# c\n\n" + easy + ";8.4;n", "1,2,3,4,\n", "[Puzzle]\n", "question,answer\n", "\xef\xbb\xbf" + easy} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, stdin []byte) {
		var sizes [4]int
		for i, command := range []string{"solve", "validate", "classify", "enumerate --count-only"} {
			args := append(strings.Fields(command), "--keep-going", "--max-nodes=50")
			var out, errOut bytes.Buffer
			if code := run(t.Context(), args, bytes.NewReader(stdin), &out, &errOut); code == exitInterrupted {
				t.Errorf("%q: interrupted: %s", args, errOut.String())
			}
			sizes[i] = bytes.Count(out.Bytes(), []byte("\n"))
		}
		if sizes != [4]int{sizes[0], sizes[0], sizes[0], sizes[0]} {
			t.Errorf("solve, validate, classify and enumerate say %d lines, want one number", sizes)
		}
	})
}

// FuzzCover: whatever stands on standard input is a problem, whose count is that of its list and
// of what --print makes of it, or an error with a line.
func FuzzCover(f *testing.F) {
	for _, s := range []string{toy, "a b | x y\na x:0 y:0\na x:1 y:1\nb x:1\nx:0\n", "", "a a\n", "a|b\n", "a | b\nb\na b\na\n", "a\r\na\n", "\x00\n\x00\n", "é ü\né\nü\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, stdin []byte) {
		ask := func(stdin []byte, args ...string) (string, string, int) {
			var out, errOut bytes.Buffer
			code := run(t.Context(), append([]string{"cover"}, args...), bytes.NewReader(stdin), &out, &errOut)
			return out.String(), errOut.String(), code
		}
		count, errOut, code := ask(stdin, "--count-only", "--max-nodes=2000")
		if code != exitOK {
			if code != exitError || !strings.HasPrefix(errOut, "sudokulab: cover: ") {
				t.Errorf("exit code %d, %q", code, errOut)
			}
			return
		}
		list, _, _ := ask(stdin, "--max-nodes=2000", "--format=json")
		if n := strings.TrimPrefix(strings.TrimSpace(count), "≥ "); n != strconv.Itoa(strings.Count(list, "\n")-1) {
			t.Errorf("%q counted, listed\n%s", count, list)
		}
		printed, _, _ := ask(stdin, "--print")
		if again, errOut, _ := ask([]byte(printed), "--count-only", "--max-nodes=2000"); again != count {
			t.Errorf("%q counted, %q after printing\n%s(%s)", count, again, printed, errOut)
		}
	})
}
