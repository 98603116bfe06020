package speedcores

import (
	"fmt"
	"strconv"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "table", Title: "How many times as fast as one thread several workers solve the same puzzles: medians of paired rounds with 95 % intervals",
		Columns: []string{"Set", "Puzzles", "Guesses per puzzle", "One thread, puzzles/s", "Workers", "Batch", "of the workers", "Stream", "of the workers", "Loops that share nothing", "Quiet rounds"},
		Notes: []string{
			"Batch and stream find the same in the same order on any number of workers; a run in which they do not fails. The base is one solver in a plain loop.",
			fmt.Sprintf("A round is quiet if loops that share nothing went at %g times the speed, or more, that the fastest round promises for so many workers. From %d quiet rounds on only these count; a figure after ≈ comes from a busy machine, where other programs took part of the cores, and says nothing of batches.", cores.QuietShare, cores.QuietEnough),
		},
	}
	var missing []string
	for _, r := range set {
		id := r.Dim("set")
		if r.Status == record.Missing {
			missing = append(missing, id)
			continue
		}
		for _, w := range workersOf(r) {
			quiet := r.Value(cores.QuietMetric(w))
			loops := "–" // of one worker they are the base
			if w > 1 {
				loops = gain(r, machine, w, quiet)
			}
			t.Add(id, lab.NumberOf(r, "puzzles"), fmt.Sprintf("%.2f", r.Value("guesses")/r.Value("puzzles")), lab.NumberOf(r, "rate"), strconv.Itoa(w),
				gain(r, batch, w, quiet), share(r, batch, w, quiet), gain(r, stream, w, quiet), share(r, stream, w, quiet), loops, lab.Number(quiet))
		}
	}
	if len(missing) > 0 {
		t.Notes = append(t.Notes, "Not on this machine, so not measured: "+strings.Join(missing, ", ")+".")
	}
	return []lab.Table{t}
}

// workersOf returns the numbers of workers that a record has figures of.
func workersOf(r record.Record) (counts []int) {
	for _, w := range cores.Counts(max(1, int(r.Value("cores")))) {
		if _, ok := r.Metric(cores.GainMetric(batch, w)); ok {
			counts = append(counts, w)
		}
	}
	return counts
}

func gain(r record.Record, what string, workers int, quiet float64) string {
	return doubt(quiet) + lab.WithInterval(r, cores.GainMetric(what, workers), lab.Decimals(2))
}

func share(r record.Record, what string, workers int, quiet float64) string {
	return fmt.Sprintf("%s%.2f", doubt(quiet), r.Value(cores.GainMetric(what, workers))/float64(workers))
}

// doubt marks a figure that other programs spoilt.
func doubt(quiet float64) string {
	if quiet < cores.QuietEnough {
		return "≈ "
	}
	return ""
}
