// Package networks holds the agent's Q-networks, which read boards and value all actions on them: four of the kinds that
// the document on the agent (dqn.md) speaks of, and the candidate network.
//
//	net, err := networks.New(networks.Default(networks.Conv, 9))
//	if err != nil { … }
//	values := net.Values(scope, boards, shape) // boards [B, N] int32 → one result [B, n³]
//
// # What it computes
//
//	conv         3×3 convolutions with ReLU, flattened, dense layers    563,793 parameters at side 9
//	unit-conv    kernels along rows, columns and boxes, joined           83,745
//	resnet       3×3 convolutions in residual blocks                    574,209
//	transformer  cells as tokens, which attend to each other             18,601
//	candidate    candidates as nodes, messages between them               4,169 at every side
//
// The file of each of the first four draws it with its shapes. [Documented.Layers] is the same as a table, and the graph is built
// from that table.
//
// # Method and source
//
// The document describes one layout, "Network Model (Q-Network)", and says of the rest: residual connections for
// deeper networks, and four names. conv is that layout; of the others, what the document's words do not settle is the project's choice and is
// said in each file. The document's program has layouts of its own under those names (cnn1, cnn2, cnn3 and transformer1), larger ones, which
// experiments original-dqn and original-training observe. All switches are in [Config], so
// that runs can differ in one thing alone: the input as planes or numbers, the head (dense layers over
// the whole board, or the same ones over each cell), residual connections, layer normalisation (which learning
// without a target network asks for: Gallici and others, arXiv:2407.04811), duelling streams (Wang and others,
// arXiv:1511.06581), widths and depths.
//
// # Invariants
//
// A board's values depend on the board and the weights alone; there is no dropout. Initial weights depend on the
// seed, the distribution and the variable's whole path, not on the backend or on what is built before. Building
// a network again in a scope finds its variables there. No documented network is equivariant to anything with its
// weights as they are: transposing a board transposes the values only if the weights are transposed, too. The
// candidate network moves its values with relabelled digits and exchanged lines, and starts alike in every scope.
//
// # Cost
//
// [Documented.FLOPs], forward and in products; in a training step about three times that. On 64 boards of side 9
// conv takes 0.2 billion, unit-conv 0.18, resnet 0.31 and transformer 0.28, besides which the transformer's softmax over
// pairs of cells and its transpositions count for as much again. BenchmarkStep measures. Cost grows with the
// square of Width, of Depth in proportion; in conv and resnet the first dense layer adds N·W·H. Convolutions
// are products of matrices (package learn/layer), as are the kernels of unit-conv, whose tiles do not overlap.
//
// # What lost
//
// Position embeddings by gathering: the gradient of a gather is a scatter, which is slow; a product with a
// constant is not. Biases of attention's keys: they change nothing.
//
// # What it does not do
//
// It knows no rewards, masks no action and trains nothing. Boards of another side need another network, save for the
// candidate network: inputs name digits, and kernels, dense layers or positions name cells.
package networks
