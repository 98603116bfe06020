package speedcores

import (
	"slices"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/record"
)

func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	r, ok := set.Case(setPrefix + "own-minimal")
	if !ok || r.Value("solutions") != 100 || r.Value("guesses") == 0 || len(workersOf(r)) == 0 {
		t.Errorf("own-minimal: %+v", r.Exact)
	}
}

func TestWorkerCounts(t *testing.T) {
	for cores, want := range map[int][]int{
		1: {1}, 2: {1, 2}, 4: {1, 2, 3, 4}, 7: {1, 2, 3, 4, 6, 7}, 16: {1, 2, 3, 4, 6, 8, 12, 16}, 64: {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64},
	} {
		if got := workerCounts(cores); !slices.Equal(got, want) {
			t.Errorf("%d cores: %v, want %v", cores, got, want)
		}
	}
}

func TestQuietRounds(t *testing.T) {
	// The second was hindered on two workers, the third on one, where two look the better for it.
	loops := [][]float64{{10, 10, 15, 10.4}, {5, 10, 5, 5.2}}
	if got := quietRounds(loops, []int{1, 2}, 1); !slices.Equal(got, []int{0, 3}) {
		t.Errorf("%v, want the first and the last", got)
	}
	if got := quietRounds(loops, []int{1, 2}, 0); !slices.Equal(got, []int{0, 1, 3}) {
		t.Errorf("%v, want all but the third", got)
	}
	if got := pick([]float64{1, 2, 3}, []int{0, 2}); !slices.Equal(got, []float64{1, 3}) {
		t.Errorf("%v", got)
	}
	if got := pick([]float64{1, 2, 3}, nil); len(got) != 3 {
		t.Errorf("%v", got)
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
	r := labtest.Record(setPrefix+"a", map[string]float64{
		"puzzles": 1, "cores": 2, quietMetric(1): 9, quietMetric(2): 4,
		gainMetric(batch, 1): 1, gainMetric(batch, 2): 1.9, gainMetric(stream, 1): 1, gainMetric(stream, 2): 1.8,
	}, nil)
	rows := tables(record.Set{r})[0].Rows
	if len(rows) != 2 || rows[0][6] != "1.00" || rows[1][6] != "≈ 0.95" || rows[1][8] != "≈ 0.90" {
		t.Errorf("%v", rows)
	}
	if f, err := figures(record.Set{r}); err != nil || len(f) != 0 {
		t.Errorf("%d figures of a busy machine, %v", len(f), err)
	}
	r.Exact[quietMetric(2)] = record.Metric{Value: 9, Unit: "rounds"}
	if f, err := figures(record.Set{r}); err != nil || len(f) != 1 {
		t.Errorf("%d figures, %v", len(f), err)
	}
}
