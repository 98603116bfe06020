// Package inspect looks at a network of pkg/gnn from outside: its variables, what its graph
// costs in products and in memory, and what it answers. Experiments that count use it, and
// tests of networks.
//
//	facts, err := inspect.Describe(choice.Backend, network, board.Standard(), inspect.Options{Batch: 128, Training: true})
//	fmt.Println(facts.Parameters, facts.Held) // values learned; bytes kept for the backward pass
//
//	s := inspect.Open(choice.Backend, network, board.Standard())
//	defer s.Close()
//	logits, err := s.Logits([]board.Board{b}, gnn.Mode{}) // [boards·N·n]
//	loss, err := s.Step(puzzles, solutions, 1e-3)         // AdamW
//
// The method is to build the graph that a training step would run and to walk over it:
// nothing is estimated from formulas, and nothing has to fit into this machine's memory,
// for a graph that is only counted is not run.
//
// Invariants: facts depend on the network, the shape and the options, not on the backend's
// speed or on what ran before.
//
// Cost of a description: building a graph, some ten thousand nodes for 32 rounds with their
// gradients, a fraction of a second.
//
// What it does not do: it is no trainer (pkg/train is) and no way to run a network for
// answers (pkg/gnn is). Its count of memory follows the graph as GoMLX writes it down; a
// compiler that joins operations needs less.
package inspect
