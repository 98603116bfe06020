// Package distinct finds, in a stream of keys of any length, those that are the first with their value, in bounded memory.
//
//	d, err := distinct.New(distinct.DefaultConfig())
//	if err != nil { … }
//	defer d.Close()
//	for _, b := range boards {
//		k, err := canonicalizer.Key(b)
//		if err != nil { … }
//		if err := d.Add(k); err != nil { … }
//	}
//	first, err := d.First(ctx)
//	if err != nil { … }
//	for i := range boards {
//		if first.Has(int64(i)) { … } // no symmetric twin of an earlier board
//	}
//
// # Method
//
// A hash-partitioned pass, as databases remove duplicates (D. DeWitt et al., "Implementation techniques for main memory database
// systems", SIGMOD 1984, hash partitioning). While the keys fit into memory they are held in one set, and no file is made. Once
// they do not, keys go with their place in the stream to 256 files, chosen by a byte of the key. A file keeps the order
// of the stream, so a key of it is a first one exactly if the set of the file's earlier keys lacks it. A file with more
// different keys than memory takes is split by the next byte. Keys are hashes, so bytes of theirs split evenly; a key that comes
// a billion times costs no memory, since a set holds it once.
//
// # Invariants
//
// The result depends on the keys alone, not on the memory. It is exact for keys; what a key stands for is for package
// symmetry to say. Files are gone after Close, and on Unix even if the program is killed.
//
// # Cost
//
// Add takes some tens of nanoseconds while keys fit into memory, and about as long beyond (BenchmarkAdd). On disk a key takes 24
// bytes until First has returned, in memory its place takes one bit.
//
// # What lost
//
// Sorting runs and merging them gives the same answer with a comparison for each key and level, and has to be sorted back by
// place. A filter that may err is smaller, and wrong for the few that it errs on.
//
// # What it does not do
//
// It keeps no boards, and does not say which earlier key a later one is equal to.
package distinct
