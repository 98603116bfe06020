// Package documented holds recipes for training the two networks of the document on the graph
// network (gnn.md): the one it draws, package literal, and the one it compares it with, package
// cnn.
//
//	r, err := documented.DefaultRecipe(documented.Literal)
//	r.Literal.Dropout, r.Literal.DecoderDropout, r.Start = 0, 0, documented.StartIdentity
//	network, err := r.Network()
//	task, err := supervised.NewTask(ctx, choice.Backend, network, r.Task, 0)
//	start, err := r.StartStore()
//	trainer, err := train.New(choice.Backend, task, r.Trainer(), train.Options{Folder: dir, Start: start})
//	fmt.Println(r.Deviations())
//
// A [Recipe] is a network's configuration, the task of package supervised, and what of the
// trainer's configuration differs from the one that the task gives. [DefaultRecipe] is the
// document's; [Recipe.Deviations] says in words in what another one differs, for the card of
// the weights.
//
// # The identity start
//
// The document says nothing about how weights start. Drawn at random as usual, its 32 rounds
// without a residual connection lose the board: after 8 to 16 rounds the states of all cells
// are the same to float32's precision, and the gradients of the encoder are 10⁻²⁵. Le, Jaitly
// and Hinton (2015, arXiv:1504.00941) start recurrences with a ReLU as the identity, so that
// they keep what they hold until they have learned better. [StartIdentity] does that with the
// document's layers, and changes none of them:
//
//	update    first [h; mean] → h + 0.03·mean, last the identity: the ReLU between them cuts
//	          the negative half of the encoder's states once and then passes all on
//	encoder   ReLUs bend at the numbers of the digits and add up to a random code for each
//	          digit; the rest is drawn, with bends in the range of the features
//	message   drawn after He, biases 0
//	decoder   drawn after He, its last layer at a fifth of the size
//
// On a board of 30 to 40 givens the states of the cells then differ, in standard deviations, by
// 0.51 after one round, 0.51 after eight and 0.59 after 32, and the norms of the gradients are
// 0.10 for the encoder's last layer, 0.09 for that of the message, 4.2 for that of the update
// and 0.78 for that of the decoder.
// With the recipe of the file recipes/literal.json the cross-entropy of an empty cell fell from
// ln 9 = 2.20 to 1.94 in 100 steps of 16 boards, 1.29 in 200 and 0.97 in 280.
//
// The document's dropout of 0.3 in the update is at odds with any start that keeps a state: of
// 90 000 values one comes through 32 rounds, scaled by as much. Under dropout this start begins
// at a cross-entropy of 7 to 9 with gradients of norm 600. One that held each value twelve
// times, and took the mean of the twelve in every round, began at 2.21 and stood at 2.197 after
// 120 batches of 16 boards, where without dropout it is 1.75. The recipes in the folder
// recipes therefore train without dropout, and their cards say so.
//
// # Invariants
//
// A recipe written as JSON and read again is the same. A list that a file gives takes the place
// of the default's; nothing of the default's elements stays. The start depends on the network's
// configuration alone.
//
// # Cost
//
// Some milliseconds for a start; the training is package supervised's.
//
// # What it does not do
//
// It trains nothing and keeps no weights: packages train and weights do.
package documented
