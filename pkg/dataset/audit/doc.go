// Package audit says what a set of puzzles holds, and whether the puzzles of a test are among those of a training.
//
//	a, err := audit.New(audit.DefaultConfig())
//	if err != nil { … }
//	defer a.Close()
//	j, err := audit.NewJudge(by, 0) // by answers puzzles; one judge a goroutine
//	if err != nil { … }
//	for _, p := range training {
//		f, err := j.Judge(ctx, p.Board)
//		if err != nil { … }
//		if err := a.Add(audit.Training, place, f); err != nil { … }
//	}
//	… // likewise audit.Test
//	report, err := a.Report(ctx)
//
// Two puzzles are twins if a symmetry maps one to the other: digits renamed, the board transposed, bands, stacks and the lines in
// them moved (package symmetry). A network that was trained on a puzzle has seen its twins wherever a training turns boards about, and
// what it makes of them says nothing of puzzles that it has not seen.
//
// # Method
//
// Each puzzle becomes two keys, one of its cells and one of its class under symmetry. Package distinct tells which keys are the
// first of their value. Those of the training and behind them those of the test are one stream, those of the test alone another: a class
// of the test whose first puzzle is no first in the long stream is in the training. So memory does not grow with the sets, and
// every count is exact.
//
// # Invariants
//
// The report depends on the puzzles and their order alone. What is not known is counted as that: a class that the search for the
// canonical form did not find within its limits, a puzzle whose solutions a bound on nodes left open.
//
// # Cost
//
// Solving, rating and the canonical form take some tens of microseconds a puzzle at side 9; on disk a puzzle takes at most 96 bytes until
// the report is there.
//
// # What it does not do
//
// It reads no files, and drops nothing: `sudokulab dedup --against` does. It does not compare solutions: two puzzles of one full grid
// are no twins unless their givens are.
package audit
