package site_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/site"
)

// A tree with one note and one claim; os.DirFS(".") stands for the lab's own.
func ExampleBuild() {
	s, err := site.Build(context.Background(), small(), site.Options{Base: "https://lab.example.org/"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, name := range s.Names() {
		if name == "claims/C01a.html" || name == "research/one.html" {
			fmt.Println(name)
		}
	}
	// Output:
	// claims/C01a.html
	// research/one.html
}
