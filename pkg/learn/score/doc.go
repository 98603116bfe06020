// Package score measures answers to puzzles: cell accuracy, grid accuracy and constraint
// satisfaction, the three figures of the document on the GNN (gnn.md, "metrics.py"); and it
// has the baselines to compare with, filling by naked singles, by hidden singles and by both.
//
//	var m score.Metrics
//	for i, s := range samples {
//		if err := m.Grid(s, answers[i]); err != nil { … }
//	}
//	p, err := stats.Wilson(m.Grids.Hits, m.Grids.Trials, 0.95)
//	fmt.Println(p.Rate, p.Interval)
//	naked, err := score.Baseline(score.NakedSingles, samples)
//	fmt.Println(naked.Grids.Rate(), naked.Empty.Rate())
//
// The document does not say which cells its accuracy is over. Both readings are here under
// different names, [Metrics.Empty] and [Metrics.Cells]. All figures are counts, so that they
// merge and that stats.Wilson gives their intervals.
//
// Whatever implements learn.Predictor is measured in one call:
//
//	m, loss, err := score.Evaluate(ctx, predictor, samples)
//
// Invariants: measuring parts and adding is measuring the whole. A grid counts as solved if
// board.CheckSolution accepts it, from any method. What a baseline fills does not depend on an
// order, on a board with a solution, and does not change under symmetries.
//
// Cost: BenchmarkGrid and BenchmarkFill measure it. The baselines are written to be
// read, from board.Candidates, and share no code with package rate, which a test compares
// them with.
//
// What it does not do: it builds no network and averages nothing over puzzles; a puzzle with more
// empty cells weighs more in the cell accuracy.
package score
