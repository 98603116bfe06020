package predictions_test

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/predictions"
)

// Rows that name their puzzle come in any order.
func Example() {
	ctx := context.Background()
	f, err := predictions.Open(strings.NewReader("puzzle,answer\n...4............,1\n1...............,1234341221434321\n"), predictions.Options{Name: "a.csv", Side: 4})
	if err != nil {
		panic(err)
	}
	p, err := predictions.Pair(ctx, f, "")
	if err != nil {
		panic(err)
	}
	defer func() { _ = p.Close() }()
	for _, puzzle := range []string{"1...............", "...4............", "..2............."} {
		row, err := p.Next(ctx, board.MustParse(puzzle))
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s line %d %q\n", puzzle, row.Line, row.Fault)
	}
	s := p.Summary()
	fmt.Println(f.Form(), "by", s.By, s.Rows, "rows", s.Missing, "missing", &s.Faults[0])
	// Output:
	// 1............... line 3 ""
	// ...4............ line 2 ""
	// ..2............. line 0 "no row"
	// csv by puzzle 2 rows 1 missing a.csv:2: 1 cells, want 16
}
