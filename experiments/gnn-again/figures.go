package gnnagain

import (
	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows how many of the hardest puzzles the weights solve by the steps that a board may take.
func figures(set record.Set) ([]lab.Figure, error) {
	r, ok := set.Case(record.Key(aloneKind, lab.OnSet(forum)...))
	if !ok || r.Status == record.Missing {
		return nil, nil
	}
	cfg := lab.ConfigIn[Config](set)
	for _, s := range cfg.Sets {
		if s.Name != forum || len(s.Steps) < 3 { // two points are no curve
			continue
		}
		f, err := gnncard.DrawSteps(cfg.Weights, s, r, "steps-forum", "hard 9×9 puzzles of forum-11-half", "hard was trained for three minutes on a GPU; plain and again went on from it for three more, again with its failures once more; deep went on from plain with puzzles that trials do not solve")
		return []lab.Figure{f}, err
	}
	return nil, nil
}
