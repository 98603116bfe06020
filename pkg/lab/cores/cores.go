// Package cores helps to measure how much faster several workers are than one, on a machine that other
// programs use, too.
//
//	counts := cores.Counts(runtime.GOMAXPROCS(0)) // 1, 2, 3, 4, 6, 8, …
//	loops := cores.Busy(workers)                  // beside each turn: what so many workers get
//	quiet := cores.Quiet(loopsByCount, counts, k) // rounds that count
//
// In a quiet round loops that share nothing, run along with the measurement on one worker and on several, took
// about as long as the fastest round says they must: other programs left the cores alone. Other programs
// only ever add to that time, so the fastest round is the measure.
package cores

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// QuietShare is the part of the speed promised by the fastest round that the loops must reach in a
	// quiet round.
	QuietShare = 0.95
	// QuietEnough is the number of quiet rounds from which the others are left out.
	QuietEnough = 5
)

// Counts returns the numbers of workers to measure with: 1 to 4, then 6, 8, 12, 16, 24, …, and the number of
// cores, none greater than that.
func Counts(cores int) (counts []int) {
	for w := 1; w < cores; {
		counts = append(counts, w)
		switch {
		case w < 4:
			w++
		case w&(w-1) == 0:
			w += w / 2
		default:
			w += w / 3
		}
	}
	return append(counts, cores)
}

// loops is the number of equal pieces of the loops, small compared with what any number of workers has.
const loops = 4096

// sink keeps the loop from being left out.
var sink atomic.Uint64

// Busy has a number of workers do equal pieces of work that touch no memory and share nothing, and returns
// how long that took: some milliseconds on one core.
func Busy(workers int) time.Duration {
	begin := time.Now()
	Share(workers, loops, func(int) {
		x := uint64(1)
		for range 1000 {
			x = x*6364136223846793005 + 1442695040888963407 // a congruential generator: each step needs the one before
		}
		sink.Store(x)
	})
	return time.Since(begin)
}

// Share does n pieces of work on a number of goroutines, each taking the next that is left.
func Share(workers, n int, work func(i int)) {
	var group sync.WaitGroup
	var next atomic.Int64
	for range workers {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}

// Quiet returns the rounds that were quiet for counts[k] workers, by the seconds that the loops took beside
// each turn: by count and round, the first count being 1. It returns nil, which [Pick] takes for all
// rounds, if fewer than [QuietEnough] were; n is how many were.
func Quiet(seconds [][]float64, counts []int, k int) (quiet []int, n int) {
	must := slices.Min(seconds[0]) / QuietShare
	for round, s := range seconds[k] {
		if seconds[0][round] <= must && s <= must/float64(counts[k]) {
			quiet = append(quiet, round)
		}
	}
	if len(quiet) < QuietEnough {
		return nil, len(quiet)
	}
	return quiet, len(quiet)
}

// Pick returns the values of the rounds named, and all of them if rounds is nil.
func Pick(values []float64, rounds []int) []float64 {
	if rounds == nil {
		return values
	}
	out := make([]float64, len(rounds))
	for i, round := range rounds {
		out[i] = values[round]
	}
	return out
}

// QuietMetric names the number of quiet rounds of so many workers.
func QuietMetric(workers int) string { return fmt.Sprintf("quiet workers=%d", workers) }

// GainMetric names how many times faster so many workers did something than one.
func GainMetric(what string, workers int) string { return fmt.Sprintf("%s workers=%d", what, workers) }
