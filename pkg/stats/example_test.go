package stats_test

import (
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/stats"
)

func Example() {
	// Ten interleaved rounds of two solvers, in nanoseconds per puzzle.
	before := []float64{812, 807, 820, 1630, 809, 815, 811, 808, 1610, 813}
	after := []float64{402, 405, 409, 811, 400, 404, 407, 401, 803, 406}

	rng := rand.New(rand.NewPCG(1, 2))
	ratio, err := stats.PairedRatios(rng, before, after, stats.DefaultBootstrap())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f× over %d rounds, %d of them above 1\n", ratio.Median, ratio.N, ratio.Above)
	// Output: 2.01× over 10 rounds, 10 of them above 1
}

func ExampleWilson() {
	solved, err := stats.Wilson(20, 20, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(solved.Rate, solved.Interval)
	// Output: 1 [0.8389, 1]
}

func ExampleSummarize() {
	givens := []float64{24, 31, 26, 28, 22, 27}
	s, err := stats.Summarize(givens)
	fmt.Printf("%d puzzles, median %.1f, middle half %.2f to %.2f, error %v\n", s.N, s.Median, s.Q1, s.Q3, err)
	// Output: 6 puzzles, median 26.5, middle half 24.50 to 27.75, error <nil>
}

func ExampleMedian() {
	_, err := stats.Median(nil)
	fmt.Println(err)
	// Output: stats: median of 0 values, want at least 1: too few values
}

func ExampleLogLogSlope() {
	// Time of an O(n²) method on boards of side n.
	sides := []float64{4, 9, 16, 25}
	ns := []float64{165, 800, 2570, 6240}
	fit, err := stats.LogLogSlope(sides, ns, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("n^%.2f, 2 inside: %v\n", fit.Exponent, fit.Interval.Contains(2))
	// Output: n^1.98, 2 inside: true
}
