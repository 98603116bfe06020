// Package gallop makes puzzles with one solution out of full grids in few calls of a counter:
// it takes cells away in a given order, whole chunks at a time, and searches a chunk that was
// too much for the cell that must stay.
//
//	c, err := counter.New(board.Standard(), counter.DefaultConfig())
//	if err != nil { … }
//	r, err := gallop.New(gallop.DefaultConfig(), c.CountUpTo)
//	if err != nil { … }
//	r.Trace = func(s gallop.Step) { fmt.Println(s) }
//	res, err := r.Remove(ctx, grid, rng.Perm(81), 27)
//	if err != nil { … }
//	fmt.Println(res.Puzzle, res.Calls.Total(), len(res.Keys))
//
// The method is get_unique_sudoku of the document on the DQN agent (dqn.md, "Optimizing
// get_unique_sudoku()"): chunks whose size starts at 32 and shrinks, binary search for the key
// cell of a failed chunk, single cells once more than ten calls were made, and no call for a
// cell that must be the key cell by elimination. Chunks that grow or shrink with success are
// exponential search (Bentley and Yao, "An almost optimal algorithm for unbounded searching",
// Information Processing Letters 5 (1976), doi:10.1016/0020-0190(76)90071-5). Each part is a
// switch of [Config]; where the document leaves a part open, the readings are values of
// [Sizing] and [OnFailure].
//
// Invariants: the puzzle has one solution, the grid. Under any switches, the same grid,
// order and target give the same puzzle and the same key cells as removing one cell at a time:
// fewer givens never make a puzzle unique, so the first cell of a chunk whose removal makes it
// ambiguous is the one that the single steps would have met. Only [Discard] gives that up.
//
// Cost: one at a time takes a call for each cell of the order that is tried, at most 81 on
// 9×9. No method that ends at the same puzzle takes fewer calls than key cells plus one: each
// key cell needs its own refusal, since a set refused for one key cell holds no other
// before it. A chunk of c cells that fails takes 1 + ⌈log₂ c⌉ calls at most with the binary
// search, one more without [Config.Elimination]. Only the result is allocated,
// for any number of calls.
//
// What it does not do: it makes no grids and no orders (package generate and rand.Perm do),
// and promises no number of givens: where an order is used up before the target, Reached is
// false and the puzzle is minimal.
package gallop
