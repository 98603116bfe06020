// Package generate makes full grids and puzzles. A [Generator] fills a grid at random, then
// empties cells in random order and keeps each removal that a test accepts.
//
//	cfg := generate.DefaultConfig()
//	cfg.Level, cfg.Seed = generate.Hard, 7
//	g, err := generate.New(cfg, generate.NakedSingles) // a new test for each worker
//	if err != nil { … }
//	for p, err := range g.Items(ctx, 0, 1000, runtime.NumCPU()) {
//		if err != nil { … }
//		fmt.Println(p.Board, p.Givens)
//	}
//
// The test is an argument, so the same loop makes puzzles that constraint propagation solves
// alone, puzzles that are only unique, or anything else that a caller can decide. For 9×9, [Minimal9] makes
// minimal puzzles with a quarter of the solver calls, [Givens9] puzzles with an exact number
// of givens, and [Vicinity] searches for hard ones; [ByDifficulty] picks puzzles by a rating
// and [Distinct] drops symmetric twins, at any side. What counts solutions, or rates, is
// an argument there as well.
//
// The method of the Generator is the usual one: fill the boxes of the diagonal, complete
// them by search, remove cells while the puzzle stays acceptable, down to the number of
// givens of a level. Where others hand out a stock puzzle when they run out of attempts,
// this package returns an [ExhaustedError] with what it reached. Each puzzle depends on the
// configuration, its index and nothing else, so any number of workers gives the same
// puzzles, and puzzle 70,000 can be made alone. Files uniform9.go and minimal9.go tell how
// grids are drawn with equal chances, and how unavoidable sets spare solver calls.
//
// Invariants: the givens lie in the asked range, form the asked pattern and are part of
// Solution; the test accepted the board; the package's own search found no second
// solution ([Puzzle.Proved] says whether it could finish). [Minimal], Minimal9 and Vicinity
// leave no given that could be spared.
//
// How uniform grids are: those of [SourceUniform] are so exactly, by an argument that a test
// counts out. Those of [SourceSearch] and [SourcePattern] are not; each says how far off.
// Puzzles are drawn from the removal orders of a grid, which is not uniform over minimal
// puzzles: ones with few givens come up too often (D. Berthier, "Unbiased Statistics of a
// CSP: A Controlled-Bias Generator", in Innovations in Computing Sciences and Software
// Engineering, Springer, 2010, puts the mean over all of them at about 26.6). The mean here
// is 24.40 givens from uniform grids, 24.38 from grids by search.
//
// Cost: a removal pass calls the test once for each cell or orbit at most, 81 times at 9×9.
// One pass suffices: a test that refuses a removal refuses it with fewer givens as well,
// which holds for uniqueness and for every propagation that only gains from givens.
// Minimal9 asks its solver 19.1 times per puzzle, or 10.7 times in families.
//
// What it does not do: a [Generator] and [FullGrid] make plain boards only, since nothing in
// a [Config] asks for diagonals or regions; Minimal and the tests ([NakedSingles], …) work
// from a board's own shape and so take every variant. Beyond 9×9 no source is uniform. The
// package holds no rating of difficulty: package rate has one.
package generate
