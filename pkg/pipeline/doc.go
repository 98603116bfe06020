// Package pipeline does the same work on many items with several goroutines, and keeps their order.
//
//	workers := make([]func(context.Context, string) (int, error), runtime.GOMAXPROCS(0))
//	for i := range workers {
//		s := newSolver() // each worker has its own workspace
//		workers[i] = func(ctx context.Context, puzzle string) (int, error) { return s.count(ctx, puzzle) }
//	}
//	for n, err := range pipeline.Map(ctx, puzzles, workers, pipeline.Options{}) {
//		if err != nil { … } // the first by the order of the puzzles; nothing follows it
//		fmt.Println(n)
//	}
//
// [Map] is for a result per item, [Each] for items whose worker makes output of any length, which
// goes through an [Outlet] while it is made, and [For] for numbered tasks that write to separate
// places.
//
// # Method
//
// One goroutine reads the items and cuts them into batches: as many as took about half a
// millisecond recently, so that handing over costs little where an item takes a microsecond, and a
// worker holds one item where it takes long. A batch enters the order of the results when it enters the
// queue of the workers. Both hold four batches per worker; then the reader waits. Batches are used again.
//
// # Invariants
//
// Results do not depend on the number of workers, nor on which is faster. What precedes an error has
// been handed out, and nothing after it is. The memory does not grow with the number of items. When a
// sequence ends, or its consumer leaves the loop, the workers have returned, and the reader as well
// unless [Options].Live leaves it behind.
//
// # Cost
//
// Some tens of nanoseconds per item on top of its work, and no allocation per item once the batches are
// made (BenchmarkMap).
//
// # What it does not do
//
// It makes nothing ahead of a consumer that asks later, changes no difficulty on the way and cannot
// be resumed: package supply does. It does not retry.
package pipeline
