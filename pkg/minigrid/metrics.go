package minigrid

import "math"

// Metrics are figures of the explicit graph that a measure of difficulty can be made of, as section
// 8 proposes. They hold for the graph as it is: call PruneToFixedPoint first.
type Metrics struct {
	Vertices        int64 `json:"vertices"` // |V| = Σ|P_k|
	Alive           int64 `json:"alive"`    // |V'|
	Edges           int64 `json:"edges"`    // |E|, undirected
	AliveEdges      int64 `json:"alive_edges"`
	LargestBox      int   `json:"largest_box"` // the greatest |P_k|
	AliveLargestBox int   `json:"alive_largest_box"`
	// LogProduct is Σ log₂|P_k| over the boxes that have vertices: the bits of choice that there
	// would be if boxes were independent.
	LogProduct      float64 `json:"log_product"`
	AliveLogProduct float64 `json:"alive_log_product"`
	// Density is the share of the pairs of vertices from dependent boxes that are joined, 0 if
	// there are no such pairs.
	Density      float64 `json:"density"`
	AliveDensity float64 `json:"alive_density"`
	Rounds       int     `json:"rounds"`
	AliveShare   float64 `json:"alive_share"`  // |V'|/|V|, 0 if there are no vertices
	SolvedBoxes  int     `json:"solved_boxes"` // boxes with one vertex left
}

// Metrics returns the figures of the graph.
func (g *Graph) Metrics() Metrics {
	if g.perms == nil {
		return Metrics{} // of the zero Graph
	}
	m := Metrics{Vertices: g.perms.total, Edges: g.Edges(), AliveEdges: g.AliveEdges(), Rounds: g.rounds}
	for box, alive := range g.alive {
		m.Alive += int64(len(alive))
		m.LargestBox = max(m.LargestBox, g.perms.Count(box))
		m.AliveLargestBox = max(m.AliveLargestBox, len(alive))
		m.LogProduct += math.Log2(float64(max(g.perms.Count(box), 1)))
		m.AliveLogProduct += math.Log2(float64(max(len(alive), 1)))
		if len(alive) == 1 {
			m.SolvedBoxes++
		}
	}
	var possible float64
	for _, pair := range g.pairs {
		possible += float64(len(g.alive[pair.A])) * float64(len(g.alive[pair.B]))
	}
	m.Density = share(m.Edges, float64(g.Product()))
	m.AliveDensity = share(m.AliveEdges, possible)
	m.AliveShare = share(m.Alive, float64(m.Vertices))
	return m
}

func share(part int64, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / whole
}
