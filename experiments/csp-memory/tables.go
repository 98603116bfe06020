package cspmemory

import (
	"math"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// megabytes writes bytes in units of a million, smaller amounts in thousands.
func megabytes(b float64) string {
	switch a := math.Abs(b); {
	case a >= 1e6:
		return lab.Number(round(b/1e6)) + " MB"
	case a >= 1e3:
		return lab.Number(round(b/1e3)) + " kB"
	}
	return lab.Number(math.Round(b)) + " B"
}

// bytesOf writes a metric as [megabytes] does, and "–" if the record lacks it.
func bytesOf(r record.Record, metric string) string { return lab.Written(r, metric, megabytes) }

// round keeps two decimals: memory is not known to more.
func round(x float64) float64 { return math.Round(x*100) / 100 }

// spread writes a slope with its interval.
func spread(r record.Record, name string) string {
	return lab.WithInterval(r, name+"slope", func(x float64) string { return lab.Number(round(x)) })
}

func tables(set record.Set) []lab.Table {
	const rise = "Live heap, bytes per puzzle (95 % interval)"
	level := lab.Table{
		Name:    "table",
		Title:   "Generating and solving puzzle after puzzle, by level",
		Columns: []string{"Level", "Puzzles", "Failures", rise, "First half", "Second half", "Allocated per puzzle", "Heap, peak", "Held by the runtime, peak", "Process, peak"},
		Notes: []string{
			"Halves: mean of the live heap after forced collections, above that of before. Heap: objects in use above the start, garbage not yet freed included, without forced collections; the collector lets garbage grow with all that is live in the process, so the figure is an upper bound. Held by the runtime and process: all of the program, not only what these puzzles need; the process's peak is the kernel's, reset before each level, – where the system does not tell it.",
		},
	}
	free := lab.Table{
		Name:    "freeing",
		Title:   "Four ways to part with the objects of a puzzle, in turn over the same puzzles",
		Columns: []string{"Way", "Puzzles", rise, "Live heap after all", "Heap, peak", "Collections", "Pauses", "Time per puzzle", "Time to as it comes (95 % interval)"},
		Notes: []string{
			"As it comes: the last puzzle's objects stay until the next one's replace them. By hand: every reference is dropped right after use. Collected: a forced collection after that. Kept: boards and domains are never let go, the positive control. Forced collections for looking at the live heap are not counted.",
		},
	}
	for _, r := range ofLevels(set) {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		level.Add(r.Dim("level"), v("puzzles"), v("failures"), spread(r, ""), bytesOf(r, "live.first-half"), bytesOf(r, "live.second-half"),
			bytesOf(r, "allocated"), bytesOf(r, "heap.peak"), bytesOf(r, "held.peak"), bytesOf(r, "rss.peak"))
	}
	for _, r := range set.Measured().Where(freeingCase) {
		v := func(m string) string { return lab.Number(r.Value(m)) }
		for i, way := range variantNames {
			name := way + " "
			ratio := "1"
			if i > 0 {
				ratio = lab.WithInterval(r, name+"time-ratio", lab.Number)
			}
			_, ys := course(r, name)
			last := "–"
			if len(ys) > 0 {
				last = megabytes(ys[len(ys)-1])
			}
			free.Add(way, v(name+"puzzles"), spread(r, name), last, bytesOf(r, name+"heap.peak"), v(name+"collections"),
				lab.Seconds(r.Value(name+"pause")), lab.Seconds(r.Value(name+"time")), ratio)
		}
	}
	return []lab.Table{level, free}
}
