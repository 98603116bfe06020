package tensornet

import (
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
)

// Offer says which kinds of operation a backend has.
type Offer struct {
	Kinds   int      // that compute in a program, those of pooling apart
	Native  int      // of these, those that the backend says it has
	Lacking []string // the others, by name
	Pooling int      // of max-pooling and its inverse, those that the program uses and the backend has
}

// OfferOf counts the kinds of operation that compute where puzzles enter and in a step, and asks the backend
// for each.
func OfferOf(backend compute.Backend, operations []Operation) Offer {
	return offerOf(backend.Capabilities(), operations)
}

func offerOf(has compute.Capabilities, operations []Operation) (o Offer) {
	pooling := []string{graph.NodeTypeReduceWindow.String(), graph.NodeTypeSelectAndScatterMax.String()}
	seen := map[string]bool{}
	for _, op := range operations {
		if op.Class != Computes || op.Part != Entry && op.Part != Step || seen[op.Name] {
			continue
		}
		seen[op.Name] = true
		kind, err := compute.OpTypeString(op.Name)
		native := err == nil && has.Operations[kind]
		switch {
		case slices.Contains(pooling, op.Name):
			if native {
				o.Pooling++
			}
			continue
		case native:
			o.Native++
		default:
			o.Lacking = append(o.Lacking, op.Name)
		}
		o.Kinds++
	}
	slices.Sort(o.Lacking)
	return o
}
