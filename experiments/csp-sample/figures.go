package cspsample

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// figures hands over the tree that the record holds: it was drawn from the trace.
func figures(set record.Set) ([]lab.Figure, error) {
	r, ok := set.Measured().Case(sampleCase)
	if !ok || r.Texts["tree.svg"] == "" {
		return nil, nil
	}
	return []lab.Figure{{
		Name:  "tree",
		Title: "Arc-consistency tree of the document's sample board: each reduction hangs under the one that caused it",
		SVG:   []byte(r.Texts["tree.svg"]),
	}}, nil
}
