// Package generate makes puzzles: it fills a grid at random, then empties cells in random
// order and keeps each removal that a test accepts. The test is an argument, so the same
// loop makes puzzles that constraint propagation solves alone, puzzles that are only
// unique, or whatever else a caller can decide.
//
// The method is the one usual for generators: fill the boxes of the diagonal, complete them
// by search, remove cells while the puzzle stays acceptable, down to the number of givens
// of a level. Where others hand out a stock puzzle when they run out of attempts, this
// package returns an [ExhaustedError] with what it reached. Each puzzle depends on the
// configuration, its index and nothing else, so any number of workers gives the same
// puzzles, and puzzle 70,000 can be made alone.
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
// Invariants: the givens lie in the asked range, form the asked pattern and are part of
// Solution; the test accepted the board; the package's own search found no second
// solution ([Puzzle.Proved] says whether it could finish). [Minimal] leaves no given that
// could be spared.
//
// Cost: a removal pass calls the test once for each cell or orbit at most, 81 times at 9×9.
// One pass suffices: a test that refuses a removal refuses it with fewer givens as well,
// which holds for uniqueness and for every propagation that only gains from givens.
//
// What it does not do: a [Generator] and [FullGrid] make plain boards only, since nothing in
// a [Config] asks for diagonals or regions; [Minimal] and the tests ([NakedSingles], …) work
// from a board's own shape and so take every variant. The package draws neither grids nor
// puzzles uniformly, promises no rating of difficulty beyond the test's word, and does not
// look for symmetric twins among its puzzles: package symmetry has the canonical form for that.
package generate
