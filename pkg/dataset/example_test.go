package dataset_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"sudokulab/pkg/dataset"
)

// A small set, and the first line of its test.
func Example() {
	r, err := dataset.Parse("recipe.yaml", []byte(`
version: 1
name: example
seed: 1
distinct: true
formats: [csv]
parts:
  - side: 9
    minimal: true
    bands:
      - {name: easy, technique: hidden-singles, train: 20, test: 5}
`))
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := dataset.Make(context.Background(), r, filepath.Join(dir, "set"), dataset.Options{})
	if err != nil {
		panic(err)
	}
	for _, x := range s.Sets {
		fmt.Println(x.Split, x.Puzzles)
	}
	// Output:
	// train 20
	// test 5
}
