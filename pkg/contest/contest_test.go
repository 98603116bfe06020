package contest_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// child is the environment variable that makes the test binary one of the programs below.
const child = "CONTEST_CHILD"

// byHeart is the environment variable with the answers of a program that does not read its puzzles.
const byHeart = "CONTEST_ANSWERS"

func TestMain(m *testing.M) {
	if name := os.Getenv(child); name != "" {
		os.Exit(play(name))
	}
	os.Exit(m.Run())
}

// play is a program that solves, and does what its name says.
func play(name string) int {
	by := engine.Bitboard(engine.DefaultBitboard())
	solve := func(line string) string {
		var out strings.Builder
		if err := contest.Serve(context.Background(), by, engine.GuessesOf, strings.NewReader(line+"\n"), &out); err != nil {
			panic(err)
		}
		return strings.TrimSuffix(out.String(), "\n")
	}
	w := bufio.NewWriter(os.Stdout)
	defer func() { _ = w.Flush() }()
	say := func(s string) { _, _ = w.WriteString(s + "\n") }
	switch name {
	case "honest":
		if err := contest.Serve(context.Background(), by, engine.GuessesOf, os.Stdin, os.Stdout); err != nil {
			panic(err)
		}
		return 0
	case "hangs":
		time.Sleep(time.Hour)
	case "leaves a child":
		cmd := exec.Command("sleep", "3600")
		cmd.Stdout = os.Stdout
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, "child", cmd.Process.Pid)
		time.Sleep(time.Hour)
	case "leaves children in sessions":
		for range 12 {
			cmd := exec.Command("setsid", "sleep", "3600")
			if err := cmd.Start(); err != nil {
				panic(err)
			}
			fmt.Fprintln(os.Stderr, "child", cmd.Process.Pid)
		}
		time.Sleep(200 * time.Millisecond) // until each has its session
		os.Exit(3)                         //nolint:gocritic // that is how the program under test dies
	case "floods":
		for {
			say(strings.Repeat("1", 81))
		}
	case "floods a line":
		for {
			_, _ = w.WriteString(strings.Repeat("1", 1000))
		}
	case "does not read":
		for range 700 {
			say(strings.Repeat("123456789", 9))
		}
		return 0
	case "knows by heart", "knows by heart and reads":
		for answer := range strings.FieldsSeq(os.Getenv(byHeart)) {
			say(answer)
		}
		_ = w.Flush()
		if name == "knows by heart and reads" {
			_, _ = io.Copy(io.Discard, os.Stdin)
		}
		return 0
	case "copies":
		_, _ = io.Copy(w, os.Stdin)
		return 0
	case "answers one":
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		say(solve(strings.TrimSpace(line)))
		return 0
	}
	before := contest.None
	lines := bufio.NewScanner(os.Stdin)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		switch answer := solve(line); {
		case name == "dies" && n == 500:
			_, _ = w.WriteString(answer[:40])
			_ = w.Flush()
			fmt.Fprintln(os.Stderr, "no memory\x1b[31m\nat puzzle 500")
			return 3
		case name == "hangs later" && n == 500:
			_ = w.Flush()
			time.Sleep(time.Hour)
		case name == "lies" && n%10 == 0:
			say("534678912672195348198342567859761423426853791713924856961537284287419635345286179 1")
		case name == "one behind":
			say(before)
			before = answer
		case name == "claims" && n%2 == 0:
			say(answer[:81] + " " + map[bool]string{true: "2", false: "1"}[strings.Contains(answer, " 1 ")])
		case name == "swaps" && n%2 == 1:
			before = answer
		case name == "swaps":
			say(answer)
			say(before)
		case name == "gives up":
			say(contest.None)
		case name == "gives up some" && n%3 == 0:
			say(contest.None)
		case name == "proves nothing":
			say(strings.Fields(answer)[0])
		case name == "dies at the end" && n == 30:
			say(answer)
			_ = w.Flush()
			return 3
		case name == "says more":
			say(answer)
			say("# done")
		case name == "writes rubbish" && n%3 == 0:
			say([]string{"5", line[:80], answer + " x", strings.Repeat("x", 81)}[n/3%4])
		default:
			say(answer)
		}
	}
	if name == "does not end" {
		_ = w.Flush()
		time.Sleep(time.Hour)
	}
	return 0
}

func program(t *testing.T, name string) contest.Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return contest.Program{Name: name, Path: self, Command: []string{"program", name}, Env: append(os.Environ(), child+"="+name, "GORACE=atexit_sleep_ms=0")} // or the race detector waits at the end of each
}

// puzzles are those of an embedded set with the truth about them.
func puzzles(t *testing.T, set string, n int) []contest.Puzzle {
	t.Helper()
	var out []contest.Puzzle
	by := engine.Bitboard(engine.DefaultBitboard())
	for p, err := range (&corpus.Store{}).Open(t.Context(), set) {
		if err != nil {
			t.Fatal(err)
		}
		r, err := by.Solve(t.Context(), p.Board, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if out = append(out, contest.Puzzle{Board: p.Board, Place: fmt.Sprint(set, ":", p.Line), Status: r.Status, Solution: r.Grid}); len(out) == n {
			break
		}
	}
	return out
}

// quick measures little.
func quick() contest.Config {
	cfg := contest.DefaultConfig()
	cfg.Rounds, cfg.Slot, cfg.Timeout, cfg.Stall = 1, 0, time.Minute, 20*time.Second
	return cfg
}

func measure(t *testing.T, cfg contest.Config, all []contest.Puzzle, p contest.Program, beside ...contest.Program) *contest.Report {
	t.Helper()
	r, err := contest.Measure(t.Context(), cfg, all, p, beside, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Program.Score
	if sum := s.Solved + s.Refuted + s.Wrong + s.Incomplete + s.GaveUp + s.Malformed + s.Missing; sum != len(all) || s.Puzzles != len(all) {
		t.Errorf("%s: %d puzzles in the score, %d given: %+v", p.Name, sum, len(all), s)
	}
	var text, page bytes.Buffer
	if err := errors.Join(r.Text(&text), r.Markdown(&page)); err != nil || !strings.Contains(text.String(), p.Name) || !strings.Contains(page.String(), "| "+p.Name) {
		t.Errorf("%s: %v\n%s%s", p.Name, err, text.String(), page.String())
	}
	return r
}

// TestHonest: a solver that does as it should is measured beside itself, on puzzles with one solution, several and none.
func TestHonest(t *testing.T) {
	all := puzzles(t, "own-mixed", 0)
	for _, batch := range []int{0, 7} {
		p := program(t, "honest")
		p.Batch = batch
		cfg := quick()
		cfg.Rounds = 2
		done := 0
		r, err := contest.Measure(t.Context(), cfg, all, p, []contest.Program{program(t, "honest")}, func(int, int) { done++ })
		if err != nil {
			t.Fatal(err)
		}
		s := r.Program.Score
		if s.Solved != r.Set.Unique+r.Set.Several || s.Refuted != r.Set.None || s.Told != len(all) || len(s.Flaws) > 0 || s.Claims.Unique != r.Set.Unique || s.Claims.Several != r.Set.Several {
			t.Errorf("batches of %d: %+v of %+v", batch, s, r.Set)
		}
		v := r.Program.Speed
		if v == nil || v.Rounds != 2 || v.Start <= 0 || v.Process <= 0 || v.Whole.Interval == nil || len(r.Beside) != 1 || done != 6 {
			t.Errorf("batches of %d: %+v, %d beside, %d turns", batch, v, len(r.Beside), done)
		}
		if runtime.GOOS == "linux" && (v.Peak < 1<<16 || v.Peak > 1<<30 || v.Cores <= 0) {
			t.Errorf("batches of %d: %d bytes of memory on %g cores", batch, v.Peak, v.Cores)
		}
	}
}

// TestSlot: the puzzles are given again until the slot is filled, and rates are there.
func TestSlot(t *testing.T) {
	cfg := quick()
	cfg.Rounds, cfg.Slot = 2, 100*time.Millisecond
	r := measure(t, cfg, puzzles(t, "own-minimal", 100), program(t, "honest"), program(t, "honest"))
	if v := r.Program.Speed; v.Passes < 2 || v.Beyond == nil || v.Beyond.Interval == nil || v.CPU <= 0 || runtime.GOOS == "linux" && v.Peak < 4<<20 || r.Control == nil || r.Beside[0].Ratio == nil {
		t.Errorf("%+v, control %+v", v, r.Control)
	}
	if s := r.Program.Score; s.Solved != 100 || s.Extra != 0 {
		t.Errorf("%+v", s)
	}
}

// TestBad: whatever a program does wrong has a name, and what it answered is scored.
func TestBad(t *testing.T) {
	all := puzzles(t, "own-minimal", 600)
	mixed := puzzles(t, "own-mixed", 600)
	for _, c := range []struct {
		name   string
		ending contest.Ending
		says   string
		short  bool // the run is to be ended soon
		check  func(r *contest.Report, s *contest.Score) bool
	}{
		{"dies", contest.Crashed, "exit status 3", false, func(r *contest.Report, s *contest.Score) bool {
			return s.Solved == 499 && s.Missing == 101 && r.Program.Fault.Exit == 3 && slices.Equal(r.Program.Fault.Stderr, []string{"no memory[31m", "at puzzle 500"})
		}},
		{"hangs", contest.Stalled, "0 of 600 lines", true, func(_ *contest.Report, s *contest.Score) bool { return s.Missing == 600 }},
		{"hangs later", contest.Stalled, "499 of 600 lines", true, func(_ *contest.Report, s *contest.Score) bool { return s.Solved == 499 && s.Missing == 101 }},
		{"does not end", contest.Stalled, "all answers were there", true, func(_ *contest.Report, s *contest.Score) bool { return s.Solved == 600 }},
		{"floods", contest.Flooded, "wrote more than", false, func(_ *contest.Report, s *contest.Score) bool { return s.Wrong == 600 && s.Extra > 0 }},
		{"floods a line", contest.Flooded, "wrote more than", false, func(_ *contest.Report, s *contest.Score) bool { return s.Missing+s.Malformed == 600 }},
		{"does not read", "", "", false, func(_ *contest.Report, s *contest.Score) bool {
			return s.Wrong == 600 && s.Extra == 100 && s.Elsewhere == 0
		}},
		{"lies", "", "", false, func(_ *contest.Report, s *contest.Score) bool {
			return s.Solved == 540 && s.Wrong == 60 && len(s.Flaws) == 10 && s.Flaws[1].Puzzle == 20 && s.Flaws[1].Kind == contest.Wrong
		}},
		{"one behind", "", "", false, func(r *contest.Report, s *contest.Score) bool {
			return s.GaveUp == 1 && s.Wrong == 599 && s.Elsewhere == 599 && s.Shift == -1 && s.Shifted == 599 &&
				strings.Contains(strings.Join(r.Notes, " "), "599 of them the one that is 1 before")
		}},
		{"says more", "", "", false, func(_ *contest.Report, s *contest.Score) bool { return s.Malformed == 300 && s.Extra == 600 }},
		{"writes rubbish", "", "", false, func(_ *contest.Report, s *contest.Score) bool { return s.Solved == 400 && s.Malformed == 200 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := quick()
			if c.short {
				cfg.Stall = time.Second
			}
			r := measure(t, cfg, all, program(t, c.name))
			switch f := r.Program.Fault; {
			case f == nil && c.ending != "" || f != nil && (f.Ending != c.ending || !strings.Contains(f.Says, c.says)):
				t.Errorf("%+v, want %s with %q", f, c.ending, c.says)
			case f == nil && (r.Program.Speed == nil) != (r.Program.Score.Solved == 0):
				t.Errorf("it solved %d and its speed is %+v", r.Program.Score.Solved, r.Program.Speed)
			}
			if !c.check(r, &r.Program.Score) {
				t.Errorf("fault %+v, notes %q, score %+v", r.Program.Fault, r.Notes, r.Program.Score)
			}
		})
	}
	t.Run("claims", func(t *testing.T) {
		var some []contest.Puzzle
		for _, p := range mixed {
			if p.Status != solver.Unsat {
				some = append(some, p)
			}
		}
		s := measure(t, quick(), some, program(t, "claims")).Program.Score
		if s.Solved != len(some) || s.Claims.UniqueFalse+s.Claims.SeveralFalse != len(some)/2 || s.Claims.UniqueFalse == 0 || s.Flaws[0].Kind != contest.FalseClaim || s.Flaws[0].Puzzle != 2 {
			t.Errorf("%+v", s)
		}
	})
}

// TestFlaws: a rate whose answers are missing or wrong is marked and compared with nothing, where none is right there is no rate, and
// both are an error.
func TestFlaws(t *testing.T) {
	all := puzzles(t, "own-minimal", 30)
	var answers []string
	for _, p := range all {
		answers = append(answers, p.Solution.String())
	}
	t.Setenv(byHeart, strings.Join(answers, " "))
	mixed := puzzles(t, "own-mixed", 30)
	for _, c := range []struct {
		name   string
		all    []contest.Puzzle
		rate   bool
		says   string // of the flaw; "" for none
		beside bool   // it is the one beside an honest program, too
	}{
		{"honest", all, true, "", true},
		{"proves nothing", mixed, true, "", true},
		{"copies", all, false, "30 incomplete, of 30", true},
		{"gives up", all, false, "30 given up, of 30", true},
		{"gives up some", all, true, "10 given up, of 30", true},
		{"answers one", all, true, "29 missing, of 30", true},
		{"swaps", all, false, "30 wrong, of 30", true},
		{"lies", all, true, "3 wrong, of 30", true},
		{"claims", puzzles(t, "own-easy", 30), true, "15 with a solution and an untrue claim, of 30", true},
		{"says more", all, true, "beyond the last puzzle", true},
		{"knows by heart", all, true, "it ended before it had read all of its input", false},
		{"knows by heart and reads", all, true, "asked for the first puzzle alone: 29 beyond the last puzzle", true},
		{"dies at the end", all, false, "crashed", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := quick()
			cfg.Rounds = 2
			r := measure(t, cfg, c.all, program(t, c.name), program(t, "honest"))
			check := func(r *contest.Report, of *contest.Result) {
				t.Helper()
				if (of.Speed != nil) != c.rate || !strings.Contains(of.Flaw, c.says) || (of.Flaw == "") != (c.says == "") {
					t.Errorf("speed %+v, flaw %q", of.Speed, of.Flaw)
				}
				if c.says != "" && r.Program.Fault == nil && r.Beside[0].Ratio != nil {
					t.Errorf("a ratio of %v", r.Beside[0].Ratio)
				}
				err := r.Err()
				if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
					t.Errorf("error %v", err)
				}
				var text bytes.Buffer
				if err := r.Text(&text); err != nil || strings.Contains(text.String(), "* "+c.name) != (c.rate && c.says != "") || strings.Contains(text.String(), c.name+" has no rate") == c.rate {
					t.Errorf("%v\n%s", err, text.String())
				}
			}
			check(r, &r.Program)
			if c.beside {
				r = measure(t, cfg, c.all, program(t, "honest"), program(t, c.name))
				check(r, &r.Beside[0])
			}
		})
	}
}

// TestNotStarted: a program that is not there, may not be executed, or is no program.
func TestNotStarted(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"no-such-program", text, t.TempDir()} {
		r := measure(t, quick(), puzzles(t, "own-easy", 3), contest.Program{Name: "it", Command: []string{path}})
		if f := r.Program.Fault; f == nil || f.Ending != contest.NotStarted || r.Program.Score.Missing != 3 {
			t.Errorf("%s: %+v", path, r.Program)
		}
	}
}

// TestTimeout: a run that takes too long is ended, though answers come.
func TestTimeout(t *testing.T) {
	cfg := quick()
	cfg.Timeout, cfg.Stall = time.Second, 0
	r := measure(t, cfg, puzzles(t, "own-easy", 3), program(t, "hangs"))
	if f := r.Program.Fault; f == nil || f.Ending != contest.TimedOut {
		t.Errorf("%+v", f)
	}
}

// TestChildrenDie: with a program goes the child that it has left behind, when it hangs and when the measurement is called off.
func TestChildrenDie(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("it looks for the child in /proc")
	}
	cfg := quick()
	cfg.Stall = time.Second
	r := measure(t, cfg, puzzles(t, "own-easy", 3), program(t, "leaves a child"))
	f := r.Program.Fault
	if f == nil || f.Ending != contest.Stalled || len(f.Stderr) == 0 {
		t.Fatalf("%+v", f)
	}
	gone(t, strings.TrimPrefix(f.Stderr[0], "child "))

	cfg.Stall = 0
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	begin := time.Now()
	if _, err := contest.Measure(ctx, cfg, puzzles(t, "own-easy", 3), program(t, "leaves a child"), nil, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("called off: %v", err)
	}
	if d := time.Since(begin); d > 20*time.Second {
		t.Errorf("it took %s to end", d)
	}
}

// TestSessionsDie: children that a program has put into sessions of their own go with it.
func TestSessionsDie(t *testing.T) {
	if _, err := exec.LookPath("setsid"); runtime.GOOS != "linux" || err != nil {
		t.Skip("it needs setsid and /proc")
	}
	f := measure(t, quick(), puzzles(t, "own-easy", 3), program(t, "leaves children in sessions")).Program.Fault
	if f == nil || f.Ending != contest.Crashed || len(f.Stderr) < 5 {
		t.Fatalf("%+v", f)
	}
	for _, line := range f.Stderr {
		gone(t, strings.TrimPrefix(line, "child "))
	}
}

// gone waits for the end of a process, of which nobody need have taken note yet.
func gone(t *testing.T, pid string) {
	t.Helper()
	if _, err := strconv.Atoi(pid); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		line, err := os.ReadFile("/proc/" + pid + "/cmdline")
		if err != nil || len(line) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("process %s lives", pid)
}

// TestBesideFails: what fails beside a program is an error, not a result.
func TestBesideFails(t *testing.T) {
	_, err := contest.Measure(t.Context(), quick(), puzzles(t, "own-minimal", 600), program(t, "honest"), []contest.Program{program(t, "dies")}, nil)
	if err == nil || !strings.Contains(err.Error(), "dies, which is beside the program: crashed") {
		t.Error(err)
	}
}

// TestBadCalls: what makes no sense is refused.
func TestBadCalls(t *testing.T) {
	one := puzzles(t, "own-easy", 1)
	for name, f := range map[string]func(cfg *contest.Config, all *[]contest.Puzzle, p *contest.Program){
		"no puzzles": func(_ *contest.Config, all *[]contest.Puzzle, _ *contest.Program) { *all = nil },
		"a command":  func(_ *contest.Config, _ *[]contest.Puzzle, p *contest.Program) { p.Command = nil },
		"batches":    func(_ *contest.Config, _ *[]contest.Puzzle, p *contest.Program) { p.Batch = -1 },
		"0 rounds":   func(cfg *contest.Config, _ *[]contest.Puzzle, _ *contest.Program) { cfg.Rounds = 0 },
		"resamples":  func(cfg *contest.Config, _ *[]contest.Puzzle, _ *contest.Program) { cfg.Bootstrap.Resamples = 1 },
	} {
		cfg, all, p := quick(), one, program(t, "honest")
		f(&cfg, &all, &p)
		if _, err := contest.Measure(t.Context(), cfg, all, p, nil, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestParseAnswer: the forms of an answer, and what is none.
func TestParseAnswer(t *testing.T) {
	shape, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	const grid = "1234341221434321"
	for line, want := range map[string]string{
		"": "- -1 -1", "-": "- -1 -1", "- 0": "- 0 -1", grid: grid + " -1 -1", " " + grid + "\t1 ": grid + " 1 -1", grid + " 17 guesses=3": grid + " 2 3",
		grid + " guesses=3 time=7": grid + " -1 3", "- guesses=0": "- -1 0", "123434122143432.": "123434122143432. -1 -1",
	} {
		a, err := contest.ParseAnswer(shape, line)
		got := contest.None
		if !a.Grid.IsZero() {
			got = a.Grid.String()
		}
		if got = fmt.Sprint(got, " ", a.Solutions, " ", a.Guesses); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", line, got, err, want)
		}
	}
	for _, line := range []string{"0", "1", "unsolvable", grid[1:], grid + " 0", grid + " -1", "- 1", grid + " 1 1", grid + " guesses=-1", grid + " guesses=", "5" + grid[1:], grid + " one", "- - "} {
		if a, err := contest.ParseAnswer(shape, line); err == nil {
			t.Errorf("%q was read as %+v", line, a)
		}
	}
}

// FuzzParseAnswer: no line is a fault of the program, and a grid that is read has the shape.
func FuzzParseAnswer(f *testing.F) {
	for _, line := range []string{"", "- 0", strings.Repeat("1", 81) + " 1 guesses=2", "\x00"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a, err := contest.ParseAnswer(board.Standard(), line)
		if err == nil && !a.Grid.IsZero() && a.Grid.Shape() != board.Standard() {
			t.Errorf("%q: %+v", line, a)
		}
	})
}

// TestServe: lines and batches, and bad input by its line.
func TestServe(t *testing.T) {
	by := engine.Wide(engine.DefaultWide())
	for in, want := range map[string]string{
		"1.......34......\n": "several",
		"{\"puzzles\":[\"1234341221434321\",\"11..............\"]}": "{\"answers\":[\"1234341221434321 1\",\"- 0\"]}\n",
		"1234341221434321\r\n\n":                                    "1234341221434321 1\n",
		"\uFEFF1234341221434321\n":                                  "1234341221434321 1\n", // as some editors write it
		"":                                                          "",
	} {
		var out bytes.Buffer
		err := contest.Serve(t.Context(), by, nil, strings.NewReader(in), &out)
		if want == "several" && strings.HasSuffix(out.String(), " 2\n") {
			continue
		}
		if err != nil || out.String() != want {
			t.Errorf("%q: %q, %v", in, out.String(), err)
		}
	}
	// Characters of every kind for an empty cell, a line longer than any buffer, and each puzzle forgotten by the next.
	const grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	var out bytes.Buffer
	lines := grid + "\n" + strings.Repeat(".", 81) + "\n53._7.*.00" + grid[10:] + "\n" + `{"puzzles":["` + strings.Repeat(grid+`","`, 1999) + grid + `"]}` + "\n"
	if err := contest.Serve(t.Context(), by, nil, strings.NewReader(lines), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(out.String(), "\n")
	if len(got) != 5 || got[0] != grid+" 1" || !strings.HasSuffix(got[1], " 2") || got[2] != grid+" 1" || strings.Count(got[3], grid+" 1") != 2000 {
		t.Errorf("answers to long lines: %.400q", got)
	}
	if err := contest.Serve(t.Context(), by, nil, strings.NewReader(strings.Repeat("x", 81)), &out); err == nil || !strings.Contains(err.Error(), "column 1") {
		t.Errorf("81 characters that are no digits: %v", err)
	}
	for _, in := range []string{"1234341221434321\n12\n", "1234341221434321\n{\"puzzles\":[1]}\n", "1234341221434321\n{\"puzzles\":[\"x\"]}\n"} {
		var out bytes.Buffer
		if err := contest.Serve(t.Context(), by, nil, strings.NewReader(in), &out); err == nil || !strings.Contains(err.Error(), "line 2") || out.Len() == 0 {
			t.Errorf("%q: %v, %q", in, err, out.String())
		}
	}
	if err := contest.Serve(t.Context(), by, nil, io.MultiReader(strings.NewReader("1234341221434321\n"), badReader{}), io.Discard); !errors.Is(err, errRead) {
		t.Error(err)
	}
}

var errRead = errors.New("it cannot be read")

type badReader struct{}

func (badReader) Read([]byte) (int, error) { return 0, errRead }
