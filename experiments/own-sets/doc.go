// Package ownsets makes the puzzle sets that package corpus embeds, from fixed seeds. They
// are the project's own, so a fresh clone has puzzles of every kind without a download.
//
// A [Recipe] is a set's description, the call that makes it as text, and the function that
// makes it. Puzzle i of a recipe depends on the recipe and on i, or on the puzzles before
// it, never on how many are asked for. So a test makes the first puzzles of each set again and
// compares bytes, and a longer set begins with the shorter one.
//
//	text, err := ownsets.Make(ctx, "own-hard") // the bytes of own-hard.txt
//	if err != nil { … }
//
// To add a set, append to [Recipes] and run
//
//	go test ./experiments/own-sets -run TestOwnSets -update
//
// which writes the texts and their list into pkg/corpus/own.
//
// Invariants: a puzzle that a set calls unique was proved unique by a search for two
// solutions; counts in own-mixed are exact. No set holds a puzzle twice.
//
// Cost: all sets together take some seconds on one core; 25×25 and the searches at 16×16
// take most of it.
//
// It does not compare sets with each other or with public ones under symmetry.
package ownsets
