package minigrid

// Bytes says what the method has in memory and for what, computed from lengths.
type Bytes struct {
	Masks     int64 `json:"masks"`     // phase 1: the board, one byte per cell, and two words per unit
	Fillings  int64 `json:"fillings"`  // phase 2: n bytes for each vertex
	Classes   int64 `json:"classes"`   // phase 3: four bytes for each vertex and face, eight for each class
	Trees     int64 `json:"trees"`     // phase 3: eight to twelve bytes for each node of the faces' trees; dropped at its end
	Adjacency int64 `json:"adjacency"` // phase 3: edges between classes, in both directions
	Alive     int64 `json:"alive"`     // phase 4: four bytes for each alive vertex
	// EdgeList is what the edges would take as the paper has them, vertex by vertex: eight bytes
	// for an edge. It is not in memory and not in Total.
	EdgeList int64 `json:"edge_list"`
}

// Total returns the sum of what is in memory at the peak of phases 1 to 4.
func (b Bytes) Total() int64 {
	return b.Masks + b.Fillings + b.Classes + b.Trees + b.Adjacency + b.Alive
}

// Bytes returns the sizes of the graph's structures.
func (g *Graph) Bytes() Bytes {
	if g.perms == nil {
		return Bytes{} // of the zero Graph
	}
	b := Bytes{Masks: g.perms.masks.Phase.Bytes, Fillings: g.perms.Phase.Bytes, Trees: g.trees, EdgeList: 8 * g.Edges()}
	for f := range g.faces {
		face := &g.faces[f]
		b.Classes += 4*int64(len(face.class)) + 4*int64(len(face.size)) + 4*int64(len(face.alive))
	}
	for i := range g.links {
		for side := range g.links[i].rows {
			b.Adjacency += g.links[i].rows[side].bytes()
		}
	}
	for _, alive := range g.alive {
		b.Alive += 4 * int64(len(alive))
	}
	return b
}
