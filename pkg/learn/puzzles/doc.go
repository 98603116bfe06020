// Package puzzles makes what networks learn from and are tested on: endless streams of puzzles
// with their solutions, at sides 4, 9, 16 and 25, of any mix of givens and share of hard
// puzzles; their augmentation and curricula; finite data sets; and held-out sets that no
// stream ever repeats, not even in disguise.
//
//	cfg := puzzles.DefaultConfig(9)
//	cfg.Seed, cfg.Hard = 7, 0.25
//	cfg.Exclude = append(cfg.Exclude, "17clue") // a public set, in addition to what is held out
//	s, err := puzzles.New(ctx, cfg, 0)
//	if err != nil { … }
//	defer s.Close()
//	batch, err := s.Batch(ctx, 128)
//	… // batch[i].Puzzle, batch[i].Solution: 81 cells row by row, 0 for an empty one
//	state := s.State() // JSON; puzzles.Resume goes on from it
//	tests, err := puzzles.HeldOut(ctx, puzzles.TestSets()[0], 1000, 0)
//
// At side 9 a puzzle begins as a minimal one of package generate, from a grid drawn with equal
// chances, and gets givens of its solution back at random up to the number drawn for it. At
// side 4 a grid drawn with equal chances is emptied in random order, at sides 16 and 25 a grid
// found by search and moved by a random symmetry, both down to the number drawn and as far as
// the solution stays the only one. Package supply numbers the samples and makes them ahead on
// all cores. A puzzle counts as another one in disguise if package symmetry gives both one
// key. Augmentation and stages are those of the document on the GNN (gnn.md, "Data
// Augmentation", "Curriculum Learning").
//
// [Ladders] hand out what searches in the vicinity of random puzzles come by, from one guess to
// hundreds; a [Mixture] takes a share of its samples from them and the rest from a stream.
//
// # Invariants
//
// Every puzzle has exactly one solution. Sample i depends on the configuration, i and the
// changes of difficulty before it: not on the number of workers, the sizes of the batches
// (which decide the augmentation alone), interruptions, or the build. A board that is thrown
// away because its class is held out or excluded is replaced from its own random numbers,
// so no other sample changes; [Stream.Dropped] counts them. No class is both in a stream and
// in a held-out set: the class itself decides, whatever the seeds.
//
// # Givens that are not to be had
//
// Where the minimal puzzle has more givens than drawn, it is taken as it is, the smallest of
// [Config.Tries]. At side 9 that is the rule below 23 givens: most samples asked for with 17
// have 23 or 24, and 20 is rare. [Config.Shrink] makes them smaller by exchanges of givens, at
// a price; 17 are out of its reach. At side 16 random removal ends at 93 givens on average,
// some 64 % empty cells, at side 25 proofs become dear beyond 50 %.
//
// A hard sample begins as a minimal puzzle too, is made harder by exchanges ([Config.Climb]),
// and gets givens back only as far as it takes [Config.HardGuesses]. None of 4,000 had more
// than 37 givens.
//
// # Cost
//
// BenchmarkStream measures it, for sides and kinds of samples. At side 9 a sample with many givens is
// the cheapest, at side 4 cheaper still; steps of Shrink and Climb multiply the price. At side 16 it
// rises steeply with the share of empty cells, at side 25 sooner. At side 9 most of the time goes
// into minimal puzzles, little into the canonical form.
//
// # What it does not do
//
// It does not draw evenly from all puzzles of a number of givens (package generate says which
// come up too often), makes no boards with diagonals or regions, and does not compare
// solutions: a training puzzle may share its full grid with a held-out one, which at side 9
// happens once in billions and at side 4 always, where there are 2 classes of grids and
// some 4,000 of puzzles. It knows nothing of tensors.
package puzzles
