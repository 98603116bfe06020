package dqnpipeline

import (
	"context"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	seq, ok := set.Case(sequenceCase)
	if !ok || seq.Value("alike") != seq.Value("numbers of workers") || seq.Value("as made alone") != seq.Value("puzzles") {
		t.Errorf("%+v", seq.Exact)
	}
	for _, r := range set.Where(changeKind) {
		if r.Value("in-range") != r.Value("puzzles") {
			t.Errorf("%s: %g of %g puzzles in their ranges", r.Case, r.Value("in-range"), r.Value("puzzles"))
		}
	}
	for _, st := range curricula() {
		for rule, want := range map[string]float64{lag: 16, now: 0} {
			r, _ := set.Case(changeCase(st.Name, rule))
			if r.Value("old.min") != want || r.Value("old.max") != want || r.Value("switches") != r.Value("changes") {
				t.Errorf("%s: %+v, want %g old puzzles after each change", r.Case, r.Exact, want)
			}
		}
	}
}

// TestTurns: every origin takes its turns, a control runs in the same rounds, and one that gave the trainer
// other puzzles ends the case.
func TestTurns(t *testing.T) {
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("configuration of another type")
	}
	cfg.Steps, cfg.Warm, cfg.Rounds, cfg.Lookaheads = 3, 1, 2, []int{8}
	measure := func(run func(ctx context.Context, r *lab.Run) error) (record.Record, error) {
		return labtest.Measure(t, lab.Case{Kind: "case", Timed: true, Run: run})
	}
	r, err := measure(func(ctx context.Context, r *lab.Run) error { return waiting(ctx, cfg, apart, 2, r) })
	if err != nil {
		t.Fatal(err)
	}
	names := []string{lab.ControlRatio, "load"}
	for _, o := range originsOn(int(r.Value("cores"))) {
		names = append(names, o.name+" rate", o.name+" speed.low")
	}
	for _, name := range names {
		if r.Value(name) <= 0 {
			t.Errorf("%s is %g, want more than 0", name, r.Value(name))
		}
	}
	r, err = measure(func(ctx context.Context, r *lab.Run) error { return queues(ctx, cfg, r) })
	if err != nil || r.Value(lab.ControlRatio) <= 0 || r.Value(aheadName(8)+"waiting") < 0 {
		t.Errorf("%v: %+v", err, r.Noisy)
	}
	_, err = measure(func(ctx context.Context, r *lab.Run) error {
		_, _, err := cfg.inTurn(ctx, r, 1e-4, []entrant{
			{"one", func(context.Context) (pass, error) { return pass{elapsed: 1, digest: "a"}, nil }},
			{"other", func(context.Context) (pass, error) { return pass{elapsed: 1, digest: "b"}, nil }},
		})
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "other gave the trainer other puzzles") {
		t.Errorf("other puzzles: %v", err)
	}
}

// TestProduct compares with the definition.
func TestProduct(t *testing.T) {
	a, b, c := make([]float64, side*side), make([]float64, side*side), make([]float64, side*side)
	for i := range a {
		a[i], b[i], c[i] = float64(i%11), float64(i%13), 1
	}
	product(c, a, b)
	for i := range side {
		for j := range side {
			sum := 0.0
			for k := range side {
				sum += a[i*side+k] * b[k*side+j]
			}
			if c[i*side+j] != sum {
				t.Fatalf("cell %d,%d is %g, want %g", i, j, c[i*side+j], sum)
			}
		}
	}
}

// TestSequenceCanDiffer: the digest that is compared tells seeds and changes apart.
func TestSequenceCanDiffer(t *testing.T) {
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("configuration of another type")
	}
	seen := map[string]bool{}
	for seed := range uint64(3) {
		puzzles, ranges, err := cfg.scripted(t.Context(), seed, 2)
		if err != nil {
			t.Fatal(err)
		}
		seen[puzzles[0].Board.String()] = true
		if n, err := cfg.countAlone(t.Context(), seed+1, puzzles, ranges); n != 0 || err != nil {
			t.Errorf("%d puzzles of seed %d are those of the next, %v", n, seed, err)
		}
		shifted := append([]generate.Range{}, ranges...)
		for i, r := range shifted {
			if i > 0 && r != shifted[i-1] {
				shifted[i] = shifted[i-1]
				break
			}
		}
		if n, err := cfg.countAlone(t.Context(), seed, puzzles, shifted); n != len(puzzles)-1 || err != nil {
			t.Errorf("%d of %d puzzles with a change one puzzle late, %v", n, len(puzzles), err)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d sequences of 3 seeds", len(seen))
	}
}

// TestFollow works some cases out by hand.
func TestFollow(t *testing.T) {
	for _, c := range []struct {
		name                      string
		workers, lookahead, batch int
		costs                     []int64
		warm                      int
		step, waited, elapsed     int64
	}{
		// Begun at 0; the trainer asks at 0, 10, 20: the second puzzle is ready at 8.
		{"ahead", 1, 2, 1, []int64{4, 4, 4}, 1, 6, 0, 12},
		// Ready at 4, 8, 12; asked for at 5, 9: waits 3 each time.
		{"too slow", 1, 2, 1, []int64{4, 4, 4}, 1, 1, 6, 8},
		// Two workers halve it: ready at 4, 4, 8, 8; asked for at 5, 6, 9.
		{"two workers", 2, 4, 1, []int64{4, 4, 4, 4}, 1, 1, 2, 5},
		// Nothing may be begun ahead: each is begun when the one before is handed out.
		{"no room", 2, 1, 1, []int64{4, 4, 4}, 1, 3, 2, 8},
		// Batches of two, ready at 4 and 8, 12 and 16; asked for at 18.
		{"batches", 1, 4, 2, []int64{4, 4, 4, 4}, 1, 10, 0, 10},
	} {
		if waited, elapsed := follow(c.costs, c.workers, c.lookahead, c.batch, c.warm, c.step); waited != c.waited || elapsed != c.elapsed {
			t.Errorf("%s: waited %d of %d, want %d of %d", c.name, waited, elapsed, c.waited, c.elapsed)
		}
	}
}

// TestFlow: both forms make the same planes and masks; the switching one converts more.
func TestFlow(t *testing.T) {
	cfg, ok := plan(lab.Smoke).Config.(Config)
	if !ok {
		t.Fatal("configuration of another type")
	}
	boards, err := cfg.boardsFor(t.Context(), 3, 12)
	if err != nil {
		t.Fatal(err)
	}
	f := newFlow(boards[:4], boards[4:8], boards[8:])
	f.split()
	planes, legal, count := slices.Clone(f.planes), slices.Clone(f.legal), f.count
	clear(f.planes)
	clear(f.legal)
	f.count = conversions{}
	f.switched()
	if !slices.Equal(planes, f.planes) || !slices.Equal(legal, f.legal) {
		t.Error("the forms make other planes or masks")
	}
	if count.passes >= f.count.passes || count.bytes >= f.count.bytes || count.passes != 2 {
		t.Errorf("split converts %+v, switched %+v", count, f.count)
	}
	for i, b := range boards[8:] {
		for cell := range 81 {
			if planes[(i*81+cell)*10+b.At(cell)] != 1 || legal[(i*81+cell)*9] != (b.At(cell) == 0) {
				t.Fatalf("cell %d of board %d has other planes or another mask", cell, i)
			}
		}
	}
}

// TestSetMask: the check can be wrong: a float beside a whole number is another key.
func TestSetMask(t *testing.T) {
	cells := make([]int32, 81)
	cells[0] = 5
	off := floats(cells)
	off[0] = 5.0000005
	right, wrong := setMask(board.Standard(), cells), setMask(board.Standard(), off)
	if right[1*9+4] || !right[1*9+3] || !wrong[1*9+4] {
		t.Errorf("a 5 beside a 5 is free: %v among integers, %v among floats", right[1*9+4], wrong[1*9+4])
	}
}

// TestHelpers measures the cases on conversions and on training steps as the smoke profile has them, and their tables take
// the records.
func TestHelpers(t *testing.T) {
	for _, c := range plan(lab.Smoke).Cases {
		if c.Kind != typesCase && c.Kind != checksCase && c.Kind != stepsKind {
			continue
		}
		r, err := labtest.Measure(t, c)
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for _, table := range []lab.Table{typesTable(record.Set{r}), checksTable(record.Set{r}), stepsTable(record.Set{r})} {
			rows += len(table.Rows)
		}
		if rows < 2 {
			t.Errorf("%s: %d rows", c.Key(), rows)
		}
	}
}
