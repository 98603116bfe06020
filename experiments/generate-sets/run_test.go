package generatesets

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set.Measured() {
		if m, ok := r.Metric("givens.mean"); ok && (m.Value < 23 || m.Value > 50) {
			t.Errorf("%s: %.2f givens on average", r.Case, m.Value)
		}
	}
	// The methods with uniform grids make puzzles of one distribution.
	plain, ok := set.Case(record.Key(minimalKind, record.D("method", "plain")))
	if !ok {
		t.Fatal("no plain removal")
	}
	sets, ok := set.Case(record.Key(minimalKind, record.D("method", "sets")))
	if !ok {
		t.Fatal("no removal with sets")
	}
	if d := plain.Value("givens.mean") - sets.Value("givens.mean"); math.Abs(d) > 0.3 {
		t.Errorf("the means differ by %.2f givens", d)
	}
	if sets.Value("calls") > plain.Value("calls")/3 {
		t.Errorf("%.1f solver calls with sets, %.1f without", sets.Value("calls"), plain.Value("calls"))
	}
}

func TestReadPeer(t *testing.T) {
	const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	puzzles, seconds, err := readPeer([]byte(line + "\n" + line + "\r\n# seconds 0.25\n"))
	if err != nil || len(puzzles) != 2 || seconds != 0.25 || puzzles[1].String() != line {
		t.Errorf("%v, %v, %v", puzzles, seconds, err)
	}
	for _, bad := range []string{line, line + "\n# seconds none\n", line + "\n# seconds 0\n", "x" + line[1:] + "\n# seconds 1\n"} {
		if _, _, err := readPeer([]byte(bad)); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// TestCheckFails: what is not unique or not minimal is told.
func TestCheckFails(t *testing.T) {
	full := generate.PatternGrid(board.Standard())
	solution := [81]uint8(full.Cells())
	if err := check(t.Context(), full, solution); err == nil {
		t.Error("a full grid passes for minimal")
	}
	if err := check(t.Context(), board.New(board.Standard()), solution); err == nil {
		t.Error("an empty board passes for unique")
	}
	f := engine.NewCounter9()
	if isMinimal(f, solution, &solution) {
		t.Error("a full grid is minimal")
	}
	var p generate.Puzzle9
	m, err := generate.NewMinimal9(generate.DefaultMinimal9(), f)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Item(0, &p); err != nil {
		t.Fatal(err)
	}
	b, err := boardOf(p.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	if err := check(t.Context(), b, p.Solution); err != nil || !isMinimal(f, p.Puzzle, &p.Solution) {
		t.Errorf("a minimal puzzle does not pass: %v", err)
	}
	if err := check(t.Context(), b, [81]uint8{}); err == nil {
		t.Error("another solution passes")
	}
}

// TestPlaces: the 162 numbers are all taken, by random symmetries of one grid.
func TestPlaces(t *testing.T) {
	seen := map[int]bool{}
	for _, seed := range []uint64{1} {
		k, err := newMaker(methods()[0], seed, false)
		if err != nil {
			t.Fatal(err)
		}
		var g [81]uint8
		for range 5000 {
			generate.UniformGrid9(k.rng, &g)
			n := placesOf(&g)
			if n < 0 || n >= 162 {
				t.Fatalf("place %d", n)
			}
			seen[n] = true
		}
	}
	if len(seen) != 162 {
		t.Errorf("%d places, want 162", len(seen))
	}
}

// TestBesidePeer compares the methods with a program that makes one puzzle again and again: its
// puzzles are checked before the rounds, and a control runs in them.
func TestBesidePeer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	dir := t.TempDir()
	const script = `#!/bin/sh
for i in $(seq "$1"); do
  echo 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
done
echo "# seconds 0.25"
`
	if err := os.WriteFile(filepath.Join(dir, "again"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv(lab.PeersVariable, dir)
	e := Experiment()
	cfg := e.Plan(lab.Smoke).Config.(Config)
	cfg.Timed, cfg.Rounds = 3, 2
	e.Plan = func(lab.Profile) lab.Plan {
		return lab.Plan{Config: cfg, Seed: 1, Cases: []lab.Case{{Kind: "case", Peer: "again", Timed: true, Run: func(ctx context.Context, r *lab.Run) error {
			return besidePeer(ctx, cfg, peer{Name: "again", Program: "again"}, r)
		}}}}
	}
	l := &lab.Lab{Root: t.TempDir(), Experiments: []*lab.Experiment{e}, Corpora: &corpus.Store{}}
	if _, err := l.Run(t.Context(), lab.Options{Profile: lab.Smoke}); err != nil {
		t.Fatal(err)
	}
	records, err := record.ReadFile(filepath.Join(l.Root, "results", e.ID, "records.jsonl"))
	r, ok := records.Case("case")
	if err != nil || !ok {
		t.Fatal(err)
	}
	for metric, want := range map[string]float64{"peer rate": 3 / 0.25, "peer unique": 3, "peer twins": 2, "peer givens": 30} {
		if got := r.Value(metric); got != want {
			t.Errorf("%s is %g, want %g", metric, got, want)
		}
	}
	if r.Value("method="+cfg.Methods[1].Name+".ratio") <= 0 || r.Value(lab.ControlRatio) <= 0 {
		t.Errorf("no ratio or no control: %+v", r.Noisy)
	}
}
