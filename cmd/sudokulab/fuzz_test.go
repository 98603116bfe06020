package main

import (
	"bytes"
	"context"
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
	}
	commands := []string{
		"solve", "trace", "validate", "generate", "data", "data list", "data verify", "accel", "accel list", "gpu", "gpu list", "gpu collect", "claims", "version", "help", "completion bash", "",
	}
	rapid.Check(t, func(rt *rapid.T) {
		command := rapid.SampledFrom(commands).Draw(rt, "command")
		args := append(strings.Fields(command), rapid.SliceOfN(rapid.SampledFrom(words), 0, 6).Draw(rt, "arguments")...)
		switch command {
		case "solve", "trace", "validate":
			args = append(args, "--max-nodes=200") // last, so that it holds
		case "generate":
			args = append(args, "--max-nodes=200", "--count=2")
		}
		stdin := rapid.SampledFrom([]string{"", easy + "\n", four + ".\n", "[Puzzle]\n" + grid(easy), "puzzle,solution\n" + easy, "\x1f\x8b", "\x00\n", strings.Repeat("x", 70_000)}).Draw(rt, "standard input")
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		var out, errOut bytes.Buffer
		switch code := run(ctx, args, strings.NewReader(stdin), &out, &errOut); code {
		case exitOK:
		case exitError, exitNotUnique:
			if !strings.HasPrefix(lines(errOut.String())[strings.Count(errOut.String(), "\n")-1], "sudokulab: ") {
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

// FuzzPuzzles: whatever stands on standard input, solve and validate say one line for each
// puzzle that they do not skip, and agree about which those are.
func FuzzPuzzles(f *testing.F) {
	for _, s := range []string{easy, none, four + "3", grid(easy), "# c\n\n" + easy + ";8.4;n", "1,2,3,4,\n", "[Puzzle]\n", "question,answer\n", "\xef\xbb\xbf" + easy} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, stdin []byte) {
		var sizes [2]int
		for i, args := range [][]string{{"solve", "--keep-going", "--max-nodes=50"}, {"validate", "--keep-going", "--max-nodes=50"}} {
			var out, errOut bytes.Buffer
			if code := run(t.Context(), args, bytes.NewReader(stdin), &out, &errOut); code == exitInterrupted {
				t.Errorf("%q: interrupted: %s", args, errOut.String())
			}
			sizes[i] = bytes.Count(out.Bytes(), []byte("\n"))
		}
		if sizes[0] != sizes[1] {
			t.Errorf("solve says %d lines, validate %d", sizes[0], sizes[1])
		}
	})
}
