package dqnmodels

import (
	"slices"
	"testing"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

// TestSmoke measures every case of the smoke profile, and the tables, figures and judges take the records.
func TestSmoke(t *testing.T) {
	p := plan(lab.Smoke)
	var set record.Set
	for _, c := range p.Cases {
		r, err := labtest.Measure(t, c)
		if err != nil {
			t.Fatalf("%s: %v", c.Key(), err)
		}
		if r.Config, err = record.Encode(p.Config); err != nil {
			t.Fatal(err)
		}
		set = append(set, r)
	}
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
				r, err := s.recipe(a, s.Steps, 2, cfg)
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
	one, err := networks.NewDocumented(networks.Default(networks.CNN1, 9))
	if err != nil {
		t.Fatal(err)
	}
	all := one.Layers()
	if inOrder(all) != 1 {
		t.Error("the layers of cnn1 are not in order")
	}
	turned := slices.Clone(all)
	slices.Reverse(turned[1:])
	for name, layers := range map[string][]networks.Layer{"turned": turned, "without dense layers": all[:4], "none": nil} {
		if inOrder(layers) != 0 {
			t.Errorf("%s: in order", name)
		}
	}
}
