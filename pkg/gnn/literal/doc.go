// Package literal is the document's network: the message-passing network that the document on
// the graph network (gnn.md) describes, as drawn there: no residual connections, no normalisation, no gates, one set of
// weights for all rounds and all edges.
//
//	net, err := literal.New(literal.Default())
//	fmt.Println(net.Config().Parameters())       // 75753
//	logits := net.Logits(scope, boards, s, mode) // one result [B, N, n]
//	g := literal.NewBipartite(s)                 // the edge list
//	fmt.Println(g.Nodes(), g.Undirected(), g.Directed())
//
// A board is a bipartite graph of its N = n² cells and its 3n rows, columns and boxes, with
// 3N edges that carry messages both ways: 108 nodes, 243 edges, 486 messages per round on 9×9.
// Five features per node go through an encoder to states of 96; in each of 32 rounds a message
// MLP reads both ends of an edge, a node takes the mean of its messages, and an update MLP
// reads the old state and the mean; a decoder turns each cell's state into scores of n
// digits. Dropout is 0.3 between the layers of message and update, 0.5 in the decoder.
//
// What the document leaves open is a named choice in Config: how a drawing of an MLP becomes
// layers (Reading), what the nodes of rows, columns and boxes carry (Units), how weights
// start (Start). The rest of Config is how the same function is computed, and two
// deviations, off by default. They are there because 32 rounds of this kind lose the board:
// under the default start the states of different cells come to differ by less than float32
// can tell between rounds 8 and 16, from which on nothing is left to learn from; Glorot's and
// He's keep them apart, while the states shrink to 10⁻⁴ or grow to 10⁶ (experiment
// gnn-structure).
//
// Plain passes messages along the edge list. Fast gives the same values and gradients with
// three savings that hold exactly:
//
//   - The first layer of the message acts on two states side by side, so it is the sum of two
//     products, one for each end, which are made once for a node instead of once for an edge.
//   - The last layer of the message is linear and the same for all edges, so it acts on the
//     mean of the hidden layers instead of on each. Dropout sits before it, with a mask for
//     each edge, and is part of what the mean is taken of.
//   - A row, column or box shares its cells along axes of the board, so its sums are
//     reductions over axes and its values stand along axes of length 1: there is no gather
//     and no scatter.
//
// Both ways draw the masks of dropout in one order, so they agree with dropout on, too.
//
// Invariants: the number of weights depends neither on the number of rounds nor on the
// board; without dropout the same board gives the same answer. The network is not
// equivariant to a relabelling of digits: its first feature is the digit's number over n, so
// a relabelled board is another input of another size. Nor to symmetries of the board, since
// position is a feature: transposing a board swaps the features of row and column.
//
// Cost: Config.FLOPs. On 9×9 and in the default reading 0.39 billion floating-point operations a
// board in products fast, 1.05 billion as drawn.
//
// What it does not do: name more digits than its decoder has outputs (Takes says so; the
// decoder is the one part that is bound to a size), use the rules of the game beyond the
// graph, or train.
package literal
