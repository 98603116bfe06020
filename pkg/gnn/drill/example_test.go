package drill_test

import (
	"context"
	"fmt"
	"os"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/drill"
)

func ExampleDrill() {
	ctx := context.Background()
	choice, err := accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer choice.Close()
	dir, err := os.MkdirTemp("", "drill-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()

	config := drill.Default(choice.Platform)
	config.Steps = 1
	report, err := drill.Drill(ctx, choice, config, dir, drill.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Results {
		fmt.Println(r.Case, r.OK, r.Exact)
	}
	// Output:
	// candidate float32, small true true
	// literal float32, small true true
	// cnn float32, small true true
	// candidate bfloat16, small true true
	// literal bfloat16, small true true
	// candidate float32 recompute, small true true
}
