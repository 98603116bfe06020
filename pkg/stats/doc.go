// Package stats computes the few statistics that the lab's tables quote: medians and
// quantiles, interquartile means, spread, proportions with Wilson intervals, bootstrap intervals, paired ratios of
// interleaved benchmark rounds and of counts that were cut off, rank correlation and scaling
// exponents.
//
//	rng := rand.New(rand.NewPCG(1, 2))
//	ratio, err := stats.PairedRatios(rng, nsOld, nsNew, stats.DefaultBootstrap())
//	if err != nil { … }
//	fmt.Printf("%.2f× %v over %d rounds\n", ratio.Median, ratio.Interval, ratio.N)
//	solved, err := stats.Wilson(873, 1000, 0.95)
//	if err != nil { … }
//	fmt.Printf("%.1f%% %v\n", 100*solved.Rate, solved.Interval)
//
// Methods and sources: quantiles are type 7 of Hyndman and Fan, "Sample Quantiles in
// Statistical Packages", The American Statistician 50 (1996), doi:10.2307/2684934. The
// interval of a proportion is the score interval of Wilson, JASA 22 (1927),
// doi:10.1080/01621459.1927.10502953. Bootstrap intervals follow Efron, "Better Bootstrap
// Confidence Intervals", JASA 82 (1987), doi:10.1080/01621459.1987.10478410. The
// interval of a rank correlation is that of Bonett and Wright, Psychometrika 65 (2000),
// doi:10.1007/BF02294183, or, of values with many equal ones, the bootstrap's.
//
// Invariants: no function returns NaN or an infinity without an error; arguments are never
// reordered or written to; the same random source gives the same interval; every result
// that goes into a record has JSON tags and says how many values it rests on.
//
// Cost: one sort for quantiles, O(n log n). A bootstrap evaluates its statistic once for
// each resample (10,000 by default), BCa n times more; [BootstrapTallied] does not grow with n.
//
// The package draws nothing. Of tests of hypotheses it has one, [McNemar], for two answers to the same puzzles: intervals are what the
// lab reports.
package stats
