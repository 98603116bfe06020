package dqnenvironment

import (
	"context"
	"fmt"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// goAstray makes every move on an empty cell of the puzzles that is off the solution and breaks no rule at once, and
// counts the solutions of the board that it leaves.
func goAstray(ctx context.Context, cfg Config, r *lab.Run) error {
	all, err := samples(ctx, cfg.Long, cfg.Puzzles)
	if err != nil {
		return err
	}
	engine := bitboard.New()
	tried, hopeless := 0, 0
	for i, s := range all {
		var cells bitboard.Cells
		copy(cells[:], s.Puzzle)
		if n := engine.CountUpTo(&cells, 2); n != 1 {
			return fmt.Errorf("puzzle %d has %d solutions, want 1", i+1, n)
		}
		for action := range 729 {
			if kindOf(s, s.Puzzle, action) != off {
				continue
			}
			after := cells
			after[action/9] = uint8(action%9 + 1)
			tried++
			if engine.CountUpTo(&after, 1) == 0 {
				hopeless++
			}
		}
	}
	r.Count("puzzles", int64(len(all)), "puzzles")
	r.Count("moves", int64(tried), "moves")
	r.Count("unsolvable", int64(hopeless), "moves")
	return nil
}

func astrayTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "astray", Title: "Moves at 9×9 that are off the solution and break no rule at once, and the solutions of the boards that they leave",
		Columns: []string{"Puzzles with one solution", "Such moves", "No solution left", "A solution left"},
		Notes:   []string{"Every such move from the puzzle itself; solutions are counted by engine bitboard."},
	}
	for _, r := range set.Measured().Where(astrayCase) {
		t.Add(lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "moves"), lab.NumberOf(r, "unsolvable"), lab.Number(r.Value("moves")-r.Value("unsolvable")))
	}
	return t
}

func unsolvable(e *lab.Evidence) lab.Finding {
	v := func(metric string) float64 { return e.Value(astrayCase, metric) }
	verdict, reason := e.Always(v("unsolvable"), v("moves"))
	return lab.Finding{
		Verdict: verdict,
		Figure:  fmt.Sprintf("%s of %s boards have no solution", lab.Number(v("unsolvable")), lab.Number(v("moves"))),
		Because: reason,
	}
}
