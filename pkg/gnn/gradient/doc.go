// Package gradient gives what the loss of package supervised asks of a network: its gradient
// with respect to the scores of each cell, on the batches that a training would take.
//
//	cfg := supervised.Default()
//	cfg.Lambda = 0 // the cross-entropy alone
//	batches, err := gradient.Of(ctx, choice.Backend, network, cfg, 4)
//	if err != nil { … }
//	for _, b := range batches {
//		fmt.Println(b.Puzzles[0], b.At(0, 0)) // the cells of the first board; d loss / d scores of its first
//	}
//
// The scores are those of the step that counts, and the gradient is the one that training
// passes on to the network, taken by the same graph. A cell that has no part in the loss has
// a gradient of 0 in all digits.
//
// Invariants: weights are the network's initial ones and are not trained; dropout, if the
// network has any, is that of training. The same configuration gives the same batches.
//
// Cost: one forward and one backward pass per batch, compiled once.
//
// What it does not do: it gives no gradient of weights, and of a loss over several steps
// (supervised.Config.EveryStep) only that of the last one's scores.
package gradient
