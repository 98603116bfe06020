package score_test

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/dataset/score"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

// Two puzzles, of which a program solves the second one; the first answer has a cell that is wrong.
func Example() {
	ctx := context.Background()
	f, err := predictions.Open(strings.NewReader("1234341221434324\n2143431212343421\n"), predictions.Options{Name: "answers.txt", Side: 4})
	if err != nil {
		panic(err)
	}
	p, err := predictions.Pair(ctx, f, "")
	if err != nil {
		panic(err)
	}
	defer func() { _ = p.Close() }()
	report, err := score.Run(ctx, score.Set{Name: "two", Puzzles: format.ReadText("12..34.....3..2.\n.143.3121.34342.\n", format.Options{})},
		[]score.Entrant{{Name: "mine", Files: []*predictions.Pairing{p}}}, []solver.Solver{engine.Wide(engine.DefaultWide())}, score.DefaultConfig(), nil)
	if err != nil {
		panic(err)
	}
	s := report.Systems[0].Scores[0]
	fmt.Println(s.Solved.Successes, "of", s.Solved.Trials, "solved,", s.Cells.Over, "of", s.Cells.Under, "blank cells right,", s.Units.Over, "of", s.Units.Under, "units kept")
	for _, b := range report.Baselines[:3] {
		fmt.Println(b.Name, b.Solved.Successes)
	}
	// Output:
	// 1 of 2 solved, 13 of 14 blank cells right, 21 of 24 units kept
	// naked singles 2
	// hidden singles 2
	// naked and hidden singles 2
}
