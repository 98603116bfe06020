package speedpeers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sudokulab/pkg/contest"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
)

// answers measures a program that answers puzzles beside this engine in that form, as the command bench does: it reads a puzzle a line and
// writes an answer a line, every answer is checked, and what a run takes beyond its start is compared. A program that
// fails leaves a capped record that says how.
func answers(ctx context.Context, cfg Config, program string, r *lab.Run) error {
	puzzles, err := known(ctx, r)
	if err != nil {
		return err
	}
	side := programOf(ctx, r.Peer)
	beside := side
	if program != own {
		beside = programOf(ctx, r.Control)
	}
	var report *contest.Report
	err = r.Rounds(ctx, func(ctx context.Context) (control lab.Control, err error) {
		if report, err = contest.Measure(ctx, cfg.Answers, puzzles, side, []contest.Program{beside}, r.Progress); err != nil {
			return control, err
		}
		if f := report.Program.Fault; f != nil {
			return control, fmt.Errorf("%w %s", contest.ErrProgram, f)
		}
		if report.Control == nil {
			return control, fmt.Errorf("speed-peers: %s", strings.Join(report.Notes, " "))
		}
		control.One, control.Other = report.Control.Times()
		return control, nil
	})
	if errors.Is(err, contest.ErrProgram) {
		r.Cap(err.Error())
		return nil
	}
	if err != nil {
		return err
	}
	score := &report.Program.Score
	r.Count("puzzles", int64(score.Puzzles), "puzzles")
	r.Count("solved", int64(score.Solved), "puzzles")
	r.Count("wrong", int64(score.Wrong), "puzzles")
	r.Count("proved unique", int64(score.Claims.Unique), "puzzles")
	r.Count("false claims", int64(score.Claims.UniqueFalse+score.Claims.SeveralFalse+score.Claims.NoneFalse), "puzzles")
	if flaw := report.Program.Flaw; flaw != "" { // a rate of such answers compares with nothing
		r.Cap(flaw)
		return nil
	}
	ours, theirs := report.Beside[0].Speed.Seconds(), report.Program.Speed.Seconds()
	if ours == nil || theirs == nil {
		r.Cap(strings.Join(report.Notes, " "))
		return nil
	}
	return compare(r, cfg, "", "of the peer's speed", ours, theirs)
}

// known returns the puzzles of the case's corpus with their solutions.
func known(ctx context.Context, r *lab.Run) ([]contest.Puzzle, error) {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	by := engine.Bitboard(engine.DefaultBitboard())
	out := make([]contest.Puzzle, len(items))
	for i, item := range items {
		res, err := by.Solve(ctx, item.Board, solver.Limits{Solutions: 2})
		if err != nil {
			return nil, fmt.Errorf("speed-peers: puzzle %d: %w", item.Index, err)
		}
		out[i] = contest.Puzzle{Board: item.Board, Status: res.Status, Solution: res.Grid}
	}
	return out, nil
}

func answersTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "answers", Title: "Programs that read a puzzle a line and write an answer a line, measured as `sudokulab bench` measures them: every answer checked, rates beyond the start",
		Columns: []string{"Set", "Program", "Puzzles", "Solved", "Said to be unique", "False claims", "Ours/s", "its puzzles/s", "Ours to its", "95 % interval", "Control"},
		Notes: []string{
			own + ": the bitboard engine behind the same protocol, which has two turns in each round. Reading, writing and the check of each line are part of the times here, which they are not in the other tables.",
		},
	}
	for _, r := range set.Measured().Where(answersKind) {
		v := func(m string) string { return lab.NumberOf(r, m) }
		if _, ok := r.Metric("ratio"); !ok {
			_, failed, _ := strings.Cut(r.Note, "; ")
			t.Add(r.Dim("set"), r.Dim("program"), failed, "–", "–", "–", "–", "–", "–", "–", "–")
			continue
		}
		t.Add(r.Dim("set"), r.Dim("program"), v("puzzles"), v("solved"), v("proved unique"), v("false claims"), v("rate"), v("peer rate"),
			factor(r.Value("ratio")), interval(r, "ratio"), controlCell(set, r))
	}
	return t
}
