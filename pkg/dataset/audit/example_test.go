package audit_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/engine"
)

// A test whose first puzzle is one of the training with its digits renamed.
func Example() {
	sets := map[audit.Set][]string{
		audit.Training: {"1.......34......", "12..34.........."},
		audit.Test:     {"2.......43......", "1234............"},
	}
	ctx := context.Background()
	a, err := audit.New(audit.DefaultConfig())
	if err != nil {
		panic(err)
	}
	defer func() { _ = a.Close() }()
	j, err := audit.NewJudge(engine.Wide(engine.DefaultWide()), 0)
	if err != nil {
		panic(err)
	}
	for _, set := range []audit.Set{audit.Training, audit.Test} {
		for _, text := range sets[set] {
			b, err := board.Parse(text)
			if err != nil {
				panic(err)
			}
			f, err := j.Judge(ctx, b)
			if err != nil {
				panic(err)
			}
			if err := a.Add(set, set.String(), f); err != nil {
				panic(err)
			}
		}
	}
	r, err := a.Report(ctx)
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Leak.Shared, "of", r.Leak.Classes, "are there,", r.Leak.Identical, "cell by cell:", r.Leak.Shown)
	// Output: 1 of 2 are there, 0 cell by cell: [puzzle 1 of test]
}
