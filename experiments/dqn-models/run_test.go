package dqnmodels

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// TestSmoke measures every case of the smoke profile, and the tables, figures and judges take the records.
func TestSmoke(t *testing.T) {
	if testing.Short() {
		t.Skip("trains five networks for some steps")
	}
	p := plan(lab.Smoke)
	set := labtest.MeasureAll(t, p)
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil {
			t.Error(err)
		}
	}
	if _, err := figures(set); err != nil {
		t.Error(err)
	}
	rules := labtest.Rules(t)
	for _, j := range judges() {
		want := lab.Pending // a seed decides nothing
		if j.Claim == "R25" {
			want = lab.Reproduced
		}
		if f := j.On(set, rules[j.Claim]); f.Verdict != want {
			t.Errorf("%s is %s, want %s: %s; %s", j.Claim, f.Verdict, want, f.Figure, f.Because)
		}
	}
}

// TestRecipes: every run of every profile has a recipe, with its seed, and the document's arm has its settings.
func TestRecipes(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full, lab.GPU} {
		cfg := configOf(p)
		for _, s := range cfg.Settings {
			for _, a := range s.Runs {
				r, err := s.recipe(a, s.stepsOf(a), 2, cfg)
				if err != nil {
					t.Errorf("%s: %s by %s: %v", p, a.Network, a.Arm, err)
					continue
				}
				if r.Network.Seed != 2 || r.Play.Seed != 2 || r.Play.Puzzles.Seed != 2 || r.Train.Seed != 2 {
					t.Errorf("%s: %s by %s has other seeds than its own", p, a.Network, a.Arm)
				}
				if r.Network.Name != a.Network {
					t.Errorf("%s by %s trains %s", a.Network, a.Arm, r.Network.Name)
				}
			}
		}
	}
}

// TestPositions: boards in the middle of a game hold right digits only, and at least one cell is empty.
func TestPositions(t *testing.T) {
	samples, err := dqn.HeldOut(t.Context(), 4, dqn.Row{Low: 6, High: 9}, 30, 3)
	if err != nil {
		t.Fatal(err)
	}
	cells, solutions := positions(samples, 1)
	filled := 0
	for i, s := range samples {
		at := i * 16
		empty := 0
		for cell, d := range cells[at : at+16] {
			switch {
			case d == 0:
				empty++
			case d != solutions[at+cell] || s.Puzzle[cell] != 0 && s.Puzzle[cell] != d:
				t.Fatalf("board %d holds %d in cell %d, want %d", i, d, cell, solutions[at+cell])
			case s.Puzzle[cell] == 0:
				filled++
			}
		}
		if empty == 0 {
			t.Errorf("board %d is full", i)
		}
	}
	if filled == 0 {
		t.Error("no cell was filled on any board")
	}
}

// TestInOrder: another order of layers is seen.
func TestInOrder(t *testing.T) {
	one, err := networks.NewDocumented(networks.Default(networks.Conv, 9))
	if err != nil {
		t.Fatal(err)
	}
	all := one.Layers()
	if inOrder(all) != 1 {
		t.Error("the layers of conv are not in order")
	}
	turned := slices.Clone(all)
	slices.Reverse(turned[1:])
	for name, layers := range map[string][]networks.Layer{"turned": turned, "without dense layers": all[:4], "none": nil} {
		if inOrder(layers) != 0 {
			t.Errorf("%s: in order", name)
		}
	}
}

// TestLibrary: the program gets the puzzles and the numbers, all agents play the same tests, and a program that fails leaves
// a record that says how.
func TestLibrary(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for the program is a shell script")
	}
	dir := t.TempDir()
	t.Setenv(lab.PeersVariable, dir)
	l := libraries()[0]
	l.Moves, l.Training, l.Tests, l.Patience, l.Study.Replay = 96, 4, 6, time.Minute, 2000
	cfg := configOf(lab.Smoke)
	measure := func(script string) record.Record {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, libraryPeer), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil { //nolint:gosec // a program
			t.Fatal(err)
		}
		r, err := labtest.Measure(t, l.cases(cfg)[0])
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := measure(`[ "$1 $2 $3 $4 $5 $8" = "4 1 10 96 1 1" ] && [ $(grep -cE '^[0-4]{16} [1-4]{16}$' "$6") = 4 ] && [ $(wc -l < "$7") = 6 ] || exit 3
echo '{"moves":96,"seconds":0.5,"games":6,"solved":2,"bare":1,"right":9,"choices":13,"parameters":77,"library":"a library 1.0"}'`)
	if r.Status != record.OK || r.Value("library solved") != 2 || r.Value("library rate") != 192 {
		t.Errorf("%s %s: %v %v", r.Status, r.Note, r.Exact, r.Noisy)
	}
	for _, a := range libraryArms {
		if v := r.Value(a.says() + " solved"); v < 0 || v > 6 {
			t.Errorf("%s solves %g of 6", a.says(), v)
		}
	}
	if rows := libraryTable(record.Set{r}).Rows; len(rows) != 2+len(libraryArms) {
		t.Errorf("rows %v", rows)
	}
	failed := measure("echo no library here >&2; exit 2")
	if failed.Status != record.Capped || !strings.Contains(failed.Note, "no library here") {
		t.Errorf("%s: %s", failed.Status, failed.Note)
	}
	if rows := libraryTable(record.Set{failed}).Rows; len(rows) != 0 {
		t.Errorf("rows %v", rows)
	}
	const good = `{"moves":96,"seconds":0.5,"games":6,"solved":2,"bare":1,"right":9,"choices":13,"parameters":77,"library":"a"}`
	for _, change := range [][2]string{
		{`"moves":96`, `"moves":95`},
		{`"seconds":0.5`, `"seconds":0`},
		{`"games":6`, `"games":5`},
		{`"solved":2`, `"solved":7`},
		{`"bare":1`, `"bare":-1`},
		{`"right":9`, `"right":14`},
		{`"parameters":77`, `"parameters":0`},
		{`"library":"a"`, `"library":""`},
		{"{", "moves "},
	} {
		if _, err := l.readAnswer([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil {
			t.Errorf("%s for %s is accepted", change[1], change[0])
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
