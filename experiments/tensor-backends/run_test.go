package tensorbackends

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// TestCommitted: what the smoke profile found. Answers do not depend on the puzzles beside them.
func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, kind := range []string{answersKind, equalKind} {
		for _, r := range set.Where(kind) {
			if n := r.Value("answers"); n == 0 || r.Value("same") != n || r.Value("right") != n {
				t.Errorf("%s: %v", r.Case, r.Exact)
			}
		}
	}
}

// TestAnswersAreCompared: an answer that differs in anything is another one, and a wrong one is not right.
func TestAnswersAreCompared(t *testing.T) {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	solution := board.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	other := solution
	other = board.MustParse(other.String())
	other.Set(80, 1)
	a := tensornet.Answer{End: plain.Exhausted, Solutions: 1, Grid: solution, Steps: 7}
	if !same(a, a) || !right(puzzle, a) {
		t.Error("an answer is not the same as itself, or not right")
	}
	for i, change := range []func(*tensornet.Answer){
		func(a *tensornet.Answer) { a.End = plain.Limited },
		func(a *tensornet.Answer) { a.Solutions = 2 },
		func(a *tensornet.Answer) { a.Grid = other },
		func(a *tensornet.Answer) { a.Grid = board.Board{} },
		func(a *tensornet.Answer) { a.Steps++ },
		func(a *tensornet.Answer) { a.Guesses++ },
		func(a *tensornet.Answer) { a.Deepest++ },
	} {
		b := a
		change(&b)
		if same(a, b) {
			t.Errorf("change %d passes for the same", i)
		}
	}
	a.Grid = other
	if right(puzzle, a) {
		t.Error("a wrong grid passes for right")
	}
}

// TestRepeated: puzzles a power of two apart differ, as long as there are a prime number of them.
func TestRepeated(t *testing.T) {
	var list []board.Board
	for cell := range 7 {
		b := board.New(board.Standard())
		b.Set(cell, 1)
		list = append(list, b)
	}
	got := repeated(list, 64)
	if len(got) != 64 || len(repeated(list, 3)) != 3 {
		t.Fatalf("%d puzzles", len(got))
	}
	for at := 1; at < 64; at *= 2 {
		for i := range len(got) - at {
			if got[i].Equal(got[i+at]) {
				t.Fatalf("puzzles %d and %d are the same", i, i+at)
			}
		}
	}
}

func TestRead(t *testing.T) {
	const good = `{"puzzles":10,"seconds":0.5,"cpu_seconds":0.4,"passes":500,"solved":8,"wrong":0,"open":2,"rounds":1,"torch":"2.0","threads":1}`
	if a, err := read([]byte(good), 10); err != nil || a.Solved != 8 || a.Passes != 500 {
		t.Errorf("%+v %v", a, err)
	}
	for _, change := range [][2]string{
		{`"puzzles":10`, `"puzzles":11`},
		{`"seconds":0.5`, `"seconds":0`},
		{`"solved":8`, `"solved":9`},
		{`"solved":8,"wrong":0`, `"solved":9,"wrong":-1`},
		{`"rounds":1`, `"rounds":0`},
		{`"passes":500`, `"passes":0`},
		{"{", "solved 10 of "},
	} {
		if _, err := read([]byte(strings.Replace(good, change[0], change[1], 1)), 10); err == nil {
			t.Errorf("%s for %s is accepted", change[1], change[0])
		}
	}
}

// TestBeside: both sides solve the same puzzles, and a program that fails leaves a record that says how.
func TestBeside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for the program is a shell script")
	}
	dir := t.TempDir()
	t.Setenv(lab.PeersVariable, dir)
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("the plan has no Config")
	}
	cfg.Patience = plan(lab.Full).Config.(Config).Patience
	way := Torch{Puzzles: 6, Batch: 4, Passes: 50, Rounds: 2}
	run := func(script string) record.Record {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, torchPeer), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
		r, err := labtest.Measure(t, lab.Case{
			Kind: torchKind, Dims: torchDims(way, 2), Corpus: "own-easy", Limit: way.Puzzles, Peer: torchPeer, Timed: true,
			Run: besideOf(cfg, way, 2),
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run(`[ "$2 $3 $4 $5 $6" = "4 50 0 0.001 2" ] && [ $(grep -c '^[1-9.]*$' "$1") = 6 ] || exit 3
echo '{"puzzles":6,"seconds":0.5,"passes":600,"solved":5,"wrong":0,"open":1,"rounds":2,"torch":"none","threads":2}'`)
	if r.Status != record.OK || r.Count("solved") != 5 || r.Count("passes") != 300 || r.Count("time") != 0.25 || r.Count("proving solved") != 6 {
		t.Errorf("%s %s: %v", r.Status, r.Note, r.Exact)
	}
	if rows := torchTable(record.Set{r}).Rows; len(rows) != 4 {
		t.Errorf("rows %v", rows)
	}
	failed := run("echo no torch here >&2; exit 2")
	if failed.Status != record.Capped || !strings.Contains(failed.Note, "no torch here") {
		t.Errorf("%s: %s", failed.Status, failed.Note)
	}
	if rows := torchTable(record.Set{failed}).Rows; len(rows) != 0 {
		t.Errorf("rows %v", rows)
	}
}

// TestPlans: every profile asks for each form, with sizes that begin at 1 and double.
func TestPlans(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full, lab.GPU} {
		pl := plan(p)
		cfg, ok := pl.Config.(Config)
		if !ok || len(pl.Cases) < 6 {
			t.Fatalf("%s: %d cases", p, len(pl.Cases))
		}
		for set, sizes := range cfg.Sizes {
			for i, n := range sizes {
				if n != 1<<i {
					t.Errorf("%s, %s: sizes %v", p, set, sizes)
				}
			}
		}
		seen := map[string]bool{}
		for _, c := range pl.Cases {
			if seen[c.Key()] {
				t.Errorf("%s: %s twice", p, c.Key())
			}
			seen[c.Key()] = true
		}
		for _, form := range forms {
			how := cfg.Rates[form]
			if slices.Max(how.Batches) > how.Puzzles || networks*how.Usual > how.Puzzles {
				t.Errorf("%s, %s: %+v leaves slots empty", p, form, how)
			}
			c := subject{cfg, "go", form}.network(how.Usual)
			if err := c.Validate(); err != nil {
				t.Error(fmt.Errorf("%s: %w", p, err))
			}
		}
	}
}
