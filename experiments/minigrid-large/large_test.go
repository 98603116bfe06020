package minigridlarge

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// rows2 is a 4×4 board with its upper half given: two pairs of columns have two ways each.
const rows2 = "12343412........"

// TestEnds makes the listing end in every way.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*Config, *Limits)
		want end
		n    int64
	}{
		{"free", func(*Config, *Limits) {}, complete, 4},
		{"cap of solutions", func(c *Config, _ *Limits) { c.Solutions = 3 }, many, 4},
		{"just the cap", func(c *Config, _ *Limits) { c.Solutions = 4 }, complete, 4},
		{"vertices", func(_ *Config, l *Limits) { l.Vertices = 3 }, vertices, 0},
		{"bytes", func(_ *Config, l *Limits) { l.Bytes = 100 }, space, 0},
		{"nodes", func(_ *Config, l *Limits) { l.Nodes = 2 }, search, 0},
	} {
		cfg := config(lab.Quick)
		limits := cfg.One
		c.set(&cfg, &limits)
		o, err := enumerate(t.Context(), board.MustParse(rows2), cfg, limits, minigrid.Lines)
		if err != nil {
			t.Fatal(err)
		}
		if o.end != c.want || o.solutions != c.n {
			t.Errorf("%s: %s with %d solutions, want %s with %d", c.name, o.end, o.solutions, c.want, c.n)
		}
		if o.fillings != 10 { // the upper boxes have one each, the lower four
			t.Errorf("%s: %v fillings, want 10", c.name, o.fillings)
		}
		if hasGraph := c.want != vertices && c.want != space; hasGraph != (o.bytes > 0) {
			t.Errorf("%s: %d bytes", c.name, o.bytes)
		}
	}
}

// TestMeasure: a board that should have one solution and has more is an error; others are
// counted, confirmed, and sorted out if they have too many.
func TestMeasure(t *testing.T) {
	cfg := config(lab.Quick)
	if err := newTally(cfg, true).measure(t.Context(), board.MustParse(rows2)); err == nil || !strings.Contains(err.Error(), "want 1") {
		t.Errorf("four solutions taken for one: %v", err)
	}
	for _, c := range []struct {
		limit           int
		beyond, checked bool
	}{{4, false, true}, {3, true, false}} {
		cfg.Solutions = c.limit
		tl := newTally(cfg, false)
		if err := tl.measure(t.Context(), board.MustParse(rows2)); err != nil {
			t.Fatal(err)
		}
		for _, reading := range readings {
			o := tl.outcomes[group{reading, 50}]
			if len(o) != 1 || o[0].beyond != c.beyond || o[0].checked != c.checked {
				t.Errorf("%s, at most %d solutions: %+v", reading, c.limit, o)
			}
		}
	}
}

// TestThin: steps are parts of each other and lie in their group.
func TestThin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape, err := board.ShapeOf(rapid.IntRange(2, 5).Draw(t, "k"))
		if err != nil {
			t.Fatal(err)
		}
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Perm(shape.Cells())
		full := generate.PatternGrid(shape)
		b := full.Clone()
		for fill := 95; fill >= 5; fill -= step {
			before := b.Clone()
			thin(b, order, givensAt(fill, shape.Cells()))
			if shape.Side() > 4 && fillOf(b) != fill {
				t.Fatalf("%d givens of %d are in group %d, want %d", b.Filled(), shape.Cells(), fillOf(b), fill)
			}
			for cell := range b.Cells() {
				if d := b.At(cell); d != 0 && d != before.At(cell) {
					t.Fatal("a given that was not there before")
				}
			}
		}
	})
}

// TestSparsity counts the graph of a solved board by hand: one vertex a box, each joined to
// the 2(k−1) boxes that it depends on.
func TestSparsity(t *testing.T) {
	shape, err := board.ShapeOf(3)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	fits, err := sparsity(t.Context(), generate.PatternGrid(shape), minigrid.DefaultConfig(), func(stage, measure string, v float64) {
		got[stage+" "+measure] = v
	})
	if err != nil || !fits {
		t.Fatal(fits, err)
	}
	for _, stage := range stages {
		for measure, want := range map[string]float64{"vertices": 9, "dependent": 1, "all": 0.5, "per-vertex": 2} {
			if v := got[stage+" "+measure]; v != want {
				t.Errorf("%s %s: %v, want %v", stage, measure, v, want)
			}
		}
	}
	small := minigrid.DefaultConfig()
	small.MaxVertices = 8
	if fits, err := sparsity(t.Context(), generate.PatternGrid(shape), small, func(string, string, float64) {}); fits || err != nil {
		t.Errorf("nine vertices fit into eight: %v", err)
	}
}
