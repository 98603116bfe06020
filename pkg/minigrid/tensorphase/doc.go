// Package tensorphase is phase 2 of the minigrid method as tensor operations: it lists the fillings
// of all boxes of a board on a GoMLX backend, in pure Go on a processor or by XLA on a graphics card.
//
//	lister, err := tensorphase.New(choice.Backend, tensorphase.DefaultConfig())
//	if err != nil { … }
//	defer lister.Close()
//	masks, err := minigrid.Mask(puzzle)                           // phase 1
//	out, err := lister.List(ctx, masks, minigrid.Lines)           // phase 2, on the backend
//	p, err := minigrid.PermutationsOf(masks, cfg, out.Digits)     // hand-over
//	g, err := minigrid.Connect(ctx, p, cfg)                       // phases 3 to 5, on the processor
//
// # Method
//
// The listing of the minigrid paper, section 3.2, is a recursion: its length differs from box to box
// and nothing in it has a shape that is known beforehand. Here the fillings of a box are numbered in
// the order of that listing, cells rising and digits rising, and each is worked out from its number
// by itself. Two programs do it:
//
//  1. table: ways[k, S], the number of ways to fill the open cells of box k from number |S| on
//     with the missing digits outside the set S. It is worked out layer by layer, from the full
//     set to the empty one; ways[k, ∅] is |P_k|. It stays on the device.
//  2. unrank: for each number, the first cell's digit is the one whose share of the numbers holds
//     it; what is left is a number for the next cell. All numbers at once, one step for each cell.
//
// Going from a number to an object by way of counts is an old technique; see A. Nijenhuis and
// H. S. Wilf, "Combinatorial Algorithms", 2nd edition, Academic Press 1978, chapter 13. The table is
// the one that package minigrid counts with.
//
// The other form considered is a frontier of partial fillings, extended by a cell at a time and
// closed up after each. It needs no table, but its length has to come back to the host before each
// step so that memory can be taken, closing up is a scatter, and partial fillings that lead nowhere
// are carried along. Here the host is asked once, for the sizes.
//
// Open cells and missing digits are numbered 0 … e−1 in rising order. Boxes with fewer open cells
// than E, the most of any box, are filled up with cells that admit one digit, which no other admits.
//
// # Invariants
//
// The fillings are those of minigrid.Permute under the same reading, in the same order: arithmetic is
// on integers of 64 bits and exact on every backend. As there, a box without filling means that
// nothing is listed. Memory is taken after the sizes are known to be within the limit.
//
// # Cost
//
// The table has K·2^E entries of 8 bytes for K boxes and takes K·2^E·E² additions; a filling takes
// E² look-ups. Programs are compiled for each E and each length of a run, a power of two up to
// Config.Rows.
//
// # What it does not do
//
// It knows neither the reading minigrid.Singles nor boxes of more than 20 open cells nor tables beyond
// 2^24 entries. It runs one board at a time, on device 0 of its backend.
package tensorphase
