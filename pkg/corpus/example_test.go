package corpus_test

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/corpus"
)

func Example() {
	ctx := context.Background()
	store := &corpus.Store{} // no folder: the embedded sets
	n := 0
	for puzzle, err := range store.Open(ctx, "own-hard") {
		if err != nil {
			fmt.Println(err)
			return
		}
		if g := puzzle.Board.Filled(); g < 32 || g > 36 {
			fmt.Println(g, "givens on line", puzzle.Line)
		}
		n++
	}
	set, err := store.ByID("own-hard")
	fmt.Println(n == set.Puzzles, set.Title, set.Unique, err)
	// Output: true 9×9 hard yes <nil>
}

func ExampleStore_Select() {
	store := &corpus.Store{}
	items, err := store.Select(context.Background(), "own-mixed", corpus.Selection{Every: 100, First: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		fmt.Println("puzzle", it.Index, "of side", it.Board.Shape().Side())
	}
	// Output:
	// puzzle 0 of side 9
	// puzzle 100 of side 9
	// puzzle 200 of side 9
}

func ExampleSelection() {
	store := &corpus.Store{}
	items, err := store.Select(context.Background(), "own-easy", corpus.Selection{Sample: 4, Seed: 2024})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		fmt.Println(it.Index)
	}
	// Output:
	// 63
	// 107
	// 215
	// 269
}

func ExampleMissingError() {
	store := &corpus.Store{DataDir: "testdata/empty"}
	_, err := store.Load(context.Background(), "17clue", 10)
	if missing, ok := errors.AsType[*corpus.MissingError](err); ok {
		fmt.Println(missing.Set.Title)
	}
	fmt.Println(err)
	// Output:
	// 17 givens
	// corpus: set "17clue" is missing (not in testdata/empty); to get it: sudokulab data fetch 17clue
}

func ExampleStore_Verify() {
	store := &corpus.Store{}
	rows, err := store.Verify(context.Background(), "own-easy", "kaggle-9m")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range rows {
		fmt.Println(c.Set.ID, c.Present(), c.HashOK(), c.CountOK())
	}
	// Output:
	// own-easy true true true
	// kaggle-9m false false false
}
