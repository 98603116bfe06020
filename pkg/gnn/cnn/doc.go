// Package cnn is the convolutional network that the document on the graph network (gnn.md)
// compares with: (10, 9, 9) → convolutions 10→64→128→128 → flatten → linear 10368→729 →
// (81, 9).
//
//	net, err := cnn.New(cnn.Default())
//	fmt.Println(net.Config().Parameters())        // 7786265
//	err = net.Takes(sixteen)                      // why not: the linear layer's width
//	logits := net.Logits(scope, boards, s, mode)  // one result [B, N, n]
//
// The drawing leaves three things open, which are assumed here: the ten input planes are one
// for the empty cell and one for each digit; the kernels are 3×3 with a border of zeros, which
// alone keeps 9×9 and makes 128·81 = 10368; and a ReLU follows each convolution, for without
// one the whole would be linear. Activation "none" is the drawing as it stands.
//
// The convolutions are those of package learn/layer.
//
// With FullyConvolutional the flattening and the linear layer give way to a convolution with
// kernel 1×1. That network is not the document's; it shows which part of it is bound to
// 9×9: the weights of the rest run on a grid of any size, though each still names only the
// digits that it has planes and outputs for.
//
// Invariants: outputs depend on the board alone, there is no dropout. Neither form is
// equivariant to anything: transposing a board does not transpose its answer, relabelling
// digits does not relabel it.
//
// Cost: Config.FLOPs, 52 million floating-point operations in products for a 9×9 board.
//
// What it does not do: train, answer with a legal grid, use the rules.
package cnn
