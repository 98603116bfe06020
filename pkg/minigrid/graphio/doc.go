// Package graphio writes the compatibility graph of package minigrid for people and for other
// programs: as DOT for Graphviz, as GraphML for Gephi, yEd, igraph and NetworkX, as JSON with a
// reader, and as an SVG picture of the boxes and the fillings that pruning leaves.
//
//	masks, err := minigrid.Mask(puzzle)
//	fillings, err := minigrid.Permute(ctx, masks, cfg)
//	g, err := minigrid.Connect(ctx, fillings, cfg)
//	err = g.PruneToFixedPoint(ctx)
//	o := graphio.DefaultOptions()
//	o.InSolutions, err = g.InSolutions(ctx)
//	err = graphio.WriteGraphML(file, g, o)
//	pic := graphio.DefaultSVGOptions()
//	pic.InSolutions = o.InSolutions
//	err = graphio.WriteSVG(picture, g, pic)
//
// The graph is that of sections 3.3 and 3.4 of the minigrid paper: a vertex is a filling of a
// box, an edge joins two compatible fillings of dependent boxes, phase 4 removes vertices. The
// three lists ([WriteDOT], [WriteGraphML], [WriteJSON]) give each vertex with its box, digits,
// whether phase 4 left it and, if asked ([minigrid.Graph.InSolutions]), whether some solution uses
// it; each edge once. They go through the vertices of each dependent pair of boxes and ask for
// each two of them whether they are joined, so that nothing is held in memory but the numbers of
// the vertices. The picture ([WriteSVG]) draws edges only where they can be told apart, and
// counts them elsewhere. Its colours are those of package render.
//
// Invariants: equal graphs and options give equal bytes, for any number of workers; a graph
// beyond the bounds of [Options], a capped one and bad options are refused before the first byte;
// vertices and edges written are as many as the graph itself reports; XML is well-formed and DOT
// valid for every title; boxes, cells, units and fillings are counted from 0 in what programs
// read, boxes from 1 in what people read, as everywhere in this module.
//
// Cost: a list takes one [minigrid.Graph.Adjacent] for each two vertices written that lie in
// dependent boxes, and memory for the number of each vertex. A picture takes memory for itself,
// 130 KB with nine boxes of twelve fillings, and the time of [minigrid.Graph.AliveEdges].
// [ReadJSON] holds the document.
//
// The package does not make graphs, lay them out for Graphviz, or rasterise SVG, and a graph read
// from JSON is a [Document], which cannot be pruned further or solved.
package graphio
