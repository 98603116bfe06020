package contest_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/engine"
)

// An engine of this project behind the protocol.
func ExampleServe() {
	puzzles := strings.NewReader("1.......34......\n{\"puzzles\": [\"12..34..2.4..3.1\", \"11..............\"]}\n")
	var out strings.Builder
	if err := contest.Serve(context.Background(), engine.Wide(engine.DefaultWide()), nil, puzzles, &out); err != nil {
		panic(err)
	}
	lines := strings.Split(out.String(), "\n")
	fmt.Println(lines[0][16:])
	fmt.Println(lines[1])
	// Output:
	// 2
	// {"answers":["1234341221434321 1","- 0"]}
}

// What a program may say of a puzzle.
func ExampleParseAnswer() {
	shape, err := board.ShapeOfSide(4)
	if err != nil {
		panic(err)
	}
	a, err := contest.ParseAnswer(shape, "1234341221434321 1 guesses=0")
	fmt.Println(a.Grid, a.Solutions, a.Guesses, err)
	_, err = contest.ParseAnswer(shape, "no idea")
	fmt.Println(err)
	// Output:
	// 1234341221434321 1 0 <nil>
	// contest: "no" has 2 characters, want 16, or - for no grid
}

// TestPrograms: the programs in testdata, in each language whose tools are here, solve puzzles and claim nothing that is untrue.
func TestPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles programs in C, Rust, Python and JavaScript")
	}
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1") // beside the sources
	all := puzzles(t, "own-mixed", 300)
	for _, c := range []struct {
		name   string
		tools  []string // the first one that is here is used
		source string
		build  []string // what the tool compiles with, if it does; OUT and IN stand for files
		batch  int
		claims bool
	}{
		{"C", []string{"cc", "gcc", "clang"}, "solver.c", []string{"-O2", "-Wall", "-Werror", "-o", "OUT", "IN"}, 0, true},
		{"Rust", []string{"rustc"}, "solver.rs", []string{"--edition", "2021", "-O", "-D", "warnings", "-o", "OUT", "IN"}, 0, true},
		{"Python", []string{"python3", "python"}, "solver.py", nil, 0, false},
		{"Python in batches", []string{"python3", "python"}, "batch.py", nil, 7, false},
		{"JavaScript", []string{"node"}, "solver.js", nil, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			source, err := filepath.Abs(filepath.Join("testdata", c.source))
			if err != nil {
				t.Fatal(err)
			}
			tool := ""
			for _, name := range c.tools {
				// A name on the path may be a launcher with nothing behind it.
				if path, err := exec.LookPath(name); err == nil && tool == "" && exec.CommandContext(t.Context(), path, "--version").Run() == nil {
					tool = path
				}
			}
			if tool == "" {
				t.Skipf("no %s on this machine", strings.Join(c.tools, ", "))
			}
			command := []string{tool, source}
			if c.build != nil {
				out := filepath.Join(t.TempDir(), "solver.exe")
				args := strings.Fields(strings.Join(c.build, "\n"))
				for i := range args {
					args[i] = map[string]string{"OUT": out, "IN": source}[args[i]] + strings.TrimSuffix(strings.TrimSuffix(args[i], "OUT"), "IN")
				}
				if text, err := exec.CommandContext(t.Context(), tool, args...).CombinedOutput(); err != nil {
					t.Fatalf("%s: %v\n%s", tool, err, text)
				}
				command = []string{out}
			}
			r := measure(t, quick(), all, contest.Program{Name: c.name, Command: command, Batch: c.batch})
			s := r.Program.Score
			if r.Program.Fault != nil || s.Solved != s.Solvable || s.Refuted+s.GaveUp != r.Set.None || (s.Refuted == r.Set.None) != c.claims || s.Claims.UniqueFalse+s.Claims.SeveralFalse > 0 {
				t.Errorf("fault %+v, score %+v of %+v", r.Program.Fault, s, r.Set)
			}
		})
	}
}
