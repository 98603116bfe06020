package codeid_test

import (
	"context"
	"fmt"
	"path/filepath"

	"sudokulab/pkg/codeid"
)

func ExampleFind() {
	ids, err := codeid.Find(context.Background(), filepath.Join("..", ".."), codeid.Spec{
		Under: "experiments", Literal: "pkg/lab.Experiment", Field: "Plan",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(ids["csp-hard"].Code), "digits")
	// Output: 16 digits
}
