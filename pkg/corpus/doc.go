// Package corpus names puzzle sets and makes sure that a name always means the same bytes.
// It knows each set's origin, licence, size and sha256, finds it on the machine, fetches it
// from its origin, verifies it and yields its puzzles, all of them or a chosen part.
//
//	store := corpus.FromEnv(".tools/data")
//	if _, err := store.Fetch(ctx, "17clue", nil); err != nil { … }
//	for puzzle, err := range store.Open(ctx, "17clue") {
//		if err != nil { … } // a *MissingError says how to get the set
//		fmt.Println(puzzle.Board)
//	}
//	items, err := store.Sample(ctx, "own-minimal", 100, 1) // the same 100 everywhere
//	digest, err := store.Digest(ctx, "own-minimal")        // goes into the record
//
// The project's own sets are embedded; they come from its generator and fixed seeds (package
// ownsets). Public sets are only listed: a shared data folder holds some of them, the rest
// is downloaded into a cache from addresses that are pinned to a commit where the origin
// has commits. The list is a Go table (sets_public.go) that a test holds to its rules. A
// set whose hash could not be computed says "unknown"; the first fetch records the hash, and
// from then on it counts like one in the list.
//
// Invariants: no puzzle is yielded from a text whose hash differs from the expected one; a
// file has its name in the cache only after its hash was compared; a [Selection] means the
// same puzzles on every machine, and a sample of 100 is part of that of 1000.
//
// Cost: the first use of a file hashes it, some hundred MB per second; its digest is
// remembered for the life of the [Store]. Reading, sampling, hashing and unpacking need
// memory for the puzzles that are kept and no more.
//
// What it does not do: it neither solves nor rates puzzles, does not compare sets under
// symmetry, and does not retry a failed download: the next call continues it.
package corpus
