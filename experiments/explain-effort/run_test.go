package explaineffort

import (
	"context"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestConclude: the whole interval decides, its sign left out, and where there is nothing to order nothing does.
func TestConclude(t *testing.T) {
	for _, c := range []struct {
		low, high, x, y, puzzles float64
		want                     string
	}{
		{-0.1, 0.2, 0.9, 0.9, 100, little},
		{-0.29, -0.1, 0.9, 0.9, 100, little},
		{-0.31, 0.1, 0.9, 0.9, 100, open},
		{0.3, 0.69, 0.9, 0.9, 100, some},
		{-0.6, -0.4, 0.9, 0.9, 100, some},
		{0.6, 0.7, 0.9, 0.9, 100, open},
		{0.7, 0.9, 0.9, 0.9, 100, much},
		{-0.99, -0.71, 0.9, 0.9, 100, much},
		{-0.8, 0.8, 0.9, 0.9, 100, open},
		{0.8, 0.9, 0.25, 0.9, 100, nothing},
		{0.8, 0.9, 0.9, 0.1, 100, nothing},
		{0.8, 0.9, 0.26, 0.26, 30, much},
		{0.8, 0.9, 0.9, 0.9, 29, nothing},
	} {
		name := pairOf(score, macNodes)
		r := labtest.Record(ownCase(minimal), map[string]float64{
			name: (c.low + c.high) / 2, name + ".low": c.low, name + ".high": c.high, score + ".varied": c.x, macNodes + ".varied": c.y, "puzzles": c.puzzles,
		}, nil)
		if got := conclude(r, score, macNodes); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		if got := conclude(r, score, dlxGuesses); got != nothing {
			t.Errorf("a pair without a correlation: %s", got)
		}
	}
}

// TestMeasure holds the gauge to the packages' own answers on a puzzle that needs a search.
func TestMeasure(t *testing.T) {
	const line = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
	b := board.MustParse(line)
	cfg := config(lab.Quick)
	g, err := newGauge(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s, ok, err := g.measure(t.Context(), b)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	counter := engine.NewCounter9()
	cells := [81]uint8(b.Cells())
	counter.Count(&cells, 2)
	if s.of[bitboardGuesses] != float64(counter.Guesses()) {
		t.Errorf("%v guesses, the counter has %d", s.of[bitboardGuesses], counter.Guesses())
	}
	mac, err := csp.NewSolver(encode.Network(board.Standard()), cfg.Search)
	if err != nil {
		t.Fatal(err)
	}
	res, err := mac.Solve(t.Context(), encode.Domains(nil, b), csp.Limits{Solutions: 2, Nodes: cfg.Nodes})
	if err != nil {
		t.Fatal(err)
	}
	if s.of[macNodes] != float64(res.Stats.Total().Nodes) || s.of[macArcs] != float64(res.Stats.Total().Arcs) || s.capped[macNodes] != (res.Stop == csp.NodeLimit) {
		t.Errorf("%v, the network has %+v", s, res.Stats.Total())
	}
	e, err := explain.New(board.Standard(), explain.Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	path, err := e.Path(b)
	if err != nil {
		t.Fatal(err)
	}
	if s.hardest != path.Hardest || s.of[steps] != float64(len(path.Steps)) || s.of[score] != float64(path.Score) || s.of[rating] <= 0 || s.of[ladder] <= 0 {
		t.Errorf("%v, the path has %+v", s, path.Rating)
	}
	if s.of[givens] != 17 || s.of[fillings] < s.of[left] || s.of[left] < 9 || s.of[density] <= 0 || s.of[density] > 1 {
		t.Errorf("%v", s)
	}
	for _, m := range measures {
		if _, ok := s.of[m.name]; !ok {
			t.Errorf("no %s", m.name)
		}
	}
	if _, ok, err := g.measure(t.Context(), board.MustParse("."+line[1:7]+"."+line[8:])); ok || err != nil {
		t.Errorf("several solutions are measured: %v", err)
	}
}

// TestSources: every level has the givens that it says, and the same puzzles each time.
func TestSources(t *testing.T) {
	cfg := config(lab.Smoke)
	for level, want := range map[string][2]int{"easy": {42, 45}, "medium": {36, 40}, "hard": {32, 36}, sparse: {sparseGivens, sparseGivens}, minimal: {17, 31}, all: {17, 45}} {
		var first []string
		for range 2 {
			of, err := sourceOf(cfg, level, 7)
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			for i := range 10 {
				b, err := of(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				if n := b.Filled(); n < want[0] || n > want[1] {
					t.Errorf("%s: %d givens", level, n)
				}
				lines = append(lines, b.String())
			}
			if first != nil && strings.Join(lines, " ") != strings.Join(first, " ") {
				t.Errorf("%s: other puzzles", level)
			}
			first = lines
		}
	}
	if _, err := sourceOf(cfg, "impossible", 7); err == nil {
		t.Error("no error from an unknown level")
	}
}

func TestPointsComeBack(t *testing.T) {
	var samples []sample
	for i := range 3 {
		s := sample{of: map[string]float64{}}
		for j, name := range pointed {
			s.of[name] = float64(i) + float64(j)/8
		}
		samples = append(samples, s)
	}
	for j, name := range pointed {
		x, y, err := readPoints(points(samples), name, pointed[0])
		if err != nil || len(x) != 3 || x[2] != 2+float64(j)/8 || y[1] != 1 {
			t.Errorf("%s: %v, %v, %v", name, x, y, err)
		}
	}
	for _, text := range []string{"", "other\n1", score + "\n1", score + "\t" + rating + "\n1", score + "\t" + rating + "\n1\tx"} {
		if _, _, err := readPoints(text, score, rating); err == nil {
			t.Errorf("no error from %q", text)
		}
	}
}

// TestAlike measures puzzles that are alike in nearly everything: what cannot be ordered is left out, and told so.
func TestAlike(t *testing.T) {
	cfg := config(lab.Smoke)
	cfg.Puzzles = 3 // too few for a correlation
	r, err := labtest.Measure(t, lab.Case{Kind: ownKind, Dims: []record.Dim{record.D("level", minimal)}, Run: func(ctx context.Context, r *lab.Run) error {
		return ofLevel(ctx, cfg, minimal, r)
	}})
	if err != nil {
		t.Fatal(err)
	}
	set := record.Set{r}
	for _, table := range tables(set) {
		if table.Name == "effort" && len(table.Rows) > 0 {
			t.Errorf("three puzzles are ordered: %v", table.Rows)
		}
	}
	if _, err := figures(set); err != nil {
		t.Error(err)
	}
	if list, err := figures(nil); err != nil || list != nil {
		t.Errorf("figures of nothing: %v, %v", list, err)
	}
}
