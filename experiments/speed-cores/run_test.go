package speedcores

import (
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	r, ok := set.Case("set=own-minimal")
	if !ok || r.Value("solutions") != 100 || r.Value("guesses") == 0 || len(workersOf(r)) == 0 {
		t.Errorf("own-minimal: %+v", r.Exact)
	}
}

// TestSame: a result that differs from one thread's ends the run.
func TestSame(t *testing.T) {
	c, err := bitboard.FromBoard(board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	if err != nil {
		t.Fatal(err)
	}
	puzzles := []bitboard.Cells{c, {}, c}
	want := alone(bitboard.New(), puzzles, 2)
	if err := same(t.Context(), Config{Limit: 2}, puzzles, want); err != nil {
		t.Error(err)
	}
	want[1].Guesses++
	if err := same(t.Context(), Config{Limit: 2}, puzzles, want); err == nil {
		t.Error("other guesses: no error")
	}
}

func TestDoubtIsShown(t *testing.T) {
	metrics := map[string]float64{"puzzles": 1, "guesses": 0, "cores": 2, cores.QuietMetric(1): 9, cores.QuietMetric(2): 4}
	for name, v := range map[string]float64{
		cores.GainMetric(batch, 1): 1, cores.GainMetric(batch, 2): 1.9, cores.GainMetric(stream, 1): 1, cores.GainMetric(stream, 2): 1.8, cores.GainMetric(machine, 2): 2,
	} {
		metrics[name], metrics[name+".low"], metrics[name+".high"] = v, v, v
	}
	r := labtest.Record("set=a", metrics, nil)
	rows := tables(record.Set{r})[0].Rows
	if len(rows) != 2 || rows[0][6] != "1.00" || rows[1][6] != "≈ 0.95" || rows[1][8] != "≈ 0.90" {
		t.Errorf("%v", rows)
	}
	if f, err := figures(record.Set{r}); err != nil || len(f) != 0 {
		t.Errorf("%d figures of a busy machine, %v", len(f), err)
	}
	r.Exact[cores.QuietMetric(2)] = record.Metric{Value: 9, Unit: "rounds"}
	if f, err := figures(record.Set{r}); err != nil || len(f) != 0 {
		t.Errorf("%d figures of two points, %v", len(f), err)
	}
	r.Exact["cores"] = record.Metric{Value: 4, Unit: "cores"}
	r.Exact[cores.QuietMetric(4)], r.Exact[cores.GainMetric(batch, 4)] = record.Metric{Value: 9, Unit: "rounds"}, record.Metric{Value: 3.6, Unit: "times"}
	if f, err := figures(record.Set{r}); err != nil || len(f) != 1 {
		t.Errorf("%d figures, %v", len(f), err)
	}
}
