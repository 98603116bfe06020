// Package rungs writes the puzzles of ladders, those of every difficulty that package puzzles makes, to files: to look
// at, to audit, or for other programs to train on.
//
//	cfg := puzzles.DefaultLadders()
//	cfg.Seed = 24
//	summary, err := rungs.Make(ctx, "/data/rungs", cfg, 300_000, rungs.Options{Workers: 2})
//	if err != nil { … } // what is made stays; the same call goes on from there
//	fmt.Println(summary.Puzzles, summary.SHA256)
//
// # Method
//
// A file part-000000.csv holds a round of the configuration, a header and a line for each puzzle: puzzle, solution, guesses. Beside
// the parts lies the configuration, ladders.json.
//
// # Invariants
//
// The files follow from the configuration alone: not from the number of goroutines, interruptions or the order of calls. They
// hold the samples of puzzles.Ladders in their order. A part is there whole or not at all. A folder with another
// configuration, and a part that is damaged, are refused and left as they are. No puzzle is of a class that package
// puzzles holds out.
//
// # Cost
//
// Nearly all time goes into the ladders; 170 bytes of a disk for a puzzle.
//
// # What it does not do
//
// It makes no splits and no card: package dataset does. Rungs are ranges of guesses of one engine and say little of what a person
// finds hard. Two ladders may come by the same class; nobody has seen it happen.
package rungs
