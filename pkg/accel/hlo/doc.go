// Package hlo writes a GoMLX graph as a StableHLO program, a text that other programs compile and run: JAX,
// IREE, and whatever else reads StableHLO. It needs no plugin and no cgo.
//
//	err := hlo.Write(file, "double", func(g *graph.Graph) []*graph.Node {
//		x := graph.Parameter(g, "x", shapes.Make(dtypes.Int32, 3))
//		return []*graph.Node{graph.Add(x, x)}
//	})
//
// # Method
//
// GoMLX builds a graph by calling a backend, one call for each operation. The backend here executes nothing: it
// hands each operation to the StableHLO writer of go-xla, the one by which the XLA backend of GoMLX makes the
// programs that it gives to a plugin. The parameters of the graph are the inputs of the program's function main
// in the order of their creation, the nodes returned are its results.
//
// # Invariants
//
// The same graph gives the same bytes. Nothing is written unless the whole program could be.
//
// # What it does not do
//
// It knows the operations on integers and masks that the packed form of package tensornet needs (ops.go); any
// other is an error that names it. Shapes are fixed, and so the program is for one size of batch.
package hlo
