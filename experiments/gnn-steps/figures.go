package gnnsteps

import (
	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures shows how many boards are solved by the steps that a board may take.
func figures(set record.Set) ([]lab.Figure, error) {
	cfg := lab.ConfigIn[Config](set)
	for _, s := range cfg.Sets {
		r, ok := set.Case(record.Key(aloneKind, lab.OnSet(s.Name)...))
		if !ok || r.Status == record.Missing || len(s.Steps) < 3 { // two points are no curve
			continue
		}
		f, err := gnncard.DrawSteps(cfg.Weights, s, r, "steps-16", "16×16 boards with 63 % empty cells", "candidate are the embedded weights")
		return []lab.Figure{f}, err
	}
	return nil, nil
}
