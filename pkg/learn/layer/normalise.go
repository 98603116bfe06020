package layer

import "github.com/gomlx/gomlx/core/graph"

// Normalise brings each row of h [..., F] to mean 0 and variance 1, without learned values
// (layer normalisation; Ba, Kiros and Hinton 2016, arXiv:1607.06450). A row of equal values
// becomes zeros.
func Normalise(h *graph.Node) *graph.Node {
	last := h.Rank() - 1
	centred := graph.Sub(h, graph.ReduceAndKeep(h, graph.ReduceMean, last))
	variance := graph.ReduceAndKeep(graph.Square(centred), graph.ReduceMean, last)
	return graph.Div(centred, graph.Sqrt(graph.AddScalar(variance, 1e-5)))
}
