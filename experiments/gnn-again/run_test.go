package gnnagain

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/rate/trial"
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
		if len(sums) != 3 || sums[""] || len(c.Streams) == 0 || c.Pool.Puzzles == 0 || c.Breadth.Depth%c.Breadth.Segment != 0 {
			t.Errorf("%s: %+v", p, c)
		}
		for _, s := range c.Sets {
			if slices.Max(s.Steps)%c.Segment != 0 || !slices.IsSorted(s.Steps) {
				t.Errorf("%s: %s after %v steps, looked at every %d", p, s.Name, s.Steps, c.Segment)
			}
		}
	}
}

// TestPool: the puzzles of the pool have one solution, no given to spare, and no solution by trials: one in 16 of them, in the
// order of their keys, is looked at. No class is there twice, and both parts of it are there.
func TestPool(t *testing.T) {
	all, err := pool()
	if err != nil {
		t.Fatal(err)
	}
	scalar, trier := bitboard.NewScalar(), trial.New()
	held := 0
	for i, p := range all {
		if i > 0 && p.key == all[i-1].key {
			t.Fatalf("%v is there twice", p.board)
		}
		if puzzles.HeldOutClass(9, p.key) {
			held++
		}
		if i%16 != 0 {
			continue
		}
		cells := (*bitboard.Cells)(p.board.Cells())
		if n := scalar.CountUpTo(cells, 2); n != 1 {
			t.Fatalf("%v has %d solutions", p.board, n)
		}
		if r := trier.Rate((*[81]uint8)(cells)); r.Depth() != 2 || r.Broken {
			t.Fatalf("%v: %+v", p.board, r)
		}
		for c, d := range cells {
			if d == 0 {
				continue
			}
			less := *cells
			less[c] = 0
			if scalar.CountUpTo(&less, 2) < 2 {
				t.Fatalf("%v has a given to spare in cell %d", p.board, c+1)
			}
		}
	}
	if held < len(all)/32 || held > len(all)/8 {
		t.Errorf("%d of %d are held out, want about one in 16", held, len(all))
	}
	file, err := poolFile()
	if err != nil || file.Puzzles != len(all) {
		t.Errorf("%+v, %v, want %d puzzles", file, err, len(all))
	}
}

// TestStreams: the streams that are compared are those of the recipes, and the recipes are those of the cards.
func TestStreams(t *testing.T) {
	streams, err := used()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]bool{}
	for _, s := range streams {
		of[s.Training] = true
		if s.Side != 9 || s.Plain <= 0 || s.Ladders <= 0 {
			t.Errorf("%+v", s)
		}
	}
	if !of[plainName] || !of[deepName] { // plain has more of the same streams than again
		t.Errorf("streams of %v", of)
	}
	for _, name := range []string{plainName, againName, deepName} {
		recipe, err := recipeOf(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := load(name)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Card.Recipe.Task, recipe.Task) {
			t.Errorf("%s: the card's recipe is another", name)
		}
	}
	if _, err := recipeOf("another"); err == nil {
		t.Error("a training that there is not has a recipe")
	}
}

// TestTables: goals stand beside the shares of all weights, and what trials leave beside what they solve.
func TestTables(t *testing.T) {
	cfg := configOf(lab.Full)
	config, err := record.Encode(cfg)
	if err != nil {
		t.Fatal(err)
	}
	count := func(v float64) record.Metric { return record.Metric{Value: v, Unit: "boards", N: 1} }
	on := lab.OnSet(forum)
	alone := record.Record{Case: record.Key(aloneKind, on...), Status: record.OK, Config: config, Exact: map[string]record.Metric{"boards": count(1000)}}
	for i, w := range cfg.Weights {
		alone.Exact[gnncard.FLOPsOf(w.Name)] = count(1e9)
		alone.Exact[gnncard.Gained(w.Name)], alone.Exact[gnncard.Lost(w.Name)] = count(40), count(40)
		for _, n := range cfg.Sets[0].Steps {
			alone.Exact[gnncard.SolvedBy(w.Name, n)], alone.Exact[gnncard.StepsBy(w.Name, n)] = count(float64(800+50*i)), count(1000)
		}
	}
	many := record.Record{Case: record.Key(breadthKind, on...), Status: record.OK, Config: config, Exact: map[string]record.Metric{
		"boards": count(1000), gnncard.FLOPsOf(deepName): count(1e9), gnncard.StartsBy("solved", 64): count(900), gnncard.StartsBy("board-steps", 64): count(7000), "full and wrong": count(0),
	}}
	trials := record.Record{Case: record.Key(trialsKind, lab.OnSet(laddersSet)...), Status: record.OK, Config: config, Exact: map[string]record.Metric{
		"boards": count(100), depthNames[0]: count(1), depthNames[1]: count(98), depthNames[2]: count(1), "candidates left": count(160),
	}}
	set := record.Set{alone, many, trials}
	var got []string
	for _, row := range goalTable(set).Rows {
		got = append(got, strings.Join([]string{row[1], row[3], row[5], row[7]}, " "))
	}
	want := []string{
		"2,048 steps plain 80.0 % not met", "2,048 steps again 85.0 % met, open", "2,048 steps deep 90.0 % met", "64 starts deep 90.0 % not met",
	}
	if !slices.Equal(got, want) {
		t.Errorf("goals: %q, want %q", got, want)
	}
	rows := trialsTable(set).Rows
	if len(rows) != 1 || !slices.Equal(rows[0][1:5], []string{"100", "1", "98", "1.0 %"}) || rows[0][6] != "160" {
		t.Errorf("trials: %q", rows)
	}
	if all := tables(set); len(all) != 6 {
		t.Errorf("%d tables", len(all))
	}
	if all := tables(nil); all != nil {
		t.Errorf("tables of no records: %v", all)
	}
}

// TestTraining: the logs hold each training from its first step to its last.
func TestTraining(t *testing.T) {
	for _, name := range []string{plainName, againName, deepName} {
		m, err := load(name)
		if err != nil {
			t.Fatal(err)
		}
		log := unpacked(t, "training-"+name+".jsonl.gz")
		if lines := bytes.Count(log, []byte{'\n'}); lines != m.Card.Training.Steps/20 {
			t.Errorf("%s: %d lines of the log, want one each 20 of %d steps", name, lines, m.Card.Training.Steps)
		}
	}
}

// unpacked reads a packed file of this folder.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	packed, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
