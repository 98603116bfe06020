package agents_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/agent"
	_ "sudokulab/pkg/method/learned"
	_ "sudokulab/pkg/method/tensor"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/watch"
	"sudokulab/pkg/watch/agents"
)

const (
	easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

// TestEveryMethod: with all methods of the lab, each is filmed or says why not, and shows how it ends.
func TestEveryMethod(t *testing.T) {
	agents.Register()
	puzzle := board.MustParse(easy)
	learned := 0
	for _, m := range method.All() {
		if err := watch.Filmed(m); err != nil {
			if m.Learned || !strings.Contains(err.Error(), "clauses") {
				t.Error(err)
			}
			continue
		}
		if m.Name != "gnn-refine" && m.Name != "tensor" && m.Family != "dqn" {
			continue // those of package watch's own tests, and variants
		}
		learned++
		by, err := method.Open(t.Context(), m.Name, method.Options{})
		if err != nil {
			t.Fatal(err)
		}
		frames, r, err := watch.Collect(t.Context(), by, puzzle, watch.Options{Limits: solver.Limits{Solutions: 2}, Most: 40})
		if err != nil || len(frames) < 3 || len(frames) > 40 || !r.Grid.IsZero() && !frames[len(frames)-1].Picture.Board.Equal(r.Grid) {
			t.Errorf("%s: %d frames, %v, %v", m.Name, len(frames), r.Status, err)
		}
		if err := by.Close(); err != nil {
			t.Error(err)
		}
	}
	if learned != 4 {
		t.Errorf("%d methods were watched, want gnn-refine, tensor, dqn and dqn-guided", learned)
	}
}

// TestMistake: where the agent errs, the film shows the moves of its account up to the mistake, the mistake, and how the
// method ends.
func TestMistake(t *testing.T) {
	agents.Register()
	puzzle := board.MustParse(hard)
	for _, name := range []string{"dqn", "dqn-guided"} {
		by, err := method.Open(t.Context(), name, method.Options{})
		if err != nil {
			t.Fatal(err)
		}
		e, err := by.Explain(t.Context(), puzzle, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		told := e.Told.(*agent.Trace)
		if told.End == agent.EndSolved {
			t.Skip("the agent solves it")
		}
		frames, _, err := watch.Collect(t.Context(), by, puzzle, watch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		mistake := frames[len(frames)-2].Picture
		if !strings.HasPrefix(mistake.Caption, "Wrong: ") {
			t.Errorf("%s: before the end stands %q", name, mistake.Caption)
		}
		for i, f := range frames[1 : len(frames)-2] {
			m := told.Moves[i]
			if !f.Picture.Strong[m.Cell].Has(m.Digit) || f.Picture.Marks[m.Cell]&render.Focus == 0 || f.Picture.Heat.Values == nil {
				t.Errorf("%s: frame %d does not show move %+v", name, i+1, m)
			}
		}
		end := frames[len(frames)-1].Picture
		if name == "dqn-guided" && (!end.Board.Full() || !strings.Contains(end.Caption, "exact search")) {
			t.Errorf("%s ends with %q", name, end.Caption)
		}
		if cut, _, err := watch.Collect(t.Context(), by, puzzle, watch.Options{Most: 3}); err != nil || len(cut) != 3 || !cut[2].Picture.Board.Equal(end.Board) {
			t.Errorf("%s cut to 3: %d frames, %v", name, len(cut), err)
		}
		// Nothing to judge by: no solution, and no move.
		none := board.MustParse("55" + strings.Repeat(".", 79))
		if frames, r, err := watch.Collect(t.Context(), by, none, watch.Options{}); err != nil || len(frames) != 2 || r.Status != solver.Unsat {
			t.Errorf("%s without a solution: %d frames, %v, %v", name, len(frames), r.Status, err)
		}
		_ = by.Close()
	}
}

func ExampleRegister() {
	agents.Register()
	by, err := method.Open(context.Background(), "dqn", method.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = by.Close() }()
	puzzle := board.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286.79")
	_, err = watch.Frames(context.Background(), by, puzzle, watch.Options{}, func(f watch.Frame) error {
		words, _, _ := strings.Cut(f.Picture.Caption, ", valued")
		fmt.Println(words)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// The start: the agent has one cell to fill.
	// Move 1 of 1: 1 in r9c7
	// Solved: 1 move, each of them right.
	// A solution. Whether there is another is not known.
}
