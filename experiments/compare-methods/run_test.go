package comparemethods

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/method"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// TestPlan: in the full profile each method is in one family, each set has a case for each family that takes its boards, and no case comes twice.
func TestPlan(t *testing.T) {
	pl := plan(lab.Full)
	cfg := pl.Config.(Config)
	in := map[string]int{}
	for _, f := range cfg.Families {
		if len(f.Sizes) != len(sides) {
			t.Errorf("no sizes for %s", f.Name)
		}
		for _, m := range f.Methods {
			in[m.Name]++
		}
	}
	for _, m := range method.All() {
		if in[m.Name] != 1 {
			t.Errorf("%s is in %d families", m.Name, in[m.Name])
		}
	}
	keys, sets := map[string]bool{}, map[string]int{}
	for _, c := range pl.Cases {
		if keys[c.Key()] {
			t.Errorf("%s twice", c.Key())
		}
		keys[c.Key()] = true
		if c.Kind == onSets {
			sets[c.Corpus]++
		}
	}
	for _, s := range corpus.All() {
		want := len(cfg.Families)
		if s.Side != 9 {
			want-- // bitboard is for 9×9
		}
		want += len(programCases(cfg, s, lab.Full))
		if sets[s.ID] != want {
			t.Errorf("%s: %d cases, want %d", s.ID, sets[s.ID], want)
		}
	}
}

// TestOutcomes: what each kind of end counts as.
func TestOutcomes(t *testing.T) {
	puzzle := board.MustParse("12..34..2.4..3.1")
	other := board.MustParse("................")
	for _, c := range []struct {
		name, method string
		board        board.Board
		want         outcome
		proved       bool
	}{
		{"one solution", "dlx", puzzle, solved, true},
		{"several", "csp", other, solved, true},
		{"none", "dlx", board.MustParse("11.............."), solved, true},
		{"by rules", "singles", puzzle, solved, true},
		{"rules that stop", "singles", other, open, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			family := "dlx"
			if c.method == "singles" {
				family = rules
			}
			got, _, err := answersOf(t.Context(), Config{Cap: time.Minute}, family, c.method, []board.Board{c.board})
			if err != nil {
				t.Fatal(err)
			}
			truth := truths{limit: time.Minute, known: map[string]solver.Status{}}
			if err := truth.judge(t.Context(), c.board, &got[0]); err != nil {
				t.Fatal(err)
			}
			if got[0].outcome != c.want || got[0].proved != c.proved {
				t.Errorf("outcome %d, proved %t; want %d, %t", got[0].outcome, got[0].proved, c.want, c.proved)
			}
		})
	}
	lie := answer{proved: true, status: solver.Unique}
	truth := truths{limit: time.Minute, known: map[string]solver.Status{}}
	if err := truth.judge(t.Context(), other, &lie); err != nil || lie.outcome != wrong || lie.proved {
		t.Errorf("a proof of one solution where there are several: %+v, %v", lie, err)
	}
}

// TestCapped: what the cap ends counts as not solved, and its figures are no exact ones.
func TestCapped(t *testing.T) {
	hard := board.MustParse(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...")
	got, _, err := answersOf(t.Context(), Config{Cap: time.Millisecond}, "csp", "csp-plain", []board.Board{hard})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].outcome != capped || !got[0].late {
		t.Errorf("%+v, want a capped one", got[0])
	}
}

// TestRefused: a method that does not take the board is left out, and is no error.
func TestRefused(t *testing.T) {
	_, _, err := answersOf(t.Context(), Config{Cap: time.Second}, "bitboard", "bitboard", []board.Board{board.MustParse("12..34..2.4..3.1")})
	if _, refused := errors.AsType[*refusedError](err); !refused {
		t.Errorf("%v, want a refusal", err)
	}
}

func TestGuesses(t *testing.T) {
	counted := func(name string, value int64, nodes int64) solver.Result {
		return solver.Result{Stats: solver.Stats{Nodes: nodes, Counters: []solver.Counter{{Name: name, Value: value}}}}
	}
	for _, c := range []struct {
		res  solver.Result
		want int64
	}{
		{counted(engine.CounterGuesses, 3, 60), 3},
		{counted(engine.CounterSurvivors, 9, 9), 0},
		{counted(engine.CounterSurvivors, 10, 12), 12},
		{counted(engine.CounterDecisions, 7, 0), 7},
		{solver.Result{Stats: solver.Stats{Nodes: 5}}, 5},
	} {
		if got := guesses(9, c.res); got != c.want {
			t.Errorf("%+v: %d, want %d", c.res.Stats, got, c.want)
		}
	}
}

func TestLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	text := "// Package a.\npackage a\n\n/* of two\nlines */\nvar s = `one\ntwo`\n\nfunc f() { // and a comment\n}\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, err := linesOf(name); err != nil || n != 5 {
		t.Errorf("%d lines, %v; want 5: package, two of the literal, two of the function", n, err)
	}
}

// TestTablesWithoutRecords: whatever is missing, the tables stand.
func TestTablesWithoutRecords(t *testing.T) {
	for _, table := range tables(nil) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
	if f, err := figures(record.Set{}); err != nil || len(f) > 0 {
		t.Errorf("%d figures of nothing, %v", len(f), err)
	}
}

// TestAnswers: what a driver of a document's program may leave, and what it may not.
func TestAnswers(t *testing.T) {
	puzzles := []board.Board{board.MustParse("12..34..2.4..3.1"), board.MustParse("11..............")}
	grid := "1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1"
	first, err := engine.DLX(engine.DefaultDLX()).Solve(t.Context(), puzzles[0], solver.Limits{})
	if err != nil || first.Status == solver.Unsat {
		t.Fatal(first.Status, err)
	}
	solution := strings.Join(strings.Split(first.Grid.String(), ""), ",")
	got, err := readAnswers("0.5 found "+solution+"\n1e-3 none -\n", puzzles)
	if err != nil || got[0].outcome != solved || got[0].seconds != 0.5 || got[1].status != solver.Unsat || !got[1].proved {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := readAnswers("0.5 unique "+strings.Replace(grid, "1", "2", 1)+"\n1 late -\n", puzzles); err != nil || got[0].outcome != wrong || got[0].proved || got[1].outcome != capped || !got[1].late {
		t.Errorf("a grid that is none: %+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"": "1 answers, want 2", "0.5 none -\n": "1 answers, want 2", "0.5 none -\n0.5 none": "in line 2", "NaN none -\n1 none -\n": "in line 1",
		"1 found -\n1 none -\n": "want a grid", "1 none " + grid + "\n1 none -\n": "want a grid", "1 solved -\n1 none -\n": "an end that is known", "-1 none -\n1 none -\n": "above 0",
	} {
		if got, err := readAnswers(text, puzzles); got != nil || !errors.Is(err, original.ErrDriver) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v; want %q", text, got, err, want)
		}
	}
}
