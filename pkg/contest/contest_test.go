package contest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// behave names the variable that makes the test binary a program of the protocol.
const behave = "SUDOKULAB_CONTEST_TEST"

func TestMain(m *testing.M) {
	how := os.Getenv(behave)
	if how == "" {
		os.Exit(m.Run())
	}
	if err := behaves(how); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
	os.Exit(0)
}

func fast() solver.Solver { return engine.Bitboard(engine.DefaultBitboard()) }

// diesAt is the puzzle at which a program dies.
const diesAt = 50

// behaves answers as well or as badly as it is told to.
func behaves(how string) error {
	by := fast()
	solved := func(text string) string {
		res, err := by.Solve(context.Background(), board.MustParse(text), solver.Limits{Solutions: 2})
		if err != nil || res.Grid.IsZero() {
			return contest.None
		}
		return res.Grid.String()
	}
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	defer func() { _ = out.Flush() }()
	switch how {
	case "honest":
		return contest.Serve(context.Background(), by, engine.GuessesOf, os.Stdin, os.Stdout)
	case "hangs":
		time.Sleep(time.Hour)
	case "leaves a child":
		c := exec.Command(os.Args[0])
		c.Env, c.Stdout = append(os.Environ(), behave+"=hangs"), os.Stdout
		if err := c.Start(); err != nil {
			return err
		}
		return contest.Serve(context.Background(), by, nil, os.Stdin, os.Stdout)
	case "writes without reading", "floods":
		for i := 0; how == "floods" || i < 20; i++ {
			if _, err := fmt.Fprintln(os.Stdout, strings.Repeat("1", 81)); err != nil {
				return err
			}
		}
		time.Sleep(50 * time.Millisecond)
		return nil
	}
	before := contest.None
	for n := 1; in.Scan(); n++ {
		text := in.Text()
		switch how {
		case "dies":
			if n == diesAt {
				return errors.Join(out.Flush(), errors.New("no memory left for this puzzle"))
			}
			fmt.Fprintln(out, solved(text))
		case "previous":
			fmt.Fprintln(out, before)
			before = solved(text)
		case "lies":
			fmt.Fprintln(out, solved(text), 1)
		case "twice":
			fmt.Fprintf(out, "%s\n%s\n", solved(text), solved(text))
		case "copies":
			fmt.Fprintln(out, text)
		case "chatters":
			fmt.Fprintln(out, "the answer is", solved(text))
		case "stops":
			if n > diesAt {
				time.Sleep(time.Hour)
			}
			fmt.Fprintln(out, solved(text))
			_ = out.Flush()
		}
	}
	return in.Err()
}

// program is the test binary with a behaviour.
func program(how string) contest.Program {
	return contest.Program{Name: how, Command: []string{os.Args[0]}, Env: append(os.Environ(), behave+"="+how)}
}

// puzzles are some with one solution, with several and with none, in turn.
func puzzles(t *testing.T, n int) []contest.Puzzle {
	t.Helper()
	store := corpus.FromEnv(t.TempDir())
	items, err := store.Select(t.Context(), "own-mixed", corpus.Selection{Sample: n, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	by, out := fast(), make([]contest.Puzzle, len(items))
	for i, item := range items {
		res, err := by.Solve(t.Context(), item.Board, solver.Limits{Solutions: 2})
		if err != nil {
			t.Fatal(err)
		}
		out[i] = contest.Puzzle{Board: item.Board, Status: res.Status, Solution: res.Grid}
	}
	return out
}

// few is a contest that ends soon.
func few() contest.Config {
	c := contest.DefaultConfig()
	c.Rounds, c.Shown, c.Stall, c.Bootstrap.Resamples = 2, 2, 20*time.Second, 200
	return c
}

// kinds counts puzzles by what is known of them.
func kinds(all []contest.Puzzle) (n map[solver.Status]int) {
	n = map[solver.Status]int{}
	for _, p := range all {
		n[p.Status]++
	}
	return n
}

// TestHonest: a program that does everything right, by lines and in batches.
func TestHonest(t *testing.T) {
	all := puzzles(t, 120)
	n := kinds(all)
	batched := program("honest")
	batched.Name, batched.Batch = "batched", 50
	runs := 0
	r, err := contest.Measure(t.Context(), all, []contest.Program{program("honest"), batched}, few(), func(done, total int) {
		if runs = done; done > total {
			t.Errorf("%d of %d runs", done, total)
		}
	})
	if err != nil || runs != 12 {
		t.Fatalf("%d runs, %v", runs, err)
	}
	for _, x := range r.Results {
		s := x.Score
		if s.Solved != n[solver.Unique]+n[solver.Multiple] || s.Refuted != n[solver.Unsat] || s.Claims.Unique != n[solver.Unique] || s.Claims.Several != n[solver.Multiple] ||
			s.Told != len(all) || x.Fault != nil || len(s.Flaws) > 0 || x.Seconds <= 0 || x.Start <= 0 {
			t.Errorf("%s: %+v, %+v", x.Name, x, s)
		}
	}
	if r.Bad() != "" || r.Control == nil || len(r.Results[0].Ratios) != 1 || r.Results[0].Ratios[0].Speed.N != 2 {
		t.Errorf("%q, %+v", r.Bad(), r)
	}
	var text bytes.Buffer
	if err := errors.Join(r.Text(&text), r.Markdown(&text), json.NewEncoder(&text).Encode(r)); err != nil || !strings.Contains(text.String(), "Times as fast as batched") {
		t.Errorf("%v: %s", err, &text)
	}
}

// TestDishonest: what is wrong is named, and the rest still counts.
func TestDishonest(t *testing.T) {
	all := puzzles(t, 120)
	n := kinds(all)
	solvable := n[solver.Unique] + n[solver.Multiple]
	early := 0 // solvable ones before a program dies
	for _, p := range all[:diesAt-1] {
		early += map[bool]int{true: 1}[p.Status != solver.Unsat]
	}
	for name, check := range map[string]func(x *contest.Result, s *contest.Score) bool{
		"dies": func(x *contest.Result, s *contest.Score) bool {
			return x.Fault != nil && x.Fault.Ending == contest.Crashed && x.Fault.Exit == 3 && strings.Contains(x.Fault.Error(), "no memory left") && s.Solved == early && s.Missing == len(all)-diesAt+1
		},
		"previous": func(_ *contest.Result, s *contest.Score) bool {
			return s.Wrong > 0 && s.Shift == -1 && s.Shifted == s.Wrong && s.Elsewhere == s.Wrong
		},
		"lies": func(_ *contest.Result, s *contest.Score) bool {
			return s.Claims.UniqueFalse == n[solver.Multiple] && s.Solved == solvable
		},
		"twice":    func(_ *contest.Result, s *contest.Score) bool { return s.Extra == len(all) },
		"copies":   func(_ *contest.Result, s *contest.Score) bool { return s.Incomplete == len(all) },
		"chatters": func(_ *contest.Result, s *contest.Score) bool { return s.Malformed == len(all) },
		"floods": func(x *contest.Result, _ *contest.Score) bool {
			return x.Fault != nil && x.Fault.Ending == contest.Flooded
		},
		"stops": func(x *contest.Result, s *contest.Score) bool {
			return x.Fault != nil && x.Fault.Ending == contest.Stalled && s.Solved >= early && s.Missing == len(all)-diesAt
		},
		"hangs": func(x *contest.Result, s *contest.Score) bool {
			return x.Fault != nil && x.Fault.Ending == contest.TimedOut && s.Missing == len(all)
		},
		"writes without reading": func(_ *contest.Result, s *contest.Score) bool { return s.Wrong == 20 && s.Missing == len(all)-20 },
		"leaves a child":         func(x *contest.Result, s *contest.Score) bool { return s.Solved == solvable && x.Seconds < 30 },
	} {
		t.Run(name, func(t *testing.T) {
			c := few()
			c.Rounds = 1
			switch name {
			case "stops":
				c.Stall = time.Second
			case "hangs":
				c.Timeout, c.Stall = time.Second, 0
			}
			r, err := contest.Measure(t.Context(), all, []contest.Program{program(name)}, c, nil)
			if err != nil {
				t.Fatal(err)
			}
			x := &r.Results[0]
			if !check(x, x.Score) || (r.Bad() == "") != (name == "leaves a child") {
				t.Errorf("fault %v, %q, %+v", x.Fault, r.Bad(), *x.Score)
			}
			if err := r.Text(io.Discard); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRefused: what cannot be measured is refused, and a program that is not there is a fault of its own.
func TestRefused(t *testing.T) {
	all := puzzles(t, 3)
	for _, c := range []struct {
		puzzles  []contest.Puzzle
		programs []contest.Program
		rounds   int
	}{{nil, []contest.Program{program("honest")}, 1}, {all, nil, 1}, {all, []contest.Program{{Name: "none"}}, 1}, {all, []contest.Program{program("honest")}, 0}} {
		cfg := few()
		cfg.Rounds = c.rounds
		if _, err := contest.Measure(t.Context(), c.puzzles, c.programs, cfg, nil); err == nil {
			t.Errorf("%d puzzles, %v, %d rounds: no error", len(c.puzzles), c.programs, c.rounds)
		}
	}
	r, err := contest.Measure(t.Context(), all, []contest.Program{{Name: "gone", Command: []string{filepath.Join(t.TempDir(), "gone")}}}, few(), nil)
	if err != nil || r.Results[0].Fault == nil || r.Results[0].Fault.Ending != contest.NotStarted || r.Results[0].Score.Missing != 3 {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	begin := time.Now()
	if _, err := contest.Measure(ctx, all, []contest.Program{program("hangs")}, few(), nil); !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 10*time.Second {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}

// TestParseAnswer: the words behind a grid.
func TestParseAnswer(t *testing.T) {
	shape, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	const grid = "1234341221434321"
	for text, want := range map[string]contest.Answer{
		grid:                          {Solutions: -1, Guesses: -1},
		grid + " 1 guesses=7 time=3s": {Solutions: 1, Guesses: 7},
		grid + " 9":                   {Solutions: 2, Guesses: -1},
		"- 0":                         {Solutions: 0, Guesses: -1},
		"":                            {Solutions: -1, Guesses: -1},
	} {
		got, err := contest.ParseAnswer(shape, text)
		if err != nil || got.Solutions != want.Solutions || got.Guesses != want.Guesses || got.Grid.IsZero() == strings.HasPrefix(text, grid) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{"123", grid + " 0", "- 1", grid + " yes", grid + " guesses=-1", strings.Replace(grid, "4", "5", 1)} {
		if _, err := contest.ParseAnswer(shape, bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestExamples runs the examples of other languages, where their compilers or interpreters are.
func TestExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: compiles and runs programs of four languages")
	}
	dir := t.TempDir()
	all := puzzles(t, 30)
	for name, build := range map[string][]string{
		"solver.c":  {"cc", "-O2", "-o", filepath.Join(dir, "c")},
		"solver.rs": {"rustc", "-O", "-o", filepath.Join(dir, "rust")},
		"solver.py": {"python3"},
		"solver.js": {"node"},
		"batch.py":  {"python3"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(build[0]); err != nil || runtime.GOOS == "windows" {
				t.Skipf("no %s", build[0])
			}
			command := append(build, filepath.Join("testdata", name))
			if len(build) > 1 {
				if out, err := exec.Command(build[0], command[1:]...).CombinedOutput(); err != nil { //nolint:gosec // the compiler
					t.Fatalf("%v: %s", err, out)
				}
				command = build[len(build)-1:]
			}
			p := contest.Program{Name: name, Command: command}
			if name == "batch.py" {
				p.Batch = 8
			}
			c := few()
			c.Rounds = 1
			r, err := contest.Measure(t.Context(), all, []contest.Program{p}, c, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := r.Results[0].Score
			if r.Results[0].Fault != nil || s.Wrong+s.Malformed+s.Missing > 0 || name != "batch.py" && s.Solved != s.Solvable {
				t.Errorf("%v, %+v", r.Results[0].Fault, *s)
			}
		})
	}
}
