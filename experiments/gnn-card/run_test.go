package gnncard

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestPlan(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full} {
		c := configOf(p)
		sums := map[string]bool{}
		for _, w := range c.Weights {
			sums[w.SHA256] = true
		}
		if len(sums) != 3 || sums[""] || len(c.Streams) == 0 || c.Breadth.Depth%c.Breadth.Segment != 0 {
			t.Errorf("%s: %+v", p, c)
		}
		for _, s := range c.Sets {
			if s.most()%c.Segment != 0 || !slices.IsSorted(s.Steps) {
				t.Errorf("%s: %s after %v steps, looked at every %d", p, s.Name, s.Steps, c.Segment)
			}
		}
	}
}

// TestStreams: the streams that are audited are all that the recipes have for boards of the sets' sides, and the
// recipes are those of the cards.
func TestStreams(t *testing.T) {
	streams, err := used()
	if err != nil {
		t.Fatal(err)
	}
	for _, training := range []string{"hard", "mixed"} {
		recipe, err := recipeOf(training)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range recipe.Task.Kinds {
			side := k.Puzzles.Side
			if side == 4 { // no set is of 4×4 boards
				continue
			}
			at := slices.IndexFunc(streams, func(s Stream) bool { return s.Training == training && s.Side == side })
			if at < 0 {
				t.Errorf("%s: the boards of side %d are not audited", training, side)
				continue
			}
			if s := streams[at]; s.Plain <= 0 || (s.Ladders > 0) != (k.Ladders != nil) {
				t.Errorf("%s, side %d: %+v, which is not what the recipe says", training, side, s)
			}
		}
	}
	if _, err := recipeOf("another"); err == nil {
		t.Error("a training that there is not has a recipe")
	}
	for _, name := range []string{hardName, sixteenName} {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		recipe, err := recipeOf("hard")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Card.Recipe.Task.Kinds, recipe.Task.Kinds) {
			t.Errorf("%s: the card's recipe has other boards than recipe-hard.json", name)
		}
	}
}

// TestTables: goals stand beside the shares of all weights, that of starts beside those that were tried with several alone, and the
// test of a difference is of the boards that one of the two alone solves.
func TestTables(t *testing.T) {
	cfg := configOf(lab.Full)
	config, err := record.Encode(cfg)
	if err != nil {
		t.Fatal(err)
	}
	count := func(v float64) record.Metric { return record.Metric{Value: v, Unit: "boards", N: 1} }
	on := lab.OnSet(forum)
	alone := record.Record{Case: record.Key(aloneKind, on...), Status: record.OK, Config: config, Exact: map[string]record.Metric{
		"boards": count(1000), Gained(hardName): count(45), Lost(hardName): count(5), Gained(sixteenName): count(0), Lost(sixteenName): count(0),
	}}
	for _, w := range cfg.Weights {
		alone.Exact[FLOPsOf(w.Name)] = count(1e9)
	}
	for i := range cfg.Sets {
		for _, n := range cfg.Sets[i].Steps {
			for j, w := range cfg.Weights {
				alone.Exact[SolvedBy(w.Name, n)], alone.Exact[StepsBy(w.Name, n)] = count(float64(820+20*j)), count(float64(1000*(j+1)))
			}
		}
	}
	many := record.Record{Case: record.Key(breadthKind, on...), Status: record.OK, Config: config, Exact: map[string]record.Metric{
		"boards": count(1000), FLOPsOf(hardName): count(1e9), StartsBy("solved", 64): count(900), StartsBy("board-steps", 64): count(7000), "full and wrong": count(0),
	}}
	set := record.Set{alone, many}
	var got []string
	for _, row := range goalTable(set).Rows {
		got = append(got, strings.Join([]string{row[1], row[4], row[6], row[8]}, " "))
	}
	want := []string{
		"1,024 steps candidate 82.0 % ", "1,024 steps hard 84.0 % not met, open", "1,024 steps sixteen 86.0 % met, open", "64 starts hard 90.0 % not met",
	}
	if !slices.Equal(got, want) {
		t.Errorf("goals: %q, want %q", got, want)
	}
	rows := BoardsTable(set, cfg.Weights, cfg.Sets).Rows
	if last := rows[len(rows)-1]; !slices.Equal([]string{last[0], last[2], last[3], last[5], last[7]}, []string{forum, "1,024", "82.0 %", "84.0 %", "86.0 %"}) {
		t.Errorf("boards: %q", last)
	}
	differences := DifferenceTable(set, cfg.Weights, cfg.Sets, "").Rows
	if len(differences) != 2 || !slices.Equal(differences[0][3:], []string{"hard", "45", "5", "< 0.001", "2", "1"}) || !slices.Equal(differences[1][3:], []string{"sixteen", "0", "0", "1.000", "3", "1"}) {
		t.Errorf("differences: %q", differences)
	}
	starts := StartsTable(set, hardName, "").Rows
	if len(starts) != 1 || starts[0][3] != "90.0 %" || starts[0][5] != "7" {
		t.Errorf("starts: %q", starts)
	}
	if cfg.Weights[0].Name != weights.Candidate {
		t.Errorf("compared with %s", cfg.Weights[0].Name)
	}
}
